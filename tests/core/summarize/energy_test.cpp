// Energy by step, rank and phase: numbers by hand, and brute force over a grid of microseconds.
#include "core/summarize/energy.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/random.h"
#include "core/summarize/info.h"
#include "tests/core/summarize/support.h"

namespace energy_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000'000;

void power(RunBuilder& b, std::string_view name, std::int32_t rank, const std::vector<std::pair<std::int64_t, float>>& points, std::string_view group = "power",
           std::string_view unit = "W") {
  Counter c;
  c.name = b.intern(name);
  c.group = b.intern(group);
  c.unit = unit;
  c.rank = rank;
  for (const auto& [t, v] : points) {
    c.time.push_back(t);
    c.value.push_back(v);
  }
  b.counter(c);
}

double joules(const std::optional<PhaseEnergy>& e, Phase p) { return e ? (*e)[static_cast<std::size_t>(p)] : -1; }

}  // namespace

TEST(Energy, PhasesOfOneRankByHand) {
  Sketch s;
  // 0-4 computing, 3-6 communication (1 of it overlapped), 6-8 data, 8-10 idle, in microseconds.
  const auto stream = s.track(0, TrackKind::Stream, "stream"), comm = s.track(0, TrackKind::Stream, "nccl"), host = s.track(0, TrackKind::Thread, "host");
  s.slice(stream, 0, 4, Activity::Compute);
  s.slice(comm, 3, 6, Activity::Communication);
  s.slice(host, 6, 8, Activity::DataLoad);
  s.slice(host, 0, 10, Activity::Annotation);
  // 100 W until 5 us, then rising to 200 W at 10 us, and on to 15 us.
  power(s.b, "GPU 0", 0, {{0, 100}, {5 * us, 100}, {10 * us, 200}, {15 * us, 200}});
  const auto run = s.build();
  const auto e = energyReport(run, {});
  ASSERT_TRUE(e.has_value());
  EXPECT_NEAR(*e->energy_j, 500e-6 + 750e-6 + 1000e-6, 1e-15);
  EXPECT_NEAR(joules(e->phase_j, Phase::Computing), 400e-6, 1e-15);
  EXPECT_NEAR(joules(e->phase_j, Phase::Communication), 100e-6 + 110e-6, 1e-15);  // 4-5 at 100 W, 5-6 at 110 W
  EXPECT_NEAR(joules(e->phase_j, Phase::Data), 280e-6, 1e-15);                    // 6-8: 120 to 160 W
  EXPECT_NEAR(joules(e->phase_j, Phase::Idle), 360e-6, 1e-15);                    // 8-10: 160 to 200 W
  EXPECT_NEAR(joules(e->phase_j, Phase::Outside), 1000e-6, 1e-15);
  EXPECT_EQ(e->assumption, "");
  ASSERT_EQ(e->ranks.size(), 1U);
  EXPECT_EQ(e->ranks[0].rank, 0);
  EXPECT_TRUE(e->steps.empty());
}

TEST(Energy, StepsOfRanksAndOfTheJob) {
  Sketch s;
  for (int r = 0; r < 2; ++r) s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 30, Activity::Compute);
  power(s.b, "a", 0, {{0, 100}, {40 * us, 100}});
  power(s.b, "b", 1, {{0, 50}, {15 * us, 50}});  // ends within the second step
  power(s.b, "node", kUnknownRank, {{0, 10}, {40 * us, 10}});
  const auto run = s.build();
  const std::vector<RankSteps> steps{{0, {{0, 10 * us}, {10 * us, 20 * us}, {20 * us, 30 * us}}}, {1, {{1 * us, 11 * us}, {11 * us, 21 * us}, {21 * us, 31 * us}}}};
  const auto job = jobSteps(steps);
  EXPECT_EQ(job, (std::vector<TimeRange>{{0, 10 * us}, {10 * us, 20 * us}, {20 * us, 31 * us}}));
  const auto e = energyReport(run, steps);
  ASSERT_EQ(e->steps.size(), 3U);
  EXPECT_NEAR(*e->steps[0].energy_j, 1000e-6 + 500e-6 + 100e-6, 1e-15);
  EXPECT_NEAR(*e->steps[1].energy_j, 1000e-6 + 200e-6 + 100e-6, 1e-15);  // b: 11 to 15
  EXPECT_NEAR(e->steps[1].covered, (1 + 0.4 + 1) / 3, 1e-12);
  EXPECT_NEAR(*e->steps[1].mean_w, 160, 1e-9);
  EXPECT_NEAR(*e->steps[2].energy_j, 1000e-6 + 110e-6, 1e-15);
  ASSERT_EQ(e->ranks.size(), 3U);  // unknown, 0, 1
  EXPECT_EQ(e->ranks[0].rank, kUnknownRank);
  EXPECT_FALSE(e->ranks[2].step_j[2].has_value());  // no reading there: unknown, not 0
  EXPECT_NE(e->assumption.find("2 ranks count evenly"), std::string::npos);
  // A range takes the steps that lie in it whole.
  EXPECT_EQ(energyReport(run, steps, TimeRange{5 * us, 31 * us})->steps.front().step, 1U);
}

