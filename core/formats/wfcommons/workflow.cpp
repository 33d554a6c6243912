#include "core/formats/wfcommons/workflow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace weir::wfcommons {
namespace {

constexpr double kMost_s = 9e6;  // 104 days: the axis holds 106

std::int64_t ps(double seconds) { return std::isfinite(seconds) && std::abs(seconds) < kMost_s ? std::llround(seconds * 1e12) : 0; }

std::string idOf(simdjson::dom::element e) {
  std::string_view s;
  if (e.get(s) == simdjson::SUCCESS) return std::string(s);
  return simdjson::minify(e);
}

void execution(Task& t, simdjson::dom::element e) {
  const auto set = [&](double& to, Keys keys) {
    if (const double v = number(e, keys); !std::isnan(v)) to = v;
  };
  set(t.runtime_s, {"runtimeInSeconds", "runtime"});
  set(t.cores, {"coreCount", "cores"});
  set(t.readBytes, {"readBytes", "bytesRead"});
  set(t.writtenBytes, {"writtenBytes", "bytesWritten"});
  set(t.memoryBytes, {"memoryInBytes", "memory"});
  set(t.averageCpu, {"avgCPU"});
  set(t.energy, {"energy", "energyInKWh"});
  set(t.power, {"avgPower", "avgPowerInW"});
  if (const auto command = member(e, {"command"}); command && t.program.empty()) t.program = text(*command, {"program"});
  if (t.program.empty()) t.program = text(e, {"program"});
  const auto machines = list(e, {"machines", "machine"});
  if (!machines.empty() && t.machine.empty()) t.machine = idOf(machines.front());
  bool zone = false;
  if (const double start = isoTime(text(e, {"executedAt", "startedAt"}), zone); !std::isnan(start)) t.start_s = start;
}

void machine(Workflow& w, simdjson::dom::element e) {
  Machine m;
  m.name = text(e, {"nodeName", "name"});
  m.system = text(e, {"system"});
  m.architecture = text(e, {"architecture"});
  m.memoryBytes = number(e, {"memoryInBytes", "memory"});
  if (const auto cpu = member(e, {"cpu"})) {
    m.cores = number(*cpu, {"coreCount", "count"});
    m.mhz = number(*cpu, {"speedInMHz", "speed"});
    m.cpu = text(*cpu, {"vendor"});
  }
  w.machines.push_back(std::move(m));
}

}  // namespace

