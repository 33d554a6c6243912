// The state of one I/O report while it is worked out. Private to io_report, io_flow, io_files, io_servers.
#pragma once

#include <map>
#include <unordered_map>

#include "core/summarize/io_access.h"
#include "core/summarize/io_marks.h"
#include "core/summarize/io_sum.h"

namespace weir {

struct IoWork {
  const Run& run;
  const IoReportOptions& options;
  const Job& job;
  IoReport out;

  struct Layer {
    NameId id = 0;
    bool records = false, operations = false, metadata = false;  // anywhere in the run; metadata: operations beside reads and writes
    bool useRecords = false, useOperations = false;              // what its sums come from; neither = not in the range
    IoSums fromRecords, fromOperations;
    IoSizes recordSizes, operationSizes;
    IoPattern recordReads, recordWrites, operationReads, operationWrites;
    std::vector<std::int64_t> readSizes, writeSizes;  // of operations, for the medians
    std::unordered_map<std::int64_t, std::int64_t> common;
    std::vector<double> rankTime;  // by rank index; times in files of their own, ps
    std::uint64_t files = 0;
    std::uint32_t stamp = 0;
    std::int64_t fileRead = 0, fileWritten = 0;  // bytes of the file in hand
  };
  std::vector<Layer> layers;
  std::vector<std::uint16_t> layerOf;  // by NameId: index + 1; 0 = no layer
  IoMarks marks;
  std::vector<std::uint32_t> epochOf;  // of operations, 1 is the first; empty where there are no epochs

  // Alignment of operations.
  std::unordered_map<NameId, std::int64_t> stripe;  // of files, B
  std::unordered_map<NameId, std::vector<std::string>> servers;  // of files, in the order of their stripes; empty = not known
  std::int64_t alignedOps = 0, unaligned = 0, byStripe = 0;

  [[nodiscard]] bool inRange(const IoOperation& op) const { return !out.ranged || (op.start >= out.range.from && op.start < out.range.to); }
  [[nodiscard]] Layer* layer(NameId id) { return layerOf[id] == 0 ? nullptr : &layers[layerOf[id] - 1U]; }
  // Where every call was traced, what did not happen is known: 0, not unknown.
  void knownZero(IoSums& s) const {
    bool data = true;
    bool metadata = true;
    bool any = false;
    for (const Layer& l : layers) {
      if (!counted(l)) continue;
      any = true;
      data = data && l.useOperations;
      metadata = metadata && l.useOperations && l.metadata;
    }
    if (!any || !data) return;
    // No operation of a kind moved no bytes; of one that was there the bytes may be unknown all the same.
    for (const auto& [ops, bytes, time] : {std::tuple(&s.readOps, &s.readBytes, &s.readTime), std::tuple(&s.writeOps, &s.writeBytes, &s.writeTime)}) {
      if (!*ops) *ops = 0;
      if (*ops == 0 && !*bytes) *bytes = 0;
      if (!*time) *time = 0;
    }
    if (!metadata) return;
    for (IoCount* c : {&s.opens, &s.stats, &s.seeks, &s.syncs})
      if (!*c) *c = 0;
    if (!s.metaTime) s.metaTime = 0;
  }
  [[nodiscard]] bool counted(const Layer& l) const { return out.layers[static_cast<std::size_t>(&l - layers.data())].countsOnce; }
};

inline void ioAdd(IoCount& sum, std::int64_t v) {
  if (v >= 0) sum = saturatedSum(sum.value_or(0), v);
}
inline void ioAddTime(IoTime& sum, double ps) {
  if (ps >= 0) sum = sum.value_or(0) + ps;
}
[[nodiscard]] IoSums ioSumsOf(const IoRecord& r);
// Counts one operation; a failed one only as such and by its time.
void ioCount(IoSums& sums, const IoOperation& op);

// By time: gaps, phases, epochs, bandwidth, what overlaps computing. Both false when stopped.
[[nodiscard]] bool ioFlow(IoWork& w);
// By file: sums, patterns, different bytes, ranks, kinds.
[[nodiscard]] bool ioFiles(IoWork& w);
// What lies on servers that are slow: after the files.
void ioSlowServers(IoWork& w);
// Of which a MB or more is known, the slowest first: the rate of a few bytes says nothing of the disk. Fewer than three: none.
[[nodiscard]] std::vector<const IoServer*> ioKnownServers(const IoReport& r);
[[nodiscard]] inline double ioUsualRate(const std::vector<const IoServer*>& known) { return known[known.size() / 2]->bytesPerSecond(); }
// How layers above stand to those below, ranks' times in shared files: after the layers' sums.
void ioBeside(IoWork& w);
void ioSharedTimes(IoWork& w);
void ioObserve(IoReport& r);
// A note: `text` is one of ioObservationTexts().
void ioNote(IoReport& r, const char* text, std::vector<IoObservation::Value> values = {});
namespace iotext {
inline constexpr const char* kLost = "The log is cut off or damaged in %1: its figures are lower bounds, and what none is known of is unknown.";
inline constexpr const char* kNoTimes = "The log holds sums without times: the whole run is shown, whatever the range.";
inline constexpr const char* kLayerNoTimes = "%1: the log holds sums without times, so nothing of it is in this range.";
inline constexpr const char* kLayerData = "%1: single reads and writes only; opens, seeks and the like have no times.";
inline constexpr const char* kTraced = "%1: %2 of %3 reads and writes are known one by one; gaps, distances and times come from those.";
inline constexpr const char* kNoSizes = "%1: the log does not say how large its requests are.";
inline constexpr const char* kDiffers = "%1: %2 read and %3 written, where the layers below moved %4 and %5 in the same files: not the same bytes (buffers, sieving, headers, or files that the log lost).";
inline constexpr const char* kMissing = "%1: nothing is known below of any of its files: its %2 are in no total.";
inline constexpr const char* kNotBelow = "%1: nothing is known below of %2 of its %3 files: the %4 moved there are in no total.";
inline constexpr const char* kUnsized = "Of %1 of %2 reads and writes the size is unknown: bytes and rates are lower bounds.";
inline constexpr const char* kFailedMeta = "%1 opens, stats and other calls failed: their time counts, they do not.";
inline constexpr const char* kStallOfWall = "Ranks wait for data in %1 of their steps' time (%2 of %3), and in %4 of their whole time (%5 of %6), which is what the breakdown shows.";
inline constexpr const char* kThreads = "The time in I/O sums to %1, more than the run time (%2) times the ranks (%3): calls of several threads or processes of a rank ran at once.";
inline constexpr const char* kHeat = "Bytes of each rank are those of the log's heat map; operations and times in shared files are known of all ranks together only.";
inline constexpr const char* kPhasesSums = "the log holds sums without times: which step or epoch they belong to is unknown";
inline constexpr const char* kPhasesMarks = "no step, epoch or checkpoint is marked in the trace";
inline constexpr const char* kPhasesNone = "no operation lies in a step, an epoch or a checkpoint";
inline constexpr const char* kByCounters = "Darshan's counters";
inline constexpr const char* kByStripe = "stripe size";
inline constexpr const char* kByBoth = "stripe size, else 4 KiB pages (assumed)";
inline constexpr const char* kByPages = "4 KiB pages (assumed)";
}  // namespace iotext

}  // namespace weir
