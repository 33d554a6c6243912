// The running program: data folders, settings, windows, and what happens at the start. Everything but main() itself, so
// that tests can start it.
#pragma once

#include <QObject>
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

 private:
  void begin(MainWindow& window);      // what a person sees first
  void offerLastWork(MainWindow& window);
  void afterOpening(MainWindow& window);  // --set, --simulate, --sweep, --view

  CommandLine line_;
  std::unique_ptr<Settings> settings_;
  QString autosaveFolder_;
  std::shared_ptr<const Presets> presets_;
  std::string presetsError_;
};

}  // namespace weir
