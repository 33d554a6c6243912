#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QStatusBar>
#include <QVBoxLayout>
#include <utility>

#include "app/gui/documents/preset_entries.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/status_line.h"
#include "core/scenario/validate.h"
#include "views/inspector/inspector_panel.h"
#include "views/notes/notes_panel.h"
#include "views/runs/runs_panel.h"
#include "views/scenario/scenario_panel.h"
#include "views/shared/icons.h"

namespace weir {

MainWindow::MainWindow(Settings& settings, Options options) : settings_(settings), options_(std::move(options)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
  session_ = std::make_unique<Session>(Session::Options{options_.autosaveFolder, options_.presets});
  session_->state().setMode(theme::systemMode());
  actions_ = new ActionTable(this);

  auto* body = new QWidget(this);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  messages_ = new MessageBar(body);
  centre_ = new CentreArea(session_->state(),
                           {{{}, tr("Open the sample"), tr("A small network trained on four processes, measured beside predicted"), [this] { openSample(); }},
                            {{}, tr("Open traces…"), tr("PyTorch profiler or Chrome JSON, one file a rank; or drop them here"), [this] { (*actions_)["open"]->trigger(); }},
                            {{}, tr("Simulate packets"), tr("Play the scenario at the left, packet by packet"), [this] { (*actions_)["simulate-packets"]->trigger(); }},
                            {QStringLiteral("topology"), tr("Simulate packets"), tr("Play the scenario at the left and watch its links"), [this] { (*actions_)["simulate-packets"]->trigger(); }},
                            {QStringLiteral("topology"), tr("Open a scenario…"), tr("Its network is shown at once, what links carry once it is simulated"), [this] { (*actions_)["open"]->trigger(); }},
                            {QStringLiteral("front"), tr("Sweep batch, nodes, frequency and tier"), tr("A thousand plans and more around the scenario at the left"), [this] { startDefaultSweep(); }},
                            {QStringLiteral("front"), tr("Choose what to vary…"), {}, [this] { (*actions_)["sweep"]->trigger(); }},
                            {QStringLiteral("front"), tr("Open a study…"), tr("A sweep kept before"), [this] { (*actions_)["open"]->trigger(); }},
                            {QStringLiteral("import"), tr("Open files…"), tr("Traces, logs and tables of one job, of any formats"), [this] { (*actions_)["open"]->trigger(); }},
                            {QStringLiteral("import"), tr("Open a folder…"), tr("All of it becomes one run on one time axis"), [this] { (*actions_)["open-folder"]->trigger(); }},
                            {QStringLiteral("import"), tr("Open the sample"), tr("Four ranks, recorded by this project"), [this] { openSample(); }},
                            {QStringLiteral("validation"), tr("Open a folder of measured tables…"), tr("Every table (.csv) of a kind that a model knows"), [this] { (*actions_)["open-folder"]->trigger(); }},
                            {QStringLiteral("validation"), tr("Open a measured table…"), tr("One .csv: constants are fitted on some rows, the others predicted"), [this] { (*actions_)["open"]->trigger(); }}},
                           body);
  column->addWidget(messages_);
  column->addWidget(centre_, 1);
  setCentralWidget(body);
  status_ = new StatusLine(session_->state(), this);
  statusBar()->addWidget(status_, 1);
  statusBar()->setSizeGripEnabled(false);

  buildDocks();
  buildMenus();
  buildToolBar();
  connectFile();
  connectRun();
  connectView();
  connectSession();
  connectImport();
  applyLayout(parts_, Layout::Explore);
  if (!settings_.geometry().isEmpty()) restoreGeometry(settings_.geometry());
  if (!settings_.docks().isEmpty()) applyDocks(settings_.docks());
  refreshTitle();
  refreshRecent();
  refreshJobs();
}

MainWindow::~MainWindow() {
  // Views hold the session's state and must go first; so must the panels that listen to it.
  delete takeCentralWidget();
  for (QDockWidget* d : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) delete d;
  delete status_;
  session_.reset();
}

QDockWidget* MainWindow::dock(const QString& id, const QString& title, QWidget* content) {
  auto* d = new QDockWidget(title, this);
  d->setObjectName(id);
  d->setWidget(content);
  d->setAccessibleName(title);
  return d;
}

void MainWindow::buildDocks() {
  ViewState& state = session_->state();
  scenario_ = new ScenarioPanel;
  scenario_->setValidator(validate);
  if (options_.presets) {
    scenario_->setPresets(presetEntries(*options_.presets));
    scenario_->setAccelerators(presetAccelerators(*options_.presets));
  }
  runs_ = new RunsPanel(state);
  notes_ = new NotesPanel(state);
  inspector_ = new InspectorPanel(state);
  parts_.window = this;
  parts_.centre = centre_;
  parts_.scenario = dock(QStringLiteral("scenario"), tr("Scenario"), scenario_);
  parts_.inspector = dock(QStringLiteral("inspector"), tr("Inspector"), inspector_);
  parts_.notes = dock(QStringLiteral("notes"), tr("Notes"), notes_);
  parts_.runs = dock(QStringLiteral("runs"), tr("Runs"), runs_);
  parts_.inspector->setMinimumWidth(220);
  const auto count = [this](int n) { parts_.notes->setWindowTitle(n > 0 ? tr("Notes (%1)").arg(n) : tr("Notes")); };
  connect(notes_, &NotesPanel::countChanged, this, count);
  count(notes_->count());
}

void MainWindow::connectSession() {
  Session& s = *session_;
  connect(scenario_, &ScenarioPanel::gestureBegan, this, [this] {
    if (!session_->pinned()) status_->compareWith(session_->state().answered());
  });
  connect(scenario_, &ScenarioPanel::scenarioChanged, this, [this](const Scenario& scenario, bool) { session_->setScenario(scenario); });
  connect(scenario_, &ScenarioPanel::scenarioRefused, this, [this](const QString& what, const QString&, const QString&) { status_->setRefused(what); });
  connect(&s, &Session::refused, status_, &StatusLine::setRefused);
  connect(&s, &Session::refused, inspector_, &InspectorPanel::setRefused);
  connect(&s, &Session::scenarioLoaded, this, [this](const Scenario& scenario) {
    status_->compareWith(nullptr);
    scenario_->setScenario(scenario);
    session_->answerNow();  // the next change compares with this one, not with what stood here before
  });
  connect(&s.state(), &ViewState::scenarioRequested, this, [this](const Scenario& scenario, const QString& title) { scenario_->setScenario(scenario, title); });
  connect(&s.state(), &ViewState::sweepRequested, (*actions_)["sweep"], &QAction::trigger);
  connect(&s, &Session::failed, this, [this](const Error& e) { showMessage(noticeOf(e)); });
  connect(&s, &Session::note, this, [this](const QString& what, const QString& where) { showMessage({Notice::Kind::Warning, what, where, {}, {}, {}}); });
  connect(&s, &Session::titleChanged, this, &MainWindow::refreshTitle);
  connect(&s, &Session::modifiedChanged, this, &MainWindow::refreshTitle);
  connect(&s, &Session::opened, this, [this](const QStringList& paths) {
    for (const QString& p : paths) settings_.addRecent(QFileInfo(p).absoluteFilePath());
    if (!paths.isEmpty()) settings_.setFolder(QFileInfo(paths.first()).absolutePath());
    refreshRecent();
  });
  connect(&s, &Session::studyLoaded, this, [this](const QByteArray& layout, const QString& view) {
    if (!layout.isEmpty()) applyDocks(layout);
    if (!view.isEmpty()) centre_->showView(view);
  });
  connect(&s, &Session::validated, this, [this] { centre_->showView(QStringLiteral("validation")); });
  connect(&s, &Session::pinChanged, this, [this] {
    status_->compareWith(session_->pinned(), session_->pinned() ? tr("A") : QString());
    runs_->setPinned(session_->pinnedRun());
    (*actions_)["unpin"]->setEnabled(session_->pinned() || session_->pinnedRun() != 0);
  });
  connect(&s.jobs(), &JobController::changed, this, &MainWindow::refreshJobs);
  connect(runs_, &RunsPanel::stopRequested, this, [this](quint64 id) { session_->jobs().stop(id); });
  connect(runs_, &RunsPanel::pauseRequested, this, [this](quint64 id, bool on) { session_->jobs().setPaused(id, on); });
  connect(runs_, &RunsPanel::removeRequested, this, [this](int id) { session_->removeRun(id); });
  connect(runs_, &RunsPanel::pinRequested, this, [this](int id) { session_->pinRun(id); });
  connect(centre_, &CentreArea::viewChanged, this, [this] { session_->setLayout(saveState(), centre_->viewName()); });
}

void MainWindow::refreshJobs() {
  runs_->setJobs(session_->jobs().lines());
  (*actions_)["stop"]->setEnabled(session_->jobs().busy());
  QAction* pause = (*actions_)["pause"];
  const bool paused = session_->jobs().allPaused();
  pause->setEnabled(session_->jobs().pausable());
  if (const QString text = paused ? tr("Resume") : tr("Pause"); pause->text() != text) {
    pause->setText(text);
    icons::set(pause, paused ? QStringLiteral("resume") : QStringLiteral("pause"));
  }
}

void MainWindow::refreshTitle() {
  const QString title = session_->title();
  setWindowTitle(title.isEmpty() ? QStringLiteral("Weir[*]") : QStringLiteral("%1[*] – Weir").arg(title));
  setWindowModified(session_->modified());
}

void MainWindow::applyDocks(const QByteArray& docks) {
  if (!restoreState(docks)) applyLayout(parts_, Layout::Explore);
}

void MainWindow::showMessage(Notice message) { messages_->add(std::move(message)); }

void MainWindow::setTheme(Settings::Theme theme) {
  settings_.setTheme(theme);
  appearance::apply(theme);
  session_->state().setMode(appearance::mode(theme));
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::ApplicationPaletteChange && session_) session_->state().setMode(theme::systemMode());
}

