// Paje: the corpus by its manifest, the words of different writers, damage, and what a Run keeps on the way through.
#include <algorithm>

#include "core/formats/paje/decimal.h"
#include "core/formats/paje/writer.h"
#include "core/run/builder.h"
#include "hpc_support.h"

namespace paje_test {
using namespace weir;
using namespace weir::test;

namespace {

constexpr std::string_view kHead =
    "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 2\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineVariableType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 4\n% Alias string\n% Type string\n% StartContainerType string\n% EndContainerType string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 5\n% Alias string\n% Type string\n% Name string\n% Color color\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 6\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDestroyContainer 7\n% Time date\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeSetVariable 8\n% Time date\n% Type string\n% Container string\n% Value double\n%EndEventDef\n"
    "%EventDef PajeAddVariable 9\n% Time date\n% Type string\n% Container string\n% Value double\n%EndEventDef\n"
    "%EventDef PajeSubVariable 10\n% Time date\n% Type string\n% Container string\n% Value double\n%EndEventDef\n"
    "%EventDef PajeSetState 11\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n"
    "%EventDef PajePushState 12\n% Time date\n% Type string\n% Container string\n% Value string\n% Size int\n%EndEventDef\n"
    "%EventDef PajePopState 13\n% Time date\n% Type string\n% Container string\n%EndEventDef\n"
    "%EventDef PajeResetState 14\n% Time date\n% Type string\n% Container string\n%EndEventDef\n"
    "%EventDef PajeStartLink 15\n% Time date\n% Type string\n% Container string\n% Value string\n% StartContainer string\n% Key string\n% Size int\n%EndEventDef\n"
    "%EventDef PajeEndLink 16\n% Time date\n% Type string\n% Container string\n% Value string\n% EndContainer string\n% Key string\n%EndEventDef\n"
    "%EventDef PajeNewEvent 17\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n"
    "%EventDef PajeDefineEventType 3\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "0 1 0 MPI\n2 2 1 MPI_STATE\n4 3 0 1 1 MPI_LINK\n1 V 1 \"free memory\"\n3 E 1 mark\n"
    "6 0 1 1 0 \"rank-0\"\n6 0 2 1 0 \"rank-1\"\n5 7 2 \"PMPI_Send\" \"0 0 1\"\n";

Result<weir::Run> readPaje(const std::string& body, std::size_t chunk = std::string_view::npos) { return readText(std::string(kHead) + body, chunk); }

std::string written(const weir::Run& run) {
  std::string text;
  const auto r = paje::write(run, [&](std::string_view bytes) -> Result<void> { text += bytes; return {}; }, {});
  EXPECT_TRUE(r);
  return text;
}

// All a slice is, in the order of the Run.
std::vector<std::string> slicesOf(const weir::Run& run) {
  std::vector<std::string> all;
  for (const Row& row : run.rows)
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      const Track& t = run.tracks[row.track];
      all.push_back(fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", t.rank, name(t.kind), run.names.text(t.name), run.names.text(t.process), row.depth, run.slices.start[i],
                                run.slices.duration[i], run.names.text(run.slices.name[i]), run.names.text(run.slices.category[i]), name(run.slices.activity[i]), run.argsOf(i)));
    }
  return all;
}

}  // namespace

TEST(Paje, HoldsItsManifest) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  int traces = 0;
  for (const char* folder : {"paje", "smpi_paje"})
    for (const ManifestRow& row : manifest(folder)) {
      if (!row.expected.contains("eventdefs") || row.file.ends_with(".rec")) continue;  // StarVZ tables: starvz_test.cpp
      ++traces;
      const auto run = open(row.file);
      ASSERT_TRUE(run) << run.error().line();
      Expected want(row);
      want.equal("eventdefs", factNumber(*run, "event definitions"));
      want.equal("events", factNumber(*run, "events"));
      want.counts("by_type", *run, "events");
      want.equal("bad_lines", static_cast<double>(noteCount(*run, "line that is no defined event")));
      // The manifest's times are as written: StarPU's are milliseconds.
      const double unit = fact(*run, "time unit") == "ms" ? 1e3 : 1;
      want.equal("t0", factNumber(*run, "first event") * unit);
      want.equal("t1", factNumber(*run, "last event") * unit, 1e-9);
    }
  EXPECT_EQ(traces, 13);
}

