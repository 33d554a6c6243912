#include "views/scenario/field_units.h"

#include <QRegularExpression>

namespace weir::fieldtext {

QString spaced(const std::string& written) {
  QString s = QString::fromStdString(written);
  qsizetype i = 0;
  while (i < s.size() && (s[i].isDigit() || s[i] == u'.' || s[i] == u'-' || s[i] == u'+' ||
                          (s[i] == u'e' && i + 1 < s.size() && (s[i + 1].isDigit() || s[i + 1] == u'-' || s[i + 1] == u'+'))))
    ++i;
  if (i > 0 && i < s.size() && s[i] != u' ') s.insert(i, u' ');
  return s;
}

QString withDigits(const std::string& pretty, double ratio, int digits) {
  const QString unit = QString::fromStdString(pretty.substr(pretty.find(' ')));
  return QString::number(ratio, 'g', digits) + unit;
}

QString withUnitOf(const QString& typed, const QString& shownBefore) {
  bool bare = false;
  typed.trimmed().toDouble(&bare);
  if (!bare) return typed;
  const qsizetype space = shownBefore.indexOf(u' ');
  return space < 0 ? typed : typed.trimmed() + shownBefore.mid(space);
}

}  // namespace weir::fieldtext
