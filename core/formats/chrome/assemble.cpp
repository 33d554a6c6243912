#include "core/formats/chrome/assemble.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "core/formats/chrome/annex.h"
#include "core/formats/chrome/arrows.h"
#include "core/formats/chrome/axis.h"
#include "core/formats/chrome/collectives.h"
#include "core/formats/chrome/io.h"
#include "core/formats/chrome/kineto.h"
#include "core/formats/chrome/meaning.h"
#include "core/formats/chrome/pair.h"
#include "core/formats/chrome/text.h"
#include "core/formats/chrome/tracks.h"
#include "core/formats/open.h"
#include "core/run/builder.h"
#include "core/run/crew.h"

namespace weir::chrome {
namespace {

constexpr std::string_view kFarAway = "time too far from the others to share an axis, left out";

template <class T>
void keep(Column<T>& column, const std::vector<bool>& good) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (good[i]) column[to++] = column[i];
  column.resize(to);
}

// Starts from microseconds to picoseconds on the axis; slices that are not on it are left out.
void placeSlices(Events& e, const Axis& axis, Places& places, Crew& crew) {
  Slices& s = e.slices;
  const auto placed = [&](std::size_t i) {
    const auto at = axis.ps(s.start[i], e.startFs[i]);
    std::int64_t end = 0;
    return at && !__builtin_add_overflow(*at, s.duration[i], &end) ? at : std::nullopt;
  };
  std::atomic<bool> all{true};
  crew.ranges(s.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && all; ++i)
      if (!placed(i)) all = false;
  });
  if (all) {
    crew.ranges(s.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) s.start[i] = *placed(i);
    });
    return;
  }
  std::vector<bool> good;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (const auto at = placed(i)) {
      s.start[i] = *at;
      continue;
    }
    if (good.empty()) good.assign(s.size(), true);
    good[i] = false;
    places.noteAs(kFarAway, std::string(e.names.text(s.name[i])) + " at " + std::to_string(s.start[i]) + " us");
  }
  if (good.empty()) return;
  keep(s.start, good);
  keep(s.duration, good);
  keep(s.name, good);
  keep(s.category, good);
  keep(s.args, good);
  keep(s.argsSize, good);
  keep(e.thread, good);
}

// A rank without an accelerator computes on its CPU: operators that no other operator, nor data loading, contains are
// its computing. Works on the finished Run, where nesting is known.
void computeOnHost(Run& run, const std::vector<std::int32_t>& hostRanks, NameId operators, NameId oldOperators) {
  Slices& s = run.slices;
  for (const Track& t : run.tracks) {
    if (t.kind != TrackKind::Thread || std::find(hostRanks.begin(), hostRanks.end(), t.rank) == hostRanks.end()) continue;
    // Slices of the row above that hide what is inside them.
    std::vector<bool> above;
    for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r) {
      const Row& row = run.rows[r];
      std::vector<bool> hides(row.end - row.begin, false);
      const Row* const parent = r > t.firstRow ? &run.rows[r - 1] : nullptr;
      SliceIndex p = parent ? parent->begin : 0;
      for (SliceIndex i = row.begin; i < row.end; ++i) {
        bool inside = false;
        if (parent) {
          while (p < parent->end && s.endOf(p) < s.endOf(i)) ++p;
          inside = p < parent->end && s.start[p] <= s.start[i] && above[p - parent->begin];
        }
        const bool isOperator = s.category[i] != 0 && (s.category[i] == operators || s.category[i] == oldOperators);
        if (isOperator && s.activity[i] == Activity::Host && !inside && !run.names.text(s.name[i]).starts_with("c10d::") &&
            run.names.text(s.name[i]) != "record_param_comms")
          s.activity[i] = Activity::Compute;
        hides[i - row.begin] = inside || s.activity[i] == Activity::Compute || s.activity[i] == Activity::DataLoad ||
                               s.activity[i] == Activity::Communication;
      }
      above = std::move(hides);
    }
  }
}

