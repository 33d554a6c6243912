// Chooses a step of two runs by what their traces call it: "3", or "3 | 12" where A and B count differently. The value is the
// place of the pair, from 1; 0 = all. GUI thread.
#pragma once

#include <QSpinBox>
#include <QStringList>

namespace weir {

class StepBox : public QSpinBox {
 public:
  explicit StepBox(QWidget* parent = nullptr) : QSpinBox(parent) { setMinimum(0); }
  void setSteps(QStringList texts);  // of the values 1, 2, ...; none of them holds the value

 protected:
  [[nodiscard]] QString textFromValue(int value) const override;
  [[nodiscard]] int valueFromText(const QString& text) const override;
  [[nodiscard]] QValidator::State validate(QString& text, int& at) const override;

 private:
  [[nodiscard]] int find(const QString& text) const;  // -1 = no step is called that; A's number alone will do
  QStringList texts_;
};

}  // namespace weir
