// The words of Info: JSON for scripts, text for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/offset.h"
#include "core/base/plain_text.h"
#include "core/base/units.h"
#include "core/summarize/energy_text.h"
#include "core/summarize/head_words.h"
#include "core/summarize/info.h"
#include "core/summarize/json_or_null.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json ioJson(const Info::Io& io) {
  return {{"read_bytes", orNull(io.readBytes)},
          {"write_bytes", orNull(io.writeBytes)},
          {"read_ops", orNull(io.readOps)},
          {"write_ops", orNull(io.writeOps)},
          {"files", io.files},
          {"lower_bounds", io.lowerBounds || io.unsized > 0},
          {"ops_without_bytes", io.unsized},
          {"failed_reads_and_writes", io.failed > 0 ? Json(io.failed) : Json(nullptr)},
          {"read_s", orNull(io.read_s)},
          {"write_s", orNull(io.write_s)}};
}

Json tableJson(const Table& t, bool rows) {
  Json columns = Json::array();
  for (const Table::ColumnOf& c : t.columns) {
    Json o{{"name", c.name}, {"unit", c.unit}};
    if (rows) {
      o["values"] = Json::array();
      for (const std::string& cell : c.text) o["values"].push_back(cell);
      for (const double v : c.number) o["values"].push_back(orNull(v));
    }
    columns.push_back(std::move(o));
  }
  return {{"name", t.name}, {"source", t.source}, {"rows", t.rows()}, {"columns", columns}};
}

Json powerJson(const Info& info) {
  if (!info.power) return nullptr;
  const PowerSummary& p = *info.power;
  Json by = Json::array();
  for (const PowerMeter& m : p.by)
    by.push_back({{"name", m.name},
                  {"rank", m.rank == kUnknownRank ? Json(nullptr) : Json(m.rank)},
                  {"source", m.source < info.sources.size() ? Json(info.sources[m.source].file) : Json(nullptr)},
                  {"readings", m.readings},
                  {"mean_w", orNull(m.mean_w)},
                  {"energy_j", orNull(m.energy_j)},
                  {"start_s", m.readings > 0 ? Json(seconds(m.start)) : Json(nullptr)},
                  {"end_s", m.readings > 0 ? Json(seconds(m.end)) : Json(nullptr)},
                  {"gaps", m.gaps},
                  {"gap_s", m.gap_s}});
  Json j{{"readings", p.readings},
         {"mean_w", orNull(p.mean_w)},
         {"mean_reading_w", orNull(p.mean_reading_w)},
         {"sum_of_means_w", p.readings > 0 ? Json(p.sumOfMeans_w) : Json(nullptr)},
         {"energy_j", orNull(p.energy_j)},
         {"meters_without_energy", p.withoutEnergy},
         {"covered_s", seconds(p.covered)},
         {"together_s", seconds(p.together)},
         {"by", by}};
  addEnergy(j, info.energy);
  return j;
}

Json timesJson(const RankBreakdown& r) {
  const auto work = [&](std::int64_t ps) { return r.showsWork ? Json(seconds(ps)) : Json(nullptr); };
  const auto any = [&](std::int64_t ps) { return r.known() ? Json(seconds(ps)) : Json(nullptr); };
  const auto gap = [&](std::int64_t ps) { return r.showsWork && r.launchesKnown ? Json(seconds(ps)) : Json(nullptr); };
  return {{"computing_s", work(r.computing)},
          {"overlapped_communication_s", work(r.overlapped)},
          {"exposed_communication_s", work(r.exposed)},
          {"data_stall_s", any(r.dataStall)},
          {"checkpoint_s", any(r.checkpoint)},
          {"copy_s", any(r.copy)},
          {"other_s", work(r.other)},
          {"idle_s", work(r.idle)},
          {"host_bound_idle_s", gap(r.hostBound)},
          {"kernel_wait_idle_s", gap(r.kernelWait)},
          {"other_idle_s", gap(r.idleOther)},
          {"unknown_s", r.wall() > 0 ? Json(seconds(r.unknown)) : Json(nullptr)}};
}

