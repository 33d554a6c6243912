#include "core/summarize/place.h"

#include <gtest/gtest.h>

#include "core/run/builder.h"
#include "core/summarize/table_text.h"

namespace place_test {
using namespace weir;

namespace {

// Two sources, "a.json" and "b.json", each with a track: slices [100, 200) and in it [120, 130); b's the same, 1000 later.
weir::Run twoSources() {
  RunBuilder b("test", Truth::Measured);
  for (std::uint32_t s = 0; s < 2; ++s) {
    Track t;
    t.rank = static_cast<std::int32_t>(s);
    t.source = s;
    t.name = b.intern("t");
    const TrackIndex track = b.track(t);
    for (const auto& [start, length] : {std::pair{100, 100}, std::pair{120, 10}})
      (void)b.slice({.track = track, .start = start + 1000 * s, .duration = length, .name = b.intern("k"), .category = 0, .activity = Activity::Compute, .args = {}});
  }
  weir::Run run = b.build();
  for (const char* f : {"/x/a.json", "/x/b.json"}) {
    Source s;
    s.file = f;
    run.sources.push_back(s);
  }
  return run;
}

}  // namespace

TEST(Place, TheFileInFrontNamesTheSource) {
  weir::Run run = twoSources();
  EXPECT_EQ(sourceOfPlace(run, "b.json: line 7"), 1U);
  EXPECT_EQ(sourceOfPlace(run, "a.json: line 7"), 0U);
  EXPECT_EQ(sourceOfPlace(run, "line 7"), std::nullopt);
  run.sources[1].file = "/y/a.json";
  EXPECT_EQ(sourceOfPlace(run, "a.json: line 7"), std::nullopt) << "two files of one name";
  run.sources.pop_back();
  EXPECT_EQ(sourceOfPlace(run, "line 7"), 0U) << "there is only one";
}

TEST(Place, TheSliceThatBeginsThereElseTheShortestAround) {
  const weir::Run run = twoSources();
  const auto at = [&](std::optional<std::uint32_t> source, std::int64_t t) {
    const auto i = sliceOfPlace(run, source, t);
    return i ? std::pair(run.slices.start[*i], run.slices.duration[*i]) : std::pair<std::int64_t, std::int64_t>(-1, -1);
  };
  using P = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(at(0, 120), (P{120, 10}));
  EXPECT_EQ(at(0, 100), (P{100, 100}));
  EXPECT_EQ(at(0, 125), (P{120, 10}));
  EXPECT_EQ(at(0, 150), (P{100, 100}));
  EXPECT_EQ(at(0, 200), (P{-1, -1}));
  EXPECT_EQ(at(1, 120), (P{-1, -1}));
  EXPECT_EQ(at(1, 1125), (P{1120, 10}));
  EXPECT_EQ(at(std::nullopt, 1125), (P{1120, 10}));
}

// a begins at 100, b at 1100: b must go back by 1000; all chosen: to the earliest; nothing that has no time moves.
TEST(Place, FirstEventsAreBroughtTogether) {
  weir::Run run = twoSources();
  run.sources.emplace_back();  // brought nothing
  using V = std::vector<std::int64_t>;
  EXPECT_EQ(toFirstEvent(run, {false, true, false}), (V{0, -1000, 0}));
  EXPECT_EQ(toFirstEvent(run, {true, false, false}), (V{1000, 0, 0}));
  EXPECT_EQ(toFirstEvent(run, {true, true, true}), (V{0, -1000, 0}));
  EXPECT_EQ(toFirstEvent(run, {}), (V{0, 0, 0}));
  const auto spans = sourceSpans(run);
  ASSERT_EQ(spans.size(), 3U);
  EXPECT_EQ(spans[1], (std::pair<std::int64_t, std::int64_t>{1100, 1200}));
  EXPECT_FALSE(spans[2]);
}

TEST(TableText, CsvQuotesAndTextAligns) {
  Table t;
  t.name = "sizes";
  t.columns = {{"size", "B", {1024, 2048.5}, {}}, {"what", "", {}, {"a, \"b\"", ""}}, {"share", "1", {0.25, std::numeric_limits<double>::quiet_NaN()}, {}}};
  EXPECT_EQ(tableToCsv(t), "size (B),what,share\n1024,\"a, \"\"b\"\"\",0.25\n2048.5,,\n");
  EXPECT_EQ(tableToText(t),
            "sizes (2 rows)\n"
            "  size (B)  what       share\n"
            "      1024  a, \"b\"      0.25\n"
            "    2048.5  unknown  unknown\n");
  EXPECT_EQ(tableToText(t, 1), "sizes (2 rows)\n  size (B)  what    share\n      1024  a, \"b\"   0.25\n  and 1 rows more\n");
  EXPECT_EQ(tableToCsv({}), "\n");
}

}  // namespace place_test
