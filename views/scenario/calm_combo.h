// A combo box of the panel: the wheel scrolls the panel instead of turning it, and a text that is too long ends in "…".
#pragma once

#include <QComboBox>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QWheelEvent>

namespace weir {

class CalmCombo : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void wheelEvent(QWheelEvent* e) override { e->ignore(); }
  void paintEvent(QPaintEvent*) override {
    QStylePainter p(this);
    QStyleOptionComboBox o;
    initStyleOption(&o);
    const int room = style()->subControlRect(QStyle::CC_ComboBox, &o, QStyle::SC_ComboBoxEditField, this).width() - 6;
    o.currentText = fontMetrics().elidedText(o.currentText, Qt::ElideRight, room);
    p.drawComplexControl(QStyle::CC_ComboBox, o);
    p.drawControl(QStyle::CE_ComboBoxLabel, o);
  }
};

}  // namespace weir
