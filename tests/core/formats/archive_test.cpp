// Archives: what is in them becomes one run; what is hostile is refused, and nothing is written outside of the folder.
#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/formats/archive.h"
#include "core/run/column.h"
#include "support.h"

namespace archive_test {
using namespace weir;
using namespace weir::test;
namespace fs = std::filesystem;

namespace {

struct Entry {
  std::string name, content;
  unsigned type = AE_IFREG;
};
struct Packing {
  int (*format)(archive*) = archive_write_set_format_pax_restricted;
  int (*filter)(archive*) = nullptr;
  const char* options = nullptr;
  const char* password = nullptr;
};

std::string trace(int rank, std::string_view name = "k") {
  return fmt::format(R"({{"schemaVersion":1,"baseTimeNanoseconds":1700000000000000000,"distributedInfo":{{"rank":{},"world_size":2}},"traceEvents":[
    {{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":5}}]}})", rank, name, 10 + rank);
}

class Archives : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "weir-archive-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directory(folder_ / "spill");
    before_ = spillOptions();
    setSpill({0, (folder_ / "spill").string()});
  }
  void TearDown() override {
    EXPECT_TRUE(fs::is_empty(folder_ / "spill")) << "left behind";
    setSpill(before_);
    fs::remove_all(folder_);
  }
  // False where libarchive was built without what is asked for.
  bool make(const std::string& name, const Packing& how, const std::vector<Entry>& entries) {
    archive* a = archive_write_new();
    bool good = how.format(a) == ARCHIVE_OK && (how.filter == nullptr || how.filter(a) == ARCHIVE_OK);
    if (good && how.options) good = archive_write_set_options(a, how.options) == ARCHIVE_OK;
    if (good && how.password) good = archive_write_set_passphrase(a, how.password) == ARCHIVE_OK;
    good = good && archive_write_open_filename(a, path(name).c_str()) == ARCHIVE_OK;
    for (const Entry& e : entries) {
      if (!good) break;
      archive_entry* entry = archive_entry_new();
      archive_entry_set_pathname(entry, e.name.c_str());
      archive_entry_set_filetype(entry, e.type);
      archive_entry_set_perm(entry, 0644);
      if (e.type == AE_IFLNK) archive_entry_set_symlink(entry, e.content.c_str());
      else archive_entry_set_size(entry, static_cast<la_int64_t>(e.content.size()));
      good = archive_write_header(a, entry) >= ARCHIVE_WARN;
      if (good && e.type == AE_IFREG && !e.content.empty())
        good = archive_write_data(a, e.content.data(), e.content.size()) == static_cast<la_ssize_t>(e.content.size());
      archive_entry_free(entry);
    }
    good = archive_write_close(a) == ARCHIVE_OK && good;
    archive_write_free(a);
    return good;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string bytesOf(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
  SpillOptions before_;
};

TEST_F(Archives, AllTracesBecomeOneRun) {
  const std::vector<Entry> entries{{"job", "", AE_IFDIR}, {"job/readme.md", "no trace"}, {"job/a/rank1.json", trace(1)}, {"job/a/rank0.json", trace(0)}};
  const Packing packings[] = {{archive_write_set_format_zip},
                              {archive_write_set_format_zip, nullptr, "zip:compression=store"},
                              {archive_write_set_format_pax_restricted},
                              {archive_write_set_format_ustar, archive_write_add_filter_gzip},
                              {archive_write_set_format_gnutar, archive_write_add_filter_xz},
                              {archive_write_set_format_v7tar, archive_write_add_filter_bzip2},
                              {archive_write_set_format_pax_restricted, archive_write_add_filter_zstd},
                              {archive_write_set_format_7zip}};
  int made = 0;
  for (const Packing& p : packings) {
    SCOPED_TRACE(made);
    const std::string name = "run.archive";
    ASSERT_TRUE(make(name, p, entries));
    ++made;
    const auto run = test::open(path(name));
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(run->slices.size(), 2U);
    EXPECT_EQ(run->slices.start[1] - run->slices.start[0], 1'000'000);
    EXPECT_EQ(run->title, name);
    ASSERT_EQ(run->sources.size(), 2U);
    EXPECT_EQ(run->sources[0].file, path(name) + ": job/a/rank0.json");
    EXPECT_EQ(noteCount(*run, "entry of the archive that is no trace, left out"), 1U);
    EXPECT_EQ(noteCount(*run, "no communication found"), 1U);
  }
}

TEST_F(Archives, PackedFiles) {
  for (const auto filter : {archive_write_add_filter_xz, archive_write_add_filter_bzip2, archive_write_add_filter_zstd, archive_write_add_filter_lz4}) {
    ASSERT_TRUE(make("worker1.json.packed", {archive_write_set_format_raw, filter}, {{"x", trace(1)}}));
    const auto run = test::open(path("worker1.json.packed"));
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{1}));
    EXPECT_EQ(run->sources[0].file, path("worker1.json.packed"));
    EXPECT_EQ(noteKinds(*run), "no communication found x1 (worker1.json.packed); ");
  }
}

TEST_F(Archives, OneEntryIsReadWithoutUnpacking) {
  ASSERT_TRUE(make("one.zip", {archive_write_set_format_zip}, {{"rank1.json", trace(1)}}));
  EXPECT_FALSE(isArchive(path("one.zip"), {}));
  const auto run = test::open(path("one.zip"));
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->sources[0].file, path("one.zip"));
}

TEST_F(Archives, FolderOfArchives) {
  fs::create_directory(folder_ / "in");
  ASSERT_TRUE(make("in/r0.tgz", {archive_write_set_format_ustar, archive_write_add_filter_gzip}, {{"t.json", trace(0)}}));
  ASSERT_TRUE(make("in/r1.tgz", {archive_write_set_format_ustar, archive_write_add_filter_gzip}, {{"t.json", trace(1)}}));
  auto run = test::open(path("in"));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
  // Beside a trace an archive is one of older runs.
  std::ofstream(path("in/now.json")) << trace(3);
  run = test::open(path("in"));
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{3}));
}

