#include "core/formats/mllog/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "core/formats/lines.h"
#include "core/formats/mllog/event.h"
#include "core/formats/power/series.h"

namespace weir::mllog {
namespace {

constexpr std::string_view kMark = ":::MLLOG";
// LoadGen counts milliseconds from its start; logs of runs are from 2018 on.
constexpr std::int64_t kCalendarNs = std::int64_t{315'532'800} * 1'000'000'000;  // 1980

// "run" of "run_start", "run_stop"; LoadGen and older logs say begin and end.
std::string intervalName(std::string_view key) {
  for (const std::string_view suffix : {"_start", "_stop", "_begin", "_end"})
    if (key.size() > suffix.size() && key.ends_with(suffix)) return std::string(key.substr(0, key.size() - suffix.size()));
  return std::string(key);
}

class MllogReader final : public LineReader {
 public:
  explicit MllogReader(const ReaderContext& context) : LineReader("mllog", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (events_.empty() && meters_.empty())
      return fail(marked_ == 0 ? "no line of it is an MLPerf log's" : "none of its MLPerf log lines can be read",
                  fmt::format("{} lines", lines()), "give a log with \":::MLLOG {...}\" lines");
    origin_ = power_.originNs();
    out_.run().originNs = origin_;
    Source source;
    source.clock = origin_ < kCalendarNs ? ClockKind::Own : meters_.empty() ? ClockKind::Epoch : ClockKind::Local;
    out_.run().sources = {source};
    intervals();
    points();
    nameMeters();
    power_.build(out_, origin_);
    const auto count = [](std::uint64_t n) { return std::to_string(n); };
    out_.fact("lines", count(lines()));
    out_.fact("MLLOG lines", count(marked_));
    if (prefixed_ > 0) out_.fact("lines with a launcher's prefix", count(prefixed_));
    return out_.build();
  }

 protected:
  void line(std::string_view text, std::uint64_t number, bool cut) override {
    const std::size_t at = text.find(kMark);
    if (at == std::string_view::npos) return;
    ++marked_;
    const std::string_view prefix = text.substr(0, at);
    if (!prefix.empty()) ++prefixed_;
    auto parsed = parse(parser_, text::trimmed(text.substr(at + kMark.size())));
    if (!parsed) {
      note(cut ? "last line cut off" : "MLLOG line that cannot be read", number);
      return;
    }
    if (parsed->repaired) note("value that is not JSON, read as null", number);
    Event& e = parsed->event;
    e.rank = rankOfPrefix(prefix);
    power_.sawTime(e.ns);
    if (e.key == "power_reading") {
      hosts_.insert(e.host);
      meters_.push_back({e.host, e.ns, e.number});
      return;
    }
    events_.push_back(std::move(e));
  }

 private:
  struct Reading {
    std::string host;
    std::int64_t ns;
    double value;
  };
  struct Open {
    std::size_t event;
    TrackIndex track;
  };

  [[nodiscard]] std::int64_t ps(std::int64_t ns) const { return (ns - origin_) * 1000; }
  [[nodiscard]] bool onAxis(std::int64_t ns) const { return text::onAxis(ns, origin_); }

  // A log of one meter is named by its file: the readings of Dell's switch say "node_0", as those of its first node do.
  [[nodiscard]] std::string meterName(const std::string& host) const {
    const std::string stem = text::stem(context_.name);
    if (hosts_.size() > 1 || stem.empty()) return host.empty() ? "meter" : host;
    return stem;
  }
  void nameMeters() {
    for (const Reading& r : meters_) power_.add(power_.series({meterName(r.host), std::string(kPowerGroup), "W", kUnknownRank}), r.ns, r.value < 0 ? std::numeric_limits<double>::quiet_NaN() : r.value);
  }

  TrackIndex track(std::int32_t rank) {
    const auto [it, fresh] = tracks_.emplace(rank, TrackIndex{});
    if (!fresh) return it->second;
    Track t;
    t.rank = rank;
    // A meter's log belongs to the machine; a run's to the job, whose first rank writes it where no prefix says which.
    t.kind = meters_.empty() ? TrackKind::Other : TrackKind::Device;
    t.name = out_.intern(meters_.empty() ? "MLPerf log" : meterName(*hosts_.begin()));
    t.process = out_.intern(meters_.empty() ? "" : "power meters");
    return it->second = out_.track(t);
  }

  void instant(const Event& e, std::string_view name) { out_.instant({track(e.rank), out_.intern(name), ps(e.ns)}); }

