#include "views/shared/theme_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>

namespace weir::theme {
namespace {

QColor between(const QColor& a, const QColor& b, double t) {
  const auto mix = [t](int x, int y) { return static_cast<int>(x + t * (y - x)); };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

struct Indicator {
  QColor outline, fill, mark;
};

Indicator indicator(const QStyleOption& o, bool set) {
  const bool enabled = o.state & QStyle::State_Enabled;
  const QColor base = o.palette.color(QPalette::Base), text = o.palette.color(QPalette::Active, QPalette::Text);
  Indicator i{between(base, text, enabled ? 0.6 : 0.3), base, o.palette.color(QPalette::HighlightedText)};
  if (set) i.fill = enabled ? o.palette.color(QPalette::Active, QPalette::Highlight) : between(base, text, 0.3);
  else if (o.state & QStyle::State_Sunken) i.fill = between(base, text, 0.25);
  else if (enabled && (o.state & QStyle::State_MouseOver)) i.outline = o.palette.color(QPalette::Link);
  if (set && !enabled) i.mark = base;
  return i;
}

QRectF inner(const QRect& r) { return QRectF(r).adjusted(0.5, 0.5, -0.5, -0.5); }

void box(QPainter& g, const QStyleOption& o) {
  const bool on = o.state & QStyle::State_On, partly = o.state & QStyle::State_NoChange;
  const Indicator i = indicator(o, on || partly);
  const QRectF r = inner(o.rect);
  g.setPen(QPen(i.outline, 1));
  g.setBrush(i.fill);
  g.drawRoundedRect(r, 2, 2);
  g.setPen(QPen(i.mark, std::max(1.6, r.width() / 7), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  g.setBrush(Qt::NoBrush);
  const auto at = [&](double x, double y) { return QPointF(r.left() + x * r.width(), r.top() + y * r.height()); };
  if (partly) g.drawLine(at(0.25, 0.5), at(0.75, 0.5));
  else if (on) g.drawPolyline(QPolygonF{at(0.22, 0.52), at(0.42, 0.72), at(0.78, 0.28)});
}

void radio(QPainter& g, const QStyleOption& o) {
  const bool on = o.state & QStyle::State_On;
  const Indicator i = indicator(o, on);
  const QRectF r = inner(o.rect);
  g.setPen(QPen(i.outline, 1));
  g.setBrush(i.fill);
  g.drawEllipse(r);
  if (!on) return;
  g.setPen(Qt::NoPen);
  g.setBrush(i.mark);
  g.drawEllipse(r.center(), r.width() * 0.2, r.height() * 0.2);
}

void ring(QPainter& g, const QStyleOption& o) {
  g.setPen(QPen(o.palette.color(QPalette::Active, QPalette::Link), 1.4));
  g.setBrush(Qt::NoBrush);
  g.drawRoundedRect(QRectF(o.rect).adjusted(0.7, 0.7, -0.7, -0.7), 2.5, 2.5);
}

}  // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const auto paint = [&](void (*what)(QPainter&, const QStyleOption&)) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    what(*painter, *option);
    painter->restore();
  };
  switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return paint(box);
    case PE_IndicatorRadioButton: return paint(radio);
    case PE_FrameFocusRect: return paint(ring);
    default: break;
  }
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  // A combo box or a spin box frames its field itself.
  const auto* frame = element == PE_PanelLineEdit ? qstyleoption_cast<const QStyleOptionFrame*>(option) : nullptr;
  const bool focus = option->state & State_HasFocus;
  if ((frame && frame->lineWidth > 0 && focus) || (element == PE_PanelButtonCommand && focus && (option->state & State_KeyboardFocusChange))) paint(ring);
}

}  // namespace weir::theme
