// The pixels of the lanes against brute force: a column is coloured exactly when a slice of its row stands in it, from the
// whole to a single slice, at 100 % and 200 %, in light and dark; and the same of the overview.
#include "views/timeline/scene.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "tests/views/support.h"
#include "views/timeline/timeline_view.h"

namespace timeline_scene_test {
using namespace weir;

namespace {

struct Input {
  std::vector<std::array<std::int64_t, 3>> slices;  // row, start, duration; by row, then start
  Truth truth = Truth::Measured;
};

RunPtr runOf(const Input& in) {
  auto run = std::make_shared<weir::Run>();
  run->truth = in.truth;
  const NameId name = run->names.intern("k");
  std::int64_t row = -1;
  for (const auto& [r, start, duration] : in.slices) {
    while (row < r) {
      Track t;
      t.rank = 0;
      t.name = run->names.intern("stream " + std::to_string(++row));
      t.firstRow = static_cast<std::uint32_t>(run->rows.size());
      t.rowCount = 1;
      run->rows.push_back({static_cast<TrackIndex>(run->tracks.size()), 0, run->slices.size(), run->slices.size()});
      run->tracks.push_back(t);
    }
    run->slices.start.push_back(start);
    run->slices.duration.push_back(duration);
    run->slices.activity.push_back(static_cast<Activity>(run->slices.size() % 3));
    run->slices.name.push_back(name);
    run->slices.category.push_back(0);
    run->slices.args.push_back(0);
    run->slices.argsSize.push_back(0);
    run->rows.back().end = run->slices.size();
    run->span_ = {std::min(run->span_.first, start), std::max(run->span_.second, start + duration)};
  }
  run->ranks = {0};
  return run;
}

Input randomInput(std::uint64_t seed) {
  Random random(seed, 1);
  Input in;
  in.truth = seed % 5 == 0 ? Truth::Simulated : seed % 5 == 1 ? Truth::Predicted : Truth::Measured;
  const auto rows = 1 + random.below(4);
  for (std::uint64_t r = 0; r < rows; ++r) {
    std::int64_t t = static_cast<std::int64_t>(random.below(5000));
    const auto n = 1 + random.below(60);
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto step = [&] { return static_cast<std::int64_t>(std::pow(10.0, random.uniform() * 7)); };
      t += random.below(3) == 0 ? 0 : step();
      const std::int64_t d = random.below(4) == 0 ? 0 : step();
      in.slices.push_back({static_cast<std::int64_t>(r), t, d});
      t += d;
    }
  }
  return in;
}

// Columns in which a slice of the row stands, by the definition.
std::vector<bool> standing(const weir::Run& run, const Row& row, const LodWindow& w) {
  std::vector<bool> out(static_cast<std::size_t>(w.width), false);
  for (SliceIndex i = row.begin; i < row.end; ++i) {
    const std::int64_t s = run.slices.start[i];
    const std::int64_t e = run.slices.endOf(i);
    if (s >= w.to || e < w.from || (e == w.from && e > s)) continue;
    const int c0 = std::min(static_cast<int>(std::max(w.x(s), 0.0)), w.width - 1);
    const int c1 = std::max(c0 + 1, static_cast<int>(std::ceil(std::min(w.x(e), static_cast<double>(w.width)))));
    for (int c = c0; c < c1; ++c) out[static_cast<std::size_t>(c)] = true;
  }
  return out;
}

}  // namespace

TEST(TimelineScene, PixelsEqualBruteForceFromTheWholeToASingleSlice) {
  std::uint64_t columns = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const RunPtr run = runOf(randomInput(seed));
    std::vector<TimelineRun> runs(1);
    runs[0].id = 1;
    runs[0].lod = Lod::build(run, {}).value();
    const std::vector<Lane> lanes = layLanes(runs, {}).lanes;
    TimelineScene scene;
    Random random(seed, 2);
    const auto [lo, hi] = run->span();
    for (int k = 0; k < 6; ++k) {
      SceneView view;
      view.ratio = k % 2 == 0 ? 1 : 2;
      view.mode = k % 3 == 0 ? theme::Mode::Dark : theme::Mode::Light;
      view.width = static_cast<int>(60 + random.below(240));
      view.height = 300;
      const SliceIndex i = random.below(run->slices.size());
      const auto width = static_cast<std::int64_t>(1000 * std::pow(static_cast<double>(hi - lo) / 1000.0 + 1, random.uniform()));
      view.from = k == 0 ? lo : run->slices.start[i] - static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(width)));
      view.to = k == 0 ? hi + 1 : view.from + width;
      view.version = static_cast<std::uint64_t>(k);
      const std::vector<const NameSearch*> search{nullptr};
      const QImage image = scene.paint(runs, search, lanes, view);
      for (const Lane& lane : lanes) {
        if (lane.row == Lane::kNoRow) continue;
        const LodWindow w{view.from, view.to, image.width()};
        const auto expected = standing(*run, run->rows[lane.row], w);
        // The first line of the lane is bar without its name (whose letters may be as white as the ground), the last one
        // lies below the bar and shows the ground.
        const int bar = static_cast<int>(lane.y * view.ratio);
        const int ground = static_cast<int>((lane.y + lane.height) * view.ratio) - 1;
        ASSERT_LT(ground, image.height());
        for (int c = 0; c < image.width(); ++c)
          ASSERT_EQ(image.pixel(c, bar) != image.pixel(c, ground), expected[static_cast<std::size_t>(c)])
              << "seed " << seed << " row " << lane.row << " column " << c << " of " << image.width() << " in [" << view.from << ", " << view.to << ")";
        columns += expected.size();
      }
    }
  }
  EXPECT_GT(columns, 1'000'000U);
}

