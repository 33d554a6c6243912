// What a network known by name is made of. Each function of the table in core/scenario/known_networks.inc builds one
// family; its file, networks_<family>.cpp, names the sources of its layers. Internal to this room.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/transformer.h"
#include "core/scenario/models.h"
#include "core/scenario/workload.h"

namespace weir::model {

struct KnownNetwork {
  std::vector<Layer> layers;
  std::optional<TransformerShape> transformer = {};  // instead of layers
  double sharded_parameters = 0;  // embedding tables spread over all ranks: held once, never averaged
  double exchanged_bytes = 0;     // sent to other ranks' samples by all-to-all, forward, one sample; backward sends as much
};

// The numbers of a network: as the scenario gives them, or its own.
class NetworkNumbers {
 public:
  explicit NetworkNumbers(const NetworkModel& m) : given_(m.numbers), own_(networkNumbers(m.name)) {}
  [[nodiscard]] double operator()(std::string_view name) const;

 private:
  const std::map<std::string, double>& given_;
  std::span<const NetworkNumber> own_;
};

#define WEIR_NETWORK(name, build, ...) KnownNetwork build(const NetworkNumbers& n, double elementBytes);
#include "core/scenario/known_networks.inc"
#undef WEIR_NETWORK

// Nothing for a name that is not in the table.
[[nodiscard]] std::optional<KnownNetwork> knownNetwork(const NetworkModel& m, double elementBytes);

}  // namespace weir::model
