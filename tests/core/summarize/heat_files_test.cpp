#include "core/summarize/heat_files.h"

#include <gtest/gtest.h>

#include "core/summarize/io_heat.h"
#include "tests/core/summarize/support.h"

namespace heat_files_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {

void op(Sketch& s, std::string_view file, std::int64_t bytes, std::string_view layer = "POSIX", IoOperation::Kind kind = IoOperation::Kind::Read) {
  IoOperation o;
  o.kind = kind;
  o.rank = 0;
  o.file = s.b.intern(file);
  o.layer = s.b.intern(layer);
  o.bytes = bytes;
  o.start = 0;
  o.duration = us;
  s.b.io(o);
}

}  // namespace

TEST(HeatFiles, FoldersThenFilesTheMostBytesFirst) {
  Sketch s;
  op(s, "/data/a", 10);
  op(s, "/data/b", 300);
  op(s, "/data/b", 300, "MPI-IO");  // the same bytes, seen above
  op(s, "/data/b", 0, "POSIX", IoOperation::Kind::Open);
  op(s, "/out/c", 40);
  op(s, "/out/c", kUnknownBytes);
  const weir::Run run = s.build();
  const auto files = heatFiles(run);
  ASSERT_EQ(files.size(), 5U);
  EXPECT_EQ(files[0].path, "/data");
  EXPECT_EQ(files[0].what, HeatFile::What::Folder);
  EXPECT_EQ(files[0].bytes, 310);
  EXPECT_EQ(files[1].path, "/out");
  EXPECT_EQ(files[2].path, "/data/b");
  EXPECT_EQ(files[2].what, HeatFile::What::File);
  EXPECT_EQ(files[2].bytes, 300);
  EXPECT_EQ(files[2].operations, 3U);
  EXPECT_EQ(files[3].path, "/out/c");
  EXPECT_EQ(files[4].path, "/data/a");
  // What is listed can be asked for.
  EXPECT_EQ(ioHeat(run, {.file = files[2].path}).sum, 300);
  EXPECT_NEAR(ioHeat(run, {.file = files[0].path}).sum, 310, 1e-9);  // spread over bins and added up again
}

TEST(HeatFiles, AllFilesOfManyAreListed) {
  Sketch s;
  for (int i = 0; i < 5000; ++i) op(s, "/d" + std::to_string(i % 700) + "/f" + std::to_string(i), i + 1);
  const auto files = heatFiles(s.build());
  EXPECT_EQ(files.size(), 5700U);
  EXPECT_EQ(files[700].path, "/d99/f4999");
}

TEST(HeatFiles, NoOperationsNoFiles) { EXPECT_TRUE(heatFiles(weir::Run{}).empty()); }

}  // namespace heat_files_test
