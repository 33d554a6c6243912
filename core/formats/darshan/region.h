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

  [[nodiscard]] std::uint64_t packedSize() const { return size_; }
  [[nodiscard]] std::uint64_t packedBytes() const { return consumed_; }  // so far
  [[nodiscard]] std::uint64_t bytes() const { return decoded_; }
  [[nodiscard]] std::uint64_t streams() const { return streams_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::uint64_t place() const { return offset_ + consumed_; }  // in the file

 private:
  struct Unpacker;
  bool refill();  // packed bytes; false at the end
  // Appends to the buffer; false when nothing more comes.
  bool grow();
  int file_;
  std::uint64_t offset_, size_, consumed_ = 0, decoded_ = 0, streams_ = 0;
  Packing packing_;
  State state_ = State::Good;
  std::unique_ptr<Unpacker> unpacker_;
  std::vector<std::byte> in_, out_;
  std::size_t inPos_ = 0, inEnd_ = 0, outPos_ = 0, outEnd_ = 0;
  bool inStream_ = false;
};

}  // namespace weir::darshan
