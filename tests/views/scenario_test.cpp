// The scenario panel: what a field shows can be given back to it, nothing typed is lost, every change can be undone.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QTest>
#include <QTreeWidget>

#include "core/scenario/json.h"
#include "core/scenario/presets.h"
#include "core/scenario/validate.h"
#include "views/scenario/field.h"
#include "views/scenario/field_row.h"
#include "views/scenario/field_units.h"
#include "views/scenario/number_edit.h"
#include "views/scenario/scenario_panel.h"

namespace scenario_test {
using namespace weir;

namespace {

Presets presets() {
  auto p = Presets::load(WEIR_SOURCE_DIR "/resources/presets");
  EXPECT_TRUE(p) << (p ? "" : p.error().line());
  return p ? std::move(*p) : Presets();
}

// Machines with workloads: every seventh pair, so that each of both has its turn.
std::vector<Scenario> scenarios() {
  const Presets p = presets();
  std::vector<Scenario> out;
  int pair = 0;
  for (const std::string& m : p.names(PresetInfo::Kind::Machine))
    for (const std::string& w : p.names(PresetInfo::Kind::Workload)) {
      if (pair++ % 7 != 0) continue;
      Scenario s;
      s.machine = p.machine(m)->value;
      s.workload = p.workload(w)->value;
      const auto& peak = s.machine.node.accelerator.peak;
      if (!peak.contains(s.workload.precision)) s.workload.precision = peak.begin()->first;
      out.push_back(std::move(s));
    }
  return out;
}

Scenario training() {
  const Presets p = presets();
  Scenario s;
  s.machine = p.machine("perlmutter")->value;
  s.workload = p.workload("resnet-50-imagenet")->value;
  s.plan.global_batch = 1024;
  return s;
}

}  // namespace

TEST(Fields, WhatAFieldShowsCanBeGivenBackToItWithoutAChange) {
  for (const Scenario& s : scenarios())
    for (const Field& f : scenarioFields()) {
      if (f.applies && !f.applies(s)) continue;
      Scenario t = s;
      const auto r = f.set(t, f.get(s));
      EXPECT_TRUE(r) << f.path.toStdString() << " = " << f.get(s).toStdString() << ": " << (r ? "" : r.error().line());
      EXPECT_EQ(scenarioToJson(t), scenarioToJson(s)) << f.path.toStdString() << " = " << f.get(s).toStdString();
    }
}

TEST(Fields, EveryStopIsTaken) {
  for (const Scenario& s : scenarios())
    for (const Field& f : scenarioFields()) {
      if (!f.stops || (f.applies && !f.applies(s))) continue;
      const QStringList stops = f.stops(s);
      for (const QString& stop : stops) {
        Scenario t = s;
        EXPECT_TRUE(f.set(t, stop)) << f.path.toStdString() << " = " << stop.toStdString();
        EXPECT_EQ(f.get(t), stop) << f.path.toStdString();
      }
      if (!stops.isEmpty()) { EXPECT_GE(f.nearestStop(s), 0); }
      EXPECT_LT(f.nearestStop(s), std::max<int>(1, int(stops.size())));
    }
}

TEST(Fields, EveryPathIsOneThatFilesKnow) {
  const Scenario s = training();
  QStringList known;
  for (const Setting& setting : settings(s)) known << QString::fromStdString(setting.path);
  for (const Field& f : scenarioFields()) {
    if (f.applies && !f.applies(s)) continue;
    if (f.path.startsWith(QStringLiteral("machine.storage.")) || f.path == QStringLiteral("workload.model.name")) continue;  // of the tier in use; the model is one value in a file
    if (f.path == QStringLiteral("machine.network.faults")) continue;  // a list: a file has its items
    EXPECT_TRUE(known.contains(f.path)) << f.path.toStdString();
  }
}

TEST(Fields, TextsAreReadableAndExact) {
  using fieldtext::text;
  EXPECT_EQ(text(Bandwidth::bitsPerSecond(200e9)), "200 Gb/s");
  EXPECT_EQ(text(Bandwidth::bitsPerSecond(13.19e9)), "13.19 Gb/s");
  EXPECT_EQ(text(Bytes::of(25 << 20)), "25 MiB");
  EXPECT_EQ(fieldtext::bytesText(Bandwidth::bytesPerSecond(67.89e9)), "67.89 GB/s");
  EXPECT_EQ(fieldtext::withUnitOf("400", "200 Gb/s"), "400 Gb/s");
  EXPECT_EQ(fieldtext::withUnitOf("400 Mb/s", "200 Gb/s"), "400 Mb/s");
  EXPECT_EQ(fieldtext::withUnitOf("fast", "200 Gb/s"), "fast");
}

TEST(Fields, AnErrorFindsItsField) {
  const auto fields = scenarioFields();
  const auto at = [&](const QString& where) {
    const int i = fieldOf(fields, where);
    return i < 0 ? QString() : fields[std::size_t(i)].path;
  };
  EXPECT_EQ(at("job.json, line 12, machine.network.link.bandwidth"), "machine.network.link.bandwidth");
  EXPECT_EQ(at("machine.storage.nvme.read"), "machine.storage.read");
  EXPECT_EQ(at("plan.data.tier"), "plan.data.tier");
  EXPECT_EQ(at("somewhere else"), "");
}

TEST(ScenarioPanel, TypingChangesAnnouncesAndCanBeUndone) {
  ScenarioPanel panel;
  panel.setValidator(validate);
  panel.setScenario(training());
  int announced = 0;
  QObject::connect(&panel, &ScenarioPanel::scenarioChanged, [&] { ++announced; });
  auto* edit = panel.findChild<NumberEdit*>("machine.network.link.bandwidth");
  ASSERT_TRUE(edit);
  auto* line = edit->findChild<QLineEdit*>();
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, "400");
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(panel.scenario().machine.network.link.bandwidth, Bandwidth::bitsPerSecond(400e9)) << "a bare number takes the unit shown";
  EXPECT_EQ(announced, 1);
  EXPECT_TRUE(panel.row("machine.network.link.bandwidth")->changed());
  panel.undoStack()->undo();
  EXPECT_EQ(panel.scenario().machine.network.link.bandwidth, training().machine.network.link.bandwidth);
  EXPECT_FALSE(panel.row("machine.network.link.bandwidth")->changed());
  EXPECT_EQ(announced, 2);
}

