#include "core/run/names.h"

#include <functional>

namespace weir {

Names::Names() : table_(64, 0) { begin_.push_back(0); }

NameId Names::find(std::string_view text) const {
  if (text.empty()) return 0;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = std::hash<std::string_view>{}(text) & mask;; i = (i + 1) & mask) {
    const NameId id = table_[i];
    if (id == 0 || this->text(id) == text) return id;
  }
}

NameId Names::intern(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t mask = table_.size() - 1;
  std::size_t i = std::hash<std::string_view>{}(text) & mask;
  for (; table_[i] != 0; i = (i + 1) & mask)
    if (this->text(table_[i]) == text) return table_[i];
  const NameId id = static_cast<NameId>(size());
  arena_.append(text);
  begin_.push_back(arena_.size());
  table_[i] = id;
  if (size() * 2 > table_.size()) grow();
  return id;
}

void Names::grow() {
  std::vector<NameId> bigger(table_.size() * 2, 0);
  const std::size_t mask = bigger.size() - 1;
  for (const NameId id : table_) {
    if (id == 0) continue;
    std::size_t i = std::hash<std::string_view>{}(text(id)) & mask;
    while (bigger[i] != 0) i = (i + 1) & mask;
    bigger[i] = id;
  }
  table_ = std::move(bigger);
}

}  // namespace weir
