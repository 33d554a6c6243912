#include "core/formats/dftracer/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/formats/chrome/text.h"
#include "core/formats/dftracer/words.h"
#include "core/run/io_failed.h"

namespace weir::dftracer {
namespace {

constexpr std::size_t kMostProcesses = 1 << 20;
constexpr std::size_t kMostThreads = 1 << 20;
constexpr std::size_t kMostSeries = 100'000;

bool plain(std::string_view s) {
  for (const char c : s)
    if (c == '\\' || static_cast<unsigned char>(c) >= 0x80 || static_cast<unsigned char>(c) < 0x20) return false;
  return true;
}

}  // namespace

void Collect::note(std::string_view kind, std::uint64_t line) { builder_.note(kind, fmt::format("line {}", line)); }

// Only address space, until it is written to; a guess too small costs copies, one too large nothing.
void Collect::reserve(std::uint64_t fileBytes) {
  constexpr std::uint64_t kLine = 170;
  const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(fileBytes / kLine, std::uint64_t{1} << 28));
  slices_.start.reserve(n);
  slices_.duration.reserve(n);
  slices_.name.reserve(n);
  slices_.category.reserve(n);
  slices_.activity.reserve(n);
  slices_.args.reserve(n);
  slices_.argsSize.reserve(n);
  thread_.reserve(n);
  line_.reserve(n);
  io_.reserve(n);
  argsText_.reserve(n * 100);
}

std::uint64_t Collect::bytes() const {
  return slices_.size() * 45 + argsText_.size() + io_.size() * sizeof(IoOperation) + threads_.size() * 200;
}

NameId Collect::intern(std::string_view raw) {
  if (raw.empty()) return 0;
  std::uint64_t h = raw.size() * 0x9e3779b97f4a7c15U;
  const std::size_t n = std::min<std::size_t>(raw.size(), 8);
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::memcpy(&a, raw.data(), n);
  std::memcpy(&b, raw.data() + raw.size() - n, n);
  h = (h ^ a) * 0xff51afd7ed558ccdU;
  h = (h ^ b ^ h >> 32) * 0xc4ceb9fe1a85ec53U;
  Cache::Slot& slot = cache_.slots[h >> 54];
  if (slot.text == raw) return slot.id;
  slot.text = raw;
  slot.id = plain(raw) ? builder_.intern(raw) : builder_.intern(chrome::unescaped(raw));
  return slot.id;
}

std::string Collect::hashed(std::string_view token) const {
  const auto it = strings_.find(std::string(token));
  return it == strings_.end() ? std::string(token) : std::string(const_cast<Collect*>(this)->builder_.run().names.text(it->second));
}

Collect::Args Collect::args(std::string_view object) {
  Args out;
  std::string& text = scratch_;
  text.assign(1, '{');
  bool clean = true;
  if (!object.empty()) {
    Members members(object.data() + 1, object.data() + object.size());
    Member m;
    while (members.next(m)) {
      const std::string_view k = m.key;
      if (k == "hhash" || k == "hostname") {
        out.host = m.value;
        continue;
      }
      if (k == "ret") out.ret = m.value;
      else if (k == "offset") out.offset = m.value;
      else if (k == "whence") out.whence = m.value;
      else if (k == "size") out.size = m.value;
      if (text.back() != '{') text += ',';
      text += '"';
      if (k == "fhash") {
        out.file = m.value;
        out.fileIsHash = true;
        const auto it = files_.find(std::string(m.value));
        if (it != files_.end()) {
          text.append("file\":\"");
          const std::string_view path = builder_.run().names.text(it->second);
          for (const char c : path) {
            if (c == '"' || c == '\\') text += '\\';
            text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
          }
          text += '"';
          continue;
        }
      } else if (k == "fname") {
        out.file = m.value;
      }
      text.append(k);
      text.append("\":");
      if (m.string) text += '"';
      text.append(m.value);
      if (m.string) text += '"';
      clean = clean && (!m.string || plain(m.value));
    }
  }
  text += '}';
  if (!clean) {
    // Strings of bytes that are no UTF-8, or with raw control characters.
    std::string fixed;
    chrome::appendUtf8(fixed, text);
    for (char& c : fixed)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    text = std::move(fixed);
  }
  argsText_.append(text);
  return out;
}

