#include "core/formats/nccl_tests/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/formats/lines.h"
#include "core/formats/nccl_log/collect.h"

namespace weir::nccl_tests {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Without "[1,0]<stdout>:" and "0: ", which mpirun and srun put before lines.
std::string_view withoutPrefix(std::string_view s) {
  if (s.starts_with('[')) {
    const std::size_t close = s.find("]<std");
    const std::size_t colon = close == std::string_view::npos ? close : s.find('>', close);
    if (colon != std::string_view::npos && colon < 64) {
      s.remove_prefix(colon + 1);
      if (s.starts_with(':')) s.remove_prefix(1);
    }
  }
  std::size_t n = 0;
  const std::string_view t = text::trimmed(s);
  while (n < t.size() && t[n] >= '0' && t[n] <= '9') ++n;
  if (n > 0 && n < t.size() && t[n] == ':' && n < 9) return t.substr(n + 1);
  return s;
}

bool has(std::string_view s, std::string_view what) { return s.find(what) != std::string_view::npos; }

// What the name of a test's program says: "all_reduce_perf" -> "all-reduce".
std::string operationIn(std::string_view line) {
  const std::size_t end = line.find("_perf");
  if (end == std::string_view::npos) return {};
  std::size_t begin = end;
  while (begin > 0 && ((line[begin - 1] >= 'a' && line[begin - 1] <= 'z') || line[begin - 1] == '_')) --begin;
  if (const auto op = operationFrom(line.substr(begin, end - begin))) return std::string(name(*op));
  std::string s(line.substr(begin, end - begin));
  std::replace(s.begin(), s.end(), '_', '-');
  return s;
}

struct Column {
  std::string name, unit;
  double factor = 1;
  bool text = false;
};

class NcclTestsReader final : public LineReader {
 public:
  explicit NcclTestsReader(const ReaderContext& context) : LineReader("nccl-tests", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    close();
    if (tables_ == 0 && devices_.empty()) return fail("it holds no table of measurements", fmt::format("{} lines", lines()), "give the whole output of a test");
    if (tables_ == 0) out_.note("the output ends before the first row", context_.name);
    if (!devices_.empty()) {
      Table t{"devices", {{"rank", "", {}, {}}, {"group", "", {}, {}}, {"pid", "", {}, {}}, {"host", "", {}, {}}, {"device", "", {}, {}}, {"bus", "", {}, {}}, {"name", "", {}, {}}}, 0};
      std::set<std::string> hosts;
      std::set<double> ranks;
      for (const Device& d : devices_) {
        const std::array<double, 3> n{d.rank, d.group, d.pid};
        for (std::size_t i = 0; i < 3; ++i) t.columns[i].number.push_back(n[i]);
        t.columns[3].text.push_back(d.host);
        t.columns[4].number.push_back(d.device);
        t.columns[5].text.push_back(d.bus);
        t.columns[6].text.push_back(d.name);
        hosts.insert(d.host);
        ranks.insert(d.rank);
      }
      if (ranks.size() < devices_.size()) out_.note("a rank is listed twice: processes that do not know of each other", context_.name, devices_.size() - ranks.size());
      out_.fact("ranks", std::to_string(ranks.size()));
      out_.fact("hosts", std::to_string(hosts.size()));
      out_.run().worldSize = static_cast<std::int32_t>(ranks.size());
      out_.table(std::move(t));
    }
    log_.build(out_);
    if (log_.worldSize() > out_.run().worldSize) out_.run().worldSize = log_.worldSize();
    out_.fact("lines", std::to_string(lines()));
    return out_.build();
  }

