// What the Breakdown view asks its worker: sums of each run, and the bars of them.
#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "views/breakdown/breakdown_view.h"

namespace weir {
namespace {
std::optional<TimeRange> onOwnAxis(const std::optional<ViewState::Range>& range, std::int64_t shift) {
  return range ? std::optional(TimeRange{range->first - shift, range->second - shift}) : std::nullopt;
}
}  // namespace

std::shared_ptr<const BreakdownView::Answer> BreakdownView::answer(const Asked& asked, RunMemo& memo, const Job& job) {
  auto a = std::make_shared<Answer>();
  a->asked = asked;
  for (const Asked::Shown& r : asked.runs) {
    job.begin("summing up");
    auto index = memo.breakdown(r.run, job);
    if (!index) return nullptr;
    job.begin("finding steps");
    auto steps = memo.steps(r.run, job);
    if (!steps) return nullptr;
    a->summed[r.id] = std::make_shared<const Summed>(Summed{r.run, std::move(index), std::move(steps)});
  }
  a->found = look(asked, a->summed);
  if (job.stopped()) return nullptr;
  a->picture = build(asked, a->summed, kMostBars, job);
  return job.stopped() ? nullptr : a;
}

BreakdownView::Found BreakdownView::look(const Asked& asked, const AllSummed& summed) {
  Found f;
  for (const Asked::Shown& shown : asked.runs) {
    const Summed& s = *summed.at(shown.id);
    const auto range = onOwnAxis(asked.range, shown.shift);
    const Breakdown b = s.index->over(range);
    f.work += static_cast<double>(b.ranks.size());
    for (const RankBreakdown& r : b.ranks) {
      f.ranks = true;
      f.says = f.says || r.known();
      f.inRange = f.inRange || r.wall() > 0;
    }
    if (shown.run->truth != Truth::Measured) f.steps = true;  // is one itself
    for (const RankSteps& r : shown.byHand ? onEveryRank(*shown.run, *shown.byHand) : s.steps->ranks) {
      if (asked.settings.rows == Rows::Steps) f.work += static_cast<double>(r.steps.size());
      f.steps = f.steps || std::any_of(r.steps.begin(), r.steps.end(), [&](const TimeRange& t) { return !range || (t.to > range->from && t.from < range->to); });
    }
  }
  return f;
}

BreakdownPicture::Group BreakdownView::groupOf(const Asked& asked, const Asked::Shown& shown, const Summed& summed, std::size_t mostBars, const Job& job) {
  const Settings& settings = asked.settings;
  BreakdownPicture::Group g;
  g.title = tr("%1, %2").arg(shown.title, QCoreApplication::translate("Truth", std::string(name(shown.run->truth)).c_str()));
  if (shown.partial) g.title += tr(", so far");
  if (shown.stale) g.title += tr(", stale");
  std::optional<TimeRange> range = onOwnAxis(asked.range, shown.shift);
  const std::vector<RankSteps> steps = shown.byHand ? onEveryRank(*shown.run, *shown.byHand) : summed.steps->ranks;
  if (settings.rows == Rows::Steps) {
    g.bars = barsOfSteps(breakdownBySteps(*summed.index, steps, range, job), shown.run->truth, shown.id, mostBars, settings.rank);
    if (g.bars.empty()) g.title += tr(": no steps here (set them by hand in the timeline)");
    for (BreakdownBar& b : g.bars) b.stale = shown.stale;
    return g;
  }
  std::vector<double> perStep;
  if (settings.scale == Scale::TimePerStep) {
    // From the first step's begin to the last one's end, over the steps in range.
    std::optional<TimeRange> within;
    std::map<std::int32_t, double> count;
    for (const RankSteps& r : steps)
      for (const TimeRange& step : r.steps) {
        if (range && (step.from < range->from || step.to > range->to)) continue;
        within = within ? TimeRange{std::min(within->from, step.from), std::max(within->to, step.to)} : step;
        ++count[r.rank];
      }
    // A simulation plays one step; it has no marks because there is nothing to tell apart.
    const bool one = steps.empty() && shown.run->truth != Truth::Measured;
    if (within) range = within;
    // Marks on a track of no rank hold for all of them.
    const double ofAll = count.contains(kUnknownRank) ? count[kUnknownRank] : 0;
    for (const std::int32_t r : summed.index->ranks()) perStep.push_back(one ? 1 : count.contains(r) ? count[r] : ofAll);
  }
  g.bars = barsOf(summed.index->over(range), shown.run->truth, shown.id, mostBars, perStep);
  for (BreakdownBar& b : g.bars) b.stale = shown.stale;
  return g;
}

BreakdownPicture BreakdownView::build(const Asked& asked, const AllSummed& summed, std::size_t mostBars, const Job& job) {
  const Settings& settings = asked.settings;
  BreakdownPicture p;
  p.title = tr("Where the time goes");
  p.share = settings.scale == Scale::Share;
  p.xTitle = settings.scale == Scale::Share  ? tr("share of the time")
             : settings.scale == Scale::Time ? tr("time")
                                             : tr("time a step");
  QStringList remark, without;
  bool host = false;
  bool binned = false;
  for (const Asked::Shown& shown : asked.runs) {
    const auto it = summed.find(shown.id);
    if (it == summed.end()) continue;
    auto g = groupOf(asked, shown, *it->second, mostBars, job);
    if (it->second->index->ranks().empty()) {  // links, counters: nobody's time
      without << shown.title;
      continue;
    }
    const std::vector<RankBreakdown> ranks = it->second->index->over().ranks;
    binned = binned || (settings.rows == Rows::Ranks && g.bars.size() > 2 && g.bars.size() <= ranks.size());
    for (const RankBreakdown& r : ranks) host = host || (!r.fromDevice && r.known());
    p.groups.push_back(std::move(g));
  }
  if (!asked.runs.empty() && asked.range) remark << (asked.measured ? tr("Runs: only the measured time.") : tr("Runs: only the visible time."));
  if (settings.rows == Rows::Steps && !settings.rank && !p.groups.empty()) remark << tr("A bar of a step is the mean of its ranks.");
  if (binned) remark << tr("A bar of several ranks is their mean.");
  if (host) remark << tr("Ranks without device streams are taken from their host threads.");
  if (!without.isEmpty()) remark << tr("Without ranks, so without a bar: %1.").arg(without.join(QStringLiteral(", ")));
  if (asked.filtered && !p.groups.empty()) remark << tr("The filter hides nothing from these sums.");
  p.remark = remark.join(QLatin1Char(' '));
  return p;
}

}  // namespace weir
