#include "trace_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "core/base/random.h"
#include "core/formats/chrome/document.h"

namespace weir::bench {
namespace {

constexpr std::size_t kSamples = 48;
constexpr std::size_t kArguments = 16;

// Small and fast; the numbers need only look unlike each other.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(mix(seed, 0x7472616365)) {}
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    return state_ ^= state_ << 17;
  }
  template <class T>
  const T& of(const std::vector<T>& v) {
    return v[next() % v.size()];
  }

 private:
  std::uint64_t state_;
};

// A fair sample of unknown many.
template <class T>
void sample(std::vector<T>& v, std::size_t most, std::uint64_t seen, Dice& dice, T value) {
  if (v.size() < most)
    v.push_back(std::move(value));
  else if (const std::uint64_t at = dice.next() % (seen + 1); at < most)
    v[at] = std::move(value);
}

std::int64_t ns(const chrome::Micros& t) { return t.us * 1000 + t.fs / 1'000'000; }

bool isNumber(std::string_view s) { return !s.empty() && s.find_first_not_of("0123456789-") == std::string_view::npos; }
std::string quoted(std::string_view s) { return isNumber(s) ? std::string(s) : '"' + std::string(s) + '"'; }

void appendTime(std::string& out, std::int64_t t) {
  fmt::format_to(std::back_inserter(out), "{}.{:03}", t / 1000, t % 1000);
}

}  // namespace

class Learner final : public chrome::Sink {
 public:
  explicit Learner(TraceMaker& maker) : maker_(maker) {}

