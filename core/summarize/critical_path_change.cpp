#include "core/summarize/critical_path_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/summarize/critical_path_build.h"

namespace weir {
namespace {

using What = PathChange::What;

constexpr std::string_view kHelp =
    R"(  collective all-reduce x2      calls of one operation move their data twice as fast ("all": of any)
  collective #17 x2             one collective, by its number
  collective group 3 x1.5       one communicator, by its number
  kernel NAME x2                device work whose name contains NAME, case ignored; quote it where it has blanks
  slice NAME x2                 the same, on threads too; slice exactly NAME x2: of that name alone
  computing x2                  also: communication, copy, data loading, checkpoint, host
  rank 2 x2                     all that rank 2 does itself
  rank 2 not late               between two collectives it takes no longer than the median of the other members
  rank 2 late 50%               it comes only half as late: half of what it takes beyond that median is left
  longest collective x2         the one that moves data longest, on the path or not
  slowest rank not late         the rank that the others wait longest for, in sum; also: slowest rank late 50%, slowest rank x2
  network at 400Gb/s [from 200Gb/s] [latency 5us]      messages and collectives; without "from": the highest
                                bus bandwidth a collective of the run reached; without "latency": the shortest call
  link 0-1 at 400Gb/s [from 200Gb/s] [latency 5us]     the same, only where none but these two ranks take part
  network link NAME x2          one link, by the name its utilisation has: of every transfer the part in which it was busy
  no data stall                 loading data takes no time
  no launch delay               kernels start when they are launched and the stream is free
  no gaps                       what nothing explains takes no time
  launch delay x2               a kind of delay, also: gaps, waits, messages, dependencies, hand-overs
"free" in place of x2 takes no time at all; x0.5 is half as fast. "on rank N" at the end confines a change to a rank.
Factors: x0.001 to x1000000. Rates: 1kb/s to 1Pb/s. Latency: up to 1s.
)";

// Beyond these a slip of the pen is likelier than a question, and picoseconds in 64 bits end soon.
constexpr double kLeastFactor = 1e-3, kMostFactor = 1e6;
constexpr double kLowestRate = 1e3, kHighestRate = 1e15;  // bits per second
constexpr double kLongestLatency_s = 1;

// Blanks part words; quotes hold them together.
Result<std::vector<std::string>> changeWords(std::string_view text) {
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
    if (const auto ok = confine(c); !ok) return tl::make_unexpected(ok.error());
    const std::string first = lowerAscii(take());
    Result<PathChange> out = first == "collective" ? collective(c)
                             : first == "kernel"   ? part(c, What::Kernel)
                             : first == "slice"    ? part(c, What::Slice)
                             : first == "rank"     ? rank(c)
                             : first == "longest" || first == "slowest" ? most(c, first)
                             : first == "network"  ? network(c)
                             : first == "link"     ? link(c)
                             : first == "no"       ? without(c)
                             : delayFrom(first)    ? delay(c, first)
                                                   : activity(c, first);
    if (out && at_ < words_.size()) return wrong(fmt::format("\"{}\" is one word too many", words_[at_]));
    return out;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> wrong(std::string what) const {
    return fail(std::move(what), fmt::format("what-if \"{}\"", all_), "see weir-cli critical-path --help");
  }
  // What a change may begin with.
  [[nodiscard]] tl::unexpected<Error> noBegin(const std::string& first) const {
    return fail(first.empty() ? "nothing is changed" : fmt::format("\"{}\" is not understood", first), fmt::format("what-if \"{}\"", all_),
                "a change begins with collective, kernel, slice, rank, longest collective, slowest rank, network, link, no, launch delay, gaps, waits, messages, dependencies, hand-overs, or with what is done: computing, "
                "communication, copy, data loading, checkpoint, host");
  }
  Result<std::int32_t> rankNumber() {
    const std::string word = take();
    if (word.empty()) return wrong("the rank's number is missing");
    const auto n = whole<std::int32_t>(word);
    return n ? Result<std::int32_t>(*n) : Result<std::int32_t>(wrong(fmt::format("\"{}\" is no rank: ranks are numbers from 0 on", word)));
  }
  std::string take() { return at_ < words_.size() ? words_[at_++] : std::string(); }
  [[nodiscard]] std::string peek() const { return at_ < words_.size() ? lowerAscii(words_[at_]) : std::string(); }

  // "on rank N" at the end.
  Result<void> confine(PathChange& c) {
    std::size_t n = words_.size();
    while (n > 1 && (lowerAscii(words_[n - 2]) != "on" || lowerAscii(words_[n - 1]) != "rank")) --n;
    if (n < 3 || words_.size() > n + 1) return {};
    at_ = n;
    const auto rank = rankNumber();
    at_ = 0;
    if (!rank) return tl::make_unexpected(rank.error());
    c.rank = *rank;
    words_.resize(n - 2);
    return {};
  }

  // Whether a factor is meant, be it a good one.
  static bool isFactor(std::string_view word) { return word == "free" || (word.size() > 1 && word[0] == 'x' && (word[1] == '.' || (word[1] >= '0' && word[1] <= '9'))); }

  Result<PathChange> factor(PathChange c) {
    const std::string word = lowerAscii(take());
    if (word == "free") {
      c.factor = 0;
      return c;
    }
    double faster = 0;
    const std::string_view number = word.starts_with("x") ? std::string_view(word).substr(1) : std::string_view();
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), faster);
    const bool huge = error == std::errc::result_out_of_range;
    if (number.empty() || (error != std::errc{} && !huge) || end != number.data() + number.size() || (!huge && (!(faster > 0) || !std::isfinite(faster))))
      return wrong(word.empty() ? "a factor is missing: x2, x1.5 or free" : fmt::format("\"{}\" is no factor: x2, x1.5 or free", word));
    if (huge || faster < kLeastFactor || faster > kMostFactor)
      return wrong(fmt::format("the factor {} is out of range: x{} to x{:.0f}, or free", word, kLeastFactor, kMostFactor));
    c.factor = 1 / faster;
    return c;
  }

  Result<PathChange> collective(PathChange c) {
    const std::string what = take(), low = lowerAscii(what);
    if (what.empty()) return wrong("which collective is not said: an operation (all-reduce), #number, group number or all");
    if (low.starts_with("#")) {
      const auto n = whole<std::uint32_t>(std::string_view(low).substr(1));
      if (!n) return wrong(fmt::format("\"{}\" is no number of a collective", what));
      c.what = What::Instance;
      c.number = *n;
    } else if (low == "group") {
      const std::string word = take();
      const auto n = whole<std::uint32_t>(word);
      if (word.empty()) return wrong("the group's number is missing");
      if (!n) return wrong(fmt::format("\"{}\" is no number of a group", word));
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
    if (what == What::Slice && peek() == "exactly") {
      const std::size_t behind = words_.size() - at_ - 1;
      if (behind == 0) return wrong("the name is missing: slice exactly NAME x2");
      // What is called "exactly" itself is followed by its factor.
      c.exactly = behind > 1 || !isFactor(lowerAscii(words_[at_ + 1]));
    }
    if (c.exactly) (void)take();
    c.text = c.exactly ? take() : lowerAscii(take());
    if (c.text.empty() || (!c.exactly && at_ == words_.size() && isFactor(c.text))) return wrong("a part of the name is missing");
    return factor(c);
  }

  Result<PathChange> rank(PathChange c) {
    const auto number = rankNumber();
    if (!number) return tl::make_unexpected(number.error());
    c.rank = *number;
    return ofRank(c);
  }

  Result<PathChange> ofRank(PathChange c) {
    if (peek() != "not" && peek() != "late") {
      c.what = What::Rank;
      return factor(c);
    }
    c.what = What::NotLate;
    const bool none = lowerAscii(take()) == "not";
    if (none && lowerAscii(take()) != "late") return wrong("\"not late\" is meant?");
    c.factor = 0;
    return none ? Result<PathChange>(c) : lateness(c);
  }

  // What is picked by how long it takes.
  Result<PathChange> most(PathChange c, const std::string& first) {
    const std::string word = take(), what = lowerAscii(word);
    if (first == "longest" && what == "collective") {
      c.what = What::Instance;
      c.pick = PathChange::Pick::LongestCollective;
      return factor(c);
    }
    if (first == "longest" || what != "rank")
      return wrong(fmt::format("\"{}{}{}\" is not understood: there are longest collective and slowest rank; a kernel or slice is named", first, word.empty() ? "" : " ", word));
    if (c.rank) return wrong("slowest rank is a rank already: leave \"on rank\" out");
    c.pick = PathChange::Pick::SlowestRank;
    return ofRank(c);
  }

  // How much of it is left.
  Result<PathChange> lateness(PathChange c) {
    const std::string word = take();
    if (word.empty()) return wrong("a share is missing: how late it still is, in percent");
    double percent = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), percent);
    if (error != std::errc{} || std::string_view(end, word.data() + word.size()) != "%") return wrong(fmt::format("\"{}\" is no share of the lateness in percent", word));
    if (!(percent >= 0 && percent <= 100)) return wrong(fmt::format("the share {} of the lateness is out of range: 0 to 100 percent", word));
    c.factor = percent / 100;
    return c;
  }

  static std::optional<What> delayFrom(std::string_view first) {
    if (first == "launch") return What::Launch;
    if (first == "gaps") return What::Gaps;
    if (first == "waits") return What::Waits;
    if (first == "messages") return What::Message;
    if (first == "dependencies") return What::Dependency;
    if (first == "hand-overs") return What::HandOver;
    return std::nullopt;
  }
  Result<PathChange> delay(PathChange c, std::string_view first) {
    c.what = *delayFrom(first);
    if (c.what == What::Launch && lowerAscii(take()) != "delay") return wrong("\"launch delay\" is meant?");
    return factor(c);
  }

  Result<PathChange> link(PathChange c) {
    const std::string ends = take();
    const std::size_t dash = ends.find('-');
    const auto a = whole<std::int32_t>(std::string_view(ends).substr(0, dash));
    const auto b = dash == std::string::npos ? std::nullopt : whole<std::int32_t>(std::string_view(ends).substr(dash + 1));
    if (!a || !b || *a == *b) return wrong("a link is named by its two ranks: link 0-1 at 400Gb/s");
    c.link = {*a, *b};
    return network(c);
  }

  Result<double> rate(std::string_view which, std::string_view example) {
    const std::string word = take();
    const auto rate = units::parseBandwidth(word);
    if (!rate || !(rate->raw() > 0)) return wrong(fmt::format("the {} rate is missing or has no unit: {}", which, example));
    if (rate->raw() < kLowestRate || rate->raw() > kHighestRate) return wrong(fmt::format("the {} rate {} is out of range: 1kb/s to 1Pb/s", which, word));
    return rate->raw();
  }

  Result<PathChange> networkLink(PathChange c) {
    (void)take();
    c.what = What::NetworkLink;
    c.text = take();
    if (c.text.empty()) return wrong("the link's name is missing");
    return factor(c);
  }

  Result<PathChange> network(PathChange c) {
    if (!c.link && peek() == "link") return networkLink(c);
    c.what = What::Network;
    if (lowerAscii(take()) != "at") return wrong("\"at\" and a rate are missing: network at 400Gb/s");
    const auto at = rate("new", "400Gb/s");
    if (!at) return tl::make_unexpected(at.error());
    c.at = *at;
    while (at_ < words_.size()) {
      const std::string word = lowerAscii(take());
      if (word == "from") {
        const auto from = rate("present", "from 200Gb/s");
        if (!from) return tl::make_unexpected(from.error());
        c.from = *from;
      } else if (word == "latency") {
        const std::string length = take();
        const auto seconds = units::parseSeconds(length);
        if (!seconds) return wrong("the latency is missing or has no unit: latency 5us");
        const auto latency = units::parseTime(length);
        if (!latency || *seconds < 0 || *seconds > kLongestLatency_s) return wrong(fmt::format("the latency {} is out of range: 0s to 1s", length));
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
      return noBegin(first);
    c.what = What::Activity;
    c.activity = *activity;
    return factor(c);
  }

  std::string_view all_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

std::string rankText(const PathChange& c) { return c.pick == PathChange::Pick::SlowestRank ? "slowest rank" : fmt::format("rank {}", c.rank.value_or(kUnknownRank)); }
std::string factorText(double factor) { return factor == 0 ? "free" : fmt::format("x{:.6g}", 1 / factor); }
std::string inQuotes(std::string_view s) {
  if (s.find_first_of(" \t'\"") == std::string_view::npos && !s.empty()) return std::string(s);
  return s.find('"') == std::string_view::npos ? fmt::format("\"{}\"", s) : fmt::format("'{}'", s);
}

// "0 to 7", or "0, 2, 5 and 9 more".
template <class T>
std::string numbers(const std::vector<T>& sorted) {
  if (sorted.size() > 2 && static_cast<std::size_t>(sorted.back() - sorted.front()) + 1 == sorted.size()) return fmt::format("{} to {}", sorted.front(), sorted.back());
  constexpr std::size_t kMost = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMost); ++i) out += fmt::format("{}{}", i > 0 ? ", " : "", sorted[i]);
  return sorted.size() > kMost ? out + fmt::format(" and {} more", sorted.size() - kMost) : out;
}

