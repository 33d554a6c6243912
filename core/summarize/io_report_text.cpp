// The words of an I/O report: JSON for scripts, text for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/plain_text.h"
#include "core/base/units.h"
#include "core/summarize/head_words.h"
#include "core/summarize/io_report.h"
#include "core/summarize/json_or_null.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;
using units::showBytes;
using units::showBytesPerSecond;
using units::showCount;
using units::showPercent;
using units::showSeconds;

Json timeOrNull(const IoTime& ps) { return ps ? Json(seconds(*ps)) : Json(nullptr); }

Json sumsJson(const IoSums& s) {
  return {{"read_bytes", orNull(s.readBytes)}, {"write_bytes", orNull(s.writeBytes)}, {"read_ops", orNull(s.readOps)},
          {"write_ops", orNull(s.writeOps)},   {"opens", orNull(s.opens)},            {"stats", orNull(s.stats)},
          {"seeks", orNull(s.seeks)},          {"syncs", orNull(s.syncs)},            {"read_s", timeOrNull(s.readTime)},
          {"write_s", timeOrNull(s.writeTime)}, {"metadata_s", timeOrNull(s.metaTime)}, {"ops_without_bytes", s.unsizedReads + s.unsizedWrites},
          {"failed_reads_and_writes", s.failedData > 0 ? Json(s.failedData) : Json(nullptr)}, {"failed_other_calls", s.failedMeta > 0 ? Json(s.failedMeta) : Json(nullptr)},
          {"lower_bounds", s.partial || s.unsizedReads + s.unsizedWrites > 0}};
}

Json sizesJson(const IoSizes& s) {
  if (!s.known) return nullptr;
  const auto known = [&](std::int64_t n) { return s.partial && n == 0 ? Json(nullptr) : Json(n); };
  Json bins = Json::array();
  for (std::size_t b = 0; b < 10; ++b)
    bins.push_back({{"up_to_bytes", b < 9 ? Json(kIoSizeEnds[b]) : Json(nullptr)}, {"reads", known(s.reads[b])}, {"writes", known(s.writes[b])}});
  Json common = Json::array();
  for (const IoSizes::Common& c : s.common) common.push_back({{"bytes", c.bytes}, {"count", c.count}});
  return {{"exact", s.exact},
          {"lower_bounds", s.partial},
          {"bins", bins},
          {"read_median_bytes", orNull(s.readMedian)},
          {"write_median_bytes", orNull(s.writeMedian)},
          {"read_largest_bytes", orNull(s.readLargest)},
          {"write_largest_bytes", orNull(s.writeLargest)},
          {"common", common},
          {"common_exact", s.commonExact}};
}

Json patternJson(const IoPattern& p) {
  if (!p.known) return nullptr;
  const auto exact = [&](std::int64_t v) { return p.exact ? Json(v) : Json(nullptr); };
  return {{"exact", p.exact},           {"ops", p.ops},           {"sequential", p.sequential},  {"consecutive", p.consecutive}, {p.exact ? "first" : "first_at_most", p.first},
          {"forward", exact(p.forward)}, {"strided", exact(p.strided)}, {p.exact ? "random" : "random_at_least", p.random()},
          {"random_at_most", p.exact ? Json(nullptr) : Json(p.randomAtMost())}, {"unplaced", p.unplaced}};
}

Json alignmentJson(const IoAlignment& a) {
  if (!a.ops) return nullptr;
  return {{"ops", orNull(a.ops)}, {"unaligned_in_file", orNull(a.unalignedInFile)}, {"unaligned_in_memory", orNull(a.unalignedInMemory)},
          {"boundary_bytes", a.boundary > 0 ? Json(a.boundary) : Json(nullptr)}, {"by", a.by}};
}

Json rankOrNull(std::int32_t rank) { return rank == kUnknownRank ? Json(nullptr) : Json(rank); }

Json groupJson(const IoGroup& g) {
  Json o{{"name", g.name}, {"detail", g.detail}, {"files", g.files}, {"files_with_known_size", g.sized}, {"files_below_1_mib", g.smallFiles}};
  o.update(sumsJson(g.sums));
  return o;
}

Json fileJson(const IoFile& f) {
  Json o{{"file", f.name}, {"kind", name(f.kind)}, {"mount", f.mount.empty() ? Json(nullptr) : Json(f.mount)},
         {"file_system", f.fileSystem.empty() ? Json(nullptr) : Json(f.fileSystem)}, {"shared_by_all", f.shared}, {"ranks", f.ranks > 0 ? Json(f.ranks) : Json(nullptr)},
         {"extent_bytes", orNull(f.extent)}, {"unique_read_bytes", f.placed ? orNull(f.uniqueRead) : Json(nullptr)},
         {f.placed ? "read_amplification" : "read_amplification_at_least", orNull(f.amplification())}, {"start_s", secondsOrNull(f.start)}, {"end_s", secondsOrNull(f.end)}};
  o.update(sumsJson(f.sums));
  return o;
}