  void event(const chrome::RawEvent& e, const char* /*at*/) override {
    if (e.ph == 'M') {
      if (maker_.metadata_.size() < (1U << 16)) maker_.metadata_ += metadata(e);
      return;
    }
    if (e.ph != 'X' && e.ph != 's' && e.ph != 'f' && e.ph != 'i') return;
    if (e.hasTs != chrome::RawEvent::Number::Good) return;
    const auto [track, newTrack] =
        tracks_.try_emplace({std::string(e.pid), std::string(e.tid), std::string(e.category)}, static_cast<std::uint32_t>(tracks_.size()));
    if (newTrack) seen_.emplace_back();
    Seen& seen = seen_[track->second];
    key_.assign(1, e.ph).append(e.category).append(1, '\0').append(e.name).append(1, '\0').append(std::to_string(track->second));
    const auto [it, fresh] = kinds_.try_emplace(key_, static_cast<std::uint32_t>(maker_.kinds_.size()));
    if (fresh) add(e, track->second);
    TraceMaker::Kind& kind = maker_.kinds_[it->second];
    const std::int64_t start = ns(e.ts);
    const std::int64_t duration = std::clamp<std::int64_t>(ns(e.dur), 0, std::int64_t{60} * 1'000'000'000);
    if (seen.any) {
      sample(kind.gaps, kSamples, kind.seen, dice_, std::clamp<std::int64_t>(start - seen.start, 0, 1'000'000'000));
      ++seen.events;
      seen.inside += start < seen.end ? 1 : 0;
    }
    sample(kind.durations, kSamples, kind.seen, dice_, duration);
    if (kind.args.size() < kArguments || kind.seen % 64 == 0) sample(kind.args, kArguments, kind.seen, dice_, arguments(e.args));
    if (last_) sample(maker_.kinds_[*last_].next, kSamples, maker_.kinds_[*last_].seen, dice_, it->second);
    sample(maker_.some_, 4096, all_++, dice_, it->second);
    seen.any = true;
    seen.start = start;
    seen.end = start + duration;
    last_ = it->second;
    ++kind.seen;
  }
  void property(std::string_view, std::string_view) override {}

  void finish() {
    for (const Seen& s : seen_) maker_.tracks_.push_back({s.inside * 50 > s.events});
  }

 private:
  struct Seen {
    bool any = false;
    std::int64_t start = 0, end = 0;
    std::uint64_t events = 0, inside = 0;  // of them, begun before the one before had ended
  };
  void add(const chrome::RawEvent& e, std::uint32_t track) {
    TraceMaker::Kind kind;
    kind.ph = e.ph;
    kind.track = track;
    // Threads keep their names by their numbers; the others of one thread are told apart by their category.
    const std::string tid = firstOf_.try_emplace({std::string(e.pid), std::string(e.tid)}, track).first->second == track
                                ? quoted(e.tid)
                                : '"' + std::string(e.tid) + ' ' + std::string(e.category) + '"';
    kind.before = fmt::format("  {{\n    \"ph\": \"{}\", \"cat\": \"{}\", \"name\": \"{}\", \"pid\": {}, \"tid\": {},\n    ", e.ph, e.category, e.name,
                              quoted(e.pid), tid);
    maker_.kinds_.push_back(std::move(kind));
  }
  static std::string metadata(const chrome::RawEvent& e) {
    return fmt::format("  {{\n    \"name\": \"{}\", \"ph\": \"M\", \"ts\": 0, \"pid\": {}, \"tid\": {},\n    \"args\": {}\n  }},\n", e.name,
                       quoted(e.pid), quoted(e.tid), e.args.empty() ? "{}" : e.args);
  }
  static TraceMaker::Arguments arguments(std::string_view args) {
    TraceMaker::Arguments a{std::string(args), {}};
    for (std::size_t i = 0; i < args.size();) {
      std::size_t n = 0;
      while (i + n < args.size() && args[i + n] >= '0' && args[i + n] <= '9') ++n;
      if (n >= 4) a.digits.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(n));
      i += n + 1;
    }
    return a;
  }

  TraceMaker& maker_;
  Dice dice_{1};
  std::map<std::tuple<std::string, std::string, std::string>, std::uint32_t> tracks_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> firstOf_;
  std::vector<Seen> seen_;
  std::unordered_map<std::string, std::uint32_t> kinds_;
  std::string key_;
  std::optional<std::uint32_t> last_;
  std::uint64_t all_ = 0;
};

Result<TraceMaker> TraceMaker::learn(std::string_view trace) {
  TraceMaker maker;
  Learner learner(maker);
  chrome::Places places;
  chrome::Document document(learner, places);
  for (std::size_t at = 0; at < trace.size();) at += document.consume(trace.data() + at, trace.size() - at, true, at, {});
  learner.finish();
  if (maker.kinds_.empty()) return fail("no event in it that could be learned from");
  return maker;
}

TraceMaker TraceMaker::plain() {
  std::string s = "[";
  Dice dice(7);
  std::int64_t t = 1000;
  const auto event = [&](std::string_view cat, std::string name, int tid, std::int64_t at, std::int64_t duration, const std::string& args) {
    s += fmt::format(R"({}{{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{}.{:03},"dur":{}.{:03},"args":{{{}}}}})", s.size() > 1 ? ",\n" : "", cat,
                     name, tid < 100 ? 0 : 4242, tid, at / 1000, at % 1000, duration / 1000, duration % 1000, args);
  };
  for (int i = 0; i < 4000; ++i) {
    const std::uint64_t op = dice.next() % 60;
    const auto took = static_cast<std::int64_t>(2000 + dice.next() % 60'000);
    event("cpu_op", fmt::format("aten::operator_{}", op), 4242, t, took,
          fmt::format(R"("External id": {}, "Sequence number": {}, "Input type": ["float", "float", ""], "Input Dims": [[{}, 1024], [1024, {}], []])", 100'000 + i,
                      10'000 + i, op + 1, op * 64));
    event("cuda_runtime", "cudaLaunchKernel", 4242, t + took / 4, took / 3, fmt::format(R"("External id": {}, "cbid": 211, "correlation": {})", 100'000 + i, 20'000 + i));
    event("kernel", fmt::format("void vectorized_elementwise_kernel<4, functor_{}>(int, functor_{})", op, op), 7, t + took, took / 2,
          fmt::format(R"("stream": 7, "correlation": {}, "grid": [{}, 1, 1], "block": [128, 1, 1], "registers per thread": 32)", 20'000 + i, op + 1));
    t += took + static_cast<std::int64_t>(dice.next() % 5000);
  }
  return std::move(*learn(s + "]"));
}

namespace {

// The collectives of one rank, one after every 40 events or so.
class Collectives {
 public:
  static constexpr std::uint64_t kEvery = 40;
  explicit Collectives(MadeRank job) : job_(job), own_(1000 + static_cast<std::uint64_t>(job.rank)) {
    for (int r = 0; r < job.ranks; ++r) members_ += fmt::format("{}{}", r > 0 ? ", " : "", r);
  }
  void append(std::string& out) {
    struct Kind {
      const char *kernel, *name;
      bool gathers, scatters;
    };
    static constexpr Kind kKinds[] = {{"AllReduce_Sum_f32_RING_LL", "allreduce", false, false}, {"AllGather_RING_LL", "_allgather_base", true, false},
                                      {"ReduceScatter_Sum_f32_RING_LL", "_reduce_scatter_base", false, true}, {"SendRecv", "all_to_allv", false, false}};
    const Kind& kind = kKinds[shared_.next() % 4];
    const std::uint64_t most = std::uint64_t{1024} * static_cast<std::uint64_t>(job_.ranks) << shared_.next() % 14, least = most / static_cast<std::uint64_t>(job_.ranks);
    const std::int64_t meet = static_cast<std::int64_t>(++count_) * kPeriod, took = 10'000 + static_cast<std::int64_t>(shared_.next() % 100'000);
    const std::int64_t start = meet - static_cast<std::int64_t>(own_.next() % 200'000);
    fmt::format_to(std::back_inserter(out),
                   "  {{\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclDevKernel_{}\", \"pid\": 0, \"tid\": 20,\n    \"ts\": ", kind.kernel);
    appendTime(out, start);
    out += ", \"dur\": ";
    appendTime(out, meet + took - start);
    fmt::format_to(std::back_inserter(out),
                   ",\n    \"args\": {{\"device\": 0, \"stream\": 20, \"Collective name\": \"{}\", \"In msg nelems\": {}, \"Out msg nelems\": {}, \"Group size\": {}, "
                   "\"dtype\": \"Float\", \"Process Group Name\": \"0\", \"Process Group Ranks\": \"[{}]\"}}\n  }}",
                   kind.name, kind.gathers ? least : most, kind.scatters ? least : most, job_.ranks, members_);
  }

 private:
  static constexpr std::int64_t kPeriod = 500'000;  // ns
  MadeRank job_;
  Dice shared_{77}, own_;  // what all ranks agree on, and what they do not
  std::uint64_t count_ = 0;
  std::string members_;
};

}  // namespace

Result<std::vector<std::string>> TraceMaker::writeJob(const std::string& folder, std::uint64_t bytes, int ranks, std::uint64_t seed) const {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return failIo("cannot be made: " + error.message(), folder);
  std::vector<std::string> files;
  for (int r = 0; r < ranks; ++r) {
    files.push_back(fmt::format("{}/rank-{}.json", folder, r));
    const auto written = write(files.back(), bytes / static_cast<std::uint64_t>(ranks), seed + static_cast<std::uint64_t>(r), {r, ranks});
    if (!written) return tl::make_unexpected(written.error());
  }
  return files;
}

Result<void> TraceMaker::write(const std::string& path, std::uint64_t bytes, std::uint64_t seed, MadeRank job) const {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
  if (!file) return failIo("cannot be written", path);
  constexpr std::size_t kBuffer = std::size_t{4} << 20;
  constexpr std::string_view kEnd = "\n  ],\n  \"traceName\": \"made by make_trace\"\n}\n";
  struct Cursor {
    std::int64_t start = 0;
    std::vector<std::int64_t> ends;  // of slices still open
  };
  std::vector<Cursor> cursors(tracks_.size());
  Dice dice(seed);
  std::string out = "{\n  \"schemaVersion\": 1,\n";
  if (job.ranks > 1) out += fmt::format("  \"distributedInfo\": {{\"backend\": \"nccl\", \"rank\": {}, \"world_size\": {}}},\n", job.rank, job.ranks);
  out += "  \"deviceProperties\": [],\n  \"displayTimeUnit\": \"ms\",\n"
                    "  \"baseTimeNanoseconds\": 1700000000000000000,\n  \"traceEvents\": [\n" + metadata_;
  std::uint64_t written = 0;
  std::uint64_t flow = 0;
  std::uint32_t at = some_.front();
  bool first = true;
  Collectives collectives(job);
  std::uint64_t events = 0;
  while (written + out.size() + kEnd.size() < bytes) {
    const Kind& kind = kinds_[at];
    Cursor& c = cursors[kind.track];
    std::int64_t start = c.start + (kind.gaps.empty() ? 1000 : dice.of(kind.gaps));
    std::int64_t duration = dice.of(kind.durations);
    if (kind.ph == 'X') {
      while (!c.ends.empty() && c.ends.back() <= start) c.ends.pop_back();
      if (!c.ends.empty()) {
        if (tracks_[kind.track].nests && c.ends.size() < 64) {
          duration = std::min(duration, c.ends.back() - start);
        } else {
          start = c.ends.front();
          c.ends.clear();
        }
      }
      c.ends.push_back(start + duration);
    }
    c.start = start;
    if (!first) out += ",\n";
    first = false;
    if (job.ranks > 1 && events++ % Collectives::kEvery == 0) {
      collectives.append(out);
      out += ",\n";
    }
    out += kind.before;
    if (kind.ph != 'X' && kind.ph != 'i') fmt::format_to(std::back_inserter(out), "\"id\": {}, ", kind.ph == 's' ? ++flow : flow);
    if (kind.ph == 'f') out += "\"bp\": \"e\", ";
    out += "\"ts\": ";
    appendTime(out, start);
    if (kind.ph == 'X') {
      out += ", \"dur\": ";
      appendTime(out, duration);
    }
    if (const Arguments& a = dice.of(kind.args); a.text.size() > 2) {
      out += ",\n    \"args\": ";
      const std::size_t from = out.size();
      out += a.text;
      for (const auto& [offset, length] : a.digits) {
        std::uint64_t v = dice.next();
        for (std::uint32_t k = 1; k < length && k < 8; ++k, v /= 10) out[from + offset + k] = static_cast<char>('0' + v % 10);
      }
    }
    out += "\n  }";
    if (out.size() >= kBuffer) {
      written += out.size();
      if (std::fwrite(out.data(), 1, out.size(), file.get()) != out.size()) return failIo("cannot be written (disk full?)", path);
      out.clear();
    }
    // Ends of the chain, and now and then a jump, so that no short loop goes on for ever.
    at = kind.next.empty() || dice.next() % 256 == 0 ? dice.of(some_) : dice.of(kind.next);
  }
  out += kEnd;
  if (std::fwrite(out.data(), 1, out.size(), file.get()) != out.size() || std::fflush(file.get()) != 0)
    return failIo("cannot be written (disk full?)", path);
  return {};
}

}  // namespace weir::bench
