// --screenshot: the window as a picture, once all that was asked for is in sight. No picture of something half done.
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QPixmap>
#include <QSaveFile>
#include <QTimer>
#include <cstdio>

#include "app/gui/program.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"

namespace weir {
namespace {

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

// A picture is there whole or not at all. What is no file (a pipe, /dev/stdout) is written to as it stands: replaced by a
// file of its name it would be gone.
bool write(const QPixmap& picture, const QString& path) {
  QString why;
  if (const QFileInfo target(path); target.exists() && !target.isFile()) {
    QFile device(path);
    if (device.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && picture.save(&device, "PNG") && device.error() == QFileDevice::NoError) return true;
    why = device.errorString();
  } else {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && picture.save(&file, "PNG") && file.commit()) return true;
    why = file.errorString();
  }
  std::fprintf(stderr, "weir: %s: the picture could not be written: %s (choose another folder)\n", qPrintable(path), qPrintable(why));
  return false;
}

}  // namespace

QString Program::waitedFor(MainWindow& window) const {
  QStringList all;
  for (const JobLine& j : window.session().jobs().lines()) {
    if (j.title.isEmpty()) continue;
    QStringList how;
    for (const QString& part : {j.phase, j.amount, j.paused ? QStringLiteral("paused") : QString()})
      if (!part.isEmpty()) how << part;
    all << (how.isEmpty() ? j.title : QStringLiteral("%1 (%2)").arg(j.title, how.join(QStringLiteral(", "))));
  }
  if (all.isEmpty() && !window.centre().ready()) all << QStringLiteral("the view %1").arg(window.centre().viewName());
  return all.join(QStringLiteral("; "));
}

int Program::screenshot() {
  MainWindow* window = newWindow();
  window->resize(line_.size);
  window->show();
  begin(*window);
  const auto tooLong = [&] {
    const QString at = waitedFor(*window);
    std::fprintf(stderr, "weir: after %d s still at work: %s; no picture was written (wait longer with --timeout, or show it as it stands with --after)\n",
                 line_.timeout_ms / 1000, qPrintable(at.isEmpty() ? QStringLiteral("the view") : at));
    delete window;
    return 1;
  };
  const auto busy = [&] {
    // Jobs that were asked for with --simulate or --sweep may go on: with --after they are what is to be seen.
    return line_.after_ms > 0 ? window->session().jobs().opening() : window->session().jobs().busy();
  };
  waitFor(50, [] { return false; });  // first paint, and the jobs it starts
  if (!waitFor(line_.timeout_ms, [&] { return !busy(); })) return tooLong();
  waitFor(std::max(line_.after_ms, 150), [] { return false; });  // let the views settle
  // A view's own analysis is what is to be seen; with --after the moment was chosen by hand.
  if (line_.after_ms <= 0 && !waitFor(line_.timeout_ms, [&] { return window->centre().ready(); })) return tooLong();
  waitFor(50, [] { return false; });  // what came last is painted
  QStringList errors;
  for (const Notice& m : window->messages().messages())
    if (m.kind == Notice::Kind::Error) errors << m.line();
  const bool written = write(window->grab(), line_.screenshot);
  for (const QString& e : errors) std::fprintf(stderr, "weir: %s\n", qPrintable(e));
  delete window;
  return written && errors.isEmpty() ? 0 : 1;
}

}  // namespace weir
