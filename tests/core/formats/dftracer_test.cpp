// DFTracer: its three generations in small, and every value of the corpus' manifest.
#include <cmath>
#include <map>
#include <set>

#include "core/base/random.h"
#include "core/formats/dftracer/collect.h"
#include "core/run/io_failed.h"
#include "core/summarize/info.h"
#include "tests/core/formats/support.h"

namespace weir::dftracer_test {
namespace {

std::vector<std::string> names(const weir::Run& run) {
  std::vector<std::string> out;
  for (const NameId n : run.slices.name) out.emplace_back(run.names.text(n));
  return out;
}

// DLIO Profiler, 2023: numbers as strings, names of files and hosts in every line; "pid" is the rank, "tid" rank + thread id.
constexpr std::string_view kOld =
    "[\n"
    " {\"id\":\"0\",\"name\":\"open64\",\"cat\":\"POSIX\",\"pid\":\"3\",\"tid\":\"9003\",\"ts\":\"1698352097000000\",\"dur\":\"10\",\"ph\":\"X\",\"args\":{\"hostname\":\"n1\",\"fname\":\"/d/a.npz\"}}\n"
    "{\"id\":\"1\",\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":\"3\",\"tid\":\"9003\",\"ts\":\"1698352097000020\",\"dur\":\"30\",\"ph\":\"X\",\"args\":{\"hostname\":\"n1\",\"ret\":\"4096\",\"count\":\"8192\",\"fname\":\"/d/a.npz\",\"fd\":20}}\n"
    "{\"id\":\"2\",\"name\":\"TorchFramework.compute\",\"cat\":\"ai_framework\",\"pid\":\"3\",\"tid\":\"9000\",\"ts\":\"1698352097000010\",\"dur\":\"100\",\"ph\":\"X\",\"args\":{\"hostname\":\"n1\"}}\n"
    "{\"id\":\"3\",\"name\":\"DLIOBenchmark._train\",\"cat\":\"dlio_benchmark\",\"pid\":\"3\",\"tid\":\"9000\",\"ts\":\"1698352097000000\",\"dur\":\"200\",\"ph\":\"X\",\"args\":{\"hostname\":\"n1\",\"step\":1}}\n";

TEST(Dftracer, FirstGeneration) {
  for (const std::size_t chunk : {std::string_view::npos, std::size_t{1}, std::size_t{37}}) {
    const Result<weir::Run> run = test::readText(kOld, chunk);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->format, "dftracer");
    EXPECT_EQ(run->slices.size(), 4U);
    EXPECT_EQ(run->ranks, std::vector<std::int32_t>{3});
    EXPECT_EQ(run->originNs, 1698352097000000000);
    EXPECT_EQ(run->sources.front().clock, ClockKind::Epoch);
    ASSERT_EQ(run->io.size(), 2U);
    const IoOperation& read = run->io[1];
    EXPECT_EQ(read.kind, IoOperation::Kind::Read);
    EXPECT_EQ(read.bytes, 4096);
    EXPECT_EQ(read.rank, 3);
    EXPECT_EQ(run->names.text(read.file), "/d/a.npz");
    EXPECT_EQ(read.start, 20'000'000);
    EXPECT_EQ(read.duration, 30'000'000);
    const auto all = names(*run);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] == "TorchFramework.compute") { EXPECT_EQ(run->slices.activity[i], Activity::Compute); }
      if (all[i] == "DLIOBenchmark._train") {
        EXPECT_EQ(run->slices.activity[i], Activity::Annotation);
        EXPECT_EQ(run->argsOf(i), "{\"step\":1}");
      }
      if (all[i] == "read") { EXPECT_EQ(run->argsOf(i), "{\"ret\":\"4096\",\"count\":\"8192\",\"fname\":\"/d/a.npz\",\"fd\":20}"); }
    }
    EXPECT_TRUE(run->notes.empty()) << test::noteKinds(*run);
  }
}

