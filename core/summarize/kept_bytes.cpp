#include "core/summarize/kept_bytes.h"

#include <fmt/format.h>

#include "core/summarize/steps_json.h"

namespace weir::kept {
namespace {

constexpr std::uint64_t kFormat = 1;
constexpr std::size_t kSumBytes = 8;

// FNV-1a: tells damage, not intent.
std::uint64_t sumOf(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return h;
}

// What tells one run from another at no cost. Answers also rest on the steps found in it.
std::array<std::uint64_t, 16> markOf(const Run& run) {
  return {kFormat,
          static_cast<std::uint64_t>(kStepsRevision),
          run.slices.size(),
          run.arrows.size(),
          run.transfers.size(),
          run.collectives.size(),
          run.io.size(),
          run.ioRecords.size(),
          run.counters.size(),
          run.tracks.size(),
          run.rows.size(),
          run.groups.size(),
          run.ranks.size(),
          run.names.size(),
          static_cast<std::uint64_t>(run.span().first),
          static_cast<std::uint64_t>(run.span().second)};
}

// The first byte of the result is the sign and exponent's: whole numbers and zeros are then short from the end.
constexpr std::uint64_t swapped(std::uint64_t v) {
  std::uint64_t out = 0;
  for (int i = 0; i < 8; ++i) out = out << 8U | (v >> (8U * static_cast<unsigned>(i)) & 0xffU);
  return out;
}

}  // namespace

Writer::Writer(std::string_view what, int revision, const Run& run) { (*this)(std::string(what), revision, markOf(run)); }

void Writer::number(std::uint64_t v) {
  for (; v >= 0x80U; v >>= 7U) out_.push_back(static_cast<char>(v | 0x80U));
  out_.push_back(static_cast<char>(v));
}

void Writer::bytes(std::string_view text) {
  if (!full()) out_.append(text);
}

void Writer::put(double v) {
  std::uint64_t bits = swapped(std::bit_cast<std::uint64_t>(v));
  const int n = 8 - std::countl_zero(bits) / 8;
  out_.push_back(static_cast<char>(n));
  for (int i = 0; i < n; ++i, bits >>= 8U) out_.push_back(static_cast<char>(bits));
}

std::string Writer::finish() {
  for (std::uint64_t sum = sumOf(out_), i = 0; i < kSumBytes; ++i, sum >>= 8U) out_.push_back(static_cast<char>(sum));
  return full() ? std::string() : std::move(out_);
}

Reader::Reader(std::string_view bytes, std::string_view what, int revision, const Run& run) {
  if (bytes.size() < kSumBytes) {
    good_ = false;
    return;
  }
  left_ = bytes.substr(0, bytes.size() - kSumBytes);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kSumBytes; ++i) sum |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[left_.size() + i])) << (8U * i);
  expect(sum == sumOf(left_));
  std::string word;
  int of = 0;
  std::array<std::uint64_t, 16> mark{};
  (*this)(word, of, mark);
  expect(word == what && of == revision && mark == markOf(run));
}

std::uint64_t Reader::number() {
  std::uint64_t v = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (left_.empty()) break;
    const auto c = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    if (shift == 63 && c > 1) break;
    v |= static_cast<std::uint64_t>(c & 0x7fU) << shift;
    if (c < 0x80U) return v;
  }
  good_ = false;
  return 0;
}

std::string_view Reader::bytes(std::uint64_t n) {
  expect(n <= left_.size());
  if (!good_) return {};
  const std::string_view out = left_.substr(0, n);
  left_.remove_prefix(n);
  return out;
}

// Of elements that follow: each takes a byte at least.
std::size_t Reader::count() {
  const std::uint64_t n = number();
  expect(n <= left_.size());
  return good_ ? n : 0;
}

void Reader::get(double& v) {
  const std::string_view n = bytes(1);
  const std::size_t size = n.empty() ? 0 : static_cast<unsigned char>(n.front());
  expect(size <= 8);
  const std::string_view from = bytes(size);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < from.size(); ++i) bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i])) << (8U * i);
  v = std::bit_cast<double>(swapped(bits));
}

std::string keyOf(const std::optional<TimeRange>& range) { return range ? fmt::format(" range {} {}", range->from, range->to) : std::string(); }

// There may be a million of them.
std::string keyOf(const std::vector<TimeRange>& steps) {
  if (steps.empty()) return {};
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const TimeRange& s : steps)
    for (const std::int64_t t : {s.from, s.to}) {
      h = (h ^ static_cast<std::uint64_t>(t)) * 0x100000001b3U;
      h ^= h >> 32U;
    }
  return fmt::format(" steps {} {} {} {:016x}", steps.size(), steps.front().from, steps.back().to, h);
}

}  // namespace weir::kept
