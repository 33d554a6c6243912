// A Comparison in words and rows, translated, for tables on screen and in figures. GUI thread.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <utility>
#include <vector>

#include "core/summarize/compare.h"
#include "core/summarize/compare_text.h"
#include "views/shared/sort_table.h"
#include "views/shared/view_state.h"

namespace weir::compared {

using Rows = std::pair<std::vector<SortColumn>, std::vector<std::vector<SortCell>>>;

[[nodiscard]] QString runTitle(const ShownRun& r);             // "dlrm, 4 ranks (measured)"
[[nodiscard]] QString operationText(Operation op);
[[nodiscard]] QString tableTitle(const QString& table);        // "kernel" -> "Kernels"
[[nodiscard]] QString tableMeaning(const QString& table);
[[nodiscard]] QString changeText(const ComparedRow& r);        // "slower", "more"
[[nodiscard]] QString evidenceText(Evidence e);
[[nodiscard]] QString verdict(const Comparison& c);            // a sentence or two on the step, then the remarks
[[nodiscard]] Rows differenceTable(const ComparedTable& t, std::size_t most);
[[nodiscard]] Rows errorTable(const Comparison& c, std::size_t most);
[[nodiscard]] Rows unmatchedTable(const Comparison& c, std::size_t most);
// Of each pair of runs the step and its parts; runs without a partner as a row.
[[nodiscard]] Rows studiesTable(const std::vector<StudyComparison>& pairs);
[[nodiscard]] QVector<QStringList> figureRows(const ComparedTable& t, std::size_t most);

}  // namespace weir::compared
