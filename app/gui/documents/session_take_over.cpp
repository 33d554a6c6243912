// One session's work in the hands of another: how a window is built anew, in another language, without losing anything.
#include <QSignalBlocker>
#include <utility>

#include "app/gui/documents/session.h"

namespace weir {
namespace {

// Ranges looked at before and after the one in sight, first to last, and which of them is in sight.
std::pair<std::vector<ViewState::Range>, std::size_t> historyOf(ViewState& state) {
  std::vector<ViewState::Range> all;
  std::size_t now = 0;
  while (state.back()) ++now;
  do all.push_back(state.timeRange());
  while (state.forward());
  return {std::move(all), now};
}

}  // namespace

void Session::takeView(ViewState& from) {
  const QSignalBlocker quiet(from);  // its views are about to go
  for (const ShownRun& r : from.runs()) {
    for (auto& [key, bytes] : from.remembered(r.id)) state_.remember(r.id, key, std::move(bytes));
    if (auto steps = from.memo()->knownSteps(r.run)) state_.memo()->giveSteps(r.run, std::move(steps));
    state_.memo()->giveTables(r.run, from.memo()->knownTables(r.run));
    state_.memo()->giveAnswers(r.run, from.memo()->knownAnswers(r.run));
    state_.putRun(r);
    if (const auto* steps = from.stepsByHand(r.id)) state_.setStepsByHand(r.id, *steps);
  }
  const auto [ranges, now] = historyOf(from);
  for (std::size_t i = 0; i < ranges.size(); ++i) state_.setTimeRange(ranges[i], i > 0);
  for (std::size_t i = ranges.size() - 1; i > now; --i) state_.back();
  state_.setFilter(from.filter());
  state_.setSearch(from.search());
  state_.setMarkers(from.markers());
  state_.setMeasured(from.measured());
  state_.select(from.selection());
  state_.setAnswered(from.answered());
  state_.setBatchLaw(from.batchLaw());
  state_.setSweep(from.sweep(), from.sweepScenario());
  state_.setSweepIntervals(from.sweepIntervals());
  state_.setValidation(from.validation());
}

void Session::takeOver(Session& other) {
  if (other.frameTimer_.isActive()) other.answerNow();
  for (QTimer* t : {&frameTimer_, &restTimer_, &other.restTimer_, &other.autosaveTimer_}) t->stop();
  for (Session* s : {this, &other})
    for (const char* key : {"predict", "intervals"}) s->jobs_.stop(QString::fromLatin1(key));
  autosave_.swap(other.autosave_);
  std::swap(autosaveFile_, other.autosaveFile_);
  scenario_ = other.scenario_;
  question_ = other.question_;
  example_ = other.example_;
  hasScenario_ = other.hasScenario_;
  slowModel_ = other.slowModel_;
  made_ = std::exchange(other.made_, {});
  nextRun_ = other.nextRun_;
  pinned_ = other.pinned_;
  pinnedRun_ = other.pinnedRun_;
  path_ = other.path_;
  title_ = other.title_;
  view_ = other.view_;
  layout_ = other.layout_;
  restored_ = std::exchange(other.restored_, {});
  opening_ = other.opening_;
  file_ = other.file_;
  sweepVersion_ = other.sweepVersion_;
  autosaveFailed_ = other.autosaveFailed_;
  takeView(other.state_);
  change_ = other.change_;
  const bool unsaved = std::exchange(other.modified_, false);
  modified_ = unsaved;
  autosaveTimer_.stop();
  if (unsaved) autosaveSoon();
  if (hasScenario_ && !(state_.answered() && state_.answered()->outcome.uncertainty)) restTimer_.start();
  emit titleChanged();
  emit modifiedChanged(unsaved);
  emit pinChanged();
}

}  // namespace weir
