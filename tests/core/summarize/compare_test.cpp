// Two runs held against each other: numbers by hand, what was put in or left out found again, names, studies, real traces.
#include "core/summarize/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/summarize/compare_text.h"
#include "core/summarize/kernel_name.h"
#include "tests/core/summarize/support.h"

namespace compare_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {

void kernel(Sketch& s, TrackIndex t, std::int64_t from, std::int64_t length, std::string_view name, Activity a = Activity::Compute) {
  s.b.slice({.track = t, .start = from * us, .duration = length * us, .name = s.b.intern(name), .category = s.b.intern("kernel"), .activity = a, .args = {}});
}

CompareSide side(const weir::Run& run) { return {&run, findSteps(run).ranks}; }

const ComparedRow* find(const Comparison& c, std::string_view table, std::string_view key) {
  const ComparedTable* t = c.table(table);
  if (t == nullptr) return nullptr;
  for (const ComparedRow& r : t->rows)
    if (r.key == key) return &r;
  return nullptr;
}

// `steps` steps of 100 us on `ranks` ranks: gemm of 40 us and a little noise, relu 10, an all-reduce of 20 (exposed).
weir::Run training(int ranks, int steps, std::int64_t gemm, std::uint64_t seed, Truth truth = Truth::Measured, bool marks = true, std::int64_t reduce = 20) {
  Sketch s(truth);
  Random random(seed, 1);
  for (int r = 0; r < ranks; ++r) {
    const auto stream = s.track(r, TrackKind::Stream, "stream 7"), comm = s.track(r, TrackKind::Stream, "nccl"), host = s.track(r, TrackKind::Thread, "host");
    for (int k = 0; k < steps; ++k) {
      const std::int64_t t = k * 100;
      if (marks) kernel(s, host, t, 100, "ProfilerStep#" + std::to_string(k), Activity::Annotation);
      const auto noise = truth == Truth::Measured ? static_cast<std::int64_t>(random.below(4)) : 0;
      kernel(s, stream, t, gemm + noise, "void gemm<float, 4>(int)");
      kernel(s, stream, t + 60, 10, "relu");
      kernel(s, comm, t + 75, reduce, "ncclDevKernel_AllReduce", Activity::Communication);
      s.call(r, Operation::AllReduce, t + 75, t + 75 + reduce, 1000, ranks);
    }
  }
  return s.build();
}

}  // namespace

TEST(Compare, NumbersByHand) {
  const auto a = training(2, 8, 30, 1), b = training(2, 8, 45, 2);
  const auto c = compareRuns(side(a), side(b));
  ASSERT_TRUE(c.has_value());
  EXPECT_EQ(c->a.steps, 8U);
  const ComparedRow* gemm = find(*c, "kernel", "void gemm<float, 4>(int)");
  ASSERT_NE(gemm, nullptr);
  EXPECT_EQ(gemm->a.count, 16U);
  EXPECT_GE(gemm->a.mean, 30e-6);
  EXPECT_LE(gemm->a.mean, 33e-6);
  EXPECT_NEAR(gemm->a.sum, gemm->a.mean * 16, 1e-12);
  EXPECT_EQ(gemm->change, Change::Slower);
  EXPECT_EQ(gemm->difference.evidence, Evidence::Clear);
  EXPECT_NEAR(gemm->ratio, gemm->b.mean / gemm->a.mean, 1e-12);
  EXPECT_EQ(c->table("kernel")->rows.front().key, gemm->key);  // the largest difference first
  const ComparedRow* relu = find(*c, "kernel", "relu");
  EXPECT_EQ(relu->change, Change::Unchanged);
  EXPECT_NEAR(relu->a.mean, 10e-6, 1e-15);
  EXPECT_EQ(find(*c, "overall", "step time")->change, Change::Unchanged);
  EXPECT_NEAR(find(*c, "overall", "step time")->a.mean, 100e-6, 1e-15);
  EXPECT_NEAR(find(*c, "overall", "exposed communication")->b.mean, 20e-6, 1e-15);
  EXPECT_EQ(find(*c, "overall", "computing")->change, Change::Slower);
  EXPECT_EQ(find(*c, "overall", "idle or other")->change, Change::Faster);
  EXPECT_EQ(find(*c, "collective", "all-reduce, 2 ranks")->a.count, 8U);
  EXPECT_EQ(find(*c, "overall", "energy"), nullptr);  // no meter: unknown, not 0
  EXPECT_EQ(c->pairs.size(), 8U);
  EXPECT_TRUE(c->unmatched.empty());
  EXPECT_EQ(c->errors.front().mean, 0);
  EXPECT_EQ(c->errors.front().moveMean, 0);
  for (const std::string& r : c->remarks) EXPECT_TRUE(r.starts_with("bytes between ranks") || r.starts_with("traffic of")) << r;
}

