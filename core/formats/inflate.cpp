#include "core/formats/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace weir {

struct Inflater::Stream {
  z_stream z{};
  ~Stream() { inflateEnd(&z); }
};

Inflater::Inflater(Wrap wrap) : stream_(std::make_unique<Stream>()) {
  const int bits = wrap == Wrap::Gzip ? MAX_WBITS + 16 : -MAX_WBITS;
  if (inflateInit2(&stream_->z, bits) != Z_OK) throw std::bad_alloc();
}
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;
Inflater::~Inflater() = default;

Inflater::Step Inflater::inflate(std::span<const std::byte> in, std::span<std::byte> out) {
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
  z_stream& z = stream_->z;
  // zlib's interface is not const-correct; it does not write to its input.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
  z.avail_in = static_cast<uInt>(std::min(in.size(), kMost));
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(std::min(out.size(), kMost));
  const uInt inBefore = z.avail_in;
  const uInt outBefore = z.avail_out;
  const int status = ::inflate(&z, Z_NO_FLUSH);
  Step step{inBefore - z.avail_in, outBefore - z.avail_out, State::Going};
  if (status == Z_STREAM_END)
    step.state = State::MemberEnd;
  else if (status == Z_BUF_ERROR ? step.consumed == 0 && step.produced == 0 : status != Z_OK)
    step.state = State::Damaged;
  return step;
}

std::size_t Inflater::flush(std::byte* to, std::size_t n) {
  z_stream& z = stream_->z;
  z.next_in = nullptr;
  z.avail_in = 0;
  z.next_out = reinterpret_cast<Bytef*>(to);
  z.avail_out = static_cast<uInt>(std::min<std::size_t>(n, std::numeric_limits<uInt>::max()));
  const uInt before = z.avail_out;
  (void)::inflate(&z, Z_SYNC_FLUSH);
  return before - z.avail_out;
}

void Inflater::reset() { (void)inflateReset(&stream_->z); }

}  // namespace weir
