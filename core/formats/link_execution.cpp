#include "core/formats/link_execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/formats/link_sequence.h"
#include "core/run/builder.h"

namespace weir {
namespace {

constexpr SliceIndex kNone = std::numeric_limits<SliceIndex>::max();

// The whole number behind "key" in a JSON object's text, which may be quoted; -1 when there is none.
std::int64_t numberOf(std::string_view args, std::string_view quotedKey) {
  std::size_t at = args.find(quotedKey);
  if (at == std::string_view::npos) return -1;
  at += quotedKey.size();
  while (at < args.size() && (args[at] == ' ' || args[at] == ':' || args[at] == '"')) ++at;
  std::int64_t v = 0;
  std::size_t digits = 0;
  for (; at < args.size() && args[at] >= '0' && args[at] <= '9' && digits < 18; ++at, ++digits) v = v * 10 + (args[at] - '0');
  return digits == 0 ? -1 : v;
}

struct HostSlice {
  SliceIndex slice;
  TrackIndex track;
  std::int64_t record, external;
};
struct GraphedNode {
  SliceIndex slice;
  TrackIndex track;
  NameId name;  // of the profile's names; 0 = the profile has no such name
  std::int64_t record;
};

template <class Fn>
void eachSlice(const Run& run, const Fn& fn) {
  for (const Track& t : run.tracks)
    for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i) fn(t, run.rows[r].track, i);
}

std::vector<HostSlice> hostSlices(const Run& profile, std::int32_t rank) {
  std::vector<bool> operators(profile.names.size(), false);
  for (const std::string_view word : {"cpu_op", "user_annotation", "Operator"})
    if (const NameId id = profile.names.find(word)) operators[id] = true;
  std::vector<HostSlice> out;
  eachSlice(profile, [&](const Track& t, TrackIndex track, SliceIndex i) {
    if (t.kind != TrackKind::Thread || (rank != kUnknownRank && t.rank != rank) || !operators[profile.slices.category[i]]) return;
    const std::string_view args = profile.argsOf(i);
    out.push_back({i, track, numberOf(args, "\"Record function id\""), numberOf(args, "\"External id\"")});
  });
  return out;
}

struct Links {
  std::vector<SliceIndex> of;  // of each node of the execution trace: the profile's slice, or kNone
  std::uint64_t count = 0, otherName = 0;
  std::string_view by;
};

Links byNumber(const Run& profile, const std::vector<HostSlice>& host, const std::vector<GraphedNode>& nodes, std::int64_t HostSlice::*number) {
  std::unordered_map<std::int64_t, SliceIndex> slices;
  for (const HostSlice& h : host)
    if (h.*number > 0) slices.try_emplace(h.*number, h.slice);
  Links links;
  links.of.assign(nodes.size(), kNone);
  if (slices.empty()) return links;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (nodes[k].record <= 0) continue;
    const auto it = slices.find(nodes[k].record);
    if (it == slices.end()) continue;
    if (nodes[k].name == 0 || profile.slices.name[it->second] != nodes[k].name) {
      ++links.otherName;
      continue;
    }
    links.of[k] = it->second;
    ++links.count;
  }
  return links;
}

// Operators of each thread in the order they began; of the profile's threads that which fits best.
Links byOrder(const Run& profile, std::vector<HostSlice> host, const std::vector<GraphedNode>& nodes) {
  std::sort(host.begin(), host.end(), [&](const HostSlice& a, const HostSlice& b) {
    if (a.track != b.track) return a.track < b.track;
    if (a.external > 0 && b.external > 0 && a.external != b.external) return a.external < b.external;
    return std::pair(profile.slices.start[a.slice], -profile.slices.duration[a.slice]) <
           std::pair(profile.slices.start[b.slice], -profile.slices.duration[b.slice]);
  });
  std::map<TrackIndex, std::vector<std::uint32_t>> hostOf;
  for (std::uint32_t i = 0; i < host.size(); ++i) hostOf[host[i].track].push_back(i);
  std::map<TrackIndex, std::vector<std::uint32_t>> nodesOf;
  for (std::uint32_t k = 0; k < nodes.size(); ++k) nodesOf[nodes[k].track].push_back(k);
  Links links;
  links.of.assign(nodes.size(), kNone);
  for (const auto& [track, mine] : nodesOf) {
    std::vector<NameId> names;
    for (const std::uint32_t k : mine) names.push_back(nodes[k].name);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> best;
    const std::vector<std::uint32_t>* bestHost = nullptr;
    for (const auto& [hostTrack, theirs] : hostOf) {
      std::vector<NameId> other;
      for (const std::uint32_t i : theirs) other.push_back(profile.slices.name[host[i].slice]);
      auto pairs = alignNames(names, other);
      if (pairs.size() <= best.size()) continue;
      best = std::move(pairs);
      bestHost = &theirs;
    }
    if (best.size() * 2 < mine.size()) continue;
    for (const auto& [k, i] : best) links.of[mine[k]] = host[(*bestHost)[i]].slice;
    links.count += best.size();
  }
  return links;
}

