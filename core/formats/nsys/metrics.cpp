// Everything sampled: GPU, SoC and network counters, events of unknown shape, memory in use.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/formats/nsys/import.h"

namespace weir::nsys {
namespace {

// "SMs Active [Throughput %]" is in percent; most others do not tell.
std::string_view unitOf(std::string_view metric) {
  if (metric.find('%') != std::string_view::npos) return "%";
  if (metric.find("[MHz]") != std::string_view::npos || metric.find("(MHz)") != std::string_view::npos) return "MHz";
  return {};
}

using MetricKey = std::pair<std::int64_t, std::int64_t>;

Result<void> readChipMetrics(Import& in, std::string_view values, std::string_view names, std::string_view what) {
  gpu::Timeline& t = in.timeline;
  struct Metric {
    NameId group, name;
    std::string unit;
  };
  std::map<MetricKey, Metric> metrics;
  const sqlite::Table* table = in.table(values);
  std::map<std::int64_t, std::int64_t> ordinal;  // type: place among the types, where it does not tell the GPU
  if (auto r = in.each(in.table(names), {"typeId", "metricId", "metricName", "id", "name"}, "names of counters", [&](sqlite::Rows& row) {
        const std::int64_t type = row.integer(0);
        // The low byte of the type is the GPU.
        const std::string group = fmt::format("{} {}", what, type & 0xff);
        const std::string_view name = row.isNull(2) ? row.text(4) : row.text(2);
        metrics[{type, row.isNull(1) ? row.integer(3) : row.integer(1)}] = {t.intern(group), t.intern(name), std::string(unitOf(name))};
      });
      !r)
    return r;
  return in.each(table, {"timestamp", "typeId", "metricId", "value", "deviceId"}, "counters", [&](sqlite::Rows& row) {
    const MetricKey key{row.integer(1), row.integer(2)};
    auto it = metrics.find(key);
    if (it == metrics.end()) it = metrics.emplace(key, Metric{t.intern(fmt::format("{} {}", what, row.isNull(4) ? key.first & 0xff : row.integer(4))), t.intern(fmt::format("metric {}", key.second)), {}}).first;
    t.sample(std::nullopt, it->second.group, it->second.name, it->second.unit, row.integer(0), row.real(3));
  });
}

Result<void> readNics(Import& in) {
  gpu::Timeline& t = in.timeline;
  std::map<std::int64_t, std::int64_t> nicOf;
  std::map<std::int64_t, std::string> nicNames;
  struct Metric {
    NameId name;
    std::string unit;
  };
  std::map<MetricKey, Metric> metrics;
  if (auto r = in.each(in.table("NIC_ID_MAP"), {"globalId", "nicId"}, "names of NICs", [&](sqlite::Rows& row) { nicOf[row.integer(0)] = row.integer(1); }); !r)
    return r;
  if (auto r = in.each(in.table("TARGET_INFO_NIC_INFO"), {"nicId", "name"}, "names of NICs",
                       [&](sqlite::Rows& row) {
                         nicNames[row.integer(0)] = row.text(1);
                         t.builder().fact(fmt::format("NIC {}", row.integer(0)), row.text(1));
                       });
      !r)
    return r;
  if (auto r = in.each(in.table("TARGET_INFO_NETWORK_METRICS"), {"metricsListId", "metricsIdx", "name", "unit"}, "names of counters",
                       [&](sqlite::Rows& row) { metrics[{row.integer(0), row.integer(1)}] = {t.intern(row.text(2)), std::string(row.text(3))}; });
      !r)
    return r;
  for (const std::string_view table : {"NET_NIC_METRIC", "NET_IB_SWITCH_METRIC"}) {
    auto r = in.each(in.table(table), {"start", "end", "globalId", "portId", "metricsListId", "metricsIdx", "value"}, "counters", [&](sqlite::Rows& row) {
      const MetricKey key{row.integer(4), row.integer(5)};
      auto it = metrics.find(key);
      if (it == metrics.end()) it = metrics.emplace(key, Metric{t.intern(fmt::format("metric {} of list {}", key.second, key.first)), {}}).first;
      std::int64_t nic = row.integer(2);
      if (const auto mapped = nicOf.find(nic); mapped != nicOf.end()) nic = mapped->second;
      const auto name = nicNames.find(nic);
      std::string group = name != nicNames.end() && !name->second.empty() ? "NIC " + name->second : fmt::format("NIC {}", nic);
      if (row.integer(3) > 1) group += fmt::format(" port {}", row.integer(3));
      // The value is of the interval [start, end]; it stands at the interval's start.
      t.sample(std::nullopt, t.intern(group), it->second.name, it->second.unit, row.integer(0), row.real(6));
    });
    if (!r) return r;
  }
  return {};
}

// Events of plugins (power, network, storage): a number is a sample, whatever it is called.
Result<void> readGeneric(Import& in) {
  gpu::Timeline& t = in.timeline;
  const sqlite::Table* events = in.table("GENERIC_EVENTS");
  if (events == nullptr) return {};
  std::map<std::int64_t, std::string> sources;
  std::map<std::int64_t, std::string> typeNames;
  if (auto r = in.each(in.table("GENERIC_EVENT_TYPES"), {"typeId", "data", "nameId", "ftraceEventName"}, "names of counters", [&](sqlite::Rows& row) {
        const auto json = nlohmann::json::parse(row.text(1).substr(0, 1 << 20), nullptr, false);
        std::string name;
        if (json.is_object())
          for (const char* key : {"Name", "name", "TypeName"})
            if (json.contains(key) && json[key].is_string()) name = json[key].get<std::string>();
        if (name.empty() && !row.isNull(2)) name = in.strings.text(row.integer(2));
        if (name.empty()) name = row.text(3);
        typeNames[row.integer(0)] = name.empty() ? fmt::format("events of type {}", row.integer(0)) : name;
      });
      !r)
    return r;
  std::map<MetricKey, NameId> fields;
  if (auto r = in.each(in.table("GENERIC_EVENT_TYPE_FIELDS"), {"typeId", "fieldIdx", "fieldNameId"}, "names of counters",
                       [&](sqlite::Rows& row) { fields[{row.integer(0), row.integer(1)}] = in.strings.name(row.integer(2), t); });
      !r)
    return r;
  const auto groupOf = [&](std::int64_t type) {
    const auto it = typeNames.find(type);
    return t.intern(it == typeNames.end() ? fmt::format("events of type {}", type) : it->second);
  };
  struct Event {
    std::int64_t id, time, type;
  };
  std::vector<Event> all;
  std::uint64_t odd = 0;
  const sqlite::Table* data = in.table("GENERIC_EVENT_DATA");
  const bool normalised = data != nullptr && in.db.rows(*data).value_or(0) > 0;
  if (auto r = in.each(events, {"genericEventId", "timestamp", "rawTimestamp", "typeId", "data"}, "counters", [&](sqlite::Rows& row) {
        const std::int64_t time = row.isNull(1) ? row.integer(2) : row.integer(1);
        if (normalised) {
          all.push_back({row.integer(0), time, row.integer(3)});
          return;
        }
        if (row.isNull(4)) return;
        const std::string_view text = row.text(4);
        const auto json = text.size() > 65536 ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
        if (!json.is_object()) {
          ++odd;
          return;
        }
        bool any = false;
        for (const auto& [key, v] : json.items()) {
          double value = 0;
          if (v.is_number()) {
            value = v.get<double>();
          } else if (v.is_string()) {
            const std::string s = v.get<std::string>();
            char* end = nullptr;
            value = std::strtod(s.c_str(), &end);
            if (s.empty() || end != s.c_str() + s.size()) continue;
          } else {
            continue;
          }
          any = true;
          t.sample(std::nullopt, groupOf(row.integer(3)), t.intern(key), {}, time, value);
        }
        if (!any) ++odd;
      });
      !r)
    return r;
  if (odd > 0) in.note("generic event without a number, not read", events->name, odd);
  if (!normalised) return {};
  if (!std::is_sorted(all.begin(), all.end(), [](const Event& a, const Event& b) { return a.id < b.id; }))
    std::sort(all.begin(), all.end(), [](const Event& a, const Event& b) { return a.id < b.id; });
  return in.each(data, {"genericEventId", "fieldIdx", "intVal", "uintVal", "floatVal", "doubleVal"}, "counters", [&](sqlite::Rows& row) {
    const std::int64_t id = row.integer(0);
    const auto it = std::lower_bound(all.begin(), all.end(), id, [](const Event& e, std::int64_t v) { return e.id < v; });
    if (it == all.end() || it->id != id) return;
    const auto field = fields.find({it->type, row.integer(1)});
    const NameId name = field != fields.end() ? field->second : t.intern(fmt::format("field {}", row.integer(1)));
    for (const int column : {5, 4, 2, 3}) {
      if (row.isNull(column)) continue;
      t.sample(std::nullopt, groupOf(it->type), name, {}, it->time, row.real(column));
      return;
    }
  });
}

// Allocations and frees, summed up to what a device holds.
Result<void> readMemory(Import& in) {
  gpu::Timeline& t = in.timeline;
  struct Change {
    std::int64_t time;
    gpu::ProcessIndex process;
    std::int64_t device;
    double bytes;
  };
  std::vector<Change> changes;
  auto r = in.each(in.table("CUDA_GPU_MEMORY_USAGE_EVENTS"), {"start", "globalPid", "deviceId", "bytes", "memoryOperationType"}, "counters",
                   [&](sqlite::Rows& row) {
                     const double sign = row.integer(4) == 0 ? 1 : -1;  // ENUM_CUDA_DEV_MEM_EVENT_OPER: 0 allocation, 1 release
                     changes.push_back({row.integer(0), in.process(row.integer(1)), row.integer(2), sign * row.real(3)});
                   });
  if (!r) return r;
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.time < b.time; });
  std::map<std::pair<gpu::ProcessIndex, std::int64_t>, double> held;
  const NameId name = t.intern("memory allocated");
  for (const Change& c : changes) {
    double& sum = held[{c.process, c.device}];
    sum += c.bytes;
    t.sample(c.process, t.intern(fmt::format("GPU {}", c.device)), name, "B", c.time, sum);
  }
  return {};
}

}  // namespace

Result<void> readMetrics(Import& in) {
  if (auto r = readChipMetrics(in, "GPU_METRICS", "TARGET_INFO_GPU_METRICS", "GPU metrics"); !r) return r;
  if (auto r = readChipMetrics(in, "SOC_METRICS", "TARGET_INFO_SOC_METRICS", "SoC metrics"); !r) return r;
  if (auto r = readNics(in); !r) return r;
  if (auto r = readGeneric(in); !r) return r;
  return readMemory(in);
}

}  // namespace weir::nsys