TEST(Compare, ARunWithItselfDiffersNowhere) {
  const auto a = training(3, 6, 30, 1);
  const auto c = compareRuns(side(a), side(a));
  for (const ComparedTable& t : c->tables)
    for (const ComparedRow& r : t.rows) {
      EXPECT_EQ(r.change, Change::Unchanged) << t.name << ' ' << r.key;
      EXPECT_EQ(r.difference.difference, 0) << t.name << ' ' << r.key;
      EXPECT_NE(r.difference.evidence, Evidence::Clear) << r.key;
    }
}

// In a range only its steps count, under the numbers that the trace gives them.
TEST(Compare, ARangeKeepsTheStepsThatLieInIt) {
  // Steps of 100 us that the trace calls 7, 8, ...; a kernel as long as the step's number.
  const auto make = [](int steps, std::int64_t length, std::int64_t extra) {
    Sketch s;
    const auto stream = s.track(0, TrackKind::Stream, "stream 7"), host = s.track(0, TrackKind::Thread, "host");
    for (int k = 0; k < steps; ++k) {
      const std::int64_t t = k * length;
      kernel(s, host, t, length, "ProfilerStep#" + std::to_string(k + 7), Activity::Annotation);
      kernel(s, stream, t + 10, k + 7 + extra, "gemm");
      kernel(s, stream, t + 60, 5, "ncclDevKernel_AllReduce", Activity::Communication);
      s.call(0, Operation::AllReduce, t + 60, t + 65, 1000, 1);
      IoOperation op;
      op.kind = IoOperation::Kind::Read;
      op.layer = s.b.intern("POSIX");
      op.bytes = 100;
      op.start = t * us;
      op.duration = us;
      s.b.io(op);
    }
    return s.build();
  };
  const auto a = make(10, 100, 0), b = make(10, 120, 1);
  // 250 us to 600 us: of A the half of step 9, and 10, 11, 12; of B 9, 10 and 11 (240 to 600).
  const TimeRange range{250 * us, 600 * us};
  const auto c = compareRuns({&a, findSteps(a).ranks, range}, {&b, findSteps(b).ranks, range});
  ASSERT_TRUE(c.has_value());
  EXPECT_EQ(c->a.numbers, (std::vector<std::int64_t>{9, 10, 11, 12}));
  EXPECT_EQ(c->b.numbers, (std::vector<std::int64_t>{9, 10, 11}));
  EXPECT_EQ(c->a.stepsOfRun, 10U);
  EXPECT_EQ(c->a.range, (TimeRange{200 * us, 600 * us}));
  EXPECT_EQ(c->a.outside, 0U);  // what lies before and after is not missed
  EXPECT_EQ(find(*c, "kernel", "gemm")->a.count, 4U);
  EXPECT_NEAR(find(*c, "kernel", "gemm")->a.mean, 10.5e-6, 1e-15);      // 9, 10, 11, 12
  EXPECT_NEAR(find(*c, "overall", "computing")->b.mean, 11e-6, 1e-15);  // 10, 11, 12
  EXPECT_EQ(find(*c, "io", "POSIX, bytes read")->a.sum, 400);
  EXPECT_EQ(find(*c, "io", "POSIX, bytes read")->b.sum, 300);
  ASSERT_EQ(c->pairs.size(), 3U);
  EXPECT_EQ(c->a.numberOf(c->pairs[0].stepA), 9);
  EXPECT_EQ(c->b.numberOf(c->pairs[0].stepB), 9);
  ASSERT_EQ(c->unmatched.size(), 1U);
  EXPECT_EQ(c->unmatched[0].step, 12);
  const std::string text = comparisonToText(*c, {});
  EXPECT_NE(text.find("4 of 10 steps (9 to 12), 200 µs to 600 µs"), std::string::npos) << text;
  EXPECT_NE(text.find("removed: all-reduce, 1 rank, 1.00 kB, 5.00 µs, step 12"), std::string::npos) << text;
  const auto j = nlohmann::json::parse(comparisonToJson(*c, {}));
  EXPECT_EQ(j["a"]["step_numbers"], nlohmann::json({9, 10, 11, 12}));
  EXPECT_EQ(j["a"]["steps_of_run"], 10);
  EXPECT_DOUBLE_EQ(j["a"]["from_s"].get<double>(), 200e-6);
  EXPECT_EQ(j["collectives"]["pairs"][0]["step_a"], 9);
  EXPECT_EQ(j["collectives"]["unmatched"][0]["step"], 12);
  // The whole of both is what no range is.
  const TimeRange all{0, 2000 * us};
  EXPECT_EQ(compareRuns({&a, findSteps(a).ranks, all}, {&b, findSteps(b).ranks, all})->a.steps, 10U);
}

