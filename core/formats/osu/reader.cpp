#include "core/formats/osu/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/formats/lines.h"

namespace weir::osu {
namespace {

bool has(std::string_view s, std::string_view what) { return s.find(what) != std::string_view::npos; }

// Where the test's own text begins on a line: behind "[1,0]<stdout>:" and "0: ".
std::string_view withoutPrefix(std::string_view s) {
  if (s.starts_with('[')) {
    const std::size_t close = s.find("]<std");
    const std::size_t shut = close == std::string_view::npos ? close : s.find('>', close);
    if (shut != std::string_view::npos && shut < 64) {
      s.remove_prefix(shut + 1);
      if (s.starts_with(':')) s.remove_prefix(1);
    }
  }
  const std::string_view t = text::trimmed(s);
  std::size_t n = 0;
  while (n < t.size() && t[n] >= '0' && t[n] <= '9') ++n;
  if (n > 0 && n < 9 && n < t.size() && t[n] == ':') return text::trimmed(t.substr(n + 1));
  if (const std::size_t at = t.find("# OSU "); at != std::string_view::npos) return t.substr(at);
  return t;
}

struct Column {
  std::string name, unit;
  double factor = 1;
};

// "Size", "Latency (us)", "Avg Latency(us)", "Bandwidth (MB/s)", "MB/s", "Messages/s", "Overlap(%)", "Iterations".
Column columnOf(std::string_view title) {
  Column c;
  std::string_view unit;
  title = text::trimmed(title);
  if (title.ends_with(')'))
    if (const std::size_t open = title.rfind('('); open != std::string_view::npos) {
      unit = title.substr(open + 1, title.size() - open - 2);
      title = text::trimmed(title.substr(0, open));
    }
  const std::string t = text::lower(title);
  c.name = t;
  if (t == "size") c.unit = "B";
  else if (t == "latency" || t == "avg latency" || t == "avg lat" || t == "average latency") c.name = "time", unit = unit.empty() ? "us" : unit;
  else if (t == "min latency" || t == "min lat") c.name = "min time", unit = unit.empty() ? "us" : unit;
  else if (t == "max latency" || t == "max lat") c.name = "max time", unit = unit.empty() ? "us" : unit;
  else if (t == "overall") c.name = "time";
  else if (t == "compute") c.name = "compute time";
  else if (t == "pure comm." || t == "pure comm" || t == "coll. init" || t == "mpi_test" || t == "mpi_wait") c.name = (t.starts_with("pure") ? "communication" : t) + " time";
  else if (t == "mb/s" || t == "bandwidth" || t == "avg bandwidth" || t == "bw") c.name = "bandwidth", unit = "MB/s";
  else if (t == "messages/s" || t == "message rate" || t == "messages per second") c.name = "message rate", c.unit = "1/s";
  if (unit == "us") c.unit = "s", c.factor = 1e-6;
  else if (unit == "ms") c.unit = "s", c.factor = 1e-3;
  else if (unit == "s") c.unit = "s";
  else if (unit == "MB/s") c.unit = "B/s", c.factor = 1e6;
  else if (unit == "GB/s") c.unit = "B/s", c.factor = 1e9;
  else if (unit == "%") c.unit = "1", c.factor = 0.01;
  else if (c.unit.empty()) c.unit = unit;
  return c;
}

// Titles stand two blanks apart, or behind a unit's bracket.
std::vector<Column> columnsOf(std::string_view s) {
  std::vector<Column> out;
  std::string title;
  const auto take = [&] {
    if (!text::trimmed(title).empty()) out.push_back(columnOf(title));
    title.clear();
  };
  for (std::size_t i = 0; i < s.size(); ++i) {
    const bool gap = s[i] == '\t' || (s[i] == ' ' && i + 1 < s.size() && s[i + 1] == ' ');
    if (gap) {
      // "Latency  (us)": a bracket belongs to what stands before it.
      const std::size_t next = s.find_first_not_of(" \t", i);
      if (next != std::string_view::npos && s[next] == '(' && !text::trimmed(title).empty()) {
        title += ' ';
        i = next - 1;
        continue;
      }
      take();
      continue;
    }
    title += s[i];
    if (s[i] == ')') take();
  }
  take();
  return out;
}

bool isColumns(std::string_view s) {
  return s.starts_with("Size") || has(s, "Latency(us)") || has(s, "Latency (us)") || has(s, "Lat (us)") || has(s, "Overall(us)") || has(s, "Bandwidth (") || has(s, "Bandwidth(") || s.starts_with("MB/s");
}

class OsuReader final : public LineReader {
 public:
  explicit OsuReader(const ReaderContext& context) : LineReader("osu", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    close();
    if (tests_ == 0) return fail("it holds no test of the OSU micro-benchmarks", fmt::format("{} lines", lines()), "give the whole output, with its \"# OSU\" line");
    out_.fact("tests", std::to_string(tests_));
    if (ranks_ > 0) {
      out_.fact("ranks", std::to_string(ranks_));
      out_.run().worldSize = static_cast<std::int32_t>(ranks_);
    }
    if (nodes_ > 0) out_.fact("nodes", std::to_string(nodes_));
    out_.fact("lines", std::to_string(lines()));
    return out_.build();
  }