// The length of the longest stretch that both hold, case ignored.
std::size_t shared(std::string_view lowered, std::string_view name) {
  constexpr std::size_t kLook = 200;  // of a kernel's name, which may be kilobytes of templates
  const std::string other = lowerAscii(name.substr(0, kLook));
  std::vector<std::size_t> run(other.size() + 1, 0);
  std::size_t best = 0;
  for (const char c : lowered.substr(0, kLook))
    for (std::size_t j = other.size(); j > 0; --j) best = std::max(best, run[j] = other[j - 1] == c ? run[j - 1] + 1 : 0);
  return best;
}

class Finder {
 public:
  Finder(const PathChange& c, const Run& run) : c_(c), run_(run) {}

  std::optional<Error> missing() const {
    if (c_.pick != PathChange::Pick::Given) return run_.collectives.empty() ? std::optional(error("this run has no collectives", "choose something else to change")) : std::nullopt;
    switch (c_.what) {
      case What::Operation:
      case What::Instance:
      case What::Group:
        if (auto e = collectives()) return e;
        break;
      case What::Kernel:
      case What::Slice:
        if (auto e = names()) return e;
        break;
      case What::Network:
        if (auto e = c_.link ? link() : network()) return e;
        break;
      case What::NotLate:
        if (run_.collectives.empty()) return error("this run has no collectives", "choose something else to change");
        if (auto e = lateness(c_.rank.value_or(kUnknownRank))) return e;
        break;
      case What::NetworkLink:
        if (!path::utilisationOf(run_, c_.text)) return error(fmt::format("no link of this run is called \"{}\", or how busy it was is not known", c_.text), "take a name from Traffic, by link");
        break;
      default: break;
    }
    // kUnknownRank: a row of the table of what belongs to no rank.
    return c_.rank && *c_.rank != kUnknownRank ? rank(*c_.rank) : std::nullopt;
  }

