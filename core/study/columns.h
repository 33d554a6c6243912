// One column of numbers or bytes as compressed blobs ("chunks"), each complete in itself.
//
// A chunk is a 40-byte head and a zstd frame. Head, little-endian: "WCOL", u8 version (1), u8 element, u8 transform,
// u8 0, u64 first element, u64 elements, u64 elements of the whole column, u64 checksum over the head before it and the
// frame. Transforms, applied before zstd: bit 0 differences (64-bit, wrapping), bit 1 bytes regrouped by significance.
// Pure functions, any thread. Input may be hostile: nothing is allocated beyond what the head says and the caller allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/result.h"

namespace weir {

enum class Element : std::uint8_t { U8 = 1, I32 = 2, U32 = 3, I64 = 4, U64 = 5, F32 = 6 };
[[nodiscard]] std::size_t sizeOf(Element e);

template <class T>
constexpr Element elementOf() {
  if constexpr (std::is_enum_v<T>)
    return elementOf<std::underlying_type_t<T>>();
  else if constexpr (sizeof(T) == 1)
    return Element::U8;
  else if constexpr (std::is_same_v<T, float>)
    return Element::F32;
  else if constexpr (sizeof(T) == 4)
    return std::is_signed_v<T> ? Element::I32 : Element::U32;
  else {
    static_assert(sizeof(T) == 8 && std::is_integral_v<T>, "a column holds bytes, 32- or 64-bit integers, or floats");
    return std::is_signed_v<T> ? Element::I64 : Element::U64;
  }
}

struct ChunkHead {
  Element element = Element::U8;
  std::uint8_t transform = 0;
  std::uint64_t first = 0, count = 0, total = 0;
  std::uint64_t checksum = 0;
};

inline constexpr std::size_t kChunkBytes = std::size_t{4} << 20;  // uncompressed, at most

// `data` points to `count` elements, count * size <= kChunkBytes.
[[nodiscard]] std::string encodeChunk(Element element, const void* data, std::uint64_t first, std::uint64_t count,
                                      std::uint64_t total);
// Checks magic, version, sizes and checksum. The error's `what` says which; the caller adds `where`.
[[nodiscard]] Result<ChunkHead> chunkHead(std::string_view blob);
// The same without the checksum, which reads all of the blob; whoever decodes it checks that.
[[nodiscard]] Result<ChunkHead> chunkHeadUnsealed(std::string_view blob);
[[nodiscard]] Result<void> checkSeal(std::string_view blob, const ChunkHead& head);
// `head` as given by chunkHead(blob); `out` takes head.count elements. `scratch` is memory to be used again.
[[nodiscard]] Result<void> decodeChunk(std::string_view blob, const ChunkHead& head, void* out, std::vector<unsigned char>& scratch);
[[nodiscard]] inline Result<void> decodeChunk(std::string_view blob, const ChunkHead& head, void* out) {
  std::vector<unsigned char> scratch;
  return decodeChunk(blob, head, out, scratch);
}

// 64-bit hash of bytes, for integrity, not against forgery.
[[nodiscard]] std::uint64_t checksumOf(std::string_view bytes);

}  // namespace weir
