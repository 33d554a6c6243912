#include "core/formats/otf2/words.h"

#include <otf2/otf2.h>

#include <array>
#include <cctype>
#include <string>

namespace weir::otf2 {

std::string_view paradigmName(std::uint64_t paradigm) {
  static constexpr std::array<std::string_view, 25> names{
      "unknown", "user", "compiler", "OpenMP", "MPI", "CUDA", "measurement system", "pthread", "HMPP", "OmpSs", "hardware", "GASPI", "UPC",
      "SHMEM", "WinThread", "QtThread", "ACEThread", "TBB", "OpenACC", "OpenCL", "MTAPI", "sampling", "none", "HIP", "Kokkos"};
  return paradigm < names.size() ? names[paradigm] : "unknown";
}

Activity activityOf(std::uint64_t role, std::uint64_t paradigm, std::string_view name, bool stream) {
  const bool messages = paradigm == OTF2_PARADIGM_MPI || paradigm == OTF2_PARADIGM_SHMEM || paradigm == OTF2_PARADIGM_GASPI || paradigm == OTF2_PARADIGM_UPC;
  switch (role) {
    case OTF2_REGION_ROLE_COLL_ONE2ALL:
    case OTF2_REGION_ROLE_COLL_ALL2ONE:
    case OTF2_REGION_ROLE_COLL_ALL2ALL:
    case OTF2_REGION_ROLE_COLL_OTHER:
    case OTF2_REGION_ROLE_POINT2POINT:
    case OTF2_REGION_ROLE_RMA: return Activity::Communication;
    case OTF2_REGION_ROLE_BARRIER: return messages ? Activity::Communication : Activity::Wait;
    case OTF2_REGION_ROLE_IMPLICIT_BARRIER:
    case OTF2_REGION_ROLE_TASK_WAIT:
    case OTF2_REGION_ROLE_THREAD_WAIT: return Activity::Wait;
    case OTF2_REGION_ROLE_DATA_TRANSFER: return Activity::Copy;
    case OTF2_REGION_ROLE_FILE_IO: return Activity::DataLoad;
    case OTF2_REGION_ROLE_FILE_IO_METADATA: return Activity::DataLoad;
    case OTF2_REGION_ROLE_ARTIFICIAL: return Activity::Annotation;
    default: break;
  }
  if (stream) {
    std::string low(name);
    for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (low.find("nccl") != std::string::npos || low.find("rccl") != std::string::npos) return Activity::Communication;
    if (low.find("memcpy") != std::string::npos || low.find("memset") != std::string::npos) return Activity::Copy;
    return Activity::Compute;
  }
  if (messages) {  // older writers give calls of the library no role
    const bool wait = name.find("Wait") != std::string_view::npos || name.find("wait") != std::string_view::npos;
    static constexpr std::array<std::string_view, 16> moves{"Send", "send", "Recv", "recv", "cast", "educe", "ather", "catter",
                                                            "lltoall", "arrier", "Put", "Get_acc", "Rget", "Rput", "Sendrecv", "Probe"};
    if (wait) return Activity::Communication;
    for (const std::string_view m : moves)
      if (name.find(m) != std::string_view::npos) return Activity::Communication;
  }
  return Activity::Host;
}

bool computesIfLeaf(std::uint64_t role, std::uint64_t paradigm) {
  const bool code = paradigm == OTF2_PARADIGM_USER || paradigm == OTF2_PARADIGM_COMPILER || paradigm == OTF2_PARADIGM_OPENMP ||
                    paradigm == OTF2_PARADIGM_SAMPLING || paradigm == OTF2_PARADIGM_KOKKOS || paradigm == OTF2_PARADIGM_UNKNOWN;
  switch (role) {
    case OTF2_REGION_ROLE_UNKNOWN:
    case OTF2_REGION_ROLE_FUNCTION:
    case OTF2_REGION_ROLE_LOOP:
    case OTF2_REGION_ROLE_CODE:
    case OTF2_REGION_ROLE_PARALLEL:
    case OTF2_REGION_ROLE_SECTION:
    case OTF2_REGION_ROLE_WORKSHARE:
    case OTF2_REGION_ROLE_SINGLE_SBLOCK:
    case OTF2_REGION_ROLE_MASTER:
    case OTF2_REGION_ROLE_TASK:
    case OTF2_REGION_ROLE_TASK_UNTIED: return code;
    default: return false;
  }
}

Operation operationOf(std::uint64_t collective) {
  switch (collective) {
    case OTF2_COLLECTIVE_OP_BARRIER: return Operation::Barrier;
    case OTF2_COLLECTIVE_OP_BCAST: return Operation::Broadcast;
    case OTF2_COLLECTIVE_OP_GATHER:
    case OTF2_COLLECTIVE_OP_GATHERV: return Operation::Gather;
    case OTF2_COLLECTIVE_OP_SCATTER:
    case OTF2_COLLECTIVE_OP_SCATTERV: return Operation::Scatter;
    case OTF2_COLLECTIVE_OP_ALLGATHER:
    case OTF2_COLLECTIVE_OP_ALLGATHERV: return Operation::AllGather;
    case OTF2_COLLECTIVE_OP_ALLTOALL:
    case OTF2_COLLECTIVE_OP_ALLTOALLV:
    case OTF2_COLLECTIVE_OP_ALLTOALLW: return Operation::AllToAll;
    case OTF2_COLLECTIVE_OP_ALLREDUCE: return Operation::AllReduce;
    case OTF2_COLLECTIVE_OP_REDUCE: return Operation::Reduce;
    case OTF2_COLLECTIVE_OP_REDUCE_SCATTER:
    case OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK: return Operation::ReduceScatter;
    default: return Operation::Unknown;
  }
}

std::string_view collectiveName(std::uint64_t collective) {
  static constexpr std::array<std::string_view, 23> names{
      "Barrier", "Bcast", "Gather", "Gatherv", "Scatter", "Scatterv", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw", "Allreduce",
      "Reduce", "Reduce_scatter", "Scan", "Exscan", "Reduce_scatter_block", "create handle", "destroy handle", "allocate", "deallocate",
      "create handle and allocate", "destroy handle and deallocate"};
  return collective < names.size() ? names[collective] : "collective";
}

std::int64_t inputBytes(std::uint64_t collective, std::uint64_t sent, std::uint64_t received, std::uint64_t ranks, bool counted) {
  const auto whole = [](std::uint64_t n) { return n < (std::uint64_t{1} << 62) ? static_cast<std::int64_t>(n) : kUnknownBytes; };
  switch (collective) {
    case OTF2_COLLECTIVE_OP_BARRIER: return 0;
    case OTF2_COLLECTIVE_OP_BCAST:
      if (received > 0) return whole(received);
      return whole(counted && ranks > 0 && sent % ranks == 0 ? sent / ranks : sent);
    case OTF2_COLLECTIVE_OP_SCATTER:
    case OTF2_COLLECTIVE_OP_SCATTERV: return whole(sent > 0 ? sent : received);
    case OTF2_COLLECTIVE_OP_ALLREDUCE:
    case OTF2_COLLECTIVE_OP_ALLGATHER:
    case OTF2_COLLECTIVE_OP_ALLGATHERV:
      // n times the input, or n-1 times when in place.
      if (!counted || ranks == 0) return whole(sent);
      if (sent % ranks == 0) return whole(sent / ranks);
      return ranks > 1 && sent % (ranks - 1) == 0 ? whole(sent / (ranks - 1)) : kUnknownBytes;
    default: return whole(sent);
  }
}

}  // namespace weir::otf2
