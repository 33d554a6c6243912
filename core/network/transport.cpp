#include "core/network/transport.h"

#include <array>

namespace weir::net {

namespace {

constexpr std::array kTransports{
    TransportDescriptor{.name = "credit", .describe = "lossless by credits of the links, as InfiniBand: nothing is lost, nothing comes back",
                        .credits = true, .lossless = true},
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
