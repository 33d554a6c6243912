#include "core/formats/gpu/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/formats/chrome/kineto.h"

namespace weir::gpu {
namespace {

constexpr std::int64_t kPerNs = 1000;
constexpr std::int64_t kFarthestNs = INT64_MAX / kPerNs / 2;  // so that a start plus a duration fits too

// How many bytes a well-formed UTF-8 sequence at `i` has; 0 when it is none.
std::size_t sequence(std::string_view s, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
  const unsigned char c = byte(i);
  const std::size_t n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
  if (n == 0 || i + n > s.size()) return 0;
  for (std::size_t k = 1; k < n; ++k)
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  if (n == 3 && ((c == 0xe0 && byte(i + 1) < 0xa0) || (c == 0xed && byte(i + 1) >= 0xa0))) return 0;
  if (n == 4 && ((c == 0xf0 && byte(i + 1) < 0x90) || (c == 0xf4 && byte(i + 1) >= 0x90))) return 0;
  return n;
}

void appendString(std::string& out, std::string_view s) {
  out += '"';
  for (std::size_t i = 0; i < s.size();) {
    const char c = s[i];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
      ++i;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      if (c == '\n') out += "\\n";
      else if (c == '\t') out += "\\t";
      else fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
      ++i;
    } else if (const std::size_t n = sequence(s, i); n > 0) {
      out.append(s, i, n);
      i += n;
    } else {
      out += "\xef\xbf\xbd";
      ++i;
    }
  }
  out += '"';
}

void appendInteger(std::string& out, std::int64_t v) {
  const fmt::format_int text(v);
  out.append(text.data(), text.size());
}

}  // namespace

std::string jsonString(std::string_view text) {
  std::string s;
  appendString(s, text);
  return s;
}

void Args::key(std::string_view k) {
  text_ += text_.empty() ? '{' : ',';
  text_ += '"';
  text_ += k;
  text_ += "\":";
}
Args& Args::integer(std::string_view k, std::int64_t value) {
  key(k);
  appendInteger(text_, value);
  return *this;
}
Args& Args::number(std::string_view k, double value) {
  if (!std::isfinite(value)) return *this;
  key(k);
  fmt::format_to(std::back_inserter(text_), "{}", value);
  return *this;
}
Args& Args::string(std::string_view k, std::string_view value) {
  key(k);
  appendString(text_, value);
  return *this;
}
Args& Args::json(std::string_view k, std::string_view value) {
  key(k);
  text_ += value;
  return *this;
}
Args& Args::triple(std::string_view k, std::int64_t x, std::int64_t y, std::int64_t z) {
  key(k);
  text_ += '[';
  appendInteger(text_, x);
  text_ += ',';
  appendInteger(text_, y);
  text_ += ',';
  appendInteger(text_, z);
  text_ += ']';
  return *this;
}
std::string_view Args::text() {
  if (!text_.empty() && !closed_) text_ += '}';
  closed_ = true;
  return text_;
}

Timeline::Timeline(std::string_view format, std::int64_t origin) : builder_(std::string(format), Truth::Measured), origin_(origin) {
  builder_.run().originNs = origin;
}

ProcessIndex Timeline::process(std::int64_t id, std::int64_t pid) {
  const auto [it, added] = processOf_.try_emplace(id, static_cast<ProcessIndex>(processes_.size()));
  if (added) {
    processes_.emplace_back();
    processes_.back().id = id;
    processes_.back().pid = pid;
  }
  return it->second;
}

void Timeline::nameProcess(ProcessIndex p, std::string_view name) { processes_[p].name = name; }
void Timeline::nameDevice(std::int64_t device, std::string_view name) { deviceNames_[device] = name; }

TrackIndex Timeline::thread(ProcessIndex p, std::int64_t tid) {
  const Key key{p, static_cast<std::uint64_t>(tid)};
  if (lastThread_.valid && lastThread_.key == key) return lastThread_.track;
  const auto [it, added] = threads_.try_emplace(key, 0);
  if (added) {
    Track t;
    t.name = intern(fmt::format("thread {}", tid));
    t.kind = TrackKind::Thread;
    t.sort = tid == processes_[p].pid ? -1 : static_cast<std::int64_t>(threads_.size());
    it->second = builder_.track(t);
    of_.resize(it->second + 1);
    of_[it->second].process = p;
  }
  lastThread_ = {key, it->second, true};
  return it->second;
}

void Timeline::nameThread(ProcessIndex p, std::int64_t tid, std::string_view name) { threadNames_[{p, tid}] = name; }

