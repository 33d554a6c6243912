// The I/O report by time: one walk over the operations in order of their start.
#include <algorithm>
#include <cmath>

#include "core/summarize/io_work.h"

namespace weir {
namespace {

using Phase = IoPhase::Kind;

void cover(Intervals& set, std::int64_t from, std::int64_t to) {  // from never before the last one's
  if (to <= from) return;
  if (!set.empty() && from <= set.back().to) set.back().to = std::max(set.back().to, to);
  else set.push_back({from, to});
}

// Bytes of spans laid into bins; whole bins through differences, so that a span costs the same however long it is.
class Bins {
 public:
  Bins(TimeRange range, int bins) : to_(range.to), from_(static_cast<double>(range.from)), width_(static_cast<double>(range.length()) / bins), value_(static_cast<std::size_t>(bins)), slope_(static_cast<std::size_t>(bins) + 1) {}
  void add(std::int64_t start, std::int64_t duration, double bytes) {
    const auto n = static_cast<double>(value_.size());
    if (start > to_) return;
    const double a = (static_cast<double>(start) - from_) / width_;
    const double b = (static_cast<double>(start) + static_cast<double>(duration) - from_) / width_;
    if (b < 0) return;
    if (b <= a) {
      value_[std::min(static_cast<std::size_t>(a), value_.size() - 1)] += bytes;
      return;
    }
    const double rate = bytes / (b - a);
    const double lo = std::max(a, 0.0);
    const double hi = std::min(b, n);
    if (hi <= lo) return;
    const auto first = std::min(static_cast<std::size_t>(lo), value_.size() - 1);
    const auto last = std::min(static_cast<std::size_t>(hi), value_.size() - 1);
    if (first == last) {
      value_[first] += rate * (hi - lo);
      return;
    }
    value_[first] += rate * (static_cast<double>(first + 1) - lo);
    value_[last] += rate * (hi - static_cast<double>(last));
    slope_[first + 1] += rate;
    slope_[last] -= rate;
    spread_ = spread_ || last > first + 1;
  }
  [[nodiscard]] std::vector<double> done() {
    double rate = 0;
    double largest = 0;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      rate += slope_[i];
      if (spread_) value_[i] += rate;
      largest = std::max(largest, value_[i]);
    }
    for (double& v : value_)
      if (v < largest * 1e-12) v = 0;  // what differences leave over
    return std::move(value_);
  }

 private:
  std::int64_t to_;
  double from_, width_;
  std::vector<double> value_, slope_;
  bool spread_ = false;
};

class Phases {
 public:
  explicit Phases(const IoMarks& marks) : marks_(marks) {
    for (std::size_t k = 0; k < marks.ranks.size(); ++k) {
      const auto& epochs = marks.epochsOf(k);
      const auto& main = epochs.empty() ? marks.stepsOf(k) : epochs;
      edge_.push_back(main.empty() ? TimeRange{} : TimeRange{main.front().from, main.back().to});
    }
    // An operation of no rank is placed by the whole job.
    for (std::size_t k = 0; k + 1 < edge_.size(); ++k) {
      if (edge_[k] == TimeRange{}) continue;
      all_ = all_ == TimeRange{} ? edge_[k] : TimeRange{std::min(all_.from, edge_[k].from), std::max(all_.to, edge_[k].to)};
    }
  }
  // The phase, and the epoch (1 is the first; 0 none).
  [[nodiscard]] std::pair<Phase, std::size_t> at(std::size_t k, std::int64_t t) const {
    const IoMarks::Rank& own = marks_.ranks[k];
    const IoMarks::Rank& job = marks_.ranks.back();
    const std::int64_t e = rangeAt(marks_.epochsOf(k), t);
    const auto epoch = static_cast<std::size_t>(e + 1);
    if (rangeAt(own.checkpoints, t) >= 0 || rangeAt(job.checkpoints, t) >= 0) return {Phase::Checkpoint, epoch};
    if (rangeAt(own.evaluations, t) >= 0 || rangeAt(job.evaluations, t) >= 0) return {Phase::Evaluation, epoch};
    if (e >= 0) return {Phase::Epoch, epoch};
    if (!marks_.anyEpoch && rangeAt(marks_.stepsOf(k), t) >= 0) return {Phase::Steps, 0};
    const TimeRange edge = edge_[k] == TimeRange{} ? all_ : edge_[k];
    if (edge == TimeRange{}) return {Phase::Between, 0};
    if (t < edge.from) return {Phase::StartUp, 0};
    return {t >= edge.to ? Phase::After : Phase::Between, 0};
  }

