// A Comparison for a terminal and for scripts. SI units stand in the JSON's names (sum_s, mean_bytes, mean_j; "" = a count), unknown
// is null. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/summarize/compare.h"

namespace weir {

struct CompareTextOptions {
  std::size_t top = 10;         // rows a table; 0 = all
  std::set<std::string> by;     // names of tables; empty = all but "file" and "traffic" in text, all in JSON
};

[[nodiscard]] std::string comparisonToText(const Comparison& c, const CompareTextOptions& options);
[[nodiscard]] std::string comparisonToJson(const Comparison& c, const CompareTextOptions& options, int indent = 2);

// One pair of runs of two studies.
struct StudyComparison {
  std::string titleA, titleB;  // empty = no partner
  std::string by;              // how they were matched
  std::optional<Comparison> comparison;
};
[[nodiscard]] std::string studiesToText(const std::vector<StudyComparison>& pairs);
[[nodiscard]] std::string studiesToJson(const std::vector<StudyComparison>& pairs, const CompareTextOptions& options, int indent = 2);

// "12.4 ms", "3.10 GB", "1234"; NaN: "unknown".
[[nodiscard]] std::string showAmount(double value, std::string_view unit);
// In one word: time is "slower" or "faster", unless its calls are rather "more" or "fewer"; bytes, joules, watts are "more" or
// "less", counts "more" or "fewer"; and "added", "removed", "unchanged".
[[nodiscard]] std::string_view changeWord(const ComparedRow& row);
// Of what became so many times as much: "27.3 times as long" from 3 times on, "+12.5 %" below; NaN: "unknown".
[[nodiscard]] std::string ratioInWords(double ratio);
inline constexpr double kTimesFrom = 3;
// Whether a changed number of calls made more of the change than how long each of them is.
[[nodiscard]] bool callsDecide(const ComparedRow& row);
// Of a number of calls: how many whole ones it is more or fewer, where it is whole; else none (a share says it then).
[[nodiscard]] std::optional<std::int64_t> wholeCalls(const CallsChange& c);

}  // namespace weir