TrackIndex Timeline::stream(ProcessIndex p, std::int64_t device, std::int64_t stream) {
  // Devices and streams are small numbers; what is not shares a track only with its equals modulo 2^32.
  const Key key{p, static_cast<std::uint64_t>(device) << 32 ^ static_cast<std::uint64_t>(stream)};
  if (lastStream_.valid && lastStream_.key == key) return lastStream_.track;
  const auto [it, added] = streams_.try_emplace(key, 0);
  if (added) {
    Track t;
    t.name = intern(fmt::format("GPU {} {} {}", device, streamWord_, stream));
    t.kind = TrackKind::Stream;
    t.sort = static_cast<std::int64_t>(streams_.size());
    it->second = builder_.track(t);
    of_.resize(it->second + 1);
    of_[it->second] = {p, device};
    std::vector<std::int64_t>& devices = processes_[p].devices;
    const auto place = std::lower_bound(devices.begin(), devices.end(), device);
    if (place == devices.end() || *place != device) devices.insert(place, device);
  }
  lastStream_ = {key, it->second, true};
  return it->second;
}

TrackIndex Timeline::other(std::optional<ProcessIndex> p, std::string_view name, TrackKind kind, std::string_view group) {
  const auto [it, added] = others_.try_emplace({p ? static_cast<std::int64_t>(*p) : -1, std::string(name)}, 0);
  if (added) {
    Track t;
    t.name = intern(name);
    t.process = intern(group);
    t.kind = kind;
    t.sort = static_cast<std::int64_t>(others_.size());
    it->second = builder_.track(t);
    of_.resize(it->second + 1);
    of_[it->second].process = p;
  }
  return it->second;
}

const NameFacts& Timeline::kernelFacts(NameId name) {
  if (name >= kernels_.size()) kernels_.resize(std::max<std::size_t>(name + 1, kernels_.size() * 2));
  NameFacts& f = kernels_[name];
  if (f.known) return f;
  f.known = true;
  const std::string text(builder_.run().names.text(name));
  f.activity = chrome::activityOf(chrome::Category::Kernel, text);
  if (f.activity == Activity::Communication) {
    const chrome::NamedCollective named = chrome::collectiveFromName(text);
    f.operation = named.operation;
    if (!named.algorithm.empty()) f.algorithm = intern(named.algorithm);
  }
  return f;
}

const NameFacts& Timeline::hostFacts(NameId name) {
  if (name >= hosts_.size()) hosts_.resize(std::max<std::size_t>(name + 1, hosts_.size() * 2));
  NameFacts& f = hosts_[name];
  if (f.known) return f;
  f.known = true;
  f.activity = chrome::activityOf(chrome::Category::Host, builder_.run().names.text(name));
  return f;
}

std::optional<std::int64_t> Timeline::at(std::int64_t ns) {
  std::int64_t off = 0;
  if (__builtin_sub_overflow(ns, origin_, &off) || off > kFarthestNs || off < -kFarthestNs) {
    builder_.note("time too far from the others, set aside", fmt::format("{} ns", ns));
    return std::nullopt;
  }
  return off * kPerNs;
}

std::optional<SliceIndex> Timeline::slice(TrackIndex t, NameId name, NameId category, Activity activity, std::int64_t startNs,
                                          std::int64_t endNs, std::string_view args) {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();  // sqlite::kNoInteger
  if (startNs == kNone) {
    builder_.note("event without a start, left out", builder_.run().names.text(name));
    return std::nullopt;
  }
  if (endNs == kNone) {
    builder_.note("event without an end, shown without length", builder_.run().names.text(name));
    endNs = startNs;
  }
  const auto start = at(startNs);
  const auto end = at(endNs);
  if (!start || !end) return std::nullopt;
  RunBuilder::SliceIn s;
  s.track = t;
  s.start = *start;
  s.duration = *end - *start;
  s.name = name;
  s.category = category;
  s.activity = activity;
  s.args = args;
  return builder_.slice(s);
}

SliceIndex Timeline::slicePs(TrackIndex t, NameId name, NameId category, Activity activity, std::int64_t start, std::int64_t duration,
                             std::string_view args) {
  RunBuilder::SliceIn s;
  s.track = t;
  s.start = start;
  s.duration = duration;
  s.name = name;
  s.category = category;
  s.activity = activity;
  s.args = args;
  return builder_.slice(s);
}

