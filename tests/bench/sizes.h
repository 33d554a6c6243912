// What the programs about traces of given sizes share.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/formats/source.h"

namespace weir::bench {

// "60M", "2G", "500k", "1000": decimal; 0 when it is no size.
inline std::uint64_t bytesOf(const std::string& text) {
  char* end = nullptr;
  const double v = std::strtod(text.c_str(), &end);
  const char unit = *end;
  const double scale = unit == 'k' || unit == 'K' ? 1e3 : unit == 'M' ? 1e6 : unit == 'G' ? 1e9 : unit == 0 ? 1 : 0;
  return v > 0 ? static_cast<std::uint64_t>(v * scale) : 0;
}

// A file's bytes, unpacked.
inline Result<std::string> textOf(const std::string& path) {
  auto source = ByteSource::open(path, {});
  if (!source) return tl::make_unexpected(source.error());
  std::string text;
  const auto r = source->stream(
      [&](ByteSpan chunk, bool) -> Result<void> {
        text.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
        return {};
      },
      {});
  if (!r) return tl::make_unexpected(r.error());
  return text;
}

}  // namespace weir::bench
