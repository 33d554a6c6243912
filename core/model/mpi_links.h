// What an MPI library makes of a collective over sockets (Open MPI's ob1 over tcp) on shaped links and few cores: closed
// form, a phase of the algorithm at a time. Learnt from measurements of Open MPI 4.1 (validation/mpi_shaped_links.csv):
//
//   One message of b bytes takes  W = b + headers  bytes of its link, w = W / rate.
//   * Up to the eager limit it goes at once: sending and receiving overlap.
//   * Above it the sender asks, the receiver answers, the data follow (rendezvous). The answer queues in the same socket
//     behind what the receiver itself is sending to that partner, so an exchange of two ranks runs one way after the other:
//     2 w. Between different partners (a shift around a ring) both directions overlap, with a wait: w (1 + e) + d; twice the e
//     where partners change every step (pairwise all-to-all), as the waits of two partners add up.
//   * Messages to several children share the sender's link: fan x w.
//   * A link that was idle has a token bucket full of credit: each message after a pause goes up to `burst` bytes ahead.
//     Short messages repeated at once live on what the pause between two operations refills.
//   * CPU: a message costs o at both ends together; `cores` serve all ranks, so a step costs o max(1, messages under way /
//     cores). Bytes beyond TCP's first window are clocked by acknowledgements and cost c a byte on the cores; what fits
//     that window costs 0.4 c. Network and CPU limits join as (net^6 + cpu^6)^(1/6).
//   * Reductions did not show: under 0.2 ns a byte.
//
// Sources: protocol: Open MPI pml/ob1 and btl/tcp (v4.1: eager 64 KiB, put over the socket, one queue an endpoint); first
// window of 10 segments: RFC 6928; token bucket: tbf. o, d, e, c are fitted (core/calibrate/tables/mpi_shaped_links.cpp).
// Range: 2 to 8 ranks one a host, 8 B to 4 MiB, 50 and 200 Mbit/s, two cores. Outside it extrapolates. Pure; any thread; no
// allocation; below a microsecond.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/collective.h"

namespace weir::model {

struct MpiCosts {
  double message_s = 38e-6;         // o
  double rendezvous_s = 1.4e-3;     // d: asking and answering on links that are busy both ways
  double duplex_wait = 0.17;        // e
  double cpu_s_per_byte = 2.3e-8;   // c
  double eager_bytes = 64 * 1024 - 64;  // btl_tcp_eager_limit less the header
  double window_bytes = 10 * 1448;
  double cores = 2;                 // of all hosts that share them; ranks on hosts of their own: ranks x cores
};

struct ShapedLink {
  double bytes_per_s = 0;
  double burst_bytes = 0;           // token bucket; 0 = not shaped
  double payload_bytes = 1448;      // of a packet: MTU less IPv4, TCP and its timestamps
  double header_bytes = 66;         // with Ethernet's 14
  double envelope_bytes = 30;       // the library's header of a message
  [[nodiscard]] double onLink(double bytes) const;
};

enum class MpiPattern : std::uint8_t {
  OneWay,     // one message under way
  Exchange,   // pairs send to one another
  Shift,      // everyone to the next, from the one before
  Scattered,  // as Shift, with another partner each time
  FanOut,     // one rank to `fan` others at once (or as many to one)
};
struct MpiPhase {
  MpiPattern pattern = MpiPattern::OneWay;
  double bytes = 0;     // of a message
  double count = 1;     // how often in a row
  double fan = 1;       // messages at once through the busiest link
  double messages = 1;  // under way at once in all: they share the cores
};
struct MpiSchedule {
  std::array<MpiPhase, 80> phase;
  int phases = 0;
  void add(const MpiPhase& p) {
    if (phases < static_cast<int>(phase.size()) && p.count > 0) phase[static_cast<std::size_t>(phases++)] = p;
  }
};

// The phases on the longest path, as Open MPI runs the algorithm when it is forced (no segments): trees pass on whole messages,
// children at once; a ring all-reduce of fewer elements (4 B) than ranks runs recursive doubling. `bytes` as expandCollective
// counts them. Send-receive is a ping-pong's round trip between two ranks.
[[nodiscard]] MpiSchedule mpiSchedule(CollectiveOp op, Algorithm algorithm, int ranks, double bytes);

struct MpiTime {
  double time_s = 0;
  double latency_s = 0;    // messages on the cores
  double network_s = 0;    // links, with latency
  double cpu_s = 0;        // cores, bytes
};
// Repeated at once, as benchmarks do, the slowest rank's time. ranks: all that take part.
[[nodiscard]] MpiTime mpiTime(const MpiSchedule& s, int ranks, const ShapedLink& link, const MpiCosts& costs);

// The names coll_tuned gives its algorithms ("rabenseifner", "modified_bruck", "basic_linear", ...); "-" and "" where there is
// but one. nullopt: not known.
[[nodiscard]] std::optional<Algorithm> openMpiAlgorithm(CollectiveOp op, std::string_view tunedName);

}  // namespace weir::model
