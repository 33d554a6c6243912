#include "core/study/study.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "random_run.h"
#include "support.h"

namespace study_test {
using namespace weir;
using weir::test::createStudy;
using weir::test::errorOf;
using weir::test::everyField;
using weir::test::Folder;
using weir::test::randomRun;

TEST(Study, NewFileIsEmptyAndKnownByItsFirstBytes) {
  const Folder dir;
  {
    const Study s = createStudy(dir / "a.weir");
    EXPECT_FALSE(s.readOnly());
    EXPECT_EQ(s.path(), dir / "a.weir");
    EXPECT_TRUE(s.scenarios()->empty());
    EXPECT_TRUE(s.runs()->empty());
    EXPECT_TRUE(s.sweeps()->empty());
    EXPECT_EQ(*s.meta("view"), std::nullopt);
    EXPECT_OK(s.check({}));
  }
  std::ifstream in(dir / "a.weir", std::ios::binary);
  std::string first(100, '\0');
  in.read(first.data(), 100);
  EXPECT_TRUE(Study::looksLikeStudy(first));
  EXPECT_EQ(first.substr(68, 4), "WEIR");
  first[68] = 'X';
  EXPECT_FALSE(Study::looksLikeStudy(first));
  EXPECT_FALSE(Study::looksLikeStudy(""));
  // Closed, the study is one file: it can be copied and sent.
  EXPECT_FALSE(std::filesystem::exists(dir / "a.weir-wal"));
}

TEST(Study, ScenariosLayoutsAndMetaComeBack) {
  const Folder dir;
  constexpr char kOdd[] = "a\0b \xff \" '; DROP TABLE runs";
  const std::string odd(kOdd, sizeof kOdd - 1);
  {
    Study s = createStudy(dir / "a.weir");
    EXPECT_EQ(*s.addScenario({.name = "first", .json = "{}", .created_ms = 11}), 1);
    EXPECT_EQ(*s.addScenario({.name = "second", .json = odd, .created_ms = 12}), 2);
    EXPECT_OK(s.updateScenario({.id = 1, .name = "renamed", .json = "{\"weir\":1}", .created_ms = 13}));
    EXPECT_FALSE(s.updateScenario({.id = 99, .name = "x", .json = "", .created_ms = 0}).has_value());
    EXPECT_OK(s.setLayout("main", odd));
    EXPECT_OK(s.setLayout("empty", ""));
    EXPECT_OK(s.setMeta("scenario.active", "1"));
    EXPECT_OK(s.setMeta("scenario.active", "2"));
  }
  const auto s = Study::open(dir / "a.weir", Study::Mode::ReadWrite);
  ASSERT_OK(s);
  const auto all = *s->scenarios();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "renamed");
  EXPECT_EQ(all[0].json, "{\"weir\":1}");
  EXPECT_EQ(all[0].created_ms, 13);
  EXPECT_EQ(s->scenario(2)->json, odd);
  EXPECT_FALSE(s->scenario(3).has_value());
  EXPECT_EQ(**s->layout("main"), odd);
  EXPECT_EQ(**s->layout("empty"), "");
  EXPECT_EQ(*s->layout("none"), std::nullopt);
  EXPECT_EQ(**s->meta("scenario.active"), "2");
}

TEST(Study, RandomRunsComeBackInEveryField) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const weir::Run run = randomRun(seed, seed < 20 ? seed : 40 * (seed - 19));
    const auto id = s.addRun(run, std::nullopt, 5, {});
    ASSERT_OK(id);
    const auto back = s.run(*id, {});
    ASSERT_OK(back);
    ASSERT_EQ(everyField(**back), everyField(run)) << "seed " << seed;
  }
  EXPECT_OK(s.check({}));
}

TEST(Study, EmptyRunComesBack) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  const auto id = s.addRun(weir::Run{}, std::nullopt, 0, {});
  ASSERT_OK(id);
  const auto back = s.run(*id, {});
  ASSERT_OK(back);
  EXPECT_EQ(everyField(**back), everyField(weir::Run{}));
}