std::uint32_t Collect::process(std::string_view pid, std::string_view host) {
  std::string key = fmt::format("{} {}", pid, host);
  if (const auto it = processOf_.find(key); it != processOf_.end()) return it->second;
  if (!host.empty()) {
    // Metadata name no host: the process they spoke of was this one.
    const auto it = processOf_.find(fmt::format("{} ", pid));
    if (it != processOf_.end() && processes_[it->second].host.empty()) {
      processes_[it->second].host = host;
      processOf_.try_emplace(std::move(key), it->second);
      return it->second;
    }
  } else {
    for (std::size_t i = processes_.size(); i-- > 0 && processes_.size() - i < 64;) {
      std::int64_t n = 0;
      if (toInteger(pid, n) && processes_[i].pid == n) {
        processOf_.try_emplace(std::move(key), static_cast<std::uint32_t>(i));
        return static_cast<std::uint32_t>(i);
      }
    }
  }
  if (processes_.size() >= kMostProcesses) return 0;
  Process p;
  if (!toInteger(pid, p.pid)) p.pid = -1;
  p.host = host;
  processes_.push_back(std::move(p));
  const auto index = static_cast<std::uint32_t>(processes_.size() - 1);
  processOf_.try_emplace(std::move(key), index);
  return index;
}

std::uint32_t Collect::thread(const Line& line, std::string_view host) {
  if (haveLast_ && lastTid_ == line.tid && lastPid_ == line.pid && lastHost_ == host) return lastThread_;
  const std::uint32_t p = process(line.pid, host);
  const auto [it, fresh] = threadOf_.try_emplace(fmt::format("{} {}", p, line.tid), static_cast<std::uint32_t>(threads_.size()));
  if (fresh) {
    if (threads_.size() >= kMostThreads) {
      threadOf_.erase(it);
      return 0;
    }
    Thread t;
    t.process = p;
    t.text = line.tid;
    if (toInteger(line.tid, t.tid)) processes_[p].leastTid = std::min(processes_[p].leastTid, t.tid);
    else t.tid = static_cast<std::int64_t>(threads_.size());
    threads_.push_back(std::move(t));
  }
  lastPid_ = line.pid;
  lastTid_ = line.tid;
  lastHost_ = host;
  lastThread_ = threads_.size() > it->second ? it->second : 0;
  haveLast_ = true;
  return lastThread_;
}

void Collect::add(std::string_view text, std::uint64_t number) {
  Line line;
  if (!parseLine(text.data(), text.data() + text.size(), line)) return note("damaged line, left out", number);
  switch (line.phase) {
    case Phase::Complete:
      return complete(line, number);
    case Phase::Metadata:
      return metadata(line, number);
    case Phase::Counter:
      return counter(line, number);
    case Phase::Aggregated:
      return aggregated(line, number);
    default:
      return note("line of a kind that is not read, left out", number);
  }
}

void Collect::complete(const Line& line, std::uint64_t number) {
  std::int64_t start = 0;
  std::int64_t duration = 0;
  if (!toNs(line.ts, start) || (!line.dur.empty() && !toNs(line.dur, duration))) return note("event without a time, left out", number);
  const std::uint64_t argsAt = argsText_.size();
  const Args a = args(line.args);
  const std::uint32_t t = thread(line, a.host);
  if (duration < 0) {
    builder_.note("negative duration", line.name);
    duration = 0;
  }
  const NameId name = intern(line.name);
  const NameId category = intern(line.category);
  const Activity activity = activityOf(line.category, line.name);
  if (activity == Activity::Communication && collectiveOf(line.name)) collective_.push_back(static_cast<std::uint32_t>(slices_.size()));
  slices_.start.push_back(start);
  slices_.duration.push_back(duration);
  slices_.name.push_back(name);
  slices_.category.push_back(category);
  slices_.activity.push_back(activity);
  slices_.args.push_back(argsAt);
  slices_.argsSize.push_back(static_cast<std::uint32_t>(argsText_.size() - argsAt));
  thread_.push_back(t);
  line_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max())));
  if (line.category == "dftracer") {
    lifecycle(line, threads_.empty() ? 0 : threads_[t].process);
    return;
  }
  const std::string_view layer = layerOf(line.category);
  if (layer.empty()) return;
  IoOperation op;
  op.kind = kindOf(line.name);
  op.rank = static_cast<std::int32_t>(threads_.empty() ? 0 : threads_[t].process);
  op.layer = intern(layer);
  op.start = start;
  op.duration = duration;
  if (a.fileIsHash) {
    const auto it = files_.find(std::string(a.file));
    op.file = it != files_.end() ? it->second : intern(a.file);
  } else {
    op.file = intern(a.file);
  }
  if (op.kind == IoOperation::Kind::Read || op.kind == IoOperation::Kind::Write) {
    std::int64_t ret = 0;
    if (toInteger(a.ret, ret) && ret >= 0) {
      op.bytes = ret;
      std::int64_t size = 1;
      if (countsItems(line.name) && toInteger(a.size, size) && size > 0 && op.bytes <= std::numeric_limits<std::int64_t>::max() / size) op.bytes *= size;
    }
  }
  std::int64_t offset = 0;
  if (op.kind == IoOperation::Kind::Other && seeks(line.name)) {
    // Where the pointer stands afterwards: lseek returns it, fseek says it only when it counts from the file's begin.
    const bool known = seeks(line.name, true) ? toInteger(a.ret, offset) : a.whence == "0" && toInteger(a.offset, offset);
    if (known && offset >= 0) op.offset = offset;
  } else if (op.kind != IoOperation::Kind::Other && toInteger(a.offset, offset) && offset >= 0) {
    op.offset = offset;
  }
  // The system calls return -1; what counts items (fread) or gives a pointer does not say it so.
  if (std::int64_t ret = 0; op.kind != IoOperation::Kind::Other && !countsItems(line.name) && toInteger(a.ret, ret) && ret == -1) setFailed(op);
  io_.push_back(op);
}

