// What happens with whatever a person opens: it is shown, or one message says what, where and what to do, and nothing
// that was there is lost.
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QStatusBar>
#include <unistd.h>

#include "app/gui/window/centre_area.h"
#include "core/scenario/json.h"
#include "views/shared/view.h"
#include "tests/app/window_support.h"

namespace open_test {
using namespace weir;
using weir::test::spin;
using weir::test::Window;

namespace {

// Everything in the window that must survive a refused file.
struct Kept {
  explicit Kept(Window& w) : runs(w.state().runs().size()), scenario(scenarioToJson(w->scenarioPanel().scenario())) {}
  void check(Window& w) const {
    EXPECT_EQ(w.state().runs().size(), runs);
    EXPECT_EQ(scenarioToJson(w->scenarioPanel().scenario()), scenario);
    EXPECT_TRUE(w.state().answered());
  }
  std::size_t runs;
  std::string scenario;
};

QString sampleFolder() { return QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn"); }

}  // namespace

TEST(Open, TheSampleShowsMeasuredBesidePredicted) {
  Window w;
  w->openSample();
  ASSERT_TRUE(weir::test::spin([&] { return w.state().runs().size() >= 2 && !w.session().jobs().busy(); }));
  EXPECT_EQ(w.messages(), QStringList());
  int measured = 0, predicted = 0;
  for (const ShownRun& r : w.state().runs()) {
    measured += r.run->truth == Truth::Measured;
    predicted += r.run->truth == Truth::Predicted;
    EXPECT_EQ(r.run->ranks.size(), 4U) << r.title.toStdString();
    EXPECT_FALSE(r.stale) << r.title.toStdString();
  }
  EXPECT_EQ(measured, 1);
  EXPECT_EQ(predicted, 1);
  EXPECT_EQ(w->scenarioPanel().scenario().plan.global_batch, 32);
  EXPECT_TRUE(w.session().path().isEmpty()) << "saving must not write into the installed sample";
  ASSERT_TRUE(w.state().answered());
  EXPECT_EQ(w.state().answered()->scenario.plan.global_batch, 32);
}

TEST(Open, FourDlrmRanksAreOneRun) {
  const QString folder = QStringLiteral(WEIR_SHARED_DIR "/corpus/kineto/dlrm_4of8");
  if (!QDir(folder).exists()) GTEST_SKIP() << "the corpus is not here";
  Window w;
  EXPECT_EQ(w.open({folder}), QStringList());
  ASSERT_EQ(w.state().runs().size(), 1U);
  const weir::Run& r = *w.state().runs()[0].run;
  EXPECT_EQ(r.ranks.size(), 4U);
  EXPECT_EQ(r.worldSize, 8);
  EXPECT_TRUE(w.state().runs()[0].title.contains(QStringLiteral("dlrm_4of8")));
}

TEST(Open, WhatOfAFolderIsNotReadIsSaid) {
  Window w;
  QDir().mkpath(w.file("job/older"));
  const QByteArray trace = R"({"distributedInfo":{"rank":0},"traceEvents":[{"ph":"X","ts":1000,"dur":20,"name":"j","pid":1,"tid":2}]})";
  w.write("job/rank-0.json", trace);
  w.write("job/notes.txt", "hello");
  w.write("job/older/rank-0.json", trace);
  const QStringList messages = w.open({w.file("job")});
  ASSERT_EQ(messages.size(), 1) << messages.join(QStringLiteral(" | ")).toStdString();
  EXPECT_TRUE(messages[0].contains(QStringLiteral("notes.txt"))) << messages[0].toStdString();
  EXPECT_TRUE(messages[0].contains(QStringLiteral("older (PyTorch profiler trace"))) << messages[0].toStdString();
  EXPECT_EQ(w->messages().messages().front().button, QStringLiteral("Open a folder…"));
  // One line a kind, also where they are shown.
  EXPECT_TRUE(w->messages().findChild<QLabel*>("messageText")->text().count(QStringLiteral("<br>")) >= 3) << w->messages().findChild<QLabel*>("messageText")->text().toStdString();
  // A rank whose file broke off is a loss, and a warning.
  w.write("job/rank-1.json", "");
  const QStringList both = w.open({w.file("job")});
  ASSERT_EQ(both.size(), 2) << both.join(QStringLiteral(" | ")).toStdString();
  EXPECT_TRUE(both.join(QLatin1Char(' ')).contains(QStringLiteral("rank-1.json")));
  EXPECT_EQ(w->messages().messages().back().kind, Notice::Kind::Warning) << "on top";
}

TEST(Open, AFileThatBreaksOffIsShownWithAWarning) {
  Window w;
  QFile whole(sampleFolder() + "/rank-0.json.gz");
  ASSERT_TRUE(whole.open(QIODevice::ReadOnly));
  const QStringList messages = w.open({w.write("cut.json.gz", whole.read(20000))});
  ASSERT_EQ(w.state().runs().size(), 1U);
  ASSERT_EQ(messages.size(), 1) << messages.join(QStringLiteral(" | ")).toStdString();
  EXPECT_TRUE(messages[0].contains(QStringLiteral("cut off")) && messages[0].contains(QStringLiteral("cut.json.gz"))) << messages[0].toStdString();
  EXPECT_EQ(w->messages().messages().front().kind, Notice::Kind::Warning);
}

TEST(Open, MeasuredTablesAreHeldAgainstTheModels) {
  Window w;
  const QByteArray rows = "message_bytes,one_way_s\n1000,3e-06\n10000,1.2e-05\n100000,1.02e-4\n1000000,1.002e-3\n10000000,1.0002e-2\n100000000,1.00002e-1\n";
  QDir().mkpath(w.file("tables"));
  w.write("tables/links.csv", rows);
  EXPECT_EQ(w.open({w.file("tables")}), QStringList());
  ASSERT_TRUE(w.state().validation());
  EXPECT_EQ(w->centre().viewName(), QStringLiteral("validation"));
  EXPECT_FALSE(w->centre().view()->table().isEmpty());
  EXPECT_TRUE(w.state().runs().empty());
  EXPECT_TRUE(w.state().answered()) << "the scenario in hand stays";
}

TEST(Open, RefusedFilesSayWhatAndWhereAndLoseNothing) {
  Window w;
  w.open({sampleFolder()});
  ASSERT_EQ(w.state().runs().size(), 1U);
  QDir().mkpath(w.file("empty folder"));
  struct Case {
    QString path;
    QString says;  // part of the message, besides the place
  };
  const Case cases[] = {
      {w.write("broken.json", "{\"traceEvents\": [{\"ph\": \"X\", \"ts\": "), {}},
      {w.write("nothing.json", ""), {}},
      {w.write("text.json", "this is no trace"), {}},
      {w.write("not.json.gz", "\x1f\x8b no gzip"), {}},
      {w.write("broken.weir", "this is no study"), {}},
      {w.file("empty folder"), {}},
      {w.file("missing.json"), {}},
      {w.write("unitless.json", R"({"machine": {"nodes": 2, "network": {"link": {"bandwidth": "200"}}}, "workload": {"kind": "training", "model": "resnet-50"}})"), "machine.network.link.bandwidth"},
      {w.write("zero.json", R"({"machine": "perlmutter", "workload": {"kind": "training", "model": "resnet-5"}})"), "resnet-5"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.path.toStdString());
    const Kept kept(w);
    const QStringList messages = w.open({c.path});
    ASSERT_EQ(messages.size(), 1) << messages.join(QStringLiteral(" | ")).toStdString();
    EXPECT_TRUE(messages.first().contains(QFileInfo(c.path).fileName())) << messages.first().toStdString();
    if (!c.says.isEmpty()) { EXPECT_TRUE(messages.first().contains(c.says)) << messages.first().toStdString(); }
    kept.check(w);
  }
}

TEST(Open, AFileWithoutRightsIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  Window w;
  const QString path = w.write("secret.json", "{\"traceEvents\": []}");
  QFile::setPermissions(path, {});
  const QStringList messages = w.open({path});
  ASSERT_EQ(messages.size(), 1);
  EXPECT_TRUE(messages.first().contains(QStringLiteral("secret.json")));
}

TEST(Open, ARefusedScenarioStaysVisibleInTheFields) {
  Window w;
  ScenarioPanel& panel = w->scenarioPanel();
  const auto before = w.state().answered();
  ASSERT_TRUE(panel.edit("machine.network.topology", "fat-tree"));
  ASSERT_TRUE(panel.edit("machine.network.radix", "2"));
  ASSERT_TRUE(panel.edit("machine.network.levels", "2"));
  w.session().answerNow();
  // Too small for the nodes: kept in the panel, said there, no answer put in its place.
  EXPECT_EQ(panel.scenario().machine.network.radix, 2);
  ASSERT_FALSE(panel.messages().isEmpty());
  EXPECT_TRUE(w->statusBar()->isVisible());
  panel.undoStack()->undo();
  panel.undoStack()->undo();
  EXPECT_TRUE(panel.messages().isEmpty()) << panel.messages().join(QStringLiteral(" | ")).toStdString();
}

TEST(Open, DroppedFilesAreOpened) {
  Window w;
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(sampleFolder())});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&*w, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&*w, &drop);
  EXPECT_TRUE(weir::test::spin([&] { return w.state().runs().size() == 1; }));
}

