// Darshan logs made here: every byte order and packing, versions, damage.
#include <bzlib.h>
#include <zlib.h>

#include <array>
#include <bit>
#include <cstring>

#include "tests/core/formats/support.h"

namespace weir::darshan_test {
namespace {

namespace fs = std::filesystem;
using Bytes = std::string;

struct Module {
  std::size_t id = 0;       // as this version of the log numbers them
  std::uint32_t version = 1;
  Bytes data;
  int streams = 1;          // packed in so many parts
};

// Writes a log by the same facts that the reader reads it by, from the other side.
class Log {
 public:
  bool big = false;
  int packing = 0;
  std::string version = "3.41";
  std::int64_t processes = 4;
  std::uint64_t partial = 0;
  std::vector<Module> modules;
  std::vector<std::pair<std::uint64_t, std::string>> names;
  std::string metadata = "lib_ver=3.4.6\n";
  std::string tail = "/bin/app -x\nlustre\t/scratch\ntmpfs\t/scratch/tmp\next4\t/";

  template <class T>
  void put(Bytes& to, T v) const {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), &v, sizeof v);
    if (big) std::reverse(raw.begin(), raw.end());
    to.append(raw.data(), raw.size());
  }
  [[nodiscard]] Bytes record(std::uint64_t id, std::int64_t rank, const std::vector<std::int64_t>& counters, const std::vector<double>& times) const {
    Bytes b;
    put(b, id), put(b, rank);
    for (const std::int64_t c : counters) put(b, c);
    for (const double t : times) put(b, t);
    return b;
  }
  [[nodiscard]] Bytes packed(const Bytes& s) const {
    if (packing == 2) return s;
    Bytes out(s.size() * 2 + 1000, '\0');
    if (packing == 0) {
      uLongf n = out.size();
      compress(reinterpret_cast<Bytef*>(out.data()), &n, reinterpret_cast<const Bytef*>(s.data()), s.size());
      out.resize(n);
    } else {
      auto n = static_cast<unsigned>(out.size());
      Bytes in = s;
      BZ2_bzBuffToBuffCompress(out.data(), &n, in.data(), static_cast<unsigned>(in.size()), 5, 0, 0);
      out.resize(n);
    }
    return out;
  }
  [[nodiscard]] Bytes bytes() const {
    const bool modern = version == "3.41";
    const std::size_t count = modern ? 64 : 16;
    const std::size_t headerSize = modern ? 1328 : 360;
    Bytes job;
    put(job, std::int64_t{1000}), put(job, std::int64_t{1700000000});
    if (modern) put(job, std::int64_t{250'000'000});
    put(job, std::int64_t{1700000010});
    if (modern) put(job, std::int64_t{750'000'000});
    put(job, processes), put(job, std::int64_t{77});
    Bytes m = metadata;
    m.resize(1024, '\0');
    job += m + tail;
    Bytes nameBytes;
    for (const auto& [id, name] : names) {
      put(nameBytes, id);
      if (version == "3.00") put(nameBytes, static_cast<std::uint32_t>(name.size()));
      nameBytes += name;
      if (version != "3.00") nameBytes += '\0';
    }
    Bytes body = packed(job);
    const auto region = [&](const Bytes& data, int streams) {
      const std::pair<std::uint64_t, std::uint64_t> none{0, 0};
      if (data.empty()) return none;
      const std::uint64_t at = headerSize + body.size();
      const std::size_t part = (data.size() + static_cast<std::size_t>(streams) - 1) / static_cast<std::size_t>(streams);
      for (std::size_t i = 0; i < data.size(); i += part) body += packed(data.substr(i, part));
      return std::pair<std::uint64_t, std::uint64_t>(at, headerSize + body.size() - at);
    };
    const auto nameMap = region(nameBytes, 1);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> maps(count);
    std::vector<std::uint32_t> versions(count);
    for (const Module& x : modules) {
      maps[x.id] = region(x.data, x.streams);
      versions[x.id] = x.version;
    }
    Bytes h = version;
    h.resize(8, '\0');
    put(h, std::int64_t{6567223});
    h += static_cast<char>(packing);
    h.resize(modern ? 24 : 20, '\0');
    if (modern) put(h, partial);
    else put(h, static_cast<std::uint32_t>(partial));
    put(h, nameMap.first), put(h, nameMap.second);
    for (const auto& [at, n] : maps) put(h, at), put(h, n);
    for (const std::uint32_t v : versions) put(h, v);
    EXPECT_EQ(h.size(), headerSize);
    return h + body;
  }
};

