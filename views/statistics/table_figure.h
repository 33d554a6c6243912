// A table of statistics painted as a figure: as many rows as fit, and how many more there are. GUI thread.
#pragma once

#include <QPainter>
#include <QSizeF>

#include "core/summarize/stat_table.h"
#include "views/shared/chart.h"

namespace weir {
void paintTable(QPainter& painter, const StatTable& table, const QRectF& area, const chart::Style& style, const QString& caption);
}  // namespace weir
