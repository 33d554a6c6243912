// What the traffic view can be narrowed to, and what it says where something is missing.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "tests/views/support.h"
#include "views/heatmap/heatmap_view.h"

namespace heatmap_choices_test {
using namespace weir;
using test::look;
using test::shown;
using test::Sketch;
using test::us;

namespace {

// Steps as a trace numbers them, from 12 on: in step 12 one all-reduce of 8 B, in step 13 one of 100 B.
RunPtr numbered() {
  Sketch s;
  for (int r = 0; r < 2; ++r) {
    s.track(r, TrackKind::Stream, "stream");
    const auto host = s.track(r, TrackKind::Thread, "host");
    for (int k = 0; k < 2; ++k) {
      s.b.slice({.track = host, .start = 100 * k * us, .duration = 100 * us, .name = s.b.intern("ProfilerStep#" + std::to_string(12 + k)),
                 .category = s.b.intern("user_annotation"), .activity = Activity::Annotation, .args = {}});
      s.call(r, Operation::AllReduce, 100 * k + 10, 100 * k + 20, k == 0 ? 8 : 100, 2, {0, 1});
    }
  }
  return test::shared(s.build());
}

// Forty communicators of two ranks each; the k-th is used k + 1 times.
RunPtr manyGroups() {
  Sketch s;
  for (int r = 0; r < 80; ++r) s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 800, Activity::Compute);
  for (int k = 0; k < 40; ++k)
    for (int n = 0; n <= k; ++n)
      for (const int r : {2 * k, 2 * k + 1}) s.call(r, Operation::AllReduce, 20 * n, 20 * n + 10, 1000, 2, {2 * k, 2 * k + 1});
  return test::shared(s.build());
}

// Never under way at once, and nothing tells which are one.
RunPtr unmatched() {
  Sketch s;
  for (int r = 0; r < 4; ++r) {
    s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 400, Activity::Compute);
    s.call(r, Operation::AllGather, 0, 10);
    s.call(r, Operation::AllReduce, 100 * r + 50, 100 * r + 60);
  }
  return test::shared(s.build());
}

RunPtr io(int files, bool single = true) {
  Sketch s;
  s.track(0, TrackKind::Thread, "main");
  for (int i = 0; i < files; ++i) {
    if (!single) {
      IoRecord r;
      r.rank = 0;
      r.file = s.b.intern("/data/f" + std::to_string(i));
      r.layer = s.b.intern("POSIX");
      s.b.run().ioRecords.push_back(r);
      continue;
    }
    IoOperation o;
    o.kind = IoOperation::Kind::Read;
    o.rank = 0;
    o.file = s.b.intern("/data/f" + std::to_string(i));
    o.layer = s.b.intern("POSIX");
    o.bytes = 1000 + i;
    o.start = i * us;
    o.duration = us;
    s.b.io(o);
  }
  return test::shared(s.build());
}

QComboBox* combo(QWidget& view, const QString& name) {
  for (QComboBox* c : view.findChildren<QComboBox*>())
    if (c->accessibleName() == name) return c;
  return nullptr;
}

ChoicePopup* popup(QWidget& view, const QString& hint) {
  for (ChoicePopup* p : view.findChildren<ChoicePopup*>())
    if (p->search().placeholderText().startsWith(hint)) return p;
  return nullptr;
}

QAction* action(QWidget& view, const QString& begins) {
  for (QMenu* m : view.findChildren<QMenu*>())
    for (QAction* a : m->actions())
      if (a->text().startsWith(begins)) return a;
  return nullptr;
}

}  // namespace

TEST(HeatmapChoices, StepsAreThoseOfTheTrace) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, numbered(), "numbered"));
  view.finishNow();
  QComboBox* steps = combo(view, "Training step that is counted");
  ASSERT_EQ(steps->count(), 3);
  EXPECT_EQ(steps->itemText(1), "step 12");
  steps->setCurrentIndex(2);
  emit steps->activated(2);
  EXPECT_EQ(view.settings().step, 13);
  EXPECT_EQ(view.canvas().picture().at(0, 1), 100);
  EXPECT_TRUE(view.canvas().picture().title.endsWith("(step 13)")) << view.canvas().picture().title.toStdString();
  EXPECT_EQ(steps->currentText(), "step 13");
}

