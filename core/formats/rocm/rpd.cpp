// RPD (rocmProfileData): rocpd_api on the host, rocpd_op on the devices, rocpd_monitor sampled.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "core/formats/gpu/timeline.h"
#include "core/formats/rocm/database.h"
#include "core/formats/rocm/reader.h"

namespace weir::rocm {
namespace {

struct Api {
  std::int64_t id;
  SliceIndex slice;
  gpu::ProcessIndex process;
  TrackIndex thread;
};

struct Rpd {
  Rpd(const sqlite::Database& d, std::int64_t origin) : base(d, "rpd", origin) {}
  Tables base;
  std::unordered_map<std::int64_t, std::string> strings;
  std::vector<Api> apis;  // by id
  std::optional<gpu::ProcessIndex> sole;

  [[nodiscard]] const Api* api(std::int64_t id) const {
    const auto it = std::lower_bound(apis.begin(), apis.end(), id, [](const Api& a, std::int64_t v) { return a.id < v; });
    return it != apis.end() && it->id == id ? &*it : nullptr;
  }
  [[nodiscard]] std::string_view text(std::int64_t id) const {
    const auto it = strings.find(id);
    return it == strings.end() ? std::string_view() : std::string_view(it->second);
  }
};

Result<void> readApi(Rpd& in) {
  gpu::Timeline& t = in.base.timeline;
  struct Copy {
    std::int64_t bytes, from, to;
  };
  std::unordered_map<std::int64_t, Copy> copies;
  if (auto r = in.base.each("rocpd_copyapi", {"api_ptr_id", "size", "srcDevice", "dstDevice"},
                            [&](sqlite::Rows& row) { copies[row.integer(0)] = {row.isNull(1) ? -1 : row.integer(1), row.integer(2), row.integer(3)}; });
      !r)
    return r;
  std::unordered_map<std::int64_t, std::int64_t> kernels;  // call: name of the kernel
  struct Grid {
    std::int64_t x, y, z, bx, by, bz;
  };
  std::unordered_map<std::int64_t, Grid> grids;
  if (auto r = in.base.each("rocpd_kernelapi", {"api_ptr_id", "kernelName_id", "gridX", "gridY", "gridZ", "workgroupX", "workgroupY", "workgroupZ"},
                            [&](sqlite::Rows& row) {
                              kernels[row.integer(0)] = row.integer(1);
                              grids[row.integer(0)] = {row.integer(2), row.integer(3), row.integer(4), row.integer(5), row.integer(6), row.integer(7)};
                            });
      !r)
    return r;
  struct Autograd {
    std::int64_t name, seq;
    std::string sizes;
  };
  std::unordered_map<std::int64_t, Autograd> operators;
  if (auto r = in.base.each("ext_autogradapi", {"api_ptr_id", "autogradName_id", "seq", "sizes"},
                            [&](sqlite::Rows& row) { operators[row.integer(0)] = {row.integer(1), row.integer(2), std::string(row.text(3))}; });
      !r)
    return r;
  const NameId category = t.intern("api");
  const NameId markers = t.intern("marker");
  enum { Id, Pid, Tid, Start, End, Name, Args, Domain };
  std::unordered_map<std::int64_t, NameId> names;
  return in.base.each("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id", "domain_id"}, [&](sqlite::Rows& row) {
    const std::int64_t pid = row.integer(Pid);
    const gpu::ProcessIndex p = t.process(pid, pid);
    const TrackIndex track = t.thread(p, row.integer(Tid));
    const auto [name, fresh] = names.try_emplace(row.integer(Name), 0);
    if (fresh) name->second = t.intern(in.text(row.integer(Name)));
    const std::string_view arguments = in.text(row.integer(Args));
    const bool marker = in.text(row.integer(Name)) == "UserMarker";
    gpu::Args& args = in.base.args;
    args.clear();
    NameId id = name->second;
    const std::int64_t key = row.integer(Id);
    if (marker) {
      if (!arguments.empty()) id = t.intern(arguments);
    } else if (!arguments.empty()) {
      args.string("arguments", arguments);
    }
    if (const auto it = operators.find(key); it != operators.end()) {
      if (const std::string_view op = in.text(it->second.name); !op.empty()) id = t.intern(op);
      args.integer("seq", it->second.seq);
      if (!it->second.sizes.empty()) args.string("sizes", it->second.sizes);
    }
    if (const auto it = copies.find(key); it != copies.end() && it->second.bytes >= 0) args.integer("bytes", it->second.bytes);
    if (const auto it = kernels.find(key); it != kernels.end()) args.string("kernel", in.text(it->second));
    if (const auto it = grids.find(key); it != grids.end()) {
      args.triple("grid", it->second.x, it->second.y, it->second.z);
      args.triple("block", it->second.bx, it->second.by, it->second.bz);
    }
    const bool annotates = marker || operators.contains(key);
    const auto slice = t.slice(track, id, marker ? markers : category, annotates ? Activity::Annotation : t.hostFacts(id).activity, row.integer(Start),
                               row.integer(End), args.text());
    if (slice) in.apis.push_back({key, *slice, p, track});
  });
}

Result<void> readOps(Rpd& in) {
  gpu::Timeline& t = in.base.timeline;
  std::sort(in.apis.begin(), in.apis.end(), [](const Api& a, const Api& b) { return a.id < b.id; });
  if (!in.apis.empty() && std::all_of(in.apis.begin(), in.apis.end(), [&](const Api& a) { return a.process == in.apis.front().process; }))
    in.sole = in.apis.front().process;
  std::unordered_map<std::int64_t, std::int64_t> callOf;
  if (auto r = in.base.each("rocpd_api_ops", {"api_id", "op_id"}, [&](sqlite::Rows& row) { callOf.try_emplace(row.integer(1), row.integer(0)); }); !r)
    return r;
  for (const auto& [op, call] : callOf)
    if (const Api* api = in.api(call)) t.launches(api->process, call, api->slice, api->thread);
  t.launchesKnown();
  std::unordered_map<std::int64_t, NameId> names;
  const auto nameOf = [&](std::int64_t id) {
    const auto [it, fresh] = names.try_emplace(id, 0);
    if (fresh) it->second = t.intern(in.text(id));
    return it->second;
  };
  enum { Id, Gpu, Queue, Sequence, Start, End, Description, Type };
  return in.base.each("rocpd_op", {"id", "gpuId", "queueId", "sequenceId", "start", "end", "description_id", "opType_id"}, [&](sqlite::Rows& row) {
    const auto call = callOf.find(row.integer(Id));
    const Api* api = call == callOf.end() ? nullptr : in.api(call->second);
    const gpu::ProcessIndex p = api ? api->process : in.sole.value_or(t.process(0, 0));
    const NameId type = nameOf(row.integer(Type));
    NameId name = nameOf(row.integer(Description));
    if (name == 0) name = type;
    const std::string_view typeText = in.text(row.integer(Type));
    const bool copies = typeText.starts_with("Copy") || typeText.starts_with("Fill") || typeText.starts_with("MemCpy") || typeText.starts_with("Memset");
    const gpu::NameFacts facts = t.kernelFacts(name);
    const Activity activity = copies ? Activity::Copy : typeText.find("Barrier") != std::string_view::npos ? Activity::Wait : facts.activity;
    in.base.args.clear();
    in.base.args.integer("sequence", row.integer(Sequence));
    const auto slice = t.slice(t.stream(p, row.integer(Gpu), row.integer(Queue)), name, type, activity, row.integer(Start), row.integer(End),
                               in.base.args.text());
    if (!slice) return;
    if (api) t.launched(api->process, call->second, *slice);
    if (activity == Activity::Communication) t.communicates(*slice, p, api ? call->second : -1, name);
  });
}

std::string_view unitOf(std::string_view monitor) {
  if (monitor.ends_with("clk")) return "MHz";
  if (monitor.starts_with("temp")) return "°C";
  if (monitor.starts_with("power")) return "W";
  if (monitor.ends_with("util") || monitor.ends_with("busy") || monitor == "fan") return "%";
  return {};
}

Result<void> readMonitor(Rpd& in) {
  gpu::Timeline& t = in.base.timeline;
  std::uint64_t odd = 0;
  auto r = in.base.each("rocpd_monitor", {"deviceType", "deviceId", "monitorType", "start", "value"}, [&](sqlite::Rows& row) {
    const std::string value(row.text(4));
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (value.empty() || end == value.c_str()) {
      ++odd;
      return;
    }
    t.sample(std::nullopt, t.intern(fmt::format("{} {}", row.text(0), row.integer(1))), t.intern(row.text(2)), unitOf(row.text(2)), row.integer(3), number);
  });
  if (odd > 0) t.builder().note("sample without a number, not read", "table rocpd_monitor", odd);
  return r;
}

}  // namespace

