// What each analysis costs on runs of a million and of ten million slices, and how that grows: wall and CPU time, and the most
// memory held at once beyond what was held before. Made-up runs (tests/bench/timeline/shapes), or the files given.
//   analyses_bench [SLICES | FILE]... [--collectives] [--kept]
// With --collectives also made-up traces of eight ranks (trace_maker), whose collectives stragglers and traffic are about: they
// are written to a temporary folder (3 GB for ten million slices) and read. With --kept alone what a study keeps of each analysis:
// seconds anew against seconds from its bytes.
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/open.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/breakdown_kept.h"
#include "core/summarize/breakdown_table.h"
#include "core/summarize/collective_table.h"
#include "core/summarize/compare.h"
#include "core/summarize/critical_path.h"
#include "core/summarize/critical_path_kept.h"
#include "core/summarize/energy.h"
#include "core/summarize/io_report.h"
#include "core/summarize/io_report_kept.h"
#include "core/summarize/kernel_table.h"
#include "core/summarize/steps.h"
#include "core/summarize/straggler_table.h"
#include "core/summarize/stragglers.h"
#include "core/summarize/traffic.h"
#include "core/summarize/traffic_kept.h"
#include "tests/bench/timeline/shapes.h"
#include "tests/bench/trace_maker.h"

namespace weir::bench {
namespace {

struct Cost {
  double wall = 0, cpu = 0, mb = 0;
};

double statusMb(const char* key) {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;)
    if (word == key) {
      double kb = 0;
      in >> kb;
      return kb / 1024;
    }
  return 0;
}

Cost timed(const std::function<void()>& work) {
  std::ofstream("/proc/self/clear_refs") << 5;  // the peak counts from here
  const double before = statusMb("VmRSS:");
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC,
          statusMb("VmHWM:") - before};
}

struct Analysis {
  std::string name;
  std::function<void()> work;
};

std::vector<std::pair<std::string, Cost>> measure(const RunPtr& run) {
  Steps steps;
  BreakdownIndex index;
  std::vector<CollectiveInstance> instances;
  PathGraph graph;
  const auto [from, to] = run->span();
  const std::vector<Analysis> all{
      {"steps", [&] { steps = findSteps(*run); }},
      {"breakdown", [&] { index = BreakdownIndex(*run); }},
      {"breakdown of a range", [&] { (void)index.over(TimeRange{from, from + (to - from) / 3}); }},
      {"breakdown by step", [&] { (void)breakdownBySteps(index, steps.ranks); }},
      {"idle, by cause", [&] { (void)idleTable(*run); }},
      {"collectives", [&] { (void)collectiveTable(*run); }},
      {"stragglers", [&] { instances = collectiveInstances(*run); (void)stragglerTable(instances, *run); }},
      {"kernels", [&] { (void)kernelTable(*run); }},
      {"operators", [&] { (void)operatorTable(*run); }},
      {"traffic, bytes", [&] { (void)trafficMatrix(*run, {}); }},
      {"critical path, graph", [&] { if (auto g = pathGraph(run, {}, {})) graph = std::move(*g); }},
      {"critical path", [&] { if (auto p = criticalPath(graph, {})) (void)pathTable(graph, *p, PathBy::Name, 8, {}); }},
      {"I/O report", [&] { (void)ioReport(*run); }},
      {"energy", [&] { (void)energyReport(*run, steps.ranks); }},
      {"compare with itself", [&] { (void)compareRuns({run.get(), steps.ranks}, {run.get(), steps.ranks}); }},
  };
  std::vector<std::pair<std::string, Cost>> out;
  for (const Analysis& a : all) out.emplace_back(a.name, timed(a.work));
  return out;
}

template <class T>
void keptRow(const char* what, const RunPtr& run, const std::function<T()>& make, std::string (*write)(const T&, const Run&), std::optional<T> (*read)(std::string_view, const Run&)) {
  std::optional<T> made;
  const Cost anew = timed([&] { made = make(); });
  std::string bytes;
  const Cost writing = timed([&] { bytes = write(*made, *run); });
  bool good = false;
  const Cost reading = timed([&] { good = read(bytes, *run).has_value(); });
  if (bytes.empty()) std::printf("%-24s %9.3f   not kept: too large\n", what, anew.wall);
  else std::printf("%-24s %9.3f %9.4f %9.4f %9.3f%s\n", what, anew.wall, reading.wall, writing.wall, static_cast<double>(bytes.size()) / 1e6, good ? "" : "   cannot be read");
  std::fflush(stdout);
}

