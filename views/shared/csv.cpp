#include "views/shared/csv.h"

#include "core/base/csv.h"

namespace weir {

QString csvLine(const QStringList& cells) {
  QStringList out;
  for (const QString& c : cells) out << QString::fromStdString(csvText(c.toStdString()));
  return out.join(QLatin1Char(','));
}

QString csvLines(const QVector<QStringList>& rows) {
  QString out;
  for (const QStringList& r : rows) out += csvLine(r) + QLatin1Char('\n');
  return out;
}

}  // namespace weir
