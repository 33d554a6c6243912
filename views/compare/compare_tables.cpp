#include "views/compare/compare_tables.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/units.h"
#include "core/summarize/kernel_name.h"
#include "views/compare/compare_words.h"
#include "views/shared/text.h"

namespace weir::compared {
namespace {

struct TableWords {
  Q_DECLARE_TR_FUNCTIONS(CompareWords)
};

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

SortCell text(const QString& s, const QString& tip = {}) { return {s, kNaN, false, tip}; }
SortCell number(double v, const QString& shown) { return {shown, v, true, {}}; }
SortCell count(std::uint64_t n) { return number(static_cast<double>(n), QString::number(n)); }
SortCell stepCell(const std::optional<std::int64_t>& n) { return n ? number(static_cast<double>(*n), QString::number(*n)) : number(kNaN, QStringLiteral("–")); }
SortCell timeOf(double s) { return number(s, amount(s, "s")); }

// What a person sees of a key that the core wrote in English.
QString keyText(const std::string& table, const std::string& key) {
  if (table == "overall" || table == "activity") {
    static const std::map<std::string, const char*> known{
        {"step time", QT_TRANSLATE_NOOP("CompareWords", "step time")},
        {"time in all", QT_TRANSLATE_NOOP("CompareWords", "time in all")},
        {"computing", QT_TRANSLATE_NOOP("CompareWords", "computing")},
        {"exposed communication", QT_TRANSLATE_NOOP("CompareWords", "communication, exposed")},
        {"overlapped communication", QT_TRANSLATE_NOOP("CompareWords", "communication, overlapped")},
        {"data stall", QT_TRANSLATE_NOOP("CompareWords", "waiting for data")},
        {"checkpoint", QT_TRANSLATE_NOOP("CompareWords", "checkpoint")},
        {"copy", QT_TRANSLATE_NOOP("CompareWords", "copying host to device")},
        {"idle or other", QT_TRANSLATE_NOOP("CompareWords", "idle or other")},
        {"energy", QT_TRANSLATE_NOOP("CompareWords", "energy")},
        {"power", QT_TRANSLATE_NOOP("CompareWords", "power")},
        {"communication", QT_TRANSLATE_NOOP("CompareWords", "communication")},
    };
    if (const auto it = known.find(key); it != known.end()) return TableWords::tr(it->second);
    if (table == "activity") return QCoreApplication::translate("Activity", key.c_str());
  }
  // "rank 3, computing"
  if (const auto comma = key.find(", "); table == "rank" && key.starts_with("rank ") && comma != std::string::npos)
    return TableWords::tr("rank %1, %2").arg(q(key.substr(5, comma - 5)), keyText("overall", key.substr(comma + 2)));
  return plain(key);
}

// A template's name says more than both ends of its arguments; the tip has it in full.
QString shortName(const std::string& key) {
  if (key.size() <= 60) return plain(key);
  const std::string bare = withoutTemplates(key);
  return plain(bare.size() < key.size() ? bare + "<…>" : key);
}

}  // namespace

std::vector<QString> tableNames(const Comparison& c) {
  std::vector<QString> out;
  for (const ComparedTable& t : c.tables) {
    if (!t.rows.empty()) out.push_back(q(t.name));
    if (t.name != "collective") continue;
    if (!c.pairs.empty()) out.push_back(QStringLiteral("errors"));
    if (!c.unmatched.empty()) out.push_back(QStringLiteral("unmatched"));
  }
  return out;
}

Rows tableOf(const Comparison& c, const QString& name, std::size_t most, bool unitColumn) {
  if (name == QStringLiteral("errors")) return errorTable(c, most);
  if (name == QStringLiteral("unmatched")) return unmatchedTable(c, most);
  const ComparedTable* t = c.table(name.toStdString());
  return t ? differenceTable(*t, most, unitColumn) : Rows{};
}

Rows differenceTable(const ComparedTable& t, std::size_t most, bool unitColumn) {
  // One unit for the whole table stands in the header of the CSV; where rows have their own it is a column.
  bool one = !unitColumn;
  for (const ComparedRow& r : t.rows) one = one && r.unit == t.rows.front().unit;
  const QString unit = one && !t.rows.empty() ? q(t.rows.front().unit) : QString();
  std::vector<SortColumn> columns{
      {TableWords::tr("name"), {}, TableWords::tr("As the traces name it; where only the names without template arguments or counters agree, those"), true},
      {TableWords::tr("A"), unit, TableWords::tr("Mean of a step, over the ranks; for I/O all that is compared")},
      {TableWords::tr("B"), unit, TableWords::tr("Mean of a step, over the ranks; for I/O all that is compared")},
      {TableWords::tr("B − A"), unit, TableWords::tr("Difference of the means")},
      {TableWords::tr("from"), unit, TableWords::tr("95 % interval of the difference between steps: bootstrap, or Welch's beyond 64 steps")},
      {TableWords::tr("to"), unit, TableWords::tr("95 % interval of the difference between steps: bootstrap, or Welch's beyond 64 steps")},
      {TableWords::tr("B / A"), {}, TableWords::tr("Ratio of the means")},
      {TableWords::tr("change"), {}, TableWords::tr("Less than 1 % is unchanged")},
      {TableWords::tr("against noise"), {}, TableWords::tr("Whether the difference is more than steps differ among themselves: rank-sum test, corrected for the number of rows (Benjamini and Hochberg); with few steps it cannot be told")},
      {TableWords::tr("p, corrected"), {}, TableWords::tr("How often steps without any difference would differ by as much, after the correction for the number of rows of this table (Benjamini and Hochberg); up to 0.05 counts as more than the noise")},
      {TableWords::tr("A calls"), {}, TableWords::tr("Slices, calls or operations over all ranks and steps")},
      {TableWords::tr("B calls"), {}, TableWords::tr("Slices, calls or operations over all ranks and steps")},
      {TableWords::tr("A sum"), unit, TableWords::tr("Over all ranks and steps")},
      {TableWords::tr("B sum"), unit, TableWords::tr("Over all ranks and steps")}};
  if (!one) columns.push_back({TableWords::tr("unit"), {}, TableWords::tr("Of the row's numbers in the CSV")});
  std::vector<std::vector<SortCell>> rows;
  for (std::size_t i = 0; i < std::min(t.rows.size(), most); ++i) {
    const ComparedRow& r = t.rows[i];
    QString tip = plain(r.key);
    if (!r.nameA.empty()) tip += TableWords::tr("\nin A: %1\nin B: %2").arg(plain(r.nameA), plain(r.nameB));
    const auto mean = [&](const ComparedAmount& a) { return a.present ? number(a.mean, amount(a.mean, r.unit)) : number(kNaN, QStringLiteral("–")); };
    const auto sum = [&](const ComparedAmount& a) { return a.present ? number(a.sum, amount(a.sum, r.unit)) : number(kNaN, QStringLiteral("–")); };
    const auto calls = [](const ComparedAmount& a) { return a.present && !a.counted ? number(kNaN, TableWords::tr("unknown")) : count(a.count); };
    const auto end = [&](double v) { return number(v, std::isnan(v) ? QStringLiteral("–") : signedAmount(v, r.unit)); };
    const QString key = keyText(t.name, r.key);
    rows.push_back({text(key == plain(r.key) ? shortName(r.key) : key, tip), mean(r.a), mean(r.b), number(r.difference.difference, signedAmount(r.difference.difference, r.unit)), end(r.difference.low), end(r.difference.high),
                    number(r.ratio, std::isnan(r.ratio) ? QStringLiteral("–") : QString::number(r.ratio, 'f', 3)), text(changeText(r), changeTip(r)), r.a.present && r.b.present ? text(evidenceText(r.difference.evidence), evidenceTip(r.difference)) : text(QStringLiteral("–")),
                    number(r.difference.corrected, std::isnan(r.difference.corrected) ? QStringLiteral("–") : QString::number(r.difference.corrected, 'g', 2)), calls(r.a), calls(r.b), sum(r.a), sum(r.b)});
    if (!one) rows.back().push_back(text(q(r.unit)));
  }
  return {std::move(columns), std::move(rows)};
}

Rows errorTable(const Comparison& c, std::size_t most) {
  std::vector<SortColumn> columns{{TableWords::tr("operation"), {}, TableWords::tr("The kind of collective: all-reduce, all-gather and so on"), true},
                                  {TableWords::tr("step in A"), {}, TableWords::tr("As the trace numbers it, else counted from 0; unknown without steps")},
                                  {TableWords::tr("step in B"), {}, TableWords::tr("As the trace numbers it, else counted from 0; the one step of a simulation stands for all")},
                                  {TableWords::tr("ranks"), {}, TableWords::tr("Of the communicator")},
                                  {TableWords::tr("size in A"), QStringLiteral("B"), TableWords::tr("Input of a rank")},
                                  {TableWords::tr("size in B"), QStringLiteral("B"), TableWords::tr("Input of a rank")},
                                  {TableWords::tr("A"), QStringLiteral("s"), TableWords::tr("Duration of the call, the mean over its ranks")},
                                  {TableWords::tr("B"), QStringLiteral("s"), TableWords::tr("Duration of the call, the mean over its ranks")},
                                  {TableWords::tr("error"), QStringLiteral("1"), c.errorsAgainstB ? TableWords::tr("(A − B) / B: B is the measured one") : TableWords::tr("(B − A) / A")},
                                  {TableWords::tr("error, absolute"), QStringLiteral("1"), TableWords::tr("The size of the error, whichever sign it has")},
                                  {TableWords::tr("A, moving"), QStringLiteral("s"), TableWords::tr("From the last rank's start to the end: without waiting for it")},
                                  {TableWords::tr("B, moving"), QStringLiteral("s"), TableWords::tr("From the last rank's start to the end: without waiting for it")},
                                  {TableWords::tr("error, moving"), QStringLiteral("1"), TableWords::tr("The same without waiting; unknown with one rank")}};
  std::vector<std::vector<SortCell>> rows;
  const auto bytes = [](std::int64_t b) { return b >= 0 ? number(static_cast<double>(b), q(units::showBytes(static_cast<double>(b)))) : number(kNaN, TableWords::tr("unknown")); };
  for (std::size_t i = 0; i < std::min(c.pairs.size(), most); ++i) {
    const CollectivePair& p = c.pairs[i];
    rows.push_back({text(operationText(p.operation)), stepCell(c.a.numberOf(p.stepA)), stepCell(c.b.numberOf(p.stepB)), p.groupSize > 0 ? count(static_cast<std::uint64_t>(p.groupSize)) : number(kNaN, TableWords::tr("unknown")),
                    bytes(p.bytesA), bytes(p.bytesB), timeOf(p.a_s), timeOf(p.b_s), number(p.error, ratioText(1 + p.error)), number(std::fabs(p.error), std::isnan(p.error) ? TableWords::tr("unknown") : q(units::showPercent(std::fabs(p.error)))),
                    timeOf(p.moveA_s), timeOf(p.moveB_s), number(p.moveError, ratioText(1 + p.moveError))});
  }
  return {std::move(columns), std::move(rows)};
}

Rows unmatchedTable(const Comparison& c, std::size_t most) {
  std::vector<SortColumn> columns{{TableWords::tr("operation"), {}, TableWords::tr("The kind of collective: all-reduce, all-gather and so on"), true},
                                  {TableWords::tr("change"), {}, TableWords::tr("Added: in B alone; removed: in A alone")},
                                  {TableWords::tr("step"), {}, TableWords::tr("As the trace that has the collective numbers it; where one step stands for many, as the other does")},
                                  {TableWords::tr("ranks"), {}, TableWords::tr("Of the communicator")},
                                  {TableWords::tr("size"), QStringLiteral("B"), TableWords::tr("Input of a rank")},
                                  {TableWords::tr("time"), QStringLiteral("s"), TableWords::tr("Duration of the call, the mean over its ranks")}};
  std::vector<std::vector<SortCell>> rows;
  for (std::size_t i = 0; i < std::min(c.unmatched.size(), most); ++i) {
    const UnmatchedCollective& u = c.unmatched[i];
    rows.push_back({text(operationText(u.operation)), text(u.inB ? TableWords::tr("added") : TableWords::tr("removed")), stepCell(u.step),
                    u.groupSize > 0 ? count(static_cast<std::uint64_t>(u.groupSize)) : number(kNaN, TableWords::tr("unknown")),
                    u.bytes >= 0 ? number(static_cast<double>(u.bytes), q(units::showBytes(static_cast<double>(u.bytes)))) : number(kNaN, TableWords::tr("unknown")), timeOf(u.time_s)});
  }
  return {std::move(columns), std::move(rows)};
}

QString pairTitle(const StudyComparison& p) {
  const QString a = plain(p.titleA), b = plain(p.titleB);
  const QString title = a.isEmpty() ? b : b.isEmpty() || a == b ? a : a + QStringLiteral(" | ") + b;
  if (!p.comparison) return title;
  const auto truth = [](Truth of) { return QCoreApplication::translate("Truth", std::string(name(of)).c_str()); };
  const QString x = truth(p.comparison->a.truth), y = truth(p.comparison->b.truth);
  return title + QStringLiteral(" (%1)").arg(x == y ? x : x + QStringLiteral(" | ") + y);
}

namespace {

SortCell nothingCell(const Comparison& c, const QString& table) {
  const QString why = TableWords::tr("nothing to compare: %1").arg(whyWithout(c, table));
  return text(why, why);
}

Rows overallOfStudies(const std::vector<StudyComparison>& pairs, std::optional<std::size_t> only) {
  std::vector<SortColumn> columns{{TableWords::tr("run"), {}, TableWords::tr("Runs of equal title, else of equal scenario, else the only two left over, are one pair"), true},
                                  {TableWords::tr("matched by"), {}, TableWords::tr("Runs of equal title, else of equal scenario, else the only two left over, are one pair")},
                                  {TableWords::tr("quantity"), {}, tableMeaning(QStringLiteral("overall"))},
                                  {TableWords::tr("A"), {}, TableWords::tr("Mean of a step, over the ranks")},
                                  {TableWords::tr("B"), {}, TableWords::tr("Mean of a step, over the ranks")},
                                  {TableWords::tr("B − A"), {}, TableWords::tr("Difference of the means")},
                                  {TableWords::tr("B / A"), {}, TableWords::tr("Ratio of the means")},
                                  {TableWords::tr("change"), {}, TableWords::tr("Less than 1 % is unchanged")},
                                  {TableWords::tr("against noise"), {}, TableWords::tr("Whether the difference is more than steps differ among themselves: rank-sum test, corrected for the number of rows (Benjamini and Hochberg); with few steps it cannot be told")},
                                  {TableWords::tr("unit"), {}, TableWords::tr("Of the row's numbers in the CSV")}};
  const auto by = [](const std::string& s) {
    return s == "title" ? TableWords::tr("title") : s == "scenario" ? TableWords::tr("scenario") : s == "left over" ? TableWords::tr("left over") : QStringLiteral("–");
  };
  std::vector<std::vector<SortCell>> rows;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (only && *only != i) continue;
    const StudyComparison& p = pairs[i];
    const QString title = pairTitle(p);
    const ComparedTable* t = p.comparison ? p.comparison->table("overall") : nullptr;
    if (t == nullptr || t->rows.empty()) {
      const SortCell none = number(kNaN, QStringLiteral("–"));
      const SortCell why = p.comparison ? nothingCell(*p.comparison, QStringLiteral("overall")) : text(p.titleA.empty() ? TableWords::tr("in B alone") : TableWords::tr("in A alone"));
      rows.push_back({text(title), text(by(p.by)), text(QStringLiteral("–")), none, none, none, none, why, text(QStringLiteral("–")), text(QString())});
      continue;
    }
    for (const ComparedRow& r : t->rows) {
      const auto mean = [&](const ComparedAmount& m) { return m.present ? number(m.mean, amount(m.mean, r.unit)) : number(kNaN, QStringLiteral("–")); };
      rows.push_back({text(title), text(by(p.by)), text(keyText("overall", r.key)), mean(r.a), mean(r.b), number(r.difference.difference, signedAmount(r.difference.difference, r.unit)),
                      number(r.ratio, std::isnan(r.ratio) ? QStringLiteral("–") : QString::number(r.ratio, 'f', 3)), text(changeText(r)),
                      r.a.present && r.b.present ? text(evidenceText(r.difference.evidence), evidenceTip(r.difference)) : text(QStringLiteral("–")), text(q(r.unit))});
    }
  }
  return {std::move(columns), std::move(rows)};
}

}  // namespace

