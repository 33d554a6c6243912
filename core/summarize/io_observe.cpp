// What stands out in an I/O report, in sentences: each with its figures, its threshold, and whose threshold that is. Whatever
// is held against a threshold stands in the sentence, in the threshold's unit.
//   Drishti         hpc-io/drishti-io, its default thresholds: small requests (< 1 MiB) above 10 % and more than 1000 of them,
//                   random above 20 % and more than 1000, collective below half of more than 1000, STDIO above 10 % of the
//                   bytes; misaligned above 10 %, of any number: that few are no concern is ours
//   MLPerf Storage  rules of the benchmark: accelerators busy for 90 % of the time (3D U-Net, ResNet-50)
//   Weir            own, where neither says anything. That a share alone is no concern, only one for more than 1 % of the run
//                   time, is ours too: who mended the whole of it would gain less than that
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/summarize/column_unit.h"
#include "core/summarize/io_work.h"

namespace weir {
namespace {

using V = IoObservation::Verdict;
using Value = IoObservation::Value;

constexpr const char* kSmallReads = "%3 of %2 reads%4 (%1) move 1 MiB or less.";
constexpr const char* kSmallWrites = "%3 of %2 writes%4 (%1) move 1 MiB or less.";
constexpr const char* kRandomReads = "%3 of %2 reads%4 (%1) go back to before the end of the last one in their file.";
constexpr const char* kRandomWrites = "%3 of %2 writes%4 (%1) go back to before the end of the last one in their file.";
constexpr const char* kRandomReadsBetween = "%3 to %5 of %2 reads%4 (up to %6) go back to before the end of the last one in their file.";
constexpr const char* kRandomWritesBetween = "%3 to %5 of %2 writes%4 (up to %6) go back to before the end of the last one in their file.";
constexpr const char* kRandomReadsAny = "How many of %2 reads%4 go back to before the end of the last one in their file is unknown: each may be the first of its rank there.";
constexpr const char* kRandomWritesAny = "How many of %2 writes%4 go back to before the end of the last one in their file is unknown: each may be the first of its rank there.";
constexpr const char* kUnaligned = "%5 of %2 accesses%6 (%1) begin off the boundary (%3).";
constexpr const char* kUnalignedAt = "%5 of %2 accesses%6 (%1) begin off a multiple of %4 (%3).";
constexpr const char* kMetadata = "Opening, closing, seeking and asking take %1 of the I/O time (%2 of %3).";
constexpr const char* kSmallFiles = "%3 of %2 files%4 (%1) are smaller than 1 MiB.";
constexpr const char* kMetaOps = "%1 opens, stats, seeks and syncs for each MB moved (%2 in all).";
constexpr const char* kOneRank = "Rank %1 moves %2 of all bytes; %3 ranks share the rest.";
constexpr const char* kImbalance = "The busiest rank (%1) moves %2; the mean is %3, %4 below it.";
constexpr const char* kAllAlike = "Each of %1 ranks moves %2.";
constexpr const char* kStdio = "%1 of the bytes go through STDIO.";
constexpr const char* kCollectiveReads = "%1 of %2 MPI-IO reads are collective.";
constexpr const char* kCollectiveWrites = "%1 of %2 MPI-IO writes are collective.";
constexpr const char* kReRead = "%1 are read, of %2 different bytes: %3 times.";
constexpr const char* kReReadLow = "%1 are read, of at most %2 different bytes: at least %3 times.";
constexpr const char* kReReadAny = "Whether bytes are read again is unknown: %1 are read, of at most %2 different bytes.";
constexpr const char* kReReadEpochs = "%1 are read, of %2 different bytes: %3 times in %4 epochs, %5 times an epoch.";
constexpr const char* kCache = "Bytes read before (%4 of all) come at %1 a rank, bytes read for the first time at %2: %3 times as fast.";
constexpr const char* kFirstEpoch = "Epoch 1 reads at %1, the later ones at %2, %3 times as fast (while any rank reads).";
constexpr const char* kStallSteps = "Ranks wait for data in %1 of their step time (%2 of %3).";
constexpr const char* kStallWall = "Ranks wait for data in %1 of their time (%2 of %3); no steps are known.";
constexpr const char* kExposed = "%1 of the I/O time is not hidden behind computing (%2 of %3).";
constexpr const char* kExposedLoad = "%1 of the time in the data loader is not hidden behind computing (%2 of %3).";
constexpr const char* kFailed = "%1 of %2 reads and writes (%3) failed: they count as no operation and no bytes.";
constexpr const char* kSlowest = "Rank %1 takes longest in I/O, %2; the median of %3 ranks is %4: %5 times as long.";
constexpr const char* kSlowestMean = "Rank %1 takes longest in I/O, %2; the mean of %3 ranks is %4: %5 times as long.";
constexpr const char* kSlowestShared = "In %1, which all ranks share, rank %2 takes longest (%3), %4; the mean of the ranks is %5: %6 times as long. The fastest is rank %7 with %8.";
constexpr const char* kSlowestFastest = "In %1, which all ranks share, rank %2 takes longest (%3), %4; the fastest (%5) takes %6: %7 times as long.";
constexpr const char* kServer = "An access on OST %1 moves %2 (files: %6), on the median of %3 OSTs %4: OST %1 is %5 times as slow.";
constexpr const char* kServerParts = "An access on OST %1 moves %2 (parts of files: %6), on the median of %3 OSTs %4: OST %1 is %5 times as slow.";
constexpr const char* kWeighsReads = "Reading takes the slowest rank %4%1 of the run time (%2 of %3).";
constexpr const char* kWeighsWrites = "Writing takes the slowest rank %4%1 of the run time (%2 of %3).";
constexpr const char* kWeighsBoth = "Reading and writing take the slowest rank %4%1 of the run time (%2 of %3).";
constexpr const char* kWeighsMeta = "Metadata takes the slowest rank %4%1 of the run time (%2 of %3).";
constexpr const char* kWeighsIo = "I/O takes the slowest rank %4%1 of the run time (%2 of %3).";
constexpr const char* kWeighsLayer = "These calls take the slowest rank %4%1 of the run time (%2 of %3).";
constexpr const char* kWeighsAny = "How much of the run time (%3) this takes the slowest rank is unknown: the times are sums over calls that ran at once (%5).";
constexpr const char* kAtMost = "at most ";
constexpr const char* kWeighsRank = "That is %1 of the run time (%2 of %3).";
constexpr const char* kWeighsExposed = "That is %1 of the ranks' time (%2 of %3).";
constexpr const char* kPartial = "The log ran out of room for %1: its figures are lower bounds.";
constexpr const char* kSizesUnknown = "How large requests are is unknown: the log does not count it.";
constexpr const char* kPatternUnknown = "Whether accesses are sequential is unknown: the trace has no offsets.";
constexpr const char* kAlignUnknown = "Whether accesses are aligned is unknown: neither offsets nor counts of it.";
constexpr const char* kMetaUnknown = "What metadata costs is unknown: only reads and writes were traced.";
constexpr const char* kRanksUnknown = "How bytes are spread over the ranks is unknown: the log keeps shared files as one.";
constexpr const char* kTimesUnknown = "How the time in I/O is spread over the ranks is unknown: the log keeps shared files as one.";
constexpr const char* kReReadUnknown = "How often bytes are read again is unknown: neither offsets nor highest bytes.";
constexpr const char* kStallUnknown = "What the data cost the training is unknown: no computing is in the trace. Open the training trace together with the I/O log.";

constexpr const char* k10Requests = "above 10 % and more than 1000 of them, for more than 1 % of the run time";
constexpr const char* k20 = "above 20 % and more than 1000 of them, for more than 1 % of the run time";
constexpr const char* k30Time = "above 30 % of more than 1 s, for more than 1 % of the run time";
constexpr const char* k10Mb = "above 10 for each MB and more than 1000, for more than 1 % of the run time";
constexpr const char* kHalfFiles = "above half and more than 1000 of them, for more than 1 % of the run time";
constexpr const char* k90 = "90 % or more, for more than 1 % of the run time";
constexpr const char* kMean30 = "the mean more than 30 % below it, for more than 1 % of the run time";
constexpr const char* k10 = "above 10 %, for more than 1 % of the run time";
constexpr const char* kBelowHalf = "below half of more than 1000, for more than 1 % of the run time";
constexpr const char* k15Epoch = "more than 1.5 times an epoch, for more than 1 % of the run time";
constexpr const char* k15 = "above 1.5, for more than 1 % of the run time";
constexpr const char* k12 = "below 1.2 times for more than 10 % of the bytes (nothing caches them), for more than 1 % of the run time";
constexpr const char* kLater15 = "above 1.5 times, for more than 1 % of the run time";
constexpr const char* kTwice = "above 2 times, for more than 1 % of the run time";
constexpr const char* kOnePercent = "above 1 %";
constexpr const char* kBusy90 = "above 10 %: accelerators busy for less than 90 %";
constexpr const char* kHalf = "above half, and above 1 % of the ranks' time";
constexpr const char* kOfSize = " of known size";
constexpr const char* kOfPlace = " of known place";
constexpr const char* kDrishti = "Drishti, the 1 % Weir's";
constexpr const char* kBoundIsDrishtis = "Drishti's bound for the size imbalance, the 1 % Weir's";
constexpr const char* kCountIsOurs = "Drishti, the count and the 1 % Weir's";

Value shareValue(double v) { return {v, "1"}; }
Value countValue(double v) { return {v, ""}; }
Value multiple(double v) { return {v, "x"}; }
Value bytes(double v) { return {v, "B"}; }
Value time(double ps) { return {ps / 1e12, "s"}; }
Value rate(double v) { return {v, "B/s"}; }
Value textValue(std::string s) { return {0, "text", std::move(s)}; }
// "" where the sentence is about all of them.
Value whichOf(std::int64_t of, const IoCount& all, const char* which) { return textValue(all && of >= *all ? "" : which); }

// Boundaries are powers of two: "4 KiB", "1 MiB".
std::string binary(std::int64_t bytes) {
  for (const auto& [unit, name] : {std::pair(std::int64_t{1} << 30, "GiB"), std::pair(std::int64_t{1} << 20, "MiB"), std::pair(std::int64_t{1} << 10, "KiB")})
    if (bytes >= unit && bytes % unit == 0) return fmt::format("{} {}", bytes / unit, name);
  return fmt::format("{} B", bytes);
}

struct Observer {
  IoReport& r;
  void say(const char* id, V verdict, const char* text, std::vector<Value> values, const char* threshold, const char* source) {
    r.observations.push_back({id, verdict, text, std::move(values), {}, {}, threshold, source});
  }
  // How much of the run time something takes the slowest rank, or at most takes it; NaN = unknown.
  struct Weight {
    double seconds = std::numeric_limits<double>::quiet_NaN(), of = seconds;
    bool bound = false;
    double inAll = seconds;  // summed over the ranks
    [[nodiscard]] double share() const { return seconds / of; }
    [[nodiscard]] bool light() const { return share() < 0.01; }
    // A bound by the whole run says nothing, nor do the sums of threads that come to more.
    [[nodiscard]] bool any() const { return share() > (bound ? 0.995 : 1.005); }
    [[nodiscard]] std::vector<Value> values() const { return {{share(), "1"}, {seconds, "s"}, {of, "s"}, textValue(bound ? kAtMost : ""), {inAll, "s"}}; }
  };
  template <class TimeOf, class Which>
  [[nodiscard]] Weight weigh(TimeOf timeOf, Which which) const {
    Weight w;
    if (!r.runTime || *r.runTime <= 0) return w;
    double sum = 0;
    double inAll = 0;
    for (const IoLayer& l : r.layers) {
      if (!which(l)) continue;
      const IoTime t = timeOf(l.sums);
      if (!t && (l.sums.ops().value_or(0) > 0 || l.sums.metaOps().value_or(0) > 0)) return w;
      const double all = t.value_or(0) / 1e12;
      sum += std::isfinite(l.estimate.seconds) ? std::min(all, l.estimate.seconds) : all;
      inAll += all;
    }
    w.seconds = sum, w.of = static_cast<double>(*r.runTime) / 1e12;
    w.inAll = inAll;
    w.bound = inAll > 0;
    return w;
  }
  // Of all layers that count: what the slowest rank spent so in files of its own, and what all spent together in shared ones.
  template <class TimeOf>
  [[nodiscard]] Weight weigh(TimeOf timeOf) const {
    Weight w = weigh(timeOf, [](const IoLayer& l) { return l.countsOnce; });
    if (!std::isfinite(w.seconds)) return w;
    double most = 0;
    double together = 0;
    for (const IoRank& k : r.byRank) {
      if (!k.sums.wholeTime()) return w;
      const double s = timeOf(k.sums).value_or(0) / 1e12;
      if (k.together || k.rank == kUnknownRank) together += s;
      else most = std::max(most, s);
    }
    if (r.byRank.empty() || most + together > w.seconds * (1 + 1e-9)) return w;  // but for roundings
    w.seconds = most + together;
    w.bound = together > 0;
    return w;
  }
  [[nodiscard]] Weight readWeight() const { return weigh([](const IoSums& s) { return s.readTime; }); }
  [[nodiscard]] Weight writeWeight() const { return weigh([](const IoSums& s) { return s.writeTime; }); }
  [[nodiscard]] Weight ioWeight() const { return weigh([](const IoSums& s) { return s.time(); }); }
  // A concern by its share is one only where it weighs; `text` says how much, if anything is known of that.
  void judge(const char* id, bool concern, const char* sentence, std::vector<Value> values, const char* threshold, const char* source, const char* text, const Weight& weight) {
    say(id, concern && !weight.light() ? V::Concern : V::Fine, sentence, std::move(values), threshold, source);
    if (concern && std::isfinite(weight.share())) r.observations.back().more = weight.any() ? kWeighsAny : text, r.observations.back().moreValues = weight.values();
  }
  void unknown(const char* id, const char* text) { say(id, V::Unknown, text, {}, "", ""); }

