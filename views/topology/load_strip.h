// How loaded the network was over the whole run, with the shared time range as a window in it: drag the window to move
// through the run, its edges to widen it, double click for the whole. GUI thread.
#pragma once

#include <QWidget>
#include <cstdint>
#include <utility>
#include <vector>

#include "views/shared/theme.h"

namespace weir {

class LoadStrip : public QWidget {
  Q_OBJECT
 public:
  using Range = std::pair<std::int64_t, std::int64_t>;  // ps
  explicit LoadStrip(QWidget* parent = nullptr);
  // `load` covers `whole` in equal parts; fractions.
  void setLoad(std::vector<float> load, Range whole);
  void setRange(Range range);
  void setMode(theme::Mode mode);
  [[nodiscard]] const std::vector<float>& load() const { return load_; }
  QSize sizeHint() const override { return {200, 44}; }

 signals:
  void rangeMoved(qint64 from, qint64 to, bool done);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* e) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mouseReleaseEvent(QMouseEvent* e) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent* e) override;
  void keyPressEvent(QKeyEvent* e) override;

 private:
  enum class Grip { None, Left, Right, Middle };
  [[nodiscard]] double xOf(std::int64_t t) const;
  [[nodiscard]] std::int64_t timeAt(double x) const;
  [[nodiscard]] Grip gripAt(double x) const;
  void move(Range to, bool done);
  std::vector<float> load_;
  Range whole_{0, 1}, range_{0, 1}, held_{0, 1};
  theme::Mode mode_ = theme::Mode::Light;
  Grip grip_ = Grip::None;
  double pressX_ = 0;
};

}  // namespace weir
