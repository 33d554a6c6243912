// "traffic": who sends how much to whom (rank x rank), and how busy each link is (link x time), for one of the shown runs.
// What had to be assumed stands under the plot. Follows the shared time range. GUI thread; big runs are summed up in a
// worker while the last picture stays.
#pragma once

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <memory>
#include <optional>

#include "core/summarize/link_heat.h"
#include "core/summarize/stragglers.h"
#include "core/summarize/traffic.h"
#include "views/heatmap/heat_canvas.h"
#include "views/shared/view.h"

namespace weir {

class HeatmapView : public View {
  Q_OBJECT
 public:
  struct Settings {
    enum class Show { Ranks, Links };
    std::optional<Show> show;  // none = ranks where the run tells, else links; links of a run that is being simulated
    TrafficMeasure measure = TrafficMeasure::Bytes;
    std::string group;  // of counters, for links; empty = the first there is
    Algorithm algorithm = Algorithm::Ring;
    LinkHeatOptions::Order order = LinkHeatOptions::Order::Load;
    bool log = false;
    bool visibleOnly = true;  // only what the shared time range shows
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

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Request;
  struct Answer;
  [[nodiscard]] const ShownRun* chosen() const;
  [[nodiscard]] std::optional<Request> request(int rows, int columns) const;
  static std::shared_ptr<const Answer> answer(const Request& request);
  [[nodiscard]] HeatPicture picture(const Answer& answer, bool log) const;
  void refresh();
  void take(std::shared_ptr<const Answer> answer);
  void markSelected();
  void syncControls();
  void read();
  void hovered(std::optional<QPoint> cell);
  void chose(QPoint cell);
  [[nodiscard]] std::vector<std::pair<QString, QString>> facts(QPoint cell) const;
  [[nodiscard]] QString line(QPoint cell) const;

  Settings settings_;
  int followed_ = 0;  // the run last seen growing; 0 = none
  HeatCanvas* canvas_;
  QBoxLayout* bar_;
  QComboBox *what_, *run_, *algorithm_, *order_;
  QLabel *runLabel_, *algorithmLabel_, *orderLabel_;
  QCheckBox *log_, *visible_;
  bool syncing_ = false;
  std::shared_ptr<const Answer> shown_;
  std::shared_ptr<const Request> running_, next_;  // at most one in a worker; the newest waits
};

}  // namespace weir
