#include "views/compare/compare_words.h"

#include <QCoreApplication>
#include <cmath>
#include <limits>

#include "core/base/units.h"
#include "core/summarize/compare_text.h"
#include "core/summarize/kernel_name.h"
#include "views/shared/core_words.h"

namespace weir::compared {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(CompareWords)
};

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

QString amount(double v, const std::string& unit) { return std::isnan(v) ? Words::tr("unknown") : q(showAmount(v, unit)); }
QString signedAmount(double v, const std::string& unit) {
  return std::isnan(v) ? Words::tr("unknown") : (v < 0 ? QStringLiteral("−") : QStringLiteral("+")) + q(showAmount(std::fabs(v), unit));
}
QString percent(double v) { return std::isnan(v) ? Words::tr("unknown") : (v < 0 ? QStringLiteral("−%1 %") : QStringLiteral("+%1 %")).arg(std::fabs(v) * 100, 0, 'f', 1); }

SortCell text(const QString& s, const QString& tip = {}) { return {s, kNaN, false, tip}; }
SortCell number(double v, const QString& shown) { return {shown, v, true, {}}; }
SortCell count(std::uint64_t n) { return number(static_cast<double>(n), QString::number(n)); }
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
    if (const auto it = known.find(key); it != known.end()) return Words::tr(it->second);
  }
  return q(key);
}

// A template's name says more than both ends of its arguments; the tip has it in full.
QString shortName(const std::string& key) {
  if (key.size() <= 60) return q(key);
  const std::string plain = withoutTemplates(key);
  return q(plain.size() < key.size() ? plain + "<…>" : key);
}

}  // namespace

QString runTitle(const ShownRun& r) {
  QString truth = QCoreApplication::translate("Truth", std::string(name(r.run->truth)).c_str());
  if (r.partial) truth += QCoreApplication::translate("Truth", ", so far");
  if (r.stale) truth += QCoreApplication::translate("Truth", ", stale");
  return QStringLiteral("%1 (%2)").arg(r.title, truth);
}

QString operationText(Operation op) { return q(name(op)); }

QString tableTitle(const QString& t) {
  if (t == QStringLiteral("overall")) return Words::tr("Overall");
  if (t == QStringLiteral("rank")) return Words::tr("Ranks");
  if (t == QStringLiteral("activity")) return Words::tr("Activities");
  if (t == QStringLiteral("kernel")) return Words::tr("Kernels");
  if (t == QStringLiteral("operator")) return Words::tr("Operators");
  if (t == QStringLiteral("collective")) return Words::tr("Collectives");
  if (t == QStringLiteral("errors")) return Words::tr("Collective by collective");
  if (t == QStringLiteral("unmatched")) return Words::tr("Added and removed");
  if (t == QStringLiteral("io")) return Words::tr("I/O");
  if (t == QStringLiteral("file")) return Words::tr("Files");
  if (t == QStringLiteral("traffic")) return Words::tr("Rank to rank");
  return t;
}

QString tableMeaning(const QString& t) {
  if (t == QStringLiteral("overall")) return Words::tr("The step and its parts, as the Breakdown view defines them: the mean over the ranks, of each step");
  if (t == QStringLiteral("rank")) return Words::tr("The same for each rank that both runs have");
  if (t == QStringLiteral("activity")) return Words::tr("Durations added up by what was done: overlapping work counts twice");
  if (t == QStringLiteral("kernel")) return Words::tr("What ran on the device, by name; on the host where there is no device");
  if (t == QStringLiteral("operator")) return Words::tr("Calls on the host, with what they call");
  if (t == QStringLiteral("collective")) return Words::tr("Collectives by operation and size of the communicator; a collective's time is the mean over its ranks");
  if (t == QStringLiteral("errors")) return Words::tr("Each collective of one run and the same of the other, found by communicator, operation and order; the error of a simulation");
  if (t == QStringLiteral("unmatched")) return Words::tr("Collectives that only one of the runs has");
  if (t == QStringLiteral("io")) return Words::tr("Bytes, operations and time by layer, of the whole runs");
  if (t == QStringLiteral("file")) return Words::tr("Bytes and time by file, of the whole runs");
  if (t == QStringLiteral("traffic")) return Words::tr("Bytes that one rank sends to another");
  return {};
}

