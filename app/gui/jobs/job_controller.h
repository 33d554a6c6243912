// The jobs of one window: core/jobs' queue with its results brought to the GUI thread, and a line for each one at work.
// Destroying it stops everything and waits for the workers (200 ms by contract); nothing is delivered afterwards.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "core/jobs/eta.h"
#include "core/jobs/queue.h"
#include "views/runs/runs_panel.h"

namespace weir {

class JobController : public QObject {
  Q_OBJECT
 public:
  explicit JobController(QObject* parent = nullptr);
  ~JobController() override;

  // As JobQueue::start. `runId`: the run that its partial results fill; 0 = none. A title makes it visible in RUNS.
  template <class Work, class Deliver>
  JobId start(JobSpec spec, int runId, Work work, Deliver deliver) {
    auto held = std::make_shared<Held>(spec.title.empty() ? nullptr : titled_, spec.key.starts_with("open") ? opening_ : nullptr);
    auto done = [this, held = std::move(held), deliver = std::move(deliver)](auto result) mutable {
      deliver(std::move(result));
      held.reset();
      tick();
    };
    const JobId id = queue_->start(std::move(spec), std::move(work), std::move(done));
    if (runId != 0) runOf_[id] = runId;
    timer_.start();
    tick();
    return id;
  }
  void stop(JobId id);
  void stop(const QString& key);
  void stopAll();
  void setPaused(JobId id, bool on);
  void setAllPaused(bool on);  // all that may be paused
  // Until the result has been delivered, not only until the worker is done: what it starts may be the next job.
  [[nodiscard]] bool busy() const { return *titled_ > 0; }      // with a job that has a title
  [[nodiscard]] bool opening() const { return *opening_ > 0; }  // with reading a file
  [[nodiscard]] bool running(const QString& key) const;
  [[nodiscard]] std::vector<JobLine> lines() const;
  [[nodiscard]] bool pausable() const;   // one that may be paused is at work
  [[nodiscard]] bool allPaused() const;  // and all of those are

 signals:
  void changed();  // a few times a second while something runs, and at every start and end

 private:
  using Count = std::shared_ptr<std::atomic<int>>;
  // Lives as long as a result may still come: delivered, or dropped because a newer job of its key was started.
  struct Held {
    Held(Count a, Count b) : counts{std::move(a), std::move(b)} {
      for (const Count& c : counts)
        if (c) ++*c;
    }
    ~Held() {
      for (const Count& c : counts)
        if (c) --*c;
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    Count counts[2];
  };
  void tick();
  Count titled_ = std::make_shared<std::atomic<int>>(0), opening_ = std::make_shared<std::atomic<int>>(0);
  std::unique_ptr<JobQueue> queue_;
  std::map<JobId, int> runOf_;
  std::map<JobId, Eta> eta_;
  QTimer timer_;
};

}  // namespace weir
