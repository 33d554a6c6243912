// Opening, moving and writing files from the window: messages, dialogs, which view comes to the front.
#include <QAction>
#include <QDesktopServices>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QUrl>
#include <algorithm>

#include "app/gui/window/centre_area.h"
#include "app/gui/window/columns_dialog.h"
#include "app/gui/window/import_files.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/settings_dialog.h"
#include "app/gui/window/status_line.h"
#include "core/formats/folder.h"
#include "core/run/merge_notes.h"
#include "views/inspector/inspector_panel.h"
#include "views/notes/notes_panel.h"
#include "views/shared/core_words.h"
#include "views/shared/trace.h"

namespace weir {

namespace {

// Of a folder: files by kind with their first names, sub-folders, and what to do about them.
Notice leftOutOf(const std::vector<Note>& notes) {
  const std::pair<std::string_view, QString> kinds[] = {{kNoteFolderWithTraces, MainWindow::tr("Folders with traces that were not entered: %1")},
                                                        {kNoteKnownLeftOut, MainWindow::tr("Known, but not read as they lie there: %1")},
                                                        {kNoteTableBeside, MainWindow::tr("Tables beside traces: %1")},
                                                        {kNoteLeftOut, MainWindow::tr("No trace that is known here: %1")},
                                                        {kNoteFolderNotEntered, MainWindow::tr("Folders not entered, no trace seen in them: %1")}};
  QStringList lines;
  bool openable = false;
  for (const auto& [kind, text] : kinds)
    for (const Note& n : notes) {
      if (n.kind != kind) continue;
      openable = openable || kind == kNoteFolderWithTraces || kind == kNoteTableBeside;
      for (const std::string& place : n.first) lines << text.arg(QString::fromStdString(place));
    }
  return {Notice::Kind::Info, MainWindow::tr("Not all of the folder was read"), lines.join(QLatin1Char('\n')),
          openable ? MainWindow::tr("open what is missed by its own name") : QString(), {}, {}};
}

// Files of the run that were not written to their end: the picture looks whole all the same.
QStringList brokenOff(const Run& run) {
  QStringList lines;
  for (const Note& n : run.notes)
    for (const char* words : {"cut off", "ends inside", "ends before", "is damaged", "breaks off"})
      if (n.kind.find(words) != std::string::npos && !n.first.empty()) {
        lines << QStringLiteral("%1: %2").arg(coreSentence(n.kind), QString::fromStdString(n.first.front()));
        break;
      }
  return lines;
}

}  // namespace

void MainWindow::connectImport() {
  Session& s = *session_;
  const ActionTable& a = *actions_;
  const auto isExample = [this] { return session_->scenarioIsExample(); };
  status_->setExample(isExample);
  notes_->setExample(isExample);
  inspector_->setExample(isExample);
  // Beside a trace of one's own, a scenario that nobody asked for says that it is none of it.
  const auto nameScenario = [this] {
    parts_.scenario->setWindowTitle(anyBesideTheScenario(session_->state()) && session_->scenarioIsExample() ? tr("Scenario (example)") : tr("Scenario"));
  };
  connect(&s.state(), &ViewState::runsChanged, this, nameScenario);
  connect(&s.state(), &ViewState::answeredChanged, this, nameScenario);
  connect(&s.state(), &ViewState::viewWanted, this, [this](const QString& name) {
    if (centre_->viewName(0) == name || centre_->viewName(1) == name) return;
    // Beside the list the click came from, where there are two panes.
    centre_->showView(name, centre_->isSplit() && centre_->viewName(0) == QLatin1String("import") ? 1 : 0);
  });
  connect(&s.state(), &ViewState::actionWanted, this, [this](const QString& id) {
    if (QAction* action = actions_->find(id)) action->trigger();
  });
  connect(&s, &Session::runOpened, this, [this](int id, const QStringList& paths) {
    offerColumns(id, paths);
    offerSeparate(id, paths);
    if (const QStringList broken = brokenOff(*session_->state().run(id)->run); !broken.isEmpty())
      showMessage({Notice::Kind::Warning, tr("A file breaks off or is damaged; what could be read of it is shown"), broken.join(QLatin1Char('\n')), {},
                   tr("Show what was read"), [this] { centre_->showView(QStringLiteral("import")); }});
    // A run that has nothing for the timeline is seen where it has something: its tables and facts.
    const ShownRun* r = session_->state().run(id);
    if (!r || r->run->slices.size() > 0 || !r->run->counters.empty() || !r->run->io.empty() || !r->run->ioRecords.empty()) return;
    if (!r->run->tables.empty() || !r->run->facts.empty()) centre_->showView(QStringLiteral("import"));
  });
  connect(&s, &Session::openFailed, this, &MainWindow::openFailed);
  connect(&s, &Session::partlyRead, this, &MainWindow::partlyRead);
  connect(&s, &Session::leftOut, this, [this](const std::vector<Note>& notes) {
    Notice n = leftOutOf(notes);
    const bool traces = std::any_of(notes.begin(), notes.end(), [](const Note& left) { return left.kind == kNoteFolderWithTraces; });
    n.button = traces ? tr("Open a folder…") : tr("Show what was read");
    n.action = [this, traces] {
      if (traces) (*actions_)["open-folder"]->trigger();
      else centre_->showView(QStringLiteral("import"));
    };
    showMessage(std::move(n));
  });
  connect(&s, &Session::exported, this, [this](const QString& path) {
    settings_.setSaveFolder(QFileInfo(path).absolutePath());
    showMessage({Notice::Kind::Info, tr("The run was written"), path, {}, tr("Open its folder"),
                 [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); }});
  });
  connect(a["export-run"], &QAction::triggered, this, &MainWindow::exportRun);
  connect(a["open-columns"], &QAction::triggered, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a table, choosing its columns"), settings_.folder(), tr("Tables (*.csv *.tsv *.txt *.csv.gz)") + QStringLiteral(";;") + tr("All files (*)"));
    if (!path.isEmpty()) chooseColumns(path, {path});
  });
  connect(a["settings"], &QAction::triggered, this, [this] {
    auto* dialog = new SettingsDialog(settings_, this);
    dialog->open();
  });
}

