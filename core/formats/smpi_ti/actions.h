// Actions of SMPI's time-independent traces: what there is, and how many bytes each moves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/run/run.h"

namespace weir::smpi_ti {

enum class Action : std::uint8_t {
  Init, Finalize, Compute, Sleep, Location, Send, Isend, Recv, Irecv, Sendrecv, Wait, Waitall, Test, Testall, CommSize, CommSplit, CommDup, Barrier, Bcast, Reduce,
  AllReduce, AllToAll, AllToAllV, Gather, GatherV, AllGather, AllGatherV, Scatter, ScatterV, ReduceScatter, Scan, ExScan, MigrationStart, Count
};
[[nodiscard]] std::string_view name(Action a);                          // "allreduce"
[[nodiscard]] std::optional<Action> actionFrom(std::string_view word);  // any case, with underscores or without
[[nodiscard]] Operation operationOf(Action a);                          // Unknown for what is no collective
[[nodiscard]] bool isCollective(Action a);
[[nodiscard]] bool isSend(Action a);
[[nodiscard]] bool isReceive(Action a);

// Bytes of one element of SMPI's datatype number (simgrid: src/smpi/mpi/smpi_datatype.cpp), nullopt unknown.
[[nodiscard]] std::optional<std::int64_t> sizeOfType(double id);

struct Collective {
  std::int64_t bytes = kUnknownBytes;  // the input of this rank
  double flops = 0;                    // of the reduction
};
// `size` of the communicator, -1 unknown; `byDefault` bytes an element where no datatype is given.
[[nodiscard]] Collective collective(Action a, std::span<const double> args, std::int32_t rank, std::int32_t size, std::int64_t byDefault);

}  // namespace weir::smpi_ti
