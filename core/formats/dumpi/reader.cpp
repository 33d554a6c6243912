#include "core/formats/dumpi/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/paje/decimal.h"
#include "core/formats/paje/lines.h"
#include "core/formats/paje/words.h"
#include "core/run/builder.h"

namespace weir::dumpi {
namespace {

std::string_view words(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }

constexpr std::string_view kEntering = " entering at walltime ";
constexpr std::string_view kReturning = " returning at walltime ";

// "MPI_DOUBLE" of "10 (MPI_DOUBLE)".
std::optional<std::int64_t> typeBytes(std::string_view value) {
  static constexpr std::array<std::pair<std::string_view, std::int64_t>, 20> sizes{
      {{"MPI_CHAR", 1}, {"MPI_SIGNED_CHAR", 1}, {"MPI_UNSIGNED_CHAR", 1}, {"MPI_BYTE", 1}, {"MPI_PACKED", 1}, {"MPI_SHORT", 2}, {"MPI_UNSIGNED_SHORT", 2}, {"MPI_INT", 4}, {"MPI_UNSIGNED", 4},
       {"MPI_FLOAT", 4}, {"MPI_LONG", 8}, {"MPI_UNSIGNED_LONG", 8}, {"MPI_DOUBLE", 8}, {"MPI_LONG_LONG_INT", 8}, {"MPI_UNSIGNED_LONG_LONG", 8}, {"MPI_LONG_DOUBLE", 16}, {"MPI_2INT", 8},
       {"MPI_FLOAT_INT", 8}, {"MPI_DOUBLE_INT", 12}, {"MPI_LONG_LONG", 8}}};
  const std::size_t open = value.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  const std::string_view name = value.substr(open + 1, value.find(')', open) - open - 1);
  for (const auto& [n, b] : sizes)
    if (n == name) return b;
  return std::nullopt;
}

class TextReader : public Reader {
 public:
  explicit TextReader(const ReaderContext& c) : memoryLimit_(c.memoryLimit), rank_(rankOf(c.name)) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (!lines_.feed(chunk, last, [&](std::string_view line) { take(line); })) return fail("a line is longer than 16 MiB", fmt::format("line {}", lines_.number() + 1));
    if (memoryLimit_ > 0 && builder_.slices() * 200 > memoryLimit_) return fail("the trace needs more memory than is allowed", {}, "open fewer ranks, or raise the limit");
    return {};
  }
  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    for (const Call& c : open_) builder_.note("call that does not return: left out", c.name, 1, c.start);
    if (builder_.slices() == 0) return fail("no call in it", {}, "write it with dumpi2ascii, which prints the calls");
    Source s;
    s.clock = ClockKind::Own;
    builder_.run().sources.push_back(s);
    builder_.run().originNs = origin_ * 1'000'000'000;
    return builder_.build();
  }

 private:
  struct Call {
    std::string name;
    std::int64_t start = 0;
    int thread = 0;
    std::vector<std::pair<std::string, std::string>> values;
    [[nodiscard]] std::string_view at(std::string_view key) const {
      for (const auto& [k, v] : values)
        if (k == key) return v;
      return {};
    }
    [[nodiscard]] std::optional<std::int64_t> whole(std::string_view key) const {
      const std::string_view v = at(key);
      std::int64_t n = 0;
      return std::from_chars(v.data(), v.data() + v.size(), n).ec == std::errc() ? std::optional(n) : std::nullopt;
    }
  };

  // "dumpi-2013.09.26.10.55.53-0003.txt": the last group of digits behind a dash.
  static std::int32_t rankOf(std::string_view name) {
    for (std::size_t i = name.size(); i-- > 0;) {
      if (name[i] != '-') continue;
      std::int32_t n = 0;
      const auto r = std::from_chars(name.data() + i + 1, name.data() + name.size(), n);
      if (r.ec == std::errc() && r.ptr - (name.data() + i + 1) >= 4 && (r.ptr == name.data() + name.size() || *r.ptr == '.')) return n;
    }
    return kUnknownRank;
  }