// 2024: numbers, hashes for names, metadata lines, the rank of a process.
constexpr std::string_view kHashes =
    "[\n"
    "{\"id\":1,\"name\":\"HH\",\"cat\":\"dftracer\",\"pid\":77,\"tid\":77,\"ph\":\"M\",\"args\":{\"name\":\"corona1\",\"value\":5692}}\n"
    "{\"id\":2,\"name\":\"SH\",\"cat\":\"dftracer\",\"pid\":77,\"tid\":77,\"ph\":\"M\",\"args\":{\"name\":\"./app\",\"value\":7}}\n"
    "{\"id\":3,\"name\":\"start\",\"cat\":\"dftracer\",\"pid\":77,\"tid\":77,\"ts\":1727387307000000,\"dur\":0,\"ph\":\"X\",\"args\":{\"hhash\":5692,\"exec_hash\":7,\"version\":100005}}\n"
    "{\"id\":4,\"name\":\"FH\",\"cat\":\"dftracer\",\"pid\":77,\"tid\":77,\"ph\":\"M\",\"args\":{\"name\":\"/etc/\\\"x\\\".conf\",\"value\":9}}\n"
    "{\"id\":5,\"name\":\"fread\",\"cat\":\"STDIO\",\"pid\":77,\"tid\":77,\"ts\":1727387307000010,\"dur\":5,\"ph\":\"X\",\"args\":{\"hhash\":5692,\"ret\":3,\"fhash\":9,\"count\":8,\"size\":100}}\n"
    "{\"id\":6,\"name\":\"PR\",\"cat\":\"dftracer\",\"pid\":77,\"tid\":77,\"ph\":\"M\",\"args\":{\"name\":\"rank\",\"value\":\"2\"}}\n"
    "{\"id\":7,\"name\":\"write\",\"cat\":\"POSIX\",\"pid\":77,\"tid\":78,\"ts\":1727387307000020,\"dur\":5,\"ph\":\"X\",\"args\":{\"hhash\":5692,\"ret\":-1,\"fhash\":9}}\n"
    "]\n";

TEST(Dftracer, HashesBecomeNames) {
  const Result<weir::Run> run = test::readText(kHashes);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->ranks, std::vector<std::int32_t>{2});
  EXPECT_EQ(run->slices.size(), 3U);
  EXPECT_EQ(run->tracks.size(), 2U);
  EXPECT_EQ(run->names.text(run->tracks[0].process), "corona1, pid 77");
  EXPECT_EQ(test::fact(*run, "executable"), "./app");
  EXPECT_EQ(test::fact(*run, "host"), "corona1");
  ASSERT_EQ(run->io.size(), 2U);
  EXPECT_EQ(run->io[0].bytes, 300) << "fread counts items";
  EXPECT_EQ(run->io[1].bytes, 0) << "a failed call moves nothing";
  EXPECT_EQ(run->names.text(run->io[0].file), "/etc/\"x\".conf");
  for (SliceIndex i = 0; i < run->slices.size(); ++i) {
    const auto args = nlohmann::json::parse(run->argsOf(i));
    if (run->names.text(run->slices.name[i]) == "fread") { EXPECT_EQ(args["file"], "/etc/\"x\".conf"); }
  }
}

// 2026: phases are numbers, no brackets, counters of the machine, sums instead of single calls.
constexpr std::string_view kNew =
    "{\"name\":\"FH\",\"cat\":\"dftracer\",\"type\":1,\"pid\":5,\"tid\":5,\"ph\":4,\"args\":{\"name\":\"/d/x\",\"value\":\"8e0c\"}}\n"
    "{\"id\":1,\"name\":\"read\",\"cat\":\"POSIX\",\"type\":3,\"pid\":5,\"tid\":5,\"ts\":1785087679000000,\"dur\":4,\"ph\":1,\"args\":{\"hhash\":\"aa\",\"fhash\":\"8e0c\",\"ret\":10}}\n"
    "{\"name\":\"cpu\",\"cat\":\"sys\",\"type\":7,\"ts\":1785087679500000,\"ph\":2,\"pid\":5,\"tid\":0,\"args\":{\"hhash\":\"aa\",\"user_pct\":12.5,\"idle_pct\":80}}\n"
    "{\"name\":\"cpu\",\"cat\":\"sys\",\"type\":7,\"ts\":1785087679250000,\"ph\":2,\"pid\":5,\"tid\":0,\"args\":{\"hhash\":\"aa\",\"user_pct\":25,\"idle_pct\":60}}\n"
    "{\"name\":\"read\",\"cat\":\"POSIX\",\"type\":3,\"ts\":1785087680000000,\"ph\":3,\"pid\":5,\"tid\":5,\"args\":{\"hhash\":\"aa\",\"fhash\":\"8e0c\",\"dft_cnt\":3,\"dur_min\":1,\"dur_max\":9,\"dur_sum\":12,\"ret_sum\":90}}\n"
    "{\"id\":2,\"name\":\"all_reduce\",\"cat\":\"comm\",\"type\":6,\"pid\":5,\"tid\":5,\"ts\":1785087680000000,\"dur\":7,\"ph\":1,\"args\":{\"hhash\":\"aa\"}}\n"
    "{\"id\":10,\"name\":\"end\",\"cat\":\"dftracer\",\"type\":1,\"pid\":5,\"tid\":5,\"ts\":1785087681000000,\"dur\":0,\"ph\":1,\"args\":{\"num_events\":9,\"cfg\":{\"time_metric\":\"US\"},\"app\":{\"batch_size\":32}}}\n";

