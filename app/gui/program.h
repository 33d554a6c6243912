// The running program: data folders, settings, windows, and what happens at the start. Everything but main() itself, so
// that tests can start it.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <memory>

#include "app/gui/options.h"
#include "app/gui/settings/settings.h"
#include "core/scenario/presets.h"

namespace weir {

class MainWindow;

class Program : public QObject {
  Q_OBJECT
 public:
  Program(CommandLine commandLine, std::unique_ptr<Settings> settings, QString autosaveFolder);
  ~Program() override;

  // <own folder>/../share/weir, built or installed.
  [[nodiscard]] static QString shareFolder();

  MainWindow* newWindow();   // not yet shown
  int main();                // what the command line asks for; the exit code
  int run();                 // until the last window is closed
  int screenshot();
  int figure();
  [[nodiscard]] QList<MainWindow*> windows() const;  // those that are open

 protected:
  bool eventFilter(QObject* window, QEvent* event) override;  // asks before work is closed that is kept nowhere

 private:
  // program_language.cpp: windows are built anew in another language, with the same sessions.
  void listenForLanguage(MainWindow& window);
  void wantLanguage(const QString& code, MainWindow& asked);
  void changeLanguage();
  void replace(MainWindow& old);
  // program_screenshot.cpp
  [[nodiscard]] QString waitedFor(MainWindow& window) const;
  void begin(MainWindow& window);      // what a person sees first
  void offerLastWork(MainWindow& window);
  void afterOpening(MainWindow& window);  // --set, --simulate, --sweep, --view

  CommandLine line_;
  std::unique_ptr<Settings> settings_;
  QString autosaveFolder_;
  std::shared_ptr<const Presets> presets_;
  std::string presetsError_;
  QList<QPointer<MainWindow>> windows_;
  QString wantedLanguage_;  // as soon as no job is at work; empty = none
  QTimer languageTimer_;
};

}  // namespace weir
