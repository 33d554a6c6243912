// Text to quantity and back. What a person or a file gives carries its unit ("25us", "400Gbps", "25MiB", "1.41 GHz");
// a missing or unknown unit is an Error whose `what` names the units accepted; callers add `where`.
// Prefixes: k M G T P (10^3), Ki Mi Gi Ti Pi (2^10), m u µ n p. "b" is bit, "B" is byte.
// Pure functions, any thread.
#pragma once

#include <string>
#include <string_view>

#include "core/base/quantity.h"
#include "core/base/result.h"

namespace weir::units {

[[nodiscard]] Result<Time> parseTime(std::string_view text);                // s ms us ns ps min h d
[[nodiscard]] Result<double> parseSeconds(std::string_view text);           // as parseTime, but any span
[[nodiscard]] Result<Bytes> parseBytes(std::string_view text);              // B kB MB GB ... KiB MiB ...
[[nodiscard]] Result<Bandwidth> parseBandwidth(std::string_view text);      // Gbps, Gb/s, Gbit/s, GB/s, GBps, GiB/s
[[nodiscard]] Result<FlopRate> parseFlopRate(std::string_view text);        // TFLOPS, TFLOP/s, GFLOPS, GF
[[nodiscard]] Result<Frequency> parseFrequency(std::string_view text);      // Hz kHz MHz GHz
[[nodiscard]] Result<Power> parsePower(std::string_view text);              // W kW mW MW
[[nodiscard]] Result<Energy> parseEnergy(std::string_view text);            // J kJ MJ Wh kWh
[[nodiscard]] Result<EventRate> parseEventRate(std::string_view text);      // /s k/s M/s, IOPS, kIOPS
[[nodiscard]] Result<CarbonIntensity> parseCarbon(std::string_view text);   // g/kWh kg/kWh

// For a person: three significant digits, SI prefix, a space, a unit ("81.2 ms", "3.10 GB", "200 Gb/s"). NaN: "unknown".
[[nodiscard]] std::string showSeconds(double s);
[[nodiscard]] std::string show(Time t);
[[nodiscard]] std::string showBytes(double bytes);  // decimal prefixes
[[nodiscard]] std::string show(Bytes b);
[[nodiscard]] std::string show(Bandwidth b);           // bits: "200 Gb/s"
[[nodiscard]] std::string showBytesPerSecond(double v);  // "12.4 GB/s"
[[nodiscard]] std::string show(FlopRate r);
[[nodiscard]] std::string show(Frequency f);
[[nodiscard]] std::string show(Power p);
[[nodiscard]] std::string showJoules(double j);
[[nodiscard]] std::string showPercent(double fraction);  // 0.143 -> "14.3 %"
[[nodiscard]] std::string showCount(double n);           // 1281167 -> "1.28 M"
[[nodiscard]] std::string showSi(double v, std::string_view unit);

// For a file: exact, no spaces, parses back to the same value.
[[nodiscard]] std::string write(Time t);
[[nodiscard]] std::string write(Bytes b);
[[nodiscard]] std::string write(Bandwidth b);
[[nodiscard]] std::string write(FlopRate r);
[[nodiscard]] std::string write(Frequency f);
[[nodiscard]] std::string write(Power p);
[[nodiscard]] std::string write(EventRate r);
[[nodiscard]] std::string write(CarbonIntensity c);

}  // namespace weir::units
