#include "views/compare/compare_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/base/plain_text.h"
#include "core/base/units.h"
#include "core/summarize/compare_text.h"
#include "views/shared/core_words.h"
#include "views/shared/text.h"
#include "views/shared/truth_icon.h"

namespace weir::compared {
namespace {

struct TextWords {
  Q_DECLARE_TR_FUNCTIONS(CompareWords)
};

}  // namespace

QString amount(double v, const std::string& unit) { return std::isnan(v) ? TextWords::tr("unknown") : q(showAmount(v, unit)); }
QString signedAmount(double v, const std::string& unit) {
  return std::isnan(v) ? TextWords::tr("unknown") : (v < 0 ? QStringLiteral("−") : QStringLiteral("+")) + q(showAmount(std::fabs(v), unit));
}
QString percent(double v) { return std::isnan(v) ? TextWords::tr("unknown") : (v < 0 ? QStringLiteral("−%1 %") : QStringLiteral("+%1 %")).arg(std::fabs(v) * 100, 0, 'f', 1); }

QString ratioText(double ratio) { return ratio >= kTimesFrom ? TextWords::tr("%1 times as long").arg(ratio, 0, 'g', 3) : percent(ratio - 1); }

QString runTitle(const ShownRun& r) {
  return QStringLiteral("%1 (%2)").arg(plain(r.title.toStdString()), truthName(r));
}

QString plain(std::string_view name) { return q(plainText(name)); }

QString operationText(Operation op) { return q(name(op)); }

QString tableTitle(const QString& t) {
  if (t == QStringLiteral("overall")) return TextWords::tr("Overall");
  if (t == QStringLiteral("rank")) return TextWords::tr("Ranks");
  if (t == QStringLiteral("activity")) return TextWords::tr("Activities");
  if (t == QStringLiteral("kernel")) return TextWords::tr("Kernels");
  if (t == QStringLiteral("operator")) return TextWords::tr("Operators");
  if (t == QStringLiteral("collective")) return TextWords::tr("Collectives");
  if (t == QStringLiteral("errors")) return TextWords::tr("Collective by collective");
  if (t == QStringLiteral("unmatched")) return TextWords::tr("Added and removed");
  if (t == QStringLiteral("io")) return TextWords::tr("I/O");
  if (t == QStringLiteral("file")) return TextWords::tr("Files");
  if (t == QStringLiteral("traffic")) return TextWords::tr("Rank to rank");
  return t;
}

QString tableMeaning(const QString& t) {
  if (t == QStringLiteral("overall")) return TextWords::tr("The step and its parts, as the Breakdown view defines them: the mean over the ranks, of each step");
  if (t == QStringLiteral("rank")) return TextWords::tr("The same for each rank that both runs have");
  if (t == QStringLiteral("activity")) return TextWords::tr("Durations added up by what was done: overlapping work counts twice");
  if (t == QStringLiteral("kernel")) return TextWords::tr("What ran on the device, by name; on the host where there is no device");
  if (t == QStringLiteral("operator")) return TextWords::tr("Calls on the host, with what they call");
  if (t == QStringLiteral("collective")) return TextWords::tr("Collectives by operation and size of the communicator; a collective's time is the mean over its ranks");
  if (t == QStringLiteral("errors")) return TextWords::tr("Each collective of one run and the same of the other, found by communicator, operation and order; the error of a simulation");
  if (t == QStringLiteral("unmatched")) return TextWords::tr("Collectives that only one of the runs has");
  if (t == QStringLiteral("io")) return TextWords::tr("Bytes, operations and time by layer, of all that is compared");
  if (t == QStringLiteral("file")) return TextWords::tr("Bytes and time by file, of all that is compared");
  if (t == QStringLiteral("traffic")) return TextWords::tr("Bytes that one rank sends to another");
  return {};
}

namespace {

QString changeInAWord(const ComparedRow& r) {
  const std::string_view word = changeWord(r);
  for (const char* known : {QT_TRANSLATE_NOOP("CompareWords", "added"), QT_TRANSLATE_NOOP("CompareWords", "removed"), QT_TRANSLATE_NOOP("CompareWords", "slower"),
                            QT_TRANSLATE_NOOP("CompareWords", "faster"), QT_TRANSLATE_NOOP("CompareWords", "more"), QT_TRANSLATE_NOOP("CompareWords", "less"),
                            QT_TRANSLATE_NOOP("CompareWords", "fewer"), QT_TRANSLATE_NOOP("CompareWords", "unchanged")})
    if (word == known) return TextWords::tr(known);
  return q(word);
}

// "3 calls fewer, each 2 % slower"
QString callsText(const CallsChange& c) {
  const auto share = [](double v) { return q(units::showPercent(std::fabs(v))); };
  const auto whole = wholeCalls(c);
  const int n = whole ? static_cast<int>(std::min<std::int64_t>(std::abs(*whole), std::numeric_limits<int>::max())) : 0;
  const QString calls = whole ? (c.share > 0 ? TextWords::tr("%n call(s) more", nullptr, n) : TextWords::tr("%n call(s) fewer", nullptr, n))
                        : 1 + c.share >= kTimesFrom ? TextWords::tr("%1 times as many calls").arg(1 + c.share, 0, 'g', 3)
                              : (c.share > 0 ? TextWords::tr("%1 more calls") : TextWords::tr("%1 fewer calls")).arg(share(c.share));
  if (std::isnan(c.each)) return calls;
  if (std::fabs(c.each) < 0.01) return TextWords::tr("%1, each as long").arg(calls);
  if (1 + c.each >= kTimesFrom) return TextWords::tr("%1, each %2 times as long").arg(calls).arg(1 + c.each, 0, 'g', 3);
  return (c.each > 0 ? TextWords::tr("%1, each %2 slower") : TextWords::tr("%1, each %2 faster")).arg(calls, share(c.each));
}

}  // namespace

QString changeText(const ComparedRow& r) {
  if (r.countedApart) return TextWords::tr("%1 (calls counted differently)").arg(changeInAWord(r));
  if (!r.calls) return changeInAWord(r);
  return r.change == Change::Unchanged ? TextWords::tr("unchanged: %1").arg(callsText(*r.calls)) : callsText(*r.calls);
}

QString changeTip(const ComparedRow& r) {
  if (!r.countedApart) return {};
  return TextWords::tr("A measured run counts kernels and calls, a simulated one pieces of work as they were drawn: total times, collectives and bytes can be compared, numbers of calls cannot");
}

QString whyWithout(const Comparison& c, const QString& table) {
  // The errors and what has no partner are of the collectives.
  const bool collectives = table == QStringLiteral("errors") || table == QStringLiteral("unmatched");
  const std::string why = c.whyWithout(collectives ? "collective" : table.toStdString());
  if (!why.empty()) return coreSentence(why);
  if (collectives && c.table("collective") && !c.table("collective")->rows.empty()) return TextWords::tr("no collective of one run is found in the other");
  return TextWords::tr("neither run holds any");
}

QString evidenceText(Evidence e) {
  switch (e) {
    case Evidence::CannotBeTold: return TextWords::tr("cannot be told");
    case Evidence::Noise: return TextWords::tr("no more than the noise");
    case Evidence::Unclear: return TextWords::tr("perhaps more than the noise");
    case Evidence::Clear: return TextWords::tr("more than the noise");
    case Evidence::Exact: return TextWords::tr("exact");
  }
  return {};
}

namespace {

QString chance(double p) { return QString::number(p, 'g', 2); }
QString rowsText(std::size_t n) { return TextWords::tr("%n row(s)", nullptr, static_cast<int>(n)); }

// How sure the difference of a row is, as the end of a sentence about it.
QString sureness(const ComparedRow& r) {
  const SampleDifference& d = r.difference;
  if (std::isnan(d.low) || d.evidence == Evidence::Exact) return {};
  const QString judged = d.evidence == Evidence::Unclear ? TextWords::tr("perhaps more than the noise, as p is %1 after the correction for %2").arg(chance(d.corrected)).arg(rowsText(d.rows)) : evidenceText(d.evidence);
  return TextWords::tr("; the difference of the means is %1, between %2 and %3 with 95 %: %4").arg(signedAmount(d.difference, r.unit), signedAmount(d.low, r.unit), signedAmount(d.high, r.unit), judged);
}

// By what the run that is not measured is called; with two or none of them nothing is "off".
QString collectivesText(const Comparison& c) {
  const bool a = c.a.truth != Truth::Measured, b = c.b.truth != Truth::Measured;
  if (a == b) return TextWords::tr("Collectives in both: %1; one takes %2 more or less in the mean (median %3, p95 %4, signed mean %5).");
  return (a ? c.a : c.b).truth == Truth::Predicted ? TextWords::tr("Collectives in both: %1; a predicted one is off by %2 in the mean (median %3, p95 %4, signed mean %5).")
                                                   : TextWords::tr("Collectives in both: %1; a simulated one is off by %2 in the mean (median %3, p95 %4, signed mean %5).");
}

}  // namespace

QString evidenceTip(const SampleDifference& d) {
  switch (d.evidence) {
    case Evidence::CannotBeTold: return TextWords::tr("So few steps tell nothing about noise, whatever they are");
    case Evidence::Exact: return TextWords::tr("Both numbers are without noise");
    case Evidence::Noise: return TextWords::tr("The interval holds 0; p is %1, after the correction for the %2 of this table %3").arg(chance(d.p)).arg(rowsText(d.rows)).arg(chance(d.corrected));
    case Evidence::Unclear:
      if (d.p > 0.05)
        return TextWords::tr("The interval of the means leaves out 0, but the test, which looks at which steps are longer and not by how much, has p %1, after the correction for the %2 of this table %3: a few steps may make the difference")
            .arg(chance(d.p))
            .arg(rowsText(d.rows))
            .arg(chance(d.corrected));
      return TextWords::tr("The interval leaves out 0, but it is of this row alone: p is %1, after the correction for the %2 of this table %3, and that is more than 0.05. "
                       "Of so many rows some look like that by chance; more steps would tell.")
          .arg(chance(d.p))
          .arg(rowsText(d.rows))
          .arg(chance(d.corrected));
    case Evidence::Clear: return TextWords::tr("The interval leaves out 0; p is %1, after the correction for the %2 of this table %3, at most 0.05").arg(chance(d.p)).arg(rowsText(d.rows)).arg(chance(d.corrected));
  }
  return {};
}

QStringList remarks(const Comparison& c) {
  QStringList out;
  for (const std::string& r : c.remarks) out << coreSentence(r);
  return out;
}

QString partOf(const ComparedRun& r, std::int64_t shift) {
  if (!r.range) return {};
  if (r.numbers.empty()) {
    const auto at = [&](std::int64_t t) { return amount(static_cast<double>(t + shift) * 1e-12, "s"); };
    return TextWords::tr("%1 to %2").arg(at(r.range->from), at(r.range->to));
  }
  if (r.numbers.size() == 1) return TextWords::tr("step %1").arg(r.numbers.front());
  return TextWords::tr("steps %1–%2").arg(r.numbers.front()).arg(r.numbers.back());
}

QString verdictTip(const Comparison& c) {
  QStringList out = remarks(c);
  if (std::max(c.a.steps, c.b.steps) > 1) {
    QString how = TextWords::tr("A step is as long as the mean over the ranks of each one's own. By the means: the mean of B's steps over that of A's, minus one; by the medians: the median over the median");
    if ((c.a.truth == Truth::Measured) != (c.b.truth == Truth::Measured))
      how += TextWords::tr(". Of a whole run by the medians, the predicted over the measured is what the Inspector calls the error of the prediction");
    out.prepend(how);
  }
  return out.join(QLatin1Char('\n'));
}

QString verdict(const Comparison& c) {
  QStringList out;
  if (const ComparedTable* t = c.table("overall"); t && !t->rows.empty()) {
    const ComparedRow& r = t->rows.front();
    if (r.a.present && r.b.present) {
      const auto change = [](double ratio) { return ratioText(ratio); };
      const QString times = std::max(c.a.steps, c.b.steps) > 1
                                ? TextWords::tr("A step takes %1 in A and %2 in B in the mean (%3; by the medians %4)").arg(amount(r.a.mean, r.unit), amount(r.b.mean, r.unit), change(r.ratio), change(r.medianRatio))
                                : (r.key == "time in all" ? TextWords::tr("What is compared takes %1 in A and %2 in B (%3)") : TextWords::tr("A step takes %1 in A and %2 in B (%3)"))
                                      .arg(amount(r.a.mean, r.unit), amount(r.b.mean, r.unit), change(r.ratio));
      out << times + sureness(r) + QLatin1Char('.');
    }
  }
  if (!c.errors.empty()) {
    const CollectiveError& e = c.errors.front();
    const auto plain = [](double v) { return std::isnan(v) ? TextWords::tr("unknown") : q(units::showPercent(v)); };
    out << collectivesText(c).arg(QString::number(e.pairs), plain(e.mean), plain(e.median), plain(e.p95), ratioText(1 + e.bias));
  }
  for (QString s : remarks(c)) {
    if (!s.isEmpty()) s[0] = s[0].toUpper();
    out << s + QLatin1Char('.');
    if (out.size() >= 5) break;
  }
  return out.join(QLatin1Char(' '));
}

}  // namespace weir::compared
