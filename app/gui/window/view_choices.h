// What a person chose in a view's own controls, for the same view built anew in another language: which table, which run, sorted
// by which column. Texts are others then, so everything is told by its place. GUI thread.
#pragma once

#include <QWidget>
#include <vector>

namespace weir {

struct ViewChoices {
  struct Place {
    int count = 0, index = -1;  // of so many
    bool operator==(const Place&) const = default;
  };
  struct Sorting {
    Place column;  // index -1 = as given
    Qt::SortOrder order = Qt::AscendingOrder;
    bool operator==(const Sorting&) const = default;
  };
  std::vector<Place> tabs, lists;
  std::vector<Sorting> tables;
  [[nodiscard]] bool empty() const { return tabs.empty() && lists.empty() && tables.empty(); }
};

[[nodiscard]] ViewChoices choicesOf(const QWidget& view);
// At once where it can be, else as soon as the view has worked out what there is to choose from; never against the person, who
// may have chosen something else meanwhile. What does not fit (fewer tables, other columns) is left as the view has it.
void choose(QWidget& view, ViewChoices choices);

}  // namespace weir