// As the views ask for them, each alone.
void measureKept(const std::string& what, const RunPtr& run) {
  std::printf("\n%s: %zu slices, %zu collective calls\n%-24s %9s %9s %9s %9s\n", what.c_str(), run->slices.size(), run->collectives.size(), "", "anew, s", "read, s", "write, s", "MB");
  const std::vector<RankSteps> steps = findSteps(*run).ranks;
  for (const auto& [name, of] : {std::pair{"breakdown", BreakdownSums::Of::Ranks}, {"breakdown by step", BreakdownSums::Of::Steps}})
    keptRow<BreakdownSums>(name, run, [&, of = of] { return breakdownSums(BreakdownIndex(*run), steps, of, std::nullopt); }, breakdownToBytes, breakdownFromBytes);
  keptRow<IoReport>("I/O report", run, [&] { return *ioReport(*run); }, ioReportToBytes, ioReportFromBytes);
  TrafficOptions traffic;
  keptRow<TrafficLists>("traffic, what to choose", run, [&] {
    traffic.match = std::make_shared<const CallMatch>(matchCalls(*run));
    return TrafficLists{trafficChoices(*run, *traffic.match), ioChoices(*run), nodesOf(*run), trafficCollectives(*run, *traffic.match), heatFiles(*run)};
  }, trafficListsToBytes, trafficListsFromBytes);
  keptRow<TrafficAnswer>("traffic matrix", run, [&] { return TrafficAnswer{trafficMatrix(*run, traffic), {}}; }, trafficToBytes, trafficFromBytes);
  PathGraph graph;
  std::optional<PathAnswer> path;
  keptRow<PathAnswer>("critical path", run, [&] {
    if (auto g = pathGraph(run, {}, {})) graph = std::move(*g);
    auto answer = pathAnswer(graph, {});
    path = answer ? std::move(*answer) : PathAnswer{};
    return *path;
  }, pathToBytes, pathFromBytes);
  std::printf("%-24s %zu\n", "  segments", path->path.segments.size());
  keptRow<PathTable>("critical path, table", run, [&] { return PathTable{*pathTable(graph, path->path, PathBy::Name, 15, {}), 15}; }, pathTableToBytes, pathTableFromBytes);
}

using Growth = std::map<std::string, std::vector<std::pair<double, double>>>;  // slices and CPU seconds, by analysis

void show(const std::string& what, const Run& run, const std::vector<std::pair<std::string, Cost>>& costs, Growth* growth) {
  std::printf("\n%s: %zu slices, %zu ranks, %.0f MB\n%-24s %9s %9s %9s\n", what.c_str(), run.slices.size(), run.ranks.size(),
              static_cast<double>(bytesOf(run)) / 1e6, "", "wall, s", "CPU, s", "peak, MB");
  for (const auto& [name, c] : costs) {
    std::printf("%-24s %9.3f %9.3f %9.0f\n", name.c_str(), c.wall, c.cpu, c.mb);
    if (growth) (*growth)[name].emplace_back(static_cast<double>(run.slices.size()), c.cpu);
  }
  std::fflush(stdout);
}

void showGrowth(const std::string& what, const Growth& growth) {
  for (const auto& [name, at] : growth)
    if (at.size() > 1 && at.front().second > 0.01)
      std::printf("%s, %s: exponent of CPU against slices %.2f\n", what.c_str(), name.c_str(),
                  std::log(at.back().second / at.front().second) / std::log(at.back().first / at.front().first));
}

void measureCollectives(const std::vector<std::uint64_t>& sizes, bool kept) {
  constexpr int kRanks = 8;
  constexpr std::uint64_t kBytesOfSlice = 300;
  namespace fs = std::filesystem;
  Growth growth;
  for (const std::uint64_t n : sizes) {
    const std::string folder = (fs::temp_directory_path() / ("weir-analyses-" + std::to_string(::getpid()))).string();
    const auto made = TraceMaker::plain().writeJob(folder, n * kBytesOfSlice, kRanks);
    auto opened = made ? openFiles(*made, {}, {}) : tl::make_unexpected(made.error());
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    if (!opened) {
      std::printf("%s\n", opened.error().line().c_str());
      return;
    }
    const auto run = std::make_shared<const Run>(std::move(*opened));
    if (kept) {
      measureKept("collectives", run);
      continue;
    }
    std::printf("\n%zu collective calls", run->collectives.size());
    show("collectives", *run, measure(run), &growth);
  }
  showGrowth("collectives", growth);
}

}  // namespace
}  // namespace weir::bench

int main(int argc, char** argv) {
  using namespace weir;
  using namespace weir::bench;
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> files;
  bool collectives = false, kept = false;
  for (int i = 1; i < argc; ++i) {
    char* end = nullptr;
    const double n = std::strtod(argv[i], &end);
    if (std::string_view(argv[i]) == "--collectives") collectives = true;
    else if (std::string_view(argv[i]) == "--kept") kept = true;
    else if (end != argv[i] && *end == '\0') sizes.push_back(static_cast<std::uint64_t>(n));
    else files.emplace_back(argv[i]);
  }
  if (!files.empty()) {
    auto opened = openFiles(files, {}, {});
    if (!opened) {
      std::printf("%s\n", opened.error().line().c_str());
      return 1;
    }
    const auto run = std::make_shared<const Run>(std::move(*opened));
    if (kept) measureKept(files.front(), run);
    else show(files.front(), *run, measure(run), nullptr);
  }
  if (sizes.empty() && files.empty()) sizes = {1'000'000, 10'000'000};
  if (collectives) measureCollectives(sizes, kept);
  for (const Shape& shape : shapes()) {
    if (sizes.empty() || (shape.name != "ranks" && shape.name != "mixed" && shape.name != "1000 ranks")) continue;
    Growth growth;
    for (const std::uint64_t n : sizes) {
      const RunPtr run = make(shape, n);
      if (kept) {
        measureKept(shape.name, run);
        continue;
      }
      show(shape.name, *run, measure(run), &growth);
    }
    showGrowth(shape.name, growth);
  }
  return 0;
}
