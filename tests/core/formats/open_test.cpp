// Files and folders as a person gives them: packed, broken, forbidden, of another kind; and the traces that must be right.
#include "core/formats/open.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <set>

#include "core/formats/folder.h"
#include "core/formats/same_file.h"
#include "core/run/unmeasured.h"
#include "support.h"

namespace open_test {
using namespace weir;
using namespace weir::test;
namespace fs = std::filesystem;

namespace {

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "weir-formats-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    std::error_code ignored;
    fs::permissions(folder_, fs::perms::owner_all, ignored);
    fs::remove_all(folder_, ignored);
  }
  std::string put(const std::string& name, std::string_view bytes) {
    const fs::path p = folder_ / name;
    fs::create_directories(p.parent_path());
    std::ofstream(p, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return p.string();
  }
  fs::path folder_;
};

std::string gzip(std::string_view text, int bits = MAX_WBITS + 16, int level = 1) {
  z_stream z{};
  EXPECT_EQ(deflateInit2(&z, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&z, text.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

std::string trace(int events, int rank = -1) {
  std::string s = "{\"schemaVersion\":1,";
  if (rank >= 0) s += fmt::format("\"distributedInfo\":{{\"backend\":\"nccl\",\"rank\":{},\"world_size\":2}},", rank);
  s += "\"traceEvents\":[";
  for (int i = 0; i < events; ++i)
    s += fmt::format("{}{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k{}\",\"pid\":0,\"tid\":7,\"ts\":{},\"dur\":5}}", i ? ",\n" : "", i % 10, 1000 + i * 10);
  return s + "]}";
}

std::string le(std::uint32_t v, int bytes) {
  std::string s;
  for (int i = 0; i < bytes; ++i) s += static_cast<char>(v >> (8 * i));
  return s;
}
std::string zip(const std::string& name, std::string_view text, bool stored) {
  const std::string body = stored ? std::string(text) : gzip(text, -MAX_WBITS);
  return "PK\x03\x04" + le(20, 2) + le(0, 2) + le(stored ? 0 : 8, 2) + le(0, 4) + le(0, 4) + le(static_cast<std::uint32_t>(body.size()), 4) +
         le(static_cast<std::uint32_t>(text.size()), 4) + le(static_cast<std::uint32_t>(name.size()), 2) + le(0, 2) + name + body + "PK\x01\x02 and so on";
}

std::string errorOf(const Result<weir::Run>& run) { return run ? "no error" : run.error().line(); }

TEST_F(Folder, PackedInEveryWay) {
  const std::string text = trace(50000);  // several chunks
  EXPECT_EQ(test::open(put("plain.json", text))->slices.size(), 50000U);
  EXPECT_EQ(test::open(put("a.json.gz", gzip(text)))->slices.size(), 50000U);
  EXPECT_EQ(test::open(put("named.txt", gzip(text)))->slices.size(), 50000U);  // content decides
  EXPECT_EQ(test::open(put("two.gz", gzip(text.substr(0, 100000)) + gzip(text.substr(100000))))->slices.size(), 50000U);
  EXPECT_EQ(test::open(put("padded.gz", gzip(text) + std::string(512, '\0')))->notes.size(), 0U);
  EXPECT_EQ(test::open(put("d.zip", zip("t.json", text, false)))->slices.size(), 50000U);
  EXPECT_EQ(test::open(put("s.zip", zip("t.json", text, true)))->slices.size(), 50000U);
  const auto lying = test::open(put("lying.json.gz", text));
  EXPECT_EQ(lying->slices.size(), 50000U);
  EXPECT_EQ(noteCount(*lying, "named .gz but not compressed, read as it is"), 1U);
}

TEST_F(Folder, DamagedStreamsGiveWhatTheyHold) {
  const std::string text = trace(50000);
  const std::string packed = gzip(text);
  const auto cut = test::open(put("cut.json.gz", packed.substr(0, packed.size() / 2)));
  ASSERT_TRUE(cut.has_value()) << errorOf(cut);
  EXPECT_GT(cut->slices.size(), 10000U);
  EXPECT_EQ(noteCount(*cut, "compressed stream is cut off"), 1U);
  const std::string little = gzip("{\n  \"schema\": \"1\", \"pid\": 4");
  const auto lost = test::open(put("lost.json.gz", little.substr(0, little.size() - 9)));
  ASSERT_FALSE(lost.has_value());
  EXPECT_NE(errorOf(lost).find("the compressed stream is cut off after"), std::string::npos) << errorOf(lost);
  std::string bad = packed;
  for (std::size_t i = bad.size() / 2; i < bad.size() / 2 + 64; ++i) bad[i] = '\x55';
  const auto damaged = test::open(put("bad.json.gz", bad));
  ASSERT_TRUE(damaged.has_value()) << errorOf(damaged);
  EXPECT_GT(damaged->slices.size(), 10000U);
  EXPECT_EQ(noteCount(*damaged, "compressed stream is damaged"), 1U) << noteKinds(*damaged);
  const auto rest = test::open(put("rest.gz", packed + "trailing"));
  EXPECT_EQ(noteCount(*rest, "bytes after the end of the compressed stream, ignored"), 1U);
}

TEST_F(Folder, BombsAreStopped) {
  const std::string bomb = gzip("{\"traceEvents\":[" + std::string(16 << 20, ' '), MAX_WBITS + 16, 9);
  OpenOptions early;
  early.source.ratioFloor = 4 << 20;
  const auto run = openFiles({put("bomb.json.gz", bomb)}, early, {});
  ASSERT_FALSE(run.has_value());
  EXPECT_NE(run.error().what.find("decompression bomb"), std::string::npos) << errorOf(run);
  OpenOptions little;
  little.source.maxBytes = 1 << 20;
  const auto large = openFiles({put("large.json.gz", gzip(trace(50000)))}, little, {});
  ASSERT_FALSE(large.has_value());
}

TEST_F(Folder, MemoryLimitIsAnError) {
  OpenOptions little;
  little.memoryLimit = 1 << 20;
  // Slices spill to disk and are not counted; instants cannot.
  EXPECT_TRUE(openFiles({put("slices.json", trace(50000))}, little, {}).has_value());
  std::string marks = "[";
  for (int i = 0; i < 50000; ++i) marks += fmt::format("{}{{\"ph\":\"i\",\"name\":\"m\",\"pid\":0,\"tid\":7,\"ts\":{}}}", i ? ",\n" : "", i);
  const auto run = openFiles({put("t.json", marks + "]")}, little, {});
  ASSERT_FALSE(run.has_value());
  EXPECT_NE(run.error().what.find("more than 1 MiB of memory"), std::string::npos) << errorOf(run);
}

TEST_F(Folder, EachRefusalSaysWhatAndWhere) {
  const auto expect = [](const std::string& path, const std::string& what) {
    const auto run = test::open(path);
    ASSERT_FALSE(run.has_value()) << path;
    EXPECT_NE(errorOf(run).find(what), std::string::npos) << errorOf(run);
    EXPECT_NE(errorOf(run).find(path.substr(0, path.find_last_not_of('/') + 1)), std::string::npos) << errorOf(run);
  };
  expect((folder_ / "missing.json").string(), "no such file");
  expect(put("empty.json", ""), "the file is empty");
  expect(put("x.json", "hello"), "not a trace");
  expect(put("y.json", "{\"a\": 1}"), "not a trace");
  expect(put("z.json", "{\"traceEvents\": []}"), "no event");
  expect(put("s.json", "{\"machine\": \"perlmutter\", \"workload\": \"resnet-50-imagenet\"}"), "is a scenario, no trace");
  expect(put("g.json.gz", gzip("")), "nothing can be decompressed");
  expect("/dev/zero", "is a device or a pipe");
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  expect((folder_ / "pipe").string(), "is a device or a pipe");
  fs::create_directory(folder_ / "nothing");
  expect((folder_ / "nothing").string(), "the folder is empty");
  put("only/readme.txt", "no trace");
  expect((folder_ / "only").string(), "holds no trace (1 files looked at)");
  put("far/1/2/3/4/5/6/trace.json", trace(3));
  expect((folder_ / "far").string(), "not all of them were looked into");
  expect((folder_ / "far").string(), "passed over: 1/2/3/4/5");
  if (::geteuid() != 0) {
    const std::string locked = put("locked.json", trace(3));
    fs::permissions(locked, fs::perms::none);
    expect(locked, "no permission");
  }
  EXPECT_FALSE(openFiles({}, {}, {}).has_value());
}

TEST_F(Folder, KnownButUnreadFormatsAreNamed) {
  const auto expect = [&](const std::string& bytes, const std::string& title) {
    const auto run = test::open(put("f", bytes));
    ASSERT_FALSE(run.has_value());
    EXPECT_EQ(run.error().what, title + " is recognised but not read");
    EXPECT_FALSE(run.error().todo.empty());
  };
  expect("PAR1xxxxxxxxPAR1", "Parquet table (Recorder)");
  expect("QDSTRMxxxxxxxxxxxxx", "Nsight Systems report");
}

TEST_F(Folder, RanksOfAFolder) {
  put("job/worker1_step_3.json", trace(20));
  put("job/worker0_step_3.json.gz", gzip(trace(10)));
  put("job/notes.txt", "hello");
  put("job/older/worker7_step_1.json", trace(99));  // beside the traces: another job's
  const auto run = test::open((folder_ / "job").string());
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(run->slices.size(), 30U);
  EXPECT_EQ(run->title, "job");
  EXPECT_EQ(noteCount(*run, kNoteLeftOut), 1U);
  EXPECT_EQ(noteCount(*run, kNoteFolderWithTraces), 1U);
  EXPECT_EQ(noteCount(*run, "no communication found"), 1U);  // two ranks, and nothing between them
  ASSERT_EQ(run->sources.size(), 2U);
  EXPECT_EQ(run->sources[0].rank, 0);
  EXPECT_EQ(run->sources[0].slices, 10U);
  put("jobs/rank0/t.json", trace(5, 0));
  put("jobs/rank1/t.json", trace(6, 1));
  const auto nested = test::open((folder_ / "jobs").string());
  ASSERT_TRUE(nested.has_value()) << errorOf(nested);
  EXPECT_EQ(nested->ranks, (std::vector<std::int32_t>{0, 1}));
  // A file that was named must be readable, whatever the others are.
  EXPECT_FALSE(openFiles({put("ok.json", trace(5)), put("bad.json", "hello")}, {}, {}).has_value());
}

// The first place of a kind of notes; "" where there is none.
std::string placeOf(const weir::Run& run, std::string_view kind) {
  for (const Note& n : run.notes)
    if (n.kind == kind && !n.first.empty()) return n.first.front();
  return {};
}
// One file in a tar archive.
std::string tar(const std::string& name, const std::string& text) {
  std::string head(512, '\0');
  head.replace(0, name.size(), name);
  head.replace(124, 11, fmt::format("{:011o}", text.size()));
  head.replace(148, 8, "        ");
  head[156] = '0';
  unsigned sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  head.replace(148, 6, fmt::format("{:06o}", sum));
  return head + text + std::string((512 - text.size() % 512) % 512 + 1024, '\0');
}
const std::string kTable = "file\tbytes\na\t1\nb\t2\nc\t3\n";

TEST_F(Folder, WhatIsNotReadIsSaidByKind) {
  put("job/rank-0.json", trace(10, 0));
  put("job/rank-1.json", "");  // of a rank, so that it is a loss
  put("job/stderr.log", "");   // of nobody
  for (const char* name : {"a.txt", "b.txt", "c.txt", "d.txt"}) put(std::string("job/") + name, "hello");
  put("job/node.nsys-rep", "QDSTRMxxxxxxxxxxxxx");
  put("job/more.tgz", gzip(tar("rank-2.json", trace(3, 2))));
  put("job/list.tsv", kTable);
  put("job/older/host/rank-0.json", trace(5, 0));
  put("job/checkpoints/model.bin", "weights");
  const auto run = test::open((folder_ / "job").string() + "/");
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->slices.size(), 10U);
  EXPECT_EQ(noteCount(*run, kNoteLeftOut), 5U) << noteKinds(*run);
  EXPECT_EQ(placeOf(*run, kNoteLeftOut), (folder_ / "job").string() + ": a.txt, b.txt, c.txt and 2 more");
  EXPECT_EQ(noteCount(*run, kNoteBroken), 1U) << noteKinds(*run);
  EXPECT_NE(placeOf(*run, kNoteBroken).find("rank-1.json: the file is empty"), std::string::npos) << placeOf(*run, kNoteBroken);
  EXPECT_EQ(noteCount(*run, kNoteTableBeside), 1U) << noteKinds(*run);
  const auto known = std::find_if(run->notes.begin(), run->notes.end(), [](const Note& n) { return n.kind == kNoteKnownLeftOut; });
  ASSERT_NE(known, run->notes.end());
  EXPECT_EQ(known->count, 2U);
  EXPECT_EQ(known->first.front(), (folder_ / "job").string() + ": more.tgz (archive beside traces: open it by itself)");
  EXPECT_EQ(noteCount(*run, kNoteFolderWithTraces), 1U) << noteKinds(*run);
  EXPECT_NE(placeOf(*run, kNoteFolderWithTraces).find("older/host (PyTorch profiler trace"), std::string::npos) << placeOf(*run, kNoteFolderWithTraces);
  EXPECT_EQ(placeOf(*run, kNoteFolderNotEntered), (folder_ / "job").string() + ": checkpoints");
}

TEST_F(Folder, TheOneFolderWithTracesBelowIsEntered) {
  put("job/list.tsv", kTable);
  put("job/logs/out.txt", "hello");
  put("job/results/today/rank-0.json", trace(10, 0));
  put("job/results/today/rank-1.json", trace(11, 1));
  const auto run = test::open((folder_ / "job").string());
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(run->slices.size(), 21U);
  EXPECT_EQ(noteCount(*run, kNoteTableBeside), 1U) << noteKinds(*run);
  EXPECT_EQ(placeOf(*run, kNoteFolderNotEntered), (folder_ / "job").string() + ": logs");
  // Two of them beside a table may be two jobs: the table is what the folder itself holds.
  put("job/results/yesterday/rank-0.json", trace(12, 0));
  const auto table = test::open((folder_ / "job").string());
  ASSERT_TRUE(table.has_value()) << errorOf(table);
  EXPECT_EQ(table->slices.size(), 0U);
  EXPECT_EQ(noteCount(*table, kNoteFolderWithTraces), 2U) << noteKinds(*table);
  fs::remove(folder_ / "job/list.tsv");
  const auto none = test::open((folder_ / "job").string());
  ASSERT_FALSE(none.has_value());
  EXPECT_NE(errorOf(none).find("results/today (PyTorch profiler trace"), std::string::npos) << errorOf(none);
  EXPECT_NE(errorOf(none).find("results/yesterday"), std::string::npos) << errorOf(none);
}

TEST_F(Folder, ATableWithTimesIsATrace) {
  put("job/ops.csv", "name,start_us,duration_us\na,1,2\nb,4,2\n");
  put("job/older/rank-0.json", trace(10, 0));
  const auto run = test::open((folder_ / "job").string());
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->format, "csv");
  EXPECT_EQ(run->slices.size(), 2U);
  EXPECT_EQ(noteCount(*run, kNoteFolderWithTraces), 1U) << noteKinds(*run);
}

TEST_F(Folder, AnArchiveOfOtf2IsOneJob) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const auto both = test::open(shared("corpus/otf2"));  // a table, and a trace in each of two folders
  ASSERT_TRUE(both.has_value()) << errorOf(both);
  EXPECT_EQ(noteCount(*both, kNoteFolderWithTraces), 2U) << noteKinds(*both);
  EXPECT_NE(placeOf(*both, kNoteFolderWithTraces).find("ping-pong-otf2/traces.otf2 (OTF2 trace (Score-P))"), std::string::npos) << placeOf(*both, kNoteFolderWithTraces);
  const fs::path two = folder_ / "two", one = folder_ / "one";
  fs::create_directories(two);
  fs::create_directories(one);
  fs::create_directory_symlink(shared("corpus/otf2/ping-pong-otf2"), two / "a");
  fs::create_directory_symlink(shared("corpus/otf2/ping-pong-otf2-papi"), two / "b");
  const auto several = test::open(two.string());
  ASSERT_FALSE(several.has_value());
  EXPECT_EQ(several.error().todo.find("open one of them, or the folder of one job: a/traces.otf2 (OTF2 trace (Score-P)), b/traces.otf2"), 0U) << errorOf(several);
  put("one/list.tsv", kTable);
  fs::create_directory_symlink(shared("corpus/otf2/ping-pong-otf2"), one / "a");
  const auto run = test::open(one.string());
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->format, "otf2");
  EXPECT_EQ(run->transfers.size(), 16U);
  EXPECT_EQ(noteCount(*run, kNoteFolderNotEntered), 0U) << "its folder of events is a part of it: " << noteKinds(*run);
}