 private:
  [[nodiscard]] Error error(std::string what, std::string todo = "name one of them") const {
    return {Error::Kind::Input, std::move(what), fmt::format("what-if \"{}\"", changeText(c_, run_)), std::move(todo)};
  }

  [[nodiscard]] std::optional<Error> rank(std::int32_t r) const {
    if (std::binary_search(run_.ranks.begin(), run_.ranks.end(), r)) return std::nullopt;
    if (run_.ranks.empty()) return error(fmt::format("there is no rank {}: what is open names no ranks", r), "leave the rank out");
    return error(fmt::format("there is no rank {} in what is open, only rank{} {}", r, run_.ranks.size() == 1 ? "" : "s", numbers(run_.ranks)));
  }

  [[nodiscard]] std::optional<Error> lateness(std::int32_t r) const {
    if (!std::binary_search(run_.ranks.begin(), run_.ranks.end(), r)) return rank(r);
    std::set<std::uint32_t> own;
    for (const CollectiveCall& call : run_.collectives)
      if (call.rank == r) own.insert(call.instance);
    for (const CollectiveCall& call : run_.collectives)
      if (call.rank != r && own.contains(call.instance)) return std::nullopt;
    return error(fmt::format("no collective of rank {} is seen on another rank: how late it comes is not known", r), "open the traces of several ranks together");
  }

