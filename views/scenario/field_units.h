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

inline double number(Time t) { return static_cast<double>(t.toPs()); }
inline double number(Bytes b) { return b.toDouble(); }
template <class Tag>
double number(Real<Tag> r) { return r.raw(); }

// "25MiB" -> "25 MiB".
[[nodiscard]] QString spaced(const std::string& written);
// "400" with "200 Gb/s" shown before -> "400 Gb/s"; anything else as it is.
[[nodiscard]] QString withUnitOf(const QString& typed, const QString& shownBefore);
// The value in the unit of `pretty` ("13.2 Gb/s"), with more digits: "13.19 Gb/s".
[[nodiscard]] QString withDigits(const std::string& pretty, double ratio, int digits);

// Three digits are enough to read; but a field must not show 26.2 MB for 25 MiB, or editing would change it.
template <class Q>
QString text(Q q, const std::string& pretty) {
  const auto same = [q](const std::string& t) {
    const auto back = parse(t, q);
    return back && *back == q;
  };
  if (same(pretty)) return QString::fromStdString(pretty);
  const std::string written = units::write(q);
  const std::string binary = spaced(written).toStdString();
  if (binary.size() <= 8 && binary.find("iB") != std::string::npos) return QString::fromStdString(binary);
  const auto space = pretty.find(' ');
  if (space != std::string::npos)
    if (const auto one = parse("1" + pretty.substr(space), q); one && number(*one) > 0)
      for (int digits = 4; digits <= 9; ++digits)
        if (const QString t = withDigits(pretty, number(q) / number(*one), digits); same(t.toStdString())) return t;
  return QString::fromStdString(binary);
}
template <class Q>
QString text(Q q) { return text(q, shown(q)); }
// A rate of memory or storage, which is spoken of in bytes.
inline QString bytesText(Bandwidth b) { return text(b, units::showBytesPerSecond(b.toBytesPerSecond())); }

}  // namespace weir::fieldtext
