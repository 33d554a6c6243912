#include "core/formats/xplane/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/chrome/text.h"
#include "core/formats/gpu/keys.h"
#include "core/formats/gpu/timeline.h"
#include "core/formats/xplane/hlo.h"

namespace weir::xplane {
namespace {

using protozero::data_view;
using protozero::pbf_reader;
using protozero::pbf_wire_type;

std::string_view view(data_view v) { return {v.data(), v.size()}; }

// Calls field(reader) for every field of a message; a message that breaks off, or is none, ends early: false.
template <class F>
bool fields(std::string_view message, F field) {
  pbf_reader r(message.data(), message.size());
  try {
    while (r.next())
      if (!field(r)) r.skip();
  } catch (const protozero::exception&) {
    return false;
  }
  return true;
}

// The message of a field; one that says it is longer than what is left gives what is left.
std::string_view bytesOf(pbf_reader& r) {
  try {
    return view(r.get_view());
  } catch (const protozero::end_of_buffer_exception&) {
    const data_view rest = r.data();
    if (rest.size() == 0) throw;
    return view(rest);
  }
}

bool is(const pbf_reader& r, protozero::pbf_tag_type tag, pbf_wire_type type) { return r.tag() == tag && r.wire_type() == type; }
constexpr auto kVarint = pbf_wire_type::varint;
constexpr auto kBytes = pbf_wire_type::length_delimited;
constexpr auto kFixed = pbf_wire_type::fixed64;

struct Stat {
  std::int64_t key = 0;
  enum class Type : std::uint8_t { None, Integer, Unsigned, Real, Text, Reference } type = Type::None;
  std::int64_t integer = 0;  // or unsigned, or the number of a text
  double real = 0;
  std::string_view text;
};

Stat statOf(std::string_view message) {
  Stat s;
  fields(message, [&](pbf_reader& r) {
    if (is(r, 1, kVarint)) s.key = r.get_int64();
    else if (is(r, 2, kFixed)) s.real = r.get_double(), s.type = Stat::Type::Real;
    else if (is(r, 3, kVarint)) s.integer = static_cast<std::int64_t>(r.get_uint64()), s.type = Stat::Type::Unsigned;
    else if (is(r, 4, kVarint)) s.integer = r.get_int64(), s.type = Stat::Type::Integer;
    else if (is(r, 5, kBytes)) s.text = view(r.get_view()), s.type = Stat::Type::Text;
    else if (is(r, 7, kVarint)) s.integer = static_cast<std::int64_t>(r.get_uint64()), s.type = Stat::Type::Reference;
    else return false;
    return true;
  });
  return s;
}

struct EventName {
  std::string_view name, shown;
  std::vector<Stat> stats;
  NameId id = 0;
  Hlo hlo;
};

struct Plane {
  std::string_view name;
  std::vector<std::string_view> lines;
  std::unordered_map<std::int64_t, EventName> events;
  std::unordered_map<std::int64_t, std::string_view> stats;
  std::vector<Stat> own;
  bool whole = true;
  std::int64_t device = -1;  // -1: not a device's
};

Plane planeOf(std::string_view message) {
  Plane p;
  p.whole = fields(message, [&](pbf_reader& r) {
    if (is(r, 2, kBytes)) {
      p.name = view(r.get_view());
    } else if (is(r, 3, kBytes)) {
      p.lines.push_back(bytesOf(r));
    } else if (is(r, 4, kBytes)) {
      std::int64_t key = 0;
      EventName e;
      fields(view(r.get_view()), [&](pbf_reader& entry) {
        if (is(entry, 1, kVarint)) {
          key = entry.get_int64();
        } else if (is(entry, 2, kBytes)) {
          fields(view(entry.get_view()), [&](pbf_reader& m) {
            if (is(m, 2, kBytes)) e.name = view(m.get_view());
            else if (is(m, 4, kBytes)) e.shown = view(m.get_view());
            else if (is(m, 5, kBytes)) e.stats.push_back(statOf(view(m.get_view())));
            else return false;
            return true;
          });
        } else {
          return false;
        }
        return true;
      });
      p.events[key] = std::move(e);
    } else if (is(r, 5, kBytes)) {
      std::int64_t key = 0;
      std::string_view name;
      fields(view(r.get_view()), [&](pbf_reader& entry) {
        if (is(entry, 1, kVarint)) {
          key = entry.get_int64();
        } else if (is(entry, 2, kBytes)) {
          fields(view(entry.get_view()), [&](pbf_reader& m) {
            if (!is(m, 2, kBytes)) return false;
            name = view(m.get_view());
            return true;
          });
        } else {
          return false;
        }
        return true;
      });
      p.stats[key] = name;
    } else if (is(r, 6, kBytes)) {
      p.own.push_back(statOf(view(r.get_view())));
    } else {
      return false;
    }
    return true;
  });
  // "/device:TPU:0", "/device:GPU:3", "/device:TPU:0 (pid 7)".
  if (p.name.starts_with("/device:") && p.name.find("CUSTOM") == std::string_view::npos) {
    const std::size_t colon = p.name.rfind(':');
    std::int64_t n = 0;
    if (std::from_chars(p.name.data() + colon + 1, p.name.data() + p.name.size(), n).ec == std::errc() && n >= 0 && n < INT32_MAX) p.device = n;
  }
  return p;
}

struct Line {
  std::string_view name, shown;
  std::int64_t id = 0, timestampNs = 0;
  std::vector<std::string_view> events;
  bool whole = true;
};

Line lineOf(std::string_view message) {
  Line l;
  l.whole = fields(message, [&](pbf_reader& r) {
    if (is(r, 1, kVarint)) l.id = r.get_int64();
    else if (is(r, 2, kBytes)) l.name = view(r.get_view());
    else if (is(r, 3, kVarint)) l.timestampNs = r.get_int64();
    else if (is(r, 4, kBytes)) l.events.push_back(view(r.get_view()));
    else if (is(r, 11, kBytes)) l.shown = view(r.get_view());
    else return false;
    return true;
  });
  return l;
}

// The part of a line's message before its events and after them, for its first time: events are skipped, not stored.
std::int64_t timestampOf(std::string_view message, bool& events) {
  std::int64_t t = 0;
  fields(message, [&](pbf_reader& r) {
    if (is(r, 3, kVarint)) {
      t = r.get_int64();
      return true;
    }
    events = events || r.tag() == 4;
    return false;
  });
  return t;
}

// A file that went through a conversion of text: what was no UTF-8 became U+FFFD, and with it lengths and times are lost. A
// profile is never UTF-8 throughout by itself.
bool mangled(std::string_view s) {
  constexpr std::string_view mark = "\xef\xbf\xbd";
  s = s.substr(0, 65536);
  std::size_t marks = 0;
  for (std::size_t at = s.find(mark); at != std::string_view::npos; at = s.find(mark, at + 3)) ++marks;
  // The last character may be cut.
  while (!s.empty() && (static_cast<unsigned char>(s.back()) & 0xc0) == 0x80) s.remove_suffix(1);
  if (!s.empty() && static_cast<unsigned char>(s.back()) >= 0xc0) s.remove_suffix(1);
  return marks > 16 && chrome::validUtf8(s);
}

class XplaneReader : public Reader {
 public:
  explicit XplaneReader(const ReaderContext& context) : limit_(context.memoryLimit) {
    if (context.expectedBytes < (std::uint64_t{1} << 30)) text_.reserve(context.expectedBytes);
  }
  Result<void> feed(ByteSpan chunk, bool, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (limit_ > 0 && text_.size() + chunk.size() > limit_) return fail("takes more memory than allowed", {}, "record fewer steps");
    text_.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    return {};
  }
  Result<Run> finish(const Job& job) override;

