#include "core/run/crew.h"

#include <algorithm>

namespace weir {

Crew::Crew(unsigned threads) {
  for (unsigned worker = 1; worker < threads; ++worker)
    helpers_.emplace_back([this, worker] {
      std::unique_lock lock(mutex_);
      for (std::size_t seen = 0;;) {
        begin_.wait(lock, [&] { return over_ || round_ != seen; });
        if (over_) return;
        seen = round_;
        lock.unlock();
        take(worker);
        lock.lock();
        if (--busy_ == 0) end_.notify_one();
      }
    });
}

Crew::~Crew() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  begin_.notify_all();
}

void Crew::take(unsigned worker) {
  try {
    for (std::size_t i = next_++; i < n_; i = next_++) (*item_)(i, worker);
  } catch (...) {
    next_ = n_;
    const std::scoped_lock lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
}

void Crew::each(std::size_t n, const std::function<void(std::size_t, unsigned)>& item) {
  {
    const std::scoped_lock lock(mutex_);
    item_ = &item;
    n_ = n;
    next_ = 0;
    thrown_ = nullptr;
    if (n > 1) {
      ++round_;
      busy_ = helpers_.size();
    }
  }
  if (n > 1) begin_.notify_all();
  take(0);
  std::unique_lock lock(mutex_);
  end_.wait(lock, [&] { return busy_ == 0; });
  if (thrown_) std::rethrow_exception(thrown_);
}

void Crew::ranges(std::size_t n, const std::function<void(std::size_t, std::size_t)>& range) {
  if (helpers_.empty()) {
    if (n > 0) range(0, n);
    return;
  }
  const std::size_t step = std::max<std::size_t>(4096, n / (std::size_t{4} * threads()) + 1);
  each((n + step - 1) / step, [&](std::size_t i, unsigned) { range(i * step, std::min(n, (i + 1) * step)); });
}

unsigned Crew::worthwhile(std::size_t n) {
  constexpr std::size_t kEach = 20000;  // below this, waking a thread costs more than it saves
  return static_cast<unsigned>(std::clamp<std::size_t>(n / kEach, 1, std::max(1U, std::thread::hardware_concurrency())));
}

}  // namespace weir