void addCounters(Events& e, const Axis& axis, const std::vector<std::int32_t>& rank, bool told, RunBuilder& builder, Places& places) {
  for (const CounterSeries& series : e.counters) {
    std::vector<std::pair<std::int64_t, float>> points;
    for (std::size_t i = 0; i < series.at.size(); ++i) {
      if (const auto at = axis.ps(series.at[i]))
        points.emplace_back(*at, series.value[i]);
      else
        places.noteAs(kFarAway, e.names.text(series.name));
    }
    if (points.empty()) continue;
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    Counter c;
    c.name = builder.intern(e.names.text(series.name));
    c.group = builder.intern(e.processes[e.threads[series.thread].process].name);
    c.rank = rank[series.thread];
    if (told && series.key != kNoUnit) c.unit = series.key;
    for (const auto& [at, value] : points) {
      c.time.push_back(at);
      c.value.push_back(value);
    }
    builder.counter(std::move(c));
  }
}

// Nanoseconds since the epoch, or of the file's clock. Beyond +-145 years no clock is meant.
std::int64_t originNs(std::int64_t baseNs, std::int64_t originUs, Places& places) {
  constexpr std::int64_t kMost = std::int64_t{4'600'000'000} * 1'000'000'000;
  std::int64_t ns = 0;
  const bool beyond = __builtin_mul_overflow(originUs, 1000, &ns) || __builtin_add_overflow(ns, baseNs, &ns);
  if (!beyond && ns <= kMost && ns >= -kMost) return ns;
  places.noteAs("clock beyond any date, taken as starting at 0", std::to_string(baseNs) + " ns + " + std::to_string(originUs) + " us");
  return 0;
}

// What Weir's own writer says of the run, beyond what the words of slices tell.
void takeTold(Events& e, const Annex& annex, Meaning& meaning, RunBuilder& builder) {
  builder.run().truth = annex.truth;
  builder.run().scenario = annex.scenario;
  takeOwnEvents(e, builder);
  for (ThreadIndex t = 0; t < e.threads.size(); ++t) meaning.device[t] = kindFrom(e.threads[t].kind, TrackKind::Thread) == TrackKind::Stream;
  meaning.anyDevice = std::find(meaning.device.begin(), meaning.device.end(), true) != meaning.device.end();
  std::map<std::pair<NameId, NameId>, Activity> activities;
  for (const auto& [words, activity] : annex.activities) activities[{e.names.find(words.first), e.names.find(words.second)}] = activity;
  if (activities.empty()) return;
  for (std::size_t i = 0; i < e.slices.size(); ++i)
    if (const auto it = activities.find({e.slices.category[i], e.slices.name[i]}); it != activities.end()) e.slices.activity[i] = it->second;
}

// A trace that shows collectives only where the host calls for them (one rank, no device traced, kernels of unknown names):
// "record_param_comms", which knows operation and size, else the ranges that PyTorch opens around each.
std::vector<Communication> hostCalls(const Events& e, const std::vector<std::int32_t>& rank, Places& places) {
  std::vector<Communication> calls;
  const NameId params = e.names.find("record_param_comms");
  const auto slicesOf = [&](const auto& wanted) {
    for (std::size_t i = 0; i < e.slices.size(); ++i)
      if (wanted(i)) calls.push_back({i, rank[e.thread[i]], false});
  };
  if (params != 0)
    slicesOf([&](std::size_t i) {
      if (e.slices.name[i] != params) return false;
      const auto word = memberOf(e.args({e.slices.args[i], e.slices.argsSize[i]}), "Collective name");
      return word && operationFromWord(*word) != Operation::Unknown;
    });
  if (calls.empty()) {
    std::vector<bool> range(e.names.size(), false);
    for (NameId id = 1; id < e.names.size(); ++id) {
      const std::string_view name = e.names.text(id);
      range[id] = (name.starts_with("nccl:") || name.starts_with("rccl:") || name.starts_with("hccl:") || name.starts_with("xccl:") || name.starts_with("ccl:")) &&
                  collectiveFromName(name).operation != Operation::Unknown;
    }
    slicesOf([&](std::size_t i) { return range[e.slices.name[i]]; });
  }
  if (!calls.empty())
    places.noteAs("collectives known by the host's calls alone: times are those of the calls, not of the transfers",
                  e.names.text(e.slices.name[calls[0].slice]), calls.size());
  return calls;
}

// Slices that communicate, in order.
std::vector<Communication> communicationOf(const Events& e, const Meaning& meaning, const TrackPlan& plan, Crew& crew) {
  const auto counts = [&](std::size_t i) {
    if (e.slices.activity[i] != Activity::Communication) return false;
    // Not every slice of communication is a collective's; those that are say so.
    if (plan.told) return memberOf(e.args({e.slices.args[i], e.slices.argsSize[i]}), "Collective name").has_value();
    return !meaning.anyDevice || meaning.device[e.thread[i]] || !e.kineto;
  };
  constexpr std::size_t kChunk = 65536;
  std::vector<std::vector<std::size_t>> found((e.slices.size() + kChunk - 1) / kChunk);
  crew.each(found.size(), [&](std::size_t k, unsigned) {
    for (std::size_t i = k * kChunk; i < std::min(e.slices.size(), (k + 1) * kChunk); ++i)
      if (counts(i)) found[k].push_back(i);
  });
  std::vector<Communication> all;
  for (const auto& chunk : found)
    for (const std::size_t i : chunk) all.push_back({i, plan.rank[e.thread[i]], meaning.device[e.thread[i]]});
  return all;
}

// How many events of each type the file has: with the notes, what became of every one of them.
Table eventTable(const Events& e) {
  Table table;
  Table::ColumnOf type{"type", "", {}, {}};
  Table::ColumnOf count{"events", "1", {}, {}};
  for (std::size_t c = 0; c < e.byType.size(); ++c) {
    if (e.byType[c] == 0) continue;
    type.text.push_back(c == 0 ? "none" : unescaped(std::string(1, static_cast<char>(c))));
    count.number.push_back(static_cast<double>(e.byType[c]));
  }
  if (type.text.empty()) return table;
  table.name = "events of the file";
  table.columns = {std::move(type), std::move(count)};
  return table;
}

// Times since boot or since the program began are no dates.
ClockKind clockOf(std::int64_t originNs) {
  constexpr std::int64_t kYear2000 = std::int64_t{946'684'800} * 1'000'000'000;
  constexpr std::int64_t kYear2100 = std::int64_t{4'102'444'800} * 1'000'000'000;
  return originNs >= kYear2000 && originNs < kYear2100 ? ClockKind::Epoch : ClockKind::Own;
}

}  // namespace

Result<Run> assemble(Events& e, Places& places, const Job& job) {
  applyMetadata(e);
  pairOnThreads(e, places);
  pairAsync(e, places);
  if (e.slices.size() == 0 && e.marks.empty() && e.counters.empty())
    return fail("the trace holds no event that can be shown",
                places.notes().empty()
                    ? std::string()
                    : places.notes()[0].kind + (places.notes()[0].first.empty() ? "" : " (" + places.notes()[0].first[0] + ")"),
                "is it a trace, and was it written to its end?");
  if (e.slices.size() >= std::numeric_limits<std::uint32_t>::max())
    return fail(std::to_string(e.slices.size()) + " slices are more than one run can hold (4294967294)", {}, "open a part of the trace");
  Crew crew(Crew::worthwhile(e.slices.size()));
  const Axis axis = Axis::of(e, crew);
  placeSlices(e, axis, places, crew);
  if (job.stopped()) return stoppedByUser();

  const Annex annex = readAnnex(e.annex);
  if (annex.present) e.kineto = annex.kineto;
  Meaning meaning = meaningOf(e, crew);
  setActivities(e, meaning, crew);

  RunBuilder builder(e.kineto ? "kineto" : "chrome-json", Truth::Measured);
  builder.run().originNs = originNs(e.baseNs, axis.originUs(), places);
  builder.run().worldSize = e.worldSize;
  builder.run().names = e.names;  // ids in the columns stay as they are
  if (annex.present) takeTold(e, annex, meaning, builder);

  TrackPlan plan;
  plan.used = meaning.used;
  plan.device = meaning.device;
  for (const Mark& m : e.marks) plan.used[m.thread] = true;
  plan.rank.assign(e.threads.size(), e.rank);
  plan.told = annex.present;
  if (annex.present) {
    for (ThreadIndex t = 0; t < e.threads.size(); ++t) plan.rank[t] = e.threads[t].rank;
    // What matches the calls of a pipeline's steps is not written beside them: the names tell it again.
    Table coordinates;
    std::vector<std::string> below0;
    bool numbered = false;
    const auto ranks = ranksFromNames(e, plan.used, numbered, coordinates, below0);
    bool same = numbered;
    for (ThreadIndex t = 0; t < e.threads.size() && same; ++t) same = !plan.used[t] || ranks[t] == plan.rank[t];
    if (same) builder.table(std::move(coordinates));
  } else if (e.rank == kUnknownRank) {
    Table coordinates;
    std::vector<std::string> below0;
    const auto ranks = ranksFromNames(e, plan.used, plan.numbered, coordinates, below0);
    for (const std::string& name : below0) places.noteAs(kNoteRankBelow0, name);
    if (!ranks.empty()) plan.rank = ranks;
    if (!coordinates.columns.empty()) builder.table(std::move(coordinates));
    if (plan.numbered) places.noteAs("ranks numbered in the order of the names of processes and threads", e.processes[0].name);
  }
  const std::vector<TrackIndex> track = addTracks(e, plan, builder);

  std::vector<Communication> communication = communicationOf(e, meaning, plan, crew);
  if (communication.empty() && e.kineto && !annex.present) communication = hostCalls(e, plan.rank, places);
  addCollectives(e, communication, builder, places);
  if (!annex.present) addIo(e, meaning.category, plan.rank, builder);
  addCounters(e, axis, plan.rank, annex.present, builder, places);
  for (const Mark& m : e.marks) {
    if (const auto at = axis.ps(m.at))
      builder.instant({track[m.thread], m.name, *at});
    else
      places.noteAs(kFarAway, e.names.text(m.name));
  }
  if (annex.present) e.facts = annex.facts;
  for (Fact& f : e.facts) builder.run().facts.push_back(std::move(f));
  if (Table t = eventTable(e); !t.columns.empty()) builder.table(std::move(t));

  const NameId operators = e.names.find("cpu_op");
  const NameId oldOperators = e.names.find("Operator");
  std::vector<std::int32_t> hostRanks;
  if (!meaning.anyDevice) {
    hostRanks = plan.rank;
    std::sort(hostRanks.begin(), hostRanks.end());
    hostRanks.erase(std::unique(hostRanks.begin(), hostRanks.end()), hostRanks.end());
  }
  ArrowInput arrows;
  arrows.flows = std::move(e.flows);
  arrows.deviceCategory.assign(e.names.size(), false);
  arrows.hostCategory.assign(e.names.size(), false);
  for (NameId id = 0; id < meaning.category.size(); ++id) {
    arrows.deviceCategory[id] = onDevice(meaning.category[id]);
    // Python functions are most of a trace with stacks, and launch nothing themselves.
    arrows.hostCategory[id] = meaning.category[id] == Category::Host && e.names.text(id) != "python_function";
  }
  // Tracks are sorted when the run is built; their places within the file stay.
  std::vector<std::int64_t> place(e.threads.size(), -1);
  for (ThreadIndex t = 0; t < place.size(); ++t)
    if (plan.used[t]) place[t] = builder.trackAt(track[t]).sort;
  crew.ranges(e.thread.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) e.thread[i] = track[e.thread[i]];
  });
  builder.adopt(std::move(e.slices), std::move(e.thread), std::move(e.argsText));
  if (job.stopped()) return stoppedByUser();
  Run run = builder.build();
  std::vector<TrackIndex> byPlace(run.tracks.size(), kNoTrack);
  for (TrackIndex t = 0; t < run.tracks.size(); ++t) byPlace[static_cast<std::size_t>(run.tracks[t].sort)] = t;
  for (const std::int64_t p : place) arrows.trackOf.push_back(p < 0 ? kNoTrack : byPlace[static_cast<std::size_t>(p)]);
  addArrows(run, std::move(arrows), axis);
  if (!hostRanks.empty()) computeOnHost(run, hostRanks, operators, oldOperators);
  places.placeTimes([&](const Micros& t) { return axis.psAround(t); });
  run.sources.emplace_back().clock = clockOf(run.originNs);
  for (Note& n : places.notes()) run.notes.push_back(std::move(n));
  return run;
}

}  // namespace weir::chrome
