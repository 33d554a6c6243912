#include "core/jobs/queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <latch>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

namespace queue_test {
using namespace weir;
using namespace std::chrono_literals;

namespace {

// Stands in for the window's event loop: closures wait until the test runs them on its own thread.
class Loop {
 public:
  JobQueue::Post post() {
    return [this](std::function<void()> f) {
      const std::scoped_lock lock(mutex_);
      waiting_.push_back(std::move(f));
      arrived_.notify_all();
    };
  }
  // Runs closures until `done` or the time is up; true when done.
  bool runUntil(const std::function<bool()>& done, std::chrono::milliseconds limit = 10s) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!done()) {
      std::function<void()> f;
      {
        std::unique_lock lock(mutex_);
        if (!arrived_.wait_until(lock, end, [&] { return !waiting_.empty(); })) return done();
        f = std::move(waiting_.front());
        waiting_.pop_front();
      }
      f();
    }
    return true;
  }
  std::size_t runAll() {
    std::deque<std::function<void()>> all;
    {
      const std::scoped_lock lock(mutex_);
      all.swap(waiting_);
    }
    for (const auto& f : all) f();
    return all.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> waiting_;
};

// Works until it is asked to stop.
Result<int> endless(const Job& job) {
  while (!job.stopped()) std::this_thread::sleep_for(1ms);
  return stoppedByUser();
}

}  // namespace

TEST(JobQueue, DeliversOnTheReceivingThread) {
  Loop loop;
  JobQueue queue(loop.post());
  std::optional<Result<int>> got;
  std::thread::id worker;
  std::thread::id receiver;
  queue.start(
      {.title = "add", .key = "predict", .speed = JobSpec::Speed::Quick},
      [&](const Job&) -> Result<int> {
        worker = std::this_thread::get_id();
        return 40 + 2;
      },
      [&](Result<int> r) {
        got = std::move(r);
        receiver = std::this_thread::get_id();
      });
  ASSERT_TRUE(loop.runUntil([&] { return got.has_value(); }));
  EXPECT_EQ(**got, 42);
  EXPECT_NE(worker, std::this_thread::get_id());
  EXPECT_EQ(receiver, std::this_thread::get_id());
  EXPECT_TRUE(queue.running().empty());
}

TEST(JobQueue, ResultOfVoidAndMoveOnlyWork) {
  Loop loop;
  JobQueue queue(loop.post());
  int done = 0;
  queue.start(
      {.title = "void"}, [](const Job&) -> Result<void> { return {}; }, [&](const Result<void>& r) { done += r.has_value(); });
  queue.start(
      {.title = "move"},
      [p = std::make_unique<int>(1)](const Job&) -> Result<std::unique_ptr<int>> { return std::make_unique<int>(*p); },
      [&](Result<std::unique_ptr<int>> r) { done += r.has_value() ? **r : 100; });
  EXPECT_TRUE(loop.runUntil([&] { return done == 2; }));
}

TEST(JobQueue, NewerJobStopsAndDropsOlderOnesOfItsKey) {
  Loop loop;
  std::vector<int> seen;
  std::latch begun(1);
  std::latch noticed(1);
  {
    JobQueue queue(loop.post());
    queue.start(
        {.title = "first", .key = "predict"},
        [&](const Job& job) -> Result<int> {
          begun.count_down();
          while (!job.stopped()) std::this_thread::sleep_for(1ms);
          noticed.count_down();
          return 1;  // answers although nobody wants it any more
        },
        [&](const Result<int>&) { seen.push_back(1); });
    begun.wait();
    queue.start(
        {.title = "second", .key = "predict"}, [](const Job&) -> Result<int> { return 2; },
        [&](const Result<int>&) { seen.push_back(2); });
    noticed.wait();
    ASSERT_TRUE(loop.runUntil([&] { return !seen.empty(); }));
    std::this_thread::sleep_for(20ms);
    loop.runAll();
  }
  EXPECT_EQ(seen, std::vector<int>{2});
}

