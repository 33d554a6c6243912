// WRENCH's unified output. No such file is in the corpus: this one is written after the layout that the simulator's
// SimulationOutput.cpp documents.
#include "hpc_support.h"

namespace wrench_test {
using namespace weir;
using namespace weir::test;

namespace {

constexpr std::string_view kOutput = R"({
    "disk_operations": {"io_host": {"/": {
        "reads": [{"bytes": 1000.0, "end": 1.5, "failed": "-1", "start": 1.0}, {"bytes": 10.0, "end": 2.0, "failed": "1", "start": 1.75}],
        "writes": [{"bytes": 500.0, "end": 4.25, "failed": "-1", "start": 4.0}]}}},
    "energy_consumption": [
        {"hostname": "host1", "wattage_off": "10", "pstates": [{"pstate": 0, "idle": "100", "epsilon": "100", "all_cores": "200", "speed": 1e9}],
         "pstate_trace": [{"time": 0.0, "pstate": 0}], "consumed_energy_trace": [{"time": 0.0, "joules": 0.0}, {"time": 2.0, "joules": 300.0}]},
        {"hostname": "host2", "wattage_off": "10"}],
    "link_usage": {"links": [{"linkname": "1", "link_usage_trace": [{"time": 0.0, "bytes per second": 0.0}, {"time": 1.0, "bytes per second": 5e8}]}, {"linkname": "2"}]},
    "platform": {
        "vertices": [{"type": "host", "id": "host1", "cluster_id": "host1", "flop_rate": 1e9, "memory_manager_service": 4096.0, "cores": 2},
                     {"type": "link", "id": "1", "bandwidth": 1e9, "latency": 1e-05}],
        "edges": [{"source": {"type": "host", "id": "host1"}, "target": {"type": "link", "id": "1"}}],
        "routes": [{"source": "host1", "target": "host2", "latency": 2e-05, "route": ["1", "2"]}]},
    "workflow_execution": {"tasks": [
        {"task_id": "task1", "color": "", "execution_host": {"hostname": "host1", "flop_rate": 1e9, "memory_manager_service": 4096.0, "cores": 2},
         "num_cores_allocated": 1, "whole_task": {"start": 1.0, "end": 5.0}, "read": [{"start": 1.0, "end": 2.0, "id": "in"}],
         "compute": {"start": 2.0, "end": 4.0}, "write": [{"start": 4.0, "end": 5.0, "id": "out"}], "failed": -1.0, "terminated": -1.0},
        {"task_id": "task2", "color": "", "execution_host": {"hostname": "host1", "flop_rate": 1e9, "memory_manager_service": 4096.0, "cores": 2},
         "num_cores_allocated": 1, "whole_task": {"start": 5.0, "end": -1.0}, "read": null, "compute": {"start": 5.5, "end": -1.0}, "write": null,
         "failed": 7.0, "terminated": -1.0},
        {"task_id": "task3", "color": "", "execution_host": {"hostname": "host1"}, "num_cores_allocated": 1, "whole_task": {"start": 3.0, "end": 6.0},
         "read": null, "compute": {"start": 3.0, "end": 6.0}, "write": null, "failed": -1.0, "terminated": -1.0}]},
    "workflow_graph": {"makespan": 7.0, "machines": [{"nodeName": "host1", "memory": 4096, "cpu": {"count": 2, "speed": 1}}], "tasks": [
        {"type": "compute", "name": "task1", "runtime": 2.0, "cores": 1, "memory": 0.0, "parents": [], "children": ["task2"],
         "files": [{"link": "input", "name": "in", "size": 2000.0}, {"link": "output", "name": "out", "size": 500.0}], "machine": "host1"},
        {"type": "compute", "name": "task2", "runtime": -1.0, "cores": 1, "memory": 0.0, "parents": ["task1"], "children": [],
         "files": [{"link": "input", "name": "out", "size": 500.0}], "machine": ""}]}
})";

}  // namespace

TEST(Wrench, EveryPartHasItsPlace) {
  const auto run = readText(kOutput, 13);
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->format, "wrench");
  EXPECT_EQ(run->truth, Truth::Simulated);
  // task1: whole, read, compute, write; task2: whole; task3: whole, compute.
  EXPECT_EQ(run->slices.size(), 7U);
  EXPECT_EQ(run->tracks.size(), 2U);  // task3 runs beside task1, on a second lane of the host
  EXPECT_EQ(run->span().second, 7'000'000'000'000);
  EXPECT_EQ(noteCount(*run, "task that failed"), 1U);
  EXPECT_EQ(noteCount(*run, "partial overlap"), 0U);
  std::int64_t computing = 0;
  for (SliceIndex i = 0; i < run->slices.size(); ++i)
    if (run->slices.activity[i] == Activity::Compute) computing += run->slices.duration[i];
  EXPECT_EQ(computing, 5'000'000'000'000);  // 2 s of task1, 3 s of task3; task2 never finished any
  EXPECT_EQ(run->arrows.size(), 1U);
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> moved;  // of a layer: read, written
  for (const IoOperation& op : run->io) {
    auto& m = moved[std::string(run->names.text(op.layer))];
    (op.kind == IoOperation::Kind::Read ? m.first : m.second) += op.bytes;
  }
  EXPECT_EQ(moved["disk"], std::pair(std::int64_t{1010}, std::int64_t{500}));
  EXPECT_EQ(moved["workflow files"], std::pair(std::int64_t{2000}, std::int64_t{500}));
  EXPECT_EQ(noteCount(*run, "disk operation that failed"), 1U);
  ASSERT_EQ(run->counters.size(), 3U);  // energy and power state of host1, use of link 1
  for (const Counter& c : run->counters) {
    const std::string group(run->names.text(c.group));
    if (group == "link usage") {
      EXPECT_EQ(c.unit, "B/s");
      EXPECT_EQ(c.value, (std::vector<float>{0, 5e8F}));
      EXPECT_EQ(c.time[1], 1'000'000'000'000);
    } else if (group == "energy") {
      EXPECT_EQ(c.unit, "J");
      EXPECT_EQ(c.value.back(), 300);
    } else {
      EXPECT_EQ(group, "power state");
    }
  }
  const Table* energy = table(*run, "energy of hosts");
  ASSERT_NE(energy, nullptr);
  EXPECT_EQ(energy->find("energy")->number[0], 300);
  EXPECT_TRUE(std::isnan(energy->find("energy")->number[1]));  // never measured: unknown
  for (const char* name : {"hosts", "links", "routes", "tasks", "files", "machines"}) EXPECT_NE(table(*run, name), nullptr) << name;
  EXPECT_EQ(table(*run, "routes")->find("links")->text[0], "1 2");
}

TEST(Wrench, PartsAloneAndCutOff) {
  const std::string text(kOutput);
  const auto disk = readText(text.substr(0, text.find("\"energy_consumption\"")));
  ASSERT_TRUE(disk) << disk.error().line();
  EXPECT_EQ(disk->io.size(), 3U);
  EXPECT_EQ(noteCount(*disk, "the document ends early: what was complete is shown"), 1U);
  for (std::size_t n = 20; n < text.size(); n += 11) (void)readText(text.substr(0, n));  // none of these ends the program
  const auto graph = readText("{" + text.substr(text.find("\"workflow_graph\"")));
  ASSERT_TRUE(graph) << graph.error().line();
  EXPECT_EQ(factNumber(*graph, "dependencies"), 1);
  EXPECT_EQ(factNumber(*graph, "makespan"), 7);
}

}  // namespace wrench_test
