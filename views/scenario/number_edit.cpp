#include "views/scenario/number_edit.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QWheelEvent>

#include "views/scenario/field_units.h"

namespace weir {

NumberEdit::NumberEdit(QWidget* parent) : QAbstractSpinBox(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAlignment(Qt::AlignRight);
  connect(this, &QAbstractSpinBox::editingFinished, this, &NumberEdit::commit);
}

void NumberEdit::setValueText(const QString& text, bool force) {
  const bool typing = lineEdit()->isModified() && lineEdit()->text() != value_;
  value_ = text;
  if ((typing || refused_) && !force) return;
  if (lineEdit()->text() != text) lineEdit()->setText(text);
  lineEdit()->setModified(false);
}

void NumberEdit::setStops(const QStringList& stops, int nearest) {
  stops_ = stops;
  nearest_ = nearest;
  const ButtonSymbols symbols = stops.size() > 1 ? UpDownArrows : NoButtons;
  if (symbols != buttonSymbols()) setButtonSymbols(symbols);
}

void NumberEdit::setRefused(bool refused) { refused_ = refused; }

QSize NumberEdit::sizeHint() const { return {116, QAbstractSpinBox::sizeHint().height()}; }
QSize NumberEdit::minimumSizeHint() const { return {84, QAbstractSpinBox::minimumSizeHint().height()}; }

QAbstractSpinBox::StepEnabled NumberEdit::stepEnabled() const {
  StepEnabled e = StepNone;
  if (stops_.size() < 2 || nearest_ < 0) return e;
  if (nearest_ > 0 || stops_.front() != value_) e |= StepDownEnabled;
  if (nearest_ + 1 < stops_.size() || stops_.back() != value_) e |= StepUpEnabled;
  return e;
}

void NumberEdit::stepBy(int steps) {
  if (stops_.isEmpty() || nearest_ < 0) return;
  const int to = std::clamp(nearest_ + steps, 0, int(stops_.size()) - 1);
  if (stops_[to] == value_) return;
  lineEdit()->setText(stops_[to]);
  refused_ = false;
  emit committed(stops_[to]);
}

void NumberEdit::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && (refused_ || lineEdit()->text() != value_)) {
    refused_ = false;
    lineEdit()->setText(value_);
    lineEdit()->setModified(false);
    emit committed(value_);
    return;
  }
  QAbstractSpinBox::keyPressEvent(event);
}

void NumberEdit::wheelEvent(QWheelEvent* event) {
  // The panel scrolls; a value must not change because the pointer happened to pass over it.
  if (hasFocus()) QAbstractSpinBox::wheelEvent(event);
  else event->ignore();
}

void NumberEdit::commit() {
  if (lineEdit()->text() == value_ && !refused_) return;
  const QString typed = fieldtext::withUnitOf(lineEdit()->text(), value_);
  lineEdit()->setModified(false);
  emit committed(typed);
}

}  // namespace weir
