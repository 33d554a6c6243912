// The widget that shows a TopologyPicture: wheel and buttons zoom, dragging moves, double click fits, click chooses. It knows
// no runs; TopologyView tells it what to show and is told what is meant. GUI thread.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <functional>
#include <optional>

#include "views/topology/topology_picture.h"

namespace weir {

class TopologyCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit TopologyCanvas(QWidget* parent = nullptr);
  // The camera stays while the network is the same; another network is shown whole.
  void setPicture(TopologyPicture picture);
  void setEmpty(const QString& headline, const QString& hint);
  void setMode(theme::Mode mode);
  void setBusy(bool busy);
  // Links to be marked; of scene links that stand for several, the one that holds it.
  void setSelected(std::optional<std::uint32_t> link);
  void setDescriber(std::function<QString(const TopologyHit&)> describe) { describe_ = std::move(describe); }

  [[nodiscard]] const TopologyPicture& picture() const { return picture_; }
  [[nodiscard]] const TopologyScene& scene() const;
  [[nodiscard]] const Camera& camera() const { return camera_; }
  void setCamera(const Camera& camera);
  void fit() { setCamera({}); }
  void zoom(double factor, std::optional<QPointF> at = std::nullopt);  // none = the middle
  [[nodiscard]] const TopologyHit& hovered() const { return hovered_; }

 signals:
  void hoverChanged();
  void chosen(weir::TopologyHit hit);
  void cameraChanged();

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mousePressEvent(QMouseEvent* e) override;
  void mouseReleaseEvent(QMouseEvent* e) override;
  void mouseDoubleClickEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override;
  void wheelEvent(QWheelEvent* e) override;
  void keyPressEvent(QKeyEvent* e) override;
  void resizeEvent(QResizeEvent*) override;
  bool event(QEvent* e) override;

 private:
  void hover(const TopologyHit& hit);
  void changed();
  void mark(QPainter& g, const SceneLink& l, const QColor& color, double width) const;
  TopologyPicture picture_;
  mutable TopologyScene scene_;
  mutable bool composed_ = false;
  QPixmap painted_;  // the picture as it stands, so that hovering repaints nothing of it; null = to be painted
  Camera camera_;
  QString headline_, hint_;
  theme::Mode mode_ = theme::Mode::Light;
  bool busy_ = false;
  TopologyHit hovered_;
  std::optional<std::uint32_t> selected_;
  std::optional<QPointF> pressed_;  // where a drag began
  Camera pressedCamera_;
  bool dragged_ = false;
  std::function<QString(const TopologyHit&)> describe_;
};

}  // namespace weir