std::uint32_t Workflow::file(std::string_view name, double bytes) {
  const auto [it, fresh] = fileOf_.try_emplace(std::string(name), static_cast<std::uint32_t>(files.size()));
  if (fresh) files.push_back({std::string(name), bytes, 0, 0});
  else if (std::isnan(files[it->second].bytes)) files[it->second].bytes = bytes;
  return it->second;
}
std::uint32_t Workflow::task(std::string_view id) {
  const auto [it, fresh] = taskOf_.try_emplace(std::string(id), static_cast<std::uint32_t>(tasks.size()));
  if (fresh) tasks.emplace_back().id = id;
  return it->second;
}
std::uint32_t Workflow::find(std::string_view id) const {
  const auto it = taskOf_.find(std::string(id));
  return it == taskOf_.end() ? kNone : it->second;
}
void Workflow::edge(std::uint32_t parent, std::uint32_t child) {
  if (parent != child) edges.emplace_back(parent, child);
  else doubts.emplace_back("task that depends on itself");
}
void Workflow::sortEdges() {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

Workflow parseWorkflow(simdjson::dom::element workflow) {
  Workflow w;
  const auto specification = member(workflow, {"specification"});  // 1.5; before, all stands together
  const auto executed = member(workflow, {"execution"});
  const simdjson::dom::element head = executed ? *executed : workflow;
  w.makespan_s = number(head, {"makespanInSeconds", "makespan"});
  w.executedAt = text(head, {"executedAt"});
  const simdjson::dom::element body = specification ? *specification : workflow;
  const auto tasks = list(body, {"tasks", "jobs"});
  for (const auto& f : list(body, {"files"})) w.file(text(f, {"id", "name"}), number(f, {"sizeInBytes", "size"}));
  // Parents may be told by name (to 1.3) or by id.
  std::unordered_map<std::string, std::uint32_t> byName;
  std::vector<std::uint32_t> index;
  for (const auto& e : tasks) {
    std::string id = text(e, {"id"});
    const std::string name = text(e, {"name"});
    // In some 1.x instances ids are not unique and names are, or the other way round.
    if (id.empty() || (w.find(id) != Workflow::kNone && !name.empty())) id = name;
    const std::size_t before = w.tasks.size();
    const std::uint32_t t = w.task(id);
    index.push_back(t);
    if (w.tasks.size() == before) w.doubts.emplace_back("task that stands twice");
    w.tasks[t].name = name.empty() ? id : name;
    byName.try_emplace(w.tasks[t].name, t);
    const double known = w.tasks[t].runtime_s;
    execution(w.tasks[t], e);
    if (!specification && std::isnan(known) && !std::isnan(w.tasks[t].runtime_s)) ++w.executed;
  }
  const auto other = [&](simdjson::dom::element e) {
    const std::string id = idOf(e);
    const std::uint32_t t = w.find(id);
    if (t != Workflow::kNone) return t;
    const auto it = byName.find(id);
    return it == byName.end() ? Workflow::kNone : it->second;
  };
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::uint32_t t = index[i];
    for (const auto& p : list(tasks[i], {"parents"})) {
      if (const std::uint32_t k = other(p); k != Workflow::kNone) w.edge(k, t);
      else w.doubts.emplace_back("parent that is no task");
    }
    for (const auto& c : list(tasks[i], {"children"})) {
      if (const std::uint32_t k = other(c); k != Workflow::kNone) w.edge(t, k);
      else w.doubts.emplace_back("child that is no task");
    }
    for (const auto& f : list(tasks[i], {"inputFiles"})) w.tasks[t].inputs.push_back(w.file(idOf(f), kUnknown));
    for (const auto& f : list(tasks[i], {"outputFiles"})) w.tasks[t].outputs.push_back(w.file(idOf(f), kUnknown));
    for (const auto& f : list(tasks[i], {"files"})) {
      const std::uint32_t k = w.file(text(f, {"id", "name"}), number(f, {"sizeInBytes", "size"}));
      (text(f, {"link"}) == "output" ? w.tasks[t].outputs : w.tasks[t].inputs).push_back(k);
    }
  }
  w.sortEdges();
  if (executed)
    for (const auto& e : list(*executed, {"tasks"})) {
      const std::uint32_t t = w.find(text(e, {"id", "name"}));
      if (t == Workflow::kNone) {
        w.doubts.emplace_back("execution of what is no task");
        continue;
      }
      ++w.executed;
      execution(w.tasks[t], e);
    }
  for (const auto& m : list(head, {"machines"})) machine(w, m);
  for (const Task& t : w.tasks) {
    for (const std::uint32_t f : t.inputs) ++w.files[f].readers;
    for (const std::uint32_t f : t.outputs) ++w.files[f].writers;
  }
  return w;
}

double isoTime(std::string_view s, bool& zone) {
  zone = false;
  std::size_t i = 0;
  const auto digits = [&](int n, double& v) {
    v = 0;
    for (int k = 0; k < n; ++k, ++i) {
      if (i >= s.size() || s[i] < '0' || s[i] > '9') return false;
      v = v * 10 + (s[i] - '0');
    }
    return true;
  };
  const auto skip = [&](char c) { i += i < s.size() && s[i] == c ? 1 : 0; };
  double y = 0, mo = 0, d = 0, h = 0, mi = 0, sec = 0;
  if (!digits(4, y)) return kUnknown;
  skip('-');
  if (!digits(2, mo)) return kUnknown;
  skip('-');
  if (!digits(2, d) || i >= s.size() || (s[i] != 'T' && s[i] != ' ')) return kUnknown;
  ++i;
  if (!digits(2, h)) return kUnknown;
  skip(':');
  if (!digits(2, mi)) return kUnknown;
  skip(':');
  if (!digits(2, sec)) return kUnknown;
  if (i < s.size() && (s[i] == '.' || s[i] == ',')) {
    double unit = 0.1;
    for (++i; i < s.size() && s[i] >= '0' && s[i] <= '9'; ++i, unit /= 10) sec += unit * (s[i] - '0');
  }
  if (mo < 1 || mo > 12 || d < 1 || d > 31 || y < 1970) return kUnknown;
  double offset = 0;
  if (i < s.size() && (s[i] == 'Z' || s[i] == 'z')) zone = true;
  else if (i < s.size() && (s[i] == '+' || s[i] == '-')) {
    const double sign = s[i++] == '-' ? -1 : 1;
    double oh = 0, om = 0;
    if (!digits(2, oh)) return kUnknown;
    skip(':');
    if (!digits(2, om)) om = 0;
    offset = sign * (oh * 3600 + om * 60);
    zone = true;
  }
  // Days since 1970 of the civil calendar.
  const double yy = mo <= 2 ? y - 1 : y;
  const double era = std::floor(yy / 400);
  const double yoe = yy - era * 400;
  const double doy = std::floor((153 * (mo > 2 ? mo - 3 : mo + 9) + 2) / 5) + d - 1;
  const double days = era * 146097 + yoe * 365 + std::floor(yoe / 4) - std::floor(yoe / 100) + doy - 719468;
  return days * 86400 + h * 3600 + mi * 60 + sec - offset;
}

