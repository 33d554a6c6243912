#include "views/io/io_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/base/nan.h"
#include "core/base/plain_text.h"
#include "views/shared/chart.h"
#include "views/shared/text.h"

namespace weir {
namespace {

struct CardTr {
  Q_DECLARE_TR_FUNCTIONS(IoCards)
};

// The report's own texts, so that the translators' tools see them; a test holds this list against the report's.
constexpr std::array kTexts{
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%3 of %2 reads%4 (%1) move 1 MiB or less.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%3 of %2 writes%4 (%1) move 1 MiB or less.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%3 of %2 reads%4 (%1) go back to before the end of the last one in their file.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%3 of %2 writes%4 (%1) go back to before the end of the last one in their file.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%3 to %5 of %2 reads%4 (up to %6) go back to before the end of the last one in their file.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%3 to %5 of %2 writes%4 (up to %6) go back to before the end of the last one in their file.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "How many of %2 reads%4 go back to before the end of the last one in their file is unknown: each may be the first of its rank there.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "How many of %2 writes%4 go back to before the end of the last one in their file is unknown: each may be the first of its rank there.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%5 of %2 accesses%6 (%1) begin off the boundary (%3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%5 of %2 accesses%6 (%1) begin off a multiple of %4 (%3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Opening, closing, seeking and asking take %1 of the I/O time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%3 of %2 files%4 (%1) are smaller than 1 MiB.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 opens, stats, seeks and syncs for each MB moved (%2 in all).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Rank %1 moves %2 of all bytes; %3 ranks share the rest.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "The busiest rank (%1) moves %2; the mean is %3, %4 below it.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Each of %1 ranks moves %2.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 of the bytes go through STDIO.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 of %2 MPI-IO reads are collective.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 of %2 MPI-IO writes are collective.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 are read, of %2 different bytes: %3 times.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 are read, of at most %2 different bytes: at least %3 times.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Whether bytes are read again is unknown: %1 are read, of at most %2 different bytes.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 are read, of %2 different bytes: %3 times in %4 epochs, %5 times an epoch.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Bytes read before (%4 of all) come at %1 a rank, bytes read for the first time at %2: %3 times as fast.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Epoch 1 reads at %1, the later ones at %2, %3 times as fast (while any rank reads).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Ranks wait for data in %1 of their step time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Ranks wait for data in %1 of their time (%2 of %3); no steps are known.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 of the I/O time is not hidden behind computing (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 of the time in the data loader is not hidden behind computing (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 of %2 reads and writes (%3) failed: they count as no operation and no bytes.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Rank %1 takes longest in I/O, %2; the median of %3 ranks is %4: %5 times as long.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Rank %1 takes longest in I/O, %2; the mean of %3 ranks is %4: %5 times as long.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "In %1, which all ranks share, rank %2 takes longest (%3), %4; the mean of the ranks is %5: %6 times as long. The fastest is rank %7 with %8.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "In %1, which all ranks share, rank %2 takes longest (%3), %4; the fastest (%5) takes %6: %7 times as long.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "An access on OST %1 moves %2 (files: %6), on the median of %3 OSTs %4: OST %1 is %5 times as slow.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "An access on OST %1 moves %2 (parts of files: %6), on the median of %3 OSTs %4: OST %1 is %5 times as slow.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Reading takes the slowest rank %4%1 of the run time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Writing takes the slowest rank %4%1 of the run time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Reading and writing take the slowest rank %4%1 of the run time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Metadata takes the slowest rank %4%1 of the run time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "I/O takes the slowest rank %4%1 of the run time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "These calls take the slowest rank %4%1 of the run time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "How much of the run time (%3) this takes the slowest rank is unknown: the times are sums over calls that ran at once (%5).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "at most ")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "That is %1 of the run time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "That is %1 of the ranks' time (%2 of %3).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "The log ran out of room for %1: its figures are lower bounds.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "How large requests are is unknown: the log does not count it.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Whether accesses are sequential is unknown: the trace has no offsets.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Whether accesses are aligned is unknown: neither offsets nor counts of it.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "What metadata costs is unknown: only reads and writes were traced.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "How bytes are spread over the ranks is unknown: the log keeps shared files as one.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "How the time in I/O is spread over the ranks is unknown: the log keeps shared files as one.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "How often bytes are read again is unknown: neither offsets nor highest bytes.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "What the data cost the training is unknown: no computing is in the trace. Open the training trace together with the I/O log.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 10 % and more than 1000 of them, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 20 % and more than 1000 of them, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 30 % of more than 1 s, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 10 for each MB and more than 1000, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above half and more than 1000 of them, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "90 % or more, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "the mean more than 30 % below it, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 10 %, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "below half of more than 1000, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "more than 1.5 times an epoch, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 1.5, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "below 1.2 times for more than 10 % of the bytes (nothing caches them), for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 1.5 times, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 2 times, for more than 1 % of the run time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 1 %")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 10 %: accelerators busy for less than 90 %")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above half, and above 1 % of the ranks' time")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", " of known size")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", " of known place")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "The log is cut off or damaged in %1: its figures are lower bounds, and what none is known of is unknown.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "The log holds sums without times: the whole run is shown, whatever the range.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1: the log holds sums without times, so nothing of it is in this range.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1: single reads and writes only; opens, seeks and the like have no times.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1: %2 of %3 reads and writes are known one by one; gaps, distances and times come from those.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1: the log does not say how large its requests are.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1: %2 read and %3 written, where the layers below moved %4 and %5 in the same files: not the same bytes (buffers, sieving, headers, or files that the log lost).")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1: nothing is known below of any of its files: its %2 are in no total.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1: nothing is known below of %2 of its %3 files: the %4 moved there are in no total.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Of %1 of %2 reads and writes the size is unknown: bytes and rates are lower bounds.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "%1 opens, stats and other calls failed: their time counts, they do not.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Ranks wait for data in %1 of their steps' time (%2 of %3), and in %4 of their whole time (%5 of %6), which is what the breakdown shows.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "The time in I/O sums to %1, more than the run time (%2) times the ranks (%3): calls of several threads or processes of a rank ran at once.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Bytes of each rank are those of the log's heat map; operations and times in shared files are known of all ranks together only.")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "the log holds sums without times: which step or epoch they belong to is unknown")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "no step, epoch or checkpoint is marked in the trace")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "no operation lies in a step, an epoch or a checkpoint")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Darshan's counters")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "stripe size")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "stripe size, else 4 KiB pages (assumed)")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "4 KiB pages (assumed)")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "0 to 100 B")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 1 KiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 10 KiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 100 KiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 1 MiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 4 MiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 10 MiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 100 MiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 1 GiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 1 GiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "none or overlapping")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 1 µs")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 10 µs")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 100 µs")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 1 ms")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 10 ms")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 100 ms")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 1 s")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 10 s")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "above 10 s")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "back by 1 MiB or more")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "back by less")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "none (consecutive)")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 4 KiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 64 KiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "to 16 MiB")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "dataset")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "checkpoint")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "output")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "configuration")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "code and libraries")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "log")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "system")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "other")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "parallel file system")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "memory")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "node's disk")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "network file system")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "container image")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "user-space file system")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "kernel")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "start-up")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "steps")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "evaluation")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "between")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "after the last")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Drishti's bound for the size imbalance, the 1 % Weir's")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Drishti, the 1 % Weir's")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "the log's own flag")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "the log's own size")),
    std::string_view(QT_TRANSLATE_NOOP("IoReport", "Drishti, the count and the 1 % Weir's")),
};

