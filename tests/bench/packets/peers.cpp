#include "tests/bench/packets/peers.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace weir::bench {
namespace {

Bytes packets(double count, double wire) { return Bytes::of(static_cast<std::int64_t>(count * wire)); }

// csg-htsim's RoCE and HPCC: input ports pause their senders beyond 15 packets of 4,096 bytes and let them go on below 12
// (main_roce.cpp, main_hpcc.cpp: high_pfc, low_pfc); buffers without end.
void pauseAsHtsim(Network& n, double wire) {
  n.mtu = packets(1, wire);
  n.sw.pfc = true;
  n.sw.pause = {Bytes::of(15 * 4096), Bytes::of(12 * 4096), Bytes::of(1 << 20)};
}

// Its RoCE has no rate control: line rate until paused. Ours is DCQCN that is never marked.
void htsimRoce(Network& n, double wire) {
  n.routing = "ecmp";
  n.transport = "dcqcn";
  pauseAsHtsim(n, wire);
  n.sw.ecn = {Bytes::of(500'000'000), Bytes::of(1'000'000'000), 1e-9};
}

// The same losslessness by credits: no ends and no acknowledgements.
void credits(Network& n, double wire) {
  n.routing = "ecmp";
  n.transport = "credit";
  n.mtu = packets(1, wire);
}

void htsimHpcc(Network& n, double wire) {
  n.routing = "ecmp";
  n.transport = "hpcc";
  pauseAsHtsim(n, wire);
  n.transport_settings.utilization = 0.95;         // hpcc.cpp: _eta
  n.transport_settings.window = Bytes::of(150'000);  // _T x rate
}

// Queues of 8 packets (the paper, and here its -q 8, of 4,096 bytes each), a first window of 43 packets: bandwidth x round trip.
void htsimNdp(Network& n, double wire) {
  n.routing = "spray";
  n.transport = "ndp";
  n.mtu = packets(1, wire);
  n.sw.buffer = Bytes::of(8 * 4096) - packets(1, wire);  // htsim counts the packet that is being sent, we what waits
  n.transport_settings.window = packets(43, wire);
}

// uet-htsim's own defaults (main_uec.cpp): queues of one bandwidth x round trip, 43 packets, marked from 9 to 35 of them.
void htsimNscc(Network& n, double wire) {
  n.routing = "spray";
  n.transport = "nscc";
  n.mtu = packets(1, wire);
  n.sw.buffer = packets(42, wire);  // and the one being sent
  n.sw.ecn = {packets(9, wire), packets(35, wire), 1};
}

// A queue of 200 packets marked as a step at 40, a first window of 38 segments, g = 1/16, least timeout 1 ms.
void ns3Dctcp(Network& n, double wire) {
  n.routing = "ecmp";
  n.transport = "dctcp";
  n.mtu = packets(1, wire);
  n.sw.pfc = false;
  n.sw.buffer = packets(200, wire);
  n.sw.ecn = {packets(40, wire), packets(40, wire), 1};
  n.transport_settings.window = packets(38, wire);
  n.transport_settings.gain = 1.0 / 16;
  n.transport_settings.timeout = Time::us(1000);
}

constexpr std::array kMatches{
    PeerMatch{"htsim_roce", "RoCE+PFC", Fidelity::Packet, true, true, true, htsimRoce},
    PeerMatch{"htsim_roce", "credits", Fidelity::Packet, true, true, false, credits},
    PeerMatch{"htsim_hpcc", "HPCC", Fidelity::Packet, true, true, true, htsimHpcc},
    PeerMatch{"htsim_ndp", "NDP", Fidelity::Packet, false, true, true, htsimNdp},
    PeerMatch{"htsim_nscc", "NSCC", Fidelity::Packet, false, false, true, htsimNscc},
    PeerMatch{"ns3_dctcp", "DCTCP", Fidelity::Packet, true, false, true, ns3Dctcp},
    PeerMatch{"simgrid_flows", "max-min", Fidelity::Flow, true, false, false, nullptr},
};

}  // namespace

double PeerAnswer::at(std::string_view key) const {
  const auto it = values.find(key);
  return it == values.end() ? kUnknown : it->second;
}

std::optional<PeerAnswer> askPeer(const std::string& program, const std::string& flowsFile, int hosts, int seed) {
  if (access(program.c_str(), X_OK) != 0) return std::nullopt;
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return std::nullopt;
  const std::string hostsText = std::to_string(hosts), seedText = std::to_string(seed);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl(program.c_str(), program.c_str(), flowsFile.c_str(), hostsText.c_str(), seedText.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t n = 0; child > 0 && (n = read(ends[0], piece.data(), piece.size())) > 0;) text.append(piece.data(), static_cast<std::size_t>(n));
  close(ends[0]);
  int status = -1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return std::nullopt;
  PeerAnswer answer;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) continue;
    char* end = nullptr;
    const double value = std::strtod(word.c_str() + equals + 1, &end);
    if (*end == 0) answer.values[word.substr(0, equals)] = value;
  }
  if (std::isnan(answer.at("mean_us"))) return std::nullopt;
  return answer;
}

std::span<const PeerMatch> peerMatches() { return kMatches; }

std::vector<Flow> onTheWire(const std::vector<Flow>& flows, double payload, double wire, bool lastIsFull) {
  std::vector<Flow> out = flows;
  const auto p = static_cast<std::int64_t>(payload), w = static_cast<std::int64_t>(wire);
  if (p <= 0 || w <= 0) return out;
  for (Flow& f : out) {
    const std::int64_t full = f.bytes.count() / p, rest = f.bytes.count() % p;
    f.bytes = Bytes::of(full * w + (rest == 0 ? 0 : lastIsFull ? w : rest + w - p));
  }
  return out;
}

}  // namespace weir::bench
