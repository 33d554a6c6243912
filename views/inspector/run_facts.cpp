#include "views/inspector/run_facts.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/units.h"
#include "core/summarize/head_words.h"
#include "views/shared/text.h"

namespace weir {
namespace {

struct FactWords {
  Q_DECLARE_TR_FUNCTIONS(RunFacts)
};

QString countText(double n) { return q(units::showCount(n)); }

QString ranksOf(const Run& run) {
  const auto seen = std::count_if(run.ranks.begin(), run.ranks.end(), [](std::int32_t r) { return r != kUnknownRank; });
  if (seen == 0) return FactWords::tr("unknown");
  return run.worldSize > seen ? FactWords::tr("%1 of the %2 the job had").arg(seen).arg(run.worldSize) : QString::number(seen);
}

}  // namespace

std::vector<AnswerFact> runFacts(const Run& run, const MeasuredSteps& steps) {
  std::vector<AnswerFact> out;
  const auto line = [&](const QString& name, const QString& value, const QString& how) { out.push_back({name, value, how, 1, false}); };
  const auto some = [&](const QString& name, std::size_t n, const QString& how) {
    if (n > 0) line(name, countText(static_cast<double>(n)), how);
  };
  const auto [from, to] = run.span();
  line(FactWords::tr("lasts"), to > from && !withoutTimes(run) ? q(units::showSeconds(static_cast<double>(to - from) * 1e-12)) : FactWords::tr("unknown"),
       FactWords::tr("From the first event of all ranks to the last"));
  line(FactWords::tr("ranks"), ranksOf(run), FactWords::tr("That have events in what was opened"));
  if (steps.count > 0)
    line(FactWords::tr("training step, median"), q(units::showSeconds(steps.median_s)), FactWords::tr("Of %1 steps that the trace marks; each is as long as the mean over the ranks").arg(steps.count));
  some(FactWords::tr("slices"), run.slices.size(), FactWords::tr("Calls, kernels, copies, waits, annotations: whatever has a beginning and an end"));
  some(FactWords::tr("tracks"), run.tracks.size(), FactWords::tr("Threads, streams and links that slices stand on"));
  some(FactWords::tr("calls of collectives"), run.collectives.size(), FactWords::tr("Each rank's call counts"));
  some(FactWords::tr("messages"), run.transfers.size(), FactWords::tr("Of which sender and receiver are known"));
  some(FactWords::tr("I/O operations"), run.io.size(), FactWords::tr("One by one, where the trace has them"));
  some(FactWords::tr("counters"), run.counters.size(), FactWords::tr("Values over time: power, load, queues"));
  some(FactWords::tr("remarks of the import"), run.notes.size(), FactWords::tr("What was doubtful or set aside: see Notes"));
  line(FactWords::tr("format"), run.format.empty() ? FactWords::tr("unknown") : q(run.format), FactWords::tr("Decided by content"));
  return out;
}

}  // namespace weir
