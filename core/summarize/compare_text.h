// A Comparison for a terminal and for scripts. SI units stand in the JSON's names (sum_s, mean_bytes, mean_j; "" = a count), unknown
// is null. Pure, any thread.
#pragma once

#include <set>
#include <string>
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
// "slower", or "more" where the row is not about time.
[[nodiscard]] std::string changeWord(const ComparedRow& row);

}  // namespace weir