TEST(Dftracer, NumberedPhases) {
  const Result<weir::Run> run = test::readText(kNew);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->slices.size(), 3U);
  EXPECT_EQ(test::fact(*run, "app batch_size"), "32");
  ASSERT_EQ(run->counters.size(), 2U);
  const Counter& c = run->counters[0];
  EXPECT_EQ(run->names.text(c.name), "cpu user_pct");
  EXPECT_EQ(c.time, (std::vector<std::int64_t>{250'000'000'000, 500'000'000'000}));
  EXPECT_EQ(c.value, (std::vector<float>{25, 12.5}));
  ASSERT_EQ(run->collectives.size(), 1U);
  EXPECT_EQ(run->collectives[0].operation, Operation::AllReduce);
  EXPECT_EQ(run->collectives[0].bytes, kUnknownBytes);
  EXPECT_EQ(run->names.text(run->slices.name[run->collectives[0].slice]), "all_reduce");
  // One single call and three summed ones of the same file: counted once each.
  const Info info = describe(*run);
  EXPECT_EQ(info.io->readOps, 4U);
  EXPECT_EQ(info.io->readBytes, 100);
  EXPECT_NEAR(*info.io->read_s, 16e-6, 1e-12);
  EXPECT_EQ(test::noteCount(*run, "aggregated events: sums of an interval, no single operations"), 3U);
}

TEST(Dftracer, DamageIsCounted) {
  const std::string line = "{\"id\":0,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,\"ts\":1727387307000000,\"dur\":1,\"ph\":\"X\",\"args\":{\"hhash\":1,\"ret\":1}}\n";
  const std::string far = "{\"id\":0,\"name\":\"late\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,\"ts\":9000000000000000,\"dur\":1,\"ph\":\"X\",\"args\":{}}\n";
  const std::string text = line + "{\"id\":1,\"name\":\"re\n" + "noise\n" + "{\"name\":\"q\",\"cat\":\"POSIX\",\"ph\":\"Q\",\"pid\":1}\n" +
                           "{\"name\":\"r\",\"cat\":\"POSIX\",\"ph\":\"X\",\"pid\":1,\"ts\":\"soon\"}\n" + far + line + line + line.substr(0, line.size() / 2);
  const Result<weir::Run> run = test::readText(text, 64);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->slices.size(), 3U);
  EXPECT_EQ(run->io.size(), 3U);
  EXPECT_EQ(test::noteCount(*run, "damaged line, left out"), 2U);
  EXPECT_EQ(test::noteCount(*run, "line that is no event, left out"), 1U);
  EXPECT_EQ(test::noteCount(*run, "line of a kind that is not read, left out"), 1U);
  EXPECT_EQ(test::noteCount(*run, "event without a time, left out"), 1U);
  EXPECT_EQ(test::noteCount(*run, "event more than 45 days from the others, left out"), 1U);
}

// A forked loader writes its parent's buffer out again: kept, as the file has it, counted and said.
TEST(Dftracer, RepeatedEventsAreSaid) {
  constexpr const char* kNote = "event repeated in the file with every field the same: counted each time";
  const auto line = [](int id, int ts, int ret) {
    return "{\"id\":" + std::to_string(id) + ",\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(1727387307000000 + ts) +
           ",\"dur\":1,\"ph\":\"X\",\"args\":{\"hhash\":1,\"ret\":" + std::to_string(ret) + "}}\n";
  };
  // The second differs in what it returned, the third in its time; the fifth and sixth repeat the first, the last the third.
  const Result<weir::Run> run = test::readText("[\n" + line(0, 0, 7) + line(1, 0, 8) + line(2, 5, 7) + line(3, 9, 7) + line(0, 0, 7) + line(0, 0, 7) + line(2, 5, 7), 64);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->slices.size(), 7U);
  EXPECT_EQ(run->io.size(), 7U);
  EXPECT_EQ(test::noteCount(*run, kNote), 3U);
  const Result<weir::Run> once = test::readText("[\n" + line(0, 0, 7) + line(1, 0, 8) + line(2, 5, 7), 64);
  ASSERT_TRUE(once.has_value());
  EXPECT_EQ(test::noteCount(*once, kNote), 0U);
}