 protected:
  void line(std::string_view raw, std::uint64_t number, bool cut) override {
    if (log_.line(raw, number)) return;
    std::string_view s = withoutPrefix(raw);
    s = text::trimmed(s);
    if (s.empty()) return;
    // Before the rows the program's name tells the test; behind them, another one the next.
    if (std::string op = operationIn(s); !op.empty()) {
      if (rows_ == 0 || operation_.empty()) operation_ = std::move(op);
      else if (op != operation_) next_ = std::move(op);
    }
    const bool hash = s.starts_with('#');
    if (hash) s = text::trimmed(s.substr(1));
    const auto words = text::words(s);
    if (words.empty()) return;
    if (has(s, "nThread ") && has(s, "nGpus ")) return parameters(words);
    if (words[0] == "Rank" && has(s, " on ") && has(s, "device")) return deviceLine(s, words);
    if (isHeader(words)) return header(words, number);
    if (has(s, "(B)") && has(s, "(us)")) return units(words);
    if (s.starts_with("Avg bus bandwidth")) return fact("average busbw", text::trimmed(s.substr(s.find(':') + 1)), "GB/s");
    if (s.starts_with("Out of bounds values")) return fact("out of bounds values", text::trimmed(s.substr(s.find(':') + 1)), "");
    if (has(s, "nccl-tests version") || has(s, "rccl-tests version")) {
      const auto at = std::find(words.begin(), words.end(), "version");
      if (at != words.end() && at + 1 != words.end()) fact(has(s, "rccl") ? "rccl-tests version" : "nccl-tests version", *(at + 1), "");
      for (const std::string_view w : words)
        if (w.starts_with("nccl-library=")) fact("NCCL version", w.substr(13), "");
      return;
    }
    if (!hash) row(words, number, cut);
  }

 private:
  static bool isHeader(const std::vector<std::string_view>& words) {
    const auto is = [&](std::string_view w) { return std::find(words.begin(), words.end(), w) != words.end(); };
    return is("size") && is("count") && is("time") && (is("busbw") || is("algbw"));
  }

  struct Device {
    double rank, group, pid, device;
    std::string host, bus, name;
  };

  void fact(std::string_view name, std::string_view value, std::string_view unit) {
    out_.fact(seenFacts_.insert(std::string(name)).second ? std::string(name) : fmt::format("{} ({})", name, tables_ + 1), value, unit);
  }

  // "nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 ..."
  void parameters(const std::vector<std::string_view>& words) {
    if (rows_ > 0) close();
    if (parametersSeen_ && tables_ == 0) return;
    parametersSeen_ = true;
    std::string name;
    for (const std::string_view w : words) {
      const bool value = (w.front() >= '0' && w.front() <= '9');
      if (!value) {
        name += (name.empty() ? "" : " ") + std::string(w.ends_with(':') ? w.substr(0, w.size() - 1) : w);
      } else {
        if (!name.empty() && seenFacts_.insert(name).second) out_.fact(name, w);
        name.clear();
      }
    }
  }