TEST(Study, RunsAreListedWithoutTheirColumns) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  const StudyId scenario = *s.addScenario({.name = "x", .json = "{}", .created_ms = 0});
  const weir::Run run = randomRun(31, 500);
  ASSERT_OK(s.addRun(run, scenario, 77, {}));
  const auto list = *s.runs();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].scenario, scenario);
  EXPECT_EQ(list[0].title, run.title);
  EXPECT_EQ(list[0].format, run.format);
  EXPECT_EQ(list[0].truth, run.truth);
  EXPECT_EQ(list[0].created_ms, 77);
  EXPECT_EQ(list[0].begin_ps, run.span().first);
  EXPECT_EQ(list[0].end_ps, run.span().second);
  EXPECT_EQ(list[0].slices, run.slices.size());
  EXPECT_EQ(list[0].transfers, run.transfers.size());
  EXPECT_EQ(list[0].ranks, static_cast<std::int32_t>(run.ranks.size()));
  EXPECT_GT(list[0].stored_bytes, 100U);
  EXPECT_OK(s.removeScenario(scenario));
  EXPECT_EQ(s.runs()->at(0).scenario, std::nullopt);
  EXPECT_OK(s.removeRun(1));
  EXPECT_TRUE(s.runs()->empty());
  EXPECT_FALSE(s.run(1, {}).has_value());
  SQLite::Database raw(dir / "a.weir", SQLite::OPEN_READONLY);
  EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM run_columns").getInt(), 0);
  EXPECT_EQ(*s.addRun(run, std::nullopt, 0, {}), 2);  // an id is never given twice
}

TEST(Study, ResultsOfAnalysesGoWithTheirRun) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  const StudyId one = *s.addRun(randomRun(1, 20), std::nullopt, 0, {}), two = *s.addRun(randomRun(2, 20), std::nullopt, 0, {});
  const std::map<std::string, std::string> results{{"path 1", std::string("x\0y", 3)}, {"io", ""}};
  EXPECT_TRUE(s.remembered(one)->empty());
  ASSERT_OK(s.setRemembered(one, {{"old", "1"}}));
  ASSERT_OK(s.setRemembered(one, results));
  EXPECT_EQ(*s.remembered(one), results);
  EXPECT_TRUE(s.remembered(two)->empty());
  EXPECT_FALSE(s.setRemembered(99, results).has_value());  // no such run
  ASSERT_OK(mergeStudies(dir / "b.weir", {dir / "a.weir"}, {}));
  EXPECT_EQ(*Study::open(dir / "b.weir", Study::Mode::ReadOnly)->remembered(one), results);
  ASSERT_OK(s.removeRun(one));
  SQLite::Database raw(dir / "a.weir", SQLite::OPEN_READONLY);
  EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM remembered").getInt(), 0);
}

TEST(Study, UnknownScenarioOfARunIsRefused) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  EXPECT_FALSE(s.addRun(randomRun(1, 10), 42, 0, {}).has_value());
  EXPECT_TRUE(s.runs()->empty());
}

TEST(Study, RunThatBreaksItsPromiseIsNotSavedAsIfItWereFine) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  weir::Run run = randomRun(34, 300);
  ASSERT_GT(run.slices.size(), 0U);
  run.slices.name[0] = 1'000'000;
  const auto id = s.addRun(run, std::nullopt, 0, {});
  ASSERT_FALSE(id.has_value());
  EXPECT_NE(errorOf(id).find("slices.name"), std::string::npos) << errorOf(id);
}

TEST(Study, SavingAndReadingStop) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  const weir::Run run = randomRun(31, 500);
  std::stop_source source;
  ASSERT_OK(s.addRun(run, std::nullopt, 0, {}));
  source.request_stop();
  const auto id = s.addRun(run, std::nullopt, 0, {source.get_token()});
  ASSERT_FALSE(id.has_value());
  EXPECT_TRUE(id.error().stopped());
  EXPECT_EQ(s.runs()->size(), 1U);
  EXPECT_TRUE(s.run(1, {source.get_token()}).error().stopped());
}