TEST(ScenarioPanel, ARefusedTextStaysUntilItIsMendedOrGivenUp) {
  ScenarioPanel panel;
  panel.setScenario(training());
  auto* edit = panel.findChild<NumberEdit*>("machine.network.link.latency");
  ASSERT_TRUE(edit);
  auto* line = edit->findChild<QLineEdit*>();
  const QString before = line->text();
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, "3 parsec");
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(line->text(), "3 parsec");
  ASSERT_EQ(panel.messages().size(), 1);
  EXPECT_TRUE(panel.messages().first().contains("parsec")) << panel.messages().first().toStdString();
  EXPECT_EQ(panel.scenario().machine.network.link.latency, training().machine.network.link.latency);
  // Another field changes: what was typed here is still here.
  panel.edit("plan.global_batch", "2048");
  EXPECT_EQ(line->text(), "3 parsec");
  QTest::keyClick(line, Qt::Key_Escape);
  EXPECT_EQ(line->text(), before);
  EXPECT_TRUE(panel.messages().isEmpty());
}

TEST(ScenarioPanel, AnUnanswerableScenarioIsNotAnnouncedButShownAtItsField) {
  ScenarioPanel panel;
  panel.setValidator([](const Scenario& s) -> Result<void> {
    if (s.plan.global_batch > 4096) return fail("too large", "plan.global_batch", "at most 4096");
    return {};
  });
  panel.setScenario(training());
  int announced = 0, refused = 0;
  QObject::connect(&panel, &ScenarioPanel::scenarioChanged, [&] { ++announced; });
  QObject::connect(&panel, &ScenarioPanel::scenarioRefused, [&] { ++refused; });
  panel.edit("plan.global_batch", "8192");
  EXPECT_EQ(announced, 0);
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(panel.scenario().plan.global_batch, 8192);
  EXPECT_TRUE(panel.row("plan.global_batch")->message().contains("at most 4096"));
  panel.edit("plan.global_batch", "4096");
  EXPECT_EQ(announced, 1);
  EXPECT_TRUE(panel.messages().isEmpty());
}

