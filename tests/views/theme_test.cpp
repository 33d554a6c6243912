#include "views/shared/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QStyleOptionButton>
#include <cmath>

#include "tests/views/support.h"
#include "views/shared/theme_style.h"

namespace theme_test {
using namespace weir;

namespace {

// Contrast as WCAG 2.1 defines it.
double luminance(const QColor& c) {
  const auto lin = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * lin(c.redF()) + 0.7152 * lin(c.greenF()) + 0.0722 * lin(c.blueF());
}
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// The most any pixel of what is drawn stands out from the ground.
double mostContrast(QStyle& style, QStyle::PrimitiveElement what, QStyle::State state, const QPalette& p) {
  const QColor ground = p.color(QPalette::Window);
  QImage image(20, 20, QImage::Format_RGB32);
  image.fill(ground);
  QStyleOptionButton o;
  o.rect = QRect(3, 3, 14, 14);
  o.palette = p;
  if (!(state & QStyle::State_Enabled)) o.palette.setCurrentColorGroup(QPalette::Disabled);
  o.state = state;
  QPainter g(&image);
  style.drawPrimitive(what, &o, &g);
  g.end();
  double most = 1;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) most = std::max(most, contrast(image.pixelColor(x, y), ground));
  return most;
}

}  // namespace

TEST(Theme, BoxesRadioButtonsAndFocusStandOutInBothModes) {
  theme::Style style;
  for (const theme::Mode mode : {theme::Mode::Light, theme::Mode::Dark}) {
    const QPalette p = theme::palette(mode);
    const char* name = mode == theme::Mode::Dark ? "dark" : "light";
    const QStyle::State on = QStyle::State_Enabled;
    for (const auto what : {QStyle::PE_IndicatorCheckBox, QStyle::PE_IndicatorItemViewItemCheck, QStyle::PE_IndicatorRadioButton}) {
      EXPECT_GE(mostContrast(style, what, on | QStyle::State_Off, p), 3) << name << ' ' << what;
      EXPECT_GE(mostContrast(style, what, on | QStyle::State_On, p), 3) << name << ' ' << what;
      const double off = mostContrast(style, what, QStyle::State_Off, p);
      EXPECT_GE(off, 1.5) << name << ' ' << what << ", disabled: to be seen";
      EXPECT_LT(off, mostContrast(style, what, on | QStyle::State_Off, p)) << name << ' ' << what << ", and less than enabled";
    }
    EXPECT_GE(mostContrast(style, QStyle::PE_FrameFocusRect, on, p), 3) << name;
  }
}

TEST(Theme, DisabledTextIsDimmerThanAnyOtherAndCanBeRead) {
  for (const theme::Mode mode : {theme::Mode::Light, theme::Mode::Dark}) {
    const QPalette p = theme::palette(mode);
    for (const auto& [ground, text] : {std::pair{QPalette::Window, QPalette::WindowText}, std::pair{QPalette::Button, QPalette::ButtonText}, std::pair{QPalette::Base, QPalette::Text}}) {
      const QColor under = p.color(ground);
      const double off = contrast(p.color(QPalette::Disabled, text), under);
      EXPECT_GE(off, 2.8) << static_cast<int>(mode) << ' ' << ground;
      EXPECT_LT(off * 2, contrast(p.color(text), under)) << static_cast<int>(mode) << ' ' << ground;
      EXPECT_LT(off, contrast(theme::colors(mode).faintText, under)) << static_cast<int>(mode) << ' ' << ground;
    }
  }
}

TEST(Theme, WidgetsToLookAt) {
  const QPalette before = QApplication::palette();
  theme::Style style;
  for (const bool dark : {false, true}) {
    QApplication::setPalette(theme::palette(dark ? theme::Mode::Dark : theme::Mode::Light));
    QWidget w;
    auto* column = new QVBoxLayout(&w);
    for (const bool enabled : {true, false}) {
      auto* row = new QHBoxLayout;
      column->addLayout(row);
      for (const auto state : {Qt::Unchecked, Qt::PartiallyChecked, Qt::Checked}) {
        auto* b = new QCheckBox(QStringLiteral("box"));
        b->setTristate(true);
        b->setCheckState(state);
        row->addWidget(b);
      }
      for (const bool on : {false, true}) {
        auto* b = new QRadioButton(QStringLiteral("radio"));
        b->setAutoExclusive(false);
        b->setChecked(on);
        row->addWidget(b);
      }
      row->addWidget(new QPushButton(QStringLiteral("button")));
      row->addWidget(new QLineEdit(QStringLiteral("text")));
      for (int i = 0; i < row->count(); ++i) row->itemAt(i)->widget()->setEnabled(enabled);
    }
    for (QWidget* c : w.findChildren<QWidget*>()) c->setStyle(&style);
    w.setStyle(&style);
    test::look(w, dark ? QStringLiteral("theme_dark") : QStringLiteral("theme_light"), {620, 90}, 2);
  }
  QApplication::setPalette(before);
}

}  // namespace theme_test
