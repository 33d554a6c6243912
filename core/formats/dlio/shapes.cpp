#include "core/formats/dlio/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace weir::dlio {
namespace {

bool isNumberKey(std::string_view key) {
  return !key.empty() && key.size() < 10 && key.find_first_not_of("0123456789") == std::string_view::npos;
}

// Numbers, and numbers that the writer formatted as texts ("32.90").
std::optional<double> numberOf(const Json& v) {
  if (v.is_number()) return v.get<double>();
  if (!v.is_string()) return std::nullopt;
  const auto& s = v.get_ref<const std::string&>();
  char* end = nullptr;
  const double d = std::strtod(s.c_str(), &end);
  return !s.empty() && end == s.c_str() + s.size() && std::isfinite(d) ? std::optional(d) : std::nullopt;
}
double orNan(const Json& object, const char* key) {
  const auto it = object.find(key);
  const auto v = it == object.end() ? std::nullopt : numberOf(*it);
  return v.value_or(std::nan(""));
}
std::string textOf(const Json& v) {
  if (v.is_string()) return v.get<std::string>();
  if (v.is_null()) return {};
  return v.dump(-1, ' ', false, Json::error_handler_t::replace);
}
std::string textAt(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? std::string() : textOf(*it);
}
bool scalar(const Json& v) { return !v.is_structured(); }

void clockOf(bool zoned, std::int64_t originNs, RunBuilder& out) {
  Source s;
  s.clock = zoned ? ClockKind::Epoch : ClockKind::Local;
  out.run().sources.push_back(s);
  out.run().originNs = originNs;
}

// The whole job's doing, not a rank's: a kind of track that gets no rank when runs are merged.
TrackIndex jobTrack(RunBuilder& out) {
  Track t;
  t.kind = TrackKind::Device;
  t.name = out.intern("epochs");
  t.process = out.intern("DLIO");
  return out.track(t);
}

struct Columns {
  Table table;
  std::size_t add(std::string name, std::string unit = {}) {
    table.columns.push_back({std::move(name), std::move(unit), {}, {}});
    return table.columns.size() - 1;
  }
  void put(std::size_t c, double v) { table.columns[c].number.push_back(v); }
  void put(std::size_t c, std::string v) { table.columns[c].text.push_back(std::move(v)); }
};

}  // namespace

std::string unitOf(std::string_view name) {
  const std::size_t dot = name.find_last_of('.');
  const std::string_view n = dot == std::string_view::npos ? name : name.substr(dot + 1);
  const auto ends = [n](std::string_view s) { return n.ends_with(s); };
  if (ends("_percentage")) return "%";
  if (ends("samples_per_second")) return "samples/s";
  if (ends("MB_per_second")) return "MiB/s";  // DLIO divides by 1024 twice
  if (ends("GB_per_second")) return "GiB/s";
  if (ends("_GB")) return "GiB";
  if (ends("_seconds") || ends("computation_time") || ends("eval_time")) return "s";
  if (ends("record_length") || ends("record_length_stdev") || ends("record_length_resize") || ends("model_size") || ends("_bytes")) return "B";
  return {};
}

void flatten(const Json& v, const std::string& path, RunBuilder& out) {
  if (out.run().facts.size() >= kMostFacts) {
    if (scalar(v)) out.note("more facts than are kept, left out", path);
    return;
  }
  if (v.is_object()) {
    for (const auto& [key, value] : v.items()) flatten(value, path.empty() ? key : path + "." + key, out);
  } else if (v.is_array() && !std::all_of(v.begin(), v.end(), scalar)) {
    std::size_t i = 0;
    for (const Json& e : v) flatten(e, fmt::format("{}.{}", path, i++), out);
  } else if (v.is_array()) {
    std::string list;
    for (const Json& e : v) list += (list.empty() ? "" : ", ") + textOf(e);
    out.fact(path, list, unitOf(path));
  } else {
    out.fact(path, textOf(v), unitOf(path));
  }
}

