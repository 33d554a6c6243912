#include "core/formats/wrench/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/formats/wfcommons/workflow.h"

namespace weir::wrench {
namespace {

using wfcommons::kUnknown;
using wfcommons::list;
using wfcommons::member;
using wfcommons::number;
using wfcommons::jsonText;
using wfcommons::text;
using Element = simdjson::dom::element;

constexpr double kMost_s = 9e6;
constexpr std::array<std::string_view, 6> kParts{"disk_operations", "energy_consumption", "link_usage", "platform", "workflow_execution", "workflow_graph"};

std::int64_t wholeBytes(double b) { return b >= 0 && b < 9e18 ? std::llround(b) : kUnknownBytes; }

class Assembly {
 public:
  Assembly() : b_("wrench", Truth::Simulated) {
    Source s;
    s.clock = ClockKind::Own;
    b_.run().sources.push_back(s);
  }
  RunBuilder& builder() { return b_; }

  void graph(Element e) {
    workflow_ = wfcommons::parseWorkflow(e);
    for (const wfcommons::File& f : workflow_.files) sizeOf_[f.name] = f.bytes;
    wfcommons::describe(workflow_, b_);
    // The files' single operations stand in the execution: sums of what is declared would count them again.
    b_.run().ioRecords.clear();
  }

  void execution(Element e) {
    struct Lanes {
      std::vector<TrackIndex> track;
      std::multimap<std::int64_t, std::size_t> free;
    };
    struct Item {
      Element e;
      std::int64_t start, end;
    };
    std::vector<Item> items;
    for (const Element& t : list(e, {"tasks"})) {
      std::int64_t start = 0;
      std::int64_t end = 0;
      const auto whole = member(t, {"whole_task"});
      const std::string id = text(t, {"task_id"});
      if (!whole || !time(number(*whole, {"start"}), start)) {
        b_.note("task that did not start: left out", id);
        continue;
      }
      // A task that did not complete has no end (-1), but a time at which it failed or was stopped.
      double last = number(*whole, {"end"});
      for (const std::string_view key : {"failed", "terminated"})
        if (const double v = number(t, {key}); v >= 0) {
          b_.note(key == "failed" ? "task that failed" : "task that was terminated", id, 1, start);
          last = std::isnan(last) ? v : std::max(last, v);
        }
      if (!time(last, end) || end < start) {
        b_.note("task without an end: shown without a length", id, 1, start);
        end = start;
      }
      items.push_back({t, start, end});
    }
    std::stable_sort(items.begin(), items.end(), [](const Item& x, const Item& y) { return x.start < y.start; });
    std::map<std::string, Lanes> hosts;
    std::unordered_map<std::string, SliceIndex> sliceOf;
    for (const Item& i : items) {
      const std::string id = text(i.e, {"task_id"});
      const auto where = member(i.e, {"execution_host"});
      const std::string host = where ? text(*where, {"hostname"}) : std::string();
      Lanes& lanes = hosts[host];
      std::size_t lane = lanes.track.size();
      if (!lanes.free.empty() && lanes.free.begin()->first <= i.start) {
        lane = lanes.free.begin()->second;
        lanes.free.erase(lanes.free.begin());
      } else {
        Track t;
        t.name = b_.intern(lane == 0 ? host : fmt::format("{} #{}", host, lane + 1));
        t.process = b_.intern(host);
        t.kind = TrackKind::Device;
        t.sort = static_cast<std::int64_t>(b_.run().tracks.size());
        lanes.track.push_back(b_.track(t));
      }
      lanes.free.emplace(i.end, lane);
      const TrackIndex track = lanes.track[lane];
      const double cores = number(i.e, {"num_cores_allocated"});
      const std::string args = fmt::format(R"({{"id":{}{}}})", jsonText(id), std::isnan(cores) ? "" : fmt::format(R"(,"cores":{})", cores));
      sliceOf[id] = b_.slice({track, i.start, i.end - i.start, b_.intern(id), b_.intern("task"), Activity::Annotation, args});
      files(i.e, "read", track, IoOperation::Kind::Read, Activity::DataLoad);
      if (const auto c = member(i.e, {"compute"})) part(*c, track, "compute", Activity::Compute);
      files(i.e, "write", track, IoOperation::Kind::Write, Activity::Checkpoint);
    }
    b_.fact("executions of tasks", std::to_string(items.size()));
    const NameId dependency = b_.intern(kArrowDependency);
    for (const auto& [parent, child] : workflow_.edges) {
      const auto p = sliceOf.find(workflow_.tasks[parent].id);
      const auto c = sliceOf.find(workflow_.tasks[child].id);
      if (p != sliceOf.end() && c != sliceOf.end()) b_.arrow(p->second, c->second, dependency);
    }
  }

