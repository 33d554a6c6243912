#include "core/formats/recorder/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/chrome/text.h"
#include "core/formats/dftracer/words.h"
#include "core/run/builder.h"

namespace weir::recorder {
namespace {

constexpr std::size_t kLongestLine = std::size_t{16} << 20;

// "tstart tend function level type ( arguments )"
struct Line {
  double start = 0, end = 0;
  std::string_view function, arguments;
  int level = 0, type = 0;
};

bool parse(std::string_view s, Line& out) {
  const auto word = [&s] {
    while (s.starts_with(' ')) s.remove_prefix(1);
    const std::size_t n = std::min(s.find(' '), s.size());
    const std::string_view w = s.substr(0, n);
    s.remove_prefix(n);
    return w;
  };
  const auto number = [](std::string_view w, auto& v) {
    const auto r = std::from_chars(w.data(), w.data() + w.size(), v);
    return r.ec == std::errc{} && r.ptr == w.data() + w.size();
  };
  if (!number(word(), out.start) || !number(word(), out.end)) return false;
  out.function = word();
  if (out.function.empty() || !number(word(), out.level) || !number(word(), out.type)) return false;
  if (word() != "(") return false;
  while (s.ends_with(' ') || s.ends_with('\r')) s.remove_suffix(1);
  if (!s.ends_with(')')) return false;
  s.remove_suffix(1);
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  out.arguments = s;
  return true;
}

// Recorder's kinds of functions (include/recorder-logger.h).
std::string_view layerOf(int type) {
  switch (type) {
    case 0:
      return "POSIX";
    case 1:
      return "MPI-IO";
    case 2:
      return "MPI";
    case 3:
      return "HDF5";
    case 4:
      return "user";
    default:
      return "other";
  }
}

class TextReader final : public Reader {
 public:
  explicit TextReader(const ReaderContext& context) : context_(context), builder_("recorder", Truth::Measured) {
    Track t;
    t.kind = TrackKind::Thread;
    t.rank = rankOf(context.name);
    t.name = builder_.intern("calls");
    track_ = builder_.track(t);
    rank_ = t.rank;
  }

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    const char* p = reinterpret_cast<const char*>(chunk.data());
    const char* const end = p + chunk.size();
    while (p < end) {
      const char* stop = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      const std::string_view part(p, static_cast<std::size_t>((stop == nullptr ? end : stop) - p));
      if (stop == nullptr || !rest_.empty()) {
        if (rest_.size() + part.size() > kLongestLine) return fail("a line longer than 16 MiB", fmt::format("line {}", number_ + 1));
        rest_.append(part);
      }
      if (stop == nullptr) break;
      line(rest_.empty() ? part : std::string_view(rest_));
      rest_.clear();
      p = stop + 1;
      if ((number_ & 0xfff) == 0 && job.stopped()) return stoppedByUser();
    }
    if (last && !rest_.empty()) line(rest_);
    if (last) rest_.clear();
    if (job.stopped()) return stoppedByUser();
    if (context_.memoryLimit > 0 && builder_.slices() * 100 + builder_.run().argsText.size() > context_.memoryLimit)
      return fail(fmt::format("the trace needs more than {} MiB of memory", context_.memoryLimit >> 20), fmt::format("line {}", number_));
    return {};
  }

  Result<Run> finish(const Job&) override {
    if (builder_.slices() == 0) return fail("no call in it");
    Source s;
    s.clock = ClockKind::Own;
    builder_.run().sources.push_back(s);
    if (asked_ > 0) builder_.note("bytes are what calls asked for: Recorder keeps no results", context_.name, asked_);
    return builder_.build();
  }

 private:
  static std::int32_t rankOf(std::string_view name) {
    const std::size_t dot = name.find('.');
    const std::string_view digits = name.substr(0, dot);
    std::int32_t rank = 0;
    const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
    return !digits.empty() && r.ec == std::errc{} && r.ptr == digits.data() + digits.size() && rank >= 0 ? rank : kUnknownRank;
  }

