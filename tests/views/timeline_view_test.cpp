#include "views/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "core/base/random.h"
#include "core/run/builder.h"
#include "views/timeline/facts.h"

namespace timeline_view_test {
using namespace weir;

namespace {

// Four ranks with a thread of nested operators, a stream of kernels and one all-reduce that rank 2 joins last.
RunPtr job(Truth truth) {
  RunBuilder b("test", truth);
  b.run().title = "job";
  const auto group = b.group({0, 1, 2, 3});
  Random random(7, 1);
  for (int rank = 0; rank < 4; ++rank) {
    Track thread;
    thread.name = b.intern("python");
    thread.process = b.intern("python process");
    thread.kind = TrackKind::Thread;
    thread.rank = rank;
    const auto host = b.track(thread);
    Track stream;
    stream.name = b.intern("stream 7");
    stream.process = b.intern("GPU");
    stream.kind = TrackKind::Stream;
    stream.rank = rank;
    const auto device = b.track(stream);
    std::int64_t t = 0;
    const auto add = [&](TrackIndex track, std::int64_t start, std::int64_t d, const char* n, Activity a, const char* args = "") {
      return b.slice({.track = track, .start = start, .duration = d, .name = b.intern(n), .category = b.intern("kernel"), .activity = a, .args = args});
    };
    for (int i = 0; i < 200; ++i) {
      const auto d = static_cast<std::int64_t>(2'000'000 + random.below(20'000'000));
      add(host, t, d, "aten::linear", Activity::Host);
      add(host, t + d / 10, d / 2, "aten::mm", Activity::Host);
      add(device, t + d / 4, d / 2, "gemm_128x128", Activity::Compute, R"({"grid": [1, 2, 3], "stream": 7})");
      t += d;
    }
    CollectiveCall c;
    c.operation = Operation::AllReduce;
    c.bytes = 100'000'000;
    c.groupSize = 4;
    c.group = group;
    c.rank = rank;
    c.start = t + (rank == 2 ? 9'000'000'000 : rank * 1'000'000'000);
    c.duration = 20'000'000'000 - (c.start - t);
    c.slice = add(device, c.start, c.duration, "ncclDevKernel_AllReduce", Activity::Communication);
    b.collective(c);
    Counter power;
    power.name = b.intern("power");
    power.group = b.intern("power");
    power.unit = "W";
    power.rank = rank;
    power.step = 100'000'000;
    for (int i = 0; i < 300; ++i) power.value.push_back(static_cast<float>(100 + random.below(300)));
    b.counter(power);
  }
  return std::make_shared<const weir::Run>(b.build());
}

struct Shown {
  Shown() {
    view.resize(1200, 700);
    state.putRun({.id = 1, .run = job(Truth::Measured), .title = "measured job"});
    view.show();
    view.finishPreparing();
  }
  ViewState state;
  TimelineView view{state};

