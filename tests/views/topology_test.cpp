// The topology view: colours follow the load, the time range moves them, what is drawn as one says so, and a figure comes
// from the same painter.
#include "views/topology/topology_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <ctime>
#include <iostream>

#include "core/jobs/network_picture.h"
#include "core/scenario/json.h"
#include "core/simulate/simulate.h"
#include "tests/views/support.h"
#include "views/figures/export_figure.h"
#include "views/heatmap/heatmap_view.h"
#include "views/topology/load_scale.h"

namespace topology_test {
using namespace weir;
using test::look;
using test::shown;

namespace {

Scenario traffic(Topology t, int nodes, const char* pattern = "permutation", std::int64_t bytes = 500'000) {
  Scenario s;
  s.name = "traffic";
  s.machine.nodes = nodes;
  s.machine.network.topology = t;
  s.machine.network.link.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.machine.network.link.latency = Time::us(1);
  s.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.workload.kind = Workload::Kind::Traffic;
  s.workload.pattern = pattern;
  s.workload.size = Bytes::of(bytes);
  return s;
}

RunPtr played(const Scenario& s, Fidelity f = Fidelity::Packet) {
  const auto done = simulate(s, f, {}, Job{});
  EXPECT_TRUE(done) << (done ? "" : done.error().line());
  return done ? done->run : nullptr;
}

// A run of a network whose first link is full, the second half full, at first; then the other way round.
RunPtr twoHalves(const Scenario& s, const NetworkPicture& p) {
  RunBuilder b("weir-packet", Truth::Simulated);
  b.run().scenario = scenarioToJson(s);
  const auto counter = [&](std::uint32_t link, std::vector<float> v) {
    Counter c;
    c.name = b.intern(p.linkName(link));
    c.group = b.intern("link utilisation");
    c.unit = "1";
    c.step = 1'000'000;
    c.value = std::move(v);
    b.counter(std::move(c));
  };
  counter(0, {1, 1, 0.5F, 0.5F});
  counter(2, {0.5F, 0.5F, 1, 1});
  return std::make_shared<const weir::Run>(b.build());
}

void settle(TopologyView& v) {
  for (int i = 0; i < 500 && v.busy(); ++i) QTest::qWait(10);
  QApplication::processEvents();
  ASSERT_FALSE(v.busy());
}

bool near(const QColor& a, const QColor& b, int by) {
  return std::abs(a.red() - b.red()) <= by && std::abs(a.green() - b.green()) <= by && std::abs(a.blue() - b.blue()) <= by;
}

}  // namespace

TEST(LoadScale, RunsOneWayInLuminanceAndStandsOffItsBackground) {
  for (const theme::Mode mode : {theme::Mode::Light, theme::Mode::Dark}) {
    const double back = loadscale::luminance(theme::colors(mode).background);
    double before = loadscale::luminance(loadscale::color(0, mode));
    for (int i = 1; i <= 50; ++i) {
      const double l = loadscale::luminance(loadscale::color(i / 50.0, mode));
      EXPECT_TRUE(mode == theme::Mode::Light ? l < before : l > before) << i;
      before = l;
    }
    // WCAG contrast of what is hot against what it stands on.
    const double hot = loadscale::luminance(loadscale::color(1, mode));
    EXPECT_GT((std::max(hot, back) + 0.05) / (std::min(hot, back) + 0.05), 7);
    const double half = loadscale::luminance(loadscale::color(0.5, mode));
    EXPECT_GT((std::max(half, back) + 0.05) / (std::min(half, back) + 0.05), 2.5);
  }
}

TEST(Topology, EmptySaysWhatWouldAppear) {
  ViewState state;
  TopologyView view(state);
  EXPECT_TRUE(view.emptyReason().contains("Simulate packets"));
  EXPECT_TRUE(view.table().isEmpty());
  state.putRun(shown(1, test::training(4), "four ranks"));
  EXPECT_TRUE(view.emptyReason().contains("four ranks")) << view.emptyReason().toStdString();
  EXPECT_TRUE(view.emptyReason().contains("measured"));
  look(view, "topology_empty");
}

TEST(Topology, TheScenarioInHandIsShownWithoutLoad) {
  ViewState state;
  TopologyView view(state);
  view.resize(900, 600);
  view.show();
  auto a = std::make_shared<Answered>();
  a->scenario = traffic(Topology::FatTree, 32);
  state.setAnswered(a);
  settle(view);
  EXPECT_EQ(view.emptyReason(), "");
  ASSERT_FALSE(view.canvas().picture().empty());
  EXPECT_FALSE(view.canvas().picture().loaded);
  EXPECT_TRUE(view.canvas().picture().remark.startsWith("Not simulated yet"));
  look(view, "topology_plain");
  // Another machine, another network.
  auto b = std::make_shared<Answered>();
  b->scenario = traffic(Topology::LeafSpine, 32);
  state.setAnswered(b);
  settle(view);
  EXPECT_EQ(view.canvas().picture().network->topology, Topology::LeafSpine);
  // One that cannot be built says why.
  auto c = std::make_shared<Answered>();
  c->scenario = traffic(Topology::LeafSpine, 32);
  c->scenario.machine.network.leaves = 2;
  c->scenario.machine.network.hosts_per_leaf = 4;
  state.setAnswered(c);
  settle(view);
  EXPECT_TRUE(view.canvas().picture().empty());
  EXPECT_TRUE(view.emptyReason().contains("do not fit")) << view.emptyReason().toStdString();
}

TEST(Topology, ColoursFollowTheLoadAndTheTimeRange) {
  const Scenario s = traffic(Topology::LeafSpine, 16);
  const auto network = networkPicture(s);
  ASSERT_TRUE(network);
  ViewState state;
  TopologyView view(state);
  view.resize(1000, 640);
  view.show();
  state.putRun(shown(1, twoHalves(s, **network), "two halves"));
  settle(view);
  const TopologyPicture& p = view.canvas().picture();
  ASSERT_TRUE(p.loaded);
  EXPECT_DOUBLE_EQ(p.high, 1) << "full is full, whatever the run";
  EXPECT_FLOAT_EQ(p.of(0), 0.75F);
  EXPECT_FLOAT_EQ(p.of(2), 0.75F);
  state.setTimeRange({0, 2'000'000});
  settle(view);
  EXPECT_FLOAT_EQ(view.canvas().picture().of(0), 1);
  EXPECT_FLOAT_EQ(view.canvas().picture().of(2), 0.5F);
  ASSERT_FALSE(view.canvas().picture().hot.empty());
  EXPECT_EQ(view.canvas().picture().hot.front(), 0U) << "the hottest is named first";
  // What is on the screen has the colours of the scale.
  // Three times as fine: lines wider than a pixel have their full colour.
  QImage image(view.canvas().size() * 3, QImage::Format_RGB32);
  image.setDevicePixelRatio(3);
  image.fill(Qt::white);
  {
    QPainter g(&image);
    g.setRenderHint(QPainter::Antialiasing);
    paintTopology(g, view.canvas().picture(), view.canvas().scene(), view.canvas().rect(), chart::onScreen(theme::Mode::Light, &view.canvas()));
  }
  const TopologyScene& scene = view.canvas().scene();
  ASSERT_TRUE(scene.bothWays);
  int seen = 0;
  for (const SceneLink& l : scene.links) {
    if (l.link != 0 && l.link != 2) continue;
    const bool forward = l.nodeA < l.nodeB;
    EXPECT_TRUE(forward);
    const QPoint at = (linkPath(l, -1).pointAtPercent(0.3) * 3).toPoint();
    const QColor want = loadscale::color(l.link == 0 ? 1 : 0.5, theme::Mode::Light);
    bool found = false;
    for (int dx = -2; dx <= 2; ++dx)
      for (int dy = -2; dy <= 2; ++dy) found = found || near(image.pixelColor(at + QPoint(dx, dy)), want, 12);
    EXPECT_TRUE(found) << "link " << l.link << ": " << image.pixelColor(at).name().toStdString() << " for " << want.name().toStdString();
    ++seen;
  }
  EXPECT_EQ(seen, 2);
  state.setTimeRange({2'000'000, 4'000'000});
  settle(view);
  EXPECT_EQ(view.canvas().picture().hot.front(), 2U);
  look(view, "topology_two_halves");
}

TEST(Topology, ASimulatedFatTreeIsColouredWhereItIsHot) {
  const Scenario s = traffic(Topology::FatTree, 16, "incast");
  ViewState state;
  TopologyView view(state);
  view.resize(1100, 700);
  view.show();
  state.putRun(shown(1, played(s), "incast"));
  settle(view);
  const TopologyPicture& p = view.canvas().picture();
  ASSERT_TRUE(p.loaded);
  ASSERT_FALSE(p.hot.empty());
  const auto& hottest = p.network->links[p.hot.front()];
  EXPECT_EQ(p.network->nodes[hottest.to].level, 0) << "an incast fills the receiver's link: " << p.network->linkName(p.hot.front());
  EXPECT_GT(p.of(p.hot.front()), 0.9F);
  look(view, "topology_incast");
  TopologyView::Settings q = view.settings();
  q.group = "queue depth";
  view.setSettings(q);
  settle(view);
  EXPECT_EQ(view.canvas().picture().unit, "B");
  EXPECT_GT(view.canvas().picture().high, 4096);
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  look(view, "topology_queues_dark");
  qApp->setPalette(theme::palette(theme::Mode::Light));
  EXPECT_EQ(view.table().size(), static_cast<qsizetype>(p.network->links.size()) + 1);
}

TEST(Topology, LargeNetworksAreMergedAndDrawWithinAFrame) {
  const Scenario s = traffic(Topology::FatTree, 1024, "permutation", 20'000);
  ViewState state;
  TopologyView view(state);
  view.resize(1200, 760);
  view.show();
  state.putRun(shown(1, played(s), "1,024 hosts"));
  settle(view);
  const TopologyScene& scene = view.canvas().scene();
  EXPECT_TRUE(scene.merged);
  std::size_t strips = 0;
  for (const SceneNode& n : scene.nodes) strips += n.cluster() && n.level == 0 ? 1 : 0;
  EXPECT_EQ(strips, 128U) << "a strip an edge switch";
  for (const SceneNode& n : scene.nodes) EXPECT_TRUE(n.level > 0 || n.cluster());
  // Every cable is in exactly one line.
  std::size_t cables = 0;
  for (const SceneLink& l : scene.links) cables += l.cables;
  EXPECT_EQ(cables * 2, view.canvas().picture().network->links.size());
  QImage image(1200, 760, QImage::Format_RGB32);
  std::vector<double> ms;
  for (int i = 0; i < 7; ++i) {
    const std::clock_t begin = std::clock();
    QPainter g(&image);
    g.setRenderHint(QPainter::Antialiasing);
    const chart::Style style = chart::onScreen(theme::Mode::Light, &image);
    const TopologyScene composed = composeTopology(view.canvas().picture(), QRectF(0, 0, 1200, 700), {}, style, &image);
    paintTopology(g, view.canvas().picture(), composed, QRectF(0, 0, 1200, 700), style);
    g.end();
    ms.push_back(static_cast<double>(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC);
  }
  std::sort(ms.begin(), ms.end());
  std::cout << "1,024 hosts composed and painted in " << ms.front() << " ms of CPU (a frame has 16)\n";
  EXPECT_LT(ms.front(), 40) << "twice what it takes";
  look(view, "topology_1024");
  // Closer up every host has a dot of its own.
  view.canvas().setCamera({12, 0.1, 0.85});
  EXPECT_TRUE(std::any_of(view.canvas().scene().nodes.begin(), view.canvas().scene().nodes.end(), [](const SceneNode& n) { return n.level == 0 && !n.cluster(); }));
  look(view, "topology_1024_near");
}

TEST(Topology, EveryShapeIsDrawn) {
  struct Case {
    const char* name;
    Topology topology;
    int nodes;
    std::vector<int> dimensions;
  };
  for (const Case& c : {Case{"dragonfly", Topology::Dragonfly, 72, {}}, Case{"dragonflyplus", Topology::DragonflyPlus, 64, {}}, Case{"torus2", Topology::Torus, 32, {4, 8}},
                        Case{"torus3", Topology::Torus, 64, {4, 4, 4}}, Case{"hyperx", Topology::HyperX, 64, {4, 4}}, Case{"slimfly", Topology::SlimFly, 150, {}},
                        Case{"rail", Topology::Rail, 32, {}}, Case{"mesh", Topology::Mesh, 36, {6, 6}}, Case{"switch", Topology::SingleSwitch, 8, {}}}) {
    ViewState state;
    TopologyView view(state);
    view.resize(1000, 700);
    view.show();
    auto a = std::make_shared<Answered>();
    a->scenario = traffic(c.topology, c.nodes);
    a->scenario.machine.network.dimensions = c.dimensions;
    if (c.topology == Topology::Rail) a->scenario.machine.node.nics = 4;
    state.setAnswered(a);
    settle(view);
    ASSERT_FALSE(view.canvas().picture().empty()) << c.name << ": " << view.emptyReason().toStdString();
    const TopologyScene& scene = view.canvas().scene();
    for (const SceneNode& n : scene.nodes) EXPECT_TRUE(scene.plot.adjusted(-12, -12, 12, 12).contains(n.box.center())) << c.name;
    std::size_t cables = 0;
    for (const SceneLink& l : scene.links) cables += l.cables;
    EXPECT_EQ(cables * 2, view.canvas().picture().network->links.size()) << c.name;
    look(view, QStringLiteral("topology_%1").arg(QLatin1String(c.name)));
  }
}

TEST(Topology, FailedLinksAreSaidAndMarked) {
  Scenario s = traffic(Topology::LeafSpine, 16);
  s.machine.network.faults = {{"leaf 0", "spine 1", 0}};
  ViewState state;
  TopologyView view(state);
  view.resize(1000, 640);
  view.show();
  state.putRun(shown(1, played(s), "one spine link failed"));
  settle(view);
  const TopologyPicture& p = view.canvas().picture();
  ASSERT_FALSE(p.empty()) << view.emptyReason().toStdString();
  EXPECT_TRUE(p.remark.contains("1 cable")) << p.remark.toStdString();
  const auto failed = p.network->find("leaf 0 > spine 1");
  ASSERT_NE(failed, NetworkPicture::kNone);
  EXPECT_TRUE(std::isnan(p.of(failed)));
  std::size_t marked = 0;
  for (const SceneLink& l : view.canvas().scene().links) marked += l.failed;
  EXPECT_EQ(marked, 1U);
  look(view, "topology_failed");
}

TEST(Topology, HoverSaysAndAClickSelectsTheLinkForAllViews) {
  const Scenario s = traffic(Topology::LeafSpine, 16);
  ViewState state;
  TopologyView view(state);
  HeatmapView heat(state);
  HeatmapView::Settings links;
  links.show = HeatmapView::Settings::Show::Links;
  heat.setSettings(links);
  heat.resize(900, 600);
  view.resize(1000, 640);
  view.show();
  state.putRun(shown(4, played(s), "permutation"));
  settle(view);
  QSignalSpy hover(&state, &ViewState::hoverChanged);
  const TopologyScene& scene = view.canvas().scene();
  const SceneLink& l = scene.links.back();  // the hottest is on top
  // On its busier side, which lies a pixel from the other: the idle way has no row in the other view.
  const bool back = l.backward > l.forward;
  QPointF at;
  for (double t = 0.3; t < 0.7 && at.isNull(); t += 0.01) {
    const QPoint p = linkPath(l, back ? 1 : -1).pointAtPercent(t).toPoint();
    const TopologyHit hit = hitTopology(scene, p, 6);
    if (hit.link && scene.links[*hit.link].link == l.link && hit.backward == back) at = p;
  }
  ASSERT_FALSE(at.isNull());
  QTest::mouseMove(&view.canvas(), at.toPoint());
  QApplication::processEvents();
  ASSERT_FALSE(hover.isEmpty());
  EXPECT_TRUE(hover.last().front().toString().contains("100 Gb/s")) << hover.last().front().toString().toStdString();
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, at.toPoint());
  ASSERT_EQ(state.selection().kind, Selection::Kind::Link);
  EXPECT_EQ(state.selection().runId, 4);
  EXPECT_NE(view.canvas().picture().network->find(state.selection().link), NetworkPicture::kNone);
  QStringList facts;
  for (const auto& [what, value] : state.selection().facts) facts << what + ": " + value;
  EXPECT_TRUE(facts.join("; ").contains("mean")) << facts.join("; ").toStdString();
  // The other view marks the same link, once it is looked at.
  heat.show();
  QApplication::processEvents();
  EXPECT_TRUE(heat.canvas().selected().has_value());
  // A click on nothing lets go.
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, scene.plot.topLeft().toPoint() + QPoint(2, 2));
  EXPECT_EQ(state.selection().kind, Selection::Kind::None);
}

TEST(Topology, ZoomKeepsWhatIsUnderThePointerAndFitShowsAll) {
  ViewState state;
  TopologyView view(state);
  view.resize(1000, 640);
  view.show();
  auto a = std::make_shared<Answered>();
  a->scenario = traffic(Topology::FatTree, 64);
  state.setAnswered(a);
  settle(view);
  TopologyCanvas& canvas = view.canvas();
  const QPointF at = canvas.scene().plot.center() + QPointF(60, 40);
  const auto networkAt = [&] { return QPointF((at.x() - canvas.scene().origin.x()) / canvas.scene().scaleX, (at.y() - canvas.scene().origin.y()) / canvas.scene().scaleY); };
  const QPointF before = networkAt();
  canvas.zoom(3, at);
  EXPECT_DOUBLE_EQ(canvas.camera().zoom, 3);
  EXPECT_NEAR(networkAt().x(), before.x(), 1e-6);
  EXPECT_NEAR(networkAt().y(), before.y(), 1e-6);
  canvas.setCamera({4, 5, -3});
  EXPECT_LE(canvas.camera().x, 1 - 0.5 / 4 + 1e-12) << "the network never leaves the picture";
  EXPECT_GE(canvas.camera().y, 0.5 / 4 - 1e-12);
  canvas.fit();
  EXPECT_EQ(canvas.camera(), Camera{});
}

TEST(Topology, AFigureIsTheSameBytesTwice) {
  const Scenario s = traffic(Topology::FatTree, 16);
  ViewState state;
  state.putRun(shown(1, played(s), "permutation"));
  TopologyView view(state);
  EXPECT_EQ(view.emptyReason(), "");
  const auto svg = [&] {
    QTemporaryDir dir;
    const QString file = dir.filePath("t.svg");
    auto o = figureOptions("paper");
    EXPECT_TRUE(o);
    const auto done = exportFigure(view, file.toStdString(), *o);
    EXPECT_TRUE(done) << (done ? "" : done.error().line());
    QFile f(file);
    EXPECT_TRUE(f.open(QIODevice::ReadOnly));
    return f.readAll();
  };
  const QByteArray a = svg();
  EXPECT_GT(a.size(), 4000);
  EXPECT_EQ(a, svg());
  EXPECT_TRUE(a.contains("Hottest links"));
}

TEST(Topology, TheStripMovesTheSharedTimeRange) {
  const Scenario s = traffic(Topology::LeafSpine, 16);
  ViewState state;
  TopologyView view(state);
  view.resize(1000, 640);
  view.show();
  state.putRun(shown(1, played(s), "permutation"));
  settle(view);
  ASSERT_FALSE(view.strip().load().empty());
  EXPECT_TRUE(view.strip().isVisible());
  const auto whole = state.whole();
  QTest::mouseClick(&view.strip(), Qt::LeftButton, {}, QPoint(view.strip().width() / 2, 10));
  EXPECT_NE(state.timeRange(), whole);
  const auto width = state.timeRange().second - state.timeRange().first;
  EXPECT_NEAR(static_cast<double>(width), static_cast<double>(whole.second - whole.first) / 20, static_cast<double>(whole.second) * 0.01);
  QTest::keyClick(&view.strip(), Qt::Key_Home);
  EXPECT_EQ(state.timeRange(), whole);
}

}  // namespace topology_test
