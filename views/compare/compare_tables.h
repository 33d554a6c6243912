// The tables of a Comparison as rows, translated, for the screen, figures and CSV. GUI thread.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <utility>
#include <vector>

#include "core/summarize/compare.h"
#include "core/summarize/compare_text.h"
#include "views/shared/sort_table.h"

namespace weir::compared {

using Rows = std::pair<std::vector<SortColumn>, std::vector<std::vector<SortCell>>>;

// What there is to show of a comparison, in order: names of its tables that have rows, with "errors" and "unmatched" after "collective".
[[nodiscard]] std::vector<QString> tableNames(const Comparison& c);
// Any of them. `unitColumn`: rows carry their unit in a column of its own whether or not they all have one.
[[nodiscard]] Rows tableOf(const Comparison& c, const QString& name, std::size_t most, bool unitColumn = false);
[[nodiscard]] Rows differenceTable(const ComparedTable& t, std::size_t most, bool unitColumn = false);
[[nodiscard]] Rows errorTable(const Comparison& c, std::size_t most);
[[nodiscard]] Rows unmatchedTable(const Comparison& c, std::size_t most);
// One table of all pairs of two studies, or of one pair; "overall" has runs without a partner as rows too.
[[nodiscard]] Rows studiesTable(const std::vector<StudyComparison>& pairs, const QString& table = QStringLiteral("overall"), std::optional<std::size_t> only = std::nullopt,
                                std::size_t most = 5000);
[[nodiscard]] QString pairTitle(const StudyComparison& p);  // "resnet (measured)", "a | b (measured | simulated)"
[[nodiscard]] QVector<QStringList> figureRows(const ComparedTable& t, std::size_t most);

// Fills the table and gives the names the room they need, as far as half of the width: the rest is scrolled to.
void show(SortTable& table, Rows rows);

}  // namespace weir::compared