int sniffRpd(ByteSpan head) {
  return sqlite::isDatabase(head) && (sqlite::mentions(head, "rocpd_api") || sqlite::mentions(head, "rocpd_op\"") || sqlite::mentions(head, "rocpd_kernelcodeobject")) ? 95 : 0;
}

Result<Run> readRpd(const std::string& path, const ReaderContext&, const Job& job) {
  auto db = sqlite::Database::open(path, job);
  if (!db) return tl::make_unexpected(db.error());
  std::optional<std::int64_t> origin;
  for (const char* name : {"rocpd_api", "rocpd_op", "rocpd_monitor"})
    if (const sqlite::Table* table = db->find(name))
      if (const auto first = db->smallest(*table, "start"); first && (!origin || (*first < *origin && *first > 0))) origin = first;
  Rpd in(*db, origin.value_or(0));
  gpu::Timeline& t = in.base.timeline;
  t.nameStreams("queue");
  for (const Note& n : db->notes())
    if (n.kind.find("view") == std::string::npos) t.builder().run().notes.push_back(n);  // RPD always has views of its own
  if (auto r = in.base.each("rocpd_string", {"id", "string"}, [&](sqlite::Rows& row) { in.strings[row.integer(0)] = row.text(1); }); !r)
    return tl::make_unexpected(r.error());
  if (auto r = in.base.each("rocpd_metadata", {"tag", "value"},
                            [&](sqlite::Rows& row) {
                              if (row.text(0) == "schema_version") t.builder().fact("RPD schema", row.text(1));
                              if (row.text(0) == "session_count") t.builder().fact("RPD sessions", row.text(1));
                            });
      !r)
    return tl::make_unexpected(r.error());
  for (const auto step : {readApi, readOps, readMonitor})
    if (auto r = step(in); !r) return tl::make_unexpected(r.error());
  for (const char* silent : {"rocpd_barrierop", "rocpd_op_inputSignals", "rocpd_kernelcodeobject", "ext_callstack"}) in.base.known(silent);
  for (const gpu::Timeline::Kernel& k : t.communication()) t.collective(t.collectiveOf(k), k.process);
  return in.base.finish(path);
}

}  // namespace weir::rocm
