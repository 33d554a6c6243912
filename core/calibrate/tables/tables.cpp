#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {

const std::vector<TableModel>& tableModels() {
  static const std::vector<TableModel> kModels{
      mpiShapedLinksModel(),
      collectivesModel(),
      storageRunsModel(),
      hpcRunsModel(),
      pingPongModel(),
      transformerStepsModel(),
      fsdpTrainingModel(),
      vendorTrainingModel(),
      energyTraceModel(),
      energyTimePointsModel(),
      samplesToTargetModel(),
      epochsToTargetModel(),
      nodePowerModel(),
  };
  return kModels;
}

}  // namespace weir::calibrate