  [[nodiscard]] std::optional<Error> collectives() const {
    if (run_.collectives.empty()) return error("this run has no collectives", "choose something else to change");
    std::set<std::uint32_t> there;
    std::set<Operation> operations;
    for (const CollectiveCall& call : run_.collectives) {
      there.insert(c_.what == What::Group ? call.group : call.instance);
      operations.insert(call.operation);
    }
    if (c_.what == What::Operation) {
      if (!c_.operation || operations.contains(*c_.operation)) return std::nullopt;
      std::string names;
      for (const Operation o : operations) names += fmt::format("{}{}", names.empty() ? "" : ", ", name(o));
      return error(fmt::format("no collective of this run is a {}, only: {}", name(*c_.operation), names));
    }
    if (there.contains(c_.number)) return std::nullopt;
    const std::string all = numbers(std::vector<std::uint32_t>(there.begin(), there.end()));
    if (c_.what == What::Group) return error(fmt::format("no collective of this run is of group {}: the groups are {}", c_.number, all));
    return error(fmt::format("there is no collective #{}: the numbers are {}", c_.number, all));
  }

  [[nodiscard]] std::optional<Error> names() const {
    bool anyDevice = false;
    for (const Row& row : run_.rows) anyDevice = anyDevice || (row.begin < row.end && path::isDevice(run_.tracks[row.track]));
    const bool device = c_.what == What::Kernel && anyDevice;
    std::vector<bool> here(run_.names.size(), false), elsewhere(run_.names.size(), false);
    for (const Row& row : run_.rows) {
      const Track& track = run_.tracks[row.track];
      if (!path::isLane(track)) continue;
      auto& seen = !device || path::isDevice(track) ? here : elsewhere;
      for (SliceIndex i = row.begin; i < row.end; ++i) seen[run_.slices.name[i]] = true;
    }
    std::vector<std::pair<std::size_t, NameId>> near;
    bool onThreads = false;
    for (NameId n = 0; n < run_.names.size(); ++n) {
      if (!here[n] && !elsewhere[n]) continue;
      const bool hit = c_.exactly ? run_.names.text(n) == c_.text : lowerAscii(run_.names.text(n)).find(c_.text) != std::string::npos;
      if (hit && here[n]) return std::nullopt;
      onThreads = onThreads || hit;
      if (!here[n]) continue;
      if (const std::size_t length = shared(lowerAscii(c_.text), run_.names.text(n)); length >= 3 && 2 * length >= c_.text.size()) near.emplace_back(length, n);
    }
    const std::string_view what = device ? "no kernel on a device" : "nothing in this run";
    if (onThreads) return error(fmt::format("{} has \"{}\" in its name; work on threads has", what, c_.text), "write slice in place of kernel");
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string like;
    for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 3); ++i) {
      const std::string_view text = run_.names.text(near[i].second);
      std::size_t end = std::min<std::size_t>(text.size(), 60);
      while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
      like += fmt::format("{}\"{}{}\"", i > 0 ? ", " : "", text.substr(0, end), end < text.size() ? "..." : "");
    }
    const std::string is = c_.exactly ? fmt::format("is called \"{}\"", c_.text) : fmt::format("has \"{}\" in its name", c_.text);
    return error(fmt::format("{} {}{}{}", what, is, like.empty() ? "" : "; nearest: ", like), c_.exactly ? "take a whole name in the table by name" : "take a part of a name in the table by name");
  }

  [[nodiscard]] bool messageBetween(std::optional<std::pair<std::int32_t, std::int32_t>> ends) const {
    const NameId message = run_.names.find(kArrowMessage);
    for (std::size_t i = 0; message != 0 && i < run_.arrows.size(); ++i) {
      if (run_.arrows.kind[i] != message) continue;
      if (!ends) return true;
      const auto rankOf = [&](SliceIndex s) { return run_.tracks[run_.rowOf(s).track].rank; };
      const auto is = std::minmax({rankOf(run_.arrows.from[i]), rankOf(run_.arrows.to[i])}), want = std::minmax({ends->first, ends->second});
      if (is == want) return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<Error> network() const {
    if (!run_.collectives.empty() || messageBetween(std::nullopt)) return std::nullopt;
    for (const Row& row : run_.rows)
      if (path::isLane(run_.tracks[row.track]))
        for (SliceIndex i = row.begin; i < row.end; ++i)
          if (run_.slices.activity[i] == Activity::Communication) return std::nullopt;
    return error("nothing in this run goes over a network: no collective, no message, no slice that communicates", "choose something else to change");
  }

  [[nodiscard]] std::optional<Error> link() const {
    // The other end may be a member whose file is not open: how long a collective took stands in ours as well.
    const auto known = [&](std::int32_t r) {
      return std::binary_search(run_.ranks.begin(), run_.ranks.end(), r) ||
             std::any_of(run_.groups.begin(), run_.groups.end(), [&](const auto& g) { return std::find(g.begin(), g.end(), r) != g.end(); });
    };
    for (const std::int32_t r : {c_.link->first, c_.link->second})
      if (!known(r)) return rank(r);
    std::map<std::uint32_t, bool> ours;  // by instance
    for (const CollectiveCall& call : run_.collectives) {
      const bool of = call.groupSize <= 2 && (call.rank == c_.link->first || call.rank == c_.link->second);
      const auto [at, fresh] = ours.try_emplace(call.instance, of);
      at->second = at->second && of;
    }
    if (std::any_of(ours.begin(), ours.end(), [](const auto& o) { return o.second; }) || messageBetween(c_.link)) return std::nullopt;
    return error(fmt::format("no collective and no message of this run is between ranks {} and {} alone", c_.link->first, c_.link->second), "change the network instead: network at 400Gb/s");
  }

  const PathChange& c_;
  const Run& run_;
};

}  // namespace

