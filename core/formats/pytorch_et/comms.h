// What a record_param_comms node says of its collective, and process_group:init of its groups.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/chakra/json_value.h"
#include "core/run/run.h"

namespace weir::pytorch_et {

struct Group {
  std::string name, description, backend;
  std::int32_t size = -1;
  std::vector<std::int32_t> ranks;  // empty = unknown
};

struct Call {
  std::string word;                    // "allreduce", "all_to_allv", "wait"
  Operation operation = Operation::Unknown;
  std::int64_t bytes = kUnknownBytes;  // of the inputs on this rank
  std::int32_t groupSize = -1;
  std::string group;                   // its name or backend id; "" unknown
  std::vector<std::int32_t> members;   // from first and stride, where recorded
  std::int32_t rankInGroup = -1;       // of the one who recorded, where the node says it
};

// The parts of a node in any schema. Values live as long as the node's JSON.
struct Parts {
  std::optional<chakra::JsonElement> inputs, shapes;  // lists: values and shapes
  std::optional<chakra::JsonObject> object;
  std::optional<chakra::JsonElement> attrs;           // list of {name, type, value}; none in 1.0.1
  [[nodiscard]] std::optional<chakra::JsonElement> attribute(std::string_view name) const;
};

// Nothing when the node names no call.
[[nodiscard]] std::optional<Call> readCall(const Parts& node);
// The groups in the text of a process_group:init node.
[[nodiscard]] std::vector<Group> readGroups(const Parts& node);
// Bytes of the tensors in a value, [id, storage, offset, elements, bytes of one, device] or lists of them; nothing when
// there is none.
[[nodiscard]] std::optional<std::int64_t> tensorBytes(const chakra::JsonElement& value, const std::optional<chakra::JsonElement>& shape);

}  // namespace weir::pytorch_et
