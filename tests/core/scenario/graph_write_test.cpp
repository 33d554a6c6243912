#include "core/scenario/graph_write.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/scenario/graph_file.h"

namespace graph_write_test {
using namespace weir;

namespace {

Bandwidth gbps(double v) { return Bandwidth::bitsPerSecond(v * 1e9); }

// Two hosts at two switches, one of them with two cables, two cables between the switches, one way back besides.
NetworkGraph odd() {
  NetworkGraph g;
  g.hosts = {"a & b", "host <2>"};
  g.cables = {{"a & b", "s 1", gbps(100), Time::ns(500), false},   {"a & b", "s 2", gbps(12.3456789), Time::ps(1), false}, {"host <2>", "s 2", gbps(400), Time(), false},
              {"s 1", "s 2", gbps(200), Time::us(1), false},        {"s 1", "s 2", gbps(100), Time::us(2), false},          {"s 2", "s 1", gbps(50), Time::us(3), true},
              {"a & b", "host <2>", gbps(1) * (1.0 / 3), Time::ps(333), false}, {"s 1", "s 3", gbps(10), Time::us(1), true}, {"s 3", "s 1", gbps(20), Time::us(1), true}};
  return g;
}

void comesBack(const NetworkGraph& g) {
  const auto xml = writeSimgrid(g);
  ASSERT_TRUE(xml.has_value()) << xml.error().line();
  const auto again = parseGraph(*xml, "written.xml");
  ASSERT_TRUE(again.has_value()) << again.error().line() << "\n" << *xml;
  EXPECT_EQ(again->hosts, g.hosts);
  ASSERT_EQ(again->cables.size(), g.cables.size());
  for (std::size_t i = 0; i < g.cables.size(); ++i) EXPECT_TRUE(again->cables[i] == g.cables[i]) << i << " " << again->cables[i].from << " " << again->cables[i].to << "\n" << *xml;
}

}  // namespace

TEST(GraphWrite, SimgridReadsBackTheSame) {
  comesBack(odd());
  NetworkGraph one;
  one.hosts = {"alone"};
  comesBack(one);
}

TEST(GraphWrite, CableListReadsBackTheSame) {
  NetworkGraph g;
  g.hosts = {"h0", "h1"};
  g.cables = {{"h0", "s", gbps(100), Time::us(1), false}, {"h1", "s", Bandwidth{}, Time(), false}, {"h0", "h1", gbps(25), Time(), true}};
  const auto text = writeCableList(g);
  ASSERT_TRUE(text.has_value()) << text.error().line();
  const auto again = parseGraph(*text, "written");
  ASSERT_TRUE(again.has_value()) << again.error().line() << *text;
  EXPECT_TRUE(*again == g) << *text;
  EXPECT_FALSE(writeCableList(odd()).has_value());  // names with blanks
}

TEST(GraphWrite, CablesWithoutABandwidthTakeTheDefaults) {
  NetworkGraph g;
  g.hosts = {"a", "b"};
  g.cables = {{"a", "b", Bandwidth{}, Time(), false}};
  EXPECT_FALSE(writeSimgrid(g).has_value());
  const auto xml = writeSimgrid(g, {gbps(200), Time::us(2), "a title -- with hyphens"});
  ASSERT_TRUE(xml.has_value());
  const auto again = parseGraph(*xml, "written");
  ASSERT_TRUE(again.has_value()) << again.error().line();
  EXPECT_TRUE(again->cables[0].bandwidth == gbps(200));
  EXPECT_TRUE(again->cables[0].latency == Time::us(2));
}

TEST(GraphWrite, RefusesWhatIsNoNetwork) {
  NetworkGraph none;
  EXPECT_FALSE(writeSimgrid(none).has_value());
  NetworkGraph loop;
  loop.hosts = {"a"};
  loop.cables = {{"a", "a", gbps(1), Time(), false}};
  EXPECT_FALSE(writeSimgrid(loop).has_value());
  NetworkGraph control;
  control.hosts = {"a\x01"};
  EXPECT_FALSE(writeSimgrid(control).has_value());
}

TEST(GraphWrite, OfTheCorpus) {
  const std::string corpus = WEIR_SHARED_DIR "/corpus";
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "no corpus beside the project";
  int read = 0;
  for (const char* folder : {"/simgrid_platform", "/nccl_topo", "/wrench_platform"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(corpus + folder)) {
      if (file.path().extension() != ".xml" || file.path().filename() == "g5k.xml") continue;
      const auto g = loadGraph(file.path().string());
      if (!g) continue;
      SCOPED_TRACE(file.path());
      ++read;
      comesBack(*g);
    }
  EXPECT_GE(read, 25);
}

}  // namespace graph_write_test