TEST_F(Folder, AFileGivenTwiceIsOneRank) {
  const std::string a = put("a.json", trace(10)), copy = put("copy of a.json", trace(10)), other = put("b.json", trace(11));
  const std::string link = (folder_ / "link.json").string();
  fs::create_symlink(a, link);
  const auto ranks = [&](const std::vector<std::string>& files) {
    const auto run = openFiles(files, {}, {});
    EXPECT_TRUE(run.has_value()) << errorOf(run);
    return run ? std::pair(run->sources.size(), noteCount(*run, kNoteGivenTwice)) : std::pair(std::size_t{0}, std::uint64_t{0});
  };
  EXPECT_EQ(ranks({a}), (std::pair<std::size_t, std::uint64_t>{1, 0}));
  EXPECT_EQ(ranks({a, a}), (std::pair<std::size_t, std::uint64_t>{1, 1}));
  EXPECT_EQ(ranks({a, folder_.string() + "/./a.json", link}), (std::pair<std::size_t, std::uint64_t>{1, 2}));
  EXPECT_EQ(ranks({a, copy}), (std::pair<std::size_t, std::uint64_t>{1, 1}));
  EXPECT_EQ(ranks({a, other}), (std::pair<std::size_t, std::uint64_t>{2, 0}));
  // Named, and in a folder that is named; a folder twice.
  put("job/rank-0.json", trace(5));
  const std::string one = put("job/rank-1.json", trace(5)), folder = (folder_ / "job").string();
  EXPECT_EQ(ranks({folder, one}), (std::pair<std::size_t, std::uint64_t>{2, 1}));
  EXPECT_EQ(ranks({folder, folder}), (std::pair<std::size_t, std::uint64_t>{2, 1}));
  // Ranks that do the same write the same bytes.
  EXPECT_EQ(ranks({folder}), (std::pair<std::size_t, std::uint64_t>{2, 0}));
}