TEST(JobQueue, AnswerThatWaitsInTheLoopIsDroppedWhenANewerOneStarts) {
  Loop loop;
  std::vector<int> seen;
  std::atomic<int> posted = 0;
  JobQueue queue([&, post = loop.post()](std::function<void()> f) {
    post(std::move(f));
    ++posted;
  });
  queue.start(
      {.title = "a", .key = "k"}, [](const Job&) -> Result<int> { return 1; }, [&](const Result<int>&) { seen.push_back(1); });
  while (posted < 1) std::this_thread::sleep_for(1ms);  // its closure is in the loop, not yet run
  queue.start(
      {.title = "b", .key = "k"}, [](const Job&) -> Result<int> { return 2; }, [&](const Result<int>&) { seen.push_back(2); });
  ASSERT_TRUE(loop.runUntil([&] { return !seen.empty(); }));
  EXPECT_EQ(seen, std::vector<int>{2});
}

TEST(JobQueue, OtherKeysAndNoKeyAreLeftAlone) {
  Loop loop;
  JobQueue queue(loop.post());
  int sum = 0;
  for (const char* key : {"", "", "a", "b"})
    queue.start(
        {.title = "x", .key = key}, [](const Job&) -> Result<int> { return 1; }, [&](const Result<int>& r) { sum += *r; });
  EXPECT_TRUE(loop.runUntil([&] { return sum == 4; }));
}

TEST(JobQueue, StopIsDelivered) {
  Loop loop;
  JobQueue queue(loop.post());
  std::latch begun(1);
  std::optional<Result<int>> got;
  const JobId id = queue.start(
      {.title = "long", .key = "simulate"},
      [&](const Job& job) {
        begun.count_down();
        return endless(job);
      },
      [&](Result<int> r) { got = std::move(r); });
  begun.wait();
  const auto t0 = std::chrono::steady_clock::now();
  queue.stop(id);
  ASSERT_EQ(queue.running().size(), 1U);
  EXPECT_TRUE(queue.running()[0].stopping);
  ASSERT_TRUE(loop.runUntil([&] { return got.has_value(); }));
  RecordProperty("stopped_after_ms", static_cast<int>((std::chrono::steady_clock::now() - t0) / 1ms));  // 200 is the promise
  ASSERT_FALSE(got->has_value());
  EXPECT_TRUE(got->error().stopped());
  EXPECT_TRUE(queue.running().empty());
}

TEST(JobQueue, JobThatWaitsForAThreadStopsAtOnceAndNeverRuns) {
  Loop loop;
  JobQueue queue(loop.post(), 1);
  std::latch begun(1);
  bool ran = false;
  int stopped = 0;
  queue.start(
      {.title = "busy"},
      [&](const Job& job) {
        begun.count_down();
        return endless(job);
      },
      [](const Result<int>&) {});
  begun.wait();
  const JobId id = queue.start(
      {.title = "waiting"},
      [&](const Job&) -> Result<int> {
        ran = true;
        return 1;
      },
      [&](const Result<int>& r) { stopped += !r.has_value() && r.error().stopped(); });
  ASSERT_EQ(queue.running().size(), 2U);
  EXPECT_FALSE(queue.running()[1].started);
  queue.stop(id);
  EXPECT_TRUE(loop.runUntil([&] { return stopped == 1; }, 200ms));
  queue.stopAll();
  EXPECT_TRUE(loop.runUntil([&] { return queue.running().empty(); }));
  EXPECT_FALSE(ran);
}

TEST(JobQueue, QuickJobDoesNotWaitBehindLongOnes) {
  Loop loop;
  JobQueue queue(loop.post(), 1);
  std::latch begun(1);
  bool got = false;
  queue.start(
      {.title = "busy"},
      [&](const Job& job) {
        begun.count_down();
        return endless(job);
      },
      [](const Result<int>&) {});
  begun.wait();
  queue.start(
      {.title = "predict", .key = "predict", .speed = JobSpec::Speed::Quick}, [](const Job&) -> Result<int> { return 1; },
      [&](const Result<int>&) { got = true; });
  EXPECT_TRUE(loop.runUntil([&] { return got; }, 2s));
}

TEST(JobQueue, ExceptionBecomesAnInternalError) {
  Loop loop;
  JobQueue queue(loop.post());
  std::vector<Error> errors;
  const auto keep = [&](const Result<int>& r) { errors.push_back(r.error()); };
  queue.start(
      {.title = "Opening x"}, [](const Job&) -> Result<int> { throw std::runtime_error("boom"); }, keep);
  ASSERT_TRUE(loop.runUntil([&] { return errors.size() == 1; }));
  queue.start(
      {.title = "Opening y"}, [](const Job&) -> Result<int> { throw 7; }, keep);
  ASSERT_TRUE(loop.runUntil([&] { return errors.size() == 2; }));
  EXPECT_EQ(errors[0].kind, Error::Kind::Internal);
  EXPECT_EQ(errors[0].where, "Opening x");
  EXPECT_NE(errors[0].what.find("boom"), std::string::npos);
  EXPECT_EQ(errors[1].kind, Error::Kind::Internal);
}

