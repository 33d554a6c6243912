// The window's actions: what each one in the table is connected to.
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSaveFile>
#include <QToolBar>
#include <QToolButton>

#include "app/gui/actions/command_palette.h"
#include "app/gui/actions/help_dialogs.h"
#include "app/gui/documents/preset_entries.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/compare_studies_dialog.h"
#include "app/gui/window/export_dialog.h"
#include "app/gui/window/import_files.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/sweep_dialog.h"
#include "core/scenario/json.h"
#include "views/scenario/scenario_panel.h"
#include "views/shared/icons.h"

namespace weir {

void MainWindow::buildMenus() {
  int n = 0;
  for (const ViewEntry& e : viewEntries()) {
    ++n;
    QAction* a = actions_->add(QStringLiteral("views"), e.title(), n <= 9 ? QStringLiteral("Ctrl+%1").arg(n) : QString());
    a->setObjectName(QStringLiteral("view-") + e.name);
    connect(a, &QAction::triggered, this, [this, name = e.name] { centre_->showView(name); });
  }
  for (QDockWidget* d : {parts_.scenario, parts_.inspector, parts_.notes, parts_.runs}) {
    QAction* a = actions_->add(QStringLiteral("docks"), d->windowTitle());
    a->setObjectName(QStringLiteral("dock-") + d->objectName());
    a->setCheckable(true);
    a->setChecked(true);
    connect(a, &QAction::triggered, d, &QDockWidget::setVisible);
    connect(d, &QDockWidget::visibilityChanged, a, [a, d] { a->setChecked(!d->isHidden()); });
  }
  for (const auto& [code, name] : {std::pair{"en", "English"}, std::pair{"zh", "中文"}}) {
    QAction* a = actions_->add(QStringLiteral("language"), QString::fromUtf8(name));
    a->setObjectName(QStringLiteral("language-") + QString::fromLatin1(code));
    // The program listens too, and builds its windows anew (app/gui/program_language.cpp).
    connect(a, &QAction::triggered, this, [this, code = QString::fromLatin1(code)] { settings_.setLanguage(code); });
  }
  actions_->fillMenuBar(menuBar());
}

void MainWindow::buildToolBar() {
  QToolBar* bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->setIconSize({18, 18});
  const ActionTable& a = *actions_;
  auto* open = new QToolButton(bar);
  open->setDefaultAction(a["open"]);
  open->setText(tr("Open"));
  open->setPopupMode(QToolButton::MenuButtonPopup);
  open->setMenu(a.menu(QStringLiteral("recent")));
  open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addWidget(open);
  bar->addSeparator();
  for (const char* id : {"fidelity-model", "fidelity-flow", "fidelity-hybrid", "fidelity-packet"}) bar->addAction(a[QString::fromLatin1(id)]);
  bar->addSeparator();
  bar->addAction(a["simulate"]);
  bar->addAction(a["pause"]);
  bar->addAction(a["stop"]);
  bar->addSeparator();
  bar->addAction(a["pin"]);
  bar->addAction(a["sweep"]);
  bar->addAction(a["export"]);
  for (const auto& [id, text] : {std::pair{"open", tr("Open")}, std::pair{"sweep", tr("Sweep…")}, std::pair{"export", tr("Export figure…")}}) a[QString::fromLatin1(id)]->setIconText(text);
  auto* gap = new QWidget(bar);
  gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(gap);
  bar->addAction(a["split"]);
  a["split"]->setIconText(tr("Split"));
  search_ = new QLineEdit(bar);
  search_->setPlaceholderText(tr("Find slices"));
  search_->setAccessibleName(tr("Find slices by name"));
  search_->setToolTip(a["find"]->toolTip());
  search_->setClearButtonEnabled(true);
  search_->setMaximumWidth(180);
  search_->setMinimumWidth(110);
  search_->addAction(icons::named(QStringLiteral("search")), QLineEdit::LeadingPosition);
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& t) { session_->state().setSearch(t); });
  connect(&session_->state(), &ViewState::searchChanged, this, [this] {
    if (search_->text() != session_->state().search()) search_->setText(session_->state().search());
  });
  connect(search_, &QLineEdit::returnPressed, this, [this] {
    centre_->showView(QStringLiteral("timeline"));
    session_->state().requestMatch(!QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier));
  });
  bar->addWidget(search_);
  auto* found = new QLabel(bar);
  found->setAccessibleName(tr("Matches of the search"));
  found->setMinimumWidth(found->fontMetrics().horizontalAdvance(QStringLiteral(" 0000/0000 ")));
  connect(&session_->state(), &ViewState::matchesFound, found, [this, found](quint64 position, quint64 total) {
    if (session_->state().search().isEmpty()) found->clear();
    else if (total == 0) found->setText(tr("none"));
    else found->setText(position > 0 ? QStringLiteral("%1/%2").arg(position).arg(total) : QString::number(total));
  });
  connect(&session_->state(), &ViewState::searchChanged, found, [this, found] {
    if (session_->state().search().isEmpty()) found->clear();
  });
  bar->addWidget(found);
  // A toolbar names its buttons for screen readers by their action; the extension button has none of its own.
  for (QToolButton* b : bar->findChildren<QToolButton*>())
    if (b->accessibleName().isEmpty()) b->setAccessibleName(b->defaultAction() ? b->defaultAction()->text() : tr("More tools"));
}

