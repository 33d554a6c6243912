// What the program remembers between starts: one typed door to QSettings. Given by reference to whoever needs it; there
// is no global. A screenshot and the tests use a settings file of their own, so nothing a person set is touched.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <memory>

class QTemporaryDir;

namespace weir {

class Settings {
 public:
  enum class Theme { System, Light, Dark };

  Settings();                                   // the person's own
  explicit Settings(const QString& file);
  static std::unique_ptr<Settings> throwaway();  // gone when the object is
  ~Settings();

  [[nodiscard]] QByteArray geometry() const;
  [[nodiscard]] QByteArray docks() const;
  void setWindow(const QByteArray& geometry, const QByteArray& docks);
  [[nodiscard]] QByteArray layout(const QString& name) const;
  void setLayout(const QString& name, const QByteArray& docks);

  [[nodiscard]] QStringList recent() const;  // newest first, at most kRecent
  void addRecent(const QString& path);
  void removeRecent(const QString& path);
  void clearRecent();

  [[nodiscard]] Theme theme() const;
  void setTheme(Theme theme);
  [[nodiscard]] QString language() const;    // "en", "zh"; empty = the system's
  void setLanguage(const QString& language);
  [[nodiscard]] QString lastStudy() const;   // what the last window worked on; empty = nothing kept
  void setLastStudy(const QString& path);
  [[nodiscard]] QString folder() const;      // where the last file came from
  void setFolder(const QString& folder);
  [[nodiscard]] QString saveFolder() const;  // where something was last written; else the person's documents
  void setSaveFolder(const QString& folder);
  [[nodiscard]] quint64 spillLimit() const;  // bytes; 0 = the default (core/run/column.h)
  void setSpillLimit(quint64 bytes);
  [[nodiscard]] QString spillFolder() const;  // empty = the default
  void setSpillFolder(const QString& folder);
  [[nodiscard]] bool startedBefore() const;
  void setStartedBefore();

  static constexpr int kRecent = 12;

 private:
  std::unique_ptr<QTemporaryDir> temporary_;
  std::unique_ptr<QSettings> store_;
};

[[nodiscard]] Settings::Theme themeFrom(const QString& text);  // "light", "dark", anything else = system

}  // namespace weir
