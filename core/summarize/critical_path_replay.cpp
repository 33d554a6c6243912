#include "core/summarize/critical_path_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "core/base/saturate.h"
#include "core/summarize/bandwidth.h"
#include "core/summarize/critical_path_build.h"

namespace weir::path {
namespace {

using What = PathChange::What;

constexpr std::int64_t kLongest = 4'000'000'000'000'000'000;  // ps
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::int64_t times(std::int64_t lag, double factor) {
  if (factor == 1 || lag == 0) return lag;
  const double v = static_cast<double>(lag) * factor;
  return v < 9e18 ? std::llround(v) : kMost;
}

bool contains(std::string_view text, std::string_view lowered) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; };
  return std::search(text.begin(), text.end(), lowered.begin(), lowered.end(), same) != text.end();
}

// A part of a lane's time that takes `factor` of what it did.
struct Window {
  std::int64_t from = 0, to = 0;
  double factor = 1;
};

// How long a link was busy up to any moment, ps.
class Busy {
 public:
  explicit Busy(const Counter& c) {
    const std::size_t n = c.value.size();
    for (std::size_t i = 0; i < n; ++i) time_.push_back(c.step > 0 ? c.start + static_cast<std::int64_t>(i) * c.step : c.time[i]);
    time_.push_back(c.step > 0 ? c.start + static_cast<std::int64_t>(n) * c.step : c.time.back());
    before_.push_back(0);
    for (std::size_t i = 0; i < n; ++i) {
      const double u = std::isfinite(c.value[i]) ? std::clamp(static_cast<double>(c.value[i]), 0.0, 1.0) : 0;
      before_.push_back(before_.back() + u * static_cast<double>(time_[i + 1] - time_[i]));
    }
  }
  // Share of a span of time.
  [[nodiscard]] double share(std::int64_t from, std::int64_t to) const { return to > from ? (until(to) - until(from)) / static_cast<double>(to - from) : 0; }

 private:
  [[nodiscard]] double until(std::int64_t t) const {
    const auto after = std::upper_bound(time_.begin(), time_.end(), t);
    if (after == time_.begin()) return 0;
    if (after == time_.end()) return before_.back();
    const auto i = static_cast<std::size_t>(after - time_.begin());
    return before_[i - 1] + (before_[i] - before_[i - 1]) * static_cast<double>(t - time_[i - 1]) / static_cast<double>(time_[i] - time_[i - 1]);
  }
  std::vector<std::int64_t> time_;
  std::vector<double> before_;
};

// One change, with all that has to be looked up once.
struct Prepared {
  const PathChange* change = nullptr;
  std::vector<bool> names;                          // Kernel, Slice
  std::vector<Window> windows;                      // NotLate
  std::vector<double> moving;                       // Network: factor by PathGraph::moving
  std::map<NameId, std::int64_t> shortest;          // Network: of what is no collective, by name, ps
  double ratio = 1;                                 // Network: present rate over the new one
  std::optional<Busy> busy = std::nullopt;          // NetworkLink
  // NetworkLink: what a transfer then takes of its time.
  [[nodiscard]] double onLink(std::int64_t from, std::int64_t to) const { return 1 - busy->share(from, to) * (1 - change->factor); }
};

class Changer {
 public:
  Changer(const PathGraph& g, const std::vector<PathChange>& changes) : g_(g), run_(*g.run) {
    for (const PathGraph::Lane& l : g.lanes) anyDevice_ = anyDevice_ || l.device;
    for (const PathChange& c : changes) all_.push_back({.change = &c, .names = {}, .windows = {}, .moving = {}, .shortest = {}});
  }

  std::optional<Error> prepare() {
    for (Prepared& p : all_) {
      const PathChange& c = *p.change;
      if (auto error = notThere(c, run_)) return error;
      if (c.what == What::Kernel || c.what == What::Slice) {
        p.names.resize(run_.names.size());
        for (NameId n = 0; n < p.names.size(); ++n) p.names[n] = c.exactly ? run_.names.text(n) == c.text : contains(run_.names.text(n), c.text);
      }
      if (c.what == What::NotLate) p.windows = windowsOf(c.rank.value_or(kUnknownRank), c.factor);
      if (c.what == What::NetworkLink) p.busy.emplace(*utilisationOf(run_, c.text));
      if (c.what == What::Network)
        if (auto error = prepareNetwork(p)) return error;
    }
    return std::nullopt;
  }

