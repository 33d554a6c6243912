#include "core/formats/otf2/collect.h"

#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/formats/otf2/words.h"

namespace weir::otf2 {
namespace {

__extension__ typedef __int128 Wide;
constexpr Wide kFarthest = Wide{100} * 86'400 * 1'000'000'000'000;  // ps; the axis holds 106 days
constexpr std::size_t kDeepest = 4096;  // frames looked through for the one that is left

}  // namespace

std::size_t Collect::KeyHash::operator()(const Key& k) const {
  std::uint64_t h = k.a * 0x9e3779b97f4a7c15ULL;
  h = (h ^ (h >> 29) ^ k.b) * 0xbf58476d1ce4e5b9ULL;
  h = (h ^ (h >> 32) ^ k.c) * 0x94d049bb133111ebULL;
  return h ^ (h >> 31);
}

Collect::Collect(std::uint64_t memoryLimit) : builder_("otf2", Truth::Measured), memoryLimit_(memoryLimit) {}

Result<void> Collect::take(std::string_view bytes) {
  buffer_.append(bytes);
  std::size_t at = 0;
  while (buffer_.size() - at >= sizeof(Header)) {
    Header h;
    std::memcpy(&h, buffer_.data() + at, sizeof h);
    if (h.record >= Record::Count || h.text > kMostText) return fail("the OTF2 library's process told nonsense", {}, "report this archive");
    const std::size_t size = sizeof h + 8UL * h.values + h.text;
    if (buffer_.size() - at < size) break;
    values_.resize(h.values);
    if (h.values > 0) std::memcpy(values_.data(), buffer_.data() + at + sizeof h, 8UL * h.values);
    record(h, values_, std::string_view(buffer_).substr(at + sizeof h + 8UL * h.values, h.text));
    at += size;
  }
  buffer_.erase(0, at);
  if (memoryLimit_ > 0 && builder_.slices() * 45 + messages_.size() * sizeof(Message) > memoryLimit_)
    return fail("the trace needs more memory than is allowed", {}, "open a shorter trace, or raise the limit");
  return {};
}

void Collect::record(const Header& h, Values v, std::string_view text) {
  switch (h.record) {
    case Record::Event:
      if (h.event < static_cast<std::uint16_t>(Event::Count)) event(h, v, text);
      return;
    case Record::Info: {
      const std::size_t cut = text.find('\n');
      if (cut == std::string_view::npos) return;
      infos_.emplace_back(text.substr(0, cut), text.substr(cut + 1));
      if (infos_.back().first == "creator") scoreP_ = infos_.back().second.starts_with("Score-P");
      return;
    }
    case Record::Problem: problems_.emplace_back(text); return;
    case Record::DefinitionsEnd: definitionsEnd_ = !v.empty() && v[0] == 1; return;
    case Record::Marker: marker(h, v, text); return;
    case Record::End: end_ = true; return;
    default: definitions_.take(h, v, text); return;
  }
}

NameId Collect::named(std::uint64_t string) {
  const auto [it, fresh] = names_.try_emplace(string, 0);
  if (fresh) it->second = builder_.intern(definitions_.text(string));
  return it->second;
}

// Once the definitions are there, and before the first event or marker.
void Collect::beginEvents() {
  if (begun_) return;
  begun_ = true;
  definitions_.rank();
  Run& run = builder_.run();
  run.worldSize = definitions_.worldSize;
  Source source;
  const bool real = definitions_.realTime != ~0ULL && definitions_.realTime < (1ULL << 62);
  source.clock = real ? ClockKind::Epoch : ClockKind::Own;
  run.originNs = real ? static_cast<std::int64_t>(definitions_.realTime) : 0;
  run.sources.push_back(source);
  for (const LocationDef& def : definitions_.locations) {
    if (locationIndex_.contains(def.id)) continue;
    Location l;
    l.def = def;
    const LocationGroup group = definitions_.locationGroup(def.group);
    l.rank = definitions_.rankOfGroup(def.group);
    l.stream = def.type == OTF2_LOCATION_TYPE_ACCELERATOR_STREAM;
    streams_ = streams_ || l.stream;
    std::string process(definitions_.text(group.name));
    if (const std::string node = definitions_.nodeOf(group.node); !node.empty()) process += (process.empty() ? "" : " on ") + node;
    Track t;
    t.name = named(def.name);
    t.process = builder_.intern(process);
    t.kind = l.stream ? TrackKind::Stream : def.type == OTF2_LOCATION_TYPE_METRIC ? TrackKind::Other : TrackKind::Thread;
    t.rank = l.rank;
    t.sort = static_cast<std::int64_t>(locations_.size());
    l.track = builder_.track(t);
    locationIndex_[def.id] = static_cast<std::uint32_t>(locations_.size());
    locations_.push_back(std::move(l));
  }
  if (definitions_.ranksByOrder) builder_.note("ranks numbered by the order of the processes: no communicator says them", {});
}

bool Collect::time(std::uint64_t ticks, std::int64_t& ps) {
  const std::uint64_t resolution = definitions_.resolution > 0 ? definitions_.resolution : 1'000'000'000;
  const Wide t = (static_cast<Wide>(ticks) - static_cast<Wide>(definitions_.offset)) * 1'000'000'000'000 / resolution;
  if (t > kFarthest || t < -kFarthest) {
    builder_.note("time more than 100 days from the start: left out", std::to_string(ticks));
    return false;
  }
  ps = static_cast<std::int64_t>(t);
  return true;
}

Collect::Location* Collect::location(std::uint64_t id) {
  if (id != lastLocation_) {
    const auto it = locationIndex_.find(id);
    if (it == locationIndex_.end()) {
      builder_.note("event of an undefined location: left out", fmt::format("location {}", id));
      return nullptr;
    }
    lastLocation_ = id;
    lastIndex_ = it->second;
  }
  return &locations_[lastIndex_];
}

void Collect::event(const Header& h, Values v, std::string_view text) {
  beginEvents();
  const Event e = static_cast<Event>(h.event);
  ++counts_[h.event];
  ++events_;
  firstTick_ = std::min(firstTick_, h.time);
  lastTick_ = std::max(lastTick_, h.time);
  Location* found = location(h.location);
  std::int64_t t = 0;
  if (found == nullptr || !time(h.time, t)) return;
  Location& l = *found;
  l.used = true;
  l.last = std::max(l.last, t);
  const auto at = [&](std::size_t i) { return i < v.size() ? v[i] : 0; };
  switch (e) {
    case Event::Enter: enter(l, t, at(0)); return;
    case Event::Leave: leave(l, t, at(0)); return;
    case Event::CallingContextEnter: enter(l, t, definitions_.regionOfContext(at(0))); return;
    case Event::CallingContextLeave: leave(l, t, definitions_.regionOfContext(at(0))); return;
    case Event::CallingContextSample:
      instant(l, t, definitions_.text(definitions_.region(definitions_.regionOfContext(at(0))).name));
      return;
    case Event::MpiSend:
    case Event::MpiIsend: send(l, t, v); return;
    case Event::MpiRecv:
    case Event::MpiIrecv: receive(l, t, v); return;
    case Event::MpiCollectiveBegin:
    case Event::RmaCollectiveBegin: l.collectiveBegin = t; return;
    case Event::MpiCollectiveEnd: collective(l, l.collectiveBegin, t, at(0), at(1), at(3), at(4)); return;
    case Event::RmaCollectiveEnd: collective(l, l.collectiveBegin, t, at(0), definitions_.windowComm(at(2)), at(4), at(5)); return;
    case Event::NonBlockingCollectiveRequest: requests_[{h.location, at(0), 1}] = {t, 0}; return;
    case Event::NonBlockingCollectiveComplete: {
      const auto it = requests_.find({h.location, at(5), 1});
      const std::int64_t begin = it == requests_.end() ? kNoTime : it->second.first;
      if (it != requests_.end()) requests_.erase(it);
      collective(l, begin, t, at(0), at(1), at(3), at(4));
      return;
    }
    case Event::RmaPut: rma(l, t, v, false); return;
    case Event::RmaGet: rma(l, t, v, true); return;
    case Event::RmaAtomic: {
      const std::array<std::uint64_t, 4> put{at(0), at(1), at(3), at(5)};
      rma(l, t, put, false);
      return;
    }
    case Event::RmaOpCompleteBlocking:
    case Event::RmaOpCompleteNonBlocking:
    case Event::RmaOpCompleteRemote:
      if (const auto it = rmaPending_.find({h.location, at(0), at(1)}); it != rmaPending_.end())
        messages_[it->second].end = std::max(messages_[it->second].end, t);
      return;
    case Event::IoCreateHandle:
    case Event::IoDestroyHandle:
    case Event::IoDeleteFile:
    case Event::IoSeek:
    case Event::IoOperationBegin:
    case Event::IoOperationComplete:
    case Event::IoOperationCancelled: io(l, t, e, v); return;
    case Event::Metric: metric(l, t, at(0), text); return;
    case Event::ParameterString: instant(l, t, fmt::format("{} = {}", definitions_.parameter(at(0)), definitions_.text(at(1)))); return;
    case Event::ParameterInt:
      instant(l, t, fmt::format("{} = {}", definitions_.parameter(at(0)), static_cast<std::int64_t>(at(1))));
      return;
    case Event::ParameterUnsignedInt: instant(l, t, fmt::format("{} = {}", definitions_.parameter(at(0)), at(1))); return;
    case Event::BufferFlush: {
      std::int64_t end = 0;
      if (time(at(0), end)) {
        builder_.slice({l.track, t, end - t, builder_.intern("trace buffer flush"), builder_.intern("measurement system"), Activity::Other, {}});
        builder_.note("the recorder wrote its buffer out: what follows is distorted", definitions_.text(l.def.name), 1, t);
      }
      return;
    }
    case Event::MeasurementOnOff: instant(l, t, at(0) == OTF2_MEASUREMENT_ON ? "measurement on" : "measurement off"); return;
    case Event::ProgramBegin: instant(l, t, fmt::format("program begins: {}", definitions_.text(at(0)))); return;
    case Event::ProgramEnd: instant(l, t, fmt::format("program ends with status {}", static_cast<std::int64_t>(at(0)))); return;
    case Event::ThreadFork:
    case Event::OmpFork: instant(l, t, "fork"); return;
    case Event::ThreadJoin:
    case Event::OmpJoin: instant(l, t, "join"); return;
    case Event::ThreadTeamBegin: instant(l, t, "thread team begins"); return;
    case Event::ThreadTeamEnd: instant(l, t, "thread team ends"); return;
    case Event::ThreadCreate: instant(l, t, "thread created"); return;
    case Event::ThreadBegin: instant(l, t, "thread begins"); return;
    case Event::ThreadWait: instant(l, t, "thread waited for"); return;
    case Event::ThreadEnd: instant(l, t, "thread ends"); return;
    case Event::ThreadTaskCreate:
    case Event::OmpTaskCreate: instant(l, t, "task created"); return;
    case Event::ThreadTaskSwitch:
    case Event::OmpTaskSwitch: instant(l, t, "task switch"); return;
    case Event::ThreadTaskComplete:
    case Event::OmpTaskComplete: instant(l, t, "task complete"); return;
    case Event::MpiRequestCancelled: instant(l, t, "request cancelled"); return;
    default: return;  // requests, tests, locks and windows: counted in the table "events"
  }
}

void Collect::instant(Location& l, std::int64_t t, std::string_view name) { builder_.instant({l.track, builder_.intern(name), t}); }

void Collect::enter(Location& l, std::int64_t t, std::uint64_t region) {
  if (!l.stack.empty()) l.stack.back().leaf = false;
  l.stack.push_back({region, t, kNone, true});
}

void Collect::leave(Location& l, std::int64_t t, std::uint64_t region) {
  std::size_t depth = l.stack.size();
  const std::size_t least = depth > kDeepest ? depth - kDeepest : 0;
  while (depth > least && l.stack[depth - 1].region != region) --depth;
  if (depth == least) {
    builder_.note("leave without an enter", definitions_.text(definitions_.region(region).name), 1, t);
    instant(l, t, definitions_.text(definitions_.region(region).name));
    return;
  }
  while (l.stack.size() > depth) {
    builder_.note("enter without a leave: shown until what surrounds it ends", definitions_.text(definitions_.region(l.stack.back().region).name), 1,
                  l.stack.back().start);
    close(l, t);
  }
  close(l, t);
}

void Collect::close(Location& l, std::int64_t end) {
  const Frame f = l.stack.back();
  l.stack.pop_back();
  const Region r = definitions_.region(f.region);
  Activity activity = activityOf(r.role, r.paradigm, definitions_.text(r.name), l.stream);
  // On a machine without accelerators a piece of the program that calls nothing recorded is computing.
  if (activity == Activity::Host && f.leaf && f.firstAttached == kNone && !streams_ && computesIfLeaf(r.role, r.paradigm)) activity = Activity::Compute;
  std::string args;
  std::uint32_t n = 0;
  for (std::uint32_t i = f.firstAttached; i != kNone; i = attached_[i].next) ++n;
  if (n == 1 && attached_[f.firstAttached].what != Attached::Collective) {
    const Message& m = messages_[attached_[f.firstAttached].index];
    args = attached_[f.firstAttached].what == Attached::Send ? fmt::format(R"({{"to":{},"bytes":{}}})", m.destination, m.bytes)
                                                             : fmt::format(R"({{"from":{},"bytes":{}}})", m.source, m.bytes);
  }
  const SliceIndex slice = builder_.slice({l.track, f.start, end - f.start, named(r.name), builder_.intern(paradigmName(r.paradigm)), activity, args});
  for (std::uint32_t i = f.firstAttached; i != kNone; i = attached_[i].next) {
    const Attachment& a = attached_[i];
    if (a.what == Attached::Send) messages_[a.index].from = slice;
    else if (a.what == Attached::Receive) messages_[a.index].to = slice;
    else builder_.run().collectives[a.index].slice = slice;
  }
}

void Collect::attach(Location& l, Attached what, std::uint32_t index) {
  if (l.stack.empty()) return;
  attached_.push_back({l.stack.back().firstAttached, index, what});
  l.stack.back().firstAttached = static_cast<std::uint32_t>(attached_.size() - 1);
}

// v: peer, communicator, tag, length. Receives may stand before their sends: clocks differ.
void Collect::send(Location& l, std::int64_t t, Values v) {
  if (v.size() < 4) return;
  const std::int32_t peer = definitions_.worldRank(v[1], v[0]);
  const auto bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(v[3], std::uint64_t{1} << 62));
  Waiting& w = waiting_[{(static_cast<std::uint64_t>(static_cast<std::uint32_t>(l.rank)) << 32) | static_cast<std::uint32_t>(peer), v[1], v[2]}];
  std::uint32_t index = 0;
  if (!w.receives.empty()) {
    index = w.receives.front();
    w.receives.pop_front();
    messages_[index].bytes = bytes;
  } else {
    index = static_cast<std::uint32_t>(messages_.size());
    messages_.push_back({l.rank, peer, bytes, kNoTime, kNoTime, kNoSlice, kNoSlice});
    w.sends.push_back(index);
  }
  messages_[index].start = t;
  attach(l, Attached::Send, index);
}

