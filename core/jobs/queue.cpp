#include "core/jobs/queue.h"

#include <algorithm>
#if defined(__SANITIZE_THREAD__)
// Asio's fences are beside mutexes that ThreadSanitizer does see.
#pragma GCC diagnostic ignored "-Wtsan"
#endif
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <thread>

namespace weir {
namespace detail {  // named, as JobQueue::State holds it

enum class JobPhase { Waiting, Working, Finished };

struct JobRecord {
  JobId id = 0;
  JobSpec spec;
  std::stop_source stop;
  Progress progress;
  std::function<std::function<void()>(const Job&, const Publish&)> work;
  std::function<std::function<void()>(Error)> refuse;
  JobPhase phase = JobPhase::Waiting;  // under State::mutex
};

}  // namespace detail
namespace {

using Phase = detail::JobPhase;
using Record = detail::JobRecord;
using RecordPtr = std::shared_ptr<Record>;

Error internalError(const std::string& title, const char* what) {
  return Error{Error::Kind::Internal, std::string("internal error: ") + what, title, "please report it"};
}

// Asks a job to stop; true when it still waited for a thread and so ends here. State::mutex held.
bool requestStop(Record& r) {
  r.stop.request_stop();
  if (r.phase != Phase::Waiting) return false;
  r.phase = Phase::Finished;
  return true;
}

}  // namespace

struct JobQueue::State {
  explicit State(Post p) : post(std::move(p)) {}

  const Post post;
  mutable std::mutex mutex;
  bool closed = false;
  JobId last = 0;
  std::map<JobId, RecordPtr> jobs;      // not yet delivered
  std::map<std::string, JobId> newest;  // the generation of a key is the id of its newest job

  [[nodiscard]] bool stale(const Record& r) const {  // mutex held
    if (closed) return true;
    if (r.spec.key.empty()) return false;
    const auto it = newest.find(r.spec.key);
    return it != newest.end() && it->second != r.id;
  }
};

namespace {

// The job leaves the list on the receiving thread, so that "not running" always means "already shown".
template <class State>
void finish(const std::shared_ptr<State>& state, const RecordPtr& r, std::function<void()> closure) {
  {
    const std::scoped_lock lock(state->mutex);
    r->phase = Phase::Finished;
    if (state->stale(*r)) {
      state->jobs.erase(r->id);
      return;
    }
  }
  state->post([state, r, closure = std::move(closure)] {
    {
      const std::scoped_lock lock(state->mutex);
      const bool late = state->stale(*r);
      state->jobs.erase(r->id);
      if (late) return;
    }
    closure();
  });
}

template <class State>
void run(const std::shared_ptr<State>& state, const RecordPtr& r) {
  {
    const std::scoped_lock lock(state->mutex);
    if (r->phase != Phase::Waiting) return;  // stopped before it began
    r->phase = Phase::Working;
  }
  const Job job{r->stop.get_token(), &r->progress};
  const Publish publish = [state, r](std::function<void()> closure) {
    state->post([state, r, closure = std::move(closure)] {
      {
        const std::scoped_lock lock(state->mutex);
        if (state->stale(*r) || r->stop.stop_requested()) return;
      }
      closure();
    });
  };
  std::function<void()> closure;
  try {
    closure = r->work(job, publish);
  } catch (const std::bad_alloc&) {
    closure = r->refuse(Error{Error::Kind::Internal, "out of memory", r->spec.title, "try a smaller input"});
  } catch (const std::exception& e) {
    closure = r->refuse(internalError(r->spec.title, e.what()));
  } catch (...) {
    closure = r->refuse(internalError(r->spec.title, "unknown exception"));
  }
  r->work = nullptr;  // what the work captured is freed now, not after the delivery
  finish(state, r, std::move(closure));
}

template <class State, class Which>
void stopWhere(const std::shared_ptr<State>& state, Which which) {
  std::vector<RecordPtr> ended;
  {
    const std::scoped_lock lock(state->mutex);
    for (const auto& [id, r] : state->jobs)
      if (which(*r) && requestStop(*r)) ended.push_back(r);
  }
  for (const RecordPtr& r : ended) finish(state, r, r->refuse(stoppedByUser().value()));
}

}  // namespace

struct JobQueue::Pools {
  explicit Pools(unsigned threads) : quick(1), slow(threads) {}
  boost::asio::thread_pool quick, slow;
};

JobQueue::JobQueue(Post post, unsigned threads)
    : state_(std::make_shared<State>(std::move(post))),
      pools_(std::make_unique<Pools>(threads > 0 ? threads : std::max(3U, std::thread::hardware_concurrency()) - 1)) {}

JobQueue::~JobQueue() {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->closed = true;
    for (const auto& [id, r] : state_->jobs) (void)requestStop(*r);
  }
  pools_->quick.join();
  pools_->slow.join();
  const std::scoped_lock lock(state_->mutex);
  state_->jobs.clear();
}

JobId JobQueue::startErased(JobSpec spec, Erased work, Refuse refuse) {
  auto r = std::make_shared<Record>();
  r->spec = std::move(spec);
  r->work = std::move(work);
  r->refuse = std::move(refuse);
  {
    const std::scoped_lock lock(state_->mutex);
    r->id = ++state_->last;
    if (!r->spec.key.empty()) {
      state_->newest[r->spec.key] = r->id;
      std::erase_if(state_->jobs, [&](const auto& entry) {
        Record& older = *entry.second;
        if (older.spec.key != r->spec.key) return false;
        (void)requestStop(older);
        return true;
      });
    }
    state_->jobs.emplace(r->id, r);
  }
  auto& pool = r->spec.speed == JobSpec::Speed::Quick ? pools_->quick : pools_->slow;
  boost::asio::post(pool, [state = state_, r] { run(state, r); });
  return r->id;
}

void JobQueue::stop(JobId id) {
  stopWhere(state_, [id](const Record& r) { return r.id == id; });
}
void JobQueue::stop(const std::string& key) {
  stopWhere(state_, [&key](const Record& r) { return r.spec.key == key; });
}
void JobQueue::stopAll() {
  stopWhere(state_, [](const Record&) { return true; });
}

void JobQueue::setPaused(JobId id, bool on) {
  const std::scoped_lock lock(state_->mutex);
  const auto it = state_->jobs.find(id);
  if (it != state_->jobs.end() && it->second->spec.pausable) it->second->progress.setPaused(on);
}
void JobQueue::setAllPaused(bool on) {
  const std::scoped_lock lock(state_->mutex);
  for (const auto& [id, r] : state_->jobs)
    if (r->spec.pausable) r->progress.setPaused(on);
}

std::vector<JobQueue::Running> JobQueue::running() const {
  std::vector<Running> out;
  const std::scoped_lock lock(state_->mutex);
  for (const auto& [id, r] : state_->jobs)
    out.push_back({id, r->spec.title, r->spec.key, r->progress.snapshot(), r->phase != Phase::Waiting, r->stop.stop_requested(),
                   r->spec.pausable});
  return out;
}

}  // namespace weir