// What is kept from frame to frame is what a new scene paints: scrolled, with other data of the same shape, moved, filtered.
TEST(TimelineScene, KeptRowsAreThoseOfTheirRunAndTime) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    TimelineScene kept;
    std::vector<TimelineRun> runs(1);
    runs[0].id = 1;
    Random random(seed, 3);
    std::uint64_t version = 0;
    for (int k = 0; k < 8; ++k) {
      const RunPtr run = runOf(randomInput(seed + static_cast<std::uint64_t>(k) / 4 * 100));
      if (k % 4 == 0) runs[0].lod = Lod::build(run, {}).value();
      runs[0].shift = k % 4 == 3 ? 12'345 : 0;
      const std::vector<Lane> lanes = layLanes(runs, {}).lanes;
      const auto [lo, hi] = runs[0].run().span();
      SceneView view;
      view.width = 300;
      view.height = 120;
      view.scroll = k % 2 == 0 ? 0 : static_cast<int>(random.below(60));
      view.from = lo;
      view.to = hi + 1;
      view.version = ++version;
      TimelineScene fresh;
      const std::vector<const NameSearch*> search{nullptr};
      ASSERT_EQ(kept.paint(runs, search, lanes, view), fresh.paint(runs, search, lanes, view)) << "seed " << seed << " frame " << k;
    }
  }
}

// Alone at the very edges, beside a dense block, in a lane of its own: always a pixel, also of the overview.
TEST(TimelineScene, ALoneEventIsNeverInvisible) {
  Input in;
  in.slices.push_back({0, 0, 1});
  for (std::int64_t i = 0; i < 20'000; ++i) in.slices.push_back({0, 2'000'000'000 + i * 1000, 900});
  in.slices.push_back({0, 2'030'000'000, 0});
  in.slices.push_back({1, 7'000'000'000, 1});
  in.slices.push_back({1, 10'000'000'000, 0});
  const RunPtr run = runOf(in);
  for (const double ratio : {1.0, 2.0}) {
    std::vector<TimelineRun> runs(1);
    runs[0].id = 1;
    runs[0].lod = Lod::build(run, {}).value();
    const std::vector<Lane> lanes = layLanes(runs, {}).lanes;
    TimelineScene scene;
    SceneView view;
    view.from = 0;
    view.to = 10'000'000'001;
    view.width = 800;
    view.height = 200;
    view.ratio = ratio;
    const QImage image = scene.paint(runs, {nullptr}, lanes, view);
    const LodWindow w{view.from, view.to, image.width()};
    for (const auto& [row, time] : std::vector<std::pair<std::uint32_t, std::int64_t>>{{0, 0}, {0, 2'030'000'000}, {1, 7'000'000'000}, {1, 10'000'000'000}}) {
      const auto lane = std::find_if(lanes.begin(), lanes.end(), [&](const Lane& l) { return l.row == row; });
      ASSERT_NE(lane, lanes.end());
      const int x = static_cast<int>(w.x(time));
      EXPECT_NE(image.pixel(x, static_cast<int>((lane->y + 8) * ratio)), image.pixel(x, static_cast<int>((lane->y + lane->height) * ratio) - 1))
          << "row " << row << " at " << time << ", " << ratio;
    }
  }

  // The overview of the widget: inside the part in view, which has no veil, beside its frame.
  ViewState state;
  TimelineView view(state);
  state.putRun(test::shown(1, run, "a"));
  view.finishPreparing();
  (void)test::grabbed(view, {1200, 400});  // lays the bar and the gutter out
  const QImage image = test::grabbed(view, {1200, 400});
  const QPoint plot = view.plot()->mapTo(&view, QPoint(0, 0));
  const int y = plot.y() + 14;
  const int left = plot.x() + view.laneArea().left();
  const int width = view.plot()->width() - view.laneArea().left();
  const QRgb idle = image.pixel(left + width / 2, y);
  // A pixel to either side: the overview may begin within one.
  const auto seen = [&](int x) { return image.pixel(x - 1, y) != idle || image.pixel(x, y) != idle || image.pixel(x + 1, y) != idle; };
  EXPECT_FALSE(seen(left + width * 6 / 10));
  EXPECT_TRUE(seen(left + width * 7 / 10)) << "7 ms of 10";
  EXPECT_TRUE(seen(left + width / 5));
}

}  // namespace timeline_scene_test
