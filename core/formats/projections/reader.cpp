#include "core/formats/projections/reader.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/formats/paje/lines.h"
#include "core/run/builder.h"

namespace weir::projections {
namespace {

namespace fs = std::filesystem;

std::string_view words(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }

std::string_view word(std::string_view& line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  if (!line.empty() && line.front() == '"') {
    const std::size_t end = std::min(line.find('"', 1), line.size());
    const std::string_view w = line.substr(1, end - 1);
    line.remove_prefix(std::min(end + 1, line.size()));
    return w;
  }
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view w = line.substr(0, end);
  line.remove_prefix(end);
  return w;
}
bool whole(std::string_view w, std::int64_t& v) {
  const auto r = std::from_chars(w.data(), w.data() + w.size(), v);
  return !w.empty() && r.ec == std::errc() && r.ptr == w.data() + w.size();
}

// Kinds of records (charm: src/ck-perf/trace-common.h).
enum Kind : std::int64_t {
  Creation = 1, BeginProcessing = 2, EndProcessing = 3, BeginComputation = 6, EndComputation = 7, BeginIdle = 14, EndIdle = 15,
  BeginPack = 16, EndPack = 17, BeginUnpack = 18, EndUnpack = 19, CreationBroadcast = 20
};
constexpr std::int64_t kMost_us = 9'000'000'000'000;  // 104 days

class Trace {
 public:
  Trace() : b_("projections", Truth::Measured) {}
  RunBuilder& builder() { return b_; }
  std::int64_t processors = 0;
  double version = 0;
  bool any = false;

  void definition(std::string_view line, std::uint64_t n) {
    std::string_view rest = line;
    const std::string_view key = word(rest);
    if (key.empty()) return;
    if (key == "CHARE") {
      std::int64_t id = 0;
      if (!whole(word(rest), id)) return b_.note("definition that cannot be read", fmt::format("line {}", n));
      chares_[id] = word(rest);
    } else if (key == "ENTRY") {
      // ENTRY CHARE 3 "name(msg)" chare message
      (void)word(rest);
      std::int64_t id = 0;
      std::int64_t chare = -1;
      if (!whole(word(rest), id)) return b_.note("definition that cannot be read", fmt::format("line {}", n));
      std::string name(word(rest));
      (void)whole(word(rest), chare);
      entries_[id] = {std::move(name), chare};
    } else if (key == "MESSAGE" || key == "PSEUDO" || key == "EVENT" || key == "STAT" || key == "FUNCTION" || key == "END" || key == "PROJECTIONS_ID") {
      ++others_[std::string(key)];
    } else {
      std::string value(word(rest));
      if (key == "PROCESSORS") (void)whole(value, processors);
      if (key == "VERSION") std::from_chars(value.data(), value.data() + value.size(), version);
      std::string name(key);
      for (char& c : name) c = c == '_' ? ' ' : static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
      if (b_.run().facts.size() < 128) b_.fact(name, value);
      any = true;
    }
  }

  void beginLog(std::int64_t pe) {
    pe_ = static_cast<std::int32_t>(pe);
    Track t;
    t.name = b_.intern(fmt::format("PE {}", pe));
    t.kind = TrackKind::Thread;
    t.rank = pe_;
    track_ = b_.track(t);
    open_.clear();
    last_ = 0;
  }

  void record(std::string_view line, std::uint64_t n) {
    if (line.empty() || line.starts_with("PROJECTIONS-RECORD")) return;
    std::int64_t f[8] = {};
    std::size_t count = 0;
    for (std::string_view w = word(line); !w.empty() && count < 8; w = word(line))
      if (!whole(w, f[count++])) {
        --count;
        break;
      }
    if (count == 0) return b_.note("record that cannot be read: left out", fmt::format("PE {}, line {}", pe_, n));
    ++counts_[f[0]];
    const auto time = [&](std::size_t i, std::int64_t& t) {
      if (count <= i || f[i] < 0 || f[i] > kMost_us) {
        b_.note("record without a time: left out", fmt::format("PE {}, line {}", pe_, n));
        return false;
      }
      t = f[i] * 1'000'000;
      last_ = std::max(last_, t);
      return true;
    };
    std::int64_t t = 0;
    switch (f[0]) {
      case Creation:
      case CreationBroadcast:  // message type, entry, time, event, PE, bytes
        if (!time(3, t) || count < 7) return;
        sends_[key(pe_, f[4])] = {t, f[6], SliceIndex{0}, false};
        if (!open_.empty()) open_.back().sends.push_back(key(pe_, f[4]));
        return;
      case BeginProcessing:  // message type, entry, time, event, source, bytes
        if (!time(3, t) || tooDeep(n)) return;
        open_.push_back({f[0], t, nameOf(f[2]), count > 6 ? static_cast<std::int32_t>(std::clamp<std::int64_t>(f[5], -1, 1 << 24)) : kUnknownRank, count > 4 ? f[4] : -1, count > 6 ? f[6] : -1, {}});
        return;
      case EndProcessing:
        if (time(3, t)) close(BeginProcessing, t);
        return;
      case BeginIdle:
      case BeginPack:
      case BeginUnpack:
        if (time(1, t) && !tooDeep(n)) open_.push_back({f[0], t, b_.intern(f[0] == BeginIdle ? "idle" : f[0] == BeginPack ? "pack" : "unpack"), kUnknownRank, -1, -1, {}});
        return;
      case EndIdle:
      case EndPack:
      case EndUnpack:
        if (time(1, t)) close(f[0] - 1, t);
        return;
      case BeginComputation:
      case EndComputation:
        if (time(1, t)) b_.instant({track_, b_.intern(f[0] == BeginComputation ? "computation begins" : "computation ends"), t});
        return;
      default: return;  // counted in the table "records"
    }
  }