TEST(Paje, MessagesOfSmpi) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  const auto run = open(shared("corpus/smpi_paje/smpi_dp8_crossbar.trace"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->ranks.size(), 8U);
  EXPECT_EQ(run->slices.size(), 226U);  // PushState of the manifest
  EXPECT_EQ(run->transfers.size(), 21U);  // StartLink
  EXPECT_EQ(run->arrows.size(), 21U);
  for (const std::int64_t b : run->transfers.bytes) EXPECT_EQ(b, 262144);
  EXPECT_EQ(std::count_if(run->collectives.begin(), run->collectives.end(), [](const CollectiveCall& c) { return c.operation == Operation::AllReduce; }), 18 * 8);
  EXPECT_EQ(std::count_if(run->collectives.begin(), run->collectives.end(), [](const CollectiveCall& c) { return c.operation == Operation::AllToAll; }), 3 * 8);
  EXPECT_TRUE(run->notes.empty() || noteCount(*run, "pop without a push") == 0) << noteKinds(*run);
}

TEST(Paje, StatesVariablesLinksEvents) {
  const std::string body =
      "12 1 2 1 7 4096\n15 1.25 3 0 PTP 1 k 4096\n12 1.5 2 1 \"inner state\" NA\n13 1.75 2 1\n13 2 2 1\n"
      "12 1 2 2 recv NA\n16 3 3 0 PTP 2 k\n13 3 2 2\n"
      "8 1 V 1 10\n9 2 V 1 2.5\n10 3 V 1 0.5\n17 2.5 E 2 here\n"
      "11 4 2 1 computing\n11 5 2 1 Idle\n14 6 2 1\n7 7 1 1\n";
  for (const std::size_t chunk : {std::string_view::npos, std::size_t{1}, std::size_t{7}}) {
    const auto run = readPaje(body, chunk);
    ASSERT_TRUE(run) << run.error().line();
    EXPECT_TRUE(run->notes.empty()) << noteKinds(*run);
    const auto s = slicesOf(*run);
    ASSERT_EQ(s.size(), 5U);
    EXPECT_EQ(s[0], "0|thread|rank-0||0|1000000000000|1000000000000|PMPI_Send|MPI_STATE|communication|{\"Size\":\"4096\"}");
    EXPECT_EQ(s[1], "0|thread|rank-0||0|4000000000000|1000000000000|computing|MPI_STATE|computing|");
    EXPECT_EQ(s[2], "0|thread|rank-0||0|5000000000000|1000000000000|Idle|MPI_STATE|waiting|");
    EXPECT_EQ(s[3], "0|thread|rank-0||1|1500000000000|250000000000|inner state|MPI_STATE|host|");
    ASSERT_EQ(run->transfers.size(), 1U);
    EXPECT_EQ(run->transfers.bytes[0], 4096);
    EXPECT_EQ(run->transfers.start[0], 1'250'000'000'000);
    EXPECT_EQ(run->transfers.end[0], 3'000'000'000'000);
    ASSERT_EQ(run->arrows.size(), 1U);
    EXPECT_EQ(run->arrows.from[0], 0U);
    EXPECT_EQ(run->arrows.to[0], 4U);
    ASSERT_EQ(run->counters.size(), 1U);
    EXPECT_EQ(run->counters[0].value, (std::vector<float>{10, 12.5, 12}));
    EXPECT_EQ(run->names.text(run->counters[0].group), "free memory");
    ASSERT_EQ(run->instants.size(), 1U);
    EXPECT_EQ(run->names.text(run->instants[0].name), "here");
  }
}

TEST(Paje, OtherWritersWords) {
  // As old tools write: other names of fields, another order, no Time on definitions, types by name.
  const auto run = readText(
      "# comment\n%EventDef\tPajeDefineContainerType\t10\n%\tNewType\tstring\n%\tContainerType\tstring\n%\tNewName\tstring\n%EndEventDef\n"
      "%EventDef PajeDefineStateType 20\n% NewType string\n% ContainerType string\n% NewName string\n%EndEventDef\n"
      "%EventDef PajeDefineEntityValue 30\n% NewValue string\n% EntityType string\n% NewName string\n%EndEventDef\n"
      "%EventDef PajeCreateContainer 40\n% Time date\n% NewContainer string\n% NewContainerType string\n% Container string\n% NewName string\n%EndEventDef\n"
      "%EventDef PajeSetState 50\n% Value string\n% Container string\n% EntityType string\n% Time date\n%EndEventDef\n"
      "10 P 0 'x'\n20 S P \"State of it\"\n30 e S \"Executing\"\n40 0.0 p P 0 \"a thread\"\n50 e p S 1e-3\n50 \"Sl eep\" p \"State of it\" 2e-3\n");
  ASSERT_TRUE(run) << run.error().line();
  const auto s = slicesOf(*run);
  ASSERT_EQ(s.size(), 2U);
  EXPECT_EQ(s[0], "-1|thread|a thread||0|1000000000|1000000000|Executing|State of it|computing|");
  EXPECT_EQ(s[1], "-1|thread|a thread||0|2000000000|0|Sl eep|State of it|host|");
}

