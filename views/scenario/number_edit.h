// A number with its unit as text, as "200 Gb/s"; arrow keys and buttons step through given stops. The text is handed
// over when editing ends, never half-typed; a refused text stays in the field until it is mended or Escape is pressed.
#pragma once

#include <QAbstractSpinBox>
#include <QStringList>

namespace weir {

class NumberEdit : public QAbstractSpinBox {
  Q_OBJECT
 public:
  explicit NumberEdit(QWidget* parent = nullptr);

  // The value in force. Leaves a text alone that the person is typing or that was refused, unless `force`.
  void setValueText(const QString& text, bool force = false);
  [[nodiscard]] QString valueText() const { return value_; }
  void setStops(const QStringList& stops, int nearest);
  void setRefused(bool refused);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  void stepBy(int steps) override;

 signals:
  void committed(const QString& text);  // by Enter, by leaving the field, or by a step

 protected:
  StepEnabled stepEnabled() const override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void commit();
  QString value_;
  QStringList stops_;
  int nearest_ = -1;
  bool refused_ = false;
};

}  // namespace weir