TEST(ScenarioPanel, ADragIsOneUndoStepTwoDragsAreTwo) {
  ScenarioPanel panel;
  panel.setScenario(training());
  for (const char* v : {"2048", "4096", "8192"}) panel.edit("plan.global_batch", v, true);
  panel.endGesture();
  EXPECT_EQ(panel.undoStack()->count(), 1);
  for (const char* v : {"4096", "2048"}) panel.edit("plan.global_batch", v, true);
  panel.endGesture();
  EXPECT_EQ(panel.undoStack()->count(), 2);
  panel.undoStack()->undo();
  EXPECT_EQ(panel.scenario().plan.global_batch, 8192);
  panel.undoStack()->undo();
  EXPECT_EQ(panel.scenario().plan.global_batch, 1024);
}

TEST(ScenarioPanel, SlidersWorkFromTheKeyboard) {
  ScenarioPanel panel;
  panel.setScenario(training());
  auto* slider = panel.findChild<QSlider*>("plan.global_batch.slider");
  ASSERT_TRUE(slider);
  const auto before = panel.scenario().plan.global_batch;
  QTest::keyClick(slider, Qt::Key_Right);
  EXPECT_EQ(panel.scenario().plan.global_batch, 2 * before);
  QTest::keyClick(slider, Qt::Key_Left);
  EXPECT_EQ(panel.scenario().plan.global_batch, before);
}

TEST(ScenarioPanel, FieldsThatDoNotApplyAreNotThere) {
  ScenarioPanel panel;
  Scenario s = training();
  s.machine.network.topology = Topology::SingleSwitch;
  panel.setScenario(s);
  EXPECT_TRUE(panel.row("machine.network.taper")->isHidden());
  panel.edit("machine.network.topology", "fat-tree");
  EXPECT_FALSE(panel.row("machine.network.taper")->isHidden());
  panel.edit("workload.model.name", "gpt");
  EXPECT_FALSE(panel.row("workload.model.gpt.hidden")->isHidden());
  EXPECT_TRUE(panel.row("workload.operation")->isHidden());
}

TEST(ScenarioPanel, AnAcceleratorBringsItsRatesAndIsUndone) {
  const Presets p = presets();
  ScenarioPanel panel;
  panel.setValidator(validate);
  panel.setAccelerators({p.machine("dgx-h100")->value.node.accelerator});
  panel.setScenario(training());
  const Accelerator before = panel.scenario().machine.node.accelerator;
  panel.edit("machine.node.accelerator.name", QString::fromStdString(p.machine("dgx-h100")->value.node.accelerator.name));
  EXPECT_EQ(panel.scenario().machine.node.accelerator.memory, p.machine("dgx-h100")->value.node.accelerator.memory);
  EXPECT_TRUE(panel.messages().isEmpty());
  panel.undoStack()->undo();
  EXPECT_EQ(panel.scenario().machine.node.accelerator.memory, before.memory);
}

TEST(ScenarioPanel, OwnLayersAreListed) {
  ScenarioPanel panel;
  Scenario s = training();
  s.workload.model = {};
  s.workload.model.name = "mine";
  s.workload.model.layers = {{"conv", 1000, 2e6, 100}, {"fc", 10, 20, 1}};
  panel.setScenario(s);
  auto* list = panel.findChild<QTreeWidget*>();
  ASSERT_TRUE(list);
  EXPECT_FALSE(list->isHidden());
  ASSERT_EQ(list->topLevelItemCount(), 2);
  EXPECT_EQ(list->topLevelItem(0)->text(0), "conv");
  panel.setScenario(training());
  EXPECT_TRUE(list->isHidden());
}

