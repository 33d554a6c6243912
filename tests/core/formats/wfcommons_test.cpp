// Workflows: WfCommons' corpus by its manifest, older schemas, DAX, damage.
#include <algorithm>

#include "core/formats/wfcommons/workflow.h"
#include "hpc_support.h"

namespace wfcommons_test {
using namespace weir;
using namespace weir::test;

namespace {

SliceIndex sliceOfTask(const weir::Run& run, std::string_view id) {
  for (SliceIndex i = 0; i < run.slices.size(); ++i)
    if (run.argsOf(i).find(fmt::format("\"id\":\"{}\"", id)) != std::string_view::npos) return i;
  ADD_FAILURE() << id;
  return 0;
}

}  // namespace

TEST(WfCommons, HoldsItsManifest) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  int files = 0;
  for (const ManifestRow& row : manifest("wfcommons")) {
    ++files;
    const auto run = open(row.file);
    ASSERT_TRUE(run) << run.error().line();
    Expected want(row);
    want.equal("schema", fact(*run, "schema version"));
    want.equal("name", fact(*run, "name"));
    want.equal("tasks", factNumber(*run, "tasks"));
    want.equal("edges", factNumber(*run, "dependencies"));
    want.equal("makespan", factNumber(*run, "makespan"));
    want.equal("exec_tasks", factNumber(*run, "executed tasks"));
    want.equal("machines", factNumber(*run, "machines"));
    want.equal("files", factNumber(*run, "files"));
    want.equal("file_bytes", factNumber(*run, "bytes of files"));
    EXPECT_EQ(static_cast<double>(run->slices.size()), factNumber(*run, "tasks"));
    EXPECT_EQ(static_cast<double>(run->arrows.size()), factNumber(*run, "dependencies"));
    EXPECT_EQ(noteCount(*run, "partial overlap"), 0U);
    // Laid out as early as possible, it cannot take longer than it did.
    EXPECT_LE(static_cast<double>(run->span().second) * 1e-12, factNumber(*run, "makespan") * 1.0001) << row.file;
  }
  EXPECT_EQ(files, 6);
}

TEST(WfCommons, TasksWaitForTheirParents) {
  const auto run = readText(R"({"name":"w","schemaVersion":"1.5","workflow":{"specification":{"tasks":[
      {"name":"a","id":"1","parents":[],"children":["2","3"],"inputFiles":["in"],"outputFiles":["x"]},
      {"name":"b","id":"2","parents":["1"],"children":[],"inputFiles":["x"]},
      {"name":"c","id":"3","parents":["1"],"children":[],"inputFiles":[]}],
      "files":[{"id":"in","sizeInBytes":100},{"id":"x","sizeInBytes":7}]},
    "execution":{"makespanInSeconds":9,"executedAt":"2023-03-21T13:21:06-10:00","tasks":[
      {"id":"1","runtimeInSeconds":2.5,"machines":["m"],"command":{"program":"p \"q\""}},
      {"id":"2","runtimeInSeconds":1,"machines":["m"],"readBytes":7},{"id":"3","runtimeInSeconds":1,"machines":["n"]}],
      "machines":[{"nodeName":"m","cpu":{"coreCount":4}},{"nodeName":"n"}]}}})", 5);
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->originNs, 1'679'440'866'000'000'000);  // date -u -d 2023-03-21T13:21:06-10:00 +%s
  EXPECT_EQ(run->sources[0].clock, ClockKind::Epoch);
  ASSERT_EQ(run->slices.size(), 3U);
  const SliceIndex a = sliceOfTask(*run, "1");
  const SliceIndex b = sliceOfTask(*run, "2");
  const SliceIndex c = sliceOfTask(*run, "3");
  EXPECT_EQ(run->slices.start[a], 0);
  EXPECT_EQ(run->slices.duration[a], 2'500'000'000'000);
  EXPECT_EQ(run->slices.start[b], 2'500'000'000'000);
  EXPECT_EQ(run->slices.start[c], 2'500'000'000'000);
  ASSERT_EQ(run->arrows.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(run->names.text(run->arrows.kind[i]), run->arrows.to[i] == b ? kArrowDependency : kArrowControl);
  ASSERT_EQ(run->ioRecords.size(), 2U);
  EXPECT_EQ(run->ioRecords[0].readBytes, 100);
  EXPECT_EQ(run->ioRecords[0].writeBytes, 0);
  EXPECT_EQ(run->ioRecords[1].readBytes, 7);
  EXPECT_EQ(run->ioRecords[1].writeBytes, 7);
}