class Darshan : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("weir-darshan-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  Result<weir::Run> open(const Bytes& bytes) {
    const std::string path = (folder_ / "x.darshan").string();
    std::ofstream(path, std::ios::binary) << bytes;
    return test::open(path);
  }
  fs::path folder_;
};

// POSIX v4: opens 2, reads 3, writes 4, seeks 5, stats 6, syncs 7+8, bytes 100 and 200, last byte 999, ...
Bytes posix4(const Log& log, std::uint64_t id, std::int64_t rank) {
  std::vector<std::int64_t> c(69, 0);
  c[0] = 2, c[3] = 3, c[4] = 4, c[5] = 5, c[6] = 6, c[8] = 7, c[9] = 8, c[14] = 100, c[15] = 200, c[16] = 999, c[17] = 998;
  c[18] = 1, c[19] = 2, c[20] = 10, c[21] = 20, c[22] = 9, c[29] = 3, c[29 + 10] = 4;
  std::vector<double> t(17, 0);
  t[0] = 0.5, t[1] = 1, t[2] = 2, t[3] = 3, t[4] = 0.6, t[5] = 1.5, t[6] = 2.5, t[7] = 3.5, t[8] = 0.25, t[9] = 0.75, t[10] = 0.125;
  return log.record(id, rank, c, t);
}
Bytes dxtHead(const Log& log, std::uint64_t id, std::int64_t rank, std::int64_t writes, std::int64_t reads) {
  Bytes b;
  log.put(b, id), log.put(b, rank), log.put(b, std::int64_t{0});
  Bytes host = "node1";
  host.resize(64, '\0');
  b += host;
  log.put(b, writes), log.put(b, reads);
  return b;
}
Bytes segment(const Log& log, std::int64_t offset, std::int64_t length, double start, double end) {
  Bytes b;
  log.put(b, offset), log.put(b, length), log.put(b, start), log.put(b, end);
  return b;
}

