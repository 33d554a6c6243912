// DLIO and MLPerf Storage: every shape in small, and the corpus' manifest.
#include <cmath>
#include <map>
#include <set>

#include "tests/core/formats/support.h"

namespace weir::dlio_test {
namespace {

const Fact* factOf(const weir::Run& run, std::string_view name) {
  for (const Fact& f : run.facts)
    if (f.name == name) return &f;
  return nullptr;
}
std::string fact(const weir::Run& run, std::string_view name) {
  const Fact* f = factOf(run, name);
  return f == nullptr ? "(none)" : f->value;
}
const Table* tableOf(const weir::Run& run, std::string_view name) {
  for (const Table& t : run.tables)
    if (t.name == name) return &t;
  return nullptr;
}
std::size_t slicesOf(const weir::Run& run, Activity a) {
  return static_cast<std::size_t>(std::count(run.slices.activity.begin(), run.slices.activity.end(), a));
}

TEST(Dlio, EpochsAndCheckpoints) {
  const Result<weir::Run> run = test::readText(R"({"1": {"start": "2024-09-02T13:34:51.083024",
    "block1": {"start": "2024-09-02T13:34:51.500000", "end": "2024-09-02T13:34:52.500000", "duration": "1.00"},
    "save_ckpt1": {"start": "2024-09-02T13:34:52.500000", "end": "2024-09-02T13:34:53.000000", "duration": 0.5, "throughput": 2.5},
    "end": "2024-09-02T13:34:53.083024", "duration": "2.00"},
    "2": {"start": "2024-09-02T13:34:54.083024"}})");
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->format, "dlio");
  EXPECT_EQ(run->sources.front().clock, ClockKind::Local);
  EXPECT_EQ(run->originNs, 1725284091083024000);  // date -u -d '2024-09-02T13:34:51' +%s
  EXPECT_EQ(run->slices.size(), 4U);
  EXPECT_EQ(slicesOf(*run, Activity::Checkpoint), 1U);
  EXPECT_EQ(slicesOf(*run, Activity::Annotation), 3U);
  EXPECT_EQ(run->span().second, 3'000'000'000'000);
  EXPECT_TRUE(run->ranks.empty()) << "the job's, not a rank's";
  const Table* t = tableOf(*run, "epochs");
  ASSERT_NE(t, nullptr);
  EXPECT_EQ(t->find("duration")->number[0], 2.0);
  EXPECT_EQ(t->find("throughput")->number[2], 2.5);
  EXPECT_EQ(test::noteCount(*run, "begun and not ended: of no length here"), 1U);
}

TEST(Dlio, StepsOfARank) {
  const std::string text = R"({"host_memory_GB": 125.5, "host_cpu_count": 64,
    "1": {"load": {"block1": [0.25, 0.5]}, "proc": {"block1": [1.25, 2.0]}, "compute": {"block1": [1.0, 1.0]},
          "throughput": {"block1": 3.5}, "au": {"block1": 61.5}}, "hostname": "n7"})";
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const FormatDescriptor* format = sniffFormat(bytes);
  ASSERT_NE(format, nullptr);
  ReaderContext context;
  context.name = "run-1__12_output.json";
  const auto reader = format->make(context);
  ASSERT_TRUE(reader->feed(bytes, true, {}).has_value());
  const Result<weir::Run> run = reader->finish({});
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->ranks, std::vector<std::int32_t>{12});
  EXPECT_EQ(run->sources.front().clock, ClockKind::Own);
  EXPECT_EQ(slicesOf(*run, Activity::DataLoad), 2U);
  EXPECT_EQ(slicesOf(*run, Activity::Compute), 2U);
  EXPECT_EQ(run->span().second, 3'250'000'000'000);
  // 1.25 s + 1 s of the second step's 2 s before it computes.
  for (SliceIndex i = 0; i < run->slices.size(); ++i) {
    if (run->slices.activity[i] == Activity::Compute && run->slices.start[i] > 1'000'000'000'000) { EXPECT_EQ(run->slices.start[i], 2'250'000'000'000); }
  }
  EXPECT_EQ(tableOf(*run, "blocks")->find("accelerator utilisation")->number[0], 61.5);
  EXPECT_EQ(fact(*run, "hostname"), "n7");
  EXPECT_EQ(fact(*run, "host_memory_GB"), "125.5");
}

