#include "views/scenario/layer_list.h"

#include <QHeaderView>
#include <algorithm>

#include "core/base/units.h"

namespace weir {

LayerList::LayerList(QWidget* parent) : QTreeWidget(parent) {
  setColumnCount(3);
  setHeaderLabels({tr("Layer"), tr("Parameters"), tr("Forward")});
  headerItem()->setToolTip(2, tr("Arithmetic of one sample's forward pass"));
  headerItem()->setTextAlignment(1, Qt::AlignRight);
  headerItem()->setTextAlignment(2, Qt::AlignRight);
  header()->setSectionResizeMode(QHeaderView::Stretch);
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  setAccessibleName(tr("Layers of the model"));
  setSelectionMode(NoSelection);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  hide();
}

void LayerList::show(const std::vector<Layer>& layers) {
  const auto same = [](const Layer& a, const Layer& b) { return a.name == b.name && a.parameters == b.parameters && a.forward_flops == b.forward_flops; };
  setVisible(!layers.empty());
  if (std::equal(layers.begin(), layers.end(), shown_.begin(), shown_.end(), same)) return;
  shown_ = layers;
  clear();
  for (const Layer& l : layers) {
    auto* item = new QTreeWidgetItem(this, {QString::fromStdString(l.name), QString::fromStdString(units::showCount(l.parameters)),
                                            QString::fromStdString(units::showSi(l.forward_flops, "FLOP"))});
    item->setTextAlignment(1, Qt::AlignRight);
    item->setTextAlignment(2, Qt::AlignRight);
    item->setToolTip(0, tr("%1 kept for backward").arg(QString::fromStdString(units::showBytes(l.activation_bytes))));
  }
  constexpr int kMostRows = 8;
  const int rows = std::min<int>(int(layers.size()), kMostRows);
  setFixedHeight(header()->sizeHint().height() + rows * (fontMetrics().height() + 5) + 2 * frameWidth() + 4);
}

}  // namespace weir
