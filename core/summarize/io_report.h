// The I/O characterisation report: how many bytes, operations and seconds, where, how, and what they cost the training.
// Sources are a log's sums a file and rank (Run::ioRecords), single operations (Run::io), and the slices of a training
// trace beside them. Definitions and where they come from:
//   layer totals         every byte once: POSIX + STDIO, and DAOS (or DFS), which pass neither; MPI-IO, HDF5 and PnetCDF
//                        stand beside them, as PyDarshan's job summary has it.
//   sizes                Darshan's ten bins, upper end included (darshan-common.h: 100 B, 1 KiB, 10 KiB, ... 1 GiB, more).
//   sequential           at a higher offset than the last byte this rank touched in this file in this direction;
//   consecutive          right behind it, and part of sequential (darshan-posix.c; the first access of a file at offset 0
//                        is neither). A single operation further tells first, forward with a gap, and backward.
//   strided              forward by the same gap as the time before (own definition: two equal gaps in a row).
//   estimated bandwidth  bytes / (slowest rank's time in files of its own + slowest rank's time in each shared file):
//                        darshan-util's agg_perf_by_slowest.
//   data stall           a rank loads data while it neither computes nor communicates (breakdown.h).
//   failed               reads and writes that returned an error moved nothing: they are counted apart, with no operation and
//                        no bytes, but their time is time in I/O (core/run/io_failed.h: only some traces tell).
//   weight               so much of the run time did it take the slowest rank, where each rank's time is told; else at most: over
//                        the layers that count, the lesser of the time all ranks spent so and the slowest rank's time in all its
//                        I/O. What weighs below 1 % of the run time is no concern, whatever its share.
// What cannot be known is nullopt or NaN, never 0. Pure, any thread; O(n) in operations but for the files whose reads jump
// about, which are sorted.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

struct IoReportOptions {
  std::optional<TimeRange> range = std::nullopt;  // operations that start within; none = the whole run
  std::vector<TimeRange> stepsByHand = {};        // of all ranks; empty = as findSteps finds them
  std::size_t mostFiles = 10'000;                 // rows kept, by time; and of what lies on a slow server
  std::size_t mostSteps = 10'000;                 // rows kept, by stall
  int bins = 240;                                 // of the bandwidth over time
};

using IoCount = std::optional<std::int64_t>;
// ps. Hours of thousands of ranks together are beyond 64 bits of them: 2,562 hours in all.
using IoTime = std::optional<double>;

// Sums over ranks.
struct IoSums {
  IoCount readBytes, writeBytes, readOps, writeOps, opens, stats, seeks, syncs;
  IoTime readTime, writeTime, metaTime;
  std::uint64_t unsizedReads = 0, unsizedWrites = 0;  // whose bytes nobody knows
  std::uint64_t failedData = 0, failedMeta = 0;       // reads and writes, and other calls, known to have failed; in no other count
  bool partial = false;       // lower bounds: the log ran out of room, is cut off or damaged
  void add(const IoSums& o);
  [[nodiscard]] bool leastRead() const { return readBytes && (partial || unsizedReads > 0); }     // read so much or more
  [[nodiscard]] bool leastWritten() const { return writeBytes && (partial || unsizedWrites > 0); }
  [[nodiscard]] IoCount bytes() const;    // read + written, of what is known
  [[nodiscard]] IoCount ops() const;      // reads + writes
  [[nodiscard]] IoCount metaOps() const;  // opens + stats + seeks + syncs
  [[nodiscard]] IoTime time() const;      // reading + writing + metadata
  // The time where all of it is told: what moved bytes took some.
  [[nodiscard]] IoTime wholeTime() const;
};

inline constexpr std::array<std::int64_t, 9> kIoSizeEnds{100, 1024, 10240, 102400, 1048576, 4194304, 10485760, 104857600, 1073741824};
inline constexpr std::array<const char*, 10> kIoSizeNames{"0 to 100 B",     "to 1 KiB",  "to 10 KiB",  "to 100 KiB", "to 1 MiB",
                                                          "to 4 MiB",       "to 10 MiB", "to 100 MiB", "to 1 GiB",   "above 1 GiB"};
