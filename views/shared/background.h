// One question of a view in a worker: the newest counts, an older one is stopped. Shows how far it is and can be stopped by
// hand. GUI thread, except for the work itself.
#pragma once

#include <QLabel>
#include <QObject>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/progress.h"

namespace weir {

class Background : public QObject {
  Q_OBJECT
 public:
  // In the worker; null when stopped. Holds all it needs by value or shared_ptr; an exception is reported as its text.
  using Work = std::function<std::shared_ptr<const void>(const Job& job)>;
  // In the GUI thread, never after this object is gone, and only for the newest question.
  using Done = std::function<void(std::shared_ptr<const void> answer)>;

  explicit Background(QObject* parent = nullptr);
  ~Background() override;

  // Starts once nothing newer has been asked for `settle_ms`: 0 at once, 150 to follow a moving hand. While the parent is a
  // widget in a tab that nobody sees, it waits until that is shown: a hidden view does not follow the hand.
  void ask(Work work, Done done, int settle_ms = 0);
  // The same with types: work(job) -> std::shared_ptr<const T>, done(std::shared_ptr<const T>).
  template <class T>
  void askFor(std::function<std::shared_ptr<const T>(const Job&)> work, std::function<void(std::shared_ptr<const T>)> done, int settle_ms = 0) {
    ask([work = std::move(work)](const Job& job) -> std::shared_ptr<const void> { return work(job); },
        [done = std::move(done)](const std::shared_ptr<const void>& a) { done(std::static_pointer_cast<const T>(a)); }, settle_ms);
  }
  void stop();                            // by hand: nothing is delivered, `stoppedByHand` is emitted
  void forget();                          // silently: what was asked is no longer wanted
  [[nodiscard]] bool busy() const;        // asked for and not delivered
  [[nodiscard]] Progress::Snapshot progress() const;
  void finishNow();                       // blocks until the newest question is answered and delivered: figures, screenshots, tests

 signals:
  void busyChanged(bool busy);
  void stoppedByHand();
  void failed(const QString& what);

 private:
  struct Shared;
  bool eventFilter(QObject* watched, QEvent* event) override;
  [[nodiscard]] bool unseen() const;
  void settled();
  void start();
  void deliver(std::uint64_t generation, const std::shared_ptr<const void>& answer, const QString& error);
  void drop();
  std::shared_ptr<Shared> shared_;
  std::uint64_t generation_ = 0;
  Work work_;
  Done done_;
  QTimer settle_;
  bool waiting_ = false, running_ = false;
  bool parked_ = false;  // settled, and waits to be seen
  struct Worker {
    std::shared_ptr<Shared> shared;
    std::jthread thread;
  };
  std::vector<Worker> retired_;  // stopped, and not yet seen to have ended: nobody waits for them before the destructor
  std::jthread worker_;
};

// A thin strip for the top of a view: what runs, how far it is, a stop button. Appears when the work takes longer than 0.3 s
// and takes no room otherwise.
class BackgroundStrip : public QWidget {
  Q_OBJECT
 public:
  explicit BackgroundStrip(Background& work, QWidget* parent = nullptr);

 private:
  void tick();
  Background& work_;
  QLabel* text_;
  QProgressBar* bar_;
  QToolButton* stop_;
  QTimer timer_;
  int shownAfter_ = 0;
};

}  // namespace weir
