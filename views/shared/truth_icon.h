// The sign of a kind of truth: measured = solid, simulated = hatched, predicted = outline. Always beside its word.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

#include "core/run/run.h"

namespace weir {

struct ShownRun;

// `hue`: of the run it stands for; none = the colour of computing.
[[nodiscard]] QIcon truthIcon(Truth truth, bool stale = false, const QColor& hue = {});
[[nodiscard]] QString truthText(Truth truth);  // "measured", translated
[[nodiscard]] QString truthText(const Run& run);        // also "without times": what none is known of was not measured
[[nodiscard]] QString truthName(const ShownRun& run);  // "measured, so far"

}  // namespace weir