TEST_F(Archives, NothingLeavesTheFolder) {
  const std::string outside = path("evil.json");
  ASSERT_TRUE(make("evil.tar", {}, {{outside, trace(0)}, {"../evil.json", trace(0)}, {"a/../../evil.json", trace(0)}, {"link", "/etc", AE_IFLNK}, {"link/passwd.json", trace(1)},
                                    {"..\\evil.json", trace(0)}, {"C:\\evil.json", trace(0)}, {"good.json", trace(1)}, {"good.json", trace(0)}}));
  const auto run = test::open(path("evil.tar"));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_FALSE(fs::exists(outside));
  EXPECT_FALSE(fs::exists("/etc/passwd.json"));
  EXPECT_EQ(noteCount(*run, "entry whose name leads out of the archive, left out"), 5U);
  EXPECT_EQ(noteCount(*run, "link or device in the archive, left out"), 1U);
  EXPECT_EQ(noteCount(*run, "entry of the archive whose name stands twice, left out"), 1U);
  EXPECT_EQ(run->slices.size(), 2U);  // good.json, and the one whose folder is a folder here and no link
}

TEST_F(Archives, NestedOnesAreRefused) {
  ASSERT_TRUE(make("inner.zip", {archive_write_set_format_zip}, {{"a.json", trace(0)}}));
  ASSERT_TRUE(make("inner.tgz", {archive_write_set_format_ustar, archive_write_add_filter_gzip}, {{"a.json", trace(0)}}));
  ASSERT_TRUE(make("only.tar", {}, {{"inner.zip", bytesOf("inner.zip")}, {"inner.tgz", bytesOf("inner.tgz")}}));
  const auto run = test::open(path("only.tar"));
  ASSERT_FALSE(run.has_value());
  EXPECT_NE(run.error().line().find("archive within the archive"), std::string::npos) << run.error().line();
  EXPECT_NE(run.error().line().find("only.tar"), std::string::npos);
}

TEST_F(Archives, EncryptedOnesAreRefused) {
  if (!make("secret.zip", {archive_write_set_format_zip, nullptr, "zip:encryption=zipcrypt", "x"}, {{"a.json", trace(0)}, {"b.json", trace(1)}}))
    GTEST_SKIP() << "this libarchive does not encrypt";
  const auto run = test::open(path("secret.zip"));
  ASSERT_FALSE(run.has_value());
  EXPECT_NE(run.error().line().find("encrypted"), std::string::npos) << run.error().line();
}

