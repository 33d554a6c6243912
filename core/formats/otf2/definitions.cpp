#include "core/formats/otf2/definitions.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <cstring>

namespace weir::otf2 {
namespace {

std::vector<std::uint64_t> list(std::string_view text) {
  std::vector<std::uint64_t> v(text.size() / 8);
  if (!v.empty()) std::memcpy(v.data(), text.data(), v.size() * 8);
  return v;
}
constexpr std::uint64_t kUndefined32 = 0xffffffffU;
constexpr std::size_t kMaxRanks = 1U << 24;

}  // namespace

bool Definitions::take(const Header& h, Values v, std::string_view words) {
  const auto at = [&](std::size_t i) { return i < v.size() ? v[i] : 0; };
  switch (h.record) {
    case Record::Clock:
      resolution = at(0);
      offset = at(1);
      length = at(2);
      realTime = at(3);
      return true;
    case Record::String: strings_[at(0)] = words; return true;
    case Record::TreeNode: nodes_[at(0)] = {at(1), at(3)}; return true;
    case Record::LocationGroup:
      if (locationGroups_.try_emplace(at(0)).second) locationGroupOrder_.push_back(at(0));
      locationGroups_[at(0)] = {at(1), at(2), at(3), at(4)};
      return true;
    case Record::Location: locations.push_back({at(0), at(1), at(2), at(3), at(4)}); return true;
    case Record::Region: regions_[at(0)] = {at(1), at(4), at(5)}; return true;
    case Record::CallingContext: contexts_[at(0)] = at(1); return true;
    case Record::Group: groups_[at(0)] = {at(2), at(3), list(words)}; return true;
    case Record::Comm: communicators_[at(0)] = at(2); return true;
    case Record::InterComm: communicators_[at(0)] = at(3); return true;  // peers are members of the other group
    case Record::MetricMember:
      members_[at(0)] = {at(1), at(3), at(4), at(5), at(6), at(8), static_cast<std::int64_t>(at(7))};
      return true;
    case Record::MetricClass: classes_[at(0)] = list(words); return true;
    case Record::MetricInstance: instances_[at(0)] = at(1); return true;
    case Record::Parameter: parameters_[at(0)] = at(1); return true;
    case Record::RmaWin: windows_[at(0)] = at(2); return true;
    case Record::IoParadigm: ioParadigms_[at(0)] = at(1); return true;
    case Record::IoFile: files_[at(0)] = at(1); return true;
    case Record::IoHandle: handles_[at(0)] = {at(1), at(2), at(3)}; return true;
    case Record::MarkerDefinition: {
      std::string name(words);
      std::replace(name.begin(), name.end(), '\n', ' ');
      markers_[at(0)] = std::move(name);
      return true;
    }
    default: return false;
  }
}

std::string Definitions::nodeOf(std::uint64_t treeNode) const {
  const auto it = nodes_.find(treeNode);
  return it == nodes_.end() ? std::string() : std::string(text(it->second.first));
}

const std::vector<std::uint64_t>& Definitions::metricMembers(std::uint64_t metric) const {
  static const std::vector<std::uint64_t> none;
  auto it = classes_.find(metric);
  if (it == classes_.end()) it = classes_.find(get(instances_, metric, ~0ULL));
  return it == classes_.end() ? none : it->second;
}

void Definitions::rank() {
  // The members of COMM_LOCATIONS are the processes' first locations in the order of their world ranks.
  const GroupDef* world = nullptr;
  for (const auto& [id, g] : groups_)
    if (g.type == OTF2_GROUP_TYPE_COMM_LOCATIONS && (world == nullptr || g.paradigm == OTF2_PARADIGM_MPI)) {
      const bool process = g.paradigm == OTF2_PARADIGM_MPI || g.paradigm == OTF2_PARADIGM_SHMEM || g.paradigm == OTF2_PARADIGM_GASPI ||
                           g.paradigm == OTF2_PARADIGM_UPC;
      if (process) world = &g;
    }
  std::unordered_map<std::uint64_t, std::uint64_t> groupOf;
  for (const LocationDef& l : locations) groupOf[l.id] = l.group;
  if (world != nullptr && world->members.size() < kMaxRanks) {
    worldSize = static_cast<std::int32_t>(world->members.size());
    for (std::size_t i = 0; i < world->members.size(); ++i)
      if (const auto it = groupOf.find(world->members[i]); it != groupOf.end()) rankOf_.try_emplace(it->second, static_cast<std::int32_t>(i));
  } else {
    std::vector<std::uint64_t> processes;
    for (const std::uint64_t g : locationGroupOrder_)
      if (locationGroups_[g].type != OTF2_LOCATION_GROUP_TYPE_ACCELERATOR) processes.push_back(g);
    if (processes.size() > 1 && processes.size() < kMaxRanks) {
      ranksByOrder = true;
      for (std::size_t i = 0; i < processes.size(); ++i) rankOf_[processes[i]] = static_cast<std::int32_t>(i);
    }
  }
  for (const auto& [id, g] : locationGroups_)
    if (g.creator != kUndefined32 && g.creator != ~0ULL && !rankOf_.contains(id))
      if (const auto it = rankOf_.find(g.creator); it != rankOf_.end()) {
        const std::int32_t rank = it->second;
        rankOf_.emplace(id, rank);
      }
  for (const auto& [comm, group] : communicators_) {
    const auto it = groups_.find(group);
    if (it == groups_.end()) continue;
    std::vector<std::int32_t>& r = ranks_[comm];
    const GroupDef& g = it->second;
    for (const std::uint64_t m : g.members) {
      if (g.type == OTF2_GROUP_TYPE_COMM_GROUP) r.push_back(m < kMaxRanks ? static_cast<std::int32_t>(m) : -1);
      else r.push_back(get(rankOf_, get(groupOf, m, ~0ULL), -1));
    }
  }
}

std::int32_t Definitions::worldRank(std::uint64_t communicator, std::uint64_t member) const {
  const std::vector<std::int32_t>& r = members(communicator);
  if (!r.empty()) return member < r.size() ? r[member] : -1;
  return worldSize >= 0 && member < static_cast<std::uint64_t>(worldSize) ? static_cast<std::int32_t>(member) : -1;
}

const std::vector<std::int32_t>& Definitions::members(std::uint64_t communicator) const {
  static const std::vector<std::int32_t> none;
  const auto it = ranks_.find(communicator);
  return it == ranks_.end() ? none : it->second;
}

}  // namespace weir::otf2