TEST(JobQueue, PartialResultsArriveInOrderAndOnlyWhileCurrent) {
  Loop loop;
  std::vector<int> seen;
  JobQueue queue(loop.post());
  std::latch posted(1);
  queue.start(
      {.title = "sim", .key = "simulate"},
      [&](const Job& job, const Publish& publish) -> Result<int> {
        for (int i = 1; i <= 3; ++i) publish([&seen, i] { seen.push_back(i); });
        posted.count_down();
        return endless(job);
      },
      [&](const Result<int>&) { seen.push_back(-1); });
  posted.wait();
  ASSERT_TRUE(loop.runUntil([&] { return seen.size() == 3; }));
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3}));

  std::latch again(1);
  seen.clear();
  queue.start(
      {.title = "sim", .key = "simulate"},
      [&](const Job& job, const Publish& publish) -> Result<int> {
        publish([&seen] { seen.push_back(9); });
        again.count_down();
        return endless(job);
      },
      [](const Result<int>&) {});
  again.wait();
  bool newest = false;
  queue.start(
      {.title = "sim", .key = "simulate"}, [](const Job&) -> Result<int> { return 0; },
      [&](const Result<int>&) { newest = true; });
  ASSERT_TRUE(loop.runUntil([&] { return newest; }));
  EXPECT_TRUE(seen.empty());
}

TEST(JobQueue, ProgressIsSeenFromOutside) {
  Loop loop;
  std::latch begun(1);
  JobQueue queue(loop.post());
  queue.start(
      {.title = "Reading", .key = "open"},
      [&](const Job& job) {
        job.begin("reading a.json", 100);
        job.set(25);
        begun.count_down();
        return endless(job);
      },
      [](const Result<int>&) {});
  begun.wait();
  const auto running = queue.running();
  ASSERT_EQ(running.size(), 1U);
  EXPECT_EQ(running[0].title, "Reading");
  EXPECT_EQ(running[0].progress.phase, "reading a.json");
  EXPECT_EQ(running[0].progress.done, 25U);
  EXPECT_EQ(running[0].progress.total, 100U);
}

TEST(JobQueue, DestroyedWhileRunningJoinsAndDeliversNothing) {
  Loop loop;
  std::atomic<int> delivered = 0;
  for (int round = 0; round < 20; ++round) {
    const auto t0 = std::chrono::steady_clock::now();
    {
      JobQueue queue(loop.post(), 2);
      for (int i = 0; i < 6; ++i)
        queue.start(
            {.title = "long"}, [](const Job& job) { return endless(job); }, [&](const Result<int>&) { ++delivered; });
      queue.start(
          {.title = "short", .speed = JobSpec::Speed::Quick}, [](const Job&) -> Result<int> { return 1; },
          [&](const Result<int>&) { ++delivered; });
      std::this_thread::sleep_for(std::chrono::milliseconds(round % 3));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - t0, 1s);
    loop.runAll();  // closures of finished jobs run after the queue is gone
  }
  EXPECT_EQ(delivered, 0);
}

TEST(JobQueue, DeliverMayStartTheNextJob) {
  Loop loop;
  JobQueue queue(loop.post());
  int last = 0;
  std::function<void(int)> next = [&](int i) {
    queue.start(
        {.title = "step", .key = "chain"}, [i](const Job&) -> Result<int> { return i; },
        [&](const Result<int>& r) {
          last = *r;
          if (last < 50) next(last + 1);
        });
  };
  next(1);
  EXPECT_TRUE(loop.runUntil([&] { return last == 50; }));
}

