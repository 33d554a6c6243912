// Traces whose slices stand in order alone: no time is made up of their places. And what joins them.
#include <gtest/gtest.h>

#include <QRegularExpression>
#include <QTest>

#include "tests/views/support.h"
#include "views/figures/export_figure.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_view.h"

namespace timeline_order_test {
using namespace weir;
using test::us;

namespace {

// Two ranks, each computing and then in an all-reduce, laid out by a reader at places of 100 us.
RunPtr inOrder() {
  test::Sketch s;
  for (int rank = 0; rank < 2; ++rank) {
    const auto t = s.track(rank, TrackKind::Thread, "actions");
    for (int k = 0; k < 3; ++k)
      s.b.slice({.track = t, .start = k * 200 * us, .duration = 200 * us, .name = s.b.intern("ProfilerStep#" + std::to_string(k)), .category = 0, .activity = Activity::Annotation, .args = {}});
    for (int k = 0; k < 3; ++k) {
      s.slice(t, k * 200, k * 200 + 100, Activity::Compute);
      const SliceIndex at = s.slice(t, k * 200 + 100, k * 200 + 200, Activity::Communication);
      CollectiveCall c;
      c.operation = Operation::AllReduce;
      c.rank = rank;
      c.bytes = 1000;
      c.groupSize = 2;
      c.start = (k * 200 + 100) * us;
      c.duration = 100 * us;
      c.slice = at;
      s.b.collective(c);
    }
  }
  s.b.note("no times in this format: actions are laid out by their order", {});
  return test::shared(s.build());
}

// One call on each of four ranks, all at the one place there is: a Chakra execution trace of a collective.
RunPtr oneMoment() {
  test::Sketch s(Truth::Predicted);
  for (int rank = 0; rank < 4; ++rank) s.slice(s.track(rank, TrackKind::Other, "communication"), 0, 0, Activity::Communication);
  return test::shared(s.build());
}

RunPtr timed(int length_us) {
  test::Sketch s(Truth::Simulated);
  s.slice(s.track(0, TrackKind::Stream, "stream 7"), 0, length_us, Activity::Compute);
  return test::shared(s.build());
}

struct Shown {
  explicit Shown(RunPtr run) {
    state.putRun(test::shown(1, std::move(run), QStringLiteral("trace")));
    view.resize(1000, 600);
    view.show();
    view.finishPreparing();
  }
  QString axis() {
    view.finishPreparing();
    return view.plot()->xAxis->label();
  }
  qsizetype ticks() {
    view.finishPreparing();
    QVector<double> at;
    view.plot()->xAxis->ticker()->generate(view.plot()->xAxis->range(), QLocale::c(), QLatin1Char('g'), 6, at, nullptr, nullptr);
    return at.size();
  }
  SliceIndex communication() {
    const weir::Run& r = *state.run(1)->run;
    for (SliceIndex i = 0; i < r.slices.size(); ++i)
      if (r.slices.activity[i] == Activity::Communication) return i;
    return kNoSlice;
  }
  QString fact(const QString& name) {
    for (const auto& [n, v] : state.selection().facts)
      if (n == name) return v;
    return QStringLiteral("(absent)");
  }
  ViewState state;
  TimelineView view{state};
};

const QString kOrder = QStringLiteral("no times in this trace: order only");

}  // namespace

TEST(TimelineOrder, TheAxisHasNoUnitAndSaysWhy) {
  for (const RunPtr& run : {inOrder(), oneMoment()}) {
    Shown s(run);
    EXPECT_FALSE(s.view.timed());
    EXPECT_EQ(s.axis(), kOrder);
    EXPECT_EQ(s.ticks(), 0);
  }
  Shown both(inOrder());
  both.state.putRun(test::shown(2, oneMoment(), QStringLiteral("another")));
  EXPECT_EQ(both.axis(), QStringLiteral("no times in these traces: order only"));
  // Of a simulation that has just begun nothing is said yet, and no unit made up either.
  test::Sketch begun(Truth::Simulated);
  (void)begun.track(0, TrackKind::Stream, "stream 7");
  Shown nothing(test::shared(begun.build()));
  EXPECT_FALSE(nothing.view.timed());
  EXPECT_EQ(nothing.axis(), QString());
  EXPECT_EQ(nothing.ticks(), 0);
}

TEST(TimelineOrder, ATimedRunThatJoinsIsInSight) {
  Shown s(oneMoment());
  s.state.putRun(test::shown(2, timed(15200), QStringLiteral("simulated")));
  EXPECT_EQ(s.state.timeRange(), (ViewState::Range{0, 15200 * us})) << "nobody chose what was in sight before";
  EXPECT_EQ(s.axis(), QStringLiteral("time (ms)"));
  EXPECT_GT(s.ticks(), 2);
  // A range that was chosen stays.
  Shown chosen(inOrder());
  chosen.state.setTimeRange({100 * us, 200 * us});
  chosen.state.putRun(test::shown(2, timed(15200), QStringLiteral("simulated")));
  EXPECT_EQ(chosen.state.timeRange(), (ViewState::Range{100 * us, 200 * us}));
  // It grows while it is simulated; hidden at first, it comes into sight once it is ticked.
  Shown hidden(oneMoment());
  ShownRun later = test::shown(2, timed(100), QStringLiteral("simulated"));
  later.visible = false;
  hidden.state.putRun(later);
  later.run = timed(15200);
  hidden.state.putRun(later);
  hidden.state.setVisible(2, true);
  EXPECT_EQ(hidden.state.timeRange(), (ViewState::Range{0, 15200 * us}));
}

TEST(TimelineOrder, PlacesAreNotToldAsTimes) {
  Shown s(inOrder());
  const TimelineRun& run = s.view.timelineRuns().front();
  const SliceIndex call = s.communication();
  EXPECT_FALSE(sliceLine(run, call).contains(QStringLiteral("µs"))) << sliceLine(run, call).toStdString();
  s.state.select(sliceSelection(run, call));
  EXPECT_EQ(s.fact("start"), QStringLiteral("unknown"));
  EXPECT_EQ(s.fact("duration"), QStringLiteral("unknown"));
  EXPECT_EQ(s.fact("algbw, busbw"), QStringLiteral("unknown"));
  EXPECT_EQ(s.fact("size on this rank"), QStringLiteral("1.00 kB"));
  for (const auto& [name, value] : s.state.selection().facts) EXPECT_FALSE(value.endsWith(QStringLiteral("µs"))) << name.toStdString();
  const RankSteps* steps = s.view.stepsOf(1);
  ASSERT_TRUE(steps) << "marks stand in order as well";
  EXPECT_EQ(TimelineView::stepText(*steps, 0, false), QStringLiteral("step 0 of rank 0"));
  EXPECT_FALSE(s.view.goToText(QStringLiteral("100 us")).isEmpty());
  EXPECT_EQ(s.view.goToText(QStringLiteral("step 1")), QString());
  for (const QStringList& row : s.view.table().mid(1)) {
    EXPECT_EQ(row[8], QString());
    EXPECT_EQ(row[9], QString());
  }
}

TEST(TimelineOrder, AMeasuredPartIsCountedAndLastsNoTime) {
  Shown s(inOrder());
  s.state.setMeasured(ViewState::Range{0, 300 * us});
  s.view.finishPreparing();
  ASSERT_TRUE(s.view.measure() && s.view.measure()->done);
  ASSERT_EQ(s.view.measure()->reports.size(), 1U);
  const RangeFigures& all = s.view.measure()->reports.front().report.all;
  EXPECT_EQ(all.count, 2U * 5U);  // two steps, two computations and one call on each rank
  EXPECT_TRUE(std::isnan(all.sum_s) && std::isnan(all.mean_s) && std::isnan(all.p99_s) && std::isnan(all.share));
  for (const auto& n : s.view.measure()->reports.front().report.byName) EXPECT_TRUE(std::isnan(n.figures.sum_s) && std::isnan(n.figures.share));
}

namespace {

struct Label {
  double x, baseline;
  QString text;
};

std::vector<Label> labelsOf(View& view, std::string_view style) {
  const auto svg = renderFigure(view, FigureFormat::Svg, *figureOptions(style));
  EXPECT_TRUE(svg) << (svg ? "" : svg.error().line());
  static const QRegularExpression text(QStringLiteral(R"re(<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>([^<]*)</text>)re"));
  std::vector<Label> out;
  for (auto it = text.globalMatch(QString::fromUtf8(svg ? *svg : QByteArray())); it.hasNext();) {
    const auto m = it.next();
    out.push_back({m.captured(1).toDouble(), m.captured(2).toDouble(), m.captured(3)});
  }
  return out;
}

bool anyText(const std::vector<Label>& labels, const QString& text) {
  return std::any_of(labels.begin(), labels.end(), [&](const Label& l) { return l.text == text; });
}

}  // namespace

TEST(TimelineFigureLabels, NeverTouch) {
  Shown s(test::training(12));
  s.state.putRun(test::shown(2, test::training(12, Truth::Simulated), QStringLiteral("the same, simulated")));
  s.view.finishPreparing();
  for (const char* style : {"column", "paper", "slide"}) {
    std::vector<Label> lanes;
    for (const Label& l : labelsOf(s.view, style))
      if (l.text == QStringLiteral("trace") || l.text.startsWith(QStringLiteral("rank ")) || l.text.startsWith(QStringLiteral("stream")) || l.text.startsWith(QStringLiteral("the same"))) lanes.push_back(l);
    std::sort(lanes.begin(), lanes.end(), [](const Label& a, const Label& b) { return a.baseline < b.baseline; });
    ASSERT_GT(lanes.size(), 4U) << style;
    const double text = figureOptions(style)->textPt;
    for (std::size_t i = 1; i < lanes.size(); ++i)
      EXPECT_GE(lanes[i].baseline - lanes[i - 1].baseline, 0.97 * text) << style << ": " << lanes[i - 1].text.toStdString() << " and " << lanes[i].text.toStdString();
    EXPECT_TRUE(anyText(lanes, QStringLiteral("trace"))) << style << ": a run's own name goes before those of its ranks";
  }
}

TEST(TimelineFigureLabels, TheCaptionStaysOnThePage) {
  Shown s(test::training(40));
  s.state.putRun(test::shown(2, test::training(40, Truth::Simulated), QStringLiteral("the same, simulated")));
  s.view.finishPreparing();
  const double height = figureOptions("column")->height_mm / 25.4 * 72;
  const auto labels = labelsOf(s.view, "column");
  double lowest = 0;
  for (const Label& l : labels) lowest = std::max(lowest, l.baseline);
  EXPECT_LE(lowest, height - 1) << "what is left out makes it longer";
}

TEST(TimelineFigureLabels, TitlesAreCutEachByItself) {
  Shown s(test::training(2));
  s.state.putRun(test::shown(2, test::training(2, Truth::Simulated), QStringLiteral("a second run whose name is far too long for the width of a single column")));
  s.view.finishPreparing();
  const QString title = labelsOf(s.view, "column").front().text;
  EXPECT_TRUE(title.startsWith(QStringLiteral("trace (measured); a se"))) << title.toStdString();
  EXPECT_TRUE(title.endsWith(QStringLiteral("(simulated)"))) << title.toStdString();
  // Of four there is no room for more than a few letters each: the first are whole.
  for (const int id : {3, 4}) s.state.putRun(test::shown(id, test::training(2, Truth::Simulated), QStringLiteral("another run whose name is far too long for the width of a single column")));
  s.view.finishPreparing();
  const QString four = labelsOf(s.view, "column").front().text;
  EXPECT_TRUE(four.startsWith(QStringLiteral("trace (measured); a second run wh"))) << four.toStdString();
  EXPECT_TRUE(four.endsWith(QStringLiteral("…"))) << four.toStdString();
}

TEST(TimelineFigureLabels, AnOrderHasNoTicks) {
  Shown s(inOrder());
  const auto labels = labelsOf(s.view, "paper");
  EXPECT_TRUE(anyText(labels, kOrder));
  for (const Label& l : labels) {
    bool number = false;
    (void)l.text.toDouble(&number);
    EXPECT_FALSE(number) << l.text.toStdString();
  }
}

}  // namespace timeline_order_test
