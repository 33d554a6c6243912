// Background jobs: a snapshot goes in, one plain result comes out. A worker never touches what the window shows.
//
// Each job has its own stop source, Progress and id. Jobs that share a key are generations of one question: starting a
// newer one stops the older ones and drops whatever they still answer. Nothing of a job is delivered after a newer one
// of its key was started, nor after the queue is gone.
//
// Delivery: `post` is given closures from worker threads and runs them where the results are wanted: the window posts
// to its event loop, a test keeps them in a list or calls them at once. It must run them on the thread that owns (and
// destroys) the queue, or inline. `deliver` is called without any lock held, so it may start the next job.
//
// Two pools, so that a predict that follows a slider never waits behind a packet simulation: one thread for Quick
// jobs, max(2, hardware - 1) for Long ones. All members may be called from any thread. The destructor asks every job
// to stop and joins: it takes as long as the slowest job needs to notice (200 ms by contract).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace weir {

using JobId = std::uint64_t;

struct JobSpec {
  enum class Speed { Quick, Long };
  std::string title;     // for the person: "Simulating packets"
  std::string key = {};  // "predict", "simulate"; empty = stands alone, nothing supersedes it
  Speed speed = Speed::Long;
  bool pausable = false;  // false: setPaused() does nothing, as for what holds a file open
};

// Given to work that shows partial results: runs the closure where results are delivered, unless the job is stale by then.
using Publish = std::function<void(std::function<void()>)>;

class JobQueue {
 public:
  using Post = std::function<void(std::function<void()>)>;

  struct Running {
    JobId id = 0;
    std::string title, key;
    Progress::Snapshot progress;
    bool started = false;  // false: waits for a free thread
    bool stopping = false;
    bool pausable = false;  // whether it is paused says the progress
  };

  explicit JobQueue(Post post, unsigned threads = 0);  // 0 = max(2, hardware - 1)
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // work: Result<T>(const Job&) or Result<T>(const Job&, const Publish&); deliver: void(Result<T>). A job that was
  // stopped by stop() delivers Error::Kind::Stopped; an exception that leaves work is delivered as Kind::Internal.
  template <class Work, class Deliver>
  JobId start(JobSpec spec, Work work, Deliver deliver) {
    using Returned = decltype(call(work, std::declval<const Job&>(), std::declval<const Publish&>()));
    static_assert(std::is_same_v<typename Returned::error_type, Error>, "work returns a Result<T>");
    auto sink = std::make_shared<Deliver>(std::move(deliver));
    auto source = std::make_shared<Work>(std::move(work));  // std::function wants to copy; work may be move-only
    const auto bind = [sink](Returned outcome) -> Closure {
      return [sink, held = std::make_shared<Returned>(std::move(outcome))] { (*sink)(std::move(*held)); };
    };
    return startErased(
        std::move(spec), [source, bind](const Job& job, const Publish& publish) { return bind(call(*source, job, publish)); },
        [bind](Error e) { return bind(tl::make_unexpected(std::move(e))); });
  }

  void stop(JobId id);
  void stop(const std::string& key);
  void stopAll();
  // The job waits where it next looks whether to stop (Job::stopped); it keeps its thread. stop() ends it all the same.
  void setPaused(JobId id, bool on);
  void setAllPaused(bool on);
  // In order of start. Coarse: made to be polled a few times a second.
  [[nodiscard]] std::vector<Running> running() const;

 private:
  using Closure = std::function<void()>;
  using Erased = std::function<Closure(const Job&, const Publish&)>;
  using Refuse = std::function<Closure(Error)>;

  template <class Work>
  static auto call(Work& work, const Job& job, const Publish& publish) {
    if constexpr (std::is_invocable_v<Work&, const Job&, const Publish&>)
      return work(job, publish);
    else
      return work(job);
  }

  JobId startErased(JobSpec spec, Erased work, Refuse refuse);

  struct State;  // shared with closures that may outlive the queue
  struct Pools;
  std::shared_ptr<State> state_;
  std::unique_ptr<Pools> pools_;
};

}  // namespace weir