QString valueOf(const IoObservation::Value& v) {
  if (v.unit == "text") return ioText(plainText(v.words));
  if (v.unit.empty()) return QString::fromStdString(ioCountText(v.number));
  if (v.unit == "x") return QString::fromStdString(ioTimesText(v.number));
  return chart::valueText(v.number, v.unit);
}

// What DLIO and MLPerf Storage call their means, in words; "" = not known.
QString reportedName(std::string_view key) {
  struct Name {
    const char *key, *words;
  };
  constexpr std::array kTrainNames{Name{"train_au_mean_percentage", QT_TRANSLATE_NOOP("IoCards", "Accelerator utilisation")},
                              Name{"train_throughput_mean_samples_per_second", QT_TRANSLATE_NOOP("IoCards", "Training throughput")},
                              Name{"train_io_mean_MB_per_second", QT_TRANSLATE_NOOP("IoCards", "Training I/O")},
                              Name{"eval_au_mean_percentage", QT_TRANSLATE_NOOP("IoCards", "Utilisation in evaluation")},
                              Name{"eval_throughput_mean_samples_per_second", QT_TRANSLATE_NOOP("IoCards", "Evaluation throughput")},
                              Name{"eval_io_mean_MB_per_second", QT_TRANSLATE_NOOP("IoCards", "Evaluation I/O")},
                              Name{"save_checkpoint_io_mean_GB_per_second", QT_TRANSLATE_NOOP("IoCards", "Saving checkpoints")},
                              Name{"load_checkpoint_io_mean_GB_per_second", QT_TRANSLATE_NOOP("IoCards", "Loading checkpoints")},
                              Name{"checkpoint_io_mean_GB_per_second", QT_TRANSLATE_NOOP("IoCards", "Checkpoint I/O")},
                              Name{"save_checkpoint_duration_mean_seconds", QT_TRANSLATE_NOOP("IoCards", "Time to save a checkpoint")},
                              Name{"load_checkpoint_duration_mean_seconds", QT_TRANSLATE_NOOP("IoCards", "Time to load a checkpoint")},
                              Name{"checkpoint_duration_mean_seconds", QT_TRANSLATE_NOOP("IoCards", "Time of a checkpoint")}};
  for (const Name& n : kTrainNames)
    if (key == n.key) return QCoreApplication::translate("IoCards", n.words);
  return {};
}