  // {host: {mount: {reads: [...], writes: [...]}}}
  void disks(Element e) {
    simdjson::dom::object hosts;
    if (e.get(hosts) != simdjson::SUCCESS) return;
    for (const auto host : hosts) {
      simdjson::dom::object mounts;
      if (host.value.get(mounts) != simdjson::SUCCESS) continue;
      for (const auto mount : mounts) {
        const NameId place = b_.intern(fmt::format("{}:{}", host.key, mount.key));
        for (const bool read : {true, false})
          for (const Element& o : list(mount.value, {read ? "reads" : "writes"})) {
            IoOperation op;
            std::int64_t end = 0;
            if (!time(number(o, {"start"}), op.start) || !time(number(o, {"end"}), end)) {
              b_.note("disk operation without a time: left out", b_.run().names.text(place));
              continue;
            }
            op.kind = read ? IoOperation::Kind::Read : IoOperation::Kind::Write;
            op.file = place;
            op.layer = b_.intern("disk");
            op.duration = std::max<std::int64_t>(end - op.start, 0);
            op.bytes = wholeBytes(number(o, {"bytes"}));
            if (number(o, {"failed"}) >= 0) b_.note("disk operation that failed", b_.run().names.text(place), 1, op.start);
            b_.io(op);
          }
      }
    }
  }

  void links(Element e) {
    for (const Element& l : list(e, {"links"})) {
      Counter c;
      c.name = b_.intern(text(l, {"linkname"}));
      c.group = b_.intern("link usage");
      c.unit = "B/s";
      series(l, "link_usage_trace", "bytes per second", std::move(c));
    }
  }

  void energy(Element hosts) {
    Table t;
    t.name = "energy of hosts";
    t.columns = {{"host", "", {}, {}}, {"energy", "J", {}, {}}, {"power when off", "W", {}, {}}};
    simdjson::dom::array a;
    if (hosts.get(a) != simdjson::SUCCESS) return;
    for (const Element h : a) {
      const std::string host = text(h, {"hostname"});
      Counter c;
      c.name = b_.intern(host);
      c.group = b_.intern("energy");  // since the start
      c.unit = "J";
      series(h, "consumed_energy_trace", "joules", std::move(c));
      double last = kUnknown;
      for (const Element& p : list(h, {"consumed_energy_trace"})) last = number(p, {"joules"});
      t.columns[0].text.push_back(host);
      t.columns[1].number.push_back(last);
      t.columns[2].number.push_back(number(h, {"wattage_off", "watts_off"}));
      Counter state;
      state.name = b_.intern(host);
      state.group = b_.intern("power state");
      series(h, "pstate_trace", "pstate", std::move(state));
    }
    if (t.rows() > 0) b_.table(std::move(t));
  }

  void platform(Element e) {
    Table hosts;
    hosts.name = "hosts";
    hosts.columns = {{"host", "", {}, {}}, {"cluster", "", {}, {}}, {"speed", "FLOP/s", {}, {}}, {"cores", "", {}, {}}, {"memory", "B", {}, {}}};
    Table links;
    links.name = "links";
    links.columns = {{"link", "", {}, {}}, {"bandwidth", "B/s", {}, {}}, {"latency", "s", {}, {}}};
    for (const Element& v : list(e, {"vertices"})) {
      if (text(v, {"type"}) == "link") {
        links.columns[0].text.push_back(text(v, {"id"}));
        links.columns[1].number.push_back(number(v, {"bandwidth"}));
        links.columns[2].number.push_back(number(v, {"latency"}));
      } else {
        hosts.columns[0].text.push_back(text(v, {"id"}));
        hosts.columns[1].text.push_back(text(v, {"cluster_id"}));
        hosts.columns[2].number.push_back(number(v, {"flop_rate"}));
        hosts.columns[3].number.push_back(number(v, {"cores"}));
        hosts.columns[4].number.push_back(number(v, {"memory_manager_service", "memory"}));
      }
    }
    Table routes;
    routes.name = "routes";
    routes.columns = {{"from", "", {}, {}}, {"to", "", {}, {}}, {"links", "", {}, {}}, {"latency", "s", {}, {}}};
    for (const Element& r : list(e, {"routes"})) {
      std::string through;
      for (const Element& l : list(r, {"route"})) {
        std::string_view s;
        if (l.get(s) == simdjson::SUCCESS) through += (through.empty() ? "" : " ") + std::string(s);
      }
      routes.columns[0].text.push_back(text(r, {"source"}));
      routes.columns[1].text.push_back(text(r, {"target"}));
      routes.columns[2].text.push_back(through);
      routes.columns[3].number.push_back(number(r, {"latency"}));
    }
    for (Table* t : {&hosts, &links, &routes})
      if (t->rows() > 0) b_.table(std::move(*t));
  }

