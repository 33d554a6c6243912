// The timeline: every rank's tracks over one time axis, measured and simulated runs one under another. GUI thread.
//
// Mouse: the wheel zooms at the pointer, shift + wheel scrolls, dragging pans, shift + dragging or the right button measures;
// a click selects, a double click zooms to it, the right button opens a menu. Left of the lanes: a click folds, dragging puts a
// lane elsewhere. The keys stand in keys() below, which the help sheet shows.
#pragma once

#include <qcustomplot.h>

#include <QPointer>
#include <QScrollBar>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>

#include "core/summarize/flows.h"
#include "core/summarize/lod_find.h"
#include "core/summarize/range_report.h"
#include "core/summarize/steps.h"
#include "views/shared/background.h"
#include "views/shared/view.h"
#include "views/timeline/lanes.h"
#include "views/timeline/lod_store.h"
#include "views/timeline/scene.h"

class QLabel;
class QLineEdit;
class QMenu;

namespace weir {

class GoToBox;
class RangePanel;
class TimelineBar;

class TimelineView : public View {
  Q_OBJECT
 public:
  explicit TimelineView(ViewState& state, QWidget* parent = nullptr);
  ~TimelineView() override;

  [[nodiscard]] QString viewName() const override { return QStringLiteral("timeline"); }
  [[nodiscard]] QString title() const override { return tr("Timeline"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  // Tracks by busy time, over the whole run: run, rank, process, track, slices, busy time, share.
  [[nodiscard]] QVector<QStringList> table() const override;

  // Levels built by whoever loaded the run, so that the first paint does not wait for them. Optional.
  void giveLod(int runId, LodPtr lod) { lods_.give(runId, std::move(lod)); }
  [[nodiscard]] bool preparing() const { return lods_.preparing(); }
  // Blocks until everything shown is ready: for screenshots and tests.
  void finishPreparing();

  // What the timeline answers to, for the help sheet: what it does, the keys. Translated.
  [[nodiscard]] static std::vector<std::pair<QString, QString>> keys();

  // ---- find: selects and centres the next or previous match of state().search(), over all runs; false when there is none.
  bool findNext();
  bool findPrevious();
  [[nodiscard]] std::uint64_t matches() const;       // so far; all of them once searching() is false
  [[nodiscard]] bool searching() const;
  [[nodiscard]] std::uint64_t matchPosition() const;  // 1-based place of the selected slice among them; 0 = none

  // ---- places
  // Brings a slice into sight: unfolds and shows what it is folded away in, scrolls to its lane, and pans when it is outside the range.
  void reveal(int runId, SliceIndex slice);
  // Selects the slice and brings it into sight, or marks the time where no slice is known.
  void goTo(const ViewState::Place& place);
  // "1.234 s", "+5ms", "step 12", "rank 3", a marker's name; what is wrong with it, or empty once it is shown.
  QString goToText(const QString& text);
  void openGoTo();
  struct Mark {
    std::int64_t time = 0;  // ps on the shared axis
    QString text;
  };
  [[nodiscard]] const std::optional<Mark>& mark() const { return mark_; }

  // ---- lanes
  [[nodiscard]] const std::vector<Lane>& lanes() const { return list_.lanes; }
  [[nodiscard]] const LaneList& laneList() const { return list_; }
  [[nodiscard]] const Arrangement& arrangement() const { return arrangement_; }
  void setFolded(const QString& key, bool folded);
  void foldAll(bool folded);  // ranks
  void setPinned(const QString& key, bool pinned);
  void setHidden(const QString& key, bool hidden);
  void showAllLanes();
  // Among its siblings: before that one (empty = last), or by so many places.
  void moveLaneBefore(const QString& key, const QString& before);
  void moveLaneBy(const QString& key, int places);
  // The lane that keys act on; empty = none.
  [[nodiscard]] const QString& currentLane() const { return current_; }
  void setCurrentLane(const QString& key);

  void setColourBy(ColourBy by);
  [[nodiscard]] ColourBy colourBy() const { return colourBy_; }
  [[nodiscard]] std::uint32_t presentActivities() const { return presentActivities_; }
  void focusFilter();
  // Slices shown and all, of the visible runs; tracks and ranks the filter leaves out.
  struct Shown {
    std::uint64_t shown = 0, total = 0;
    std::size_t tracksLeft = 0;
    bool waiting = false;  // the filter is being applied
  };
  [[nodiscard]] Shown shown() const;

  // ---- arrows
  enum class ArrowMode { Direct, Chain, InSight };
  void setArrowMode(ArrowMode mode);
  [[nodiscard]] ArrowMode arrowMode() const { return arrowMode_; }
  // Indices into Run::arrows, at most kMostArrows of each: those to and from the selected slice (of its whole chain, if asked).
  struct SelectedArrows {
    std::vector<std::size_t> out, in;
    std::size_t more = 0;   // that are not among them
  };
  static constexpr std::size_t kMostArrows = 100, kMostChain = 300, kMostInSight = 300;
  [[nodiscard]] const SelectedArrows& selectedArrows() const { return arrows_; }
  // Arrows that leave slices in sight, by run; `more`: how many there are, when they are too many to show.
  struct SightArrows {
    std::vector<std::pair<int, std::size_t>> arrows;
    std::size_t more = 0;
  };
  [[nodiscard]] SightArrows arrowsInSight() const;

  // ---- the measured range
  struct Measured {
    int run = 0;
    QString title;
    RangeReport report;
  };
  struct Measure {
    std::int64_t from = 0, to = 0;   // ps on the shared axis
    int y0 = 0, y1 = -1;             // of the lane list; y1 < y0: all lanes
    bool done = false;               // reports are those of this range
    std::vector<Measured> reports = {};
    [[nodiscard]] bool allLanes() const { return y1 < y0; }
  };
  [[nodiscard]] const std::optional<Measure>& measure() const { return measure_; }
  void measureAllLanes();

  // ---- steps
  [[nodiscard]] const RankSteps* stepsOf(int runId) const;  // of the selection's rank, else of the first that is shown; null = none known
  [[nodiscard]] Steps::From stepsFrom(int runId, QString* what = nullptr) const;
  [[nodiscard]] static QString stepText(const RankSteps& steps, std::size_t index, bool timed = true);  // "step 3 of rank 0 · 14.5 ms"
  [[nodiscard]] bool stepsByHand(int runId) const { return state().stepsByHand(runId) != nullptr; }
  void chooseStep(int runId, std::size_t index, bool zoom);
  bool nextStep(int by);
  void askForSteps();  // the dialog "Steps: every ..."
  void setStepsEvery(int runId, std::int64_t from, std::int64_t every);  // on the run's own axis

  // ---- markers
  void setMarker(std::int64_t time, const QString& text = {});
  void removeMarker(std::size_t index);
  void renameMarker(std::size_t index);  // opens its editor
  void goToMarker(std::size_t index);
  bool nextMarker(int by);

  [[nodiscard]] QCustomPlot* plot() const { return plot_; }
  [[nodiscard]] QRect laneArea() const;
  [[nodiscard]] QRect slicesArea() const;  // below the steps, which hold no slices
  [[nodiscard]] QRect markerArea() const;
  // Top of a lane in the plot.
  [[nodiscard]] int yOf(const Lane& lane) const { return laneArea().top() + lane.y - (lane.pinned ? 0 : scroll_->value()); }
  [[nodiscard]] std::int64_t timeAt(double x) const;
  [[nodiscard]] double xAt(std::int64_t t) const;
  // Whether anything shown has a time. Else the axis has neither unit nor ticks, and orderText() says so: empty while nothing
  // has happened yet.
  [[nodiscard]] bool timed() const { return timed_; }
  [[nodiscard]] QString orderText() const;
  // Counts from the axis' zero.
  [[nodiscard]] std::int64_t origin() const { return origin_; }
  [[nodiscard]] const std::vector<TimelineRun>& timelineRuns() const { return runs_; }

 signals:
  void matchesChanged();  // count or position
  void shownChanged();    // filter, colours, arrangement, steps, arrows: what the bar shows
  void openRequested();   // from the empty pane
  void sampleRequested();
  void simulateRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  friend class TimelinePlottable;
  friend class TimelineGutter;
  friend class TimelineOverlay;
  friend class TimelineFigure;
  friend class TimelineMenus;

  struct Hit {  // what is under a point
    int lane = -1;
    int run = -1;
    SliceIndex slice = kNoSlice;  // of the run as it is
    QString line;
  };

  // timeline_view.cpp
  [[nodiscard]] std::vector<std::pair<Activity, QString>> legend() const;
  void refreshRuns();
  void refreshLanes();
  void keepArrangement();
  void refreshMode();
  void refreshScroll();
  void fitPlot();
  void replot();
  void replotOverlay();
  [[nodiscard]] int indexOf(int runId) const;
  [[nodiscard]] const TimelineRun* runOf(int runId) const;  // null when it is not shown or not ready
  [[nodiscard]] SceneView sceneView() const;
  [[nodiscard]] int laneOf(const QString& key) const;  // -1 = none
  [[nodiscard]] int laneUnder(int y) const;            // of the plot; -1 = none

  // timeline_find.cpp
  void refreshSearch();
  void searchStep();
  bool find(NameSearch::Direction direction);
  void bringOut(int run, SliceIndex slice);

  // timeline_shown.cpp: filter, colours, arrows, steps: what is worked out beside the painting
  void refreshViews();
  void takeViews();
  void refreshArrows();
  void refreshFlows();
  void refreshSteps();
  void takeSteps();
  [[nodiscard]] SliceFilter sliceFilter() const;

  // timeline_measure.cpp
  void measuredChanged();
  void startReport();
  [[nodiscard]] std::vector<std::uint32_t> rowsOf(int run, const Measure& m) const;
  void finishMeasure();

  // timeline_input.cpp
  bool mousePress(QMouseEvent* e);
  bool mouseMove(QMouseEvent* e);
  bool mouseRelease(QMouseEvent* e);
  bool doubleClick(QMouseEvent* e);
  bool wheel(QWheelEvent* e);
  bool toolTip(QHelpEvent* e);
  void zoom(double factor, double atFraction);
  void zoomTo(std::int64_t from, std::int64_t to);
  void pan(double fraction);
  void minimapTo(double x, bool centre);
  [[nodiscard]] Hit hitAt(const QPoint& p) const;
  [[nodiscard]] int markerAt(const QPoint& p) const;  // -1 = none
  [[nodiscard]] int legendAt(const QPoint& p) const;  // -1 = none
  [[nodiscard]] int measureEdgeAt(const QPoint& p) const;  // 0 none, 1 from, 2 to
  void hover(const QPoint& p);
  [[nodiscard]] QRect minimapArea() const;
  [[nodiscard]] QString stepsTip(int run) const;
  [[nodiscard]] QString dropTarget(int y) const;  // key before which the dragged lane would stand; "" = last

  // timeline_keys.cpp
  bool key(QKeyEvent* e);
  bool laneKey(QKeyEvent* e);
  bool sliceInRow(int by);
  bool sliceAlongArrow(bool forward);
  void stepLane(int by);
  void contextMenu(const QPoint& at);

  QCustomPlot* plot_ = nullptr;
  QScrollBar* scroll_ = nullptr;
  QLabel* empty_ = nullptr;
  TimelineBar* bar_ = nullptr;
  RangePanel* range_ = nullptr;
  GoToBox* goTo_ = nullptr;
  QLineEdit* markerEdit_ = nullptr;
  std::size_t edited_ = 0;  // marker
  QSharedPointer<TimeTicker> ticker_;
  std::unique_ptr<QCPLayerable> gutter_, overlay_;
  LodStore lods_;
  std::vector<TimelineRun> runs_;  // the visible ones
  LaneList list_;
  Folding folding_;
  Arrangement arrangement_;
  std::map<int, std::string> arranged_;  // by run: the arrangement that this timeline took or gave last
  QString current_;  // key of the lane that keys act on
  std::uint64_t version_ = 0;
  std::uint32_t presentActivities_ = 0;
  TimelineScene scene_;
  std::int64_t origin_ = 0;  // time 0 of the axis
  bool timed_ = false;

  Background viewsWork_{this}, stepsWork_{this}, flowsWork_{this}, rangeWork_{this};
  ColourBy colourBy_ = ColourBy::Activity;
  std::map<int, SliceViewPtr> views_;  // by run id
  std::map<int, std::pair<RunPtr, std::shared_ptr<const Steps>>> found_;  // by run id
  std::map<int, RankSteps> byHand_;
  std::map<int, FlowsPtr> flows_;
  ArrowMode arrowMode_ = ArrowMode::Direct;

  std::vector<std::unique_ptr<NameSearch>> search_;  // by index into runs_, over what is painted; empty without a search
  QTimer searchTimer_;

  Hit hovered_;
  QPoint pointer_{-1, -1};
  std::optional<Measure> measure_;
  SelectedArrows arrows_;
  std::optional<Mark> mark_;  // goes with the next selection
  std::optional<ViewState::Place> waiting_;  // for its run to be prepared
  enum class Drag { None, Pan, Measure, Minimap, Gutter, Lane, Steps, Marker, EdgeFrom, EdgeTo };
  Drag drag_ = Drag::None;
  QString dragged_;          // key of a lane
  int dragMarker_ = -1;
  std::pair<std::int64_t, std::int64_t> dragSteps_{0, 0};  // of the ruler, on the shared axis
  QPoint pressAt_, lastAt_;
  bool moved_ = false;
  ViewState::Range dragRange_{0, 1};
  int dragScroll_ = 0;
  int gutterWidth_ = 200;
  bool gutterSet_ = false;  // by hand
};

}  // namespace weir
