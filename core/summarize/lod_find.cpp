#include "core/summarize/lod_find.h"

#include <algorithm>
#include <bit>

#include "core/base/text.h"
#include "core/summarize/lod_pyramid.h"

namespace weir {
namespace {

bool containsFolded(std::string_view text, std::string_view folded) {
  if (text.size() < folded.size()) return false;
  const char first = folded.front();
  for (std::size_t i = 0; i + folded.size() <= text.size(); ++i) {
    if (lowerAscii(text[i]) != first) continue;
    std::size_t k = 1;
    while (k < folded.size() && lowerAscii(text[i + k]) == folded[k]) ++k;
    if (k == folded.size()) return true;
  }
  return false;
}

}  // namespace

HitSet::HitSet(std::uint64_t slices) : slices_(slices) {
  std::uint64_t n = slices;
  for (auto& level : levels_) {
    n = (n + 63) / 64;
    level.assign(n, 0);
  }
  before_.assign(levels_[1].size() + 1, 0);
}

void HitSet::put(std::uint64_t w, std::uint64_t bits) {
  if ((w & 63) == 0) before_[w >> 6] = count_;
  put_ = (w + 1) << 6;
  if (bits == 0) return;
  levels_[0][w] = bits;
  count_ += static_cast<std::uint64_t>(std::popcount(bits));
  std::uint64_t at = w;
  for (std::size_t l = 1; l < kLevels; ++l, at >>= 6) levels_[l][at >> 6] |= std::uint64_t{1} << (at & 63);
}

bool HitSet::anyAt(std::size_t level, std::uint64_t first, std::uint64_t last) const {
  const auto& words = levels_[level];
  const std::uint64_t a = first >> 6;
  const std::uint64_t b = (last - 1) >> 6;
  const std::uint64_t from = ~std::uint64_t{0} << (first & 63);
  const std::uint64_t to = ~std::uint64_t{0} >> (63 - ((last - 1) & 63));
  if (a == b) return (words[a] & from & to) != 0;
  if ((words[a] & from) != 0 || (words[b] & to) != 0) return true;
  if (a + 1 == b) return false;
  if (level + 1 < kLevels) return anyAt(level + 1, a + 1, b);
  return std::any_of(words.begin() + static_cast<std::ptrdiff_t>(a) + 1, words.begin() + static_cast<std::ptrdiff_t>(b), [](std::uint64_t w) { return w != 0; });
}

SliceIndex HitSet::next(SliceIndex from) const {
  if (from >= slices_) return kNoSlice;
  // Up until a word holds something at or after the place, then down along the first bits.
  std::uint64_t at = from;
  for (std::size_t l = 0; l < kLevels; ++l) {
    if (at >> 6 >= levels_[l].size()) return kNoSlice;
    const std::uint64_t bits = levels_[l][at >> 6] & (~std::uint64_t{0} << (at & 63));
    if (bits != 0) {
      at = (at & ~std::uint64_t{63}) | static_cast<std::uint64_t>(std::countr_zero(bits));
      while (l-- > 0) at = at << 6 | static_cast<std::uint64_t>(std::countr_zero(levels_[l][at]));
      return at;
    }
    at = (at >> 6) + 1;
  }
  for (; at < levels_.back().size(); ++at) {
    if (levels_.back()[at] == 0) continue;
    std::uint64_t i = at;
    for (std::size_t l = kLevels; l-- > 0;) i = i << 6 | static_cast<std::uint64_t>(std::countr_zero(levels_[l][i]));
    return i;
  }
  return kNoSlice;
}

SliceIndex HitSet::lastBefore(SliceIndex end) const {
  std::uint64_t at = std::min(end, slices_);
  std::size_t l = 0;
  for (; l < kLevels; ++l) {
    if (at == 0) return kNoSlice;
    const std::uint64_t w = (at - 1) >> 6;
    const std::uint64_t bits = levels_[l][w] & (~std::uint64_t{0} >> (63 - ((at - 1) & 63)));
    if (bits != 0) {
      at = w << 6 | static_cast<std::uint64_t>(63 - std::countl_zero(bits));
      while (l-- > 0) at = at << 6 | static_cast<std::uint64_t>(63 - std::countl_zero(levels_[l][at]));
      return at;
    }
    at = w;
  }
  while (at-- > 0) {
    if (levels_.back()[at] == 0) continue;
    std::uint64_t i = at;
    for (std::size_t k = kLevels; k-- > 0;) i = i << 6 | static_cast<std::uint64_t>(63 - std::countl_zero(levels_[k][i]));
    return i;
  }
  return kNoSlice;
}

std::uint64_t HitSet::before(SliceIndex end) const {
  if (end >= slices_ || end >= put_) return count_;
  const std::uint64_t w = end >> 6;
  std::uint64_t n = before_[w >> 6];
  for (std::uint64_t i = w & ~std::uint64_t{63}; i < w; ++i) n += static_cast<std::uint64_t>(std::popcount(levels_[0][i]));
  return n + static_cast<std::uint64_t>(std::popcount(levels_[0][w] & ((std::uint64_t{1} << (end & 63)) - 1)));
}

NameSearch::NameSearch(RunPtr run, std::string_view text) : run_(std::move(run)), text_(lowerAscii(text)) {
  match_.assign(run_->names.size(), 0);
  if (!text_.empty()) return;
  namesSeen_ = match_.size();
  seen_ = run_->slices.size();
}

bool NameSearch::advance(std::uint64_t slices) {
  if (done()) return true;
  // A name's text costs what some slices do, so a run with millions of names does not hold its caller up either.
  std::uint64_t left = slices;
  for (; namesSeen_ < match_.size() && left > 0; ++namesSeen_) {
    const std::string_view name = run_->names.text(static_cast<NameId>(namesSeen_));
    left -= std::min(left, 4 + name.size());
    if (!containsFolded(name, text_)) continue;
    match_[namesSeen_] = 1;
    any_ = true;
  }
  if (namesSeen_ < match_.size()) return false;
  const std::uint64_t n = run_->slices.size();
  if (!any_) seen_ = n;
  if (seen_ == 0 && any_) hits_ = HitSet(n);
  if (left == 0) return done();
  const std::uint64_t end = std::min(n, (seen_ + left + 63) & ~std::uint64_t{63});
  const NameId* name = run_->slices.name.data();
  const std::uint8_t* match = match_.data();
  for (; seen_ < end; seen_ = std::min(seen_ + 64, end)) {
    const std::uint64_t last = std::min<std::uint64_t>(64, end - seen_);
    std::uint64_t bits = 0;
    for (std::uint64_t i = 0; i < last; ++i) bits |= std::uint64_t{match[name[seen_ + i]]} << i;
    hits_.put(seen_ >> 6, bits);
  }
  return done();
}

std::vector<std::pair<NameId, std::uint64_t>> NameSearch::perName() const {
  std::vector<std::uint64_t> count(match_.size(), 0);
  for (SliceIndex i = hits_.next(0); i != kNoSlice; i = hits_.next(i + 1)) ++count[run_->slices.name[i]];
  std::vector<std::pair<NameId, std::uint64_t>> out;
  for (NameId n = 0; n < count.size(); ++n)
    if (count[n] > 0) out.emplace_back(n, count[n]);
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

namespace {

using StartAndSlice = std::pair<std::int64_t, SliceIndex>;

// The first slice of the row whose (start, index) is not before the key.
SliceIndex notBefore(const Run& run, const Row& row, const StartAndSlice& key) {
  const auto& start = run.slices.start;
  SliceIndex low = row.begin;
  SliceIndex high = row.end;
  while (low < high) {
    const SliceIndex mid = low + (high - low) / 2;
    if (StartAndSlice{start[mid], mid} < key) low = mid + 1;
    else high = mid;
  }
  return low;
}

}  // namespace

std::optional<SliceIndex> NameSearch::find(const Place& place, Direction direction) const {
  std::optional<SliceIndex> best;
  if (!run_ || hits_.empty()) return best;
  const auto key = [&](SliceIndex i) { return StartAndSlice{run_->slices.start[i], i}; };
  const bool next = direction == Direction::Next;
  const StartAndSlice from = place.from ? StartAndSlice{run_->slices.start[*place.from], next ? *place.from + 1 : *place.from} : StartAndSlice{place.time, 0};
  for (const Row& row : run_->rows) {
    if (!hits_.any(row.begin, row.end)) continue;
    const SliceIndex at = notBefore(*run_, row, from);
    const SliceIndex hit = next ? hits_.next(at) : hits_.lastBefore(at);
    if (hit == kNoSlice || hit < row.begin || hit >= row.end) continue;
    if (!best || (next ? key(hit) < key(*best) : key(hit) > key(*best))) best = hit;
  }
  return best;
}

std::uint64_t NameSearch::position(SliceIndex hit) const {
  if (!hits_.has(hit)) return 0;
  const StartAndSlice key{run_->slices.start[hit], hit};
  std::uint64_t before = 0;
  for (const Row& row : run_->rows)
    if (hits_.any(row.begin, row.end)) before += hits_.before(notBefore(*run_, row, key)) - hits_.before(row.begin);
  return before + 1;
}

Result<NameSearch> findByName(RunPtr run, std::string_view text, const Job& job) {
  NameSearch search(std::move(run), text);
  while (!search.advance(std::uint64_t{1} << 20))
    if (job.stopped()) return stoppedByUser();
  return search;
}

// ---- hits of a row in columns

namespace {

class HitReducer {
 public:
  HitReducer(const Run& run, const Row& row, const LodPyramid& pyramid, const LodColumns& columns, const HitSet& hits, std::vector<LodSpan>& out)
      : run_(run), row_(row), pyramid_(pyramid), columns_(columns), hits_(hits), from_(columns.window().from), to_(columns.window().to), out_(out) {}

  void run() {
    const std::uint64_t size = row_.end - row_.begin;
    if (pyramid_.levels.empty()) {
      (void)leaves(row_.begin, row_.end);
      return;
    }
    const std::size_t top = pyramid_.levels.size() - 1;
    std::size_t level = top;
    std::uint64_t n = 0;
    std::uint64_t block = kLodBase;
    for (std::size_t l = 0; l < top; ++l) block *= kLodFan;
    for (;;) {
      const LodNode& node = pyramid_.levels[level].node[n];
      if (node.start >= to_) return;
      const SliceIndex first = row_.begin + n * block;
      const SliceIndex last = row_.begin + std::min((n + 1) * block, size);
      if (node.end >= from_ && !(marked_ >= 0 && node.end < next_) && hits_.any(first, last) && !whole(node, first, last)) {
        if (level > 0) {
          --level;
          block /= kLodFan;
          n *= kLodFan;
          continue;
        }
        if (!leaves(first, last)) return;
      }
      ++n;
      while (level < top && n % kLodFan == 0) {
        n /= kLodFan;
        block *= kLodFan;
        ++level;
      }
      if (n >= pyramid_.levels[level].node.size()) return;
    }
  }

 private:
  // True when the node's hits are marked without looking at each.
  bool whole(const LodNode& node, SliceIndex first, SliceIndex last) {
    if (node.start < from_ || node.end > to_) return false;
    const double xe = columns_.x(node.end);
    const std::int32_t c0 = columns_.at(columns_.x(node.start));
    const std::int32_t c1 = std::max(c0, columns_.lastOf(xe));
    if (xe == c1 + 1 && columns_.x(run_.slices.start[last - 1]) >= c1 + 1) return false;  // it stands in the next column
    if (c1 == c0) {
      mark(c0, c0 + 1, hits_.next(first));
      return true;
    }
    if (c1 == c0 + 1 && hits_.has(first) && hits_.has(last - 1)) {
      mark(c0, c0 + 1, first);
      mark(c1, c1 + 1, last - 1);
      return true;
    }
    return false;
  }

  bool leaves(SliceIndex first, SliceIndex last) {
    for (SliceIndex i = hits_.next(first); i < last; i = hits_.next(i + 1)) {
      const std::int64_t start = run_.slices.start[i];
      const std::int64_t end = run_.slices.endOf(i);
      if (start >= to_) return false;
      if (end < from_ || (end == from_ && end > start)) continue;
      const std::int32_t c0 = columns_.at(columns_.x(std::max(start, from_)));
      mark(c0, std::max(c0, columns_.lastOf(columns_.x(std::min(end, to_)))) + 1, i);
    }
    return true;
  }

  void mark(std::int32_t c0, std::int32_t c1, SliceIndex i) {
    c0 = std::max(c0, marked_ + 1);
    if (c0 >= c1) return;
    out_.push_back({c0, c1, i, 1, run_.slices.activity[i], 1});
    marked_ = c1 - 1;
    next_ = columns_.begin(c1);
  }

  const Run& run_;
  const Row row_;
  const LodPyramid& pyramid_;
  const LodColumns& columns_;
  const HitSet& hits_;
  const std::int64_t from_, to_;
  std::vector<LodSpan>& out_;
  std::int32_t marked_ = -1;  // the last column that shows a hit
  std::int64_t next_ = 0;     // where the column after it begins
};

}  // namespace

void Lod::hits(std::uint32_t row, const LodColumns& columns, const HitSet& hits, std::vector<LodSpan>& out) const {
  out.clear();
  const Row& r = run_->rows[row];
  if (columns.width() > 0 && hits.any(r.begin, r.end)) HitReducer(*run_, r, base_->rows[row], columns, hits, out).run();
}

}  // namespace weir
