// Runs written as .et and read again. What comes back: nodes, kinds, names, durations and starts in whole microseconds, ids,
// dependencies, attributes in their types. What does not: counters, I/O, notes, dependencies on absent nodes, facts' types.
#include <gtest/gtest.h>

#include <set>

#include "chakra_support.h"
#include "core/formats/chakra/write.h"
#include "core/run/builder.h"

namespace chakra_write_test {
using namespace weir;
using namespace weir::test;
using namespace weir::test::chakra;

namespace {

Result<std::string> written(const weir::Run& run) {
  std::string out;
  const auto r = weir::chakra::writeRun(run, [&](std::string_view b) -> Result<void> { return out.append(b), Result<void>{}; }, {});
  if (!r) return tl::make_unexpected(r.error());
  return out;
}
// By id: kind, name, start, duration, arguments and what it waits for.
std::map<std::uint64_t, std::string> nodesOf(const weir::Run& run) {
  std::map<std::uint64_t, std::string> out;
  std::vector<std::uint64_t> id(run.slices.size());
  for (SliceIndex i = 0; i < run.slices.size(); ++i) {
    const auto args = nlohmann::json::parse(run.argsOf(i));
    id[i] = args["id"].get<std::uint64_t>();
    out[id[i]] = fmt::format("{} {} {}+{} {}", run.names.text(run.slices.category[i]), run.names.text(run.slices.name[i]), run.slices.start[i],
                             run.slices.duration[i], args.dump());
  }
  std::map<std::uint64_t, std::set<std::string>> waits;
  for (std::size_t a = 0; a < run.arrows.size(); ++a)
    waits[id[run.arrows.to[a]]].insert(fmt::format(" {} {}", run.names.text(run.arrows.kind[a]), id[run.arrows.from[a]]));
  for (const auto& [to, from] : waits)
    for (const std::string& f : from) out[to] += f;
  return out;
}
void same(const weir::Run& a, const weir::Run& b) {
  EXPECT_EQ(nodesOf(a), nodesOf(b));
  EXPECT_EQ(a.originNs, b.originNs);
  EXPECT_EQ(a.truth, b.truth);
  ASSERT_EQ(a.collectives.size(), b.collectives.size());
  for (std::size_t i = 0; i < a.collectives.size(); ++i) {
    EXPECT_EQ(a.collectives[i].operation, b.collectives[i].operation);
    EXPECT_EQ(a.collectives[i].bytes, b.collectives[i].bytes);
  }
  EXPECT_EQ(a.transfers.bytes, b.transfers.bytes);
  ASSERT_EQ(a.tables.size(), b.tables.size());
  for (std::size_t t = 0; t < a.tables.size(); ++t)
    for (std::size_t c = 0; c < a.tables[t].columns.size(); ++c) {
      EXPECT_EQ(a.tables[t].columns[c].text, b.tables[t].columns[c].text);
      EXPECT_EQ(a.tables[t].columns[c].number, b.tables[t].columns[c].number);
    }
}

}  // namespace

TEST(ChakraWrite, ComesBackAsItWas) {
  const std::vector<std::int64_t> wholes{-1, 2};
  std::string list;
  pbf_writer w(list);
  w.add_packed_int64(1, wholes.begin(), wholes.end());
  Node first{.id = 0, .name = "A \"x\"", .start = 1'700'000'000'000'005, .duration = 5, .cpu = 1};
  first.extra = attribute("u64", [](pbf_writer& a) { a.add_uint64(13, 18'000'000'000'000'000'000ULL); }) +
                attribute("s32", [](pbf_writer& a) { a.add_sint32(15, -15); }) + attribute("half", [](pbf_writer& a) { a.add_float(5, 0.5F); }) +
                attribute("words", [](pbf_writer& a) { a.add_string(29, "1"); }) + attribute("raw", [](pbf_writer& a) { a.add_bytes(31, std::string("\x00\xff", 2)); }) +
                attribute("list", [&](pbf_writer& a) { a.add_message(10, list); });
  const auto run = readText(trace({first,
                                   {.id = 7, .name = "B", .data = {0}, .start = 1'700'000'000'000'020, .duration = 7, .cpu = 0},
                                   {.id = 9, .name = "C", .type = 7, .control = {0}, .data = {7}, .start = 1'700'000'000'000'030, .duration = 1, .whole = {{"comm_size", 64}, {"comm_type", 2}}, .cpu = 0},
                                   {.id = 10, .name = "S", .type = 5, .data = {9}, .start = 1'700'000'000'000'040, .whole = {{"comm_size", 100}, {"comm_dst", 2}}}}));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  const auto file = written(*run);
  ASSERT_TRUE(file.has_value()) << file.error().line();
  const auto back = readText(*file);
  ASSERT_TRUE(back.has_value()) << back.error().line();
  same(*run, *back);
}

TEST(ChakraWrite, CorpusComesBack) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  for (const char* name : {"chakra.0.et", "astra_custom_ring_allreduce_8npus_1MB/custom_allreduce.3.et", "astra_all_to_all_4npus_1MB/all_to_all.2.et"}) {
    SCOPED_TRACE(name);
    const auto run = open(shared("corpus/chakra/") + name);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    const auto file = written(*run);
    ASSERT_TRUE(file.has_value()) << file.error().line();
    const auto back = readText(*file);
    ASSERT_TRUE(back.has_value()) << back.error().line();
    same(*run, *back);
  }
}

TEST(ChakraWrite, AProfileBecomesAGraph) {
  // Two streams; the host's operator is left out. Both kernels of a stream wait for each other, the third for its launch order.
  RunBuilder b("kineto", Truth::Measured);
  b.run().originNs = 1'000'000'000'000'000'000;
  const auto add = [&](TrackIndex t, const char* name, std::int64_t at, std::int64_t d, Activity a) {
    return b.slice({.track = t, .start = at, .duration = d, .name = b.intern(name), .category = b.intern("kernel"), .activity = a, .args = R"({"stream": 7})"});
  };
  const auto track = [&](const char* name, TrackKind kind) {
    Track t;
    t.name = b.intern(name);
    t.kind = kind;
    t.rank = 3;
    return b.track(t);
  };
  const TrackIndex host = track("thread", TrackKind::Thread);
  const TrackIndex s7 = track("stream 7", TrackKind::Stream);
  const TrackIndex s8 = track("stream 8", TrackKind::Stream);
  (void)add(host, "aten::mul", 0, us(100), Activity::Host);
  const SliceIndex k1 = add(s7, "gemm", us(10), us(5), Activity::Compute);
  (void)add(s7, "gemm", us(20), 5'600'000, Activity::Compute);
  const SliceIndex c = add(s8, "ncclDevKernel_AllGather", us(16), us(9), Activity::Communication);
  b.arrow(k1, c, b.intern(kArrowDependency));
  b.collective({.operation = Operation::AllGather, .bytes = 4096, .rank = 3, .slice = c, .start = us(16), .duration = us(9)});
  const weir::Run run = b.build();

  const auto file = written(run);
  ASSERT_TRUE(file.has_value()) << file.error().line();
  const auto back = readText(*file);
  ASSERT_TRUE(back.has_value()) << back.error().line();
  ASSERT_EQ(back->slices.size(), 3U);
  ASSERT_EQ(back->collectives.size(), 1U);
  EXPECT_EQ(back->collectives[0].bytes, 4096);
  EXPECT_EQ(back->collectives[0].operation, Operation::AllGather);
  EXPECT_EQ(back->collectives[0].duration, us(9));
  EXPECT_EQ(back->arrows.size(), 2U) << "the stream's order, and the dependency";
  EXPECT_EQ(back->originNs, run.originNs + 10'000) << "the first node's start";
  std::int64_t total = 0;
  for (const std::int64_t d : back->slices.duration) total += d;
  EXPECT_EQ(total, us(5 + 6 + 9)) << "whole microseconds: 5.6 become 6";

  RunBuilder two("kineto", Truth::Measured);
  for (const std::int32_t rank : {0, 1}) {
    Track t;
    t.rank = rank;
    t.kind = TrackKind::Stream;
    (void)two.slice({.track = two.track(t), .start = 0, .duration = 1, .name = two.intern("k"), .activity = Activity::Compute, .args = {}});
  }
  const auto refused = written(two.build());
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().what.find("holds one rank, this run has 2"), std::string::npos);
}

}  // namespace chakra_write_test
