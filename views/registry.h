// The views there are. A new one is a line in registry.cpp: tabs, menus, --view and figure export come from it.
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "views/shared/view.h"

namespace weir {

struct ViewEntry {
  QString name;                       // "timeline": never translated
  std::function<QString()> title;     // translated
  std::function<QString()> tab;       // the same, shorter where beside twelve others it may be
  std::function<View*(ViewState&, QWidget*)> make;
};

[[nodiscard]] std::vector<ViewEntry> viewEntries();  // in the order of the tabs

}  // namespace weir