TEST(ScenarioPanel, TheFilterLeavesWhatMatches) {
  ScenarioPanel panel;
  panel.setScenario(training());
  panel.findChild<QLineEdit*>("fieldFilter")->setText("bandwidth");
  EXPECT_FALSE(panel.row("machine.network.link.bandwidth")->isHidden());
  EXPECT_TRUE(panel.row("plan.global_batch")->isHidden());
  panel.findChild<QLineEdit*>("fieldFilter")->clear();
  EXPECT_FALSE(panel.row("plan.global_batch")->isHidden());
}

TEST(ScenarioPanel, UnverifiedConstantsAreDotted) {
  ScenarioPanel panel;
  Scenario s = training();
  s.provenance.clear();
  s.provenance["machine.network.link"] = "unverified: a guess";
  panel.setScenario(s);
  const auto dotted = [&](const char* path) { return panel.row(QString::fromLatin1(path))->findChild<FieldLabel*>()->dotted(); };
  EXPECT_TRUE(dotted("machine.network.link.latency"));
  EXPECT_FALSE(dotted("machine.nodes"));
  panel.edit("machine.network.link.latency", "1 us");
  EXPECT_FALSE(dotted("machine.network.link.latency")) << "what a person sets is no longer the preset's guess";
}

TEST(ScenarioPanel, FillingTheMachineGoesOnWhenItGrows) {
  ScenarioPanel panel;
  Scenario s = training();
  s.machine.nodes = 4;
  s.machine.node.accelerators = 4;
  s.plan.data_parallel = 16;
  panel.setScenario(s);
  panel.edit("machine.nodes", "8");
  EXPECT_EQ(panel.scenario().plan.data_parallel, 32);
  panel.edit("plan.tensor_parallel", "4");
  EXPECT_EQ(panel.scenario().plan.data_parallel, 8);
}