TEST(Dlio, ReportsOfMlperfStorage) {
  // v1.0, as its report.py writes it.
  const Result<weir::Run> one = test::readText(R"({"overall": {"model": "unet3d", "accelerator": "h100", "num_benchmark_runs": 2,
    "train_num_accelerators": 15, "train_throughput_mean_samples_per_second": 293.2, "train_throughput_mean_MB_per_second": 40993.5},
    "runs": {"run1": {"train_throughput_samples_per_second": 293.0, "model": "unet3d"}, "run2": {"train_throughput_samples_per_second": 293.4, "model": "unet3d"}}})");
  ASSERT_TRUE(one.has_value()) << one.error().line();
  EXPECT_EQ(one->worldSize, 15);
  EXPECT_EQ(fact(*one, "overall.model"), "unet3d");
  EXPECT_EQ(factOf(*one, "overall.train_throughput_mean_MB_per_second")->unit, "MiB/s");
  const Table* runs = tableOf(*one, "runs");
  ASSERT_NE(runs, nullptr);
  EXPECT_EQ(runs->find("run")->text, (std::vector<std::string>{"run1", "run2"}));
  EXPECT_EQ(runs->find("train_throughput_samples_per_second")->number, (std::vector<double>{293.0, 293.4}));

  // v2.0: results.json.
  const Result<weir::Run> two = test::readText(R"([{"run_id": "training_unet3d_run_20250601_100000", "benchmark_type": "training", "model": "unet3d",
    "command": "run", "parameters": {"reader": {"batch_size": 7}}, "system_info": null,
    "metrics": {"train_au_percentage": [91.0, 92.0], "train_au_mean_percentage": 91.5}},
    {"run_id": "checkpointing_llama3-8b", "benchmark_type": "checkpointing", "model": "llama3-8b", "command": "run", "parameters": {},
     "metrics": {"save_checkpoint_io_mean_GB_per_second": 12.5}}])");
  ASSERT_TRUE(two.has_value()) << two.error().line();
  runs = tableOf(*two, "runs");
  ASSERT_NE(runs, nullptr);
  EXPECT_EQ(runs->rows(), 2U);
  EXPECT_EQ(runs->find("metrics.train_au_mean_percentage")->number[0], 91.5);
  EXPECT_TRUE(std::isnan(runs->find("metrics.train_au_mean_percentage")->number[1])) << "unknown, not 0";
  EXPECT_EQ(fact(*two, "training_unet3d_run_20250601_100000.metrics.train_au_percentage"), "91.0, 92.0");
}

TEST(Dlio, Configurations) {
  const Result<weir::Run> run = test::readText("# from a run\nworkload:\n  model: unet3d\n  dataset:\n    record_length: 1024\n  list: [a, b]\n  '*x': 3\n");
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(fact(*run, "workload.model"), "unet3d");
  EXPECT_EQ(fact(*run, "workload.dataset.record_length"), "1024");
  EXPECT_EQ(factOf(*run, "workload.dataset.record_length")->unit, "B");
  EXPECT_EQ(fact(*run, "workload.list.1"), "b");
  const Result<weir::Run> overrides = test::readText("- workload=unet3d_h100\n- ++workload.train.epochs=5\n");
  ASSERT_TRUE(overrides.has_value()) << overrides.error().line();
  EXPECT_EQ(fact(*overrides, "workload"), "unet3d_h100");
  EXPECT_EQ(fact(*overrides, "workload.train.epochs"), "5");
  const Result<weir::Run> cut = test::readText("workload:\n  model: unet3d\n  dataset: {a: 1, b: [\n");
  ASSERT_TRUE(cut.has_value());
  EXPECT_EQ(test::noteCount(*cut, "YAML is damaged: what stood before is kept"), 1U);
}

TEST(Dlio, DamagedResults) {
  const Result<weir::Run> nan = test::readText(R"({"num_accelerators": 2, "hostname": "h", "metric": {"save_checkpoint_io_mean_GB_per_second": NaN, "x": -Infinity}})");
  ASSERT_TRUE(nan.has_value()) << nan.error().line();
  EXPECT_EQ(test::noteCount(*nan, "NaN or Infinity: unknown"), 2U);
  EXPECT_EQ(factOf(*nan, "metric.save_checkpoint_io_mean_GB_per_second"), nullptr);
  const Result<weir::Run> cut = test::readText(R"({"num_accelerators": 2, "hostname": "h", "metric": {"train_au_mean_percentage": 9)");
  ASSERT_TRUE(cut.has_value()) << cut.error().line();
  EXPECT_EQ(fact(*cut, "hostname"), "h");
  EXPECT_EQ(test::noteCount(*cut, "the file breaks off: what was whole is kept"), 1U);
  std::string deep = "{\"num_accelerators\": 1, \"hostname\": \"h\", \"metric\": ";
  for (int i = 0; i < 5000; ++i) deep += "[";
  EXPECT_FALSE(test::readText(deep).has_value());
}

TEST(Dlio, Iostat) {
  const Result<weir::Run> run = test::readText(R"({"sysstat": {"hosts": [{"nodename": "n1", "statistics": [
    {"timestamp": "04/14/23 11:59:59 PM", "avg-cpu": {"user": 25.0}, "disk": [{"disk_device": "sda", "rMB/s": 100.5, "util": 80}]},
    {"timestamp": "04/15/23 12:00:00 AM", "avg-cpu": {"user": 30.0}, "disk": [{"disk_device": "sda", "rMB/s": 50, "util": 40}]}]}]}})");
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->format, "iostat");
  ASSERT_EQ(run->counters.size(), 3U);
  for (const Counter& c : run->counters) {
    EXPECT_EQ(c.time, (std::vector<std::int64_t>{0, 1'000'000'000'000}));
    if (run->names.text(c.name) == "sda rMB/s") {
      EXPECT_EQ(c.unit, "MiB/s");
      EXPECT_EQ(c.value, (std::vector<float>{100.5F, 50.F}));
    }
  }
}

