// Columns to a Run: one axis, ranks, tracks.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <set>
#include <tuple>

#include "core/formats/chrome/text.h"
#include "core/formats/dftracer/collect.h"
#include "core/formats/dftracer/words.h"
#include "core/run/io_failed.h"

namespace weir::dftracer {
namespace {
constexpr std::int64_t kHalfAxisNs = 45LL * 86400 * 1'000'000'000;  // the axis holds 106 days of picoseconds
constexpr const char* kRepeated = "event repeated in the file with every field the same: counted each time";
constexpr std::int64_t kEpochFromNs = 1'000'000'000'000'000'000;    // September 2001: below it the clock is another one
}  // namespace

// A process is a rank where its metadata say so. Of DLIO's first profiler the "pid" is the rank itself: then the threads'
// numbers (rank + thread id) are far above it, while real ones begin at the pid or at twice it.
void Collect::giveRanks() {
  std::set<std::int32_t> taken;
  for (const Process& p : processes_)
    if (p.rank >= 0) taken.insert(p.rank);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    Process& p = processes_[i];
    if (p.rank >= 0) continue;
    const bool isRank = p.pid == 0 || (p.pid > 0 && p.pid < 1'000'000 && p.leastTid != std::numeric_limits<std::int64_t>::max() && p.leastTid > 2 * p.pid + 64);
    if (isRank && taken.insert(static_cast<std::int32_t>(p.pid)).second) p.rank = static_cast<std::int32_t>(p.pid);
    else open.push_back(i);
  }
  // One process alone gets its rank from the file's name or the order of files; several are numbered here.
  if (processes_.size() < 2 || open.empty()) return;
  std::sort(open.begin(), open.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(processes_[a].host, processes_[a].pid) < std::tie(processes_[b].host, processes_[b].pid);
  });
  std::int32_t next = 0;
  for (const std::size_t i : open) {
    while (taken.contains(next)) ++next;
    processes_[i].rank = next;
    taken.insert(next);
  }
  builder_.note("process without a rank, numbered by host and pid", fmt::format("pid {}", processes_[open.front()].pid), open.size());
}

// A forked loader process writes out the buffer it inherited: the parent's events stand in the file once for each child, the
// same in everything. They are kept, as the file has them; who sums them must know.
bool Collect::countRepeats(const Job& job) {
  const auto args = [&](std::uint32_t i) { return std::string_view(argsText_.data() + slices_.args[i], slices_.argsSize[i]); };
  const auto key = [&](std::uint32_t i) { return std::tuple(slices_.start[i], slices_.duration[i], thread_[i], slices_.name[i], slices_.category[i]); };
  constexpr std::size_t kBucketBits = 12;
  constexpr std::uint32_t kLook = 0xffff;
  const auto n = static_cast<std::uint32_t>(slices_.size());
  job.begin("looking for repeated events", 2 * std::uint64_t{n});
  // By hashes first, in many small sorts between which it can stop: most files repeat nothing.
  std::vector<std::uint64_t> hashes(n);
  std::vector<std::uint32_t> end((std::size_t{1} << kBucketBits) + 1);
  const auto bucketOf = [](std::uint64_t h) { return h >> (64 - kBucketBits); };
  for (std::uint32_t i = 0; i < n; ++i) {
    if ((i & kLook) == 0) {
      if (job.stopped()) return false;
      job.set(i);
    }
    std::uint64_t h = std::hash<std::string_view>{}(args(i));
    for (const std::uint64_t v : {static_cast<std::uint64_t>(slices_.start[i]), static_cast<std::uint64_t>(slices_.duration[i]), std::uint64_t{thread_[i]} << 32 | slices_.name[i]})
      h = (h ^ v ^ h >> 29) * 0x9e3779b97f4a7c15U;
    hashes[i] = h;
    ++end[bucketOf(h) + 1];
  }
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[end[bucketOf(hashes[i])]++] = i;  // end[b] is now where bucket b ends
  std::vector<std::uint32_t> lines;
  std::uint32_t begin = 0;
  for (std::size_t b = 0; b + 1 < end.size(); begin = end[b++]) {
    if (job.stopped()) return false;
    job.set(std::uint64_t{n} + begin);
    const auto first = order.begin() + begin;
    const auto last = order.begin() + end[b];
    std::sort(first, last, [&](std::uint32_t x, std::uint32_t y) { return hashes[x] < hashes[y]; });
    for (auto from = first; from < last;) {
      auto to = from + 1;
      while (to < last && hashes[*to] == hashes[*from]) ++to;
      if (to - from > 1) {
        std::sort(from, to, [&](std::uint32_t x, std::uint32_t y) {
          const auto j = key(x);
          const auto k = key(y);
          if (j != k) return j < k;
          const std::string_view s = args(x);
          const std::string_view t = args(y);
          return s != t ? s < t : x < y;  // in the file's order
        });
        for (auto i = from + 1; i < to; ++i)
          if (key(*i) == key(*(i - 1)) && args(*i) == args(*(i - 1))) lines.push_back(line_[*i]);
      }
      from = to;
    }
  }
  if (lines.empty()) return true;
  constexpr std::size_t kPlaces = 5;
  const std::size_t told = std::min(lines.size(), kPlaces);
  std::partial_sort(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(told), lines.end());
  for (std::size_t i = 0; i < told; ++i) builder_.note(kRepeated, fmt::format("line {}", lines[i]), i + 1 < told ? 1 : lines.size() - i);
  return true;
}

