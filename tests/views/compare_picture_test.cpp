// Compare at the width of a column, its empty states, the step that stays chosen, and its words.
#include "views/compare/compare_picture.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>

#include "tests/views/support.h"
#include "views/compare/compare_canvas.h"
#include "views/compare/compare_tables.h"
#include "views/compare/compare_view.h"
#include "views/compare/compare_words.h"
#include "views/compare/step_box.h"
#include "views/shared/sort_table.h"

namespace compare_picture_test {
using namespace weir;
using test::shown;

namespace {

const QString kLong = QStringLiteral("Small CNN on four processes of one virtual machine");

// Four ranks, computing and communicating; the last step's end is `last`.
RunPtr ended(Truth truth, Activity last) {
  test::Sketch s(truth);
  for (int r = 0; r < 4; ++r) {
    const auto stream = s.track(r, TrackKind::Stream, "stream 7");
    s.slice(stream, 0, 200'000, Activity::Compute);
    s.slice(stream, 200'000, 230'000, Activity::Communication);
    s.slice(stream, 230'000, 241'000, last);
  }
  return test::shared(s.build());
}

ComparePicture pictureOf(const RunPtr& a, const RunPtr& b) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, a, QStringLiteral("small-cnn")));
  state.putRun(shown(2, b, kLong));
  view.finishNow();
  ComparePicture p = view.picture();
  p.rows = compared::figureRows(*view.comparison()->table("overall"), 12);
  p.remark = QStringLiteral("A: 72 slices start outside of all steps and are left out; the one step of B stands for each of the 10 steps of A; B records no I/O: none is compared");
  return p;
}

