// Finding the ends of JSON strings and containers at the speed of memory. Sixteen bytes at a time where SSE2 is there
// (every x86-64), one at a time elsewhere; what is long enough to pay for it 64 at a time where the machine has AVX-512,
// 32 with AVX2, chosen when the program starts (scan.cpp). Nothing here reads outside [p, end). Pure functions.
//
// Only what is needed is found: an event's `args` are most of a trace, and all that must be known of them is where they
// end. simdjson first indexes every structural character, which costs more than skipping (measured in tests/bench).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace weir::chrome {

[[nodiscard]] inline bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
[[nodiscard]] inline const char* skipSpace(const char* p, const char* end) {
  while (p < end && isSpace(*p)) ++p;
  return p;
}

// The first '"', '\' or control character at or after p; `end` when there is none.
[[nodiscard]] inline const char* findStringStop(const char* p, const char* end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i control = _mm_set1_epi8(0x1f);
  for (; end - p >= 16; p += 16) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)),
                                     _mm_cmpeq_epi8(_mm_max_epu8(v, control), control));
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(hit));
    if (bits != 0) return p + std::countr_zero(bits);
  }
#endif
  for (; p < end; ++p)
    if (*p == '"' || *p == '\\' || static_cast<unsigned char>(*p) < 0x20) return p;
  return end;
}

// Where `what` (two letters at least) begins in `text`, or npos. Looks for its second and its last letter at once: in JSON
// the first one, a quote, stands everywhere.
[[nodiscard]] inline std::size_t findText(std::string_view text, std::string_view what) {
#if defined(__SSE2__)
  const std::size_t block = what.size() + 15;  // bytes that sixteen places need
  if (text.size() >= block) {
    const __m128i second = _mm_set1_epi8(what[1]);
    const __m128i last = _mm_set1_epi8(what.back());
    const std::size_t lastBlock = text.size() - block;
    for (std::size_t i = 0;; i += 16) {
      i = std::min(i, lastBlock);
      const char* const p = text.data() + i;
      const __m128i hit = _mm_and_si128(_mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 1)), second),
                                        _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p + what.size() - 1)), last));
      for (auto bits = static_cast<unsigned>(_mm_movemask_epi8(hit)); bits != 0; bits &= bits - 1) {
        const std::size_t at = i + static_cast<std::size_t>(std::countr_zero(bits));
        if (text.substr(at, what.size()) == what) return at;
      }
      if (i == lastBlock) return std::string_view::npos;
    }
  }
#endif
  return text.find(what);
}

[[nodiscard]] std::uint64_t countLines(const char* p, const char* end);

// One bit for each of 64 bytes.
struct Masks {
  std::uint64_t quote = 0, backslash = 0, open = 0, close = 0, control = 0;
  std::uint64_t letter = 0;  // '@' and above but no bracket or backslash: outside strings only literals have them
  std::uint64_t high = 0;    // not ASCII
};

[[nodiscard]] inline Masks masksOf(const char* p) {
  Masks m;
#if defined(__SSE2__)
  const __m128i bit5 = _mm_set1_epi8(0x20);
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i open = _mm_set1_epi8('{');  // '[' | 0x20
  const __m128i close = _mm_set1_epi8('}');
  const __m128i control = _mm_set1_epi8(0x1f);
  for (unsigned k = 0; k < 4; ++k) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 16 * k));
    const __m128i folded = _mm_or_si128(v, bit5);
    const auto put = [k](std::uint64_t& mask, __m128i hit) {
      mask |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(hit))) << (16 * k);
    };
    put(m.quote, _mm_cmpeq_epi8(v, quote));
    put(m.backslash, _mm_cmpeq_epi8(v, backslash));
    put(m.open, _mm_cmpeq_epi8(folded, open));
    put(m.close, _mm_cmpeq_epi8(folded, close));
    put(m.control, _mm_cmpeq_epi8(_mm_max_epu8(v, control), control));
    put(m.letter, _mm_slli_epi16(v, 1));
    put(m.high, v);
  }
  m.letter &= ~(m.open | m.close | m.backslash | m.high);
#else
  for (unsigned k = 0; k < 64; ++k) {
    const auto c = static_cast<unsigned char>(p[k]);
    const std::uint64_t bit = std::uint64_t{1} << k;
    if (c == '"') m.quote |= bit;
    if (c == '\\') m.backslash |= bit;
    if (c == '{' || c == '[') m.open |= bit;
    if (c == '}' || c == ']') m.close |= bit;
    if (c < 0x20) m.control |= bit;
    if (c >= 0x80) m.high |= bit;
    if (c >= 0x40 && c < 0x80 && c != '{' && c != '[' && c != '}' && c != ']' && c != '\\') m.letter |= bit;
  }
#endif
  return m;
}

struct Skip {
  const char* end = nullptr;  // just after the closing bracket; null when it is not there
  bool high = false;          // bytes that are not ASCII
  bool letters = false;       // true, false, null, or something that is not JSON
  bool control = false;       // a raw control character inside a string: looked for no further
};

// The container that opens at p ('{' or '['); brackets of both kinds count alike.
[[nodiscard]] Skip skipContainer(const char* p, const char* end);

// The ways to do it, for tests: all that this machine has, the plainest first.
using SkipContainer = Skip (*)(const char* p, const char* end);
[[nodiscard]] std::vector<SkipContainer> skipContainerVariants();

}  // namespace weir::chrome