  QPoint pointOf(SliceIndex slice) {
    const weir::Run& run = *state.runs()[0].run;
    const auto row = static_cast<std::uint32_t>(&run.rowOf(slice) - run.rows.data());
    for (const Lane& l : view.lanes())
      if (l.row == row) {
        const auto [from, to] = state.timeRange();
        const QRect area = view.laneArea();
        const double mid = static_cast<double>(run.slices.start[slice] + run.slices.duration[slice] / 2 - from) / static_cast<double>(to - from);
        return {area.left() + static_cast<int>(mid * area.width()), area.top() + l.y + 6};
      }
    return {};
  }
  SliceIndex firstNamed(std::string_view name) {
    const weir::Run& run = *state.runs()[0].run;
    for (SliceIndex i = 0; i < run.slices.size(); ++i)
      if (run.names.text(run.slices.name[i]) == name) return i;
    return kNoSlice;
  }
  QString fact(const QString& name) {
    for (const auto& [n, v] : state.selection().facts)
      if (n == name) return v;
    return QStringLiteral("(absent)");
  }
};

}  // namespace

TEST(TimelineView, EmptyPaneSaysWhatWouldAppear) {
  ViewState state;
  TimelineView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  view.resize(600, 400);
  view.show();
  view.grab();
  state.putRun({.id = 1, .run = job(Truth::Measured), .title = "a"});
  EXPECT_TRUE(view.emptyReason().isEmpty());
  state.removeRun(1);
  EXPECT_FALSE(view.emptyReason().isEmpty());
}

TEST(TimelineView, ClickSelectsWithFacts) {
  Shown s;
  const SliceIndex slice = s.firstNamed("ncclDevKernel_AllReduce");
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.pointOf(slice));
  ASSERT_EQ(s.state.selection().kind, Selection::Kind::Slice);
  EXPECT_EQ(s.state.selection().slice, slice);
  EXPECT_EQ(s.state.selection().title, "ncclDevKernel_AllReduce");
  EXPECT_EQ(s.fact("rank"), "0");
  EXPECT_EQ(s.fact("starts last"), "rank 2");
  EXPECT_EQ(s.fact("size on this rank"), "100 MB");
  // 100 MB over 11 ms since rank 2 started, and 2 (n-1)/n of that on the bus.
  EXPECT_TRUE(s.fact("algbw (since the last start)").startsWith("9.0")) << s.fact("algbw (since the last start)").toStdString();
  EXPECT_TRUE(s.fact("busbw (since the last start)").startsWith("13.6")) << s.fact("busbw (since the last start)").toStdString();
}

TEST(TimelineView, ArgumentsAreFacts) {
  Shown s;
  s.state.select(sliceSelection({.id = 1, .lod = Lod::build(s.state.runs()[0].run, {}).value(), .view = nullptr, .title = "a"}, s.firstNamed("gemm_128x128")));
  EXPECT_EQ(s.fact("grid"), "[1,2,3]");
  EXPECT_EQ(s.fact("stream"), "7");
  EXPECT_EQ(s.fact("collective"), "(absent)");
}

TEST(TimelineView, HoverSaysWhatItIs) {
  Shown s;
  QSignalSpy spy(&s.state, &ViewState::hoverChanged);
  QTest::mouseMove(s.view.plot(), s.pointOf(s.firstNamed("ncclDevKernel_AllReduce")));
  ASSERT_FALSE(spy.isEmpty());
  EXPECT_TRUE(spy.last()[0].toString().startsWith("ncclDevKernel_AllReduce · 20"));
  EXPECT_TRUE(spy.last()[0].toString().contains("rank 0, stream 7"));
}

