#include "views/compare/step_box.h"

#include <utility>

namespace weir {

void StepBox::setSteps(QStringList texts) {
  texts_ = std::move(texts);
  setMaximum(static_cast<int>(texts_.size()));
  setValue(value());
}

QString StepBox::textFromValue(int value) const {
  if (value < 1 || value > texts_.size()) return specialValueText();
  return texts_[value - 1];
}

int StepBox::find(const QString& text) const {
  const QString wanted = text.trimmed();
  if (wanted == specialValueText()) return 0;
  for (qsizetype i = 0; i < texts_.size(); ++i)
    if (texts_[i] == wanted || texts_[i].section(QLatin1Char('|'), 0, 0).trimmed() == wanted) return static_cast<int>(i) + 1;
  return -1;
}

int StepBox::valueFromText(const QString& text) const {
  const int found = find(text);
  return found < 0 ? value() : found;
}

QValidator::State StepBox::validate(QString& text, int&) const {
  if (find(text) >= 0) return QValidator::Acceptable;
  const QString begun = text.trimmed();
  if (specialValueText().startsWith(begun)) return QValidator::Intermediate;
  for (const QString& t : texts_)
    if (t.startsWith(begun)) return QValidator::Intermediate;
  return QValidator::Invalid;
}

}  // namespace weir
