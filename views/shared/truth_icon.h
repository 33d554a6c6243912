// The sign of a kind of truth: measured = solid, simulated = hatched, predicted = outline. Always beside its word.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

#include "core/run/run.h"

namespace weir {

// `hue`: of the run it stands for; none = the colour of computing.
[[nodiscard]] QIcon truthIcon(Truth truth, bool stale = false, const QColor& hue = {});
[[nodiscard]] QString truthText(Truth truth);  // "measured", translated

}  // namespace weir
