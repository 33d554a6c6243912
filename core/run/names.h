// Interned text: equal strings share one id, ids are dense from 0, and 0 is the empty string.
// Bytes live in one arena, so a Run with millions of names is two allocations, and it can be written out as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

using NameId = std::uint32_t;

class Names {
 public:
  Names();
  NameId intern(std::string_view text);
  [[nodiscard]] std::string_view text(NameId id) const {
    return std::string_view(arena_).substr(begin_[id], begin_[id + 1] - begin_[id]);
  }
  // The id of a text already interned, or 0.
  [[nodiscard]] NameId find(std::string_view text) const;
  [[nodiscard]] std::size_t size() const { return begin_.size() - 1; }

 private:
  void grow();
  std::string arena_;
  std::vector<std::uint64_t> begin_{0};
  std::vector<NameId> table_;  // open addressing, power of two, 0 = free (the empty text is never looked up)
};

}  // namespace weir
