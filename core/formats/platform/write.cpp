// The document again from the table of its elements, and as a SimGrid platform.
#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>
#include <memory>
#include <pugixml.hpp>
#include <sstream>
#include <vector>

#include "core/formats/platform/reader.h"
#include "core/scenario/graph_file.h"
#include "core/scenario/graph_write.h"

namespace weir::platform {
namespace {

const Table* elementTable(const Run& run) {
  for (const Table& t : run.tables)
    if (t.name == "xml elements") return &t;
  return nullptr;
}

tl::unexpected<Error> notXml(const Run& run) {
  return fail("this run holds no platform and no topology", run.title, "read one from SimGrid's, NCCL's or MSCCL's XML, or choose another format");
}

Result<void> give(const std::string& text, const FormatWriter::Sink& sink, const Job& job) {
  if (job.stopped()) return stoppedByUser();
  return sink(text);
}

}  // namespace

Result<std::string> xmlOf(const Run& run) {
  const Table* table = elementTable(run);
  if (table == nullptr) return notXml(run);
  const Table::ColumnOf *parents = table->find("parent"), *names = table->find("element"), *attributes = table->find("attributes");
  if (parents == nullptr || names == nullptr || attributes == nullptr || names->text.size() != parents->number.size() || attributes->text.size() != names->text.size()) return notXml(run);
  pugi::xml_document doc;
  doc.append_child(pugi::node_declaration).append_attribute("version") = "1.0";
  if (!names->text.empty() && names->text.front() == "platform") doc.append_child(pugi::node_doctype).set_value("platform SYSTEM \"https://simgrid.org/simgrid.dtd\"");
  std::vector<pugi::xml_node> nodes;
  simdjson::dom::parser parser;
  for (std::size_t i = 0; i < names->text.size(); ++i) {
    const double parent = parents->number[i];
    if (i > 0 && !(parent >= 0 && parent < static_cast<double>(i))) return notXml(run);
    pugi::xml_node e = (i == 0 ? static_cast<pugi::xml_node>(doc) : nodes[static_cast<std::size_t>(parent)]).append_child(names->text[i].c_str());
    nodes.push_back(e);
    simdjson::dom::object object;
    if (parser.parse(attributes->text[i]).get_object().get(object) != simdjson::SUCCESS) return notXml(run);
    for (const auto& [key, value] : object) {
      std::string_view text;
      if (value.get_string().get(text) == simdjson::SUCCESS) e.append_attribute(std::string(key).c_str()) = std::string(text).c_str();
    }
  }
  std::ostringstream out;
  doc.save(out, "  ");
  return out.str();
}

Result<void> writeXml(const Run& run, const FormatWriter::Sink& sink, const Job& job) {
  const auto text = xmlOf(run);
  return text ? give(*text, sink, job) : tl::make_unexpected(text.error());
}

Result<void> writeSimgridPlatform(const Run& run, const FormatWriter::Sink& sink, const Job& job) {
  const auto text = xmlOf(run);
  if (!text) return tl::make_unexpected(text.error());
  const auto graph = parseGraph(*text, run.title.empty() ? "the platform" : run.title);
  if (!graph) return tl::make_unexpected(graph.error());
  GraphWriteOptions options;
  options.title = run.title;
  const auto written = writeSimgrid(*graph, options);
  return written ? give(*written, sink, job) : tl::make_unexpected(written.error());
}

}  // namespace weir::platform
