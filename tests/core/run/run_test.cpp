#include "core/run/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/run/builder.h"

namespace run_test {
using namespace weir;

namespace {

RunBuilder oneTrack(std::int32_t rank = 0) {
  RunBuilder b("test", Truth::Measured);
  Track t;
  t.name = b.intern("stream 7");
  t.rank = rank;
  (void)b.track(t);
  return b;
}

void add(RunBuilder& b, std::int64_t start, std::int64_t duration, std::string_view name = "k") {
  b.slice({.track = 0, .start = start, .duration = duration, .name = b.intern(name), .category = 0, .activity = Activity::Compute, .args = {}});
}

std::string rowsAsText(const Run& run) {
  std::string s;
  for (const Row& r : run.rows) {
    s += std::to_string(r.depth) + ":";
    for (SliceIndex i = r.begin; i < r.end; ++i)
      s += " [" + std::to_string(run.slices.start[i]) + "," + std::to_string(run.slices.endOf(i)) + ")";
    s += "\n";
  }
  return s;
}

}  // namespace

TEST(RunBuilder, EmptyRunHasNothing) {
  const weir::Run run = RunBuilder("test", Truth::Measured).build();
  EXPECT_EQ(run.slices.size(), 0U);
  EXPECT_EQ(run.span(), (std::pair<std::int64_t, std::int64_t>{0, 0}));
  EXPECT_TRUE(run.ranks.empty());
}

TEST(RunBuilder, NestsBelowTheParentWhateverTheOrder) {
  auto b = oneTrack();
  add(b, 20, 10);
  add(b, 0, 100);
  add(b, 0, 10);
  add(b, 22, 3);
  EXPECT_EQ(rowsAsText(b.build()), "0: [0,100)\n1: [0,10) [20,30)\n2: [22,25)\n");
}

TEST(RunBuilder, PartialOverlapGoesToAnOverflowLaneAndIsCounted) {
  auto b = oneTrack();
  add(b, 0, 10);
  add(b, 5, 10);   // sticks out of [0,10)
  add(b, 12, 10);  // free again on row 0
  const weir::Run run = b.build();
  EXPECT_EQ(rowsAsText(run), "0: [0,10) [12,22)\n1: [5,15)\n");
  ASSERT_EQ(run.notes.size(), 1U);
  EXPECT_EQ(run.notes[0].kind, "partial overlap");
  EXPECT_EQ(run.notes[0].count, 1U);
}

TEST(RunBuilder, ManyOverlapsAreLaidAsFewAreAndInTime) {
  // Against the plain rule: the first row, from below the innermost slice it nests in, that is free at its start.
  std::uint32_t state = 12345;
  const auto below = [&](std::uint32_t n) {
    state = state * 1664525 + 1013904223;
    return static_cast<std::int64_t>((state >> 8) % n);
  };
  auto b = oneTrack();
  std::vector<std::pair<std::int64_t, std::int64_t>> slices;
  for (int i = 0; i < 3000; ++i) slices.emplace_back(below(5000), 1 + below(2000));
  for (const auto& [start, duration] : slices) add(b, start, duration);
  const weir::Run run = b.build();
  std::sort(slices.begin(), slices.end(), [](const auto& x, const auto& y) { return x.first != y.first ? x.first < y.first : x.second > y.second; });
  std::vector<std::int64_t> rowEnd;
  std::vector<std::pair<std::int64_t, std::size_t>> open;
  std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> want;
  for (const auto& [start, duration] : slices) {
    while (!open.empty() && open.back().first <= start) open.pop_back();
    const bool nests = open.empty() || start + duration <= open.back().first;
    std::size_t d = open.empty() ? 0 : open.back().second + 1;
    while (d < rowEnd.size() && rowEnd[d] > start) ++d;
    if (d == rowEnd.size()) rowEnd.emplace_back();
    rowEnd[d] = start + duration;
    if (nests) open.emplace_back(start + duration, d);
    want.resize(rowEnd.size());
    want[d].emplace_back(start, duration);
  }
  ASSERT_EQ(run.rows.size(), want.size());
  EXPECT_GT(want.size(), 64U);
  for (const Row& row : run.rows) {
    ASSERT_EQ(row.end - row.begin, want[row.depth].size());
    for (SliceIndex i = row.begin; i < row.end; ++i)
      EXPECT_EQ(std::pair(run.slices.start[i], run.slices.duration[i]), want[row.depth][i - row.begin]);
  }
  // Every slice overlaps every later one: quadratic if rows were looked through.
  auto many = oneTrack();
  for (int i = 0; i < 200000; ++i) add(many, i, 1'000'000 + i);
  EXPECT_EQ(many.build().rows.size(), 200000U);
}

TEST(RunBuilder, ZeroLengthAndNegativeStay) {
  auto b = oneTrack();
  add(b, 5, 0);
  add(b, 5, 0);
  add(b, 7, -3);
  const weir::Run run = b.build();
  EXPECT_EQ(run.slices.size(), 3U);
  EXPECT_EQ(run.slices.duration[2], 0);
  EXPECT_EQ(run.notes[0].kind, "negative duration");
}

TEST(RunBuilder, NothingEndsBeyondWhatTheClockCounts) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  auto b = oneTrack();
  add(b, most - 5, 10);
  IoOperation op;
  op.start = most - 7;
  op.duration = most;
  b.io(op);
  Counter c;
  c.name = b.intern("power");
  c.start = 10;
  c.step = most / 4;
  c.value.assign(9, 1.0F);
  b.counter(c);
  const weir::Run run = b.build();
  EXPECT_EQ(run.slices.endOf(0), most);
  EXPECT_EQ(run.io[0].duration, 7);
  EXPECT_EQ(run.counters[0].value.size(), 3U);
  EXPECT_EQ(run.span(), (std::pair<std::int64_t, std::int64_t>{10, most}));
  ASSERT_EQ(run.notes.size(), 1U);
  EXPECT_EQ(run.notes[0].count, 6U);
}