  bool time(std::string_view rest, std::int64_t& ps) {
    const std::string_view text = rest.substr(0, rest.find(','));
    const std::size_t dot = std::min(text.find('.'), text.size());
    std::int64_t seconds = 0;
    const auto r = std::from_chars(text.data(), text.data() + dot, seconds);
    if (r.ec != std::errc() || r.ptr != text.data() + dot || seconds < 0 || seconds > 9'000'000'000) return false;
    if (!started_) origin_ = seconds;
    std::int64_t fraction = 0;
    if (dot < text.size() && !paje::picoseconds("0" + std::string(text.substr(dot)), paje::kSeconds, fraction)) return false;
    if (std::abs(seconds - origin_) > 9'000'000) return false;
    started_ = true;
    ps = (seconds - origin_) * 1'000'000'000'000 + fraction;
    return true;
  }
  static int threadOf(std::string_view line) {
    const std::size_t at = line.rfind("thread ");
    int n = 0;
    if (at != std::string_view::npos) std::from_chars(line.data() + at + 7, line.data() + line.size(), n);
    return n;
  }

  void take(std::string_view line) {
    if (const std::size_t at = line.find(kEntering); at != std::string_view::npos) {
      Call c;
      c.name = line.substr(0, at);
      c.thread = threadOf(line);
      if (!time(line.substr(at + kEntering.size()), c.start)) return builder_.note("call without a time: left out", fmt::format("line {}", lines_.number()));
      if (open_.size() < 1024) open_.push_back(std::move(c));
      return;
    }
    if (const std::size_t at = line.find(kReturning); at != std::string_view::npos) {
      std::int64_t end = 0;
      const std::string_view name = line.substr(0, at);
      const auto call = std::find_if(open_.rbegin(), open_.rend(), [&](const Call& c) { return c.name == name; });
      if (call == open_.rend() || !time(line.substr(at + kReturning.size()), end))
        return builder_.note("return without its call", fmt::format("line {}", lines_.number()));
      close(*call, end);
      open_.erase(std::next(call).base());
      return;
    }
    if (open_.empty()) {
      const std::size_t equals = line.find('=');
      if (equals != std::string_view::npos && line.substr(0, equals).find(' ') == std::string_view::npos && builder_.run().facts.size() < 64)
        builder_.fact(line.substr(0, equals), line.substr(equals + 1));
      return;
    }
    // "int count=100", "MPI_Comm comm=0 (MPI_COMM_WORLD)"
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || open_.back().values.size() >= 32) return;
    const std::size_t space = line.rfind(' ', equals);
    open_.back().values.emplace_back(line.substr(space == std::string_view::npos ? 0 : space + 1, equals - (space == std::string_view::npos ? 0 : space + 1)), line.substr(equals + 1, 200));
  }

  TrackIndex track(int thread) {
    for (const auto& [t, index] : tracks_)
      if (t == thread) return index;
    Track t;
    t.name = builder_.intern(fmt::format("thread {}", thread));
    t.kind = TrackKind::Thread;
    t.rank = rank_;
    t.sort = thread;
    tracks_.emplace_back(thread, builder_.track(t));
    return tracks_.back().second;
  }

  void close(const Call& c, std::int64_t end) {
    std::string args;
    for (const auto& [key, value] : c.values) {
      if (key.find_first_of("\"\\[") != std::string::npos || value.find_first_of("\"\\") != std::string::npos || args.size() > 1000) continue;
      args += fmt::format("{}\"{}\":\"{}\"", args.empty() ? "{" : ",", key, value);
    }
    if (!args.empty()) args += "}";
    const auto count = c.whole("count") ? c.whole("count") : c.whole("sendcount");
    const auto size = typeBytes(c.at("datatype").empty() ? c.at("sendtype") : c.at("datatype"));
    const std::int64_t bytes = count && size && *count >= 0 && *count < (std::int64_t{1} << 58) ? *count * *size : kUnknownBytes;
    const SliceIndex slice = builder_.slice({track(c.thread), c.start, end - c.start, builder_.intern(c.name), builder_.intern("MPI"), paje::activityOf(c.name), args});
    const bool world = c.at("comm").find("MPI_COMM_WORLD") != std::string_view::npos;
    const bool sends = c.name.ends_with("send") || c.name == "MPI_Send" || c.name == "MPI_Sendrecv";
    if (const auto dest = c.whole("dest"); sends && dest && world && *dest >= 0 && *dest < (1 << 24))
      builder_.transfer(rank_, static_cast<std::int32_t>(*dest), bytes, c.start, end);
    if (const auto op = paje::collectiveOf(c.name)) {
      CollectiveCall call;
      call.operation = *op;
      call.bytes = *op == Operation::Barrier ? 0 : bytes;
      call.rank = rank_;
      call.slice = slice;
      call.start = c.start;
      call.duration = std::max<std::int64_t>(end - c.start, 0);
      builder_.collective(call);
    }
  }

  std::uint64_t memoryLimit_;
  std::int32_t rank_;
  std::int64_t origin_ = 0;
  bool started_ = false;
  paje::Lines lines_;
  RunBuilder builder_{"dumpi-text", Truth::Measured};
  std::vector<Call> open_;
  std::vector<std::pair<int, TrackIndex>> tracks_;
};

}  // namespace

int sniffBinary(ByteSpan h) { return h.size() > 8 && words(h).substr(3, 5) == "DUMPI" ? 100 : 0; }
int sniffMeta(ByteSpan h) {
  const std::string_view t = words(h);
  return t.size() < 8192 && t.starts_with("hostname=") && t.find("numprocs=") != std::string_view::npos && t.find("fileprefix=") != std::string_view::npos ? 90 : 0;
}
int sniffText(ByteSpan h) {
  const std::string_view t = words(h).substr(0, 16384);
  const std::size_t at = t.find(kEntering);
  if (at == std::string_view::npos) return 0;
  const std::size_t line = t.rfind('\n', at) == std::string_view::npos ? 0 : t.rfind('\n', at) + 1;
  return t.substr(line, at - line).find(' ') == std::string_view::npos ? 90 : 0;
}
std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<TextReader>(context); }

}  // namespace weir::dumpi
