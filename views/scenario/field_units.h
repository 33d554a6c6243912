// Text of a quantity as a field shows it: pretty where that is exact, else exact. Typing a bare number means the unit
// the field was showing. Pure functions.
#pragma once

#include <QString>
#include <string>

#include "core/base/units.h"

namespace weir::fieldtext {

inline Result<Time> parse(const std::string& t, Time) { return units::parseTime(t); }
inline Result<Bytes> parse(const std::string& t, Bytes) { return units::parseBytes(t); }
inline Result<Bandwidth> parse(const std::string& t, Bandwidth) { return units::parseBandwidth(t); }
inline Result<FlopRate> parse(const std::string& t, FlopRate) { return units::parseFlopRate(t); }
inline Result<Frequency> parse(const std::string& t, Frequency) { return units::parseFrequency(t); }
inline Result<Power> parse(const std::string& t, Power) { return units::parsePower(t); }
inline Result<CarbonIntensity> parse(const std::string& t, CarbonIntensity) { return units::parseCarbon(t); }

template <class Q>
std::string shown(Q q) { return units::show(q); }
inline std::string shown(CarbonIntensity c) { return units::write(c); }

// "25MiB" -> "25 MiB".
[[nodiscard]] QString spaced(const std::string& written);
// "400" with "200 Gb/s" shown before -> "400 Gb/s"; anything else as it is.
[[nodiscard]] QString withUnitOf(const QString& typed, const QString& shownBefore);

template <class Q>
QString text(Q q) {
  // Three digits are enough to read; but a field must not show 26.2 MB for 25 MiB, or editing would change it.
  const std::string pretty = shown(q);
  const auto back = parse(pretty, q);
  if (back && *back == q) return QString::fromStdString(pretty);
  return spaced(units::write(q));
}

}  // namespace weir::fieldtext
