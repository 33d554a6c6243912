// A Run written as Chrome trace JSON and read again. What the format holds: tracks that have slices or marks (names, ranks,
// kinds, order), slices (to the picosecond, with category, name, arguments; activities where one category and name always
// means one), overflow lanes, arrows, marks, collectives, transfers, file operations, counters (as points), facts, clock,
// ranks, world size, truth. What it does not: empty tracks, sums of I/O, tables, notes, sources, values that are no
// numbers, and what damaged arguments were (they become text).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/formats/chrome/annex.h"
#include "core/formats/chrome/write.h"
#include "core/run/builder.h"
#include "core/run/io_failed.h"
#include "support.h"

namespace chrome_write_test {
using namespace weir;
using namespace weir::test;

namespace {

std::string written(const weir::Run& run) {
  std::string text;
  const auto r = chrome::writeRun(run, [&](std::string_view bytes) -> Result<void> { text += bytes; return {}; }, {});
  EXPECT_TRUE(r.has_value());
  return text;
}

std::string text(const weir::Run& run, NameId id) { return std::string(run.names.text(id)); }
// Times on the clock itself: the zero of an axis may move to another event.
std::int64_t at(const weir::Run& run, std::int64_t ps) { return (run.originNs % 1'000'000'000'000) * 1000 + ps; }

// Everything the format holds, as lines that do not depend on ids or on the axis' zero.
std::vector<std::string> linesOf(const weir::Run& run, bool withArgs = true) {
  std::vector<std::string> lines;
  const auto add = [&](std::string s) { lines.push_back(std::move(s)); };
  std::string ranks;
  for (const std::int32_t r : run.ranks) ranks += fmt::format(" {}", r);
  add(fmt::format("run {} world {} ranks{} origin {}", name(run.truth), run.worldSize, ranks, run.originNs / 1'000'000'000'000));
  std::vector<bool> marked(run.tracks.size(), false);
  for (const Instant& i : run.instants) marked[i.track] = true;
  for (std::size_t t = 0; t < run.tracks.size(); ++t) {
    const Track& track = run.tracks[t];
    if (track.rowCount == 0 && !marked[t]) continue;
    add(fmt::format("track {} | {} | {} {}", text(run, track.process), text(run, track.name), name(track.kind), track.rank));
    for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
        add(fmt::format("slice {} {} +{} {} | {} | {} {}", r - track.firstRow, at(run, run.slices.start[i]), run.slices.duration[i],
                        text(run, run.slices.category[i]), text(run, run.slices.name[i]), name(run.slices.activity[i]),
                        withArgs ? run.argsOf(i) : std::string_view()));
  }
  for (std::size_t k = 0; k < run.arrows.size(); ++k)
    add(fmt::format("arrow {} {} {}", run.arrows.from[k], run.arrows.to[k], text(run, run.arrows.kind[k])));
  std::vector<std::string> instants;
  for (const Instant& i : run.instants)
    instants.push_back(fmt::format("mark {} {} {} {}", at(run, i.time), text(run, i.name), text(run, run.tracks[i.track].name), run.tracks[i.track].rank));
  std::sort(instants.begin(), instants.end());
  lines.insert(lines.end(), instants.begin(), instants.end());
  for (const CollectiveCall& c : run.collectives)
    add(fmt::format("collective {} {} B of {} group [{}] instance {} rank {} slice {} {} +{} {}", name(c.operation), c.bytes, c.groupSize,
                    fmt::join(run.groups[c.group], ","), c.instance, c.rank, c.slice, at(run, c.start), c.duration, text(run, c.algorithm)));
  for (std::size_t k = 0; k < run.transfers.size(); ++k)
    add(fmt::format("transfer {} {} {} B {} {} {}", run.transfers.source[k], run.transfers.destination[k], run.transfers.bytes[k],
                    at(run, run.transfers.start[k]), at(run, run.transfers.end[k]), run.transfers.instance[k]));
  std::vector<std::string> io;  // of equal times in any order
  for (const IoOperation& op : run.io)
    io.push_back(fmt::format("io {} {} {} {} {} {} {} +{}", static_cast<int>(op.kind), op.rank, text(run, op.file), text(run, op.layer), op.bytes, op.offset,
                             at(run, op.start), op.duration));
  std::sort(io.begin(), io.end());
  lines.insert(lines.end(), io.begin(), io.end());
  std::vector<std::string> counters;
  for (const Counter& c : run.counters) {
    std::string s = fmt::format("counter {} {} [{}] {}:", text(run, c.name), text(run, c.group), c.unit, c.rank);
    for (std::size_t k = 0; k < c.value.size(); ++k)
      if (std::isfinite(c.value[k])) s += fmt::format(" {}={}", at(run, c.step > 0 ? c.start + c.step * static_cast<std::int64_t>(k) : c.time[k]), c.value[k]);
    counters.push_back(std::move(s));
  }
  std::sort(counters.begin(), counters.end());
  lines.insert(lines.end(), counters.begin(), counters.end());
  for (const Fact& f : run.facts) add(fmt::format("fact {} = {} {}", f.name, f.value, f.unit));
  return lines;
}

void expectSame(const std::vector<std::string>& want, const std::vector<std::string>& got) {
  ASSERT_EQ(want.size(), got.size());
  int shown = 0;
  for (std::size_t i = 0; i < want.size() && shown < 5; ++i) {
    if (want[i] == got[i]) continue;
    ++shown;
    EXPECT_EQ(want[i], got[i]);
  }
}

weir::Run everything() {
  RunBuilder b("weir-packet", Truth::Simulated);
  weir::Run& run = b.run();
  run.title = "a \"run\" of ümlauts\\";
  run.originNs = 1'700'000'000'123'456'789;
  run.worldSize = 4;
  run.scenario = R"({"name":"s","n":[1,2]})";
  const auto track = [&](std::string_view process, std::string_view name, TrackKind kind, std::int32_t rank, std::int64_t sort) {
    Track t;
    t.process = b.intern(process);
    t.name = b.intern(name);
    t.kind = kind;
    t.rank = rank;
    t.sort = sort;
    return b.track(t);
  };
  const TrackIndex host = track("rank 1", "main \t thread", TrackKind::Thread, 1, 5);
  const TrackIndex stream = track("rank 1", "stream 7", TrackKind::Stream, 1, 1);
  const TrackIndex other = track("rank 3", "stream 7", TrackKind::Stream, 3, 0);
  const TrackIndex link = track("links", "leaf 0 to spine 1", TrackKind::Link, kUnknownRank, 0);
  track("links", "never used", TrackKind::Link, kUnknownRank, 1);
  const auto slice = [&](TrackIndex t, std::int64_t start, std::int64_t duration, std::string_view name, std::string_view category, Activity a, std::string_view args = {}) {
    return b.slice({t, start, duration, b.intern(name), b.intern(category), a, args});
  };
  const SliceIndex launch = slice(host, 10'000'001, 5, "launch", "host", Activity::Host, R"({"correlation":3})");
  slice(host, 10'000'001, 0, "nothing", "host", Activity::Host);
  slice(host, 0, 50'000'000, "step", "odd words", Activity::Annotation);
  const SliceIndex a = slice(stream, 11'000'000, 7'123'456, "all-reduce of a bucket", "exchange", Activity::Communication, R"({"bucket":{"n":[1,"}"]}})");
  slice(stream, 12'000'000, 9'000'000, "sticks out", "computing", Activity::Compute);
  const SliceIndex c = slice(other, 11'500'000, 6'000'000, "all-reduce of a bucket", "exchange", Activity::Communication);
  slice(link, -3'000'000, 4'000'000, "busy", "link", Activity::Communication);
  b.arrow(launch, a, b.intern(kArrowLaunch));
  b.arrow(a, c, b.intern(kArrowMessage));
  for (const auto& [s, rank, start, duration] : {std::tuple(a, 1, std::int64_t{11'000'000}, std::int64_t{7'123'456}), std::tuple(c, 3, std::int64_t{11'500'000}, std::int64_t{6'000'000})}) {
    CollectiveCall call;
    call.operation = Operation::AllReduce;
    call.bytes = 1'048'576;
    call.groupSize = 2;
    call.group = b.group({1, 3});
    call.rank = rank;
    call.slice = s;
    call.start = start;
    call.duration = duration;
    call.algorithm = b.intern("ring");
    b.collective(call);
  }
  b.transfer(1, 3, 4096, 11'000'000, 12'000'000, 0);
  b.transfer(3, 1, kUnknownBytes, 11'000'000, 11'000'000);
  IoOperation op;
  op.kind = IoOperation::Kind::Write;
  op.rank = 3;
  op.file = b.intern("/data/ü \"x\"");
  op.layer = b.intern("POSIX");
  op.bytes = 7;
  op.offset = 0;
  op.start = 20'000'000;
  b.io(op);
  setFailed(op);  // as it was: no bytes, no place
  b.io(op);
  op.kind = IoOperation::Kind::Open;
  b.io(op);
  op.kind = IoOperation::Kind::Read;
  op.bytes = kUnknownBytes, op.offset = -1;  // of which nobody knows, and that is not the same
  b.io(op);
  b.instant({host, b.intern("mark"), 49'000'000});
  Counter regular;
  regular.name = b.intern("used");
  regular.group = b.intern("link utilisation");
  regular.unit = "1";
  regular.start = 1'000'000;
  regular.step = 2'000'000;
  regular.value = {0.1F, 0.25F, 1e-30F};
  b.counter(regular);
  Counter points;
  points.name = b.intern("power");
  points.group = b.intern("node");
  points.rank = 3;
  points.time = {5, 6'000'000};
  points.value = {75.3F, std::numeric_limits<float>::quiet_NaN()};
  b.counter(points);
  b.fact("payload", "12", "B");
  return b.build();
}

}  // namespace