std::optional<Error> notThere(const PathChange& change, const Run& run) { return Finder(change, run).missing(); }

Result<PathChange> parseChange(std::string_view text) {
  auto words = changeWords(text);
  if (!words) return tl::make_unexpected(words.error());
  return Parser(text, std::move(*words)).parse();
}

std::string changeText(const PathChange& c, const Run& run) {
  const std::string by = factorText(c.factor);
  std::string s;
  switch (c.what) {
    case What::Operation: s = fmt::format("collective {} {}", c.operation ? name(*c.operation) : std::string_view("all"), by); break;
    case What::Instance: s = c.pick == PathChange::Pick::LongestCollective ? fmt::format("longest collective {}", by) : fmt::format("collective #{} {}", c.number, by); break;
    case What::Group: s = fmt::format("collective group {} {}", c.number, by); break;
    case What::Kernel: s = fmt::format("kernel {} {}", inQuotes(c.text), by); break;
    case What::Slice: s = fmt::format("slice {}{} {}", c.exactly ? "exactly " : "", inQuotes(c.text), by); break;
    case What::Named: s = fmt::format("slice exactly {} {}", inQuotes(run.names.text(c.name)), by); break;
    case What::Activity: s = c.activity == Activity::DataLoad && c.factor == 0 ? "no data stall" : fmt::format("{} {}", name(c.activity), by); break;
    case What::Rank: return fmt::format("{} {}", rankText(c), by);
    case What::NotLate: return c.factor == 0 ? fmt::format("{} not late", rankText(c)) : fmt::format("{} late {:.6g}%", rankText(c), 100 * c.factor);
    case What::Network:
      s = c.link ? fmt::format("link {}-{}", c.link->first, c.link->second) : "network";
      s += " at " + units::write(Bandwidth::bitsPerSecond(c.at));
      if (c.from) s += " from " + units::write(Bandwidth::bitsPerSecond(*c.from));
      if (c.latency) s += " latency " + units::write(Time::ps(*c.latency));
      break;
    case What::NetworkLink: s = fmt::format("network link {} {}", inQuotes(c.text), by); break;
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

std::vector<std::string> assumptionsOf(const PathChange& c) {
  switch (c.what) {
    case What::Operation:
    case What::Instance:
    case What::Group: return {"Only the part of a collective from its last member's start is changed; waiting for that member follows by itself."};
    case What::NotLate:
      return {"All that the rank does itself between two collectives of a group is shortened in proportion, so that it comes when the median of the "
              "other members would, or later by the share of its lateness that is left; where it is not late nothing changes.",
              "Waits of several ranks at the same time count once here; in Statistics, Stragglers, they are summed.",
              "This rank alone is changed; the gain in a row of the table, as that of the time before the first event, is of all ranks at once."};
    case What::Network: {
      std::vector<std::string> out{"Of every collective (from its last member's start), message and send the latency stays and the rest is multiplied by present rate / new rate.",
                                   c.latency ? "Latency: as given." : "Latency: the shortest call of the same operation or name; for messages between slices 0.",
                                   c.from ? "Present rate: as given." : "Present rate: the highest bus bandwidth that a collective of this run reached."};
      if (c.link) out.emplace_back("Only what takes place between these two ranks alone is changed.");
      return out;
    }
    case What::NetworkLink: return {"Of every collective, message and send the time in which the link was busy is changed, as if all that is under way waited for it: no more than this is gained."};
    case What::Kernel:
    case What::Slice:
    case What::Named:
    case What::Rank: return {"Only the slices' own time is changed, not that of what runs within them, and not the time in which they wait."};
    case What::Activity:
      return {"Only time of the activity itself is changed, not the time in which it waits. On ranks without device streams what runs within computing counts as "
              "computing, as in the breakdown."};
    case What::Launch:
      if (c.factor == 0) return {"Kernels start as soon as they are launched and what stands before them on the stream is done."};
      return {};
    case What::Gaps: return {"What nothing explains may have been real work that the trace does not show."};
    case What::Waits:
    case What::Message:
    case What::Dependency:
    case What::HandOver:
    case What::Start: break;
  }
  return {};
}

std::string assumptionOf(const PathChange& c) {
  std::string out;
  for (const std::string& sentence : assumptionsOf(c)) out += (out.empty() ? "" : " ") + sentence;
  return out;
}

std::string_view changeHelp() { return kHelp; }

}  // namespace weir