std::vector<TrackIndex> Collect::layTracks() {
  std::vector<TrackIndex> tracks;
  for (const Thread& t : threads_) {
    const Process& p = processes_[t.process];
    Track track;
    track.kind = TrackKind::Thread;
    track.rank = p.rank;
    track.sort = t.tid;
    track.name = builder_.intern(fmt::format("thread {}", t.text));
    std::string host = p.host;
    if (const auto it = hosts_.find(host); it != hosts_.end()) host = builder_.run().names.text(it->second);
    track.process = builder_.intern(host.empty() ? fmt::format("pid {}", p.pid) : fmt::format("{}, pid {}", chrome::unescaped(host), p.pid));
    tracks.push_back(builder_.track(track));
  }
  return tracks;
}

// Nanoseconds of the file's clock to picoseconds from its first event; what lies too far from the others is left out.
void Collect::axis(const Job&) {
  std::vector<std::int64_t> sample;
  const std::size_t step = std::max<std::size_t>(1, slices_.size() / 4096);
  for (std::size_t i = 0; i < slices_.size(); i += step) sample.push_back(slices_.start[i]);
  for (const Series& s : series_)
    if (sample.size() < 8192) sample.push_back(s.counter.time.front());
  for (const Sums& s : sums_)
    if (sample.size() < 8192) sample.push_back(s.record.start);
  if (sample.empty()) return;
  std::nth_element(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2), sample.end());
  const std::int64_t median = sample[sample.size() / 2];
  const auto near = [median](std::int64_t ns) { return ns > median - kHalfAxisNs && ns < median + kHalfAxisNs; };
  base_ = median;
  std::uint64_t far = 0;
  std::vector<std::uint32_t> moved;  // where collective_ points after what was left out
  if (!collective_.empty()) moved.resize(slices_.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    if (!near(slices_.start[i]) || !near(slices_.start[i] + slices_.duration[i])) {
      builder_.note("event more than 45 days from the others, left out", builder_.run().names.text(slices_.name[i]));
      ++far;
      if (!moved.empty()) moved[i] = std::numeric_limits<std::uint32_t>::max();
      continue;
    }
    base_ = std::min(base_, slices_.start[i]);
    if (!moved.empty()) moved[i] = static_cast<std::uint32_t>(kept);
    if (kept != i) {
      slices_.start[kept] = slices_.start[i];
      slices_.duration[kept] = slices_.duration[i];
      slices_.name[kept] = slices_.name[i];
      slices_.category[kept] = slices_.category[i];
      slices_.activity[kept] = slices_.activity[i];
      slices_.args[kept] = slices_.args[i];
      slices_.argsSize[kept] = slices_.argsSize[i];
      thread_[kept] = thread_[i];
    }
    ++kept;
  }
  for (const Series& s : series_)
    for (const std::int64_t t : s.counter.time)
      if (near(t)) base_ = std::min(base_, t);
  for (const Sums& s : sums_)
    if (near(s.record.start)) base_ = std::min(base_, s.record.start);
  if (far > 0) {
    slices_.start.resize(kept);
    slices_.duration.resize(kept);
    slices_.name.resize(kept);
    slices_.category.resize(kept);
    slices_.activity.resize(kept);
    slices_.args.resize(kept);
    slices_.argsSize.resize(kept);
    thread_.resize(kept);
    std::erase_if(io_, [&](const IoOperation& op) { return !near(op.start) || !near(op.start + op.duration); });
    std::vector<std::uint32_t> calls;
    for (const std::uint32_t c : collective_)
      if (moved[c] != std::numeric_limits<std::uint32_t>::max()) calls.push_back(moved[c]);
    collective_ = std::move(calls);
  }
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    slices_.start[i] = (slices_.start[i] - base_) * 1000;
    slices_.duration[i] *= 1000;
  }
  for (Series& s : series_) {
    Counter& c = s.counter;
    std::size_t n = 0;
    for (std::size_t i = 0; i < c.time.size(); ++i) {
      if (!near(c.time[i])) continue;
      c.time[n] = (c.time[i] - base_) * 1000;
      c.value[n++] = c.value[i];
    }
    c.time.resize(n);
    c.value.resize(n);
    if (!std::is_sorted(c.time.begin(), c.time.end())) {
      std::vector<std::pair<std::int64_t, float>> points;
      for (std::size_t i = 0; i < n; ++i) points.emplace_back(c.time[i], c.value[i]);
      std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t i = 0; i < n; ++i) c.time[i] = points[i].first, c.value[i] = points[i].second;
    }
  }
  for (Sums& s : sums_) {
    if (near(s.record.start) && near(s.record.end)) s.record.start = (s.record.start - base_) * 1000, s.record.end = (s.record.end - base_) * 1000;
    else s.record.start = s.record.end = 0;
  }
}