  // Factors of the pieces of a lane; false = all are 1.
  bool factors(std::uint32_t lane, std::vector<double>& factor) const {
    const PathGraph::Lane& l = g_.lanes[lane];
    factor.assign(l.end - l.begin, 1.0);
    bool any = false;
    for (const Prepared& p : all_) any = apply(p, lane, factor) || any;
    return any;
  }

  [[nodiscard]] std::int64_t edgeLag(const PathGraph::Edge& e, std::uint32_t to, const PathGraph::Lane& lane) const {
    if (e.lag == 0 || e.from == PathGraph::kNone) return e.lag;
    double f = 1;
    for (const Prepared& p : all_) {
      const PathChange& c = *p.change;
      const bool here = !c.rank || *c.rank == lane.rank;
      if (!here && c.what != What::Network) continue;
      if (c.what == What::NetworkLink && e.link == PathLink::Message) f *= p.onLink(g_.timeOf(e.from), g_.timeOf(to));
      switch (c.what) {
        case What::Launch: f *= e.link == PathLink::Launch ? c.factor : 1; break;
        case What::Message: f *= e.link == PathLink::Message ? c.factor : 1; break;
        case What::Dependency: f *= e.link == PathLink::Dependency ? c.factor : 1; break;
        case What::HandOver: f *= e.link == PathLink::Assumed ? c.factor : 1; break;

        case What::Rank: f *= e.link == PathLink::Launch || e.link == PathLink::Assumed ? c.factor : 1; break;
        case What::NotLate: {
          if (e.link != PathLink::Launch && e.link != PathLink::Assumed) break;
          const std::int64_t t = g_.timeOf(to);
          double least = 1;
          for (const Window& w : p.windows)
            if (t > w.from && t <= w.to) least = std::min(least, w.factor);
          f *= least;
          break;
        }
        case What::Network:
          if (e.link == PathLink::Message && (!c.link || between(c, g_.lanes[g_.laneOf(e.from)].rank, lane.rank)))
            f *= faster(e.lag, c.latency.value_or(0), p.ratio);
          break;
        default: break;
      }
    }
    return times(e.lag, f);
  }

 private:
  static bool between(const PathChange& c, std::int32_t a, std::int32_t b) {
    return (c.link->first == a && c.link->second == b) || (c.link->first == b && c.link->second == a);
  }
  // What a transfer of this length then takes of it: its latency stays, the rest goes by the rate.
  static double faster(std::int64_t length, std::int64_t latency, double ratio) {
    if (length <= 0) return 1;
    const double fixed = static_cast<double>(std::min(length, latency)), d = static_cast<double>(length);
    return (fixed + (d - fixed) * ratio) / d;
  }

  [[nodiscard]] std::int64_t lengthOf(const PathGraph::Moving& m) const { return g_.start[m.end] - g_.start[m.begin]; }

  std::optional<Error> prepareNetwork(Prepared& p) const {
    const PathChange& c = *p.change;
    double highest = 0;  // bus bandwidth, bits per second
    std::map<Operation, std::int64_t> latency;
    for (const PathGraph::Moving& m : g_.moving) {
      const CollectiveCall& call = run_.collectives[m.call];
      const std::int64_t d = lengthOf(m);
      if (d <= 0) continue;
      const auto [at, fresh] = latency.try_emplace(call.operation, d);
      if (!fresh) at->second = std::min(at->second, d);
      if (call.bytes <= 0 || call.groupSize < 2) continue;
      if (const auto b = bandwidthOf(call, static_cast<double>(d) * 1e-12)) highest = std::max(highest, b->busbw * 8);
    }
    const double from = c.from.value_or(highest);
    if (!(from > 0))
      return Error{Error::Kind::Input, "the present rate of the network is unknown: no collective of this run has a size", "what-if", "say it: \"network at 400Gb/s from 200Gb/s\""};
    p.ratio = from / c.at;
    std::map<std::uint32_t, bool> ours;  // by instance
    if (c.link)
      for (const CollectiveCall& call : run_.collectives) {
        const auto [at, fresh] = ours.try_emplace(call.instance, true);
        at->second = at->second && (call.rank == c.link->first || call.rank == c.link->second) && call.groupSize <= 2;
      }
    for (const PathGraph::Moving& m : g_.moving) {
      const CollectiveCall& call = run_.collectives[m.call];
      const bool counts = (!c.link || ours[call.instance]) && (!c.rank || *c.rank == call.rank);
      p.moving.push_back(counts ? faster(lengthOf(m), c.latency.value_or(latency[call.operation]), p.ratio) : 1);
    }
    if (c.link) return std::nullopt;
    for (const PathGraph::Lane& l : g_.lanes)
      for (std::uint32_t q = l.begin; q + 1 < l.end; ++q) {
        if (!communicates(q)) continue;
        const auto [at, fresh] = p.shortest.try_emplace(run_.slices.name[g_.slice[q]], g_.length(q));
        if (!fresh) at->second = std::min(at->second, g_.length(q));
      }
    return std::nullopt;
  }