void Collect::receive(Location& l, std::int64_t t, Values v) {
  if (v.size() < 4) return;
  const std::int32_t peer = definitions_.worldRank(v[1], v[0]);
  Waiting& w = waiting_[{(static_cast<std::uint64_t>(static_cast<std::uint32_t>(peer)) << 32) | static_cast<std::uint32_t>(l.rank), v[1], v[2]}];
  std::uint32_t index = 0;
  if (!w.sends.empty()) {
    index = w.sends.front();
    w.sends.pop_front();
  } else {
    index = static_cast<std::uint32_t>(messages_.size());
    const auto bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(v[3], std::uint64_t{1} << 62));
    messages_.push_back({peer, l.rank, bytes, kNoTime, kNoTime, kNoSlice, kNoSlice});
    w.receives.push_back(index);
  }
  messages_[index].end = t;
  attach(l, Attached::Receive, index);
}

// v: window, remote, bytes, matching id.
void Collect::rma(Location& l, std::int64_t t, Values v, bool get) {
  if (v.size() < 4) return;
  const std::int32_t remote = definitions_.worldRank(definitions_.windowComm(v[0]), v[1]);
  const auto bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(v[2], std::uint64_t{1} << 62));
  rmaPending_[{l.def.id, v[0], v[3]}] = static_cast<std::uint32_t>(messages_.size());
  messages_.push_back({get ? remote : l.rank, get ? l.rank : remote, bytes, t, t, kNoSlice, kNoSlice});
}

