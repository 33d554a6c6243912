// What is worked out beside the painting, in workers where it is large: the filtered or recoloured runs, steps, arrows.
#include <algorithm>

#include "views/timeline/facts.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {
constexpr std::uint64_t kAtOnce = LodStore::kAtOnce;  // slices: some 5 ms

using Views = std::map<int, SliceViewPtr>;
using StepsFound = std::map<int, std::pair<RunPtr, std::shared_ptr<const Steps>>>;
using FlowsFound = std::map<int, FlowsPtr>;
}  // namespace

// ---- filter and colours

SliceFilter TimelineView::sliceFilter() const {
  const Filter& f = state().filter();
  SliceFilter out;
  out.name = f.name.toStdString();
  for (const Activity a : f.hidden) out.hidden |= 1U << static_cast<unsigned>(a);
  out.shortest = f.shortest;
  out.longest = f.longest;
  out.ranks = f.ranks;
  return out;
}

void TimelineView::setColourBy(ColourBy by) {
  if (by == colourBy_) return;
  colourBy_ = by;
  refreshViews();
}

void TimelineView::refreshViews() {
  const SliceFilter filter = sliceFilter();
  if (filter.off() && colourBy_ == ColourBy::Activity) {
    viewsWork_.forget();
    views_.clear();
    takeViews();
    return;
  }
  std::map<int, LodPtr> wanted;
  std::uint64_t slices = 0;
  for (const TimelineRun& r : runs_) {
    if (!r.lod) continue;
    const auto it = views_.find(r.id);
    if (it != views_.end() && it->second->whole()->runPtr() == r.lod->runPtr() && it->second->filter() == filter && it->second->colourBy() == colourBy_) continue;
    wanted[r.id] = r.lod;
    slices += r.run().slices.size();
  }
  const auto work = [wanted, filter, by = colourBy_](const Job& job) -> std::shared_ptr<const Views> {
    auto out = std::make_shared<Views>();
    for (const auto& [id, lod] : wanted) {
      auto view = SliceView::build(lod, filter, by, job);
      if (!view) return nullptr;
      (*out)[id] = std::move(*view);
    }
    return out;
  };
  const auto done = [this](const std::shared_ptr<const Views>& made) {
    if (made)
      for (const auto& [id, view] : *made) views_[id] = view;
    takeViews();
  };
  if (slices <= kAtOnce) {
    viewsWork_.forget();
    done(work({}));
    return;
  }
  viewsWork_.askFor<Views>(work, done, 120);  // while a person types
  takeViews();
}

// Into the runs that are painted, as far as they are of the data shown: an older filter's picture stays until the new one is there.
void TimelineView::takeViews() {
  for (TimelineRun& r : runs_) {
    const auto it = views_.find(r.id);
    r.view = it != views_.end() && r.lod && it->second->whole()->runPtr() == r.lod->runPtr() ? it->second : nullptr;
  }
  std::erase_if(views_, [this](const auto& v) { return indexOf(v.first) < 0; });
  refreshLanes();
  refreshSearch();
  if (measure_) startReport();
}

TimelineView::Shown TimelineView::shown() const {
  Shown out;
  for (const TimelineRun& r : runs_) {
    if (!r.lod) continue;
    out.total += r.run().slices.size();
    out.shown += r.painted().run().slices.size();
  }
  out.tracksLeft = list_.left;
  out.waiting = viewsWork_.busy();
  return out;
}

// ---- steps

void TimelineView::refreshSteps() {
  std::map<int, RunPtr> wanted;
  std::uint64_t slices = 0;
  for (const TimelineRun& r : runs_) {
    if (!r.lod) continue;
    const auto it = found_.find(r.id);
    if (it != found_.end() && it->second.first == r.lod->runPtr()) continue;
    wanted[r.id] = r.lod->runPtr();
    slices += r.run().slices.size();
  }
  std::erase_if(found_, [this](const auto& f) { return !state().run(f.first); });
  if (wanted.empty()) {
    takeSteps();
    return;
  }
  const auto work = [wanted, memo = state().memo()](const Job& job) -> std::shared_ptr<const StepsFound> {
    auto out = std::make_shared<StepsFound>();
    job.begin("steps");
    for (const auto& [id, run] : wanted) {
      (*out)[id] = {run, memo->steps(run, job)};
      if (job.stopped()) return nullptr;
    }
    return out;
  };
  const auto done = [this](const std::shared_ptr<const StepsFound>& found) {
    if (found)
      for (const auto& [id, steps] : *found) found_[id] = steps;
    takeSteps();
  };
  if (slices <= kAtOnce) {
    stepsWork_.forget();
    done(work({}));
  } else {
    stepsWork_.askFor<StepsFound>(work, done);
  }
}