 private:
  const IoMarks& marks_;
  std::vector<TimeRange> edge_;
  TimeRange all_;
};

struct Epoch {
  IoEpoch out;
  std::vector<float> durations;
  std::int64_t busyTo = std::numeric_limits<std::int64_t>::min();
  double busy = 0;
  double lengths = 0;
  std::int64_t ranks = 0;
  bool placed = false, told = false;
  [[nodiscard]] std::int64_t meanLength() const { return ranks > 0 ? static_cast<std::int64_t>(lengths / static_cast<double>(ranks)) : 0; }
};

struct Flow {
  explicit Flow(IoWork& work) : w(work), n(work.run.ranks.size() + 1), busy(n), reads(n), lastEnd(n, std::numeric_limits<std::int64_t>::min()) {}
  IoWork& w;
  std::size_t n;
  std::vector<Intervals> busy, reads;
  std::vector<std::int64_t> lastEnd;
  std::vector<Epoch> epochs;
  std::map<std::pair<std::uint8_t, std::size_t>, IoPhase> phases;

  void lengths() {
    const IoMarks& m = w.marks;
    std::size_t most = 0;
    for (const auto& r : m.ranks) most = std::max(most, r.epochs.size());
    epochs.resize(most);
    for (std::size_t k = 0; k < n; ++k) {
      if (k + 1 < n && m.ranks[k].epochs.empty()) continue;
      if (k + 1 == n && std::any_of(m.ranks.begin(), m.ranks.end() - 1, [](const auto& r) { return !r.epochs.empty(); })) continue;
      for (std::size_t e = 0; e < m.ranks[k].epochs.size(); ++e) {
        const TimeRange t = m.ranks[k].epochs[e];
        Epoch& out = epochs[e];
        out.out.at = out.placed ? TimeRange{std::min(out.out.at.from, t.from), std::max(out.out.at.to, t.to)} : t;
        out.placed = true;
        out.lengths += static_cast<double>(t.length());
        ++out.ranks;
      }
    }
  }
};

void walk(Flow& f, Bins& read, Bins& written, const std::vector<bool>& binned) {
  IoWork& w = f.w;
  IoReport& out = w.out;
  const Phases phases(w.marks);
  const bool marked = w.marks.anyEpoch || w.marks.anyStep || w.marks.anyCheckpoint || w.marks.anyEvaluation;
  if (w.marks.anyEpoch) w.epochOf.assign(w.run.io.size(), 0);
  std::int64_t activeTo[2] = {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::min()};
  double active[2] = {0, 0};
  std::int32_t lastRank = kUnknownRank;
  std::size_t k = w.run.ranks.size();
  for (std::size_t i = 0; i < w.run.io.size(); ++i) {
    if ((i & 0xffff) == 0) {
      if (w.job.stopped()) return;
      w.job.set(i);
    }
    const IoOperation& op = w.run.io[i];
    if (!w.inRange(op)) continue;
    if (op.rank != lastRank) k = ioRankIndex(w.run, lastRank = op.rank);
    const bool reading = op.kind == IoOperation::Kind::Read;
    const bool data = reading || op.kind == IoOperation::Kind::Write;
    const std::int64_t end = ioEnd(op);
    if (reading) cover(f.reads[k], op.start, end);
    IoWork::Layer* layer = w.layer(op.layer);
    if (!layer || !w.counted(*layer)) continue;
    cover(f.busy[k], op.start, end);
    if (data) {
      if (f.lastEnd[k] != std::numeric_limits<std::int64_t>::min()) {
        ++out.gaps[ioGapBin(saturatedGap(f.lastEnd[k], op.start))];
        ++out.gapsKnown;
      }
      f.lastEnd[k] = std::max(f.lastEnd[k], end);
      const int d = reading ? 0 : 1;
      active[d] += static_cast<double>(std::max<std::int64_t>(saturatedGap(std::max(op.start, activeTo[d]), end), 0));
      if (op.bytes > 0) ioAdd(reading ? out.activeReadBytes : out.activeWriteBytes, op.bytes);
      activeTo[d] = std::max(activeTo[d], end);
      if (op.bytes > 0 && binned[static_cast<std::size_t>(layer - w.layers.data())]) (reading ? read : written).add(op.start, op.duration, static_cast<double>(op.bytes));
    }
    if (!marked) continue;
    const auto [kind, epoch] = phases.at(k, op.start);
    IoPhase& p = f.phases[{static_cast<std::uint8_t>(kind), kind == Phase::Epoch ? epoch : 0}];
    p.kind = kind;
    p.epoch = kind == Phase::Epoch ? epoch : 0;
    ioCount(p.sums, op);
    if (p.from == p.to || op.start < p.from) p.from = p.from == p.to ? op.start : std::min(p.from, op.start);
    p.to = std::max({p.to, end, saturatedSum(p.from, 1)});
    if (epoch == 0) continue;
    w.epochOf[i] = static_cast<std::uint32_t>(epoch);
    Epoch& e = f.epochs[epoch - 1];
    ioCount(e.out.sums, op);
    e.told = true;
    if (!reading) continue;
    e.durations.push_back(static_cast<float>(op.duration));
    e.busy += static_cast<double>(std::max<std::int64_t>(saturatedGap(std::max(op.start, e.busyTo), end), 0));
    e.busyTo = std::max(e.busyTo, end);
  }
  if (active[0] > 0) out.activeRead = active[0] / 1e12;
  if (active[1] > 0) out.activeWrite = active[1] / 1e12;
}

// What each rank spent on I/O, what of it was hidden behind computing, and where it waited for data.
bool rankTimes(Flow& f) {
  IoWork& w = f.w;
  IoReport& out = w.out;
  bool anySteps = false;
  for (std::size_t k = 0; k < f.n; ++k) anySteps = anySteps || !w.marks.ranks[k].steps.empty();
  for (std::size_t k = 0; k < f.n; ++k) {
    if ((k & 0x3ff) == 0 && w.job.stopped()) return false;
    const IoMarks::Rank& m = w.marks.ranks[k];
    const bool ofNone = k + 1 == f.n;
    if (ofNone && !w.run.ranks.empty()) continue;  // the job's own marks are nobody's time
    TimeRange span = m.span;
    if (!f.busy[k].empty()) {
      const TimeRange b{f.busy[k].front().from, f.busy[k].back().to};
      span = span == TimeRange{} ? b : TimeRange{std::min(span.from, b.from), std::max(span.to, b.to)};
    }
    if (out.ranged) span = {std::max(span.from, out.range.from), std::min(span.to, out.range.to)};
    if (span.to <= span.from) continue;
    const Intervals window{span};
    const auto within = [&](const Intervals& set) { return intersect(set, window); };
    IoRankTime t;
    t.rank = ofNone ? kUnknownRank : w.run.ranks[k];
    t.wall = static_cast<double>(span.length());
    const Intervals computing = within(m.computing);
    const Intervals busy = within(f.busy[k]);
    const Intervals application = within(m.application);
    const Intervals loading = within(m.loading.empty() ? f.reads[k] : m.loading);
    const MeasuredIntervals stall(subtract(loading, unite(computing, within(m.communication))));
    t.computes = m.computes || !m.communication.empty();
    t.operates = !busy.empty();
    t.loads = !application.empty();
    const auto ps = [](const Intervals& set) { return static_cast<double>(length(set)); };
    t.computing = ps(computing);
    t.io = ps(busy);
    t.ioOverlapped = ps(intersect(busy, computing));
    t.load = ps(application);
    t.loadOverlapped = ps(intersect(application, computing));
    const std::vector<TimeRange>& steps = w.marks.stepsOf(k);
    const std::vector<std::int64_t>& numbers = w.marks.stepNumbersOf(k);
    if (anySteps) {
      for (std::size_t s = 0; s < steps.size(); ++s) {
        const TimeRange at{std::max(steps[s].from, span.from), std::min(steps[s].to, span.to)};
        if (at.to <= at.from) continue;
        const std::int64_t waited = stall.lengthWithin(at);
        t.steps += static_cast<double>(at.length());
        t.stall += static_cast<double>(waited);
        out.steps.push_back({t.rank, numbers[s], steps[s], waited});
      }
    } else {
      t.stall = static_cast<double>(stall.length());
    }
    t.stallOfWall = static_cast<double>(stall.length());
    const std::vector<TimeRange>& epochs = w.marks.epochsOf(k);
    if (t.computes || t.loads || t.operates)
      for (std::size_t e = 0; e < epochs.size() && e < f.epochs.size(); ++e) {
        const TimeRange at{std::max(epochs[e].from, span.from), std::min(epochs[e].to, span.to)};
        if (at.to <= at.from) continue;
        ioAddTime(f.epochs[e].out.stall, static_cast<double>(stall.lengthWithin(at)));
        f.epochs[e].out.ranks = f.epochs[e].out.ranks.value_or(0) + 1;
      }
    if (!t.computes && !t.operates && !t.loads) continue;
    out.time.wall += t.wall;
    out.time.computing += t.computing;
    out.time.io += t.io;
    out.time.ioOverlapped += t.ioOverlapped;
    out.time.load += t.load;
    out.time.loadOverlapped += t.loadOverlapped;
    out.time.stall += t.stall;
    out.time.stallOfWall += t.stallOfWall;
    out.time.steps += t.steps;
    out.time.computes = out.time.computes || t.computes;
    out.time.operates = out.time.operates || t.operates;
    out.time.loads = out.time.loads || t.loads;
    out.times.push_back(t);
  }
  out.stallOfSteps = out.time.steps > 0;
  out.stepsCounted = out.steps.size();
  const auto worse = [](const IoStep& a, const IoStep& b) {
    return a.stall != b.stall ? a.stall > b.stall : a.rank != b.rank ? a.rank < b.rank : a.at.from < b.at.from;
  };
  if (out.steps.size() > w.options.mostSteps) {
    std::nth_element(out.steps.begin(), out.steps.begin() + static_cast<std::ptrdiff_t>(w.options.mostSteps), out.steps.end(), worse);
    out.steps.resize(w.options.mostSteps);
  }
  std::sort(out.steps.begin(), out.steps.end(), worse);
  return true;
}

void deviceBytes(IoWork& w) {
  for (const Counter& c : w.run.counters) {
    if (w.run.names.text(c.group) != "iostat") continue;
    const std::string_view name = w.run.names.text(c.name);
    const bool read = name.ends_with(" rMB/s") || name.ends_with(" rkB/s");
    if (!read && !name.ends_with(" wMB/s") && !name.ends_with(" wkB/s")) continue;
    const double unit = name.ends_with("MB/s") ? 1048576.0 : 1024.0;
    double sum = 0;  // a sample is the mean since the one before
    for (std::size_t i = 1; i < c.time.size() && i < c.value.size(); ++i) {
      const std::int64_t from = w.out.ranged ? std::max(c.time[i - 1], w.out.range.from) : c.time[i - 1];
      const std::int64_t to = w.out.ranged ? std::min(c.time[i], w.out.range.to) : c.time[i];
      if (to > from) sum += static_cast<double>(c.value[i]) * unit * static_cast<double>(to - from) / 1e12;
    }
    if (sum >= 0 && sum < 9e18) ioAdd(read ? w.out.cache.deviceRead : w.out.cache.deviceWritten, std::llround(sum));
  }
}

void layPhases(Flow& f) {
  IoReport& out = f.w.out;
  // Where operations are lost, what did not happen is not known.
  const bool lost = std::any_of(out.layers.begin(), out.layers.end(), [](const IoLayer& l) { return l.countsOnce && l.lost; });
  const auto rest = [&](IoSums& s) {
    if (lost) s.partial = true;
    else f.w.knownZero(s);
  };
  const IoMarks& m = f.w.marks;
  std::map<std::uint8_t, std::pair<double, double>> lengths;  // sum, ranks
  for (std::size_t k = 0; k < f.n; ++k) {
    const IoMarks::Rank& r = m.ranks[k];
    const auto add = [&](Phase p, std::int64_t ps) {
      if (ps > 0) lengths[static_cast<std::uint8_t>(p)].first += static_cast<double>(ps), ++lengths[static_cast<std::uint8_t>(p)].second;
    };
    std::int64_t steps = 0;
    for (const TimeRange& s : r.steps) steps += s.length();
    add(Phase::Steps, steps);
    add(Phase::Checkpoint, length(r.checkpoints));
    add(Phase::Evaluation, length(r.evaluations));
    const auto& main = r.epochs.empty() ? r.steps : r.epochs;
    if (!main.empty() && r.span.to > r.span.from) {
      add(Phase::StartUp, saturatedGap(r.span.from, main.front().from));
      add(Phase::After, saturatedGap(main.back().to, r.span.to));
    }
  }
  for (auto& [key, p] : f.phases) {
    if (p.kind == Phase::Epoch) {
      const Epoch& e = f.epochs[p.epoch - 1];
      p.length = e.meanLength();
      p.from = e.out.at.from, p.to = e.out.at.to;
    } else if (const auto it = lengths.find(static_cast<std::uint8_t>(p.kind)); it != lengths.end() && !out.ranged) {
      p.length = static_cast<std::int64_t>(it->second.first / it->second.second);
    }
    rest(p.sums);
    out.phases.push_back(p);
  }
  for (std::size_t e = 0; e < f.epochs.size(); ++e) {
    Epoch& in = f.epochs[e];
    if (!in.placed || (out.ranged && (in.out.at.to <= out.range.from || in.out.at.from >= out.range.to))) continue;
    IoEpoch o = std::move(in.out);
    o.number = e + 1;
    o.length = in.meanLength();
    if (in.told) rest(o.sums);
    if (in.busy > 0) o.busy = in.busy / 1e12;
    if (!in.durations.empty()) {
      const auto mid = in.durations.begin() + static_cast<std::ptrdiff_t>(in.durations.size() / 2);
      std::nth_element(in.durations.begin(), mid, in.durations.end());
      o.median = static_cast<double>(*mid) / 1e12;
    }
    out.epochs.push_back(std::move(o));
  }
}

}  // namespace

