#include "core/scenario/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/scenario/document.h"
#include "core/scenario/field_reader.h"
#include "core/scenario/field_setter.h"
#include "core/scenario/field_writer.h"
#include "core/scenario/graph_file.h"
#include "core/scenario/traffic.h"

namespace weir {
namespace {

using nlohmann::json;

constexpr std::size_t kLargest = 64U << 20;

// machine, workload or plan: a preset's name, or an object that may start from one.
template <class T>
void readPart(ReadContext& c, const json& root, const std::string& key, PresetInfo::Kind kind, const Presets& presets,
              const Preset<T>* (Presets::*find)(std::string_view) const, bool needed, T& to, std::map<std::string, Interval>& intervals) {
  const auto it = root.find(key);
  static const json kEmpty = json::object();
  if (it == root.end()) {
    if (needed) return c.failAt({key}, key, {Error::Kind::Input, fmt::format("the scenario has no {}", key), {}, "give a preset's name or an object"});
    c.noteDefaults = true;
    FieldReader reader(c, kEmpty, key, {key});
    return describe(reader, to);
  }
  const auto start = [&](const json& nameValue, const std::vector<std::string>& at, const std::string& path) -> bool {
    if (!nameValue.is_string()) {
      c.failAt(at, path, {Error::Kind::Input, "a preset is named by a text", {}, "run weir-cli presets for the names"});
      return false;
    }
    const auto& wanted = nameValue.get_ref<const std::string&>();
    const Preset<T>* preset = (presets.*find)(wanted);
    if (!preset) {
      c.failAt(at, path, unknownPreset(presets, kind, wanted));
      return false;
    }
    to = preset->value;
    for (const auto& [where, source] : preset->provenance) (*c.provenance)[where] = source;
    for (const auto& [where, interval] : preset->intervals) intervals[where] = interval;
    return true;
  };
  if (it->is_string()) {
    start(*it, {key}, key);
    return;
  }
  if (!it->is_object()) return c.failAt({key}, key, {Error::Kind::Input, "neither a name nor an object stands here", {}, "give a preset's name or an object in braces"});
  const auto base = it->find("base");
  c.noteDefaults = base == it->end();
  if (base != it->end() && !start(*base, {key, "base"}, key + ".base")) return;
  FieldReader reader(c, *it, key, {key});
  reader.accept("base");
  describe(reader, to);
  reader.refuseUnknown();
  dropGivenIntervals(*c.provenance, intervals);
}

void dropIntervals(Scenario& s, std::string_view path) {
  std::erase_if(s.intervals, [&](const auto& i) { return i.first == path || i.first.starts_with(std::string(path) + "."); });
}

Result<void> setPart(Scenario& s, std::string_view path, std::string_view value, const Presets& presets) {
  const auto copy = [&](const auto* preset, PresetInfo::Kind kind, auto& to) -> Result<void> {
    if (!preset) return tl::make_unexpected(unknownPreset(presets, kind, value));
    to = preset->value;
    std::erase_if(s.provenance, [&](const auto& p) { return p.first == path || p.first.starts_with(std::string(path) + "."); });
    for (const auto& [where, source] : preset->provenance) s.provenance[where] = source;
    dropIntervals(s, path);
    for (const auto& [where, interval] : preset->intervals) s.intervals[where] = interval;
    return {};
  };
  if (path == "machine.node.accelerator") {
    const Preset<Accelerator>* preset = presets.accelerator(value);
    if (!preset) return tl::make_unexpected(unknownPreset(presets, PresetInfo::Kind::Accelerator, value));
    s.machine.node.accelerator = preset->value;
    replaceProvenance(s.provenance, std::string(path), *preset);
    replaceIntervals(s.intervals, std::string(path), *preset);
    return {};
  }
  if (path == "machine") return copy(presets.machine(value), PresetInfo::Kind::Machine, s.machine);
  if (path == "workload") return copy(presets.workload(value), PresetInfo::Kind::Workload, s.workload);
  return copy(presets.plan(value), PresetInfo::Kind::Plan, s.plan);
}

void describe(Fields& f, Scenario& s) {
  f.scalar("name", &s.name);
  f.scalar("seed", &s.seed);
  f.object("machine", [&](Fields& g) { weir::describe(g, s.machine); });
  f.object("workload", [&](Fields& g) { weir::describe(g, s.workload); });
  f.object("plan", [&](Fields& g) { weir::describe(g, s.plan); });
}

// The known paths nearest to `path`: equal last words first ("bandwidth"), then by spelling.
std::string nearestPaths(const Scenario& s, std::string_view path) {
  const std::vector<Setting> all = settings(s);
  std::vector<std::string> names, near;
  for (const Setting& x : all) names.push_back(x.path);
  if (std::string one = nearest(path, names); !one.empty()) near.push_back(one);
  const std::string_view last = path.substr(path.rfind('.') + 1);
  for (const std::string& n : names)
    if (near.size() < 4 && n.ends_with(last) && (n.size() == last.size() || n[n.size() - last.size() - 1] == '.') &&
        std::find(near.begin(), near.end(), n) == near.end())
      near.push_back(n);
  // Else the longest known beginning.
  for (std::string_view head = path; near.empty() && head.find('.') != std::string_view::npos;) {
    head = head.substr(0, head.rfind('.'));
    for (const std::string& n : names)
      if (near.size() < 6 && n.starts_with(std::string(head) + ".")) near.push_back(n);
  }
  if (near.empty()) return "paths begin with machine, workload or plan, as in plan.global_batch";
  return fmt::format("did you mean {}?", fmt::join(near, ", "));
}

// The network's file; a machine that does not say how many nodes it has gets the graph's hosts.
Result<void> readGraph(Scenario& s, const std::string& path) {
  const std::filesystem::path beside = std::filesystem::path(path).parent_path() / s.machine.network.graph_file;
  Result<NetworkGraph> graph = loadGraph(beside.string());
  if (!graph) return tl::make_unexpected(std::move(graph.error()));
  s.machine.network.graph = std::move(*graph);
  if (provenanceOf(s, "machine.nodes") == "default") {
    s.machine.nodes = static_cast<int>(s.machine.network.graph.hosts.size());
    s.provenance["machine.nodes"] = "hosts of " + s.machine.network.graph_file;
  }
  return {};
}

}  // namespace

Result<Scenario> scenarioFromJson(std::string_view text, std::string_view file, const Presets& presets) {
  const Result<json> parsed = parseDocument(text, file, "a scenario");
  if (!parsed) return tl::make_unexpected(parsed.error());
  const json& root = *parsed;
  Scenario s;
  std::map<std::string, std::string> provenance;
  ReadContext c;
  c.file = file;
  c.text = text;
  c.provenance = &provenance;
  c.presets = &presets;
  c.intervals = &s.intervals;
  FieldReader top(c, root, "", {});
  int version = 1;
  c.provenance = nullptr;
  top.scalar("weir", &version);
  top.scalar("name", &s.name);
  top.scalar("seed", &s.seed);
  c.provenance = &provenance;
  if (!c.error && version != 1)
    c.failAt({"weir"}, "weir", {Error::Kind::Input, fmt::format("the file is of version {}", version), {}, "this Weir reads version 1"});
  for (const char* key : {"machine", "workload", "plan", "provenance", "intervals"}) top.accept(key);
  // Top-level slips first: "wokload" explains a missing workload.
  top.refuseUnknown();
  if (!c.error) readPart(c, root, "machine", PresetInfo::Kind::Machine, presets, &Presets::machine, true, s.machine, s.intervals);
  if (!c.error) readPart(c, root, "workload", PresetInfo::Kind::Workload, presets, &Presets::workload, true, s.workload, s.intervals);
  if (!c.error) readPart(c, root, "plan", PresetInfo::Kind::Plan, presets, &Presets::plan, false, s.plan, s.intervals);
  if (!c.error) readTexts(c, root, "provenance", "", provenance);
  std::map<std::string, Interval> stated;
  if (!c.error) readIntervals(c, root, "", stated);
  if (c.error) return tl::make_unexpected(std::move(*c.error));
  s.provenance = std::move(provenance);
  // Who describes the network's links alone means NICs that can drive them.
  if (Nic& nic = s.machine.node.nic; nic.bandwidth == Bandwidth() && s.machine.network.link.bandwidth > Bandwidth()) {
    nic.bandwidth = s.machine.network.link.bandwidth;
    s.provenance["machine.node.nic.bandwidth"] = "as machine.network.link.bandwidth";
  }
  for (auto& [path, interval] : stated) {
    // Both ends must be values of the field, or the mistake would show only as an interval that is missing.
    for (const std::string* end : {&interval.low, &interval.high})
      if (Result<Scenario> r = withSetting(s, path, *end); !r) {
        c.failAt({"intervals", path}, "intervals." + path, {Error::Kind::Input, r.error().what, {}, r.error().todo});
        return tl::make_unexpected(std::move(*c.error));
      }
    s.intervals[path] = std::move(interval);
  }
  return s;
}

Result<std::vector<Layer>> loadLayers(const std::string& path) {
  return readTextFile(path, kLargest).and_then([&](const std::string& text) -> Result<std::vector<Layer>> {
    Result<json> root = parseDocument(text, path, "a list of layers");
    if (!root) return tl::make_unexpected(std::move(root.error()));
    ReadContext c;
    c.file = path;
    c.text = text;
    std::vector<Layer> layers;
    FieldReader top(c, *root, "", {});
    describeLayers(top, layers);
    top.refuseUnknown();
    if (!c.error && layers.empty())
      c.failAt({"layers"}, "layers", {Error::Kind::Input, "the file names no layers", {}, R"(write {"layers": [{"name": "fc", "parameters": 1000, "forward_flops": 2000}]})"});
    if (c.error) return tl::make_unexpected(std::move(*c.error));
    return layers;
  });
}

Result<Scenario> loadScenario(const std::string& path, const Presets& presets) {
  return readTextFile(path, kLargest).and_then([&](const std::string& text) -> Result<Scenario> {
    Result<Scenario> s = scenarioFromJson(text, path, presets);
    if (s && !s->workload.model.layers_file.empty() && s->workload.model.layers.empty()) {
      const std::filesystem::path beside = std::filesystem::path(path).parent_path() / s->workload.model.layers_file;
      Result<std::vector<Layer>> layers = loadLayers(beside.string());
      if (!layers) return tl::make_unexpected(std::move(layers.error()));
      s->workload.model.layers = std::move(*layers);
    }
    if (s && !s->machine.network.graph_file.empty() && s->machine.network.graph.hosts.empty())
      if (auto read = readGraph(*s, path); !read) return tl::make_unexpected(std::move(read.error()));
    // A trace is read when it is played; from here on its path is the reader's.
    if (s && !s->workload.run.empty() && std::filesystem::path(s->workload.run).is_relative())
      s->workload.run = (std::filesystem::path(path).parent_path() / s->workload.run).lexically_normal().string();
    if (!s || s->workload.flows_file.empty() || !s->workload.flows.empty()) return s;
    const std::filesystem::path beside = std::filesystem::path(path).parent_path() / s->workload.flows_file;
    Result<std::vector<Flow>> flows = loadFlows(beside.string());
    if (!flows) return tl::make_unexpected(std::move(flows.error()));
    s->workload.flows = std::move(*flows);
    return s;
  });
}

std::string scenarioToJson(const Scenario& scenario) {
  Scenario s = scenario;  // the visitors take what they also write
  nlohmann::ordered_json root = nlohmann::ordered_json::object();
  root["weir"] = 1;
  FieldWriter writer(root);
  describe(writer, s);
  if (!s.provenance.empty()) root["provenance"] = s.provenance;
  for (const auto& [path, interval] : s.intervals) root["intervals"][path] = {interval.low, interval.high};
  return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<Scenario> withSetting(const Scenario& s, std::string_view path, std::string_view value, const Presets* presets) {
  Scenario next = s;
  if (path == "machine" || path == "workload" || path == "plan" || path == "machine.node.accelerator") {
    if (!value.starts_with('{') && presets) {
      Result<void> r = setPart(next, path, value, *presets);
      if (!r) {
        r.error().where = path;
        return tl::make_unexpected(std::move(r.error()));
      }
      return next;
    }
  }
  FieldSetter::State state{value, path, false, std::nullopt};
  FieldSetter setter(state, path);
  describe(setter, next);
  if (state.error) {
    if (state.error->where.empty()) state.error->where = path;
    return tl::make_unexpected(std::move(*state.error));
  }
  if (!state.done) return fail("no such field", std::string(path), nearestPaths(s, path));
  noteGiven(next.provenance, std::string(path), "set by hand");
  dropIntervals(next, path);
  return next;
}

std::vector<Setting> settings(const Scenario& scenario) {
  Scenario s = scenario;
  std::vector<Setting> out;
  FieldLister lister(out, "");
  describe(lister, s);
  return out;
}

std::string_view provenanceOf(const Scenario& s, std::string_view path) { return provenanceIn(s.provenance, path); }

}  // namespace weir