void Collect::collective(Location& l, std::int64_t begin, std::int64_t t, std::uint64_t op, std::uint64_t comm, std::uint64_t sent, std::uint64_t received) {
  l.collectiveBegin = kNoTime;
  if (begin == kNoTime) {
    builder_.note("end of a collective without its begin", collectiveName(op), 1, t);
    begin = l.stack.empty() ? t : l.stack.back().start;
  }
  const Operation operation = operationOf(op);
  const std::vector<std::int32_t>& members = definitions_.members(comm);
  CollectiveCall c;
  c.operation = operation;
  c.rank = l.rank;
  c.start = begin;
  c.duration = std::max<std::int64_t>(t - begin, 0);
  c.groupSize = members.empty() ? -1 : static_cast<std::int32_t>(members.size());
  const auto [it, fresh] = groupOf_.try_emplace(comm, 0);
  if (fresh && std::find(members.begin(), members.end(), -1) == members.end()) it->second = builder_.group(members);
  c.group = it->second;
  c.bytes = inputBytes(op, sent, received, members.size(), scoreP_);
  const auto index = static_cast<std::uint32_t>(builder_.run().collectives.size());
  if (l.stack.empty())
    c.slice = builder_.slice({l.track, begin, c.duration, builder_.intern(collectiveName(op)), builder_.intern("MPI"), Activity::Communication, {}});
  builder_.collective(c);
  attach(l, Attached::Collective, index);
}

