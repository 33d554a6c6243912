#include "core/formats/chakra/schema.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weir::chakra {
namespace {

constexpr std::array<std::string_view, 11> kTypes{"INVALID_NODE",   "METADATA_NODE",  "MEM_LOAD_NODE",  "MEM_STORE_NODE",
                                                  "COMP_NODE",      "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE",
                                                  "STORAGE_NODE",   "BATCH_NODE",     "CHECKPOINT_NODE"};
struct Collective {
  std::string_view name;
  Operation operation;
};
constexpr std::array<Collective, 10> kCollectives{{{"ALL_REDUCE", Operation::AllReduce},
                                                   {"REDUCE", Operation::Reduce},
                                                   {"ALL_GATHER", Operation::AllGather},
                                                   {"GATHER", Operation::Gather},
                                                   {"SCATTER", Operation::Scatter},
                                                   {"BROADCAST", Operation::Broadcast},
                                                   {"ALL_TO_ALL", Operation::AllToAll},
                                                   {"REDUCE_SCATTER", Operation::ReduceScatter},
                                                   {"REDUCE_SCATTER_BLOCK", Operation::ReduceScatter},
                                                   {"BARRIER", Operation::Barrier}}};
constexpr std::array<std::string_view, 33> kValues{
    "",          "",           "",         "double",        "double list", "float",        "float list",  "int32",         "int32 list",
    "int64",     "int64 list", "uint32",   "uint32 list",   "uint64",      "uint64 list",  "sint32",      "sint32 list",   "sint64",
    "sint64 list", "fixed32",  "fixed32 list", "fixed64",   "fixed64 list", "sfixed32",    "sfixed32 list", "sfixed64",    "sfixed64 list",
    "bool",      "bool list",  "string",   "string list",   "bytes",       "bytes list"};
constexpr std::array<std::pair<std::string_view, unsigned>, 20> kUsual{{{"comm_size", kInt64},
                                                                        {"comm_type", kInt64},
                                                                        {"comm_priority", kInt32},
                                                                        {"comm_src", kInt32},
                                                                        {"comm_dst", kInt32},
                                                                        {"comm_tag", kInt32},
                                                                        {"is_cpu_op", kBool},
                                                                        {"num_ops", kInt64},
                                                                        {"tensor_size", kUint64},
                                                                        {"runtime", kInt64},
                                                                        {"involved_dim", kBool + 1},
                                                                        {"pg_name", kString},
                                                                        {"comm_group", kString},
                                                                        {"op_schema", kString},
                                                                        {"rf_id", kInt64},
                                                                        {"fw_parent", kInt64},
                                                                        {"seq_id", kInt64},
                                                                        {"scope", kInt64},
                                                                        {"tid", kInt64},
                                                                        {"fw_tid", kInt64}}};

}  // namespace

std::string_view typeName(int type) { return type >= 0 && type < static_cast<int>(kTypes.size()) ? kTypes[static_cast<std::size_t>(type)] : ""; }
std::optional<int> typeFromName(std::string_view text) {
  const auto* it = std::find(kTypes.begin(), kTypes.end(), text);
  if (it == kTypes.end()) return std::nullopt;
  return static_cast<int>(it - kTypes.begin());
}

Operation operationOf(std::int64_t commType) {
  return commType >= 0 && commType < static_cast<std::int64_t>(kCollectives.size()) ? kCollectives[static_cast<std::size_t>(commType)].operation
                                                                                    : Operation::Unknown;
}
std::optional<std::int64_t> commTypeOf(Operation op) {
  for (std::size_t i = 0; i < kCollectives.size(); ++i)
    if (kCollectives[i].operation == op) return static_cast<std::int64_t>(i);
  return std::nullopt;
}
std::optional<std::int64_t> commTypeFromName(std::string_view text) {
  for (std::size_t i = 0; i < kCollectives.size(); ++i)
    if (kCollectives[i].name == text) return static_cast<std::int64_t>(i);
  return std::nullopt;
}

std::string_view valueName(unsigned field) { return field < kValues.size() ? kValues[field] : ""; }
std::optional<unsigned> valueFromName(std::string_view text) {
  for (unsigned i = 3; i < kValues.size(); ++i)
    if (kValues[i] == text) return i;
  return std::nullopt;
}
std::optional<unsigned> usualValue(std::string_view attribute) {
  for (const auto& [name, field] : kUsual)
    if (name == attribute) return field;
  return std::nullopt;
}

}  // namespace weir::chakra
