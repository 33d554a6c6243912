#include "app/gui/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/version.h"
#include "views/registry.h"

namespace weir {
namespace {

constexpr int kLargest = 16384;  // pixels; what a picture may have

[[noreturn]] void wrongUsage(const QString& what) {
  std::fprintf(stderr, "weir: %s (see weir --help)\n", qPrintable(what));
  std::exit(2);
}

QString oneOf(const QCommandLineParser& p, const QString& option, const QStringList& allowed) {
  const QString v = p.value(option);
  if (p.isSet(option) && !allowed.contains(v)) wrongUsage(QStringLiteral("--%1 takes %2, not \"%3\"").arg(option, allowed.join(QStringLiteral(", ")), v));
  return v;
}

// A number that is none would be taken for 0 without a word.
int whole(const QCommandLineParser& p, const QString& option, int byDefault) {
  if (!p.isSet(option)) return byDefault;
  constexpr int kMost = 1'000'000;
  bool ok = false;
  const int v = p.value(option).toInt(&ok);
  if (!ok || v < 0 || v > kMost) wrongUsage(QStringLiteral("--%1 takes a whole number from 0 to %2, not \"%3\"").arg(option).arg(kMost).arg(p.value(option)));
  return v;
}

}  // namespace

Fidelity fidelityFrom(const QString& name) {
  for (const Fidelity f : {Fidelity::Flow, Fidelity::Packet, Fidelity::Hybrid})
    if (name == QLatin1String(weir::name(f).data(), qsizetype(weir::name(f).size()))) return f;
  return Fidelity::Model;
}

bool wantsNoDisplay(int argc, char** argv) {
  bool headless = false;
  for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; ++i)
    for (const char* o : {"--screenshot", "--figure", "--help", "-h", "--version", "-v"}) {
      const std::size_t n = std::strlen(o);
      headless = headless || (std::strncmp(argv[i], o, n) == 0 && (argv[i][n] == '\0' || argv[i][n] == '='));
    }
  return headless;
}