 private:
  bool time(double seconds, std::int64_t& ps) {
    if (!(seconds >= 0)) return false;  // -1 and null are "never"
    if (seconds >= kMost_s) {
      b_.note("time beyond 104 days: left out", fmt::format("{} s", seconds));
      return false;
    }
    ps = std::llround(seconds * 1e12);
    return true;
  }

  void part(Element e, TrackIndex track, std::string_view label, Activity activity) {
    std::int64_t start = 0;
    std::int64_t end = 0;
    if (!time(number(e, {"start"}), start) || !time(number(e, {"end"}), end)) return;  // a part that was not reached
    b_.slice({track, start, end - start, b_.intern(label), b_.intern(label.substr(0, label.find(' '))), activity, {}});
  }

  // A list since 2.0, one span before.
  void files(Element task, std::string_view key, TrackIndex track, IoOperation::Kind kind, Activity activity) {
    for (const Element& o : list(task, {key})) {
      std::int64_t start = 0;
      std::int64_t end = 0;
      if (!time(number(o, {"start"}), start) || !time(number(o, {"end"}), end)) continue;
      const std::string file = text(o, {"id"});
      part(o, track, file.empty() ? std::string(key) : fmt::format("{} {}", key, file), activity);
      if (file.empty()) continue;
      IoOperation op;
      op.kind = kind;
      op.file = b_.intern(file);
      op.layer = b_.intern("workflow files");
      op.start = start;
      op.duration = std::max<std::int64_t>(end - start, 0);
      if (const auto it = sizeOf_.find(file); it != sizeOf_.end()) op.bytes = wholeBytes(it->second);
      b_.io(op);
    }
  }

  void series(Element e, std::string_view key, std::string_view value, Counter c) {
    for (const Element& p : list(e, {key})) {
      std::int64_t t = 0;
      const double v = number(p, {value});
      if (!time(number(p, {"time"}), t) || std::isnan(v)) continue;
      if (!c.time.empty() && t < c.time.back()) {
        b_.note("sample earlier than the one before: left out", b_.run().names.text(c.name), 1, t);
        continue;
      }
      c.time.push_back(t);
      c.value.push_back(static_cast<float>(v));
    }
    if (!c.time.empty()) b_.counter(std::move(c));
  }

  RunBuilder b_;
  wfcommons::Workflow workflow_;
  std::unordered_map<std::string, double> sizeOf_;
};

class WrenchReader : public Reader {
 public:
  explicit WrenchReader(const ReaderContext& c) : limit_(c.memoryLimit) {}
  Result<void> feed(ByteSpan chunk, bool /*last*/, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    return document_.feed(chunk, limit_);
  }
  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    bool cut = false;
    const auto root = document_.parse(cut);
    if (!root) return tl::make_unexpected(root.error());
    Assembly a;
    if (cut) a.builder().note("the document ends early: what was complete is shown", {});
    std::string parts;
    for (const std::string_view p : kParts)
      if (member(*root, {p})) parts += (parts.empty() ? "" : ", ") + std::string(p);
    if (parts.empty()) return fail("none of the parts of a WRENCH output is in it", {}, "write it with dumpUnifiedJSON");
    a.builder().fact("parts", parts);
    if (const auto e = member(*root, {"workflow_graph"})) a.graph(*e);
    if (const auto e = member(*root, {"workflow_execution"})) a.execution(*e);
    if (const auto e = member(*root, {"disk_operations"})) a.disks(*e);
    if (const auto e = member(*root, {"link_usage"})) a.links(*e);
    if (const auto e = member(*root, {"energy_consumption"})) a.energy(*e);
    if (const auto e = member(*root, {"platform"})) a.platform(*e);
    return a.builder().build();
  }

 private:
  std::uint64_t limit_;
  wfcommons::Document document_;
};

}  // namespace

int sniff(ByteSpan head) {
  // Members stand in the order of their names, so the first one tells.
  const std::string_view t(reinterpret_cast<const char*>(head.data()), head.size());
  std::size_t i = t.find_first_not_of(" \t\r\n");
  if (i == std::string_view::npos || t[i] != '{') return 0;
  i = t.find_first_not_of(" \t\r\n", i + 1);
  if (i == std::string_view::npos || t[i] != '"') return 0;
  const std::string_view key = t.substr(i + 1, t.find('"', i + 1) - i - 1);
  if (key == "platform") return t.find("\"edges\"") != std::string_view::npos || t.find("\"vertices\"") != std::string_view::npos ? 80 : 0;
  return std::find(kParts.begin(), kParts.end(), key) != kParts.end() ? 90 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<WrenchReader>(context); }

}  // namespace weir::wrench
