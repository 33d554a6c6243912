// Four numbers of the scenario in hand, always: step time, exposed communication, bytes and energy a step; while
// something changes, what they were before ("81.2 → 64.0 ms"). At the right, what the pointer is over.
#pragma once

#include <QWidget>
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
  [[nodiscard]] QString text() const;  // all four, whether there is room for them or not
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void fit();
  ViewState& state_;
  std::shared_ptr<const Answered> base_;
  QString baseName_, refused_;
  QLabel* numbers_[4];
  QLabel* separators_[3];
  QLabel* why_;
  QLabel* hovered_;
};

// "81.2 → 64.0 ms" when both have the same unit, "812 µs → 1.20 ms" otherwise; the one value when they read the same.
[[nodiscard]] QString changeText(const QString& before, const QString& now);

}  // namespace weir
