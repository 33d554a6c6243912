#include "app/cli/info_section.h"
#include "core/summarize/breakdown_table.h"
#include "core/summarize/collective_table.h"
#include "core/summarize/file_table.h"
#include "core/summarize/kernel_table.h"
#include "core/summarize/straggler_table.h"
#include "core/summarize/straggler_whatif.h"

namespace weir::cli {
namespace {

std::vector<StatTable> breakdownTables(const Run& run, const InfoAsk& ask, const Job& job) {
  const BreakdownIndex index(run, job, ask.kernelWaitBelow);
  std::vector<BreakdownOfStep> steps = breakdownBySteps(index, ask.steps, ask.step ? std::nullopt : ask.stat.range);
  if (ask.step) {
    std::erase_if(steps, [&](const BreakdownOfStep& s) { return s.step != *ask.step; });
    return {stepTable(steps, ask.stat, ask.kernelWaitBelow), idleTable(run, ask.stat, ask.kernelWaitBelow)};
  }
  return {breakdownTable(index.over(ask.stat.range), ask.stat, ask.kernelWaitBelow), stepTable(steps, ask.stat, ask.kernelWaitBelow), idleTable(run, ask.stat, ask.kernelWaitBelow)};
}

std::vector<StatTable> allStragglerTables(const Run& run, const InfoAsk& ask, const Job& job) {
  std::vector<StatTable> all = stragglerTables(run, ask.stat);
  for (StatTable& t : whatIfTables(run, job, ask.stat.range)) all.push_back(std::move(t));
  return all;
}

std::vector<StatTable> kernelTables(const Run& run, const InfoAsk& ask, const Job& job) { return {kernelTable(run, ask.stat, job)}; }
std::vector<StatTable> operatorTables(const Run& run, const InfoAsk& ask, const Job& job) { return {operatorTable(run, ask.stat, job)}; }
std::vector<StatTable> collectiveTables(const Run& run, const InfoAsk& ask, const Job&) { return {collectiveTable(run, ask.stat)}; }
std::vector<StatTable> fileTables(const Run& run, const InfoAsk& ask, const Job&) { return {fileTable(run, ask.stat)}; }

constexpr InfoSection kInfoSections[] = {
    {"--breakdown", "Where the time of each rank and step goes: computing, communication, data, idling and why", breakdownTables},
    {"--stragglers", "Who waits longest and for whom, who comes last to each collective; of pipelines what stragglers cost", allStragglerTables},
    {"--collectives", "Collectives by operation and size: count, time, algbw, busbw", collectiveTables},
    {"--kernels", "Kernels by name: count, sum, mean, p50, p99, share", kernelTables},
    {"--operators", "Host operators by name, with their self time", operatorTables},
    {"--files", "Files by what was read and written", fileTables},
};

}  // namespace

std::span<const InfoSection> infoSections() { return kInfoSections; }

}  // namespace weir::cli