void MainWindow::foldDocks(bool fold) {
  if (fold) {
    unfolded_ = saveState();
    for (QDockWidget* d : {parts_.inspector, parts_.notes})
      if (!d->isHidden() && !d->isFloating()) tabifyDockWidget(parts_.scenario, d);
    parts_.scenario->raise();
    if (constexpr int kLow = 640; height() < kLow) resizeDocks({parts_.runs}, {64}, Qt::Vertical);
  } else {
    restoreState(std::exchange(unfolded_, {}));
  }
}

void MainWindow::foldWhereNarrow() {
  // Too narrow for docks on both sides: they fold into tabs, and come back when there is room again.
  constexpr int kFold = 1180;
  constexpr int kUnfold = 1240;
  if (!isVisible()) return;
  if (unfolded_.isEmpty() && width() < kFold && !parts_.scenario->isHidden()) foldDocks(true);
  else if (!unfolded_.isEmpty() && width() > kUnfold) foldDocks(false);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  foldWhereNarrow();
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  foldWhereNarrow();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  settings_.setWindow(saveGeometry(), unfolded_.isEmpty() ? saveState() : unfolded_);
  session_->setLayout(saveState(), centre_->viewName());
  settings_.setLastStudy(session_->finish());
  session_->stopAll();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) paths << url.toLocalFile();
  if (paths.isEmpty()) {
    showMessage({Notice::Kind::Warning, tr("Nothing that was dropped is a file of this machine"), {}, tr("download it first, then open it"), {}, {}});
    return;
  }
  event->acceptProposedAction();
  open(paths);
}

}  // namespace weir