TEST(ChromeWrite, EverythingComesBack) {
  const weir::Run run = everything();
  const std::string json = written(run);
  EXPECT_TRUE(nlohmann::json::accept(json)) << json;
  for (const std::size_t chunk : {std::size_t{100}, json.size()}) {
    const auto again = readText(json, chunk);
    ASSERT_TRUE(again.has_value()) << again.error().line();
    // The arguments of a collective's slice gain what Kineto would have said of it.
    expectSame(linesOf(run, false), linesOf(*again, false));
    EXPECT_EQ(again->scenario, run.scenario);
    EXPECT_EQ(noteKinds(*again), "partial overlap x1 (sticks out); ");
    EXPECT_EQ(again->argsOf(again->collectives[0].slice),
              R"({"Collective name":"allreduce","In msg nelems":1048576,"dtype":"Byte","Group size":2,"Process Group Ranks":"[1, 3]","Algorithm":"ring","bucket":{"n":[1,"}"]}})");
    const std::string twice = written(*again);
    const auto third = readText(twice);
    ASSERT_TRUE(third.has_value());
    expectSame(linesOf(*again), linesOf(*third));  // and from then on nothing changes
  }
}

TEST(ChromeWrite, FailedCallsComeBackAsSuch) {
  const auto again = readText(written(everything()));
  ASSERT_TRUE(again.has_value());
  int refused = 0;
  int unknown = 0;
  for (const IoOperation& op : again->io) refused += failed(op) ? 1 : 0, unknown += op.bytes == kUnknownBytes && !failed(op) ? 1 : 0;
  EXPECT_EQ(refused, 2);
  EXPECT_EQ(unknown, 1);
}