TEST(Paje, DamageIsCounted) {
  const auto run = readPaje(
      "13 1 2 1\n12 1 2 1 a NA\n99 what is this\n12 x 2 1 b NA\n12 1e99 2 1 b NA\n12 2 2 nobody c NA\n8 2 V 1 much\n15 3 3 0 PTP 1 k 1\n"
      "16 3 3 0 PTP 2 other\n13 4 2 1 too many fields\n12 5 2 1 open NA\n12 6 2 2 \"no end");
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(noteCount(*run, "pop without a push"), 1U);
  EXPECT_EQ(noteCount(*run, "line that is no defined event"), 1U);
  EXPECT_EQ(noteCount(*run, "time that is no number, or is out of range: event left out"), 2U);
  EXPECT_EQ(noteCount(*run, "state of an undefined container or type: left out"), 1U);
  EXPECT_EQ(noteCount(*run, "value that is no number: left out"), 1U);
  EXPECT_EQ(noteCount(*run, "link without its end"), 1U);
  EXPECT_EQ(noteCount(*run, "link without its start"), 1U);
  EXPECT_EQ(noteCount(*run, "more fields than the event has: left out"), 1U);
  EXPECT_EQ(noteCount(*run, "quote that is not closed"), 1U);
  EXPECT_EQ(noteCount(*run, "state that is not ended: shown until the trace ends"), 2U);
  EXPECT_EQ(run->slices.size(), 3U);
  EXPECT_FALSE(readText("%EventDef PajeSetState"));
}