void perEpochStats(const Json& document, RunBuilder& out) {
  struct Part {
    std::string epoch, part, start, end;
    std::optional<Stamp> from, to;
    double duration = std::nan(""), throughput = std::nan("");
  };
  std::vector<Part> parts;
  const auto take = [&](const std::string& epoch, const std::string& name, const Json& o) {
    Part p{epoch, name, textAt(o, "start"), textAt(o, "end"), {}, {}, orNan(o, "duration"), orNan(o, "throughput")};
    p.from = stampOf(p.start);
    p.to = stampOf(p.end);
    if (!p.start.empty() && !p.from) out.note("time that cannot be read", p.start);
    if (!p.end.empty() && !p.to) out.note("time that cannot be read", p.end);
    parts.push_back(std::move(p));
  };
  for (const auto& [epoch, body] : document.items()) {
    if (!body.is_object()) continue;
    take(epoch, "", body);
    for (const auto& [name, part] : body.items())
      if (part.is_object()) take(epoch, name, part);
  }
  std::optional<std::int64_t> first;
  std::int64_t last = 0;
  bool zoned = true;
  Columns t;
  t.table.name = "epochs";
  const auto epoch = t.add("epoch");
  const auto part = t.add("part");
  const auto start = t.add("start");
  const auto end = t.add("end");
  const auto duration = t.add("duration", "s");
  const auto throughput = t.add("throughput", "GiB/s");
  for (const Part& p : parts) {
    if (p.from) {
      first = std::min(first.value_or(p.from->ns), p.from->ns);
      zoned = zoned && p.from->zoned;
    }
    if (p.to) last = std::max(last, p.to->ns);
    t.put(epoch, p.epoch);
    t.put(part, p.part.empty() ? "epoch" : p.part);
    t.put(start, p.start);
    t.put(end, p.end);
    t.put(duration, p.duration);
    t.put(throughput, p.throughput);
  }
  out.fact("epochs", fmt::format("{}", std::count_if(parts.begin(), parts.end(), [](const Part& p) { return p.part.empty(); })));
  if (t.table.rows() > 0) out.table(std::move(t.table));
  if (!first) return;
  clockOf(zoned, *first, out);
  const TrackIndex track = jobTrack(out);
  for (const Part& p : parts) {
    if (!p.from) continue;
    const std::string name = p.part.empty() ? "epoch " + p.epoch : p.part;
    const std::int64_t from = p.from->ns - *first;
    // 100 days fit the axis.
    constexpr std::int64_t kMost = 8'640'000'000'000'000;
    const auto far = [&](std::int64_t ns) {
      std::int64_t away = 0;
      return __builtin_sub_overflow(ns, *first, &away) || away > kMost || away < -kMost;
    };
    if (far(p.from->ns) || (p.to && far(p.to->ns))) {
      out.note("more than 100 days from the first, left out", name);
      continue;
    }
    if (!p.to) out.note("begun and not ended: of no length here", name);
    const bool checkpoint = name.find("ckpt") != std::string::npos || name.find("checkpoint") != std::string::npos;
    RunBuilder::SliceIn s;
    s.track = track;
    s.start = from * 1000;
    s.duration = p.to ? (p.to->ns - p.from->ns) * 1000 : 0;
    s.name = out.intern(name);
    s.category = out.intern(p.part.empty() ? "epoch" : checkpoint ? "checkpoint" : p.part.starts_with("block") ? "block" : p.part);
    s.activity = checkpoint ? Activity::Checkpoint : Activity::Annotation;
    out.slice(s);
  }
}

