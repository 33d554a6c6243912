// Recorder's texts, and what is told by name.
#include "tests/core/formats/support.h"

namespace weir::recorder_test {
namespace {

TEST(Recorder, TextOfARank) {
  const std::string text =
      "0.000100 0.000200 open 0 0 ( /d/a.bin 577 438 )\n"
      "0.000300 0.000900 write 1 0 ( /d/a.bin 0x7ffd 4096 )\n"
      "0.001000 0.002000 fread 1 0 ( 0x55 8 100 /d/b.bin )\n"
      "0.002000 0.002500 MPI_Barrier 0 2 ( MPI_COMM_WORLD )\n"
      "nonsense\n"
      "0.003000 0.003100 close 0 0 ( /d/a.bin )";
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const FormatDescriptor* format = sniffFormat(bytes);
  ASSERT_NE(format, nullptr);
  EXPECT_EQ(format->name, "recorder");
  ReaderContext context;
  context.name = "5.txt";
  for (const std::size_t chunk : {text.size(), std::size_t{7}}) {
    const auto reader = format->make(context);
    for (std::size_t at = 0; at < text.size(); at += chunk)
      ASSERT_TRUE(reader->feed(bytes.subspan(at, std::min(chunk, text.size() - at)), at + chunk >= text.size(), {}).has_value());
    const Result<weir::Run> run = reader->finish({});
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->ranks, std::vector<std::int32_t>{5});
    EXPECT_EQ(run->slices.size(), 5U);
    ASSERT_EQ(run->io.size(), 4U);
    EXPECT_EQ(run->io[1].kind, IoOperation::Kind::Write);
    EXPECT_EQ(run->io[1].bytes, 4096);
    EXPECT_EQ(run->io[1].duration, 600'000'000);
    EXPECT_EQ(run->names.text(run->io[1].file), "/d/a.bin");
    EXPECT_EQ(run->io[2].bytes, 800);
    EXPECT_EQ(test::noteCount(*run, "damaged line, left out"), 1U);
    EXPECT_EQ(test::noteCount(*run, "bytes are what calls asked for: Recorder keeps no results"), 2U);
    EXPECT_EQ(run->sources.front().clock, ClockKind::Own);
  }
}

TEST(RecorderCorpus, ParquetIsToldByName) {
  if (!test::haveShared()) GTEST_SKIP() << "no corpus";
  std::printf("  not compared: bytes: of the file\n");
  for (const test::ManifestRow& row : test::manifest("recorder")) {
    for (const auto& [key, value] : row.expected.items()) EXPECT_EQ(key, "bytes");
    const Result<weir::Run> run = test::open(row.file);
    ASSERT_FALSE(run.has_value());
    EXPECT_NE(run.error().line().find("Parquet"), std::string::npos) << run.error().line();
    EXPECT_NE(run.error().line().find("recorder2text"), std::string::npos) << run.error().line();
  }
}

}  // namespace
}  // namespace weir::recorder_test
