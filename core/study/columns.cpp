#include "core/study/columns.h"

#include <fmt/format.h>
#include <zstd.h>

#include <bit>
#include <cstring>

#include "core/base/random.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace weir {
namespace {

static_assert(std::endian::native == std::endian::little, "chunks are written in memory order");

constexpr std::size_t kHeadBytes = 40;
constexpr std::uint8_t kVersion = 1;
constexpr std::uint8_t kDelta = 1;
constexpr std::uint8_t kPlanes = 2;
constexpr int kLevel = 3;

template <class T>
void put(std::string& to, T v) {
  to.append(reinterpret_cast<const char*>(&v), sizeof v);
}
template <class T>
T get(std::string_view from, std::size_t at) {
  T v;
  std::memcpy(&v, from.data() + at, sizeof v);
  return v;
}

// Differences pay where a column mostly rises (times, offsets) and hurt where it jumps (durations).
bool mostlyRises(const std::uint64_t* v, std::size_t n) {
  std::size_t rises = 0;
  for (std::size_t i = 1; i < n; ++i) rises += static_cast<std::int64_t>(v[i]) >= static_cast<std::int64_t>(v[i - 1]);
  return n > 1 && rises * 4 >= (n - 1) * 3;
}

template <std::size_t Size>
void toPlanes(const unsigned char* in, std::size_t n, unsigned char* out) {
  for (std::size_t b = 0; b < Size; ++b)
    for (std::size_t i = 0; i < n; ++i) out[b * n + i] = in[i * Size + b];
}

template <class U>
void fromPlanes(const unsigned char* in, std::size_t n, unsigned char* out) {
  std::size_t i = 0;
#if defined(__SSE2__)
  // Sixteen values at a time: bytes are joined to pairs, pairs to fours, fours to eights.
  constexpr std::size_t kPlaneCount = sizeof(U);
  for (; i + 16 <= n; i += 16) {
    __m128i v[kPlaneCount];
    for (std::size_t b = 0; b < kPlaneCount; ++b) v[b] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + b * n + i));
    __m128i pairs[kPlaneCount];  // of values 0..7 and 8..15, in turn
    for (std::size_t b = 0; b < kPlaneCount; b += 2) {
      pairs[b] = _mm_unpacklo_epi8(v[b], v[b + 1]);
      pairs[b + 1] = _mm_unpackhi_epi8(v[b], v[b + 1]);
    }
    __m128i fours[kPlaneCount];  // of values 0..3, 4..7, 8..11, 12..15
    for (std::size_t b = 0; b < kPlaneCount; b += 4) {
      fours[b] = _mm_unpacklo_epi16(pairs[b], pairs[b + 2]);
      fours[b + 1] = _mm_unpackhi_epi16(pairs[b], pairs[b + 2]);
      fours[b + 2] = _mm_unpacklo_epi16(pairs[b + 1], pairs[b + 3]);
      fours[b + 3] = _mm_unpackhi_epi16(pairs[b + 1], pairs[b + 3]);
    }
    auto* to = reinterpret_cast<__m128i*>(out + i * sizeof(U));
    for (std::size_t k = 0; k < 4; ++k) {
      if constexpr (kPlaneCount == 4) {
        _mm_storeu_si128(to++, fours[k]);
      } else {
        _mm_storeu_si128(to++, _mm_unpacklo_epi32(fours[k], fours[k + 4]));
        _mm_storeu_si128(to++, _mm_unpackhi_epi32(fours[k], fours[k + 4]));
      }
    }
  }
#endif
  for (; i < n; ++i) {
    U v = 0;
    for (std::size_t b = 0; b < sizeof(U); ++b) v |= static_cast<U>(static_cast<U>(in[b * n + i]) << (8 * b));
    std::memcpy(out + i * sizeof(U), &v, sizeof v);
  }
}

std::uint64_t sealOf(std::string_view blob) {
  return mix(checksumOf(blob.substr(0, kHeadBytes - 8)), checksumOf(blob.substr(kHeadBytes)));
}

}  // namespace

std::size_t sizeOf(Element e) {
  switch (e) {
    case Element::U8:
      return 1;
    case Element::I32:
    case Element::U32:
    case Element::F32:
      return 4;
    case Element::I64:
    case Element::U64:
      return 8;
  }
  return 0;
}

std::uint64_t checksumOf(std::string_view bytes) {
  std::uint64_t h = mix(bytes.size(), 0x57454952);
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) h = mix(h, get<std::uint64_t>(bytes, i));
  std::uint64_t rest = 0;
  if (i < bytes.size()) std::memcpy(&rest, bytes.data() + i, bytes.size() - i);
  return mix(h, rest);
}