TEST(Study, PartialSweepSurvives) {
  const Folder dir;
  {
    Study s = createStudy(dir / "a.weir");
    const StudyId scenario = *s.addScenario({.name = "x", .json = "{}", .created_ms = 0});
    const StudyId id =
        *s.addSweep({.scenario = scenario, .title = "batch", .spec = "{\"axes\":[]}", .created_ms = 3, .total = 4});
    EXPECT_OK(s.addSweepPoints(id, {{2, "{\"i\":2}"}, {0, "{\"i\":0}"}}, SweepState::Running));
    EXPECT_OK(s.addSweepPoints(id, {{0, "{\"i\":0,\"new\":1}"}}, SweepState::Stopped));
    EXPECT_FALSE(s.addSweepPoints(id + 1, {}, SweepState::Done).has_value());
  }
  const auto s = Study::open(dir / "a.weir", Study::Mode::ReadWrite);
  ASSERT_OK(s);
  const auto sweep = s->sweeps()->at(0);
  EXPECT_EQ(sweep.title, "batch");
  EXPECT_EQ(sweep.spec, "{\"axes\":[]}");
  EXPECT_EQ(sweep.state, SweepState::Stopped);
  EXPECT_EQ(sweep.total, 4U);
  EXPECT_EQ(sweep.points, 2U);
  const auto points = *s->sweepPoints(sweep.id);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].index, 0U);
  EXPECT_EQ(points[0].json, "{\"i\":0,\"new\":1}");
  EXPECT_EQ(points[1].index, 2U);
}

TEST(Study, CopyIsAStudyOfItsOwn) {
  const Folder dir;
  Study s = createStudy(dir / "a.weir");
  const weir::Run run = randomRun(31, 500);
  ASSERT_OK(s.addRun(run, std::nullopt, 0, {}));
  ASSERT_OK(s.copyTo(dir / "b.weir"));
  EXPECT_FALSE(std::filesystem::exists(dir / "b.weir.partial"));
  const auto copy = Study::open(dir / "b.weir", Study::Mode::ReadWrite);
  ASSERT_OK(copy);
  EXPECT_EQ(everyField(**copy->run(1, {})), everyField(run));
  EXPECT_OK(s.copyTo(dir / "b.weir"));  // over an older copy
  EXPECT_FALSE(s.copyTo(dir / "a.weir").has_value());
  EXPECT_FALSE(s.copyTo(dir / "none/b.weir").has_value());
}

TEST(Study, TwoConnectionsSeeEachOthersWork) {
  const Folder dir;
  Study a = createStudy(dir / "a.weir");
  auto b = Study::open(dir / "a.weir", Study::Mode::ReadWrite);
  ASSERT_OK(b);
  ASSERT_OK(a.addRun(randomRun(3, 50), std::nullopt, 0, {}));
  EXPECT_EQ(b->runs()->size(), 1U);
  ASSERT_OK(b->addRun(randomRun(4, 50), std::nullopt, 0, {}));
  EXPECT_EQ(a.runs()->size(), 2U);
}

// As the window does: a worker a thread, each with a connection of its own, while another reads.
TEST(Study, ThreadsWriteAndReadAtOnce) {
  const Folder dir;
  Study reader = createStudy(dir / "a.weir");
  std::atomic<int> failed = 0;
  {
    std::vector<std::jthread> writers;
    for (int t = 0; t < 3; ++t)
      writers.emplace_back([&, t] {
        for (int i = 0; i < 15; ++i) {
          auto s = Study::open(dir / "a.weir", Study::Mode::Create);
          failed += !s || !s->addRun(randomRun(31 + static_cast<std::uint64_t>(t), 200), std::nullopt, i, {});
        }
      });
    for (int i = 0; i < 30; ++i) {
      const auto runs = reader.runs();
      failed += !runs;
      if (!runs) continue;
      for (const StoredRun& r : *runs) failed += !reader.run(r.id, {}).has_value();
    }
  }
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(reader.runs()->size(), 45U);
  EXPECT_OK(reader.check({}));
}

