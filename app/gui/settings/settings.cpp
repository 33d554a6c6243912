#include "app/gui/settings/settings.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace weir {

Settings::Settings() : store_(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("weir"), QStringLiteral("weir"))) {}
Settings::Settings(const QString& file) : store_(std::make_unique<QSettings>(file, QSettings::IniFormat)) {}
Settings::~Settings() { store_.reset(); }

std::unique_ptr<Settings> Settings::throwaway() {
  auto dir = std::make_unique<QTemporaryDir>();
  auto s = std::make_unique<Settings>(dir->filePath(QStringLiteral("weir.ini")));
  s->temporary_ = std::move(dir);
  return s;
}

QByteArray Settings::geometry() const { return store_->value(QStringLiteral("window/geometry")).toByteArray(); }
QByteArray Settings::docks() const { return store_->value(QStringLiteral("window/docks")).toByteArray(); }
void Settings::setWindow(const QByteArray& geometry, const QByteArray& docks) {
  store_->setValue(QStringLiteral("window/geometry"), geometry);
  store_->setValue(QStringLiteral("window/docks"), docks);
}
QByteArray Settings::layout(const QString& name) const { return store_->value(QStringLiteral("layout/") + name).toByteArray(); }
void Settings::setLayout(const QString& name, const QByteArray& docks) { store_->setValue(QStringLiteral("layout/") + name, docks); }

QStringList Settings::recent() const { return store_->value(QStringLiteral("recent")).toStringList(); }
void Settings::addRecent(const QString& path) {
  QStringList all = recent();
  all.removeAll(path);
  all.prepend(path);
  store_->setValue(QStringLiteral("recent"), all.mid(0, kRecent));
}
void Settings::removeRecent(const QString& path) {
  QStringList all = recent();
  all.removeAll(path);
  store_->setValue(QStringLiteral("recent"), all);
}
void Settings::clearRecent() { store_->remove(QStringLiteral("recent")); }

Settings::Theme Settings::theme() const { return themeFrom(store_->value(QStringLiteral("theme")).toString()); }
void Settings::setTheme(Theme theme) {
  store_->setValue(QStringLiteral("theme"), theme == Theme::Light ? QStringLiteral("light") : theme == Theme::Dark ? QStringLiteral("dark") : QStringLiteral("system"));
}
QString Settings::language() const { return store_->value(QStringLiteral("language")).toString(); }
void Settings::setLanguage(const QString& language) { store_->setValue(QStringLiteral("language"), language); }
QString Settings::lastStudy() const { return store_->value(QStringLiteral("last-study")).toString(); }
void Settings::setLastStudy(const QString& path) { store_->setValue(QStringLiteral("last-study"), path); }
QString Settings::folder() const { return store_->value(QStringLiteral("folder")).toString(); }
void Settings::setFolder(const QString& folder) { store_->setValue(QStringLiteral("folder"), folder); }
QString Settings::saveFolder() const {
  const QString last = store_->value(QStringLiteral("save-folder")).toString();
  return !last.isEmpty() && QFileInfo(last).isDir() ? last : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}
void Settings::setSaveFolder(const QString& folder) { store_->setValue(QStringLiteral("save-folder"), folder); }
quint64 Settings::spillLimit() const { return store_->value(QStringLiteral("spill/limit")).toULongLong(); }
void Settings::setSpillLimit(quint64 bytes) { store_->setValue(QStringLiteral("spill/limit"), bytes); }
QString Settings::spillFolder() const { return store_->value(QStringLiteral("spill/folder")).toString(); }
void Settings::setSpillFolder(const QString& folder) { store_->setValue(QStringLiteral("spill/folder"), folder); }
bool Settings::startedBefore() const { return store_->value(QStringLiteral("started")).toBool(); }
void Settings::setStartedBefore() { store_->setValue(QStringLiteral("started"), true); }

Settings::Theme themeFrom(const QString& text) {
  if (text == QLatin1String("light")) return Settings::Theme::Light;
  if (text == QLatin1String("dark")) return Settings::Theme::Dark;
  return Settings::Theme::System;
}

}  // namespace weir