  void endLog() {
    while (!open_.empty()) {
      b_.note("begin without an end: shown until the log ends", fmt::format("PE {}", pe_), 1, open_.back().start);
      closeLast(last_);
    }
  }

  Run finish() {
    const NameId kind = b_.intern(kArrowMessage);
    for (const Arrival& a : arrivals_) {
      const auto it = sends_.find(key(a.source, a.event));
      if (it == sends_.end()) {
        ++unsent_;
        continue;
      }
      const Sent& s = it->second;
      b_.transfer(a.source, a.pe, a.bytes >= 0 ? a.bytes : s.bytes, s.time, std::max(s.time, a.time));
      if (s.placed) b_.arrow(s.slice, a.slice, kind);
    }
    if (unsent_ > 0) b_.note("message whose sending is in no log", {}, unsent_);
    Table t;
    t.name = "entries";
    t.columns = {{"entry", "", {}, {}}, {"chare", "", {}, {}}};
    std::vector<std::int64_t> ids;
    for (const auto& [id, e] : entries_) ids.push_back(id);
    std::sort(ids.begin(), ids.end());
    for (const std::int64_t id : ids) {
      t.columns[0].text.push_back(entries_[id].first);
      t.columns[1].text.push_back(chares_[entries_[id].second]);
    }
    if (t.rows() > 0) b_.table(std::move(t));
    Table r;
    r.name = "records";
    r.columns = {{"kind", "", {}, {}}, {"count", "", {}, {}}};
    std::vector<std::pair<std::int64_t, std::uint64_t>> counts(counts_.begin(), counts_.end());
    std::sort(counts.begin(), counts.end());
    for (const auto& [k, n] : counts) {
      r.columns[0].number.push_back(static_cast<double>(k));
      r.columns[1].number.push_back(static_cast<double>(n));
    }
    if (r.rows() > 0) b_.table(std::move(r));
    Source s;
    s.clock = ClockKind::Own;
    b_.run().sources.push_back(s);
    if (processors > 0 && processors < (1 << 24)) b_.run().worldSize = static_cast<std::int32_t>(processors);
    return b_.build();
  }

 private:
  struct Open {
    std::int64_t kind, start;
    NameId name;
    std::int32_t source;
    std::int64_t event, bytes;
    std::vector<std::uint64_t> sends;
  };
  struct Sent {
    std::int64_t time = 0, bytes = -1;
    SliceIndex slice = 0;
    bool placed = false;
  };
  struct Arrival {
    std::int32_t source, pe;
    std::int64_t event, bytes, time;
    SliceIndex slice;
  };
  static std::uint64_t key(std::int64_t pe, std::int64_t event) { return (static_cast<std::uint64_t>(pe) << 40) ^ static_cast<std::uint64_t>(event); }

  bool tooDeep(std::uint64_t n) {
    if (open_.size() < 4096) return false;
    b_.note("begin in more than 4096 open ones: left out", fmt::format("PE {}, line {}", pe_, n));
    return true;
  }

  NameId nameOf(std::int64_t entry) {
    const auto it = entries_.find(entry);
    if (it == entries_.end()) return b_.intern(fmt::format("entry {}", entry));
    const auto chare = chares_.find(it->second.second);
    return b_.intern(chare == chares_.end() ? it->second.first : chare->second + "::" + it->second.first);
  }

  void close(std::int64_t kind, std::int64_t t) {
    const auto it = std::find_if(open_.rbegin(), open_.rend(), [&](const Open& o) { return o.kind == kind; });
    if (it == open_.rend()) return b_.note("end without a begin", fmt::format("PE {}", pe_), 1, t);
    const auto keep = static_cast<std::size_t>(open_.rend() - it) - 1;
    while (open_.size() > keep + 1) {
      b_.note("begin without an end: shown until what surrounds it ends", fmt::format("PE {}", pe_), 1, open_.back().start);
      closeLast(t);
    }
    closeLast(t);
  }