  void sizes() {
    const bool moved = r.total.ops().value_or(0) > 0;
    if (!r.sizes.known) {
      if (moved) unknown("small-requests", kSizesUnknown);
      return;
    }
    for (const bool read : {true, false}) {
      const auto& bins = read ? r.sizes.reads : r.sizes.writes;
      std::int64_t all = 0;
      std::int64_t small = 0;
      for (std::size_t b = 0; b < bins.size(); ++b) all = saturatedSum(all, bins[b]), small = saturatedSum(small, b < 5 ? bins[b] : 0);
      if (all == 0) continue;
      const double part = static_cast<double>(small) / static_cast<double>(all);
      judge(read ? "small-reads" : "small-writes", part > 0.1 && small > 1000, read ? kSmallReads : kSmallWrites,
          {shareValue(part), countValue(static_cast<double>(all)), countValue(static_cast<double>(small)), whichOf(all, read ? r.total.readOps : r.total.writeOps, kOfSize)}, k10Requests, kDrishti,
            read ? kWeighsReads : kWeighsWrites, read ? readWeight() : writeWeight());
    }
  }
  void pattern() {
    bool told = false;
    for (const bool read : {true, false}) {
      const IoPattern& p = read ? r.reads : r.writes;
      if (!p.known || p.ops == 0) continue;
      told = true;
      const auto part = [&](std::int64_t n) { return shareValue(static_cast<double>(n) / static_cast<double>(p.ops)); };
      const std::int64_t most = p.randomAtMost();
      const auto many = [&](std::int64_t n) { return static_cast<double>(n) > 0.2 * static_cast<double>(p.ops) && n > 1000; };
      const bool perhaps = many(most);
      const bool any = p.random() == 0 && most >= p.ops;
      if (any && !perhaps) continue;  // none to all of a few
      const char* text = most == p.random() ? (read ? kRandomReads : kRandomWrites)
                         : any              ? (read ? kRandomReadsAny : kRandomWritesAny)
                                            : (read ? kRandomReadsBetween : kRandomWritesBetween);
      const Weight weight = read ? readWeight() : writeWeight();
      judge(read ? "random-reads" : "random-writes", many(p.random()) || perhaps, text,
          {part(p.random()), countValue(static_cast<double>(p.ops)), countValue(static_cast<double>(p.random())), whichOf(p.ops, read ? r.total.readOps : r.total.writeOps, kOfPlace),
           countValue(static_cast<double>(most)), part(most)}, k20, kDrishti,
            read ? kWeighsReads : kWeighsWrites, weight);
      if (perhaps && !many(p.random()) && !weight.light()) r.observations.back().verdict = V::Unknown;
    }
    if (!told && r.total.ops().value_or(0) > 0) unknown("random", kPatternUnknown);
  }
  void alignment() {
    const IoAlignment& a = r.alignment;
    if (!a.ops || !a.unalignedInFile || *a.ops <= 0) {
      if (r.total.ops().value_or(0) > 0) unknown("unaligned", kAlignUnknown);
      return;
    }
    const double part = static_cast<double>(*a.unalignedInFile) / static_cast<double>(*a.ops);
    judge("unaligned", part > 0.1 && *a.unalignedInFile > 1000, a.boundary > 0 ? kUnalignedAt : kUnaligned,
        {shareValue(part), countValue(static_cast<double>(*a.ops)), textValue(a.by), textValue(binary(a.boundary)), countValue(static_cast<double>(*a.unalignedInFile)), whichOf(*a.ops, r.total.ops(), kOfPlace)},
        k10Requests, kCountIsOurs, kWeighsBoth, weigh([](const IoSums& s) { return s.readTime || s.writeTime ? IoTime(s.readTime.value_or(0) + s.writeTime.value_or(0)) : std::nullopt; }));
  }
  void metadata() {
    const IoTime all = r.total.time();
    const Weight weight = weigh([](const IoSums& s) { return s.metaTime; });
    if (!r.total.metaTime || !all) {
      if (r.total.ops().value_or(0) > 0) unknown("metadata", kMetaUnknown);
    } else if (*all > 0) {
      const double part = *r.total.metaTime / *all;
      judge("metadata", part > 0.3 && *all > 1e12, kMetadata, {shareValue(part), time(*r.total.metaTime), time(*all)}, k30Time, "Weir", kWeighsMeta, weight);
    }
    if (const IoCount ops = r.total.metaOps(), moved = r.total.bytes(); ops && moved && *moved > 0) {
      const double each = static_cast<double>(*ops) / (static_cast<double>(*moved) / 1e6);
      judge("metadata-operations", each > 10 && *ops > 1000, kMetaOps, {countValue(each), countValue(static_cast<double>(*ops))},
          k10Mb, "Weir", kWeighsMeta, weight);
    }
    if (r.sizedFiles > 0) {
      const double part = static_cast<double>(r.smallFiles) / static_cast<double>(r.sizedFiles);
      judge("small-files", part > 0.5 && r.smallFiles > 1000, kSmallFiles,
          {shareValue(part), countValue(static_cast<double>(r.sizedFiles)), countValue(static_cast<double>(r.smallFiles)), whichOf(static_cast<std::int64_t>(r.sizedFiles), static_cast<std::int64_t>(r.files), kOfSize)},
          kHalfFiles, "Weir", kWeighsIo, ioWeight());
    }
  }
  void ranks() {
    if (r.ranksHere < 2 || r.total.bytes().value_or(0) == 0) return;
    const IoRank* most = nullptr;
    double together = 0;
    double sum = 0;
    for (const IoRank& k : r.byRank) {
      const double b = static_cast<double>(k.sums.bytes().value_or(0));
      if (k.together) together += b;
      else {
        sum += b;
        if (k.rank != kUnknownRank && (!most || b > static_cast<double>(most->sums.bytes().value_or(0)))) most = &k;
      }
    }
    if (together > 0.1 * (sum + together)) return unknown("one-rank", kRanksUnknown);
    if (!most || sum <= 0) return;
    const double b = static_cast<double>(most->sums.bytes().value_or(0));
    const double mean = sum / static_cast<double>(r.ranksHere);
    if (b <= mean) return say("imbalance", V::Fine, kAllAlike, {countValue(static_cast<double>(r.ranksHere)), bytes(b)}, kMean30, kBoundIsDrishtis);
    if (b / sum >= 0.9)
      return judge("one-rank", true, kOneRank, {textValue(std::to_string(most->rank)), shareValue(b / sum), countValue(static_cast<double>(r.ranksHere - 1))}, k90, "Weir", kWeighsIo, ioWeight());
    judge("imbalance", 1 - mean / b > 0.3, kImbalance, {textValue(std::to_string(most->rank)), bytes(b), bytes(mean), shareValue(1 - mean / b)},
        kMean30, kBoundIsDrishtis, kWeighsIo, ioWeight());
  }
  [[nodiscard]] Weight ofRun(double seconds) const { return r.runTime && *r.runTime > 0 ? Weight{seconds, static_cast<double>(*r.runTime) / 1e12, false, seconds} : Weight{}; }
  void rankTimes() {
    if (r.ranksHere < 2 || r.total.time().value_or(0) <= 0) return;
    // Of collective calls a few ranks do what POSIX sees for all: that is meant to be uneven.
    for (const IoLayer& l : r.layers)
      if (l.name == r.sharedTime.layer && saturatedSum(l.collectiveReads.value_or(0), l.collectiveWrites.value_or(0)) > saturatedSum(l.independentReads.value_or(0), l.independentWrites.value_or(0))) return sharedTimes();
    std::vector<double> seconds;
    std::int32_t slowest = kUnknownRank;
    double most = 0, sum = 0, together = 0;
    bool told = true;
    for (const IoRank& k : r.byRank) {
      const IoTime t = k.sums.wholeTime();
      told = told && t;
      const double s = t.value_or(0) / 1e12;
      if (k.together || k.rank == kUnknownRank) {
        together += s;
        continue;
      }
      seconds.push_back(s);
      sum += s;
      if (s > most) most = s, slowest = k.rank;
    }
    if (!told || together > sum || most <= 0) return sharedTimes();
    seconds.resize(std::max(seconds.size(), static_cast<std::size_t>(r.ranksHere)));  // the others did none
    const auto mid = seconds.begin() + static_cast<std::ptrdiff_t>((seconds.size() - 1) / 2);
    std::nth_element(seconds.begin(), mid, seconds.end());
    const bool median = *mid > 0;
    const double usual = median ? *mid : sum / static_cast<double>(seconds.size());
    judge("time-imbalance", most > 2 * usual, median ? kSlowest : kSlowestMean,
          {textValue(std::to_string(slowest)), {most, "s"}, countValue(static_cast<double>(seconds.size())), {usual, "s"}, multiple(most / usual)}, kTwice, "Weir", kWeighsRank, ofRun(most));
  }
  void sharedTimes() {
    const IoSharedTime& t = r.sharedTime;
    const auto rank = [](std::int32_t k) { return textValue(k == kUnknownRank ? "?" : std::to_string(k)); };
    const std::string file = t.file.substr(t.file.find_last_of('/') + 1);
    if (std::isfinite(t.mean) && t.mean > 0)
      return judge("time-imbalance", t.slowest > 2 * t.mean, kSlowestShared,
                   {textValue(file), rank(t.slowestRank), textValue(t.layer), {t.slowest, "s"}, {t.mean, "s"}, multiple(t.slowest / t.mean), rank(t.fastestRank), {t.fastest, "s"}}, kTwice, "Weir",
                   kWeighsRank, ofRun(t.slowest));
    if (std::isfinite(t.slowest) && t.fastest > 0)
      return judge("time-imbalance", t.slowest > 2 * t.fastest, kSlowestFastest,
                   {textValue(file), rank(t.slowestRank), textValue(t.layer), {t.slowest, "s"}, rank(t.fastestRank), {t.fastest, "s"}, multiple(t.slowest / t.fastest)}, kTwice, "Weir", kWeighsRank,
                   ofRun(t.slowest));
    unknown("time-imbalance", kTimesUnknown);
  }
  void servers() {
    const std::vector<const IoServer*> known = ioKnownServers(r);
    if (known.empty()) return;
    const IoServer& slow = *known.front();
    const double usual = ioUsualRate(known);
    double layers = 0;
    for (const IoLayer& l : r.layers)
      if (l.countsOnce) layers += std::isfinite(l.estimate.seconds) ? l.estimate.seconds : std::numeric_limits<double>::infinity();
    Weight weight = ofRun(slow.time / 1e12);
    weight.bound = true;
    if (!r.slowServers.empty() && r.slowServers.front().name == slow.name && std::isfinite(weight.seconds))
      weight.seconds = r.slowServers.front().longest / 1e12, weight.bound = r.slowServers.front().bound;
    if (weight.bound) weight.seconds = std::min(weight.seconds, layers);
    judge("slow-server", usual > 2 * slow.bytesPerSecond(), r.striped ? kServerParts : kServer,
          {textValue(slow.name), rate(slow.bytesPerSecond()), countValue(static_cast<double>(known.size())), rate(usual), multiple(usual / slow.bytesPerSecond()), countValue(static_cast<double>(slow.files))}, kTwice,
          "Weir", kWeighsLayer, weight);
  }
  void failures() {
    const auto n = static_cast<double>(r.total.failedData);
    if (n <= 0) return;
    const double all = n + static_cast<double>(r.total.ops().value_or(0));
    say("failed", n / all > 0.01 ? V::Concern : V::Fine, kFailed, {countValue(n), countValue(all), shareValue(n / all)}, kOnePercent, "Weir");
  }
  void interfaces() {
    const double total = static_cast<double>(r.total.bytes().value_or(0));
    for (const IoLayer& l : r.layers) {
      if (l.name == "STDIO" && l.countsOnce && total > 0) {
        const double part = static_cast<double>(l.sums.bytes().value_or(0)) / total;
        judge("stdio", part > 0.1, kStdio, {shareValue(part)}, k10, kDrishti, kWeighsLayer, weigh([](const IoSums& s) { return s.time(); }, [&](const IoLayer& o) { return &o == &l; }));
      }
      for (const bool read : {true, false}) {
        const IoCount c = read ? l.collectiveReads : l.collectiveWrites;
        const IoCount i = read ? l.independentReads : l.independentWrites;
        const std::int64_t all = c && i ? saturatedSum(*c, *i) : 0;
        if (all <= 0) continue;
        const double part = static_cast<double>(*c) / static_cast<double>(all);
        judge(read ? "collective-reads" : "collective-writes", part < 0.5 && all > 1000, read ? kCollectiveReads : kCollectiveWrites,
            {shareValue(part), countValue(static_cast<double>(all))}, kBelowHalf, kDrishti, kWeighsLayer,
            weigh([read](const IoSums& s) { return read ? s.readTime : s.writeTime; }, [&](const IoLayer& o) { return &o == &l; }));
      }
    }
  }
  void again() {
    if (r.total.readBytes.value_or(0) == 0) return;
    const auto epochs = static_cast<double>(r.epochs.size());
    if (r.uniqueRead && *r.uniqueRead > 0) {
      const double times = static_cast<double>(r.placedRead) / static_cast<double>(*r.uniqueRead);
      if (epochs > 1)
        judge("read-again", times > 1.5 * epochs, kReReadEpochs,
            {bytes(static_cast<double>(r.placedRead)), bytes(static_cast<double>(*r.uniqueRead)), multiple(times), countValue(epochs), multiple(times / epochs)}, k15Epoch, "Weir", kWeighsReads, readWeight());
      else
        judge("read-again", times > 1.5, kReRead,
              {bytes(static_cast<double>(r.placedRead)), bytes(static_cast<double>(*r.uniqueRead)), multiple(times)}, k15, "Weir", kWeighsReads, readWeight());
    } else if (r.extentRead && *r.extentRead > 0) {
      const double times = static_cast<double>(r.extentReadBytes) / static_cast<double>(*r.extentRead);
      const Weight weight = readWeight();
      judge("read-again", times > 1.5, times < kIoToldApart ? kReReadAny : kReReadLow,
            {bytes(static_cast<double>(r.extentReadBytes)), bytes(static_cast<double>(std::min(*r.extentRead, r.extentReadBytes))), multiple(times)}, k15, "Weir", kWeighsReads, weight);
      // A lower bound within the bounds leaves it open, but where it weighs nothing.
      if (times <= 1.5 && !weight.light()) r.observations.back().verdict = V::Unknown;
      else if (times <= 1.5) r.observations.back().more = kWeighsReads, r.observations.back().moreValues = weight.values();
    } else {
      unknown("read-again", kReReadUnknown);
    }
    const IoCache& c = r.cache;
    if (c.firstTime > 0 && c.againTime > 0 && c.againBytes > 0) {
      const double first = static_cast<double>(c.firstBytes) / (c.firstTime / 1e12);
      const double next = static_cast<double>(c.againBytes) / (c.againTime / 1e12);
      const double again = static_cast<double>(c.againBytes) / (static_cast<double>(c.firstBytes) + static_cast<double>(c.againBytes));
      judge("cache", again > 0.1 && next < 1.2 * first, kCache, {rate(next), rate(first), multiple(next / first), shareValue(again)}, k12, "Weir", kWeighsReads, readWeight());
    }
    if (r.epochs.size() > 1 && r.epochs.front().number == 1 && r.epochs.front().busy > 0) {
      double later = 0;
      double busy = 0;
      for (std::size_t e = 1; e < r.epochs.size(); ++e)
        if (r.epochs[e].busy > 0) later += static_cast<double>(r.epochs[e].sums.readBytes.value_or(0)), busy += r.epochs[e].busy;
      const double first = static_cast<double>(r.epochs.front().sums.readBytes.value_or(0)) / r.epochs.front().busy;
      if (busy > 0 && later > 0 && first > 0)
        judge("first-epoch", later / busy > 1.5 * first, kFirstEpoch, {rate(first), rate(later / busy), multiple(later / busy / first)}, kLater15, "Weir", kWeighsReads, readWeight());
    }
  }
  void cost() {
    const IoRankTime& t = r.time;
    if (!t.computes) {
      if (r.any) unknown("data-stall", kStallUnknown);
      return;
    }
    if (t.operates || t.loads) {
      const double of = r.stallOfSteps ? t.steps : t.wall;
      if (of > 0) {
        const double part = t.stall / of;
        say("data-stall", part > 0.1 ? V::Concern : V::Fine, r.stallOfSteps ? kStallSteps : kStallWall, {shareValue(part), time(t.stall), time(of)}, kBusy90, "MLPerf Storage");
      }
      const double io = t.operates ? t.io : t.load;
      const double hidden = t.operates ? t.ioOverlapped : t.loadOverlapped;
      if (io > 0) {
        const double part = (io - hidden) / io;
        judge("exposed", part > 0.5, t.operates ? kExposed : kExposedLoad, {shareValue(part), time(io - hidden), time(io)}, kHalf, "Weir", kWeighsExposed, {(io - hidden) / 1e12, t.wall / 1e12});
      }
    }
  }
};

std::string shown(const Value& v) {
  if (v.unit == "text") return v.words;
  if (v.unit == "1") return units::showPercent(v.number);
  if (v.unit == "B") return units::showBytes(v.number);
  if (v.unit == "s") return units::showSeconds(v.number);
  if (v.unit == "B/s") return units::showBytesPerSecond(v.number);
  if (v.unit == "x") return ioTimesText(v.number);
  return ioCountText(v.number);
}

}  // namespace

std::string ioCountText(double n) {
  if (n == std::round(n)) return columnText(n, ColumnUnit{});
  return n < 1000 ? fmt::format("{:.3g}", n) : columnText(std::round(n), ColumnUnit{});
}

std::string ioTimesText(double n) { return n < 999.5 ? fmt::format("{:.{}f}", n, n < 9.995 ? 2 : n < 99.95 ? 1 : 0) : columnText(std::round(n), ColumnUnit{}); }

const std::vector<const char*>& ioObservationTexts() {
  static const std::vector<const char*> texts{
      kSmallReads,   kSmallWrites,     kRandomReads,      kRandomWrites, kRandomReadsBetween, kRandomWritesBetween, kRandomReadsAny, kRandomWritesAny, kUnaligned,    kMetadata,       kSmallFiles,   kMetaOps,    kOneRank,
      kImbalance,    kStdio,           kCollectiveReads,  kCollectiveWrites, kReRead,     kReReadLow,       kReReadAny, kAllAlike, kReReadEpochs, kCache,          kFirstEpoch,   kStallSteps, kStallWall,
      kFailed, kSlowest, kSlowestMean, kSlowestShared, kSlowestFastest, kServer, kServerParts, kWeighsReads, kWeighsWrites, kWeighsBoth, kWeighsMeta, kWeighsIo, kWeighsLayer, kWeighsAny, kAtMost, kWeighsRank,
      kWeighsExposed, kTimesUnknown, kTwice, kOnePercent, iotext::kDiffers, iotext::kMissing, iotext::kNotBelow, iotext::kUnsized, iotext::kFailedMeta, iotext::kStallOfWall,
      kExposed,      kExposedLoad,     kPartial,         kSizesUnknown,     kPatternUnknown, kAlignUnknown, kMetaUnknown,     kRanksUnknown, kReReadUnknown,  kStallUnknown,   kUnalignedAt,
      k10Requests, k20, k30Time, k10Mb, kHalfFiles, k90, kMean30, k10, kBelowHalf, k15Epoch, k15, k12, kLater15, kBusy90, kHalf, kOfSize, kOfPlace,
      iotext::kNoTimes, iotext::kLayerNoTimes, iotext::kLayerData, iotext::kTraced, iotext::kNoSizes, iotext::kHeat, iotext::kThreads, iotext::kPhasesSums, iotext::kPhasesMarks,
      iotext::kPhasesNone, iotext::kByCounters, iotext::kByStripe, iotext::kByBoth, iotext::kByPages, iotext::kLost};
  return texts;
}

namespace {
std::string filled(const std::string& text, const std::vector<Value>& values) {
  std::string s;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (text[i] == '%' && next >= '1' && next <= '9' && static_cast<std::size_t>(next - '1') < values.size()) {
      s += shown(values[static_cast<std::size_t>(next - '1')]);
      ++i;
    } else {
      s += text[i];
    }
  }
  return s;
}
}  // namespace

std::string sentence(const IoObservation& o) { return filled(o.text, o.values) + (o.more.empty() ? "" : " " + filled(o.more, o.moreValues)); }

void ioNote(IoReport& r, const char* text, std::vector<Value> values) {
  r.notes.push_back({"note", V::Unknown, text, std::move(values), {}, {}, "", ""});
}

void ioObserve(IoReport& r) {
  Observer o{r};
  for (const IoLayer& l : r.layers)
    if (l.sums.partial) o.say("partial", V::Unknown, kPartial, {textValue(l.name)}, "", "the log's own flag");
  o.cost();
  o.sizes();
  o.pattern();
  o.alignment();
  o.metadata();
  o.ranks();
  o.rankTimes();
  o.servers();
  o.failures();
  o.interfaces();
  o.again();
  std::stable_sort(r.observations.begin(), r.observations.end(), [](const IoObservation& a, const IoObservation& b) {
    const auto order = [](V v) { return v == V::Concern ? 0 : v == V::Unknown ? 2 : 1; };
    return order(a.verdict) < order(b.verdict);
  });
}

}  // namespace weir
