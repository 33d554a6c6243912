// Which algorithm a library runs when nobody tells it: the fixed rules it ships, as facts.
//   Open MPI  coll_tuned_decision_fixed.c at commit 8efebee: by ranks and bytes of the whole message; commutative reductions
//   MPICH     thresholds of its control variables (CVAR_*_SHORT_MSG_SIZE etc.), as Thakur et al., IJHPCA 2005 describe them
//   gloo      gloo/*.cc: ring all-reduce (segmented), all-gather and reduce-scatter ring, binomial broadcast and reduce,
//             linear gather and scatter, pairwise all-to-all, dissemination barrier
// NCCL and RCCL weigh costs instead: core/model/nccl_tuner.h. Pure; any thread; no allocation; tens of ns.
#pragma once

#include <string_view>

#include "core/base/collective.h"

namespace weir::model {

// "open-mpi" ("mpi" means it too), "mpich", "gloo". Any other word: Auto, nothing is known. `bytes` as expandCollective counts
// them. The answer is one of runsAs(op, ., ranks): what is said runs.
[[nodiscard]] Algorithm libraryChoice(std::string_view library, CollectiveOp op, int ranks, double bytes);

[[nodiscard]] bool isNccl(std::string_view library);  // nccl, rccl

}  // namespace weir::model
