#include "core/summarize/steps.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/summarize/step_repetition.h"

namespace weir {

namespace {

constexpr std::size_t kLongest = 4'000'000;  // names of a sequence that are looked at

// Names in order of time, each with where it begins and ends.
struct Sequence {
  std::vector<std::uint32_t> names;
  std::vector<std::int64_t> start, end;
  [[nodiscard]] std::size_t size() const { return names.size(); }
  void add(std::uint32_t name, std::int64_t from, std::int64_t to) {
    if (size() >= kLongest) return;
    names.push_back(name);
    start.push_back(from);
    end.push_back(to);
  }
};

bool onDevice(Activity a) { return a == Activity::Compute || a == Activity::Communication || a == Activity::Copy || a == Activity::Checkpoint; }

// What a rank does in order, the most telling first: kernels of a stream that has most of them, collectives, outermost
// annotations, outermost calls of the thread that has most.
class Sequences {
 public:
  explicit Sequences(const Run& run) : run_(run) {
    for (std::uint32_t r = 0; r < run.rows.size(); ++r) rows_[run.tracks[run.rows[r].track].rank].push_back(r);
    for (const CollectiveCall& c : run.collectives) calls_[c.rank].push_back(&c);
  }
  [[nodiscard]] std::vector<std::int32_t> ranks() const {
    std::vector<std::int32_t> out;
    for (const auto& [rank, rows] : rows_) out.push_back(rank);
    for (const auto& [rank, calls] : calls_)
      if (!rows_.contains(rank)) out.push_back(rank);
    std::sort(out.begin(), out.end());
    return out;
  }
  static constexpr int kKinds = 4;
  [[nodiscard]] Sequence of(std::int32_t rank, int kind) const {
    if (kind == 0) return busiest(rank, [](const Track& t, Activity a) { return t.kind != TrackKind::Thread && onDevice(a); });
    if (kind == 1) return collectives(rank);
    if (kind == 2) return busiest(rank, [](const Track&, Activity a) { return a == Activity::Annotation; });
    return busiest(rank, [](const Track&, Activity a) { return a != Activity::Annotation; });
  }

 private:
  template <class Wanted>
  [[nodiscard]] Sequence busiest(std::int32_t rank, const Wanted& wanted) const {
    const auto it = rows_.find(rank);
    if (it == rows_.end()) return {};
    std::optional<std::uint32_t> best;
    std::uint64_t most = 0;
    for (const std::uint32_t r : it->second) {
      const Row& row = run_.rows[r];
      std::uint64_t n = 0;
      for (SliceIndex i = row.begin; i < row.end; ++i) n += wanted(run_.tracks[row.track], run_.slices.activity[i]) ? 1 : 0;
      if (n > most) {
        most = n;
        best = r;
      }
    }
    Sequence s;
    if (!best) return s;
    const Row& row = run_.rows[*best];
    for (SliceIndex i = row.begin; i < row.end; ++i)
      if (wanted(run_.tracks[row.track], run_.slices.activity[i])) s.add(run_.slices.name[i], run_.slices.start[i], run_.slices.endOf(i));
    return s;
  }
  // A collective is told by what it does, how much of it, and among whom.
  [[nodiscard]] Sequence collectives(std::int32_t rank) const {
    Sequence s;
    const auto it = calls_.find(rank);
    if (it == calls_.end()) return s;
    for (const CollectiveCall* c : it->second) {
      const std::uint64_t key = static_cast<std::uint64_t>(c->bytes) * 1099511628211ULL ^ std::uint64_t{c->group} << 40U ^ static_cast<std::uint64_t>(c->operation) << 56U;
      s.add(static_cast<std::uint32_t>(key ^ key >> 32U), c->start, c->start + c->duration);
    }
    return s;
  }

  const Run& run_;
  std::map<std::int32_t, std::vector<std::uint32_t>> rows_;
  std::map<std::int32_t, std::vector<const CollectiveCall*>> calls_;
};

RankSteps stepsOf(std::int32_t rank, const Sequence& s, const steps::Period& p) {
  RankSteps out;
  out.rank = rank;
  const auto push = [&](std::int64_t from, std::int64_t to) {
    if (to <= from) return;
    out.number.push_back(static_cast<std::int64_t>(out.steps.size()));
    out.steps.push_back({from, to});
  };
  for (std::size_t i = 0; i + 1 < p.begins.size(); ++i) push(s.start[p.begins[i]], s.start[p.begins[i + 1]]);
  if (p.tail) {
    const std::size_t last = std::min(s.size(), p.begins.back() + p.length);
    push(s.start[p.begins.back()], *std::max_element(s.end.begin() + static_cast<std::ptrdiff_t>(p.begins.back()), s.end.begin() + static_cast<std::ptrdiff_t>(last)));
  }
  return out;
}

Steps byRepetition(const Run& run, const Job& job) {
  Steps out;
  const Sequences sequences(run);
  const std::vector<std::int32_t> ranks = sequences.ranks();
  for (int kind = 0; kind < Sequences::kKinds && out.ranks.empty(); ++kind) {
    std::optional<std::uint32_t> anchor;  // what begins a step on one rank most likely does on the others
    for (const std::int32_t rank : ranks) {
      if (job.stopped()) return {};
      const Sequence s = sequences.of(rank, kind);
      std::optional<steps::Period> p;
      if (anchor) p = steps::periodAt(s.names, *anchor);
      if (!p) p = steps::findPeriod(s.names);
      if (!p) continue;
      if (!anchor) {
        anchor = p->anchor;
        out.what = kind == 1 ? "collectives" : std::string(run.names.text(p->anchor));
      }
      out.ranks.push_back(stepsOf(rank, s, *p));
    }
  }
  if (!out.ranks.empty()) out.from = Steps::From::Repetition;
  return out;
}

}  // namespace

Steps findSteps(const Run& run, const Job& job) {
  Steps s;
  s.ranks = steps::findMarks(run, job, s.what);
  if (job.stopped()) return {};
  if (!s.ranks.empty()) {
    s.from = Steps::From::Marks;
    return s;
  }
  return byRepetition(run, job);
}

std::vector<TimeRange> evenSteps(std::int64_t from, std::int64_t to, std::int64_t every) {
  std::vector<TimeRange> out;
  if (every <= 0 || to <= from || (to - from) / every > 1'000'000) return out;
  for (std::int64_t t = from; t < to; t += every) out.push_back({t, std::min(t + every, to)});
  return out;
}

std::vector<TimeRange> stepsAtName(const Run& run, std::int32_t rank, NameId name) {
  std::vector<std::int64_t> best;
  std::int64_t last = 0;
  for (const Row& row : run.rows) {
    if (run.tracks[row.track].rank != rank) continue;
    std::vector<std::int64_t> at;
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      if (run.slices.name[i] == name) at.push_back(run.slices.start[i]);
    }
    if (row.end > row.begin) last = std::max(last, run.slices.endOf(row.end - 1));
    if (at.size() > best.size()) best = std::move(at);
  }
  std::vector<TimeRange> out;
  for (std::size_t i = 0; i < best.size(); ++i) {
    const std::int64_t to = i + 1 < best.size() ? best[i + 1] : std::max(last, best[i]);
    if (to > best[i]) out.push_back({best[i], to});
  }
  return out;
}

std::vector<RankSteps> onEveryRank(const Run& run, const std::vector<TimeRange>& steps) {
  std::vector<RankSteps> out;
  for (const std::int32_t rank : run.ranks) out.push_back({rank, steps});
  if (out.empty()) out.push_back({kUnknownRank, steps});
  return out;
}

}  // namespace weir
