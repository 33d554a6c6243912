// "compare": two of the shown runs, A and B, one above the other on an axis that begins with their step, what lies between their
// collectives, and tables of what is slower, faster, added and removed. Works in a worker. GUI thread.
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QTabBar>
#include <memory>

#include "core/summarize/compare.h"
#include "core/summarize/lod.h"
#include "views/compare/compare_picture.h"
#include "views/shared/background.h"
#include "views/shared/view.h"

class QLabel;

namespace weir {

class CompareCanvas;
class SortTable;

class CompareView : public View {
  Q_OBJECT
 public:
  explicit CompareView(ViewState& state, QWidget* parent = nullptr);
  ~CompareView() override;

  [[nodiscard]] QString viewName() const override { return QStringLiteral("compare"); }
  [[nodiscard]] QString title() const override { return tr("Compare"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;

  void choose(int runA, int runB);
  void swap();
  // A table by its name in core ("kernel", "overall"), or "errors".
  void showTable(const QString& name);
  void showStep(int step);  // 1 = the first; 0 = from the first step's begin to the end of all
  [[nodiscard]] std::shared_ptr<const Comparison> comparison() const;
  [[nodiscard]] const ComparePicture& picture() const;
  void finishNow() { work_.finishNow(); }  // tests, screenshots

 private:
  struct Answer;
  [[nodiscard]] const ShownRun* run(int id) const;
  void runsChanged();
  void ask();
  void take(std::shared_ptr<const Answer> answer);
  void refresh(bool keepWindow);  // of the picture, from the answer
  void fillTabs();
  void fillTable();
  void activated(int row);
  [[nodiscard]] ComparePicture build(std::size_t lanes) const;

  Background work_{this};
  QComboBox *a_, *b_;
  QSpinBox* step_;
  QTabBar* tabs_;
  QLabel* verdict_;
  SortTable* table_;
  CompareCanvas* canvas_;
  std::shared_ptr<const Answer> answer_;
  int idA_ = 0, idB_ = 0;
};

}  // namespace weir