const char* name(IoLayer::Below b) {
  switch (b) {
    case IoLayer::Below::Same: return "the same bytes";
    case IoLayer::Below::Differs: return "other bytes";
    case IoLayer::Below::Missing: return "not known below";
    case IoLayer::Below::Unknown: break;
  }
  return "unknown";
}

const char* name(IoObservation::Verdict v) {
  return v == IoObservation::Verdict::Concern ? "concern" : v == IoObservation::Verdict::Fine ? "fine" : "unknown";
}

std::string or_(const IoCount& v, std::string (*show)(double)) { return v ? show(static_cast<double>(*v)) : std::string("unknown"); }
std::string timeText(const IoTime& ps) { return ps ? showSeconds(seconds(*ps)) : std::string("unknown"); }
// A number as its file writes it, with six digits at most.
std::string sixDigits(const std::string& value) {
  char* end = nullptr;
  const double v = std::strtod(value.c_str(), &end);
  return !value.empty() && end == value.c_str() + value.size() && value.size() > 8 && std::isfinite(v) ? fmt::format("{:.6g}", v) : value;
}
std::string many(std::uint64_t n, const char* one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }
std::string left(std::uint64_t n, const char* one) { return fmt::format("  and {} more {}{} (--top N)\n", n, one, n == 1 ? "" : "s"); }
// How a list is ordered, where it has more than one row.
std::string order(std::uint64_t rows, bool byTime) { return rows < 2 ? "" : byTime ? "; the slowest first" : "; the most bytes first"; }
std::string count(const IoCount& v) { return v ? std::to_string(*v) : std::string("unknown"); }

// A path from its end, as the end tells files apart; nothing in it moves the cursor or turns what follows around.
std::string tail(std::string_view path, std::size_t most) {
  const std::string s = plainText(path);
  std::size_t columns = terminalColumns(s);
  if (columns <= most) return s;
  std::size_t from = 0;
  while (from < s.size() && columns + 3 > most) {
    std::size_t to = from + 1;
    while (to < s.size() && (static_cast<unsigned char>(s[to]) & 0xC0U) == 0x80) ++to;  // not within a character
    columns -= std::min(columns, terminalColumns(std::string_view(s).substr(from, to - from)));
    from = to;
  }
  return "..." + s.substr(from);
}
std::string padded(const std::string& s, std::size_t width) { return s + std::string(std::max(width, terminalColumns(s)) - terminalColumns(s), ' '); }

void head(std::string& s, std::string_view title, std::string_view first, std::size_t width) {
  s += fmt::format("\n{}\n  {:<{}} {:>10} {:>10} {:>10} {:>10} {:>9} {:>10} {:>10} {:>10}\n", title, first, width, "read", "written", "reads", "writes", "metadata", "reading",
                   "writing", "metadata");
}
void row(std::string& s, const std::string& name, std::size_t width, const IoSums& v, const std::string& more = {}) {
  const bool bounds = v.partial || v.unsizedReads + v.unsizedWrites > 0;
  s += fmt::format("  {} {:>10} {:>10} {:>10} {:>10} {:>9} {:>10} {:>10} {:>10}{}{}\n", padded(name, width), or_(v.readBytes, &showBytes), or_(v.writeBytes, &showBytes), count(v.readOps),
                   count(v.writeOps), count(v.metaOps()), timeText(v.readTime), timeText(v.writeTime), timeText(v.metaTime), more.empty() && !bounds ? "" : "  ",
                   bounds ? more.empty() ? "lower bounds" : more + ", lower bounds" : more);
}

const char* standing(const IoLayer& l) {
  if (l.countsOnce) return "";
  switch (l.below) {
    case IoLayer::Below::Same: return ", the same bytes again";
    case IoLayer::Below::Differs: return ", not the bytes of the layers below (see the notes), in no total";
    case IoLayer::Below::Missing: return ", of files unknown below, in no total";
    case IoLayer::Below::Unknown: break;
  }
  return ", in no total";
}