TEST(WfCommons, OlderSchemas) {
  // 1.0 to 1.3: jobs or tasks with their files and run times in one place; parents by name.
  const auto run = readText(R"({"name":"w","schemaVersion":"1.1","workflow":{"makespan":12.5,"executedAt":"20200401T035043+0000","jobs":[
      {"name":"a","type":"compute","runtime":"2","parents":[],"machine":"m","files":[{"link":"output","name":"x","size":7}]},
      {"name":"b","type":"compute","runtime":3,"parents":["a"],"machine":"m","avgCPU":50,"bytesRead":7,"files":[{"link":"input","name":"x","size":7}]}],
      "machines":[{"machine_code":"?","nodeName":"m","cpu":{"count":2,"speed":1200}}]}})");
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(factNumber(*run, "executed tasks"), 2);
  EXPECT_EQ(factNumber(*run, "dependencies"), 1);
  EXPECT_EQ(factNumber(*run, "makespan"), 12.5);
  EXPECT_EQ(factNumber(*run, "bytes of files"), 7);
  EXPECT_EQ(run->slices.start[sliceOfTask(*run, "b")], 2'000'000'000'000);
  EXPECT_EQ(run->originNs, 1'585'713'043'000'000'000);
  const Table* tasks = table(*run, "tasks");
  ASSERT_NE(tasks, nullptr);
  EXPECT_EQ(tasks->find("average CPU")->number[1], 50);
  EXPECT_TRUE(std::isnan(tasks->find("average CPU")->number[0]));
}

TEST(WfCommons, DaxToo) {
  const auto run = readText(
      "<?xml version=\"1.0\"?>\n<!-- generated -->\n<adag version=\"2.1\" name=\"test\" jobCount=\"2\">\n"
      "<job id=\"ID1\" namespace=\"Montage\" name=\"mProject\" runtime=\"13.59\"><uses file=\"r.hdr\" link=\"input\" size=\"304\"/><uses file=\"p.fits\" link=\"output\" size=\"4\"/></job>\n"
      "<job id=\"ID2\" name=\"mAdd\" runtime=\"1.5\"><uses file=\"p.fits\" link=\"input\" size=\"4\"/></job>\n"
      "<child ref=\"ID2\"><parent ref=\"ID1\"/></child>\n</adag>\n");
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->format, "dax");
  EXPECT_EQ(run->slices.size(), 2U);
  EXPECT_EQ(run->slices.start[sliceOfTask(*run, "ID2")], 13'590'000'000'000);
  EXPECT_EQ(run->arrows.size(), 1U);
  EXPECT_EQ(factNumber(*run, "bytes of files"), 308);
}

TEST(WfCommons, DamageIsSaid) {
  const std::string whole = R"({"schemaVersion":"1.5","workflow":{"tasks":[{"name":"a","id":"1","runtimeInSeconds":2,"parents":["2","9"],"children":["1"]},)"
                            R"({"name":"b","id":"2","runtimeInSeconds":null,"parents":["1"]},{"name":"c","id":"3","runtimeInSeconds":1e30,"parents":[]}]}})";
  const auto run = readText(whole);
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(noteCount(*run, "parent that is no task"), 1U);
  EXPECT_EQ(noteCount(*run, "task that depends on itself"), 1U);
  EXPECT_EQ(noteCount(*run, "task on a cycle of dependencies: shown at the start"), 2U);
  EXPECT_EQ(noteCount(*run, "task whose run time is unknown: shown without a length"), 1U);
  EXPECT_EQ(noteCount(*run, "time beyond 104 days: shown as none"), 1U);
  // Wherever it is cut off: an answer, and at least the tasks that were complete.
  for (std::size_t n = 30; n < whole.size(); n += 7) {
    const auto cut = readText(whole.substr(0, n));
    if (!cut) continue;
    EXPECT_EQ(noteCount(*cut, "the document ends early: what was complete is shown"), 1U) << n;
  }
  const auto cut = readText(whole.substr(0, whole.find("\"name\":\"c\"")));
  ASSERT_TRUE(cut) << cut.error().line();
  EXPECT_EQ(factNumber(*cut, "tasks"), 3);  // the third one began: it has no name, and is kept
  EXPECT_FALSE(readText(R"({"schemaVersion":"1.5","workflow":{"tasks":[]}})"));
  EXPECT_FALSE(readText(R"({"schemaVersion":"1.5","workflow":3})"));
}

TEST(WfCommons, ClosesWhatIsCutOff) {
  using wfcommons::closedJson;
  EXPECT_EQ(closedJson(R"({"a":[1,2,{"b":"x)"), R"({"a":[1,2,{}]})");
  EXPECT_EQ(closedJson(R"({"a":[1,2],"b":3)"), R"({"a":[1,2]})");
  EXPECT_EQ(closedJson(R"([1,"a,]b",)"), R"([1,"a,]b"])");
  EXPECT_EQ(closedJson(std::string(5000, '[')), "");
  EXPECT_EQ(closedJson("]"), "");
}

}  // namespace wfcommons_test
