// Joins the front view to the shared state: the sweep becomes its points, the answer its marked point, a click on a point
// asks for that plan's scenario. It stands beside the registry because the view itself knows no optimizer.
#pragma once

#include "views/front/front_data.h"
#include "views/shared/view.h"

namespace weir {

[[nodiscard]] View* makeFrontView(ViewState& state, QWidget* parent);

// Objectives in the order of the view's chooser: the sweep's own basis first. Equal numbers of points in each.
[[nodiscard]] FrontData frontData(const SweepResult& sweep);
[[nodiscard]] std::vector<FrontCurrent> frontCurrent(const SweepResult& sweep, const Answered& answered);
[[nodiscard]] std::vector<FrontRanges> frontRanges(const SweepResult& sweep, const SweepIntervals& known);

}  // namespace weir