CommandLine parseCommandLine(const QStringList& arguments) {
  QStringList views;
  for (const ViewEntry& e : viewEntries()) views << e.name;
  QCommandLineParser p;
  p.setApplicationDescription(QStringLiteral("Where the training of deep networks loses time and energy to moving data"));
  p.addPositionalArgument(QStringLiteral("files"), QStringLiteral("Traces, folders of traces, a scenario (.json), a study (.weir) or measured tables (.csv)"), QStringLiteral("[FILE...]"));
  p.addOptions({
      {QStringLiteral("screenshot"), QStringLiteral("Render the window into a PNG without a display and exit"), QStringLiteral("OUT.png")},
      {QStringLiteral("size"), QStringLiteral("Size of the window (1600x1000)"), QStringLiteral("WxH")},
      {QStringLiteral("after"), QStringLiteral("With --screenshot: wait this long once everything is loaded"), QStringLiteral("MS")},
      {QStringLiteral("timeout"), QStringLiteral("With --screenshot: give up, without a picture, after this long (120)"), QStringLiteral("SECONDS"), QStringLiteral("120")},
      {QStringLiteral("view"), QStringLiteral("View in front: %1").arg(views.join(QStringLiteral(", "))), QStringLiteral("NAME")},
      {QStringLiteral("layout"), QStringLiteral("Layout: explore, compare, teach, paper"), QStringLiteral("NAME")},
      {QStringLiteral("theme"), QStringLiteral("Colours: light, dark, system"), QStringLiteral("NAME")},
      {QStringLiteral("lang"), QStringLiteral("Language: en, zh"), QStringLiteral("CODE")},
      {QStringLiteral("set"), QStringLiteral("Change the scenario once open: plan.global_batch=512"), QStringLiteral("PATH=VALUE")},
      {QStringLiteral("simulate"), QStringLiteral("Simulate once open, or for the figure: model, flow, packet, hybrid"), QStringLiteral("FIDELITY")},
      {QStringLiteral("pause"), QStringLiteral("With --screenshot and --simulate: pause the simulation so long after its start"), QStringLiteral("MS")},
      {QStringLiteral("prediction"), QStringLiteral("Show the prediction as a run once open")},
      {QStringLiteral("sweep"), QStringLiteral("Sweep once open")},
      {QStringLiteral("figure"), QStringLiteral("Write a view as a figure and exit; needs --out"), QStringLiteral("VIEW")},
      {QStringLiteral("out"), QStringLiteral("File of the figure; its ending decides: .pdf, .svg, .png, or .csv for the table behind it"), QStringLiteral("FILE")},
      {QStringLiteral("figure-style"), QStringLiteral("Width of the figure: paper (183 mm), column (89 mm), slide (254 mm)"), QStringLiteral("NAME"), QStringLiteral("paper")},
      {QStringLiteral("figure-size"), QStringLiteral("Width and height of the figure, as 120x80mm"), QStringLiteral("WxHmm")},
      {QStringLiteral("text"), QStringLiteral("Smallest text of the figure, in points"), QStringLiteral("PT"), QStringLiteral("8")},
      {QStringLiteral("caption"), QStringLiteral("Caption of the figure"), QStringLiteral("TEXT")},
  });
  const QCommandLineOption help = p.addHelpOption();
  const QCommandLineOption version = p.addVersionOption();
  QCoreApplication::setApplicationVersion(QString::fromLatin1(kVersion));
  if (!p.parse(arguments)) wrongUsage(p.errorText());
  if (p.isSet(version)) p.showVersion();
  if (p.isSet(help)) p.showHelp(0);

  CommandLine c;
  c.files = p.positionalArguments();
  c.screenshot = p.value(QStringLiteral("screenshot"));
  if (const QFileInfo picture(c.screenshot); !c.screenshot.isEmpty() && !picture.suffix().isEmpty() && picture.suffix().toLower() != QLatin1String("png") && (!picture.exists() || picture.isFile()))
    wrongUsage(QStringLiteral("--screenshot writes PNG, so a name that ends in .png, not \"%1\"; --figure VIEW --out writes .pdf and .svg").arg(c.screenshot));
  if (p.isSet(QStringLiteral("size"))) {
    static const QRegularExpression pattern(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
    const auto m = pattern.match(p.value(QStringLiteral("size")));
    if (!m.hasMatch()) wrongUsage(QStringLiteral("--size wants WIDTHxHEIGHT, as 1600x1000"));
    c.size = QSize(m.captured(1).toInt(), m.captured(2).toInt());
    if (std::max(c.size.width(), c.size.height()) > kLargest) wrongUsage(QStringLiteral("--size is at most %1 pixels either way").arg(kLargest));
  }
  c.after_ms = whole(p, QStringLiteral("after"), 0);
  c.timeout_ms = whole(p, QStringLiteral("timeout"), c.timeout_ms / 1000) * 1000;
  if (p.isSet(QStringLiteral("view"))) c.view = oneOf(p, QStringLiteral("view"), views);
  c.layout = oneOf(p, QStringLiteral("layout"), {QStringLiteral("explore"), QStringLiteral("compare"), QStringLiteral("teach"), QStringLiteral("paper")});
  c.theme = oneOf(p, QStringLiteral("theme"), {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("system")});
  c.language = oneOf(p, QStringLiteral("lang"), {QStringLiteral("en"), QStringLiteral("zh")});
  c.simulate = oneOf(p, QStringLiteral("simulate"), {QStringLiteral("model"), QStringLiteral("flow"), QStringLiteral("packet"), QStringLiteral("hybrid")});
  c.pauseAfter_ms = whole(p, QStringLiteral("pause"), c.pauseAfter_ms);
  c.sweep = p.isSet(QStringLiteral("sweep"));
  c.prediction = p.isSet(QStringLiteral("prediction"));
  c.set = p.values(QStringLiteral("set"));
  for (const QString& s : c.set)
    if (!s.contains(QLatin1Char('='))) wrongUsage(QStringLiteral("--set wants path=value, as plan.global_batch=512"));
  if (p.isSet(QStringLiteral("figure"))) c.figure = oneOf(p, QStringLiteral("figure"), views);
  c.out = p.value(QStringLiteral("out"));
  c.style = oneOf(p, QStringLiteral("figure-style"), {QStringLiteral("paper"), QStringLiteral("column"), QStringLiteral("slide")});
  c.figureSize = p.value(QStringLiteral("figure-size"));
  c.caption = p.value(QStringLiteral("caption"));
  bool ok = false;
  c.textPt = p.value(QStringLiteral("text")).toDouble(&ok);
  if (!ok || c.textPt < 4 || c.textPt > 72) wrongUsage(QStringLiteral("--text wants points between 4 and 72"));
  if (!c.figure.isEmpty() && c.out.isEmpty()) wrongUsage(QStringLiteral("--figure needs --out FILE"));
  if (!c.figure.isEmpty() && p.isSet(QStringLiteral("timeout"))) wrongUsage(QStringLiteral("--timeout goes with --screenshot; a figure is written when it is done"));
  return c;
}

}  // namespace weir
