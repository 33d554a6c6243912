#include "core/formats/chrome/scan.h"

#include <algorithm>
#include <array>

#if defined(__x86_64__)
#include <immintrin.h>
#define WEIR_WIDE 1
#endif

namespace weir::chrome {
namespace {

// What up to eight brackets do to the depth, a set bit being one that opens: the sum, and the lowest point on the way.
struct Steps {
  std::array<std::int8_t, 256> sum{}, lowest{};
};
constexpr Steps stepsOfEight() {
  Steps steps;
  for (unsigned b = 0; b < 256; ++b) {
    int depth = 0;
    int lowest = 8;
    for (unsigned i = 0; i < 8; ++i) {
      depth += (b >> i & 1U) != 0 ? 1 : -1;
      lowest = std::min(lowest, depth);
    }
    steps.sum[b] = static_cast<std::int8_t>(depth);
    steps.lowest[b] = static_cast<std::int8_t>(lowest);
  }
  return steps;
}
constexpr Steps kSteps = stepsOfEight();

struct State {
  std::uint64_t inString = 0;      // all ones while a string goes on from the block before
  std::uint64_t escapedCarry = 0;  // 1 when the block before ended in a backslash that escapes
  std::int64_t depth = 0;
};

// The bytes that a backslash before them takes their meaning from.
inline std::uint64_t escapedOf(std::uint64_t backslash, std::uint64_t& carry) {
  std::uint64_t escaped = carry;
  carry = 0;
  for (std::uint64_t b = backslash & ~escaped; b != 0;) {
    const int at = std::countr_zero(b);
    if (at == 63) {
      carry = 1;
      break;
    }
    escaped |= std::uint64_t{2} << at;
    b &= at == 62 ? 0 : ~std::uint64_t{0} << (at + 2);
  }
  return escaped;
}

// The bracket, one bit, at which the depth comes to 0; 0 when none does.
inline std::uint64_t closing(const Masks& m, std::uint64_t brackets, std::int64_t& depth) {
  for (std::uint64_t b = brackets; b != 0; b &= b - 1) {
    const std::uint64_t bit = b & (~b + 1);
    depth += (m.open & bit) != 0 ? 1 : -1;
    if (depth == 0) return bit;
  }
  return 0;
}

std::uint64_t prefixXor(std::uint64_t v) {
  if (v == 0) return 0;
  v ^= v << 1;
  v ^= v << 2;
  v ^= v << 4;
  v ^= v << 8;
  v ^= v << 16;
  return v ^ v << 32;
}

Masks masksPlain(const char* p, const char* end) {
  if (end - p >= 64) return masksOf(p);
  char rest[64];
  std::memset(rest, ' ', sizeof rest);
  std::memcpy(rest, p, static_cast<std::size_t>(end - p));
  return masksOf(rest);
}

// A macro, since a template cannot carry the instructions it is allowed to use.
#define WEIR_SKIP(TARGET, NAME, MASKS, STRINGS, CLOSING)                                             \
  TARGET Skip NAME(const char* p, const char* end) {                                                 \
    Skip skip;                                                                                       \
    State s;                                                                                         \
    for (; p < end; p += 64) {                                                                       \
      const Masks m = MASKS(p, end);                                                                 \
      const std::uint64_t escaped = (m.backslash | s.escapedCarry) != 0 ? escapedOf(m.backslash, s.escapedCarry) : 0; \
      const std::uint64_t strings = STRINGS(m.quote & ~escaped) ^ s.inString;                        \
      s.inString = static_cast<std::uint64_t>(static_cast<std::int64_t>(strings) >> 63);             \
      const std::uint64_t stop = CLOSING(m, (m.open | m.close) & ~strings, s.depth);                 \
      const std::uint64_t mine = stop != 0 ? stop - 1 : ~std::uint64_t{0};                           \
      skip.high |= (m.high & mine) != 0;                                                             \
      skip.letters |= (m.letter & ~strings & mine) != 0;                                             \
      if ((m.control & strings & mine) != 0) {                                                       \
        skip.control = true;                                                                         \
        return skip;                                                                                 \
      }                                                                                              \
      if (stop != 0) {                                                                               \
        skip.end = p + std::countr_zero(stop) + 1;                                                   \
        return skip;                                                                                 \
      }                                                                                              \
    }                                                                                                \
    return skip;                                                                                     \
  }
WEIR_SKIP(, skipPlain, masksPlain, prefixXor, closing)

std::uint64_t linesPlain(const char* p, const char* end) {
  std::uint64_t lines = 0;
#if defined(__SSE2__)
  const __m128i newline = _mm_set1_epi8('\n');
  while (end - p >= 16) {
    // Each lane counts up to 255 hits, then they are summed.
    __m128i lanes = _mm_setzero_si128();
    for (int k = 0; k < 255 && end - p >= 16; ++k, p += 16)
      lanes = _mm_sub_epi8(lanes, _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), newline));
    const __m128i sums = _mm_sad_epu8(lanes, _mm_setzero_si128());
    lines += static_cast<std::uint64_t>(_mm_cvtsi128_si64(sums)) +
             static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums)));
  }
#endif
  for (; p < end; ++p) lines += *p == '\n' ? 1 : 0;
  return lines;
}

#if defined(WEIR_WIDE)
#define WEIR_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul")))
#define WEIR_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt,pclmul")))

