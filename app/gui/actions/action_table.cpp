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

#define T(text) QT_TRANSLATE_NOOP("Actions", text)

constexpr Spec kActions[] = {
    {T("File"), "new-window", T("New window"), "Ctrl+Shift+N", nullptr, nullptr, nullptr},
    {nullptr, "open", T("Open files…"), "Ctrl+O", "open", T("Open traces, scenarios or a study"), nullptr},
    {nullptr, "open-folder", T("Open folder…"), "Ctrl+Shift+O", "folder", T("Open all traces of a folder as one run, one file a rank"), nullptr},
    {nullptr, "menu:recent", T("Open recent"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "open-sample", T("Open the sample"), nullptr, nullptr, T("A small network trained on four processes, recorded by this project"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "save", T("Save study"), "Ctrl+S", "save", T("Keep scenarios, runs and sweeps in a .weir file"), nullptr},
    {nullptr, "save-as", T("Save study as…"), "Ctrl+Shift+S", nullptr, nullptr, nullptr},
    {nullptr, "save-scenario", T("Save scenario as JSON…"), nullptr, nullptr, T("The scenario in hand, as weir-cli reads it"), nullptr},
    {nullptr, "export", T("Export figure…"), "Ctrl+E", "export", T("Write the view in front as PDF, SVG or PNG"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "close", T("Close window"), "Ctrl+W", nullptr, nullptr, nullptr},
    {nullptr, "quit", T("Quit"), "Ctrl+Q", nullptr, nullptr, nullptr},

    {T("Edit"), "undo", T("Undo"), "Ctrl+Z", "undo", T("Take back the last change of the scenario"), nullptr},
    {nullptr, "redo", T("Redo"), "Ctrl+Shift+Z", "redo", nullptr, nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "filter-fields", T("Find a field of the scenario"), "Ctrl+L", nullptr, nullptr, nullptr},
    {nullptr, "find", T("Find slices by name"), "Ctrl+F", "search", T("Search the timeline; Enter goes to the next match"), nullptr},
    {nullptr, "deselect", T("Select nothing"), "Ctrl+Shift+A", nullptr, T("The inspector then shows the answer to the scenario"), nullptr},
    {nullptr, "palette", T("Any action…"), "Ctrl+K", "palette", T("Type what you want to do"), nullptr},

    {T("Run"), "fidelity-model", T("Model"), nullptr, nullptr, T("Closed forms: at once, while you move a slider"), "fidelity"},
    {nullptr, "fidelity-flow", T("Flow"), nullptr, nullptr, T("Flows that share links fairly: milliseconds"), "fidelity"},
    {nullptr, "fidelity-packet", T("Packet"), nullptr, nullptr, T("Every packet, queue and credit: seconds, in the background"), "fidelity"},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "simulate", T("Simulate"), "F5", "simulate", T("Play the scenario at the chosen fidelity into a run"), nullptr},
    {nullptr, "simulate-packets", T("Simulate packets"), "Ctrl+F5", nullptr, T("Play the scenario packet by packet, whatever fidelity is chosen"), nullptr},
    {nullptr, "predict-run", T("Show prediction as a run"), "Ctrl+Shift+P", "prediction", T("The closed forms' answer as a timeline, beside the measured one"), nullptr},
    {nullptr, "stop", T("Stop"), "Shift+F5", "stop", T("Stop every job"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "pin", T("Pin as A"), "Ctrl+D", "pin", T("Keep the scenario as it is now as A; the status line compares with it"), nullptr},
    {nullptr, "unpin", T("Unpin A"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "sweep", T("Sweep…"), "Ctrl+R", "sweep", T("Answer many plans and see which are not beaten in both time and energy"), nullptr},

    {T("View"), "menu:views", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "split", T("Two views side by side"), "Ctrl+\\", "split", nullptr, "check"},
    {nullptr, "whole", T("Show the whole time"), "Ctrl+0", "whole", nullptr, nullptr},
    {nullptr, "range-back", T("Previous time range"), "Alt+Left", "back", nullptr, nullptr},
    {nullptr, "range-forward", T("Next time range"), "Alt+Right", "forward", nullptr, nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "theme-system", T("Colours follow the system"), nullptr, "theme", nullptr, "theme"},
    {nullptr, "theme-light", T("Light colours"), nullptr, nullptr, nullptr, "theme"},
    {nullptr, "theme-dark", T("Dark colours"), nullptr, nullptr, nullptr, "theme"},

    {T("Layout"), "layout-explore", T("Explore"), "Ctrl+Alt+1", nullptr, T("Everything in reach: scenario, one view, inspector, runs"), nullptr},
    {nullptr, "layout-compare", T("Compare"), "Ctrl+Alt+2", nullptr, T("Two views side by side over the runs"), nullptr},
    {nullptr, "layout-teach", T("Teach"), "Ctrl+Alt+3", nullptr, T("Scenario and one view, larger text"), nullptr},
    {nullptr, "layout-paper", T("Paper"), "Ctrl+Alt+4", nullptr, T("One view as it will be printed"), nullptr},
    {nullptr, "-", nullptr, nullptr, nullptr, nullptr, nullptr},
    {nullptr, "layout-save", T("Save my layout"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "layout-mine", T("My layout"), "Ctrl+Alt+0", nullptr, nullptr, nullptr},
    {nullptr, "layout-reset", T("Reset layout"), nullptr, "layout", nullptr, nullptr},
    {nullptr, "menu:docks", T("Panels"), nullptr, nullptr, nullptr, nullptr},

    {T("Help"), "shortcuts", T("Keyboard shortcuts"), "F1", "help", nullptr, nullptr},
    {nullptr, "menu:language", T("Language"), nullptr, nullptr, nullptr, nullptr},
    {nullptr, "about", T("About Weir"), nullptr, "info", nullptr, nullptr},
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

#undef T

}  // namespace weir
