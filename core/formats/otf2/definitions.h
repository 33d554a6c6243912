// What an OTF2 archive defines, as told by tell.cpp; ids as in the archive. Unknown ids find defaults.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/formats/otf2/wire.h"

namespace weir::otf2 {

using Values = std::span<const std::uint64_t>;

struct Region {
  std::uint64_t name = ~0ULL, role = 0, paradigm = 0;
};
struct LocationGroup {
  std::uint64_t name = ~0ULL, type = 0, node = ~0ULL, creator = ~0ULL;
};
struct LocationDef {
  std::uint64_t id = 0, name = ~0ULL, type = 0, events = 0, group = ~0ULL;
};
struct GroupDef {
  std::uint64_t type = 0, paradigm = 0;
  std::vector<std::uint64_t> members;
};
struct MetricMember {
  std::uint64_t name = ~0ULL, type = 0, mode = 0, valueType = 0, base = 0, unit = ~0ULL;
  std::int64_t exponent = 0;
};
struct IoHandle {
  std::uint64_t name = ~0ULL, file = ~0ULL, paradigm = 255;
};

class Definitions {
 public:
  // Whether the record was a definition.
  bool take(const Header& h, Values v, std::string_view text);
  // To be called once all are there: ranks of locations and communicators.
  void rank();

  [[nodiscard]] std::string_view text(std::uint64_t string) const {
    const auto it = strings_.find(string);
    return it == strings_.end() ? std::string_view() : it->second;
  }
  [[nodiscard]] Region region(std::uint64_t id) const { return get(regions_, id); }
  [[nodiscard]] std::uint64_t regionOfContext(std::uint64_t context) const { return get(contexts_, context, ~0ULL); }
  [[nodiscard]] LocationGroup locationGroup(std::uint64_t id) const { return get(locationGroups_, id); }
  [[nodiscard]] std::string nodeOf(std::uint64_t treeNode) const;  // name of the machine's node, "" unknown
  [[nodiscard]] std::int32_t rankOfGroup(std::uint64_t locationGroup) const { return get(rankOf_, locationGroup, -1); }
  // The world rank of `member` of a communicator (or of a window's), -1 unknown.
  [[nodiscard]] std::int32_t worldRank(std::uint64_t communicator, std::uint64_t member) const;
  [[nodiscard]] const std::vector<std::int32_t>& members(std::uint64_t communicator) const;  // world ranks; empty = unknown
  [[nodiscard]] std::uint64_t windowComm(std::uint64_t window) const { return get(windows_, window, ~0ULL); }
  [[nodiscard]] const std::vector<std::uint64_t>& metricMembers(std::uint64_t classOrInstance) const;
  [[nodiscard]] MetricMember metricMember(std::uint64_t id) const { return get(members_, id); }
  [[nodiscard]] std::string_view parameter(std::uint64_t id) const { return text(get(parameters_, id, ~0ULL)); }
  [[nodiscard]] IoHandle handle(std::uint64_t id) const { return get(handles_, id); }
  [[nodiscard]] std::string_view fileName(std::uint64_t file) const { return text(get(files_, file, ~0ULL)); }
  [[nodiscard]] std::string_view ioParadigm(std::uint64_t id) const { return text(get(ioParadigms_, id, ~0ULL)); }
  [[nodiscard]] std::string_view marker(std::uint64_t id) const {
    const auto it = markers_.find(id);
    return it == markers_.end() ? std::string_view() : it->second;
  }

  std::vector<LocationDef> locations;
  std::uint64_t resolution = 0, offset = 0, length = 0, realTime = ~0ULL;
  std::int32_t worldSize = -1;
  bool ranksByOrder = false;  // nothing says ranks: numbered as the processes are defined
  std::size_t regions() const { return regions_.size(); }
  std::size_t communicators() const { return communicators_.size(); }

 private:
  template <class T>
  static T get(const std::unordered_map<std::uint64_t, T>& map, std::uint64_t id, std::type_identity_t<T> otherwise = {}) {
    const auto it = map.find(id);
    return it == map.end() ? otherwise : it->second;
  }
  std::unordered_map<std::uint64_t, std::string> strings_;
  std::unordered_map<std::uint64_t, Region> regions_;
  std::unordered_map<std::uint64_t, std::uint64_t> contexts_, windows_, parameters_, files_, ioParadigms_, instances_;
  std::unordered_map<std::uint64_t, LocationGroup> locationGroups_;
  std::vector<std::uint64_t> locationGroupOrder_;
  std::unordered_map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> nodes_;  // name, parent
  std::unordered_map<std::uint64_t, GroupDef> groups_;
  std::unordered_map<std::uint64_t, std::uint64_t> communicators_;  // to its group
  std::unordered_map<std::uint64_t, std::vector<std::int32_t>> ranks_;  // of a communicator
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> classes_;
  std::unordered_map<std::uint64_t, MetricMember> members_;
  std::unordered_map<std::uint64_t, IoHandle> handles_;
  std::unordered_map<std::uint64_t, std::string> markers_;
  std::unordered_map<std::uint64_t, std::int32_t> rankOf_;
};

}  // namespace weir::otf2