// Eight brackets at a time, as long as none of them can be the last.
#define WEIR_CLOSING(TARGET, NAME)                                                                 \
  TARGET inline std::uint64_t NAME(const Masks& m, std::uint64_t brackets, std::int64_t& depth) {  \
    auto left = static_cast<int>(_mm_popcnt_u64(brackets));                                        \
    std::uint64_t opens = _pext_u64(m.open, brackets);                                             \
    std::int64_t d = depth;                                                                        \
    for (; left >= 8; left -= 8, opens >>= 8) {                                                    \
      if (d + kSteps.lowest[opens & 255] <= 0) return closing(m, brackets, depth);                 \
      d += kSteps.sum[opens & 255];                                                                \
    }                                                                                              \
    for (; left > 0; --left, opens >>= 1) {                                                        \
      d += (opens & 1) != 0 ? 1 : -1;                                                              \
      if (d == 0) return closing(m, brackets, depth);                                              \
    }                                                                                              \
    depth = d;                                                                                     \
    return 0;                                                                                      \
  }
WEIR_CLOSING(WEIR_AVX2, closingAvx2)
WEIR_CLOSING(WEIR_AVX512, closingAvx512)
#undef WEIR_CLOSING

#define WEIR_STRINGS(TARGET, NAME)                                                                                         \
  TARGET inline std::uint64_t NAME(std::uint64_t quotes) {                                                                 \
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(                                                                   \
        _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(quotes)), _mm_set1_epi8(static_cast<char>(0xFF)), 0))); \
  }
WEIR_STRINGS(WEIR_AVX2, stringsAvx2)
WEIR_STRINGS(WEIR_AVX512, stringsAvx512)
#undef WEIR_STRINGS

WEIR_AVX512 inline Masks masksAvx512(const char* p, const char* end) {
  const __m512i v = end - p >= 64 ? _mm512_loadu_si512(p)
                                  : _mm512_mask_loadu_epi8(_mm512_set1_epi8(' '), (std::uint64_t{1} << (end - p)) - 1, p);
  const __m512i folded = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
  Masks m;
  m.quote = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
  m.backslash = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
  m.open = _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('{'));  // '[' | 0x20
  m.close = _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('}'));
  m.control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20));
  m.high = _mm512_movepi8_mask(v);
  m.letter = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8(0x40)) & ~(m.open | m.close | m.backslash | m.high);
  return m;
}

WEIR_AVX2 inline Masks masksAvx2(const char* p, const char* end) {
  char rest[64];
  if (end - p < 64) {
    std::memset(rest, ' ', sizeof rest);
    std::memcpy(rest, p, static_cast<std::size_t>(end - p));
    p = rest;
  }
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 32));
  const __m256i bit5 = _mm256_set1_epi8(0x20);
  const __m256i folds[2] = {_mm256_or_si256(low, bit5), _mm256_or_si256(high, bit5)};
  const __m256i control = _mm256_set1_epi8(0x1f);
#define WEIR_BITS(a, b) \
  (static_cast<std::uint32_t>(_mm256_movemask_epi8(a)) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(b))) << 32)
#define WEIR_EQUAL(a, b, c) WEIR_BITS(_mm256_cmpeq_epi8(a, _mm256_set1_epi8(c)), _mm256_cmpeq_epi8(b, _mm256_set1_epi8(c)))
  Masks m;
  m.quote = WEIR_EQUAL(low, high, '"');
  m.backslash = WEIR_EQUAL(low, high, '\\');
  m.open = WEIR_EQUAL(folds[0], folds[1], '{');
  m.close = WEIR_EQUAL(folds[0], folds[1], '}');
  m.control = WEIR_BITS(_mm256_cmpeq_epi8(_mm256_max_epu8(low, control), control), _mm256_cmpeq_epi8(_mm256_max_epu8(high, control), control));
  m.high = WEIR_BITS(low, high);
  m.letter = WEIR_BITS(_mm256_slli_epi16(low, 1), _mm256_slli_epi16(high, 1)) & ~(m.open | m.close | m.backslash | m.high);
#undef WEIR_EQUAL
#undef WEIR_BITS
  return m;
}

WEIR_SKIP(WEIR_AVX2, skipAvx2, masksAvx2, stringsAvx2, closingAvx2)
WEIR_SKIP(WEIR_AVX512, skipAvx512, masksAvx512, stringsAvx512, closingAvx512)
#undef WEIR_SKIP

WEIR_AVX2 std::uint64_t linesAvx2(const char* p, const char* end) {
  std::uint64_t lines = 0;
  const __m256i newline = _mm256_set1_epi8('\n');
  for (; end - p >= 32; p += 32)
    lines += static_cast<std::uint64_t>(_mm_popcnt_u32(
        static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)), newline)))));
  return lines + linesPlain(p, end);
}
#endif

bool hasAvx2() {
#if defined(WEIR_WIDE)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("pclmul");
#else
  return false;
#endif
}
bool hasAvx512() {
#if defined(WEIR_WIDE)
  return hasAvx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

const SkipContainer kSkip = skipContainerVariants().back();

}  // namespace

std::vector<SkipContainer> skipContainerVariants() {
  std::vector<SkipContainer> all{skipPlain};
#if defined(WEIR_WIDE)
  if (hasAvx2()) all.push_back(skipAvx2);
  if (hasAvx512()) all.push_back(skipAvx512);
#endif
  return all;
}

Skip skipContainer(const char* p, const char* end) { return kSkip(p, end); }

std::uint64_t countLines(const char* p, const char* end) {
#if defined(WEIR_WIDE)
  static const bool wide = hasAvx2();
  if (wide) return linesAvx2(p, end);
#endif
  return linesPlain(p, end);
}

}  // namespace weir::chrome
