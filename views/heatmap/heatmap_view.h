// "traffic": who sends how much to whom (rank x rank), how busy each link is (link x time), and which rank read and wrote when
// (rank x time), for one of the shown runs. What had to be assumed stands under the plot. Follows the measured range, else the
// visible one. GUI thread; big runs are summed up in a worker.
#pragma once

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <memory>
#include <optional>
#include <set>

#include "core/summarize/io_heat.h"
#include "core/summarize/link_heat.h"
#include "core/summarize/stragglers.h"
#include "core/summarize/traffic.h"
#include "views/heatmap/choice_popup.h"
#include "views/heatmap/heat_canvas.h"
#include "views/shared/background.h"
#include "views/shared/run_memo.h"
#include "views/shared/view.h"

namespace weir {

struct TrafficAnswer;  // core/summarize/traffic_kept.h

class HeatmapView : public View {
  Q_OBJECT
 public:
  struct Settings {
    enum class Show { Ranks, Links, Io };
    std::optional<Show> show;  // none = ranks where the run tells, else links, else I/O; links of a run that is being simulated
    TrafficMeasure measure = TrafficMeasure::Bytes;
    std::string group;  // of counters, for links; empty = the first there is
    Algorithm algorithm = Algorithm::Auto;  // as the trace names it
    std::set<Operation> operations;         // counted; empty = all
    std::set<std::uint32_t> groups;         // the same of communicators
    std::optional<std::uint32_t> call = std::nullopt;  // only the collective of this call: index into Run::collectives
    std::optional<std::int64_t> step = std::nullopt;   // counted, by the trace's number; none = all
    int ranksPerNode = 0;                   // 0 = as the run's files tell
    LinkHeatOptions::Order order = LinkHeatOptions::Order::Load;
    IoMeasure ioMeasure = IoMeasure::Bytes;
    IoHeatOptions::Kind ioKind = IoHeatOptions::Kind::All;
    std::string ioLayer, ioPlace;           // empty = the lowest layer, all files; a mount point, a folder or one file
    int bins = 0;                           // of time, for I/O; 0 = the log's own, else 200
    bool log = false;
    bool visibleOnly = true;  // only what the measured or the shared time range shows
    int runId = 0;            // 0 = the run that is or was being simulated, else the first visible one
    bool operator==(const Settings&) const = default;
  };

  explicit HeatmapView(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] QString viewName() const override { return QStringLiteral("traffic"); }
  [[nodiscard]] QString title() const override { return tr("Traffic"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  void setSettings(const Settings& settings);
  [[nodiscard]] HeatCanvas& canvas() { return *canvas_; }
  void finishNow() { work_.finishNow(); }  // blocks until what was asked is shown: tests, screenshots

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  struct Request;
  struct Answer;
  struct Choices;
  [[nodiscard]] const ShownRun* chosen() const;
  [[nodiscard]] std::optional<Request> request(int rows, int columns) const;
  static std::shared_ptr<const Answer> answer(const Request& request, const Job& job = {});
  static std::shared_ptr<const Choices> choicesOf(const Request& request, bool matched, const Job& job);
  static std::shared_ptr<const TrafficAnswer> matrixOf(Request& request, const Job& job);
  [[nodiscard]] static AnswerKey keyOf(const Request& request);
  [[nodiscard]] std::shared_ptr<const Answer> answered(const Request& request) const;  // what is shown where it is the same
  [[nodiscard]] HeatPicture picture(const Answer& answer, bool log) const;
  void trafficPicture(const Answer& answer, HeatPicture& picture) const;
  void linkPicture(const Answer& answer, HeatPicture& picture) const;
  void ioPicture(const Answer& answer, HeatPicture& picture) const;
  void buildControls();
  void refresh(int settle_ms = 0);
  void take(std::shared_ptr<const Answer> answer);
  void markSelected();
  void syncControls();
  void syncSteps();
  void syncMenu();
  void syncFiles();
  void openFiles();
  void openGroups();
  void openCollectives();
  void takeGroups(const std::vector<bool>& on);
  void showEmpty();
  [[nodiscard]] static QString emptyHeadline(const Answer& answer);
  [[nodiscard]] QString groupText(std::uint32_t group) const;
  [[nodiscard]] QString collectiveText(const TrafficCollective& collective) const;
  [[nodiscard]] QStringList onlyWhat(const Request& request) const;
  void read();
  void hovered(std::optional<QPoint> cell);
  void chose(QPoint cell);
  void copyTable();
  using Facts = std::vector<std::pair<QString, QString>>;
  [[nodiscard]] Facts facts(QPoint cell) const;
  void addFact(Facts& facts, const QString& what, double value, std::string_view unit) const;
  void trafficFacts(QPoint cell, double value, Facts& facts) const;
  void linkFacts(QPoint cell, double value, Facts& facts) const;
  void ioFacts(QPoint cell, double value, Facts& facts) const;
  [[nodiscard]] QString line(QPoint cell) const;
  [[nodiscard]] QString kindName(const TrafficKind& kind) const;

  Settings settings_;
  int followed_ = 0;  // the run last seen growing; 0 = none
  HeatCanvas* canvas_;
  QBoxLayout* bar_;
  QComboBox *what_, *run_, *algorithm_, *step_, *order_, *layer_, *kind_;
  QLabel *runLabel_, *algorithmLabel_, *stepLabel_, *nodeLabel_, *orderLabel_, *layerLabel_, *binsLabel_;
  QSpinBox *perNode_, *bins_;
  QToolButton *counted_, *files_;
  QMenu* countedMenu_;
  ChoicePopup *filesPopup_, *groupsPopup_, *collectivesPopup_;
  QCheckBox *log_, *visible_;
  bool syncing_ = false;
  std::shared_ptr<const Choices> choices_;
  std::shared_ptr<const Answer> shown_;
  Background work_{this}, details_{this};  // the matrix; what a chosen cell of I/O is made of
};

}  // namespace weir