QString changeText(const ComparedRow& r) {
  const bool time = r.unit == "s";
  switch (r.change) {
    case Change::Added: return Words::tr("added");
    case Change::Removed: return Words::tr("removed");
    case Change::Slower: return time ? Words::tr("slower") : Words::tr("more");
    case Change::Faster: return time ? Words::tr("faster") : Words::tr("less");
    case Change::Unchanged: return Words::tr("unchanged");
  }
  return {};
}

QString evidenceText(Evidence e) {
  switch (e) {
    case Evidence::CannotBeTold: return Words::tr("cannot be told");
    case Evidence::Noise: return Words::tr("no more than the noise");
    case Evidence::Clear: return Words::tr("more than the noise");
    case Evidence::Exact: return Words::tr("exact");
  }
  return {};
}

QString verdict(const Comparison& c) {
  QStringList out;
  if (const ComparedTable* t = c.table("overall"); t && !t->rows.empty()) {
    const ComparedRow& r = t->rows.front();
    if (r.a.present && r.b.present) {
      const QString times = Words::tr("A step takes %1 in A and %2 in B (%3)").arg(amount(r.a.mean, r.unit), amount(r.b.mean, r.unit), std::isnan(r.ratio) ? Words::tr("unknown") : percent(r.ratio - 1));
      QString sure;
      if (!std::isnan(r.difference.low) && r.difference.evidence != Evidence::Exact)
        sure = Words::tr("; the difference is %1, between %2 and %3 with 95 %: %4")
                   .arg(signedAmount(r.difference.difference, r.unit), signedAmount(r.difference.low, r.unit), signedAmount(r.difference.high, r.unit), evidenceText(r.difference.evidence));
      out << times + sure + QLatin1Char('.');
    }
  }
  if (!c.errors.empty()) {
    const CollectiveError& e = c.errors.front();
    const bool simulated = c.a.truth != Truth::Measured || c.b.truth != Truth::Measured;
    const auto plain = [](double v) { return std::isnan(v) ? Words::tr("unknown") : q(units::showPercent(v)); };
    out << (simulated ? Words::tr("%1 collectives are in both; a simulated one is off by %2 in the mean (median %3, p95 %4, signed %5).") : Words::tr("%1 collectives are in both; one takes %2 more or less in the mean (median %3, p95 %4, signed %5)."))
               .arg(QString::number(e.pairs), plain(e.mean), plain(e.median), plain(e.p95), percent(e.bias));
  }
  for (const std::string& r : c.remarks) {
    QString s = coreSentence(r);
    if (!s.isEmpty()) s[0] = s[0].toUpper();
    out << s + QLatin1Char('.');
    if (out.size() >= 5) break;
  }
  return out.join(QLatin1Char(' '));
}