TEST_F(Archives, BombsAreRefused) {
  const std::string zeros(std::size_t{8} << 20, ' ');
  for (const auto& [name, content] : {std::pair(std::string("a.json"), trace(0) + zeros), std::pair(std::string("no-trace"), zeros)}) {
    ASSERT_TRUE(make("bomb.txz", {archive_write_set_format_ustar, archive_write_add_filter_xz}, {{name, content}, {"b.json", trace(1)}}));
    OpenOptions options;
    options.source.ratioFloor = std::uint64_t{1} << 20;
    options.source.maxRatio = 100;
    const auto run = openFiles({path("bomb.txz")}, options, {});
    ASSERT_FALSE(run.has_value()) << name;
    EXPECT_NE(run.error().what.find("bomb"), std::string::npos) << run.error().line();
  }
  ASSERT_TRUE(make("big.tar", {}, {{"a.json", trace(0) + zeros}, {"b.json", trace(1)}}));
  OpenOptions options;
  options.source.maxBytes = std::uint64_t{4} << 20;
  EXPECT_FALSE(openFiles({path("big.tar")}, options, {}).has_value());
  EXPECT_TRUE(test::open(path("big.tar")).has_value());
}

TEST_F(Archives, TooManyEntriesAreRefused) {
  std::vector<Entry> entries(100'001);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].name = std::to_string(i);
  ASSERT_TRUE(make("many.zip", {archive_write_set_format_zip}, entries));
  const auto run = test::open(path("many.zip"));
  ASSERT_FALSE(run.has_value());
  EXPECT_NE(run.error().what.find("entries"), std::string::npos) << run.error().line();
}

TEST_F(Archives, CutOffGivesWhatWasComplete) {
  std::string noise;
  for (int i = 0; i < 60'000; ++i) noise += fmt::format(R"(,{{"ph":"i","name":"{}","pid":1,"tid":1,"ts":{}}})", i * 7919 % 65'537, i);
  const std::string big = "[" + noise.substr(1) + "]";
  ASSERT_TRUE(make("cut.tgz", {archive_write_set_format_ustar, archive_write_add_filter_gzip}, {{"a.json", trace(0)}, {"b.json", big}}));
  const std::string whole = bytesOf("cut.tgz");
  std::ofstream(path("cut.tgz"), std::ios::binary | std::ios::trunc) << whole.substr(0, whole.size() / 2);
  const auto run = test::open(path("cut.tgz"));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_GE(noteCount(*run, "archive is cut off or damaged: what was complete is read"), 1U);
  EXPECT_EQ(run->slices.size(), 1U);
  EXPECT_GT(run->instants.size(), 1000U);
  EXPECT_LT(run->instants.size(), 60'000U);
}

TEST_F(Archives, ZipWithoutItsListOfEntriesSaysSo) {
  ASSERT_TRUE(make("cut.zip", {archive_write_set_format_zip}, {{"a.json", trace(0)}, {"b.json", trace(1)}}));
  const std::string whole = bytesOf("cut.zip");
  const auto notes = [&] {
    const auto run = test::open(path("cut.zip"));
    EXPECT_TRUE(run.has_value() && run->slices.size() == 2);
    return run ? noteCount(*run, "archive is cut off or damaged: what was complete is read") : 99;
  };
  EXPECT_EQ(notes(), 0U);
  std::ofstream(path("cut.zip"), std::ios::binary | std::ios::trunc) << whole.substr(0, whole.size() - 30);
  EXPECT_EQ(notes(), 1U);
}

TEST_F(Archives, DamagedBytesNeverCrash) {
  ASSERT_TRUE(make("a.zip", {archive_write_set_format_zip}, {{"a.json", trace(0)}, {"b.json", trace(1)}}));
  ASSERT_TRUE(make("a.7z", {archive_write_set_format_7zip}, {{"a.json", trace(0)}, {"b.json", trace(1)}}));
  ASSERT_TRUE(make("a.tar", {}, {{"a.json", trace(0)}, {"b.json", trace(1)}}));
  for (const char* name : {"a.zip", "a.7z", "a.tar"}) {
    const std::string good = bytesOf(name);
    for (std::size_t k = 0; k < 60; ++k) {
      std::string bad = good;
      bad[(k * 2654435761U) % bad.size()] = static_cast<char>(k * 37);
      if (k % 3 == 0) bad.resize((k * 40503U) % bad.size());
      std::ofstream(path("bad"), std::ios::binary | std::ios::trunc) << bad;
      const auto run = test::open(path("bad"));
      EXPECT_TRUE(run.has_value() || !run.error().what.empty());
    }
  }
}

}  // namespace
}  // namespace archive_test