// Steps of 26 ms, which the trace calls `first`, `first` + 1, ...
RunPtr counted(int steps, int first) {
  test::Sketch s;
  const auto stream = s.track(0, TrackKind::Stream, "stream 7"), host = s.track(0, TrackKind::Thread, "host");
  for (int k = 0; k < steps; ++k) {
    const std::int64_t t = k * 26'000;
    s.b.slice({.track = host, .start = t * test::us, .duration = 26'000 * test::us, .name = s.b.intern("ProfilerStep#" + std::to_string(first + k)), .category = 0, .activity = Activity::Annotation, .args = {}});
    s.slice(stream, t + 1000, t + 9000, Activity::Compute);
  }
  return test::shared(s.build());
}

void measure(ViewState& state, int from, int to) { state.setMeasured(ViewState::Range{from * 26'000 * test::us, to * 26'000 * test::us}); }

}  // namespace

TEST(ComparePicture, AtTheWidthOfAColumnNothingIsCutOrTouches) {
  const ComparePicture p = pictureOf(ended(Truth::Measured, Activity::Compute), ended(Truth::Predicted, Activity::Other));
  QImage paper(10, 10, QImage::Format_RGB32);
  const chart::Style s = chart::onPaper({}, &paper);
  const QFontMetricsF m(s.axis, &paper);
  for (const QSizeF& mm : {QSizeF(84, 60), QSizeF(84, 80), QSizeF(89, 65), QSizeF(183, 110)}) {
    const QSizeF size = mm * (72 / 25.4);
    const QRectF area(QPointF(0, 0), size);
    const CompareLayout l = layoutCompare(p, area, s, &paper, true);
    // The names are whole: over their lanes, on as many lines as they take; a title that would be cut is left out.
    const std::string nameB = l.namesB.join(QLatin1Char(' ')).toStdString(), whole = QStringLiteral("B: %1 (predicted), 241 ms").arg(kLong).toStdString();
    if (mm.height() > 65) {
      EXPECT_EQ(nameB, whole) << mm.width();
    } else {
      EXPECT_TRUE(nameB == whole || nameB.find("…") != std::string::npos) << nameB;  // the lanes need the room
    }
    EXPECT_TRUE(l.title.isEmpty() || l.title == p.title);
    QStringList legend;
    for (const CompareLayout::LegendEntry& e : l.legend) {
      legend << e.text;
      EXPECT_LE(e.box.left() + s.em * 1.1 + m.horizontalAdvance(e.text), area.right());
      EXPECT_LE(e.box.bottom(), l.titleA.top());
    }
    EXPECT_TRUE(legend.contains(QStringLiteral("other"))) << legend.join(QLatin1Char(' ')).toStdString();
    const std::vector<LaneLabel> labels = laneLabels(p.a, l.lanesA, s.em);
    for (std::size_t i = 1; i < labels.size(); ++i) EXPECT_GE(labels[i].y - labels[i - 1].y, s.em * 1.15 - 1e-6) << mm.width() << " x " << mm.height();
    EXPECT_TRUE(labels.back().text.endsWith(QLatin1Char('3')));
    EXPECT_LE(l.lanesB.back().bottom(), l.axis.top());
    EXPECT_LE(l.axis.bottom(), l.table.isEmpty() ? l.remarkTop : l.table.top()) << mm.width() << " x " << mm.height();
    // A remark that has no room is left out, and none breaks off.
    const QString last = l.remark.join(QLatin1Char(' '));
    EXPECT_TRUE(last.endsWith(p.remark) || last.endsWith(QStringLiteral("; …"))) << last.toStdString();
    // What the table does not show is said: how many rows are left out, or that it is.
    const qsizetype rows = tableRowsShown(p, l.table, s.em);
    if (l.table.isEmpty()) {
      EXPECT_TRUE(last.startsWith(QStringLiteral("the table, of"))) << last.toStdString();
    } else {
      EXPECT_GE(l.table.height() + 1e-6, s.em * 1.35 * static_cast<double>(rows + (rows < p.rows.size() ? 1 : 0)));
    }
  }
}

TEST(ComparePicture, LabelsOfThinLanesAreShared) {
  const ComparePicture p = pictureOf(ended(Truth::Measured, Activity::Compute), ended(Truth::Predicted, Activity::Other));
  const auto lanes = [](double pitch) {
    std::vector<QRectF> out;
    for (int i = 0; i < 4; ++i) out.emplace_back(0, i * pitch, 100, pitch * 0.84);
    return out;
  };
  const auto texts = [&](double pitch) {
    QStringList out;
    for (const LaneLabel& l : laneLabels(p.a, lanes(pitch), 10)) out << l.text;
    return out.join(QLatin1Char(' '));
  };
  EXPECT_EQ(texts(12), QStringLiteral("rank 0 rank 1 rank 2 rank 3"));
  EXPECT_EQ(texts(6), QStringLiteral("ranks 0–1 ranks 2–3"));
  EXPECT_EQ(texts(4), QStringLiteral("ranks 0–3"));  // three and one would touch
}

TEST(ComparePicture, TheLegendOfAFigureIsOfWhatItShows) {
  const ComparePicture p = pictureOf(ended(Truth::Measured, Activity::Compute), ended(Truth::Predicted, Activity::Other));
  EXPECT_EQ(activitiesWithin(p, {0, 241e9}, 300), (std::vector<Activity>{Activity::Compute, Activity::Communication, Activity::Other}));
  EXPECT_EQ(activitiesWithin(p, {0, 100e9}, 300), (std::vector<Activity>{Activity::Compute}));
}

TEST(CompareWindow, WhyNothingIsComparedIsSaidOnce) {
  ViewState state;
  CompareView view(state);
  view.resize(900, 600);
  view.show();
  QApplication::processEvents();
  const auto visible = [&](const QString& text) {
    qsizetype n = 0;
    for (const QLabel* l : view.findChildren<QLabel*>()) n += l->isVisibleTo(&view) && l->text().contains(text) ? 1 : 0;
    return n;
  };
  EXPECT_EQ(visible(QStringLiteral("Two runs appear here")), 0);  // the picture's place says it
  EXPECT_TRUE(view.findChild<CompareCanvas*>()->accessibleDescription().contains(QStringLiteral("Two runs appear here")));
  state.putRun(shown(1, counted(3, 0), QStringLiteral("a")));
  state.putRun(shown(2, counted(3, 0), QStringLiteral("b")));
  view.finishNow();
  EXPECT_TRUE(view.findChild<SortTable*>()->isVisibleTo(&view));
  measure(state, 5, 6);
  view.finishNow();
  EXPECT_EQ(visible(QStringLiteral("lies in the range")), 0);
  const QString why = view.findChild<CompareCanvas*>()->accessibleDescription();
  EXPECT_TRUE(why.contains(QStringLiteral("Nothing of A lies in the range: it is 78.0 ms long, and the range begins 130 ms after it does"))) << why.toStdString();
  measure(state, 0, 1);
  view.finishNow();
  EXPECT_TRUE(view.findChild<SortTable*>()->isVisibleTo(&view));
  EXPECT_TRUE(view.findChild<CompareCanvas*>()->accessibleDescription().isEmpty());
}

TEST(CompareWindow, TheChosenStepStaysWhileItIsThere) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, counted(6, 10), QStringLiteral("a")));
  state.putRun(shown(2, counted(6, 10), QStringLiteral("b")));
  view.finishNow();
  const auto* box = view.findChild<StepBox*>();
  view.showStep(4);
  EXPECT_EQ(box->text(), QStringLiteral("13"));
  measure(state, 2, 5);  // steps 12 to 14: it is the second now
  view.finishNow();
  EXPECT_EQ(box->text(), QStringLiteral("13"));
  EXPECT_EQ(view.picture().a.part, QStringLiteral("step 13"));
  measure(state, 4, 6);  // 14 and 15
  view.finishNow();
  EXPECT_EQ(box->text(), QStringLiteral("14"));
  measure(state, 8, 9);  // nothing is there
  view.finishNow();
  measure(state, 1, 5);  // 13 is again
  view.finishNow();
  EXPECT_EQ(box->text(), QStringLiteral("13"));
  view.showStep(0);
  measure(state, 1, 3);
  view.finishNow();
  EXPECT_EQ(box->value(), 0);  // all stays all
}