bool ioFlow(IoWork& w) {
  IoReport& out = w.out;
  Flow f(w);
  f.lengths();
  // Bandwidth over time: operations where they hold all the bytes, else the log's heat map where it has one.
  const TimeRange range = out.range.length() > 0 ? out.range : TimeRange{out.range.from, out.range.from + 1};
  const int bins = std::max(w.options.bins, 1);
  Bins read(range, bins);
  Bins written(range, bins);
  std::vector<bool> binned(w.layers.size(), false);
  bool heat = false;
  bool any = false;
  std::map<std::string, std::vector<const Counter*>> heats;
  for (const Counter& c : w.run.counters)
    if (w.run.names.text(c.group) == "bytes over time" && c.step > 0) heats[std::string(w.run.names.text(c.name))].push_back(&c);
  for (std::size_t l = 0; l < w.layers.size(); ++l) {
    const IoWork::Layer& layer = w.layers[l];
    if (!w.counted(layer)) continue;
    const std::string name(w.run.names.text(layer.id));
    const auto r = heats.find(name + " read");
    const auto x = heats.find(name + " written");
    const bool whole = layer.operations && (!layer.records || out.layers[l].traced >= static_cast<std::uint64_t>(layer.fromRecords.ops().value_or(0)));
    if (!whole && (r != heats.end() || x != heats.end())) {
      heat = any = true;
      for (const auto& [it, to] : {std::pair(r, &read), std::pair(x, &written)})
        if (it != heats.end())
          for (const Counter* c : it->second)
            for (std::size_t i = 0; i < c->value.size(); ++i)
              if (c->value[i] > 0) to->add(ioBin(*c, i), c->step, static_cast<double>(c->value[i]));
    } else if (layer.operations) {
      binned[l] = any = true;
    }
  }
  w.job.begin("I/O by time", w.run.io.size());
  walk(f, read, written, binned);
  if (w.job.stopped()) return false;
  out.overTime.range = range;
  if (any) out.overTime.read = read.done(), out.overTime.written = written.done(), out.overTime.exact = !heat;
  deviceBytes(w);
  if (!rankTimes(f)) return false;
  layPhases(f);
  return true;
}

}  // namespace weir