// In the units of the rest of the page; the tip has the file's.
QString reportedValue(double v, std::string_view unit) {
  if (unit == "%") return chart::valueText(v / 100, "1");
  if (unit == "s") return chart::valueText(v, "s");
  if (unit == "MiB/s") return chart::valueText(v * 1048576, "B/s");
  if (unit == "GiB/s") return chart::valueText(v * 1073741824, "B/s");
  const QString number = QString::fromStdString(ioCountText(v));
  if (unit == "samples/s") return CardTr::tr("%1 samples/s").arg(number);
  return unit.empty() ? number : QStringLiteral("%1 %2").arg(number, q(unit));
}

// A card for each thing reported: several results of one benchmark say it each.
void reportedCards(const IoReport& r, std::vector<IoCard>& out) {
  struct Reported {
    const Fact* first = nullptr;
    std::vector<std::pair<double, QString>> values;  // NaN: no number
    QStringList lines;
  };
  std::vector<Reported> all;
  for (const Fact& f : r.reported) {
    auto it = std::find_if(all.begin(), all.end(), [&](const Reported& x) { return x.first->name == f.name; });
    if (it == all.end()) it = all.insert(all.end(), Reported{&f, {}, {}});
    bool isNumber = false;
    const double v = QString::fromStdString(f.value).toDouble(&isNumber);
    it->values.emplace_back(isNumber ? v : std::numeric_limits<double>::quiet_NaN(), isNumber ? reportedValue(v, f.unit) : QString::fromStdString(f.value));
    it->lines << QStringLiteral("%1 = %2 %3").arg(q(f.name), q(f.value), q(f.unit)).trimmed();
  }
  for (Reported& x : all) {
    const QString key = q(x.first->name).section(QLatin1Char('.'), -1);
    const QString known = reportedName(key.toStdString());
    std::sort(x.values.begin(), x.values.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const QString least = x.values.front().second;
    const QString most = x.values.back().second;
    out.push_back({known.isEmpty() ? QString(key).replace(QLatin1Char('_'), QLatin1Char(' ')) : known, least == most ? least : CardTr::tr("%1 to %2").arg(least, most),
                   x.values.size() == 1 ? CardTr::tr("reported by the benchmark") : CardTr::tr("reported by the benchmark in %1 results").arg(x.values.size()), x.lines.join(QLatin1Char('\n'))});
  }
}

double number(const IoCount& v) { return v ? static_cast<double>(*v) : kNaN; }

}  // namespace

QString ioText(std::string_view english) { return english.empty() ? QString() : QCoreApplication::translate("IoReport", std::string(english).c_str()); }
bool ioTextListed(std::string_view english) { return std::find(kTexts.begin(), kTexts.end(), english) != kTexts.end(); }

