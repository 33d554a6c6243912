// The networks known by name. The shapes of transformers stand here because a file may name or spell them; the layers
// of all networks are built in core/model/networks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/workload.h"

namespace weir {

[[nodiscard]] std::vector<std::string> modelNames();  // "resnet-50", "vgg-16", "bert-large", "gpt", "gpt-small", ...
// The shape behind "gpt", "gpt-small", "gpt-1.3b", ...; nothing for other names.
[[nodiscard]] std::optional<GptShape> gptShapeOf(std::string_view name);
[[nodiscard]] bool knownModel(std::string_view name);

}  // namespace weir
