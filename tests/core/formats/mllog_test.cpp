#include <gtest/gtest.h>

#include "log_support.h"

namespace mllog_test {
using namespace weir;
using namespace weir::test;

namespace {

std::string at(long long ms, const std::string& type, const std::string& key, const std::string& value, const std::string& metadata = "{}") {
  return ":::MLLOG {\"namespace\": \"\", \"time_ms\": " + std::to_string(ms) + ", \"event_type\": \"" + type + "\", \"key\": \"" + key + "\", \"value\": " + value +
         ", \"metadata\": " + metadata + "}\n";
}
constexpr long long kT = 1700000000000;

const std::string kRun = at(kT, "POINT_IN_TIME", "submission_benchmark", "\"bert\"") + at(kT + 1, "POINT_IN_TIME", "seed", "7") + "any other line\n" +
                         "0: " + at(kT + 10, "INTERVAL_START", "run_start", "null") + "0: " + at(kT + 20, "INTERVAL_START", "epoch_start", "null", "{\"epoch_num\": 1}") +
                         "0: " + at(kT + 120, "POINT_IN_TIME", "eval_accuracy", "0.5", "{\"epoch_num\": 1}") + "0: " + at(kT + 130, "INTERVAL_END", "epoch_stop", "null", "{\"epoch_num\": 1}") +
                         "0: " + at(kT + 220, "POINT_IN_TIME", "eval_accuracy", "0.75", "{\"epoch_num\": 2}") + "0: " + at(kT + 1010, "INTERVAL_END", "run_stop", "null", "{\"status\": \"success\"}");

}  // namespace

TEST(Mllog, IntervalsPointsAndFacts) {
  const auto run = mustRead(kRun);
  EXPECT_EQ(run.originNs, kT * 1'000'000);
  EXPECT_EQ(slicesInSeconds(run), "run[0.01,1.01) epoch[0.02,0.13) ");
  EXPECT_EQ(run.slices.activity[0], Activity::Annotation);
  EXPECT_EQ(run.argsOf(1), R"({"value":null,"start":{"epoch_num":1},"stop":{"epoch_num":1}})");
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{0}));
  EXPECT_EQ(fact(run, "benchmark"), "bert");
  EXPECT_EQ(fact(run, "submission_benchmark"), "bert");
  EXPECT_EQ(fact(run, "seed"), "7");
  EXPECT_EQ(fact(run, "status"), "success");
  EXPECT_EQ(fact(run, "run time"), "1");
  EXPECT_EQ(fact(run, "lines"), "9");
  EXPECT_EQ(fact(run, "MLLOG lines"), "8");
  const Counter* accuracy = counter(run, "eval_accuracy", "MLPerf");
  ASSERT_NE(accuracy, nullptr);
  EXPECT_EQ(accuracy->value, (std::vector<float>{0.5F, 0.75F}));
  EXPECT_EQ(seconds(*accuracy), (std::vector<double>{0.12, 0.22}));
  EXPECT_EQ(run.sources[0].clock, ClockKind::Epoch);
  EXPECT_EQ(table(run, "MLLOG points")->rows(), 4U);
  EXPECT_TRUE(run.notes.empty()) << noteKinds(run);
  staysWholeInPieces(kRun);
}

TEST(Mllog, WhatIsDamagedOrUnmatchedIsSaid) {
  const auto run = mustRead(at(kT, "INTERVAL_START", "init_start", "null") + at(kT + 5, "INTERVAL_START", "init_start", "null") + at(kT + 9, "INTERVAL_END", "init_stop", "null") +
                            at(kT + 10, "INTERVAL_END", "eval_stop", "null") + at(kT + 11, "POINT_IN_TIME", "loss", "NaN") + at(kT + 12, "POINT_IN_TIME", "loss", "2.5") +
                            at(kT + 13, "POINT_IN_TIME", "loss", "1.5") + ":::MLLOG {\"key\": \"x\"}\n:::MLLOG {\"time_ms\": 17000");
  EXPECT_EQ(slicesInSeconds(run), "init[0.005,0.009) ");
  EXPECT_EQ(noteCount(run, "interval without an end"), 1U);
  EXPECT_EQ(noteCount(run, "interval that ends without a beginning"), 1U);
  EXPECT_EQ(noteCount(run, "value that is not JSON, read as null"), 1U);
  EXPECT_EQ(noteCount(run, "MLLOG line that cannot be read"), 1U);
  EXPECT_EQ(noteCount(run, "last line cut off"), 1U);
  EXPECT_EQ(counter(run, "loss", "MLPerf")->value, (std::vector<float>{2.5F, 1.5F}));
}

TEST(Mllog, RanksByPrefix) {
  for (const char* prefix : {"3: ", " 3: ", "[1,3]<stdout>:", "[1,3]<stderr>: "}) {
    const auto run = mustRead(prefix + at(kT, "INTERVAL_START", "run_start", "null") + prefix + at(kT + 5, "INTERVAL_END", "run_stop", "null"));
    EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{3})) << prefix;
    EXPECT_EQ(fact(run, "lines with a launcher's prefix"), "2");
  }
  // Begun on all, ended by one.
  const auto run = mustRead("0: " + at(kT, "INTERVAL_START", "eval_start", "null") + "1: " + at(kT + 5, "INTERVAL_END", "eval_stop", "null"));
  EXPECT_EQ(slicesInSeconds(run), "eval[0,0.005) ");
}