namespace {
// By hand rather than arg(): a value may hold a "%1" of its own.
QString filled(const std::string& english, const std::vector<IoObservation::Value>& values) {
  const QString pattern = ioText(english);
  QString out;
  for (qsizetype i = 0; i < pattern.size(); ++i) {
    const int k = i + 1 < pattern.size() ? pattern[i + 1].digitValue() : -1;
    if (pattern[i] == QLatin1Char('%') && k >= 1 && static_cast<std::size_t>(k) <= values.size()) {
      out += valueOf(values[static_cast<std::size_t>(k - 1)]);
      ++i;
    } else {
      out += pattern[i];
    }
  }
  return out;
}
}  // namespace

QString ioSentence(const IoObservation& o) {
  const QString first = filled(o.text, o.values);
  return o.more.empty() ? first : CardTr::tr("%1 %2").arg(first, filled(o.more, o.moreValues));
}

QString ioPhaseName(const IoPhase& p) {
  if (p.kind == IoPhase::Kind::Epoch) return CardTr::tr("epoch %1").arg(p.epoch);
  return ioText(name(p));
}

QString ioBytes(const IoCount& v) { return v ? chart::valueText(static_cast<double>(*v), "B") : CardTr::tr("unknown"); }
QString ioTime(const IoTime& ps) { return ps ? chart::valueText(*ps / 1e12, "s") : CardTr::tr("unknown"); }
QString ioNumber(const IoCount& v) { return v ? QString::fromStdString(ioCountText(static_cast<double>(*v))) : CardTr::tr("unknown"); }
QString ioRate(double v) { return std::isfinite(v) ? chart::valueText(v, "B/s") : CardTr::tr("unknown"); }

