// The timeline: every rank's tracks over one time axis, measured and simulated runs one under another. GUI thread.
//
// Wheel zooms at the pointer, shift + wheel scrolls, dragging pans, shift + dragging (or the right button) measures.
// W S or + - zoom, A D or the arrows pan, up and down scroll, Home and End go to the ends, F shows the selection (or the
// whole), 0 the whole, Enter and shift + Enter the next and previous hit, Escape clears the measure, then the selection.
#pragma once

#include <qcustomplot.h>

#include <QPointer>
#include <QScrollBar>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/summarize/lod_find.h"
#include "views/shared/view.h"
#include "views/timeline/lanes.h"
#include "views/timeline/lod_store.h"
#include "views/timeline/scene.h"

class QLabel;

namespace weir {

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

  // Selects and centres the next or previous match of state().search(), over all runs; false when there is none.
  bool findNext();
  bool findPrevious();
  [[nodiscard]] std::uint64_t matches() const;       // so far; all of them once searching() is false
  [[nodiscard]] bool searching() const;
  [[nodiscard]] std::uint64_t matchPosition() const;  // 1-based place of the selected slice among them; 0 = none

  // Brings a slice into sight: unfolds nothing, scrolls to its lane, and pans when it is outside the range.
  void reveal(int runId, SliceIndex slice);
  void setFolded(const QString& key, bool folded);
  // Selects the slice and brings it into sight, or marks the time where no slice is known.
  void goTo(const ViewState::Place& place);
  struct Mark {
    std::int64_t time = 0;  // ps on the shared axis
    QString text;
  };
  [[nodiscard]] const std::optional<Mark>& mark() const { return mark_; }
  // The arrows to and from the selected slice, indices into Run::arrows; at most kMostArrows of each.
  struct SelectedArrows {
    std::vector<std::size_t> out, in;
    std::size_t more = 0;
  };
  static constexpr std::size_t kMostArrows = 100;
  [[nodiscard]] const SelectedArrows& selectedArrows() const { return arrows_; }

  struct Measure {
    std::int64_t from = 0, to = 0;   // ps on the shared axis
    int y0 = 0, y1 = 0;              // of the lane list
    RangeStatistics statistics;
    bool done = false;
  };
  [[nodiscard]] const std::optional<Measure>& measure() const { return measure_; }
  [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; }
  [[nodiscard]] QCustomPlot* plot() const { return plot_; }
  [[nodiscard]] QRect laneArea() const;

 signals:
  void matchesChanged();  // count or position
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

  struct Hit {  // what is under a point
    int lane = -1;
    int run = -1;
    SliceIndex slice = kNoSlice;
    QString line;
  };

  // timeline_view.cpp
  void refreshRuns();
  void refreshLanes();
  void refreshSearch();
  void searchStep();
  void refreshMode();
  void refreshArrows();
  void refreshScroll();
  void replot();
  void replotOverlay();
  [[nodiscard]] int indexOf(int runId) const;
  [[nodiscard]] SceneView sceneView() const;
  bool find(NameSearch::Direction direction);

  // timeline_input.cpp
  bool mousePress(QMouseEvent* e);
  bool mouseMove(QMouseEvent* e);
  bool mouseRelease(QMouseEvent* e);
  bool doubleClick(QMouseEvent* e);
  bool wheel(QWheelEvent* e);
  bool toolTip(QHelpEvent* e);
  bool key(QKeyEvent* e);
  void zoom(double factor, double atFraction);
  void pan(double fraction);
  void minimapTo(double x, bool centre);
  void finishMeasure();
  void toggleLane(int lane);
  [[nodiscard]] Hit hitAt(const QPoint& p) const;
  void hover(const QPoint& p);
  [[nodiscard]] std::int64_t timeAt(double x) const;
  [[nodiscard]] double xAt(std::int64_t t) const;
  [[nodiscard]] QRect minimapArea() const;

  QCustomPlot* plot_ = nullptr;
  QScrollBar* scroll_ = nullptr;
  QLabel* empty_ = nullptr;
  QSharedPointer<TimeTicker> ticker_;
  std::unique_ptr<QCPLayerable> gutter_, overlay_;
  LodStore lods_;
  std::vector<TimelineRun> runs_;  // the visible ones
  std::vector<Lane> lanes_;
  int listHeight_ = 0;
  Folding folding_;
  std::uint64_t version_ = 0;
  std::uint32_t presentActivities_ = 0;
  TimelineScene scene_;
  std::int64_t origin_ = 0;  // time 0 of the axis

  std::vector<std::unique_ptr<NameSearch>> search_;  // by index into runs_; empty without a search
  QTimer searchTimer_;

  Hit hovered_;
  std::optional<Measure> measure_;
  SelectedArrows arrows_;
  std::optional<Mark> mark_;  // goes with the next selection
  std::optional<ViewState::Place> waiting_;  // for its run to be prepared
  enum class Drag { None, Pan, Measure, Minimap, Gutter };
  Drag drag_ = Drag::None;
  QPoint pressAt_, lastAt_;
  bool moved_ = false;
  ViewState::Range dragRange_{0, 1};
  int dragScroll_ = 0;
  int gutterWidth_ = 200;
};

}  // namespace weir