TEST(Mllog, AMeterIsADevice) {
  const std::string log = at(kT, "INTERVAL_START", "power_measurement_start", "null") + at(kT, "POINT_IN_TIME", "conversion_eff", "0.96", "{\"measurement_type\": \"AC\"}") +
                          at(kT + 1000, "POINT_IN_TIME", "power_reading", "100", "{\"host\": \"node_0\"}") + at(kT + 1000, "POINT_IN_TIME", "power_reading", "100", "{\"host\": \"node_0\"}") +
                          at(kT + 3000, "POINT_IN_TIME", "power_reading", "300.0", "{\"host\": \"node_0\"}") + at(kT + 4000, "INTERVAL_END", "power_measurement_stop", "null");
  auto run = readNamed(log, "sw_0.txt");
  ASSERT_TRUE(run.has_value());
  const Counter* power = counter(*run, "sw_0", "power");  // the file's name: a switch's log may say "node_0"
  ASSERT_NE(power, nullptr);
  EXPECT_EQ(power->unit, "W");
  EXPECT_EQ(power->value, (std::vector<float>{100, 100, 300}));
  EXPECT_EQ(seconds(*power), (std::vector<double>{1, 1, 3}));
  EXPECT_EQ(noteCount(*run, "several readings at one time"), 1U);
  EXPECT_EQ(fact(*run, "conversion_eff"), "0.96");
  EXPECT_EQ(fact(*run, "measurement_type"), "AC");
  EXPECT_EQ(run->sources[0].clock, ClockKind::Local);
  EXPECT_TRUE(run->ranks.empty());
  EXPECT_EQ(slicesInSeconds(*run), "power_measurement[0,4) ");
  EXPECT_EQ(run->tracks[0].kind, TrackKind::Device);
  staysWholeInPieces(log);
}

TEST(Mllog, NotOne) {
  EXPECT_FALSE(readNamed(":::MLLOG {}\n", "x").has_value());
  EXPECT_FALSE(readNamed("MLLOG\n", "x").has_value());
}

namespace {

// Trapezoid over distinct times, as the manifest has it; readings of one time are equal there.
double trapezoid(const Counter& c) {
  double sum = 0;
  for (std::size_t i = 1; i < c.time.size(); ++i)
    sum += static_cast<double>(c.time[i] - c.time[i - 1]) / 1e12 * (static_cast<double>(c.value[i]) + static_cast<double>(c.value[i - 1])) / 2;
  return sum;
}

}  // namespace

TEST(MllogCorpus, Manifest) {
  walkManifest("mllog", 16, {}, [](ManifestRow& row, const weir::Run& run) {
    const auto number = [&](std::string_view name) { return fact(run, name).empty() ? 0 : std::stoll(fact(run, name)); };
    expectKey(row, "lines", number("lines"));
    expectKey(row, "mllog", number("MLLOG lines"));
    expectKey(row, "bad", noteCount(run, "MLLOG line that cannot be read") + noteCount(run, "value that is not JSON, read as null"));
    expectKey(row, "prefixed_lines", number("lines with a launcher's prefix"));
    const std::string benchmark = fact(run, "benchmark");
    expectKey(row, "benchmark", benchmark.empty() ? nlohmann::json(nullptr) : nlohmann::json(benchmark));
    expectKey(row, "status", fact(run, "status"));
    if (row.expected.contains("run_s")) expectKey(row, "run_s", std::stod(fact(run, "run time")));
    expectKey(row, "first_ms", run.originNs / 1'000'000);
    std::int64_t last = run.span().second;
    for (const Instant& i : run.instants) last = std::max(last, i.time);
    expectKey(row, "last_ms", run.originNs / 1'000'000 + last / 1'000'000'000);
    std::size_t accuracies = 0, power = 0, meters = 0;
    double sum = 0;
    for (const Counter& c : run.counters) {
      if (run.names.text(c.name) == "eval_accuracy") accuracies += c.value.size();
      if (run.names.text(c.group) != "power") continue;
      ++meters;
      power += c.value.size();
      for (const float v : c.value) sum += static_cast<double>(v);
      if (row.expected.contains("energy_trapz_J")) expectKey(row, "energy_trapz_J", trapezoid(c));
    }
    expectKey(row, "eval_accuracy", accuracies);
    if (!row.expected.contains("power_n")) {
      EXPECT_EQ(meters, 0U);
      return;
    }
    EXPECT_EQ(meters, 1U);
    expectKey(row, "power_n", power);
    expectKey(row, "power_mean_W", std::round(sum / static_cast<double>(power) * 1000) / 1000);
    expectKey(row, "conversion_eff", std::stod(fact(run, "conversion_eff")));
    expectKey(row, "dup_timestamps", noteCount(run, "several readings at one time"));
  });
}

TEST(MllogCorpus, TheSwitchIsFiveHoursOffUntilTheUserShiftsIt) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const std::string folder = shared("corpus/mllog/dell_power_result_0");
  const auto start = [](const weir::Run& run, std::string_view name) {
    const Counter* c = counter(run, name, "power");
    return c == nullptr ? -1 : static_cast<double>(c->time.front()) / 1e12;
  };
  const auto apart = openFiles({folder}, {}, {});
  ASSERT_TRUE(apart.has_value()) << apart.error().line();
  EXPECT_EQ(apart->sources.size(), 9U);
  EXPECT_NEAR(start(*apart, "node_0") - start(*apart, "sw_0"), 5 * 3600, 2);
  OpenOptions options;
  options.shifts.emplace_back("sw_0", std::int64_t{5} * 3600 * 1'000'000'000'000);
  const auto together = openFiles({folder}, options, {});
  ASSERT_TRUE(together.has_value());
  EXPECT_NEAR(start(*together, "node_0") - start(*together, "sw_0"), 0, 2);
  EXPECT_LT(static_cast<double>(together->span().second - together->span().first) / 1e12, 320);
}

}  // namespace mllog_test
