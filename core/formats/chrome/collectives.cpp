#include "core/formats/chrome/collectives.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/formats/chrome/kineto.h"
#include "core/formats/chrome/text.h"

namespace weir::chrome {
namespace {

std::optional<std::int64_t> integerMember(std::string_view args, std::string_view key) {
  const auto text = memberOf(args, key);
  return text ? integerOf(*text) : std::nullopt;
}

// Kernels whose names do not tell the collective ("SendRecv" is how NCCL does an all-to-all) by the "nccl:..." range on
// the host in which the call that launched them stands.
class Launches {
 public:
  explicit Launches(const Events& e) : events_(e) {
    const Slices& s = e.slices;
    std::vector<std::int8_t> isRange(e.names.size(), -1);
    for (std::size_t i = 0; i < s.size(); ++i) {
      std::int8_t& known = isRange[s.name[i]];
      if (known < 0) known = e.names.text(s.name[i]).starts_with("nccl:") ? 1 : 0;
      if (known == 1) ranges_.push_back({e.thread[i], s.start[i], s.endOf(i), s.name[i]});
    }
    std::sort(ranges_.begin(), ranges_.end(),
              [](const Range& a, const Range& b) { return a.thread != b.thread ? a.thread < b.thread : a.start < b.start; });
    if (ranges_.empty()) return;
    std::vector<std::int8_t> isHost(e.names.size(), -1);
    for (std::size_t i = 0; i < s.size(); ++i) {
      std::int8_t& known = isHost[s.category[i]];
      if (known < 0) known = categoryOf(e.names.text(s.category[i])) == Category::Host ? 1 : 0;
      if (known != 1) continue;
      const auto correlation = integerMember(e.args({s.args[i], s.argsSize[i]}), "correlation");
      if (correlation) launch_.try_emplace(*correlation, i);
    }
  }

  [[nodiscard]] Operation operationOf(std::int64_t correlation) const {
    const auto it = launch_.find(correlation);
    if (it == launch_.end()) return Operation::Unknown;
    const std::size_t i = it->second;
    const ThreadIndex thread = events_.thread[i];
    const std::int64_t start = events_.slices.start[i];
    auto range = std::upper_bound(ranges_.begin(), ranges_.end(), start, [&](std::int64_t v, const Range& r) {
      return thread != r.thread ? thread < r.thread : v < r.start;
    });
    if (range == ranges_.begin()) return Operation::Unknown;
    --range;
    if (range->thread != thread || range->end < start) return Operation::Unknown;
    return collectiveFromName(events_.names.text(range->name)).operation;
  }

 private:
  struct Range {
    ThreadIndex thread;
    std::int64_t start, end;
    NameId name;
  };
  const Events& events_;
  std::vector<Range> ranges_;
  std::unordered_map<std::int64_t, std::size_t> launch_;
};

// Members of the named process groups, from distributedInfo's pg_config.
std::unordered_map<std::string, std::vector<std::int32_t>> namedGroups(std::string_view distributedInfo) {
  std::unordered_map<std::string, std::vector<std::int32_t>> groups;
  const auto config = memberOf(distributedInfo, "pg_config");
  if (!config) return groups;
  for (std::size_t at = config->find('{'); at != std::string_view::npos; at = config->find('{', at + 1)) {
    const std::string_view object = config->substr(at);
    const auto name = memberOf(object, "pg_name");
    const auto ranks = memberOf(object, "ranks");
    bool cut = false;
    if (name && ranks) groups[std::string(*name)] = integersOf(*ranks, cut);
    if (cut) groups.erase(std::string(*name));
  }
  return groups;
}

}  // namespace

void addCollectives(const Events& events, const std::vector<Communication>& communication, RunBuilder& builder, Places& places) {
  const Slices& s = events.slices;
  const auto groups = namedGroups(events.distributedInfo);
  std::optional<Launches> launches;
  for (const Communication& c : communication) {
    const std::string_view name = events.names.text(s.name[c.slice]);
    const std::string_view args = events.args({s.args[c.slice], s.argsSize[c.slice]});
    NamedCollective named = collectiveFromName(name);
    CollectiveCall call;
    call.operation = named.operation;
    call.rank = c.rank;
    call.slice = c.slice;
    call.start = s.start[c.slice];
    call.duration = s.duration[c.slice];
    if (!named.algorithm.empty()) call.algorithm = builder.intern(named.algorithm);
    if (const auto told = memberOf(args, "Algorithm")) call.algorithm = builder.intern(unescaped(*told));
    const auto word = memberOf(args, "Collective name");
    const Operation told = word ? operationFromWord(*word) : Operation::Unknown;
    if (told != Operation::Unknown) {
      call.operation = told;
    } else if (c.device && (call.operation == Operation::Unknown || call.operation == Operation::SendRecv)) {
      if (!launches) launches.emplace(events);
      const auto correlation = integerMember(args, "correlation");
      const Operation launched = correlation ? launches->operationOf(*correlation) : Operation::Unknown;
      if (launched != Operation::Unknown) call.operation = launched;
    }
    // The second names are those of NCCL's own profiler.
    auto elements = integerMember(args, "In msg nelems");
    if (!elements) elements = integerMember(args, "Count");
    auto type = memberOf(args, "dtype");
    if (!type) type = memberOf(args, "Datatype");
    const int size = type ? bytesOfType(*type) : -1;
    if (elements && *elements >= 0 && size > 0 && *elements < INT64_MAX / 16)
      call.bytes = *elements * size;
    else if (elements && type)
      places.noteAs("data type of unknown size", *type);
    if (const auto n = integerMember(args, "Group size"); n && *n > 0 && *n < INT32_MAX)
      call.groupSize = static_cast<std::int32_t>(*n);

    std::vector<std::int32_t> members;
    if (const auto ranks = memberOf(args, "Process Group Ranks")) {
      bool cut = false;
      members = integersOf(*ranks, cut);
      // Long lists are abbreviated ("[0, 1, ...]"): then the group's name, or start and stride, may still tell.
      if (cut || (call.groupSize > 0 && members.size() != static_cast<std::size_t>(call.groupSize))) members.clear();
    }
    if (members.empty())
      if (const auto group = memberOf(args, "Process Group Name"))
        if (const auto it = groups.find(std::string(*group)); it != groups.end()) members = it->second;
    if (members.empty() && call.groupSize > 1) {
      const auto first = integerMember(args, "Global rank start");
      const auto stride = integerMember(args, "Global rank stride");
      if (first && stride && *first >= 0 && *stride > 0 && *first + *stride * (call.groupSize - 1) < INT32_MAX)
        for (std::int32_t k = 0; k < call.groupSize; ++k) members.push_back(static_cast<std::int32_t>(*first + *stride * k));
    }
    if (call.groupSize < 0 && !members.empty()) call.groupSize = static_cast<std::int32_t>(members.size());
    call.group = builder.group(members);
    builder.collective(call);
    if (!events.annex.empty()) continue;  // its transfers stand for themselves
    // A message that says between whom. Its receipt is the same message.
    const auto rank = integerMember(args, "Rank");
    const auto peer = integerMember(args, "Peer");
    if (rank && peer && *rank >= 0 && *peer >= 0 && *rank < INT32_MAX && *peer < INT32_MAX && name == "Send")
      builder.transfer(static_cast<std::int32_t>(*rank), static_cast<std::int32_t>(*peer), call.bytes, call.start, call.start + call.duration);
  }
}

}  // namespace weir::chrome