void stepsOfRank(const Json& document, std::string_view name, RunBuilder& out) {
  // "run-1__3_output.json": the digits before "_output".
  std::int32_t rank = kUnknownRank;
  if (const std::size_t at = name.rfind("_output"); at != std::string_view::npos) {
    std::size_t from = at;
    while (from > 0 && name[from - 1] >= '0' && name[from - 1] <= '9') --from;
    if (at > from && at - from < 9) rank = std::stoi(std::string(name.substr(from, at - from)));
  }
  const std::string host = textAt(document, "hostname");
  Track t;
  t.kind = TrackKind::Thread;
  t.rank = rank;
  t.name = out.intern("training steps");
  t.process = out.intern(host);
  const TrackIndex track = out.track(t);

  Columns steps;
  steps.table.name = "steps";
  const auto sEpoch = steps.add("epoch");
  const auto sBlock = steps.add("block");
  const auto sStep = steps.add("step");
  const std::array<std::pair<const char*, std::size_t>, 3> lengths{
      {{"load", steps.add("load", "s")}, {"proc", steps.add("process", "s")}, {"compute", steps.add("compute", "s")}}};
  Columns blocks;
  blocks.table.name = "blocks";
  const auto bEpoch = blocks.add("epoch");
  const auto bBlock = blocks.add("block");
  const auto bAu = blocks.add("accelerator utilisation", "%");
  const auto bThroughput = blocks.add("throughput", "samples/s");

  Json rest = Json::object();
  std::int64_t at = 0;  // ps
  bool stamped = true;
  bool zoned = true;
  std::optional<std::int64_t> first;
  const auto ps = [&](double seconds) -> std::int64_t { return seconds >= 0 && seconds < 1e6 ? std::llround(seconds * 1e12) : 0; };
  std::uint64_t laid = 0;
  std::uint64_t absurd = 0;
  for (const auto& [epoch, body] : document.items()) {
    if (!isNumberKey(epoch) || !body.is_object()) {
      rest[epoch] = body;
      continue;
    }
    // Newer files say when an epoch began; else one follows the other.
    const auto begin = stampOf(textAt(body, "start"));
    if (begin) {
      if (!first) first = begin->ns;
      zoned = zoned && begin->zoned;
      const std::int64_t ns = begin->ns - *first;
      if (ns > 0 && ns < 8'640'000'000'000'000) at = std::max(at, ns * 1000);
    } else {
      stamped = false;
    }
    const std::int64_t epochStart = at;
    std::vector<std::string> names;
    for (const char* kind : {"load", "proc", "compute", "au", "throughput"})
      if (const auto it = body.find(kind); it != body.end() && it->is_object())
        for (const auto& [block, value] : it->items())
          if (std::find(names.begin(), names.end(), block) == names.end()) names.push_back(block);
    for (const std::string& block : names) {
      const auto list = [&, &of = body](const char* kind) -> const Json* {
        const auto it = of.find(kind);
        if (it == of.end() || !it->is_object()) return nullptr;
        const auto b = it->find(block);
        return b == it->end() ? nullptr : &*b;
      };
      const auto value = [&](const char* kind) {
        const Json* v = list(kind);
        const auto n = v == nullptr ? std::nullopt : numberOf(*v);
        return n.value_or(std::nan(""));
      };
      blocks.put(bEpoch, epoch);
      blocks.put(bBlock, block);
      blocks.put(bAu, value("au"));
      blocks.put(bThroughput, value("throughput"));
      std::size_t count = 0;
      for (const auto& [kind, column] : lengths)
        if (const Json* v = list(kind); v != nullptr && v->is_array()) count = std::max(count, v->size());
      for (std::size_t i = 0; i < count; ++i) {
        std::array<double, 3> s{};
        for (std::size_t k = 0; k < 3; ++k) {
          const Json* v = list(lengths[k].first);
          const auto n = v != nullptr && v->is_array() && i < v->size() ? numberOf((*v)[i]) : std::nullopt;
          s[k] = n.value_or(std::nan(""));
          if (n && !(*n >= 0 && *n < 1e6)) ++absurd;
          steps.put(lengths[k].second, s[k]);
        }
        steps.put(sEpoch, epoch);
        steps.put(sBlock, block);
        steps.put(sStep, static_cast<double>(i + 1));
        // A step begins with its loading and ends with its computing; `proc` is all of it (DLIO's StatsCounter).
        const std::int64_t load = ps(s[0]);
        const std::int64_t compute = ps(s[2]);
        const std::int64_t whole = std::isnan(s[1]) ? load + compute : std::max(ps(s[1]), std::max(load, compute));
        if (at > 8'000'000'000'000'000'000 - whole) {
          ++absurd;
          continue;
        }
        const auto slice = [&](const char* what, std::int64_t start, std::int64_t duration, Activity activity) {
          RunBuilder::SliceIn in;
          in.track = track;
          in.start = start;
          in.duration = duration;
          in.name = out.intern(what);
          in.category = out.intern(what);
          in.activity = activity;
          out.slice(in);
        };
        if (!std::isnan(s[0])) slice("load", at, load, Activity::DataLoad);
        if (!std::isnan(s[2])) slice("compute", at + whole - compute, compute, Activity::Compute);
        at += whole;
        ++laid;
      }
    }
    RunBuilder::SliceIn in;
    in.track = track;
    in.start = epochStart;
    in.duration = at - epochStart;
    in.name = out.intern("epoch " + epoch);
    in.category = out.intern("epoch");
    in.activity = Activity::Annotation;
    if (in.duration > 0) out.slice(in);
  }
  if (laid > 0) out.note("steps laid one behind the other: the file has their lengths, not when they began", name, laid);
  if (absurd > 0) out.note("length of a step below 0 or beyond eleven days", name, absurd);
  if (stamped && first) {
    clockOf(zoned, *first, out);
  } else {
    Source s;
    s.clock = ClockKind::Own;
    out.run().sources.push_back(s);
  }
  if (steps.table.rows() > 0) out.table(std::move(steps.table));
  if (blocks.table.rows() > 0) out.table(std::move(blocks.table));
  flatten(rest, "", out);
}

void summary(const Json& document, RunBuilder& out) {
  const double accelerators = orNan(document, "num_accelerators");
  if (accelerators >= 1 && accelerators <= 1e9) out.run().worldSize = static_cast<std::int32_t>(accelerators);
  const auto metric = document.find("metric");
  if (metric != document.end() && metric->is_object()) {
    std::map<std::size_t, Columns> byLength;
    for (const auto& [key, v] : metric->items()) {
      if (!v.is_array() || v.empty()) continue;
      Columns& t = byLength[v.size()];
      if (t.table.columns.empty()) {
        t.table.name = "metric";
        const auto c = t.add("epoch");
        for (std::size_t i = 0; i < v.size(); ++i) t.put(c, static_cast<double>(i + 1));
      }
      const auto c = t.add(key, unitOf(key));
      for (const Json& e : v) t.put(c, numberOf(e).value_or(std::nan("")));
    }
    for (auto& [length, t] : byLength) out.table(std::move(t.table));
  }
  flatten(document, "", out);
  const auto from = stampOf(textAt(document, "start"));
  const auto to = stampOf(textAt(document, "end"));
  if (!from) return;
  clockOf(from->zoned, from->ns, out);
  if (!to || to->ns < from->ns || to->ns - from->ns > 8'640'000'000'000'000) return;
  RunBuilder::SliceIn in;
  in.track = jobTrack(out);
  in.duration = (to->ns - from->ns) * 1000;
  in.name = out.intern("run");
  in.category = out.intern("run");
  in.activity = Activity::Annotation;
  out.slice(in);
}

namespace {

// Objects as the rows of a table: a column a scalar member, of numbers where all are numbers.
void rowsToTable(const std::vector<std::pair<std::string, const Json*>>& rows, std::string_view first, RunBuilder& out) {
  struct Cell {
    std::string name;
    std::vector<const Json*> values;
  };
  std::vector<Cell> cells;
  std::map<std::string, std::size_t> index;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto walk = [&](const auto& self, const Json& v, const std::string& path, int depth) -> void {
      if (v.is_object() && depth < 8) {
        for (const auto& [key, value] : v.items()) self(self, value, path.empty() ? key : path + "." + key, depth + 1);
      } else if (scalar(v) && cells.size() < 1000) {
        const auto [it, fresh] = index.try_emplace(path, cells.size());
        if (fresh) cells.push_back({path, std::vector<const Json*>(rows.size(), nullptr)});
        cells[it->second].values[r] = &v;
      }
    };
    walk(walk, *rows[r].second, "", 0);
  }
  Columns t;
  t.table.name = "runs";
  const auto c = t.add(std::string(first));
  for (const auto& [name, row] : rows) t.put(c, name);
  for (const Cell& cell : cells) {
    const bool numbers = std::all_of(cell.values.begin(), cell.values.end(), [](const Json* v) { return v == nullptr || v->is_null() || v->is_number(); });
    const auto column = t.add(cell.name, unitOf(cell.name));
    for (const Json* v : cell.values) {
      if (numbers) t.put(column, v == nullptr || v->is_null() ? std::nan("") : v->get<double>());
      else t.put(column, v == nullptr ? std::string() : textOf(*v));
    }
  }
  if (!rows.empty()) out.table(std::move(t.table));
}

}  // namespace

void report(const Json& document, RunBuilder& out) {
  std::vector<std::pair<std::string, const Json*>> rows;
  const auto runs = document.find("runs");
  if (runs != document.end() && runs->is_structured()) {
    std::size_t i = 0;
    for (const auto& [key, value] : runs->items()) rows.emplace_back(runs->is_array() ? fmt::format("{}", ++i) : key, &value);
  }
  rowsToTable(rows, "run", out);
  for (const auto& [key, value] : document.items())
    if (key != "runs") flatten(value, key, out);
  const auto overall = document.find("overall");
  const double n = overall != document.end() && overall->is_object() ? orNan(*overall, "train_num_accelerators") : std::nan("");
  if (n >= 1 && n <= 1e9) out.run().worldSize = static_cast<std::int32_t>(n);
}

void results(const Json& document, RunBuilder& out) {
  if (document.is_object()) return flatten(document, "", out);
  std::vector<std::pair<std::string, const Json*>> rows;
  for (const Json& run : document) {
    std::string id = run.is_object() ? textAt(run, "run_id") : std::string();
    rows.emplace_back(id.empty() ? fmt::format("{}", rows.size() + 1) : std::move(id), &run);
  }
  rowsToTable(rows, "run", out);
  // Lists (a value an epoch) do not fit a row.
  for (const auto& [id, run] : rows) {
    const auto metrics = run->is_object() ? run->find("metrics") : run->end();
    if (run->is_object() && metrics != run->end()) flatten(*metrics, id + ".metrics", out);
  }
}

void iostat(const Json& document, RunBuilder& out) {
  const auto sysstat = document.find("sysstat");
  if (sysstat == document.end() || !sysstat->is_object() || !sysstat->contains("hosts") || !(*sysstat)["hosts"].is_array()) return;
  std::map<std::string, Counter> series;
  std::optional<std::int64_t> first;
  bool zoned = true;
  for (const Json& host : (*sysstat)["hosts"]) {
    if (!host.is_object()) continue;
    for (const auto& [key, v] : host.items())
      if (scalar(v)) out.fact(key, textOf(v));
    const auto statistics = host.find("statistics");
    if (statistics == host.end() || !statistics->is_array()) continue;
    std::int64_t number = -1;
    for (const Json& s : *statistics) {
      ++number;
      if (!s.is_object()) continue;
      const auto at = shortStampOf(textAt(s, "timestamp"));
      if (!at) {
        out.note("sample without a time, left out", fmt::format("sample {}", number));
        continue;
      }
      if (!first) first = at->ns;
      zoned = zoned && at->zoned;
      const auto put = [&](const std::string& group, const std::string& key, const Json& v) {
        const auto n = numberOf(v);
        if (!n || series.size() > 100'000) return;
        Counter& c = series[group + " " + key];
        if (c.name == 0) {
          c.name = out.intern(group + " " + key);
          c.group = out.intern("iostat");
          c.unit = group == "cpu" || key == "util" || key == "rrqm" || key == "wrqm" || key == "drqm" ? "%"
                   : key.ends_with("MB/s")                                                            ? "MiB/s"
                   : key.ends_with("kB/s")                                                            ? "KiB/s"
                   : key.ends_with("/s")                                                              ? "1/s"
                   : key.ends_with("await") || key == "svctm"                                         ? "ms"
                   : key.ends_with("req-sz")                                                          ? "KiB"
                                                                                                      : "";
        }
        const std::int64_t ns = at->ns - *first;
        if (ns < -8'640'000'000'000'000 || ns > 8'640'000'000'000'000) return;
        c.time.push_back(ns * 1000);
        c.value.push_back(static_cast<float>(*n));
      };
      if (const auto cpu = s.find("avg-cpu"); cpu != s.end() && cpu->is_object())
        for (const auto& [key, v] : cpu->items()) put("cpu", key, v);
      if (const auto disks = s.find("disk"); disks != s.end() && disks->is_array())
        for (const Json& d : *disks) {
          if (!d.is_object()) continue;
          const std::string device = textAt(d, "disk_device");
          for (const auto& [key, v] : d.items())
            if (key != "disk_device") put(device, key, v);
        }
    }
  }
  if (!first) return;
  clockOf(zoned, *first, out);
  for (auto& [name, c] : series) {
    if (c.time.empty()) continue;
    if (std::is_sorted(c.time.begin(), c.time.end())) out.counter(std::move(c));
    else out.note("series whose times go back, left out", name);
  }
}

}  // namespace weir::dlio
