#include "views/scenario/field.h"

#include <QRegularExpression>

namespace weir {

int fieldOf(const std::vector<Field>& fields, const QString& where) {
  int best = -1;
  qsizetype length = 0;
  // A tier stands by its name or number between these words; the panel shows the one in use.
  QString plain = where;
  static const QRegularExpression tier(QStringLiteral("machine\\.storage\\.[^.]+\\."));
  plain.replace(tier, QStringLiteral("machine.storage."));
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].path.size() > length && plain.contains(fields[i].path)) {
      best = static_cast<int>(i);
      length = fields[i].path.size();
    }
  return best;
}

QString provenanceOf(const Scenario& scenario, const QString& path) {
  QString at = path;
  while (!at.isEmpty()) {
    const auto it = scenario.provenance.find(at.toStdString());
    if (it != scenario.provenance.end()) return QString::fromStdString(it->second);
    const qsizetype dot = at.lastIndexOf(QLatin1Char('.'));
    at = dot < 0 ? QString() : at.left(dot);
  }
  return {};
}

}  // namespace weir