  [[nodiscard]] bool communicates(std::uint32_t piece) const {
    return g_.kindOf(piece) == PathGraph::Work && g_.activityOf(piece) == Activity::Communication;
  }

  // The rank's own time before each of its collectives, against the median of the other members. `left`: of what is beyond.
  [[nodiscard]] std::vector<Window> windowsOf(std::int32_t rank, double left) const {
    const auto& calls = run_.collectives;
    std::vector<std::uint32_t> order(calls.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(calls[a].rank, calls[a].group, calls[a].start) < std::tuple(calls[b].rank, calls[b].group, calls[b].start);
    });
    std::vector<std::int64_t> begins(calls.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const CollectiveCall& c = calls[order[i]];
      const bool same = i > 0 && calls[order[i - 1]].rank == c.rank && calls[order[i - 1]].group == c.group;
      begins[order[i]] = same ? calls[order[i - 1]].start + calls[order[i - 1]].duration : g_.span.from;
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return calls[a].instance < calls[b].instance; });
    std::vector<Window> out;
    for (std::size_t i = 0, j = 0; i < order.size(); i = j) {
      while (j < order.size() && calls[order[j]].instance == calls[order[i]].instance) ++j;
      std::vector<double> others;
      std::optional<Window> own;
      for (std::size_t k = i; k < j; ++k) {
        const CollectiveCall& c = calls[order[k]];
        if (c.start < g_.span.from || c.start > g_.span.to) continue;
        if (c.rank == rank) own = Window{begins[order[k]], c.start, 1};
        else others.push_back(std::max(0.0, static_cast<double>(c.start - begins[order[k]])));
      }
      if (!own || others.empty() || own->to <= own->from) continue;
      std::sort(others.begin(), others.end());
      const std::size_t n = others.size();
      const double median = n % 2 == 1 ? others[n / 2] : (others[n / 2 - 1] + others[n / 2]) / 2;
      const double took = static_cast<double>(own->to - own->from);
      own->factor = median < took ? (median + (took - median) * left) / took : 1;
      if (own->factor < 1) out.push_back(*own);
    }
    return out;
  }

  void scaleMoving(std::uint32_t lane, std::vector<double>& factor, const std::function<double(std::size_t)>& by) const {
    const PathGraph::Lane& l = g_.lanes[lane];
    auto m = std::lower_bound(g_.moving.begin(), g_.moving.end(), l.begin, [](const PathGraph::Moving& x, std::uint32_t p) { return x.begin < p; });
    for (; m != g_.moving.end() && m->begin < l.end; ++m) {
      const double f = by(static_cast<std::size_t>(m - g_.moving.begin()));
      if (f == 1) continue;
      for (std::uint32_t q = m->begin; q < m->end; ++q) factor[q - l.begin] *= f;
    }
  }

  bool apply(const Prepared& p, std::uint32_t lane, std::vector<double>& factor) const {
    const PathChange& c = *p.change;
    const PathGraph::Lane& l = g_.lanes[lane];
    if (c.rank && *c.rank != l.rank) return false;
    const auto each = [&](const auto& test) {
      bool any = false;
      for (std::uint32_t q = l.begin; q + 1 < l.end; ++q)
        if (test(q)) {
          factor[q - l.begin] *= c.factor;
          any = true;
        }
      return any;
    };
    const auto kind = [&](std::uint32_t q) { return g_.kindOf(q); };
    const auto works = [&](std::uint32_t q) { return kind(q) == PathGraph::Work; };
    switch (c.what) {
      case What::Operation:
      case What::Instance:
      case What::Group:
        scaleMoving(lane, factor, [&](std::size_t m) {
          const CollectiveCall& call = run_.collectives[g_.moving[m].call];
          const bool hit = c.what == What::Operation ? !c.operation || call.operation == *c.operation
                           : c.what == What::Instance ? call.instance == c.number
                                                      : call.group == c.number;
          return hit ? c.factor : 1.0;
        });
        return true;
      case What::Kernel:
        if (anyDevice_ && !l.device) return false;
        return each([&](std::uint32_t q) { return works(q) && p.names[run_.slices.name[g_.slice[q]]]; });
      case What::Slice: return each([&](std::uint32_t q) { return works(q) && p.names[run_.slices.name[g_.slice[q]]]; });
      case What::Named: return each([&](std::uint32_t q) { return works(q) && run_.slices.name[g_.slice[q]] == c.name && g_.activityOf(q) == c.activity; });
      case What::Activity: return each([&](std::uint32_t q) { return works(q) && g_.activityOf(q) == c.activity; });
      case What::Waits: return each([&](std::uint32_t q) { return kind(q) == PathGraph::Wait && (!c.namedWaits || run_.slices.name[g_.slice[q]] == c.name); });
      case What::Gaps: return each([&](std::uint32_t q) { return kind(q) == PathGraph::Gap && q != l.begin; });
      case What::Start: return each([&](std::uint32_t q) { return q == l.begin; });
      case What::Rank: {
        const std::vector<bool> moves = movingPieces(lane);
        return each([&](std::uint32_t q) { return kind(q) != PathGraph::Wait && q != l.begin && !moves[q - l.begin]; });
      }
      case What::NotLate: return applyWindows(p.windows, lane, factor);
      case What::Network: {
        scaleMoving(lane, factor, [&](std::size_t m) { return p.moving[m]; });
        if (c.link) return true;
        const std::vector<bool> moves = movingPieces(lane);
        for (std::uint32_t q = l.begin; q + 1 < l.end; ++q)
          if (communicates(q) && !moves[q - l.begin])
            factor[q - l.begin] *= faster(g_.length(q), c.latency.value_or(p.shortest.at(run_.slices.name[g_.slice[q]])), p.ratio);
        return true;
      }
      case What::NetworkLink: {
        scaleMoving(lane, factor, [&](std::size_t m) { return p.onLink(g_.start[g_.moving[m].begin], g_.start[g_.moving[m].end]); });
        const std::vector<bool> moves = movingPieces(lane);
        for (std::uint32_t q = l.begin; q + 1 < l.end; ++q)
          if (communicates(q) && !moves[q - l.begin]) factor[q - l.begin] *= p.onLink(g_.start[q], g_.start[q + 1]);
        return true;
      }
      case What::Launch:
      case What::Message:
      case What::Dependency:
      case What::HandOver: return false;
    }
    return false;
  }

  [[nodiscard]] std::vector<bool> movingPieces(std::uint32_t lane) const {
    const PathGraph::Lane& l = g_.lanes[lane];
    std::vector<bool> out(l.end - l.begin);
    auto m = std::lower_bound(g_.moving.begin(), g_.moving.end(), l.begin, [](const PathGraph::Moving& x, std::uint32_t p) { return x.begin < p; });
    for (; m != g_.moving.end() && m->begin < l.end; ++m)
      for (std::uint32_t q = m->begin; q < m->end; ++q) out[q - l.begin] = true;
    return out;
  }

  // Of several collectives that it is late for, the one that asks for most counts. What it does for other collectives stays.
  bool applyWindows(const std::vector<Window>& windows, std::uint32_t lane, std::vector<double>& factor) const {
    if (windows.empty()) return false;
    const PathGraph::Lane& l = g_.lanes[lane];
    std::vector<double> least(factor.size(), 1.0);
    const auto first = g_.start.begin() + l.begin, last = g_.start.begin() + l.end;
    for (const Window& w : windows)
      for (auto at = std::lower_bound(first, last, w.from); at != last && *at < w.to; ++at) {
        const auto i = static_cast<std::size_t>(at - first);
        least[i] = std::min(least[i], w.factor);
      }
    const std::vector<bool> moves = movingPieces(lane);
    for (std::uint32_t q = l.begin; q + 1 < l.end; ++q) {
      const std::size_t i = q - l.begin;
      if (!moves[i] && g_.kindOf(q) != PathGraph::Wait) factor[i] *= least[i];
    }
    return true;
  }

  const PathGraph& g_;
  const Run& run_;
  std::vector<Prepared> all_;
  bool anyDevice_ = false;
};

}  // namespace

