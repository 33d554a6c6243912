// Computing as somebody measured it, instead of the roofline's: workload.step_compute says what forward, backward and the
// optimizer's pass of one accelerator take for so many samples (DLIO's computation_time for its batch_size). Other batches
// take in proportion; a lower frequency stretches as the roofline says. How the time falls on the layers follows the
// roofline too, so that gradients leave when they would.
#pragma once

#include "core/model/compute.h"
#include "core/scenario/workload.h"

namespace weir::model {

[[nodiscard]] bool measured(const StepCompute& m);

// Scales `t`, computed at `rates` for `samples`, to the measurement. Rates at full speed decide the scale. A network
// without arithmetic or traffic keeps its zeros: all of the measured time is then forward and backward, 1 to 2.
void scaleToMeasured(const StepCompute& m, const OpList& n, double samples, const Rates& rates, ComputeTime& t);

// How far to trust computing that nobody measured nor fitted: empty for transformers (fitted by accelerator), and where a
// measurement is given. DLIO's computing times on V100, A100 and H100 are 5 to 7 times the roofline's of U-Net 3D, 3 to 4
// times of CosmoFlow and of ResNet-50 (an untuned run).
[[nodiscard]] const char* unfittedComputing(const StepCompute& m, const OpList& n);

}  // namespace weir::model
