#include "core/model/known_network.h"

namespace weir::model {

double NetworkNumbers::operator()(std::string_view name) const {
  if (!given_.empty())
    if (const auto it = given_.find(std::string(name)); it != given_.end()) return it->second;
  for (const NetworkNumber& n : own_)
    if (n.name == name) return n.value;
  return 0;
}

std::optional<KnownNetwork> knownNetwork(const NetworkModel& m, double elementBytes) {
  using Build = KnownNetwork (*)(const NetworkNumbers&, double);
  struct Entry {
    std::string_view name;
    Build build;
  };
  static constexpr Entry kTable[]{
#define WEIR_NETWORK(name, build, ...) {name, build},
#include "core/scenario/known_networks.inc"
#undef WEIR_NETWORK
  };
  for (const Entry& e : kTable)
    if (e.name == m.name) return e.build(NetworkNumbers(m), elementBytes);
  return std::nullopt;
}

}  // namespace weir::model