TEST(Study, SameWorkGivesTheSameBytesOfEveryRow) {
  const Folder dir;
  const auto dump = [&](const std::string& name) {
    {
      Study s = createStudy(dir / name);
      EXPECT_OK(s.addRun(randomRun(35, 400), std::nullopt, 9, {}));
    }
    std::ifstream in(dir / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(dump("a.weir"), dump("b.weir"));
}

TEST(Study, MergeJoinsShardsOnce) {
  const Folder dir;
  const weir::Run runs[] = {randomRun(31, 300), randomRun(32, 300)};
  for (int shard = 0; shard < 2; ++shard) {
    Study s = createStudy(dir / std::to_string(shard));
    // ids differ between the shards on purpose
    if (shard == 1) {
      ASSERT_OK(s.addScenario({.name = "other", .json = "{\"o\":1}", .created_ms = 1}));
    }
    const StudyId id = *s.addScenario({.name = "job", .json = "{\"a\":1}", .created_ms = 1});
    ASSERT_OK(s.addRun(runs[shard], id, 5, {}));
    const StudyId sweep = *s.addSweep({.scenario = id, .title = "t", .spec = "{\"s\":1}", .created_ms = 2, .total = 4});
    const auto first = static_cast<std::uint64_t>(shard);
    ASSERT_OK(s.addSweepPoints(sweep, {{first, "a"}, {first + 2, "b"}}, SweepState::Done));
    ASSERT_OK(s.setMeta("view", shard == 0 ? "front" : "timeline"));
    ASSERT_OK(s.setLayout("l" + std::to_string(shard), "x"));
  }
  for (int again = 0; again < 2; ++again) {  // merging once more adds nothing
    ASSERT_OK(mergeStudies(dir / "out.weir", {dir / "0", dir / "1"}, {}));
    const auto out = Study::open(dir / "out.weir", Study::Mode::ReadWrite);
    ASSERT_OK(out);
    ASSERT_EQ(out->scenarios()->size(), 2U);
    const auto list = *out->runs();
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(out->scenario(*list[0].scenario)->name, "job");
    EXPECT_EQ(list[0].scenario, list[1].scenario);
    EXPECT_EQ(everyField(**out->run(list[1].id, {})), everyField(runs[1]));
    ASSERT_EQ(out->sweeps()->size(), 1U);
    EXPECT_EQ(out->sweeps()->at(0).points, 4U);
    EXPECT_EQ(out->sweeps()->at(0).state, SweepState::Done);
    EXPECT_EQ(**out->meta("view"), "front");
    EXPECT_EQ(**out->layout("l1"), "x");
    EXPECT_OK(out->check({}));
  }
}

TEST(Study, MergeOfPartOfTheShardsIsNotDone) {
  const Folder dir;
  {
    Study s = createStudy(dir / "0");
    const StudyId sweep = *s.addSweep({.title = "t", .spec = "{}", .created_ms = 2, .total = 4});
    ASSERT_OK(s.addSweepPoints(sweep, {{0, "a"}}, SweepState::Done));
  }
  ASSERT_OK(mergeStudies(dir / "out.weir", {dir / "0"}, {}));
  EXPECT_EQ(Study::open(dir / "out.weir", Study::Mode::ReadOnly)->sweeps()->at(0).state, SweepState::Stopped);
}

TEST(Study, MergeOfABadInputChangesNothing) {
  const Folder dir;
  {
    Study s = createStudy(dir / "good");
    ASSERT_OK(s.addScenario({.name = "x", .json = "{}", .created_ms = 0}));
  }
  std::ofstream(dir / "bad") << "no database";
  const auto r = mergeStudies(dir / "out.weir", {dir / "good", dir / "bad"}, {});
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().where, dir / "bad");
  EXPECT_FALSE(std::filesystem::exists(dir / "out.weir"));
  EXPECT_FALSE(mergeStudies(dir / "good", {dir / "good"}, {}).has_value());
}

// A reader cannot remove what a writer leaves beside the file.
TEST(Study, OneFileAloneIsLeftBehind) {
  const Folder dir;
  const std::string path = dir / "one.weir";
  {
    auto study = Study::open(path, Study::Mode::Create);
    ASSERT_TRUE(study) << study.error().line();
    ASSERT_TRUE(study->setMeta("a", "b"));
  }
  EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
  {
    const auto study = Study::open(path, Study::Mode::ReadOnly);
    ASSERT_TRUE(study) << study.error().line();
    EXPECT_EQ(study->meta("a").value(), "b");
  }
  for (const char* side : {"-wal", "-shm", "-journal"}) EXPECT_FALSE(std::filesystem::exists(path + side)) << side;
}

TEST(Study, AReaderBesideAWriterStillReads) {
  const Folder dir;
  const std::string path = dir / "two.weir";
  auto writer = Study::open(path, Study::Mode::Create);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->setMeta("a", "1"));
  const auto reader = Study::open(path, Study::Mode::ReadOnly);
  ASSERT_TRUE(reader) << reader.error().line();
  ASSERT_TRUE(writer->setMeta("a", "2"));
  { const auto last = std::move(*writer); }  // cannot clear its log now
  EXPECT_EQ(reader->meta("a").value(), "2");
  auto again = Study::open(path, Study::Mode::ReadWrite);
  ASSERT_TRUE(again) << again.error().line();
  ASSERT_TRUE(again->setMeta("a", "3"));
  EXPECT_EQ(reader->meta("a").value(), "3");
}

}  // namespace study_test