  // "Rank  0 Group  0 Pid   6899 on HOST device  0 [0000:04:00] NVIDIA H100 80GB HBM3"
  void deviceLine(std::string_view s, const std::vector<std::string_view>& words) {
    Device d{kUnknown, kUnknown, kUnknown, kUnknown, {}, {}, {}};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == "Rank") d.rank = text::number(words[i + 1]);
      if (words[i] == "Group") d.group = text::number(words[i + 1]);
      if (words[i] == "Pid") d.pid = text::number(words[i + 1]);
      if (words[i] == "on") d.host = words[i + 1];
      if (words[i] == "device") d.device = text::number(words[i + 1]);
    }
    const std::size_t open = s.find('['), shut = s.find(']');
    if (open != std::string_view::npos && shut != std::string_view::npos && shut > open) {
      d.bus = s.substr(open + 1, shut - open - 1);
      d.name = text::trimmed(s.substr(shut + 1));
    }
    if (!std::isnan(d.rank)) devices_.push_back(std::move(d));
  }

  // "size count type redop root time algbw busbw #wrong time algbw busbw #wrong"; the second half is in place.
  void header(const std::vector<std::string_view>& words, std::uint64_t number) {
    if (rows_ > 0) close();
    else if (!columns_.empty()) note("header of a table again before its first row: several processes write at once?", number);
    columns_.clear();
    bool inPlace = false;
    for (const std::string_view w : words) {
      Column c;
      const bool time = w == "time";
      if (time && std::any_of(columns_.begin(), columns_.end(), [](const Column& o) { return o.name == "time"; })) inPlace = true;
      c.name = w == "#wrong" || w == "error" ? "wrong" : w == "redop" || w == "op" ? "redop" : std::string(w);
      if (inPlace) c.name = "in-place " + c.name;
      if (w == "time") c.unit = "s", c.factor = 1e-6;
      if (w == "algbw" || w == "busbw") c.unit = "B/s", c.factor = 1e9;
      if (w == "size") c.unit = "B";
      c.text = w == "type" || w == "redop" || w == "op";
      columns_.push_back(std::move(c));
    }
  }

  // "(B) (elements) (us) (GB/s) ...": times in other units than those expected are told here.
  void units(const std::vector<std::string_view>& words) {
    std::size_t at = 0;
    for (const std::string_view w : words) {
      for (; at < columns_.size(); ++at) {
        Column& c = columns_[at];
        const bool takes = !c.unit.empty() || c.name == "count";
        if (!takes) continue;
        if (c.unit == "s") c.factor = w == "(ms)" ? 1e-3 : w == "(s)" ? 1 : w == "(ns)" ? 1e-9 : 1e-6;
        if (c.unit == "B/s") c.factor = w == "(MB/s)" ? 1e6 : 1e9;
        ++at;
        break;
      }
    }
  }

  // Without a header: how many words tell which columns there are.
  bool guessHeader(std::size_t words) {
    static constexpr std::string_view kTail = "time algbw busbw #wrong time algbw busbw #wrong";
    const std::string_view front = words == 13 ? "size count type redop root " : words == 12 ? "size count type redop " : words == 11 ? "size count type " : "";
    if (front.empty()) return false;
    header(text::words(std::string(front) + std::string(kTail)), lines());
    return true;
  }

  bool fits(const std::vector<std::string_view>& words, std::size_t from) const {
    if (from + columns_.size() > words.size()) return false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string_view w = words[from + i];
      const bool number = !std::isnan(text::number(w));
      if (i < 2 && !text::whole(w)) return false;
      if (columns_[i].text ? number || w.size() > 16 : !number && w != "N/A" && w != "nan" && w != "inf") return false;
    }
    return true;
  }

  void row(const std::vector<std::string_view>& words, std::uint64_t number, bool cut) {
    if (words.size() < 8 || !(text::whole(words[0]) || !columns_.empty())) return;
    if (columns_.empty() && !(text::whole(words[0]) && text::whole(words[1]) && guessHeader(words.size()))) return;
    std::size_t from = 0;
    if (!fits(words, 0)) {
      // Something else may stand before or behind it on the line.
      from = words.size() > columns_.size() ? words.size() - columns_.size() : 0;
      if (from == 0 || !fits(words, from)) {
        if (text::whole(words[0]) && text::whole(words[1])) note(cut ? "last line cut off" : "row of the table that cannot be read", number);
        return;
      }
      note("other text on the line of a row", number);
    } else if (words.size() > columns_.size()) {
      note("other text on the line of a row", number);
    }
    if (rows_ == 0) begin();
    if (last_ && *text::whole(words[from]) < *last_) note("sizes do not rise", number);
    last_ = text::whole(words[from]);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].text) table_.columns[i].text.emplace_back(words[from + i]);
      else table_.columns[i].number.push_back(text::number(words[from + i]) * columns_[i].factor);
    }
    ++rows_;
  }

  void begin() {
    table_ = {};
    for (const Column& c : columns_) table_.columns.push_back({c.name, c.unit, {}, {}});
    last_.reset();
  }

  void close() {
    if (rows_ > 0) {
      if (!operation_.empty() && operations_.insert(operation_).second) out_.fact("operation", operation_);
      table_.name = operation_.empty() ? "nccl-tests" : "nccl-tests " + operation_;
      out_.table(std::move(table_));
      ++tables_;
      operation_ = std::exchange(next_, {});
    }
    table_ = {};
    columns_.clear();
    rows_ = 0;
  }

  std::string operation_, next_;
  std::set<std::string> operations_, seenFacts_;
  std::vector<Column> columns_;
  std::vector<Device> devices_;
  Table table_;
  std::size_t rows_ = 0, tables_ = 0;
  bool parametersSeen_ = false;
  std::optional<std::int64_t> last_;
  nccl::InfoLog log_;
};

}  // namespace

int sniff(ByteSpan head) {
  const std::string_view s = text::view(head);
  if (has(s, "nThread ") && has(s, "nGpus ")) return 90;
  return has(s, "busbw") && has(s, "algbw") && has(s, "(elements)") ? 88 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<NcclTestsReader>(context); }

}  // namespace weir::nccl_tests
