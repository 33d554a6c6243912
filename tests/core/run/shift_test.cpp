// Sources moved in time: by the files' clocks, and by hand.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/run/builder.h"
#include "core/run/run.h"

namespace shift_test {
using namespace weir;

namespace {

constexpr std::int64_t us = 1'000'000;

// One slice of 10 us at `start` us, a note there, and a counter that begins there.
weir::Run part(const std::string& file, std::int64_t start, std::int32_t rank, ClockKind clock = ClockKind::Epoch, const char* format = "kineto") {
  RunBuilder b(format, Truth::Measured);
  Track t;
  t.name = b.intern("stream 7");
  t.rank = rank;
  (void)b.track(t);
  (void)b.slice({.track = 0, .start = start * us, .duration = 10 * us, .name = b.intern("k"), .category = 0, .activity = Activity::Compute, .args = {}});
  Counter c;
  c.name = b.intern("power");
  c.unit = "W";
  c.rank = rank;
  c.start = start * us;
  c.step = us;
  c.value = {1, 2};
  b.counter(c);
  b.note("odd", "line 7", 1, start * us);
  weir::Run run = b.build();
  run.title = file;
  Source s;
  s.file = "/data/" + file;
  s.format = format;
  s.rank = rank;
  s.slices = 1;
  s.clock = clock;
  run.sources.push_back(s);
  return run;
}

std::vector<weir::Run> both(weir::Run a, weir::Run b) {
  std::vector<weir::Run> parts;
  parts.push_back(std::move(a));
  parts.push_back(std::move(b));
  return parts;
}

const Note& odd(const weir::Run& run) {
  return *std::find_if(run.notes.begin(), run.notes.end(), [](const Note& n) { return n.kind == "odd"; });
}

}  // namespace

TEST(Shift, MovesAllThatCameFromASourceAndNothingElse) {
  const weir::Run run = mergeRuns(both(part("a.json", 100, 0), part("b.json", 300, 1)));
  const weir::Run moved = shifted(run, {0, 50 * us});
  EXPECT_EQ(moved.slices.start[0], 100 * us);
  EXPECT_EQ(moved.slices.start[1], 350 * us);
  EXPECT_EQ(moved.counters[0].start, 100 * us);
  EXPECT_EQ(moved.counters[1].start, 350 * us);
  EXPECT_EQ(moved.span(), (std::pair{100 * us, 360 * us}));
  EXPECT_EQ(moved.sources[0].aligned, "");
  EXPECT_EQ(moved.sources[1].aligned, "by hand");
  EXPECT_EQ(moved.sources[1].offset, 50 * us);
  // Back again it is what it was.
  const weir::Run back = shifted(moved, {0, -50 * us});
  EXPECT_EQ(back.slices.start, run.slices.start);
  EXPECT_EQ(back.span(), run.span());
}

TEST(Shift, PlacesOfNotesSayTheirFileAndMoveWithIt) {
  const weir::Run run = mergeRuns(both(part("a.json", 100, 0), part("b.json", 300, 1)));
  EXPECT_EQ(odd(run).first, (std::vector<std::string>{"a.json: line 7", "b.json: line 7"}));
  EXPECT_EQ(odd(shifted(run, {0, 50 * us})).at, (std::vector{100 * us, 350 * us}));
  EXPECT_EQ(odd(shifted(run, {-7 * us, 50 * us})).at, (std::vector{93 * us, 350 * us}));
  // One file alone needs no name, and its only source moves all.
  const weir::Run alone = part("a.json", 100, 0);
  EXPECT_EQ(odd(shifted(alone, {5 * us})).at, (std::vector{105 * us}));
  // Two files of one name in different folders: which of them is meant is open.
  weir::Run first = part("a.json", 100, 0), second = part("a.json", 300, 1);
  second.sources[0].file = "/other/a.json";
  const weir::Run twins = mergeRuns(both(std::move(first), std::move(second)));
  EXPECT_EQ(odd(shifted(twins, {0, 50 * us})).at, (std::vector{kNoTime, kNoTime}));
  EXPECT_EQ(odd(shifted(twins, {50 * us, 50 * us})).at, (std::vector{150 * us, 350 * us}));
}

// A clock of its own is aligned at the first event, 100 us; moved by +30 us by hand before, it stays 30 us behind that.
TEST(Shift, OfAClockOfItsOwnOutlivesTheAlignment) {
  weir::Run own = part("power.csv", 900, kUnknownRank, ClockKind::Own, "power");
  for (Track& t : own.tracks) t.kind = TrackKind::Device;
  const weir::Run as_read = mergeRuns(both(part("a.json", 100, 0), own));
  const weir::Run by_hand = mergeRuns(both(part("a.json", 100, 0), shifted(own, {30 * us})));
  const auto source = [](const weir::Run& r) { return *std::find_if(r.sources.begin(), r.sources.end(), [](const Source& s) { return s.file == "/data/power.csv"; }); };
  const auto counter = [](const weir::Run& r) { return std::find_if(r.counters.begin(), r.counters.end(), [](const Counter& c) { return c.rank == kUnknownRank; })->start; };
  EXPECT_EQ(counter(as_read), 100 * us);
  EXPECT_EQ(source(as_read).aligned, "first event");
  EXPECT_EQ(counter(by_hand), 130 * us);
  EXPECT_EQ(source(by_hand).aligned, "by hand");
}

}  // namespace shift_test
