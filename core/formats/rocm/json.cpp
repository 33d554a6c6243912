// rocprofv3's JSON (rocprofiler-sdk-tool): records by kind, with names in tables of their own beside them.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "core/formats/gpu/timeline.h"
#include "core/formats/rocm/pieces.h"
#include "core/formats/rocm/reader.h"

namespace weir::rocm {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kLargest = 0xffff0000;  // simdjson takes no longer text

std::int64_t integer(dom::element v, std::int64_t otherwise = 0) {
  std::int64_t n = 0;
  if (v.get(n) == simdjson::SUCCESS) return n;
  std::uint64_t u = 0;  // handles may have the highest bit
  return v.get(u) == simdjson::SUCCESS ? static_cast<std::int64_t>(u) : otherwise;
}
std::int64_t integer(dom::object o, std::string_view key, std::int64_t otherwise = 0) {
  dom::element v;
  return o[key].get(v) == simdjson::SUCCESS ? integer(v, otherwise) : otherwise;
}
std::string text(dom::object o, std::string_view key) {
  std::string_view v;
  return o[key].get(v) == simdjson::SUCCESS ? std::string(v) : std::string();
}
// {"handle": 37946} or a plain number.
std::int64_t handle(dom::object o, std::string_view key, std::int64_t otherwise = -1) {
  dom::element v;
  if (o[key].get(v) != simdjson::SUCCESS) return otherwise;
  dom::object inner;
  return v.get(inner) == simdjson::SUCCESS ? integer(inner, "handle", otherwise) : integer(v, otherwise);
}

struct Kind {
  std::string name;
  std::vector<std::string> operations;
};

// Parts of one tool's object, as texts.
struct Parts {
  std::map<std::string_view, std::string_view> sections;
  [[nodiscard]] std::string_view operator[](std::string_view name) const {
    const auto it = sections.find(name);
    return it == sections.end() ? std::string_view() : it->second;
  }
};

class Records {
 public:
  explicit Records(gpu::Timeline& t) : t_(t) {}
  void read(std::string_view tool);

 private:
  // Every element that is a complete object; `f` gets it parsed.
  template <class F>
  void each(std::string_view array, std::string_view what, F f) {
    forElements(array, [&](std::string_view value, bool whole) {
      dom::object o;
      // Behind the text lie simdjson's bytes of padding, behind an element the rest of the text.
      if (!whole || parser_.parse(value.data(), value.size(), false).get(o) != simdjson::SUCCESS) {
        t_.builder().note(whole ? "record that is no JSON, left out" : "text breaks off: read up to there", what);
        return;
      }
      f(o);
    });
  }
  void readMetadata(const Parts& tool);
  void readNames(const Parts& tool);
  void readRecord(std::string_view group, NameId category, dom::object r);
  void readDispatch(NameId category, dom::object r, std::int64_t correlation, std::int64_t start, std::int64_t end);
  void readCopy(const std::string& name, NameId category, dom::object r, std::int64_t correlation, std::int64_t start, std::int64_t end);
  void readCounters(std::string_view callbacks);
  void addTables();

  gpu::Timeline& t_;
  dom::parser parser_;
  gpu::Args args_;
  gpu::ProcessIndex process_ = 0;
  std::unordered_map<std::int64_t, std::int64_t> devices_;  // agent: number among the GPUs
  std::vector<Kind> kinds_;
  std::unordered_map<std::int64_t, NameId> kernels_;
  std::unordered_map<std::int64_t, std::string> markers_, counters_;
  std::map<std::string, std::array<double, 3>> copies_;
  std::map<std::string, std::uint64_t> counts_;
};

void Records::readMetadata(const Parts& tool) {
  RunBuilder& b = t_.builder();
  std::int64_t pid = 0;
  dom::object meta;
  const std::string_view metaText = tool["metadata"];
  if (!metaText.empty() && parser_.parse(metaText.data(), metaText.size(), false).get(meta) == simdjson::SUCCESS) {
    pid = integer(meta, "pid");
    dom::object node;
    if (meta["node"].get(node) == simdjson::SUCCESS) {
      b.fact("host name", text(node, "hostname"));
      const std::string system = text(node, "system_name");
      if (!system.empty()) b.fact("operating system", system + " " + text(node, "release"));
    }
    dom::array command;
    std::string line;
    if (meta["command"].get(command) == simdjson::SUCCESS)
      for (const dom::element word : command) {
        std::string_view w;
        if (word.get(w) == simdjson::SUCCESS && line.size() < 4096) line += (line.empty() ? "" : " ") + std::string(w);
      }
    b.fact("command", line);
  }
  process_ = t_.process(pid, pid);
  struct Agent {
    std::int64_t handle, node;
    std::string product;
  };
  std::vector<Agent> gpus;
  each(tool["agents"], "agents", [&](dom::object a) {
    std::string product = text(a, "product_name");
    if (product.empty()) product = text(a, "name");
    if (integer(a, "type") == 2) gpus.push_back({handle(a, "id"), integer(a, "node_id"), std::move(product)});
  });
  std::sort(gpus.begin(), gpus.end(), [](const Agent& x, const Agent& y) { return x.node < y.node; });
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const auto device = static_cast<std::int64_t>(i);
    devices_[gpus[i].handle] = device;
    b.fact(fmt::format("GPU {}", i), gpus[i].product);
    if (!gpus[i].product.empty()) t_.nameDevice(device, gpus[i].product);
  }
}