void layersText(const IoReport& r, std::string& s) {
  head(s, "By layer", "layer", 14);
  for (const IoLayer& l : r.layers)
    row(s, l.name.empty() ? "unknown" : tail(l.name, 14), 14, l.sums,
        fmt::format("{}{}{}", many(l.files, "file"), standing(l),
                    std::isfinite(l.estimate.bytesPerSecond) ? (l.sums.unsizedReads + l.sums.unsizedWrites > 0 ? ", estimated at least " : ", estimated ") + showBytesPerSecond(l.estimate.bytesPerSecond) : ""));
  const bool outside = std::any_of(r.layers.begin(), r.layers.end(), [](const IoLayer& l) { return l.bytesNotBelow > 0; });
  if (r.layers.size() > 1) row(s, "in all", 14, r.total, many(r.files, "file") + (outside ? ", without what is known above alone" : ", every byte once"));
  s += "\n";
  if (r.sizes.known) {
    s += fmt::format("Request sizes ({}{})\n  {:<14} {:>12} {:>12}\n", r.sizes.exact ? "of every operation" : "as the log counts them", r.sizes.partial ? ", lower bounds" : "", "size",
                     "reads", "writes");
    const auto n = [&](std::int64_t of) { return r.sizes.partial && of == 0 ? std::string("unknown") : std::to_string(of); };
    for (std::size_t b = 0; b < 10; ++b)
      if (r.sizes.reads[b] > 0 || r.sizes.writes[b] > 0) s += fmt::format("  {:<14} {:>12} {:>12}\n", kIoSizeNames[b], n(r.sizes.reads[b]), n(r.sizes.writes[b]));
    std::string common;
    for (const IoSizes::Common& c : r.sizes.common) common += fmt::format("{}{} B: {}{}", common.empty() ? "" : ", ", c.bytes, r.sizes.commonExact ? "" : "at least ", c.count);
    if (!common.empty()) s += "  most frequent: " + common + "\n";
  }
  for (const auto& [what, p] : {std::pair("reads", &r.reads), std::pair("writes", &r.writes)}) {
    if (!p->known || p->ops == 0) continue;
    const auto part = [&](std::int64_t v) { return showPercent(static_cast<double>(v) / static_cast<double>(p->ops)); };
    const auto range = [](const std::string& least, const std::string& most) { return least == most ? most : least + " to " + most; };
    s += fmt::format("{:<7} sequential {}, of this consecutive {}; random {}", what, part(p->sequential), part(p->consecutive), range(part(p->random()), part(p->randomAtMost())));
    if (p->exact) s += fmt::format("; strided {}, first in their file {}", part(p->strided), part(p->first));
    s += fmt::format(" ({} accesses{})\n", p->ops, p->unplaced > 0 ? fmt::format(", of {} more the offset is unknown", p->unplaced) : "");
  }
  for (const auto& [title, groups] : {std::pair("By kind of file", &r.kinds), std::pair("By mount", &r.mounts)}) {
    if (groups->empty()) continue;
    head(s, title, "", 24);
    for (const IoGroup& g : *groups) row(s, g.name.empty() ? "unknown" : tail(g.name, 24), 24, g.sums, fmt::format("{}{}{}", g.files > 0 ? many(g.files, "file") : "files unknown", g.detail.empty() ? "" : ", ", plainText(g.detail)));
  }
}

void filesText(const IoReport& r, std::size_t top, std::string& s) {
  head(s, fmt::format("By file ({}{})", many(r.files, "file"), order(r.files, r.total.time().has_value())), "file", 44);
  std::size_t n = 0;
  for (const IoFile& f : r.byFile) {
    if (n++ >= top) break;
    row(s, tail(f.name.empty() ? "unknown" : f.name, 44), 44, f.sums,
        fmt::format("{}{}{}", name(f.kind), f.shared ? ", shared" : f.ranks > 1 ? fmt::format(", {} ranks", f.ranks) : "",
                    std::isfinite(f.amplification()) ? fmt::format(", read {}{:.2f} times", f.placed ? "" : "at least ", f.amplification()) : ""));
  }
  if (r.files > std::min<std::uint64_t>(top, r.byFile.size())) s += left(r.files - std::min<std::uint64_t>(top, r.byFile.size()), "file");
}

// What lies on a server that is slow, so that one sees whom it held up.
void slowServersText(const IoReport& r, std::size_t top, std::string& s) {
  if (top == 0) return;
  for (const IoSlowServer& o : r.slowServers) {
    s += fmt::format("\nOn the slow OST {} ({}{}; the slowest first)\n  {:>10}  {:<44} {:>10} {:>10} {:>11} {:>16}\n", plainText(o.name), many(o.files, "file"), o.ranks > 0 ? ", " + many(o.ranks, "rank") : "", "rank",
                     "file", "bytes", "accesses", "time", "an access moves");
    std::size_t n = 0;
    for (const IoSlowServer::Part& p : o.parts) {
      if (n++ >= top) break;
      s += fmt::format("  {:>10}  {} {:>10} {:>10} {:>11} {:>16}\n", p.together ? "all" : p.rank == kUnknownRank ? "unknown" : std::to_string(p.rank), padded(tail(p.file.empty() ? "unknown" : p.file, 44), 44),
                       showBytes(static_cast<double>(p.bytes)), p.ops > 0 ? std::to_string(p.ops) : "unknown", p.time > 0 ? showSeconds(seconds(p.time)) : "unknown", showBytesPerSecond(p.bytesPerSecond()));
    }
    if (const std::uint64_t all = o.parts.size() + o.partsLeftOut; all > std::min<std::uint64_t>(top, o.parts.size())) s += left(all - std::min<std::uint64_t>(top, o.parts.size()), "row");
  }
}

