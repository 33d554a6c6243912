#include "core/summarize/lod_find.h"

#include <algorithm>
#include <map>
#include <string>

namespace weir {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool containsFolded(std::string_view text, std::string_view folded) {
  return std::search(text.begin(), text.end(), folded.begin(), folded.end(), [](char a, char b) { return lower(a) == b; }) != text.end();
}

}  // namespace

NameSearch::NameSearch(RunPtr run, std::string_view text) : run_(std::move(run)) {
  match_.assign(run_->names.size(), 0);
  if (!text.empty()) {
    std::string folded(text);
    std::transform(folded.begin(), folded.end(), folded.begin(), lower);
    for (NameId i = 0; i < match_.size(); ++i)
      if (containsFolded(run_->names.text(i), folded)) {
        match_[i] = 1;
        any_ = true;
      }
  }
  if (!any_) seen_ = run_->slices.size();
}

bool NameSearch::advance(std::uint64_t slices) {
  if (done()) return true;
  const std::uint64_t end = std::min<std::uint64_t>(run_->slices.size(), seen_ + slices);
  const auto& name = run_->slices.name;
  for (std::uint64_t i = seen_; i < end; ++i)
    if (match_[name[i]] != 0) hits_.push_back(i);
  seen_ = end;
  return done();
}

std::vector<std::pair<NameId, std::uint64_t>> NameSearch::perName() const {
  std::map<NameId, std::uint64_t> count;
  for (const SliceIndex i : hits_) ++count[run_->slices.name[i]];
  std::vector<std::pair<NameId, std::uint64_t>> out(count.begin(), count.end());
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

std::optional<SliceIndex> NameSearch::find(const Place& place, Direction direction) const {
  std::optional<SliceIndex> best;
  if (!run_) return best;
  const auto& start = run_->slices.start;
  using Key = std::pair<std::int64_t, SliceIndex>;
  const auto key = [&](SliceIndex i) { return Key{start[i], i}; };
  const Key from = place.from ? key(*place.from) : Key{place.time, 0};
  auto rowBegin = hits_.begin();
  for (const Row& row : run_->rows) {
    if (rowBegin == hits_.end()) break;
    const auto rowEnd = std::lower_bound(rowBegin, hits_.end(), row.end);
    if (direction == Direction::Next) {
      const auto it = place.from ? std::upper_bound(rowBegin, rowEnd, from, [&](const Key& k, SliceIndex i) { return k < key(i); })
                                 : std::lower_bound(rowBegin, rowEnd, from, [&](SliceIndex i, const Key& k) { return key(i) < k; });
      if (it != rowEnd && (!best || key(*it) < key(*best))) best = *it;
    } else {
      const auto it = std::lower_bound(rowBegin, rowEnd, from, [&](SliceIndex i, const Key& k) { return key(i) < k; });
      if (it != rowBegin && (!best || key(*std::prev(it)) > key(*best))) best = *std::prev(it);
    }
    rowBegin = rowEnd;
  }
  return best;
}

std::uint64_t NameSearch::position(SliceIndex hit) const {
  if (!std::binary_search(hits_.begin(), hits_.end(), hit)) return 0;
  const auto& start = run_->slices.start;
  const std::pair key{start[hit], hit};
  std::uint64_t before = 0;
  auto rowBegin = hits_.begin();
  for (const Row& row : run_->rows) {
    const auto rowEnd = std::lower_bound(rowBegin, hits_.end(), row.end);
    const auto it = std::lower_bound(rowBegin, rowEnd, key, [&](SliceIndex i, const auto& k) { return std::pair{start[i], i} < k; });
    before += static_cast<std::uint64_t>(it - rowBegin);
    rowBegin = rowEnd;
  }
  return before + 1;
}

Result<NameSearch> findByName(RunPtr run, std::string_view text, const Job& job) {
  NameSearch search(std::move(run), text);
  while (!search.advance(std::uint64_t{1} << 20))
    if (job.stopped()) return stoppedByUser();
  return search;
}

}  // namespace weir
