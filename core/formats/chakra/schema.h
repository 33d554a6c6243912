// The words and numbers of Chakra's schema (et_def.proto of mlcommons/chakra): kinds of nodes, of collectives, of values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/run/run.h"

namespace weir::chakra {

enum NodeType : int {
  kInvalid = 0, kMetadata, kMemLoad, kMemStore, kComp, kSend, kRecv, kColl, kStorage, kBatch, kCheckpoint
};
[[nodiscard]] std::string_view typeName(int type);                          // "COMP_NODE"; "" when the schema has none
[[nodiscard]] std::optional<int> typeFromName(std::string_view text);
[[nodiscard]] Operation operationOf(std::int64_t commType);                 // Unknown when the schema has none
[[nodiscard]] std::optional<std::int64_t> commTypeOf(Operation op);
[[nodiscard]] std::optional<std::int64_t> commTypeFromName(std::string_view text);  // "ALL_REDUCE"

// Fields of AttributeProto's oneof: even numbers from 4 are lists of the type before.
enum ValueField : unsigned {
  kDouble = 3, kFloat = 5, kInt32 = 7, kInt64 = 9, kUint32 = 11, kUint64 = 13, kSint32 = 15, kSint64 = 17, kFixed32 = 19,
  kFixed64 = 21, kSfixed32 = 23, kSfixed64 = 25, kBool = 27, kString = 29, kBytes = 31
};
[[nodiscard]] std::string_view valueName(unsigned field);                   // "int64", "int64 list"; "" when there is none
[[nodiscard]] std::optional<unsigned> valueFromName(std::string_view text);
// The type that chakra's own feeder and converter give a well-known attribute.
[[nodiscard]] std::optional<unsigned> usualValue(std::string_view attribute);

}  // namespace weir::chakra
