// Fusion, whose boxes to tick, radio buttons and focus rings can be seen on a dark ground too: it darkens the window's colour
// for its outlines, whatever the palette says. GUI thread.
#pragma once

#include <QProxyStyle>

namespace weir::theme {

class Style : public QProxyStyle {
  Q_OBJECT
 public:
  Style();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget = nullptr) const override;
};

}  // namespace weir::theme
