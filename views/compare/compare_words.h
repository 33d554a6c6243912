// A Comparison in words, translated. GUI thread.
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <string_view>

#include "core/summarize/compare.h"
#include "views/shared/view_state.h"

namespace weir::compared {

// NaN: "unknown".
[[nodiscard]] QString amount(double value, const std::string& unit);
[[nodiscard]] QString signedAmount(double value, const std::string& unit);
[[nodiscard]] QString percent(double fraction);  // with its sign
[[nodiscard]] QString ratioText(double ratio);   // "27.3 times as long" from 3 times on, "+12.5 %" below

[[nodiscard]] QString runTitle(const ShownRun& r);             // "dlrm, 4 ranks (measured)"
[[nodiscard]] QString operationText(Operation op);
[[nodiscard]] QString tableTitle(const QString& table);        // "kernel" -> "Kernels"
[[nodiscard]] QString tableMeaning(const QString& table);
[[nodiscard]] QString changeText(const ComparedRow& r);        // "slower", "more", "3 calls fewer, each 2 % slower"
[[nodiscard]] QString plain(std::string_view name);            // of a trace, with nothing in it that breaks a line or turns it around
[[nodiscard]] QString changeTip(const ComparedRow& r);         // why numbers of calls are not told; may be empty
[[nodiscard]] QString whyWithout(const Comparison& c, const QString& table);  // why a table has no rows
[[nodiscard]] QString evidenceText(Evidence e);
[[nodiscard]] QString evidenceTip(const SampleDifference& d);  // why it is called that, with p
[[nodiscard]] QString verdict(const Comparison& c);            // a sentence or two on the step, then the remarks
[[nodiscard]] QString verdictTip(const Comparison& c);         // what its numbers are, and the remarks
[[nodiscard]] QStringList remarks(const Comparison& c);
// What of a run was compared: "steps 3–5", "12 ms to 15 ms" on the shared axis; empty = the whole run, by its steps or as one.
[[nodiscard]] QString partOf(const ComparedRun& r, std::int64_t shift);

}  // namespace weir::compared