TEST(Compare, StepsOfARankThatBeginLaterAreNotOutsideOfAll) {
  Sketch s;
  for (int r = 0; r < 2; ++r) {
    const auto stream = s.track(r, TrackKind::Stream, "stream 7"), host = s.track(r, TrackKind::Thread, "host");
    for (int k = 0; k < 4; ++k) {
      const std::int64_t t = k * 100 + r * 30;  // rank 1 is late: its step 0 ends within step 1 of rank 0
      kernel(s, host, t, 100, "ProfilerStep#" + std::to_string(k), Activity::Annotation);
      for (int i = 0; i < 10; ++i) kernel(s, stream, t + i * 10, 5, "gemm");
    }
  }
  const auto run = s.build();
  const CompareSide side{&run, findSteps(run).ranks, TimeRange{100 * us, 330 * us}};
  const auto c = compareRuns(side, side);
  EXPECT_EQ(c->a.numbers, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(find(*c, "kernel", "gemm")->a.count, 40U);
  EXPECT_EQ(c->a.outside, 0U);
}

TEST(Compare, ARangeWithinAStepIsComparedAsOne) {
  const auto a = training(2, 8, 30, 1), b = training(2, 8, 45, 2);
  // From the begin of relu (60) to the all-reduce (75) of step 2.
  const TimeRange range{260 * us, 275 * us};
  const auto c = compareRuns({&a, findSteps(a).ranks, range}, {&b, findSteps(b).ranks, range});
  EXPECT_EQ(c->a.steps, 0U);
  EXPECT_EQ(c->a.stepsOfRun, 8U);
  EXPECT_NEAR(find(*c, "overall", "time in all")->a.mean, 15e-6, 1e-15);
  EXPECT_NEAR(find(*c, "overall", "computing")->a.mean, 10e-6, 1e-15);
  EXPECT_EQ(find(*c, "kernel", "relu")->a.count, 2U);
  EXPECT_EQ(find(*c, "kernel", "void gemm<float, 4>(int)"), nullptr);
  EXPECT_TRUE(c->pairs.empty());
  const auto said = [&](const Comparison& of, std::string_view what) { return std::any_of(of.remarks.begin(), of.remarks.end(), [&](const std::string& r) { return r.starts_with(what); }); };
  EXPECT_TRUE(said(*c, "no step of A lies in the range by half or more: what starts in it is compared as one, 15.0 µs"));
  // Where one of them has steps there and the other has none, both are what lies in it.
  const auto d = compareRuns({&a, findSteps(a).ranks, TimeRange{200 * us, 400 * us}}, {&b, findSteps(b).ranks, range});
  EXPECT_EQ(d->a.steps, 0U);
  EXPECT_FALSE(said(*d, "no step of A"));
  EXPECT_TRUE(said(*d, "no step of B"));
  // Beyond the end there is nothing: nothing was removed either.
  const auto e = compareRuns({&a, findSteps(a).ranks, range}, {&b, findSteps(b).ranks, TimeRange{900 * us, 950 * us}});
  EXPECT_TRUE(e->tables.empty());
  EXPECT_TRUE(said(*e, "nothing of B lies in the range"));
  EXPECT_NE(comparisonToText(*e, {}).find("nothing is compared"), std::string::npos);
  // Without steps it is the same, and so is a run that has none.
  const auto f = compareRuns({&a, {}, range}, {&b, {}, range});
  EXPECT_EQ(find(*f, "kernel", "relu")->b.count, 2U);
  EXPECT_TRUE(said(*f, "A has no steps: what starts in the range is compared as one"));
  EXPECT_TRUE(said(*f, "of the range the overall table counts what lies in it"));
}

TEST(Compare, TheOneStepOfASimulationStandsForEveryStepOfARange) {
  const auto measured = training(4, 10, 30, 1), simulated = training(4, 1, 36, 1, Truth::Simulated, false, 25);
  const TimeRange range{500 * us, 800 * us};  // long after the simulation's end
  for (const bool swapped : {false, true}) {
    const CompareSide m{&measured, findSteps(measured).ranks, range}, s{&simulated, findSteps(simulated).ranks, range};
    const auto c = swapped ? compareRuns(s, m) : compareRuns(m, s);
    const ComparedRun &trace = swapped ? c->b : c->a, &one = swapped ? c->a : c->b;
    EXPECT_EQ(trace.numbers, (std::vector<std::int64_t>{5, 6, 7}));
    EXPECT_FALSE(one.range.has_value());
    EXPECT_EQ(c->pairs.size(), 3U);
    EXPECT_TRUE(std::none_of(c->remarks.begin(), c->remarks.end(), [](const std::string& r) { return r.starts_with("of the range"); })) << "whole steps count alike everywhere";
    EXPECT_EQ((swapped ? find(*c, "kernel", "relu")->a : find(*c, "kernel", "relu")->b).count, 4U);
  }
  // Two simulations, and a range within both.
  const auto c = compareRuns({&simulated, findSteps(simulated).ranks, TimeRange{0, 50 * us}}, {&simulated, findSteps(simulated).ranks, TimeRange{0, 50 * us}});
  EXPECT_EQ(find(*c, "kernel", "relu"), nullptr);
}

TEST(Compare, SumsOfIoCannotBeCut) {
  const auto make = [] {
    Sketch s;
    s.slice(s.track(0, TrackKind::Thread, "t"), 0, 100, Activity::Compute);
    IoRecord r;
    r.layer = s.b.intern("POSIX");
    r.file = s.b.intern("/data");
    r.readBytes = 100;
    s.b.run().ioRecords.push_back(r);
    return s.build();
  };
  const auto a = make();
  EXPECT_NE(find(*compareRuns({&a, {}}, {&a, {}}), "io", "POSIX, bytes read"), nullptr);
  const auto c = compareRuns({&a, {}, TimeRange{0, 10 * us}}, {&a, {}, TimeRange{0, 10 * us}});
  EXPECT_EQ(find(*c, "io", "POSIX, bytes read"), nullptr);
  EXPECT_NE(std::find(c->remarks.begin(), c->remarks.end(), "A: I/O of which only sums over the run are known is left out, as no part of them can be told"), c->remarks.end());
}

TEST(Compare, ARangeCountsFromWhereEachRunBegins) {
  Sketch s;
  s.slice(s.track(0, TrackKind::Thread, "t"), 1000, 1100, Activity::Compute);
  const auto run = s.build();
  EXPECT_FALSE(RangeFromBegin{}.of(run).has_value());
  EXPECT_EQ((RangeFromBegin{10 * us, 20 * us}).of(run), (TimeRange{1010 * us, 1020 * us}));
  EXPECT_EQ((RangeFromBegin{std::nullopt, 20 * us}).of(run), (TimeRange{1000 * us, 1020 * us}));
  EXPECT_EQ((RangeFromBegin{10 * us, std::nullopt}).of(run), (TimeRange{1010 * us, 1100 * us + 1}));
}

TEST(Compare, OneStepCannotTell) {
  const auto a = training(1, 1, 30, 1, Truth::Measured, false), b = training(1, 1, 45, 2, Truth::Measured, false);
  const auto c = compareRuns({&a, {}}, {&b, {}});
  const ComparedRow* gemm = find(*c, "kernel", "void gemm<float, 4>(int)");
  EXPECT_EQ(gemm->change, Change::Slower);
  EXPECT_EQ(gemm->difference.evidence, Evidence::CannotBeTold);
  EXPECT_TRUE(std::isnan(gemm->difference.low));
  EXPECT_NE(comparisonToText(*c, {}).find("cannot be told"), std::string::npos);
  EXPECT_NE(find(*c, "overall", "time in all"), nullptr);
}

TEST(Compare, AMeasuredRunAgainstASimulatedOne) {
  const auto measured = training(4, 10, 30, 1), simulated = training(4, 1, 36, 1, Truth::Simulated, false, 25);
  const auto c = compareRuns(side(measured), side(simulated));
  EXPECT_EQ(c->pairs.size(), 10U);  // the simulated step stands for each of the ten
  for (const CollectivePair& p : c->pairs) {
    EXPECT_NEAR(p.error, 0.25, 1e-12);
    EXPECT_EQ(p.stepB, 0U);
  }
  EXPECT_EQ(c->pairs.back().stepA, 9U);
  EXPECT_NEAR(c->errors.front().bias, 0.25, 1e-12);
  EXPECT_NEAR(c->errors.front().p95, 0.25, 1e-12);
  EXPECT_EQ(find(*c, "kernel", "void gemm<float, 4>(int)")->difference.evidence, Evidence::Clear);
  // The other way round the base stays the measured one.
  const auto d = compareRuns(side(simulated), side(measured));
  EXPECT_TRUE(d->errorsAgainstB);
  EXPECT_EQ(d->pairs.size(), 10U);
  EXPECT_NEAR(d->errors.front().bias, 0.25, 1e-12);
  EXPECT_EQ(find(*d, "kernel", "void gemm<float, 4>(int)")->change, Change::Faster);
}

TEST(Compare, InsertedAndLeftOutCollectivesAreFoundAgain) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed, 9);
    Sketch a, b;
    std::vector<std::int64_t> added, removed;
    const std::vector<std::int32_t> first{0, 1}, all{0, 1, 2, 3};
    std::size_t kept = 0;
    std::int64_t t = 0, u = 0;
    for (std::int64_t i = 0; i < 60; ++i, t += 10, u += 13) {
      const auto op = random.below(2) ? Operation::AllReduce : Operation::AllGather;
      const bool small = random.below(3) == 0;
      const std::int64_t bytes = 1000 + i;
      const auto put = [&](Sketch& s, std::int64_t at, std::int64_t size) {
        for (const std::int32_t r : small ? first : all) s.call(r, op, at, at + 5, size, small ? 2 : 4, small ? first : all);
      };
      if (random.below(8) == 0) put(b, u, 500'000 + i), added.push_back(500'000 + i), u += 13;
      put(a, t, bytes);
      if (random.below(8) == 0) removed.push_back(bytes);
      else put(b, u, bytes), ++kept;
    }
    for (Sketch* s : {&a, &b})
      for (int r = 0; r < 4; ++r) s->slice(s->track(r, TrackKind::Stream, "stream"), 0, 10, Activity::Compute);
    const auto x = a.build(), y = b.build();
    const auto c = compareRuns({&x, {}}, {&y, {}});
    std::vector<std::int64_t> foundAdded, foundRemoved;
    for (const UnmatchedCollective& m : c->unmatched) (m.inB ? foundAdded : foundRemoved).push_back(m.bytes);
    std::sort(foundAdded.begin(), foundAdded.end());
    std::sort(foundRemoved.begin(), foundRemoved.end());
    // An inserted one may stand where another was left out: then the two are one whose size changed.
    std::size_t resized = 0;
    for (const CollectivePair& p : c->pairs) resized += p.bytesA != p.bytesB;
    ASSERT_EQ(c->pairs.size(), kept + resized) << seed;
    ASSERT_EQ(foundAdded.size() + resized, added.size()) << seed;
    ASSERT_EQ(foundRemoved.size() + resized, removed.size()) << seed;
  }
}

