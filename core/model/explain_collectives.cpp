#include "core/model/collectives.h"
#include "core/model/library_choice.h"
#include "core/model/terms.h"

namespace weir::model {
namespace {

using units::showBytes;
using units::showBytesPerSecond;
using units::showSeconds;

constexpr const char* kForms = "Thakur, Rabenseifner, Gropp, IJHPCA 2005; Sanders, Speck, Traff 2009";
constexpr const char* kNccl = "NCCL 2.30, src/graph/tuning.cc";

std::string_view source(std::string_view library) {
  if (isNccl(library)) return kNccl;
  if (library == "mpich") return "MPICH's control variables";
  if (library == "gloo") return "gloo/*.cc";
  return "Open MPI, coll_tuned_decision_fixed.c";
}

}  // namespace

void explainCollectives(const Scenario& s, const NetworkCosts& net, const Outcome& o, Terms& out) {
  const Workload& w = s.workload;
  const std::string_view library = collectiveLibrary(s);
  const bool tuner = isNccl(library) && s.plan.collective_form == "tuner";
  for (const CollectiveOutcome& x : o.collectives) {
    const std::string what = fmt::format("{} of {}", name(x.operation), showBytes(x.bytes));
    out.add("communication", fmt::format("{} ({})", what, name(x.algorithm)), x.time_s, "s", fmt::format("{} ranks, busbw {}", x.ranks, showBytesPerSecond(x.busbw)), kForms);
    const int perNode = x.ranks > s.machine.nodes ? s.machine.node.accelerators : 1;
    const int nodes = std::max(1, x.ranks / perNode);
    if (w.algorithm == Algorithm::Auto && library.empty())
      out.add("communication", what + ": chosen", kUnknown, "", fmt::format("{}: the quickest of ring, double-binary-tree and halving-doubling, as workload.step_latency stands for no library", name(x.algorithm)), "");
    else if (w.algorithm == Algorithm::Auto)
      out.add("communication", what + ": chosen", kUnknown, "", fmt::format("{} by {}", name(x.algorithm), library), source(library).data());
    if (isNccl(library)) {
      const NcclChoice c = ncclChoice(x.operation, x.ranks, nodes, x.bytes, net.nccl);
      out.add("communication", what + (tuner ? ": tuner" : ": the tuner's own estimate"), c.time_s, "s",
              fmt::format("{} / {}: {} + bytes / {}", name(c.algorithm), name(c.protocol), showSeconds(c.latency_s), showBytesPerSecond(c.bytes_per_s)), kNccl, {"machine.node.fabric.bandwidth"});
    } else if (net.sockets && !library.empty()) {
      const MpiTime t = mpiTime(mpiSchedule(x.operation, x.algorithm, nodes, x.bytes), nodes, net.shaped, net.mpi);
      out.add("communication", what + ": messages on the cores", t.latency_s, "s", fmt::format("{} a message", showSeconds(net.mpi.message_s)), "core/model/mpi_links.h", {"machine.node.mpi"});
      out.add("communication", what + ": links", t.network_s, "s", fmt::format("eager to {}; longer ones ask first, and pairs exchange one way after the other", showBytes(net.mpi.eager_bytes)), "core/model/mpi_links.h", {"machine.node.mpi"});
      out.add("communication", what + ": bytes on the cores", t.cpu_s, "s", "joins the links' time as (a^6 + b^6)^(1/6)", "core/model/mpi_links.h", {"machine.node.mpi"});
    }
    if (const double reduced = net.reduce_s * reducedBytes(x.operation, x.algorithm, nodes, x.bytes); reduced > 0 && !isNccl(library))
      out.add("communication", what + ": additions on the CPU", reduced, "s", fmt::format("{} threads a rank, memory shared by the node's ranks", s.plan.reduction_threads), "3 B of memory a byte", {"machine.node.mpi"});
  }
}

}  // namespace weir::model