void serversText(const IoReport& r, std::size_t top, std::string& s) {
  if (r.servers.empty() || top == 0) return;
  s += fmt::format("\nBy OST ({}, the slowest first{})\n  {:<10} {:>9} {:>10} {:>10} {:>11} {:>16}\n", many(r.servers.size(), "OST"), r.striped ? "; of striped files the accesses within one stripe" : "", "OST",
                   "files", "bytes", "accesses", "time", "an access moves");
  std::size_t n = 0;
  for (const IoServer& o : r.servers) {
    if (n++ >= top) break;
    s += fmt::format("  {} {:>9} {:>10} {:>10} {:>11} {:>16}\n", padded(tail(o.name, 10), 10), o.files, showBytes(static_cast<double>(o.bytes)), o.ops > 0 ? std::to_string(o.ops) : "unknown",
                     o.time > 0 ? showSeconds(seconds(o.time)) : "unknown", showBytesPerSecond(o.bytesPerSecond()));
  }
  if (r.servers.size() > top) s += left(r.servers.size() - top, "OST");
  slowServersText(r, top, s);
}

void ranksText(const IoReport& r, std::size_t top, std::string& s) {
  if (!r.byRank.empty()) head(s, fmt::format("By rank (ranks: {}{})", ranksWords(static_cast<std::size_t>(std::max(r.ranksHere, 0)), r.worldSize), order(r.byRank.size(), r.ranksByTime)), "rank", 22);
  std::size_t n = 0;
  for (const IoRank& k : r.byRank)
    if (k.together || n++ < top) row(s, k.together ? "all, in shared files" : k.rank == kUnknownRank ? "unknown" : std::to_string(k.rank), 22, k.sums, k.files ? many(static_cast<std::uint64_t>(*k.files), "file") : "files unknown");
  if (n > top) s += left(n - top, "rank");
  if (!r.times.empty() && (r.time.operates || r.time.loads)) {
    s += fmt::format("\nWhat it cost each rank{}\n  {:>7} {:>11} {:>11} {:>11} {:>12} {:>11} {:>11} {:>11}\n", r.times.size() < 2 ? "" : r.time.computes ? " (the longest data stall first)" : " (the slowest first)", "rank", "time", "computing", "I/O", "of it hidden", "loading", "data stall", "of steps");
    n = 0;
    for (const IoRankTime& t : r.times) {
      if (n++ >= top) break;
      const auto ps = [](bool known, double v) { return known ? showSeconds(seconds(v)) : std::string("unknown"); };
      s += fmt::format("  {:>7} {:>11} {:>11} {:>11} {:>12} {:>11} {:>11} {:>11}\n", t.rank == kUnknownRank ? "unknown" : std::to_string(t.rank), showSeconds(seconds(t.wall)),
                       ps(t.computes, t.computing), ps(t.operates, t.io), ps(t.operates && t.computes, t.ioOverlapped), ps(t.loads, t.load), ps(t.computes, t.stall),
                       t.computes && t.steps > 0 ? showPercent(t.stall / t.steps) : "unknown");
    }
    if (r.times.size() > top) s += left(r.times.size() - top, "rank");
  }
}

void stepsText(const IoReport& r, std::size_t top, std::string& s) {
  if (r.steps.empty() || !r.time.computes || r.time.stall == 0 || top == 0) return;
  s += fmt::format("\nSteps that wait most for data ({} in all)\n  {:>7} {:>9} {:>11} {:>11} {:>11} {:>11}\n", r.stepsCounted, "rank", "step", "begins", "lasts", "data stall", "of the step");
  std::size_t n = 0;
  for (const IoStep& k : r.steps) {
    if (n++ >= top || k.stall == 0) break;
    s += fmt::format("  {:>7} {:>9} {:>11} {:>11} {:>11} {:>11}\n", k.rank == kUnknownRank ? "unknown" : std::to_string(k.rank), k.number, showSeconds(seconds(k.at.from)),
                     showSeconds(seconds(k.at.length())), showSeconds(seconds(k.stall)), showPercent(static_cast<double>(k.stall) / static_cast<double>(k.at.length())));
  }
}