TEST(Energy, BruteForceOverAGridOfMicroseconds) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed, 3);
    Sketch s;
    constexpr int kLength = 60;
    const int ranks = 1 + static_cast<int>(random.below(3));
    std::vector<std::vector<int>> part(static_cast<std::size_t>(ranks), std::vector<int>(kLength + 20, 6));  // phase of each microsecond
    for (int r = 0; r < ranks; ++r) {
      std::array<std::vector<bool>, 5> in;
      for (auto& v : in) v.assign(kLength, false);
      const std::array<Activity, 5> kinds{Activity::Compute, Activity::Communication, Activity::DataLoad, Activity::Checkpoint, Activity::Copy};
      const auto host = s.track(r, TrackKind::Thread, "host");
      s.slice(host, 0, kLength, Activity::Annotation);
      for (std::size_t k = 0; k < kinds.size(); ++k)
        for (int n = static_cast<int>(random.below(4)) + (k == 0 ? 1 : 0); n > 0; --n) {
          const auto from = static_cast<std::int64_t>(random.below(kLength - 1)), to = from + 1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(kLength - from)));
          s.slice(s.track(r, TrackKind::Stream, "s" + std::to_string(k) + "." + std::to_string(n)), from, std::min<std::int64_t>(to, kLength), kinds[k]);
          for (std::int64_t t = from; t < std::min<std::int64_t>(to, kLength); ++t) in[k][static_cast<std::size_t>(t)] = true;
        }
      for (std::size_t t = 0; t < kLength; ++t) {
        part[static_cast<std::size_t>(r)][t] = 5;
        for (int k = 4; k >= 0; --k)
          if (in[static_cast<std::size_t>(k)][t]) part[static_cast<std::size_t>(r)][t] = k;
      }
    }
    // Readings at whole microseconds, some twice, one regular series and one counter of joules beside.
    struct Curve {
      std::int32_t rank;
      std::vector<double> cell;  // J in each microsecond; NaN = not read
    };
    std::vector<Curve> curves;
    const auto rankOf = [&] { return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(ranks) + 1)) - 1; };
    for (int m = 0; m < 3; ++m) {
      std::vector<std::pair<std::int64_t, float>> points;
      std::vector<double> at(kLength + 20, std::nan(""));
      std::int64_t t = static_cast<std::int64_t>(random.below(10));
      std::vector<std::pair<std::int64_t, double>> distinct;
      while (t < kLength + 15) {
        const auto v = static_cast<float>(random.below(500));
        points.emplace_back(t * us, v);
        double mean = v;
        if (random.below(4) == 0) {
          const auto w = static_cast<float>(random.below(500));
          points.emplace_back(t * us, w);
          mean = (static_cast<double>(v) + static_cast<double>(w)) / 2;
        }
        distinct.emplace_back(t, mean);
        t += 1 + static_cast<std::int64_t>(random.below(12));
      }
      Curve c{rankOf(), std::vector<double>(kLength + 20, std::nan(""))};
      for (std::size_t i = 1; i < distinct.size(); ++i) {
        const auto [t0, v0] = distinct[i - 1];
        const auto [t1, v1] = distinct[i];
        const auto w = [&, t0 = t0, v0 = v0, t1 = t1, v1 = v1](double x) { return v0 + (v1 - v0) * (x - static_cast<double>(t0)) / static_cast<double>(t1 - t0); };
        for (std::int64_t x = t0; x < t1; ++x) c.cell[static_cast<std::size_t>(x)] = (w(static_cast<double>(x)) + w(static_cast<double>(x + 1))) / 2 * 1e-6;
      }
      power(s.b, "meter " + std::to_string(m), c.rank, points);
      curves.push_back(std::move(c));
    }
    {
      Curve c{rankOf(), std::vector<double>(kLength + 20, std::nan(""))};
      Counter regular;
      regular.name = s.b.intern("regular");
      regular.group = s.b.intern("power");
      regular.unit = "W";
      regular.rank = c.rank;
      regular.start = 2 * us;
      regular.step = 5 * us;
      for (int i = 0; i < 12; ++i) {
        const bool unknown = random.below(6) == 0;
        regular.value.push_back(unknown ? std::nanf("") : static_cast<float>(random.below(300)));
        for (int x = 0; x < 5 && !unknown; ++x) c.cell[static_cast<std::size_t>(2 + 5 * i + x)] = static_cast<double>(regular.value.back()) * 1e-6;
      }
      s.b.counter(regular);
      curves.push_back(std::move(c));
    }
    std::vector<RankSteps> steps;
    for (int r = 0; r < ranks; ++r) {
      RankSteps own{r, {}};
      for (std::int64_t k = 0; k < 4; ++k) own.steps.push_back({(k * 15 + r) * us, (k * 15 + r + 14) * us});
      steps.push_back(own);
    }
    const auto run = s.build();
    const auto report = energyReport(run, steps);
    ASSERT_TRUE(report.has_value());

    PhaseEnergy phases{};
    double all = 0;
    for (const Curve& c : curves)
      for (std::size_t t = 0; t < c.cell.size(); ++t) {
        if (std::isnan(c.cell[t])) continue;
        all += c.cell[t];
        const std::int32_t owner = ranks == 1 ? 0 : c.rank;
        for (int r = 0; r < ranks; ++r)
          if (owner == kUnknownRank || owner == r)
            phases[static_cast<std::size_t>(part[static_cast<std::size_t>(r)][t])] += c.cell[t] / (owner == kUnknownRank ? ranks : 1);
      }
    ASSERT_NEAR(*report->energy_j, all, 1e-12) << seed;
    ASSERT_NEAR(*report->energy_j, *powerSummary(run)->energy_j, 1e-12) << seed;
    ASSERT_TRUE(report->phase_j.has_value()) << seed;
    for (std::size_t p = 0; p < kPhases; ++p) ASSERT_NEAR((*report->phase_j)[p], phases[p], 1e-12) << seed << " phase " << p;
    const auto job = jobSteps(steps);
    ASSERT_EQ(report->steps.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
      double sum = 0;
      for (const Curve& c : curves) {
        const std::int32_t owner = ranks == 1 ? 0 : c.rank;
        const TimeRange span = owner == kUnknownRank ? job[k] : steps[static_cast<std::size_t>(owner)].steps[k];
        for (std::int64_t t = span.from / us; t < span.to / us; ++t)
          if (!std::isnan(c.cell[static_cast<std::size_t>(t)])) sum += c.cell[static_cast<std::size_t>(t)];
      }
      ASSERT_NEAR(report->steps[k].energy_j.value_or(0), sum, 1e-12) << seed << " step " << k;
      if (report->steps[k].phase_j) {
        ASSERT_NEAR(std::accumulate(report->steps[k].phase_j->begin(), report->steps[k].phase_j->end(), 0.0), sum, 1e-12) << seed;
      }
    }
  }
}