Rows studiesTable(const std::vector<StudyComparison>& pairs, const QString& table, std::optional<std::size_t> only, std::size_t most) {
  if (table == QStringLiteral("overall")) return overallOfStudies(pairs, only);
  Rows out;
  std::vector<std::size_t> empty;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!pairs[i].comparison || (only && *only != i)) continue;
    auto [columns, rows] = tableOf(*pairs[i].comparison, table, most - std::min(most, out.second.size()), true);
    if (out.first.empty() && !columns.empty()) {
      out.first = std::move(columns);
      out.first.insert(out.first.begin(), {TableWords::tr("run"), {}, TableWords::tr("Runs of equal title, else of equal scenario, else the only two left over, are one pair")});
    }
    if (rows.empty() && out.second.size() < most && table != QStringLiteral("unmatched")) empty.push_back(i);  // that all have a partner is no lack
    for (auto& row : rows) {
      row.insert(row.begin(), text(pairTitle(pairs[i])));
      out.second.push_back(std::move(row));
    }
  }
  // Why a pair has no rows here, below those that have some.
  for (const std::size_t i : empty) {
    if (out.first.size() < 2) break;
    std::vector<SortCell> row(out.first.size(), number(kNaN, QStringLiteral("–")));
    row[0] = text(pairTitle(pairs[i]));
    row[1] = nothingCell(*pairs[i].comparison, table);
    out.second.push_back(std::move(row));
  }
  return out;
}

