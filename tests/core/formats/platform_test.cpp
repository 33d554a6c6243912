// SimGrid platforms, NCCL topologies and graphs, MSCCL: small texts of our own, and the corpus' manifests.
#include <gtest/gtest.h>

#include "log_support.h"

namespace platform_test {
using namespace weir;
using namespace weir::test;

TEST(Platform, Simgrid) {
  const std::string xml =
      "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n<zone id=\"z\" routing=\"Full\">\n"
      "<host id=\"a\" speed=\"1Gf,2Gf\" core=\"4\"><disk id=\"d\" read_bw=\"100MBps\" write_bw=\"50MBps\"/><prop id=\"watt_per_state\" value=\"95.0:120.0\"/></host>\n<host id=\"b\" speed=\"1.5Gf\" state_file=\"b.trace\"/>\n"
      "<link id=\"l\" bandwidth=\"125MBps\" latency=\"50us\"/>\n<route src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route>\n</zone>\n</platform>\n";
  const auto run = mustRead(xml);
  EXPECT_EQ(run.format, "simgrid-platform");
  EXPECT_EQ(fact(run, "version"), "4.1");
  EXPECT_EQ(fact(run, "hosts"), "2");
  EXPECT_EQ(fact(run, "links"), "1");
  EXPECT_EQ(fact(run, "routes"), "1");
  EXPECT_EQ(fact(run, "network hosts"), "2");
  EXPECT_EQ(numbers(run, "hosts", "speed"), (std::vector<double>{1e9, 1.5e9}));
  EXPECT_EQ(numbers(run, "hosts", "cores"), (std::vector<double>{4, 1}));
  EXPECT_EQ(numbers(run, "links", "bandwidth"), (std::vector<double>{125e6}));
  EXPECT_DOUBLE_EQ(numbers(run, "links", "latency")[0], 50e-6);
  EXPECT_EQ(texts(run, "routes", "links"), (std::vector<std::string>{"l"}));
  EXPECT_EQ(texts(run, "disks", "host"), (std::vector<std::string>{"a"}));
  EXPECT_EQ(texts(run, "properties", "value"), (std::vector<std::string>{"95.0:120.0"}));
  EXPECT_EQ(texts(run, "profiles", "file"), (std::vector<std::string>{"b.trace"}));
  EXPECT_EQ(numbers(run, "xml elements", "parent"), (std::vector<double>{-1, 0, 1, 2, 2, 1, 1, 1, 7}));
  staysWholeInPieces(xml, "p.xml");
}

TEST(Platform, ClustersDeploymentsAndOldVersions) {
  const auto cluster = mustRead("<platform version=\"4\"><AS id=\"z\" routing=\"Full\"><cluster id=\"c\" prefix=\"n-\" suffix=\"\" radical=\"0-9,20\" power=\"1Gf\" bw=\"125MBps\" lat=\"50us\"/></AS></platform>");
  EXPECT_EQ(fact(cluster, "hosts"), "11");
  EXPECT_EQ(numbers(cluster, "clusters", "hosts"), (std::vector<double>{11}));
  const auto deployment = mustRead("<platform version=\"4.1\"><actor host=\"a\" function=\"worker\"><argument value=\"1\"/><argument value=\"x\"/></actor></platform>");
  EXPECT_EQ(fact(deployment, "actors"), "1");
  EXPECT_EQ(texts(deployment, "actors", "arguments"), (std::vector<std::string>{"1 x"}));
  EXPECT_EQ(deployment.notes.size(), 1U) << noteKinds(deployment);
  EXPECT_TRUE(deployment.notes[0].kind.starts_with("no network for simulations: "));
  const auto cut = mustRead("<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"><host id=\"a\" speed=\"1Gf\"/><host id=\"b\" sp");
  EXPECT_EQ(numbers(cut, "hosts", "speed")[0], 1e9);
  EXPECT_TRUE(cut.notes[0].kind.starts_with("not valid XML, read up to there")) << noteKinds(cut);
}

TEST(Platform, NcclTopology) {
  const auto run = mustRead(
      "<!-- c --><system version=\"2\"><cpu numaid=\"1\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"175\" modelid=\"1\"><pci busid=\"0:1\" class=\"0x120000\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">"
      "<gpu dev=\"0\" gcn=\"gfx942\" rank=\"3\" gdr=\"1\"><xgmi target=\"0:2\" count=\"2\"/></gpu></pci><pci busid=\"0:2\" class=\"0x120000\" link_speed=\"16 GT/s\" link_width=\"8\"><gpu dev=\"1\" gcn=\"gfx942\"/></pci>"
      "<nic><net name=\"eth0\" dev=\"0\" speed=\"100000\" port=\"1\" latency=\"0.5\"/></nic></cpu></system>");
  EXPECT_EQ(run.format, "nccl-topology");
  EXPECT_EQ(fact(run, "gpus"), "2");
  EXPECT_EQ(fact(run, "nics"), "1");
  EXPECT_EQ(texts(run, "gpus", "architecture"), (std::vector<std::string>{"gfx942", "gfx942"}));
  EXPECT_EQ(numbers(run, "gpus", "pcie width"), (std::vector<double>{16, 8}));
  EXPECT_EQ(numbers(run, "nets", "speed"), (std::vector<double>{12.5e9}));
  EXPECT_EQ(texts(run, "gpu links", "to"), (std::vector<std::string>{"0:2"}));
  EXPECT_EQ(numbers(run, "gpu links", "count"), (std::vector<double>{2}));
  EXPECT_EQ(fact(run, "network hosts"), "2");
}

TEST(Platform, GraphsAndMsccl) {
  const auto graphs = mustRead("<graphs version=\"1\"><graph id=\"0\" pattern=\"4\" nchannels=\"1\" speedintra=\"12\" typeintra=\"SYS\"><channel><net dev=\"0\"/><gpu dev=\"1\"/><gpu dev=\"0\"/></channel></graph></graphs>");
  EXPECT_EQ(texts(graphs, "channels", "gpus"), (std::vector<std::string>{"1 0"}));
  EXPECT_EQ(numbers(graphs, "graphs", "speedintra"), (std::vector<double>{12}));
  const auto msccl = mustRead("<algo name=\"x\" proto=\"LL\" ngpus=\"2\" coll=\"alltoall\"><gpu id=\"0\"><tb id=\"0\" send=\"1\" recv=\"-1\" chan=\"0\"><step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/></tb></gpu></algo>");
  EXPECT_EQ(msccl.format, "msccl");
  EXPECT_EQ(fact(msccl, "coll"), "alltoall");
  EXPECT_EQ(numbers(msccl, "steps", "send"), (std::vector<double>{1}));
}

TEST(Platform, Profiles) {
  const auto run = mustRead("0 1.0\n11 0.5\n20 0.9\nLOOPAFTER 1\n");
  EXPECT_EQ(run.format, "simgrid-profile");
  EXPECT_EQ(fact(run, "lines"), "4");
  EXPECT_EQ(fact(run, "loop after"), "1");
  EXPECT_EQ(numbers(run, "profile", "time"), (std::vector<double>{0, 11, 20}));
  EXPECT_FALSE(readNamed("5 1\n4 1\n", "x").has_value());
  EXPECT_FALSE(readNamed("1 2 3 4\n", "x").has_value());
}

TEST(Platform, HostileXmlIsRefusedOrRead) {
  std::string deep = "<platform version=\"4\">";
  for (int i = 0; i < 100'000; ++i) deep += "<zone>";
  const auto run = readNamed(deep, "x");
  EXPECT_FALSE(run.has_value());
  EXPECT_NE(run.error().what.find("stand in one another"), std::string::npos);
  const auto entity = readNamed("<!DOCTYPE p [<!ENTITY a \"aaaa\">]><platform version=\"&a;\"/>", "x");
  ASSERT_TRUE(entity.has_value());
  EXPECT_EQ(fact(*entity, "version"), "&a;");  // none is expanded
}

namespace {

void comparePlatforms(const std::string& folder, std::size_t files) {
  walkManifest(folder, files, {}, [](ManifestRow& row, const weir::Run& run) {
    if (row.expected.contains("lines")) {
      // The manifest counts the ends of lines: some profiles have none behind the last.
      std::ifstream in(row.file, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      expectKey(row, "lines", std::stoll(fact(run, "lines")) - (text.ends_with('\n') ? 0 : 1));
    }
    if (!row.expected.contains("root")) return;
    expectKey(row, "root", fact(run, "root"));
    expectKey(row, "version", fact(run, "version").empty() ? nlohmann::json(nullptr) : nlohmann::json(fact(run, "version")));
    nlohmann::json tags = nlohmann::json::object();
    const auto names = texts(run, "elements", "element");
    const auto counts = numbers(run, "elements", "count");
    ASSERT_EQ(names.size(), counts.size());
    const bool platform = fact(run, "root") == "platform";
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] != "platform") tags[names[i]] = static_cast<int>(counts[i]);  // the manifest leaves SimGrid's root out
    for (const auto& [element, fact_] : {std::pair{"gpu", "gpus"}, std::pair{"nic", "nics"}, std::pair{"net", "nets"}}) {
      // null: no such element. GPUs and network cards are told by their PCI class then, which the manifest does not.
      if (!row.expected.contains(fact_)) continue;
      EXPECT_EQ(tags.value(element, 0), row.expected[fact_].is_null() ? 0 : row.expected[fact_].get<int>()) << element;
      row.expected.erase(fact_);
    }
    expectKey(row, "tags", tags);
    if (platform) {
      EXPECT_FALSE(fact(run, "hosts").empty());
    }
  });
}

}  // namespace

TEST(PlatformCorpus, NcclTopo) {
  comparePlatforms("nccl_topo", 9);
  if (!haveShared()) return;
  const auto azure = test::open(shared("corpus/nccl_topo/azure/ndv4-topo.xml"));
  ASSERT_TRUE(azure.has_value());
  EXPECT_EQ(fact(*azure, "gpus"), "8");  // FORMATS.md: no gpu element, so the count comes from the PCI class
}
TEST(PlatformCorpus, SimgridPlatform) { comparePlatforms("simgrid_platform", 36); }
TEST(PlatformCorpus, WrenchPlatform) { comparePlatforms("wrench_platform", 2); }

namespace {

std::string writtenBy(std::string_view writer, const weir::Run& run) {
  std::string out;
  for (const FormatWriter& w : writers())
    if (w.name == writer) {
      const auto ok = w.write(run, [&](std::string_view bytes) -> Result<void> { out += bytes; return {}; }, {});
      EXPECT_TRUE(ok.has_value()) << (ok ? "" : ok.error().line());
    }
  return out;
}

// What a format of elements can hold is every element and attribute, in order; comments and text between them it cannot.
void comesBackAsXml(const weir::Run& run) {
  const auto again = readNamed(writtenBy("platform-xml", run), "again.xml");
  ASSERT_TRUE(again.has_value()) << again.error().line();
  EXPECT_EQ(again->format, run.format);
  for (const char* column : {"element", "attributes"}) EXPECT_EQ(texts(*again, "xml elements", column), texts(run, "xml elements", column));
  EXPECT_EQ(numbers(*again, "xml elements", "parent"), numbers(run, "xml elements", "parent"));
  EXPECT_EQ(again->tables.size(), run.tables.size());
  EXPECT_EQ(again->facts.size(), run.facts.size());
  for (std::size_t i = 0; i < std::min(again->facts.size(), run.facts.size()); ++i) EXPECT_EQ(again->facts[i].value, run.facts[i].value) << run.facts[i].name;
}

}  // namespace

TEST(PlatformWrite, TheSameDocument) {
  comesBackAsXml(mustRead("<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"><host id=\"a &amp; &quot;b&quot; &lt;c&gt; ü\" speed=\"1Gf\"/><host id=\"b\" speed=\"2Gf\"/></zone></platform>", "p.xml"));
  if (!haveShared()) return;
  for (const char* folder : {"nccl_topo", "simgrid_platform", "wrench_platform"})
    for (const ManifestRow& row : manifest(folder)) {
      if (!row.file.ends_with(".xml")) continue;
      SCOPED_TRACE(row.file);
      const auto run = test::open(row.file);
      ASSERT_TRUE(run.has_value());
      comesBackAsXml(*run);
    }
}

TEST(PlatformWrite, AsASimgridPlatform) {
  const auto topology = mustRead("<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\" vendor=\"GenuineIntel\" modelid=\"85\"><pci busid=\"0:1\" class=\"0x030200\" link_speed=\"16 GT/s\" link_width=\"16\"><gpu dev=\"0\" sm=\"80\"/></pci>"
                                 "<pci busid=\"0:2\" class=\"0x030200\" link_speed=\"16 GT/s\" link_width=\"16\"><gpu dev=\"1\" sm=\"80\"/></pci></cpu></system>");
  const auto platform = readNamed(writtenBy("simgrid-platform", topology), "p.xml");
  ASSERT_TRUE(platform.has_value()) << platform.error().line();
  EXPECT_EQ(platform->format, "simgrid-platform");
  EXPECT_EQ(texts(*platform, "hosts", "host"), (std::vector<std::string>{"gpu 0", "gpu 1"}));
  EXPECT_EQ(fact(*platform, "network cables"), fact(topology, "network cables"));
}

}  // namespace platform_test