std::vector<IoCard> ioCards(const IoReport& r) {
  std::vector<IoCard> out;
  const QString unknown = CardTr::tr("unknown");
  const auto atLeast = [](bool bound) { return bound ? CardTr::tr("at least ") : QString(); };
  const auto exact = [](const IoCount& v) { return v ? QLatin1Char('\n') + chart::exactText(static_cast<double>(*v), "B") : QString(); };
  if (!r.layers.empty()) {
    out.push_back({CardTr::tr("Read"), r.total.readBytes ? atLeast(r.total.partial || r.total.leastRead()) + ioBytes(r.total.readBytes) : unknown, CardTr::tr("%1 reads, %2").arg(ioNumber(r.total.readOps), ioTime(r.total.readTime)),
                   CardTr::tr("Bytes read, each once: POSIX and STDIO (and DAOS); time is summed over the ranks.") + exact(r.total.readBytes)});
    out.push_back({CardTr::tr("Written"), r.total.writeBytes ? atLeast(r.total.partial || r.total.leastWritten()) + ioBytes(r.total.writeBytes) : unknown,
                   CardTr::tr("%1 writes, %2").arg(ioNumber(r.total.writeOps), ioTime(r.total.writeTime)),
                   CardTr::tr("Bytes written, each once: POSIX and STDIO (and DAOS); time is summed over the ranks.") + exact(r.total.writeBytes)});
    const IoTime all = r.total.time();
    const bool told = r.total.metaTime && all && *all > 0;
    out.push_back({CardTr::tr("Metadata"), told ? CardTr::tr("%1 of I/O time").arg(chart::valueText(*r.total.metaTime / *all, "1")) : unknown,
                   r.total.metaOps() ? CardTr::tr("%1 opens, %2 stats, %3 seeks").arg(ioNumber(r.total.opens), ioNumber(r.total.stats), ioNumber(r.total.seeks)) : QString(),
                   CardTr::tr("Time in opening, closing, seeking, asking and syncing over all time in I/O, summed over the ranks: %1 of %2.").arg(ioTime(r.total.metaTime), ioTime(all))});
    const auto files = [](std::uint64_t n) { return ioNumber(static_cast<std::int64_t>(n)); };
    out.push_back({CardTr::tr("Files"), files(r.files),
                   r.sizedFiles == 0        ? CardTr::tr("sizes unknown")
                   : r.sizedFiles < r.files ? CardTr::tr("size known of %1: %2 below 1 MiB").arg(files(r.sizedFiles), files(r.smallFiles))
                                            : CardTr::tr("%1 below 1 MiB").arg(files(r.smallFiles)),
                   CardTr::tr("%1 only read, %2 only written, %3 both, %4 neither; %5 shared by all ranks, %6 by some. A size is the highest byte touched: files of which no read or write is placed have none.")
                       .arg(files(r.readOnly), files(r.writeOnly), files(r.readWrite), files(r.untouched), files(r.sharedFiles), files(r.partlyShared))});
    if (r.total.failedData + r.total.failedMeta > 0)
      out.push_back({CardTr::tr("Failed"), files(r.total.failedData + r.total.failedMeta), CardTr::tr("%1 reads and writes, %2 other calls").arg(files(r.total.failedData), files(r.total.failedMeta)),
                     CardTr::tr("Calls of which the trace says that they failed: they are in no other count, but their time is in the times.")});
    const IoLayer* best = nullptr;
    for (const IoLayer& l : r.layers)
      if (l.countsOnce && std::isfinite(l.estimate.bytesPerSecond) && (!best || number(l.sums.bytes()) > number(best->sums.bytes()))) best = &l;
    out.push_back({CardTr::tr("Estimated bandwidth"), best ? ioRate(best->estimate.bytesPerSecond) : unknown, best ? (best->estimate.slowestRank == kUnknownRank ? CardTr::tr("%1, by the slowest rank").arg(q(best->name)) : CardTr::tr("%1, by the slowest rank (%2)").arg(q(best->name)).arg(best->estimate.slowestRank)) : QString(),
                   CardTr::tr("Bytes over the slowest rank's time in files of its own plus the slowest rank's time in each shared file (Darshan's agg_perf_by_slowest).") +
                       (best ? QLatin1Char('\n') + chart::valueText(best->estimate.seconds, "s") : QString())});
    const double active = number(r.activeReadBytes) / r.activeRead;
    if (std::isfinite(active) && active > 0)
      out.push_back({CardTr::tr("While reading"), ioRate(active), CardTr::tr("%1 in %2").arg(ioBytes(r.activeReadBytes), chart::valueText(r.activeRead, "s")), CardTr::tr("Bytes read over the time in which at least one rank was reading, of the reads that are known one by one.")});
    const bool placed = r.uniqueRead && *r.uniqueRead > 0;
    const double times = placed ? static_cast<double>(r.placedRead) / number(r.uniqueRead) : r.extentRead && *r.extentRead > 0 ? static_cast<double>(r.extentReadBytes) / number(r.extentRead) : kNaN;
    const bool says = std::isfinite(times) && times >= (placed ? 1 : kIoToldApart);
    out.push_back({CardTr::tr("Read amplification"), says ? (placed ? QStringLiteral("%1 ×") : CardTr::tr("at least %1 ×")).arg(QString::fromStdString(ioTimesText(times))) : unknown,
                   says ? (placed ? CardTr::tr("%1 different bytes") : CardTr::tr("at most %1 different bytes")).arg(ioBytes(placed ? r.uniqueRead : r.extentRead)) : QString(),
                   placed ? CardTr::tr("Bytes read over different bytes read, of the files whose reads all have offsets.")
                          : CardTr::tr("Bytes read over the files' extent up to the highest byte read: at least so often.")});
  }
  if (r.time.computes) {
    const double of = r.stallOfSteps ? r.time.steps : r.time.wall;
    if (of > 0)
      out.push_back({CardTr::tr("Data stall"), chart::valueText(r.time.stall / of, "1"),
                     !r.stallOfSteps ? CardTr::tr("of the ranks' time")
                     : r.time.wall > 0 ? CardTr::tr("of the steps' time; %1 of all their time").arg(chart::valueText(r.time.stallOfWall / r.time.wall, "1"))
                                       : CardTr::tr("of the steps' time"),
                     CardTr::tr("A rank loads data while it neither computes nor communicates: %1 of %2, summed over the ranks.").arg(ioTime(r.time.stall), ioTime(of)) +
                         (r.stallOfSteps ? QLatin1Char(' ') + CardTr::tr("The breakdown by rank shows the share of the ranks' whole time, with what lies before, between and behind the steps: %1 of %2.").arg(ioTime(r.time.stallOfWall), ioTime(r.time.wall)) : QString())});
  }
  reportedCards(r, out);
  return out;
}

}  // namespace weir