void show(SortTable& table, Rows rows) {
  table.setRows(std::move(rows.first), std::move(rows.second));
  if (table.model()->columnCount() == 0) return;
  // A stretched column beside many others is squeezed to nothing; one as wide as its names can be scrolled past.
  QHeaderView* header = table.horizontalHeader();
  for (int c = 0; c < header->count(); ++c) {
    if (header->sectionResizeMode(c) != QHeaderView::Stretch) continue;
    header->setSectionResizeMode(c, QHeaderView::Interactive);
    table.resizeColumnToContents(c);
    const int most = std::max(table.viewport()->width() / 2, 30 * table.fontMetrics().averageCharWidth());
    if (header->sectionSize(c) > most) header->resizeSection(c, most);
  }
  header->setStretchLastSection(true);
}

QVector<QStringList> figureRows(const ComparedTable& t, std::size_t most) {
  const bool means = t.name != "io" && t.name != "file" && t.name != "traffic";
  QVector<QStringList> out{{tableTitle(q(t.name)), means ? TableWords::tr("A, mean") : TableWords::tr("A"), means ? TableWords::tr("B, mean") : TableWords::tr("B"), TableWords::tr("B − A"), TableWords::tr("B / A"), TableWords::tr("change")}};
  for (std::size_t i = 0; i < std::min(t.rows.size(), most); ++i) {
    const ComparedRow& r = t.rows[i];
    QString change = changeText(r);
    // That it cannot be told is said once, below, and not in every row.
    const bool told = r.difference.evidence != Evidence::CannotBeTold && r.difference.evidence != Evidence::Exact;
    if (r.a.present && r.b.present && r.change != Change::Unchanged && told) change += QStringLiteral(", ") + evidenceText(r.difference.evidence);
    const QString key = keyText(t.name, r.key);
    out << QStringList{key == plain(r.key) ? shortName(r.key) : key, r.a.present ? amount(r.a.mean, r.unit) : QStringLiteral("–"), r.b.present ? amount(r.b.mean, r.unit) : QStringLiteral("–"),
                       signedAmount(r.difference.difference, r.unit), std::isnan(r.ratio) ? QStringLiteral("–") : QString::number(r.ratio, 'f', 3), change};
  }
  return out;
}

}  // namespace weir::compared
