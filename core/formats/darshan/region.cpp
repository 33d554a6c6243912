#include "core/formats/darshan/region.h"

#include <bzlib.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <stop_token>
#include <thread>

namespace weir::darshan {
namespace {
constexpr std::size_t kIn = std::size_t{128} << 10;
constexpr std::size_t kOut = std::size_t{256} << 10;
// deflate can do 1032, but records carry ids and times: beyond this size so dense a region is a bomb.
constexpr std::uint64_t kBombFloor = std::uint64_t{256} << 20;
constexpr std::uint64_t kBombRatio = 800;
}  // namespace

// Unpacks a region block by block. One thread at a time.
class Region::Unpacker {
 public:
  Unpacker(int file, std::uint64_t offset, std::uint64_t size, Packing packing) : file_(file), offset_(offset), size_(size), packing_(packing) {
    in_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size, kIn)));
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() {
    if (zReady_) inflateEnd(&z_);
    if (bReady_) BZ2_bzDecompressEnd(&b_);
  }
  // The next bytes, at most `room`; 0 when nothing more comes.
  [[nodiscard]] std::size_t fill(std::byte* to, std::size_t room);
  [[nodiscard]] const Progress& progress() const { return progress_; }

 private:
  bool begin();
  bool refill();  // packed bytes; false at the end
  int file_;
  std::uint64_t offset_, size_;
  Packing packing_;
  Progress progress_;
  z_stream z_{};
  bz_stream b_{};
  bool zReady_ = false, bReady_ = false;
  std::vector<std::byte> in_;
  std::size_t inPos_ = 0, inEnd_ = 0;
  bool inStream_ = false;
};

bool Region::Unpacker::begin() {
  if (packing_ == Packing::Zlib) {
    if (zReady_) return inflateReset(&z_) == Z_OK;
    zReady_ = inflateInit(&z_) == Z_OK;
    return zReady_;
  }
  if (bReady_) BZ2_bzDecompressEnd(&b_);
  b_ = {};
  bReady_ = BZ2_bzDecompressInit(&b_, 0, 0) == BZ_OK;
  return bReady_;
}

bool Region::Unpacker::refill() {
  if (inPos_ < inEnd_) return true;
  const std::uint64_t left = size_ - progress_.consumed;
  if (left == 0) return false;
  inPos_ = inEnd_ = 0;
  const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(left, in_.size()));
  ssize_t got = 0;
  do {
    got = ::pread(file_, in_.data(), want, static_cast<off_t>(offset_ + progress_.consumed));
  } while (got < 0 && errno == EINTR);
  if (got <= 0) {
    progress_.state = State::CutOff;
    size_ = progress_.consumed;
    return false;
  }
  inEnd_ = static_cast<std::size_t>(got);
  return true;
}

std::size_t Region::Unpacker::fill(std::byte* to, std::size_t room) {
  if (progress_.state == State::Damaged || progress_.state == State::Bomb) return 0;
  for (;;) {
    if (!refill()) {
      if (inStream_ && progress_.state == State::Good) progress_.state = State::CutOff;
      return 0;
    }
    const std::size_t have = inEnd_ - inPos_;
    std::size_t used = 0;
    std::size_t made = 0;
    bool ended = false;
    bool good = true;
    if (packing_ == Packing::None) {
      if (progress_.streams == 0) progress_.streams = 1;
      used = made = std::min(room, have);
      std::memcpy(to, in_.data() + inPos_, made);
    } else {
      if (!inStream_) {
        good = begin();
        inStream_ = good;
        if (good) ++progress_.streams;
      }
      if (good && packing_ == Packing::Zlib) {
        z_.next_in = reinterpret_cast<Bytef*>(in_.data() + inPos_);
        z_.avail_in = static_cast<uInt>(have);
        z_.next_out = reinterpret_cast<Bytef*>(to);
        z_.avail_out = static_cast<uInt>(room);
        const int r = ::inflate(&z_, Z_NO_FLUSH);
        used = have - z_.avail_in;
        made = room - z_.avail_out;
        ended = r == Z_STREAM_END;
        good = r == Z_OK || r == Z_STREAM_END || (r == Z_BUF_ERROR && used + made > 0);
      } else if (good) {
        b_.next_in = reinterpret_cast<char*>(in_.data() + inPos_);
        b_.avail_in = static_cast<unsigned>(have);
        b_.next_out = reinterpret_cast<char*>(to);
        b_.avail_out = static_cast<unsigned>(room);
        const int r = BZ2_bzDecompress(&b_);
        used = have - b_.avail_in;
        made = room - b_.avail_out;
        ended = r == BZ_STREAM_END;
        good = (r == BZ_OK && used + made > 0) || r == BZ_STREAM_END;
      }
    }
    inPos_ += used;
    progress_.consumed += used;
    progress_.decoded += made;
    if (ended) inStream_ = false;
    if (!good) progress_.state = State::Damaged;
    else if (progress_.decoded > kBombFloor && progress_.decoded / kBombRatio > progress_.consumed) progress_.state = State::Bomb;
    if (made > 0 || progress_.state != State::Good) return made;
  }
}

