#include "app/gui/program.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QTimer>

#include "app/gui/documents/autosave.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/settings_dialog.h"
#include "views/scenario/scenario_panel.h"

namespace weir {

Program::Program(CommandLine commandLine, std::unique_ptr<Settings> settings, QString autosaveFolder)
    : line_(std::move(commandLine)), settings_(std::move(settings)), autosaveFolder_(std::move(autosaveFolder)) {
  auto presets = Presets::load((shareFolder() + QStringLiteral("/presets")).toStdString());
  if (presets) presets_ = std::make_shared<const Presets>(std::move(*presets));
  else {
    presets_ = std::make_shared<const Presets>();
    presetsError_ = presets.error().line();
  }
  languageTimer_.setInterval(50);
  connect(&languageTimer_, &QTimer::timeout, this, &Program::changeLanguage);
  applySpill(*settings_);
  appearance::apply(line_.theme.isEmpty() ? settings_->theme() : themeFrom(line_.theme));
}

Program::~Program() = default;

QString Program::shareFolder() { return QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/weir")); }

MainWindow* Program::newWindow() {
  auto* w = new MainWindow(*settings_, {shareFolder(), autosaveFolder_, presets_});
  windows_.removeIf([](const QPointer<MainWindow>& gone) { return gone.isNull(); });
  windows_ << w;
  listenForLanguage(*w);
  w->installEventFilter(this);
  connect(w, &MainWindow::newWindowRequested, this, [this] {
    MainWindow* next = newWindow();
    next->loadDefaultScenario();
    next->show();
  });
  if (!presetsError_.empty())
    w->showMessage({Notice::Kind::Warning, tr("The presets could not be read; choosers stay empty"), QString::fromStdString(presetsError_), {}, {}, {}});
  return w;
}

bool Program::eventFilter(QObject* object, QEvent* event) {
  if (event->type() != QEvent::Close || autosaveFolder_.isEmpty()) return QObject::eventFilter(object, event);
  auto* window = qobject_cast<MainWindow*>(object);
  if (!window || !window->session().modified() || window->session().keepsWork()) return QObject::eventFilter(object, event);
  QMessageBox ask(QMessageBox::Warning, tr("Close without saving?"), tr("This work is not saved, and it could not be kept for the next start either."), QMessageBox::NoButton, window);
  ask.addButton(tr("Close without saving"), QMessageBox::DestructiveRole);
  ask.setDefaultButton(ask.addButton(tr("Go back"), QMessageBox::RejectRole));
  ask.exec();
  if (ask.buttonRole(ask.clickedButton()) == QMessageBox::DestructiveRole) return QObject::eventFilter(object, event);
  event->ignore();
  return true;
}

void Program::begin(MainWindow& window) {
  window.loadDefaultScenario();
  const bool first = !settings_->startedBefore();
  settings_->setStartedBefore();
  if (!line_.files.isEmpty()) {
    // The session drops this when its window goes.
    window.session().open(line_.files, [this, &window](bool) { afterOpening(window); });
    return;
  }
  if (first) {
    window.openSample([this, &window] { afterOpening(window); });
    return;
  }
  offerLastWork(window);
  afterOpening(window);
}

void Program::offerLastWork(MainWindow& window) {
  const auto left = Autosave::leftBehind(autosaveFolder_);
  Autosave::keepNewest(autosaveFolder_, 5);
  const QString last = settings_->lastStudy();
  if (!left.empty()) {
    const QString path = left.front().path;
    window.showMessage({Notice::Kind::Info,
                        tr("Work of %1 was kept").arg(QLocale().toString(left.front().when, QLocale::ShortFormat)),
                        {},
                        {},
                        tr("Go on with it"),
                        [&window, path] { window.session().restore(path); }});
  } else if (!last.isEmpty() && QFileInfo::exists(last)) {
    window.showMessage({Notice::Kind::Info, tr("Last time you worked on %1").arg(QFileInfo(last).fileName()), last, {}, tr("Open it"), [&window, last] { window.open({last}); }});
  }
}

void Program::afterOpening(MainWindow& window) {
  for (const QString& s : line_.set) {
    const QString path = s.section(QLatin1Char('='), 0, 0);
    if (!window.scenarioPanel().edit(path, s.section(QLatin1Char('='), 1)))
      window.showMessage({Notice::Kind::Error, tr("There is no field of that name"), path, {}, {}, {}});
  }
  if (!line_.layout.isEmpty()) window.actions()[QStringLiteral("layout-") + line_.layout]->trigger();
  if (!line_.view.isEmpty()) window.centre().showView(line_.view);
  if (line_.prediction) window.session().showPrediction();
  if (!line_.simulate.isEmpty())
    window.session().simulate(fidelityFrom(line_.simulate));
  if (line_.pauseAfter_ms >= 0)
    QTimer::singleShot(line_.pauseAfter_ms, &window, [&window] {
      if (window.session().jobs().pausable()) window.actions()[QStringLiteral("pause")]->trigger();
    });
  if (line_.sweep) window.startDefaultSweep();
}

int Program::main() {
  if (!line_.figure.isEmpty()) return figure();
  return line_.screenshot.isEmpty() ? run() : screenshot();
}

int Program::run() {
  MainWindow* window = newWindow();
  if (settings_->geometry().isEmpty()) {
    const QScreen* screen = QGuiApplication::primaryScreen();
    window->resize(screen ? line_.size.boundedTo(screen->availableSize()) : line_.size);
  }
  window->show();
  begin(*window);
  return QApplication::exec();
}

}  // namespace weir