void MainWindow::openFailed(const Error& e, const QStringList& paths) {
  Notice n = noticeOf(e);
  QString table;
  for (const QString& p : paths)
    if (table.isEmpty() && n.where.contains(p) && QFileInfo(p).isFile() && isCsv(p)) table = p;
  if (!table.isEmpty()) {
    n.button = tr("Choose its columns…");
    n.action = [this, table, paths] { chooseColumns(table, paths); };
  } else {
    n.button = tr("Open another file…");
    n.action = [this] { (*actions_)["open"]->trigger(); };
  }
  showMessage(std::move(n));
}

void MainWindow::partlyRead(const QStringList& errors, const QStringList& paths) {
  QString table;
  for (const QString& p : paths)
    for (const QString& e : errors)
      if (table.isEmpty() && e.contains(p) && isCsv(p)) table = p;
  Notice n{Notice::Kind::Warning, tr("%n file(s) could not be read, the others were", nullptr, int(errors.size())), errors.join(QLatin1Char('\n')), {}, {}, {}};
  if (!table.isEmpty()) {
    n.button = tr("Choose columns of %1…").arg(QFileInfo(table).fileName());
    n.action = [this, table, paths] { chooseColumns(table, paths); };
  } else {
    n.button = tr("Show what was read");
    n.action = [this] { centre_->showView(QStringLiteral("import")); };
  }
  showMessage(std::move(n));
}

// A table without a column that is known for a time.
void MainWindow::offerColumns(int id, const QStringList& paths) {
  const ShownRun* r = session_->state().run(id);
  for (const Source& source : r->run->sources) {
    const auto index = std::uint32_t(&source - r->run->sources.data());
    const auto isTable = [&](const Table& t) { return t.source == index && t.name == "csv"; };
    const QString file = QString::fromStdString(source.file);
    if (source.format != "csv" || std::none_of(r->run->tables.begin(), r->run->tables.end(), isTable) || !QFileInfo(file).isFile()) continue;
    showMessage({Notice::Kind::Info, tr("No column of %1 is known for a time: it is shown as a table").arg(QFileInfo(file).fileName()), {}, {}, tr("Choose its columns…"),
                 [this, file, paths, id] { chooseColumns(file, paths, id); }});
    return;
  }
}

void MainWindow::chooseColumns(const QString& table, const QStringList& paths, int instead) {
  auto* dialog = new ColumnsDialog(table, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog, paths, instead] {
    session_->openWith(paths, dialog->settings(), [this, instead](bool ok) {
      if (ok && instead != 0) session_->removeRun(instead);
    });
  });
  dialog->open();
}

// Files whose ranks nobody knows, or that all say the same one, may as well be runs of their own.
void MainWindow::offerSeparate(int id, const QStringList& paths) {
  const ShownRun* r = session_->state().run(id);
  if (!r || paths.size() < 2) return;
  const auto doubtful = [](const Note& n) { return n.kind == kNoteRankUnknown || n.kind == kNoteRankTwice; };
  if (std::none_of(r->run->notes.begin(), r->run->notes.end(), doubtful)) return;
  showMessage({Notice::Kind::Info, tr("%1 files were opened as ranks of one job").arg(paths.size()), {}, tr("they do not say which ranks they are, or say the same one; as runs of their own they can be compared"),
               tr("Open as separate runs"), [this, id, paths] {
                 if (session_->state().run(id)) session_->removeRun(id);
                 openSeparately(paths);
               }});
}

void MainWindow::openSeparately(const QStringList& paths) {
  for (const QString& p : paths) open({p});
}

void MainWindow::exportRun() {
  const auto& runs = session_->state().runs();
  const QStringList filters = exportFilters();
  if (runs.empty() || filters.isEmpty()) {
    showMessage({Notice::Kind::Warning, runs.empty() ? tr("There is no run to export") : tr("This build writes no format"), {}, runs.empty() ? tr("open a trace or simulate a scenario first") : QString(), {}, {}});
    return;
  }
  // The run of what is selected; else the only one; else the person says which.
  int id = session_->state().selection().runId;
  if (!session_->state().run(id)) id = runs.front().id;
  if (runs.size() > 1 && session_->state().selection().runId == 0) {
    QStringList titles;
    for (const ShownRun& r : runs) titles << r.title;
    bool ok = false;
    const QString chosen = QInputDialog::getItem(this, tr("Export run as"), tr("Which run"), titles, 0, false, &ok);
    if (!ok) return;
    id = runs[std::size_t(std::max<qsizetype>(0, titles.indexOf(chosen)))].id;
  }
  QString filter = filters.front();
  QString name = session_->state().run(id)->title;
  name.replace(QLatin1Char('/'), QLatin1Char('-'));
  const QString path = QFileDialog::getSaveFileName(this, tr("Export run as"), settings_.saveFolder() + QLatin1Char('/') + name, filters.join(QStringLiteral(";;")), &filter);
  if (path.isEmpty()) return;
  session_->exportRun(id, withEnding(path, filter));
}

}  // namespace weir