// A thread that fills blocks, and what it has filled. What is known of the region goes with each block, so that it is the
// same as without the thread wherever the reader stops.
class Region::Ahead {
 public:
  explicit Ahead(Unpacker& unpacker) : unpacker_(unpacker) {
    for (Block& b : blocks_) b.bytes.resize(kOut);
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }
  // Appends the next block at `to`, which has room for kOut bytes; how many. 0 when nothing more comes.
  [[nodiscard]] std::size_t take(std::byte* to, Progress& progress) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return filled_ > taken_; });
    const Block& b = blocks_[taken_ % blocks_.size()];
    lock.unlock();
    if (b.have > 0) std::memcpy(to, b.bytes.data(), b.have);
    progress = b.progress;
    const std::size_t n = b.have;
    if (n == 0) return 0;  // it stays: the end is told again
    lock.lock();
    ++taken_;
    changed_.notify_all();
    return n;
  }

 private:
  struct Block {
    std::vector<std::byte> bytes;
    std::size_t have = 0;
    Progress progress;
  };
  void run(const std::stop_token& stop) {
    for (bool more = true; more;) {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [&] { return filled_ - taken_ < blocks_.size(); })) return;
      Block& b = blocks_[filled_ % blocks_.size()];
      lock.unlock();
      b.have = unpacker_.fill(b.bytes.data(), b.bytes.size());
      b.progress = unpacker_.progress();
      more = b.have > 0;
      lock.lock();
      ++filled_;
      changed_.notify_all();
    }
  }
  Unpacker& unpacker_;
  std::array<Block, 4> blocks_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t filled_ = 0, taken_ = 0;
  std::jthread thread_;  // last: it ends first
};

Region::Region(int file, std::uint64_t offset, std::uint64_t size, Packing packing)
    : offset_(offset), size_(size), unpacker_(std::make_unique<Unpacker>(file, offset, size, packing)) {}
Region::~Region() = default;

void Region::readAhead() {
  if (!ahead_) ahead_ = std::make_unique<Ahead>(*unpacker_);
}

bool Region::grow() {
  if (outPos_ == outEnd_) outPos_ = outEnd_ = 0;
  if (out_.size() < kOut) out_.resize(kOut);
  const std::size_t want = ahead_ ? kOut : 1;
  if (out_.size() - outEnd_ < want) {
    if (outPos_ > 0) {
      std::memmove(out_.data(), out_.data() + outPos_, outEnd_ - outPos_);
      outEnd_ -= outPos_;
      outPos_ = 0;
    }
    if (out_.size() - outEnd_ < want) out_.resize(out_.size() * 2);
  }
  std::size_t made = 0;
  if (ahead_) {
    made = ahead_->take(out_.data() + outEnd_, progress_);
  } else {
    made = unpacker_->fill(out_.data() + outEnd_, out_.size() - outEnd_);
    progress_ = unpacker_->progress();
  }
  outEnd_ += made;
  return made > 0;
}

std::span<const std::byte> Region::peek(std::size_t n) {
  while (outEnd_ - outPos_ < n && grow()) {
  }
  return {out_.data() + outPos_, std::min(n, outEnd_ - outPos_)};
}

void Region::pass(std::size_t n) { outPos_ += n; }

std::span<const std::byte> Region::take(std::size_t n) {
  const std::span<const std::byte> s = peek(n);
  pass(s.size());
  return s;
}

void Region::skip(std::uint64_t n) {
  while (n > 0) {
    const std::size_t got = take(static_cast<std::size_t>(std::min<std::uint64_t>(n, kOut))).size();
    if (got == 0) return;
    n -= got;
  }
}

}  // namespace weir::darshan
