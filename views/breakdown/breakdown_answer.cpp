// What the Breakdown view asks its worker: sums of each run, and the bars of them.
#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "core/summarize/kept_bytes.h"
#include "views/breakdown/breakdown_view.h"
#include "views/shared/truth_icon.h"

namespace weir {
namespace {
constexpr AnswerBytes<BreakdownSums> kKeptSums{breakdownToBytes, breakdownFromBytes};

std::optional<TimeRange> onOwnAxis(const std::optional<ViewState::Range>& range, std::int64_t shift) {
  return range ? std::optional(TimeRange{range->first - shift, range->second - shift}) : std::nullopt;
}
}  // namespace

std::shared_ptr<const BreakdownView::Answer> BreakdownView::answer(const Asked& asked, RunMemo& memo, const Job& job) {
  auto a = std::make_shared<Answer>();
  a->asked = asked;
  for (const Asked::Shown& r : asked.runs) {
    auto summed = sumUp(asked, r, memo, job);
    if (!summed) return nullptr;
    a->summed[r.id] = std::move(summed);
  }
  a->found = look(asked, a->summed);
  if (job.stopped()) return nullptr;
  a->picture = build(asked, a->summed, kMostBars);
  return job.stopped() ? nullptr : a;
}

// The index of all slices is built only for what is not known yet.
std::shared_ptr<const BreakdownView::Summed> BreakdownView::sumUp(const Asked& asked, const Asked::Shown& shown, RunMemo& memo, const Job& job) {
  Summed out;
  if (shown.byHand) {
    out.steps = onEveryRank(*shown.run, *shown.byHand);
  } else {
    job.begin("finding steps");
    const auto found = memo.steps(shown.run, job);
    if (!found) return nullptr;
    out.steps = found->ranks;
  }
  using Of = BreakdownSums::Of;
  const Of of = asked.settings.rows == Rows::Steps ? Of::Steps : asked.settings.scale == Scale::TimePerStep ? Of::WithinSteps : Of::Ranks;
  const auto range = onOwnAxis(asked.range, shown.shift);
  AnswerKey key{of == Of::Steps ? "breakdown by step" : of == Of::WithinSteps ? "breakdown a step" : "breakdown", kept::keyOf(range)};
  if (of != Of::Ranks && shown.byHand) key.choice += kept::keyOf(*shown.byHand);
  out.sums = memo.answer<BreakdownSums>(shown.run, key, kKeptSums, job, [&]() -> std::shared_ptr<const BreakdownSums> {
    job.begin("summing up");
    const auto index = memo.breakdown(shown.run, job);
    return index ? std::make_shared<const BreakdownSums>(breakdownSums(*index, out.steps, of, range, job)) : nullptr;
  });
  return out.sums ? std::make_shared<const Summed>(std::move(out)) : nullptr;
}

BreakdownView::Found BreakdownView::look(const Asked& asked, const AllSummed& summed) {
  Found f;
  for (const Asked::Shown& shown : asked.runs) {
    const Summed& s = *summed.at(shown.id);
    const auto range = onOwnAxis(asked.range, shown.shift);
    f.work += static_cast<double>(s.sums->over.ranks.size());
    for (const RankBreakdown& r : s.sums->over.ranks) {
      f.ranks = true;
      f.says = f.says || r.known();
      f.inRange = f.inRange || r.wall() > 0;
    }
    if (shown.run->truth != Truth::Measured) f.steps = true;  // is one itself
    for (const RankSteps& r : s.steps) {
      if (asked.settings.rows == Rows::Steps) f.work += static_cast<double>(r.steps.size());
      f.steps = f.steps || std::any_of(r.steps.begin(), r.steps.end(), [&](const TimeRange& t) { return !range || (t.to > range->from && t.from < range->to); });
    }
  }
  return f;
}

BreakdownPicture::Group BreakdownView::groupOf(const Asked& asked, const Asked::Shown& shown, const Summed& summed, std::size_t mostBars) {
  const Settings& settings = asked.settings;
  BreakdownPicture::Group g;
  g.title = tr("%1, %2").arg(shown.title, truthText(*shown.run));
  if (shown.partial) g.title += tr(", so far");
  if (shown.stale) g.title += tr(", stale");
  const BreakdownSums& sums = *summed.sums;
  const std::vector<RankSteps>& steps = summed.steps;
  if (settings.rows == Rows::Steps) {
    g.bars = barsOfSteps(sums.steps, shown.run->truth, shown.id, mostBars, settings.rank);
    if (g.bars.empty()) g.title += tr(": no steps here (set them by hand in the timeline)");
    for (BreakdownBar& b : g.bars) b.stale = shown.stale;
    return g;
  }
  std::vector<double> perStep;
  if (settings.scale == Scale::TimePerStep) {
    // Over the steps in range.
    const auto range = onOwnAxis(asked.range, shown.shift);
    std::map<std::int32_t, double> count;
    for (const RankSteps& r : steps)
      for (const TimeRange& step : r.steps)
        if (!range || (step.from >= range->from && step.to <= range->to)) ++count[r.rank];
    // A simulation plays one step; it has no marks because there is nothing to tell apart.
    const bool one = steps.empty() && shown.run->truth != Truth::Measured;
    // Marks on a track of no rank hold for all of them.
    const double ofAll = count.contains(kUnknownRank) ? count[kUnknownRank] : 0;
    for (const RankBreakdown& r : sums.over.ranks) perStep.push_back(one ? 1 : count.contains(r.rank) ? count[r.rank] : ofAll);
  }
  g.bars = barsOf(settings.scale == Scale::TimePerStep && sums.withinSteps ? *sums.withinSteps : sums.over, shown.run->truth, shown.id, mostBars, perStep);
  for (BreakdownBar& b : g.bars) b.stale = shown.stale;
  return g;
}

BreakdownPicture BreakdownView::build(const Asked& asked, const AllSummed& summed, std::size_t mostBars) {
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
    auto g = groupOf(asked, shown, *it->second, mostBars);
    const std::vector<RankBreakdown>& ranks = it->second->sums->over.ranks;
    if (ranks.empty()) {  // links, counters: nobody's time
      without << shown.title;
      continue;
    }
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