void Records::readNames(const Parts& tool) {
  forMembers(tool["strings"], [&](std::string_view key, std::string_view value, bool) {
    if (key == "buffer_records") {
      each(value, "strings", [&](dom::object k) {
        Kind kind;
        kind.name = text(k, "kind");
        dom::array operations;
        if (k["operations"].get(operations) == simdjson::SUCCESS)
          for (const dom::element op : operations) {
            std::string_view w;
            if (op.get(w) == simdjson::SUCCESS) kind.operations.emplace_back(w);
          }
        kinds_.push_back(std::move(kind));
      });
    } else if (key == "marker_api") {
      each(value, "strings", [&](dom::object m) { markers_[integer(m, "key", -1)] = text(m, "value"); });
    }
  });
  each(tool["kernel_symbols"], "kernel_symbols", [&](dom::object s) {
    std::string name = text(s, "formatted_kernel_name");
    if (name.empty()) name = text(s, "demangled_kernel_name");
    if (name.empty()) name = text(s, "kernel_name");
    kernels_[integer(s, "kernel_id")] = t_.intern(name);
  });
  each(tool["counters"], "counters", [&](dom::object c) { counters_[handle(c, "id")] = text(c, "name"); });
}

void Records::readDispatch(NameId category, dom::object r, std::int64_t correlation, std::int64_t start, std::int64_t end) {
  dom::object info;
  if (r["dispatch_info"].get(info) != simdjson::SUCCESS) {
    t_.builder().note("kernel without what it is, left out", "kernel_dispatch");
    return;
  }
  const std::int64_t agent = handle(info, "agent_id");
  const std::int64_t kernel = integer(info, "kernel_id", -1);
  const auto it = kernels_.find(kernel);
  const NameId name = it == kernels_.end() ? t_.intern(fmt::format("kernel {} (missing)", kernel)) : it->second;
  args_.integer("dispatch", integer(info, "dispatch_id"));
  for (const auto& [key, word] : {std::pair("grid_size", "grid"), std::pair("workgroup_size", "block")}) {
    dom::object d;
    if (info[key].get(d) == simdjson::SUCCESS) args_.triple(word, integer(d, "x"), integer(d, "y"), integer(d, "z"));
  }
  const auto device = devices_.find(agent);
  const gpu::NameFacts facts = t_.kernelFacts(name);
  const auto slice = t_.slice(t_.stream(process_, device == devices_.end() ? agent : device->second, handle(info, "queue_id", 0)), name, category,
                              facts.activity, start, end, args_.text());
  if (!slice) return;
  if (correlation > 0) t_.launched(process_, correlation, *slice);
  if (facts.activity == Activity::Communication) t_.communicates(*slice, process_, correlation, name);
}

void Records::readCopy(const std::string& name, NameId category, dom::object r, std::int64_t correlation, std::int64_t start, std::int64_t end) {
  const std::int64_t bytes = integer(r, "bytes", -1);
  const auto from = devices_.find(handle(r, "src_agent_id"));
  const auto to = devices_.find(handle(r, "dst_agent_id"));
  if (bytes >= 0) args_.integer("bytes", bytes);
  if (from != devices_.end()) args_.integer("from device", from->second);
  if (to != devices_.end()) args_.integer("to device", to->second);
  const std::int64_t device = to != devices_.end() ? to->second : from != devices_.end() ? from->second : 0;
  const auto slice = t_.slice(t_.other(process_, fmt::format("GPU {} copies", device), TrackKind::Stream, fmt::format("GPU {}", device)), t_.intern(name),
                              category, Activity::Copy, start, end, args_.text());
  auto& sum = copies_[name];
  sum[0] += 1;
  sum[1] += static_cast<double>(std::max<std::int64_t>(bytes, 0));
  sum[2] += (static_cast<double>(end) - static_cast<double>(start)) * 1e-9;
  if (slice && correlation > 0) t_.launched(process_, correlation, *slice);
}