Rows differenceTable(const ComparedTable& t, std::size_t most) {
  // One unit for the whole table stands in the header of the CSV; where rows have their own it is a column.
  bool one = true;
  for (const ComparedRow& r : t.rows) one = one && r.unit == t.rows.front().unit;
  const QString unit = one && !t.rows.empty() ? q(t.rows.front().unit) : QString();
  std::vector<SortColumn> columns{
      {Words::tr("name"), {}, Words::tr("As the traces name it; where only the names without template arguments or counters agree, those"), true},
      {Words::tr("A"), unit, Words::tr("Mean of a step (of the whole run for I/O), over the ranks")},
      {Words::tr("B"), unit, Words::tr("Mean of a step (of the whole run for I/O), over the ranks")},
      {Words::tr("B − A"), unit, Words::tr("Difference of the means")},
      {Words::tr("from"), unit, Words::tr("95 % interval of the difference between steps: bootstrap, or Welch's beyond 64 steps")},
      {Words::tr("to"), unit, Words::tr("95 % interval of the difference between steps: bootstrap, or Welch's beyond 64 steps")},
      {Words::tr("B / A"), {}, Words::tr("Ratio of the means")},
      {Words::tr("change"), {}, Words::tr("Less than 1 % is unchanged")},
      {Words::tr("against noise"), {}, Words::tr("Whether the difference is more than steps differ among themselves: rank-sum test, corrected for the number of rows (Benjamini and Hochberg); with few steps it cannot be told")},
      {Words::tr("A calls"), {}, Words::tr("Slices, calls or operations over all ranks and steps")},
      {Words::tr("B calls"), {}, Words::tr("Slices, calls or operations over all ranks and steps")},
      {Words::tr("A sum"), unit, Words::tr("Over all ranks and steps")},
      {Words::tr("B sum"), unit, Words::tr("Over all ranks and steps")}};
  if (!one) columns.push_back({Words::tr("unit"), {}, Words::tr("Of the row's numbers in the CSV")});
  std::vector<std::vector<SortCell>> rows;
  for (std::size_t i = 0; i < std::min(t.rows.size(), most); ++i) {
    const ComparedRow& r = t.rows[i];
    QString tip = q(r.key);
    if (!r.nameA.empty()) tip += Words::tr("\nin A: %1\nin B: %2").arg(q(r.nameA), q(r.nameB));
    const auto mean = [&](const ComparedAmount& a) { return a.present ? number(a.mean, amount(a.mean, r.unit)) : number(kNaN, QStringLiteral("–")); };
    const auto sum = [&](const ComparedAmount& a) { return a.present ? number(a.sum, amount(a.sum, r.unit)) : number(kNaN, QStringLiteral("–")); };
    const auto end = [&](double v) { return number(v, std::isnan(v) ? QStringLiteral("–") : signedAmount(v, r.unit)); };
    const QString key = keyText(t.name, r.key);
    rows.push_back({text(key == q(r.key) ? shortName(r.key) : key, tip), mean(r.a), mean(r.b), number(r.difference.difference, signedAmount(r.difference.difference, r.unit)), end(r.difference.low), end(r.difference.high),
                    number(r.ratio, std::isnan(r.ratio) ? QStringLiteral("–") : QString::number(r.ratio, 'f', 3)), text(changeText(r)), text(r.a.present && r.b.present ? evidenceText(r.difference.evidence) : QStringLiteral("–")),
                    count(r.a.count), count(r.b.count), sum(r.a), sum(r.b)});
    if (!one) rows.back().push_back(text(q(r.unit)));
  }
  return {std::move(columns), std::move(rows)};
}