TEST(Compare, NamesAreMatchedExactlyThenLoosely) {
  EXPECT_EQ(withoutTemplates("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int, float)"),
            "at::native::vectorized_elementwise_kernel");
  EXPECT_EQ(withoutTemplates("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)"), "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  EXPECT_EQ(withoutTemplates("void (anonymous namespace)::softmax<float>(int)"), "softmax");
  EXPECT_EQ(withoutTemplates("aten::add_"), "aten::add_");
  EXPECT_EQ(withoutTemplates("a < b"), "a < b");
  EXPECT_EQ(withoutTemplates("bool operator<(A const&, A const&)"), "bool operator<");
  EXPECT_EQ(withoutTemplates("f<&C::operator->>()"), "f");
  EXPECT_EQ(withoutNumbers("triton_poi_fused_add_3"), "triton_poi_fused_add_#");
  EXPECT_EQ(withoutNumbers("ampere_sgemm_128x64_nn"), "ampere_sgemm_128x64_nn");
  EXPECT_EQ(withoutNumbers("step 12"), "step #");

  Sketch a, b;
  const auto ta = a.track(0, TrackKind::Stream, "s"), tb = b.track(0, TrackKind::Stream, "s");
  kernel(a, ta, 0, 10, "void k<1>(int)");
  kernel(a, ta, 10, 20, "void k<2>(int)");
  kernel(a, ta, 30, 5, "triton_poi_fused_3");
  kernel(a, ta, 35, 7, "old");
  kernel(b, tb, 0, 11, "void k<1>(int)");
  kernel(b, tb, 11, 21, "void k<3>(int)");
  kernel(b, tb, 32, 6, "triton_poi_fused_8");
  kernel(b, tb, 38, 9, "new");
  const auto x = a.build(), y = b.build();
  const auto c = compareRuns({&x, {}}, {&y, {}});
  EXPECT_NEAR(find(*c, "kernel", "void k<1>(int)")->difference.difference, 1e-6, 1e-15);
  const ComparedRow* k = find(*c, "kernel", "k");
  ASSERT_NE(k, nullptr);
  EXPECT_TRUE(k->matchedLoosely);
  EXPECT_EQ(k->nameA, "void k<2>(int)");
  EXPECT_EQ(k->nameB, "void k<3>(int)");
  EXPECT_NEAR(find(*c, "kernel", "triton_poi_fused_#")->ratio, 1.2, 1e-12);
  EXPECT_EQ(find(*c, "kernel", "old")->change, Change::Removed);
  EXPECT_FALSE(find(*c, "kernel", "old")->b.present);
  EXPECT_EQ(find(*c, "kernel", "new")->change, Change::Added);
  EXPECT_NEAR(find(*c, "kernel", "new")->difference.difference, 9e-6, 1e-15);
}

TEST(Compare, RanksThatOnlyOneHasAreSaid) {
  const auto a = training(2, 4, 30, 1), b = training(4, 4, 30, 2);
  const auto c = compareRuns(side(a), side(b));
  ASSERT_FALSE(c->remarks.empty());
  EXPECT_EQ(c->remarks.front(), "ranks of B alone: 2, 3; means are over each run's own ranks");
  EXPECT_NEAR(find(*c, "kernel", "relu")->b.mean, 10e-6, 1e-15);  // a rank's mean, not the sum of four
  EXPECT_EQ(c->pairs.size(), 4U);                                // all ranks of a job are one communicator
  EXPECT_EQ(find(*c, "rank", "rank 3, computing"), nullptr);
  EXPECT_NE(find(*c, "rank", "rank 1, computing"), nullptr);
}

TEST(Compare, BytesByLayerFileAndBetweenRanks) {
  const auto make = [](std::int64_t bytes, bool more) {
    Sketch s;
    s.slice(s.track(0, TrackKind::Thread, "t"), 0, 10, Activity::Compute);
    for (int i = 0; i < 3; ++i) {
      IoOperation op;
      op.kind = i < 2 ? IoOperation::Kind::Read : IoOperation::Kind::Write;
      op.rank = 0;
      op.layer = s.b.intern("POSIX");
      op.file = s.b.intern(i == 2 && more ? "/new" : "/data");
      op.bytes = bytes;
      op.start = i * us;
      op.duration = us;
      s.b.io(op);
    }
    s.b.transfer(0, 1, bytes * 10, 0, us);
    return s.build();
  };
  const auto a = make(100, false), b = make(150, true);
  const auto c = compareRuns({&a, {}}, {&b, {}});
  EXPECT_EQ(find(*c, "io", "POSIX, bytes read")->a.sum, 200);
  EXPECT_EQ(find(*c, "io", "POSIX, bytes read")->b.sum, 300);
  EXPECT_EQ(find(*c, "io", "POSIX, bytes read")->change, Change::Slower);
  EXPECT_EQ(changeWord(*find(*c, "io", "POSIX, bytes read")), "more");
  EXPECT_EQ(find(*c, "io", "POSIX, reads")->a.sum, 2);
  EXPECT_NEAR(find(*c, "io", "POSIX, time writing")->b.sum, 1e-6, 1e-15);
  EXPECT_EQ(find(*c, "file", "/new")->change, Change::Added);
  EXPECT_EQ(find(*c, "traffic", "rank 0 to rank 1")->difference.difference, 500);
}

TEST(Compare, WhatOneRunDoesNotRecordIsNotRemoved) {
  Sketch with, without;
  for (Sketch* s : {&with, &without}) s->slice(s->track(0, TrackKind::Thread, "t"), 0, 10, Activity::Compute);
  IoOperation op;
  op.kind = IoOperation::Kind::Read;
  op.layer = with.b.intern("POSIX");
  op.bytes = 100;
  with.b.io(op);
  const auto a = with.build(), b = without.build();
  const auto c = compareRuns({&a, {}}, {&b, {}});
  EXPECT_EQ(c->table("io"), nullptr);
  EXPECT_NE(std::find(c->remarks.begin(), c->remarks.end(), "B records no I/O: none is compared"), c->remarks.end());
}

TEST(Compare, SlicesAndCollectivesThatOneRunDoesNotHoldAreNotRemoved) {
  Sketch counters;
  counters.counter("mem", "memory", 0, us, {1, 2, 3});
  const auto a = training(2, 8, 30, 1), b = counters.build();
  const auto said = [](const Comparison& c, std::string_view remark) { return std::find(c.remarks.begin(), c.remarks.end(), remark) != c.remarks.end(); };
  for (const bool swapped : {false, true}) {
    const auto c = swapped ? compareRuns(side(b), side(a)) : compareRuns(side(a), side(b));
    const std::string which = swapped ? "A" : "B";
    for (const char* table : {"overall", "rank", "activity", "kernel", "collective"}) EXPECT_EQ(c->table(table), nullptr) << table;
    EXPECT_TRUE(said(*c, which + " holds no slices: times, kernels and operators are not compared"));
    EXPECT_TRUE(said(*c, which + " holds no collectives: none is compared"));
    EXPECT_TRUE(c->unmatched.empty());
    const std::string text = comparisonToText(*c, {});
    EXPECT_EQ(text.find("removed"), std::string::npos) << text;
    EXPECT_EQ(text.find("added"), std::string::npos) << text;
  }
  // Slices of one kind are missing, and a part of the time with them.
  Sketch io;
  io.slice(io.track(0, TrackKind::Thread, "t"), 0, 10, Activity::DataLoad);
  const auto log = io.build();
  const auto c = compareRuns(side(a), side(log));
  EXPECT_EQ(c->table("kernel"), nullptr);
  EXPECT_TRUE(said(*c, "B holds no slices of kernels: none are compared"));
  EXPECT_EQ(find(*c, "overall", "computing"), nullptr);
  EXPECT_NE(find(*c, "overall", "step time"), nullptr);
}

TEST(Compare, RunsOfTwoStudiesAreMatched) {
  const std::vector<RunLabel> a{{"x", "", Truth::Measured}, {"y", "{1}", Truth::Simulated}, {"x", "{2}", Truth::Simulated}, {"z", "", Truth::Measured}};
  const std::vector<RunLabel> b{{"renamed", "{1}", Truth::Simulated}, {"x", "{2}", Truth::Simulated}, {"x", "", Truth::Measured}, {"w", "", Truth::Measured}};
  const auto p = matchRuns(a, b);
  ASSERT_EQ(p.size(), 4U);
  EXPECT_EQ(p[0].b, 2U);  // measured with measured
  EXPECT_EQ(p[1].b, 0U);
  EXPECT_EQ(p[1].by, "scenario");
  EXPECT_EQ(p[2].b, 1U);
  EXPECT_EQ(p[3].by, "left over");
  const auto q = matchRuns({{"a", "", Truth::Measured}, {"b", "", Truth::Measured}}, {});
  ASSERT_EQ(q.size(), 2U);
  EXPECT_FALSE(q[0].b.has_value());
}

TEST(Compare, TextAndJsonCarryTheSameNumbers) {
  const auto a = training(2, 8, 30, 1), b = training(2, 8, 45, 2);
  const auto c = compareRuns(side(a), side(b));
  const auto j = nlohmann::json::parse(comparisonToJson(*c, {}));
  const auto& row = j["tables"]["kernel"]["largest"][0];
  EXPECT_EQ(row["name"], "void gemm<float, 4>(int)");
  EXPECT_EQ(row["change"], "slower");
  EXPECT_EQ(row["evidence"], "more than the noise");
  EXPECT_DOUBLE_EQ(row["a"]["mean_s"].get<double>(), c->table("kernel")->rows[0].a.mean);
  EXPECT_DOUBLE_EQ(row["difference_s"].get<double>(), c->table("kernel")->rows[0].difference.difference);
  EXPECT_EQ(j["collectives"]["matched"], 8);
  EXPECT_TRUE(j["tables"].contains("io"));
  const std::string text = comparisonToText(*c, {});
  EXPECT_NE(text.find("slower, more than the noise"), std::string::npos) << text;
  CompareTextOptions some;
  some.by = {"activity"};
  EXPECT_EQ(nlohmann::json::parse(comparisonToJson(*c, some))["tables"].size(), 1U);
}

TEST(Compare, EmptyRuns) {
  const weir::Run none;
  const auto c = compareRuns({&none, {}}, {&none, {}});
  ASSERT_TRUE(c.has_value());
  EXPECT_TRUE(c->pairs.empty());
  EXPECT_FALSE(comparisonToText(*c, {}).empty());
}

}  // namespace compare_test