void Timeline::instant(TrackIndex t, NameId name, std::int64_t ns) {
  if (const auto time = at(ns)) builder_.instant({t, name, *time});
}

void Timeline::launchesKnown() {
  // The first call that carries a number is the one the application made; driver calls inside it follow.
  std::stable_sort(launches_.begin(), launches_.end());
}

std::optional<Timeline::Launch> Timeline::launcherOf(ProcessIndex p, std::int64_t correlation) const {
  const auto it = std::lower_bound(launches_.begin(), launches_.end(), Link{correlation, p, 0, 0});
  if (it == launches_.end() || it->correlation != correlation || it->process != p) return std::nullopt;
  return Launch{it->slice, it->thread};
}

void Timeline::communicates(SliceIndex slice, ProcessIndex p, std::int64_t correlation, NameId name) {
  communication_.push_back({slice, p, correlation, name});
}

CollectiveCall Timeline::collectiveOf(const Kernel& k) {
  const NameFacts& facts = kernelFacts(k.name);
  CollectiveCall call;
  call.operation = facts.operation;
  call.algorithm = facts.algorithm;
  call.slice = k.slice;
  call.start = builder_.run().slices.start[k.slice];
  call.duration = builder_.run().slices.duration[k.slice];
  return call;
}

void Timeline::collective(const CollectiveCall& call, ProcessIndex p) {
  collectiveOf_.emplace_back(builder_.run().collectives.size(), p);
  builder_.collective(call);
}

void Timeline::sample(std::optional<ProcessIndex> p, NameId group, NameId name, std::string_view unit, std::int64_t ns, double value) {
  const auto time = at(ns);
  if (!time) return;
  const auto [it, added] = counterOf_.try_emplace({p ? static_cast<std::int64_t>(*p) : -1, group, name}, counters_.size());
  if (added) {
    Counter c;
    c.name = name;
    c.group = group;
    c.unit = unit;
    counters_.push_back(std::move(c));
    counterProcess_.push_back(p);
  }
  Counter& c = counters_[it->second];
  c.time.push_back(*time);
  c.value.push_back(static_cast<float>(value));
}

Run Timeline::build() {
  launchesKnown();
  const NameId kind = intern(kArrowLaunch);
  for (const Link& l : launched_)
    if (const auto from = launcherOf(l.process, l.correlation)) builder_.arrow(from->slice, l.slice, kind);
  const auto onDevices = std::count_if(processes_.begin(), processes_.end(), [](const Process& p) { return !p.devices.empty(); });
  for (TrackIndex t = 0; t < of_.size(); ++t) {
    Track& track = builder_.trackAt(t);
    const TrackOf& o = of_[t];
    if (!o.process) continue;
    const Process& p = processes_[*o.process];
    track.rank = p.rank;
    if (track.kind == TrackKind::Stream) {
      const auto name = deviceNames_.find(o.device);
      std::string group = name != deviceNames_.end() ? fmt::format("GPU {} {}", o.device, name->second) : fmt::format("GPU {}", o.device);
      if (onDevices > 1) group += fmt::format(" of process {}", p.pid);
      track.process = intern(group);
    } else if (track.process == 0) {
      if (p.pid != 0 || !p.name.empty()) track.process = intern(p.name.empty() ? fmt::format("process {}", p.pid) : fmt::format("{} ({})", p.name, p.pid));
    }
  }
  for (const auto& [key, track] : threads_) {
    const auto name = threadNames_.find({static_cast<ProcessIndex>(key.first), static_cast<std::int64_t>(key.second)});
    if (name != threadNames_.end() && !name->second.empty())
      builder_.trackAt(track).name = intern(fmt::format("{} ({})", name->second, static_cast<std::int64_t>(key.second)));
  }
  for (const auto& [index, p] : collectiveOf_) builder_.run().collectives[index].rank = processes_[p].rank;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    Counter& c = counters_[i];
    if (counterProcess_[i]) c.rank = processes_[*counterProcess_[i]].rank;
    if (!std::is_sorted(c.time.begin(), c.time.end())) {
      std::vector<std::size_t> order(c.time.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return c.time[a] < c.time[b]; });
      std::vector<std::int64_t> time;
      std::vector<float> value;
      for (const std::size_t k : order) {
        time.push_back(c.time[k]);
        value.push_back(c.value[k]);
      }
      c.time = std::move(time);
      c.value = std::move(value);
    }
    if (!c.time.empty()) c.start = c.time.front();
    builder_.counter(std::move(c));
  }
  return builder_.build();
}

}  // namespace weir::gpu