void phasesText(const IoReport& r, std::size_t top, std::string& s) {
  if (r.phases.empty() && r.epochs.empty()) {
    s += "\nBy phase\n  unknown: " + r.phasesUnknown + "\n";
    return;
  }
  if (!r.phases.empty()) head(s, "By phase", "phase", 16);
  std::size_t n = 0;
  for (const IoPhase& p : r.phases)
    if (n++ < top) row(s, name(p), 16, p.sums, p.length > 0 ? "lasts " + showSeconds(seconds(p.length)) : "");
  if (n > top) s += left(n - top, "phase");
  if (r.epochs.empty()) return;
  s += fmt::format("\nEpoch by epoch\n  {:>6} {:>10} {:>10} {:>10} {:>12} {:>12} {:>10} {:>10}\n", "epoch", "lasts", "read", "files", "read again", "bandwidth", "median", "data stall");
  n = 0;
  for (const IoEpoch& e : r.epochs) {
    if (n++ >= top) break;
    const bool moved = e.sums.readOps.has_value();
    s += fmt::format("  {:>6} {:>10} {:>10} {:>10} {:>12} {:>12} {:>10} {:>10}\n", e.number, showSeconds(seconds(e.length)), or_(e.sums.readBytes, &showBytes), e.files > 0 ? std::to_string(e.files) : "unknown",
                     or_(e.readAgain, &showBytes), moved && e.busy > 0 && e.sums.readBytes ? showBytesPerSecond(static_cast<double>(*e.sums.readBytes) / e.busy) : "unknown",
                     showSeconds(e.median), r.time.computes && e.stall && e.ranks && e.length > 0 ? showPercent(*e.stall / static_cast<double>(*e.ranks) / static_cast<double>(e.length)) : "unknown");
  }
  if (r.epochs.size() > top) s += left(r.epochs.size() - top, "epoch");
}

}  // namespace

