#include "core/summarize/io_report_kept.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/summarize/kept_bytes.h"

namespace weir {

constexpr IoFileKind keptLast(IoFileKind) { return static_cast<IoFileKind>(kIoFileKinds - 1); }
constexpr IoLayer::Below keptLast(IoLayer::Below) { return IoLayer::Below::Missing; }
constexpr IoPhase::Kind keptLast(IoPhase::Kind) { return IoPhase::Kind::After; }
constexpr IoObservation::Verdict keptLast(IoObservation::Verdict) { return IoObservation::Verdict::Unknown; }

template <class A, kept::Is<Fact> T>
void fields(A& a, T& v) {
  auto& [name, value, unit, source] = v;
  a(name, value, unit, source);
}

template <class A, kept::Is<IoSums> T>
void fields(A& a, T& v) {
  auto& [readBytes, writeBytes, readOps, writeOps, opens, stats, seeks, syncs, readTime, writeTime, metaTime, unsizedReads, unsizedWrites, failedData, failedMeta, partial] = v;
  a(readBytes, writeBytes, readOps, writeOps, opens, stats, seeks, syncs, readTime, writeTime, metaTime, unsizedReads, unsizedWrites, failedData, failedMeta, partial);
}

template <class A, kept::Is<IoSizes::Common> T>
void fields(A& a, T& v) {
  auto& [bytes, count] = v;
  a(bytes, count);
}

template <class A, kept::Is<IoSizes> T>
void fields(A& a, T& v) {
  auto& [known, exact, partial, reads, writes, readMedian, writeMedian, readLargest, writeLargest, common, commonExact] = v;
  a(known, exact, partial, reads, writes, readMedian, writeMedian, readLargest, writeLargest, common, commonExact);
}

template <class A, kept::Is<IoPattern> T>
void fields(A& a, T& v) {
  auto& [known, exact, ops, sequential, consecutive, first, forward, strided, backward, unplaced] = v;
  a(known, exact, ops, sequential, consecutive, first, forward, strided, backward, unplaced);
}

template <class A, kept::Is<IoAlignment> T>
void fields(A& a, T& v) {
  auto& [ops, unalignedInFile, unalignedInMemory, boundary, by] = v;
  a(ops, unalignedInFile, unalignedInMemory, boundary, by);
}

template <class A, kept::Is<IoBandwidth> T>
void fields(A& a, T& v) {
  auto& [seconds, bytesPerSecond, slowestRank] = v;
  a(seconds, bytesPerSecond, slowestRank);
}

template <class A, kept::Is<IoLayer> T>
void fields(A& a, T& v) {
  auto& [name, countsOnce, fromRecords, lost, traced, files, sums, sizes, reads, writes, alignment, estimate, collectiveReads, collectiveWrites, independentReads,
         independentWrites, below, belowRead, belowWritten, filesNotBelow, bytesNotBelow] = v;
  a(name, countsOnce, fromRecords, lost, traced, files, sums, sizes, reads, writes, alignment, estimate, collectiveReads, collectiveWrites, independentReads, independentWrites);
  a(below, belowRead, belowWritten, filesNotBelow, bytesNotBelow);
}

template <class A, kept::Is<IoGroup> T>
void fields(A& a, T& v) {
  auto& [name, detail, files, smallFiles, sized, sums] = v;
  a(name, detail, files, smallFiles, sized, sums);
}

template <class A, kept::Is<IoFile> T>
void fields(A& a, T& v) {
  auto& [file, name, mount, fileSystem, kind, sums, shared, ranks, extent, uniqueRead, placed, start, end] = v;
  a(file, name, mount, fileSystem, kind, sums, shared, ranks, extent, uniqueRead, placed, start, end);
}

template <class A, kept::Is<IoRank> T>
void fields(A& a, T& v) {
  auto& [rank, together, files, sums] = v;
  a(rank, together, files, sums);
}

template <class A, kept::Is<IoRankTime> T>
void fields(A& a, T& v) {
  auto& [rank, wall, computing, io, ioOverlapped, load, loadOverlapped, stall, stallOfWall, steps, computes, operates, loads] = v;
  a(rank, wall, computing, io, ioOverlapped, load, loadOverlapped, stall, stallOfWall, steps, computes, operates, loads);
}

template <class A, kept::Is<IoStep> T>
void fields(A& a, T& v) {
  auto& [rank, number, at, stall] = v;
  a(rank, number, at, stall);
}

template <class A, kept::Is<IoPhase> T>
void fields(A& a, T& v) {
  auto& [kind, epoch, sums, from, to, length] = v;
  a(kind, epoch, sums, from, to, length);
}

template <class A, kept::Is<IoEpoch> T>
void fields(A& a, T& v) {
  auto& [number, at, length, sums, files, readAgain, busy, median, stall, ranks] = v;
  a(number, at, length, sums, files, readAgain, busy, median, stall, ranks);
}

template <class A, kept::Is<IoOverTime> T>
void fields(A& a, T& v) {
  auto& [range, read, written, exact] = v;
  a(range, read, written, exact);
}

template <class A, kept::Is<IoCache> T>
void fields(A& a, T& v) {
  auto& [firstOps, firstBytes, againOps, againBytes, firstTime, againTime, deviceRead, deviceWritten] = v;
  a(firstOps, firstBytes, againOps, againBytes, firstTime, againTime, deviceRead, deviceWritten);
}

template <class A, kept::Is<IoObservation::Value> T>
void fields(A& a, T& v) {
  auto& [number, unit, words] = v;
  a(number, unit, words);
}

template <class A, kept::Is<IoObservation> T>
void fields(A& a, T& v) {
  auto& [id, verdict, text, values, more, moreValues, threshold, source] = v;
  a(id, verdict, text, values, more, moreValues, threshold, source);
}

template <class A, kept::Is<IoServer> T>
void fields(A& a, T& v) {
  auto& [name, files, bytes, ops, time] = v;
  a(name, files, bytes, ops, time);
}

template <class A, kept::Is<IoSlowServer::Part> T>
void fields(A& a, T& v) {
  auto& [file, rank, together, bytes, ops, time] = v;
  a(file, rank, together, bytes, ops, time);
}

template <class A, kept::Is<IoSlowServer> T>
void fields(A& a, T& v) {
  auto& [name, files, ranks, parts, partsLeftOut, longest, bound] = v;
  a(name, files, ranks, parts, partsLeftOut, longest, bound);
}

template <class A, kept::Is<IoSharedTime> T>
void fields(A& a, T& v) {
  auto& [file, layer, slowestRank, fastestRank, slowest, fastest, mean] = v;
  a(file, layer, slowestRank, fastestRank, slowest, fastest, mean);
}

template <class A, kept::Is<IoReport> T>
void fields(A& a, T& v) {
  auto& [title, format, range, ranged, any, ranks, ranksHere, worldSize, runTime, total, files, readOnly, writeOnly, readWrite, untouched, sharedFiles, partlyShared, ownFiles, smallFiles, sizedFiles,
         sharedBytes, ownBytes, uniqueRead, placedRead, extentRead, extentReadBytes, layers, sizes, reads, writes, alignment, kinds, extensions, mounts, byFile, filesLeftOut, byRank,
         ranksByTime, times, phases, phasesUnknown, epochs, steps, stepsCounted, time, stallOfSteps, gaps, distances, gapsKnown, distancesKnown, overTime, activeRead, activeWrite,
         activeReadBytes, activeWriteBytes, cache, servers, striped, slowServers, sharedTime, reported, observations, notes] = v;
  a(title, format, range, ranged, any, ranks, ranksHere, worldSize, runTime, total, files, readOnly, writeOnly, readWrite, untouched, sharedFiles, partlyShared, ownFiles, smallFiles, sizedFiles);
  a(sharedBytes, ownBytes, uniqueRead, placedRead, extentRead, extentReadBytes, layers, sizes, reads, writes, alignment, kinds, extensions, mounts, byFile, filesLeftOut, byRank);
  a(ranksByTime, times, phases, phasesUnknown, epochs, steps, stepsCounted, time, stallOfSteps, gaps, distances, gapsKnown, distancesKnown, overTime, activeRead, activeWrite);
  a(activeReadBytes, activeWriteBytes, cache, servers, striped, slowServers, sharedTime, reported, observations, notes);
}

namespace {
constexpr std::string_view kIoReport = "I/O report";
}

std::string keyOf(const IoReportOptions& options) {
  const IoReportOptions usual;
  const auto& [range, stepsByHand, mostFiles, mostSteps, bins] = options;
  std::string key = kept::keyOf(range) + kept::keyOf(stepsByHand);
  if (mostFiles != usual.mostFiles || mostSteps != usual.mostSteps || bins != usual.bins) key += fmt::format(" rows {} {} {}", mostFiles, mostSteps, bins);
  return key;
}

std::string ioReportToBytes(const IoReport& report, const Run& run) {
  return kept::written(report, kIoReport, kIoReportRevision, run);
}

std::optional<IoReport> ioReportFromBytes(std::string_view bytes, const Run& run) {
  return kept::read<IoReport>(bytes, kIoReport, kIoReportRevision, run, [&](const IoReport& r) {
    return r.overTime.read.size() == r.overTime.written.size() && std::all_of(r.byFile.begin(), r.byFile.end(), [&](const IoFile& f) { return f.file < run.names.size(); });
  });
}

}  // namespace weir