[[nodiscard]] std::size_t ioSizeBin(std::int64_t bytes);

struct IoSizes {
  bool known = false;
  bool exact = false;                       // from single operations
  bool partial = false;                     // lower bounds, and what none is known of is unknown: the log is cut off or damaged
  std::array<std::int64_t, 10> reads{}, writes{};
  // Exact, from single operations; NaN where there are none.
  double readMedian = std::numeric_limits<double>::quiet_NaN(), writeMedian = readMedian, readLargest = readMedian, writeLargest = readMedian;
  struct Common {
    std::int64_t bytes = 0, count = 0;
  };
  std::vector<Common> common;               // most frequent sizes, reads and writes together; at most 8
  bool commonExact = false;                 // else Darshan's: the four most frequent of each file, so a lower bound
};

struct IoPattern {  // of the reads or the writes of a layer
  bool known = false, exact = false;  // exact: by the offsets of single operations
  std::int64_t ops = 0;               // whose place in the file is known
  std::int64_t sequential = 0, consecutive = 0;  // Darshan's
  std::int64_t first = 0;             // first in their file by their rank. Not exact: as many as there may be
  std::int64_t forward = 0, strided = 0, backward = 0;  // exact only: behind a gap; of these by equal gaps; before the last byte's end
  std::int64_t unplaced = 0;          // operations whose offset nobody knows
  // Accesses that jump back: exact, or at least so many (neither sequential nor perhaps the first).
  [[nodiscard]] std::int64_t random() const {
    if (exact) return backward;
    const std::int64_t rest = ops - sequential;
    return rest > first ? rest - first : 0;
  }
  // Or at most so many: counters leave open whether the first access of a file jumped back.
  [[nodiscard]] std::int64_t randomAtMost() const { return exact || ops - sequential < random() ? random() : ops - sequential; }
  void add(const IoPattern& o);
};

struct IoAlignment {
  IoCount ops, unalignedInFile, unalignedInMemory;  // reads and writes
  std::int64_t boundary = 0;  // B; 0 = it differs between files
  std::string by;             // one of ioObservationTexts(): "Darshan's counters", "stripe size", ...
};

struct IoBandwidth {
  double seconds = std::numeric_limits<double>::quiet_NaN();       // agg_time_by_slowest
  double bytesPerSecond = std::numeric_limits<double>::quiet_NaN();  // agg_perf_by_slowest
  std::int32_t slowestRank = kUnknownRank;                            // in files of its own
};

struct IoLayer {
  std::string name;
  bool countsOnce = false;   // part of the totals
  bool fromRecords = false;  // sums of the log; else of single operations
  bool lost = false;         // the log is cut off or damaged within it: lower bounds, and what none is known of is unknown
  std::uint64_t traced = 0;  // single operations known, in the range
  std::uint64_t files = 0;
  IoSums sums;
  IoSizes sizes;
  IoPattern reads, writes;
  IoAlignment alignment;
  IoBandwidth estimate;
  IoCount collectiveReads, collectiveWrites, independentReads, independentWrites;  // MPI-IO, where the log says
  // Of a layer that does not count: how its bytes stand to those of the layers below in the same files.
  enum class Below : std::uint8_t {
    Unknown,   // one of the two is not told
    Same,      // within 1 %, reading and writing each: the same bytes again
    Differs,   // buffering, sieving, headers of the format, or a log that lost files
    Missing,   // none of its files is known below: its bytes are in no total
  } below = Below::Unknown;
  IoCount belowRead, belowWritten;     // what the counted layers moved in its files
  std::uint64_t filesNotBelow = 0;     // its files that no counted layer knows
  std::int64_t bytesNotBelow = 0;      // what it moved in those
};

struct IoGroup {  // of a kind of file, an extension, a mount
  std::string name, detail;
  std::uint64_t files = 0, smallFiles = 0;  // small: below 1 MiB, where the size is known
  std::uint64_t sized = 0;
  IoSums sums;
};