TEST(TimelineView, WheelZoomsAtThePointer) {
  Shown s;
  const auto [from, to] = s.state.timeRange();
  const QRect area = s.view.laneArea();
  const QPointF at(area.left() + area.width() / 4.0, area.top() + 50);
  QWheelEvent wheel(at, s.view.plot()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(s.view.plot(), &wheel);
  const auto [from2, to2] = s.state.timeRange();
  EXPECT_NEAR(static_cast<double>(to2 - from2), static_cast<double>(to - from) / 1.25, 10);
  // The time under the pointer stays where it is.
  EXPECT_NEAR(static_cast<double>(from2) + static_cast<double>(to2 - from2) / 4, static_cast<double>(from) + static_cast<double>(to - from) / 4, 1e9);
}

TEST(TimelineView, SearchCountsWalksAndCentres) {
  Shown s;
  s.state.setSearch("NCCL");
  EXPECT_FALSE(s.view.searching());
  EXPECT_EQ(s.view.matches(), 4U);
  for (int k = 1; k <= 5; ++k) {
    ASSERT_TRUE(s.view.findNext());
    EXPECT_EQ(s.view.matchPosition(), static_cast<std::uint64_t>((k - 1) % 4 + 1));  // wraps
  }
  ASSERT_TRUE(s.view.findPrevious());
  EXPECT_EQ(s.view.matchPosition(), 4U);
  s.state.setSearch("no such kernel");
  EXPECT_EQ(s.view.matches(), 0U);
  EXPECT_FALSE(s.view.findNext());
}

TEST(TimelineView, FoldingARankHidesItsTracks) {
  Shown s;
  const auto before = s.view.lanes().size();
  QString key;
  for (const Lane& l : s.view.lanes())
    if (l.kind == Lane::Kind::Rank && key.isEmpty()) key = l.key;
  s.view.setFolded(key, true);
  EXPECT_LT(s.view.lanes().size(), before);
  s.view.setFolded(key, false);
  EXPECT_EQ(s.view.lanes().size(), before);
}

TEST(TimelineView, ArrangementGoesWithTheRun) {
  Shown s;
  const QSignalSpy arranged(&s.state, &ViewState::arranged);
  std::vector<Lane> ranks, tracks;
  for (const Lane& l : s.view.lanes()) {
    if (l.kind == Lane::Kind::Rank) ranks.push_back(l);
    if (l.kind == Lane::Kind::Track) tracks.push_back(l);
  }
  ASSERT_GE(ranks.size(), 4U);
  ASSERT_GE(tracks.size(), 2U);
  s.view.setFolded(ranks[1].key, true);
  s.view.setHidden(ranks[3].key, true);
  s.view.setPinned(tracks[0].key, true);
  s.view.moveLaneBefore(ranks[2].key, ranks[0].key);
  EXPECT_EQ(arranged.size(), 4);
  const auto labels = [](const TimelineView& v) {
    QStringList out;
    for (const Lane& l : v.lanes()) out << l.label + (l.folded ? QStringLiteral(" folded") : QString()) + (l.pinned ? QStringLiteral(" pinned") : QString());
    return out;
  };

  // The same run under another id, as a study gives it back.
  ViewState again;
  TimelineView view(again);
  view.resize(1200, 700);
  for (const auto& [key, bytes] : s.state.remembered(1)) again.remember(7, key, bytes);
  const QSignalSpy nothing(&again, &ViewState::arranged);
  again.putRun({.id = 7, .run = s.state.runs()[0].run, .title = "measured job"});
  view.show();
  view.finishPreparing();
  EXPECT_EQ(labels(view), labels(s.view));
  EXPECT_EQ(nothing.size(), 0);
  EXPECT_EQ(again.remembered(7), s.state.remembered(1));

  // Of two timelines side by side each writes what was changed in it, and not what it never had.
  const std::string before = again.remembered(7).at("lanes");
  view.setPinned(QStringLiteral("7") + tracks[1].key.mid(1), true);
  const std::string after = again.remembered(7).at("lanes");
  EXPECT_NE(after, before);
  TimelineView beside(again);
  beside.finishPreparing();
  view.setPinned(QStringLiteral("7") + tracks[1].key.mid(1), false);
  again.putRun(again.runs()[0]);  // both lay their lanes anew
  EXPECT_EQ(again.remembered(7).at("lanes"), before);

  // Everything taken back is nothing to remember; damaged text is none.
  s.view.setPinned(tracks[0].key, false);
  s.view.showAllLanes();
  EXPECT_NE(again.remembered(7), s.state.remembered(1));
  Folding folding;
  Arrangement arrangement;
  for (const char* bad : {"", "[1]", "{\"hidden\": 3, \"order\": [], \"pinned\": [4]}", "{\"hid"}) addArrangement(bad, 7, folding, arrangement);
  EXPECT_EQ(arrangementText(folding, arrangement, 7), "");
}

TEST(TimelineView, ShiftDragMeasures) {
  Shown s;
  const QRect area = s.view.laneArea();
  QPoint a(area.left() + 10, 0);
  for (const Lane& l : s.view.lanes())
    if (l.label == "stream 7") {
      a.setY(area.top() + l.y + 6);
      break;
    }
  const QPoint b(area.right() - 1, a.y());
  QTest::mousePress(s.view.plot(), Qt::LeftButton, Qt::ShiftModifier, a);
  QTest::mouseMove(s.view.plot(), (a + b) / 2);
  QTest::mouseMove(s.view.plot(), b);
  QTest::mouseRelease(s.view.plot(), Qt::LeftButton, Qt::ShiftModifier, b);
  ASSERT_TRUE(s.view.measure().has_value());
  EXPECT_TRUE(s.view.measure()->done);
  ASSERT_EQ(s.view.measure()->reports.size(), 1U);
  const RangeReport& report = s.view.measure()->reports[0].report;
  EXPECT_GT(report.all.count, 150U);
  EXPECT_LE(report.all.count, 201U);  // one stream: 200 kernels and the all-reduce
  EXPECT_EQ(report.tracks, 1U);
  EXPECT_TRUE(s.state.measured().has_value()) << "other views look at it too";
}

// A head has no slices of its own: over heads alone what stands beneath is meant; beside a lane with slices it adds nothing.
TEST(TimelineView, ShiftDragOverAHeadMeasuresWhatStandsBeneath) {
  Shown s;
  const QRect area = s.view.laneArea();
  const auto drag = [&](int from, int to) {
    if (s.view.measure()) s.state.setMeasured(std::nullopt);  // its edges would be dragged
    const QPoint a(area.left() + 10, area.top() + from), b(area.right() - 1, area.top() + to);
    QTest::mousePress(s.view.plot(), Qt::LeftButton, Qt::ShiftModifier, a);
    QTest::mouseMove(s.view.plot(), (a + b) / 2);
    QTest::mouseMove(s.view.plot(), b);
    QTest::mouseRelease(s.view.plot(), Qt::LeftButton, Qt::ShiftModifier, b);
    return s.view.measure() && s.view.measure()->reports.size() == 1 ? std::optional(s.view.measure()->reports[0].report) : std::nullopt;
  };
  const std::vector<Lane> lanes = s.view.lanes();
  const auto head = std::find_if(lanes.begin(), lanes.end(), [](const Lane& l) { return l.kind == Lane::Kind::Rank && !l.summary; });
  ASSERT_NE(head, lanes.end());
  const auto report = drag(head->y + 6, head->y + 8);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->tracks, 2U) << "the rank's thread and stream";
  EXPECT_GT(report->all.count, 200U);
  const auto row = std::find_if(head, lanes.end(), [](const Lane& l) { return l.row != Lane::kNoRow; });
  ASSERT_NE(row, lanes.end());
  const auto both = drag(head->y + 6, row->y + 2);
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->tracks, 1U);
}

