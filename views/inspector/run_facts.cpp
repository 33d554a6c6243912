#include "views/inspector/run_facts.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/units.h"

namespace weir {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(RunFacts)
};

QString q(const std::string& s) { return QString::fromStdString(s); }
QString count(double n) { return q(units::showCount(n)); }

QString ranksOf(const Run& run) {
  const auto seen = std::count_if(run.ranks.begin(), run.ranks.end(), [](std::int32_t r) { return r != kUnknownRank; });
  if (seen == 0) return Words::tr("unknown");
  return run.worldSize > seen ? Words::tr("%1 of the %2 the job had").arg(seen).arg(run.worldSize) : QString::number(seen);
}

}  // namespace

std::vector<AnswerFact> runFacts(const Run& run, const MeasuredSteps& steps) {
  std::vector<AnswerFact> out;
  const auto line = [&](const QString& name, const QString& value, const QString& how) { out.push_back({name, value, how, 1, false}); };
  const auto some = [&](const QString& name, std::size_t n, const QString& how) {
    if (n > 0) line(name, count(static_cast<double>(n)), how);
  };
  const auto [from, to] = run.span();
  line(Words::tr("lasts"), to > from ? q(units::showSeconds(static_cast<double>(to - from) * 1e-12)) : Words::tr("unknown"),
       Words::tr("From the first event of all ranks to the last"));
  line(Words::tr("ranks"), ranksOf(run), Words::tr("That have events in what was opened"));
  if (steps.count > 0)
    line(Words::tr("training step, median"), q(units::showSeconds(steps.median_s)), Words::tr("Of %1 steps that the trace marks, of all ranks").arg(steps.count));
  some(Words::tr("slices"), run.slices.size(), Words::tr("Calls, kernels, copies, waits, annotations: whatever has a beginning and an end"));
  some(Words::tr("tracks"), run.tracks.size(), Words::tr("Threads, streams and links that slices stand on"));
  some(Words::tr("calls of collectives"), run.collectives.size(), Words::tr("Each rank's call counts"));
  some(Words::tr("messages"), run.transfers.size(), Words::tr("Of which sender and receiver are known"));
  some(Words::tr("I/O operations"), run.io.size(), Words::tr("One by one, where the trace has them"));
  some(Words::tr("counters"), run.counters.size(), Words::tr("Values over time: power, load, queues"));
  some(Words::tr("remarks of the import"), run.notes.size(), Words::tr("What was doubtful or set aside: see Notes"));
  line(Words::tr("format"), run.format.empty() ? Words::tr("unknown") : q(run.format), Words::tr("Decided by content"));
  return out;
}

}  // namespace weir