void TimelineView::takeSteps() {
  byHand_.clear();
  for (const TimelineRun& r : runs_)
    if (const auto* steps = state().stepsByHand(r.id)) {
      RankSteps& s = byHand_[r.id];
      s.steps = *steps;
      for (std::size_t i = 0; i < steps->size(); ++i) s.number.push_back(static_cast<std::int64_t>(i));
    }
  refreshLanes();
}

const RankSteps* TimelineView::stepsOf(int runId) const {
  if (const auto it = byHand_.find(runId); it != byHand_.end()) return &it->second;
  const auto it = found_.find(runId);
  if (it == found_.end() || it->second.second->ranks.empty()) return nullptr;
  const auto& ranks = it->second.second->ranks;
  const Selection& s = state().selection();
  const TimelineRun* run = runOf(runId);
  if (s.kind == Selection::Kind::Slice && s.runId == runId && run && s.slice < run->run().slices.size()) {
    const std::int32_t rank = run->run().tracks[run->run().rowOf(s.slice).track].rank;
    for (const RankSteps& r : ranks)
      if (r.rank == rank) return &r;
  }
  // Those of a rank that is left out would say nothing of what is in sight.
  const auto& only = state().filter().ranks;
  const auto shown = std::find_if(ranks.begin(), ranks.end(), [&](const RankSteps& r) { return only.empty() || only.contains(r.rank); });
  return shown != ranks.end() ? &*shown : &ranks.front();
}

// Ranks begin and end a step at times of their own: whose it is belongs to it.
QString TimelineView::stepText(const RankSteps& steps, std::size_t index, bool timed) {
  if (!timed) return steps.rank == kUnknownRank ? tr("step %1").arg(steps.number[index]) : tr("step %1 of rank %2").arg(steps.number[index]).arg(steps.rank);
  const QString lasts = showTime(steps.steps[index].length());
  return steps.rank == kUnknownRank ? tr("step %1 · %2").arg(steps.number[index]).arg(lasts)
                                    : tr("step %1 of rank %2 · %3").arg(steps.number[index]).arg(steps.rank).arg(lasts);
}

Steps::From TimelineView::stepsFrom(int runId, QString* what) const {
  const auto it = found_.find(runId);
  if (it == found_.end()) return Steps::From::Nothing;
  if (what) *what = textOf(it->second.second->what);
  return it->second.second->from;
}

// Clicked: its range is measured, so that the panel says what is in it.
void TimelineView::chooseStep(int runId, std::size_t index, bool zoom) {
  const RankSteps* steps = stepsOf(runId);
  const TimelineRun* run = runOf(runId);
  if (!steps || !run || index >= steps->steps.size()) return;
  const TimeRange r{steps->steps[index].from + run->shift, steps->steps[index].to + run->shift};
  if (r.length() <= 0) return;
  state().setMeasured(ViewState::Range{r.from, r.to});
  if (zoom) zoomTo(r.from, r.to);
}

bool TimelineView::nextStep(int by) {
  for (const int i : arrangement_.steps) {
    const TimelineRun& run = runs_[static_cast<std::size_t>(i)];
    const RankSteps* steps = stepsOf(run.id);
    if (!steps || steps->steps.empty()) continue;
    // From the chosen one, else from the middle of what is in sight.
    const auto [from, to] = state().measured().value_or(state().timeRange());
    const std::int64_t at = (state().measured() ? from : from + (to - from) / 2) - run.shift;
    const auto after = std::upper_bound(steps->steps.begin(), steps->steps.end(), at, [](std::int64_t t, const TimeRange& r) { return t < r.from; });
    auto index = static_cast<std::ptrdiff_t>(after - steps->steps.begin()) - 1;
    const bool on = state().measured() && index >= 0 && steps->steps[static_cast<std::size_t>(index)] == TimeRange{from - run.shift, to - run.shift};
    if (on || by < 0) index += by;
    else index += index < 0 || steps->steps[static_cast<std::size_t>(index)].to <= at ? by : 0;
    index = std::clamp<std::ptrdiff_t>(index, 0, static_cast<std::ptrdiff_t>(steps->steps.size()) - 1);
    chooseStep(run.id, static_cast<std::size_t>(index), true);
    return true;
  }
  return false;
}

