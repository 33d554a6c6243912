#include "core/formats/darshan/region.h"

#include <bzlib.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace weir::darshan {
namespace {
constexpr std::size_t kIn = std::size_t{128} << 10;
constexpr std::size_t kOut = std::size_t{256} << 10;
// deflate can do 1032, but records carry ids and times: beyond this size so dense a region is a bomb.
constexpr std::uint64_t kBombFloor = std::uint64_t{256} << 20;
constexpr std::uint64_t kBombRatio = 800;
}  // namespace

struct Region::Unpacker {
  z_stream z{};
  bz_stream b{};
  bool zReady = false, bReady = false;
  ~Unpacker() {
    if (zReady) inflateEnd(&z);
    if (bReady) BZ2_bzDecompressEnd(&b);
  }
  bool begin(Packing packing) {
    if (packing == Packing::Zlib) {
      if (zReady) return inflateReset(&z) == Z_OK;
      zReady = inflateInit(&z) == Z_OK;
      return zReady;
    }
    if (bReady) BZ2_bzDecompressEnd(&b);
    b = {};
    bReady = BZ2_bzDecompressInit(&b, 0, 0) == BZ_OK;
    return bReady;
  }
};

Region::Region(int file, std::uint64_t offset, std::uint64_t size, Packing packing)
    : file_(file), offset_(offset), size_(size), packing_(packing), unpacker_(std::make_unique<Unpacker>()) {
  in_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size, kIn)));
}
Region::~Region() = default;

bool Region::refill() {
  if (inPos_ < inEnd_) return true;
  const std::uint64_t left = size_ - consumed_;
  if (left == 0) return false;
  inPos_ = inEnd_ = 0;
  const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(left, in_.size()));
  ssize_t got = 0;
  do {
    got = ::pread(file_, in_.data(), want, static_cast<off_t>(offset_ + consumed_));
  } while (got < 0 && errno == EINTR);
  if (got <= 0) {
    state_ = State::CutOff;
    size_ = consumed_;
    return false;
  }
  inEnd_ = static_cast<std::size_t>(got);
  return true;
}

bool Region::grow() {
  if (state_ == State::Damaged || state_ == State::Bomb) return false;
  if (outPos_ == outEnd_) outPos_ = outEnd_ = 0;
  if (out_.size() < kOut) out_.resize(kOut);
  if (outEnd_ == out_.size()) {
    if (outPos_ > 0) {
      std::memmove(out_.data(), out_.data() + outPos_, outEnd_ - outPos_);
      outEnd_ -= outPos_;
      outPos_ = 0;
    } else {
      out_.resize(out_.size() * 2);
    }
  }
  for (;;) {
    if (!refill()) {
      if (inStream_ && state_ == State::Good) state_ = State::CutOff;
      return false;
    }
    std::byte* const to = out_.data() + outEnd_;
    const std::size_t room = out_.size() - outEnd_;
    const std::size_t have = inEnd_ - inPos_;
    std::size_t used = 0;
    std::size_t made = 0;
    bool ended = false;
    bool good = true;
    if (packing_ == Packing::None) {
      if (streams_ == 0) streams_ = 1;
      used = made = std::min(room, have);
      std::memcpy(to, in_.data() + inPos_, made);
    } else {
      if (!inStream_) {
        good = unpacker_->begin(packing_);
        inStream_ = good;
        if (good) ++streams_;
      }
      if (good && packing_ == Packing::Zlib) {
        z_stream& z = unpacker_->z;
        z.next_in = reinterpret_cast<Bytef*>(in_.data() + inPos_);
        z.avail_in = static_cast<uInt>(have);
        z.next_out = reinterpret_cast<Bytef*>(to);
        z.avail_out = static_cast<uInt>(room);
        const int r = ::inflate(&z, Z_NO_FLUSH);
        used = have - z.avail_in;
        made = room - z.avail_out;
        ended = r == Z_STREAM_END;
        good = r == Z_OK || r == Z_STREAM_END || (r == Z_BUF_ERROR && used + made > 0);
      } else if (good) {
        bz_stream& b = unpacker_->b;
        b.next_in = reinterpret_cast<char*>(in_.data() + inPos_);
        b.avail_in = static_cast<unsigned>(have);
        b.next_out = reinterpret_cast<char*>(to);
        b.avail_out = static_cast<unsigned>(room);
        const int r = BZ2_bzDecompress(&b);
        used = have - b.avail_in;
        made = room - b.avail_out;
        ended = r == BZ_STREAM_END;
        good = (r == BZ_OK && used + made > 0) || r == BZ_STREAM_END;
      }
    }
    inPos_ += used;
    consumed_ += used;
    outEnd_ += made;
    decoded_ += made;
    if (ended) inStream_ = false;
    if (!good) state_ = State::Damaged;
    else if (decoded_ > kBombFloor && decoded_ / kBombRatio > consumed_) state_ = State::Bomb;
    if (state_ == State::Bomb) return false;
    if (made > 0) return true;
    if (!good) return false;
  }
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