Rows errorTable(const Comparison& c, std::size_t most) {
  std::vector<SortColumn> columns{{Words::tr("operation"), {}, Words::tr("The kind of collective: all-reduce, all-gather and so on"), true},
                                  {Words::tr("step in A"), {}, Words::tr("From 0")},
                                  {Words::tr("step in B"), {}, Words::tr("From 0; the one step of a simulation stands for all")},
                                  {Words::tr("ranks"), {}, Words::tr("Of the communicator")},
                                  {Words::tr("size in A"), QStringLiteral("B"), Words::tr("Input of a rank")},
                                  {Words::tr("size in B"), QStringLiteral("B"), Words::tr("Input of a rank")},
                                  {Words::tr("A"), QStringLiteral("s"), Words::tr("Duration of the call, the mean over its ranks")},
                                  {Words::tr("B"), QStringLiteral("s"), Words::tr("Duration of the call, the mean over its ranks")},
                                  {Words::tr("error"), QStringLiteral("1"), c.errorsAgainstB ? Words::tr("(A − B) / B: B is the measured one") : Words::tr("(B − A) / A")},
                                  {Words::tr("error, absolute"), QStringLiteral("1"), Words::tr("The size of the error, whichever sign it has")},
                                  {Words::tr("A, moving"), QStringLiteral("s"), Words::tr("From the last rank's start to the end: without waiting for it")},
                                  {Words::tr("B, moving"), QStringLiteral("s"), Words::tr("From the last rank's start to the end: without waiting for it")},
                                  {Words::tr("error, moving"), QStringLiteral("1"), Words::tr("The same without waiting; unknown with one rank")}};
  std::vector<std::vector<SortCell>> rows;
  const auto bytes = [](std::int64_t b) { return b >= 0 ? number(static_cast<double>(b), q(units::showBytes(static_cast<double>(b)))) : number(kNaN, Words::tr("unknown")); };
  for (std::size_t i = 0; i < std::min(c.pairs.size(), most); ++i) {
    const CollectivePair& p = c.pairs[i];
    rows.push_back({text(operationText(p.operation)), count(p.stepA), count(p.stepB), p.groupSize > 0 ? count(static_cast<std::uint64_t>(p.groupSize)) : number(kNaN, Words::tr("unknown")),
                    bytes(p.bytesA), bytes(p.bytesB), timeOf(p.a_s), timeOf(p.b_s), number(p.error, percent(p.error)), number(std::fabs(p.error), std::isnan(p.error) ? Words::tr("unknown") : q(units::showPercent(std::fabs(p.error)))),
                    timeOf(p.moveA_s), timeOf(p.moveB_s), number(p.moveError, percent(p.moveError))});
  }
  return {std::move(columns), std::move(rows)};
}

Rows unmatchedTable(const Comparison& c, std::size_t most) {
  std::vector<SortColumn> columns{{Words::tr("operation"), {}, Words::tr("The kind of collective: all-reduce, all-gather and so on"), true},
                                  {Words::tr("change"), {}, Words::tr("Added: in B alone; removed: in A alone")},
                                  {Words::tr("step"), {}, Words::tr("From 0")},
                                  {Words::tr("ranks"), {}, Words::tr("Of the communicator")},
                                  {Words::tr("size"), QStringLiteral("B"), Words::tr("Input of a rank")},
                                  {Words::tr("time"), QStringLiteral("s"), Words::tr("Duration of the call, the mean over its ranks")}};
  std::vector<std::vector<SortCell>> rows;
  for (std::size_t i = 0; i < std::min(c.unmatched.size(), most); ++i) {
    const UnmatchedCollective& u = c.unmatched[i];
    rows.push_back({text(operationText(u.operation)), text(u.inB ? Words::tr("added") : Words::tr("removed")), count(u.step),
                    u.groupSize > 0 ? count(static_cast<std::uint64_t>(u.groupSize)) : number(kNaN, Words::tr("unknown")),
                    u.bytes >= 0 ? number(static_cast<double>(u.bytes), q(units::showBytes(static_cast<double>(u.bytes)))) : number(kNaN, Words::tr("unknown")), timeOf(u.time_s)});
  }
  return {std::move(columns), std::move(rows)};
}