// Against a set of the lines' texts: which of 5000 lines of few different ones repeat an earlier one, and where the first stand.
TEST(Dftracer, RepeatsAgainstASet) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed, 1);
    dftracer::Collect collect;
    std::set<std::string> seen;
    std::uint64_t repeated = 0;
    std::vector<std::string> first;
    for (std::uint64_t i = 1; i <= 5000; ++i) {
      const std::string line = "{\"id\":0,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(1727387307000000 + random.below(300)) + ",\"dur\":" +
                               std::to_string(random.below(seed % 2 == 0 ? 3 : 3000)) + ",\"ph\":\"X\",\"args\":{\"hhash\":1,\"ret\":" + std::to_string(random.below(4)) + "}}";
      collect.add(line, i);
      if (!seen.insert(line).second) {
        ++repeated;
        if (first.size() < 5) first.push_back("line " + std::to_string(i));
      }
    }
    const Result<weir::Run> run = collect.finish({});
    ASSERT_TRUE(run);
    constexpr const char* kNote = "event repeated in the file with every field the same: counted each time";
    EXPECT_EQ(test::noteCount(*run, kNote), repeated) << seed;
    for (const Note& n : run->notes)
      if (n.kind == kNote) {
        EXPECT_EQ(n.first, first) << seed;
      }
  }
}

TEST(Dftracer, LookingForRepeatsCanBeStopped) {
  dftracer::Collect collect;
  collect.add("{\"id\":0,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,\"ts\":1727387307000000,\"dur\":1,\"ph\":\"X\",\"args\":{\"hhash\":1,\"ret\":7}}", 1);
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  const Result<weir::Run> run = collect.finish(Job{stop.get_token(), &progress});
  ASSERT_FALSE(run);
  EXPECT_TRUE(run.error().stopped());
  EXPECT_EQ(progress.snapshot().phase, "looking for repeated events");
}

// A call that returned -1 moved nothing and is no operation; what counts items never says so.
TEST(Dftracer, FailedCallsAreMarked) {
  const auto line = [](const char* name, int ts, const char* ret) {
    return std::string("{\"id\":0,\"name\":\"") + name + "\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(1727387307000000 + ts) + ",\"dur\":1,\"ph\":\"X\",\"args\":{\"hhash\":1,\"ret\":" + ret + "}}\n";
  };
  const Result<weir::Run> run = test::readText("[\n" + line("read", 0, "-1") + line("read", 5, "10") + line("open64", 9, "-1") + line("lseek64", 12, "-1"), 64);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->io.size(), 4U);
  EXPECT_TRUE(failed(run->io[0]));
  EXPECT_EQ(run->io[0].bytes, 0);
  EXPECT_FALSE(failed(run->io[1]));
  EXPECT_EQ(run->io[1].bytes, 10);
  EXPECT_TRUE(failed(run->io[2]));
  EXPECT_FALSE(failed(run->io[3]));
  const Info info = describe(*run);
  EXPECT_EQ(info.io->readOps, 1U);
  EXPECT_EQ(info.io->failed, 1U);
}

TEST(Dftracer, ChromeTracesAreNotTaken) {
  const auto formatOf = [](std::string_view text) {
    const FormatDescriptor* f = sniffFormat(std::as_bytes(std::span(text.data(), text.size())));
    return f == nullptr ? std::string() : std::string(f->name);
  };
  EXPECT_EQ(formatOf("[\n{\"name\":\"a\",\"cat\":\"POSIX\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},\n{\"name\":\"b\"}]"), "chrome-json");
  EXPECT_EQ(formatOf(kOld), "dftracer");
  EXPECT_EQ(formatOf(kHashes), "dftracer");
  EXPECT_EQ(formatOf(kNew), "dftracer");
}

