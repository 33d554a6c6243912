#include "core/summarize/critical_path_change.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

#include "core/base/text.h"
#include "core/base/units.h"

namespace weir {
namespace {

using What = PathChange::What;

constexpr std::string_view kHelp =
    R"(  collective all-reduce x2      calls of one operation move their data twice as fast ("all": of any)
  collective #17 x2             one collective, by its number
  collective group 3 x1.5       one communicator, by its number
  kernel NAME x2                device work whose name contains NAME, case ignored; quote it where it has blanks
  slice NAME x2                 the same, on threads too
  computing x2                  also: communication, copy, data loading, checkpoint, host
  rank 2 x2                     all that rank 2 does itself
  rank 2 not late               between two collectives it takes no longer than the median of the other members
  network at 400Gb/s [from 200Gb/s] [latency 5us]      messages and collectives; without "from": the highest
                                bus bandwidth a collective of the run reached; without "latency": the shortest call
  link 0-1 at 400Gb/s [from 200Gb/s] [latency 5us]     the same, only where none but these two ranks take part
  no data stall                 loading data takes no time
  no launch delay               kernels start when they are launched and the stream is free
  no gaps                       what nothing explains takes no time
"free" in place of x2 takes no time at all; x0.5 is half as fast. "on rank N" at the end confines a change to a rank.
)";

// Blanks part words; quotes hold them together.
Result<std::vector<std::string>> wordsOf(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == ' ' || c == '\t') {
      ++i;
    } else if (c == '"' || c == '\'') {
      const std::size_t end = text.find(c, i + 1);
      if (end == std::string_view::npos) return fail("a quote is not closed", std::string(text), "end the name with the quote it begins with");
      out.emplace_back(text.substr(i + 1, end - i - 1));
      i = end + 1;
    } else {
      std::size_t end = i;
      while (end < text.size() && text[end] != ' ' && text[end] != '\t') ++end;
      out.emplace_back(text.substr(i, end - i));
      i = end;
    }
  }
  return out;
}

template <class T>
std::optional<T> whole(std::string_view s) {
  T v{};
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (error != std::errc{} || end != s.data() + s.size() || v < 0) return std::nullopt;
  return v;
}

std::optional<Activity> activityFrom(std::string_view s) {
  for (int a = 0; a < kActivities; ++a)
    if (const auto activity = static_cast<Activity>(a); name(activity) == s) return activity;
  return std::nullopt;
}

class Parser {
 public:
  Parser(std::string_view all, std::vector<std::string> words) : all_(all), words_(std::move(words)) {}

