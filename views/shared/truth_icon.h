// The sign of a kind of truth: measured = solid, simulated = hatched, predicted = outline. Always beside its word.
#pragma once

#include <QIcon>
#include <QString>

#include "core/run/run.h"

namespace weir {

[[nodiscard]] QIcon truthIcon(Truth truth, bool stale = false);
[[nodiscard]] QString truthText(Truth truth);  // "measured", translated

}  // namespace weir
