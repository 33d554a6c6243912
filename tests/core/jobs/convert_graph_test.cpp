#include "core/jobs/convert_graph.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/scenario/graph_file.h"
#include "core/scenario/graph_write.h"
#include "core/scenario/json.h"

namespace convert_graph_test {
using namespace weir;

namespace {

std::string folder() {
  const std::string path = testing::TempDir() + "/weir-convert-graph";
  std::filesystem::create_directories(path);
  return path;
}
std::string file(const std::string& name, const std::string& text) {
  const std::string path = folder() + "/" + name;
  std::ofstream(path) << text;
  return path;
}

const std::string kScenario =
    R"({"machine": {"nodes": 16, "node": {"nics": 1, "nic": {"bandwidth": "100Gbps", "latency": "1us"}}, "network": {"topology": "fat-tree", "levels": 3, "radix": 4, "link": {"bandwidth": "100Gbps", "latency": "500ns"}}},
        "workload": {"kind": "traffic", "pattern": "permutation", "size": "2MB"}})";

}  // namespace

TEST(ConvertGraph, AMachineAsAPlatform) {
  const Presets presets;
  const std::string in = file("machine.json", kScenario), out = folder() + "/machine.platform.xml";
  EXPECT_TRUE(convertsToNetwork(in, out));
  EXPECT_FALSE(convertsToNetwork(in, folder() + "/machine.json.gz"));
  const auto done = convertNetwork(in, out, presets);
  ASSERT_TRUE(done.has_value()) << done.error().line();
  const auto platform = loadGraph(out);
  ASSERT_TRUE(platform.has_value()) << platform.error().line();
  // k = 4, 3 levels: 16 hosts, 16 + 16 + 16 cables, and the same graph as the machine's.
  EXPECT_EQ(platform->hosts.size(), 16U);
  EXPECT_EQ(platform->cables.size(), 48U);
  const auto machine = loadScenario(in, presets);
  ASSERT_TRUE(machine.has_value());
  const auto network = networkOf(machine->machine);
  ASSERT_TRUE(network.has_value());
  EXPECT_TRUE(*platform == *network);
  EXPECT_TRUE(platform->cables[0].bandwidth == Bandwidth::bitsPerSecond(100e9));
}

TEST(ConvertGraph, APlatformAsAListAndBack) {
  const Presets presets;
  const std::string in = file("two.xml",
                              "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"><host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"1Gf\"/><link id=\"l\" bandwidth=\"125MBps\" latency=\"50us\"/>"
                              "<route src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route></zone></platform>");
  const std::string list = folder() + "/two.cables", again = folder() + "/two.platform.xml";
  ASSERT_TRUE(convertsToNetwork(in, list));
  ASSERT_TRUE(convertNetwork(in, list, presets).has_value());
  ASSERT_TRUE(convertsToNetwork(list, again));
  ASSERT_TRUE(convertNetwork(list, again, presets).has_value());
  EXPECT_TRUE(*loadGraph(again) == *loadGraph(in));
}

TEST(ConvertGraph, SaysWhatIsWrong) {
  const Presets presets;
  const std::string in = file("broken.xml", "<platform version=\"4.1\"><zone id=\"z\"/></platform>");
  const auto none = convertNetwork(in, folder() + "/x.platform.xml", presets);
  ASSERT_FALSE(none.has_value());
  EXPECT_NE(none.error().what.find("no hosts"), std::string::npos);
  EXPECT_FALSE(convertsToNetwork(folder() + "/absent.xml", folder() + "/x.platform.xml"));
  const std::string good = file("good.cables", "host a b\na b 1Gbps 1us\n");
  EXPECT_FALSE(convertNetwork(good, "/nowhere/at/all.platform.xml", presets).has_value());
}

}  // namespace convert_graph_test
