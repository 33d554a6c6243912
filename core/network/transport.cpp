#include "core/network/transport.h"

#include <array>

#include "core/network/transports/ends.h"

namespace weir::net {

namespace {

// Marking and buffers are bytes on a 100 Gb/s link. DCQCN: Zhu et al. 2015, figure 14 (5 and 200 kB, 1 % at 40 Gb/s), and an
// input may hold what a port marks all of before it pauses, or pauses would come before marks (their section 4). HPCC: 250 kB
// an input, a switch of 32 MB (Li et al. 2019, section 5.1) over 128 ports. Swift, which drops: a megabyte, what sharing leaves
// a port that alone is full. DCTCP: 40 packets of 4 KiB and a buffer of 200, what ns-3 is compared with;
// above the paper's bound of a seventh of bandwidth x round trip (section 3.4) up to 90 us. NDP: eight packets a port (Handley
// et al. 2017, section 3.1). NSCC: 0.2 and 0.8 of its reference network's bandwidth x round trip of 150 kB, its buffer too.
constexpr std::array kTransports{
    TransportDescriptor{.name = "credit",
                        .describe = "lossless by credits of the links, as InfiniBand: nothing is lost, nothing comes back",
                        .credits = true,
                        .lossless = true},
    TransportDescriptor{.name = "dcqcn",
                        .describe = "RoCE v2: rates cut by congestion notifications (Zhu et al., SIGCOMM 2015)",
                        .lossless = true,
                        .buffer = 500'000,
                        .ecnMin = 12'500,
                        .ecnMax = 500'000,
                        .ecnProbability = 0.01,
                        .sender = dcqcnSender,
                        .receiver = dcqcnReceiver},
    TransportDescriptor{.name = "hpcc",
                        .describe = "windows by what each link reports it carries (Li et al., SIGCOMM 2019)",
                        .lossless = true,
                        .telemetry = true,
                        .buffer = 250'000,
                        .sender = hpccSender,
                        .receiver = hpccReceiver},
    TransportDescriptor{.name = "swift",
                        .describe = "the round trip held at a target delay (Kumar et al., SIGCOMM 2020)",
                        .buffer = 1'000'000,
                        .sender = swiftSender,
                        .receiver = swiftReceiver},
    TransportDescriptor{.name = "dctcp",
                        .describe = "windows cut by the share of marked packets (Alizadeh et al., SIGCOMM 2010)",
                        .buffer = 819'200,
                        .ecnMin = 163'840,
                        .ecnMax = 163'840,
                        .ecnProbability = 1,
                        .sender = dctcpSender,
                        .receiver = dctcpReceiver},
    TransportDescriptor{
        .name = "ndp",
        .describe = "sprayed, cut to headers where queues are full, pulled by the receiver (Handley et al., SIGCOMM 2017)",
        .trims = true,
        .sprays = true,
        .buffer = 32'768,
        .sender = ndpSender,
        .receiver = ndpReceiver},
    TransportDescriptor{.name = "nscc",
                        .describe = "sprayed, windows by delay and marks (Ultra Ethernet 1.0)",
                        .trims = true,
                        .sprays = true,
                        .buffer = 150'000,
                        .ecnMin = 30'000,
                        .ecnMax = 120'000,
                        .ecnProbability = 1,
                        .sender = nsccSender,
                        .receiver = nsccReceiver},
};

}  // namespace

std::span<const TransportDescriptor> transports() { return kTransports; }

const TransportDescriptor* transportNamed(std::string_view name) {
  for (const auto& t : kTransports) {
    if (t.name == name) return &t;
  }
  return nullptr;
}

WirePacket finalAnswer(const Channel& c, const WirePacket& data) {
  WirePacket p;
  p.kind = PacketKind::Ack;
  p.marked = data.marked;
  p.again = data.again;
  p.sequence = data.sequence;
  p.cumulative = c.packets();
  p.bytes = c.control;
  p.entropy = data.entropy;
  p.sent = data.sent;
  p.telemetry = data.telemetry;
  return p;
}

}  // namespace weir::net
