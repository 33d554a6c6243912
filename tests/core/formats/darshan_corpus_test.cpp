// Every value of the corpus' Darshan manifest against the Run; what is not compared is listed with its reason.
#include <cmath>
#include <map>
#include <set>

#include "core/summarize/info.h"
#include "tests/core/formats/support.h"

namespace weir::darshan_corpus_test {
namespace {

using test::ManifestRow;

const std::map<std::string, std::string> kNotCompared{};
// Of one file alone.
const std::map<std::pair<std::string, std::string>, std::string> kNotComparedThere{
    {{"dxt.darshan", "posix_meta_time"},
     "five of its times are below 0 (a clock that ran back) and are set aside; the manifest's sum has them in it"},
};

const Table* table(const weir::Run& run, std::string_view name) {
  for (const Table& t : run.tables)
    if (t.name == name) return &t;
  return nullptr;
}
double cell(const weir::Run& run, const std::string& module, std::string_view column) {
  const Table* t = table(run, "modules");
  if (t == nullptr) return std::nan("");
  const auto& names = t->find("module")->text;
  const auto it = std::find(names.begin(), names.end(), module);
  return it == names.end() ? std::nan("") : t->find(column)->number[static_cast<std::size_t>(it - names.begin())];
}

struct Sum {
  std::int64_t bytesRead = 0, bytesWritten = 0, reads = 0, writes = 0, shared = 0, records = 0;
  double read = 0, write = 0, meta = 0;
  std::set<std::int32_t> ranks;
};
Sum sumOf(const weir::Run& run, std::string_view layer) {
  Sum s;
  const auto add = [](auto& to, std::int64_t v) {
    if (v >= 0) to += v;
  };
  for (const IoRecord& r : run.ioRecords) {
    if (run.names.text(r.layer) != layer) continue;
    ++s.records;
    if (r.shared) ++s.shared;
    else s.ranks.insert(r.rank);
    add(s.bytesRead, r.readBytes);
    add(s.bytesWritten, r.writeBytes);
    add(s.reads, r.readOps);
    add(s.writes, r.writeOps);
    if (r.readTime >= 0) s.read += static_cast<double>(r.readTime) * 1e-12;
    if (r.writeTime >= 0) s.write += static_cast<double>(r.writeTime) * 1e-12;
    if (r.metaTime >= 0) s.meta += static_cast<double>(r.metaTime) * 1e-12;
  }
  return s;
}

struct Traced {
  std::int64_t reads = 0, writes = 0, bytesRead = 0, bytesWritten = 0;
  double t0 = INFINITY, t1 = -INFINITY;
  std::set<std::int32_t> ranks;
};
Traced tracedOf(const weir::Run& run, std::string_view layer) {
  Traced t;
  for (const IoOperation& op : run.io) {
    if (run.names.text(op.layer) != layer) continue;
    const bool read = op.kind == IoOperation::Kind::Read;
    ++(read ? t.reads : t.writes);
    (read ? t.bytesRead : t.bytesWritten) += op.bytes;
    t.t0 = std::min(t.t0, static_cast<double>(op.start) * 1e-12);
    t.t1 = std::max(t.t1, static_cast<double>(op.start + op.duration) * 1e-12);
    t.ranks.insert(op.rank);
  }
  return t;
}

class Compared {
 public:
  Compared(const weir::Run& run, const ManifestRow& row) : run_(run), row_(row), file_(std::filesystem::path(row.file).filename().string()) {}

  void all() {
    for (const auto& [key, value] : row_.expected.items()) {
      const auto there = kNotComparedThere.find({file_, key});
      if (there != kNotComparedThere.end()) {
        std::printf("  not compared: %s %s: %s\n", file_.c_str(), key.c_str(), there->second.c_str());
        continue;
      }
      if (!kNotCompared.contains(key)) one(key, value);
    }
  }

 private:
  void number(const std::string& key, double got, const nlohmann::json& expected) {
    EXPECT_EQ(got, expected.get<double>()) << file_ << ": " << key;
  }
  // Six decimals in the manifest.
  void rounded(const std::string& key, double got, const nlohmann::json& expected) {
    EXPECT_NEAR(got, expected.get<double>(), 0.51e-6 + std::abs(got) * 1e-12) << file_ << ": " << key;
  }
  void text(const std::string& key, const std::string& got, const nlohmann::json& expected) {
    EXPECT_EQ(got, expected.get<std::string>()) << file_ << ": " << key;
  }

