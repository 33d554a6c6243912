// What ASTRA-sim prints: "sys[0] finished, 117780 cycles, exposed communication 117780 cycles.", "sys[0], Comm time: 117780";
// with its own trace switched on, "issue,sys->id=0, tick=5, node->id=1, node->name=x, node->type=4" and "callback,...".
// Cycles have no length in it: only the setting astrasim.clock gives one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/nan.h"
#include "core/formats/astrasim/lines.h"
#include "core/formats/astrasim/reader.h"
#include "core/formats/chakra/json_out.h"
#include "core/formats/chakra/schema.h"
#include "core/run/builder.h"

namespace weir::astrasim {
namespace {

constexpr std::int64_t kMostSystems = 1 << 22;
constexpr std::size_t kMostKeys = 64;

// The number behind "sys[", and what stands behind its bracket.
std::optional<std::pair<std::int64_t, std::string_view>> systemOf(std::string_view line) {
  const std::size_t at = line.find("sys[");
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t end = line.find(']', at);
  if (end == std::string_view::npos) return std::nullopt;
  const auto id = whole(line.substr(at + 4, end - at - 4));
  if (!id || *id < 0 || *id >= kMostSystems) return std::nullopt;
  return std::pair(*id, line.substr(end + 1));
}

// "117780 cycles" behind `what`.
std::optional<double> behind(std::string_view s, std::string_view what) {
  const std::size_t at = s.find(what);
  if (at == std::string_view::npos) return std::nullopt;
  const auto w = words(s.substr(at + what.size(), 64));
  return w.empty() ? std::nullopt : number(w[0]);
}

std::string_view member(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + key.size());
  return trimmed(rest.substr(0, rest.find(", ")));
}

class LogReader final : public Reader {
 public:
  explicit LogReader(const ReaderContext& context)
      : context_(context), builder_("astrasim-log", Truth::Simulated), lines_([this](std::string_view l) { line(l); }) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    lines_.feed({reinterpret_cast<const char*>(chunk.data()), chunk.size()}, last);
    if (context_.memoryLimit > 0 && operations_.size() * 200 > context_.memoryLimit)
      return fail(fmt::format("the log needs more than {} MiB of memory", context_.memoryLimit >> 20), fmt::format("line {}", lines_.count()), "give a shorter one");
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }

  Result<Run> finish(const Job& job) override;

 private:
  struct System {
    double finished = kNaN, exposed = kNaN;
    std::map<std::size_t, double> values;  // by index into keys_
  };
  struct Operation {
    std::int64_t system, tick, end;
    std::string id;
    NameId name;
    int type;
  };

  void line(std::string_view text) {
    if (text.find("sys->id") != std::string_view::npos && operation(text)) return;
    const auto found = systemOf(text);
    if (!found) {
      if (!trimmed(text).empty()) ++others_;
      return;
    }
    System& system = systems_[found->first];
    const std::string_view rest = found->second;
    if (rest.starts_with(" finished")) {
      const auto cycles = behind(rest, "finished,");
      if (!cycles) return builder_.note("line that cannot be read", fmt::format("line {}", lines_.count()));
      if (!std::isnan(system.finished)) builder_.note("system that finished twice, the last counts", fmt::format("line {}", lines_.count()));
      system.finished = *cycles;
      system.exposed = behind(rest, "exposed communication").value_or(kNaN);
      return;
    }
    const std::size_t colon = rest.find(':');
    if (!rest.starts_with(",") || colon == std::string_view::npos) {
      ++others_;
      return;
    }
    const std::string key(trimmed(rest.substr(1, colon - 1)));
    std::string_view value = trimmed(rest.substr(colon + 1));
    const bool percent = value.ends_with('%');
    if (percent) value.remove_suffix(1);
    const auto v = number(value);
    if (!v) {
      ++others_;
      return;
    }
    auto it = std::find_if(keys_.begin(), keys_.end(), [&](const Key& k) { return k.name == key; });
    if (it == keys_.end()) {
      if (keys_.size() >= kMostKeys) return builder_.note("statistic beyond the first 64 kinds, left out", key);
      const bool time = key.ends_with("time") || key.ends_with("overlap");
      it = keys_.insert(keys_.end(), {key, percent ? "%" : time ? "cycles" : ""});
    }
    system.values[static_cast<std::size_t>(it - keys_.begin())] = *v;
  }

  // "sys->id=0" in 2.0, "sys->id=0,"; ticks are cycles.
  bool operation(std::string_view text) {
    const bool issue = text.find("issue,") != std::string_view::npos;
    if (!issue && text.find("callback,") == std::string_view::npos) return false;
    const auto system = whole(member(text, "sys->id="));
    const auto tick = whole(member(text, "tick="));
    const std::string id(member(text, "node->id="));
    if (!system || !tick || *system < 0 || *system >= kMostSystems || *tick < 0 || id.empty()) return false;
    (void)systems_[*system];
    const auto key = std::pair(*system, id);
    if (issue) {
      open_[key] = operations_.size();
      operations_.push_back({*system, *tick, -1, id, builder_.intern(member(text, "node->name=")), static_cast<int>(whole(member(text, "node->type=")).value_or(0))});
      return true;
    }
    const auto it = open_.find(key);
    if (it == open_.end()) {
      builder_.note("operation that ended without having been issued", fmt::format("line {}", lines_.count()));
      return true;
    }
    operations_[it->second].end = *tick;
    open_.erase(it);
    return true;
  }