// The run with other times for its slices, nested anew.
Run retimed(Run run, Column<std::int64_t> start, Column<std::int64_t> duration) {
  Column<TrackIndex> track(run.slices.size());
  for (const Row& row : run.rows)
    for (SliceIndex i = row.begin; i < row.end; ++i) track[i] = row.track;
  for (CollectiveCall& c : run.collectives) {
    c.start = start[c.slice];
    c.duration = duration[c.slice];
  }
  for (Track& t : run.tracks) t.firstRow = t.rowCount = 0;
  run.rows.clear();
  Slices slices = std::exchange(run.slices, {});
  TextColumn args = std::exchange(run.argsText, {});
  slices.start = std::move(start);
  slices.duration = std::move(duration);
  RunBuilder builder(run.format, run.truth);
  builder.run() = std::move(run);
  builder.adopt(std::move(slices), std::move(track), std::move(args));
  return builder.build();
}

std::uint32_t groupIn(Run& run, const std::vector<std::int32_t>& members) {
  if (members.empty()) return 0;
  const auto it = std::find(run.groups.begin(), run.groups.end(), members);
  if (it != run.groups.end()) return static_cast<std::uint32_t>(it - run.groups.begin());
  run.groups.push_back(members);
  return static_cast<std::uint32_t>(run.groups.size() - 1);
}

// Where on the host each of the profile's collectives was started: by the arrow of its launch, else by its external id.
class Starts {
 public:
  Starts(const Run& profile, const std::vector<HostSlice>& host) : profile_(profile) {
    const NameId launch = profile.names.find(kArrowLaunch);
    for (std::size_t a = 0; launch != 0 && a < profile.arrows.size(); ++a)
      if (profile.arrows.kind[a] == launch) launched_.try_emplace(profile.arrows.to[a], profile.arrows.from[a]);
    for (const HostSlice& h : host)
      if (h.external > 0) external_.try_emplace(h.external, h.slice);
  }
  [[nodiscard]] SliceIndex of(SliceIndex kernel) const {
    if (const auto it = launched_.find(kernel); it != launched_.end()) return it->second;
    const auto it = external_.find(numberOf(profile_.argsOf(kernel), "\"External id\""));
    return it == external_.end() ? kNone : it->second;
  }
  [[nodiscard]] TrackIndex trackOf(SliceIndex i) const { return profile_.rowOf(i).track; }

 private:
  const Run& profile_;
  std::unordered_map<SliceIndex, SliceIndex> launched_;
  std::unordered_map<std::int64_t, SliceIndex> external_;
};

struct Sized {
  std::uint64_t given = 0, unused = 0;
};

// Gives the profile's collectives what the calls of the execution trace, linked to host slices, say.
Sized giveSizes(const Run& et, Run& profile, std::int32_t rank, const std::vector<HostSlice>& host, const std::vector<SliceIndex>& sliceOf) {
  struct HostCall {
    TrackIndex track;
    std::int64_t start, end;
    const CollectiveCall* call;
    bool used = false;
  };
  const Starts starts(profile, host);
  std::vector<HostCall> calls;
  Sized sized;
  for (const CollectiveCall& c : et.collectives) {
    const SliceIndex i = sliceOf[c.slice];
    if (i == kNone) ++sized.unused;
    else calls.push_back({starts.trackOf(i), profile.slices.start[i], profile.slices.endOf(i), &c});
  }
  std::sort(calls.begin(), calls.end(), [](const HostCall& a, const HostCall& b) { return std::pair(a.track, a.start) < std::pair(b.track, b.start); });
  for (CollectiveCall& c : profile.collectives) {
    if (rank != kUnknownRank && c.rank != rank) continue;
    const SliceIndex from = starts.of(c.slice);
    if (from == kNone) continue;
    const TrackIndex track = starts.trackOf(from);
    const std::int64_t at = profile.slices.start[from];
    auto it = std::upper_bound(calls.begin(), calls.end(), std::pair(track, at), [](const auto& key, const HostCall& h) { return key < std::pair(h.track, h.start); });
    if (it == calls.begin()) continue;
    --it;
    if (it->track != track || it->end < at) continue;
    const CollectiveCall& told = *it->call;
    it->used = true;
    // A SendRecv kernel is how NCCL does what the call names.
    if (c.operation == Operation::Unknown || c.operation == Operation::SendRecv) c.operation = told.operation;
    if (c.operation != told.operation) continue;
    if (c.bytes == kUnknownBytes && told.bytes != kUnknownBytes) {
      c.bytes = told.bytes;
      ++sized.given;
    }
    if (c.groupSize < 0) c.groupSize = told.groupSize;
    if (c.group == 0) c.group = groupIn(profile, et.groups[told.group]);
  }
  for (const HostCall& h : calls) sized.unused += h.used ? 0 : 1;
  return sized;
}

