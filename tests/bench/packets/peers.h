// Other simulators, run as programs on the same flows in the same run. A peer is an executable in a folder that the user
// names (environment variable WEIR_PEERS); nothing of them is part of this project. It is called as
//   NAME FLOWS_FILE HOSTS SEED      (a three-level fat tree of HOSTS hosts, 100 Gb/s, 1 us a cable)
// and prints one line of key=value: mean_us, p99_us, max_us (until the receiver has the last byte), cpu_s (of its whole
// process), payload and wire (bytes of a full packet without and with its headers); what it does not know it leaves out.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"

namespace weir::bench {

struct PeerAnswer {
  std::map<std::string, double, std::less<>> values;
  [[nodiscard]] double at(std::string_view key) const;  // NaN where it was not said
};

// Empty where the program is missing, fails, or says no mean_us. Waits for it.
[[nodiscard]] std::optional<PeerAnswer> askPeer(const std::string& program, const std::string& flowsFile, int hosts, int seed);

// How a known peer is met: which of ours plays the same, with which of its constants.
struct PeerMatch {
  std::string_view program;
  std::string_view what;         // of ours, for the table: "RoCE+PFC"
  Fidelity fidelity = Fidelity::Packet;
  bool drawn = false;            // its paths are drawn: averages over seeds are compared
  bool lastIsFull = false;       // its last packet is as long as the others
  bool judged = true;            // false: paths or flow control are of another kind, so completion times need not agree
  void (*settings)(Network& network, double wire) = nullptr;
};
[[nodiscard]] std::span<const PeerMatch> peerMatches();

// The flows as bytes on the wire, headers included, so that both carry the same.
[[nodiscard]] std::vector<Flow> onTheWire(const std::vector<Flow>& flows, double payload, double wire, bool lastIsFull);

}  // namespace weir::bench