std::string ioReportToJson(const IoReport& r, std::size_t top, int indent) {
  Json j;
  j["title"] = r.title;
  j["format"] = r.format;
  j["ranks"] = r.ranksHere > 0 ? Json(r.ranksHere) : Json(nullptr);
  j["world_size"] = r.worldSize >= 0 ? Json(r.worldSize) : Json(nullptr);
  if (r.runTime) j["range_s"] = {seconds(r.range.from), seconds(r.range.to)};
  else j["range_s"] = nullptr;
  j["whole_run"] = !r.ranged;
  j["run_time_s"] = r.runTime ? Json(seconds(*r.runTime)) : Json(nullptr);
  j["total"] = sumsJson(r.total);
  j["files"] = {{"count", r.files}, {"read_only", r.readOnly}, {"write_only", r.writeOnly}, {"read_and_written", r.readWrite}, {"neither", r.untouched},
                {"shared_by_all", r.sharedFiles}, {"shared_by_some", r.partlyShared}, {"of_one_rank", r.ownFiles}, {"shared_bytes", orNull(r.sharedBytes)},
                {"own_bytes", orNull(r.ownBytes)}, {"with_known_size", r.sizedFiles}, {"below_1_mib", r.smallFiles}};
  const auto per = [](const IoCount& n, const IoCount& bytes) { return n && bytes && *bytes > 0 ? Json(static_cast<double>(*n) / (static_cast<double>(*bytes) / 1e6)) : Json(nullptr); };
  const IoTime time = r.total.time();
  j["metadata"] = {{"ops", orNull(r.total.metaOps())}, {"opens_per_mb", per(r.total.opens, r.total.bytes())}, {"stats_per_mb", per(r.total.stats, r.total.bytes())},
                   {"seeks_per_mb", per(r.total.seeks, r.total.bytes())},
                   {"share_of_io_time", r.total.metaTime && time && *time > 0 ? Json(*r.total.metaTime / *time) : Json(nullptr)}};
  j["sizes"] = sizesJson(r.sizes);
  j["reads"] = patternJson(r.reads);
  j["writes"] = patternJson(r.writes);
  j["alignment"] = alignmentJson(r.alignment);
  const auto ratio = [](std::int64_t a, const IoCount& b) { return b && *b > 0 ? Json(static_cast<double>(a) / static_cast<double>(*b)) : Json(nullptr); };
  j["read_amplification"] = {{"exact", ratio(r.placedRead, r.uniqueRead)}, {"bytes", r.placedRead}, {"unique_bytes", orNull(r.uniqueRead)},
                             {"at_least", ratio(r.extentReadBytes, r.extentRead)}, {"of_highest_byte_bytes", orNull(r.extentRead)}};
  const auto histogram = [](const auto& names, const auto& counts, std::int64_t known) {
    if (known == 0) return Json(nullptr);
    Json o = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) o[names[i]] = counts[i];
    return o;
  };
  j["time_between_accesses"] = histogram(kIoGapNames, r.gaps, r.gapsKnown);
  j["distance_between_accesses"] = histogram(kIoDistanceNames, r.distances, r.distancesKnown);
  j["active_read_s"] = orNull(r.activeRead);
  j["active_read_bytes"] = orNull(r.activeReadBytes);
  j["active_write_bytes"] = orNull(r.activeWriteBytes);
  j["active_write_s"] = orNull(r.activeWrite);
  const IoCache& c = r.cache;
  const bool told = c.firstOps > 0 || c.againOps > 0;
  const auto n = [&](std::int64_t v) { return told ? Json(v) : Json(nullptr); };
  j["cache"] = {{"first_reads", n(c.firstOps)}, {"first_read_bytes", n(c.firstBytes)}, {"first_read_s", told ? Json(seconds(c.firstTime)) : Json(nullptr)},
                {"repeated_reads", n(c.againOps)}, {"repeated_read_bytes", n(c.againBytes)}, {"repeated_read_s", told ? Json(seconds(c.againTime)) : Json(nullptr)},
                {"device_read_bytes", orNull(c.deviceRead)}, {"device_write_bytes", orNull(c.deviceWritten)}};
  const auto timesJson = [&](const IoRankTime& t) {
    const auto k = [](bool known, double v) { return known ? Json(seconds(v)) : Json(nullptr); };
    return Json{{"wall_s", seconds(t.wall)}, {"computing_s", k(t.computes, t.computing)}, {"io_s", k(t.operates, t.io)}, {"io_overlapped_s", k(t.operates && t.computes, t.ioOverlapped)},
                {"io_exposed_s", k(t.operates && t.computes, t.io - t.ioOverlapped)}, {"loading_s", k(t.loads, t.load)}, {"loading_overlapped_s", k(t.loads && t.computes, t.loadOverlapped)},
                {"data_stall_s", k(t.computes, t.stall)}, {"steps_s", t.steps > 0 ? Json(seconds(t.steps)) : Json(nullptr)}};
  };
  j["cost"] = timesJson(r.time);
  const double of = r.stallOfSteps ? r.time.steps : r.time.wall;
  j["cost"]["data_stall_share"] = r.time.computes && of > 0 ? Json(r.time.stall / of) : Json(nullptr);
  j["cost"]["data_stall_of"] = r.stallOfSteps ? "steps" : "wall";
  j["cost"]["data_stall_of_wall_s"] = r.time.computes ? Json(seconds(r.time.stallOfWall)) : Json(nullptr);
  j["cost"]["data_stall_share_of_wall"] = r.time.computes && r.time.wall > 0 ? Json(r.time.stallOfWall / r.time.wall) : Json(nullptr);
  j["by_layer"] = Json::array();
  for (const IoLayer& l : r.layers) {
    Json o{{"layer", l.name}, {"in_total", l.countsOnce}, {"from", l.fromRecords ? "sums of the log" : "single operations"}, {"traced_ops", l.traced}, {"files", l.files}};
    o.update(sumsJson(l.sums));
    o["sizes"] = sizesJson(l.sizes);
    o["reads"] = patternJson(l.reads);
    o["writes"] = patternJson(l.writes);
    o["alignment"] = alignmentJson(l.alignment);
    o["beside_the_layers_below"] = l.countsOnce ? Json(nullptr) : Json(name(l.below));
    o["below_read_bytes"] = orNull(l.belowRead);
    o["below_write_bytes"] = orNull(l.belowWritten);
    o["files_not_known_below"] = l.countsOnce ? Json(nullptr) : Json(l.filesNotBelow);
    o["slowest_s"] = orNull(l.estimate.seconds);
    o["estimated_bytes_per_s"] = orNull(l.estimate.bytesPerSecond);
    o["slowest_rank"] = rankOrNull(l.estimate.slowestRank);
    o["collective_reads"] = orNull(l.collectiveReads);
    o["collective_writes"] = orNull(l.collectiveWrites);
    o["independent_reads"] = orNull(l.independentReads);
    o["independent_writes"] = orNull(l.independentWrites);
    j["by_layer"].push_back(std::move(o));
  }
  for (const auto& [key, groups] : {std::pair("by_kind", &r.kinds), std::pair("by_extension", &r.extensions), std::pair("by_mount", &r.mounts)}) {
    j[key] = Json::array();
    for (const IoGroup& g : *groups) j[key].push_back(groupJson(g));
  }
  j["by_file"] = Json::array();
  for (const IoFile& f : r.byFile)
    if (j["by_file"].size() < top) j["by_file"].push_back(fileJson(f));
  j["by_server"] = Json::array();
  for (const IoServer& s : r.servers)
    j["by_server"].push_back({{"ost", s.name}, {"files", s.files}, {"bytes", s.bytes}, {"ops", s.ops > 0 ? Json(s.ops) : Json(nullptr)}, {"time_s", s.time > 0 ? Json(seconds(s.time)) : Json(nullptr)},
                              {"bytes_per_s", orNull(s.bytesPerSecond())}});
  j["slow_servers"] = Json::array();
  for (const IoSlowServer& s : r.slowServers) {
    Json o{{"ost", s.name}, {"files", s.files}, {"ranks", s.ranks > 0 ? Json(s.ranks) : Json(nullptr)}, {"slowest_rank_s", s.longest > 0 && !s.bound ? Json(seconds(s.longest)) : Json(nullptr)}, {"slowest", Json::array()}};
    for (const IoSlowServer::Part& p : s.parts)
      if (o["slowest"].size() < top)
        o["slowest"].push_back({{"file", p.file}, {"rank", rankOrNull(p.rank)}, {"all_ranks_together", p.together}, {"bytes", p.bytes}, {"ops", p.ops > 0 ? Json(p.ops) : Json(nullptr)},
                                {"time_s", p.time > 0 ? Json(seconds(p.time)) : Json(nullptr)}, {"bytes_per_s", orNull(p.bytesPerSecond())}});
    j["slow_servers"].push_back(std::move(o));
  }
  const IoSharedTime& shared = r.sharedTime;
  if (std::isfinite(shared.slowest))
    j["slowest_in_a_shared_file"] = {{"file", shared.file}, {"layer", shared.layer}, {"slowest_rank", rankOrNull(shared.slowestRank)}, {"slowest_s", shared.slowest},
                                     {"fastest_rank", rankOrNull(shared.fastestRank)}, {"fastest_s", orNull(shared.fastest)}, {"mean_s", orNull(shared.mean)}};
  else j["slowest_in_a_shared_file"] = nullptr;
  j["by_rank"] = Json::array();
  for (const IoRank& k : r.byRank) {
    Json o{{"rank", rankOrNull(k.rank)}, {"all_ranks_together", k.together}, {"files", orNull(k.files)}};
    o.update(sumsJson(k.sums));
    j["by_rank"].push_back(std::move(o));
  }
  j["cost_by_rank"] = Json::array();
  for (const IoRankTime& t : r.times) {
    Json o{{"rank", rankOrNull(t.rank)}};
    o.update(timesJson(t));
    j["cost_by_rank"].push_back(std::move(o));
  }
  j["by_phase"] = Json::array();
  for (const IoPhase& p : r.phases) {
    Json o{{"phase", name(p)}, {"start_s", p.to > p.from ? Json(seconds(p.from)) : Json(nullptr)}, {"end_s", p.to > p.from ? Json(seconds(p.to)) : Json(nullptr)}, {"length_s", p.length > 0 ? Json(seconds(p.length)) : Json(nullptr)}};
    o.update(sumsJson(p.sums));
    j["by_phase"].push_back(std::move(o));
  }
  if (r.phases.empty()) j["by_phase_unknown"] = r.phasesUnknown;
  j["epochs"] = Json::array();
  for (const IoEpoch& e : r.epochs) {
    Json o{{"epoch", e.number}, {"start_s", seconds(e.at.from)}, {"end_s", seconds(e.at.to)}, {"length_s", e.length > 0 ? Json(seconds(e.length)) : Json(nullptr)}, {"files_read", e.files > 0 ? Json(e.files) : Json(nullptr)},
           {"read_again_bytes", orNull(e.readAgain)}, {"reading_s", orNull(e.busy)}, {"read_median_s", orNull(e.median)},
           {"data_stall_s", r.time.computes ? timeOrNull(e.stall) : Json(nullptr)}, {"ranks", orNull(e.ranks)}};
    o["sums"] = sumsJson(e.sums);
    j["epochs"].push_back(std::move(o));
  }
  j["steps"] = {{"count", r.stepsCounted}, {"most_stalled", Json::array()}};
  for (const IoStep& s : r.steps)
    if (j["steps"]["most_stalled"].size() < top)
      j["steps"]["most_stalled"].push_back({{"rank", rankOrNull(s.rank)}, {"step", s.number}, {"start_s", seconds(s.at.from)}, {"end_s", seconds(s.at.to)}, {"data_stall_s", seconds(s.stall)}});
  j["over_time"] = {{"bin_s", r.overTime.read.empty() ? Json(nullptr) : Json(r.overTime.binSeconds())}, {"exact", r.overTime.exact}, {"read_bytes", r.overTime.read}, {"write_bytes", r.overTime.written}};
  j["reported"] = Json::array();
  for (const Fact& f : r.reported) j["reported"].push_back({{"name", f.name}, {"value", f.value}, {"unit", f.unit}});
  j["observations"] = Json::array();
  for (const IoObservation& o : r.observations) {
    Json values = Json::array();
    for (const IoObservation::Value& v : o.values) values.push_back(v.unit == "text" ? Json(v.words) : orNull(v.number));
    j["observations"].push_back({{"id", o.id}, {"verdict", name(o.verdict)}, {"text", sentence(o)}, {"values", values}, {"threshold", o.threshold}, {"threshold_from", o.source}});
  }
  j["notes"] = Json::array();
  for (const IoObservation& note : r.notes) j["notes"].push_back(sentence(note));
  return j.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ioReportToText(const IoReport& r, IoBy by, std::size_t top) {
  std::string s;
  const auto line = [&](std::string_view what, const std::string& value) { s += fmt::format("{:<16}{}\n", what, value); };
  if (!r.any) return "no I/O in this run: open a Darshan log, a DFTracer or Recorder trace, DLIO results, or a profiler trace with I/O events\n";
  line("format", plainText(r.format));
  line("ranks", ranksWords(static_cast<std::size_t>(std::max(r.ranksHere, 0)), r.worldSize));
  line(r.ranged ? "range" : "run time", r.runTime ? showSeconds(seconds(*r.runTime)) + (r.ranged ? fmt::format(" from {}", showSeconds(seconds(r.range.from))) : "") : "unknown");
  if (!r.layers.empty()) {
    const auto least = [&](bool known) { return r.total.partial && known ? "at least " : ""; };
    const auto bound = [&](bool bytes, bool known) { return bytes ? "at least " : least(known); };
    line("read", fmt::format("{}{} in {} operations, {}", bound(r.total.leastRead(), r.total.readBytes || r.total.readOps), or_(r.total.readBytes, &showBytes), count(r.total.readOps), timeText(r.total.readTime)));
    line("written", fmt::format("{}{} in {} operations, {}", bound(r.total.leastWritten(), r.total.writeBytes || r.total.writeOps), or_(r.total.writeBytes, &showBytes), count(r.total.writeOps), timeText(r.total.writeTime)));
    line("metadata", fmt::format("{}{} opens, {} stats, {} seeks, {} syncs, {}", least(r.total.metaOps() || r.total.metaTime), count(r.total.opens), count(r.total.stats), count(r.total.seeks), count(r.total.syncs), timeText(r.total.metaTime)));
    if (r.total.failedData + r.total.failedMeta > 0)
      line("failed", fmt::format("{} reads and writes, {} other calls: in none of these counts, but in the times", r.total.failedData, r.total.failedMeta));
    line("files", fmt::format("{}{}: {} only read, {} only written, {} both, {} neither; {} shared by all ranks, {} by some", least(r.files > 0), r.files, r.readOnly, r.writeOnly, r.readWrite, r.untouched,
                              r.sharedFiles, r.partlyShared));
  }
  for (const Fact& f : r.reported) line("reported", plainText(fmt::format("{} {}{}{}", f.name, sixDigits(f.value), f.unit.empty() ? "" : " ", f.unit)));
  if (by == IoBy::All) {
    s += "\nObservations\n";
    for (const IoObservation& o : r.observations)
      s += fmt::format("  {} {}{}\n", o.verdict == IoObservation::Verdict::Concern ? "!" : o.verdict == IoObservation::Verdict::Fine ? "-" : "?", plainText(sentence(o)),
                       o.threshold.empty() ? "" : fmt::format("  [a concern {}; {}]", o.threshold, o.source));
  }
  if ((by == IoBy::All || by == IoBy::Layer) && !r.layers.empty()) layersText(r, s);
  if ((by == IoBy::All || by == IoBy::File) && !r.layers.empty()) filesText(r, top, s);
  if ((by == IoBy::All || by == IoBy::File) && !r.layers.empty()) serversText(r, top, s);
  if (by == IoBy::All || by == IoBy::Rank) ranksText(r, top, s);
  if (by == IoBy::All || by == IoBy::Phase) phasesText(r, top, s);
  if (by == IoBy::All || by == IoBy::Phase) stepsText(r, top, s);
  if (!r.notes.empty()) s += "\n";
  for (const IoObservation& n : r.notes) s += "note: " + plainText(sentence(n)) + "\n";
  return s;
}

}  // namespace weir
