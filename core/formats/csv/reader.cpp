#include "core/formats/csv/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "core/base/csv.h"
#include "core/formats/csv/cells.h"
#include "core/formats/csv/columns.h"
#include "core/formats/csv/time.h"
#include "core/run/builder.h"

namespace weir::csv {
namespace {

constexpr std::size_t kMostColumns = 4096;
constexpr std::size_t kMostTracks = 65536;

template <class T>
std::optional<T> numberOf(std::string_view text) {
  T v{};
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional<T>(v) : std::nullopt;
}
bool isJsonNumber(std::string_view s) {
  const auto v = numberOf<double>(s);
  return v && std::isfinite(*v) && !s.starts_with('+') && !s.starts_with('.') && !s.ends_with('.') && s.find_first_of("xXnN") == std::string_view::npos &&
         !(s.size() > 1 && s[0] == '0' && s[1] != '.' && s[1] != 'e' && s[1] != 'E') && !s.starts_with("-.") && !(s.starts_with("-0") && s.size() > 2 && s[2] != '.');
}

void appendJson(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else out += c;
  }
  out += '"';
}

// Bytes that are not UTF-8 become "?": other alphabets of old tables.
std::string_view valid(std::string_view text, std::string& store) {
  const auto length = [&](std::size_t i) -> std::size_t {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    if (n == 0 || i + n > text.size()) return 0;
    for (std::size_t k = 1; k < n; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return 0;
    if (n == 3) {
      const unsigned second = static_cast<unsigned char>(text[i + 1]);
      if ((c == 0xe0 && second < 0xa0) || (c == 0xed && second >= 0xa0)) return 0;
    }
    if (n == 4) {
      const unsigned second = static_cast<unsigned char>(text[i + 1]);
      if ((c == 0xf0 && second < 0x90) || (c == 0xf4 && second >= 0x90)) return 0;
    }
    return n;
  };
  bool good = true;
  for (std::size_t i = 0; i < text.size() && good;) {
    const std::size_t n = length(i);
    good = n > 0;
    i += n;
  }
  if (good) return text;
  store.clear();
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = length(i);
    if (n == 0) store += '?';
    else store += text.substr(i, n);
    i += std::max<std::size_t>(n, 1);
  }
  return store;
}

class CsvReader final : public Reader {
 public:
  explicit CsvReader(const ReaderContext& context) : context_(context) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    const std::string_view text(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    Result<void> result;
    const bool on = lines_.feed(text, last, [&](std::string_view line, std::uint64_t number) {
      if (number % 4096 == 0 && job.stopped()) {
        result = stoppedByUser();
        return false;
      }
      result = take(line, number);
      return result.has_value();
    });
    if (!on) return result;
    const std::uint64_t held = builder_.run().argsText.size() + builder_.slices() * 48 + text_.size() + textAt_.size() * 8 + points_ * 12;
    if (context_.memoryLimit > 0 && held > context_.memoryLimit)
      return fail(fmt::format("the table needs more than {} MiB of memory", context_.memoryLimit >> 20), {}, "open fewer files at once");
    return {};
  }

  Result<Run> finish(const Job& job) override {
    if (!columns_) return fail("the table has no header", {}, "its first line must name the columns");
    if (job.stopped()) return stoppedByUser();
    if (mode_ == Mode::Undecided && !waiting_.empty()) {
      mode_ = Mode::Table;
      takeWaiting();
    }
    if (rows_ == 0) return fail("the table has a header but no rows", {}, "was it written to its end?");
    if (mode_ == Mode::Table) builder_.table(table());
    for (auto& [key, counter] : counters_)
      if (!counter.value.empty()) addCounter(std::move(counter));
    if (mode_ != Mode::Table && builder_.slices() == 0 && builder_.run().counters.empty() && builder_.run().instants.empty())
      return fail("no row of the table has a time that can be read", fmt::format("column \"{}\"", columns_->headers[static_cast<std::size_t>((*columns_)[Role::Start])].name),
                  "say its unit with csv.unit (ns, us, ms, s), or the right column with csv.start");
    Run run = builder_.build();
    run.originNs = mode_ == Mode::Table ? 0 : origin_.seconds * 1'000'000'000 + origin_.ps / 1000;
    run.sources.emplace_back().clock = clock_;
    return run;
  }

 private:
  static constexpr std::size_t kMostWaiting = 16;
  enum class Mode { Undecided, Slices, Counters, Instants, Table };