void Collect::io(Location& l, std::int64_t t, Event e, Values v) {
  const auto at = [&](std::size_t i) { return i < v.size() ? v[i] : 0; };
  const auto layerOf = [&](std::uint64_t paradigm) {
    const std::string_view id = definitions_.ioParadigm(paradigm);
    return builder_.intern(id == "ISOC" || id == "ISO C" ? "STDIO" : id == "MPIIO" ? "MPI-IO" : id);
  };
  const auto operation = [&](std::uint64_t handle, IoOperation::Kind kind) {
    const IoHandle h = definitions_.handle(handle);
    const std::string_view file = definitions_.fileName(h.file);
    IoOperation op;
    op.kind = kind;
    op.rank = l.rank;
    op.file = file.empty() ? named(h.name) : builder_.intern(file);
    op.layer = layerOf(h.paradigm);
    op.start = t;
    return op;
  };
  if (e == Event::IoCreateHandle || e == Event::IoDestroyHandle) {
    builder_.io(operation(at(0), e == Event::IoCreateHandle ? IoOperation::Kind::Open : IoOperation::Kind::Close));
  } else if (e == Event::IoSeek) {
    builder_.io(operation(at(0), IoOperation::Kind::Other));
  } else if (e == Event::IoDeleteFile) {
    IoOperation op;
    op.rank = l.rank;
    op.file = builder_.intern(definitions_.fileName(at(1)));
    op.layer = layerOf(at(0));
    op.start = t;
    builder_.io(op);
  } else if (e == Event::IoOperationBegin) {
    ioPending_[{l.def.id, at(0), at(4)}] = {at(0), at(1), at(3), t};
  } else {  // complete or cancelled
    const auto it = ioPending_.find({l.def.id, at(0), e == Event::IoOperationCancelled ? at(1) : at(2)});
    if (it == ioPending_.end()) {
      builder_.note("end of an I/O operation without its begin", definitions_.text(l.def.name), 1, t);
      return;
    }
    const PendingIo p = it->second;
    ioPending_.erase(it);
    IoOperation op = operation(p.handle, p.mode == OTF2_IO_OPERATION_MODE_READ    ? IoOperation::Kind::Read
                                         : p.mode == OTF2_IO_OPERATION_MODE_WRITE ? IoOperation::Kind::Write
                                                                                  : IoOperation::Kind::Sync);
    op.start = p.start;
    op.duration = std::max<std::int64_t>(t - p.start, 0);
    if (op.kind != IoOperation::Kind::Sync && e == Event::IoOperationComplete && at(1) < (std::uint64_t{1} << 62)) op.bytes = static_cast<std::int64_t>(at(1));
    builder_.io(op);
  }
}

