// How sure an answer is, in words: intervals beside values, and the constants an answer rests on. Intervals are 95 %, from
// the intervals of the constants (core/model/uncertainty.h). Pure; translated.
#pragma once

#include <QString>
#include <QStringList>
#include <string>

#include "core/scenario/outcome.h"

namespace weir::intervals {

using Show = std::string (*)(double);  // units::showSeconds and the like

// False also where both ends are one: nothing that the answer rests on states an interval.
[[nodiscard]] bool known(const Range& r);
// " [78.1, 84.9]": the ends in the unit of the value where that is theirs too, else with their own; empty when
// unknown, or narrower than three digits show.
[[nodiscard]] QString range(double value, const Range& r, Show show);
// "81.2 ms [78.1, 84.9]"
[[nodiscard]] QString with(double value, const Range& r, Show show);

// "power idle" of "node.accelerator.power.idle".
[[nodiscard]] QString constantName(const std::string& path);
[[nodiscard]] bool unverified(const Influence& i);
// A value as a scenario file writes it, in the unit its field is spoken of in: a file says 16312Gbps of a memory, people
// say 2039 GB/s. Anything but a rate of memory or storage as it is.
[[nodiscard]] QString asSpoken(const std::string& path, const std::string& written);
// "60W [50W, 70W]"
[[nodiscard]] QString valueOf(const Influence& i);
// "−4.1 / +3.8 %": what either end of the constant's interval does to an answer.
[[nodiscard]] QString effect(double atLow, double atHigh);
// Moves the step or the energy by a tenth of a percent at least.
[[nodiscard]] bool matters(const Influence& i);

// For an assumption line: the `most` constants that matter most, with value, interval and source; how many more there are.
// Empty where nothing is uncertain.
[[nodiscard]] QString restsOnText(const Uncertainty& u, std::size_t most = 5);
// Every constant on a line of its own, for a table: path, value, interval, effects, source.
[[nodiscard]] QStringList restsOnLines(const Uncertainty& u);

}  // namespace weir::intervals
