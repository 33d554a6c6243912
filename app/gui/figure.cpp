// --figure: a view to a file, without a window. What weir-cli figure calls.
#include <QEventLoop>
#include <QTimer>
#include <cstdio>

#include "app/gui/documents/session.h"
#include "app/gui/program.h"
#include "views/figures/export_figure.h"
#include "views/registry.h"

namespace weir {
namespace {

int refuse(const Error& e) {
  std::fprintf(stderr, "weir: %s\n", e.line().c_str());
  return 1;
}

}  // namespace

int Program::figure() {
  const std::vector<ViewEntry> entries = viewEntries();
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const ViewEntry& e) { return e.name == line_.figure; });
  if (entry == entries.end()) {
    QStringList names;
    for (const ViewEntry& e : entries) names << e.name;
    std::fprintf(stderr, "weir: there is no view \"%s\" (there are %s)\n", qPrintable(line_.figure), qPrintable(names.join(QStringLiteral(", "))));
    return 2;
  }
  if (line_.files.isEmpty()) {
    std::fprintf(stderr, "weir: --figure needs a trace, a scenario or a study\n");
    return 2;
  }
  auto options = figureOptions(line_.style.toStdString());
  if (!options) return refuse(options.error());
  options->textPt = line_.textPt;
  options->caption = line_.caption;
  if (!line_.figureSize.isEmpty())
    if (const auto ok = setFigureSize(*options, line_.figureSize.toStdString()); !ok) return refuse(ok.error());

  Session session({QString(), presets_});
  std::optional<Error> failure;
  const auto until = [&](auto condition) {
    while (!failure && !condition()) {
      QEventLoop loop;
      QTimer::singleShot(5, &loop, &QEventLoop::quit);
      loop.exec();
    }
  };
  QObject::connect(&session, &Session::failed, &session, [&](const Error& e) { failure = e; });
  QObject::connect(&session, &Session::openFailed, &session, [&](const Error& e, const QStringList&) { failure = e; });
  bool scenario = false;
  QObject::connect(&session, &Session::scenarioLoaded, &session, [&](const Scenario& s) {
    scenario = true;
    session.setScenario(s);
    session.answerNow();
  });
  bool done = false;
  session.open(line_.files, [&](bool) { done = true; });
  until([&] { return done; });
  if (failure) return refuse(*failure);
  // A scenario alone is shown by what it predicts: a front needs a sweep, everything else a run.
  if (scenario && line_.figure == QLatin1String("front") && !session.state().sweep()) {
    session.sweepDefault();
    until([&] { return session.state().sweep() && !session.jobs().busy(); });
  } else if (scenario && (session.state().runs().size() < (line_.figure == QLatin1String("compare") ? 2 : 1) || !line_.simulate.isEmpty())) {
    int waited = 0;
    QObject::connect(&session, &Session::runFinished, &session, [&](int id) { waited = id; });
    const int id = session.simulate(fidelityFrom(line_.simulate));
    until([&] { return waited == id; });
  }
  // A figure says how sure it is, as the window does once the hand rests.
  if (scenario) {
    session.intervalsNow();
    until([&] { return session.settled(); });
  }
  if (failure) return refuse(*failure);
  const std::unique_ptr<View> view(entry->make(session.state(), nullptr));
  if (const auto ok = exportFigure(*view, line_.out.toStdString(), *options); !ok) return refuse(ok.error());
  return 0;
}

}  // namespace weir