void Records::readRecord(std::string_view group, NameId category, dom::object r) {
  const std::int64_t start = integer(r, "start_timestamp", -1);
  const std::int64_t end = integer(r, "end_timestamp", -1);
  if (start < 0 || end < 0) {
    t_.builder().note("record without its times, left out", group);
    return;
  }
  std::int64_t correlation = -1;
  dom::object ids;
  if (r["correlation_id"].get(ids) == simdjson::SUCCESS) correlation = integer(ids, "internal", -1);
  args_.clear();
  if (correlation > 0) args_.integer("correlation", correlation);
  if (group == "kernel_dispatch") return readDispatch(category, r, correlation, start, end);
  const bool marks = group == "marker_api";
  std::string name;
  if (marks)
    if (const auto it = markers_.find(correlation); it != markers_.end()) name = it->second;
  const std::int64_t kind = integer(r, "kind", -1);
  const std::int64_t operation = integer(r, "operation", -1);
  if (name.empty() && kind >= 0 && static_cast<std::size_t>(kind) < kinds_.size()) {
    const Kind& k = kinds_[static_cast<std::size_t>(kind)];
    name = operation >= 0 && static_cast<std::size_t>(operation) < k.operations.size() ? k.operations[static_cast<std::size_t>(operation)] : k.name;
  }
  if (name.empty()) name = fmt::format("{} {}", group, operation);
  if (group == "memory_copy") return readCopy(name, category, r, correlation, start, end);
  const NameId id = t_.intern(name);
  const TrackIndex track = t_.thread(process_, integer(r, "thread_id"));
  const auto slice = t_.slice(track, id, category, marks ? Activity::Annotation : t_.hostFacts(id).activity, start, end, args_.text());
  if (slice && correlation > 0 && !marks) t_.launches(process_, correlation, *slice, track);
}

// callback_records.counter_collection: for every dispatch the values of its counters.
void Records::readCounters(std::string_view callbacks) {
  std::map<std::pair<std::string, std::string>, std::array<double, 2>> sums;
  forMembers(callbacks, [&](std::string_view list, std::string_view all, bool) {
    if (list != "counter_collection") return;
    each(all, "counter_collection", [&](dom::object c) {
      std::string kernel = "unknown kernel";
      dom::object info;
      if (c["dispatch_data"]["dispatch_info"].get(info) == simdjson::SUCCESS)
        if (const auto it = kernels_.find(integer(info, "kernel_id", -1)); it != kernels_.end()) kernel = t_.builder().run().names.text(it->second);
      dom::array values;
      if (c["records"].get(values) != simdjson::SUCCESS) return;
      for (const dom::element v : values) {
        dom::object value;
        double number = 0;
        if (v.get(value) != simdjson::SUCCESS || value["value"].get(number) != simdjson::SUCCESS) continue;
        const std::int64_t id = handle(value, "counter_id");
        const auto name = counters_.find(id);
        auto& sum = sums[{kernel, name == counters_.end() ? fmt::format("counter {}", id) : name->second}];
        sum[0] += 1;
        sum[1] += number;
      }
    });
  });
  if (sums.empty()) return;
  Table table{"counters", {{"kernel", "", {}, {}}, {"counter", "", {}, {}}, {"values", "", {}, {}}, {"sum", "", {}, {}}}, 0};
  for (const auto& [key, sum] : sums) {
    table.columns[0].text.push_back(key.first);
    table.columns[1].text.push_back(key.second);
    table.columns[2].number.push_back(sum[0]);
    table.columns[3].number.push_back(sum[1]);
  }
  t_.builder().table(std::move(table));
}

void Records::addTables() {
  Table counts{"records", {{"kind", "", {}, {}}, {"count", "", {}, {}}}, 0};
  for (const auto& [kind, n] : counts_) {
    counts.columns[0].text.push_back(kind);
    counts.columns[1].number.push_back(static_cast<double>(n));
  }
  if (counts.rows() > 0) t_.builder().table(std::move(counts));
  if (copies_.empty()) return;
  Table table{"memory copies", {{"kind", "", {}, {}}, {"count", "", {}, {}}, {"bytes", "B", {}, {}}, {"time", "s", {}, {}}}, 0};
  for (const auto& [kind, sum] : copies_) {
    table.columns[0].text.push_back(kind);
    for (std::size_t i = 0; i < 3; ++i) table.columns[i + 1].number.push_back(sum[i]);
  }
  t_.builder().table(std::move(table));
}