  Result<PathChange> parse() {
    PathChange c;
    confine(c);
    const std::string first = lowerAscii(take());
    Result<PathChange> out = first == "collective" ? collective(c)
                             : first == "kernel"   ? part(c, What::Kernel)
                             : first == "slice"    ? part(c, What::Slice)
                             : first == "rank"     ? rank(c)
                             : first == "network"  ? network(c)
                             : first == "link"     ? link(c)
                             : first == "no"       ? without(c)
                                                   : activity(c, first);
    if (out && at_ < words_.size()) return wrong(fmt::format("\"{}\" is one word too many", words_[at_]));
    return out;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> wrong(std::string what) const {
    return fail(std::move(what), fmt::format("what-if \"{}\"", all_), "see weir-cli critical-path --help");
  }
  std::string take() { return at_ < words_.size() ? words_[at_++] : std::string(); }
  [[nodiscard]] std::string peek() const { return at_ < words_.size() ? lowerAscii(words_[at_]) : std::string(); }

  // "on rank N" at the end.
  void confine(PathChange& c) {
    const std::size_t n = words_.size();
    if (n < 3 || lowerAscii(words_[n - 3]) != "on" || lowerAscii(words_[n - 2]) != "rank") return;
    c.rank = whole<std::int32_t>(words_[n - 1]);
    if (c.rank) words_.resize(n - 3);
  }

  Result<PathChange> factor(PathChange c) {
    const std::string word = lowerAscii(take());
    if (word == "free") {
      c.factor = 0;
      return c;
    }
    double faster = 0;
    const std::string_view number = word.starts_with("x") ? std::string_view(word).substr(1) : std::string_view();
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), faster);
    if (number.empty() || error != std::errc{} || end != number.data() + number.size() || !(faster > 0) || !std::isfinite(faster))
      return wrong(word.empty() ? "a factor is missing: x2, x1.5 or free" : fmt::format("\"{}\" is no factor: x2, x1.5 or free", word));
    c.factor = 1 / faster;
    return c;
  }

  Result<PathChange> collective(PathChange c) {
    const std::string what = take(), low = lowerAscii(what);
    if (low.starts_with("#")) {
      const auto n = whole<std::uint32_t>(std::string_view(low).substr(1));
      if (!n) return wrong(fmt::format("\"{}\" is no number of a collective", what));
      c.what = What::Instance;
      c.number = *n;
    } else if (low == "group") {
      const auto n = whole<std::uint32_t>(take());
      if (!n) return wrong("the group's number is missing");
      c.what = What::Group;
      c.number = *n;
    } else if (low == "all" || low == "any") {
      c.what = What::Operation;
    } else if (const auto op = operationFrom(low)) {
      c.what = What::Operation;
      c.operation = *op;
    } else {
      return wrong(fmt::format("\"{}\" is no collective: an operation (all-reduce), #number, group number or all", what));
    }
    return factor(c);
  }

  Result<PathChange> part(PathChange c, What what) {
    c.what = what;
    c.text = lowerAscii(take());
    if (c.text.empty()) return wrong("a part of the name is missing");
    return factor(c);
  }

  Result<PathChange> rank(PathChange c) {
    c.rank = whole<std::int32_t>(take());
    if (!c.rank) return wrong("the rank's number is missing");
    if (peek() != "not") {
      c.what = What::Rank;
      return factor(c);
    }
    (void)take();
    if (lowerAscii(take()) != "late") return wrong("\"not late\" is meant?");
    c.what = What::NotLate;
    return c;
  }

  Result<PathChange> link(PathChange c) {
    const std::string ends = take();
    const std::size_t dash = ends.find('-');
    const auto a = whole<std::int32_t>(std::string_view(ends).substr(0, dash));
    const auto b = dash == std::string::npos ? std::nullopt : whole<std::int32_t>(std::string_view(ends).substr(dash + 1));
    if (!a || !b) return wrong("a link is named by its two ranks: link 0-1 at 400Gb/s");
    c.link = {*a, *b};
    return network(c);
  }

  Result<PathChange> network(PathChange c) {
    c.what = What::Network;
    if (lowerAscii(take()) != "at") return wrong("\"at\" and a rate are missing: network at 400Gb/s");
    const auto at = units::parseBandwidth(take());
    if (!at || !(at->raw() > 0)) return wrong("the new rate is missing or has no unit: 400Gb/s");
    c.at = at->raw();
    while (at_ < words_.size()) {
      const std::string word = lowerAscii(take());
      if (word == "from") {
        const auto from = units::parseBandwidth(take());
        if (!from || !(from->raw() > 0)) return wrong("the present rate is missing or has no unit: from 200Gb/s");
        c.from = from->raw();
      } else if (word == "latency") {
        const auto latency = units::parseTime(take());
        if (!latency || latency->toPs() < 0) return wrong("the latency is missing or has no unit: latency 5us");
        c.latency = latency->toPs();
      } else {
        return wrong(fmt::format("\"{}\" is not understood: from RATE, latency TIME", word));
      }
    }
    return c;
  }

  Result<PathChange> without(PathChange c) {
    const std::string what = lowerAscii(take());
    c.factor = 0;
    if (what == "gaps") {
      c.what = What::Gaps;
    } else if (what == "data" && peek() == "stall") {
      (void)take();
      c.what = What::Activity;
      c.activity = Activity::DataLoad;
    } else if (what == "launch" && peek() == "delay") {
      (void)take();
      c.what = What::Launch;
    } else {
      return wrong("only these can be left out: no data stall, no launch delay, no gaps");
    }
    return c;
  }

  Result<PathChange> activity(PathChange c, const std::string& first) {
    std::string words = first;
    auto activity = activityFrom(words);
    if (!activity && at_ < words_.size()) {
      words += " " + peek();
      if ((activity = activityFrom(words))) (void)take();
    }
    if (!activity || *activity == Activity::Wait || *activity == Activity::Annotation)
      return wrong(first.empty() ? "nothing is changed" : fmt::format("\"{}\" is not understood", first));
    c.what = What::Activity;
    c.activity = *activity;
    return factor(c);
  }

  std::string_view all_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

