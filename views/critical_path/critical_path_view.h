// "critical-path": the chain that a run's length hangs on, over all ranks; what to shorten, and what would be gained. Follows
// the measured range where there is one. The graph and every answer come from a worker; the timeline is told through the
// ViewState's Highlight. GUI thread.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <memory>
#include <optional>

#include "core/summarize/critical_path.h"
#include "core/summarize/critical_path_kept.h"
#include "core/summarize/steps.h"
#include "views/critical_path/lazy_graph.h"
#include "views/critical_path/path_canvas.h"
#include "views/critical_path/path_rows.h"
#include "views/critical_path/what_if_panel.h"
#include "views/shared/background.h"
#include "views/shared/view.h"

class QSortFilterProxyModel;

namespace weir {

class CriticalPathView : public View {
  Q_OBJECT
 public:
  struct Settings {
    enum class Over { Run, Range, Step } over = Over::Run;  // Range: what is measured, else what is visible
    std::int64_t step = 0;  // its number
    PathBy by = PathBy::Name;
    bool assume = true;
    bool inTimeline = true;
    bool changed = false;  // the path of the what-if is shown, where there is one
    int runId = 0;         // 0 = the first visible one
    bool operator==(const Settings&) const = default;
  };

  explicit CriticalPathView(ViewState& state, QWidget* parent = nullptr);
  ~CriticalPathView() override;

  [[nodiscard]] QString viewName() const override { return QStringLiteral("critical-path"); }
  [[nodiscard]] QString title() const override { return tr("Critical path"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  void setSettings(const Settings& settings);
  void finishNow();  // blocks until all that was asked is shown: figures, tests
  [[nodiscard]] PathCanvas& canvas() { return *canvas_; }
  [[nodiscard]] WhatIfPanel& panel() { return *panel_; }
  [[nodiscard]] PathRows& rows() { return *rows_; }
  [[nodiscard]] QTableView& grid() { return *grid_; }
  [[nodiscard]] QString limits() const { return limits_->text(); }  // how sure all of it is; empty: nothing to say
  [[nodiscard]] bool graphBuilt() const { return found_ && found_->graph->built(); }  // what is kept in a study shows without
  [[nodiscard]] std::optional<std::int64_t> makespan() const;         // ps; none = not known yet
  [[nodiscard]] std::optional<std::int64_t> changedMakespan() const;  // ps; none = nothing asked, or not answered yet

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Found {  // of one run and range
    int runId = 0;
    RunPtr run;
    std::string key;  // that its answers are kept under
    std::shared_ptr<LazyPathGraph> graph;
    std::shared_ptr<const PathAnswer> of;      // null: `error`
    std::shared_ptr<const CriticalPath> path;  // its
    QString error;
  };
  struct Tabled {
    std::shared_ptr<const CriticalPath> of;
    PathBy by = PathBy::Name;
    std::vector<PathRow> rows;
    std::size_t gains = 0;    // rows whose gain was worked out
    bool othersSoon = false;  // those of the others are soon worked out
  };
  struct Answer {
    std::shared_ptr<const CriticalPath> path;  // null: `error`
    std::vector<PathChange> changes;
    std::vector<std::string> why;  // it gains nothing, or less than it takes off the path
    QString error;
  };
  [[nodiscard]] const ShownRun* chosen() const;
  [[nodiscard]] std::optional<PathOptions> options(const ShownRun& shown, QString* why) const;
  void syncControls();
  void findStepsOf(const RunPtr& run);
  [[nodiscard]] Steps stepsOf(const ShownRun& shown) const;  // by hand where there are any
  void read();
  void refresh(int settle_ms);
  void take(std::shared_ptr<const Found> found);
  void askTable();
  void askGains(std::size_t rows);
  void showTable(const std::shared_ptr<const Tabled>& tabled);
  [[nodiscard]] static std::shared_ptr<const Answer> answerTo(const PathGraph& graph, const CriticalPath& path, const std::vector<PathChange>& changes, const Job& job);
  void askWhatIf();
  void takeAnswer(std::shared_ptr<const Answer> answer);
  void showPath();
  void tellTimeline();
  // What can be chosen in the panel, in critical_path_choices.cpp.
  using Choices = std::vector<WhatIfPanel::Choice>;
  [[nodiscard]] Choices choices() const;
  [[nodiscard]] std::optional<WhatIfPanel::Choice> selectedChoice() const;
  void addCollectives(Choices& out) const;
  void addNetwork(Choices& out) const;
  void addNetworkLinks(Choices& out) const;
  void addRanks(Choices& out) const;
  void addActivities(Choices& out) const;
  void addNames(Choices& out) const;
  [[nodiscard]] QString onPathText(std::int64_t ps) const;
  void offerRow();
  void addActions();
  void showColumns();
  void showLimits();
  [[nodiscard]] std::shared_ptr<const CriticalPath> shownPath() const;
  [[nodiscard]] QString describe(std::size_t segment) const;
  [[nodiscard]] std::vector<std::pair<QString, QString>> facts(const PathSegment& s) const;
  void choose(std::size_t segment);
  void open(const PathSegment& s);
  void copyRows() const;
  void fitNames();

  Settings settings_;
  PathCanvas* canvas_;
  WhatIfPanel* panel_;
  PathRows* rows_;
  QSortFilterProxyModel* sorted_;
  QTableView* grid_;
  QSplitter *below_, *all_;
  QBoxLayout* bar_;
  QComboBox *run_, *over_, *by_;
  QCheckBox *assume_, *inTimeline_, *changedPath_;
  QLabel *runLabel_, *sum_, *limits_;
  QLineEdit* search_;
  QToolButton* everyGain_;  // of rows beyond those that are worked out by themselves
  Background *find_, *build_, *tables_, *replay_;
  bool syncing_ = false, late_ = true;  // late_: nothing is worked out before the view is first shown or asked
  RunPtr searched_;  // whose steps are known, or being looked for
  std::shared_ptr<const Steps> steps_;
  std::shared_ptr<const StepAt> stepAt_;
  std::shared_ptr<const Found> found_;
  std::shared_ptr<const Tabled> tabled_;
  std::shared_ptr<const Answer> answer_;
};

}  // namespace weir
