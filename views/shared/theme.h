// Same meaning, same colour, same place, on screen and on paper. Roles are Okabe-Ito, readable by the colour-blind; each
// also has its own hatch, dash and marker. GUI thread.
#pragma once

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPalette>
#include <QPen>
#include <vector>

#include "core/run/run.h"

namespace weir::theme {

enum class Role { Compute, Overlapped, Exposed, Data, Checkpoint, Idle, Energy, Host, Other };

enum class Mode { Light, Dark };

// What the views paint with. Figures are always light.
struct Colors {
  Mode mode = Mode::Light;
  QColor background, panel, text, faintText, grid, axis, selection, hover, error;
};
[[nodiscard]] Colors colors(Mode mode);
[[nodiscard]] Mode systemMode();                    // from the application's palette
[[nodiscard]] QPalette palette(Mode mode);

[[nodiscard]] QColor roleColor(Role role);          // the same in both modes
[[nodiscard]] Role roleOf(Activity activity);       // communication -> Exposed
[[nodiscard]] QColor activityColor(Activity activity);
[[nodiscard]] QColor rankColor(int rank);           // a qualitative set of eight
[[nodiscard]] QString roleName(Role role);          // translated

// Kinds of truth look different everywhere: measured solid, simulated hatched in the same hue, predicted outline only.
[[nodiscard]] QBrush fillFor(const QColor& hue, Truth truth);
[[nodiscard]] QPen outlineFor(const QColor& hue, Truth truth);
[[nodiscard]] Qt::BrushStyle hatchOf(Role role);
[[nodiscard]] Qt::PenStyle dashOf(Role role);

// cividis at t in [0, 1] (Nunez, Anderton, Renslow, PLOS ONE 2018): perceptually uniform, the same for the colour-blind.
[[nodiscard]] QColor cividis(double t);

[[nodiscard]] QFont textFont();   // one size for text
[[nodiscard]] QFont axisFont();   // one smaller for axes
[[nodiscard]] QColor readableOn(const QColor& fill);  // black or white, whichever contrasts more

}  // namespace weir::theme