TEST(ComparePicture, ATableSaysHowManyRowsItLeavesOut) {
  ComparePicture p;
  for (int i = 0; i < 13; ++i) p.rows << QStringList{QString::number(i), QStringLiteral("1 s")};  // a header and twelve rows
  const double em = 10, row = em * 1.35;
  EXPECT_EQ(tableRowsShown(p, QRectF(0, 0, 100, 13 * row), em), 13);
  EXPECT_EQ(tableRowsShown(p, QRectF(0, 0, 100, 12 * row), em), 11);  // the twelfth line says "2 more rows"
  p.rowsLeft = 7;
  EXPECT_EQ(tableRowsShown(p, QRectF(0, 0, 100, 13 * row), em), 12);
  EXPECT_EQ(tableRowsShown(p, QRectF(0, 0, 100, 14 * row), em), 13);
}

TEST(CompareWindow, WordsFollowWhatChanged) {
  ComparedRow r;
  r.a.present = r.b.present = true;
  r.unit = "s";
  r.change = Change::Faster;
  EXPECT_EQ(compared::changeText(r), QStringLiteral("faster"));
  r.calls = CallsChange{-3, -0.3, 0.02};
  EXPECT_TRUE(compared::changeText(r).contains(QStringLiteral("fewer, each 2.00 % slower"))) << compared::changeText(r).toStdString();
  r.calls = CallsChange{0.5, 0.05, 0};
  EXPECT_EQ(compared::changeText(r), QStringLiteral("5.00 % more calls, each as long"));
  r.calls = CallsChange{5.5, 26.3, 3.5};
  EXPECT_EQ(compared::changeText(r), QStringLiteral("27.3 times as many calls, each 4.5 times as long"));
  r.calls.reset();
  r.countedApart = true;
  EXPECT_EQ(compared::changeText(r), QStringLiteral("faster (calls counted differently)"));
  EXPECT_TRUE(compared::changeTip(r).contains(QStringLiteral("numbers of calls cannot")));
  r.countedApart = false;
  EXPECT_EQ(compared::ratioText(27.34), QStringLiteral("27.3 times as long"));
  EXPECT_EQ(compared::ratioText(2.5), QStringLiteral("+150.0 %"));
  r.unit = "";
  EXPECT_EQ(compared::changeText(r), QStringLiteral("fewer"));
  r.unit = "B";
  EXPECT_EQ(compared::changeText(r), QStringLiteral("less"));
}

TEST(CompareWindow, TheVerdictSaysMeanAndMedian) {
  const auto a = counted(4, 0), b = counted(4, 0);
  const QString said = compared::verdict(*compareRuns({a.get(), findSteps(*a).ranks}, {b.get(), findSteps(*b).ranks}));
  EXPECT_TRUE(said.contains(QStringLiteral("in the mean (+0.0 %; by the medians +0.0 %)"))) << said.toStdString();
  const auto x = test::training(4), y = test::training(4);
  const QString pairs = compared::verdict(*compareRuns({x.get(), findSteps(*x).ranks}, {y.get(), findSteps(*y).ranks}));
  EXPECT_TRUE(pairs.contains(QStringLiteral("Collectives in both: 15; "))) << pairs.toStdString();
}

TEST(CompareWindow, AnErrorOfMoreThanThreeTimesReadsAsTimes) {
  Comparison c;
  c.a.truth = Truth::Measured;
  c.b.truth = Truth::Predicted;
  CollectiveError e;
  e.pairs = 2;
  e.bias = e.mean = e.median = e.p95 = 12.1;
  c.errors.push_back(e);
  EXPECT_TRUE(compared::verdict(c).contains(QStringLiteral("signed mean 13.1 times as long"))) << compared::verdict(c).toStdString();
  CollectivePair p;
  p.error = 26.3;
  p.moveError = 0.5;
  c.pairs.push_back(p);
  const auto row = compared::errorTable(c, 10).second.front();
  EXPECT_EQ(row[8].text, QStringLiteral("27.3 times as long"));
  EXPECT_EQ(row[12].text, QStringLiteral("+50.0 %"));
}

TEST(CompareWindow, NamesCanDoNoHarm) {
  const QString title = compared::runTitle(shown(1, counted(1, 0), QString::fromUtf8("a\nb\xE2\x80\xAE" "c")));
  EXPECT_FALSE(title.contains(QLatin1Char('\n')));
  EXPECT_FALSE(title.contains(QChar(0x202E)));
}

}  // namespace compare_picture_test