Json firstJson(const Info& info, const CollectiveInstance& i) {
  Json arrivals = Json::array();
  const std::int64_t earliest = i.lastStart - i.spread();
  for (const CollectiveArrival& a : i.arrivals)
    arrivals.push_back({{"rank", a.rank},
                        {"start_s", seconds(a.start)},
                        {"start_ns", info.originNs + a.start / 1000},
                        {"start_offset_s", seconds(a.start - earliest)},
                        {"end_s", seconds(a.end)},
                        {"wait_s", seconds(a.wait)}});
  return {{"operation", name(i.operation)},
          {"instance", i.instance},
          {"group_size", i.groupSize > 0 ? Json(i.groupSize) : Json(nullptr)},
          {"bytes", i.bytes >= 0 ? Json(i.bytes) : Json(nullptr)},
          {"last_rank", i.together() ? Json(nullptr) : Json(i.lastRank)},
          {"spread_s", seconds(i.spread())},
          {"waited_s", seconds(i.waited)},
          {"end_s", seconds(i.end)},
          {"end_ns", info.originNs + i.end / 1000},
          {"arrivals", arrivals}};
}

}  // namespace

std::string breakdownJson(const RankBreakdown& r) { return timesJson(r).dump(); }

std::string infoToJson(const Info& info, int indent, bool tables) {
  Json j;
  j["title"] = info.title;
  j["format"] = info.format;
  j["truth"] = info.truth;
  j["ranks"] = info.rankList.empty() ? Json(nullptr) : Json(info.rankList.size());
  j["rank_list"] = info.rankList;
  j["world_size"] = orNull(info.worldSize);
  j["tracks"] = info.tracks;
  j["slices"] = info.slices;
  j["categories"] = Json::object();
  for (const auto& [category, n] : info.categories) j["categories"][category] = n;
  j["counters"] = info.counters;
  j["counter_samples"] = info.counterSamples;
  j["counter_list"] = Json::array();
  for (const Info::Series& c : info.series)
    j["counter_list"].push_back({{"name", c.name},
                                 {"group", c.group},
                                 {"unit", c.unit},
                                 {"rank", c.rank == kUnknownRank ? Json(nullptr) : Json(c.rank)},
                                 {"count", c.count},
                                 {"min", orNull(c.min)},
                                 {"mean", orNull(c.mean)},
                                 {"max", orNull(c.max)}});
  j["instants"] = info.instants;
  j["transfers"] = info.transfers;
  j["arrows"] = info.arrows;
  j["origin_ns"] = info.originNs;
  j["span_s"] = orNull(info.span_s);

  Json collectives = Json::array();
  for (const Info::Collective& c : info.collectives)
    collectives.push_back({{"operation", c.operation},
                           {"count", c.count},
                           {"instances", c.instances},
                           {"bytes", orNull(c.bytes)},
                           {"calls_without_bytes", c.unknownBytes},
                           {"time_s", orNull(c.time_s)}});
  j["communication"] = {
      {"bytes", orNull(info.communicationBytes)}, {"time_s", orNull(info.communicationTime_s)}, {"collectives", collectives}};

  if (info.io) {
    j["io"] = ioJson(*info.io);
    j["io"]["by_layer"] = Json::object();
    for (const auto& [layer, io] : info.ioByLayer) j["io"]["by_layer"][layer.empty() ? "unknown" : layer] = ioJson(io);
  } else {
    for (const char* key : {"read_bytes", "write_bytes", "read_ops", "write_ops", "files", "read_s", "write_s", "by_layer"})
      j["io"][key] = nullptr;
  }

  j["power"] = powerJson(info);

  if (info.overlap)
    j["overlap"] = {{"compute_s", seconds(info.overlap->computing)},
                    {"communication_s", info.communicates ? Json(seconds(info.overlap->communication())) : Json(nullptr)},
                    {"exposed_communication_s", info.communicates ? Json(seconds(info.overlap->exposed)) : Json(nullptr)},
                    {"overlap_fraction", orNull(info.overlap->overlapFraction())}};
  else
    j["overlap"] = {{"compute_s", nullptr},
                    {"communication_s", nullptr},
                    {"exposed_communication_s", nullptr},
                    {"overlap_fraction", nullptr}};

  j["by_rank"] = Json::array();
  for (const Info::Rank& r : info.byRank) {
    Json o{{"rank", r.rank == kUnknownRank ? Json(nullptr) : Json(r.rank)},
           {"slices", r.slices},
           {"span_s", r.time.wall() > 0 ? Json(seconds(r.time.wall())) : Json(nullptr)},
           {"source", r.time.fromDevice ? "device streams" : "host threads"},
           {"compute_kernels", r.time.computeSlices},
           {"communication_kernels", r.time.communicationSlices},
           {"communication_s", r.time.showsWork ? Json(seconds(r.time.communication())) : Json(nullptr)},
           {"communication_kernel_s", r.time.showsWork ? Json(seconds(r.time.communicationSum)) : Json(nullptr)},
           {"overlap_fraction", orNull(r.time.overlapFraction())}};
    o.update(timesJson(r.time));
    const bool shared = r.late.collectives > 0;
    o["slices_without_duration"] = r.time.unmeasured;  // may be theirs: of a file that holds several ranks each has all
    o["collectives_last"] = shared ? Json(r.late.last) : Json(nullptr);
    o["waited_for_others_s"] = shared ? Json(seconds(r.late.waited)) : Json(nullptr);
    o["made_others_wait_s"] = shared ? Json(seconds(r.late.madeWait)) : Json(nullptr);
    j["by_rank"].push_back(std::move(o));
  }
  j["first_collectives"] = Json::array();
  for (const CollectiveInstance& i : info.first) j["first_collectives"].push_back(firstJson(info, i));
  j["sources"] = Json::array();
  for (const Source& s : info.sources)
    j["sources"].push_back({{"file", s.file},
                            {"format", s.format},
                            {"rank", s.rank == kUnknownRank ? Json(nullptr) : Json(s.rank)},
                            {"clock", name(s.clock)},
                            {"origin_ns", s.originNs},
                            {"offset_s", seconds(s.offset)},
                            {"aligned", s.aligned},
                            {"slices", s.slices}});
  j["facts"] = Json::array();
  for (const Fact& f : info.facts) j["facts"].push_back({{"name", f.name}, {"value", f.value}, {"unit", f.unit}, {"source", f.source}});
  j["tables"] = Json::array();
  for (const Table& t : info.tables) j["tables"].push_back(tableJson(t, tables));
  j["notes"] = Json::array();
  for (const Note& n : info.notes) {
    Json at = Json::array();  // beside each of `first`, on the run's axis
    for (std::size_t i = 0; i < n.first.size(); ++i) at.push_back(i < n.at.size() && n.at[i] != kNoTime ? Json(seconds(n.at[i])) : Json(nullptr));
    j["notes"].push_back({{"kind", n.kind}, {"count", n.count}, {"first", n.first}, {"at_s", std::move(at)}});
  }
  // Names come from files: what is no UTF-8 is replaced rather than thrown at the user.
  return j.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string infoToText(const Info& info) {
  using namespace units;
  std::string s;
  const auto line = [&](std::string_view what, const std::string& value) { s += fmt::format("{:<16}{}\n", what, plainText(value)); };
  line("format", fmt::format("{}, {}", info.format, info.truth));
  line("ranks", ranksWords(info.rankList.size(), info.worldSize.value_or(-1)));
  line("tracks", fmt::format("{}", info.tracks));
  line("slices", fmt::format("{}", info.slices));
  line("counters", fmt::format("{}", info.counters));
  constexpr std::size_t kCounters = 12;
  for (std::size_t i = 0; i < std::min(info.series.size(), kCounters); ++i) {
    const Info::Series& c = info.series[i];
    const auto v = [&](const std::optional<double>& x) { return x ? showSi(*x, c.unit == "1" ? "" : c.unit) : std::string("unknown"); };
    line("", fmt::format("{}{}{}: {} values, min {}, mean {}, max {}", c.name, c.group.empty() || c.group == c.name ? "" : " (" + c.group + ")",
                         c.rank == kUnknownRank ? "" : fmt::format(", rank {}", c.rank), c.count, v(c.min), v(c.mean), v(c.max)));
  }
  if (info.series.size() > kCounters) line("", fmt::format("and {} counters more (--json)", info.series.size() - kCounters));
  line("span", info.span_s ? showSeconds(*info.span_s) : "unknown");
  line("communication",
       fmt::format("{}, {} over all ranks",
                   info.communicationBytes ? showBytes(static_cast<double>(*info.communicationBytes)) : "unknown size",
                   info.communicationTime_s ? showSeconds(*info.communicationTime_s) : "unknown time"));
  for (const Info::Collective& c : info.collectives)
    line("", fmt::format("{:<15} {:>7} calls  {:>10}  {:>10}{}", c.operation, c.count,
                         c.bytes ? showBytes(static_cast<double>(*c.bytes)) : "unknown", c.time_s ? showSeconds(*c.time_s) : "unknown",
                         c.bytes && c.unknownBytes > 0 ? fmt::format("  (bytes of {} of them, the others' are unknown)", c.count - c.unknownBytes) : ""));
  if (info.io)
    line("I/O",
         fmt::format("{}read {} in {} operations, written {} in {}, {} files{}{}",
                     info.io->lowerBounds ? "at least, as the log is cut off: " : "",
                     info.io->readBytes ? showBytes(static_cast<double>(*info.io->readBytes)) : "unknown",
                     info.io->readOps ? std::to_string(*info.io->readOps) : "unknown",
                     info.io->writeBytes ? showBytes(static_cast<double>(*info.io->writeBytes)) : "unknown",
                     info.io->writeOps ? std::to_string(*info.io->writeOps) : "unknown", info.io->files,
                     info.io->unsized > 0 && (info.io->readBytes.value_or(0) > 0 || info.io->writeBytes.value_or(0) > 0) ? fmt::format("; bytes are lower bounds, of {} operations they are unknown", info.io->unsized) : "",
                     info.io->failed > 0 ? fmt::format("; {} more failed", info.io->failed) : ""));
  if (info.power) {
    const auto watts = [](const std::optional<double>& w) { return w ? units::showSi(*w, "W") : std::string("unknown"); };
    const auto joules = [](const std::optional<double>& j) { return j ? units::showJoules(*j) : std::string("unknown"); };
    const bool apart = !info.power->notes.empty();  // then the common mean is what nothing ever drew
    line("power", fmt::format("{} {}, {}, {} readings of {} meters", watts(apart ? std::optional(info.power->sumOfMeans_w) : info.power->mean_w),
                              apart ? "if all meters read at one time, which they do not (see the notes)" : "in the mean", joules(info.power->energy_j), info.power->readings,
                              info.power->by.size()));
    constexpr std::size_t kMeters = 16;
    for (std::size_t i = 0; i < std::min(info.power->by.size(), kMeters); ++i) {
      const PowerMeter& m = info.power->by[i];
      line("", fmt::format("{:<16} {:>7} readings  {:>10}  {:>10}", m.name, m.readings, watts(m.mean_w), joules(m.energy_j)));
    }
    if (info.power->by.size() > kMeters) line("", fmt::format("and {} meters more (--json)", info.power->by.size() - kMeters));
    if (info.energy)
      for (const std::string& text : {energyPerStep(*info.energy), energyByPhase(*info.energy)})
        if (!text.empty()) line("energy", text);
  }
  // Files of several ranks say most things alike: each is said once, with how often.
  const auto once = [](const std::vector<std::string>& all) {
    std::vector<std::pair<std::string, std::size_t>> out;
    std::map<std::string_view, std::size_t> at;
    for (const std::string& text : all) {
      const auto [i, fresh] = at.try_emplace(text, out.size());
      if (fresh) out.emplace_back(text, 1);
      else ++out[i->second].second;
    }
    for (auto& [text, count] : out)
      if (count > 1) text += fmt::format(" (x {})", count);
    return out;
  };
  std::vector<std::string> tables, facts;
  for (const Table& t : info.tables) tables.push_back(fmt::format("{}: {} rows, {} columns", t.name, t.rows(), t.columns.size()));
  for (const auto& f : info.facts) facts.push_back(fmt::format("{}: {}{}{}", f.name, f.value, f.unit.empty() ? "" : " ", f.unit));
  for (const auto& [text, count] : once(tables)) line("table", text);
  constexpr std::size_t kFacts = 24;
  const auto said = once(facts);
  for (std::size_t i = 0; i < std::min(said.size(), kFacts); ++i) line(i == 0 ? "facts" : "", said[i].first);
  if (said.size() > kFacts) line("", fmt::format("and {} facts more (--json)", said.size() - kFacts));
  for (const Source& src : info.sources)
    if (info.sources.size() > 1 || src.offset != 0)
      line("source", fmt::format("{} ({}{}, {} clock), begins at {}{}", src.file, src.format, src.rank == kUnknownRank ? "" : fmt::format(", rank {}", src.rank),
                                 name(src.clock), showOffset(src.offset), src.aligned.empty() ? "" : ", aligned: " + src.aligned));
  if (info.overlap && !info.communicates) line("overlap", fmt::format("computing {}, no communication found", showSeconds(seconds(info.overlap->computing))));
  else if (info.overlap)
    line("overlap",
         fmt::format("computing {}, communicating {}, both at once {}, communication exposed {}", showSeconds(seconds(info.overlap->computing)),
                     showSeconds(seconds(info.overlap->communication())), showSeconds(seconds(info.overlap->overlapped)), showSeconds(seconds(info.overlap->exposed))));
  if (!info.byRank.empty()) {
    // What stands between "slices" and "overlap" sums to the rank's time; what no rank has is left out.
    const auto any = [&](auto part) { return std::any_of(info.byRank.begin(), info.byRank.end(), [&](const Info::Rank& r) { return part(r.time) > 0; }); };
    const bool others = any([](const RankBreakdown& r) { return r.other; }), unknowns = any([](const RankBreakdown& r) { return r.unknown; });
    const auto row = [&](std::string rank, std::string slices, std::initializer_list<std::string> parts, std::string other, std::string idle, std::string unknown, std::string overlap) {
      s += fmt::format("{:>6} {:>9}", rank, slices);
      for (const std::string& p : parts) s += fmt::format(" {:>14}", p);
      if (others) s += fmt::format(" {:>14}", other);
      s += fmt::format(" {:>14}", idle);
      if (unknowns) s += fmt::format(" {:>14}", unknown);
      s += fmt::format(" {:>9}\n", overlap);
    };
    s += '\n';
    row("rank", "slices", {"computing only", "overlapped", "exposed", "data stall", "checkpoint", "copy"}, "other", "idle", "unknown", "overlap");
    constexpr std::size_t kRows = 16;
    for (std::size_t k = 0; k < std::min(info.byRank.size(), kRows); ++k) {
      const Info::Rank& r = info.byRank[k];
      const auto shown = [](bool known, std::int64_t ps) { return known ? showSeconds(seconds(ps)) : std::string("unknown"); };
      const auto t = [&](std::int64_t ps) { return shown(r.time.known(), ps); };
      const auto work = [&](std::int64_t ps) { return shown(r.time.showsWork, ps); };
      row(r.rank == kUnknownRank ? "unknown" : std::to_string(r.rank), std::to_string(r.slices),
          {work(r.time.computing - r.time.overlapped), work(r.time.overlapped), work(r.time.exposed), t(r.time.dataStall), t(r.time.checkpoint), t(r.time.copy)},
          work(r.time.other), work(r.time.idle), shown(r.time.wall() > 0, r.time.unknown), showPercent(r.time.overlapFraction()));
    }
    if (info.byRank.size() > kRows) s += fmt::format("       and {} ranks more\n", info.byRank.size() - kRows);
    if (!info.unmeasured.empty()) s += info.unmeasured + "\n";
  }
  for (const CollectiveInstance& i : info.first) {
    s += fmt::format("\nfirst {}{}: ", name(i.operation),
                     i.arrivals.size() < info.rankList.size() ? fmt::format(" ({} of {} ranks compared)", i.arrivals.size(), info.rankList.size()) : "");
    s += i.together() ? std::string("all start together, nobody waits\n")
                      : fmt::format("rank {} starts last, {} after the first; the others wait {} in all\n", i.lastRank, showSeconds(seconds(i.spread())), showSeconds(seconds(i.waited)));
  }
  if (!info.notes.empty()) s += "\n";
  for (const Note& n : info.notes)
    s +=
        plainText(fmt::format("note: {} ({}x){}{}", n.kind, n.count, n.first.empty() ? "" : ": ", n.first.empty() ? "" : n.first.front())) + "\n";
  return s;
}

}  // namespace weir