  struct Key {
    std::string name, unit;
  };
  ReaderContext context_;
  RunBuilder builder_;
  Lines lines_;
  std::map<std::int64_t, System> systems_;
  std::vector<Key> keys_;
  std::vector<Operation> operations_;
  std::map<std::pair<std::int64_t, std::string>, std::size_t> open_;
  std::uint64_t others_ = 0;
};

Result<Run> LogReader::finish(const Job&) {
  if (systems_.empty()) return fail("no system in this log", {}, "give what ASTRA-sim printed");
  const auto cycle = cycleOf(context_);
  if (!cycle) return tl::make_unexpected(cycle.error());
  Run& run = builder_.run();
  Source source;
  source.clock = ClockKind::Own;
  run.sources.push_back(source);
  run.worldSize = static_cast<std::int32_t>(systems_.size());
  Table t;
  t.name = "systems";
  t.columns.resize(3 + keys_.size());
  t.columns[0].name = "system";
  t.columns[1].name = "finished", t.columns[1].unit = "cycles";
  t.columns[2].name = "exposed communication", t.columns[2].unit = "cycles";
  for (std::size_t k = 0; k < keys_.size(); ++k) t.columns[3 + k].name = keys_[k].name, t.columns[3 + k].unit = keys_[k].unit;
  double last = kNaN;
  std::map<std::int64_t, TrackIndex> tracks;
  for (const auto& [id, system] : systems_) {
    t.columns[0].number.push_back(static_cast<double>(id));
    t.columns[1].number.push_back(system.finished);
    t.columns[2].number.push_back(system.exposed);
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      const auto it = system.values.find(k);
      t.columns[3 + k].number.push_back(it == system.values.end() ? kNaN : it->second);
    }
    if (std::isnan(system.finished)) builder_.note("system that did not finish", fmt::format("sys[{}]", id));
    else last = std::isnan(last) ? system.finished : std::max(last, system.finished);
    Track track;
    track.name = builder_.intern(fmt::format("sys[{}]", id));
    track.process = builder_.intern("ASTRA-sim");
    track.kind = TrackKind::Other;
    track.rank = static_cast<std::int32_t>(id);
    tracks[id] = builder_.track(track);
  }
  builder_.fact("systems", fmt::format("{}", systems_.size()));
  if (!std::isnan(last)) builder_.fact("makespan", fmt::format("{}", last), "cycles");
  builder_.fact("other lines", fmt::format("{}", others_));
  builder_.table(std::move(t));

  if (!*cycle) {
    builder_.note("times are in cycles of unknown length: set astrasim.clock to see them on the time axis", {}, std::max<std::uint64_t>(1, operations_.size()));
    return builder_.build();
  }
  builder_.fact("cycle", fmt::format("{}", **cycle), "ps");
  const auto ps = [&](double cycles) { return std::isnan(cycles) || cycles * **cycle > 9e18 ? std::int64_t{0} : std::llround(cycles * **cycle); };
  std::string args;
  for (const auto& [id, system] : systems_) {
    if (std::isnan(system.finished)) continue;
    args.clear();
    {
      chakra::ObjectOut<std::string> object(args);
      chakra::appendReal(object.key("cycles"), system.finished);
      if (!std::isnan(system.exposed)) chakra::appendReal(object.key("exposed communication cycles"), system.exposed);
      object.close();
    }
    (void)builder_.slice({.track = tracks.at(id), .start = 0, .duration = ps(system.finished), .name = builder_.intern("simulated"),
                          .category = builder_.intern("system"), .activity = Activity::Annotation, .args = args});
  }
  for (const Operation& op : operations_) {
    if (op.end < op.tick) {
      builder_.note("operation that did not end", fmt::format("sys[{}], node {}", op.system, op.id));
      continue;
    }
    args.clear();
    {
      chakra::ObjectOut<std::string> object(args);
      object.text("id", op.id);
      object.integer("cycles", op.end - op.tick);
      object.close();
    }
    const Activity activity = op.type == chakra::kComp ? Activity::Compute
                              : op.type == chakra::kSend || op.type == chakra::kRecv || op.type == chakra::kColl ? Activity::Communication
                              : op.type == chakra::kMemLoad || op.type == chakra::kMemStore ? Activity::Copy
                                                                                          : Activity::Other;
    (void)builder_.slice({.track = tracks.at(op.system), .start = ps(static_cast<double>(op.tick)), .duration = ps(static_cast<double>(op.end - op.tick)),
                          .name = op.name, .category = builder_.intern(chakra::typeName(op.type)), .activity = activity, .args = args});
  }
  return builder_.build();
}

}  // namespace

int sniffLog(ByteSpan head) {
  const std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.find('\0') != std::string_view::npos) return 0;
  const bool system = s.find("sys[") != std::string_view::npos;
  if (system && (s.find("] finished, ") != std::string_view::npos || s.find("], Wall time: ") != std::string_view::npos)) return 88;
  if (s.find("ring of node ") != std::string_view::npos && s.find("total nodes in ring") != std::string_view::npos) return 80;
  return s.find("sys->id=") != std::string_view::npos && s.find("node->name=") != std::string_view::npos ? 85 : 0;
}

std::unique_ptr<Reader> makeLogReader(const ReaderContext& context) { return std::make_unique<LogReader>(context); }

}  // namespace weir::astrasim