void TimelineView::setStepsEvery(int runId, std::int64_t from, std::int64_t every) {
  const TimelineRun* run = runOf(runId);
  if (!run) return;
  const auto [first, last] = run->run().span();
  // Back to the run's beginning, so that the range drawn is one of them.
  std::int64_t begin = from;
  if (every > 0 && begin > first) begin -= (begin - first) / every * every;
  state().setStepsByHand(runId, evenSteps(begin, last, every));
}

// ---- arrows

void TimelineView::refreshFlows() {
  std::map<int, RunPtr> wanted;
  std::uint64_t arrows = 0;
  for (const TimelineRun& r : runs_) {
    if (!r.lod || r.run().arrows.size() == 0) continue;
    const auto it = flows_.find(r.id);
    if (it != flows_.end() && it->second->runPtr() == r.lod->runPtr()) continue;
    wanted[r.id] = r.lod->runPtr();
    arrows += r.run().arrows.size();
  }
  std::erase_if(flows_, [this](const auto& f) {
    const TimelineRun* r = runOf(f.first);
    return !r || r->lod->runPtr() != f.second->runPtr();
  });
  if (wanted.empty()) {
    refreshArrows();
    return;
  }
  const auto work = [wanted](const Job& job) -> std::shared_ptr<const FlowsFound> {
    auto out = std::make_shared<FlowsFound>();
    for (const auto& [id, run] : wanted) {
      auto flows = Flows::build(run, job);
      if (!flows) return nullptr;
      (*out)[id] = std::move(*flows);
    }
    return out;
  };
  const auto done = [this](const std::shared_ptr<const FlowsFound>& found) {
    if (found)
      for (const auto& [id, flows] : *found)
        if (const TimelineRun* r = runOf(id); r && r->lod->runPtr() == flows->runPtr()) flows_[id] = flows;
    refreshArrows();
    replot();
  };
  if (arrows <= kAtOnce) {
    flowsWork_.forget();
    done(work({}));
  } else {
    flowsWork_.askFor<FlowsFound>(work, done);
  }
}

void TimelineView::setArrowMode(ArrowMode mode) {
  if (mode == arrowMode_) return;
  arrowMode_ = mode;
  refreshArrows();
  replot();
  replotOverlay();
  emit shownChanged();
}

void TimelineView::refreshArrows() {
  arrows_ = {};
  const Selection& s = state().selection();
  const auto flows = flows_.find(s.runId);
  const TimelineRun* run = runOf(s.runId);
  if (s.kind != Selection::Kind::Slice || flows == flows_.end() || !run || s.slice >= run->run().slices.size()) return;
  if (arrowMode_ == ArrowMode::Chain) {
    Flows::Chain chain = flows->second->chain(s.slice, kMostChain);
    arrows_.in = std::move(chain.before);
    arrows_.out = std::move(chain.after);
    arrows_.more = chain.more ? 1 : 0;
    return;
  }
  const auto [first, last] = flows->second->from(s.slice);
  for (std::size_t i = first; i < last; ++i) {
    if (arrows_.out.size() < kMostArrows) arrows_.out.push_back(i);
    else ++arrows_.more;
  }
  for (const std::uint64_t i : flows->second->to(s.slice)) {
    if (arrows_.in.size() < kMostArrows) arrows_.in.push_back(i);
    else ++arrows_.more;
  }
}

// Counted first, by binary searches: rows in sight x log(arrows).
TimelineView::SightArrows TimelineView::arrowsInSight() const {
  SightArrows out;
  const auto [from, to] = state().timeRange();
  std::vector<std::tuple<int, std::size_t, std::size_t>> parts;
  std::size_t n = 0;
  const int height = laneArea().height();
  for (const Lane& l : list_.lanes) {
    const int y = l.y - (l.pinned ? 0 : scroll_->value());
    if (l.row == Lane::kNoRow || y + l.height < (l.pinned ? 0 : list_.pinnedHeight) || y > height) continue;
    const TimelineRun& run = runs_[static_cast<std::size_t>(l.run)];
    const auto flows = flows_.find(run.id);
    if (flows == flows_.end()) continue;
    const Run& r = run.run();
    const SliceIndex a = r.firstEndingAfter(r.rows[l.row], from - run.shift);
    const SliceIndex b = r.firstStartingAt(r.rows[l.row], to - run.shift);
    if (b <= a) continue;
    const auto [first, last] = flows->second->fromSlices(a, b);
    if (first < last) parts.emplace_back(l.run, first, last);
    n += last - first;
  }
  if (n > kMostInSight) {
    out.more = n;
    return out;
  }
  for (const auto& [run, first, last] : parts)
    for (std::size_t i = first; i < last; ++i) out.arrows.emplace_back(run, i);
  return out;
}

}  // namespace weir