std::string encodeChunk(Element element, const void* data, std::uint64_t first, std::uint64_t count, std::uint64_t total) {
  const std::size_t size = sizeOf(element);
  const std::size_t n = count;
  std::uint8_t transform = 0;
  std::vector<std::uint64_t> differences;
  std::vector<unsigned char> planes;
  const void* from = data;
  if (size == 8 && mostlyRises(static_cast<const std::uint64_t*>(data), n)) {
    const auto* v = static_cast<const std::uint64_t*>(data);
    differences.resize(n);
    for (std::size_t i = 0; i < n; ++i) differences[i] = v[i] - (i > 0 ? v[i - 1] : 0);
    from = differences.data();
    transform |= kDelta;
  }
  if (size > 1 && n > 0) {
    planes.resize(n * size);
    const auto* bytes = static_cast<const unsigned char*>(from);
    if (size == 8)
      toPlanes<8>(bytes, n, planes.data());
    else
      toPlanes<4>(bytes, n, planes.data());
    from = planes.data();
    transform |= kPlanes;
  }

  std::string blob = "WCOL";
  put(blob, kVersion);
  put(blob, element);
  put(blob, transform);
  put(blob, std::uint8_t{0});
  put(blob, first);
  put(blob, count);
  put(blob, total);
  put(blob, std::uint64_t{0});
  blob.resize(kHeadBytes + ZSTD_compressBound(n * size));
  const std::size_t packed = ZSTD_compress(blob.data() + kHeadBytes, blob.size() - kHeadBytes, from, n * size, kLevel);
  // ZSTD_compress fails only when the target is below the bound.
  blob.resize(kHeadBytes + (ZSTD_isError(packed) != 0U ? 0 : packed));
  const std::uint64_t seal = sealOf(blob);
  std::memcpy(blob.data() + kHeadBytes - 8, &seal, sizeof seal);
  return blob;
}

Result<ChunkHead> chunkHeadUnsealed(std::string_view blob) {
  if (blob.size() < kHeadBytes || !blob.starts_with("WCOL")) return fail("is no column data");
  const auto version = get<std::uint8_t>(blob, 4);
  if (version != kVersion) return fail(fmt::format("has data of version {}, this Weir reads version {}", version, kVersion));
  ChunkHead h;
  h.element = get<Element>(blob, 5);
  h.transform = get<std::uint8_t>(blob, 6);
  h.first = get<std::uint64_t>(blob, 8);
  h.count = get<std::uint64_t>(blob, 16);
  h.total = get<std::uint64_t>(blob, 24);
  h.checksum = get<std::uint64_t>(blob, 32);
  const std::size_t size = sizeOf(h.element);
  if (size == 0 || h.count > kChunkBytes / size || h.first > h.total || h.count > h.total - h.first || (h.transform & ~3U) != 0)
    return fail("has a head that makes no sense");
  return h;
}

Result<void> checkSeal(std::string_view blob, const ChunkHead& head) {
  if (sealOf(blob) != head.checksum) return fail("is damaged: its checksum does not match");
  return {};
}

Result<ChunkHead> chunkHead(std::string_view blob) {
  auto head = chunkHeadUnsealed(blob);
  // A blob that is no chunk at all is told as such; of one whose head is damaged, the checksum is the plainer word.
  if (blob.size() < kHeadBytes || !blob.starts_with("WCOL") || get<std::uint8_t>(blob, 4) != kVersion) return head;
  ChunkHead seal;
  seal.checksum = get<std::uint64_t>(blob, 32);
  if (auto ok = checkSeal(blob, seal); !ok) return tl::make_unexpected(ok.error());
  return head;
}

Result<void> decodeChunk(std::string_view blob, const ChunkHead& head, void* out, std::vector<unsigned char>& scratch) {
  const std::size_t size = sizeOf(head.element);
  const std::size_t n = head.count;
  if (n == 0) return {};
  const bool planes = (head.transform & kPlanes) != 0 && size > 1;
  void* target = out;
  if (planes) {
    if (scratch.size() < n * size) scratch.resize(n * size);
    target = scratch.data();
  }
  const std::size_t got = ZSTD_decompress(target, n * size, blob.data() + kHeadBytes, blob.size() - kHeadBytes);
  if (ZSTD_isError(got) != 0U || got != n * size) return fail("is damaged: it does not decompress");
  if (planes) {
    auto* to = static_cast<unsigned char*>(out);
    if (size == 8)
      fromPlanes<std::uint64_t>(scratch.data(), n, to);
    else
      fromPlanes<std::uint32_t>(scratch.data(), n, to);
  }
  if ((head.transform & kDelta) != 0 && size == 8) {
    auto* v = static_cast<std::uint64_t*>(out);
    for (std::size_t i = 1; i < n; ++i) v[i] += v[i - 1];
  }
  return {};
}

}  // namespace weir