TEST(Run, RangeQueries) {
  auto b = oneTrack();
  for (int i = 0; i < 10; ++i) add(b, i * 10, 5);
  const weir::Run run = b.build();
  const Row& row = run.rows[0];
  EXPECT_EQ(run.firstEndingAfter(row, 0), 0U);
  EXPECT_EQ(run.firstEndingAfter(row, 5), 1U);
  EXPECT_EQ(run.firstEndingAfter(row, 1000), 10U);
  EXPECT_EQ(run.firstStartingAt(row, 11), 2U);
  EXPECT_EQ(&run.rowOf(9), &row);
}

TEST(Run, MergeAlignsClocksAndMatchesCollectives) {
  std::vector<weir::Run> parts;
  for (int rank = 0; rank < 2; ++rank) {
    auto b = oneTrack(rank);
    b.run().originNs = 1'000'000 + rank * 3;  // the second file begins 3 ns later
    const auto group = b.group({0, 1});
    for (int k = 0; k < 2; ++k) {
      CollectiveCall c;
      c.operation = Operation::AllReduce;
      c.group = group;
      c.groupSize = 2;
      c.rank = rank;
      c.start = k * 50'000;
      c.duration = 10;
      c.slice = b.slice({.track = 0, .start = c.start, .duration = 10, .name = b.intern("nccl"), .category = 0,
                         .activity = Activity::Communication, .args = "{}"});
      b.collective(c);
    }
    parts.push_back(b.build());
  }
  const weir::Run run = mergeRuns(std::move(parts));
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{0, 1}));
  ASSERT_EQ(run.collectives.size(), 4U);
  EXPECT_EQ(run.collectives[0].start, 0);
  EXPECT_EQ(run.collectives[1].start, 3000);  // ps
  EXPECT_EQ(run.collectives[0].instance, run.collectives[1].instance);
  EXPECT_NE(run.collectives[0].instance, run.collectives[2].instance);
  for (const CollectiveCall& c : run.collectives) EXPECT_EQ(run.slices.start[c.slice], c.start);
}

TEST(Run, CallsOfUnknownGroupsThatNeverMeetAreNotMatched) {
  // Rank 0 is in [0, 10) and [100, 110); rank 1 in [20, 30), after rank 0 has left, and in [105, 115), beside it.
  std::vector<weir::Run> parts;
  for (int rank = 0; rank < 2; ++rank) {
    auto b = oneTrack(rank);
    for (const std::int64_t start : rank == 0 ? std::vector<std::int64_t>{0, 100} : std::vector<std::int64_t>{20, 105}) {
      CollectiveCall c;
      c.operation = Operation::AllToAll;
      c.rank = rank;
      c.start = start;
      c.duration = 10;
      c.slice = b.slice({.track = 0, .start = start, .duration = 10, .name = b.intern("nccl"), .category = 0,
                         .activity = Activity::Communication, .args = {}});
      b.collective(c);
    }
    parts.push_back(b.build());
  }
  const weir::Run run = mergeRuns(std::move(parts));
  ASSERT_EQ(run.collectives.size(), 4U);
  EXPECT_NE(run.collectives[0].instance, run.collectives[1].instance);
  EXPECT_EQ(run.collectives[2].instance, run.collectives[3].instance);
  ASSERT_EQ(run.notes.size(), 1U);
  EXPECT_EQ(run.notes[0].count, 2U);
}