TEST(Fields, TheNetworkOffersWhatItsTopologyHasAUseFor) {
  Scenario s = training();
  const auto fields = scenarioFields();
  const auto field = [&](const char* path) -> const Field& {
    for (const Field& f : fields)
      if (f.path == QLatin1String(path)) return f;
    ADD_FAILURE() << path;
    return fields.front();
  };
  const auto applies = [&](const char* path) { return !field(path).applies || field(path).applies(s); };
  const auto offers = [&](const char* path, const char* word) {
    for (const auto& [written, shown] : field(path).choices(s))
      if (written == QLatin1String(word)) return true;
    return false;
  };
  ASSERT_TRUE(field("machine.network.topology").set(s, QStringLiteral("dragonfly")));
  EXPECT_EQ(s.machine.network.topology, Topology::Dragonfly);
  EXPECT_TRUE(applies("machine.network.routers_per_group"));
  EXPECT_TRUE(applies("machine.network.global_links_per_router"));
  EXPECT_FALSE(applies("machine.network.taper"));
  EXPECT_FALSE(applies("machine.network.dimensions"));
  EXPECT_TRUE(offers("machine.network.routing", "ugal-l"));
  EXPECT_FALSE(offers("machine.network.routing", "dimension-order"));
  ASSERT_TRUE(field("machine.network.routing").set(s, QStringLiteral("ugal-l")));
  // A routing that the new topology cannot do does not stay.
  ASSERT_TRUE(field("machine.network.topology").set(s, QStringLiteral("fat-tree")));
  EXPECT_EQ(s.machine.network.routing, "ecmp");
  EXPECT_TRUE(applies("machine.network.taper"));
  ASSERT_TRUE(field("machine.network.topology").set(s, QStringLiteral("torus")));
  ASSERT_TRUE(field("machine.network.dimensions").set(s, QStringLiteral("4 x 4x8")));
  EXPECT_EQ(s.machine.network.dimensions, (std::vector<int>{4, 4, 8}));
  EXPECT_FALSE(field("machine.network.dimensions").set(s, QStringLiteral("4 by 4")));
  EXPECT_FALSE(field("machine.network.topology").set(s, QStringLiteral("moebius")));
  // What ends do shows where there are ends.
  EXPECT_FALSE(applies("machine.network.switch.pfc"));
  ASSERT_TRUE(field("machine.network.transport").set(s, QStringLiteral("dcqcn")));
  EXPECT_TRUE(applies("machine.network.switch.pfc"));
  EXPECT_TRUE(applies("machine.network.switch.ecn.min"));
  // 0 is no speed but another link's, and says so.
  s.machine.network.fabric_bandwidth = {};
  EXPECT_EQ(field("machine.network.fabric_bandwidth").get(s), QStringLiteral("as the links"));
  ASSERT_TRUE(field("machine.network.fabric_bandwidth").set(s, QStringLiteral("400 Gb/s")));
  EXPECT_EQ(field("machine.network.fabric_bandwidth").get(s), QStringLiteral("400 Gb/s"));
  ASSERT_TRUE(field("machine.network.fabric_bandwidth").set(s, QStringLiteral(" As the links")));
  EXPECT_EQ(s.machine.network.fabric_bandwidth.toBitsPerSecond(), 0);
  EXPECT_FALSE(field("machine.network.fabric_bandwidth").set(s, QStringLiteral("as before")));
  ASSERT_TRUE(field("machine.network.faults").set(s, QStringLiteral("leaf 0 > spine 1, leaf 2 → spine 0 at 50 %")));
  ASSERT_EQ(s.machine.network.faults.size(), 2U);
  EXPECT_EQ(s.machine.network.faults[0], (LinkFault{"leaf 0", "spine 1", 0}));
  EXPECT_EQ(s.machine.network.faults[1], (LinkFault{"leaf 2", "spine 0", 0.5}));
  Scenario t = s;
  ASSERT_TRUE(field("machine.network.faults").set(t, field("machine.network.faults").get(s)));
  EXPECT_EQ(t, s);
  EXPECT_FALSE(field("machine.network.faults").set(s, QStringLiteral("spine 1")));
}

TEST(Fields, EveryCollectiveAlgorithmAndPatternIsOffered) {
  Scenario s = training();
  s.workload.kind = Workload::Kind::Collective;
  for (const Field& f : scenarioFields()) {
    if (f.path == QStringLiteral("workload.operation")) { EXPECT_EQ(f.choices(s).size(), collectiveOpNames().size()); }
    if (f.path == QStringLiteral("workload.algorithm")) {
      EXPECT_EQ(f.choices(s).size(), algorithmNames().size());
      for (const auto& [written, shown] : f.choices(s)) {
        ASSERT_TRUE(f.set(s, written)) << written.toStdString();
        EXPECT_EQ(f.get(s), written);
      }
    }
    if (f.path == QStringLiteral("workload.chunks")) { EXPECT_TRUE(f.applies(s)); }
    if (f.path == QStringLiteral("workload.pattern")) { EXPECT_FALSE(f.applies(s)); }
  }
  s.workload = {};
  s.workload.kind = Workload::Kind::Traffic;
  for (const Field& f : scenarioFields()) {
    if (f.path == QStringLiteral("workload.pattern")) { ASSERT_TRUE(f.applies(s) && f.set(s, QStringLiteral("adversarial"))); }
    if (f.path == QStringLiteral("workload.load")) {
      ASSERT_TRUE(f.applies(s) && f.set(s, QStringLiteral("35 %")));
      EXPECT_DOUBLE_EQ(s.workload.load, 0.35);
      EXPECT_GT(s.workload.duration.toPs(), 0) << "a load without a duration is nothing to play";
      EXPECT_FALSE(f.set(s, QStringLiteral("135 %")));
    }
  }
}

}  // namespace scenario_test