void Collect::metric(Location& l, std::int64_t t, std::uint64_t metric, std::string_view text) {
  const std::vector<std::uint64_t>& members = definitions_.metricMembers(metric);
  for (std::size_t i = 0; i * 16 + 16 <= text.size(); ++i) {
    std::uint64_t pair[2];
    std::memcpy(pair, text.data() + i * 16, 16);
    const MetricMember m = i < members.size() ? definitions_.metricMember(members[i]) : MetricMember{};
    double value = 0;
    if (pair[0] == OTF2_TYPE_DOUBLE) std::memcpy(&value, &pair[1], 8);
    else if (pair[0] == OTF2_TYPE_INT64) value = static_cast<double>(static_cast<std::int64_t>(pair[1]));
    else value = static_cast<double>(pair[1]);
    if (m.exponent != 0 && std::abs(m.exponent) < 1000) value *= std::pow(m.base == OTF2_BASE_BINARY ? 2.0 : 10.0, static_cast<double>(m.exponent));
    const auto [it, fresh] = counterOf_.try_emplace({l.def.id, metric, i}, static_cast<std::uint32_t>(builder_.run().counters.size()));
    if (fresh) {
      Counter c;
      const std::string_view name = definitions_.text(m.name);
      c.name = builder_.intern(name.empty() ? fmt::format("metric {}", i < members.size() ? members[i] : metric) : std::string(name));
      c.group = builder_.intern(m.type == OTF2_METRIC_TYPE_PAPI     ? fmt::format("PAPI, {}", definitions_.text(l.def.name))
                                : m.type == OTF2_METRIC_TYPE_RUSAGE ? fmt::format("rusage, {}", definitions_.text(l.def.name))
                                                                    : fmt::format("metrics, {}", definitions_.text(l.def.name)));
      c.unit = definitions_.text(m.unit);
      c.rank = l.rank;
      builder_.counter(std::move(c));
    }
    Counter& c = builder_.run().counters[it->second];
    c.time.push_back(t);
    c.value.push_back(static_cast<float>(value));
  }
}

void Collect::marker(const Header& h, Values v, std::string_view text) {
  beginEvents();
  std::int64_t t = 0;
  if (v.size() < 4 || locations_.empty() || !time(h.time, t)) return;
  Location* l = v[2] == OTF2_MARKER_SCOPE_LOCATION ? location(v[3]) : &locations_.front();
  if (l != nullptr) instant(*l, t, fmt::format("{}{}{}", definitions_.marker(v[0]), text.empty() ? "" : ": ", text));
}

}  // namespace weir::otf2
