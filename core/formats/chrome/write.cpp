#include "core/formats/chrome/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/formats/chrome/annex.h"
#include "core/formats/chrome/arrows.h"
#include "core/formats/chrome/kineto.h"
#include "core/formats/chrome/text.h"
#include "core/run/io_failed.h"

namespace weir::chrome {
namespace {

constexpr std::size_t kFlush = std::size_t{1} << 20;

// Microseconds, to the picosecond: "1234.5".
void appendMicros(std::string& out, std::int64_t ps) {
  const bool minus = ps < 0;
  const std::uint64_t v = minus ? 0 - static_cast<std::uint64_t>(ps) : static_cast<std::uint64_t>(ps);
  fmt::format_to(std::back_inserter(out), "{}{}", minus ? "-" : "", v / 1'000'000);
  if (const std::uint64_t rest = v % 1'000'000; rest != 0) {
    fmt::format_to(std::back_inserter(out), ".{:06}", rest);
    while (out.back() == '0') out.pop_back();
  }
}

std::string_view wordOf(Operation op) {
  switch (op) {
    case Operation::AllReduce: return "allreduce";
    case Operation::AllGather: return "allgather";
    case Operation::ReduceScatter: return "reduce_scatter";
    case Operation::AllToAll: return "all_to_all";
    case Operation::Broadcast: return "broadcast";
    case Operation::Reduce: return "reduce";
    case Operation::Gather: return "gather";
    case Operation::Scatter: return "scatter";
    case Operation::SendRecv: return "send";
    case Operation::Barrier: return "barrier";
    case Operation::Unknown: return "unknown";
  }
  return "unknown";
}

std::string_view wordOf(IoOperation::Kind kind) {
  switch (kind) {
    case IoOperation::Kind::Read: return "read";
    case IoOperation::Kind::Write: return "write";
    case IoOperation::Kind::Open: return "open";
    case IoOperation::Kind::Close: return "close";
    case IoOperation::Kind::Stat: return "stat";
    case IoOperation::Kind::Sync: return "sync";
    case IoOperation::Kind::Other: return "other";
  }
  return "other";
}

class Writer {
 public:
  Writer(const Run& run, const FormatWriter::Sink& sink, const Job& job) : run_(run), sink_(sink), job_(job) {}

  Result<void> write() {
    head();
    for (const auto step : {&Writer::threads, &Writer::slices, &Writer::arrows, &Writer::instants, &Writer::counters, &Writer::transfers, &Writer::io})
      if (const auto r = (this->*step)(); !r) return r;
    out_ += "\n]}\n";
    return flush();
  }

 private:
  struct Place {
    int pid = 0, tid = 0;
  };

  void head() {
    out_ = fmt::format("{{\"schemaVersion\":1,\"displayTimeUnit\":\"ms\",\"baseTimeNanoseconds\":{}", run_.originNs);
    if (run_.ranks.size() == 1 || run_.worldSize >= 0) {
      out_ += ",\"distributedInfo\":{";
      if (run_.ranks.size() == 1) out_ += fmt::format("\"rank\":{}", run_.ranks[0]);
      if (run_.worldSize >= 0) out_ += fmt::format("{}\"world_size\":{}", run_.ranks.size() == 1 ? "," : "", run_.worldSize);
      out_ += '}';
    }
    out_ += ",\"traceName\":";
    appendQuoted(out_, run_.title);
    out_ += ",\"weir\":";
    appendAnnex(out_, run_);
    out_ += ",\"traceEvents\":[";
  }

