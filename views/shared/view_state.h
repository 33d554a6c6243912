// The one state all views share: which runs are shown, the time range, the selection, the search. Views read it and
// change it; they never talk to each other. GUI thread.
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/run/run.h"
#include "core/scenario/outcome.h"
#include "core/scenario/scenario.h"
#include "core/summarize/intervals.h"
#include "views/shared/run_memo.h"
#include "views/shared/theme.h"

namespace weir {

struct SweepResult;       // core/optimize/sweep.h
struct ValidationReport;  // core/jobs/validation.h
struct SweepIntervals;    // core/jobs/sweep_intervals.h
struct BatchLawReport;    // core/jobs/batch_law.h

// The scenario in hand with its answer. Immutable; replaced whole by every move of a slider.
struct Answered {
  Scenario scenario;
  Outcome outcome;
};

struct ShownRun {
  int id = 0;          // stable while the run is open; a newer partial result keeps it
  RunPtr run;          // never null
  QString title;       // "dlrm, 4 ranks"
  bool visible = true;
  bool stale = false;  // its scenario has changed since: greyed, tagged
  bool partial = false;
  std::int64_t shift = 0;  // ps added to its times, so that runs begin together
  // ps by which each of run->sources was moved by hand since it was read; missing = 0. Already in the run's times.
  std::vector<std::int64_t> moved = {};
  [[nodiscard]] std::int64_t movedBy(std::size_t source) const { return source < moved.size() ? moved[source] : 0; }
};

struct Selection {
  enum class Kind { None, Slice, Collective, Cell, Point, Link };
  Kind kind = Kind::None;
  int runId = 0;
  SliceIndex slice = 0;
  std::uint32_t instance = 0;              // collective
  std::string link;                        // of the network, as the run's counters name it, where it is about one
  std::vector<std::pair<QString, QString>> facts;  // name, value with unit: what the inspector shows, in order
  QString title;
  bool operator==(const Selection& o) const {
    return kind == o.kind && runId == o.runId && slice == o.slice && instance == o.instance && link == o.link && title == o.title && facts == o.facts;
  }
};

// What is left out of the pictures: a slice is shown when it passes every part. Numbers keep counting everything unless a
// view says otherwise. The default lets everything pass.
struct Filter {
  QString name;                             // substring, ASCII case ignored
  std::set<Activity> hidden;                // activities left out
  std::int64_t shortest = 0, longest = 0;   // ps, inclusive; 0 = no bound
  std::set<std::int32_t> ranks;             // empty = all
  [[nodiscard]] bool off() const { return *this == Filter{}; }
  bool operator==(const Filter&) const = default;
};

struct Marker {
  std::int64_t time = 0;  // ps, on the shared axis
  QString text;           // may be empty
  bool operator==(const Marker&) const = default;
};

class ViewState : public QObject {
  Q_OBJECT
 public:
  using Range = std::pair<std::int64_t, std::int64_t>;  // ps, [from, to), from < to

  explicit ViewState(QObject* parent = nullptr);

  [[nodiscard]] const std::vector<ShownRun>& runs() const { return runs_; }
  [[nodiscard]] const ShownRun* run(int id) const;
  // Replaces the run of that id, or adds it; the time range grows to the whole on the first run only.
  void putRun(ShownRun shown);
  void removeRun(int id);
  void clearRuns();
  void setVisible(int id, bool visible);

  [[nodiscard]] Range whole() const;       // over the visible runs, shifts included; {0, 1} when there are none
  [[nodiscard]] Range timeRange() const { return range_; }
  // Clamped to a sane width (at least 1 ns). `remember` pushes the old range on the history.
  void setTimeRange(Range range, bool remember = false);
  void showWhole();
  bool back();
  bool forward();

  [[nodiscard]] const Selection& selection() const { return selection_; }
  void select(Selection selection);
  [[nodiscard]] const QString& search() const { return search_; }
  void setSearch(const QString& text);
  void setHovered(const QString& text);    // for the status line
  [[nodiscard]] const Filter& filter() const { return filter_; }
  void setFilter(Filter filter);
  // By time; kept in the study's layout.
  [[nodiscard]] const std::vector<Marker>& markers() const { return markers_; }
  void setMarkers(std::vector<Marker> markers);
  // The range a person has measured (dragged), on the shared axis. Analyses look at it where there is one, else at
  // timeRange(): see analysedRange().
  [[nodiscard]] const std::optional<Range>& measured() const { return measured_; }
  void setMeasured(std::optional<Range> range);
  [[nodiscard]] Range analysedRange() const { return measured_.value_or(range_); }
  // Steps set by hand, by run id, on the run's own axis: they win over those found in the trace (core/summarize/steps.h).
  [[nodiscard]] const std::vector<TimeRange>* stepsByHand(int runId) const;
  void setStepsByHand(int runId, std::vector<TimeRange> steps);  // empty = found in the trace again

  // Steps and breakdowns, worked out once a run for all views; to be taken into workers.
  [[nodiscard]] const std::shared_ptr<RunMemo>& memo() const { return memo_; }
  // The run of that id where it is visible, else the first visible one; null when there is none.
  [[nodiscard]] const ShownRun* visibleRun(int id) const;