void MainWindow::connectFile() {
  const ActionTable& a = *actions_;
  connect(a["new-window"], &QAction::triggered, this, &MainWindow::newWindowRequested);
  connect(a["open"], &QAction::triggered, this, [this] {
    open(QFileDialog::getOpenFileNames(this, tr("Open traces, scenarios or a study"), settings_.folder(), openFilters().join(QStringLiteral(";;"))));
  });
  connect(a["open-separate"], &QAction::triggered, this, [this] {
    openSeparately(QFileDialog::getOpenFileNames(this, tr("Open each file as a run of its own"), settings_.folder(), openFilters().join(QStringLiteral(";;"))));
  });
  connect(a["open-folder"], &QAction::triggered, this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open all traces of a folder"), settings_.folder());
    if (!folder.isEmpty()) open({folder});
  });
  connect(a["open-sample"], &QAction::triggered, this, [this] { openSample(); });
  connect(a["show-import"], &QAction::triggered, this, [this] { centre_->showView(QStringLiteral("import")); });
  connect(a["compare-studies"], &QAction::triggered, this, [this] {
    auto* dialog = new CompareStudiesDialog(session_->path(), settings_.folder(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
  });
  connect(a["save"], &QAction::triggered, this, [this] {
    if (session_->path().isEmpty()) saveStudyAs();
    else session_->save();
  });
  connect(a["save-as"], &QAction::triggered, this, &MainWindow::saveStudyAs);
  connect(a["export"], &QAction::triggered, this, [this] {
    View* view = centre_->current();
    if (!view) return;
    if (const QString why = view->emptyReason(); !why.isEmpty()) {
      showMessage({Notice::Kind::Warning, tr("There is nothing to export yet"), view->title(), why, {}, {}});
      return;
    }
    auto* dialog = new ExportDialog(*view, settings_.saveFolder(), this);
    connect(dialog, &ExportDialog::failed, this, [this](const Error& e) { showMessage(noticeOf(e)); });
    connect(dialog, &ExportDialog::written, this, [this](const QString& path) {
      settings_.setSaveFolder(QFileInfo(path).absolutePath());
      showMessage({Notice::Kind::Info, path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? tr("The table was written") : tr("The figure was written"), path, {}, tr("Open its folder"),
                   [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); }});
    });
    dialog->open();
  });
  connect(a["save-scenario"], &QAction::triggered, this, &MainWindow::saveScenario);
  connect(a["close"], &QAction::triggered, this, &QWidget::close);
  connect(a["quit"], &QAction::triggered, qApp, &QApplication::closeAllWindows);
  connect(a["undo"], &QAction::triggered, scenario_->undoStack(), &QUndoStack::undo);
  connect(a["redo"], &QAction::triggered, scenario_->undoStack(), &QUndoStack::redo);
  const auto history = [this] {
    const QUndoStack* u = scenario_->undoStack();
    (*actions_)["undo"]->setEnabled(u->canUndo());
    (*actions_)["redo"]->setEnabled(u->canRedo());
    (*actions_)["undo"]->setText(u->canUndo() ? tr("Undo: %1").arg(u->undoText()) : tr("Undo"));
    (*actions_)["redo"]->setText(u->canRedo() ? tr("Redo: %1").arg(u->redoText()) : tr("Redo"));
  };
  connect(scenario_->undoStack(), &QUndoStack::indexChanged, this, history);
  history();
}