 protected:
  void line(std::string_view raw, std::uint64_t number, bool cut) override {
    if (raw.find("\"taskmap\"") != std::string_view::npos) return taskmap(raw);
    const std::string_view s = withoutPrefix(raw);
    if (s.empty()) return;
    if (s.starts_with('#')) {
      const std::string_view said = text::trimmed(s.substr(1));
      if (said.starts_with("OSU ")) return test(said.substr(4), number);
      if (!test_.empty() && isColumns(said)) return header(said);
      if (!test_.empty()) return detail(said);
      return;
    }
    if (s.starts_with("nprocs:")) return initTest(s);
    if (!columns_.empty()) row(text::words(s), number, cut);
  }

 private:
  // "MPI-CUDA Allreduce Latency Test v5.8"
  void test(std::string_view title, std::uint64_t number) {
    if (!test_.empty() && rows_ == 0 && test_ == title) return note("title of a test again before its first row", number);
    close();
    test_ = text::trimmed(title);
    ++tests_;
    out_.fact(tests_ == 1 ? "test" : fmt::format("test {}", tests_), test_);
    const std::size_t v = test_.rfind(" v");
    if (tests_ == 1 && v != std::string::npos) out_.fact("version", std::string_view(test_).substr(v + 2));
    // "osu allreduce latency"
    std::string plain;
    for (const std::string_view w : text::words(v == std::string::npos ? std::string_view(test_) : std::string_view(test_).substr(0, v))) {
      if (w == "Test" || w == "MPI" || w.starts_with("MPI-") || w == "OpenSHMEM" || w == "UPC") continue;
      plain += ' ' + text::lower(w.starts_with("MPI_") ? w.substr(4) : w);
    }
    name_ = "osu" + plain;
  }

  // "Datatype: MPI_CHAR.", "Window creation: MPI_Win_allocate", "Send Buffer on HOST (H) and Receive Buffer on HOST (H)"
  void detail(std::string_view s) {
    const std::size_t colon = s.find(": ");
    const std::string suffix = tests_ > 1 ? fmt::format(" {}", tests_) : "";
    if (colon != std::string_view::npos && colon < 40) {
      std::string_view value = text::trimmed(s.substr(colon + 1));
      if (value.ends_with('.')) value.remove_suffix(1);
      out_.fact(text::lower(s.substr(0, colon)) + suffix, value);
    } else if (s.starts_with("Send Buffer on ")) {
      out_.fact("buffers" + suffix, s);
    }
  }