  // The beginning of an event, up to and with its time.
  void begin(char ph, const Place& at) {
    out_ += first_ ? "\n" : ",\n";
    first_ = false;
    fmt::format_to(std::back_inserter(out_), "{{\"ph\":\"{}\",\"pid\":{},\"tid\":{}", ph, at.pid, at.tid);
  }
  void when(std::int64_t ps) {
    out_ += ",\"ts\":";
    appendMicros(out_, ps);
  }
  void member(std::string_view key, std::string_view text) {
    fmt::format_to(std::back_inserter(out_), ",\"{}\":", key);
    appendQuoted(out_, text);
  }
  Result<void> ended() {
    out_ += '}';
    return out_.size() >= kFlush ? flush() : Result<void>{};
  }
  Result<void> flush() {
    if (job_.stopped()) return stoppedByUser();
    const auto r = sink_(out_);
    out_.clear();
    return r;
  }
  Result<void> metadata(const Place& at, std::string_view what, std::string_view args) {
    begin('M', at);
    member("name", what);
    out_ += ",\"ts\":0,\"args\":";
    out_ += args;
    return ended();
  }
  Result<void> nameProcess(int pid, std::string_view name, std::int32_t rank) {
    std::string args = "{\"name\":";
    appendQuoted(args, name);
    if (const auto r = metadata({pid, 0}, "process_name", args + "}"); !r) return r;
    if (rank != kUnknownRank)
      if (const auto r = metadata({pid, 0}, "process_labels", fmt::format("{{\"labels\":\"rank {}\"}}", rank)); !r) return r;
    return metadata({pid, 0}, "process_sort_index", fmt::format("{{\"sort_index\":{}}}", pid));
  }
  Result<void> nameThread(const Place& at, std::string_view name, TrackKind kind, std::int32_t rank) {
    std::string args = "{\"name\":";
    appendQuoted(args, name);
    args += fmt::format(",\"weir.kind\":\"{}\",\"weir.rank\":{}}}", weir::name(kind), rank);
    if (const auto r = metadata(at, "thread_name", args); !r) return r;
    return metadata(at, "thread_sort_index", fmt::format("{{\"sort_index\":{}}}", at.tid));
  }

  // A process a rank and name; tracks are threads, numbered in the Run's order.
  Result<void> threads() {
    std::map<std::pair<std::int32_t, NameId>, int> pids;
    for (TrackIndex t = 0; t < run_.tracks.size(); ++t) {
      const Track& track = run_.tracks[t];
      const auto [it, fresh] = pids.try_emplace({track.rank, track.process}, lastPid_ + 1);
      if (fresh) {
        ++lastPid_;
        if (const auto r = nameProcess(it->second, run_.names.text(track.process), track.rank); !r) return r;
      }
      place_.push_back({it->second, static_cast<int>(t) + 1});
      if (const auto r = nameThread(place_.back(), run_.names.text(track.name), track.kind, track.rank); !r) return r;
    }
    return {};
  }

  // Arguments as they are; damaged ones as text, so that what is written is JSON.
  std::string_view argsOf(SliceIndex i) {
    const std::string_view args = run_.argsOf(i);
    if (args.empty() || (isJsonObject(args) && validUtf8(args))) return args;
    damaged_ = "{\"text\":";
    appendQuoted(damaged_, args);
    damaged_ += '}';
    return damaged_;
  }

  // With what Kineto would have written of this call, where the arguments do not have it.
  std::string withCollective(std::string_view args, const CollectiveCall& c, std::string_view name) {
    std::string more;
    const auto lacks = [&](std::string_view key) { return !memberOf(args, key).has_value(); };
    if (lacks("Collective name")) more += fmt::format("\"Collective name\":\"{}\",", wordOf(c.operation));
    if (c.bytes != kUnknownBytes && lacks("In msg nelems")) more += fmt::format("\"In msg nelems\":{},\"dtype\":\"Byte\",", c.bytes);
    if (c.groupSize > 0 && lacks("Group size")) more += fmt::format("\"Group size\":{},", c.groupSize);
    if (c.group != 0 && c.group < run_.groups.size() && lacks("Process Group Ranks"))
      more += fmt::format("\"Process Group Ranks\":\"[{}]\",", fmt::join(run_.groups[c.group], ", "));
    const std::string_view algorithm = run_.names.text(c.algorithm);
    if (!algorithm.empty() && collectiveFromName(name).algorithm != algorithm && lacks("Algorithm")) {
      more += "\"Algorithm\":";
      appendQuoted(more, algorithm);
      more += ',';
    }
    if (more.empty()) return std::string(args);
    const std::size_t open = args.find('{');
    std::string all = "{" + more;
    if (open != std::string_view::npos) all += args.substr(open + 1);
    else all += '}';
    // {"a":1,} when the arguments were empty.
    if (const std::size_t close = all.rfind('}'); close != std::string::npos) {
      std::size_t last = close;
      while (last > 0 && (all[last - 1] == ' ' || all[last - 1] == '\n' || all[last - 1] == '\t' || all[last - 1] == '\r')) --last;
      if (last > 0 && all[last - 1] == ',') all.erase(last - 1, 1);
    }
    return all;
  }

