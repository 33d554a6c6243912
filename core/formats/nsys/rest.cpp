// The operating system's part, and every table of spans that no other step knows.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/formats/gpu/keys.h"
#include "core/formats/nsys/import.h"

namespace weir::nsys {
namespace {

// Calls in which a thread does nothing but wait.
constexpr std::array<std::string_view, 22> kWaits{
    "poll",      "ppoll",      "select",        "pselect", "epoll_wait", "epoll_pwait", "pthread_cond_wait",  "pthread_cond_timedwait",
    "sem_wait",  "sem_timedwait", "sem_clockwait", "futex", "nanosleep", "clock_nanosleep", "usleep",          "sleep",
    "waitpid",   "wait4",      "pthread_join",  "sigwait", "pthread_mutex_lock", "sched_yield"};

bool hasEvents(const sqlite::Table& t) { return (t.has("start") && t.has("end")) || t.has("timestamp") || t.has("start"); }

// Tables that describe, rather than hold events.
bool describes(std::string_view name) {
  for (const std::string_view head : {"TARGET_INFO_", "ENUM_", "META_DATA", "EXPORT_", "NVTX_PAYLOAD", "NVTX_SCOPES", "ANALYSIS_", "GENERIC_EVENT_", "ETW_PROVIDERS", "ETW_TASKS"})
    if (name.starts_with(head)) return true;
  return name == "StringIds" || name == "ThreadNames" || name == "PROCESSES" || name == "ProcessStreams" || name.ends_with("_CALLCHAINS") ||
         name == "UnwindMethodType" || name == "NIC_ID_MAP" || name == "UCP_WORKERS";
}

std::string categoryOf(std::string_view table) {
  std::string s;
  for (const char c : baseName(table)) s += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  for (const std::string_view head : {std::string_view("cupti_activity_kind_"), std::string_view("openmp_event_kind_")})
    if (s.starts_with(head)) s.erase(0, head == "openmp_event_kind_" ? 0 : head.size());
  for (const std::string_view tail : {std::string_view("_events"), std::string_view("_api")})
    if (s.size() > tail.size() && s.ends_with(tail)) s.resize(s.size() - tail.size());
  return s;
}

// Columns that the slice itself holds, or that say nothing to people.
bool ofTheSlice(std::string_view column) {
  constexpr std::array<std::string_view, 14> kOwn{"start", "end",  "globalTid", "globalPid", "nameId",   "textId",      "text",
                                                  "name",  "eventClass", "endGlobalTid", "endNameId", "callchainId", "endCorrelationId", "deviceId"};
  return std::find(kOwn.begin(), kOwn.end(), column) != kOwn.end();
}

Result<void> readSpans(Import& in, const sqlite::Table& table) {
  gpu::Timeline& t = in.timeline;
  std::vector<std::string_view> columns{"start", "end", "globalTid", "nameId", "textId", "text", "name", "globalPid", "deviceId", "gpu", "correlationId"};
  const std::size_t own = columns.size();
  for (const std::string& c : table.columns)
    if (!ofTheSlice(c) && gpu::plainKey(c) && columns.size() < own + 8) columns.emplace_back(c);
  const std::string word = categoryOf(table.name);
  const NameId category = t.intern(word);
  const bool osrt = word == "osrt";
  const bool overhead = word.ends_with("overhead");
  std::vector<std::int8_t> waits;
  enum { Start, End, Tid, NameIdColumn, TextId, Text, Name, Pid, Device, Gpu, Correlation };
  return in.each(&table, columns, "slices", [&](sqlite::Rows& row) {
    NameId name = 0;
    if (!row.isNull(NameIdColumn)) name = in.strings.name(row.integer(NameIdColumn), t);
    else if (!row.isNull(TextId)) name = in.strings.name(row.integer(TextId), t);
    else if (!row.isNull(Text)) name = t.intern(row.text(Text));
    else if (!row.isNull(Name)) name = row.isText(Name) ? t.intern(row.text(Name)) : in.strings.name(row.integer(Name), t);
    if (name == 0) name = category;
    Activity activity = Activity::Host;
    if (overhead) activity = Activity::Wait;
    if (osrt) {
      if (name >= waits.size()) waits.resize(name + 64, -1);
      if (waits[name] < 0) {
        const std::string_view text = t.builder().run().names.text(name);
        waits[name] = std::find(kWaits.begin(), kWaits.end(), text) != kWaits.end() ? 1 : 0;
      }
      if (waits[name] == 1) activity = Activity::Wait;
    }
    TrackIndex track = 0;
    if (!row.isNull(Tid)) {
      track = in.thread(row.integer(Tid));
    } else {
      const std::optional<gpu::ProcessIndex> p = row.isNull(Pid) ? std::nullopt : std::optional(in.process(row.integer(Pid)));
      const int device = !row.isNull(Device) ? Device : !row.isNull(Gpu) ? Gpu : -1;
      track = t.other(p, device < 0 ? word : fmt::format("GPU {} {}", row.integer(device), word), TrackKind::Other, {});
    }
    if (row.isNull(End)) {
      t.instant(track, name, row.integer(Start));
      return;
    }
    in.args.clear();
    for (std::size_t i = own; i < columns.size(); ++i) {
      const int column = static_cast<int>(i);
      if (row.isNull(column)) continue;
      if (row.isText(column)) in.args.string(columns[i], row.text(column));
      else if (const std::int64_t v = row.integer(column); v != 0) in.args.integer(columns[i], v);
    }
    t.slice(track, name, category, activity, row.integer(Start), row.integer(End), in.args.text());
  });
}

}  // namespace

Result<void> readScheduling(Import& in) {
  gpu::Timeline& t = in.timeline;
  const NameId category = t.intern("sched");
  struct Running {
    std::int64_t tid = 0, since = 0;
    bool on = false;
  };
  std::map<std::int64_t, Running> cpus;
  std::map<std::int64_t, NameId> names;
  const auto nameOf = [&](std::int64_t tid) {
    const auto it = names.find(tid);
    if (it != names.end()) return it->second;
    const auto known = in.threadNames.find({in.process(tid), tid & 0xffffff});
    const std::string text = known == in.threadNames.end() || known->second.empty() ? fmt::format("thread {}", tid & 0xffffff)
                                                                                     : fmt::format("{} ({})", known->second, tid & 0xffffff);
    return names.emplace(tid, t.intern(text)).first->second;
  };
  std::map<std::int64_t, TrackIndex> tracks;
  const auto trackOf = [&](std::int64_t cpu) {
    const auto it = tracks.find(cpu);
    if (it != tracks.end()) return it->second;
    return tracks.emplace(cpu, t.other(std::nullopt, fmt::format("CPU {}", cpu), TrackKind::Device, "CPUs")).first->second;
  };
  std::uint64_t unmatched = 0;
  std::vector<std::pair<std::int64_t, std::array<std::int64_t, 3>>> unordered;
  std::int64_t last = INT64_MIN;
  bool ordered = true;
  const auto take = [&](std::int64_t time, std::int64_t cpu, bool in_, std::int64_t tid) {
    Running& r = cpus[cpu];
    if (in_) {
      if (r.on) ++unmatched;
      r = {tid, time, true};
    } else if (r.on && r.tid == tid) {
      t.slice(trackOf(cpu), nameOf(tid), category, Activity::Other, r.since, time, {});
      r.on = false;
    } else {
      ++unmatched;
    }
  };
  const sqlite::Table* table = in.table("SCHED_EVENTS");
  auto r = in.each(table, {"start", "cpu", "isSchedIn", "globalTid"}, "slices", [&](sqlite::Rows& row) {
    const std::int64_t time = row.integer(0);
    ordered = ordered && time >= last;
    last = time;
    unordered.push_back({time, {row.integer(1), row.integer(2), row.integer(3)}});
  });
  if (!r) return r;
  if (!ordered) std::stable_sort(unordered.begin(), unordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [time, e] : unordered) take(time, e[0], e[1] != 0, e[2]);
  for (const auto& [cpu, running] : cpus) unmatched += running.on ? 1 : 0;
  if (unmatched > 0) in.note("a thread came to a CPU or left it, but not both", table->name, unmatched);

  // Of sampled call chains only the innermost function counts.
  std::map<std::pair<std::int64_t, std::int64_t>, double> samples;
  r = in.each(in.table("SAMPLING_CALLCHAINS"), {"symbol", "module", "stackDepth"}, "table of functions (innermost only)", [&](sqlite::Rows& row) {
    if (row.integer(2) == 0) samples[{row.integer(0), row.integer(1)}] += 1;
  });
  if (!r || samples.empty()) return r;
  std::vector<std::pair<double, std::pair<std::int64_t, std::int64_t>>> order;
  for (const auto& [key, n] : samples) order.push_back({n, key});
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  Table functions{"CPU samples", {{"function", "", {}, {}}, {"module", "", {}, {}}, {"samples", "", {}, {}}}, 0};
  for (const auto& [n, key] : order) {
    functions.columns[0].text.emplace_back(in.strings.text(key.first));
    functions.columns[1].text.emplace_back(in.strings.text(key.second));
    functions.columns[2].number.push_back(n);
  }
  t.builder().table(std::move(functions));
  return {};
}

Result<void> readRest(Import& in) {
  for (const sqlite::Table& table : in.db.tables()) {
    if (in.used.contains(table.name) || describes(table.name)) continue;
    const sqlite::Table* newest = in.table(baseName(table.name));
    if (newest != &table) continue;
    const bool spans = table.has("start") && table.has("end") &&
                       (table.has("globalTid") || table.has("globalPid") || table.has("nameId") || table.has("textId"));
    if (spans) {
      if (auto r = readSpans(in, table); !r) return r;
      continue;
    }
    auto n = in.db.rows(table);
    if (!n && n.error().stopped()) return tl::make_unexpected(n.error());
    in.used[table.name] = {n.value_or(0), "not read"};
    if (n.value_or(0) > 0 && hasEvents(table)) in.note("events of a kind that is not read", table.name, *n);
  }
  for (const sqlite::Table& table : in.db.tables()) {
    if (in.used.contains(table.name)) continue;
    auto n = table.name.starts_with("StringIds") ? Result<std::uint64_t>(in.strings.rows()) : in.db.rows(table);
    if (!n && n.error().stopped()) return tl::make_unexpected(n.error());
    in.used[table.name] = {n.value_or(0), table.name.starts_with("StringIds") ? "texts" : "describes others, not shown"};
  }
  return {};
}

}  // namespace weir::nsys