void MainWindow::connectRun() {
  const ActionTable& a = *actions_;
  a["fidelity-packet"]->setChecked(true);
  a["unpin"]->setEnabled(false);
  connect(a["simulate"], &QAction::triggered, this, [this] { session_->simulate(fidelity()); });
  connect(a["simulate-packets"], &QAction::triggered, this, [this] { session_->simulate(Fidelity::Packet); });
  connect(a["predict-run"], &QAction::triggered, this, [this] { session_->showPrediction(); });
  connect(a["pause"], &QAction::triggered, this, [this] { session_->jobs().setAllPaused(!session_->jobs().allPaused()); });
  connect(a["stop"], &QAction::triggered, this, [this] { session_->stopAll(); });
  connect(a["pin"], &QAction::triggered, this, [this] { session_->pin(); });
  connect(a["sweep"], &QAction::triggered, this, [this] {
    if (!session_->hasScenario()) return;
    SweepDialog dialog(session_->scenario(), options_.presets, this);
    if (dialog.exec() != QDialog::Accepted) return;
    centre_->showView(QStringLiteral("front"));
    session_->sweep(dialog.spec());
  });
  connect(a["unpin"], &QAction::triggered, this, [this] { session_->unpin(); });
}

void MainWindow::connectView() {
  const ActionTable& a = *actions_;
  ViewState& state = session_->state();
  connect(a["palette"], &QAction::triggered, this, [this] { (new CommandPalette(*actions_, this))->show(); });
  connect(a["filter-fields"], &QAction::triggered, this, [this] {
    parts_.scenario->show();
    scenario_->focusFilter();
  });
  connect(a["find"], &QAction::triggered, this, [this] {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
  });
  connect(a["find-next"], &QAction::triggered, this, [&state] { state.requestMatch(true); });
  connect(a["find-previous"], &QAction::triggered, this, [&state] { state.requestMatch(false); });
  connect(a["deselect"], &QAction::triggered, this, [&state] { state.select({}); });
  connect(a["split"], &QAction::toggled, centre_, &CentreArea::setSplit);
  connect(centre_, &CentreArea::viewChanged, this, [this] { (*actions_)["split"]->setChecked(centre_->isSplit()); });
  connect(a["whole"], &QAction::triggered, this, [&state] { state.showWhole(); });
  connect(a["range-back"], &QAction::triggered, this, [&state] { state.back(); });
  connect(a["range-forward"], &QAction::triggered, this, [&state] { state.forward(); });
  const std::pair<const char*, Settings::Theme> themes[] = {
      {"theme-system", Settings::Theme::System}, {"theme-light", Settings::Theme::Light}, {"theme-dark", Settings::Theme::Dark}};
  for (const auto& [id, theme] : themes) {
    QAction* action = a[QString::fromLatin1(id)];
    action->setChecked(settings_.theme() == theme);
    connect(action, &QAction::triggered, this, [this, theme = theme] { setTheme(theme); });
  }
  const std::pair<const char*, Layout> layouts[] = {
      {"layout-explore", Layout::Explore}, {"layout-compare", Layout::Compare}, {"layout-teach", Layout::Teach}, {"layout-paper", Layout::Paper}, {"layout-reset", Layout::Explore}};
  for (const auto& [id, layout] : layouts)
    connect(a[QString::fromLatin1(id)], &QAction::triggered, this, [this, layout = layout] {
      applyLayout(parts_, layout);
      appearance::setTextScale(layout == Layout::Teach ? 1.25 : 1.0);
    });
  connect(a["layout-save"], &QAction::triggered, this, [this] {
    settings_.setLayout(QStringLiteral("mine"), saveState());
    (*actions_)["layout-mine"]->setEnabled(true);
  });
  a["layout-mine"]->setEnabled(!settings_.layout(QStringLiteral("mine")).isEmpty());
  connect(a["layout-mine"], &QAction::triggered, this, [this] { applyDocks(settings_.layout(QStringLiteral("mine"))); });
  connect(a["shortcuts"], &QAction::triggered, this, [this] { showShortcuts(*actions_, this); });
  connect(a["about"], &QAction::triggered, this, [this] { showAbout(this); });
}

