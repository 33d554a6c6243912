#include "core/formats/paje/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/formats/paje/own.h"
#include "core/formats/paje/words.h"

namespace weir::paje {
namespace {

std::string inQuotes(std::string_view text) {
  std::string s = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') s += '\\';
    if (static_cast<unsigned char>(c) < 0x20) s += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else s += c;
  }
  return s + '"';
}

double number(std::string_view text) {
  const std::string s(text.substr(0, 64));
  char* end = nullptr;
  const double v = std::strtod(s.c_str(), &end);
  return !s.empty() && *end == 0 ? v : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

Model::Model(std::string_view unit) : builder_("paje", Truth::Measured), unitName_(unit) {
  if (unit == "s") unit_ = kSeconds;
  if (unit == "ms") unit_ = kMilliseconds;
  if (unit == "us") unit_ = kMicroseconds;
  if (unit == "ns") unit_ = kNanoseconds;
  builder_.run().sources.emplace_back().clock = ClockKind::Own;
  // "0" is the root of both trees.
  types_.push_back({Kind::Container, "0", {}});
  typeIds_["0"] = 0;
  containers_.emplace_back();
  containers_[0].type = 0;
  containerIds_["0"] = 0;
}

void Model::note(std::string_view kind, std::uint64_t line) { builder_.note(kind, fmt::format("line {}", line)); }

void Model::origin(std::int64_t ns, ClockKind clock) {
  own_ = true;
  builder_.run().originNs = ns;
  builder_.run().sources[0].clock = clock;
}

std::uint32_t Model::find(const Ids& ids, std::string_view text) {
  scratch_.assign(text);
  const auto it = ids.find(scratch_);
  return it == ids.end() ? kNone : it->second;
}

void Model::take(Event event, const Row& row, std::uint64_t line) {
  ++counts_[static_cast<std::size_t>(event)];
  ++events_;
  std::int64_t t = 0;
  if (const std::string_view text = row.at(Field::Time); !text.empty()) {
    if (unit_ == 0) {
      // StarPU counts in milliseconds; everybody else in seconds.
      const bool starpu = std::any_of(types_.begin(), types_.end(), [](const Type& y) { return y.name == "Worker State" || y.name == "Memory Node State"; });
      unit_ = starpu ? kMilliseconds : kSeconds;
      unitName_ = starpu ? "ms" : "s";
      if (starpu) builder_.note("times taken as milliseconds: the types are StarPU's", {});
    }
    if (!picoseconds(text, unit_, t)) {
      note("time that is no number, or is out of range: event left out", line);
      return;
    }
    if (first_ == kNoTime || t < first_) first_ = t;
    if (last_ == kNoTime || t > last_) last_ = t;
  } else if (event >= Event::SetVariable) {
    note("event without a time: left out", line);
    return;
  }
  switch (event) {
    case Event::DefineContainerType: defineType(Kind::Container, row, line); return;
    case Event::DefineVariableType: defineType(Kind::Variable, row, line); return;
    case Event::DefineStateType: defineType(Kind::State, row, line); return;
    case Event::DefineEventType: defineType(Kind::Event, row, line); return;
    case Event::DefineLinkType: defineType(Kind::Link, row, line); return;
    case Event::DefineEntityValue: {
      const std::uint32_t type = find(typeIds_, row.at(Field::Type));
      if (type == kNone) return note("value of an undefined type", line);
      const std::string_view name = row.at(Field::Name).empty() ? row.at(Field::Alias) : row.at(Field::Name);
      const NameId id = builder_.intern(name);
      types_[type].values[std::string(row.at(Field::Alias).empty() ? name : row.at(Field::Alias))] = id;
      types_[type].values[std::string(name)] = id;
      return;
    }
    case Event::CreateContainer: createContainer(row, line); return;
    case Event::DestroyContainer: destroyContainer(row, t); return;
    case Event::SetVariable:
    case Event::AddVariable:
    case Event::SubVariable: variable(event, row, t, line); return;
    case Event::SetState:
    case Event::PushState:
    case Event::PopState:
    case Event::ResetState: state(event, row, t, line); return;
    case Event::StartLink:
    case Event::EndLink: link(event, row, t, line); return;
    case Event::NewEvent: instant(row, t, line); return;
    case Event::Unknown: return;
  }
}

void Model::defineType(Kind kind, const Row& row, std::uint64_t line) {
  const std::string_view alias = row.at(Field::Alias).empty() ? row.at(Field::Name) : row.at(Field::Alias);
  const std::string_view name = row.at(Field::Name).empty() ? alias : row.at(Field::Name);
  if (alias.empty()) return note("type without a name", line);
  const auto id = static_cast<std::uint32_t>(types_.size());
  types_.push_back({kind, std::string(name), {}});
  typeIds_.insert_or_assign(std::string(alias), id);
  typeIds_.try_emplace(std::string(name), id);  // some events call it by its name; an alias of another comes first
}

void Model::createContainer(const Row& row, std::uint64_t line) {
  const std::string_view alias = row.at(Field::Alias).empty() ? row.at(Field::Name) : row.at(Field::Alias);
  const std::string_view name = row.at(Field::Name).empty() ? alias : row.at(Field::Name);
  if (alias.empty()) return note("container without a name", line);
  Container c;
  c.name = name;
  c.type = find(typeIds_, row.at(Field::Type));
  c.parent = find(containerIds_, row.at(Field::Container));
  if (c.type == kNone) note("container of an undefined type", line);
  if (c.parent == kNone) {
    if (!row.at(Field::Container).empty()) note("container in an undefined one: put at the top", line);
    c.parent = 0;
  }
  containers_[c.parent].children = true;
  if (!own_ || row.at(Field::Type) == own::kRankType) c.rank = rankOf(name);
  if (c.rank == kUnknownRank) c.rank = containers_[c.parent].rank;
  c.process = containers_[c.parent].name;
  for (const auto& [key, value] : row.extra)
    if (key == own::kProcess) c.process = own::decoded(value);
    else if (key == own::kTrackOf) c.trackOf = find(containerIds_, value);
  const auto id = static_cast<std::uint32_t>(containers_.size());
  containers_.push_back(std::move(c));
  containerIds_.insert_or_assign(std::string(alias), id);
  containerIds_.try_emplace(std::string(name), id);
}

TrackIndex Model::trackOf(Container& c, std::string_view name, bool states) {
  Track t;
  t.name = builder_.intern(name);
  t.process = builder_.intern(c.process);
  t.kind = kindOf(c.type == kNone ? std::string_view() : std::string_view(types_[c.type].name), states);
  t.rank = c.rank;
  t.sort = sort_++;
  return builder_.track(t);
}

Model::Lane& Model::laneOf(std::uint32_t container, std::uint32_t type) {
  Container& c = containers_[container];
  const auto [known, fresh] = laneOf_.try_emplace((static_cast<std::uint64_t>(container) << 32) | type, static_cast<std::uint32_t>(c.lanes.size()));
  if (!fresh) {
    c.lastLane = known->second;
    return c.lanes[c.lastLane];
  }
  // The first kind of state has the container's name, further ones say what they are.
  const std::string label = c.lanes.empty() ? c.name : c.name + ": " + types_[type].name;
  Lane lane;
  lane.type = type;
  if (c.trackOf != kNone && c.trackOf != container) {
    Container& main = containers_[c.trackOf];
    if (main.lanes.empty() && main.track == kNone) main.track = trackOf(main, main.name, true);
    lane.track = main.lanes.empty() ? main.track : main.lanes.front().track;
  } else {
    lane.track = c.lanes.empty() && c.track != kNone ? c.track : trackOf(c, label, true);
  }
  c.lastLane = static_cast<std::uint32_t>(c.lanes.size());
  c.lanes.push_back(std::move(lane));
  return c.lanes.back();
}

NameId Model::valueOf(std::uint32_t type, std::string_view value) {
  scratch_.assign(value);
  auto& values = types_[type].values;
  auto it = values.find(scratch_);
  if (it == values.end()) it = values.emplace(scratch_, builder_.intern(value)).first;
  return it->second;
}

bool Model::extras(Frame& f, const Row& row, Container& c) {
  CollectiveCall call;
  bool collective = false;
  std::string args;
  bool ours = false;
  for (const auto& [key, value] : row.extra) {
    if (key == own::kCategory) {
      ours = true;
      f.category = builder_.intern(own::decoded(value));
    }
    if (key == own::kCategory || value.empty() || value == "NA") continue;
    if (key == own::kActivity) f.activity = activityFrom(own::decoded(value)).value_or(f.activity);
    else if (key == own::kArgs) f.args = own::decoded(value);
    else if (key == own::kOperation) {
      call.operation = operationFrom(value).value_or(Operation::Unknown);
      collective = true;
    } else if (key == own::kBytes) call.bytes = std::strtoll(std::string(value).c_str(), nullptr, 10);
    else if (key == own::kGroupSize) call.groupSize = static_cast<std::int32_t>(std::strtol(std::string(value).c_str(), nullptr, 10));
    else if (key == own::kGroup) call.group = builder_.group(own::members(value));
    else {
      // A column of SimGrid's, or of anybody: as it stands.
      args += fmt::format("{}{}:{}", args.empty() ? "{" : ",", inQuotes(key), inQuotes(value));
    }
  }
  if (!args.empty() && f.args.empty()) f.args = args + "}";
  if (!ours && c.rank != kUnknownRank && f.activity == Activity::Communication)
    if (const auto op = collectiveOf(builder_.run().names.text(f.name))) {
      call.operation = *op;
      collective = true;
    }
  if (!collective) return ours;
  call.rank = c.rank;
  call.start = f.start;
  f.collective = static_cast<std::uint32_t>(builder_.run().collectives.size());
  builder_.collective(call);
  return ours;
}

void Model::state(Event event, const Row& row, std::int64_t t, std::uint64_t line) {
  const std::uint32_t container = find(containerIds_, row.at(Field::Container));
  const std::uint32_t type = find(typeIds_, row.at(Field::Type));
  if (container == kNone || type == kNone) return note("state of an undefined container or type: left out", line);
  Lane& lane = laneOf(container, type);
  Container& c = containers_[container];
  if (event == Event::PopState) {
    if (lane.stack.empty()) return note("pop without a push", line);
    close(c, lane, t);
    return;
  }
  if (event == Event::SetState || event == Event::ResetState)
    while (!lane.stack.empty()) close(c, lane, t);
  if (event == Event::ResetState) return;
  Frame f;
  f.name = valueOf(type, row.at(Field::Value));
  f.start = t;
  f.set = event == Event::SetState;
  f.activity = activityOf(builder_.run().names.text(f.name));
  if (!extras(f, row, c)) f.category = builder_.intern(types_[type].name);
  lane.stack.push_back(std::move(f));
}

void Model::close(Container& c, Lane& lane, std::int64_t end) {
  const Frame f = std::move(lane.stack.back());
  lane.stack.pop_back();
  const SliceIndex slice = builder_.slice({lane.track, f.start, end - f.start, f.name, f.category, f.activity, f.args});
  if (f.collective != kNone) {
    CollectiveCall& call = builder_.run().collectives[f.collective];
    call.slice = slice;
    call.duration = std::max<std::int64_t>(end - f.start, 0);
  }
  for (std::uint32_t i = f.attached; i != kNone; i = attached_[i].next)
    (attached_[i].start ? links_[attached_[i].link].fromSlice : links_[attached_[i].link].toSlice) = slice;
  lane.lastSlice = slice;
  lane.lastEnd = end;
  (void)c;
}

void Model::destroyContainer(const Row& row, std::int64_t t) {
  std::uint32_t id = find(containerIds_, row.at(Field::Name));
  if (id == kNone) id = find(containerIds_, row.at(Field::Alias));
  if (id == kNone) id = find(containerIds_, row.at(Field::Container));
  if (id == kNone) return;
  for (Lane& lane : containers_[id].lanes)
    while (!lane.stack.empty()) close(containers_[id], lane, t);
}

void Model::variable(Event event, const Row& row, std::int64_t t, std::uint64_t line) {
  const std::uint32_t container = find(containerIds_, row.at(Field::Container));
  const std::uint32_t type = find(typeIds_, row.at(Field::Type));
  if (container == kNone || type == kNone) return note("variable of an undefined container or type: left out", line);
  const double v = number(row.at(Field::Value));
  if (v != v) return note("value that is no number: left out", line);
  const auto [it, fresh] = counterOf_.try_emplace({container, type}, static_cast<std::uint32_t>(counterValue_.size()));
  if (fresh) {
    Counter c;
    c.name = builder_.intern(containers_[container].name);
    c.group = builder_.intern(types_[type].name);
    c.rank = containers_[container].rank;
    for (const auto& [key, value] : row.extra)
      if (key == own::kUnit) c.unit = own::decoded(value);
    builder_.counter(std::move(c));
    counterValue_.push_back(0);
  }
  double& now = counterValue_[it->second];
  now = event == Event::SetVariable ? v : event == Event::AddVariable ? now + v : now - v;
  Counter& c = builder_.run().counters[it->second];
  c.time.push_back(t);
  c.value.push_back(static_cast<float>(now));
  ++samples_;
}

void Model::instant(const Row& row, std::int64_t t, std::uint64_t line) {
  const std::uint32_t container = find(containerIds_, row.at(Field::Container));
  const std::uint32_t type = find(typeIds_, row.at(Field::Type));
  if (container == kNone || type == kNone) return note("event of an undefined container or type: left out", line);
  Container& c = containers_[container];
  if (c.lanes.empty() && c.track == kNone) c.track = trackOf(c, c.name, true);
  const TrackIndex track = c.lanes.empty() ? c.track : c.lanes.front().track;
  const NameId value = row.at(Field::Value).empty() ? builder_.intern(types_[type].name) : valueOf(type, row.at(Field::Value));
  builder_.instant({track, value, t});
  ++samples_;
}

// To the state that is under way in the container, or that ended at this very time.
void Model::attach(std::uint32_t container, std::int64_t t, std::uint32_t link, bool start) {
  Container& c = containers_[container];
  if (c.lastLane == kNone) return;
  Lane& lane = c.lanes[c.lastLane];
  if (!lane.stack.empty()) {
    attached_.push_back({lane.stack.back().attached, link, start});
    lane.stack.back().attached = static_cast<std::uint32_t>(attached_.size() - 1);
  } else if (lane.lastSlice != kNoSlice && lane.lastEnd == t) {
    (start ? links_[link].fromSlice : links_[link].toSlice) = lane.lastSlice;
  }
}

void Model::link(Event event, const Row& row, std::int64_t t, std::uint64_t line) {
  const bool start = event == Event::StartLink;
  const std::uint32_t type = find(typeIds_, row.at(Field::Type));
  const std::uint32_t container = find(containerIds_, row.at(start ? Field::StartContainer : Field::EndContainer));
  if (type == kNone || container == kNone) return note("link of an undefined container or type: left out", line);
  Pending& p = pending_[{type, std::string(row.at(Field::Key))}];
  std::deque<std::uint32_t>& others = start ? p.ends : p.starts;
  std::uint32_t index = 0;
  if (others.empty()) {
    index = static_cast<std::uint32_t>(links_.size());
    links_.emplace_back();
    (start ? p.starts : p.ends).push_back(index);
    links_[index].type = type;
    links_[index].key = builder_.intern(row.at(Field::Key));
  } else {
    index = others.front();
    others.pop_front();
    if (p.starts.empty() && p.ends.empty()) pending_.erase({type, std::string(row.at(Field::Key))});
  }
  Link& l = links_[index];
  (start ? l.start : l.end) = t;
  (start ? l.from : l.to) = container;
  if (l.value == 0 || start) l.value = valueOf(type, row.at(Field::Value));
  if (const std::string_view size = row.at(Field::Size); !size.empty() && size != "NA") {
    const double bytes = number(size);
    if (bytes >= 0 && bytes < 9e18) l.bytes = static_cast<std::int64_t>(bytes);
  }
  attach(container, t, index, start);
}

}  // namespace weir::paje