TEST(HeatmapChoices, EveryCommunicatorCanBeChosen) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, manyGroups(), "many"));
  view.finishNow();
  ASSERT_TRUE(action(view, "Communicators (all 40)"));
  action(view, "Communicators (all 40)")->trigger();
  ChoicePopup* p = popup(view, "Search communicators");
  ASSERT_EQ(p->list().model()->rowCount(), 40);
  EXPECT_EQ(p->list().model()->index(0, 0).data().toString(), "ranks 78, 79 · collectives: 40 · 80.0 kB");  // the most used first
  look(*p, "traffic_communicators", {440, 400});
  // None, then the least used one alone.
  for (QToolButton* b : p->findChildren<QToolButton*>())
    if (b->text() == "None") b->click();
  view.finishNow();
  EXPECT_TRUE(view.canvas().picture().empty());
  p->search().setText("ranks 0, 1");
  ASSERT_EQ(p->list().model()->rowCount(), 1);
  p->list().model()->setData(p->list().model()->index(0, 0), Qt::Checked, Qt::CheckStateRole);
  view.finishNow();
  EXPECT_EQ(view.settings().groups.size(), 1U);
  EXPECT_EQ(view.canvas().picture().at(0, 1), 1000);
  EXPECT_TRUE(view.canvas().picture().title.contains("ranks 0, 1"));
  p->search().clear();
  for (QToolButton* b : p->findChildren<QToolButton*>())
    if (b->text() == "All") b->click();
  EXPECT_TRUE(view.settings().groups.empty());
}

TEST(HeatmapChoices, OneCollectiveAlone) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, numbered(), "numbered"));
  view.finishNow();
  ASSERT_TRUE(action(view, "One collective of 2"));
  action(view, "One collective of 2")->trigger();
  ChoicePopup* p = popup(view, "Search collectives");
  ASSERT_EQ(p->list().model()->rowCount(), 3);  // and all of them
  p->search().setText("110");
  ASSERT_EQ(p->list().model()->rowCount(), 1);
  QTest::keyClick(&p->search(), Qt::Key_Return);
  view.finishNow();
  EXPECT_TRUE(view.settings().call.has_value());
  EXPECT_EQ(view.canvas().picture().at(0, 1), 100);
  EXPECT_TRUE(view.canvas().picture().title.contains("all-reduce at 110")) << view.canvas().picture().title.toStdString();
}

TEST(HeatmapChoices, WhatCouldNotBeMatchedStandsInThePicture) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, unmatched(), "pipeline"));
  view.finishNow();
  const HeatPicture& p = view.canvas().picture();
  ASSERT_FALSE(p.empty());
  EXPECT_TRUE(p.warning.startsWith("4 of 8 calls are in no cell")) << p.warning.toStdString();
  EXPECT_TRUE(p.warning.contains("What would tell"));
  EXPECT_TRUE(view.table().back().back().startsWith("4 of 8 calls"));
  look(view, "traffic_unmatched");
  // It takes room of its own above the plot, on screen as on paper.
  HeatPicture without = p;
  without.warning.clear();
  const auto style = chart::onScreen(theme::Mode::Light, &view);
  const QRectF area(0, 0, 900, 600);
  const HeatLayout with = layoutHeat(p, area, style, &view);
  EXPECT_FALSE(with.warning.isEmpty());
  EXPECT_GE(with.columnSums.isEmpty() ? with.plot.top() : with.columnSums.top(), with.warningTop + static_cast<double>(with.warning.size()) * style.em);
  EXPECT_LT(layoutHeat(without, area, style, &view).plot.top(), with.plot.top());
}

TEST(HeatmapChoices, SumsOfColumnsHaveTheirNumbers) {
  ViewState state;
  HeatmapView view(state);
  const auto style = chart::onScreen(theme::Mode::Light, &view);
  state.putRun(shown(1, test::training(8), "eight"));
  view.finishNow();
  HeatPicture p = view.canvas().picture();
  const QFontMetricsF m(style.axis, &view);
  for (const QSizeF size : {QSizeF(1600, 1000), QSizeF(1000, 640), QSizeF(700, 700)}) {
    const HeatLayout l = layoutHeat(p, QRectF(QPointF(0, 0), size), style, &view);
    ASSERT_FALSE(l.columnSums.isEmpty());
    EXPECT_NE(l.columnNumbers, HeatLayout::Numbers::None) << size.width();
    const double column = l.plot.width() / 8;
    for (const double v : p.columnSum) {
      const double wide = m.horizontalAdvance(chart::valueText(v, p.unit));
      EXPECT_LE(wide, l.columnNumbers == HeatLayout::Numbers::Level ? column : l.numberRoom);
    }
    EXPECT_GE(column, style.em);
    EXPECT_GE(l.columnSums.height(), l.numberRoom);
  }
  // A thousand have no room: the one pointed at has.
  Sketch many;
  for (int r = 0; r < 1000; ++r) many.b.transfer(r, (r + 1) % 1000, 3 + r, 0, us);
  state.clearRuns();
  state.putRun(shown(2, test::shared(many.build()), "thousand"));
  view.finishNow();
  p = view.canvas().picture();
  ASSERT_EQ(p.rows, 1000);
  const HeatLayout l = layoutHeat(p, QRectF(0, 0, 1600, 1000), style, &view);
  EXPECT_EQ(l.columnNumbers, HeatLayout::Numbers::None);
  const auto tags = sumTags(p, l, QPoint(8, 7), style, &view);
  ASSERT_EQ(tags.size(), 2U);
  EXPECT_EQ(tags[0].text, "10 B");  // rank 7 sends 3 + 7
  EXPECT_EQ(tags[1].text, "10 B");
  EXPECT_FALSE(tags[0].at.intersects(tags[1].at));
  EXPECT_FALSE(tags[1].at.intersects(l.plot));
  look(view, "traffic_1000", {1600, 1000});
  // In the table both, and the sum of all.
  const auto t = view.table();
  EXPECT_EQ(t.back(), (QStringList{"all", "all", QString::number(3 * 1000 + 499500), "sum"}));
  EXPECT_TRUE(t.contains(QStringList{"7", "all", "10", "sent"}));
  EXPECT_TRUE(t.contains(QStringList{"all", "8", "10", "received"}));
}

