#include "app/gui/theme/appearance.h"

#include <QApplication>
#include <QFontDatabase>
#include <QLocale>
#include <QTranslator>

#include "views/shared/theme_style.h"

namespace weir::appearance {
namespace {

const QString kTranslator = QStringLiteral("weir.translator");

// Captured before we set a palette of our own; afterwards the application's palette is ours.
QPalette systemPalette() {
  const QVariant kept = qApp->property("weir.systemPalette");
  return kept.isValid() ? kept.value<QPalette>() : QApplication::palette();
}

}  // namespace

void setUp() {
  qApp->setProperty("weir.systemPalette", QApplication::palette());
  QApplication::setStyle(new theme::Style);
  QApplication::setFont(theme::textFont());
}

theme::Mode mode(Settings::Theme theme) {
  switch (theme) {
    case Settings::Theme::Light: return theme::Mode::Light;
    case Settings::Theme::Dark: return theme::Mode::Dark;
    case Settings::Theme::System: break;
  }
  return systemPalette().color(QPalette::Window).lightness() < 128 ? theme::Mode::Dark : theme::Mode::Light;
}

void apply(Settings::Theme theme) { QApplication::setPalette(theme::palette(mode(theme))); }

void setTextScale(double factor) {
  QFont f = theme::textFont();
  f.setPointSizeF(f.pointSizeF() * factor);
  QApplication::setFont(f);
}

bool setLanguage(const QString& language) {
  const QString code = language.isEmpty() ? QLocale::system().name().section(QLatin1Char('_'), 0, 0) : language;
  qApp->setProperty("weir.language", code);
  for (QTranslator* before : qApp->findChildren<QTranslator*>(kTranslator, Qt::FindDirectChildrenOnly)) {
    QApplication::removeTranslator(before);
    delete before;
  }
  // English is the language of the source; its file holds the plural forms only and stands behind every other.
  bool found = false;
  for (const QString& c : {QStringLiteral("en"), code}) {
    auto* translator = new QTranslator(qApp);
    translator->setObjectName(kTranslator);
    if (translator->load(QStringLiteral(":/weir/i18n/weir_%1.qm").arg(c))) {
      QApplication::installTranslator(translator);
      found = found || c == code;
    } else {
      delete translator;
    }
  }
  return found;
}

QString language() {
  const QString code = qApp->property("weir.language").toString();
  return code == QLatin1String("zh") ? code : QStringLiteral("en");
}

}  // namespace weir::appearance
