#include "core/formats/tau/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

#include "core/formats/paje/lines.h"
#include "core/run/builder.h"

namespace weir::tau {
namespace {

std::string_view words(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// "8 templated_functions_MULTI_TIME": how many rows follow, and of what.
bool heading(std::string_view line, std::string_view word, std::uint64_t& n, std::string_view& rest) {
  const auto r = std::from_chars(line.data(), line.data() + line.size(), n);
  if (r.ec != std::errc() || r.ptr == line.data() + line.size() || *r.ptr != ' ') return false;
  rest = line.substr(static_cast<std::size_t>(r.ptr - line.data()) + 1);
  if (!rest.starts_with(word)) return false;
  rest.remove_prefix(word.size());
  return true;
}

double next(std::string_view& line) {
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  double v = kNone;
  const auto r = std::from_chars(line.data(), line.data() + line.size(), v);
  if (r.ec != std::errc()) return kNone;
  line.remove_prefix(static_cast<std::size_t>(r.ptr - line.data()));
  return v;
}

std::string unescaped(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    bool found = false;
    for (const auto& [from, to] : {std::pair<std::string_view, char>{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}})
      if (!found && s.substr(i).starts_with(from)) {
        out += to;
        i += from.size() - 1;
        found = true;
      }
    if (!found) out += s[i];
  }
  return out;
}

class ProfileReader : public Reader {
 public:
  explicit ProfileReader(const ReaderContext& c) {
    // profile.<node>.<context>.<thread>
    std::string_view name = c.name;
    if (!name.starts_with("profile.")) return;
    name.remove_prefix(8);
    if (name.find_first_not_of("0123456789.") != std::string_view::npos) return;
    for (double& part : place_) {
      std::uint32_t n = 0;
      const auto r = std::from_chars(name.data(), name.data() + name.size(), n);
      if (r.ec != std::errc()) return;
      part = n;
      name.remove_prefix(std::min(name.size(), static_cast<std::size_t>(r.ptr - name.data()) + 1));
    }
  }

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (!lines_.feed(chunk, last, [&](std::string_view line) { take(line); })) return fail("a line is longer than 16 MiB", fmt::format("line {}", lines_.number() + 1));
    return {};
  }

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (!headed_) return fail("no heading in it", "line 1", "a TAU profile begins with \"N templated_functions\"");
    if (functions_.rows() != expected_)
      builder_.note("functions missing: the heading promises another number", fmt::format("{} of {}", functions_.rows(), expected_),
                    functions_.rows() < expected_ ? expected_ - functions_.rows() : 1);
    Source s;
    s.clock = ClockKind::Own;
    if (place_[0] == place_[0]) s.rank = static_cast<std::int32_t>(place_[0]);
    builder_.run().sources.push_back(s);
    builder_.fact("header", header_);
    builder_.fact("metric", metric_);
    builder_.fact("functions", std::to_string(functions_.rows()));
    static constexpr std::string_view names[] = {"node", "context", "thread"};
    for (std::size_t i = 0; i < 3; ++i)
      if (place_[i] == place_[i]) builder_.fact(names[i], fmt::format("{}", place_[i]));
    if (functions_.rows() > 0) builder_.table(std::move(functions_));
    if (events_.rows() > 0) builder_.table(std::move(events_));
    return builder_.build();
  }

 private:
  enum class Part { Start, Functions, Events, Other };

