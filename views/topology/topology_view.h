// "topology": the network of the run that is or was simulated, links coloured by what they carried in the shared time range
// (the latest part while it runs), or of the scenario in hand where nothing was simulated yet. GUI thread; networks of more
// than a hundred nodes and long counters are worked out in a worker while the last picture stays.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <memory>
#include <optional>

#include "core/jobs/network_load.h"
#include "core/jobs/network_picture.h"
#include "views/shared/view.h"
#include "views/topology/load_strip.h"
#include "views/topology/topology_canvas.h"

namespace weir {

class TopologyView : public View {
  Q_OBJECT
 public:
  struct Settings {
    std::string group = "link utilisation";  // of counters
    bool peak = false;                       // the highest sample instead of the mean
    static constexpr int kInHand = -1;
    int runId = 0;                           // kInHand = the scenario in hand; 0 = the run that fits best
    bool operator==(const Settings&) const = default;
  };

  explicit TopologyView(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] QString viewName() const override { return QStringLiteral("topology"); }
  [[nodiscard]] QString title() const override { return tr("Topology"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  void setSettings(const Settings& settings);
  [[nodiscard]] TopologyCanvas& canvas() { return *canvas_; }
  [[nodiscard]] LoadStrip& strip() { return *strip_; }
  [[nodiscard]] bool busy() const { return running_ != nullptr; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Request;
  struct Answer;
  [[nodiscard]] std::optional<Request> request() const;
  [[nodiscard]] QString nothing() const;  // why there is no network to show
  [[nodiscard]] const Machine& machineOf(const RunPtr& run) const;
  [[nodiscard]] static QString groupName(const std::string& group);
  static std::shared_ptr<const Answer> answer(const Request& request, NetworkPicturePtr known);
  [[nodiscard]] TopologyPicture picture(const Answer& answer) const;
  void refresh();
  void take(std::shared_ptr<const Answer> answer);
  void syncControls();
  void read();
  void play();
  void chose(const TopologyHit& hit);
  void markSelected();
  [[nodiscard]] std::vector<std::pair<QString, QString>> linkFacts(const Answer& a, std::uint32_t link) const;
  [[nodiscard]] std::vector<std::pair<QString, QString>> facts(const TopologyHit& hit) const;
  [[nodiscard]] QString line(const TopologyHit& hit) const;

  Settings settings_;
  int followed_ = 0;  // the run last seen growing; 0 = none
  TopologyCanvas* canvas_;
  LoadStrip* strip_;
  QWidget* stripRow_;
  QComboBox *what_, *run_;
  QLabel* runLabel_;
  QToolButton* play_;
  QTimer playing_;
  bool syncing_ = false, dirty_ = true;
  std::shared_ptr<const Answer> shown_;
  std::shared_ptr<const Request> running_;
  mutable RunPtr machineRun_;  // whose machine is kept: a stale run is asked for it at every move of a slider
  mutable Machine machine_;
  bool again_ = false;  // asked once more while a worker was at it
};

}  // namespace weir
