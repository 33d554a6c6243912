#include "core/simulate/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

namespace weir::sim {
namespace {

// Bins of 1/128 relative width: 7 bits below the leading one.
std::size_t binOf(std::int64_t ps) {
  const auto v = static_cast<std::uint64_t>(std::max<std::int64_t>(ps, 0)) + 128;
  const auto top = static_cast<unsigned>(std::bit_width(v)) - 1;
  return std::size_t{top} * 128 + ((v >> (top - 7)) & 127);
}
double middleOf(std::size_t bin) {
  const auto top = static_cast<int>(bin / 128);
  return std::ldexp(static_cast<double>(bin % 128) + 128.5, top - 7) - 128;
}

}  // namespace

void Transcript::add(const Entry& e, std::int64_t ready) {
  ++count_;
  end_ = std::max(end_, e.end);
  const std::int64_t t = e.end - ready;
  longest_ = std::max(longest_, t);
  // Whole seconds apart from the rest, so that the sum does not depend on the order in which messages end.
  sum_ps_ += static_cast<double>(t / 1'000'000'000'000) * 1e12;
  sumRest_ += t % 1'000'000'000'000;
  if (times_.size() < kExactTimes) times_.push_back(t);
  if (histogram_.empty()) histogram_.resize(64 * 128);
  ++histogram_[binOf(t)];
  if (keep_ && entries_.size() < kMostMessages) entries_.push_back(e);
}

void Transcript::addMany(std::int64_t time, std::uint64_t times) {
  count_ += times;
  longest_ = std::max(longest_, time);
  sum_ps_ += static_cast<double>(time) * static_cast<double>(times);
  if (histogram_.empty()) histogram_.resize(64 * 128);
  histogram_[binOf(time)] += times;
}

void Transcript::renumber(const std::vector<std::uint32_t>& to) {
  for (Entry& e : entries_)
    if (e.instance < to.size()) e.instance = to[e.instance];
}

FlowOutcome Transcript::flows() const {
  FlowOutcome f;
  f.count = count_;
  if (count_ == 0) return f;
  f.fct_mean_s = (sum_ps_ + static_cast<double>(sumRest_)) / static_cast<double>(count_) * 1e-12;
  f.fct_max_s = static_cast<double>(longest_) * 1e-12;
  // Nearest rank: the smallest time that at least p of all do not exceed.
  const auto rank = [&](double p) { return static_cast<std::uint64_t>(std::max(1.0, std::ceil(p * static_cast<double>(count_)))); };
  if (times_.size() == count_) {
    auto sorted = times_;
    std::sort(sorted.begin(), sorted.end());
    f.fct_p50_s = static_cast<double>(sorted[rank(0.50) - 1]) * 1e-12;
    f.fct_p99_s = static_cast<double>(sorted[rank(0.99) - 1]) * 1e-12;
    return f;
  }
  const auto quantile = [&](double p) {
    std::uint64_t seen = 0;
    for (std::size_t b = 0; b < histogram_.size(); ++b)
      if ((seen += histogram_[b]) >= rank(p)) return middleOf(b) * 1e-12;
    return f.fct_max_s;
  };
  f.fct_p50_s = quantile(0.50);
  f.fct_p99_s = quantile(0.99);
  return f;
}

void Transcript::write(RunBuilder& builder, TrackKind kind, std::size_t most, std::string_view lane) const {
  const std::size_t first = entries_.size() > most ? entries_.size() - most : 0;
  std::vector<std::uint32_t> order(entries_.size() - first);
  std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(first));
  // Lanes are given in order of start; entries arrive in order of completion.
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Entry& x = entries_[a];
    const Entry& y = entries_[b];
    return x.start != y.start ? x.start < y.start : x.from != y.from ? x.from < y.from : x.to != y.to ? x.to < y.to : a < b;
  });
  struct Lane {
    TrackIndex track;
    std::int64_t end;
  };
  std::map<std::int32_t, std::vector<Lane>> lanes;
  builder.reserve(order.size(), 0);
  const NameId category = builder.intern(lane == "messages" ? "message" : lane);
  std::uint64_t crowded = 0;
  for (const std::uint32_t i : order) {
    const Entry& e = entries_[i];
    builder.transfer(e.from, e.to, e.bytes, e.start, e.end, e.instance);
    std::vector<Lane>& mine = lanes[e.from];
    auto free = std::find_if(mine.begin(), mine.end(), [&](const Lane& l) { return l.end <= e.start; });
    if (free == mine.end()) {
      if (mine.size() >= kLanes) {
        ++crowded;
        continue;
      }
      Track t;
      t.name = builder.intern(mine.empty() ? std::string(lane) : fmt::format("{} {}", lane, mine.size() + 1));
      const bool foreign = lane != "messages";  // of another job: its hosts are no ranks of this one
      t.process = builder.intern(fmt::format("{} {}", foreign ? "host" : "rank", e.from));
      t.kind = kind;
      t.rank = foreign ? kUnknownRank : e.from;
      t.sort = (foreign ? 200 : 100) + static_cast<std::int64_t>(mine.size());
      mine.push_back({builder.track(t), 0});
      free = mine.end() - 1;
    }
    free->end = e.end;
    builder.slice({.track = free->track, .start = e.start, .duration = e.end - e.start, .name = builder.intern(fmt::format("to {}", e.to)),
                   .category = category, .activity = Activity::Communication, .args = {}});
  }
  if (crowded > 0)
    builder.note(fmt::format("messages beyond {} at once on one rank, kept as transfers only", kLanes), {}, crowded);
  const std::uint64_t missing = count_ - order.size();
  if (missing > 0)
    builder.note(keep_ ? "messages not kept one by one, counted in the totals" : "messages not kept, as asked", {}, missing);
}

}  // namespace weir::sim
