#include "core/study/decoders.h"

#include <algorithm>
#include <utility>

namespace weir {
namespace {
constexpr std::size_t kWaiting = 8;  // chunks, of a few megabytes each
}

Decoders::Decoders() {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  for (unsigned i = 0; i + 1 < std::min(cores, 8U); ++i) threads_.emplace_back([this] { run(); });
}

Decoders::~Decoders() {
  const std::scoped_lock lock(mutex_);
  over_ = true;
  tasks_.clear();
  changed_.notify_all();
}

void Decoders::decode(const Task& task, std::vector<unsigned char>& scratch) {
  try {
    const auto ok = checkSeal(task.blob, task.head).and_then([&] { return decodeChunk(task.blob, task.head, task.out, scratch); });
    if (ok) return;
    const std::scoped_lock lock(mutex_);
    if (task.number >= firstBad_) return;
    firstBad_ = task.number;
    error_ = Error{Error::Kind::Input, ok.error().what, "column " + task.column, {}};
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
}

void Decoders::run() {
  std::vector<unsigned char> scratch;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return over_ || !tasks_.empty(); });
    if (over_) return;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    ++busy_;
    lock.unlock();
    decode(task, scratch);
    lock.lock();
    spare_.push_back(std::move(task.blob));
    --busy_;
    changed_.notify_all();
  }
}

void Decoders::add(const std::string& column, std::string_view blob, const ChunkHead& head, std::byte* out) {
  std::unique_lock lock(mutex_);
  Task task{column, {}, head, out, added_++};
  if (!spare_.empty()) {
    task.blob = std::move(spare_.back());
    spare_.pop_back();
  }
  const bool here = threads_.empty() || tasks_.size() >= kWaiting;
  lock.unlock();
  task.blob.assign(blob);
  if (here) {
    decode(task, scratch_);
    lock.lock();
    spare_.push_back(std::move(task.blob));
    return;
  }
  lock.lock();
  tasks_.push_back(std::move(task));
  changed_.notify_one();
}

std::optional<Error> Decoders::finish() {
  std::unique_lock lock(mutex_);
  while (!tasks_.empty()) {
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    decode(task, scratch_);
    lock.lock();
  }
  changed_.wait(lock, [&] { return busy_ == 0; });
  if (thrown_) std::rethrow_exception(thrown_);
  return error_;
}

}  // namespace weir
