// What has to hold of every trace whatever it is: every file and folder of the corpus that opens is summarized, and the sums
// are held against each other. No expected value stands here; a kind of file that breaks an identity shows itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "core/formats/open.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/compare.h"
#include "core/summarize/critical_path.h"
#include "core/summarize/energy.h"
#include "core/summarize/io_report.h"
#include "core/summarize/range_report.h"
#include "core/summarize/traffic.h"

using namespace weir;
namespace fs = std::filesystem;

namespace {

const fs::path kCorpus = fs::path(WEIR_SHARED_DIR) / "corpus";
constexpr std::uintmax_t kLargest = 20'000'000;  // bytes of a file: the rest costs minutes under a sanitizer

// Files, and folders that hold the files of several ranks.
std::vector<fs::path> all() {
  std::vector<fs::path> out;
  if (!fs::exists(kCorpus)) return out;
  for (const auto& e : fs::recursive_directory_iterator(kCorpus)) {
    const std::string where = e.path().string();
    if (where.find("/malformed") != std::string::npos) continue;
    if (e.is_regular_file() && e.file_size() <= kLargest) out.push_back(e.path());
    if (e.is_directory() && fs::relative(e.path(), kCorpus).has_parent_path()) {
      std::uintmax_t bytes = 0;
      for (const auto& f : fs::recursive_directory_iterator(e.path())) bytes += f.is_regular_file() ? f.file_size() : 0;
      if (bytes <= kLargest) out.push_back(e.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

TimeRange spanOf(const weir::Run& run) { return {run.span().first, run.span().second}; }

void partsSum(const Breakdown& b) {
  for (const RankBreakdown& r : b.ranks) {
    EXPECT_EQ(r.computing + r.exposed + r.dataStall + r.checkpoint + r.copy + r.other + r.idle + r.unknown, r.wall()) << "rank " << r.rank;
    EXPECT_EQ(r.hostBound + r.kernelWait + r.idleOther, r.idle) << "rank " << r.rank;
    for (const std::int64_t part : {r.computing, r.overlapped, r.exposed, r.dataStall, r.checkpoint, r.copy, r.other, r.idle, r.hostBound, r.kernelWait, r.idleOther, r.unknown})
      EXPECT_GE(part, 0) << "rank " << r.rank;
    EXPECT_LE(r.overlapped, r.computing) << "rank " << r.rank;
  }
}

// Two halves of the time are the whole, part by part.
void halvesAreTheWhole(const BreakdownIndex& index, TimeRange span) {
  const std::int64_t middle = span.from + span.length() / 2;
  const RankBreakdown whole = index.over().total, a = index.over(TimeRange{span.from, middle}).total, b = index.over(TimeRange{middle, span.to}).total;
  EXPECT_EQ(a.wall() + b.wall(), whole.wall());
  EXPECT_EQ(a.computing + b.computing, whole.computing);
  EXPECT_EQ(a.overlapped + b.overlapped, whole.overlapped);
  EXPECT_EQ(a.exposed + b.exposed, whole.exposed);
  EXPECT_EQ(a.dataStall + b.dataStall, whole.dataStall);
  EXPECT_EQ(a.copy + b.copy, whole.copy);
  EXPECT_EQ(a.idle + b.idle, whole.idle);
  EXPECT_EQ(a.unknown + b.unknown, whole.unknown);
}

void pathTilesTheMakespan(const RunPtr& run) {
  const auto graph = pathGraph(run, {}, {});
  if (!graph) return;  // nothing with a duration: said as an error
  const auto path = criticalPath(*graph, {});
  ASSERT_TRUE(path) << path.error().line();
  std::int64_t at = path->span.from;
  for (const PathSegment& s : path->segments) {
    ASSERT_EQ(s.from, at);
    ASSERT_GT(s.to, s.from);
    at = s.to;
  }
  EXPECT_EQ(at, path->span.to);
  for (const PathBy by : {PathBy::Name, PathBy::Activity, PathBy::Rank}) {
    const auto rows = pathTable(*graph, *path, by, 2, {});
    ASSERT_TRUE(rows);
    std::int64_t sum = 0;
    for (const PathRow& r : *rows) {
      sum += r.time;
      if (r.gain) {
        EXPECT_GE(*r.gain, 0);
        EXPECT_LE(*r.gain, path->makespan());
      }
    }
    EXPECT_EQ(sum, path->makespan());
  }
  PathChange same;
  same.what = PathChange::What::Activity;
  same.activity = Activity::Compute;
  same.factor = 1;
  const auto again = criticalPath(*graph, {same}, {});
  if (again) {
    EXPECT_EQ(again->makespan(), path->makespan());
  }
  same.factor = 0.5;
  const auto faster = criticalPath(*graph, {same}, {});
  if (faster) {
    EXPECT_LE(faster->makespan(), path->makespan());
  }
}

void trafficSums(const weir::Run& run, TrafficMeasure measure) {
  TrafficOptions o;
  o.measure = measure;
  const TrafficMatrix m = trafficMatrix(run, o);
  double rows = 0, columns = 0;
  for (const double v : m.rowSum) rows += std::isnan(v) ? 0 : v;
  for (const double v : m.columnSum) columns += std::isnan(v) ? 0 : v;
  EXPECT_NEAR(rows, m.sum, 1e-9 * std::max(1.0, m.sum));
  EXPECT_NEAR(columns, m.sum, 1e-9 * std::max(1.0, m.sum));
  double kinds = 0;
  for (const TrafficKind& k : m.kinds) kinds += k.total;
  EXPECT_NEAR(kinds, m.sum, 1e-6 * std::max(1.0, m.sum));
}

void comparedWithItself(const weir::Run& run, const Steps& steps) {
  const auto c = compareRuns({&run, steps.ranks}, {&run, steps.ranks});
  ASSERT_TRUE(c);
  for (const ComparedTable& t : c->tables)
    for (const ComparedRow& r : t.rows) {
      EXPECT_EQ(r.change, Change::Unchanged) << t.name << ' ' << r.key;
      if (!std::isnan(r.difference.difference)) {
        EXPECT_EQ(r.difference.difference, 0) << t.name << ' ' << r.key;
      }
    }
  EXPECT_TRUE(c->unmatched.empty());
  for (const CollectiveError& e : c->errors)
    if (!std::isnan(e.most)) {
      EXPECT_EQ(e.most, 0) << e.operation;
    }
}

void ioSums(const weir::Run& run) {
  const auto r = ioReport(run);
  ASSERT_TRUE(r) << r.error().line();
  if (!r->any) return;
  const auto whole = [](IoCount c) { return c.value_or(0); };
  std::int64_t layers = 0, files = 0, ranks = 0;
  for (const IoLayer& l : r->layers)
    if (l.countsOnce) layers += whole(l.sums.readBytes) + whole(l.sums.writeBytes);
  for (const IoFile& f : r->byFile) files += whole(f.sums.readBytes) + whole(f.sums.writeBytes);
  for (const IoRank& k : r->byRank) ranks += whole(k.sums.readBytes) + whole(k.sums.writeBytes);
  const std::int64_t total = whole(r->total.readBytes) + whole(r->total.writeBytes);
  EXPECT_EQ(layers, total);
  if (r->filesLeftOut == 0 && !r->byFile.empty()) {
    EXPECT_LE(files, total);
  }
  if (!r->byRank.empty()) {
    EXPECT_EQ(ranks, total);
  }
  EXPECT_LE(r->smallFiles, r->sizedFiles);
  EXPECT_LE(r->sizedFiles, r->files);
}

void rangeShares(const weir::Run& run, TimeRange span) {
  std::vector<std::uint32_t> rows(run.rows.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const auto r = rangeReport(run, rows, span.from + span.length() / 3, span.from + span.length() / 3 * 2, {}, {});
  ASSERT_TRUE(r);
  EXPECT_LE(r->all.share, 1 + 1e-12);
  EXPECT_GE(r->all.share, 0);
}

void sumsHold(const fs::path& path) {
  OpenOptions options;
  options.keepGoing = true;
  auto opened = openFiles({path.string()}, options, {});
  if (!opened) return;
  const auto run = std::make_shared<const weir::Run>(std::move(*opened));
  SCOPED_TRACE(path.string());
  const TimeRange span = spanOf(*run);
  const BreakdownIndex index(*run);
  partsSum(index.over());
  if (span.length() > 1) {
    halvesAreTheWhole(index, span);
    rangeShares(*run, span);
  }
  const Steps steps = findSteps(*run);
  for (const BreakdownOfStep& s : breakdownBySteps(index, steps.ranks)) partsSum(s.of);
  pathTilesTheMakespan(run);
  trafficSums(*run, TrafficMeasure::Bytes);
  trafficSums(*run, TrafficMeasure::Messages);
  trafficSums(*run, TrafficMeasure::Time);
  comparedWithItself(*run, steps);
  ioSums(*run);
}

constexpr std::size_t kShares = 8;  // so that ctest spreads them over the cores
class OfEveryFile : public testing::TestWithParam<std::size_t> {};

}  // namespace

TEST_P(OfEveryFile, SumsHold) {
  const std::vector<fs::path> files = all();
  if (files.empty()) GTEST_SKIP() << "not here: " << kCorpus;
  for (std::size_t i = GetParam(); i < files.size(); i += kShares) sumsHold(files[i]);
}
INSTANTIATE_TEST_SUITE_P(CorpusIdentities, OfEveryFile, testing::Range<std::size_t>(0, kShares));
