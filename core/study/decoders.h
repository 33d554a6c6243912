// Chunks of columns decoded by several threads. The caller fetches them and, when too many wait, decodes as well.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/result.h"
#include "core/study/columns.h"

namespace weir {

class Decoders {
 public:
  Decoders();
  Decoders(const Decoders&) = delete;
  Decoders& operator=(const Decoders&) = delete;
  ~Decoders();
  // The blob is copied; `out` must stay until finish().
  void add(const std::string& column, std::string_view blob, const ChunkHead& head, std::byte* out);
  // Waits for all. The error of the earliest chunk that has one.
  [[nodiscard]] std::optional<Error> finish();

 private:
  struct Task {
    std::string column, blob;
    ChunkHead head;
    std::byte* out = nullptr;
    std::uint64_t number = 0;
  };
  void run();
  void decode(const Task& task, std::vector<unsigned char>& scratch);
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::vector<std::string> spare_;  // memory of blobs, to be used again
  std::size_t busy_ = 0;
  bool over_ = false;
  std::uint64_t added_ = 0, firstBad_ = UINT64_MAX;
  std::optional<Error> error_;
  std::exception_ptr thrown_;
  std::vector<unsigned char> scratch_;
  std::vector<std::jthread> threads_;  // last: they use what stands above
};

}  // namespace weir