std::string factorText(double factor) { return factor == 0 ? "free" : fmt::format("x{:.6g}", 1 / factor); }
std::string inQuotes(std::string_view s) {
  if (s.find_first_of(" \t'\"") == std::string_view::npos && !s.empty()) return std::string(s);
  return s.find('"') == std::string_view::npos ? fmt::format("\"{}\"", s) : fmt::format("'{}'", s);
}

}  // namespace

Result<PathChange> parseChange(std::string_view text) {
  auto words = wordsOf(text);
  if (!words) return tl::make_unexpected(words.error());
  return Parser(text, std::move(*words)).parse();
}

std::string changeText(const PathChange& c, const Run& run) {
  const std::string by = factorText(c.factor);
  std::string s;
  switch (c.what) {
    case What::Operation: s = fmt::format("collective {} {}", c.operation ? name(*c.operation) : std::string_view("all"), by); break;
    case What::Instance: s = fmt::format("collective #{} {}", c.number, by); break;
    case What::Group: s = fmt::format("collective group {} {}", c.number, by); break;
    case What::Kernel: s = fmt::format("kernel {} {}", inQuotes(c.text), by); break;
    case What::Slice: s = fmt::format("slice {} {}", inQuotes(c.text), by); break;
    case What::Named: s = fmt::format("slice {} {}", inQuotes(run.names.text(c.name)), by); break;
    case What::Activity: s = c.activity == Activity::DataLoad && c.factor == 0 ? "no data stall" : fmt::format("{} {}", name(c.activity), by); break;
    case What::Rank: return fmt::format("rank {} {}", c.rank.value_or(kUnknownRank), by);
    case What::NotLate: return fmt::format("rank {} not late", c.rank.value_or(kUnknownRank));
    case What::Network:
      s = c.link ? fmt::format("link {}-{}", c.link->first, c.link->second) : "network";
      s += " at " + units::write(Bandwidth::bitsPerSecond(c.at));
      if (c.from) s += " from " + units::write(Bandwidth::bitsPerSecond(*c.from));
      if (c.latency) s += " latency " + units::write(Time::ps(*c.latency));
      break;
    case What::Launch: s = c.factor == 0 ? "no launch delay" : fmt::format("launch delay {}", by); break;
    case What::Gaps: s = c.factor == 0 ? "no gaps" : fmt::format("gaps {}", by); break;
    case What::Waits: s = fmt::format("waits {}", by); break;
    case What::Message: s = fmt::format("messages {}", by); break;
    case What::Dependency: s = fmt::format("dependencies {}", by); break;
    case What::HandOver: s = fmt::format("hand-overs {}", by); break;
    case What::Start: s = fmt::format("start {}", by); break;
  }
  return c.rank ? fmt::format("{} on rank {}", s, *c.rank) : s;
}

std::string assumptionOf(const PathChange& c) {
  switch (c.what) {
    case What::Operation:
    case What::Instance:
    case What::Group: return "Only the part of a collective from its last member's start is changed; waiting for that member follows by itself.";
    case What::NotLate:
      return "All that the rank does itself between two collectives of a group is shortened in proportion, so that it comes when the median of the "
             "other members would; where it is not late nothing changes.";
    case What::Network:
      return fmt::format("Of every collective (from its last member's start), message and send the latency stays and the rest is multiplied by present rate / new rate. "
                         "Latency: {}. Present rate: {}.{}",
                         c.latency ? "as given" : "the shortest call of the same operation or name; for messages between slices 0",
                         c.from ? "as given" : "the highest bus bandwidth that a collective of this run reached",
                         c.link ? " Only what takes place between these two ranks alone is changed." : "");
    case What::Kernel:
    case What::Slice:
    case What::Named:
    case What::Activity:
    case What::Rank: return "Only the slices' own time is changed, not that of what runs within them, and not the time in which they wait.";
    case What::Launch: return "Kernels start as soon as they are launched and what stands before them on the stream is done.";
    case What::Gaps: return "What nothing explains takes no time; it may have been real work that the trace does not show.";
    case What::Waits:
    case What::Message:
    case What::Dependency:
    case What::HandOver:
    case What::Start: break;
  }
  return {};
}

std::string_view changeHelp() { return kHelp; }

}  // namespace weir