  Result<void> take(std::string_view line, std::uint64_t number) {
    if (!columns_) {
      if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
      if (line.starts_with('#') && separatorOf(line.substr(1)) == '\0') return {};  // a comment before the header
      if (line.starts_with('#')) line.remove_prefix(1);
      return header(line);
    }
    cut(line, number);
    if (mode_ == Mode::Undecided) {
      decide();
      if (mode_ == Mode::Undecided) {
        waiting_.emplace_back(line, number);
        if (waiting_.size() < kMostWaiting) return {};
        mode_ = Mode::Table;
        takeWaiting();
        return {};
      }
      if (!waiting_.empty()) {
        takeWaiting();
        cut(line, number);
      }
    }
    ++rows_;
    row(number);
    fixed_.clear();
    return {};
  }

  // Rows before the first whose time can be read.
  void takeWaiting() {
    for (const auto& [text, at] : std::exchange(waiting_, {})) {
      cut(text, at);
      ++rows_;
      row(at);
      fixed_.clear();
    }
  }

  void cut(std::string_view line, std::uint64_t number) {
    splitLine(line, separator_, cells_, store_);
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (std::any_of(cells_[i].begin(), cells_[i].end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
        std::string plain;
        if (valid(cells_[i], plain).data() != cells_[i].data()) cells_[i] = fixed_.emplace_back(std::move(plain)), note("text that is not UTF-8", number);
      }
  }

  Result<void> header(std::string_view line) {
    const auto given = context_.settings.find("csv.separator");
    separator_ = given != context_.settings.end() && !given->second.empty() ? (given->second == "tab" || given->second == "\\t" ? '\t' : given->second[0]) : separatorOf(line);
    if (separator_ == '\0') separator_ = ',';
    splitLine(line, separator_, cells_, store_);
    if (cells_.size() > kMostColumns) return fail(fmt::format("the table has more than {} columns", kMostColumns), "line 1", "is it a table?");
    std::string plain;
    std::vector<std::string> names;
    for (const std::string_view c : cells_) names.emplace_back(valid(c, plain));
    auto columns = columnsOf({names.begin(), names.end()}, context_.settings);
    if (!columns) return tl::make_unexpected(columns.error());
    columns_ = std::move(*columns);
    return {};
  }

  [[nodiscard]] std::string_view cell(int column) const {
    return column >= 0 && static_cast<std::size_t>(column) < cells_.size() ? cells_[static_cast<std::size_t>(column)] : std::string_view();
  }
  [[nodiscard]] std::string_view cell(Role r) const {
    const std::string_view c = cell((*columns_)[r]);
    return ours() && (r == Role::Name || r == Role::Category || r == Role::Process || r == Role::Track) ? csvTextRead(c) : c;
  }
  [[nodiscard]] const Header& headerOf(Role r) const { return columns_->headers[static_cast<std::size_t>((*columns_)[r])]; }
  void note(std::string_view kind, std::uint64_t line) { builder_.note(kind, "line " + std::to_string(line)); }

  // By the first row that has a time: how times are written, and what rows become. Stays undecided at a row without one.
  void decide() {
    const Columns& c = *columns_;
    const std::string_view start = cell(Role::Start);
    if (c[Role::Start] == kNone) {
      mode_ = Mode::Table;
      return;
    }
    const bool asked = context_.settings.contains("csv.start");
    if (!numberOf<double>(start) && !dateFrom(start) && (!asked || waiting_.size() + 1 < kMostWaiting)) return;
    dated_ = dateFrom(start).has_value();
    startUnit_ = unitOf(Role::Start, start);
    if (startUnit_ == Unit::Unknown && !dated_) {
      startUnit_ = Unit::S;
      builder_.note("unit of time not told: taken as seconds (csv.unit says another)", headerOf(Role::Start).name);
    }
    endUnit_ = c[Role::End] == kNone ? Unit::Unknown : unitOf(Role::End, cell(Role::End));
    if (endUnit_ == Unit::Unknown) endUnit_ = startUnit_ == Unit::Unknown ? Unit::S : startUnit_;
    durationUnit_ = c[Role::Duration] == kNone ? Unit::Unknown : told(Role::Duration);
    // As the start's, but for dates: those have none.
    if (durationUnit_ == Unit::Unknown) durationUnit_ = dated_ ? Unit::S : startUnit_;
    if (c[Role::End] != kNone || c[Role::Duration] != kNone) {
      mode_ = Mode::Slices;
      return;
    }
    series_ = c.values;
    if (series_.empty())
      for (std::size_t i = 0; i < cells_.size() && i < c.headers.size(); ++i)
        if (!c.taken(static_cast<int>(i)) && numberOf<double>(cells_[i])) series_.push_back(static_cast<int>(i));
    if (series_.empty() && c[Role::Bytes] != kNone) series_.push_back(c[Role::Bytes]);
    mode_ = series_.empty() ? Mode::Instants : Mode::Counters;
  }
  [[nodiscard]] Unit told(Role r) const { return columns_->unit != Unit::Unknown ? columns_->unit : unitFrom(headerOf(r).unit); }
  [[nodiscard]] Unit unitOf(Role r, std::string_view first) const { return told(r) != Unit::Unknown ? told(r) : epochUnit(first); }

  std::optional<Moment> timeOf(std::string_view text, Unit unit, bool setsClock) {
    if (dated_) {
      const auto d = dateFrom(text);
      if (!d) return std::nullopt;
      if (setsClock) clock_ = d->zoned ? ClockKind::Epoch : ClockKind::Local;
      return d->at;
    }
    return momentFrom(text, unit);
  }

  void row(std::uint64_t line) {
    if (mode_ == Mode::Table) {
      for (std::size_t i = 0; i < columns_->headers.size(); ++i) {
        text_ += cell(static_cast<int>(i));
        textAt_.push_back(text_.size());
      }
      if (cells_.size() > columns_->headers.size()) note("row with more cells than the header, the rest left out", line);
      return;
    }
    const auto start = timeOf(cell(Role::Start), startUnit_, !hasOrigin_);
    if (!start) return note("row without a time that can be read, left out", line);
    if (!hasOrigin_) {
      origin_ = {start->seconds, start->ps / 1000 * 1000};
      hasOrigin_ = true;
      if (!dated_) clock_ = start->seconds >= 946'684'800 && start->seconds < 4'102'444'800 ? ClockKind::Epoch : ClockKind::Own;
      if (std::abs(origin_.seconds) > 9'000'000'000) origin_ = {0, 0}, clock_ = ClockKind::Own;
    }
    const auto at = between(origin_, *start);
    if (!at) return note("time more than 100 days from the first, left out", line);
    switch (mode_) {
      case Mode::Slices: return slice(line, *start, *at);
      case Mode::Counters: return counters(line, *at);
      default: builder_.instant({track(), builder_.intern(nameOf()), *at});
    }
  }

  [[nodiscard]] std::string_view nameOf() const {
    const std::string_view name = cell(Role::Name);
    return !name.empty() || ours() ? name : cell(Role::Category);
  }
  // Written by Weir: names stand as they are.
  [[nodiscard]] bool ours() const { return (*columns_)[Role::Kind] != kNone; }

  void slice(std::uint64_t line, const Moment& start, std::int64_t at) {
    std::int64_t duration = 0;
    if (const std::string_view d = cell(Role::Duration); !d.empty()) {
      const auto m = momentFrom(d, durationUnit_);
      const auto ps = m ? between({}, *m) : std::nullopt;
      if (!ps) return note("row without a duration that can be read, left out", line);
      duration = *ps;
    } else {
      const auto end = timeOf(cell(Role::End), endUnit_, false);
      const auto ps = end ? between(start, *end) : std::nullopt;
      if (!ps) return note("row without an end that can be read, left out", line);
      duration = *ps;
    }
    std::int64_t sum = 0;
    if (__builtin_add_overflow(at, duration, &sum)) return note("time more than 100 days from the first, left out", line);
    RunBuilder::SliceIn s;
    s.track = track();
    s.start = at;
    s.duration = duration;
    s.name = builder_.intern(nameOf());
    s.category = builder_.intern(cell(Role::Category));
    s.activity = activityOf(cell(Role::Activity).empty() ? cell(Role::Category) : cell(Role::Activity));
    const std::string_view args = cell(Role::Args);
    if (args.starts_with('{')) {
      s.args = args;
    } else {
      arguments();
      s.args = args_;
    }
    builder_.slice(s);
  }

  // Columns without a role as a JSON object.
  void arguments() {
    args_.clear();
    const Columns& c = *columns_;
    for (std::size_t i = 0; i < c.headers.size() && i < cells_.size(); ++i) {
      const int column = static_cast<int>(i);
      if (cells_[i].empty() || (c.taken(column) && column != c[Role::Bytes] && column != c[Role::Args])) continue;
      args_ += args_.empty() ? "{" : ",";
      appendJson(args_, column == c[Role::Bytes] ? std::string_view("bytes") : std::string_view(c.headers[i].name));
      args_ += ':';
      if (isJsonNumber(cells_[i])) args_ += cells_[i];
      else appendJson(args_, cells_[i]);
    }
    if (!args_.empty()) args_ += '}';
  }

  static Activity activityOf(std::string_view word) {
    for (int k = 0; k < kActivities; ++k)
      if (name(static_cast<Activity>(k)) == word) return static_cast<Activity>(k);
    return Activity::Other;
  }

  [[nodiscard]] std::int32_t rank() const {
    const auto v = numberOf<std::int32_t>(cell(Role::Rank));
    return v && *v >= 0 ? *v : kUnknownRank;
  }

  TrackIndex track() {
    key_.assign(cell(Role::Rank));
    for (const Role r : {Role::Process, Role::Track, Role::Kind}) (key_ += '\0') += cell(r);
    const auto it = tracks_.find(key_);
    if (it != tracks_.end()) return it->second;
    if (tracks_.size() >= kMostTracks) {
      if (!spilled_) spilled_ = add("other rows", {}, kUnknownRank);
      return *spilled_;
    }
    const auto nameWith = [&](Role r, std::string_view word) {
      const std::string_view text = cell(r);
      return !ours() && numberOf<std::int64_t>(text) ? std::string(word) + " " + std::string(text) : std::string(text);
    };
    const TrackIndex t = add((*columns_)[Role::Track] == kNone ? "rows" : nameWith(Role::Track, headerOf(Role::Track).name),
                             (*columns_)[Role::Process] == kNone ? std::string() : nameWith(Role::Process, headerOf(Role::Process).name), rank());
    return tracks_.emplace(key_, t).first->second;
  }
  TrackIndex add(std::string_view name, std::string_view process, std::int32_t rank) {
    Track t;
    t.name = builder_.intern(name);
    t.process = builder_.intern(process);
    t.rank = rank;
    t.sort = static_cast<std::int64_t>(builder_.run().tracks.size());
    for (const TrackKind k : {TrackKind::Thread, TrackKind::Stream, TrackKind::Link, TrackKind::Tier, TrackKind::Device})
      if (weir::name(k) == cell(Role::Kind)) t.kind = k;
    return builder_.track(t);
  }

  void counters(std::uint64_t line, std::int64_t at) {
    bool any = false;
    for (const int column : series_) {
      const auto value = numberOf<double>(cell(column));
      if (!value) continue;
      any = true;
      if (!std::isfinite(*value)) {
        note("value that is NaN or Infinity, left out", line);
        continue;
      }
      key_.assign(cell(Role::Rank));
      for (const Role r : {Role::Process, Role::Track, Role::Name}) (key_ += '\0') += cell(r);
      const auto [it, fresh] = counters_.try_emplace({column, key_});
      Counter& c = it->second;
      if (fresh) {
        const Header& h = columns_->headers[static_cast<std::size_t>(column)];
        std::string name = h.name;
        if (const std::string_view of = cell(Role::Name); !of.empty()) name = series_.size() == 1 ? std::string(of) : std::string(of) + " " + h.name;
        if (const std::string_view of = cell(Role::Track); !of.empty()) name += " " + headerOf(Role::Track).name + " " + std::string(of);
        c.name = builder_.intern(name);
        c.group = builder_.intern(cell(Role::Process));
        c.unit = h.unit == "%" ? "%" : h.unit;
        c.rank = rank();
      }
      c.time.push_back(at);
      c.value.push_back(static_cast<float>(*value));
      ++points_;
    }
    if (!any) note("row without a number, left out", line);
  }

  void addCounter(Counter c) {
    if (!std::is_sorted(c.time.begin(), c.time.end())) {
      std::vector<std::pair<std::int64_t, float>> points;
      for (std::size_t i = 0; i < c.time.size(); ++i) points.emplace_back(c.time[i], c.value[i]);
      std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t i = 0; i < points.size(); ++i) std::tie(c.time[i], c.value[i]) = points[i];
    }
    builder_.counter(std::move(c));
  }

  Table table() const {
    Table t;
    t.name = "csv";
    const std::size_t n = columns_->headers.size();
    const std::string_view all(text_);
    for (std::size_t i = 0; i < n; ++i) {
      Table::ColumnOf c{columns_->headers[i].name, columns_->headers[i].unit, {}, {}};
      const auto at = [&](std::size_t row) {
        const std::size_t k = row * n + i;
        const std::uint64_t from = k == 0 ? 0 : textAt_[k - 1];
        return all.substr(from, textAt_[k] - from);
      };
      bool numbers = false;
      bool words = false;
      for (std::size_t row = 0; row < rows_ && !words; ++row) {
        numbers = numbers || !at(row).empty();
        words = !at(row).empty() && !numberOf<double>(at(row));
      }
      for (std::size_t row = 0; row < rows_; ++row) {
        if (words || !numbers) c.text.emplace_back(at(row));
        else c.number.push_back(numberOf<double>(at(row)).value_or(std::numeric_limits<double>::quiet_NaN()));
      }
      t.columns.push_back(std::move(c));
    }
    return t;
  }

  ReaderContext context_;
  RunBuilder builder_{"csv", Truth::Measured};
  Lines lines_;
  char separator_ = ',';
  std::optional<Columns> columns_;
  Mode mode_ = Mode::Undecided;
  std::vector<std::pair<std::string, std::uint64_t>> waiting_;  // rows and their lines, until one tells how times are written
  Unit startUnit_ = Unit::Unknown, endUnit_ = Unit::Unknown, durationUnit_ = Unit::Unknown;
  bool dated_ = false, hasOrigin_ = false;
  Moment origin_;
  ClockKind clock_ = ClockKind::Own;
  std::uint64_t rows_ = 0, points_ = 0;
  std::vector<int> series_;
  std::map<std::pair<int, std::string>, Counter> counters_;
  std::map<std::string, TrackIndex> tracks_;
  std::optional<TrackIndex> spilled_;
  TextColumn text_;  // of a table: all cells, and where each ends
  Column<std::uint64_t> textAt_;
  // Of the row in hand.
  std::vector<std::string_view> cells_;
  std::vector<std::string> store_;
  std::list<std::string> fixed_;
  std::string key_, args_;
};

}  // namespace

int sniff(ByteSpan head) {
  std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.find('\0') != std::string_view::npos || text.starts_with('{') || text.starts_with('<')) return 0;
  std::vector<std::string> lines;
  Lines cut;
  cut.feed(text, false, [&](std::string_view line, std::uint64_t) {
    if (lines.empty() && line.starts_with('#') && separatorOf(line.substr(1)) == '\0') return true;
    lines.emplace_back(line);
    return lines.size() < 8;
  });
  if (lines.size() < 8 && head.size() < kSniffBytes) {  // the last line of a short file need not end
    lines.clear();
    Lines again;
    again.feed(text, true, [&](std::string_view line, std::uint64_t) {
      if (lines.empty() && line.starts_with('#') && separatorOf(line.substr(1)) == '\0') return true;
      lines.emplace_back(line);
      return lines.size() < 8;
    });
  }
  if (lines.size() < 2) return 0;
  const char separator = separatorOf(lines[0]);
  if (separator == '\0') return 0;
  std::vector<std::string_view> cells;
  std::vector<std::string> store;
  splitLine(lines[0].starts_with('#') ? std::string_view(lines[0]).substr(1) : std::string_view(lines[0]), separator, cells, store);
  const std::size_t columns = cells.size();
  // Names: short words, none of them a number, none twice.
  std::set<std::string> names;
  for (const std::string_view c : cells) {
    if (c.empty() && names.empty()) {
      names.insert(" ");  // an index column of no name, as pandas writes it
      continue;
    }
    const bool letters = std::any_of(c.begin(), c.end(), [](char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z'); });
    if (c.empty() || c.size() > 100 || !letters || numberOf<double>(c) || !names.insert(std::string(c)).second) return 0;
  }
  // Rows fit the header; one among them may have lost its end, as the last one of a file that was cut.
  std::size_t cutShort = 0;
  bool numeric = false;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    splitLine(lines[i], separator, cells, store);
    if (cells.size() == columns) {
      numeric = std::any_of(cells.begin(), cells.end(), [](std::string_view c) { return numberOf<double>(c) || dateFrom(c); });
      continue;
    }
    if (cells.size() > columns || ++cutShort > 1 || lines.size() < 3 || (lines.size() < 4 && i + 1 < lines.size())) return 0;
  }
  return numeric ? 15 : columns > 2 && cutShort == 0 ? 8 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<CsvReader>(context); }

}  // namespace weir::csv
