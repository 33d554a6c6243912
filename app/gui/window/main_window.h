// The window: it wires panels, views and actions to the session and does nothing itself.
#pragma once

#include <QMainWindow>
#include <memory>

#include "app/gui/actions/action_table.h"
#include "app/gui/documents/session.h"
#include "app/gui/settings/settings.h"
#include "app/gui/window/layouts.h"

class QLineEdit;

namespace weir {

class CentreArea;
class InspectorPanel;
class MessageBar;
class NotesPanel;
class RunsPanel;
class ScenarioPanel;
class StatusLine;
struct Notice;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  struct Options {
    QString shareFolder;     // share/weir
    QString autosaveFolder;  // empty = keep nothing
    std::shared_ptr<const Presets> presets;
  };
  MainWindow(Settings& settings, Options options);
  ~MainWindow() override;

  [[nodiscard]] Session& session() { return *session_; }
  [[nodiscard]] ActionTable& actions() { return *actions_; }
  [[nodiscard]] ScenarioPanel& scenarioPanel() { return *scenario_; }
  [[nodiscard]] MessageBar& messages() { return *messages_; }
  [[nodiscard]] CentreArea& centre() { return *centre_; }
  [[nodiscard]] StatusLine& statusLine() { return *status_; }

  void open(const QStringList& paths);
  void openSample(std::function<void()> then = {});
  void startDefaultSweep();
  void showMessage(Notice message);
  void setTheme(Settings::Theme theme);
  // A sensible scenario to begin with, so that no panel is empty. No-op without presets.
  void loadDefaultScenario();
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] Settings& settings() { return settings_; }

 signals:
  void newWindowRequested();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void buildDocks();
  void buildToolBar();
  void buildMenus();
  void connectFile();
  void connectRun();
  void connectView();
  void connectSession();
  // main_window_import.cpp
  void connectImport();
  void openFailed(const Error& e, const QStringList& paths);
  void partlyRead(const QStringList& errors, const QStringList& paths);
  // `instead`: the run of an earlier reading, which goes once the new one is there; 0 = none.
  void chooseColumns(const QString& table, const QStringList& paths, int instead = 0);
  void exportRun();
  void offerColumns(int runId, const QStringList& paths);
  void offerSeparate(int runId, const QStringList& paths);
  void openSeparately(const QStringList& paths);
  void refreshTitle();
  void refreshRecent();
  void refreshJobs();
  void applyDocks(const QByteArray& docks);
  void foldDocks(bool fold);
  void foldWhereNarrow();
  void saveStudyAs();
  void saveScenario();
  [[nodiscard]] Fidelity fidelity() const;
  QDockWidget* dock(const QString& id, const QString& title, QWidget* content);

  Settings& settings_;
  Options options_;
  std::unique_ptr<Session> session_;
  ActionTable* actions_ = nullptr;
  ScenarioPanel* scenario_ = nullptr;
  RunsPanel* runs_ = nullptr;
  NotesPanel* notes_ = nullptr;
  InspectorPanel* inspector_ = nullptr;
  CentreArea* centre_ = nullptr;
  MessageBar* messages_ = nullptr;
  StatusLine* status_ = nullptr;
  QLineEdit* search_ = nullptr;
  WindowParts parts_;
  QByteArray unfolded_;  // the docks before a narrow window folded them into tabs; empty = not folded
};

}  // namespace weir