// A lower bound of how many times bytes were read says nothing below this: at least once is each.
inline constexpr double kIoToldApart = 1.005;

enum class IoFileKind : std::uint8_t { Dataset, Checkpoint, Output, Config, Library, Log, System, Other };
inline constexpr int kIoFileKinds = 8;
[[nodiscard]] const char* name(IoFileKind k);
// By its name, and whether it was only written.
[[nodiscard]] IoFileKind ioFileKind(std::string_view path, bool read, bool written);
[[nodiscard]] std::string ioExtension(std::string_view path);  // ".npz"; "" = none
// "parallel file system", "memory", "node's disk", ... by the mount's type; "" = not known.
[[nodiscard]] const char* ioTier(std::string_view fileSystem);

struct IoFile {
  NameId file = 0;
  std::string name, mount, fileSystem;
  IoFileKind kind = IoFileKind::Other;
  IoSums sums;
  bool shared = false;                 // by all ranks, as the log says
  std::uint32_t ranks = 0;             // that are known to have touched it; 0 = all together
  IoCount extent;                      // highest byte touched + 1: the size, as far as it is known
  IoCount uniqueRead;                  // different bytes read; exact where `placed`, else at most the extent read
  bool placed = false;                 // all reads have offsets
  std::optional<std::int64_t> start, end;  // first and last access, ps on the run's axis
  // Bytes read / different bytes read. Not placed: at least so much. NaN = unknown; at least once is no more than that.
  [[nodiscard]] double amplification() const;
};

struct IoRank {
  std::int32_t rank = kUnknownRank;
  bool together = false;  // what the log only knows of all ranks together
  IoCount files;
  IoSums sums;
};

// Times of a rank in ps, each a union over its threads; or their sums over the ranks. NaN-less: the last three say whether
// anything tells.
struct IoRankTime {
  std::int32_t rank = kUnknownRank;
  double wall = 0;
  double computing = 0;             // as in breakdown.h
  double io = 0, ioOverlapped = 0;  // in operations of the counted layers; of this while computing
  double load = 0, loadOverlapped = 0;  // in the data loader, as marked; of this while computing
  double stall = 0;                 // data stall within steps, or within the wall where no steps are known
  double stallOfWall = 0;           // data stall within the wall: what the breakdown has
  double steps = 0;                 // length of its steps; 0 = none known
  bool computes = false, operates = false, loads = false;
};

struct IoStep {
  std::int32_t rank = kUnknownRank;
  std::int64_t number = 0;  // as every view calls it: stepNumbers() of breakdown.h
  TimeRange at;
  std::int64_t stall = 0;
};

struct IoPhase {
  enum class Kind : std::uint8_t { StartUp, Epoch, Steps, Checkpoint, Evaluation, Between, After } kind = Kind::StartUp;
  std::size_t epoch = 0;  // 1 is the first
  IoSums sums;
  std::int64_t from = 0, to = 0;  // first start to last end of the phase over the ranks; equal = unknown
  std::int64_t length = 0;        // mean over the ranks that have it
};
[[nodiscard]] std::string name(const IoPhase& p);

struct IoEpoch {
  std::size_t number = 0;  // 1 is the first
  TimeRange at;            // over the ranks
  std::int64_t length = 0; // mean over the ranks
  IoSums sums;
  std::uint64_t files = 0;      // read
  IoCount readAgain;            // bytes that had been read before, in this epoch or an earlier one; exact
  double busy = std::numeric_limits<double>::quiet_NaN();    // s while any rank reads
  double median = std::numeric_limits<double>::quiet_NaN();  // of the reads' durations, s
  IoTime stall;                 // data stall in it, over the ranks
  IoCount ranks;                // how many ranks that is
};

struct IoOverTime {
  TimeRange range;
  std::vector<double> read, written;  // bytes of each bin
  bool exact = false;                 // operations, spread over their durations; else the log's heat map
  [[nodiscard]] double binSeconds() const { return read.empty() ? 0 : static_cast<double>(range.length()) / 1e12 / static_cast<double>(read.size()); }
};