TEST(HeatmapChoices, OnlyIoSaysWhereToLook) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, io(3), "log"));
  HeatmapView::Settings s;
  s.show = HeatmapView::Settings::Show::Ranks;
  view.setSettings(s);
  view.finishNow();
  EXPECT_EQ(view.emptyReason(), "this run records I/O, and no communication between ranks");
  view.resize(900, 600);
  view.show();
  auto* button = view.canvas().findChild<QPushButton*>();
  ASSERT_TRUE(button->isVisibleTo(&view));
  EXPECT_EQ(button->text(), "Show rank × time");
  look(view, "traffic_io_only");
  QTest::mouseClick(button, Qt::LeftButton);
  view.finishNow();
  EXPECT_FALSE(view.canvas().picture().empty());
  EXPECT_FALSE(button->isVisibleTo(&view));
  // Sums alone: the other view has what there is.
  state.clearRuns();
  state.putRun(shown(2, io(3, false), "sums"));
  view.setSettings({});
  view.finishNow();
  ASSERT_TRUE(button->isVisibleTo(&view));
  QSignalSpy wanted(&state, &ViewState::viewWanted);
  QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_EQ(wanted.size(), 1);
  EXPECT_EQ(wanted.front().front().toString(), "io");
}

TEST(HeatmapChoices, OneFileOfThousands) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, io(3000), "log"));
  view.finishNow();
  QToolButton* files = nullptr;
  for (QToolButton* b : view.findChildren<QToolButton*>())
    if (b->accessibleName() == "Files that are counted") files = b;
  ASSERT_TRUE(files && files->isVisibleTo(&view));
  files->click();
  ChoicePopup* p = popup(view, "Search files");
  ASSERT_EQ(p->list().model()->rowCount(), 3002);  // all of them, their folder, each
  EXPECT_EQ(p->list().model()->index(1, 0).data().toString(), "/data (folder) · 7.50 MB · operations: 3000");
  EXPECT_TRUE(p->list().model()->index(2, 0).data().toString().startsWith("/data/f2999 "));
  p->search().setText("/data/f1234 ");
  ASSERT_EQ(p->list().model()->rowCount(), 1);
  QTest::keyClick(&p->search(), Qt::Key_Return);
  view.finishNow();
  EXPECT_EQ(view.settings().ioPlace, "/data/f1234");
  double sum = 0;
  for (const double v : view.canvas().picture().rowSum) sum += v;
  EXPECT_DOUBLE_EQ(sum, 2234);
}

TEST(HeatmapChoices, RemarksBreakWhereTheLineEndsInEveryLanguage) {
  const QFontMetricsF m(theme::axisFont());
  const double width = m.horizontalAdvance(QStringLiteral("一二三四五六七八九十"));
  const QString zh = QStringLiteral("文件没有消息大小，因此显示时间。每格是两个 rank 同时处于同一次集合通信的时间，合计 88 次集合通信。");
  const QStringList lines = chart::wrapped(zh, m, width);
  EXPECT_GT(lines.size(), 3);
  for (const QString& l : lines) {
    EXPECT_LE(m.horizontalAdvance(l), width) << l.toStdString();
    EXPECT_FALSE(QStringLiteral("，。、").contains(l.front())) << l.toStdString();
  }
  EXPECT_EQ(lines.join(QString()).remove(QLatin1Char(' ')), QString(zh).remove(QLatin1Char(' ')));
  for (const QString& l : chart::wrapped(QStringLiteral("see /a/path/without/a/single/blank/that/is/longer/than/the/line"), m, width)) EXPECT_LE(m.horizontalAdvance(l), width);
  EXPECT_EQ(chart::wrapped("one two", m, 10 * width), QStringList{"one two"});
}

}  // namespace heatmap_choices_test