void fact(Run& run, std::string_view name, std::string value) { run.facts.push_back({std::string(name), std::move(value), {}, 0}); }

void linkOne(Run& et, Run& profile, std::int32_t rank) {
  const std::vector<HostSlice> host = hostSlices(profile, rank);
  std::vector<NameId> translated(et.names.size(), 0);
  for (NameId i = 1; i < translated.size(); ++i) translated[i] = profile.names.find(et.names.text(i));
  std::vector<GraphedNode> nodes;
  eachSlice(et, [&](const Track&, TrackIndex track, SliceIndex i) {
    nodes.push_back({i, track, translated[et.slices.name[i]], numberOf(et.argsOf(i), "\"rf_id\"")});
  });
  const auto enough = [&](const Links& l) { return l.count * 2 >= nodes.size() || (l.count > 0 && l.count >= 9 * l.otherName && l.count * 10 >= host.size()); };
  Links links = byNumber(profile, host, nodes, &HostSlice::record);
  links.by = "record function id";
  if (!enough(links)) {
    links = byNumber(profile, host, nodes, &HostSlice::external);
    links.by = "external id";
  }
  if (!enough(links)) {
    links = byOrder(profile, host, nodes);
    links.by = "order of names on each thread";
  }
  const std::string about = fmt::format("{} and {}", et.title, profile.title);
  if (!enough(links)) {
    addNote(et.notes, "execution trace not linked to the profile of its rank: their operators differ", about);
    return;
  }
  if (links.by.starts_with("order")) addNote(et.notes, "execution trace linked by the order of names, not by ids: it may be of another step", about);

  // In the order of the nodes; what was not profiled stands where the node before it began.
  std::vector<SliceIndex> sliceOf(et.slices.size(), kNone);
  for (std::size_t k = 0; k < nodes.size(); ++k) sliceOf[nodes[k].slice] = links.of[k];
  std::vector<SliceIndex> order;
  for (const GraphedNode& n : nodes) order.push_back(n.slice);
  std::sort(order.begin(), order.end(), [&](SliceIndex a, SliceIndex b) { return et.slices.start[a] < et.slices.start[b]; });
  Column<std::int64_t> start(et.slices.size());
  Column<std::int64_t> duration(et.slices.size());
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
  for (const SliceIndex i : links.of)
    if (i != kNone) last = std::min(last, profile.slices.start[i]);
  for (const SliceIndex i : order) {
    const SliceIndex from = sliceOf[i];
    if (from != kNone) last = profile.slices.start[from];
    start[i] = last;
    duration[i] = from == kNone ? 0 : profile.slices.duration[from];
  }
  const bool profiled = std::any_of(profile.collectives.begin(), profile.collectives.end(),
                                    [&](const CollectiveCall& c) { return rank == kUnknownRank || c.rank == rank; });
  Sized sized;
  if (profiled) {
    sized = giveSizes(et, profile, rank, host, sliceOf);
    et.collectives.clear();  // the profile's are the same ones
    matchCollectives(profile);
  }
  std::erase_if(et.notes, [](const Note& n) { return n.kind.starts_with("times are not in the file"); });
  et.originNs = profile.originNs;
  et.truth = profile.truth;
  for (Source& s : et.sources) {
    s.clock = profile.sources.empty() ? ClockKind::Own : profile.sources.front().clock;
    s.originNs = profile.originNs;
    if (s.rank == kUnknownRank) s.rank = rank;
  }
  if (et.ranks.empty() && rank != kUnknownRank) {
    for (Track& t : et.tracks) t.rank = rank;
    for (CollectiveCall& c : et.collectives) c.rank = rank;
  }
  fact(et, "linked to", profile.title);
  fact(et, "linked by", std::string(links.by));
  fact(et, "linked nodes", fmt::format("{} of {}", links.count, nodes.size()));
  fact(et, "collectives given a size", std::to_string(sized.given));
  if (links.otherName > 0) addNote(et.notes, "record function of another name in the profile, not linked", about, links.otherName);
  if (links.count < nodes.size()) addNote(et.notes, "node of the execution trace without a slice in the profile", about, nodes.size() - links.count);
  if (sized.unused > 0) addNote(et.notes, "collective of the execution trace without a kernel in the profile", about, sized.unused);
  et = retimed(std::move(et), std::move(start), std::move(duration));
}

}  // namespace