  void one(const std::string& key, const nlohmann::json& v) {
    if (key == "log_ver") return text(key, test::fact(run_, "log version"), v);
    if (key == "endian") return text(key, test::fact(run_, "byte order") == "big-endian" ? "BE" : "LE", v);
    if (key == "comp") return text(key, test::fact(run_, "packing"), v);
    if (key == "header_bytes") return number(key, std::stod(test::fact(run_, "header")), v);
    if (key == "start") return number(key, std::stod(test::fact(run_, "start")), v);
    if (key == "end") return number(key, std::stod(test::fact(run_, "end")), v);
    if (key == "nprocs") {
      number(key, std::stod(test::fact(run_, "processes")), v);
      return number(key, static_cast<double>(run_.ranks.size()), v);
    }
    if (key == "jobid") return text(key, test::fact(run_, "job id"), v.dump());
    if (key == "exe") return text(key, test::fact(run_, "executable").substr(0, 80), v);
    if (key == "mounts") {
      const Table* t = table(run_, "mounts");
      return number(key, t == nullptr ? 0 : static_cast<double>(t->rows()), v);
    }
    if (key == "lib_ver") return text(key, test::fact(run_, "library version"), v);
    if (key == "modules") {
      std::string got = test::fact(run_, "modules");
      for (std::size_t at = 0; (at = got.find(" v", at)) != std::string::npos;) got.erase(at, 1);
      for (std::size_t at = 0; (at = got.find(", ", at)) != std::string::npos;) got.erase(at, 1), got[at] = ' ';
      return text(key, got, v);
    }
    if (key == "partial") {
      std::string got;
      const Table* t = table(run_, "modules");
      for (std::size_t i = 0; t != nullptr && i < t->rows(); ++i)
        if (t->find("complete")->text[i] == "no") got += (got.empty() ? "" : " ") + t->find("module")->text[i];
      return text(key, got, v);
    }
    if (key == "name_records") return number(key, std::stod(test::fact(run_, "name records")), v);
    if (key == "name_streams") return number(key, std::stod(test::fact(run_, "streams of names")), v);
    if (key.starts_with("dxt_")) return traced(key, v);
    if (key.starts_with("heatmap_")) return heatmap(key, v);
    for (const auto& [prefix, layer] : {std::pair("posix_", "POSIX"), std::pair("mpiio_", "MPI-IO"), std::pair("stdio_", "STDIO")}) {
      if (!key.starts_with(prefix)) continue;
      const std::string what = key.substr(6);
      const Sum s = sumOf(run_, layer);
      if (what == "records") {
        number(key, static_cast<double>(s.records), v);
        return number(key, cell(run_, layer, "records"), v);
      }
      if (what == "rem") return number(key, cell(run_, layer, "left over"), v);
      if (what == "streams") return number(key, cell(run_, layer, "streams"), v);
      if (what == "shared") return number(key, static_cast<double>(s.shared), v);
      if (what == "ranks") return number(key, static_cast<double>(s.ranks.size()), v);
      if (what == "bytes_read") return number(key, static_cast<double>(s.bytesRead), v);
      if (what == "bytes_written") return number(key, static_cast<double>(s.bytesWritten), v);
      if (what == "reads") return number(key, static_cast<double>(s.reads), v);
      if (what == "writes") return number(key, static_cast<double>(s.writes), v);
      if (what == "read_time") return rounded(key, s.read, v);
      if (what == "write_time") return rounded(key, s.write, v);
      if (what == "meta_time") return rounded(key, s.meta, v);
    }
    ADD_FAILURE() << file_ << ": the test knows no key " << key;
  }

  void traced(const std::string& key, const nlohmann::json& v) {
    const bool posix = key.starts_with("dxt_posix_");
    const std::string what = key.substr(10);
    const Traced t = tracedOf(run_, posix ? "POSIX" : "MPI-IO");
    const std::string module = posix ? "DXT_POSIX" : "DXT_MPIIO";
    if (what == "records") return number(key, cell(run_, module, "records"), v);
    if (what == "write_segs") return number(key, static_cast<double>(t.writes), v);
    if (what == "read_segs") return number(key, static_cast<double>(t.reads), v);
    if (what == "bytes_written") return number(key, static_cast<double>(t.bytesWritten), v);
    if (what == "bytes_read") return number(key, static_cast<double>(t.bytesRead), v);
    if (what == "t0") return rounded(key, t.t0, v);
    if (what == "t1") return rounded(key, t.t1, v);
    const Table* hosts = table(run_, "hosts, " + module);
    ASSERT_NE(hosts, nullptr) << file_;
    const auto& names = hosts->find("host")->text;
    if (what == "hosts") return number(key, static_cast<double>(std::set(names.begin(), names.end()).size()), v);
    if (what == "ranks") return number(key, static_cast<double>(hosts->rows()), v);
    ADD_FAILURE() << file_ << ": the test knows no key " << key;
  }

