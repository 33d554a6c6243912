// "compare": two of the shown runs, A and B, one above the other on an axis that begins with their step, what lies between their
// collectives, and tables of what is slower, faster, added and removed. Works in a worker. GUI thread.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <memory>

#include "core/summarize/compare.h"
#include "core/summarize/lod.h"
#include "views/compare/compare_picture.h"
#include "views/shared/background.h"
#include "views/shared/view.h"

namespace weir {

class CompareCanvas;
class SortTable;
class StepBox;

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
  void showStep(int step);  // 1 = the first of those compared; 0 = from the first step's begin to the end of all
  // Only what lies in the measured range, where one is dragged, else in the time that the timeline shows; the default.
  void setVisibleOnly(bool only) { visible_->setChecked(only); }
  [[nodiscard]] std::shared_ptr<const Comparison> comparison() const;
  [[nodiscard]] const ComparePicture& picture() const;
  void finishNow() { work_.finishNow(); }  // tests, screenshots

 private:
  struct Answer;
  [[nodiscard]] const ShownRun* run(int id) const;
  void runsChanged();
  // What is looked at, on the shared axis; none = all of both runs.
  [[nodiscard]] std::optional<ViewState::Range> looked() const;
  void rangeMoved();
  void ask(int settle_ms = 0);
  void take(std::shared_ptr<const Answer> answer);
  [[nodiscard]] QString whatToOpen() const;  // where fewer than two runs are
  void sayWhy(const QString& headline, const QString& hint);  // in place of picture and table
  [[nodiscard]] QString scope() const;  // in words, which part of both was compared; empty = all
  [[nodiscard]] bool nothingThere() const;
  void refresh(bool keepWindow);  // of the picture, from the answer
  void fillTabs();
  void fillTable();
  void activated(int row);
  [[nodiscard]] ComparePicture build(std::size_t lanes) const;

  struct ChosenStep {
    bool all = false;
    std::optional<std::int64_t> a, b;  // as the traces number it
  };
  [[nodiscard]] std::optional<int> stepAsChosen() const;  // its place in the answer; none = it is not there
  Background work_{this};
  QComboBox *a_, *b_;
  StepBox* step_;
  QCheckBox* visible_;
  QTabBar* tabs_;
  QLabel *verdict_, *why_;
  QPushButton* copy_;
  QWidget* lower_;        // verdict and tables; gone while there is nothing to compare
  QStackedWidget* pages_;  // the table, or why there are none of two runs
  SortTable* table_;
  CompareCanvas* canvas_;
  std::shared_ptr<const Answer> answer_;
  std::optional<ViewState::Range> asked_;  // looked() of the newest question
  std::optional<ChosenStep> chosen_;       // by a person: it comes back when a range holds it again
  int idA_ = 0, idB_ = 0;
};

}  // namespace weir
