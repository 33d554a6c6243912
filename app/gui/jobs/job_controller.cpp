#include "app/gui/jobs/job_controller.h"

#include <QMetaObject>

namespace weir {

JobController::JobController(QObject* parent) : QObject(parent) {
  queue_ = std::make_unique<JobQueue>([this](std::function<void()> deliver) {
    // Queued to this object: once it is gone the event is too, so nothing arrives late.
    QMetaObject::invokeMethod(this, std::move(deliver), Qt::QueuedConnection);
  });
  timer_.setInterval(100);
  connect(&timer_, &QTimer::timeout, this, &JobController::tick);
}

JobController::~JobController() { queue_.reset(); }

void JobController::stop(JobId id) {
  queue_->stop(id);
  tick();
}
void JobController::stop(const QString& key) {
  queue_->stop(key.toStdString());
  tick();
}
void JobController::stopAll() {
  queue_->stopAll();
  tick();
}

bool JobController::running(const QString& key) const {
  for (const JobQueue::Running& r : queue_->running())
    if (r.key == key.toStdString()) return true;
  return false;
}

std::vector<JobLine> JobController::lines() const {
  std::vector<JobLine> out;
  for (const JobQueue::Running& r : queue_->running()) {
    if (r.title.empty()) continue;
    JobLine line;
    line.id = r.id;
    if (const auto it = runOf_.find(r.id); it != runOf_.end()) line.runId = it->second;
    line.title = QString::fromStdString(r.title);
    line.phase = r.started ? QString::fromStdString(r.progress.phase) : tr("waiting for a free worker");
    if (r.progress.total > 0) line.fraction = double(r.progress.done) / double(r.progress.total);
    line.eta_s = r.progress.eta_s();
    line.stopping = r.stopping;
    out.push_back(std::move(line));
  }
  return out;
}

void JobController::tick() {
  emit changed();
  if (queue_ && queue_->running().empty()) {
    timer_.stop();
    runOf_.clear();
  }
}

}  // namespace weir
