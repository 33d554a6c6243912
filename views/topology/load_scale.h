// Colours of a link by its load. Cividis, which heat maps use, ends in a yellow that no thin line may have on white; this
// scale goes from grey to where the eye goes first: dark red on white, pale yellow on dark. Its luminance runs one way, so it
// reads without colour vision too. Pure.
#pragma once

#include <QColor>

#include "views/shared/theme.h"

namespace weir::loadscale {

// t in [0, 1], above zero load; clamped.
[[nodiscard]] QColor color(double t, theme::Mode mode);
[[nodiscard]] QColor idle(theme::Mode mode);     // carried nothing
[[nodiscard]] QColor plain(theme::Mode mode);    // no load is shown at all
[[nodiscard]] double luminance(const QColor& c);  // relative, WCAG 2.1

}  // namespace weir::loadscale