inline constexpr std::array<const char*, 10> kIoGapNames{"none or overlapping", "to 1 µs", "to 10 µs", "to 100 µs", "to 1 ms",
                                                         "to 10 ms", "to 100 ms", "to 1 s", "to 10 s", "above 10 s"};
inline constexpr std::array<const char*, 9> kIoDistanceNames{"back by 1 MiB or more", "back by less", "none (consecutive)", "to 4 KiB", "to 64 KiB",
                                                             "to 1 MiB", "to 16 MiB", "to 1 GiB", "above 1 GiB"};
[[nodiscard]] std::size_t ioGapBin(std::int64_t ps);
[[nodiscard]] std::size_t ioDistanceBin(std::int64_t bytes);

// First reads of bytes against reads of bytes that were read before: what a cache answers.
struct IoCache {
  std::int64_t firstOps = 0, firstBytes = 0, againOps = 0, againBytes = 0;  // an access is "again" when all of it is
  double firstTime = 0, againTime = 0;
  IoCount deviceRead, deviceWritten;  // bytes the block devices moved (iostat), where the trace has them
};

// A storage server (Lustre: OST) by the files that lie on it alone, and by placed accesses that lie within one stripe.
struct IoServer {
  std::string name;  // "14"
  std::uint64_t files = 0;
  std::int64_t bytes = 0, ops = 0;  // of reads and writes
  double time = 0;                  // of these in ps, summed over the ranks
  [[nodiscard]] double bytesPerSecond() const { return time > 0 ? static_cast<double>(bytes) / (time / 1e12) : std::numeric_limits<double>::quiet_NaN(); }
};

// A server on which an access moves less than half of what it does on the median one, and what lies there.
struct IoSlowServer {
  struct Part {  // of one file what one rank moved there
    std::string file;
    std::int32_t rank = kUnknownRank;
    bool together = false;  // all ranks, as the log keeps a shared file
    std::int64_t bytes = 0, ops = 0;
    double time = 0;        // ps
    [[nodiscard]] double bytesPerSecond() const { return time > 0 ? static_cast<double>(bytes) / (time / 1e12) : std::numeric_limits<double>::quiet_NaN(); }
  };
  std::string name;
  std::uint64_t files = 0, ranks = 0;  // ranks: known one by one
  std::vector<Part> parts;             // the slowest first
  std::uint64_t partsLeftOut = 0;
  double longest = 0;                  // of a rank there, ps
  bool bound = false;                  // the longest may have been less: part of it is of all ranks together
};

// The file that all ranks share in which the slowest rank takes longest, as the log keeps it.
struct IoSharedTime {
  std::string file, layer;
  std::int32_t slowestRank = kUnknownRank, fastestRank = kUnknownRank;
  double slowest = std::numeric_limits<double>::quiet_NaN(), fastest = slowest, mean = slowest;  // s; mean over the ranks
};

struct IoObservation {
  enum class Verdict : std::uint8_t { Concern, Fine, Unknown };
  std::string id;            // "small-reads"
  Verdict verdict = Verdict::Unknown;
  std::string text;          // a sentence with %1, %2, ... for `values`: one of ioObservationTexts()
  struct Value {
    double number = 0;
    std::string unit;        // "1" a fraction, "B", "s", "" a count, "x" so many times, "B/s"; "text": `words` instead
    std::string words = {};  // a name, or one of ioObservationTexts()
  };
  std::vector<Value> values;
  std::string more;          // a second sentence, "" = none: what it weighs, where the first half of the threshold is met
  std::vector<Value> moreValues;
  std::string threshold;     // "above 10 % and more than 1000 requests"
  std::string source;        // "Drishti", "Darshan", "MLPerf Storage", "Weir"
};
// Every fixed text of observations, thresholds, notes and the like: what a window translates.
[[nodiscard]] const std::vector<const char*>& ioObservationTexts();
[[nodiscard]] std::string sentence(const IoObservation& o);  // in English, with its figures
[[nodiscard]] std::string ioCountText(double n);             // every digit of a whole number ("50,804"), three of others
[[nodiscard]] std::string ioTimesText(double n);             // "1.00", "12.1", "2,048"

