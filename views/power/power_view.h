// "power": what a run's meters read over time, and where the joules went: by step, rank and phase. Follows the range that is
// analysed (measured, else visible) once it has settled; integrates in a worker. GUI thread.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <memory>

#include "views/power/power_picture.h"
#include "views/shared/background.h"
#include "views/shared/view.h"

namespace weir {

class SortTable;
class PowerCanvas;

class PowerView : public View {
  Q_OBJECT
 public:
  explicit PowerView(ViewState& state, QWidget* parent = nullptr);
  ~PowerView() override;

  [[nodiscard]] QString viewName() const override { return QStringLiteral("power"); }
  [[nodiscard]] QString title() const override { return tr("Power and energy"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;
  [[nodiscard]] QStringList restsOn() const override;

  void setBy(PowerPicture::By by);
  [[nodiscard]] std::shared_ptr<const PowerPicture> picture() const { return picture_; }
  void finishNow() { work_.finishNow(); }  // tests, screenshots

 private:
  enum Tab { Meters, Steps, Ranks };
  [[nodiscard]] const ShownRun* chosen() const;
  void runsChanged();
  void ask(int settle_ms);
  void take(std::shared_ptr<const PowerPicture> picture);
  void fillTable();
  void lineUp();  // moves the sources whose clocks seem to be of another time zone
  void offerMove();
  [[nodiscard]] QString emptyTable() const;  // why the chosen table has no rows
  [[nodiscard]] QString hint() const;

  Background work_{this};
  QComboBox *run_, *by_;
  QTabBar* tabs_;
  QPushButton *copy_, *lineUp_;
  SortTable* table_;
  QLabel* none_;
  QStackedWidget* below_;  // the table, or why there is none
  PowerCanvas* canvas_;
  std::shared_ptr<const PowerPicture> picture_;
  int runId_ = 0;
};

}  // namespace weir