TEST(TimelineView, KeysZoomAndPan) {
  Shown s;
  const auto whole = s.state.timeRange();
  QTest::keyClick(s.view.plot(), Qt::Key_W);
  EXPECT_LT(s.state.timeRange().second - s.state.timeRange().first, whole.second - whole.first);
  const auto zoomed = s.state.timeRange();
  QTest::keyClick(s.view.plot(), Qt::Key_D);
  EXPECT_GT(s.state.timeRange().first, zoomed.first);
  QTest::keyClick(s.view.plot(), Qt::Key_F);
  EXPECT_EQ(s.state.timeRange(), whole);
}

// What is in sight, whole slices: after a zoom fewer, with a filter those that pass, a hidden track's not.
TEST(TimelineView, TableIsTheSlicesInSight) {
  Shown s;
  const weir::Run& run = *s.state.runs()[0].run;
  const auto inSight = [&](std::int64_t from, std::int64_t to, const auto& passes) {
    qsizetype n = 1;  // the header
    for (SliceIndex i = 0; i < run.slices.size(); ++i) n += run.slices.start[i] < to && run.slices.endOf(i) > from && passes(i) ? 1 : 0;
    return n;
  };
  const auto any = [](SliceIndex) { return true; };
  auto table = s.view.table();
  EXPECT_EQ(table.size(), inSight(s.state.timeRange().first, s.state.timeRange().second, any));
  for (const QStringList& line : table) ASSERT_EQ(line.size(), table[0].size());
  const auto [from, to] = s.state.timeRange();
  s.state.setTimeRange({from + (to - from) / 4, from + (to - from) / 2});
  table = s.view.table();
  EXPECT_EQ(table.size(), inSight(s.state.timeRange().first, s.state.timeRange().second, any));
  double sum = 0, all = 0;
  for (qsizetype i = 1; i < table.size(); ++i) sum += table[i][9].toDouble();
  for (SliceIndex i = 0; i < run.slices.size(); ++i)
    if (run.slices.start[i] < s.state.timeRange().second && run.slices.endOf(i) > s.state.timeRange().first) all += static_cast<double>(run.slices.duration[i]) * 1e-12;
  EXPECT_NEAR(sum, all, 1e-9 * all);

  Filter filter;
  filter.ranks = {0};
  s.state.setFilter(filter);
  s.view.finishPreparing();
  EXPECT_EQ(s.view.table().size(), inSight(s.state.timeRange().first, s.state.timeRange().second, [&](SliceIndex i) { return run.tracks[run.rowOf(i).track].rank == 0; }));
}