struct IoReport {
  std::string title, format;
  TimeRange range;
  bool ranged = false;
  bool any = false;             // anything of I/O or data loading at all
  std::int32_t ranks = 0;       // that the job had, as far as it is known; 0 = unknown
  std::int32_t ranksHere = 0;   // of these in the run
  std::int32_t worldSize = -1;  // as the run says it; -1 = it does not
  std::optional<std::int64_t> runTime;  // ps, of the range
  IoSums total;
  std::uint64_t files = 0, readOnly = 0, writeOnly = 0, readWrite = 0, untouched = 0;  // untouched: opened or asked for only
  std::uint64_t sharedFiles = 0, partlyShared = 0, ownFiles = 0, smallFiles = 0, sizedFiles = 0;
  IoCount sharedBytes, ownBytes;
  IoCount uniqueRead;           // of files whose reads all have offsets
  std::int64_t placedRead = 0;  // bytes of those reads
  IoCount extentRead;           // of files known by their highest byte only
  std::int64_t extentReadBytes = 0;  // bytes read of those
  std::vector<IoLayer> layers;  // the counted ones first, by bytes
  IoSizes sizes;                // of the counted layers that tell
  IoPattern reads, writes;
  IoAlignment alignment;
  std::vector<IoGroup> kinds, extensions, mounts;
  std::vector<IoFile> byFile;   // by time, then bytes, falling
  std::uint64_t filesLeftOut = 0;
  std::vector<IoRank> byRank;   // by time where it is told of all, else by bytes, falling; then by rank; together last
  bool ranksByTime = false;
  std::vector<IoRankTime> times;  // by data stall, then time in I/O, falling
  std::vector<IoPhase> phases;
  std::string phasesUnknown;    // why there are none
  std::vector<IoEpoch> epochs;
  std::vector<IoStep> steps;    // by stall, falling
  std::uint64_t stepsCounted = 0;
  IoRankTime time;              // sums over ranks
  bool stallOfSteps = false;    // time.stall is of time.steps; else of time.wall
  std::array<std::int64_t, 10> gaps{};      // time between accesses of a rank
  std::array<std::int64_t, 9> distances{};  // from the end of the last access of this rank in this file and direction
  std::int64_t gapsKnown = 0, distancesKnown = 0;
  IoOverTime overTime;
  double activeRead = std::numeric_limits<double>::quiet_NaN(), activeWrite = activeRead;  // s while any rank reads, writes, by single operations
  IoCount activeReadBytes, activeWriteBytes;  // what those operations moved: the log's sums may hold more
  IoCache cache;
  std::vector<IoServer> servers;  // by bytes per second, the slowest first
  bool striped = false;           // some by accesses of files that lie on several
  std::vector<IoSlowServer> slowServers;  // the slowest first
  IoSharedTime sharedTime;
  std::vector<Fact> reported;   // what the benchmark itself reports: accelerator utilisation, throughput
  std::vector<IoObservation> observations;
  std::vector<IoObservation> notes;  // what is not in the numbers, and why
};

// Layers of which the log says that it is cut off or damaged within them.
[[nodiscard]] std::set<std::string> lostIoLayers(const Run& run);

// Stopped, or the report. A run without I/O gives a report with `any` false.
[[nodiscard]] Result<IoReport> ioReport(const Run& run, const IoReportOptions& options = {}, const Job& job = {});
[[nodiscard]] std::string ioReportToJson(const IoReport& report, std::size_t top, int indent = 2);

enum class IoBy : std::uint8_t { All, Layer, File, Rank, Phase };
[[nodiscard]] std::string ioReportToText(const IoReport& report, IoBy by, std::size_t top);  // ends with a newline

}  // namespace weir