  void take(std::string_view line) {
    if (line.empty()) return;
    if (line[0] == '#') return metadata(line);
    std::uint64_t n = 0;
    std::string_view rest;
    if (line[0] != '"') {
      if (heading(line, "templated_functions", n, rest)) {
        headed_ = true;
        part_ = Part::Functions;
        expected_ = n;
        header_ = line;
        metric_ = rest.starts_with("_MULTI_") ? std::string(rest.substr(7)) : "TIME";
        functions_.name = "tau functions";
        const std::string unit = metric_.find("TIME") != std::string::npos ? "us" : "";
        functions_.columns = {{"function", "", {}, {}}, {"group", "", {}, {}}, {"calls", "", {}, {}}, {"subroutines", "", {}, {}}, {"exclusive", unit, {}, {}}, {"inclusive", unit, {}, {}},
                              {"node", "", {}, {}}, {"context", "", {}, {}}, {"thread", "", {}, {}}};
      } else if (heading(line, "userevents", n, rest)) {
        part_ = Part::Events;
        events_.name = "tau user events";
        events_.columns = {{"event", "", {}, {}}, {"count", "", {}, {}}, {"maximum", "", {}, {}}, {"minimum", "", {}, {}}, {"mean", "", {}, {}}, {"sum of squares", "", {}, {}}};
      } else if (heading(line, "aggregates", n, rest)) {
        part_ = Part::Other;
      } else {
        builder_.note("line that is no row of a profile", fmt::format("line {}", lines_.number()));
      }
      return;
    }
    const std::size_t end = line.find('"', 1);
    if (end == std::string_view::npos || (part_ != Part::Functions && part_ != Part::Events)) return builder_.note("line that is no row of a profile", fmt::format("line {}", lines_.number()));
    const std::string name(line.substr(1, end - 1));
    rest = line.substr(end + 1);
    double v[5];
    for (double& x : v) x = next(rest);
    if (v[3] != v[3]) return builder_.note("line that is no row of a profile", fmt::format("line {}", lines_.number()));
    Table& t = part_ == Part::Functions ? functions_ : events_;
    t.columns[0].text.push_back(name);
    if (part_ == Part::Events) {
      for (std::size_t i = 0; i < 5; ++i) t.columns[i + 1].number.push_back(v[i]);
      return;
    }
    const std::size_t group = rest.find("GROUP=\"");
    t.columns[1].text.emplace_back(group == std::string_view::npos ? std::string_view() : rest.substr(group + 7, rest.rfind('"') - group - 7));
    for (std::size_t i = 0; i < 4; ++i) t.columns[i + 2].number.push_back(v[i]);
    for (std::size_t i = 0; i < 3; ++i) t.columns[i + 6].number.push_back(place_[i]);
  }

  // # ... <metadata><attribute><name>Hostname</name><value>mist</value></attribute>...
  void metadata(std::string_view line) {
    for (std::size_t at = line.find("<name>"); at != std::string_view::npos && builder_.run().facts.size() < 512; at = line.find("<name>", at)) {
      const std::size_t nameEnd = line.find("</name>", at);
      const std::size_t value = line.find("<value>", at);
      const std::size_t valueEnd = line.find("</value>", at);
      if (nameEnd == std::string_view::npos || value == std::string_view::npos || valueEnd == std::string_view::npos || value < nameEnd || valueEnd < value) return;
      builder_.fact(unescaped(line.substr(at + 6, nameEnd - at - 6)), unescaped(line.substr(value + 7, valueEnd - value - 7)));
      at = valueEnd;
    }
  }

  paje::Lines lines_;
  RunBuilder builder_{"tau-profile", Truth::Measured};
  Table functions_, events_;
  std::string header_, metric_;
  std::uint64_t expected_ = 0;
  Part part_ = Part::Start;
  bool headed_ = false;
  double place_[3] = {kNone, kNone, kNone};
};

}  // namespace

int sniff(ByteSpan head) {
  const std::string_view t = words(head);
  std::uint64_t n = 0;
  std::string_view rest;
  return heading(t.substr(0, t.find('\n')), "templated_functions", n, rest) ? 95 : 0;
}
int sniffPacked(ByteSpan head) { return words(head).starts_with(std::string_view("\0P\0P\0K\0\0", 8)) ? 95 : 0; }
int sniffTraceDefinitions(ByteSpan head) {
  const std::string_view t = words(head);
  std::uint64_t n = 0;
  std::string_view rest;
  return heading(t.substr(0, t.find('\n')), "dynamic_trace_events", n, rest) ? 95 : 0;
}
std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<ProfileReader>(context); }

}  // namespace weir::tau
