#include "core/formats/smpi_ti/actions.h"

#include <array>
#include <cmath>
#include <string>

namespace weir::smpi_ti {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Action::Count)> kNames{
    "init", "finalize", "compute", "sleep", "location", "send", "isend", "recv", "irecv", "sendrecv", "wait", "waitall", "test", "testall", "comm_size", "comm_split",
    "comm_dup", "barrier", "bcast", "reduce", "allreduce", "alltoall", "alltoallv", "gather", "gatherv", "allgather", "allgatherv", "scatter", "scatterv",
    "reducescatter", "scan", "exscan", "migration"};

std::int64_t bytesOf(double count, std::optional<std::int64_t> size) {
  const double b = size ? count * static_cast<double>(*size) : -1;
  return b >= 0 && b < 9e18 ? static_cast<std::int64_t>(b) : kUnknownBytes;
}
double sum(std::span<const double> v) {
  double s = 0;
  for (const double x : v) s += x;
  return s;
}

}  // namespace

std::string_view name(Action a) { return kNames[static_cast<std::size_t>(a)]; }

std::optional<Action> actionFrom(std::string_view word) {
  if (word.empty() || word.size() > 24) return std::nullopt;
  std::string plain;
  for (const char c : word)
    if (c != '_') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    std::size_t k = 0;
    bool same = true;
    for (const char c : kNames[i])
      if (c != '_' && (k >= plain.size() || plain[k++] != c)) same = false;
    if (same && k == plain.size()) return static_cast<Action>(i);
  }
  return std::nullopt;
}

Operation operationOf(Action a) {
  switch (a) {
    case Action::Barrier: return Operation::Barrier;
    case Action::Bcast: return Operation::Broadcast;
    case Action::Reduce: return Operation::Reduce;
    case Action::AllReduce: return Operation::AllReduce;
    case Action::AllToAll:
    case Action::AllToAllV: return Operation::AllToAll;
    case Action::Gather:
    case Action::GatherV: return Operation::Gather;
    case Action::AllGather:
    case Action::AllGatherV: return Operation::AllGather;
    case Action::Scatter:
    case Action::ScatterV: return Operation::Scatter;
    case Action::ReduceScatter: return Operation::ReduceScatter;
    default: return Operation::Unknown;
  }
}

bool isCollective(Action a) { return operationOf(a) != Operation::Unknown || a == Action::Scan || a == Action::ExScan; }
bool isSend(Action a) { return a == Action::Send || a == Action::Isend; }
bool isReceive(Action a) { return a == Action::Recv || a == Action::Irecv; }

std::optional<std::int64_t> sizeOfType(double id) {
  // double int char short | long float byte | long long, signed/unsigned char, unsigned short/int/long/long long |
  // long double wchar bool | int8..64 uint8..64 | complex float/double/long double | aint offset | pairs | Fortran's
  static constexpr std::array<std::int8_t, 55> sizes{8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16, 32, 8,
                                                     8, 8, 16, 16, 8, 8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 32, 1, 2, 4, 8, 16, 32, 0, 0, 1, 8};
  if (!(id >= 0 && id < static_cast<double>(sizes.size())) || id != std::floor(id) || sizes[static_cast<std::size_t>(id)] == 0) return std::nullopt;
  return sizes[static_cast<std::size_t>(id)];
}

Collective collective(Action a, std::span<const double> args, std::int32_t rank, std::int32_t size, std::int64_t byDefault) {
  const std::size_t n = args.size();
  const auto type = [&](std::size_t i) { return i < n ? sizeOfType(args[i]) : std::optional(byDefault); };
  const auto p = static_cast<std::size_t>(size > 0 ? size : 0);
  Collective c;
  switch (a) {
    case Action::Barrier: c.bytes = 0; break;
    case Action::Bcast:
      if (n >= 1) c.bytes = bytesOf(args[0], type(2));  // size root type
      break;
    case Action::Reduce:
      if (n >= 2) c = {bytesOf(args[0], type(3)), args[1]};  // size flops root type
      break;
    case Action::AllReduce:
    case Action::Scan:
    case Action::ExScan:
      if (n >= 2) c = {bytesOf(args[0], type(2)), args[1]};  // size flops type
      break;
    case Action::AllToAll:
      // What goes to one rank, then what comes from one; the types.
      if (n >= 2 && size > 0) c.bytes = bytesOf(args[0] * size, type(2));
      break;
    case Action::AllGather:
      if (n >= 2) c.bytes = bytesOf(args[0], type(2));
      break;
    case Action::Gather:
      if (n >= 2) c.bytes = bytesOf(args[0], type(3));  // send receive root types
      break;
    case Action::Scatter:
      if (n >= 2) {
        const bool root = rank == (n > 2 ? static_cast<std::int32_t>(args[2]) : 0);
        c.bytes = root && size > 0 ? bytesOf(args[0] * size, type(3)) : bytesOf(args[1], n > 4 ? type(4) : type(3));
      }
      break;
    case Action::GatherV:
      if (n >= 1) c.bytes = bytesOf(args[0], p > 0 ? type(p + 2) : std::nullopt);  // send, receives, root, types
      break;
    case Action::AllGatherV:
      // send, receives [type, displacements | displacements | types].
      if (n >= 1) c.bytes = bytesOf(args[0], p > 0 && n > p + 1 && (n <= p + 3 || n > 2 * p + 1) ? type(p + 1) : std::optional(byDefault));
      break;
    case Action::ScatterV:
      if (p > 0 && n >= p + 1) {
        const bool root = rank == (n > p + 1 ? static_cast<std::int32_t>(args[p + 1]) : 0);
        c.bytes = root ? bytesOf(sum(args.first(p)), type(p + 2)) : bytesOf(args[p], type(p + 2));
      }
      break;
    case Action::ReduceScatter:
      if (p > 0 && n >= p + 1) c = {bytesOf(sum(args.first(p)), type(p + 1)), args[p]};
      break;
    case Action::AllToAllV:
      // Buffer, counts out, buffer, counts in, types.
      if (p > 0 && n >= 2 * p + 2) c.bytes = bytesOf(sum(args.subspan(1, p)), type(2 * p + 2));
      break;
    default: break;
  }
  return c;
}

}  // namespace weir::smpi_ti