  void line(std::string_view text) {
    ++number_;
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
    Line l;
    if (!parse(text, l)) return builder_.note("damaged line, left out", fmt::format("line {}", number_));
    constexpr double kMost = 100.0 * 86400;
    if (!(l.start >= 0 && l.start <= kMost && l.end >= 0 && l.end <= kMost))
      return builder_.note("time below 0 or beyond 100 days, left out", fmt::format("line {}", number_));
    using Kind = IoOperation::Kind;
    const Kind kind = l.type == 2 ? Kind::Other : dftracer::kindOf(l.function);
    const std::string_view layer = layerOf(l.type);
    RunBuilder::SliceIn s;
    s.track = track_;
    s.start = std::llround(l.start * 1e12);
    s.duration = std::llround(l.end * 1e12) - s.start;
    s.name = builder_.intern(clean(l.function));
    s.category = builder_.intern(layer);
    s.activity = l.type == 2 ? Activity::Communication : l.type == 4 ? Activity::Annotation : kind == Kind::Read ? Activity::DataLoad : Activity::Other;
    std::string args;
    if (!l.arguments.empty()) {
      args = "{\"args\":\"";
      for (const char c : clean(l.arguments)) {
        if (c == '"' || c == '\\') args += '\\';
        args += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
      }
      args += "\"}";
    }
    s.args = args;
    builder_.slice(s);
    if (l.type != 0 && l.type != 1 && l.type != 3) return;
    IoOperation op;
    op.kind = kind;
    op.rank = rank_;
    op.layer = s.category;
    op.start = s.start;
    op.duration = std::max<std::int64_t>(s.duration, 0);
    std::vector<std::string_view> words;
    for (std::string_view rest = l.arguments; !rest.empty() && words.size() < 16;) {
      const std::size_t n = std::min(rest.find(' '), rest.size());
      if (n > 0) words.push_back(rest.substr(0, n));
      rest.remove_prefix(std::min(n + 1, rest.size()));
    }
    for (const std::string_view w : words)
      if (op.file == 0 && w.find('/') != std::string_view::npos) op.file = builder_.intern(clean(w));
    if (l.type == 0 && (kind == Kind::Read || kind == Kind::Write)) {
      // read(file, buffer, count); fread(buffer, size, count, stream).
      const auto at = [&](std::size_t i) { return i < words.size() ? chrome::integerOf(words[i]) : std::nullopt; };
      const auto count = at(2);
      const auto size = dftracer::countsItems(l.function) ? at(1) : std::optional<std::int64_t>(1);
      std::int64_t bytes = 0;
      if (count && size && *count >= 0 && *size >= 0 && !__builtin_mul_overflow(*count, *size, &bytes)) {
        op.bytes = bytes;
        ++asked_;
      }
    }
    builder_.io(op);
  }

  static std::string clean(std::string_view s) {
    std::string out;
    chrome::appendUtf8(out, s);
    return out;
  }

  ReaderContext context_;
  RunBuilder builder_;
  TrackIndex track_ = 0;
  std::int32_t rank_ = kUnknownRank;
  std::string rest_;
  std::uint64_t number_ = 0, asked_ = 0;
};

std::string_view textOf(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }

}  // namespace

int sniffText(ByteSpan head) {
  std::string_view s = textOf(head);
  Line l;
  int lines = 0;
  while (lines < 3) {
    const std::size_t n = s.find('\n');
    if (n == std::string_view::npos) break;
    if (!parse(s.substr(0, n), l) || l.type < 0 || l.type > 16) return 0;
    ++lines;
    s.remove_prefix(n + 1);
  }
  if (lines == 0) return !s.empty() && parse(s, l) ? 80 : 0;
  return 85;
}

int sniffRaw(ByteSpan head) {
  // recorder.mt: a binary header, then the names of all functions it knows.
  const std::string_view s = textOf(head);
  return s.substr(0, 256).find('\0') != std::string_view::npos && s.find("creat64") != std::string_view::npos &&
                 s.find("MPI_File_write_at") != std::string_view::npos && s.find("fdatasync") != std::string_view::npos
             ? 90
             : 0;
}

int sniffParquet(ByteSpan head) {
  const std::string_view s = textOf(head);
  if (s.starts_with("PAR1")) return 95;
  const bool tar = s.size() > 262 && s.substr(257, 5) == "ustar";
  return tar && (s.find(".parquet") != std::string_view::npos || s.find("PAR1") != std::string_view::npos) ? 95 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<TextReader>(context); }

}  // namespace weir::recorder
