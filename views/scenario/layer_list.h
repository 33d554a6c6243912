// The layers of a model that brings its own list: read-only, because they come from a file and belong together.
#pragma once

#include <QTreeWidget>
#include <vector>

#include "core/scenario/workload.h"

namespace weir {

class LayerList : public QTreeWidget {
  Q_OBJECT
 public:
  explicit LayerList(QWidget* parent = nullptr);
  void show(const std::vector<Layer>& layers);  // hidden when there are none

 private:
  std::vector<Layer> shown_;
};

}  // namespace weir
