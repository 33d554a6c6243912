// One region of a Darshan log: bytes that were packed by themselves, as one stream or as many behind each other (every
// rank may have written its own). Straight through, never all of it in memory. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weir::darshan {

enum class Packing : std::uint8_t { Zlib = 0, Bzip2 = 1, None = 2 };

class Region {
 public:
  enum class State : std::uint8_t { Good, Damaged, CutOff, Bomb };

  // Bytes [offset, offset + size) of `file`, which stays open and is not moved (pread).
  Region(int file, std::uint64_t offset, std::uint64_t size, Packing packing);
  ~Region();
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  // The next n bytes, or fewer at the end. They stay where they are until the next call. Memory grows with what the region
  // really holds, not with n.
  [[nodiscard]] std::span<const std::byte> take(std::size_t n);
  // As take(), without moving on.
  [[nodiscard]] std::span<const std::byte> peek(std::size_t n);
  void pass(std::size_t n);  // n bytes that peek() gave
  void skip(std::uint64_t n);

  // From now on a thread of its own unpacks, some blocks ahead.
  void readAhead();

  [[nodiscard]] std::uint64_t packedSize() const { return size_; }
  [[nodiscard]] std::uint64_t packedBytes() const { return progress_.consumed; }  // so far
  [[nodiscard]] std::uint64_t bytes() const { return progress_.decoded; }
  [[nodiscard]] std::uint64_t streams() const { return progress_.streams; }
  [[nodiscard]] State state() const { return progress_.state; }
  [[nodiscard]] std::uint64_t place() const { return offset_ + progress_.consumed; }  // in the file

 private:
  struct Progress {
    std::uint64_t consumed = 0, decoded = 0, streams = 0;
    State state = State::Good;
  };
  class Unpacker;
  class Ahead;
  // Appends to the buffer; false when nothing more comes.
  bool grow();
  std::uint64_t offset_, size_;
  Progress progress_;  // of what has been taken over from the unpacker
  std::unique_ptr<Unpacker> unpacker_;
  std::unique_ptr<Ahead> ahead_;  // ends before what it works on
  std::vector<std::byte> out_;
  std::size_t outPos_ = 0, outEnd_ = 0;
};

}  // namespace weir::darshan
