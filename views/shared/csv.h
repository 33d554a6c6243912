// Lines of CSV for the clipboard and for figures' tables, with the cells of core/base/csv.h. Any thread.
#pragma once

#include <QStringList>
#include <QVector>

namespace weir {

[[nodiscard]] QString csvLine(const QStringList& cells);            // ends without a line break
[[nodiscard]] QString csvLines(const QVector<QStringList>& rows);  // each with one

}  // namespace weir