TEST_F(Darshan, EveryByteOrderAndPacking) {
  for (const bool big : {false, true})
    for (const int packing : {0, 1, 2})
      for (const std::string version : {"3.00", "3.10", "3.21", "3.41"}) {
        SCOPED_TRACE(version + (big ? " big " : " little ") + std::to_string(packing));
        Log log;
        log.big = big;
        log.packing = packing;
        log.version = version;
        log.names = {{7, "/scratch/tmp/a.bin"}, {8, "/scratchy/b.bin"}};
        // DXT_POSIX was 8 before H5D and PNETCDF_VAR came, then 9, now 10.
        const std::size_t dxt = version == "3.41" ? 10 : version == "3.21" ? 9 : 8;
        log.partial = std::uint64_t{1} << dxt;
        log.modules = {{1, 4, posix4(log, 7, 2) + posix4(log, 8, -1), packing == 2 ? 1 : 3},
                       {dxt, 1, dxtHead(log, 7, 2, 1, 2) + segment(log, 0, 10, 1, 2) + segment(log, 4096, 20, 2, 2.5) + segment(log, 0, 30, 3, 3.5), 1}};
        const Result<weir::Run> run = open(log.bytes());
        ASSERT_TRUE(run.has_value()) << run.error().line();
        EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1, 2, 3}));
        EXPECT_EQ(run->worldSize, 4);
        EXPECT_EQ(run->originNs, version == "3.41" ? 1700000000'250000000 : 1700000000'000000000);
        ASSERT_EQ(run->ioRecords.size(), 2U);
        const IoRecord& r = run->ioRecords[0];
        EXPECT_EQ(run->names.text(r.file), "/scratch/tmp/a.bin");
        EXPECT_EQ(run->names.text(r.mount), "/scratch/tmp");
        EXPECT_EQ(run->names.text(r.fileSystem), "tmpfs");
        EXPECT_EQ(run->names.text(run->ioRecords[1].fileSystem), "ext4") << "a mount is a folder, not a beginning of a name";
        EXPECT_EQ(r.rank, 2);
        EXPECT_FALSE(r.shared);
        EXPECT_TRUE(run->ioRecords[1].shared);
        EXPECT_EQ((std::array{r.opens, r.readOps, r.writeOps, r.seeks, r.stats, r.syncs}), (std::array<std::int64_t, 6>{2, 3, 4, 5, 6, 15}));
        EXPECT_EQ((std::array{r.readBytes, r.writeBytes, r.maxByteRead, r.maxByteWritten}), (std::array<std::int64_t, 4>{100, 200, 999, 998}));
        EXPECT_EQ((std::array{r.consecutiveReads, r.consecutiveWrites, r.sequentialReads, r.sequentialWrites, r.switches}),
                  (std::array<std::int64_t, 5>{1, 2, 10, 20, 9}));
        EXPECT_EQ(r.readSizes[0], 3);
        EXPECT_EQ(r.writeSizes[0], 4);
        EXPECT_EQ(r.readTime, 250'000'000'000);
        EXPECT_EQ(r.writeTime, 750'000'000'000);
        EXPECT_EQ(r.metaTime, 125'000'000'000);
        EXPECT_EQ(r.start, 500'000'000'000);
        EXPECT_EQ(r.end, 3'500'000'000'000);
        ASSERT_EQ(run->io.size(), 3U);
        EXPECT_EQ(run->io[0].kind, IoOperation::Kind::Write);
        EXPECT_EQ(run->io[1].kind, IoOperation::Kind::Read);
        EXPECT_EQ(run->io[1].offset, 4096);
        EXPECT_EQ(run->io[2].bytes, 30);
        EXPECT_EQ(run->io[2].duration, 500'000'000'000);
        // The job, the traced operations, and the file of which none is known.
        EXPECT_EQ(run->slices.size(), 5U);
        EXPECT_EQ(test::noteCount(*run, "module ran out of memory in the job: its counts are lower bounds"), 1U) << test::noteKinds(*run);
      }
}

TEST_F(Darshan, OlderRecordsOfPosix) {
  Log log;
  log.version = "3.00";
  std::vector<std::int64_t> c(68, 0);
  c[1] = 11, c[2] = 12, c[6] = 3, c[13] = 1000, c[14] = 2000;
  std::vector<double> t(15, 0);
  t[0] = 1, t[5] = 9, t[6] = 0.5, t[7] = 1.5;
  log.modules = {{1, 1, log.record(5, 0, c, t), 1}};
  const Result<weir::Run> run = open(log.bytes());
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->ioRecords.size(), 1U);
  const IoRecord& r = run->ioRecords[0];
  EXPECT_EQ((std::array{r.readOps, r.writeOps, r.readBytes, r.writeBytes}), (std::array<std::int64_t, 4>{11, 12, 1000, 2000}));
  EXPECT_EQ(r.readTime, 500'000'000'000);
  EXPECT_EQ(r.end, 9'000'000'000'000);
  EXPECT_EQ(run->names.text(r.file), "id 0x0000000000000005") << "a record whose name the log does not have is not lost";
  EXPECT_EQ(test::noteCount(*run, "Darshan 3.0 counted STDIO within POSIX: these records hold both"), 1U);
}

TEST_F(Darshan, ThreadsGetTracksOfTheirOwn) {
  Log log;
  log.processes = 1;
  log.names = {{7, "/a"}};
  Bytes d = dxtHead(log, 7, 0, 0, 2);
  for (const std::uint64_t thread : {11U, 12U}) {
    d += segment(log, 0, 5, 1, 3);
    log.put(d, thread);
  }
  log.modules = {{10, 2, d, 1}};
  const Result<weir::Run> run = open(log.bytes());
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->tracks.size(), 3U);  // all ranks, the rank, its second thread
  EXPECT_EQ(test::noteCount(*run, "partial overlap"), 0U);
  EXPECT_EQ(run->worldSize, -1) << "a log of one process does not say how large its job was";
}

TEST_F(Darshan, HeatmapsOfABinMoreAreMadeEqual) {
  Log log;
  log.metadata = "lib_ver=3.4.2\n";
  log.names = {{1, "heatmap:POSIX"}, {2, "heatmap:MPIIO"}};
  const auto record = [&](std::uint64_t id, std::int64_t rank, std::int64_t bins) {
    Bytes b;
    log.put(b, id), log.put(b, rank), log.put(b, 0.5), log.put(b, bins), log.put(b, std::uint64_t{0xdead}), log.put(b, std::uint64_t{0xbeef});
    for (std::int64_t i = 0; i < bins; ++i) log.put(b, std::int64_t{100});
    for (std::int64_t i = 0; i < bins; ++i) log.put(b, std::int64_t{0});
    return b;
  };
  log.modules = {{15, 1, record(1, 0, 4) + record(2, 1, 5), 1}};
  const Result<weir::Run> run = open(log.bytes());
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->counters.size(), 2U) << "series of nothing are left to the table";
  EXPECT_EQ(run->names.text(run->counters[0].name), "POSIX written");
  EXPECT_EQ(run->names.text(run->counters[1].name), "MPI-IO written");
  EXPECT_EQ(run->counters[0].step, 500'000'000'000);
  EXPECT_EQ(run->counters[1].value.size(), 4U);
  EXPECT_EQ(test::noteCount(*run, "heatmap a bin longer or shorter than the first (darshan#941), made equal"), 1U);
  EXPECT_EQ(test::noteCount(*run, "heatmaps of runtimes 3.4.0 to 3.4.3 may be a bin off (darshan#941)"), 1U);
}

TEST_F(Darshan, WhatIsNotReadIsSaid) {
  Log log;
  log.modules = {{12, 1, Bytes(100, 'x'), 1}, {1, 9, Bytes(500, 'x'), 1}, {40, 1, Bytes(10, 'x'), 1}};
  const Result<weir::Run> run = open(log.bytes());
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(test::noteCount(*run, "module not read"), 3U) << test::noteKinds(*run);
  Log corrupt;
  corrupt.version = "3.20";
  const Result<weir::Run> known = open(corrupt.bytes());
  ASSERT_TRUE(known.has_value()) << known.error().line();
  EXPECT_EQ(test::noteCount(*known, "runtime 3.2.0 is known to write corrupt counters: do not trust these"), 1U);
}

TEST_F(Darshan, DamageKeepsWhatWasWhole) {
  Log log;
  log.names = {{7, "/a"}};
  Bytes records;
  for (int i = 0; i < 2000; ++i) records += posix4(log, 7, i % 4);
  log.modules = {{1, 4, records, 20}};
  const Bytes whole = log.bytes();
  const Result<weir::Run> cut = open(whole.substr(0, whole.size() - whole.size() / 8));
  ASSERT_TRUE(cut.has_value()) << cut.error().line();
  EXPECT_GT(cut->ioRecords.size(), 100U);
  EXPECT_LT(cut->ioRecords.size(), 2000U);
  EXPECT_GE(test::noteCount(*cut, "region is cut off: what was there is kept"), 1U);
  const auto complete = [](const weir::Run& run) {
    for (const Table& t : run.tables)
      if (t.name == "modules") return t.find("complete")->text.at(0);
    return std::string();
  };
  EXPECT_EQ(complete(*cut), "cut off");
  for (const IoRecord& r : cut->ioRecords) ASSERT_TRUE(r.partial);
  Bytes bad = whole;
  for (std::size_t i = bad.size() / 2; i < bad.size() / 2 + 200; ++i) bad[i] = static_cast<char>(bad[i] ^ 0x55);
  const Result<weir::Run> damaged = open(bad);
  ASSERT_TRUE(damaged.has_value()) << damaged.error().line();
  EXPECT_EQ(test::noteCount(*damaged, "region is damaged: what was read before it is kept"), 1U) << test::noteKinds(*damaged);
  EXPECT_EQ(complete(*damaged), "damaged");
  // Every prefix gives a run or a message, and huge counts allocate nothing.
  for (std::size_t n = 16; n < 2500; n += 37) (void)open(whole.substr(0, n));
  Log huge;
  huge.modules = {{10, 1, dxtHead(huge, 7, 0, std::int64_t{1} << 60, std::int64_t{1} << 60), 1}, {8, 2, huge.record(1, 0, {std::int64_t{1} << 60, std::int64_t{1} << 60}, {}), 1},
                  {15, 1, huge.record(1, 0, {std::bit_cast<std::int64_t>(0.1), std::int64_t{1} << 60, 0, 0}, {}), 1}};
  huge.processes = std::int64_t{1} << 62;
  const Result<weir::Run> counts = open(huge.bytes());
  ASSERT_TRUE(counts.has_value()) << counts.error().line();
  EXPECT_EQ(test::noteCount(*counts, "more ranks than tracks: the others share one"), 1U);
}

TEST_F(Darshan, OlderLayoutsAreRefused) {
  Bytes old("2.06\0\0\0\0\x37\x35\x64\0\0\0\0\0", 16);
  old.resize(2000, '\0');
  const Result<weir::Run> run = open(old);
  ASSERT_FALSE(run.has_value());
  EXPECT_NE(run.error().what.find("before Darshan 3"), std::string::npos);
  EXPECT_NE(run.error().todo.find("darshan-parser"), std::string::npos);
}

}  // namespace
}  // namespace weir::darshan_test
