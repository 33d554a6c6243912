#include "app/gui/actions/action_table.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

#include "views/shared/icons.h"

namespace weir {
namespace {

struct Spec {
  const char* menu;      // untranslated; nullptr = goes on in the one before
  const char* id;        // "-" = separator; "menu:NAME" = submenu filled later
  const char* text;
  const char* shortcut;  // nullptr = none
  const char* icon;
  const char* tip;
  const char* group;     // actions of one group exclude each other and are checkable; "check" = checkable alone
};


constexpr Spec kActions[] = {
    {QT_TRANSLATE_NOOP("Actions", "File"), "new-window", QT_TRANSLATE_NOOP("Actions", "New window"), "Ctrl+Shift+N", nullptr, nullptr, nullptr},
    {nullptr, "open", QT_TRANSLATE_NOOP("Actions", "Open files…"), "Ctrl+O", "open", QT_TRANSLATE_NOOP("Actions", "Open traces, scenarios or a study"), nullptr},
    {nullptr, "open-folder", QT_TRANSLATE_NOOP("Actions", "Open folder…"), "Ctrl+Shift+O", "folder", QT_TRANSLATE_NOOP("Actions", "Open all traces of a folder as one run, one file a rank"), nullptr},
    {nullptr, "open-separate", QT_TRANSLATE_NOOP("Actions", "Open files as separate runs…"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "Each file is a run of its own, to be compared, and not a rank of one job"), nullptr},
    {nullptr, "open-columns", QT_TRANSLATE_NOOP("Actions", "Open a table, choosing its columns…"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "A CSV file of any layout: say which column is the start, the duration, the name"), nullptr},
    {nullptr, "menu:recent", QT_TRANSLATE_NOOP("Actions", "Open recent"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "open-sample", QT_TRANSLATE_NOOP("Actions", "Open the sample"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "A small network trained on four processes, recorded by this project"), nullptr},
    {nullptr, "show-import", QT_TRANSLATE_NOOP("Actions", "Show what was imported"), "Ctrl+I", nullptr, QT_TRANSLATE_NOOP("Actions", "The Import view: files of a run, their clocks, notes, facts and tables"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "save", QT_TRANSLATE_NOOP("Actions", "Save study"), "Ctrl+S", "save", QT_TRANSLATE_NOOP("Actions", "Keep scenarios, runs and sweeps in a .weir file"), nullptr},
    {nullptr, "save-as", QT_TRANSLATE_NOOP("Actions", "Save study as…"), "Ctrl+Shift+S", nullptr, nullptr, nullptr},
    {nullptr, "save-scenario", QT_TRANSLATE_NOOP("Actions", "Save scenario as JSON…"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "The scenario in hand, as weir-cli reads it"), nullptr},
    {nullptr, "export-run", QT_TRANSLATE_NOOP("Actions", "Export run as…"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "Write a run in a format that other tools read"), nullptr},
    {nullptr, "export", QT_TRANSLATE_NOOP("Actions", "Export figure…"), "Ctrl+E", "export", QT_TRANSLATE_NOOP("Actions", "Write the view in front as PDF, SVG or PNG"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "close", QT_TRANSLATE_NOOP("Actions", "Close window"), "Ctrl+W", nullptr, nullptr, nullptr},
    {nullptr, "quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q", nullptr, nullptr, nullptr},

    {QT_TRANSLATE_NOOP("Actions", "Edit"), "undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "Ctrl+Z", "undo", QT_TRANSLATE_NOOP("Actions", "Take back the last change of the scenario"), nullptr},
    {nullptr, "redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "Ctrl+Shift+Z", "redo", nullptr, nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "filter-fields", QT_TRANSLATE_NOOP("Actions", "Find a field of the scenario"), "Ctrl+L", nullptr, nullptr, nullptr},
    {nullptr, "find", QT_TRANSLATE_NOOP("Actions", "Find slices by name"), "Ctrl+F", "search", QT_TRANSLATE_NOOP("Actions", "Search the timeline; Enter goes to the next match"), nullptr},
    {nullptr, "find-next", QT_TRANSLATE_NOOP("Actions", "Next match"), "F3", nullptr, QT_TRANSLATE_NOOP("Actions", "Select the next slice that the search finds"), nullptr},
    {nullptr, "find-previous", QT_TRANSLATE_NOOP("Actions", "Previous match"), "Shift+F3", nullptr, QT_TRANSLATE_NOOP("Actions", "Select the slice before that the search finds"), nullptr},
    {nullptr, "deselect", QT_TRANSLATE_NOOP("Actions", "Select nothing"), "Ctrl+Shift+A", nullptr, QT_TRANSLATE_NOOP("Actions", "The inspector then shows the answer to the scenario"), nullptr},
    {nullptr, "settings", QT_TRANSLATE_NOOP("Actions", "Settings…"), "Ctrl+,", nullptr, QT_TRANSLATE_NOOP("Actions", "Memory for runs, and where they go beyond it"), nullptr},
    {nullptr, "palette", QT_TRANSLATE_NOOP("Actions", "Any action…"), "Ctrl+K", "palette", QT_TRANSLATE_NOOP("Actions", "Type what you want to do"), nullptr},

    {QT_TRANSLATE_NOOP("Actions", "Run"), "fidelity-model", QT_TRANSLATE_NOOP("Actions", "Model"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "Closed forms: at once, while you move a slider"), "fidelity"},
    {nullptr, "fidelity-flow", QT_TRANSLATE_NOOP("Actions", "Flow"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "Flows that share links fairly: milliseconds"), "fidelity"},
    {nullptr, "fidelity-hybrid", QT_TRANSLATE_NOOP("Actions", "Hybrid"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "Packets, but phases that repeat or are steady are advanced without them: large jobs"), "fidelity"},
    {nullptr, "fidelity-packet", QT_TRANSLATE_NOOP("Actions", "Packet"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "Every packet, queue and credit: seconds, in the background"), "fidelity"},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "simulate", QT_TRANSLATE_NOOP("Actions", "Simulate"), "F5", "simulate", QT_TRANSLATE_NOOP("Actions", "Play the scenario at the chosen fidelity into a run"), nullptr},
    {nullptr, "simulate-packets", QT_TRANSLATE_NOOP("Actions", "Simulate packets"), "Ctrl+F5", nullptr, QT_TRANSLATE_NOOP("Actions", "Play the scenario packet by packet, whatever fidelity is chosen"), nullptr},
    {nullptr, "predict-run", QT_TRANSLATE_NOOP("Actions", "Show prediction as a run"), "Ctrl+Shift+P", "prediction", QT_TRANSLATE_NOOP("Actions", "The closed forms' answer as a timeline, beside the measured one"), nullptr},
    {nullptr, "pause", QT_TRANSLATE_NOOP("Actions", "Pause"), "F6", "pause", QT_TRANSLATE_NOOP("Actions", "Hold simulations and sweeps where they are, or let them go on"), nullptr},
    {nullptr, "stop", QT_TRANSLATE_NOOP("Actions", "Stop"), "Shift+F5", "stop", QT_TRANSLATE_NOOP("Actions", "Stop every job"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "pin", QT_TRANSLATE_NOOP("Actions", "Pin as A"), "Ctrl+D", "pin", QT_TRANSLATE_NOOP("Actions", "Keep the scenario as it is now as A; the status line compares with it"), nullptr},
    {nullptr, "unpin", QT_TRANSLATE_NOOP("Actions", "Unpin A"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "compare-studies", QT_TRANSLATE_NOOP("Actions", "Compare two studies…"), nullptr, nullptr, QT_TRANSLATE_NOOP("Actions", "Hold all runs of one .weir file against those of another"), nullptr},
    {nullptr, "sweep", QT_TRANSLATE_NOOP("Actions", "Sweep…"), "Ctrl+R", "sweep", QT_TRANSLATE_NOOP("Actions", "Answer many plans and see which are not beaten in both time and energy"), nullptr},

    {QT_TRANSLATE_NOOP("Actions", "View"), "menu:views", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "split", QT_TRANSLATE_NOOP("Actions", "Two views side by side"), "Ctrl+\\", "split", nullptr, "check"},
    {nullptr, "whole", QT_TRANSLATE_NOOP("Actions", "Show the whole time"), "Ctrl+0", "whole", nullptr, nullptr},
    {nullptr, "range-back", QT_TRANSLATE_NOOP("Actions", "Previous time range"), "Alt+Left", "back", nullptr, nullptr},
    {nullptr, "range-forward", QT_TRANSLATE_NOOP("Actions", "Next time range"), "Alt+Right", "forward", nullptr, nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "theme-system", QT_TRANSLATE_NOOP("Actions", "Colours follow the system"), nullptr, "theme", nullptr, "theme"},
    {nullptr, "theme-light", QT_TRANSLATE_NOOP("Actions", "Light colours"), nullptr, nullptr, nullptr, "theme"},
    {nullptr, "theme-dark", QT_TRANSLATE_NOOP("Actions", "Dark colours"), nullptr, nullptr, nullptr, "theme"},

    {QT_TRANSLATE_NOOP("Actions", "Layout"), "layout-explore", QT_TRANSLATE_NOOP("Actions", "Explore"), "Ctrl+Alt+1", nullptr, QT_TRANSLATE_NOOP("Actions", "Everything in reach: scenario, one view, inspector, runs"), nullptr},
    {nullptr, "layout-compare", QT_TRANSLATE_NOOP("Actions", "Compare"), "Ctrl+Alt+2", nullptr, QT_TRANSLATE_NOOP("Actions", "Two views side by side over the runs"), nullptr},
    {nullptr, "layout-teach", QT_TRANSLATE_NOOP("Actions", "Teach"), "Ctrl+Alt+3", nullptr, QT_TRANSLATE_NOOP("Actions", "Scenario and one view, larger text"), nullptr},
    {nullptr, "layout-paper", QT_TRANSLATE_NOOP("Actions", "Paper"), "Ctrl+Alt+4", nullptr, QT_TRANSLATE_NOOP("Actions", "One view as it will be printed"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "layout-save", QT_TRANSLATE_NOOP("Actions", "Save my layout"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "layout-mine", QT_TRANSLATE_NOOP("Actions", "My layout"), "Ctrl+Alt+0", nullptr, nullptr, nullptr},
    {nullptr, "layout-reset", QT_TRANSLATE_NOOP("Actions", "Reset layout"), nullptr, "layout", nullptr, nullptr},
    {nullptr, "menu:docks", QT_TRANSLATE_NOOP("Actions", "Panels"), nullptr, nullptr, nullptr, nullptr},

    {QT_TRANSLATE_NOOP("Actions", "Help"), "shortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"), "F1", "help", nullptr, nullptr},
    {nullptr, "menu:language", QT_TRANSLATE_NOOP("Actions", "Language"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "about", QT_TRANSLATE_NOOP("Actions", "About Weir"), nullptr, "info", nullptr, nullptr},
};

QString translated(const char* text) { return QCoreApplication::translate("Actions", text); }

}  // namespace

ActionTable::ActionTable(QWidget* window) : QObject(window), window_(window) {
  QHash<QString, QActionGroup*> groups;
  QString menu;
  for (const Spec& s : kActions) {
    if (s.menu) menu = translated(s.menu);
    const QString id = QString::fromLatin1(s.id);
    if (id == QLatin1String("-")) continue;
    if (id.startsWith(QLatin1String("menu:"))) {
      const QString name = id.mid(5);
      // "views" stands in its menu directly; the others are submenus.
      if (s.text) menus_[name] = new QMenu(translated(s.text), window_);
      continue;
    }
    QAction* a = make(translated(s.text));
    a->setObjectName(id);
    if (s.shortcut) a->setShortcut(QKeySequence(QString::fromLatin1(s.shortcut)));
    if (s.icon) icons::set(a, QString::fromLatin1(s.icon));
    const QString tip = s.tip ? translated(s.tip) : a->text();
    a->setToolTip(a->shortcut().isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, a->shortcut().toString(QKeySequence::NativeText)));
    a->setStatusTip(tip);
    if (s.group) {
      a->setCheckable(true);
      if (const QString g = QString::fromLatin1(s.group); g != QLatin1String("check")) {
        if (!groups.contains(g)) groups[g] = new QActionGroup(this);
        groups[g]->addAction(a);
      }
    }
    byId_.insert(id, a);
    menuOf_.insert(a, menu);
  }
}

QAction* ActionTable::make(const QString& text) {
  auto* a = new QAction(text, window_);
  a->setShortcutContext(Qt::WindowShortcut);
  window_->addAction(a);  // shortcuts work whatever menu or panel is hidden
  order_ << a;
  return a;
}

QAction* ActionTable::operator[](const QString& id) const {
  QAction* a = byId_.value(id);
  Q_ASSERT_X(a, "ActionTable", qPrintable(id));
  return a;
}

QAction* ActionTable::add(const QString& menuId, const QString& text, const QString& shortcut) {
  QAction* a = make(text);
  if (!shortcut.isEmpty()) a->setShortcut(QKeySequence(shortcut));
  added_[menuId] << a;
  if (QMenu* m = menus_.value(menuId)) {
    m->addAction(a);
    menuOf_.insert(a, m->title());
  }
  return a;
}

void ActionTable::clear(const QString& menuId) {
  for (QAction* a : added_.take(menuId)) {
    order_.removeAll(a);
    menuOf_.remove(a);
    a->deleteLater();
    window_->removeAction(a);
    if (QMenu* m = menus_.value(menuId)) m->removeAction(a);
  }
  if (QMenu* m = menus_.value(menuId)) m->clear();
}

void ActionTable::fillMenuBar(QMenuBar* bar) {
  QMenu* menu = nullptr;
  for (const Spec& s : kActions) {
    if (s.menu) {
      menu = bar->addMenu(translated(s.menu));
      menu->setToolTipsVisible(true);
    }
    const QString id = QString::fromLatin1(s.id);
    if (id == QLatin1String("-")) {
      menu->addSeparator();
    } else if (id.startsWith(QLatin1String("menu:"))) {
      const QString name = id.mid(5);
      if (QMenu* sub = menus_.value(name)) menu->addMenu(sub);
      else {
        menus_[name] = menu;
        for (QAction* a : added_.value(name)) {
          menu->addAction(a);
          menuOf_.insert(a, menu->title());
        }
      }
    } else {
      menu->addAction(byId_.value(id));
    }
  }
}


}  // namespace weir
