#include "app/gui/jobs/job_controller.h"

#include <QMetaObject>
#include <algorithm>

#include "core/base/units.h"

namespace weir {
namespace {

QString showBytes(std::uint64_t bytes) { return QString::fromStdString(units::showBytes(static_cast<double>(bytes))); }

}  // namespace

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

void JobController::setPaused(JobId id, bool on) {
  queue_->setPaused(id, on);
  tick();
}
void JobController::setAllPaused(bool on) {
  queue_->setAllPaused(on);
  tick();
}

bool JobController::pausable() const {
  const auto running = queue_->running();
  return std::any_of(running.begin(), running.end(), [](const JobQueue::Running& r) { return r.pausable && !r.stopping; });
}

bool JobController::allPaused() const {
  const auto running = queue_->running();
  return pausable() && std::none_of(running.begin(), running.end(), [](const JobQueue::Running& r) { return r.pausable && !r.stopping && !r.progress.paused; });
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
    // Opening counts bytes of files.
    if (r.started && r.key.starts_with("open") && r.progress.phase.starts_with("reading ") && r.progress.total > 0) line.amount = tr("%1 of %2").arg(showBytes(r.progress.done), showBytes(r.progress.total));
    if (r.progress.total > 0) line.fraction = double(r.progress.done) / double(r.progress.total);
    if (const auto it = eta_.find(r.id); it != eta_.end()) line.eta_s = it->second.left_s();
    line.pausable = r.pausable;
    line.paused = r.progress.paused;
    line.stopping = r.stopping;
    out.push_back(std::move(line));
  }
  return out;
}

void JobController::tick() {
  const auto running = queue_ ? queue_->running() : std::vector<JobQueue::Running>{};
  for (const JobQueue::Running& r : running)
    if (r.started) eta_[r.id].sample(r.progress);
  std::erase_if(eta_, [&](const auto& e) { return std::none_of(running.begin(), running.end(), [&](const JobQueue::Running& r) { return r.id == e.first; }); });
  emit changed();
  if (queue_ && running.empty()) {
    timer_.stop();
    runOf_.clear();
  }
}

}  // namespace weir