TEST(JobQueue, ManyGenerationsAtOnceEndWithTheLast) {
  Loop loop;
  JobQueue queue(loop.post());
  std::vector<int> seen;
  for (int i = 0; i < 500; ++i) {
    queue.start(
        {.title = "predict", .key = "predict", .speed = JobSpec::Speed::Quick}, [i](const Job&) -> Result<int> { return i; },
        [&](const Result<int>& r) { seen.push_back(*r); });
    if (i % 7 == 0) loop.runAll();
  }
  ASSERT_TRUE(loop.runUntil([&] { return !seen.empty() && seen.back() == 499; }));
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(JobQueue, InlineDeliveryWorks) {
  std::atomic<int> got = 0;
  {
    JobQueue queue([](const std::function<void()>& f) { f(); });
    queue.start(
        {.title = "inline"}, [](const Job&) -> Result<int> { return 5; }, [&](const Result<int>& r) { got = *r; });
    while (got == 0) std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(got, 5);
}

// --- pausing

namespace {

// Counts up for as long as it is let.
Result<int> countUntilStopped(const Job& job, std::atomic<int>& count) {
  job.begin("counting", 1'000'000);
  while (!job.stopped()) {
    job.set(static_cast<std::uint64_t>(++count));
    std::this_thread::sleep_for(1ms);
  }
  return stoppedByUser();
}

JobSpec pausable() {
  JobSpec s;
  s.title = "counting";
  s.pausable = true;
  return s;
}

}  // namespace

TEST(JobQueue, APausedJobStandsStillWithItsClockAndGoesOn) {
  Loop loop;
  JobQueue queue(loop.post());
  std::atomic<int> count{0};
  const auto begin = std::chrono::steady_clock::now();
  const JobId id = queue.start(pausable(), [&](const Job& job) { return countUntilStopped(job, count); }, [](Result<int>) {});
  while (count < 20) std::this_thread::sleep_for(1ms);
  queue.setPaused(id, true);
  std::this_thread::sleep_for(20ms);  // it may be within a round
  const int held = count;
  const double elapsed = queue.running().front().progress.elapsed_s;
  EXPECT_TRUE(queue.running().front().progress.paused);
  std::this_thread::sleep_for(150ms);
  EXPECT_EQ(count, held);
  EXPECT_NEAR(queue.running().front().progress.elapsed_s, elapsed, 0.002) << "time left is reckoned without the pause";
  queue.setPaused(id, false);
  while (count < held + 20) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(queue.running().front().progress.paused);
  const double counted = queue.running().front().progress.elapsed_s;
  EXPECT_GT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() - counted, 0.165);
  queue.stop(id);
  EXPECT_TRUE(loop.runUntil([&] { return queue.running().empty(); }));
}

TEST(JobQueue, APausedJobIsStoppedWithinTheTimeThatIsPromised) {
  Loop loop;
  JobQueue queue(loop.post());
  std::atomic<int> count{0};
  bool stopped = false;
  const JobId id = queue.start(pausable(), [&](const Job& job) { return countUntilStopped(job, count); },
                               [&](Result<int> r) { stopped = !r && r.error().stopped(); });
  while (count < 5) std::this_thread::sleep_for(1ms);
  queue.setPaused(id, true);
  std::this_thread::sleep_for(30ms);
  const auto begin = std::chrono::steady_clock::now();
  queue.stop(id);
  EXPECT_TRUE(loop.runUntil([&] { return queue.running().empty(); }));
  EXPECT_TRUE(stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 200ms);
}

TEST(JobQueue, OnlyWhatMayBePausedIs) {
  Loop loop;
  JobQueue queue(loop.post());
  std::atomic<int> count{0};
  JobSpec s;
  s.title = "writing a file";
  const JobId id = queue.start(s, [&](const Job& job) { return countUntilStopped(job, count); }, [](Result<int>) {});
  while (count < 5) std::this_thread::sleep_for(1ms);
  queue.setPaused(id, true);
  queue.setAllPaused(true);
  EXPECT_FALSE(queue.running().front().progress.paused);
  const int before = count;
  while (count < before + 20) std::this_thread::sleep_for(1ms);
}  // the queue's end stops it

TEST(JobQueue, TheEndOfTheQueueEndsAPausedJob) {
  Loop loop;
  std::atomic<int> count{0};
  const auto begin = std::chrono::steady_clock::now();
  {
    JobQueue queue(loop.post());
    const JobId id = queue.start(pausable(), [&](const Job& job) { return countUntilStopped(job, count); }, [](Result<int>) {});
    queue.setPaused(id, true);  // perhaps before a thread has taken it up
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
}

}  // namespace queue_test
