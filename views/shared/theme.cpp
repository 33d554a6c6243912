#include "views/shared/theme.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <algorithm>
#include <array>
#include <cmath>

namespace weir::theme {

Colors colors(Mode mode) {
  if (mode == Mode::Dark)
    return {mode, QColor(0x1b1d21), QColor(0x24272c), QColor(0xe6e6e6), QColor(0xa3a8b0), QColor(0x3a3e45), QColor(0x8a9099),
            QColor(0xffffff), QColor(0x56b4e9), QColor(0xff8a65)};
  return {mode, QColor(0xffffff), QColor(0xf5f6f7), QColor(0x1c1e21), QColor(0x5f6670), QColor(0xe1e4e8), QColor(0x6b727b),
          QColor(Qt::black), QColor(0x0072b2), QColor(0xb3261e)};
}

Mode systemMode() {
  return QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? Mode::Dark : Mode::Light;
}

QPalette palette(Mode mode) {
  const Colors c = colors(mode);
  QPalette p;
  p.setColor(QPalette::Window, c.panel);
  p.setColor(QPalette::WindowText, c.text);
  p.setColor(QPalette::Base, c.background);
  p.setColor(QPalette::AlternateBase, c.panel);
  p.setColor(QPalette::Text, c.text);
  p.setColor(QPalette::PlaceholderText, c.faintText);
  p.setColor(QPalette::Button, mode == Mode::Dark ? QColor(0x2e3238) : QColor(0xeceef0));
  p.setColor(QPalette::ButtonText, c.text);
  p.setColor(QPalette::BrightText, c.error);
  p.setColor(QPalette::ToolTipBase, c.panel);
  p.setColor(QPalette::ToolTipText, c.text);
  p.setColor(QPalette::Highlight, QColor(0x0072b2));
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Link, mode == Mode::Dark ? QColor(0x56b4e9) : QColor(0x0072b2));
  p.setColor(QPalette::Mid, c.grid);
  p.setColor(QPalette::Light, mode == Mode::Dark ? QColor(0x3a3e45) : QColor(0xffffff));
  p.setColor(QPalette::Dark, mode == Mode::Dark ? QColor(0x121417) : QColor(0xb8bdc4));
  // Dimmer than faint text, which is there to be read, and still 3 : 1.
  const QColor off = mode == Mode::Dark ? QColor(0x757b84) : QColor(0x868c95);
  for (const QPalette::ColorRole r : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
    p.setColor(QPalette::Disabled, r, off);
  p.setColor(QPalette::Disabled, QPalette::Highlight, c.grid);
  return p;
}

QColor roleColor(Role role) {
  constexpr std::array<QRgb, 9> rgb{0x0072b2, 0x56b4e9, 0xd55e00, 0x009e73, 0xcc79a7, 0x999999, 0xe69f00, 0xf0e442, 0xbdbdbd};
  return QColor(rgb[static_cast<std::size_t>(role)]);
}

Role roleOf(Activity activity) {
  switch (activity) {
    case Activity::Compute: return Role::Compute;
    case Activity::Communication: return Role::Exposed;
    case Activity::Copy: return Role::Data;
    case Activity::DataLoad: return Role::Data;
    case Activity::Checkpoint: return Role::Checkpoint;
    case Activity::Host: return Role::Host;
    case Activity::Wait: return Role::Idle;
    case Activity::Annotation: return Role::Other;
    case Activity::Other: return Role::Other;
  }
  return Role::Other;
}

QColor activityColor(Activity activity) {
  if (activity == Activity::Annotation) return QColor(0xd9d3e8);
  if (activity == Activity::Copy) return QColor(0x7fcdb5);
  return roleColor(roleOf(activity));
}

QColor rankColor(int rank) {
  constexpr std::array<QRgb, 8> rgb{0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x6b4c9a, 0x666666};
  return QColor(rgb[static_cast<std::size_t>(std::max(rank, 0)) % rgb.size()]);
}

QString roleName(Role role) {
  switch (role) {
    case Role::Compute: return QCoreApplication::translate("Role", "computing");
    case Role::Overlapped: return QCoreApplication::translate("Role", "communication, overlapped");
    case Role::Exposed: return QCoreApplication::translate("Role", "communication, exposed");
    case Role::Data: return QCoreApplication::translate("Role", "data and I/O");
    case Role::Checkpoint: return QCoreApplication::translate("Role", "checkpoint");
    case Role::Idle: return QCoreApplication::translate("Role", "idle");
    case Role::Energy: return QCoreApplication::translate("Role", "energy");
    case Role::Host: return QCoreApplication::translate("Role", "host");
    case Role::Other: return QCoreApplication::translate("Role", "other");
  }
  return {};
}

QBrush fillFor(const QColor& hue, Truth truth) {
  switch (truth) {
    case Truth::Measured: return QBrush(hue);
    case Truth::Simulated: return QBrush(hue, Qt::BDiagPattern);
    case Truth::Predicted: return Qt::NoBrush;
  }
  return QBrush(hue);
}

QPen outlineFor(const QColor& hue, Truth truth) {
  QPen pen(truth == Truth::Measured ? hue.darker(120) : hue);
  pen.setCosmetic(true);
  pen.setWidthF(truth == Truth::Predicted ? 1.5 : 1.0);
  return pen;
}

Qt::BrushStyle hatchOf(Role role) {
  constexpr std::array styles{Qt::SolidPattern, Qt::Dense5Pattern, Qt::BDiagPattern, Qt::HorPattern, Qt::DiagCrossPattern,
                              Qt::Dense7Pattern, Qt::VerPattern, Qt::FDiagPattern, Qt::CrossPattern};
  return styles[static_cast<std::size_t>(role)];
}

Qt::PenStyle dashOf(Role role) {
  constexpr std::array styles{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine, Qt::DashDotDotLine,
                              Qt::DotLine, Qt::SolidLine, Qt::DashLine, Qt::DotLine};
  return styles[static_cast<std::size_t>(role)];
}

QColor cividis(double t) {
  constexpr std::array<QRgb, 10> stops{0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
  if (!(t > 0)) return QColor(stops.front());
  if (t >= 1) return QColor(stops.back());
  const double x = t * static_cast<double>(stops.size() - 1);
  const auto i = static_cast<std::size_t>(x);
  const double f = x - static_cast<double>(i);
  const QColor a(stops[i]);
  const QColor b(stops[i + 1]);
  const auto between = [f](int p, int q) { return static_cast<int>(std::lround(p + f * (q - p))); };
  return {between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue())};
}

QFont textFont() {
  QFont f(QStringLiteral("DejaVu Sans"));
  f.setStyleHint(QFont::SansSerif);
  f.setPointSizeF(9);
  return f;
}

QFont axisFont() {
  QFont f = textFont();
  f.setPointSizeF(8);
  return f;
}

QColor readableOn(const QColor& fill) {
  // Relative luminance as in WCAG 2.1; 0.179 is where black and white contrast alike.
  const auto lin = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  const double l = 0.2126 * lin(fill.redF()) + 0.7152 * lin(fill.greenF()) + 0.0722 * lin(fill.blueF());
  return l > 0.179 ? QColor(Qt::black) : QColor(Qt::white);
}

}  // namespace weir::theme