namespace {

struct Called {
  Operation operation;
  std::int64_t bytes;
};

// One list of calls a rank, the k-th at 100 k, in the group of all (or an unknown one); what the note of disagreement says.
std::vector<std::string> disagreements(const std::vector<std::vector<Called>>& ranks, bool known = true, std::string_view slice = "nccl") {
  std::vector<weir::Run> parts;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    auto b = oneTrack(static_cast<std::int32_t>(rank));
    std::vector<std::int32_t> all;
    for (std::size_t r = 0; r < ranks.size(); ++r) all.push_back(static_cast<std::int32_t>(r));
    std::int64_t at = 0;
    for (const Called& called : ranks[rank]) {
      CollectiveCall c;
      c.operation = called.operation;
      c.bytes = called.bytes;
      c.rank = static_cast<std::int32_t>(rank);
      c.start = at;
      c.duration = 10;
      c.group = known ? b.group(all) : 0;
      c.groupSize = static_cast<std::int32_t>(ranks.size());
      c.slice = b.slice({.track = 0, .start = at, .duration = 10, .name = b.intern(slice), .category = 0, .activity = Activity::Communication, .args = {}});
      b.collective(c);
      at += 100;
    }
    parts.push_back(b.build());
  }
  std::vector<std::string> out;
  // Matching again, as a merge and a shift do, tells it once.
  for (const Note& n : shifted(mergeRuns(std::move(parts)), {}).notes)
    if (n.kind == "members of a collective do not agree") {
      EXPECT_EQ(n.count, n.first.size());
      out = n.first;
    }
  return out;
}

}  // namespace

TEST(Run, MembersOfACollectiveThatDoNotAgreeAreNoted) {
  using Said = std::vector<std::string>;
  using enum Operation;
  EXPECT_EQ(disagreements({{{AllReduce, 4000}}, {{AllReduce, 8000}}}), Said{"all-reduce: 4.00 kB on rank 0, 8.00 kB on rank 1"});
  EXPECT_EQ(disagreements({{{AllGather, 4'000'001}}, {{AllGather, 4'000'002}}}), Said{"all-gather: 4000001 B on rank 0, 4000002 B on rank 1"});
  EXPECT_EQ(disagreements({{{AllReduce, 4000}, {AllReduce, 20}}, {{AllReduce, 4000}, {AllGather, 20}}}), Said{"all-gather on rank 1, all-reduce on rank 0"});
  // The odd one stands in the middle: the place is its own.
  EXPECT_EQ(disagreements({{{AllReduce, 4}, {AllReduce, 4}, {AllReduce, 4}}, {{AllReduce, 4}, {Broadcast, 4}, {AllReduce, 4}}, {{AllReduce, 4}, {AllReduce, 4}, {AllReduce, 4}}}),
            Said{"all-reduce on rank 0 and 1 more, broadcast on rank 1"});
  // Inputs may differ by nature, are unknown, the group is unknown, or a trace ends before the others.
  EXPECT_TRUE(disagreements({{{AllToAll, 4000}}, {{AllToAll, 8000}}}).empty());
  EXPECT_TRUE(disagreements({{{Gather, 4000}}, {{Gather, 8000}}}).empty());
  EXPECT_TRUE(disagreements({{{AllGather, 4000}}, {{AllGather, 8000}}}, true, "MPI_Allgatherv").empty());
  EXPECT_TRUE(disagreements({{{AllReduce, 4000}}, {{AllReduce, kUnknownBytes}}}).empty());
  EXPECT_TRUE(disagreements({{{AllReduce, 4000}}, {{AllReduce, 8000}}}, false).empty());
  EXPECT_TRUE(disagreements({{{AllReduce, 4}, {AllGather, 4}}, {{AllReduce, 4}}}).empty());
  // Streams side by side may take another order on each rank.
  EXPECT_TRUE(disagreements({{{AllReduce, 4}, {AllGather, 4}}, {{AllGather, 4}, {AllReduce, 4}}}).empty());
}

TEST(Run, MergeNumbersUnknownRanks) {
  std::vector<weir::Run> parts;
  for (int i = 0; i < 2; ++i) {
    auto b = oneTrack(kUnknownRank);
    add(b, 0, 1);
    parts.push_back(b.build());
  }
  const weir::Run run = mergeRuns(std::move(parts));
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(run.notes[0].count, 2U);
}

TEST(Names, EqualTextSharesAnId) {
  Names n;
  const auto a = n.intern("allreduce");
  for (int i = 0; i < 1000; ++i) (void)n.intern("k" + std::to_string(i));
  EXPECT_EQ(n.intern("allreduce"), a);
  EXPECT_EQ(n.find("k999"), n.intern("k999"));
  EXPECT_EQ(n.find("never"), 0U);
  EXPECT_EQ(n.text(0), "");
}

}  // namespace run_test
