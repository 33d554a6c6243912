#include "core/formats/platform/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "core/formats/lines.h"
#include "core/formats/platform/elements.h"
#include "core/scenario/graph_file.h"

namespace weir::platform {
namespace {

constexpr std::size_t kLargest = std::size_t{64} << 20;

bool has(ByteSpan head, std::string_view what) { return text::contains(head, what); }

// The name of the first element, behind declarations and comments.
std::string_view rootName(ByteSpan head) {
  std::string_view s = text::view(head);
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  for (;;) {
    s = text::trimmed(s);
    if (!s.starts_with('<')) return {};
    if (s.starts_with("<!--")) {
      const std::size_t end = s.find("-->");
      if (end == std::string_view::npos) return {};
      s.remove_prefix(end + 3);
    } else if (s.starts_with("<?") || s.starts_with("<!")) {
      std::size_t end = s.find('>');
      // A document type may hold declarations of its own.
      if (const std::size_t open = s.find('['); s.starts_with("<!") && open < end) end = s.find("]>") == std::string_view::npos ? std::string_view::npos : s.find("]>") + 1;
      if (end == std::string_view::npos) return {};
      s.remove_prefix(end + 1);
    } else {
      return s.substr(1, s.find_first_of(" \t\r\n/>", 1) - 1);
    }
  }
}

// What is wrong with the size of it; empty = nothing. Elements in one another are walked without recursion.
std::string excess(const pugi::xml_node& root) {
  struct Walker final : pugi::xml_tree_walker {
    std::size_t count = 0;
    bool deep = false;
    bool for_each(pugi::xml_node&) override { return !(deep = deep || depth() > kDeepest) && ++count < kMostElements; }
  } walker;
  pugi::xml_node top = root;
  top.traverse(walker);
  if (walker.deep) return fmt::format("more than {} elements stand in one another", kDeepest);
  return walker.count >= kMostElements ? fmt::format("it holds more than {} elements", kMostElements) : std::string();
}

class XmlReader final : public Reader {
 public:
  explicit XmlReader(const ReaderContext& context) : context_(context) {}

  Result<void> feed(ByteSpan chunk, bool /*last*/, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (text_.size() + chunk.size() > kLargest) return fail("larger than 64 MiB", context_.name, "this does not look like a description of a machine");
    text_ += text::view(chunk);
    return {};
  }

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    pugi::xml_document doc;
    // No DOCTYPE is looked at, so there are no entities but the five of XML and numbers.
    const pugi::xml_parse_result parsed = doc.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    const pugi::xml_node root = doc.document_element();
    const auto at = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, parsed.offset)), text_.size());
    const std::string line = fmt::format("line {}", 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    if (!root) return fail(parsed ? "it holds no element" : fmt::format("not valid XML: {}", parsed.description()), line, "correct it there or just before");
    if (const std::string much = excess(root); !much.empty()) return fail(much, line, "this does not look like a description of a machine");
    const std::string_view name = root.name();
    const char* format = name == "platform" ? "simgrid-platform" : name == "algo" ? "msccl" : "nccl-topology";
    RunBuilder out(format, Truth::Measured);
    if (!parsed) out.note(fmt::format("not valid XML, read up to there: {}", parsed.description()), line);
    if (name == "platform") describeSimgrid(root, out);
    else if (name == "system") describeNccl(root, out);
    else if (name == "graphs") describeGraphs(root, out);
    else if (name == "algo") describeMsccl(root, out);
    else return fail(fmt::format("the element \"{}\" begins no platform and no topology", name), line, "give a SimGrid platform, an NCCL topology or an MSCCL algorithm");
    network(name, out);
    out.table(elementsOf(root));
    Source source;
    source.clock = ClockKind::Own;
    out.run().sources = {source};
    return out.build();
  }

 private:
  // As a simulation would take it.
  void network(std::string_view root, RunBuilder& out) {
    if (root != "platform" && root != "system") return;
    const auto graph = parseGraph(text_, context_.name.empty() ? "the file" : context_.name);
    if (!graph) {
      out.note("no network for simulations: " + graph.error().what, graph.error().where);
      return;
    }
    out.fact("network hosts", std::to_string(graph->hosts.size()));
    out.fact("network cables", std::to_string(graph->cables.size()));
  }

  ReaderContext context_;
  std::string text_;
};

