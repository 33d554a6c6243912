// Four numbers of the scenario in hand, always: step time, exposed communication, bytes and energy a step; while
// something changes, what they were before ("81.2 → 64.0 ms"). At the right, what the pointer is over. Beside a scenario
// that nobody asked for, an opened run speaks first: its ranks, span and slices.
#pragma once

#include <QWidget>
#include <functional>
#include <memory>

#include "views/shared/view_state.h"

class QLabel;

namespace weir {

class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(ViewState& state, QWidget* parent = nullptr);

  // Compare with this from now on (the answer before a gesture, or A while pinned); null = with nothing.
  void compareWith(std::shared_ptr<const Answered> base, const QString& name = {});
  // The scenario has no answer: why.
  void setRefused(const QString& why);
  // Whether the scenario in hand is only one to begin with.
  void setExample(std::function<bool()> isExample);
  [[nodiscard]] QString text() const;  // the run and all four, whether there is room for them or not
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void fit();
  [[nodiscard]] QString traceText() const;  // empty: the scenario is what the window is about
  ViewState& state_;
  std::function<bool()> isExample_;
  std::shared_ptr<const Answered> base_;
  QString baseName_, refused_, trace_;
  QLabel* run_;  // what of trace_ there is room for
  QLabel* numbers_[4];
  QLabel* separators_[3];
  QLabel* why_;
  QLabel* hovered_;
};

// "81.2 → 64.0 ms" when both have the same unit, "812 µs → 1.20 ms" otherwise; the one value when they read the same.
[[nodiscard]] QString changeText(const QString& before, const QString& now);

}  // namespace weir
