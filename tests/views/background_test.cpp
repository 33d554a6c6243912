#include "views/shared/background.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace background_test {
using weir::Background;
using weir::BackgroundStrip;
using weir::Job;

namespace {

std::shared_ptr<const int> untilStopped(const Job& job) {
  job.begin("waiting", 10);
  while (!job.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return nullptr;
}

}  // namespace

TEST(Background, NewestQuestionIsAnswered) {
  Background b;
  std::vector<int> got;
  QSignalSpy busy(&b, &Background::busyChanged);
  const auto done = [&](const std::shared_ptr<const int>& v) { got.push_back(*v); };
  b.askFor<int>(untilStopped, done);
  QTest::qWait(20);
  EXPECT_TRUE(b.busy());
  b.askFor<int>([](const Job&) { return std::make_shared<const int>(2); }, done);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !b.busy(); }));
  EXPECT_EQ(got, std::vector<int>{2});
  EXPECT_EQ(busy.size(), 2);  // busy once, idle once
}

TEST(Background, WaitsForTheHandToSettle) {
  Background b;
  int asked = 0, got = 0;
  for (int i = 0; i < 5; ++i)
    b.askFor<int>([&asked, i](const Job&) { ++asked; return std::make_shared<const int>(i); },
                  [&](const std::shared_ptr<const int>& v) { got = *v; }, 30);
  EXPECT_TRUE(b.busy());
  b.finishNow();
  EXPECT_EQ(got, 4);
  EXPECT_EQ(asked, 1);
  EXPECT_FALSE(b.busy());
}

TEST(Background, StopsByHandAndTellsFailures) {
  Background b;
  QSignalSpy stopped(&b, &Background::stoppedByHand), failed(&b, &Background::failed);
  b.askFor<int>(untilStopped, [](const std::shared_ptr<const int>&) { FAIL(); });
  QTest::qWait(10);
  b.stop();
  EXPECT_FALSE(b.busy());
  EXPECT_EQ(stopped.size(), 1);
  b.askFor<int>([](const Job&) -> std::shared_ptr<const int> { throw std::runtime_error("no room"); },
                [](const std::shared_ptr<const int>&) { FAIL(); });
  b.finishNow();
  ASSERT_EQ(failed.size(), 1);
  EXPECT_EQ(failed[0][0].toString(), QStringLiteral("no room"));
}

TEST(Background, GoesAwayWhileItWorks) {
  bool delivered = false;
  {
    Background b;
    b.askFor<int>(untilStopped, [&](const std::shared_ptr<const int>&) { delivered = true; });
    QTest::qWait(10);
    b.askFor<int>(untilStopped, [&](const std::shared_ptr<const int>&) { delivered = true; });
    QTest::qWait(10);
  }
  QCoreApplication::processEvents();
  EXPECT_FALSE(delivered);
}

TEST(Background, AHiddenTabWaitsUntilItIsSeen) {
  QTabWidget tabs;
  auto* front = new QWidget;
  auto* behind = new QWidget;
  tabs.addTab(front, "front");
  tabs.addTab(behind, "behind");
  Background b(behind);
  int got = 0;
  const auto ask = [&](int v) { b.askFor<int>([v](const Job&) { return std::make_shared<const int>(v); }, [&](const std::shared_ptr<const int>& a) { got = *a; }); };
  ask(1);  // no window is open: whoever asks wants the answer
  ASSERT_TRUE(QTest::qWaitFor([&] { return got == 1; }));
  tabs.show();
  ask(2);
  QTest::qWait(30);
  EXPECT_EQ(got, 1);
  EXPECT_TRUE(b.busy());
  tabs.setCurrentIndex(1);
  ASSERT_TRUE(QTest::qWaitFor([&] { return got == 2; }));
  tabs.setCurrentIndex(0);
  ask(3);
  QTest::qWait(10);
  b.finishNow();  // a figure of it
  EXPECT_EQ(got, 3);
}

TEST(Background, StripShowsHowFarTheWorkIs) {
  QWidget window;
  Background b;
  BackgroundStrip strip(b, &window);
  window.show();
  b.askFor<int>([](const Job& job) -> std::shared_ptr<const int> {
    job.begin("counting", 8);
    job.add(2);
    while (!job.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return nullptr;
  }, [](const std::shared_ptr<const int>&) {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return strip.isVisible(); }, 3000));
  const auto* bar = strip.findChild<QProgressBar*>();
  EXPECT_EQ(bar->maximum(), 1000);
  EXPECT_EQ(bar->value(), 250);  // 2 of 8
  EXPECT_EQ(strip.findChild<QLabel*>()->text(), QStringLiteral("counting"));
  b.stop();
}

TEST(Background, StripShowsLongWorkOnly) {
  QWidget window;
  window.resize(300, 60);
  Background b;
  BackgroundStrip strip(b, &window);
  window.show();
  EXPECT_FALSE(strip.isVisible());
  b.askFor<int>(untilStopped, [](const std::shared_ptr<const int>&) {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return strip.isVisible(); }, 3000));
  b.stop();
  EXPECT_FALSE(strip.isVisible());
}

}  // namespace background_test
