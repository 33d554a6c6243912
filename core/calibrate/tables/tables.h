// One function a kind of table, one file each; the list of them stands in tables.cpp.
#pragma once

#include "core/calibrate/validation.h"

namespace weir::calibrate {

TableModel collectivesModel();
TableModel mpiShapedLinksModel();
TableModel hpcRunsModel();
TableModel pingPongModel();
TableModel transformerStepsModel();
TableModel fsdpTrainingModel();
TableModel vendorTrainingModel();
TableModel storageRunsModel();
TableModel energyTraceModel();
TableModel energyTimePointsModel();
TableModel samplesToTargetModel();
TableModel epochsToTargetModel();
TableModel nodePowerModel();

}  // namespace weir::calibrate