TEST_F(Folder, SlicesWithoutAUsableDurationAreCountedByFile) {
  const std::string events = R"([{"ph":"X","name":"a","ts":1,"dur":-5,"pid":1,"tid":1},{"ph":"X","name":"b","ts":2,"dur":NaN,"pid":1,"tid":1},{"ph":"X","name":"c","ts":3,"dur":1,"pid":1,"tid":1}])";
  const auto run = openFiles({put("rank-0.json", trace(5)), put("rank-1.json", events)}, {}, {});
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  const auto unmeasured = unmeasuredSlices(*run);
  ASSERT_EQ(unmeasured.size(), 1U);
  EXPECT_EQ(unmeasured[0].slices, 2U);
  EXPECT_EQ(unmeasured[0].ranks, (std::vector<std::int32_t>{1}));
}

TEST_F(Folder, StopsAndTellsProgress) {
  const std::string file = put("t.json", trace(50000));
  Progress progress;
  ASSERT_TRUE(openFiles({file}, {}, {{}, &progress}).has_value());
  std::stop_source stop;
  stop.request_stop();
  const auto run = openFiles({file, file}, {}, {stop.get_token(), nullptr});
  ASSERT_FALSE(run.has_value());
  EXPECT_TRUE(run.error().stopped());
}

TEST(Open, FourRanksOfDlrm) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const auto run = openFiles({shared("corpus/kineto/dlrm_4of8")}, {}, {});
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(run->worldSize, 8);
  EXPECT_EQ(run->format, "kineto");
  // From the issue and shared/FORMATS.md: complete events, NCCL kernels, their time in us, overlap in % of it, and when the
  // first all-to-all starts after 1694128201400000 us.
  const std::int64_t events[] = {2460, 2527, 2449, 2552};
  const double ncclUs[] = {5798, 11336, 3492, 9774};
  const double overlap[] = {4.502, 2.470, 7.875, 3.315};
  const std::int64_t firstUs[] = {29795, 24306, 31422, 25808};
  const std::int64_t zeroPs = (run->originNs - 1694128201400000'000) * 1000;
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    weir::Run one = *run;
    std::erase_if(one.tracks, [&](const Track& t) { return t.rank != rank; });
    const Counted c = count(one);
    EXPECT_EQ(c.slices, events[rank]);
    EXPECT_EQ(c.nccl, 8);
    EXPECT_DOUBLE_EQ(c.ncclUs, ncclUs[rank]);
    EXPECT_NEAR(100 * c.overlapUs / c.communicationUs, overlap[rank], 0.0005);
    std::int64_t first = INT64_MAX;
    std::set<Operation> operations;
    for (const CollectiveCall& call : run->collectives) {
      if (call.rank != rank) continue;
      operations.insert(call.operation);
      if (call.operation == Operation::AllToAll) first = std::min(first, call.start);
      EXPECT_EQ(call.bytes, kUnknownBytes);
    }
    EXPECT_EQ(first + zeroPs, firstUs[rank] * 1'000'000) << rank;
    EXPECT_EQ(operations, (std::set<Operation>{Operation::AllReduce, Operation::AllToAll}));
  }
  // The same call has the same instance on all ranks: five all-to-alls and three all-reduces in turn.
  std::map<std::uint32_t, int> ranksOf;
  for (const CollectiveCall& call : run->collectives) ++ranksOf[call.instance];
  EXPECT_EQ(ranksOf.size(), 8U);
  for (const auto& [instance, ranks] : ranksOf) EXPECT_EQ(ranks, 4) << instance;
  EXPECT_EQ(noteCount(*run, "communication sizes unknown"), 32U);
}

