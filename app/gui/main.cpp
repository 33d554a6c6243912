#include <QApplication>
#include <QHashFunctions>
#include <QStandardPaths>
#include <csignal>
#include <cstdio>

#include "app/gui/options.h"
#include "app/gui/program.h"
#include "app/gui/theme/appearance.h"

namespace {

// What Qt has to say about a display that is not there is no concern of whoever asked for a picture.
void withoutPlatformNoise(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  if (text.contains(QLatin1String("propagateSizeHints")) || text.contains(QLatin1String("XDG_RUNTIME_DIR"))) return;
  std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit of this process then is an error of its writing, and no end
  // Qt's PDF engine writes its objects in the order of a hash: with a random seed two exports of one figure differ. No
  // hash of Qt's is keyed by what a file says, so nothing is lost by it.
  QHashSeed::setDeterministicGlobalSeed();
  // A picture needs no display, and one drawn offscreen looks the same everywhere.
  if (weir::wantsNoDisplay(argc, argv)) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(withoutPlatformNoise);
  }
  // Without a display Qt would abort before the arguments are read.
  const bool noDisplay = qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY") &&
                         qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
  if (noDisplay) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QCoreApplication::setOrganizationName(QStringLiteral("weir"));
  QCoreApplication::setApplicationName(QStringLiteral("weir"));
  QGuiApplication::setApplicationDisplayName(QString());
  QGuiApplication::setDesktopFileName(QStringLiteral("weir"));
  weir::CommandLine line = weir::parseCommandLine(QCoreApplication::arguments());

  const bool person = line.screenshot.isEmpty() && line.figure.isEmpty();
  if (person && noDisplay) {
    std::fprintf(stderr, "weir: there is no display: set DISPLAY, or ask for --screenshot or --figure; weir-cli needs none\n");
    return 1;
  }
  auto settings = person ? std::make_unique<weir::Settings>() : weir::Settings::throwaway();
  weir::appearance::setUp();
  weir::appearance::setLanguage(!line.language.isEmpty() ? line.language : person ? settings->language() : QStringLiteral("en"));
  const QString autosave = person ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave") : QString();
  weir::Program program(std::move(line), std::move(settings), autosave);
  return program.main();
}