  void intervals() {
    std::map<std::string, std::vector<Open>> open;  // by name, innermost last
    const NameId category = out_.intern("MLPerf interval");
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Event& e = events_[i];
      if (!onAxis(e.ns)) {
        out_.note("time too far from the others to share an axis, left out", e.key);
        continue;
      }
      if (e.kind != Kind::Start && e.kind != Kind::End) continue;
      const std::string name = intervalName(e.key);
      std::vector<Open>& stack = open[name];
      if (e.kind == Kind::Start) {
        stack.push_back({i, track(e.rank)});
        continue;
      }
      // The innermost of the same rank and epoch, of the same rank, then of any: some logs begin on all ranks and end on one.
      std::size_t best = stack.size();
      int fit = -1;
      for (std::size_t k = stack.size(); k-- > 0 && stack.size() - k < 64;) {
        const Event& s = events_[stack[k].event];
        const int f = (s.rank == e.rank ? 2 : 0) + (!e.step.empty() && s.step == e.step ? 1 : 0);
        if (f > fit) fit = f, best = k;
      }
      if (best == stack.size()) {
        out_.note("interval that ends without a beginning", e.key, 1, ps(e.ns));
        instant(e, e.key);
        continue;
      }
      const Event& s = events_[stack[best].event];
      RunBuilder::SliceIn slice;
      slice.track = stack[best].track;
      slice.start = ps(s.ns);
      slice.duration = (e.ns - s.ns) * 1000;
      slice.name = out_.intern(name);
      slice.category = category;
      slice.activity = Activity::Annotation;
      const std::string args = fmt::format(R"({{"value":{},"start":{},"stop":{}}})", s.value.empty() ? "null" : s.value, s.metadata.empty() ? "{}" : s.metadata,
                                           e.metadata.empty() ? "{}" : e.metadata);
      slice.args = args;
      out_.slice(slice);
      stack.erase(stack.begin() + static_cast<std::ptrdiff_t>(best));
      if (name == "run") {
        out_.fact("run time", fmt::format("{}", static_cast<double>((e.ns - s.ns) / 1'000'000) / 1000), "s");
        if (!e.status.empty()) status_ = e.status;
      }
    }
    for (const auto& [name, stack] : open)
      for (const Open& o : stack) {
        const Event& e = events_[o.event];
        out_.note("interval without an end", e.key, 1, ps(e.ns));
        instant(e, e.key);
      }
  }

  void points() {
    struct Seen {
      std::vector<std::size_t> events;
      std::set<std::string> values;
    };
    std::map<std::pair<std::string, std::int32_t>, Seen> seen;  // by key and rank
    std::vector<std::pair<std::string, std::int32_t>> order;
    Table table;
    table.name = "MLLOG points";
    table.columns = {{"time", "s", {}, {}}, {"rank", "", {}, {}}, {"key", "", {}, {}}, {"value", "", {}, {}}, {"metadata", "", {}, {}}};
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Event& e = events_[i];
      if (e.kind == Kind::Start || e.kind == Kind::End || !onAxis(e.ns)) continue;
      if (e.kind == Kind::Other) out_.note("event of an unknown type, taken as a point in time", e.key);
      Seen& s = seen[{e.key, e.rank}];
      if (s.events.empty()) order.emplace_back(e.key, e.rank);
      s.events.push_back(i);
      s.values.insert(e.value);
      instant(e, e.key);
      table.columns[0].number.push_back(static_cast<double>(e.ns - origin_) / 1e9);
      table.columns[1].number.push_back(e.rank == kUnknownRank ? std::numeric_limits<double>::quiet_NaN() : e.rank);
      table.columns[2].text.push_back(e.key);
      table.columns[3].text.push_back(e.value);
      table.columns[4].text.push_back(e.metadata);
    }
    std::map<std::string, std::string> facts;
    for (const auto& id : order) {
      const Seen& s = seen[id];
      const Event& first = events_[s.events.front()];
      if (s.values.size() == 1 && !first.plain.empty() && id.first != "eval_accuracy") {
        const auto [it, fresh] = facts.emplace(id.first, first.plain);
        if (fresh) out_.fact(id.first, first.plain);
        else if (it->second != first.plain) out_.fact(fmt::format("{} (rank {})", id.first, id.second), first.plain);
        if (fresh && id.first == "submission_benchmark") out_.fact("benchmark", first.plain);
        if (fresh && !first.measurement.empty()) out_.fact("measurement_type", first.measurement);
      }
      if (s.values.size() > 1 || id.first == "eval_accuracy" || id.first == "train_loss" || id.first == "tracked_stats") numbers(id.first, id.second, s.events);
    }
    if (!status_.empty() && !facts.contains("status")) out_.fact("status", status_);
    if (!table.columns[0].number.empty()) out_.table(std::move(table));
  }

  // Values over time: a counter a key, or a counter a member where the value is an object.
  void numbers(const std::string& key, std::int32_t rank, const std::vector<std::size_t>& events) {
    const auto add = [&](const std::string& name, const Event& e, double v) {
      values_.add(values_.series({name, "MLPerf", "", rank}), e.ns, v);
    };
    for (const std::size_t i : events) {
      const Event& e = events_[i];
      if (!std::isnan(e.number)) add(key, e, e.number);
      if (!e.value.starts_with('{')) continue;
      simdjson::dom::object object;
      if (parser_.parse(e.value).get_object().get(object) != simdjson::SUCCESS) continue;
      for (const auto& [name, v] : object) {
        double d = 0;
        if (v.is_number() && v.get_double().get(d) == simdjson::SUCCESS) add(fmt::format("{}.{}", key, name), e, d);
      }
    }
    values_.build(out_, origin_);
    values_ = {};
  }

  simdjson::dom::parser parser_;
  std::vector<Event> events_;
  std::vector<Reading> meters_;
  std::set<std::string> hosts_;
  SeriesSet power_, values_;
  std::map<std::int32_t, TrackIndex> tracks_;
  std::string status_;
  std::int64_t origin_ = 0;
  std::uint64_t marked_ = 0, prefixed_ = 0;
};

}  // namespace

int sniff(ByteSpan head) {
  const std::string_view s = text::view(head);
  const std::size_t at = s.find(kMark);
  return at != std::string_view::npos && s.find('{', at) != std::string_view::npos && s.find('{', at) - at < 16 ? 92 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<MllogReader>(context); }

}  // namespace weir::mllog