TEST(Open, SampleJobIsWhatItsRecordSays) {
  std::ifstream in(WEIR_SOURCE_DIR "/sample_data/expected.json");
  if (!in) GTEST_SKIP() << "no sample data yet";
  const auto want = nlohmann::json::parse(in);
  const auto run = openFiles({WEIR_SOURCE_DIR "/sample_data/small-cnn"}, {}, {});
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->ranks.size(), want["ranks"].get<std::size_t>());
  EXPECT_EQ(run->slices.size(), want["slices"].get<std::size_t>());
  EXPECT_EQ(run->collectives.size(), want["collectives"].get<std::size_t>());
  std::int64_t bytes = 0;
  for (const CollectiveCall& c : run->collectives) bytes += c.bytes;
  EXPECT_EQ(bytes, want["bytes"].get<std::int64_t>());
  double compute = 0;
  double communication = 0;
  double exposed = 0;
  for (const std::int32_t rank : run->ranks) {
    Spans busy;
    Spans messages;
    for (const Row& row : run->rows) {
      if (run->tracks[row.track].rank != rank) continue;
      for (SliceIndex i = row.begin; i < row.end; ++i) {
        Spans* to = run->slices.activity[i] == Activity::Compute ? &busy : run->slices.activity[i] == Activity::Communication ? &messages : nullptr;
        if (to) to->emplace_back(static_cast<double>(run->slices.start[i]), static_cast<double>(run->slices.endOf(i)));
      }
    }
    busy = united(std::move(busy));
    messages = united(std::move(messages));
    compute += length(busy) * 1e-12;
    communication += length(messages) * 1e-12;
    exposed += (length(messages) - common(messages, busy)) * 1e-12;
  }
  EXPECT_NEAR(compute, want["compute_s"].get<double>(), 1e-9);
  EXPECT_NEAR(communication, want["communication_s"].get<double>(), 1e-9);
  EXPECT_NEAR(exposed, want["exposed_communication_s"].get<double>(), 1e-9);
  std::int64_t read = 0;
  std::int64_t reads = 0;
  for (const IoOperation& op : run->io) {
    if (op.kind != IoOperation::Kind::Read) continue;
    ++reads;
    read += op.bytes;
  }
  EXPECT_EQ(reads, want["read_ops"].get<std::int64_t>());
  EXPECT_EQ(read, want["read_bytes"].get<std::int64_t>());
  EXPECT_EQ(noteKinds(*run), "");
}