void Collect::layIo() {
  Run& run = builder_.run();
  std::set<NameId> summed;
  for (const Sums& s : sums_) summed.insert(s.record.layer);
  for (IoOperation& op : io_) {
    const auto p = static_cast<std::uint32_t>(op.rank);
    op.start = (op.start - base_) * 1000;
    op.duration *= 1000;
    op.rank = processes_.empty() ? kUnknownRank : processes_[p].rank;
    if (!summed.contains(op.layer)) continue;
    // Where some calls are known only as sums, the layer is counted by its sums: the single ones go in too.
    const auto [it, fresh] = sumsOf_.try_emplace({p, op.layer, op.file}, sums_.size());
    if (fresh) {
      Sums s;
      s.process = p;
      s.record.file = op.file;
      s.record.layer = op.layer;
      s.record.start = s.record.end = op.start;
      sums_.push_back(s);
    }
    IoRecord& r = sums_[it->second].record;
    r.start = std::min(r.start, op.start);
    r.end = std::max(r.end, op.start + op.duration);
    const auto plus = [](std::int64_t& sum, std::int64_t v) {
      if (v >= 0) sum = std::max<std::int64_t>(sum, 0) + v;
    };
    const std::int64_t one = failed(op) ? 0 : 1;
    if (op.kind == IoOperation::Kind::Read) plus(r.readOps, one), plus(r.readBytes, op.bytes), plus(r.readTime, op.duration);
    if (op.kind == IoOperation::Kind::Write) plus(r.writeOps, one), plus(r.writeBytes, op.bytes), plus(r.writeTime, op.duration);
  }
  run.io = std::move(io_);
  for (Sums& s : sums_) {
    s.record.rank = processes_.empty() ? kUnknownRank : processes_[s.process].rank;
    builder_.record(s.record);
  }
}

void Collect::layRest(const std::vector<TrackIndex>& tracks) {
  for (const std::uint32_t i : collective_) {
    CollectiveCall c;
    const auto op = collectiveOf(builder_.run().names.text(slices_.name[i]));
    if (!op || *op == Operation::SendRecv) continue;
    c.operation = *op;
    c.rank = builder_.trackAt(tracks[thread_[i]]).rank;
    c.slice = i;
    c.start = slices_.start[i];
    c.duration = slices_.duration[i];
    builder_.collective(c);
  }
  for (Series& s : series_) {
    if (s.counter.value.empty()) continue;
    s.counter.rank = processes_[s.process].rank;
    builder_.counter(std::move(s.counter));
  }
  for (const std::string& name : factOrder_) builder_.fact(name, facts_[name]);
  std::set<std::string> hosts;
  for (const Process& p : processes_) {
    const auto it = hosts_.find(p.host);
    hosts.insert(it == hosts_.end() ? chrome::unescaped(p.host) : std::string(builder_.run().names.text(it->second)));
  }
  hosts.erase("");
  std::string list;
  for (const std::string& h : hosts) list += (list.empty() ? "" : ", ") + h;
  builder_.fact("host", list);
}

Result<Run> Collect::finish(const Job& job) {
  if (slices_.size() == 0 && series_.empty() && sums_.empty())
    return fail("no event in it", {}, "was the process killed before it wrote its trace? DFTracer writes at its end");
  giveRanks();
  if (!countRepeats(job)) return stoppedByUser();
  line_ = {};
  axis(job);
  if (job.stopped()) return stoppedByUser();
  const std::vector<TrackIndex> tracks = layTracks();
  Run& run = builder_.run();
  run.originNs = base_;
  Source source;
  source.clock = base_ >= kEpochFromNs ? ClockKind::Epoch : ClockKind::Own;
  run.sources.push_back(source);
  layIo();
  layRest(tracks);
  for (TrackIndex& t : thread_) t = tracks[t];
  builder_.adopt(std::move(slices_), std::move(thread_), std::move(argsText_));
  return builder_.build();
}

}  // namespace weir::dftracer
