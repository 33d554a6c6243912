#include "app/gui/program.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>
#include <QPixmap>
#include <QScreen>
#include <QTimer>
#include <cstdio>

#include "app/gui/documents/autosave.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/settings_dialog.h"
#include "views/scenario/scenario_panel.h"

namespace weir {
namespace {

constexpr int kLoadingLimit_ms = 120'000;

// Turns the event loop until the condition holds or the time is over.
template <class Condition>
bool waitFor(int limit_ms, Condition condition) {
  QDeadlineTimer limit(limit_ms);
  while (!condition()) {
    if (limit.hasExpired()) return false;
    QEventLoop loop;
    QTimer::singleShot(10, &loop, &QEventLoop::quit);
    loop.exec();
  }
  return true;
}

}  // namespace

Program::Program(CommandLine commandLine, std::unique_ptr<Settings> settings, QString autosaveFolder)
    : line_(std::move(commandLine)), settings_(std::move(settings)), autosaveFolder_(std::move(autosaveFolder)) {
  auto presets = Presets::load((shareFolder() + QStringLiteral("/presets")).toStdString());
  if (presets) presets_ = std::make_shared<const Presets>(std::move(*presets));
  else {
    presets_ = std::make_shared<const Presets>();
    presetsError_ = presets.error().line();
  }
  applySpill(*settings_);
  appearance::apply(line_.theme.isEmpty() ? settings_->theme() : themeFrom(line_.theme));
}

Program::~Program() = default;

QString Program::shareFolder() { return QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/weir")); }

MainWindow* Program::newWindow() {
  auto* w = new MainWindow(*settings_, {shareFolder(), autosaveFolder_, presets_});
  connect(w, &MainWindow::newWindowRequested, this, [this] {
    MainWindow* next = newWindow();
    next->loadDefaultScenario();
    next->show();
  });
  if (!presetsError_.empty())
    w->showMessage({Notice::Kind::Warning, tr("The presets could not be read; choosers stay empty"), QString::fromStdString(presetsError_), {}, {}, {}});
  return w;
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

int Program::screenshot() {
  MainWindow* window = newWindow();
  window->resize(line_.size);
  window->show();
  begin(*window);
  bool failed = false;
  QStringList errors;
  const auto busy = [&] {
    // Jobs that were asked for with --simulate or --sweep may go on: with --after they are what is to be seen.
    return line_.after_ms > 0 ? window->session().jobs().opening() : window->session().jobs().busy();
  };
  waitFor(50, [] { return false; });  // first paint, and the jobs it starts
  if (!waitFor(kLoadingLimit_ms, [&] { return !busy(); })) {
    std::fprintf(stderr, "weir: still loading after %d s\n", kLoadingLimit_ms / 1000);
    failed = true;
  }
  waitFor(std::max(line_.after_ms, 150), [] { return false; });  // let the views settle
  // A view's own analysis is what is to be seen; with --after the moment was chosen by hand.
  if (line_.after_ms <= 0 && !waitFor(kLoadingLimit_ms, [&] { return window->centre().ready(); })) {
    std::fprintf(stderr, "weir: the view is still at work after %d s; the picture shows it so\n", kLoadingLimit_ms / 1000);
    failed = true;
  }
  waitFor(50, [] { return false; });  // what came last is painted
  for (const Notice& m : window->messages().messages())
    if (m.kind == Notice::Kind::Error) errors << m.line();
  const QPixmap shot = window->grab();
  if (!shot.save(line_.screenshot, "PNG")) {
    std::fprintf(stderr, "weir: %s: the picture could not be written (choose another folder)\n", qPrintable(line_.screenshot));
    failed = true;
  }
  for (const QString& e : errors) std::fprintf(stderr, "weir: %s\n", qPrintable(e));
  delete window;
  return failed || !errors.isEmpty() ? 1 : 0;
}

}  // namespace weir
