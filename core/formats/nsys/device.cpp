// The CUDA API on the host and what it started on the devices.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/formats/nsys/import.h"

namespace weir::nsys {
namespace {

// Where the file has no enumeration tables (2022): CUpti_ActivityMemcpyKind, as nsys writes it.
constexpr std::array<std::string_view, 14> kCopyKinds{
    "unknown",        "Host-to-Device", "Device-to-Host",       "Host-to-Array",        "Array-to-Host",
    "Array-to-Array", "Array-to-Device", "Device-to-Array",     "Device-to-Device",     "Host-to-Host",
    "Peer-to-Peer",   "Unified Host-to-Device", "Unified Device-to-Host", "Unified Device-to-Device"};
constexpr std::array<std::string_view, 5> kSyncTypes{"Unknown", "Event sync", "Stream wait sync", "Stream sync", "Context sync"};

Result<std::map<std::int64_t, std::string>> labels(Import& in, std::string_view table) {
  std::map<std::int64_t, std::string> out;
  if (auto r = in.each(in.table(table), {"id", "label", "name"}, "labels",
                       [&](sqlite::Rows& row) { out[row.integer(0)] = row.text(1).empty() ? row.text(2) : row.text(1); });
      !r)
    return tl::make_unexpected(r.error());
  return out;
}

template <std::size_t N>
std::string labelOf(const std::map<std::int64_t, std::string>& labels, std::int64_t id, const std::array<std::string_view, N>& fallback,
                    std::string_view what) {
  if (const auto it = labels.find(id); it != labels.end() && !it->second.empty()) return it->second;
  if (id >= 0 && static_cast<std::size_t>(id) < N) return std::string(fallback[static_cast<std::size_t>(id)]);
  return fmt::format("{} {}", what, id);
}

// Names made of a word and a kind, interned once a kind.
class KindNames {
 public:
  NameId of(std::int64_t kind, gpu::Timeline& timeline, const std::function<std::string(std::int64_t)>& text) {
    const auto it = ids_.find(kind);
    if (it != ids_.end()) return it->second;
    return ids_.emplace(kind, timeline.intern(text(kind))).first->second;
  }

