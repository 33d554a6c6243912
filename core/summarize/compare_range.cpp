// Which part of two runs is compared: the steps that lie in a range, or what starts in it.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/units.h"
#include "core/summarize/compare_parts.h"

namespace weir {

std::optional<TimeRange> RangeFromBegin::of(const Run& run) const {
  if (!from && !to) return std::nullopt;
  const auto [first, last] = run.span();
  return TimeRange{first + from.value_or(0), to ? first + *to : std::max(last, first + from.value_or(0)) + 1};  // the last slice may have no length
}

}  // namespace weir

namespace weir::compared {
namespace {

// A range drawn by hand meets no step's ends to the picosecond, and the ranks of a step end one after the other.
bool liesIn(TimeRange step, TimeRange range) {
  const std::int64_t inside = std::min(step.to, range.to) - std::max(step.from, range.from);
  return step.length() > 0 ? inside > 0 && inside >= step.length() - inside : step.from >= range.from && step.from < range.to;
}

struct Chosen {
  std::size_t first = 0, count = 0;
};

Chosen stepsIn(const Side& s, const std::optional<TimeRange>& range) {
  if (!s.marked) return {};
  if (!range) return {0, s.steps};
  Chosen c;
  for (std::size_t k = 0; k < s.job.size(); ++k)
    if (liesIn(s.job[k], *range)) c = {c.count == 0 ? k : c.first, c.count + 1};
  return c;
}

template <class T>
void keep(std::vector<T>& all, const Chosen& c) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(c.first);
  all = std::vector<T>(begin, begin + static_cast<std::ptrdiff_t>(c.count));
}

void keepSteps(Side& s, const Chosen& c) {
  keep(s.job, c);
  keep(s.numbers, c);
  keep(s.stepTimes, c);
  for (auto& [rank, own] : s.byRank) {
    const std::vector<TimeRange> all = own;
    keep(own, c);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (k < c.first || k >= c.first + c.count) s.leftOut[rank].push_back(all[k]);
  }
  s.steps = c.count;
  s.within = TimeRange{s.job.front().from, s.job.back().to};
}

bool keepPiece(Side& s, TimeRange range) {
  const auto [first, last] = s.run->span();
  if (range.to <= first || range.from >= std::max(last, first + 1)) return false;
  s.marked = false;
  s.steps = 1;
  s.numbers.clear();
  s.stepTimes.clear();
  s.byRank.clear();
  s.job = {{std::max(first, range.from), std::min(last, range.to)}};
  s.within = range;
  return true;
}

}  // namespace

bool Side::missed(std::int32_t rank, std::int64_t t) const {
  if (!within) return true;
  if (!marked || t < within->from || t >= within->to) return false;
  const auto own = leftOut.find(rank);
  return own == leftOut.end() || std::none_of(own->second.begin(), own->second.end(), [&](const TimeRange& s) { return t >= s.from && t < s.to; });
}

bool keepRanges(Side& a, const std::optional<TimeRange>& inA, Side& b, const std::optional<TimeRange>& inB, std::string& remark) {
  const Chosen x = stepsIn(a, inA), y = stepsIn(b, inB);
  const bool wholeA = a.exact && !b.exact && y.count > 0, wholeB = b.exact && !a.exact && x.count > 0;
  a.noStepThere = a.marked && !wholeA && x.count == 0;
  b.noStepThere = b.marked && !wholeB && y.count == 0;
  const bool pieces = a.noStepThere || b.noStepThere;
  const auto one = [&](Side& s, const std::optional<TimeRange>& range, const Chosen& c, bool whole, const char* which) {
    if (!range || whole) return true;
    if (s.marked && !pieces) {
      keepSteps(s, c);
      return true;
    }
    if (keepPiece(s, *range)) return true;
    const auto [first, last] = s.run->span();
    const auto time = [](std::int64_t ps) { return units::showSeconds(seconds(ps)); };
    remark = range->to <= first ? fmt::format("nothing of {} lies in the range: it begins {} after the range ends; nothing is compared", which, time(first - range->to))
                                : fmt::format("nothing of {} lies in the range: it is {} long, and the range begins {} after it does; nothing is compared", which, time(last - first), time(range->from - first));
    return false;
  };
  return one(a, inA, x, wholeA, "A") && one(b, inB, y, wholeB, "B");
}

}  // namespace weir::compared