void Collect::fact(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  const auto [it, fresh] = facts_.try_emplace(std::string(name), std::string(value));
  if (fresh) factOrder_.emplace_back(name);
  else if (it->second != value && it->second.size() < 256) it->second += ", " + std::string(value);
}

void Collect::nestedFacts(std::string_view prefix, std::string_view object, int depth) {
  Members members(object.data() + 1, object.data() + object.size());
  Member m;
  while (factOrder_.size() < 500 && members.next(m)) {
    const std::string name = fmt::format("{} {}", prefix, m.key);
    if (m.container && m.value[0] == '{' && depth < 3) nestedFacts(name, m.value, depth + 1);
    else fact(name, m.string ? chrome::unescaped(m.value) : std::string(m.value));
  }
}

// "start" and "end" of a process: what it was, and how it was traced.
void Collect::lifecycle(const Line& line, std::uint32_t process) {
  if (line.args.empty() || (line.name != "start" && line.name != "end")) return;
  Members members(line.args.data() + 1, line.args.data() + line.args.size());
  Member m;
  while (members.next(m)) {
    const std::string_view k = m.key;
    if (k == "exec_hash") {
      const std::string e = hashed(m.value);
      fact("executable", e);
      if (process < processes_.size()) processes_[process].executable = builder_.intern(e);
    } else if (k == "cmd_hash") {
      fact("command", hashed(m.value));
    } else if (k == "cwd" || k == "cwd_hash") {
      fact("working directory", hashed(m.value));
    } else if (k == "version") {
      fact("DFTracer version", m.value);
    } else if (k == "date") {
      fact("date", chrome::unescaped(m.value));
    } else if (m.container && m.value[0] == '{' && (k == "cfg" || k == "app" || k == "used")) {
      nestedFacts(k, m.value, 0);
      if (k == "cfg" && m.value.find("\"time_metric\"") != std::string_view::npos && m.value.find("\"US\"") == std::string_view::npos)
        builder_.note("times are not in microseconds, but are read as such", m.value.substr(0, 200));
    }
  }
}

void Collect::metadata(const Line& line, std::uint64_t number) {
  std::string_view name;
  std::string_view value;
  if (!line.args.empty()) {
    Members members(line.args.data() + 1, line.args.data() + line.args.size());
    Member m;
    while (members.next(m)) {
      if (m.key == "name") name = m.value;
      if (m.key == "value") value = m.value;
    }
  }
  const auto put = [&](std::unordered_map<std::string, NameId>& to) {
    const NameId id = builder_.intern(plain(name) ? std::string(name) : chrome::unescaped(name));
    const auto [it, fresh] = to.try_emplace(std::string(value), id);
    if (!fresh && it->second != id) {
      note("a hash stands for two names: the later one counts from there", number);
      it->second = id;
    }
  };
  if (line.name == "FH") return put(files_);
  if (line.name == "HH") return put(hosts_);
  if (line.name == "SH") return put(strings_);
  if (line.name == "PR") {
    std::int64_t rank = 0;
    if (name != "rank") return fact(fmt::format("process {}", name), value);
    if (toInteger(value, rank) && rank >= 0 && rank <= std::numeric_limits<std::int32_t>::max())
      processes_[process(line.pid, {})].rank = static_cast<std::int32_t>(rank);
    return;
  }
  if (line.name == "process_name" || line.name == "thread_name") return;  // "Rank 0" and the pid: told better by PR and ids
  if (line.name == "CM" || line.category == "dftracer") {
    // The application's own metadata; entities of provenance.
    fact(fmt::format("metadata {}", name.empty() ? line.name : name), value);
    return;
  }
  fact(fmt::format("metadata {}", line.name), line.args);
}

