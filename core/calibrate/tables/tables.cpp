#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {

const std::vector<TableModel>& tableModels() {
  static const std::vector<TableModel> kModels{
      transformerStepsModel(),
      fsdpTrainingModel(),
      vendorTrainingModel(),
      nodePowerModel(),
      energyTraceModel(),
      energyTimePointsModel(),
      samplesToTargetModel(),
      epochsToTargetModel(),
      storageRunsModel(),
      hpcRunsModel(),
      mpiShapedLinksModel(),
      collectivesModel(),
      pingPongModel(),
  };
  return kModels;
}

}  // namespace weir::calibrate