 private:
  struct Context {
    gpu::Timeline& t;
    std::int64_t origin;
    gpu::ProcessIndex host;
    bool devicesAreRanks;
  };
  void describe(Plane& p, gpu::Timeline& t);
  void readLine(Plane& p, const Line& l, Context& c, bool hasStreams, bool asyncTells);

  std::string text_;
  std::uint64_t limit_;
  std::uint64_t aggregated_ = 0;
  gpu::Args args_;
};

void XplaneReader::describe(Plane& p, gpu::Timeline& t) {
  if (p.device < 0) return;
  std::string vendor;
  std::string model;
  for (const Stat& s : p.own) {
    const auto it = p.stats.find(s.key);
    if (it == p.stats.end()) continue;
    std::string value = s.type == Stat::Type::Text ? std::string(s.text) : s.type == Stat::Type::Real ? fmt::format("{}", s.real) : fmt::format("{}", s.integer);
    if (s.type == Stat::Type::Reference)
      if (const auto ref = p.stats.find(s.integer); ref != p.stats.end()) value = ref->second;
    std::string_view unit;
    std::string word(it->second);
    std::replace(word.begin(), word.end(), '_', ' ');
    if (it->second == "memory_size") unit = "B";
    else if (it->second == "memory_bandwidth") unit = "B/s";
    else if (it->second == "clock_rate") unit = "kHz";
    else if (it->second == "peak_teraflops_per_second") unit = "TFLOP/s";
    else if (it->second.find("gigabytes_per_second") != std::string_view::npos) unit = "GB/s";
    if (value.size() < 200) t.builder().fact(fmt::format("device {} {}", p.device, word), value, unit);
    if (it->second == "device_type_string" || it->second == "device_vendor") (it->second == "device_vendor" ? vendor : model) = value;
  }
  const std::string name = model.empty() ? vendor : model;
  if (!name.empty()) t.nameDevice(p.device, name);
}

void XplaneReader::readLine(Plane& p, const Line& l, Context& c, bool hasStreams, bool asyncTells) {
  gpu::Timeline& t = c.t;
  const std::string_view lineName = l.shown.empty() ? l.name : l.shown;
  const bool device = p.device >= 0;
  const bool streams = l.name.starts_with("Stream #");
  const bool async = l.name.starts_with("Async XLA Ops");
  const bool work = device && (streams || async || (!hasStreams && l.name == "XLA Ops"));
  const bool steps = l.name == "Steps";
  gpu::ProcessIndex process = c.host;
  if (device) process = t.process(-2 - p.device, 0);
  TrackIndex track = 0;
  const std::string shown = lineName.empty() ? fmt::format("line {}", l.id) : std::string(lineName);
  if (work || device) track = t.other(process, shown, work ? TrackKind::Stream : TrackKind::Other, p.name);
  else {
    // Threads of one name are told apart by their numbers, tracers of one thread by their planes.
    const std::string number = fmt::format("{}", l.id);
    const std::string own = l.id == 0 || shown.find(number) != std::string::npos ? shown : fmt::format("{} ({})", shown, number);
    track = t.other(process, p.name == "/host:CPU" ? own : fmt::format("{} {}", own, p.name), TrackKind::Thread, p.name);
  }
  const NameId category = t.intern(device ? (streams ? std::string_view("kernel") : l.name) : std::string_view("host"));

  struct Begun {
    SliceIndex slice;
    std::int64_t start;
  };
  std::unordered_map<std::string, Begun> begun;
  const auto stat = [&](std::int64_t key) {
    const auto it = p.stats.find(key);
    return it == p.stats.end() ? std::string_view() : it->second;
  };
  for (const std::string_view message : l.events) {
    if (message.empty()) {
      t.builder().note("event that says nothing, left out", shown);
      continue;
    }
    std::int64_t id = 0;
    std::int64_t offset = 0;
    std::int64_t duration = 0;
    bool counted = false;
    args_.clear();
    std::int64_t correlation = -1;
    std::int64_t accessed = -1;
    int kept = 0;
    const auto keep = [&](const Stat& s) {
      const std::string_view key = stat(s.key);
      if (key.empty() || kept >= 24) return;
      if (key == "correlation_id") correlation = s.integer;
      if (key == "bytes_accessed") accessed = s.integer;
      if (!gpu::plainKey(key) || key.starts_with("_")) return;
      ++kept;
      switch (s.type) {
        case Stat::Type::Integer:
        case Stat::Type::Unsigned:
          args_.integer(key, s.integer);
          break;
        case Stat::Type::Real:
          args_.number(key, s.real);
          break;
        case Stat::Type::Text:
          args_.string(key, s.text.substr(0, 400));
          break;
        case Stat::Type::Reference:
          args_.string(key, stat(s.integer).substr(0, 400));
          break;
        case Stat::Type::None:
          break;
      }
    };
    const bool ok = fields(message, [&](pbf_reader& r) {
      if (is(r, 1, kVarint)) id = r.get_int64();
      else if (is(r, 2, kVarint)) offset = r.get_int64();
      else if (is(r, 3, kVarint)) duration = r.get_int64();
      else if (is(r, 4, kBytes)) keep(statOf(view(r.get_view())));
      else if (is(r, 5, kVarint)) counted = true, r.get_int64();
      else return false;
      return true;
    });
    if (!ok) t.builder().note("event that breaks off, kept as far as it goes", shown);
    if (counted) {
      ++aggregated_;
      continue;
    }
    EventName& e = p.events[id];
    if (e.id == 0) {
      const std::string_view name = e.shown.empty() ? e.name : e.shown;
      e.hlo = hloOf(name);
      // An operation without a short name shows its whole text: "%fusion.1 = bf16[...] fusion(...)".
      e.id = t.intern(name.empty() ? fmt::format("event {}", id) : std::string(name.starts_with('%') ? e.hlo.name : name));
    }
    for (const Stat& s : e.stats) keep(s);
    std::int64_t start = 0;
    const auto base = t.at(l.timestampNs == 0 ? c.origin : l.timestampNs);
    if (!base || __builtin_add_overflow(*base, offset, &start) || start > INT64_MAX / 2 || start < INT64_MIN / 2 || duration > INT64_MAX / 2) {
      if (base) t.builder().note("time too far from the others, set aside", shown);
      continue;
    }
    Activity activity = Activity::Host;
    Operation operation = Operation::Unknown;
    if (work && !streams) {
      activity = e.hlo.activity;
      operation = e.hlo.operation;
    } else if (streams) {
      const gpu::NameFacts facts = t.kernelFacts(e.id);
      activity = l.name.find("Memcpy") != std::string_view::npos || l.name.find("Memset") != std::string_view::npos ? Activity::Copy : facts.activity;
      operation = facts.operation;
    } else if (device) {
      activity = Activity::Annotation;
    } else {
      activity = t.hostFacts(e.id).activity;
    }
    if (steps) activity = Activity::Annotation;
    const SliceIndex slice = t.slicePs(track, e.id, category, activity, start, duration, args_.text());
    if (correlation > 0) {
      if (streams) t.launched(c.host, correlation, slice);
      else if (!device) t.launches(c.host, correlation, slice, track);
    }
    if (activity != Activity::Communication) continue;
    CollectiveCall call;
    call.operation = operation;
    call.slice = slice;
    call.start = start;
    call.duration = duration;
    // Input and output together are read and written once: half of it goes in, where both are of one size.
    if (accessed >= 0 && (operation == Operation::AllReduce || operation == Operation::AllToAll || operation == Operation::SendRecv)) call.bytes = accessed / 2;
    if (streams || async) {
      t.collective(call, process);
      continue;
    }
    if (asyncTells && e.hlo.part != Hlo::Part::Whole) continue;
    const std::string key = fmt::format("{} {}", static_cast<int>(operation), e.hlo.number);
    if (e.hlo.part == Hlo::Part::Start) {
      begun[key] = {slice, start};
    } else if (e.hlo.part == Hlo::Part::Done) {
      if (const auto it = begun.find(key); it != begun.end()) {
        call.slice = it->second.slice;
        call.start = it->second.start;
        call.duration = start + duration - it->second.start;
        begun.erase(it);
      } else {
        t.builder().note("end of a collective without its beginning", e.hlo.name);
      }
      t.collective(call, process);
    } else {
      t.collective(call, process);
    }
  }
  for (const auto& [key, b] : begun) t.builder().note("beginning of a collective without its end", key);
}

Result<Run> XplaneReader::finish(const Job& job) {
  if (mangled(text_))
    return fail("the file went through a conversion of text: every byte above 127 is lost, and the times with them", "byte 0", "copy the original as binary");
  std::vector<std::string_view> messages;
  std::vector<std::string> said;
  std::string hosts;
  const bool whole = fields(text_, [&](pbf_reader& r) {
    if (is(r, 1, kBytes)) messages.push_back(bytesOf(r));
    else if ((r.tag() == 2 || r.tag() == 3) && r.wire_type() == kBytes) said.emplace_back(view(r.get_view()).substr(0, 1000));
    else if (is(r, 4, kBytes)) hosts += (hosts.empty() ? "" : ", ") + std::string(view(r.get_view()).substr(0, 200));
    else return false;
    return true;
  });
  std::vector<Plane> planes;
  std::int64_t origin = INT64_MAX;
  std::size_t devices = 0;
  bool planesWhole = true;
  for (const std::string_view m : messages) {
    if (job.stopped()) return stoppedByUser();
    planes.push_back(planeOf(m));
    planesWhole = planesWhole && planes.back().whole;
    bool any = false;
    for (const std::string_view line : planes.back().lines) {
      bool events = false;
      const std::int64_t at = timestampOf(line, events);
      if (events && at > 0) origin = std::min(origin, at);
      any = any || events;
    }
    if (any && planes.back().device >= 0) ++devices;
  }
  if (planes.empty()) return fail("no plane that can be read", "byte 0", "copy it again as binary");
  if (origin == INT64_MAX) origin = 0;
  gpu::Timeline t("xplane", origin);
  RunBuilder& b = t.builder();
  if (!whole || !planesWhole) b.note("the file breaks off or is damaged: read up to there", fmt::format("{} planes", planes.size()));
  for (const std::string& s : said) b.note("the profiler warned", s);
  b.fact("host name", hosts);
  Context c{t, origin, t.process(-1, 0), devices > 1};
  for (Plane& p : planes) {
    if (job.stopped()) return stoppedByUser();
    describe(p, t);
    bool streams = false;
    bool asyncTells = false;
    for (const std::string_view message : p.lines) {
      std::string_view name;
      fields(message, [&](pbf_reader& r) {
        if (!is(r, 2, kBytes)) return false;
        name = view(r.get_view());
        return true;
      });
      streams = streams || name.starts_with("Stream #");
      asyncTells = asyncTells || name.starts_with("Async XLA Ops");
    }
    for (const std::string_view message : p.lines) {
      const Line l = lineOf(message);
      if (!l.whole) b.note("line that breaks off, read up to there", l.name);
      readLine(p, l, c, streams, asyncTells);
    }
    if (p.device >= 0 && devices > 1) t.setRank(t.process(-2 - p.device, 0), static_cast<std::int32_t>(p.device));
  }
  if (devices > 1) b.note("each device counts as a rank of its own", fmt::format("{} devices", devices));
  if (aggregated_ > 0) b.note("events told only by how often they came, left out", "num_occurrences", aggregated_);
  if (b.slices() == 0 && b.run().facts.empty()) return fail("no events in its planes", {}, "record while the program works");
  Source source;
  source.clock = origin > 1'400'000'000'000'000'000 ? ClockKind::Epoch : ClockKind::Own;
  b.run().sources.push_back(source);
  planes.clear();
  Run run = t.build();
  text_ = {};
  return run;
}

}  // namespace

int sniff(ByteSpan head) {
  const std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.size() < 16 || s[0] != '\x0a') return 0;
  const std::string_view start = s.substr(0, 512);
  for (const std::string_view name : {"/host:", "/device:", "Task Environment"})
    if (start.find(name) != std::string_view::npos) return 85;
  return 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<XplaneReader>(context); }

}  // namespace weir::xplane