void Collect::counter(const Line& line, std::uint64_t number) {
  std::int64_t at = 0;
  if (!toNs(line.ts, at) || line.args.empty()) return note("event without a time, left out", number);
  Members members(line.args.data() + 1, line.args.data() + line.args.size());
  Member m;
  std::string_view host;
  std::vector<std::pair<std::string_view, double>> values;
  while (members.next(m)) {
    if (m.key == "hhash" || m.key == "hostname") host = m.value;
    else if (!m.container)
      if (const auto v = chrome::numberOf(m.value)) values.emplace_back(m.key, *v);
  }
  const std::uint32_t p = process(line.pid, host);
  for (const auto& [key, value] : values) {
    const auto [it, fresh] = seriesOf_.try_emplace(fmt::format("{} {} {} {}", p, line.category, line.name, key), series_.size());
    if (fresh) {
      if (series_.size() >= kMostSeries) {
        seriesOf_.erase(it);
        note("more series than are kept, left out", number);
        return;
      }
      Series s;
      s.process = p;
      s.counter.name = builder_.intern(fmt::format("{} {}", line.name, key));
      s.counter.group = intern(line.category);
      if (key.ends_with("_pct")) s.counter.unit = "%";
      series_.push_back(std::move(s));
    }
    Counter& c = series_[it->second].counter;
    c.time.push_back(at);
    c.value.push_back(static_cast<float>(value));
  }
}

// Many calls of an interval in one line: sums, no single operations.
void Collect::aggregated(const Line& line, std::uint64_t number) {
  std::int64_t at = 0;
  if (!toNs(line.ts, at) || line.args.empty()) return note("event without a time, left out", number);
  std::int64_t count = 1;
  std::int64_t duration = kUnknownCount;
  std::int64_t ret = kUnknownCount;
  std::string_view host;
  NameId file = 0;
  Members members(line.args.data() + 1, line.args.data() + line.args.size());
  Member m;
  while (members.next(m)) {
    const std::string_view k = m.key;
    if (k == "hhash" || k == "hostname") host = m.value;
    else if (k == "dft_cnt" || k == "count") (void)toInteger(m.value, count);
    else if (k == "dur_sum" || k == "dur") (void)toNs(m.value, duration);
    else if (k == "ret_sum" || k == "ret") (void)toInteger(m.value, ret);
    else if (k == "fname") file = intern(m.value);
    else if (k == "fhash") {
      const auto it = files_.find(std::string(m.value));
      file = it == files_.end() ? intern(m.value) : it->second;
    }
  }
  builder_.note("aggregated events: sums of an interval, no single operations", fmt::format("line {}", number), static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0)));
  const std::string_view layer = layerOf(line.category);
  if (layer.empty()) return;
  const std::uint32_t p = process(line.pid, host);
  const NameId layerId = intern(layer);
  const auto [it, fresh] = sumsOf_.try_emplace({p, layerId, file}, sums_.size());
  if (fresh) {
    Sums s;
    s.process = p;
    s.record.file = file;
    s.record.layer = layerId;
    s.record.start = s.record.end = at;
    sums_.push_back(s);
  }
  IoRecord& r = sums_[it->second].record;
  r.start = std::min(r.start, at);
  r.end = std::max(r.end, at);
  const auto plus = [](std::int64_t& sum, std::int64_t v) {
    if (v >= 0 && __builtin_add_overflow(std::max<std::int64_t>(sum, 0), v, &sum)) sum = kUnknownCount;
  };
  const std::int64_t ps = duration >= 0 && duration < std::numeric_limits<std::int64_t>::max() / 1000 ? duration * 1000 : kUnknownCount;
  switch (kindOf(line.name)) {
    case IoOperation::Kind::Read:
      plus(r.readOps, count), plus(r.readTime, ps), plus(r.readBytes, ret);
      break;
    case IoOperation::Kind::Write:
      plus(r.writeOps, count), plus(r.writeTime, ps), plus(r.writeBytes, ret);
      break;
    case IoOperation::Kind::Open:
      plus(r.opens, count), plus(r.metaTime, ps);
      break;
    case IoOperation::Kind::Stat:
      plus(r.stats, count), plus(r.metaTime, ps);
      break;
    case IoOperation::Kind::Sync:
      plus(r.syncs, count), plus(r.metaTime, ps);
      break;
    default:
      plus(r.metaTime, ps);
  }
}

}  // namespace weir::dftracer