std::vector<double> earliestStarts(const Workflow& w, std::uint64_t& cyclic) {
  std::vector<double> start(w.tasks.size(), 0);
  std::vector<std::uint32_t> waits(w.tasks.size(), 0);
  for (const auto& [p, c] : w.edges) ++waits[c];
  std::vector<std::uint32_t> ready;
  for (std::uint32_t t = 0; t < w.tasks.size(); ++t)
    if (waits[t] == 0) ready.push_back(t);
  std::size_t done = 0;
  for (; done < ready.size(); ++done) {
    const std::uint32_t t = ready[done];
    const double runtime = w.tasks[t].runtime_s;
    const double end = start[t] + (runtime > 0 ? runtime : 0);
    for (auto it = std::lower_bound(w.edges.begin(), w.edges.end(), std::pair(t, 0U)); it != w.edges.end() && it->first == t; ++it) {
      start[it->second] = std::max(start[it->second], end);
      if (--waits[it->second] == 0) ready.push_back(it->second);
    }
  }
  cyclic = w.tasks.size() - done;
  for (std::uint32_t t = 0; t < w.tasks.size(); ++t)
    if (waits[t] != 0) start[t] = 0;
  return start;
}

void layOut(const Workflow& w, const std::vector<double>& start_s, RunBuilder& b) {
  std::vector<std::uint32_t> order(w.tasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) { return start_s[x] < start_s[y]; });
  struct Lanes {
    std::vector<TrackIndex> track;
    std::multimap<std::int64_t, std::size_t> free;  // by when the lane's last task ends
  };
  std::map<std::string, Lanes> machines;
  std::vector<SliceIndex> sliceOf(w.tasks.size());
  std::uint64_t unknown = 0;
  for (const std::uint32_t t : order) {
    const Task& task = w.tasks[t];
    const std::int64_t start = ps(start_s[t]);
    const std::int64_t duration = task.runtime_s > 0 ? ps(task.runtime_s) : 0;
    if (std::isnan(task.runtime_s) || task.runtime_s < 0) ++unknown;
    if (task.runtime_s >= kMost_s || std::abs(start_s[t]) >= kMost_s) b.note("time beyond 104 days: shown as none", task.id);
    Lanes& lanes = machines[task.machine];
    std::size_t lane = lanes.track.size();
    if (!lanes.free.empty() && lanes.free.begin()->first <= start) {
      lane = lanes.free.begin()->second;
      lanes.free.erase(lanes.free.begin());
    } else {
      const std::string name = task.machine.empty() ? "tasks" : task.machine;
      Track track;
      track.name = b.intern(lane == 0 ? name : fmt::format("{} #{}", name, lane + 1));
      track.process = b.intern(task.machine);
      track.kind = TrackKind::Device;
      track.sort = static_cast<std::int64_t>(b.run().tracks.size());
      lanes.track.push_back(b.track(track));
    }
    lanes.free.emplace(start + duration, lane);
    std::string args = fmt::format(R"({{"id":{})", jsonText(task.id));
    if (!task.program.empty()) args += fmt::format(R"(,"program":{})", jsonText(std::string_view(task.program).substr(0, 200)));
    if (!std::isnan(task.readBytes)) args += fmt::format(R"(,"read_bytes":{})", task.readBytes);
    if (!std::isnan(task.writtenBytes)) args += fmt::format(R"(,"written_bytes":{})", task.writtenBytes);
    sliceOf[t] = b.slice({lanes.track[lane], start, duration, b.intern(task.name), b.intern("task"), Activity::Compute, args + "}"});
  }
  if (unknown > 0) b.note("task whose run time is unknown: shown without a length", {}, unknown);
  const NameId data = b.intern(kArrowDependency);
  const NameId control = b.intern(kArrowControl);
  // Which tasks write what a child reads. A file has one writer as a rule; of many the first few are enough to tell.
  constexpr std::size_t kWriters = 16;
  std::vector<std::vector<std::uint32_t>> writers(w.files.size());
  for (std::uint32_t t = 0; t < w.tasks.size(); ++t)
    for (const std::uint32_t f : w.tasks[t].outputs)
      if (writers[f].size() < kWriters) writers[f].push_back(t);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> carried;  // parent, child
  for (std::uint32_t t = 0; t < w.tasks.size(); ++t)
    for (const std::uint32_t f : w.tasks[t].inputs)
      for (const std::uint32_t p : writers[f]) carried.emplace_back(p, t);
  std::sort(carried.begin(), carried.end());
  for (const auto& [parent, child] : w.edges)
    b.arrow(sliceOf[parent], sliceOf[child], std::binary_search(carried.begin(), carried.end(), std::pair(parent, child)) ? data : control);
}