TEST(Open, ASecondTraceIsAddedAndRunsCanBeRemoved) {
  Window w;
  w.open({sampleFolder()});
  w.open({sampleFolder() + "/rank-1.json.gz"});
  ASSERT_EQ(w.state().runs().size(), 2U);
  const int first = w.state().runs()[0].id;
  w.session().removeRun(first);
  ASSERT_EQ(w.state().runs().size(), 1U);
  EXPECT_NE(w.state().runs()[0].id, first);
}

TEST(Open, FilesWithoutRanksMayBeRunsOfTheirOwn) {
  Window w;
  const auto trace = [&](const char* name, int from) {
    return w.write(QString::fromLatin1(name), QStringLiteral(R"({"traceEvents": [{"name": "step", "ph": "X", "ts": %1, "dur": 5, "pid": 1, "tid": 1}]})").arg(from).toUtf8());
  };
  const QStringList files{trace("before.json", 10), trace("after.json", 1000)};
  bool opened = false;
  w.session().open(files, [&](bool ok) { opened = ok; });
  ASSERT_TRUE(spin([&] { return opened; }));
  ASSERT_EQ(w.state().runs().size(), 1U);
  EXPECT_EQ(w.state().runs()[0].run->ranks.size(), 2U);
  std::function<void()> separate;
  for (const Notice& n : w->messages().messages())
    if (n.what == QStringLiteral("2 files were opened as ranks of one job")) separate = n.action;
  ASSERT_TRUE(separate);
  separate();
  ASSERT_TRUE(spin([&] { return w.state().runs().size() == 2; }));
  for (const ShownRun& r : w.state().runs()) EXPECT_EQ(r.run->slices.size(), 1U);

  // Ranks that the files tell are not doubted.
  Window sample;
  opened = false;
  sample.session().open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz"), QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-1.json.gz")}, [&](bool ok) { opened = ok; });
  ASSERT_TRUE(spin([&] { return opened; }));
  for (const Notice& n : sample->messages().messages()) EXPECT_FALSE(n.what.contains(QStringLiteral("opened as ranks"))) << n.what.toStdString();
}

}  // namespace open_test