// Calls in a trace of others: -1 is the system's word for a failure, not fread's; where a seek or a mapping went is no failure.
TEST(ChromeWrite, ReturnedMinusOneIsAFailedCall) {
  const auto run = readText(R"([
    {"ph":"X","name":"read","cat":"POSIX","pid":1,"tid":1,"ts":0,"dur":1,"args":{"fname":"/d/a","ret":-1,"offset":5}},
    {"ph":"X","name":"pwrite","cat":"POSIX","pid":1,"tid":1,"ts":2,"dur":1,"args":{"fname":"/d/a","ret":"-1"}},
    {"ph":"X","name":"open64","cat":"POSIX","pid":1,"tid":1,"ts":4,"dur":1,"args":{"fname":"/d/a","ret":-1}},
    {"ph":"X","name":"fread","cat":"STDIO","pid":1,"tid":1,"ts":6,"dur":1,"args":{"fname":"/d/a","ret":-1}},
    {"ph":"X","name":"fread","cat":"STDIO","pid":1,"tid":1,"ts":8,"dur":1,"args":{"fname":"/d/a","ret":3,"size":100}},
    {"ph":"X","name":"lseek","cat":"POSIX","pid":1,"tid":1,"ts":10,"dur":1,"args":{"fname":"/d/a","ret":-1}},
    {"ph":"X","name":"read","cat":"POSIX","pid":1,"tid":1,"ts":12,"dur":1,"args":{"fname":"/d/a","ret":7,"offset":5}},
    {"ph":"X","name":"read","cat":"POSIX","pid":1,"tid":1,"ts":14,"dur":1,"args":{"fname":"/d/a"}}])");
  ASSERT_TRUE(run.has_value());
  ASSERT_EQ(run->io.size(), 8U);
  std::string refused, bytes;
  for (const IoOperation& op : run->io) refused += failed(op) ? '!' : '-', bytes += fmt::format("{} ", op.bytes);
  EXPECT_EQ(refused, "!!!-----");
  EXPECT_EQ(bytes, "0 0 0 -1 300 -1 7 -1 ");
}

