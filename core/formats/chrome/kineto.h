// What the words of a trace mean: categories, names of kernels, of collectives, of data types. No events, no files here;
// everything the program knows of PyTorch's, NCCL's and other libraries' naming stands in kineto.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/run/run.h"

namespace weir::chrome {

// What a category ("cat") says of a slice, before its name is looked at.
enum class Category : std::uint8_t {
  Kernel,    // on an accelerator: computing or communicating, by name
  Memory,    // copies and sets on an accelerator
  Operator,  // "cpu_op"
  Host,      // runtime calls, Python functions
  Annotation,
  Synchronise,  // waiting, whatever the name
  Communication,
  DataLoad,
  Io,
  Compute,
  Checkpoint,
  Other,  // unknown: the name decides
};
[[nodiscard]] Category categoryOf(std::string_view text);

[[nodiscard]] Activity activityOf(Category category, std::string_view name);
// By both words as they stand in the file: where the name says nothing, the category's own words may.
[[nodiscard]] Activity activityOfWords(std::string_view category, std::string_view name);

// Stands on an accelerator's stream.
[[nodiscard]] inline bool onDevice(Category c) { return c == Category::Kernel || c == Category::Memory; }
// Categories only PyTorch's profiler writes.
[[nodiscard]] bool onlyKineto(std::string_view category);

// NCCL, RCCL, MSCCL, HCCL, oneCCL, gloo, MPI: a kernel or call that moves data between ranks.
[[nodiscard]] bool namesCommunication(std::string_view name);

struct NamedCollective {
  Operation operation = Operation::Unknown;
  std::string algorithm;  // "ring", "tree", ...; empty = the name does not tell
};
// "ncclKernel_AllReduce_RING_LL_Sum_float(...)", "nccl:all_to_all", "gloo:all_reduce", "ncclDevKernel_SendRecv(...)".
[[nodiscard]] NamedCollective collectiveFromName(std::string_view name);
// "allreduce", "_allgather_base", "all_to_allv", "reduce_scatter_tensor_coalesced", "send 0->1".
[[nodiscard]] Operation operationFromWord(std::string_view word);

// Bytes of one element; -1 when the type is not known. "Float", "BFloat16", "long int", "c10::Half", "ncclFloat32".
[[nodiscard]] int bytesOfType(std::string_view dtype);

}  // namespace weir::chrome
