// Texts of the core in Qt's type.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string_view>

namespace weir {

[[nodiscard]] inline QString q(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

[[nodiscard]] inline QString translate(const char* context, const char* text, const char* comment = nullptr, int n = -1) {
  return QCoreApplication::translate(context, text, comment, n);
}

}  // namespace weir