void Records::read(std::string_view tool) {
  Parts parts;
  forMembers(tool, [&](std::string_view key, std::string_view value, bool) { parts.sections.try_emplace(key, value); });
  readMetadata(parts);
  readNames(parts);
  readCounters(parts["callback_records"]);
  forMembers(parts["buffer_records"], [&](std::string_view key, std::string_view records, bool) {
    const std::string group(key);
    const NameId category = t_.intern(group == "kernel_dispatch" ? "kernel" : group);
    std::uint64_t& count = counts_[group];
    each(records, group, [&](dom::object r) {
      ++count;
      readRecord(group, category, r);
    });
  });
  addTables();
}

// The beginning of the run, so that times are small: metadata's init_time.
std::int64_t initTime(std::string_view s) {
  const std::size_t at = s.find("\"init_time\"");
  if (at == std::string_view::npos) return 0;
  std::size_t i = s.find_first_of("0123456789", at + 11);
  std::int64_t v = 0;
  for (; i < s.size() && s[i] >= '0' && s[i] <= '9' && v < INT64_MAX / 10 - 10; ++i) v = v * 10 + (s[i] - '0');
  return v;
}
std::int64_t firstTime(std::string_view s) {
  const std::size_t at = s.find("\"start_timestamp\"");
  return at == std::string_view::npos ? 0 : [&] {
    std::size_t i = s.find_first_of("0123456789", at + 17);
    std::int64_t v = 0;
    for (; i < s.size() && s[i] >= '0' && s[i] <= '9' && v < INT64_MAX / 10 - 10; ++i) v = v * 10 + (s[i] - '0');
    return v;
  }();
}

class JsonReader : public Reader {
 public:
  explicit JsonReader(const ReaderContext& context) : limit_(context.memoryLimit) {
    if (context.expectedBytes > 0 && context.expectedBytes < (std::uint64_t{1} << 30)) text_.reserve(context.expectedBytes + simdjson::SIMDJSON_PADDING);
  }

  Result<void> feed(ByteSpan chunk, bool, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (text_.size() + chunk.size() > kLargest || (limit_ > 0 && text_.size() + chunk.size() > limit_))
      return fail("larger than this reader takes (4 GiB, or the memory allowed)", {}, "record less, or let rocprofv3 write rocpd databases");
    text_.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    return {};
  }

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    const std::int64_t init = initTime(text_);
    gpu::Timeline timeline("rocprofv3-json", init > 0 ? init : firstTime(text_));
    timeline.nameStreams("queue");
    if (!parse(timeline)) return fail("no object \"rocprofiler-sdk-tool\" that can be read", "byte 0", "record it anew");
    text_ = {};
    for (const gpu::Timeline::Kernel& k : timeline.communication()) timeline.collective(timeline.collectiveOf(k), k.process);
    Source source;
    source.clock = ClockKind::Own;  // time since boot
    timeline.builder().run().sources.push_back(source);
    return timeline.build();
  }

 private:
  bool parse(gpu::Timeline& timeline) {
    text_.append(simdjson::SIMDJSON_PADDING, ' ');
    std::string_view all(text_.data(), text_.size() - simdjson::SIMDJSON_PADDING);
    all.remove_prefix(std::min(all.find('{'), all.size()));
    bool any = false;
    forMembers(all, [&](std::string_view key, std::string_view tools, bool) {
      if (key != "rocprofiler-sdk-tool") return;
      forElements(tools, [&](std::string_view tool, bool whole) {
        if (!whole) timeline.builder().note("text breaks off: read up to there", "rocprofiler-sdk-tool");
        Records(timeline).read(tool);
        any = true;
      });
    });
    return any;
  }

  std::string text_;
  std::uint64_t limit_;
};

}  // namespace

int sniffJson(ByteSpan head) {
  const std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  const std::size_t at = s.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return at != std::string_view::npos && s[at] == '{' && s.substr(0, 4096).find("\"rocprofiler-sdk-tool\"") != std::string_view::npos ? 96 : 0;
}

std::unique_ptr<Reader> makeJsonReader(const ReaderContext& context) { return std::make_unique<JsonReader>(context); }

}  // namespace weir::rocm
