// rocpd of rocprofiler-sdk (ROCm 6.4 and newer): tables with the session's identifier behind their names, one set a process.
// Schema 3 keeps times in the events' rows, schema 4 in rocpd_timestamp with rows of rocpd_track: both by the columns there.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/formats/chrome/kineto.h"
#include "core/formats/gpu/timeline.h"
#include "core/formats/rocm/database.h"
#include "core/formats/rocm/reader.h"

namespace weir::rocm {
namespace {

constexpr std::array<std::string_view, 6> kEventTables{"rocpd_kernel_dispatch", "rocpd_region", "rocpd_memory_copy",
                                                       "rocpd_memory_allocate", "rocpd_sample", "rocpd_string"};

// "" or "_0000a1b2_..." behind the base's name; nothing when it is another table's.
std::optional<std::string> suffixOf(std::string_view table, std::string_view base) {
  if (!table.starts_with(base)) return std::nullopt;
  const std::string_view rest = table.substr(base.size());
  if (rest.empty()) return std::string();
  if (rest.size() < 5 || rest[0] != '_' || rest.find_first_not_of("0123456789abcdefABCDEF_-") != std::string_view::npos) return std::nullopt;
  return std::string(rest);
}

struct Where {
  std::int64_t process = 0, thread = 0, agent = -1, queue = -1, stream = -1;
};
struct Event {
  std::int64_t category = 0, stack = 0;
};

// One set of tables.
class Session {
 public:
  Session(Tables& tables, std::string suffix, std::size_t number) : in_(tables), t_(tables.timeline), suffix_(std::move(suffix)), number_(number) {}
  [[nodiscard]] Result<void> read();

 private:
  using Row = const std::function<void(sqlite::Rows&)>&;
  [[nodiscard]] std::string name(std::string_view base) const { return std::string(base) + suffix_; }
  Result<void> each(std::string_view base, const std::vector<std::string_view>& columns, Row row) { return in_.each(name(base), columns, row); }
  [[nodiscard]] Result<void> readInfo();
  [[nodiscard]] Result<void> readRegions();
  [[nodiscard]] Result<void> readDispatches();
  [[nodiscard]] Result<void> readMemory();
  [[nodiscard]] Result<void> readCounters();

  // Columns every table of events has, in this order: then come its own.
  static std::vector<std::string_view> columns(std::initializer_list<std::string_view> own) {
    std::vector<std::string_view> all{"id", "track_id", "pid", "tid", "agent_id", "queue_id", "stream_id", "start", "end", "start_id", "end_id", "event_id"};
    all.insert(all.end(), own);
    return all;
  }
  enum { Id, Track, Pid, Tid, Agent, Queue, Stream, Start, End, StartId, EndId, EventId, Own };
  [[nodiscard]] Where whereOf(const sqlite::Rows& row) const {
    Where w;
    if (!row.isNull(Track))
      if (const auto it = tracks_.find(row.integer(Track)); it != tracks_.end()) w = it->second;
    if (!row.isNull(Pid)) w.process = row.integer(Pid);
    if (!row.isNull(Tid)) w.thread = row.integer(Tid);
    if (!row.isNull(Agent)) w.agent = row.integer(Agent);
    if (!row.isNull(Queue)) w.queue = row.integer(Queue);
    if (!row.isNull(Stream)) w.stream = row.integer(Stream);
    return w;
  }
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> timesOf(const sqlite::Rows& row) {
    if (!row.isNull(Start)) return std::pair(row.integer(Start), row.isNull(End) ? row.integer(Start) : row.integer(End));
    const auto start = times_.find(row.integer(StartId));
    const auto end = times_.find(row.integer(EndId));
    if (start == times_.end() || end == times_.end()) {
      t_.builder().note("event without its times, left out", fmt::format("row {}", row.integer(Id)));
      return std::nullopt;
    }
    return std::pair(start->second, end->second);
  }
  [[nodiscard]] gpu::ProcessIndex process(std::int64_t id) {
    const auto it = pids_.find(id);
    const std::int64_t pid = it == pids_.end() ? id : it->second;
    return t_.process(static_cast<std::int64_t>(number_ << 40) ^ pid, pid);
  }
  [[nodiscard]] std::int64_t tidOf(std::int64_t id) const {
    const auto it = tids_.find(id);
    return it == tids_.end() ? id : it->second;
  }
  [[nodiscard]] std::int64_t deviceOf(std::int64_t agent) const {
    const auto it = devices_.find(agent);
    return it == devices_.end() ? agent : it->second;
  }
  [[nodiscard]] NameId nameOf(std::int64_t id) {
    const auto it = strings_.find(id);
    return it == strings_.end() ? t_.intern(fmt::format("string {} (missing)", id)) : it->second;
  }
  [[nodiscard]] const Event* eventOf(const sqlite::Rows& row) const {
    if (row.isNull(EventId)) return nullptr;
    const auto it = events_.find(row.integer(EventId));
    return it == events_.end() ? nullptr : &it->second;
  }