TEST(TimelineView, TableOfTooManySlicesIsALineATrack) {
  constexpr int kSlices = 120'000;
  RunBuilder b("test", Truth::Measured);
  for (const std::int32_t rank : {0, 1}) {
    Track stream;
    stream.name = b.intern(rank == 0 ? "busy half" : "always busy");
    stream.kind = TrackKind::Stream;
    stream.rank = rank;
    const auto track = b.track(stream);
    for (int i = 0; i < kSlices; ++i)
      b.slice({.track = track, .start = i * 1'000'000LL, .duration = rank == 0 ? 500'000 : 1'000'000, .name = b.intern("k"), .category = b.intern("kernel"), .activity = Activity::Compute, .args = ""});
  }
  ViewState state;
  TimelineView view(state);
  view.resize(1200, 700);
  state.putRun({.id = 1, .run = std::make_shared<const weir::Run>(b.build()), .title = "long"});
  view.show();
  view.finishPreparing();
  state.setTimeRange({0, kSlices * 1'000'000LL});
  const auto table = view.table();
  ASSERT_EQ(table.size(), 3);
  EXPECT_EQ(table[1].size(), table[0].size());
  EXPECT_EQ(table[1][4], QString::number(kSlices));
  EXPECT_NEAR(table[1][6].toDouble(), 0.5, 1e-4);
  EXPECT_NEAR(table[2][6].toDouble(), 1.0, 1e-4);
}

// Every kind of truth must look different, and a lone event must be there.
TEST(TimelineView, TruthsLookDifferent) {
  std::vector<QImage> images;
  for (const Truth truth : {Truth::Measured, Truth::Simulated, Truth::Predicted}) {
    ViewState state;
    TimelineView view(state);
    view.resize(900, 400);
    state.putRun({.id = 1, .run = job(truth), .title = "a"});
    view.show();
    view.finishPreparing();
    images.push_back(view.grab().toImage());
  }
  EXPECT_NE(images[0], images[1]);
  EXPECT_NE(images[1], images[2]);
}

TEST(TimeTicks, AreRoundAndFewAndNamed) {
  for (const std::int64_t span : {1000LL, 12'345LL, 7'000'000LL, 81'200'000'000LL, 3'600'000'000'000'000LL})
    for (const std::int64_t from : {0LL, 123'456'789'012LL, -5'000LL}) {
      const TimeTicks t = timeTicks(from, from + span, 10);
      EXPECT_GE(t.at.size(), 3U);
      EXPECT_LE(t.at.size(), 11U);
      QSet<QString> labels;
      for (const auto v : t.at) {
        EXPECT_EQ(v % t.step, 0);
        labels.insert(t.label(v));
      }
      EXPECT_EQ(labels.size(), static_cast<qsizetype>(t.at.size())) << "labels tell ticks apart";
    }
  EXPECT_EQ(timeTicks(0, 100'000'000'000, 10).title(), "time (ms)");
  EXPECT_TRUE(timeTicks(5, 5, 10).at.empty());
  EXPECT_EQ(showTimeFull(123'456'000'000), "123.456 ms");
}

}  // namespace timeline_view_test