  void heatmap(const std::string& key, const nlohmann::json& v) {
    if (key == "heatmap_records") return number(key, cell(run_, "HEATMAP", "records"), v);
    const Table* t = table(run_, "heatmap");
    ASSERT_NE(t, nullptr) << file_;
    if (key == "heatmap_nbins") {
      std::map<std::string, int> bins;
      for (const double b : t->find("bins")->number) ++bins[std::to_string(static_cast<int>(b))];
      EXPECT_EQ(nlohmann::json(bins), v) << file_;
    } else if (key == "heatmap_bin_width") {
      const auto& w = t->find("bin width")->number;
      const std::set<double> widths(w.begin(), w.end());
      EXPECT_EQ(nlohmann::json(widths), v) << file_;
    } else if (key == "heatmap_by_api") {
      for (const auto& [api, expected] : v.items()) {
        std::string layer = api.substr(api.find(':') + 1);
        if (layer == "MPIIO") layer = "MPI-IO";
        double read = 0;
        double written = 0;
        double ranks = 0;
        for (std::size_t i = 0; i < t->rows(); ++i) {
          if (t->find("layer")->text[i] != layer) continue;
          read += t->find("read")->number[i];
          written += t->find("written")->number[i];
          ranks += 1;
        }
        EXPECT_EQ(read, expected["r"].get<double>()) << file_ << api;
        EXPECT_EQ(written, expected["w"].get<double>()) << file_ << api;
        EXPECT_EQ(ranks, expected["ranks"].get<double>()) << file_ << api;
      }
    } else {
      ADD_FAILURE() << file_ << ": the test knows no key " << key;
    }
  }

  const weir::Run& run_;
  const ManifestRow& row_;
  std::string file_;
};

TEST(DarshanCorpus, EveryValueOfTheManifest) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  std::size_t files = 0;
  for (const ManifestRow& row : test::manifest("darshan")) {
    SCOPED_TRACE(row.file);
    ++files;
    const Result<weir::Run> run = test::open(row.file);
    if (row.expected.contains("error")) {
      ASSERT_FALSE(run.has_value());
      EXPECT_NE(run.error().what.find("before Darshan 3"), std::string::npos) << run.error().line();
      EXPECT_FALSE(run.error().todo.empty());
      continue;
    }
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->format, "darshan");
    Compared(*run, row).all();
  }
  EXPECT_GT(files, 40U);
}

TEST(DarshanCorpus, TotalsCountPosixAndStdioOnce) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  for (const ManifestRow& row : test::manifest("darshan")) {
    if (!row.file.ends_with(".darshan")) continue;
    const Result<weir::Run> run = test::open(row.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    const Info info = describe(*run);
    std::int64_t read = 0;
    std::int64_t written = 0;
    for (const char* layer : {"posix", "stdio"}) {
      read += row.expected.value(std::string(layer) + "_bytes_read", std::int64_t{0});
      written += row.expected.value(std::string(layer) + "_bytes_written", std::int64_t{0});
    }
    if (!row.expected.contains("posix_records") && !row.expected.contains("stdio_records")) {
      continue;
    }
    ASSERT_TRUE(info.io.has_value()) << row.file;
    EXPECT_EQ(info.io->readBytes, read) << row.file;
    EXPECT_EQ(info.io->writeBytes, written) << row.file;
  }
}

// FORMATS.md, "Expected values worth wiring into tests first".
TEST(DarshanCorpus, WorkersOfOneDlioRun) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  const Result<weir::Run> run = test::open(test::shared("corpus/darshan/dlio"));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  std::int64_t read = 0;
  std::int64_t written = 0;
  std::size_t logs = 0;
  for (const ManifestRow& row : test::manifest("darshan")) {
    if (row.file.find("/dlio/") == std::string::npos) continue;
    ++logs;
    for (const char* layer : {"posix", "stdio"}) {
      read += row.expected.value(std::string(layer) + "_bytes_read", std::int64_t{0});
      written += row.expected.value(std::string(layer) + "_bytes_written", std::int64_t{0});
    }
  }
  EXPECT_EQ(run->ranks.size(), logs);
  EXPECT_EQ(run->sources.size(), logs);
  EXPECT_EQ(test::noteCount(*run, "logs of different jobs together"), 0U);
  const Info info = describe(*run);
  EXPECT_EQ(info.io->readBytes, read);
  EXPECT_EQ(info.io->writeBytes, written);
  // The first of them began at 1734633357.06, the last ended at 1734633516.67.
  EXPECT_NEAR(*info.span_s, 159.6, 0.8);
}

TEST(DarshanCorpus, DifferentJobsAreSaid) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  const std::string folder = test::shared("corpus/darshan/release/");
  const Result<weir::Run> run = openFiles({folder + "mpi-io-test-x86_64-3.0.0.darshan", folder + "mpi-io-test-x86_64-3.5.0.darshan"}, {}, {});
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(test::noteCount(*run, "logs of different jobs together"), 2U);
}

}  // namespace
}  // namespace weir::darshan_corpus_test