  Result<void> slices() {
    std::unordered_map<SliceIndex, std::size_t> collective;
    for (std::size_t k = 0; k < run_.collectives.size(); ++k) collective.try_emplace(run_.collectives[k].slice, k);
    const Slices& s = run_.slices;
    for (const Row& row : run_.rows)
      for (SliceIndex i = row.begin; i < row.end; ++i) {
        begin('X', place_[row.track]);
        when(s.start[i]);
        out_ += ",\"dur\":";
        appendMicros(out_, s.duration[i]);
        const std::string_view name = run_.names.text(s.name[i]);
        member("name", name);
        if (s.category[i] != 0) member("cat", run_.names.text(s.category[i]));
        const std::string_view args = argsOf(i);
        const auto c = collective.empty() ? collective.end() : collective.find(i);
        if (c != collective.end()) {
          out_ += ",\"args\":";
          out_ += withCollective(args, run_.collectives[c->second], name);
        } else if (!args.empty()) {
          out_ += ",\"args\":";
          out_ += args;
        }
        if (const auto r = ended(); !r) return r;
      }
    return {};
  }

  // A time at which the slice is the innermost of its track, so that readers bind the arrow to it.
  [[nodiscard]] std::int64_t insideOf(SliceIndex i, TrackIndex track) const {
    const std::int64_t start = run_.slices.start[i];
    const std::int64_t end = run_.slices.endOf(i);
    if (sliceAround(run_, track, start) == i) return start;
    std::int64_t t = start;
    for (int k = 0; k < 16 && t < end; ++k) {  // behind one child after the other
      const SliceIndex there = sliceAround(run_, track, t);
      if (there == i) return t;
      if (there == kNoSlice) break;
      t = std::max(run_.slices.endOf(there), t) + 1;
    }
    return start;
  }

  Result<void> arrows() {
    for (std::size_t k = 0; k < run_.arrows.size(); ++k) {
      const std::string_view kind = run_.names.text(run_.arrows.kind[k]);
      const std::string_view word = kind == kArrowLaunch ? "ac2g" : kind;
      for (const bool from : {true, false}) {
        const SliceIndex slice = from ? run_.arrows.from[k] : run_.arrows.to[k];
        const TrackIndex track = run_.rowOf(slice).track;
        begin(from ? 's' : 'f', place_[track]);
        when(insideOf(slice, track));
        out_ += fmt::format(",\"id\":{}", k + 1);
        member("name", word);
        member("cat", word);
        if (!from) out_ += ",\"bp\":\"e\"";
        if (const auto r = ended(); !r) return r;
      }
    }
    return {};
  }

  Result<void> instants() {
    for (const Instant& i : run_.instants) {
      begin('i', place_[i.track]);
      when(i.time);
      member("name", run_.names.text(i.name));
      out_ += ",\"s\":\"t\"";
      if (const auto r = ended(); !r) return r;
    }
    return {};
  }