TEST(Open, WholeCorpusGivesARunOrAMessage) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  std::size_t runs = 0;
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(shared("corpus"))) {
    if (!entry.is_regular_file() || entry.path().string().find("corpus/kineto/") != std::string::npos) continue;
    ++files;
    const auto run = test::open(entry.path().string());
    if (run) {
      ++runs;
      EXPECT_GT(run->slices.size() + run->instants.size() + run->counters.size() + run->facts.size() + run->tables.size(), 0U) << entry.path();
    } else {
      EXPECT_FALSE(run.error().what.empty()) << entry.path();
      EXPECT_NE(run.error().where.find(entry.path().filename().string()), std::string::npos) << run.error().line();
    }
  }
  EXPECT_GT(files, 300U);
  EXPECT_GT(runs, 50U);
}

TEST(Open, NcclProfilerOutput) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const auto run = test::open(shared("corpus/nccl_profiler/nccl_profiler_p2p_rank0.json"));
  ASSERT_TRUE(run.has_value()) << errorOf(run);
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0}));
  // 155 begins and 155 ends, 140 of which have no time.
  std::uint64_t unset = noteCount(*run, "begin or end whose time was never set");
  EXPECT_EQ(run->slices.size() + unset, 155U);
  EXPECT_GT(run->slices.size(), 10U);
  EXPECT_GE(noteCount(*run, "value that is not JSON (NaN, hexadecimal, a bare word)"), 12U);
}

}  // namespace
}  // namespace open_test
