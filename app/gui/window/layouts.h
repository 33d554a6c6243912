// Arrangements of the window for a task. Applied over whatever stands; "mine" is kept in the settings.
#pragma once

#include <QString>

class QDockWidget;
class QMainWindow;

namespace weir {

class CentreArea;

struct WindowParts {
  QMainWindow* window = nullptr;
  CentreArea* centre = nullptr;
  QDockWidget *scenario = nullptr, *inspector = nullptr, *notes = nullptr, *runs = nullptr;
};

enum class Layout { Explore, Compare, Teach, Paper };

void applyLayout(const WindowParts& parts, Layout layout);

}  // namespace weir
