// The networks known by name. The shapes of transformers stand here because a file may name or spell them; the layers
// of all networks are built in core/model/networks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/workload.h"

namespace weir {

[[nodiscard]] std::vector<std::string> modelNames();  // "resnet-50", "vgg-16", "bert-large", "gpt", "gpt-small", ...
// The numbers that a network of core/scenario/known_networks.inc can be given, with its own values; none for other names.
struct NetworkNumber {
  std::string_view name;
  double value = 0;
  double most = 1e9;
};
[[nodiscard]] std::span<const NetworkNumber> networkNumbers(std::string_view network);
// One of them: as the model gives it, or the network's own. The name must be one of the network's.
[[nodiscard]] double networkNumber(const NetworkModel& m, std::string_view number);
// The shape behind "gpt", "gpt-small", "gpt-1.3b", ...; nothing for other names.
[[nodiscard]] std::optional<GptShape> gptShapeOf(std::string_view name);
[[nodiscard]] bool knownModel(std::string_view name);

}  // namespace weir