Fidelity MainWindow::fidelity() const {
  if ((*actions_)["fidelity-model"]->isChecked()) return Fidelity::Model;
  if ((*actions_)["fidelity-hybrid"]->isChecked()) return Fidelity::Hybrid;
  return (*actions_)["fidelity-flow"]->isChecked() ? Fidelity::Flow : Fidelity::Packet;
}

void MainWindow::startDefaultSweep() {
  centre_->showView(QStringLiteral("front"));
  session_->sweepDefault();
}

void MainWindow::open(const QStringList& paths) { session_->open(paths); }

void MainWindow::openSample(std::function<void()> then) {
  const QDir sample(options_.shareFolder + QStringLiteral("/sample_data"));
  QStringList files;
  if (sample.exists(QStringLiteral("small-cnn.weir"))) files << sample.filePath(QStringLiteral("small-cnn.weir"));
  else
    for (const char* name : {"small-cnn", "small-cnn.scenario.json"})
      if (sample.exists(QString::fromLatin1(name))) files << sample.filePath(QString::fromLatin1(name));
  if (files.isEmpty()) {
    showMessage({Notice::Kind::Error, tr("The sample is missing"), sample.path(), tr("install Weir again, or open a trace of your own"), {}, {}});
    return;
  }
  session_->openCopy(files, [this, then = std::move(then)](bool ok) {
    if (!ok) return;
    session_->setTitle(tr("Sample: small CNN on four processes"));
    // Measured beside predicted, from the first look on.
    bool predicted = false;
    for (const ShownRun& r : session_->state().runs()) predicted = predicted || r.run->truth == Truth::Predicted;
    if (!predicted) session_->showPrediction();
    if (then) then();
  });
}

void MainWindow::loadDefaultScenario() {
  if (!options_.presets) return;
  if (const auto s = defaultScenario(*options_.presets)) scenario_->setScenario(*s);
  session_->setExample();
}

void MainWindow::refreshRecent() {
  actions_->clear(QStringLiteral("recent"));
  for (const QString& path : settings_.recent()) {
    const QFileInfo f(path);
    QAction* a = actions_->add(QStringLiteral("recent"), f.fileName());
    a->setToolTip(path);
    connect(a, &QAction::triggered, this, [this, path] {
      if (QFileInfo::exists(path)) {
        open({path});
        return;
      }
      settings_.removeRecent(path);
      refreshRecent();
      showMessage({Notice::Kind::Error, tr("This file is no longer there"), path, tr("it was taken off the list of recent files"), {}, {}});
    });
  }
  QAction* forget = actions_->add(QStringLiteral("recent"), tr("Forget recent files"));
  forget->setEnabled(!settings_.recent().isEmpty());
  connect(forget, &QAction::triggered, this, [this] {
    settings_.clearRecent();
    refreshRecent();
  });
}

void MainWindow::saveStudyAs() {
  QString path = QFileDialog::getSaveFileName(this, tr("Save study"), session_->path().isEmpty() ? settings_.saveFolder() + QStringLiteral("/study.weir") : session_->path(), tr("Weir study (*.weir)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".weir");
  session_->setLayout(saveState(), centre_->viewName());
  session_->saveAs(path, [this, path](bool ok) {
    if (!ok) return;
    settings_.setSaveFolder(QFileInfo(path).absolutePath());
    settings_.addRecent(path);
    refreshRecent();
  });
}

void MainWindow::saveScenario() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Save scenario as JSON"), settings_.saveFolder() + QStringLiteral("/scenario.json"), tr("Scenario (*.json)"));
  if (path.isEmpty()) return;
  QSaveFile file(path);
  const std::string text = scenarioToJson(scenario_->scenario());
  if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0 || !file.commit())
    showMessage({Notice::Kind::Error, tr("The scenario was not written: %1").arg(file.errorString()), path, tr("choose another folder"), {}, {}});
  else settings_.setSaveFolder(QFileInfo(path).absolutePath());
}

}  // namespace weir
