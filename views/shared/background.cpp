#include "views/shared/background.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QMetaObject>
#include <QPointer>
#include <atomic>
#include <exception>


namespace weir {

struct Background::Shared {
  Progress progress;
  std::atomic<bool> ended{false};
};

Background::Background(QObject* parent) : QObject(parent), shared_(std::make_shared<Shared>()) {
  settle_.setSingleShot(true);
  connect(&settle_, &QTimer::timeout, this, &Background::settled);
  if (parent) parent->installEventFilter(this);
}

Background::~Background() {
  for (Worker& w : retired_) w.thread.request_stop();
  worker_.request_stop();  // jthread joins; the work asks its job often
}

void Background::ask(Work work, Done done, int settle_ms) {
  const bool was = busy();
  drop();
  work_ = std::move(work);
  done_ = std::move(done);
  waiting_ = true;
  if (!was) emit busyChanged(true);
  settle_.start(settle_ms);
}

// A view outside any window that is open (a figure, a test) is asked directly and not by eyes.
bool Background::unseen() const {
  const auto* widget = qobject_cast<const QWidget*>(parent());
  return widget && !widget->isVisible() && widget->window() != widget && widget->window()->isVisible();
}

void Background::settled() {
  parked_ = unseen();
  if (!parked_) start();
}

bool Background::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show && watched == parent() && parked_) start();
  return QObject::eventFilter(watched, event);
}

void Background::start() {
  parked_ = false;
  settle_.stop();
  waiting_ = false;
  running_ = true;
  const std::uint64_t generation = ++generation_;
  std::erase_if(retired_, [](const Worker& w) { return w.shared->ended.load(); });
  if (worker_.joinable()) retired_.push_back({shared_, std::move(worker_)});  // stopped in drop(), or about to end
  shared_ = std::make_shared<Shared>();
  worker_ = std::jthread([self = QPointer<Background>(this), generation, work = work_, shared = shared_](const std::stop_token& stop) {
    std::shared_ptr<const void> answer;
    QString error;
    try {
      answer = work(Job{stop, &shared->progress});
    } catch (const std::exception& e) {
      error = QString::fromUtf8(e.what());
    }
    // Posted only while the object lives: its destructor joins this thread.
    QMetaObject::invokeMethod(
        self.data(), [self, generation, answer, error] {
          if (self) self->deliver(generation, answer, error);
        },
        Qt::QueuedConnection);
    shared->ended = true;
  });
}

void Background::deliver(std::uint64_t generation, const std::shared_ptr<const void>& answer, const QString& error) {
  if (generation != generation_ || !running_) return;
  running_ = false;
  const Done done = std::move(done_);
  work_ = nullptr;
  done_ = nullptr;
  emit busyChanged(false);
  if (!error.isEmpty()) emit failed(error);
  else if (answer && done) done(answer);
}

void Background::drop() {
  settle_.stop();
  parked_ = false;
  waiting_ = false;
  if (running_) worker_.request_stop();
  running_ = false;
  ++generation_;
}

void Background::stop() {
  if (!busy()) return;
  drop();
  emit busyChanged(false);
  emit stoppedByHand();
}

void Background::forget() {
  const bool was = busy();
  drop();
  if (was) emit busyChanged(false);
}

bool Background::busy() const { return waiting_ || running_; }
Progress::Snapshot Background::progress() const { return shared_->progress.snapshot(); }

void Background::finishNow() {
  if (waiting_) start();
  if (!running_) return;
  // The answer is taken here and not by the event loop, which may not be running.
  worker_.join();
  QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

BackgroundStrip::BackgroundStrip(Background& work, QWidget* parent)
    : QWidget(parent), work_(work), text_(new QLabel), bar_(new QProgressBar), stop_(new QToolButton) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 2, 8, 2);
  row->addWidget(text_);
  row->addWidget(bar_, 1);
  row->addWidget(stop_);
  bar_->setTextVisible(false);
  bar_->setMaximumHeight(8);
  bar_->setAccessibleName(tr("Progress"));
  stop_->setText(tr("Stop"));
  stop_->setToolTip(tr("Stop this analysis; what is shown stays as it is"));
  connect(stop_, &QToolButton::clicked, &work_, &Background::stop);
  connect(&timer_, &QTimer::timeout, this, &BackgroundStrip::tick);
  connect(&work_, &Background::busyChanged, this, [this](bool busy) {
    shownAfter_ = 0;
    if (busy) timer_.start(100);
    else {
      timer_.stop();
      hide();
    }
  });
  hide();
}

void BackgroundStrip::tick() {
  constexpr int kPatience = 3;  // ticks
  if (++shownAfter_ < kPatience) return;
  const Progress::Snapshot p = work_.progress();
  text_->setText(p.phase.empty() ? tr("Working") : QString::fromStdString(p.phase));
  bar_->setRange(0, p.total > 0 ? 1000 : 0);
  if (p.total > 0) bar_->setValue(static_cast<int>(1000.0 * static_cast<double>(p.done) / static_cast<double>(p.total)));
  show();
}

}  // namespace weir