Rows studiesTable(const std::vector<StudyComparison>& pairs) {
  std::vector<SortColumn> columns{{Words::tr("run"), {}, Words::tr("Runs of equal title, else of equal scenario, else the only two left over, are one pair"), true},
                                  {Words::tr("matched by"), {}, Words::tr("Runs of equal title, else of equal scenario, else the only two left over, are one pair")},
                                  {Words::tr("quantity"), {}, tableMeaning(QStringLiteral("overall"))},
                                  {Words::tr("A"), {}, Words::tr("Mean of a step, over the ranks")},
                                  {Words::tr("B"), {}, Words::tr("Mean of a step, over the ranks")},
                                  {Words::tr("B − A"), {}, Words::tr("Difference of the means")},
                                  {Words::tr("B / A"), {}, Words::tr("Ratio of the means")},
                                  {Words::tr("change"), {}, Words::tr("Less than 1 % is unchanged")},
                                  {Words::tr("against noise"), {}, Words::tr("Whether the difference is more than steps differ among themselves: rank-sum test, corrected for the number of rows (Benjamini and Hochberg); with few steps it cannot be told")},
                                  {Words::tr("unit"), {}, Words::tr("Of the row's numbers in the CSV")}};
  const auto by = [](const std::string& s) {
    return s == "title" ? Words::tr("title") : s == "scenario" ? Words::tr("scenario") : s == "left over" ? Words::tr("left over") : QStringLiteral("–");
  };
  std::vector<std::vector<SortCell>> rows;
  for (const StudyComparison& p : pairs) {
    const QString a = q(p.titleA), b = q(p.titleB);
    QString title = a.isEmpty() ? b : b.isEmpty() || a == b ? a : a + QStringLiteral(" | ") + b;
    if (p.comparison) {
      const auto truth = [](Truth of) { return QCoreApplication::translate("Truth", std::string(name(of)).c_str()); };
      const QString x = truth(p.comparison->a.truth), y = truth(p.comparison->b.truth);
      title += QStringLiteral(" (%1)").arg(x == y ? x : x + QStringLiteral(" | ") + y);
    }
    const ComparedTable* t = p.comparison ? p.comparison->table("overall") : nullptr;
    if (t == nullptr || t->rows.empty()) {
      const SortCell none = number(kNaN, QStringLiteral("–"));
      rows.push_back({text(title), text(by(p.by)), text(QStringLiteral("–")), none, none, none, none,
                      text(p.comparison ? Words::tr("nothing to compare") : a.isEmpty() ? Words::tr("in B alone") : Words::tr("in A alone")), text(QStringLiteral("–")), text(QString())});
      continue;
    }
    for (const ComparedRow& r : t->rows) {
      const auto mean = [&](const ComparedAmount& m) { return m.present ? number(m.mean, amount(m.mean, r.unit)) : number(kNaN, QStringLiteral("–")); };
      rows.push_back({text(title), text(by(p.by)), text(keyText("overall", r.key)), mean(r.a), mean(r.b), number(r.difference.difference, signedAmount(r.difference.difference, r.unit)),
                      number(r.ratio, std::isnan(r.ratio) ? QStringLiteral("–") : QString::number(r.ratio, 'f', 3)), text(changeText(r)),
                      text(r.a.present && r.b.present ? evidenceText(r.difference.evidence) : QStringLiteral("–")), text(q(r.unit))});
    }
  }
  return {std::move(columns), std::move(rows)};
}

QVector<QStringList> figureRows(const ComparedTable& t, std::size_t most) {
  QVector<QStringList> out{{tableTitle(q(t.name)), Words::tr("A"), Words::tr("B"), Words::tr("B − A"), Words::tr("B / A"), Words::tr("change")}};
  for (std::size_t i = 0; i < std::min(t.rows.size(), most); ++i) {
    const ComparedRow& r = t.rows[i];
    QString change = changeText(r);
    // That it cannot be told is said once, below, and not in every row.
    const bool told = r.difference.evidence == Evidence::Clear || r.difference.evidence == Evidence::Noise;
    if (r.a.present && r.b.present && r.change != Change::Unchanged && told) change += QStringLiteral(", ") + evidenceText(r.difference.evidence);
    const QString key = keyText(t.name, r.key);
    out << QStringList{key == q(r.key) ? shortName(r.key) : key, r.a.present ? amount(r.a.mean, r.unit) : QStringLiteral("–"), r.b.present ? amount(r.b.mean, r.unit) : QStringLiteral("–"),
                       signedAmount(r.difference.difference, r.unit), std::isnan(r.ratio) ? QStringLiteral("–") : QString::number(r.ratio, 'f', 3), change};
  }
  return out;
}

}  // namespace weir::compared