  Tables& in_;
  gpu::Timeline& t_;
  std::string suffix_;
  std::size_t number_;
  std::unordered_map<std::int64_t, NameId> strings_;
  std::unordered_map<std::int64_t, std::int64_t> pids_, tids_, devices_, times_;
  std::unordered_map<std::int64_t, Where> tracks_;
  std::unordered_map<std::int64_t, Event> events_;
  std::unordered_map<std::int64_t, NameId> kernels_;
  std::unordered_map<std::int64_t, NameId> dispatchOf_;                       // event: the kernel's name
  std::unordered_map<std::int64_t, std::pair<std::int64_t, NameId>> samples_;  // event: its time, its name
};

Result<void> Session::readInfo() {
  RunBuilder& b = t_.builder();
  if (auto r = each("rocpd_string", {"id", "string"}, [&](sqlite::Rows& row) { strings_[row.integer(0)] = t_.intern(row.text(1)); }); !r) return r;
  if (auto r = each("rocpd_metadata", {"tag", "value"}, [&](sqlite::Rows& row) {
        if (row.text(0) == "schema_version" && number_ == 0) b.fact("rocpd schema", row.text(1));
      }); !r)
    return r;
  if (auto r = each("rocpd_info_node", {"hostname", "system_name", "release"}, [&](sqlite::Rows& row) {
        if (number_ > 0) return;
        b.fact("host name", row.text(0));
        b.fact("operating system", fmt::format("{} {}", row.text(1), row.text(2)));
      }); !r)
    return r;
  if (auto r = each("rocpd_info_process", {"id", "pid", "name", "command"}, [&](sqlite::Rows& row) {
        pids_[row.integer(0)] = row.integer(1);
        if (number_ == 0) b.fact("command", row.text(3));
        std::string_view shown = row.text(2).empty() ? row.text(3) : row.text(2);
        shown = shown.substr(0, shown.find(' '));
        if (!shown.empty()) t_.nameProcess(process(row.integer(0)), shown.substr(0, 200));
      }); !r)
    return r;
  if (auto r = each("rocpd_info_thread", {"id", "pid", "tid", "name"}, [&](sqlite::Rows& row) {
        tids_[row.integer(0)] = row.integer(2);
        if (!row.text(3).empty()) t_.nameThread(process(row.integer(1)), row.integer(2), row.text(3));
      }); !r)
    return r;
  std::int64_t gpus = 0;
  if (auto r = each("rocpd_info_agent", {"id", "type", "type_index", "logical_index", "product_name", "model_name", "name"}, [&](sqlite::Rows& row) {
        const bool gpu = row.text(1) == "GPU";
        const std::int64_t device = !gpu ? -1 : row.isNull(2) ? gpus : row.integer(2);
        if (gpu) ++gpus;
        devices_[row.integer(0)] = device;
        std::string_view product;
        for (const int column : {4, 5, 6})
          if (product.empty()) product = row.text(column);
        if (gpu && number_ == 0) b.fact(fmt::format("GPU {}", device), product);
        if (gpu && !product.empty()) t_.nameDevice(device, product);
      }); !r)
    return r;
  if (auto r = each("rocpd_info_kernel_symbol", {"id", "display_name", "kernel_name"}, [&](sqlite::Rows& row) {
        kernels_[row.integer(0)] = t_.intern(row.text(1).empty() ? row.text(2) : row.text(1));
      }); !r)
    return r;
  if (auto r = each("rocpd_track", {"id", "pid", "tid", "agent_id", "queue_id", "stream_id"}, [&](sqlite::Rows& row) {
        Where w;
        w.process = row.integer(1);
        w.thread = row.integer(2);
        if (!row.isNull(3)) w.agent = row.integer(3);
        if (!row.isNull(4)) w.queue = row.integer(4);
        if (!row.isNull(5)) w.stream = row.integer(5);
        tracks_[row.integer(0)] = w;
      }); !r)
    return r;
  if (auto r = each("rocpd_timestamp", {"id", "value"}, [&](sqlite::Rows& row) { times_[row.integer(0)] = row.integer(1); }); !r) return r;
  if (auto r = each("rocpd_event", {"id", "category_id", "stack_id"}, [&](sqlite::Rows& row) { events_[row.integer(0)] = {row.integer(1), row.integer(2)}; }); !r)
    return r;
  for (const char* silent : {"rocpd_info_queue", "rocpd_info_stream", "rocpd_info_code_object", "rocpd_arg"}) in_.known(name(silent));
  return {};
}

Result<void> Session::readRegions() {
  const NameId plain = t_.intern("region");
  return each("rocpd_region", columns({"name_id"}), [&](sqlite::Rows& row) {
    const auto times = timesOf(row);
    if (!times) return;
    const Where w = whereOf(row);
    const gpu::ProcessIndex p = process(w.process);
    const TrackIndex track = t_.thread(p, tidOf(w.thread));
    const NameId id = nameOf(row.integer(Own));
    const Event* event = eventOf(row);
    const NameId category = event && event->category != 0 ? nameOf(event->category) : plain;
    const std::string_view word = t_.builder().run().names.text(category);
    Activity activity = t_.hostFacts(id).activity;
    if (word.find("MARKER") != std::string_view::npos) activity = Activity::Annotation;
    else if (word.find("MPI") != std::string_view::npos) activity = Activity::Communication;
    in_.args.clear();
    if (event && event->stack != 0) in_.args.integer("correlation", event->stack);
    const auto slice = t_.slice(track, id, category, activity, times->first, times->second, in_.args.text());
    if (slice && event && event->stack != 0) t_.launches(p, event->stack, *slice, track);
  });
}

Result<void> Session::readDispatches() {
  const NameId category = t_.intern("kernel");
  enum { Kernel = Own, Dispatch, GridX, GridY, GridZ, BlockX, BlockY, BlockZ, Lds };
  return each("rocpd_kernel_dispatch",
              columns({"kernel_id", "dispatch_id", "grid_size_x", "grid_size_y", "grid_size_z", "workgroup_size_x", "workgroup_size_y",
                       "workgroup_size_z", "group_segment_size"}),
              [&](sqlite::Rows& row) {
                const auto times = timesOf(row);
                if (!times) return;
                const Where w = whereOf(row);
                const gpu::ProcessIndex p = process(w.process);
                const auto kernel = kernels_.find(row.integer(Kernel));
                const NameId id = kernel == kernels_.end() ? t_.intern(fmt::format("kernel {} (missing)", row.integer(Kernel))) : kernel->second;
                const gpu::NameFacts facts = t_.kernelFacts(id);
                const Event* event = eventOf(row);
                in_.args.clear();
                in_.args.integer("dispatch", row.integer(Dispatch));
                if (event && event->stack != 0) in_.args.integer("correlation", event->stack);
                if (!row.isNull(GridX)) in_.args.triple("grid", row.integer(GridX), row.integer(GridY), row.integer(GridZ));
                if (!row.isNull(BlockX)) in_.args.triple("block", row.integer(BlockX), row.integer(BlockY), row.integer(BlockZ));
                if (row.integer(Lds) > 0) in_.args.integer("shared memory", row.integer(Lds));
                if (w.stream >= 0) in_.args.integer("stream", w.stream);
                const auto slice = t_.slice(t_.stream(p, deviceOf(w.agent), std::max<std::int64_t>(w.queue, 0)), id, category, facts.activity,
                                            times->first, times->second, in_.args.text());
                if (!slice) return;
                if (!row.isNull(EventId)) dispatchOf_[row.integer(EventId)] = id;
                if (event && event->stack != 0) t_.launched(p, event->stack, *slice);
                if (facts.activity == Activity::Communication) t_.communicates(*slice, p, event ? event->stack : -1, id);
              });
}

Result<void> Session::readMemory() {
  const NameId copies = t_.intern("memory_copy");
  std::map<NameId, std::array<double, 3>> sums;
  if (auto r = each("rocpd_memory_copy", columns({"name_id", "size", "src_agent_id", "dst_agent_id"}), [&](sqlite::Rows& row) {
        const auto times = timesOf(row);
        if (!times) return;
        const Where w = whereOf(row);
        const gpu::ProcessIndex p = process(w.process);
        const NameId id = nameOf(row.integer(Own));
        const std::int64_t from = row.isNull(Own + 2) ? -1 : deviceOf(row.integer(Own + 2));
        const std::int64_t to = row.isNull(Own + 3) ? -1 : deviceOf(row.integer(Own + 3));
        const Event* event = eventOf(row);
        in_.args.clear();
        in_.args.integer("bytes", row.integer(Own + 1));
        if (from >= 0) in_.args.integer("from device", from);
        if (to >= 0) in_.args.integer("to device", to);
        // Copies run on engines of their own, beside the queues: one track a device.
        const std::int64_t device = std::max<std::int64_t>(0, to >= 0 ? to : from);
        const auto slice = t_.slice(t_.other(p, fmt::format("GPU {} copies", device), TrackKind::Stream, fmt::format("GPU {}", device)), id, copies,
                                    Activity::Copy, times->first, times->second, in_.args.text());
        auto& sum = sums[id];
        sum[0] += 1;
        sum[1] += row.real(Own + 1);
        sum[2] += static_cast<double>(times->second - times->first) * 1e-9;
        if (slice && event && event->stack != 0) t_.launched(p, event->stack, *slice);
      }); !r)
    return r;
  if (!sums.empty()) {
    Table table{"memory copies", {{"kind", "", {}, {}}, {"count", "", {}, {}}, {"bytes", "B", {}, {}}, {"time", "s", {}, {}}}, 0};
    for (const auto& [id, sum] : sums) {
      table.columns[0].text.emplace_back(t_.builder().run().names.text(id));
      for (std::size_t i = 0; i < 3; ++i) table.columns[i + 1].number.push_back(sum[i]);
    }
    t_.builder().table(std::move(table));
  }
  const NameId allocations = t_.intern("memory_allocation");
  return each("rocpd_memory_allocate", columns({"type", "level", "size"}), [&](sqlite::Rows& row) {
    const auto times = timesOf(row);
    if (!times) return;
    const Where w = whereOf(row);
    const gpu::ProcessIndex p = process(w.process);
    in_.args.clear();
    in_.args.string("level", row.text(Own + 1)).integer("bytes", row.integer(Own + 2));
    const std::string_view type = row.text(Own);
    t_.slice(t_.thread(p, tidOf(w.thread)), t_.intern(type.empty() ? "memory" : type), allocations, Activity::Host, times->first, times->second, in_.args.text());
  });
}

// Values of hardware counters: of a kernel they are a table, of a moment a counter's samples.
Result<void> Session::readCounters() {
  if (auto r = each("rocpd_sample", {"id", "timestamp", "timestamp_id", "event_id", "name_id"}, [&](sqlite::Rows& row) {
        std::int64_t time = row.integer(1);
        if (row.isNull(1)) {
          const auto it = times_.find(row.integer(2));
          if (it == times_.end()) return;
          time = it->second;
        }
        if (!row.isNull(3)) samples_[row.integer(3)] = {time, nameOf(row.integer(4))};
      }); !r)
    return r;
  struct Counter {
    NameId name = 0, group = 0;
    std::string unit;
  };
  std::unordered_map<std::int64_t, Counter> counters;
  if (auto r = each("rocpd_info_pmc", {"id", "name", "agent_id", "units"}, [&](sqlite::Rows& row) {
        const std::string group = row.isNull(2) ? "counters" : fmt::format("GPU {}", deviceOf(row.integer(2)));
        counters[row.integer(0)] = {t_.intern(row.text(1)), t_.intern(group), std::string(row.text(3))};
      }); !r)
    return r;
  std::map<std::pair<NameId, NameId>, std::array<double, 2>> perKernel;
  std::uint64_t lost = 0;
  if (auto r = each("rocpd_pmc_event", {"event_id", "pmc_id", "value"}, [&](sqlite::Rows& row) {
        const auto counter = counters.find(row.integer(1));
        const NameId id = counter == counters.end() ? t_.intern(fmt::format("counter {}", row.integer(1))) : counter->second.name;
        if (const auto kernel = dispatchOf_.find(row.integer(0)); kernel != dispatchOf_.end()) {
          auto& sum = perKernel[{kernel->second, id}];
          sum[0] += 1;
          sum[1] += row.real(2);
        } else if (const auto sample = samples_.find(row.integer(0)); sample != samples_.end()) {
          t_.sample(std::nullopt, counter == counters.end() ? 0 : counter->second.group, id, counter == counters.end() ? "" : counter->second.unit,
                    sample->second.first, row.real(2));
        } else {
          ++lost;
        }
      }); !r)
    return r;
  if (lost > 0) t_.builder().note("counter value of no kernel and no moment, left out", name("rocpd_pmc_event"), lost);
  if (perKernel.empty()) return {};
  Table table{"counters", {{"kernel", "", {}, {}}, {"counter", "", {}, {}}, {"dispatches", "", {}, {}}, {"sum", "", {}, {}}}, 0};
  for (const auto& [key, sum] : perKernel) {
    table.columns[0].text.emplace_back(t_.builder().run().names.text(key.first));
    table.columns[1].text.emplace_back(t_.builder().run().names.text(key.second));
    table.columns[2].number.push_back(sum[0]);
    table.columns[3].number.push_back(sum[1]);
  }
  t_.builder().table(std::move(table));
  return {};
}

Result<void> Session::read() {
  if (auto r = readInfo(); !r) return r;
  if (auto r = readRegions(); !r) return r;
  t_.launchesKnown();
  if (auto r = readDispatches(); !r) return r;
  if (auto r = readMemory(); !r) return r;
  return readCounters();
}

std::optional<std::int64_t> earliest(const sqlite::Database& db) {
  std::optional<std::int64_t> first;
  for (const sqlite::Table& table : db.tables()) {
    for (const std::string_view base : {"rocpd_timestamp", "rocpd_kernel_dispatch", "rocpd_region", "rocpd_memory_copy"}) {
      if (!suffixOf(table.name, base)) continue;
      const auto t = db.smallest(table, base == "rocpd_timestamp" ? "value" : "start");
      if (t && *t > 0 && (!first || *t < *first)) first = t;
    }
  }
  return first;
}

}  // namespace

int sniffRocpd(ByteSpan head) {
  if (!sqlite::isDatabase(head)) return 0;
  for (const std::string_view word : {"rocpd_kernel_dispatch", "rocpd_info_node", "rocpd_info_process", "rocpd_info_agent"})
    if (sqlite::mentions(head, word)) return 97;
  return 0;
}

Result<Run> readRocpd(const std::string& path, const ReaderContext&, const Job& job) {
  auto db = sqlite::Database::open(path, job);
  if (!db) return tl::make_unexpected(db.error());
  std::set<std::string> suffixes;
  for (const sqlite::Table& table : db->tables())
    for (const std::string_view base : kEventTables)
      if (const auto suffix = suffixOf(table.name, base)) suffixes.insert(*suffix);
  Tables in(*db, "rocpd", earliest(*db).value_or(0));
  in.timeline.nameStreams("queue");
  for (const Note& n : db->notes())
    if (n.kind.find("view") == std::string::npos) in.timeline.builder().run().notes.push_back(n);  // the format's own views
  std::size_t number = 0;
  for (const std::string& suffix : suffixes)
    if (auto r = Session(in, suffix, number++).read(); !r) return tl::make_unexpected(r.error());
  for (const gpu::Timeline::Kernel& k : in.timeline.communication()) in.timeline.collective(in.timeline.collectiveOf(k), k.process);
  return in.finish(path);
}

}  // namespace weir::rocm
