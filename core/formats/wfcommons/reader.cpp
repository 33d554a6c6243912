#include "core/formats/wfcommons/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "core/formats/wfcommons/workflow.h"

namespace weir::wfcommons {
namespace {

std::string_view words(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }

// Starts as the file tells them, when it tells all of them; else as early as parents allow.
std::vector<double> starts(const Workflow& w, RunBuilder& b, double& first) {
  first = kUnknown;
  const bool told = !w.tasks.empty() && std::all_of(w.tasks.begin(), w.tasks.end(), [](const Task& t) { return !std::isnan(t.start_s); });
  std::vector<double> s;
  if (told) {
    for (const Task& t : w.tasks) first = std::isnan(first) ? t.start_s : std::min(first, t.start_s);
    for (const Task& t : w.tasks) s.push_back(t.start_s - first);
    return s;
  }
  std::uint64_t cyclic = 0;
  s = earliestStarts(w, cyclic);
  b.note("start times are not in it: tasks are laid out as early as what they depend on allows", {});
  if (cyclic > 0) b.note("task on a cycle of dependencies: shown at the start", {}, cyclic);
  return s;
}

Run assemble(const Workflow& w, RunBuilder& b) {
  double first = kUnknown;
  const std::vector<double> start = starts(w, b, first);
  Source source;
  source.clock = ClockKind::Own;
  bool zone = false;
  const double origin = std::isnan(first) ? isoTime(w.executedAt, zone) : first;
  if (!std::isnan(origin) && origin < 9e9) {
    if (!std::isnan(first)) (void)isoTime(w.executedAt, zone);
    b.run().originNs = static_cast<std::int64_t>(origin * 1e9);
    source.clock = zone ? ClockKind::Epoch : ClockKind::Local;
  }
  b.run().sources.push_back(source);
  layOut(w, start, b);
  describe(w, b);
  return b.build();
}

class JsonReader : public Reader {
 public:
  explicit JsonReader(const ReaderContext& c) : limit_(c.memoryLimit) {}
  Result<void> feed(ByteSpan chunk, bool /*last*/, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    return document_.feed(chunk, limit_);
  }
  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    bool cut = false;
    const auto root = document_.parse(cut);
    if (!root) return tl::make_unexpected(root.error());
    const auto workflow = member(*root, {"workflow"});
    if (!workflow || !workflow->is_object()) return fail("no workflow in it", "workflow", "a WfCommons instance has an object \"workflow\"");
    const Workflow w = parseWorkflow(*workflow);
    if (w.tasks.empty()) return fail("the workflow has no task", "workflow.tasks", "check that the file is complete");
    RunBuilder b("wfcommons", Truth::Measured);
    if (cut) b.note("the document ends early: what was complete is shown", {});
    b.fact("schema version", text(*root, {"schemaVersion"}));
    b.fact("name", text(*root, {"name"}));
    b.fact("description", text(*root, {"description"}));
    if (const auto system = member(*root, {"runtimeSystem", "wms"}))
      b.fact("workflow system", text(*system, {"name"}) + (text(*system, {"version"}).empty() ? "" : " " + text(*system, {"version"})));
    return assemble(w, b);
  }

 private:
  std::uint64_t limit_;
  Document document_;
};

// <adag><job id name runtime><uses file link size/></job><child ref><parent ref/></child></adag>
class DaxReader : public Reader {
 public:
  explicit DaxReader(const ReaderContext& c) : limit_(c.memoryLimit) {}
  Result<void> feed(ByteSpan chunk, bool /*last*/, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    text_.append(words(chunk));
    if (limit_ > 0 && text_.size() > limit_ / 8) return fail("the document is too large to be read as a whole", {}, "raise the memory limit");
    return {};
  }
  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    // pugixml reads no document types and expands no entities of theirs.
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer_inplace(text_.data(), text_.size(), pugi::parse_minimal | pugi::parse_escapes);
    const pugi::xml_node dag = document.child("adag");
    RunBuilder b("dax", Truth::Measured);
    if (!result) b.note("the document is damaged: what stands before is shown", fmt::format("byte {}: {}", result.offset, result.description()));
    Workflow w;
    for (const pugi::xml_node job_ : dag.children("job")) {
      const std::uint32_t t = w.task(job_.attribute("id").value());
      Task& task = w.tasks[t];
      task.name = job_.attribute("name").value();
      if (task.name.empty()) task.name = task.id;
      task.program = job_.attribute("namespace").value();
      if (const auto r = job_.attribute("runtime")) {
        task.runtime_s = r.as_double(kUnknown);
        ++w.executed;
      }
      for (const pugi::xml_node use : job_.children("uses")) {
        const char* name = use.attribute("file") ? use.attribute("file").value() : use.attribute("name").value();
        const std::uint32_t f = w.file(name, use.attribute("size").as_double(kUnknown));
        const bool output = std::string_view(use.attribute("link").value()) == "output";
        (output ? w.tasks[t].outputs : w.tasks[t].inputs).push_back(f);
        ++(output ? w.files[f].writers : w.files[f].readers);
      }
    }
    for (const pugi::xml_node child : dag.children("child")) {
      const std::uint32_t c = w.find(child.attribute("ref").value());
      for (const pugi::xml_node parent : child.children("parent")) {
        const std::uint32_t p = w.find(parent.attribute("ref").value());
        if (p == Workflow::kNone || c == Workflow::kNone) w.doubts.emplace_back("dependency on what is no task");
        else w.edge(p, c);
      }
    }
    w.sortEdges();
    if (w.tasks.empty()) return fail("no job in it", "adag", "a DAX has <job> elements");
    b.fact("schema version", dag.attribute("version").value());
    b.fact("name", dag.attribute("name").value());
    return assemble(w, b);
  }

 private:
  std::uint64_t limit_;
  std::string text_;
};

}  // namespace

int sniff(ByteSpan head) {
  std::string_view t = words(head);
  if (t.starts_with("\xef\xbb\xbf")) t.remove_prefix(3);
  const std::size_t begin = t.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || t[begin] != '{') return 0;
  const auto has = [&](std::string_view w) { return t.find(w) != std::string_view::npos; };
  if (!has("\"workflow\"") || has("\"traceEvents\"")) return 0;
  if (has("\"schemaVersion\"")) return 85;
  return (has("\"jobs\"") || has("\"tasks\"")) && has("\"parents\"") ? 70 : 0;
}
std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<JsonReader>(context); }

int sniffDax(ByteSpan head) {
  const std::string_view t = words(head);
  return t.substr(0, 4096).find("<adag") != std::string_view::npos ? 90 : 0;
}
std::unique_ptr<Reader> makeDaxReader(const ReaderContext& context) { return std::make_unique<DaxReader>(context); }

}  // namespace weir::wfcommons
