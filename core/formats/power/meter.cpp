// Wall meters: SPEC PTDaemon's log, as MLPerf's power runs keep it ("Time,09-15-2020 15:26:46.543,Watts,37.05,Volts,...,Mark,name" a line),
// and "ipmitool dcmi power reading", repeated.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "core/formats/csv/cells.h"
#include "core/formats/lines.h"
#include "core/formats/power/csv.h"
#include "core/formats/power/readers.h"
#include "core/formats/power/series.h"

namespace weir::power {
namespace {

constexpr std::string_view kInstant = "Instantaneous power reading:";

class MeterReader final : public LineReader {
 public:
  explicit MeterReader(const ReaderContext& context) : LineReader("power-meter", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (readings_ == 0) return fail("it holds no power reading with a time", fmt::format("{} lines", lines()), "give a log of PTDaemon, or of ipmitool dcmi power reading");
    const std::int64_t origin = set_.originNs();
    out_.run().originNs = origin;
    Source source;
    source.clock = ClockKind::Local;
    out_.run().sources = {source};
    Track t;
    t.kind = TrackKind::Device;
    t.name = out_.intern(name());
    t.process = out_.intern("power meters");
    const TrackIndex track = out_.track(t);
    for (const Mark& m : marks_) {  // a slice for each run of equal marks
      if (!text::onAxis(m.from, origin) || !text::onAxis(m.to, origin)) continue;
      RunBuilder::SliceIn s;
      s.track = track;
      s.start = (m.from - origin) * 1000;
      s.duration = std::max<std::int64_t>(0, m.to - m.from) * 1000;
      s.name = out_.intern(m.name);
      s.category = out_.intern("mark");
      s.activity = Activity::Annotation;
      out_.slice(s);
    }
    set_.build(out_, origin);
    out_.fact("readings", std::to_string(readings_));
    return out_.build();
  }

 protected:
  void line(std::string_view raw, std::uint64_t number, bool cut) override {
    const std::string_view s = text::trimmed(raw);
    if (s.starts_with("Time,")) return ptdaemon(s, number, cut);
    if (s.starts_with(kInstant)) {
      watts_ = readCell(text::trimmed(s.substr(kInstant.size()))).value;
      if (std::isnan(watts_)) watts_ = text::number(text::words(s.substr(kInstant.size())).empty() ? "" : text::words(s.substr(kInstant.size()))[0]);
    } else if (s.starts_with("IPMI timestamp:")) {
      const auto t = text::wallTime(text::trimmed(s.substr(15)));
      if (!t) return note("reading without a time, left out", number);
      add("power", kPowerGroup, "W", t->ns, watts_);
      watts_ = std::numeric_limits<double>::quiet_NaN();
    }
  }

 private:
  struct Mark {
    std::string name;
    std::int64_t from, to;
  };
  [[nodiscard]] std::string name() const {
    const std::string stem = text::stem(context_.name);
    return stem.empty() ? "meter" : stem;
  }

  void add(std::string_view quantity, std::string_view group, std::string_view unit, std::int64_t ns, double v) {
    set_.sawTime(ns);
    if (group == kPowerGroup) ++readings_;
    const std::string counter = group == kPowerGroup ? name() : fmt::format("{} {}", name(), quantity);
    set_.add(set_.series({counter, std::string(group), std::string(unit), kUnknownRank}), ns, v);
  }

  void ptdaemon(std::string_view s, std::uint64_t number, bool cut) {
    csv::splitLine(s, ',', cells_, keep_);
    const auto t = cells_.size() > 1 ? text::wallTime(cells_[1]) : std::nullopt;
    if (!t) return note(cut ? "last line cut off" : "reading without a time, left out", number);
    for (std::size_t i = 2; i + 1 < cells_.size(); i += 2) {
      const std::string_view key = cells_[i];
      if (key == "Mark") {
        if (!marks_.empty() && marks_.back().name == cells_[i + 1]) marks_.back().to = t->ns;
        else marks_.push_back({std::string(cells_[i + 1]), t->ns, t->ns});
        continue;
      }
      if (cut && i + 2 >= cells_.size()) {
        note("last line cut off", number);
        break;
      }
      double v = text::number(cells_[i + 1]);
      if (key == "Watts") add("power", kPowerGroup, "W", t->ns, v < 0 ? std::numeric_limits<double>::quiet_NaN() : v);  // -1: the analyser had no reading
      else if (key == "Volts") add("voltage", "voltage", "V", t->ns, v);
      else if (key == "Amps") add("current", "current", "A", t->ns, v);
      else if (key == "PF") add("power factor", "power factor", "1", t->ns, v);
    }
  }

  std::vector<std::string_view> cells_;
  std::vector<std::string> keep_;
  std::vector<Mark> marks_;
  double watts_ = std::numeric_limits<double>::quiet_NaN();
  std::uint64_t readings_ = 0;
  SeriesSet set_;
};

}  // namespace

int sniffMeter(ByteSpan head) {
  const std::string_view s = text::view(head);
  if (s.find(kInstant) != std::string_view::npos && s.find("IPMI timestamp:") != std::string_view::npos) return 85;
  return s.substr(0, 4096).find("Time,") != std::string_view::npos && s.substr(0, 8192).find(",Watts,") != std::string_view::npos ? 90 : 0;
}
std::unique_ptr<Reader> makeMeterReader(const ReaderContext& context) { return std::make_unique<MeterReader>(context); }

}  // namespace weir::power
