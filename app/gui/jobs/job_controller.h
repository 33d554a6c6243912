// The jobs of one window: core/jobs' queue with its results brought to the GUI thread, and a line for each one at work.
// Destroying it stops everything and waits for the workers (200 ms by contract); nothing is delivered afterwards.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <vector>

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
    auto done = [this, deliver = std::move(deliver)](auto result) mutable {
      deliver(std::move(result));
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
  [[nodiscard]] bool busy() const;  // a titled job runs or waits
  [[nodiscard]] bool opening() const;  // a file is being read
  [[nodiscard]] bool running(const QString& key) const;
  [[nodiscard]] std::vector<JobLine> lines() const;

 signals:
  void changed();  // a few times a second while something runs, and at every start and end

 private:
  void tick();
  std::unique_ptr<JobQueue> queue_;
  std::map<JobId, int> runOf_;
  QTimer timer_;
};

}  // namespace weir
