// What the slices of a file mean: the category of each name, which threads are an accelerator's, what each slice does.
#pragma once

#include <vector>

#include "core/formats/chrome/events.h"
#include "core/formats/chrome/kineto.h"
#include "core/run/crew.h"

namespace weir::chrome {

struct Meaning {
  std::vector<Category> category;   // of each name id; Other where no slice has it as its category
  std::vector<bool> used, device;   // of each thread: has slices; has slices of an accelerator
  bool anyDevice = false;
};

// Also sets e.kineto where only Kineto calls categories so.
[[nodiscard]] Meaning meaningOf(Events& e, Crew& crew);

// What each slice does, by its category and name.
void setActivities(Events& e, const Meaning& m, Crew& crew);

}  // namespace weir::chrome