// "0 1.0", "11 0.5", "LOOPAFTER 10": a time and a value a line.
class ProfileReader final : public LineReader {
 public:
  explicit ProfileReader(const ReaderContext& context) : LineReader("simgrid-profile", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (table_.rows() == 0) return fail("it holds no time with a value", fmt::format("{} lines", lines()), "write a time and a value a line");
    out_.fact("lines", std::to_string(lines()));
    out_.fact("events", std::to_string(table_.rows()));
    out_.table(std::move(table_));
    Source source;
    source.clock = ClockKind::Own;
    out_.run().sources = {source};
    return out_.build();
  }

 protected:
  void line(std::string_view text, std::uint64_t number, bool /*cut*/) override {
    const auto w = text::words(text.substr(0, text.find('#')));
    if (w.empty()) return;
    if ((w[0] == "LOOPAFTER" || w[0] == "PERIODICITY") && w.size() > 1) {
      out_.fact(w[0] == "LOOPAFTER" ? "loop after" : "periodicity", w[1], "s");
      if (w.size() > 2) events(w, 1, 2, number);
      return;
    }
    events(w, 0, 1, number);
  }

 private:
  void events(const std::vector<std::string_view>& w, std::size_t time, std::size_t value, std::uint64_t number) {
    if (value >= w.size() || std::isnan(text::number(w[time])) || std::isnan(text::number(w[value]))) return note("line that is not a time and a value", number);
    table_.columns[0].number.push_back(text::number(w[time]));
    table_.columns[1].number.push_back(text::number(w[value]));
  }
  Table table_{"profile", {{"time", "s", {}, {}}, {"value", "", {}, {}}}, 0};
};

}  // namespace

int sniffSimgrid(ByteSpan head) {
  const std::string_view root = rootName(head);
  return root == "platform" || (root.empty() && has(head, "simgrid.dtd")) ? 94 : 0;
}
int sniffNccl(ByteSpan head) {
  const std::string_view root = rootName(head);
  if (root == "system" && (has(head, "<cpu") || has(head, "<pci"))) return 94;
  return root == "graphs" && has(head, "<graph") ? 94 : 0;
}
int sniffMsccl(ByteSpan head) { return rootName(head) == "algo" && has(head, "<gpu") ? 94 : 0; }
std::unique_ptr<Reader> makeXmlReader(const ReaderContext& context) { return std::make_unique<XmlReader>(context); }

int sniffProfile(ByteSpan head) {
  if (head.size() >= kSniffBytes) return 0;
  std::string_view s = text::view(head);
  double last = -1;
  int events = 0;
  bool loops = false;
  while (!s.empty()) {
    const std::size_t end = std::min(s.find('\n'), s.size());
    const auto w = text::words(s.substr(0, std::min(end, s.find('#'))));
    s.remove_prefix(std::min(end + 1, s.size()));
    if (w.empty()) continue;
    if (w[0] == "LOOPAFTER" || w[0] == "PERIODICITY") {
      loops = true;
      continue;
    }
    if (w.size() < 2 || w.size() > 3) return 0;
    const double t = text::number(w[0]);
    if (std::isnan(t) || std::isnan(text::number(w[1])) || t < last) return 0;
    last = t;
    ++events;
  }
  return events == 0 ? 0 : loops ? 85 : 20;  // two columns of numbers may be anything
}
std::unique_ptr<Reader> makeProfileReader(const ReaderContext& context) { return std::make_unique<ProfileReader>(context); }

}  // namespace weir::platform
