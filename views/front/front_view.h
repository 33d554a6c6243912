// Energy against time over the plans of a sweep: all of them dim, the exact non-dominated front joined as a staircase, the
// scenario in hand as a marked point that follows the sliders. GUI thread.
//
// Click on a point: pointChosen(its index). Wheel zooms at the pointer, dragging pans, double click shows all.
#pragma once

#include <qcustomplot.h>

#include <memory>

#include "views/front/front_data.h"
#include "views/shared/view.h"

class QComboBox;
class QCheckBox;
class QLabel;

namespace weir {

class FrontPlottable;

class FrontView : public View {
  Q_OBJECT
 public:
  explicit FrontView(ViewState& state, QWidget* parent = nullptr);
  ~FrontView() override;

  [[nodiscard]] QString viewName() const override { return QStringLiteral("front"); }
  [[nodiscard]] QString title() const override { return tr("Front"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;
  [[nodiscard]] QStringList restsOn() const override;

  void setData(FrontData data);  // also for every partial result; the zoom stays while the objective does
  [[nodiscard]] const FrontData& data() const { return data_; }
  // The scenario in hand in each objective; empty = none. Repaints one layer only: within a frame.
  void setCurrent(std::vector<FrontCurrent> current);
  // How sure plans are, one map an objective; grows while they are worked out. Those on the front get whiskers.
  void setRanges(std::vector<FrontRanges> ranges);
  void setObjective(int objective);
  [[nodiscard]] int objective() const { return objective_; }
  void setLogarithmic(bool x, bool y);

  // Position in points of the nearest painted point within `tolerance` px of a place in the plot; -1.
  [[nodiscard]] int pointAt(const QPointF& place, double tolerance = 8) const;
  [[nodiscard]] QPointF placeOf(int position) const;
  [[nodiscard]] QCustomPlot* plot() const { return plot_; }
  [[nodiscard]] QString countLine() const;  // "1,024 plans: 12 non-dominated, 40 invalid"

 signals:
  void pointChosen(int index);
  void sweepRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  friend class FrontPlottable;
  friend class FrontFloat;
  friend struct FrontPaint;

  void refreshMode();
  void refreshAxes();
  void refreshObjective();
  void refreshText();
  void fit();
  void index();
  [[nodiscard]] const FrontObjective* shown() const;
  [[nodiscard]] bool paintable(const FrontPoint& p) const;

  FrontData data_;
  std::vector<FrontCurrent> current_;
  std::vector<FrontRanges> ranges_;
  int objective_ = 0;
  int hovered_ = -1;  // position in points
  bool zoomed_ = false;  // by hand: partial results leave the ranges alone
  std::pair<QString, QString> unitNames_;
  std::vector<int> order_;  // positions of painted points by x: what hovering searches
  std::vector<int> front_;  // positions on the front by x
  std::vector<QPointF> scaled_;  // by position: values, or their logarithms on log axes
  QCustomPlot* plot_ = nullptr;
  QComboBox* choice_ = nullptr;
  QCheckBox* logX_ = nullptr;
  QCheckBox* logY_ = nullptr;
  QLabel* counts_ = nullptr;
  QLabel* empty_ = nullptr;
  std::unique_ptr<QCPLayerable> float_;
  QPoint pressAt_;
  bool pressed_ = false, moved_ = false;
  QCPRange dragX_, dragY_;
};

}  // namespace weir