TEST(Energy, MetersThatNeverReadTogetherAreSaid) {
  RunBuilder b("test", Truth::Measured);
  power(b, "node", kUnknownRank, {{0, 1000}, {300 * kSecond, 1000}});
  power(b, "switch", kUnknownRank, {{18000 * kSecond, 100}, {18300 * kSecond, 100}});
  const auto apart = powerSummary(b.build());
  EXPECT_DOUBLE_EQ(*apart->mean_w, 550);  // over the 600 s in which either reads
  EXPECT_DOUBLE_EQ(apart->sumOfMeans_w, 1100);
  EXPECT_EQ(apart->together, 0);
  ASSERT_EQ(apart->notes.size(), 1U);
  EXPECT_EQ(apart->notes[0].count, 2U);
  RunBuilder t("test", Truth::Measured);
  power(t, "node", kUnknownRank, {{0, 1000}, {300 * kSecond, 1000}});
  power(t, "switch", kUnknownRank, {{10 * kSecond, 100}, {310 * kSecond, 100}});
  const auto together = powerSummary(t.build());
  EXPECT_TRUE(together->notes.empty());
  EXPECT_EQ(together->together, 290 * kSecond);
  RunBuilder one("test", Truth::Measured);
  power(one, "node", kUnknownRank, {{0, 1000}, {300 * kSecond, 1000}});
  EXPECT_TRUE(powerSummary(one.build())->notes.empty());
}

TEST(Energy, InfoCarriesIt) {
  Sketch s;
  s.slice(s.track(0, TrackKind::Stream, "stream"), 0, 4, Activity::Compute);
  const auto host = s.track(0, TrackKind::Thread, "host");
  for (int k = 0; k < 2; ++k)
    s.b.slice({.track = host, .start = k * 4 * us, .duration = 4 * us, .name = s.b.intern("ProfilerStep#" + std::to_string(k + 17)), .category = 0, .activity = Activity::Annotation, .args = {}});
  power(s.b, "GPU 0", 0, {{0, 100}, {8 * us, 100}});
  const auto run = s.build();
  const auto json = nlohmann::json::parse(infoToJson(describe(run)));
  const auto& p = json["power"];
  ASSERT_EQ(p["per_step"].size(), 2U);
  EXPECT_EQ(p["per_step"][0]["step"], 17) << "as the trace numbers it";
  EXPECT_EQ(p["per_step"][1]["step"], 18);
  EXPECT_NEAR(p["per_step"][1]["energy_j"].get<double>(), 400e-6, 1e-15);
  EXPECT_NEAR(p["by_phase_j"]["computing"].get<double>(), 400e-6, 1e-15);
  EXPECT_NEAR(p["by_phase_j"]["idle"].get<double>(), 400e-6, 1e-15);
  EXPECT_EQ(p["by_rank"][0]["rank"], 0);
  EXPECT_NEAR(p["energy_j"].get<double>(), 800e-6, 1e-15);
  EXPECT_NE(infoToText(describe(run)).find("2 steps, 400 µJ a step"), std::string::npos) << infoToText(describe(run));
}

}  // namespace energy_test