TEST(Paje, DecimalsAreExact) {
  const auto ps = [](std::string_view text, int unit) {
    std::int64_t v = 0;
    return paje::picoseconds(text, unit, v) ? std::optional(v) : std::nullopt;
  };
  EXPECT_EQ(ps("17.383557", paje::kSeconds), 17'383'557'000'000);
  EXPECT_EQ(ps("-0.000000000001", paje::kSeconds), -1);
  EXPECT_EQ(ps("1e-6", paje::kMilliseconds), 1'000);
  EXPECT_EQ(ps("0.1234567890123456789", paje::kSeconds), 123'456'789'012);
  EXPECT_EQ(ps("9000000", paje::kSeconds), 9'000'000'000'000'000'000);
  EXPECT_EQ(ps("10000000", paje::kSeconds), std::nullopt);
  EXPECT_EQ(ps("1e400", paje::kSeconds), std::nullopt);
  EXPECT_EQ(ps("0e400", paje::kSeconds), 0);
  EXPECT_EQ(ps("", paje::kSeconds), std::nullopt);
  EXPECT_EQ(ps("1.5x", paje::kSeconds), std::nullopt);
}

// What the format holds: tracks with kind, rank and process; slices with everything they have, overlapping ones too;
// instants, counters, arrows, transfers between known ranks, collectives with group, size and slice; the clock. Not:
// I/O, tables, facts, notes, which source a thing is from, algorithms, quotes and control characters in names.
TEST(Paje, RoundTrip) {
  RunBuilder b("kineto", Truth::Measured);
  b.run().originNs = 1'694'128'201'400'000'123;
  b.run().sources.emplace_back().clock = ClockKind::Epoch;
  const auto track = [&](std::int32_t rank, TrackKind kind, std::string_view label, std::string_view process) {
    Track t;
    t.name = b.intern(label);
    t.process = b.intern(process);
    t.kind = kind;
    t.rank = rank;
    return b.track(t);
  };
  const TrackIndex host = track(0, TrackKind::Thread, "thread 1", "python \"main\" 50%");
  const TrackIndex stream = track(0, TrackKind::Stream, "stream 7", "GPU 0");
  const TrackIndex other = track(1, TrackKind::Stream, "stream 7", "GPU 1");
  const TrackIndex wire = track(kUnknownRank, TrackKind::Link, "node0 up", "links");
  const auto slice = [&](TrackIndex t, std::int64_t start, std::int64_t duration, std::string_view label, std::string_view category, Activity a, std::string_view args = {}) {
    return b.slice({t, start, duration, b.intern(label), b.intern(category), a, args});
  };
  const SliceIndex launch = slice(host, 5, 40, "cudaLaunchKernel", "cuda_runtime", Activity::Host, R"({"correlation":7,"text":"100% \"quoted\"\n"})");
  slice(host, 10, 0, "zero", "", Activity::Other);
  slice(host, 10, 5, "inner", "cpu_op", Activity::Host);
  const SliceIndex kernel = slice(stream, 50, 100, "sgemm", "kernel", Activity::Compute);
  const SliceIndex overlapping = slice(stream, 120, 100, "ncclDevKernel_AllReduce", "kernel", Activity::Communication);
  const SliceIndex far = slice(other, 130, 95, "ncclDevKernel_AllReduce", "kernel", Activity::Communication);
  slice(wire, 1, 2, "busy", "link", Activity::Other);
  b.arrow(launch, kernel, b.intern(kArrowLaunch));
  b.arrow(kernel, far, b.intern(kArrowMessage));
  for (const auto& [s, rank] : {std::pair(overlapping, 0), std::pair(far, 1)}) {
    CollectiveCall c;
    c.operation = Operation::AllReduce;
    c.bytes = 1 << 20;
    c.groupSize = 2;
    c.group = b.group({0, 1});
    c.rank = rank;
    c.slice = s;
    c.start = rank == 0 ? 120 : 130;
    c.duration = rank == 0 ? 100 : 95;
    b.collective(c);
  }
  b.transfer(0, 1, 4096, 60, 70);
  b.transfer(1, 0, kUnknownBytes, 61, 71);
  Counter power;
  power.name = b.intern("node 0");
  power.group = b.intern("power");
  power.unit = "W";
  power.start = 100;
  power.step = 50;
  power.value = {1.5F, 2.25F};
  b.counter(power);
  Counter depth;
  depth.name = b.intern("queue");
  depth.group = b.intern("queue depth");
  depth.rank = 1;
  depth.time = {3, 9};
  depth.value = {7, 8};
  b.counter(depth);
  b.instant({host, b.intern("iteration"), 33});
  const weir::Run first = b.build();
  const auto again = readText(written(first), 11);
  ASSERT_TRUE(again) << again.error().line();
  EXPECT_EQ(noteCount(*again, "partial overlap"), noteCount(first, "partial overlap"));
  EXPECT_EQ(again->notes.size(), first.notes.size()) << noteKinds(*again);
  EXPECT_EQ(again->originNs, first.originNs);
  EXPECT_EQ(again->sources[0].clock, ClockKind::Epoch);
  EXPECT_EQ(again->ranks, first.ranks);
  EXPECT_EQ(again->tracks.size(), first.tracks.size());
  EXPECT_EQ(slicesOf(*again), slicesOf(first));
  ASSERT_EQ(again->arrows.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(again->arrows.from[i], first.arrows.from[i]);
    EXPECT_EQ(again->arrows.to[i], first.arrows.to[i]);
    EXPECT_EQ(again->names.text(again->arrows.kind[i]), first.names.text(first.arrows.kind[i]));
  }
  ASSERT_EQ(again->collectives.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const CollectiveCall& x = first.collectives[i];
    const CollectiveCall& y = again->collectives[i];
    EXPECT_EQ(std::tuple(x.operation, x.bytes, x.groupSize, x.rank, x.slice, x.start, x.duration, x.instance),
              std::tuple(y.operation, y.bytes, y.groupSize, y.rank, y.slice, y.start, y.duration, y.instance));
    EXPECT_EQ(first.groups[x.group], again->groups[y.group]);
  }
  ASSERT_EQ(again->transfers.size(), 2U);
  EXPECT_EQ(again->transfers.bytes, first.transfers.bytes);
  EXPECT_EQ(again->transfers.source, first.transfers.source);
  EXPECT_EQ(again->transfers.destination, first.transfers.destination);
  EXPECT_EQ(again->transfers.start, first.transfers.start);
  EXPECT_EQ(again->transfers.end, first.transfers.end);
  ASSERT_EQ(again->counters.size(), 2U);
  for (const Counter& c : again->counters) {
    const bool isPower = again->names.text(c.name) == "node 0";
    EXPECT_EQ(again->names.text(c.group), isPower ? "power" : "queue depth");
    EXPECT_EQ(c.unit, isPower ? "W" : "");
    EXPECT_EQ(c.rank, isPower ? kUnknownRank : 1);
    EXPECT_EQ(c.value, isPower ? power.value : depth.value);
    EXPECT_EQ(c.time, isPower ? (std::vector<std::int64_t>{100, 150}) : depth.time);
  }
  ASSERT_EQ(again->instants.size(), 1U);
  EXPECT_EQ(again->instants[0].time, 33);
  EXPECT_EQ(again->instants[0].track, first.instants[0].track);
  // Once more: the same text.
  EXPECT_EQ(written(*again).substr(written(*again).find('\n')), written(*readText(written(*again))).substr(written(*again).find('\n')));
}

}  // namespace paje_test
