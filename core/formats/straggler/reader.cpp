#include "core/formats/straggler/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/run/builder.h"

namespace weir::straggler {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr int kMostDepth = 16;

double numberOf(const Json& j) { return j.is_number() ? j.get<double>() : std::numeric_limits<double>::quiet_NaN(); }

// nlohmann's parser keeps its stack on the heap, but what it builds is destroyed recursively.
bool tooDeep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      else if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMostDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

std::string textOf(const Json& j) {
  if (j.is_string()) return j.get<std::string>();
  if (j.is_number_integer() || j.is_boolean()) return j.dump();
  return j.is_number() ? fmt::format("{}", j.get<double>()) : std::string();
}

class StragglerReader final : public Reader {
 public:
  Result<void> feed(ByteSpan chunk, bool, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (text_.size() + chunk.size() > kMostBytes) return fail("more than 64 MiB of results", {}, "is it such a file?");
    text_.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    return {};
  }

  Result<Run> finish(const Job&) override {
    if (tooDeep(text_)) return fail("results nested deeper than any such file is", {}, "is it such a file?");
    const Json root = Json::parse(text_, nullptr, false);
    if (!root.is_object()) return fail("the results are not whole JSON", fmt::format("byte {} at most", text_.size()), "was the file written to its end?");
    RunBuilder b("straggler", Truth::Measured);
    if (root.contains("tori")) metrics(root, b);
    else results(root, b);
    if (b.run().facts.empty() && b.run().tables.empty()) return fail("it holds no result that is known here", {}, "is it such a file?");
    Run run = b.build();
    run.sources.emplace_back().clock = ClockKind::Own;
    return run;
  }

 private:
  static void metrics(const Json& root, RunBuilder& b) {
    struct Known {
      const char *key, *name, *unit;
    };
    constexpr Known kKnown[] = {{"tori", "T_ori", "s"}, {"tideal", "T_ideal", "s"}, {"trem", "T_rem", "s"}, {"tadd", "T_add", "s"}};
    for (const auto& [key, value] : root.items()) {
      const Known* known = nullptr;
      for (const Known& k : kKnown)
        if (key == k.key) known = &k;
      b.fact(known ? known->name : key, textOf(value), known ? known->unit : value.is_number() ? "1" : "");
    }
  }

  static void results(const Json& root, RunBuilder& b) {
    for (const auto& [key, value] : root.items()) {
      if (key == "job_meta" && value.is_object()) {
        for (const auto& [name, v] : value.items()) b.fact(name, textOf(v));
        if (const auto it = value.find("world_size"); it != value.end() && it->is_number_integer() && *it > 0 && *it < INT32_MAX)
          b.run().worldSize = it->get<std::int32_t>();
      } else if (value.is_object()) {
        table(key, value, b);
      } else {
        b.fact(key, textOf(value), value.is_number() ? "1" : "");
      }
    }
  }

  static void table(const std::string& name, const Json& object, RunBuilder& b) {
    Table::ColumnOf outer{"outer", "", {}, {}};
    Table::ColumnOf key{"key", "", {}, {}};
    Table::ColumnOf value{"value", name.starts_with("step_t") ? "s" : "1", {}, {}};
    for (const auto& [k, v] : object.items()) {
      if (v.is_object()) {
        for (const auto& [inner, x] : v.items()) {
          outer.text.push_back(k);
          key.text.push_back(inner);
          value.number.push_back(numberOf(x));
        }
      } else {
        outer.text.emplace_back();
        key.text.push_back(k);
        value.number.push_back(numberOf(v));
      }
    }
    if (key.text.empty()) return;
    Table t;
    t.name = name;
    const bool nested = std::any_of(outer.text.begin(), outer.text.end(), [](const std::string& s) { return !s.empty(); });
    if (nested) t.columns.push_back(std::move(outer));
    t.columns.push_back(std::move(key));
    t.columns.push_back(std::move(value));
    b.table(std::move(t));
  }

  std::string text_;
};

}  // namespace

int sniff(ByteSpan head) {
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || text[first] != '{') return 0;
  const auto has = [&](std::string_view what) { return text.find(what) != std::string_view::npos; };
  if (has("\"tori\"") && has("\"tideal\"")) return 90;
  return has("\"job_meta\"") && has("\"step_t_base\"") ? 90 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext&) { return std::make_unique<StragglerReader>(); }

}  // namespace weir::straggler