 private:
  std::map<std::int64_t, NameId> ids_;
};

// The process that a device row belongs to: rows of cut-down files do not tell, and mean the one that calls CUDA.
gpu::ProcessIndex owner(Import& in, sqlite::Rows& row, int column) {
  if (!row.isNull(column)) return in.process(row.integer(column));
  return in.soleProcess.value_or(in.process(0));
}

Result<void> readKernels(Import& in) {
  gpu::Timeline& t = in.timeline;
  const NameId category = t.intern("kernel");
  enum { Start, End, Device, Stream, Correlation, Pid, Demangled, Short, Mangled, GridX, GridY, GridZ, BlockX, BlockY, BlockZ, Registers, Static, Dynamic, Graph, Node };
  return in.each(in.table("CUPTI_ACTIVITY_KIND_KERNEL"),
                 {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "demangledName", "shortName", "mangledName", "gridX",
                  "gridY", "gridZ", "blockX", "blockY", "blockZ", "registersPerThread", "staticSharedMemory", "dynamicSharedMemory",
                  "graphId", "graphNodeId"},
                 "slices", [&](sqlite::Rows& row) {
                   const gpu::ProcessIndex p = owner(in, row, Pid);
                   const std::int64_t device = row.integer(Device);
                   in.devices.insert(device);
                   NameId name = 0;
                   for (const int column : {Demangled, Short, Mangled}) {
                     if (name != 0 || row.isNull(column)) continue;
                     name = row.isText(column) ? t.intern(row.text(column)) : in.strings.name(row.integer(column), t);
                   }
                   in.args.clear();
                   if (!row.isNull(Correlation)) in.args.integer("correlation", row.integer(Correlation));
                   if (!row.isNull(GridX)) in.args.triple("grid", row.integer(GridX), row.integer(GridY), row.integer(GridZ));
                   if (!row.isNull(BlockX)) in.args.triple("block", row.integer(BlockX), row.integer(BlockY), row.integer(BlockZ));
                   if (!row.isNull(Registers)) in.args.integer("registers per thread", row.integer(Registers));
                   if (const std::int64_t shared = row.integer(Static) + row.integer(Dynamic); shared > 0) in.args.integer("shared memory", shared);
                   if (!row.isNull(Graph) && row.integer(Graph) != 0) in.args.integer("graph", row.integer(Graph));
                   if (!row.isNull(Node)) in.args.integer("graph node", row.integer(Node));
                   const gpu::NameFacts facts = t.kernelFacts(name);
                   const auto slice = t.slice(t.stream(p, device, row.integer(Stream)), name, category, facts.activity, row.moment(Start),
                                              row.moment(End), in.args.text());
                   if (!slice) return;
                   if (!row.isNull(Correlation)) t.launched(p, row.integer(Correlation), *slice);
                   if (facts.activity == Activity::Communication)
                     t.communicates(*slice, p, row.isNull(Correlation) ? -1 : row.integer(Correlation), name);
                 });
}

Result<void> readCopies(Import& in) {
  gpu::Timeline& t = in.timeline;
  auto kinds = labels(in, "ENUM_CUDA_MEMCPY_OPER");
  if (!kinds) return tl::make_unexpected(kinds.error());
  struct Sum {
    double count = 0, bytes = 0, seconds = 0;
  };
  std::map<std::string, Sum> sums;
  KindNames names;
  const NameId category = t.intern("memcpy");
  const auto kindText = [&](std::int64_t k) { return labelOf(*kinds, k, kCopyKinds, "kind"); };
  std::map<std::int64_t, Sum*> sumOf;
  enum { Start, End, Device, Stream, Correlation, Pid, Bytes, Kind, From, To, Graph };
  if (auto r = in.each(in.table("CUPTI_ACTIVITY_KIND_MEMCPY"),
                       {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "bytes", "copyKind", "srcDeviceId", "dstDeviceId",
                        "graphNodeId"},
                       "slices",
                       [&](sqlite::Rows& row) {
                         const gpu::ProcessIndex p = owner(in, row, Pid);
                         const std::int64_t kind = row.integer(Kind);
                         const NameId name = names.of(kind, t, [&](std::int64_t k) { return "Memcpy " + kindText(k); });
                         in.args.clear();
                         if (!row.isNull(Correlation)) in.args.integer("correlation", row.integer(Correlation));
                         if (!row.isNull(Bytes)) in.args.integer("bytes", row.integer(Bytes));
                         if (!row.isNull(From)) in.args.integer("from device", row.integer(From));
                         if (!row.isNull(To)) in.args.integer("to device", row.integer(To));
                         if (!row.isNull(Graph)) in.args.integer("graph node", row.integer(Graph));
                         const auto slice = t.slice(t.stream(p, row.integer(Device), row.integer(Stream)), name, category, Activity::Copy,
                                                    row.moment(Start), row.moment(End), in.args.text());
                         Sum*& sum = sumOf[kind];
                         if (sum == nullptr) sum = &sums[kindText(kind)];
                         sum->count += 1;
                         sum->bytes += static_cast<double>(row.integer(Bytes));
                         sum->seconds += static_cast<double>(row.integer(End) - row.integer(Start)) * 1e-9;
                         if (slice && !row.isNull(Correlation)) t.launched(p, row.integer(Correlation), *slice);
                       });
      !r)
    return r;
  if (!sums.empty()) {
    Table table{"memory copies", {{"kind", "", {}, {}}, {"count", "", {}, {}}, {"bytes", "B", {}, {}}, {"time", "s", {}, {}}}, 0};
    for (const auto& [kind, sum] : sums) {
      table.columns[0].text.push_back(kind);
      table.columns[1].number.push_back(sum.count);
      table.columns[2].number.push_back(sum.bytes);
      table.columns[3].number.push_back(sum.seconds);
    }
    t.builder().table(std::move(table));
  }
  const NameId sets = t.intern("memset");
  const NameId set = t.intern("Memset");
  return in.each(in.table("CUPTI_ACTIVITY_KIND_MEMSET"),
                 {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "bytes", "value"}, "slices", [&](sqlite::Rows& row) {
                   const gpu::ProcessIndex p = owner(in, row, Pid);
                   in.args.clear();
                   if (!row.isNull(Correlation)) in.args.integer("correlation", row.integer(Correlation));
                   if (!row.isNull(Bytes)) in.args.integer("bytes", row.integer(Bytes));
                   if (!row.isNull(7)) in.args.integer("value", row.integer(7));
                   const auto slice = t.slice(t.stream(p, row.integer(Device), row.integer(Stream)), set, sets, Activity::Copy, row.moment(Start),
                                              row.moment(End), in.args.text());
                   if (slice && !row.isNull(Correlation)) t.launched(p, row.integer(Correlation), *slice);
                 });
}

// Waiting is measured on the host, also where it names a stream: it stands beside the streams, not on them.
Result<void> readSynchronisation(Import& in) {
  gpu::Timeline& t = in.timeline;
  auto types = labels(in, "ENUM_CUPTI_SYNC_TYPE");
  if (!types) return tl::make_unexpected(types.error());
  const NameId category = t.intern("synchronization");
  KindNames names;
  enum { Start, End, Device, Stream, Correlation, Pid, Type, Event };
  return in.each(in.table("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"),
                 {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "syncType", "eventId"}, "slices", [&](sqlite::Rows& row) {
                   const gpu::ProcessIndex p = owner(in, row, Pid);
                   const NameId name =
                       names.of(row.integer(Type), t, [&](std::int64_t k) { return labelOf(*types, k, kSyncTypes, "synchronisation"); });
                   in.args.clear();
                   if (!row.isNull(Correlation)) in.args.integer("correlation", row.integer(Correlation));
                   in.args.integer("stream", row.integer(Stream)).integer("event", row.integer(Event));
                   t.slice(t.other(p, in.syncTrack(row.integer(Device)), TrackKind::Other, {}), name, category, Activity::Wait, row.moment(Start),
                           row.moment(End), in.args.text());
                 });
}

// Graphs traced as a whole: what ran inside is not told.
Result<void> readGraphs(Import& in) {
  gpu::Timeline& t = in.timeline;
  const sqlite::Table* table = in.table("CUPTI_ACTIVITY_KIND_GRAPH_TRACE");
  const NameId category = t.intern("graph");
  KindNames names;
  std::uint64_t n = 0;
  auto r = in.each(table, {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "graphId"}, "slices", [&](sqlite::Rows& row) {
    ++n;
    const gpu::ProcessIndex p = owner(in, row, 5);
    const NameId name = names.of(row.integer(6), t, [](std::int64_t k) { return fmt::format("CUDA graph {}", k); });
    in.args.clear();
    if (!row.isNull(4)) in.args.integer("correlation", row.integer(4));
    const auto slice = t.slice(t.stream(p, row.integer(2), row.integer(3)), name, category, Activity::Compute, row.integer(0), row.integer(1), in.args.text());
    if (slice && !row.isNull(4)) t.launched(p, row.integer(4), *slice);
  });
  if (r && n > 0) in.note("CUDA graphs traced whole: they count as computing, communication inside them is not seen", table->name, n);
  return r;
}

}  // namespace

Result<void> readCalls(Import& in) {
  gpu::Timeline& t = in.timeline;
  const NameId runtime = t.intern("runtime");
  const NameId driver = t.intern("driver");
  std::set<gpu::ProcessIndex> callers;
  gpu::ProcessIndex last = 0;
  bool any = false;
  enum { Start, End, Tid, Correlation, Name, Class, Return };
  const auto row = [&](bool alwaysDriver) {
    return [&, alwaysDriver](sqlite::Rows& r) {
      const std::int64_t tid = r.integer(Tid);
      const gpu::ProcessIndex p = in.process(tid);
      if (!any || p != last) callers.insert(p);
      any = true;
      last = p;
      const NameId name = in.strings.name(r.integer(Name), t);
      in.args.clear();
      if (!r.isNull(Correlation)) in.args.integer("correlation", r.integer(Correlation));
      if (const std::int64_t returned = r.integer(Return); returned != 0) in.args.integer("returned", returned);
      const TrackIndex track = t.thread(p, tid & 0xffffff);
      const auto slice = t.slice(track, name, alwaysDriver || r.integer(Class) == 1 ? driver : runtime, t.hostFacts(name).activity,
                                 r.moment(Start), r.moment(End), in.args.text());
      if (slice && !r.isNull(Correlation)) t.launches(p, r.integer(Correlation), *slice, track);
    };
  };
  const std::vector<std::string_view> columns{"start", "end", "globalTid", "correlationId", "nameId", "eventClass", "returnValue"};
  if (auto r = in.each(in.table("CUPTI_ACTIVITY_KIND_RUNTIME"), columns, "slices", row(false)); !r) return r;
  if (auto r = in.each(in.table("CUPTI_ACTIVITY_KIND_DRIVER"), columns, "slices", row(true)); !r) return r;
  if (callers.size() == 1) in.soleProcess = *callers.begin();
  t.launchesKnown();
  return {};
}

Result<void> readDevice(Import& in) {
  for (const auto step : {readKernels, readCopies, readSynchronisation, readGraphs})
    if (auto r = step(in); !r) return r;
  return {};
}

}  // namespace weir::nsys