Result<Lags> lagsOf(const PathGraph& g, const std::vector<PathChange>& changes, bool pieces, const Job& job) {
  Changer changer(g, changes);
  if (auto error = changer.prepare()) return tl::make_unexpected(*error);
  Lags out;
  out.chain = g.chain;
  out.edge.resize(g.edges.size());
  if (pieces) out.piece.resize(g.pieces());
  std::vector<double> factor;
  double more = 0;  // ps that the lags have grown by
  for (std::uint32_t l = 0; l < g.lanes.size(); ++l) {
    if (job.stopped()) return stoppedByUser();
    const PathGraph::Lane& lane = g.lanes[l];
    const bool any = changer.factors(l, factor);
    const auto lag = [&](std::uint32_t q) -> std::int64_t {
      if (q + 1 == lane.end) return 0;
      const std::int64_t as = g.lagOf(q);
      return times(as, any ? factor[q - lane.begin] : 1);
    };
    if (pieces)
      for (std::uint32_t q = lane.begin; q < lane.end; ++q) out.piece[q] = lag(q);
    for (std::uint32_t a = lane.firstAnchor; a < lane.endAnchor; ++a) {
      if (any && a > lane.firstAnchor) {
        out.chain[a] = 0;
        for (std::uint32_t q = g.anchor[a - 1]; q < g.anchor[a]; ++q) out.chain[a] = saturatedSum(out.chain[a], lag(q));
        more += std::max(0.0, static_cast<double>(out.chain[a]) - static_cast<double>(g.chain[a]));
      }
      for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e) {
        out.edge[e] = changer.edgeLag(g.edges[e], a, lane);
        more += std::max(0.0, static_cast<double>(out.edge[e]) - static_cast<double>(g.edges[e].lag));
      }
    }
  }
  // No path is longer than the run was and all that was added: only where that may not fit it is played to see.
  if (more > 0 && static_cast<double>(g.span.length()) + more > static_cast<double>(kLongest)) {
    const Column<std::int64_t> time = replay(g, out, job);
    if (time.empty()) return stoppedByUser();
    const std::int64_t last = saturatedSum(g.span.from, kLongest);
    for (const std::int64_t t : time)
      if (t > last || t == kMost)
        return fail(fmt::format("the run would be longer than this axis can hold, {} days", kLongest / 86'400'000'000'000'000), "what-if", "ask for less of a slowdown");
  }
  return out;
}

Column<std::int64_t> replay(const PathGraph& g, const Lags& lags, const Job& job) {
  Column<std::int64_t> time(g.anchor.size());
  std::vector<bool> first(g.anchor.size());
  for (const PathGraph::Lane& l : g.lanes) first[l.firstAnchor] = true;
  std::size_t asked = 0;
  for (const std::uint32_t a : g.order) {
    if (++asked % (1 << 20) == 0 && job.stopped()) return {};
    std::int64_t t = first[a] ? g.span.from : saturatedSum(time[a - 1], lags.chain[a]);
    for (std::uint32_t e = g.firstEdge[a]; e < g.firstEdge[a + 1]; ++e)
      if (g.edges[e].from != PathGraph::kNone) t = std::max(t, saturatedSum(time[g.edges[e].from], lags.edge[e]));
    time[a] = t;
  }
  return time;
}

std::uint32_t lastAnchor(const PathGraph& g, const Column<std::int64_t>& times) {
  std::uint32_t best = g.endAnchor;
  for (const PathGraph::Lane& l : g.lanes)
    if (!l.meeting && times[l.endAnchor - 1] > times[best]) best = l.endAnchor - 1;
  return best;
}

}  // namespace weir::path
