// Another language, at once: every window is built anew and takes over the session of the one before. What runs in a job
// belongs to the old session, so that a job at work is waited for, or stopped if the person says so.
#include <QApplication>
#include <utility>

#include "app/gui/program.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/scenario_history.h"

namespace weir {
namespace {

bool atWork(MainWindow& w) { return w.session().jobs().busy() || w.session().jobs().running(QStringLiteral("autosave")); }

QString workOf(MainWindow& w) {
  for (const JobLine& j : w.session().jobs().lines())
    if (!j.title.isEmpty()) return j.title;
  return {};
}

}  // namespace

QList<MainWindow*> Program::windows() const {
  QList<MainWindow*> out;
  for (const QPointer<MainWindow>& w : windows_)
    if (w && w->isVisible()) out << w;
  return out;
}

void Program::listenForLanguage(MainWindow& window) {
  for (const QString& code : {QStringLiteral("en"), QStringLiteral("zh")})
    if (auto* a = window.findChild<QAction*>(QStringLiteral("language-") + code))
      connect(a, &QAction::triggered, this, [this, code, w = &window] { wantLanguage(code, *w); });
}

void Program::wantLanguage(const QString& code, MainWindow& asked) {
  wantedLanguage_ = code == appearance::language() ? QString() : code;
  if (wantedLanguage_.isEmpty()) return;
  languageTimer_.start();  // never from here: the menu that asks goes with its window
  for (MainWindow* w : windows()) {
    if (!w->session().jobs().busy()) continue;
    asked.showMessage({Notice::Kind::Info, tr("The language changes as soon as no job is at work"), workOf(*w), {}, tr("Stop it and change now"), [this] {
                         for (MainWindow* each : windows()) each->session().stopAll();
                       }});
    return;
  }
}

void Program::changeLanguage() {
  const QList<MainWindow*> open = windows();
  if (open.isEmpty() || wantedLanguage_.isEmpty()) {
    languageTimer_.stop();
    return;
  }
  if (QApplication::activeModalWidget() || QApplication::activePopupWidget()) return;
  for (MainWindow* w : open)
    if (atWork(*w)) return;
  languageTimer_.stop();
  appearance::setLanguage(std::exchange(wantedLanguage_, {}));
  for (MainWindow* w : open) replace(*w);
}

void Program::replace(MainWindow& old) {
  MainWindow* next = newWindow();
  const CentreArea::Choices chosen = old.centre().choices();
  copyHistory(old.scenarioPanel(), next->scenarioPanel());
  next->session().takeOver(old.session());
  sayRefusalAgain(next->scenarioPanel());
  for (const char* id : {"fidelity-model", "fidelity-flow", "fidelity-hybrid", "fidelity-packet"}) {
    const QString name = QString::fromLatin1(id);
    if (old.actions()[name]->isChecked()) next->actions()[name]->setChecked(true);
  }
  next->centre().setSplit(old.centre().isSplit());
  for (int pane = 0; pane < (old.centre().isSplit() ? 2 : 1); ++pane) next->centre().showView(old.centre().viewName(pane), pane);
  next->centre().restoreState(old.centre().saveState());
  next->centre().choose(chosen);
  // What they offer is the old window's to do.
  for (Notice n : old.messages().messages()) {
    if (n.kind == Notice::Kind::Info) continue;
    n.button.clear();
    n.action = {};
    next->showMessage(std::move(n));
  }
  // The old window leaves its size and docks in the settings, as it does whenever it goes.
  const bool quits = QApplication::quitOnLastWindowClosed();
  QApplication::setQuitOnLastWindowClosed(false);
  old.close();
  next->restoreGeometry(settings_->geometry());
  next->restoreState(settings_->docks());
  next->show();
  QApplication::setQuitOnLastWindowClosed(quits);
}

}  // namespace weir
