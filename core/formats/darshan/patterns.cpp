#include "core/formats/darshan/patterns.h"

#include <algorithm>

#include "core/base/saturate.h"

namespace weir::darshan {
namespace {

constexpr std::size_t kMostSizes = 1 << 16;
constexpr std::size_t kMostBoundaries = 4096;

void plus(std::int64_t& sum, std::int64_t v) {
  if (v > 0) sum = saturatedSum(sum, v);
}

}  // namespace

void Patterns::add(const Decoded& d, const std::byte* record) {
  const std::byte* const counters = record + 16 + layout_.skip;
  const auto at = [&](int i) { return order_.i64(counters + 8 * i); };
  if (layout_.misaligned >= 0) {
    // Memory, its boundary, file, its boundary.
    const std::int64_t boundary = std::max<std::int64_t>(at(layout_.misaligned + 3), 0);
    if (aligned_.size() < kMostBoundaries || aligned_.contains(boundary)) {
      Aligned& a = aligned_[boundary];
      plus(a.accesses, d.record.readOps);
      plus(a.accesses, d.record.writeOps);
      plus(a.memory, at(layout_.misaligned));
      plus(a.file, at(layout_.misaligned + 2));
    }
  }
  if (layout_.common >= 0)
    for (int i = 0; i < 4; ++i) {
      const std::int64_t size = at(layout_.common + i);
      const std::int64_t count = at(layout_.common + 4 + i);
      if (size >= 0 && count > 0 && (sizes_.size() < kMostSizes || sizes_.contains(size))) plus(sizes_[size], count);
    }
  if (layout_.module == kMpiio)
    for (std::size_t how = 0; how < calls_.size(); ++how)
      for (std::size_t write = 0; write < 2; ++write) plus(calls_[how][write], at((write == 0 ? layout_.reads : layout_.writes)[how]));
}

void Patterns::done(RunBuilder& builder) const {
  const std::string module = moduleName(layout_.module);
  const auto column = [](Table& t, const char* name, const char* unit) -> std::vector<double>& {
    t.columns.push_back({name, unit, {}, {}});
    return t.columns.back().number;
  };
  if (!aligned_.empty()) {
    Table t;
    t.name = "alignment, " + module;
    t.columns.reserve(4);
    auto& boundary = column(t, "file alignment", "B");
    auto& accesses = column(t, "accesses", "");
    auto& file = column(t, "not aligned in the file", "");
    auto& memory = column(t, "not aligned in memory", "");
    for (const auto& [b, a] : aligned_) {
      if (a.accesses == 0) continue;
      boundary.push_back(static_cast<double>(b));
      accesses.push_back(static_cast<double>(a.accesses));
      file.push_back(static_cast<double>(a.file));
      memory.push_back(static_cast<double>(a.memory));
    }
    if (!boundary.empty()) builder.table(std::move(t));
  }
  if (!sizes_.empty()) {
    std::vector<std::pair<std::int64_t, std::int64_t>> most(sizes_.begin(), sizes_.end());
    std::stable_sort(most.begin(), most.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    most.resize(std::min<std::size_t>(most.size(), 32));
    Table t;
    t.name = "access sizes, " + module;
    t.columns.reserve(2);
    auto& size = column(t, "size", "B");
    auto& count = column(t, "accesses", "");
    for (const auto& [s, n] : most) size.push_back(static_cast<double>(s)), count.push_back(static_cast<double>(n));
    builder.table(std::move(t));
  }
  if (layout_.module == kMpiio) {
    Table t;
    t.name = "calls, " + module;
    t.columns.reserve(3);
    t.columns.push_back({"how", "", {}, {"independent", "collective", "split collective", "non-blocking"}});
    auto& reads = column(t, "reads", "");
    auto& writes = column(t, "writes", "");
    for (const auto& c : calls_) reads.push_back(static_cast<double>(c[0])), writes.push_back(static_cast<double>(c[1]));
    builder.table(std::move(t));
  }
}

}  // namespace weir::darshan
