// Hydra's YAML to facts, by libyaml's events: nothing is expanded, no document is held.
#include <fmt/format.h>
#include <yaml.h>

#include <vector>

#include "core/formats/dlio/shapes.h"

namespace weir::dlio {
namespace {

struct Parser {
  yaml_parser_t p{};
  bool good = false;
  explicit Parser(std::string_view text) {
    good = yaml_parser_initialize(&p) != 0;
    // The library asserts that there is a text, also when it is empty.
    const char* begin = text.empty() ? "" : text.data();
    if (good) yaml_parser_set_input_string(&p, reinterpret_cast<const unsigned char*>(begin), text.size());
  }
  ~Parser() {
    if (good) yaml_parser_delete(&p);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
};

struct Level {
  bool list = false;
  std::string key;      // of the value to come
  bool haveKey = false;
  std::size_t index = 0;
};

}  // namespace

Result<void> config(std::string_view text, RunBuilder& out) {
  Parser parser(text);
  if (!parser.good) return fail("libyaml cannot be started");
  std::vector<Level> levels;
  const auto path = [&] {
    std::string s;
    for (const Level& l : levels) {
      const std::string part = l.list ? fmt::format("{}", l.index) : l.key;
      s += (s.empty() ? "" : ".") + part;
    }
    return s;
  };
  const auto valueDone = [&] {
    if (levels.empty()) return;
    levels.back().haveKey = false;
    if (levels.back().list) ++levels.back().index;
  };
  for (;;) {
    yaml_event_t event;
    if (yaml_parser_parse(&parser.p, &event) == 0) {
      const std::string where = fmt::format("line {}", parser.p.problem_mark.line + 1);
      if (out.run().facts.empty()) return fail(fmt::format("not YAML: {}", parser.p.problem ? parser.p.problem : "unreadable"), where);
      out.note("YAML is damaged: what stood before is kept", where);
      return {};
    }
    const yaml_event_type_t type = event.type;
    std::string scalar;
    if (type == YAML_SCALAR_EVENT)
      scalar.assign(reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length);
    else if (type == YAML_ALIAS_EVENT)
      scalar = fmt::format("*{}", reinterpret_cast<const char*>(event.data.alias.anchor));
    yaml_event_delete(&event);
    if (type == YAML_STREAM_END_EVENT) return {};
    if (type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT) {
      if (levels.size() >= static_cast<std::size_t>(kDeepest)) return fail("nested too deeply for a configuration", fmt::format("line {}", parser.p.mark.line + 1));
      levels.push_back({type == YAML_SEQUENCE_START_EVENT, {}, false, 0});
    } else if (type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT) {
      if (!levels.empty()) levels.pop_back();
      valueDone();
    } else if (type == YAML_SCALAR_EVENT || type == YAML_ALIAS_EVENT) {
      if (!levels.empty() && !levels.back().list && !levels.back().haveKey) {
        levels.back().key = scalar;
        levels.back().haveKey = true;
        continue;
      }
      // An override ("++workload.train.epochs=5") says its own name.
      const std::size_t eq = scalar.find('=');
      const bool isOverride = !levels.empty() && levels.back().list && eq != std::string::npos && eq > 0 && scalar.find(' ') > eq;
      if (out.run().facts.size() < kMostFacts) {
        if (isOverride) {
          std::string name = scalar.substr(0, eq);
          name.erase(0, name.find_first_not_of("+~"));
          if (levels.size() > 1) name = "override " + name;
          out.fact(name, scalar.substr(eq + 1), unitOf(name));
        } else {
          const std::string name = path();
          out.fact(name.empty() ? "value" : name, scalar, unitOf(name));
        }
      } else {
        out.note("more facts than are kept, left out", path());
      }
      valueDone();
    }
  }
}

}  // namespace weir::dlio