TEST(ChromeWrite, DamagedArgumentsAreWrittenAsText) {
  const auto run = readText(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1,"args":{"v":NaN,"h":0x2a,"s":"q"}}])");
  ASSERT_TRUE(run.has_value());
  const auto json = nlohmann::json::parse(written(*run));
  bool seen = false;
  for (const auto& e : json["traceEvents"])
    if (e["ph"] == "X") seen = e["args"]["text"] == R"({"v":NaN,"h":0x2a,"s":"q"})";
  EXPECT_TRUE(seen);
}

TEST(ChromeWrite, JsonObjects) {
  for (const char* good : {"{}", R"({"a":1,"b":[1,-2.5e3,{"c":null}],"d":"\u00e9\n"})", R"( { "x" : true } )", R"({"big":123456789012345678901234567890})"})
    EXPECT_TRUE(chrome::isJsonObject(good)) << good;
  for (const char* bad : {"", "[]", "{", "}", R"({"a":NaN})", R"({"a":0x2a})", R"({"a":1,})", R"({"a" 1})", R"({"a":1}x)", "{\"a\":\"\n\"}", R"({"a":[1})", R"({"a":.5})", R"({"a":"\q"})", R"({a:1})"})
    EXPECT_FALSE(chrome::isJsonObject(bad)) << bad;
  std::string deep = R"({"a":)" + std::string(100'000, '[');
  EXPECT_FALSE(chrome::isJsonObject(deep));
  EXPECT_TRUE(chrome::isJsonObject(deep + std::string(100'000, ']') + "}"));
}

TEST(ChromeWrite, CorpusComesBack) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  for (const char* file : {"kineto/nccl_data.json.gz", "kineto/dlrm_4of8", "kineto/mi250_minitoy_train_ROCm6_2_kineto.json.gz", "kineto/mtia_inference_rank_0.json.gz",
                           "kineto/resnet_act_checkpoint.json.gz", "kineto/rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz", "kineto/gpu_metrics_input.json",
                           "straggler_timeline/timeline-ST.json.gz", "chrome_json/catapult/x_event_trace.json", "chrome_json/catapult/instance_counters.json",
                           "nccl_profiler/nccl_profiler_p2p_rank0.json", "dftracer"}) {
    SCOPED_TRACE(file);
    const auto run = test::open(shared("corpus/") + file);
    if (!run && std::string_view(file) == "dftracer") continue;
    ASSERT_TRUE(run.has_value()) << run.error().line();
    const std::string json = written(*run);
    const auto again = readText(json);
    ASSERT_TRUE(again.has_value()) << again.error().line();
    expectSame(linesOf(*run, false), linesOf(*again, false));
    const auto third = readText(written(*again));
    ASSERT_TRUE(third.has_value());
    expectSame(linesOf(*again), linesOf(*third));
  }
}

}  // namespace chrome_write_test