const std::map<std::string, std::string> kNotCompared{
    {"raw_bytes", "of the file, not of the trace"},
    {"gzip_members", "of the file; a break between members would lose lines, which `ph` compares"},
    {"trailing_bytes", "of the file"},
    {"opens_with", "of the file"},
    {"ends_with", "of the file"},
    {"lines", "slices and metadata lines; both are in `ph`, and the slices are compared there"},
};

TEST(DftracerCorpus, EveryValueOfTheManifest) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  std::size_t files = 0;
  for (const auto& [key, why] : kNotCompared) std::printf("  not compared: %s: %s\n", key.c_str(), why.c_str());
  for (const test::ManifestRow& row : test::manifest("dftracer")) {
    SCOPED_TRACE(row.file);
    ++files;
    const Result<weir::Run> opened = test::open(row.file);
    if (row.expected.contains("kind")) {
      ASSERT_FALSE(opened.has_value());
      EXPECT_NE(opened.error().todo.find(".pfw.gz"), std::string::npos) << opened.error().line();
      continue;
    }
    ASSERT_TRUE(opened.has_value()) << opened.error().line();
    const weir::Run& run = *opened;
    EXPECT_EQ(run.format, "dftracer");
    for (const auto& [key, value] : row.expected.items()) {
      if (kNotCompared.contains(key)) continue;
      if (key == "bad_lines") {
        EXPECT_EQ(test::noteCount(run, "damaged line, left out"), value.get<std::uint64_t>());
      } else if (key == "ph") {
        for (const auto& [ph, n] : value.items()) {
          if (ph == "X") { EXPECT_EQ(run.slices.size(), n.get<std::size_t>()); }
          else { EXPECT_EQ(ph, "M"); }
        }
      } else if (key == "cat") {
        std::map<std::string, std::int64_t> got;
        for (const NameId c : run.slices.category) ++got[std::string(run.names.text(c))];
        auto expected = value.get<std::map<std::string, std::int64_t>>();
        if (row.expected["ph"].contains("M")) expected["dftracer"] -= row.expected["ph"]["M"].get<std::int64_t>();
        EXPECT_EQ(got, expected);
      } else if (key == "pids") {
        std::set<std::string_view> processes;
        for (const Track& t : run.tracks) processes.insert(run.names.text(t.process));
        EXPECT_EQ(processes.size(), value.get<std::size_t>());
      } else if (key == "ts_min_us") {
        EXPECT_EQ(run.originNs, value.get<std::int64_t>() * 1000);
      } else if (key == "ts_max_us") {
        EXPECT_EQ(run.originNs + run.span().second / 1000, value.get<std::int64_t>() * 1000) << "end of the last event";
      } else if (key == "read_ret_sum" || key == "write_ret_sum") {
        const auto kind = key == "read_ret_sum" ? IoOperation::Kind::Read : IoOperation::Kind::Write;
        std::int64_t sum = 0;
        for (const IoOperation& op : run.io)
          if (op.kind == kind && op.bytes > 0) sum += op.bytes;
        EXPECT_EQ(sum, value.get<std::int64_t>()) << key;
      } else {
        ADD_FAILURE() << "the test knows no key " << key;
      }
    }
  }
  EXPECT_GE(files, 12U);
}

// FORMATS.md: 93,894 events, POSIX read `ret` sum 21,455,286,649 bytes. And eight processes of one job, with their ranks.
TEST(DftracerCorpus, WhatInfoSays) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  const Result<weir::Run> run = test::open(test::shared("corpus/dftracer/test-trace.pfw.gz"));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  const Info info = describe(*run);
  EXPECT_EQ(info.slices, 93894U);
  EXPECT_EQ(info.ioByLayer.at("POSIX").readBytes, 21455286649);
  EXPECT_TRUE(info.overlap.has_value());
  // Twenty forked loaders wrote up to 283 of the parent's events again.
  EXPECT_EQ(test::noteCount(*run, "event repeated in the file with every field the same: counted each time"), 4840U);
  const Result<weir::Run> job = test::open(test::shared("corpus/dftracer/cm1_48"));
  ASSERT_TRUE(job.has_value()) << job.error().line();
  EXPECT_EQ(job->ranks, (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(test::noteCount(*job, "rank given twice, numbered anew"), 0U);
}

}  // namespace
}  // namespace weir::dftracer_test
