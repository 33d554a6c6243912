#include "core/formats/chrome/collect.h"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <charconv>
#include <cstring>
#include <functional>
#include <limits>

#include "core/formats/chrome/kineto.h"
#include "core/formats/chrome/text.h"

namespace weir::chrome {
namespace {

constexpr std::int64_t kMostMicros = 9'000'000'000'000;  // 104 days: more does not fit picoseconds in 64 bits

std::uint64_t load(const char* p, std::size_t n) {
  std::uint64_t v = 0;
  std::memcpy(&v, p, n);
  return v;
}

// As ==, without the call: texts here have a few dozen letters.
inline __attribute__((always_inline)) bool same(std::string_view a, std::string_view b) {
  const std::size_t n = a.size();
  if (n != b.size()) return false;
  if (n > 64) return a == b;
  const char* const p = a.data();
  const char* const q = b.data();
  if (n >= 8) {
    std::uint64_t differs = load(p + n - 8, 8) ^ load(q + n - 8, 8);
    for (std::size_t i = 0; i + 8 < n; i += 8) differs |= load(p + i, 8) ^ load(q + i, 8);
    return differs == 0;
  }
  if (n >= 4) return ((load(p, 4) ^ load(q, 4)) | (load(p + n - 4, 4) ^ load(q + n - 4, 4))) == 0;
  for (std::size_t i = 0; i < n; ++i)
    if (p[i] != q[i]) return false;
  return true;
}

// Looks at 24 bytes at most; the cache compares the text itself afterwards.
std::uint64_t quickHash(std::string_view s) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  const char* const p = s.data();
  if (s.size() >= 8) {
    a = load(p, 8);
    b = load(p + s.size() - 8, 8);
    c = load(p + (s.size() - 8) / 2, 8);
  } else if (s.size() >= 4) {
    a = load(p, 4);
    b = load(p + s.size() - 4, 4);
  } else if (!s.empty()) {
    a = static_cast<unsigned char>(p[0]);
    b = static_cast<unsigned char>(p[s.size() - 1]);
    c = static_cast<unsigned char>(p[s.size() / 2]);
  }
  std::uint64_t h = (a ^ 0x9e3779b97f4a7c15U) * 0xbf58476d1ce4e5b9U;
  h ^= (b + 0x94d049bb133111ebU) * 0x94d049bb133111ebU;
  h = (h ^ (h >> 29)) * 0x9e3779b97f4a7c15U;
  h ^= (c ^ s.size()) * 0xd6e8feb86659fd93U;
  return h ^ (h >> 32);
}

// Touching fresh memory page by page costs as much as parsing what goes there; 2 MiB pages cost a tenth. Only a hint.
template <class Column>
void reserveHuge(Column& column, std::size_t n) {
  column.reserve(n);
#if defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kHuge = std::uintptr_t{2} << 20;
  const auto from = (reinterpret_cast<std::uintptr_t>(column.data()) + kHuge - 1) / kHuge * kHuge;
  const auto to = (reinterpret_cast<std::uintptr_t>(column.data()) + n * sizeof(*column.data())) / kHuge * kHuge;
  if (to > from) (void)::madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#endif
}

// The number that an id is ("7", "0x7", 7), else a hash of it.
std::uint64_t flowId(std::string_view text) {
  std::uint64_t v = 0;
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const auto [end, error] = std::from_chars(text.data() + (hex ? 2 : 0), text.data() + text.size(), v, hex ? 16 : 10);
  if (error == std::errc() && end == text.data() + text.size()) return v;
  v = 0xcbf29ce484222325U;
  for (const char c : text) v = (v ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return v;
}

}  // namespace

Collector::Collector(Places& places, const ReaderContext& context) : places_(places) {
  // Kineto: 250 to 300 bytes an event, a third to a half of them arguments.
  const std::uint64_t bytes = std::min<std::uint64_t>(context.expectedBytes, std::uint64_t{8} << 30);
  const std::size_t slices = static_cast<std::size_t>(bytes / 280);
  reserveHuge(events_.argsText, static_cast<std::size_t>(bytes / 2));
  Slices& s = events_.slices;
  reserveHuge(s.start, slices);
  reserveHuge(s.duration, slices);
  reserveHuge(s.name, slices);
  reserveHuge(s.category, slices);
  reserveHuge(s.args, slices);
  reserveHuge(s.argsSize, slices);
  reserveHuge(events_.startFs, slices);
  reserveHuge(events_.thread, slices);
}

std::uint64_t Collector::bytes() const {
  return (events_.halves.size() + events_.asyncHalves.size()) * sizeof(Half) + events_.marks.size() * sizeof(Mark);
}

void Collector::event(const RawEvent& event, const char* at) {
  ++events_.byType[static_cast<unsigned char>(event.ph)];
  switch (event.ph) {
    case 'X':
      complete(event, at);
      return;
    case 's':
    case 't':
    case 'f':
      flow(event, at);
      return;
    case 'M':
      metadata(event);
      return;
    case 'C':
      counter(event, at);
      return;
    case 'B':
    case 'E':
      if (!timed(event, at)) return;
      events_.halves.push_back({threadOf(event), 0, nameOf(event.name, event.nameEscaped, at),
                                nameOf(event.category, event.categoryEscaped, at), event.ts, keepArgs(event, at),
                                event.ph == 'B'});
      return;
    case 'b':
    case 'e':
    case 'S':
    case 'F':
    case 'N':
    case 'D': {
      if (!timed(event, at)) return;
      key_.assign(event.category).append(1, '\0').append(event.scope).append(1, '\0').append(event.id);
      // An object lives under its type; {"local": ...} ids count within their process.
      if (event.ph == 'N' || event.ph == 'D') key_.append(1, '\0').append(event.name);
      if (event.id.starts_with('{') && event.id.find("\"local\"") != std::string_view::npos) key_.append(1, '\0').append(event.pid);
      const NameId id = events_.asyncIds.intern(key_);
      events_.asyncHalves.push_back({threadOf(event), id, nameOf(event.name, event.nameEscaped, at),
                                     nameOf(event.category, event.categoryEscaped, at), event.ts, keepArgs(event, at),
                                     event.ph == 'b' || event.ph == 'S' || event.ph == 'N'});
      return;
    }
    case 'i':
    case 'I':
    case 'R':
    case 'n':
    case 'T':
    case 'p':
    case 'P':
      if (!timed(event, at)) return;
      events_.marks.push_back({threadOf(event), nameOf(event.name, event.nameEscaped, at), event.ts});
      return;
    case 'O':
      if (!timed(event, at)) return;
      events_.marks.push_back({threadOf(event), intern("snapshot of " + unescaped(event.name), false, at), event.ts});
      return;
    case '\0':
      // An empty object is how some writers end their list.
      if (event.named || event.hasTs != RawEvent::Number::Absent) places_.note("event without a type (\"ph\")", at);
      return;
    default:
      ++events_.leftOut[event.ph];
      places_.note("events of type \"" + unescaped({&event.ph, 1}) + "\", not shown", at, 1,
                   event.hasTs == RawEvent::Number::Good ? &event.ts : nullptr);
      return;
  }
}

bool Collector::timed(const RawEvent& event, const char* at) {
  if (event.hasTs == RawEvent::Number::Good) return true;
  places_.note(event.hasTs == RawEvent::Number::Absent ? "event without a time" : "time that is not a number", at);
  return false;
}

void Collector::complete(const RawEvent& event, const char* at) {
  if (!timed(event, at)) return;
  std::int64_t duration = 0;
  if (event.hasDur == RawEvent::Number::Good && event.dur.us < kMostMicros && event.dur.us > -kMostMicros)
    duration = event.dur.us * 1'000'000 + psOf(std::int64_t{event.ts.fs} + event.dur.fs) - psOf(event.ts.fs);
  else if (event.hasDur == RawEvent::Number::Absent)
    places_.note("complete event without a duration, shown with none", at, 1, &event.ts);
  else
    places_.note("duration that is not a number or beyond 100 days, shown with none", at, 1, &event.ts);
  if (duration < 0) places_.note("negative duration, shown with none", at, 1, &event.ts);
  const ArgsAt args = keepArgs(event, at);
  Slices& s = events_.slices;
  events_.thread.push_back(threadOf(event));
  events_.startFs.push_back(event.ts.fs);
  s.start.push_back(event.ts.us);
  s.duration.push_back(std::max<std::int64_t>(duration, 0));
  s.name.push_back(nameOf(event.name, event.nameEscaped, at));
  // Mostly that of the event before.
  if (event.categoryEscaped || !same(events_.names.text(category_), event.category))
    category_ = nameOf(event.category, event.categoryEscaped, at);
  s.category.push_back(category_);
  s.args.push_back(args.offset);
  s.argsSize.push_back(args.size);
  if (!event.bindId.empty() && (event.flowIn || event.flowOut)) {
    Flow f{flowId(event.bindId), event.ts, events_.thread.back(), 0, s.category.back(), 't', true};
    if (event.flowIn != event.flowOut) f.ph = event.flowOut ? 's' : 'f';
    events_.flows.push_back(f);
  }
}

void Collector::flow(const RawEvent& event, const char* at) {
  if (!timed(event, at)) return;
  events_.flows.push_back({flowId(event.id), event.ts, threadOf(event), nameOf(event.name, event.nameEscaped, at),
                           nameOf(event.category, event.categoryEscaped, at), event.ph, event.ph != 'f' || event.bindPoint == 'e'});
}

ArgsAt Collector::keepArgs(const RawEvent& event, const char* at) {
  const std::uint64_t offset = events_.argsText.size();
  std::string_view args = event.args;
  if (args.size() <= 2) return {offset, 0};  // "{}"
  if (args.size() > std::numeric_limits<std::uint32_t>::max()) {
    places_.note("arguments beyond 4 GiB left out", at);
    return {offset, 0};
  }
  if (event.argsHigh && !validUtf8(args)) {
    places_.note("text that is not UTF-8", at);
    std::string valid;
    appendUtf8(valid, args);
    events_.argsText.append(valid);
  } else {
    events_.argsText.append(args);
  }
  return {offset, static_cast<std::uint32_t>(events_.argsText.size() - offset)};
}

NameId Collector::intern(std::string_view text, bool escaped, const char* at) {
  const bool valid = validUtf8(text);
  if (!valid) places_.note("text that is not UTF-8", at);
  if (!escaped && valid) return events_.names.intern(text);
  return events_.names.intern(unescaped(text));
}

NameId Collector::nameOf(std::string_view text, bool escaped, const char* at) {
  if (text.empty()) return 0;
  if (escaped) return intern(text, true, at);
  const std::uint64_t hash = quickHash(text);
  CachedName& cached = names_[hash % names_.size()];
  if (cached.id != 0 && cached.hash == hash && same(events_.names.text(cached.id), text)) return cached.id;
  const NameId id = intern(text, false, at);
  cached = {hash, id};
  return id;
}

std::uint32_t Collector::processOf(std::string_view pid) {
  const auto [it, fresh] = processes_.try_emplace(std::string(pid), static_cast<std::uint32_t>(events_.processes.size()));
  if (fresh) {
    events_.processes.emplace_back();
    events_.processes.back().raw = pid;
    events_.processes.back().pid = unescaped(pid);
  }
  return it->second;
}

ThreadIndex Collector::findThread(std::string_view pid, std::string_view tid) {
  key_.assign(pid).append(1, '\0').append(tid);
  const auto [it, fresh] = threads_.try_emplace(key_, static_cast<ThreadIndex>(events_.threads.size()));
  if (fresh) {
    const std::uint32_t process = processOf(pid);
    events_.threads.emplace_back();
    events_.threads.back().process = process;
    events_.threads.back().raw = tid;
    events_.threads.back().tid = unescaped(tid);
  }
  return it->second;
}

ThreadIndex Collector::threadOf(const RawEvent& event) {
  if (anyThread_ && same(event.tid, tid_) && same(event.pid, pid_)) return thread_;
  pid_ = event.pid;
  tid_ = event.tid;
  anyThread_ = true;
  thread_ = findThread(event.pid, event.tid);
  return thread_;
}

void Collector::metadata(const RawEvent& event) {
  using What = Metadata::What;
  const auto text = [&](What what, std::uint32_t index, std::string_view key) {
    const auto v = memberOf(event.args, key);
    Metadata m{what, index, v ? unescaped(*v) : std::string()};
    while (!m.text.empty() && m.text.back() == ' ') m.text.pop_back();
    events_.metadata.push_back(std::move(m));
  };
  const auto sort = [&](What what, std::uint32_t index) {
    const auto v = memberOf(event.args, "sort_index");
    const auto n = v ? integerOf(*v) : std::nullopt;
    events_.metadata.push_back({what, index, {}, n.value_or(0), n.has_value()});
  };
  if (event.name == "process_name")
    text(What::ProcessName, processOf(event.pid), "name");
  else if (event.name == "process_labels")
    text(What::ProcessLabels, processOf(event.pid), "labels");
  else if (event.name == "process_sort_index")
    sort(What::ProcessSort, processOf(event.pid));
  else if (event.name == "thread_name") {
    text(What::ThreadName, findThread(event.pid, event.tid), "name");
    if (event.args.find("\"weir.") == std::string_view::npos) return;
    text(What::ThreadKind, events_.metadata.back().index, "weir.kind");
    const auto v = memberOf(event.args, "weir.rank");
    const auto rank = v ? integerOf(*v) : std::nullopt;
    if (rank && *rank >= 0 && *rank < INT32_MAX) events_.metadata.push_back({What::ThreadRank, events_.metadata.back().index, {}, *rank, true});
  }
  else if (event.name == "thread_sort_index")
    sort(What::ThreadSort, findThread(event.pid, event.tid));
}

void applyMetadata(Events& e) {
  const auto sort = [](auto& of, const Metadata& m) {
    if (!m.sorted) return;
    of.sort = m.sort;
    of.sorted = true;
  };
  for (Metadata& m : e.metadata) {
    switch (m.what) {
      case Metadata::What::ProcessName:
        e.processes[m.index].name = std::move(m.text);
        break;
      case Metadata::What::ProcessLabels:
        e.processes[m.index].labels = std::move(m.text);
        break;
      case Metadata::What::ProcessSort:
        sort(e.processes[m.index], m);
        break;
      case Metadata::What::ThreadName:
        e.threads[m.index].name = std::move(m.text);
        break;
      case Metadata::What::ThreadKind:
        e.threads[m.index].kind = std::move(m.text);
        break;
      case Metadata::What::ThreadRank:
        e.threads[m.index].rank = static_cast<std::int32_t>(m.sort);
        break;
      case Metadata::What::ThreadSort:
        sort(e.threads[m.index], m);
        break;
    }
  }
  e.metadata.clear();
}

void Collector::counter(const RawEvent& event, const char* at) {
  if (!timed(event, at)) return;
  const std::vector<Member> members = membersOf(event.args);
  const std::string name = unescaped(event.name) + (event.id.empty() ? "" : " [" + unescaped(event.id) + "]");
  bool any = false;
  const ThreadIndex thread = threadOf(event);
  for (const Member& m : members) {
    const auto value = numberOf(m.value);
    if (!value) continue;
    any = true;
    const bool alone = members.size() == 1 || m.key == event.name;
    const std::string full = alone ? name : name + "." + unescaped(m.key);
    if (!std::isfinite(static_cast<float>(*value))) {
      places_.note("counter value that is NaN or Infinity, left out", at, 1, &event.ts);
      continue;
    }
    const auto [it, fresh] = counters_.try_emplace(std::string(event.pid) + '\0' + full, events_.counters.size());
    if (fresh) {
      events_.counters.emplace_back();
      events_.counters.back().name = events_.names.intern(full);
      events_.counters.back().key = unescaped(m.key);
      events_.counters.back().thread = thread;
    }
    events_.counters[it->second].at.push_back(event.ts);
    events_.counters[it->second].value.push_back(static_cast<float>(*value));
  }
  if (!any) places_.note("counter without a number", at, 1, &event.ts);
}

void Collector::fact(std::string_view name, std::string_view value, std::string_view unit) {
  if (!value.empty() && value.size() <= 4096) events_.facts.push_back({std::string(name), unescaped(value), std::string(unit), 0});
}

// [{"id": 0, "name": "NVIDIA A100", "totalGlobalMem": ..., ...}, ...]: "8 x NVIDIA A100", and the memory of one.
void Collector::devices(std::string_view list) {
  std::vector<std::pair<std::string, int>> names;
  std::string memory;
  int n = 0;
  for (std::size_t at = list.find('{'); at != std::string_view::npos && n < 4096; ++n) {
    const auto members = membersOf(list.substr(at));
    std::string_view name;
    for (const Member& m : members) {
      if (m.key == "name") name = m.value;
      if (m.key == "totalGlobalMem" && memory.empty()) memory = std::string(m.value);
    }
    const auto it = std::find_if(names.begin(), names.end(), [&](const auto& k) { return k.first == name; });
    if (it != names.end()) ++it->second;
    else if (!name.empty() && names.size() < 16) names.emplace_back(std::string(name), 1);
    // On behind what was read of it.
    at = members.empty() ? at + 1 : static_cast<std::size_t>(members.back().value.data() - list.data()) + members.back().value.size();
    at = list.find('{', at);
  }
  std::string text;
  for (const auto& [name, count] : names)
    text += (text.empty() ? "" : "; ") + (count > 1 ? std::to_string(count) + " x " : std::string()) + name;
  fact("devices", text);
  fact("device memory", memory, "B");
}

void Collector::take(Part& part) {
  Events& to = part.events;
  Events& from = events_;
  to.slices.start.clear();
  to.slices.duration.clear();
  to.slices.name.clear();
  to.slices.category.clear();
  to.slices.args.clear();
  to.slices.argsSize.clear();
  to.startFs.clear();
  to.thread.clear();
  to.argsText.clear();
  to.halves.clear();
  to.asyncHalves.clear();
  to.marks.clear();
  to.counters.clear();
  to.metadata.clear();
  to.leftOut.clear();
  to.flows.clear();
  to.byType.fill(0);
  to.facts.clear();
  to.kineto = to.based = false;
  to.distributedInfo.clear();
  to.annex.clear();
  to.names = {};
  to.asyncIds = {};
  // What goes on being known stays here, what is new of it is copied.
  for (; takenNames_ < from.names.size(); ++takenNames_) to.names.intern(from.names.text(takenNames_));
  for (; takenAsyncIds_ < from.asyncIds.size(); ++takenAsyncIds_) to.asyncIds.intern(from.asyncIds.text(takenAsyncIds_));
  to.threads.assign(from.threads.begin() + takenThreads_, from.threads.end());
  to.processes.assign(from.processes.begin() + takenProcesses_, from.processes.end());
  takenThreads_ = static_cast<ThreadIndex>(from.threads.size());
  takenProcesses_ = static_cast<std::uint32_t>(from.processes.size());
  std::swap(to.names, from.names);
  std::swap(to.asyncIds, from.asyncIds);
  std::swap(to.threads, from.threads);
  std::swap(to.processes, from.processes);
  std::swap(to, from);
  counters_.clear();
}

void Collector::property(std::string_view key, std::string_view value) {
  if (key == "baseTimeNanoseconds") {
    if (const auto v = integerOf(value)) {
      events_.baseNs = *v;
      events_.based = true;
    } else
      places_.noteAs("baseTimeNanoseconds is not a whole number", value.substr(0, 40));
    events_.kineto = true;
  } else if (key == "distributedInfo") {
    events_.kineto = true;
    events_.distributedInfo = std::string(value);
    const auto number = [&](std::string_view member) -> std::int32_t {
      const auto text = memberOf(value, member);
      const auto v = text ? integerOf(*text) : std::nullopt;
      return v && *v >= 0 && *v < std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(*v) : -1;
    };
    events_.rank = number("rank");
    events_.worldSize = number("world_size");
    for (const auto& [member, name] : {std::pair("backend", "backend"), std::pair("nccl_version", "NCCL version")})
      if (const auto text = memberOf(value, member)) fact(name, *text);
  } else if (key == "schemaVersion") {
    events_.kineto = true;
    fact("schema version", value);
  } else if (key == "deviceProperties") {
    events_.kineto = true;
    devices(value);
  } else if (key == "weir") {
    events_.annex = std::string(value);
  } else if (key == "traceName") {
    fact("trace name", value);
  } else if (key == "trace_id") {
    fact("trace id", value);
  } else if (key == "displayTimeUnit") {
    fact("display time unit", value);
  } else if ((key == "WARNING" || key == "ERROR") && value.size() > 2) {
    places_.noteAs("the profiler itself reports: " + std::string(key), value.substr(0, 160));
  }
}

}  // namespace weir::chrome
