#include "core/summarize/info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/summarize/support.h"

namespace info_test {
using namespace weir;
using test::Sketch;
using test::us;
using testing::HasSubstr;

TEST(Info, UnknownIsNullNeverZero) {
  Sketch s;
  s.slice(s.track(0, TrackKind::Thread, "main"), 0, 10, Activity::Other, "");
  const std::string json = infoToJson(describe(s.build()), -1);
  EXPECT_THAT(json,
              HasSubstr(R"("ranks":1,"rank_list":[0],"world_size":null,"tracks":1,"slices":1,"categories":{"":1},"counters":0)"));
  EXPECT_THAT(json, HasSubstr(R"("span_s":1e-05)"));
  EXPECT_THAT(json, HasSubstr(R"("communication":{"bytes":null,"time_s":null,"collectives":[]})"));
  EXPECT_THAT(
      json,
      HasSubstr(
          R"("io":{"read_bytes":null,"write_bytes":null,"read_ops":null,"write_ops":null,"files":null,"read_s":null,"write_s":null,"by_layer":null})"));
  EXPECT_THAT(
      json,
      HasSubstr(R"("overlap":{"compute_s":null,"communication_s":null,"exposed_communication_s":null,"overlap_fraction":null})"));
  EXPECT_THAT(json, HasSubstr(R"("computing_s":null)"));
}

TEST(Info, CommunicationIsCountedByOperation) {
  Sketch s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream");
    s.slice(t, 0, 30, Activity::Compute);
    s.slice(t, 40, 50 + r, Activity::Communication);
    s.call(r, Operation::AllReduce, 40, 50 + r, r == 0 ? 100 : kUnknownBytes, 2);
  }
  const Info info = describe(s.build());
  ASSERT_EQ(info.collectives.size(), 1U);
  EXPECT_EQ(info.collectives[0].operation, "all-reduce");
  EXPECT_EQ(info.collectives[0].count, 2U);
  EXPECT_EQ(info.collectives[0].instances, 1U);
  EXPECT_EQ(info.collectives[0].bytes, 100);
  EXPECT_EQ(info.collectives[0].unknownBytes, 1U);
  EXPECT_DOUBLE_EQ(*info.communicationTime_s, 21e-6);
  EXPECT_EQ(info.overlap->computing, 60 * us);
  EXPECT_EQ(info.overlap->exposed, 21 * us);
  ASSERT_EQ(info.first.size(), 1U);
  EXPECT_TRUE(info.notes.empty());
}

TEST(Info, TheLowestLayerCountsEveryByteOnce) {
  Sketch s;
  s.track(0, TrackKind::Thread, "main");
  const auto op = [&](IoOperation::Kind kind, std::string_view layer, std::string_view file, std::int64_t bytes) {
    IoOperation o;
    o.kind = kind;
    o.rank = 0;
    o.layer = s.b.intern(layer);
    o.file = s.b.intern(file);
    o.bytes = bytes;
    o.duration = us;
    s.b.io(o);
  };
  op(IoOperation::Kind::Read, "MPI-IO", "a", 1000);
  op(IoOperation::Kind::Read, "POSIX", "a", 600);
  op(IoOperation::Kind::Read, "POSIX", "b", 400);
  op(IoOperation::Kind::Write, "STDIO", "log", 7);
  op(IoOperation::Kind::Open, "POSIX", "c", kUnknownBytes);
  const Info info = describe(s.build());
  EXPECT_EQ(info.io->readBytes, 1000);
  EXPECT_EQ(info.io->writeBytes, 7);
  EXPECT_EQ(info.io->readOps, 2U);
  EXPECT_EQ(info.io->files, 4U);
  EXPECT_DOUBLE_EQ(*info.io->read_s, 2e-6);
  EXPECT_EQ(info.ioByLayer.at("MPI-IO").readBytes, 1000);
}

TEST(Info, RanksWithoutCommunicationAreSaid) {
  Sketch s;
  for (int r = 0; r < 2; ++r) s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 10, Activity::Compute);
  const Info info = describe(s.build());
  ASSERT_EQ(info.notes.size(), 1U);
  EXPECT_EQ(info.notes[0].kind, "no communication found");
}

TEST(Info, NamesThatAreNoUtf8DoNotThrow) {
  Sketch s;
  s.slice(s.track(0, TrackKind::Thread, "main"), 0, 10, Activity::Host, "\xff\xfe");
  EXPECT_THAT(infoToJson(describe(s.build())), HasSubstr("\xEF\xBF\xBD"));
}

TEST(Info, TextNamesTheStraggler) {
  Sketch s;
  for (int r = 0; r < 2; ++r) {
    s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 10 + r, Activity::Communication);
    s.call(r, Operation::AllToAll, r == 0 ? 3 : 8, 10);
  }
  EXPECT_THAT(infoToText(describe(s.build())), HasSubstr("first all-to-all: rank 1 starts last, 5.00 µs after the first"));
  EXPECT_THAT(infoToText(describe(weir::Run{})), HasSubstr("unknown"));
}

TEST(Info, RanksThatStartTogetherHaveNoStraggler) {
  Sketch s;
  for (int r = 0; r < 2; ++r) {
    s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 10, Activity::Communication);
    s.call(r, Operation::AllReduce, 3, 10 + r);
  }
  const Info info = describe(s.build());
  EXPECT_THAT(infoToText(info), HasSubstr("first all-reduce: all start together, nobody waits"));
  const auto j = nlohmann::json::parse(infoToJson(info));
  EXPECT_TRUE(j["first_collectives"][0]["last_rank"].is_null());
  EXPECT_EQ(j["first_collectives"][0]["spread_s"], 0);
  EXPECT_EQ(j["by_rank"][0]["collectives_last"], 0);
  EXPECT_EQ(j["by_rank"][1]["collectives_last"], 0);
}

}  // namespace info_test
