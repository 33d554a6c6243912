#include "views/shared/view_notes.h"

#include <algorithm>

namespace weir {

ViewNotes& ViewNotes::of(ViewState& state) {
  if (auto* there = state.findChild<ViewNotes*>(QString(), Qt::FindDirectChildrenOnly)) return *there;
  return *new ViewNotes(state);
}

ViewNotes::ViewNotes(ViewState& state) : QObject(&state) {
  connect(&state, &ViewState::runsChanged, this, [this, &state] {
    std::erase_if(notes_, [&](const auto& n) { return !state.run(n.first.first); });
  });
}

void ViewNotes::put(int runId, const QString& from, std::vector<Note> notes) {
  const std::pair key{runId, from};
  const auto same = [](const Note& a, const Note& b) { return a.kind == b.kind && a.count == b.count && a.first == b.first; };
  const auto it = notes_.find(key);
  if (it == notes_.end() ? notes.empty() : std::ranges::equal(it->second, notes, same)) return;
  if (notes.empty()) notes_.erase(it);
  else notes_[key] = std::move(notes);
  emit changed();
}

std::vector<Note> ViewNotes::notesOf(int runId) const {
  std::vector<Note> out;
  for (const auto& [key, notes] : notes_)
    if (key.first == runId) out.insert(out.end(), notes.begin(), notes.end());
  return out;
}

}  // namespace weir
