#include "views/shared/view_state.h"

#include <algorithm>

namespace weir {
namespace {
constexpr std::int64_t kNarrowest = 1000;  // 1 ns
constexpr std::size_t kHistory = 100;

// No narrower than can be looked at: the whole of runs without times is one moment.
ViewState::Range shownOf(ViewState::Range range) {
  if (range.second - range.first >= kNarrowest) return range;
  const std::int64_t mid = range.first + (range.second - range.first) / 2;
  return {mid - kNarrowest / 2, mid + kNarrowest / 2};
}
}  // namespace

ViewState::ViewState(QObject* parent) : QObject(parent) {}

const ShownRun* ViewState::run(int id) const {
  const auto it = std::find_if(runs_.begin(), runs_.end(), [&](const ShownRun& r) { return r.id == id; });
  return it == runs_.end() ? nullptr : &*it;
}

const ShownRun* ViewState::visibleRun(int id) const {
  const ShownRun* first = nullptr;
  for (const ShownRun& r : runs_) {
    if (!r.visible) continue;
    if (r.id == id) return &r;
    if (!first) first = &r;
  }
  return first;
}

void ViewState::putRun(ShownRun shown) {
  Q_ASSERT(shown.run);
  const bool first = runs_.empty();
  const Range before = shownOf(whole());
  const auto it = std::find_if(runs_.begin(), runs_.end(), [&](const ShownRun& r) { return r.id == shown.id; });
  if (it == runs_.end()) {
    runs_.push_back(std::move(shown));
  } else {
    if (it->run != shown.run) remembered_.erase(shown.id);
    *it = std::move(shown);
  }
  emit runsChanged();
  // Whoever looks at the whole goes on looking at the whole; a chosen range stays.
  if (first || range_ == before) setTimeRange(whole());
}

void ViewState::removeRun(int id) {
  std::erase_if(runs_, [&](const ShownRun& r) { return r.id == id; });
  remembered_.erase(id);
  stepsByHand_.erase(id);
  if (selection_.runId == id) select({});
  emit runsChanged();
}

void ViewState::clearRuns() {
  runs_.clear();
  back_.clear();
  forward_.clear();
  remembered_.clear();
  stepsByHand_.clear();
  setMarkers({});
  setMeasured(std::nullopt);
  select({});
  emit runsChanged();
}

void ViewState::setVisible(int id, bool visible) {
  for (ShownRun& r : runs_)
    if (r.id == id && r.visible != visible) {
      const Range before = shownOf(whole());
      r.visible = visible;
      emit runsChanged();
      if (visible && range_ == before) setTimeRange(whole());
      return;
    }
}

ViewState::Range ViewState::whole() const {
  std::optional<Range> all;
  for (const ShownRun& r : runs_) {
    if (!r.visible) continue;
    const auto [lo, hi] = r.run->span();
    if (lo == hi) continue;
    if (!all) all = Range{lo + r.shift, hi + r.shift};
    else all = Range{std::min(all->first, lo + r.shift), std::max(all->second, hi + r.shift)};
  }
  return all.value_or(Range{0, 1});
}

void ViewState::setTimeRange(Range range, bool remember) {
  range = shownOf(range);
  if (range == range_) return;
  if (remember) {
    back_.push_back(range_);
    if (back_.size() > kHistory) back_.erase(back_.begin());
    forward_.clear();
  }
  range_ = range;
  emit timeRangeChanged();
}

void ViewState::showWhole() { setTimeRange(whole(), true); }

bool ViewState::back() {
  if (back_.empty()) return false;
  forward_.push_back(range_);
  range_ = back_.back();
  back_.pop_back();
  emit timeRangeChanged();
  return true;
}

bool ViewState::forward() {
  if (forward_.empty()) return false;
  back_.push_back(range_);
  range_ = forward_.back();
  forward_.pop_back();
  emit timeRangeChanged();
  return true;
}

void ViewState::select(Selection selection) {
  if (selection == selection_) return;
  selection_ = std::move(selection);
  emit selectionChanged();
}

void ViewState::setSearch(const QString& text) {
  if (text == search_) return;
  search_ = text;
  emit searchChanged();
}

void ViewState::setFilter(Filter filter) {
  if (filter == filter_) return;
  filter_ = std::move(filter);
  emit filterChanged();
}

void ViewState::setMarkers(std::vector<Marker> markers) {
  std::stable_sort(markers.begin(), markers.end(), [](const Marker& a, const Marker& b) { return a.time < b.time; });
  if (markers == markers_) return;
  markers_ = std::move(markers);
  emit markersChanged();
}

void ViewState::setMeasured(std::optional<Range> range) {
  if (range == measured_) return;
  measured_ = range;
  emit measuredChanged();
}

const std::vector<TimeRange>* ViewState::stepsByHand(int runId) const {
  const auto it = stepsByHand_.find(runId);
  return it == stepsByHand_.end() ? nullptr : &it->second;
}

void ViewState::setStepsByHand(int runId, std::vector<TimeRange> steps) {
  if (steps.empty()) stepsByHand_.erase(runId);
  else stepsByHand_[runId] = std::move(steps);
  emit stepsChanged(runId);
}

std::optional<std::string> ViewState::remembered(int runId, const std::string& key) const {
  const auto run = remembered_.find(runId);
  if (run == remembered_.end()) return std::nullopt;
  const auto it = run->second.find(key);
  return it == run->second.end() ? std::nullopt : std::optional(it->second);
}

void ViewState::remember(int runId, const std::string& key, std::string bytes) { remembered_[runId][key] = std::move(bytes); }

std::map<std::string, std::string> ViewState::remembered(int runId) const {
  const auto run = remembered_.find(runId);
  return run == remembered_.end() ? std::map<std::string, std::string>{} : run->second;
}

void ViewState::setHovered(const QString& text) { emit hoverChanged(text); }

void ViewState::setAnswered(std::shared_ptr<const Answered> answered) {
  if (answered == answered_) return;
  answered_ = std::move(answered);
  emit answeredChanged();
}

void ViewState::setSweep(std::shared_ptr<const SweepResult> sweep, std::shared_ptr<const Scenario> base) {
  if (sweep == sweep_) return;
  sweepScenario_ = std::move(base);
  sweep_ = std::move(sweep);
  emit sweepChanged();
}

void ViewState::setValidation(std::shared_ptr<const ValidationReport> report) {
  if (report == validation_) return;
  validation_ = std::move(report);
  emit validationChanged();
}

void ViewState::setSweepIntervals(std::shared_ptr<const SweepIntervals> intervals) {
  if (intervals == sweepIntervals_) return;
  sweepIntervals_ = std::move(intervals);
  emit sweepIntervalsChanged();
}

void ViewState::setBatchLaw(std::shared_ptr<const BatchLawReport> law) {
  if (law == batchLaw_) return;
  batchLaw_ = std::move(law);
  emit batchLawChanged();
}

void ViewState::setMode(theme::Mode mode) {
  if (mode == mode_) return;
  mode_ = mode;
  emit modeChanged();
}

}  // namespace weir