  void closeLast(std::int64_t t) {
    const Open o = std::move(open_.back());
    open_.pop_back();
    const bool work = o.kind == BeginProcessing;
    const std::string args = work && o.bytes >= 0 ? fmt::format(R"({{"from":{},"bytes":{}}})", o.source, o.bytes) : std::string();
    const SliceIndex slice = b_.slice({track_, o.start, t - o.start, o.name, b_.intern(work ? "entry" : "runtime"), work ? Activity::Compute : o.kind == BeginIdle ? Activity::Wait : Activity::Copy, args});
    for (const std::uint64_t k : o.sends)
      if (const auto it = sends_.find(k); it != sends_.end()) {
        it->second.slice = slice;
        it->second.placed = true;
      }
    if (work && o.source >= 0 && o.event >= 0) arrivals_.push_back({o.source, pe_, o.event, o.bytes, o.start, slice});
  }

  RunBuilder b_;
  std::unordered_map<std::int64_t, std::string> chares_;
  std::unordered_map<std::int64_t, std::pair<std::string, std::int64_t>> entries_;
  std::unordered_map<std::string, std::uint64_t> others_;
  std::unordered_map<std::int64_t, std::uint64_t> counts_;
  std::unordered_map<std::uint64_t, Sent> sends_;
  std::vector<Arrival> arrivals_;
  std::vector<Open> open_;
  std::int32_t pe_ = 0;
  TrackIndex track_ = 0;
  std::int64_t last_ = 0;
  std::uint64_t unsent_ = 0;
};

struct CloseGz {
  void operator()(gzFile f) const { gzclose(f); }
};

}  // namespace

int sniffSts(ByteSpan head) {
  const std::string_view t = words(head).substr(0, 4096);
  return t.starts_with("PROJECTIONS_ID") && t.find("PROCESSORS") != std::string_view::npos ? 95 : t.starts_with("VERSION") && t.find("TOTAL_CHARES") != std::string_view::npos ? 80 : 0;
}
int sniffLog(ByteSpan head) {
  const std::string_view t = words(head).substr(0, 256);
  return t.starts_with("PROJECTIONS-RECORD") || t.starts_with("RC_GLOBAL_START_TIME") ? 95 : 0;
}

Result<Run> readSts(const std::string& path, const ReaderContext& context, const Job& job) {
  Trace trace;
  std::vector<char> buffer(1U << 20);
  {
    std::ifstream in(path, std::ios::binary);
    paje::Lines lines;
    while (in) {
      in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
      const ByteSpan chunk = std::as_bytes(std::span(buffer.data(), static_cast<std::size_t>(in.gcount())));
      if (!lines.feed(chunk, !in, [&](std::string_view line) { trace.definition(line, lines.number()); })) return fail("a line is longer than 16 MiB", path);
    }
  }
  if (!trace.any) return fail("no header in it", path, "a Projections .sts file says VERSION, MACHINE, PROCESSORS");
  // name.sts, name.<PE>.log or name.<PE>.log.gz
  const fs::path sts(path);
  const std::string stem = (sts.parent_path() / sts.stem()).string();
  std::int64_t missing = 0;
  const std::int64_t n = std::clamp<std::int64_t>(trace.processors, 0, 1 << 20);
  for (std::int64_t pe = 0; pe < n; ++pe) {
    std::string name = fmt::format("{}.{}.log", stem, pe);
    std::error_code ignored;
    if (!fs::is_regular_file(name, ignored)) name += ".gz";
    if (!fs::is_regular_file(name, ignored)) {
      ++missing;
      if (missing > 4096) {
        missing = n - (pe + 1 - missing);
        break;
      }
      continue;
    }
    const std::unique_ptr<gzFile_s, CloseGz> file(gzopen(name.c_str(), "rb"));  // reads plain files too
    if (!file) continue;
    trace.beginLog(pe);
    paje::Lines lines;
    for (bool last = false; !last;) {
      if (job.stopped()) return stoppedByUser();
      const int got = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()));
      if (got < 0) trace.builder().note("log that is damaged: read up to there", fs::path(name).filename().string());
      last = got <= 0;
      const ByteSpan chunk = std::as_bytes(std::span(buffer.data(), static_cast<std::size_t>(std::max(got, 0))));
      if (!lines.feed(chunk, last, [&](std::string_view line) { trace.record(line, lines.number()); })) return fail("a line is longer than 16 MiB", name);
      if (context.memoryLimit > 0 && trace.builder().slices() * 200 > context.memoryLimit) return fail("the trace needs more memory than is allowed", path, "raise the limit");
    }
    trace.endLog();
  }
  if (missing > 0) trace.builder().note("logs that are not beside it: only what the .sts says is known of them", {}, static_cast<std::uint64_t>(missing));
  return trace.finish();
}

}  // namespace weir::projections