const std::map<std::string, std::string> kNotCompared{
    {"bytes", "of the file"},
    {"lines", "of the file: YAML's lines are no figure of the run; that all scalars become facts is compared in Configurations"},
};

TEST(DlioCorpus, EveryValueOfTheManifest) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  for (const auto& [key, why] : kNotCompared) std::printf("  not compared: %s: %s\n", key.c_str(), why.c_str());
  std::size_t files = 0;
  for (const test::ManifestRow& row : test::manifest("dlio")) {
    SCOPED_TRACE(row.file);
    ++files;
    const Result<weir::Run> opened = test::open(row.file);
    ASSERT_TRUE(opened.has_value()) << opened.error().line();
    const weir::Run& run = *opened;
    const bool steps = row.file.find("_output.json") != std::string::npos;
    for (const auto& [key, v] : row.expected.items()) {
      if (kNotCompared.contains(key)) continue;
      if (key == "epochs" && steps) {
        // Counts all members of the document: the epochs, and what else stands beside them, which become facts.
        std::set<std::string> members;
        for (const std::string& e : tableOf(run, "steps")->find("epoch")->text) members.insert(e);
        for (const Fact& f : run.facts) members.insert(f.name.substr(0, f.name.find('.')));
        EXPECT_EQ(members.size(), v.get<std::size_t>());
      } else if (key == "epochs") {
        EXPECT_EQ(fact(run, "epochs"), v.dump());
      } else if (key == "numbers" || key == "sum") {
        const Table* t = tableOf(run, "steps");
        ASSERT_NE(t, nullptr);
        std::size_t n = 0;
        double sum = 0;
        for (const char* column : {"load", "process", "compute"})
          for (const double x : t->find(column)->number) n += 1, sum += x;
        if (key == "numbers") { EXPECT_EQ(n, v.get<std::size_t>()); }
        else { EXPECT_NEAR(sum, v.get<double>(), 0.51e-6); }
      } else if (key == "keys") {
        // Members of the members: of an epoch its tables, of the host facts.
        std::set<std::string> have{"au", "compute", "load", "proc", "throughput", "host_meminfo"};
        for (const Fact& f : run.facts)
          if (const std::size_t dot = f.name.find('.'); dot != std::string::npos) have.insert(f.name.substr(dot + 1));
        for (const auto& k : v) EXPECT_TRUE(have.contains(k.get<std::string>())) << k;
      } else if (key == "top_keys") {
        EXPECT_EQ(v, nlohmann::json({"sysstat"}));
        EXPECT_EQ(run.format, "iostat");
        EXPECT_GT(run.counters.size(), 0U);
      } else if (key == "first_start") {
        EXPECT_EQ(tableOf(run, "epochs")->find("start")->text.front(), v.get<std::string>());
      } else if (key == "last_end") {
        const auto& ends = tableOf(run, "epochs")->find("end")->text;
        EXPECT_EQ(*std::max_element(ends.begin(), ends.end()), v.get<std::string>());
      } else if (key == "durations" || key == "blocks") {
        const Table* t = tableOf(run, "epochs");
        std::vector<double> durations;
        std::map<std::string, std::vector<std::string>> blocks;
        for (std::size_t i = 0; i < t->rows(); ++i) {
          if (t->find("part")->text[i] == "epoch") durations.push_back(t->find("duration")->number[i]);
          else blocks[t->find("epoch")->text[i]].push_back(t->find("part")->text[i]);
        }
        if (key == "durations") {
          ASSERT_EQ(durations.size(), v.size());
          for (std::size_t i = 0; i < v.size(); ++i) EXPECT_EQ(durations[i], std::stod(v[i].get<std::string>()));
        } else {
          for (const auto& [epoch, names] : v.items())
            for (const auto& name : names) EXPECT_EQ(std::count(blocks[epoch].begin(), blocks[epoch].end(), name.get<std::string>()), 1) << epoch;
        }
      } else if (key == "num_accelerators") {
        EXPECT_EQ(run.worldSize, v.get<std::int32_t>());
      } else if (key == "metric") {
        const Table* t = tableOf(run, "metric");
        ASSERT_NE(t, nullptr);
        for (const auto& [name, value] : v.items()) {
          if (value.is_array()) { EXPECT_EQ(t->find(name)->number, value.get<std::vector<double>>()) << name; }
          else if (value.is_string()) { EXPECT_EQ(fact(run, "metric." + name), value.get<std::string>()); }
          else { EXPECT_EQ(std::stod(fact(run, "metric." + name)), value.get<double>()) << name; }
        }
      } else {
        ADD_FAILURE() << "the test knows no key " << key;
      }
    }
  }
  EXPECT_GE(files, 20U);
}

}  // namespace
}  // namespace weir::dlio_test
