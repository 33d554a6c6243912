// Closed forms of collectives: a = latency of a step, b = seconds a byte, n ranks, M bytes of one rank's buffer.
// Sources: Thakur, Rabenseifner, Gropp, IJHPCA 2005, sections 4.1 to 4.5 (ring 2(n-1)a + 2(n-1)/n M b; recursive doubling
// lg n (a + M b); halving-doubling 2 lg n a + 2(n-1)/n M b, surplus ranks folded in and out by 2(a + M b)); Sanders, Speck,
// Traff, Parallel Computing 2009 (two trees, long messages: 2 lg n a + 2 M b). Arithmetic of the reduction is taken to
// hide behind the transfer. lg n is rounded up to whole steps. The messages are those of core/base/collective.h.
#pragma once

#include "core/base/collective.h"
#include "core/model/network_costs.h"

namespace weir::model {

struct CollectiveCost {
  double time_s = 0;
  double latency_s = 0;          // the part that no bandwidth buys back
  double sent_bytes = 0;         // by one rank, mean
  Algorithm algorithm = Algorithm::Ring;  // what ran; never Auto
};

// With one a and b for every step: what a person computes by hand.
[[nodiscard]] double ringAllReduce(double n, double M, double a, double b);
[[nodiscard]] double recursiveDoublingAllReduce(double n, double M, double a, double b);
[[nodiscard]] double halvingDoublingAllReduce(double n, double M, double a, double b);
[[nodiscard]] double doubleTreeAllReduce(double n, double M, double a, double b);
[[nodiscard]] double parameterServer(double n, double M, double b);  // 2 n M b through one link
[[nodiscard]] double halfBandwidthSize(double a, double b);          // n1/2 = a / b, Hockney 1994

// Among n nodes in packed order; latency and bandwidth of each step by how far its partners lie apart.
// Auto is what the library runs (library_choice.h, nccl_tuner.h); with no library (""), or one that is not known, the quickest
// of ring, double binary tree and halving-doubling. MPI libraries on sockets are priced by mpi_links.h; their reductions on CPUs
// add  reduced bytes x NetworkCosts::reduce_s.
[[nodiscard]] CollectiveCost collective(CollectiveOp op, Algorithm algorithm, int n, double bytes, const NetworkCosts& net,
                                        std::string_view library = "");

// The library whose choice Auto is: the plan's; none where workload.step_latency makes it a textbook exercise.
[[nodiscard]] std::string_view collectiveLibrary(const Scenario& s);

// What Auto stands for among `ranks` ranks on `nodes` nodes; other algorithms as they run (runsAs).
[[nodiscard]] Algorithm resolveAlgorithm(CollectiveOp op, Algorithm algorithm, int ranks, int nodes, double bytes, const NetworkCosts& net,
                                         std::string_view library);

// Bytes one rank adds to a vector of its own on the longest path, by the algorithm as it runs.
[[nodiscard]] double reducedBytes(CollectiveOp op, Algorithm algorithm, int n, double bytes);

// LogGP (Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995): a message of b bytes takes L + 2 o + (b - 1) G; further ones of
// the same sender start max(g, o) + (b - 1) G apart. Phases of an algorithm as mpi_links.h lays them, none overlapping.
struct LogGP {
  double L = 0, o = 0, g = 0, G = 0;   // seconds; G a byte
};
[[nodiscard]] LogGP logGpOf(const NetworkCosts& net, double distance = 1);
[[nodiscard]] double logGpMessage(const LogGP& p, double bytes);
[[nodiscard]] double logGpTime(const LogGP& p, const MpiSchedule& schedule);

// A group laid over nodes: `inNode` members on each of `nodes`, with `groups` such groups sharing every node's NICs.
// Several members a node: reduce-scatter inside, all-reduce of the shares among the nodes, all-gather inside (for the
// other operations the like); the three follow one another. A node whose switches reduce (NVLS) takes 2 latencies + M / bandwidth
// for an all-reduce of its own where that algorithm (in-network) is asked for or chosen.
// form "tuner": the whole is priced as NCCL's tuner does (nccl_tuner.h), for NCCL and RCCL.
struct GroupLayout {
  int inNode = 1, nodes = 1, groups = 1;
};
struct GroupCost {
  CollectiveCost total;           // sent_bytes: by one rank, inside and outside
  double intra_s = 0, inter_s = 0;
  double node_sent_bytes = 0;     // leaving one node, all groups
};
[[nodiscard]] GroupCost groupCollective(CollectiveOp op, Algorithm algorithm, const GroupLayout& layout, double bytes, const NetworkCosts& net,
                                        const FabricCosts& fabric, std::string_view library = "");

}  // namespace weir::model