void linkExecutionTraces(std::vector<Run>& parts, const Job& job) {
  std::vector<Run*> traces;
  std::vector<Run*> profiles;
  for (Run& p : parts) {
    if (p.format == "pytorch-et") traces.push_back(&p);
    if (p.format == "kineto" || p.format == "chrome-json") profiles.push_back(&p);
  }
  if (traces.empty() || profiles.empty()) return;
  job.begin("linking execution traces");
  for (Run* et : traces) {
    if (job.stopped()) return;
    Run* with = nullptr;
    std::int32_t rank = et->ranks.size() == 1 ? et->ranks.front() : kUnknownRank;
    for (Run* p : profiles)
      if (rank != kUnknownRank && std::find(p->ranks.begin(), p->ranks.end(), rank) != p->ranks.end()) with = p;
    if (with == nullptr && traces.size() == 1 && profiles.size() == 1 && (rank == kUnknownRank || profiles.front()->ranks.empty())) {
      with = profiles.front();
      rank = with->ranks.size() == 1 ? with->ranks.front() : kUnknownRank;
      if (with->ranks.size() > 1) with = nullptr;
    }
    if (with == nullptr) addNote(et->notes, "execution trace without a profile of its rank", et->title);
    else linkOne(*et, *with, rank);
  }
}

void joinMessages(Run& run) {
  const auto chakra = [&](std::uint32_t source) { return source < run.sources.size() && run.sources[source].format.starts_with("chakra"); };
  const NameId send = run.names.find("COMM_SEND_NODE");
  const NameId receive = run.names.find("COMM_RECV_NODE");
  if (send == 0 || receive == 0 || run.ranks.size() < 2) return;
  struct Key {
    std::int64_t from, to, tag;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::pair<std::vector<SliceIndex>, std::vector<SliceIndex>>> pairs;
  eachSlice(run, [&](const Track& t, TrackIndex, SliceIndex i) {
    const NameId category = run.slices.category[i];
    if ((category != send && category != receive) || t.rank == kUnknownRank || !chakra(t.source)) return;
    const std::string_view args = run.argsOf(i);
    const std::int64_t tag = std::max<std::int64_t>(0, numberOf(args, "\"comm_tag\""));
    // proto3 writes no zeroes: a peer that is absent is rank 0.
    if (category == send) pairs[{t.rank, std::max<std::int64_t>(0, numberOf(args, "\"comm_dst\"")), tag}].first.push_back(i);
    else pairs[{std::max<std::int64_t>(0, numberOf(args, "\"comm_src\"")), t.rank, tag}].second.push_back(i);
  });
  const NameId message = run.names.intern(kArrowMessage);
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> joined;
  for (auto& [key, both] : pairs) {
    const auto byStart = [&](SliceIndex a, SliceIndex b) { return std::pair(run.slices.start[a], a) < std::pair(run.slices.start[b], b); };
    std::sort(both.first.begin(), both.first.end(), byStart);
    std::sort(both.second.begin(), both.second.end(), byStart);
    const std::size_t n = std::min(both.first.size(), both.second.size());
    for (std::size_t k = 0; k < n; ++k) {
      run.arrows.from.push_back(both.first[k]);
      run.arrows.to.push_back(both.second[k]);
      run.arrows.kind.push_back(message);
    }
    joined[{key.from, key.to}] += n;
  }
  if (joined.empty()) return;
  Transfers& t = run.transfers;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const bool toldByReceiver = chakra(t.file[i]) && run.sources[t.file[i]].rank == t.destination[i] && t.source[i] != t.destination[i];
    if (toldByReceiver) {
      const auto it = joined.find({t.source[i], t.destination[i]});
      if (it != joined.end() && it->second > 0) {
        --it->second;
        continue;
      }
    }
    t.source[kept] = t.source[i], t.destination[kept] = t.destination[i], t.bytes[kept] = t.bytes[i];
    t.start[kept] = t.start[i], t.end[kept] = t.end[i], t.instance[kept] = t.instance[i], t.file[kept] = t.file[i];
    ++kept;
  }
  t.source.resize(kept), t.destination.resize(kept), t.bytes.resize(kept), t.start.resize(kept), t.end.resize(kept);
  t.instance.resize(kept), t.file.resize(kept);
  finishRun(run);
}

}  // namespace weir