  // Results of long analyses as bytes, by run and by key ("critical-path 2"; a key names everything the result depends on).
  // Saved with the study and there again when it is opened; forgotten when the run's data change.
  [[nodiscard]] std::optional<std::string> remembered(int runId, const std::string& key) const;
  void remember(int runId, const std::string& key, std::string bytes);
  [[nodiscard]] std::map<std::string, std::string> remembered(int runId) const;

  // What the scenario panel asks and the closed forms answer; null while nothing valid was asked. Set once a move.
  [[nodiscard]] const std::shared_ptr<const Answered>& answered() const { return answered_; }
  void setAnswered(std::shared_ptr<const Answered> answered);
  // The latest sweep (partial while it runs); null = none.
  [[nodiscard]] const std::shared_ptr<const SweepResult>& sweep() const { return sweep_; }
  void setSweep(std::shared_ptr<const SweepResult> sweep, std::shared_ptr<const Scenario> base = nullptr);
  // The scenario the sweep's grid was laid around; null = unknown.
  [[nodiscard]] const std::shared_ptr<const Scenario>& sweepScenario() const { return sweepScenario_; }
  // Measured tables held against the models; null = none opened.
  [[nodiscard]] const std::shared_ptr<const ValidationReport>& validation() const { return validation_; }
  void setValidation(std::shared_ptr<const ValidationReport> report);
  // Of the plans on the latest sweep's front (grows while they are worked out); null = none yet.
  [[nodiscard]] const std::shared_ptr<const SweepIntervals>& sweepIntervals() const { return sweepIntervals_; }
  void setSweepIntervals(std::shared_ptr<const SweepIntervals> intervals);
  // Bytes a sample against the global batch, for the scenario in hand; null = not worked out.
  [[nodiscard]] const std::shared_ptr<const BatchLawReport>& batchLaw() const { return batchLaw_; }
  void setBatchLaw(std::shared_ptr<const BatchLawReport> law);
  // A view asks for a scenario to be loaded in the panel, as a clicked point of the front does. Whoever owns the panel listens.
  void requestScenario(const Scenario& scenario, const QString& title) { emit scenarioRequested(scenario, title); }
  void requestMatch(bool next) { emit matchRequested(next); }  // the next or previous slice that the search finds
  void setMatches(std::uint64_t position, std::uint64_t total) { emit matchesFound(position, total); }  // position 0 = none chosen
  void requestSweep() { emit sweepRequested(); }  // a view asks for a sweep to be set up
  // A view asks for sources of a run to be moved: `moved` as in ShownRun, all of them. The run is replaced once it is done.
  void requestMove(int runId, const std::vector<std::int64_t>& moved) { emit moveRequested(runId, moved); }
  // A view asks for a place to be shown in the timeline, which is brought to the front first: `time` on the run's own axis,
  // the slice where one is known, and what is there in words.
  struct Place {
    int runId = 0;
    std::int64_t time = 0;
    std::optional<SliceIndex> slice;
    QString text;
  };
  void requestPlace(const Place& place) {
    requestView(QStringLiteral("timeline"));
    emit placeRequested(place);
  }
  // A view asks for another one to be brought to the front, by viewName(); and for what a menu of the window does, by the
  // name of its action ("compare-studies"). What is not there changes nothing.
  void requestView(const QString& name) { emit viewWanted(name); }
  void requestAction(const QString& action) { emit actionWanted(action); }

  [[nodiscard]] theme::Mode mode() const { return mode_; }
  void setMode(theme::Mode mode);

 signals:
  void runsChanged();
  void timeRangeChanged();
  void selectionChanged();
  void searchChanged();
  void filterChanged();
  void markersChanged();
  void measuredChanged();
  void stepsChanged(int runId);
  void arranged(int runId);  // its lanes were put otherwise by hand, and that was remembered
  void hoverChanged(const QString& text);
  void modeChanged();
  void answeredChanged();
  void sweepChanged();
  void validationChanged();
  void sweepIntervalsChanged();
  void batchLawChanged();
  void sweepRequested();
  void moveRequested(int runId, const std::vector<std::int64_t>& moved);
  void viewWanted(const QString& name);
  void actionWanted(const QString& action);
  void placeRequested(const weir::ViewState::Place& place);
  void matchRequested(bool next);
  void matchesFound(quint64 position, quint64 total);
  void scenarioRequested(const weir::Scenario& scenario, const QString& title);

 private:
  std::vector<ShownRun> runs_;
  Range range_{0, 1};
  std::vector<Range> back_, forward_;
  Selection selection_;
  QString search_;
  Filter filter_;
  std::vector<Marker> markers_;
  std::optional<Range> measured_;
  std::map<int, std::vector<TimeRange>> stepsByHand_;
  std::map<int, std::map<std::string, std::string>> remembered_;
  std::shared_ptr<RunMemo> memo_ = std::make_shared<RunMemo>();
  std::shared_ptr<const Answered> answered_;
  std::shared_ptr<const SweepResult> sweep_;
  std::shared_ptr<const Scenario> sweepScenario_;
  std::shared_ptr<const ValidationReport> validation_;
  std::shared_ptr<const SweepIntervals> sweepIntervals_;
  std::shared_ptr<const BatchLawReport> batchLaw_;
  theme::Mode mode_ = theme::Mode::Light;
};

}  // namespace weir