  Result<void> counters() {
    std::map<std::pair<NameId, std::int32_t>, int> pids;
    for (const Counter& c : run_.counters) {
      const auto [it, fresh] = pids.try_emplace({c.group, c.rank}, lastPid_ + 1);
      const Place at{it->second, 0};
      if (fresh) {
        ++lastPid_;
        if (const auto r = nameProcess(at.pid, run_.names.text(c.group), c.rank); !r) return r;
        if (const auto r = nameThread(at, "counters", TrackKind::Other, c.rank); !r) return r;
      }
      for (std::size_t k = 0; k < c.value.size(); ++k) {
        if (!std::isfinite(c.value[k])) continue;  // JSON has no such numbers
        begin('C', at);
        when(c.step > 0 ? c.start + c.step * static_cast<std::int64_t>(k) : c.time[k]);
        member("name", run_.names.text(c.name));
        out_ += ",\"args\":{";
        appendQuoted(out_, c.unit.empty() ? kNoUnit : std::string_view(c.unit));
        out_ += fmt::format(":{}}}", c.value[k]);
        if (const auto r = ended(); !r) return r;
      }
    }
    return {};
  }

  // As asynchronous slices, which may overlap in every viewer.
  Result<void> pair(const Place& at, std::uint64_t id, std::string_view category, std::string_view name, std::int64_t from, std::int64_t to,
                    std::string_view args) {
    for (const bool opens : {true, false}) {
      begin(opens ? 'b' : 'e', at);
      when(opens ? from : to);
      out_ += fmt::format(",\"id\":{}", id);
      member("name", name);
      member("cat", category);
      if (opens) {
        out_ += ",\"args\":";
        out_ += args;
      }
      if (const auto r = ended(); !r) return r;
    }
    return {};
  }

  Result<void> transfers() {
    const Transfers& t = run_.transfers;
    if (t.size() == 0) return {};
    const int pid = ++lastPid_;
    if (const auto r = nameProcess(pid, "transfers", kUnknownRank); !r) return r;
    for (std::size_t k = 0; k < t.size(); ++k) {
      std::string args = fmt::format("{{\"from\":{},\"to\":{}", t.source[k], t.destination[k]);
      if (t.bytes[k] != kUnknownBytes) args += fmt::format(",\"bytes\":{}", t.bytes[k]);
      if (t.instance[k] != kNoInstance) args += fmt::format(",\"collective\":{}", t.instance[k]);
      args += '}';
      const std::string name = fmt::format("{} to {}", t.source[k], t.destination[k]);
      if (const auto r = pair({pid, std::max(t.source[k], 0)}, k + 1, kTransferCategory, name, t.start[k], t.end[k], args); !r) return r;
    }
    return {};
  }

  Result<void> io() {
    if (run_.io.empty()) return {};
    const int pid = ++lastPid_;
    if (const auto r = nameProcess(pid, "file operations", kUnknownRank); !r) return r;
    for (std::size_t k = 0; k < run_.io.size(); ++k) {
      const IoOperation& op = run_.io[k];
      std::string args = "{\"file\":";
      appendQuoted(args, run_.names.text(op.file));
      args += ",\"layer\":";
      appendQuoted(args, run_.names.text(op.layer));
      if (op.rank != kUnknownRank) args += fmt::format(",\"rank\":{}", op.rank);
      if (failed(op)) args += ",\"ret\":-1";
      else if (op.bytes != kUnknownBytes) args += fmt::format(",\"bytes\":{}", op.bytes);
      if (op.offset >= 0) args += fmt::format(",\"offset\":{}", op.offset);
      args += '}';
      if (const auto r = pair({pid, std::max(op.rank, 0)}, k + 1, kIoCategory, wordOf(op.kind), op.start, op.start + op.duration, args); !r) return r;
    }
    return {};
  }

  const Run& run_;
  const FormatWriter::Sink& sink_;
  const Job& job_;
  std::string out_, damaged_;
  std::vector<Place> place_;  // of each track
  int lastPid_ = 0;
  bool first_ = true;
};

}  // namespace

Result<void> writeRun(const Run& run, const FormatWriter::Sink& sink, const Job& job) { return Writer(run, sink, job).write(); }

}  // namespace weir::chrome