void describe(const Workflow& w, RunBuilder& b) {
  Table tasks;
  tasks.name = "tasks";
  tasks.columns = {{"id", "", {}, {}}, {"name", "", {}, {}}, {"program", "", {}, {}}, {"machine", "", {}, {}}, {"run time", "s", {}, {}}, {"cores", "", {}, {}},
                   {"read", "B", {}, {}}, {"written", "B", {}, {}}, {"memory", "B", {}, {}}, {"average CPU", "%", {}, {}}, {"energy", "kWh", {}, {}}, {"average power", "W", {}, {}}};
  for (const Task& t : w.tasks) {
    const std::string* texts[] = {&t.id, &t.name, &t.program, &t.machine};
    for (std::size_t i = 0; i < 4; ++i) tasks.columns[i].text.push_back(*texts[i]);
    const double numbers[] = {t.runtime_s, t.cores, t.readBytes, t.writtenBytes, t.memoryBytes, t.averageCpu, t.energy, t.power};
    for (std::size_t i = 0; i < 8; ++i) tasks.columns[i + 4].number.push_back(numbers[i]);
  }
  if (tasks.rows() > 0) b.table(std::move(tasks));
  Table files;
  files.name = "files";
  files.columns = {{"file", "", {}, {}}, {"size", "B", {}, {}}, {"readers", "", {}, {}}, {"writers", "", {}, {}}};
  double bytes = 0;
  for (const File& f : w.files) {
    files.columns[0].text.push_back(f.name);
    files.columns[1].number.push_back(f.bytes);
    files.columns[2].number.push_back(f.readers);
    files.columns[3].number.push_back(f.writers);
    if (f.bytes > 0) bytes += f.bytes;
    // What the workflow declares: every reader reads all of it, every writer writes all of it.
    if (!(f.bytes >= 0) || f.bytes > 1e15) continue;
    IoRecord r;
    r.file = b.intern(f.name);
    r.layer = b.intern("workflow files");
    r.readBytes = static_cast<std::int64_t>(f.bytes) * f.readers;
    r.writeBytes = static_cast<std::int64_t>(f.bytes) * f.writers;
    b.record(r);
  }
  if (files.rows() > 0) b.table(std::move(files));
  Table machines;
  machines.name = "machines";
  machines.columns = {{"machine", "", {}, {}}, {"system", "", {}, {}}, {"architecture", "", {}, {}}, {"processor", "", {}, {}}, {"cores", "", {}, {}}, {"clock", "MHz", {}, {}}, {"memory", "B", {}, {}}};
  for (const Machine& m : w.machines) {
    const std::string* texts[] = {&m.name, &m.system, &m.architecture, &m.cpu};
    for (std::size_t i = 0; i < 4; ++i) machines.columns[i].text.push_back(*texts[i]);
    machines.columns[4].number.push_back(m.cores);
    machines.columns[5].number.push_back(m.mhz);
    machines.columns[6].number.push_back(m.memoryBytes);
  }
  if (machines.rows() > 0) b.table(std::move(machines));
  b.fact("tasks", std::to_string(w.tasks.size()));
  b.fact("executed tasks", std::to_string(w.executed));
  b.fact("dependencies", std::to_string(w.edges.size()));
  b.fact("machines", std::to_string(w.machines.size()));
  b.fact("files", std::to_string(w.files.size()));
  b.fact("bytes of files", fmt::format("{:.0f}", bytes), "B");
  if (!std::isnan(w.makespan_s)) b.fact("makespan", fmt::format("{}", w.makespan_s), "s");
  b.fact("executed at", w.executedAt);
  for (const std::string& d : w.doubts) b.note(d, {});
}

}  // namespace weir::wfcommons