  void header(std::string_view s) {
    if (rows_ > 0) close(true);
    columns_ = columnsOf(s);
  }

  // "nprocs: 2, min: 30 ms, max: 31 ms, avg: 30 ms"
  void initTest(std::string_view s) {
    Table t{name_.empty() ? "osu init" : name_, {}, 0};
    std::string flat(s);
    std::replace(flat.begin(), flat.end(), ',', ' ');
    const auto words = text::words(flat);
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      if (words[i].ends_with(':')) {
        const bool time = i + 2 < words.size() && words[i + 2] == "ms";
        const std::string_view n = words[i].substr(0, words[i].size() - 1);
        t.columns.push_back({n == "avg" ? "time" : time ? std::string(n) + " time" : std::string(n), time ? "s" : "", {text::number(words[i + 1]) * (time ? 1e-3 : 1)}, {}});
      }
    if (!t.columns.empty()) out_.table(std::move(t));
    test_.clear();  // it has no other row
  }

  // Flux: [first node, nodes, tasks on each, times].
  void taskmap(std::string_view s) {
    const std::size_t at = s.find("\"map\":[[");
    if (at == std::string_view::npos) return;
    s.remove_prefix(at + 7);
    s = s.substr(0, s.find("]]") == std::string_view::npos ? s.size() : s.find("]]"));
    std::int64_t ranks = 0, nodes = 0;
    std::string flat(s);
    std::replace_if(flat.begin(), flat.end(), [](char c) { return c == '[' || c == ']' || c == ','; }, ' ');
    const auto words = text::words(flat);
    for (std::size_t i = 0; i + 3 < words.size(); i += 4) {
      const auto n = text::whole(words[i + 1]), each = text::whole(words[i + 2]), times = text::whole(words[i + 3]);
      if (!n || !each || !times || *n < 0 || *each < 0 || *times < 0 || *n > 1'000'000 || *each > 100'000 || *times > 100'000) return;
      nodes = std::max(nodes, *n);
      ranks += *n * *each * *times;
    }
    if (ranks > 0 && ranks < 100'000'000) ranks_ = ranks, nodes_ = nodes;
  }

  void row(std::vector<std::string_view> words, std::uint64_t number, bool cut) {
    const bool numbers = std::all_of(words.begin(), words.end(), [](std::string_view w) { return !std::isnan(text::number(w)) || w == "N/A" || w == "nan" || w == "-nan" || w == "inf"; });
    if (!numbers || words.empty()) return;
    if (words.size() != columns_.size()) return note(cut ? "last line cut off" : "row with another number of cells than the header", number);
    const bool sized = columns_.front().name == "size";
    if (sized && !text::whole(words[0])) return;
    if (rows_ == 0) {
      table_ = {};
      table_.name = name_;
      for (const Column& c : columns_) table_.columns.push_back({c.name, c.unit, {}, {}});
    }
    if (sized && rows_ > 0 && text::number(words[0]) <= table_.columns[0].number.back()) note("sizes do not rise", number);
    for (std::size_t i = 0; i < words.size(); ++i) table_.columns[i].number.push_back(text::number(words[i]) * columns_[i].factor);
    ++rows_;
  }

  void close(bool same = false) {
    if (rows_ > 0) out_.table(std::move(table_));
    else if (!test_.empty() && !same) out_.note("test without a row", test_);
    table_ = {};
    rows_ = 0;
    columns_.clear();
    if (!same) test_.clear();
  }

  std::string test_, name_;
  std::vector<Column> columns_;
  Table table_;
  std::size_t rows_ = 0, tests_ = 0;
  std::int64_t ranks_ = 0, nodes_ = 0;
};

}  // namespace

int sniff(ByteSpan head) {
  const std::string_view s = text::view(head);
  const std::size_t at = s.find("# OSU ");
  return at != std::string_view::npos && s.find("Test", at) != std::string_view::npos ? 90 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<OsuReader>(context); }

}  // namespace weir::osu
