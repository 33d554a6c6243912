// Opening, moving and writing files in the window.
#include <QAction>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "app/gui/settings/settings.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/columns_dialog.h"
#include "app/gui/window/import_files.h"
#include "app/gui/window/settings_dialog.h"
#include "core/formats/open.h"
#include "core/run/column.h"
#include "tests/app/window_support.h"
#include "views/import/import_view.h"
#include "views/runs/runs_panel.h"

namespace import_test {
using namespace weir;
using weir::test::spin;
using weir::test::Window;

namespace {

QByteArray trace(int rank, int ts) {
  return QStringLiteral(R"({"distributedInfo":{"rank":%1},"traceEvents":[{"ph":"X","ts":%2,"dur":10,"name":"k","pid":1,"tid":1,"cat":"kernel"}]})").arg(rank).arg(ts).toUtf8();
}

// A megabyte of events by some tenths of a second.
QString longTrace(Window& w, int megabytes) {
  QByteArray event;
  for (int i = 0; event.size() < (1 << 20); ++i)
    event += QByteArrayLiteral("{\"ph\":\"X\",\"pid\":1,\"tid\":") + QByteArray::number(i % 7) + ",\"ts\":" + QByteArray::number(i * 10) + ",\"dur\":5,\"name\":\"k" + QByteArray::number(i % 100) + "\"},\n";
  QFile f(w.file("long.json"));
  EXPECT_TRUE(f.open(QIODevice::WriteOnly));
  f.write("{\"traceEvents\":[\n");
  for (int i = 0; i < megabytes; ++i) f.write(event);
  f.write("{}]}");
  return f.fileName();
}

}  // namespace

TEST(Import, MovedSourcesReplaceTheRunAndComeBackByReset) {
  Window w;
  ASSERT_EQ(w.open({w.write("rank-0.json", trace(0, 1000)), w.write("rank-1.json", trace(1, 3000))}), QStringList());
  ASSERT_EQ(w.state().runs().size(), 1U);
  const int id = w.state().runs()[0].id;
  const RunPtr read = w.state().run(id)->run;
  constexpr std::int64_t ms = 1'000'000'000;
  w.state().requestMove(id, {0, 5 * ms});
  w.state().requestMove(id, {0, 7 * ms});  // the newest counts
  ASSERT_TRUE(spin([&] { return w.state().run(id)->movedBy(1) == 7 * ms; }));
  const RunPtr moved = w.state().run(id)->run;
  EXPECT_EQ(moved->span().second - moved->span().first, 9'010'000'000);  // 2.01 ms and 7
  EXPECT_EQ(moved->sources[1].aligned, "by hand");
  EXPECT_TRUE(w.session().modified());
  w.state().requestMove(id, {0, 0});
  ASSERT_TRUE(spin([&] { return w.state().run(id)->movedBy(1) == 0; }));
  EXPECT_EQ(w.state().run(id)->run->slices.start, read->slices.start);
  EXPECT_EQ(w.state().run(id)->run->sources[1].aligned, "") << "aligned as it was read";
}

TEST(Import, AMovedRunIsSavedAsItIs) {
  Window w;
  w.open({w.write("rank-0.json", trace(0, 1000)), w.write("rank-1.json", trace(1, 3000))});
  const int id = w.state().runs()[0].id;
  const auto save = [&] {
    bool done = false, ok = false;
    w.session().saveAs(w.file("s.weir"), [&](bool good) { done = true, ok = good; });
    EXPECT_TRUE(spin([&] { return done; }));
    return ok;
  };
  ASSERT_TRUE(save());
  w.state().requestMove(id, {0, 5'000'000'000});
  ASSERT_TRUE(spin([&] { return w.state().run(id)->movedBy(1) != 0; }));
  ASSERT_TRUE(save());
  Window again;
  EXPECT_EQ(again.open({w.file("s.weir")}), QStringList());
  ASSERT_EQ(again.state().runs().size(), 1U) << "the older version of the run is gone";
  const weir::Run& r = *again.state().runs()[0].run;
  EXPECT_EQ(r.span().second - r.span().first, 7'010'000'000);
}

TEST(Import, WhatCannotBeReadIsListedTheOthersAreOpened) {
  Window w;
  const QString good = w.write("rank-0.json", trace(0, 1000)), bad = w.write("noise.bin", "this is no trace at all"), none = w.write("empty.json", "");
  const QStringList messages = w.open({good, bad, none});
  ASSERT_EQ(w.state().runs().size(), 1U);
  ASSERT_EQ(messages.size(), 1);
  EXPECT_TRUE(messages[0].contains(QStringLiteral("noise.bin"))) << messages[0].toStdString();
  EXPECT_TRUE(messages[0].contains(QStringLiteral("empty.json"))) << messages[0].toStdString();
  // None of them readable: refused, and said why.
  w.open({bad, none});
  EXPECT_EQ(w.state().runs().size(), 1U);
  EXPECT_EQ(w.messages().size(), 1);
}

TEST(Import, StopEndsAnOpeningWithin200ms) {
  Window w;
  const QString path = longTrace(w, 96);
  w.session().open({path});
  // Well under way: some of it has been read.
  ASSERT_TRUE(spin([&] {
    for (const JobLine& j : w.session().jobs().lines())
      if (j.fraction > 0.05) return true;
    return !w.session().jobs().opening();
  }));
  if (!w.session().jobs().opening()) GTEST_SKIP() << "this machine read it before it could be stopped";
  for (const JobLine& j : w.session().jobs().lines()) EXPECT_TRUE(j.amount.contains(QStringLiteral("MB"))) << j.amount.toStdString();
  QElapsedTimer clock;
  clock.start();
  w->actions()["stop"]->trigger();
  ASSERT_TRUE(spin([&] { return !w.session().jobs().opening(); }));
  EXPECT_LT(clock.elapsed(), 1000) << "200 ms, and the time of a machine that has other things to do";
  EXPECT_TRUE(w.state().runs().empty());
  EXPECT_EQ(w.messages(), QStringList()) << "stopped by the person is no failure";
}

TEST(Import, ClosingWhileOpeningIsSafe) {
  auto w = std::make_unique<Window>();
  const QString path = longTrace(*w, 32);
  w->session().open({path});
  spin([&] { return !w->session().jobs().lines().empty(); });
  (*w)->close();
  w.reset();
  spin([] { return true; });
}

TEST(Import, TwoWindowsOpenTheSameFile) {
  Window a, b;
  const QString path = a.write("rank-0.json", trace(0, 1000));
  bool doneA = false, doneB = false;
  a.session().open({path}, [&](bool ok) { doneA = ok; });
  b.session().open({path}, [&](bool ok) { doneB = ok; });
  ASSERT_TRUE(spin([&] { return doneA && doneB; }));
  a.state().requestMove(a.state().runs()[0].id, {5'000'000});
  ASSERT_TRUE(spin([&] { return a.state().runs()[0].movedBy(0) != 0; }));
  EXPECT_EQ(b.state().runs()[0].movedBy(0), 0);
  EXPECT_EQ(b.state().runs()[0].run->sources[0].offset, 0);
}

TEST(Import, ClickingAPlaceBringsTheTimelineToTheFront) {
  Window w;
  w.open({w.write("rank-0.json", R"({"traceEvents":[{"ph":"X","ts":1000,"dur":-3,"name":"k","pid":1,"tid":1},{"ph":"X","ts":1000,"dur":30,"name":"j","pid":1,"tid":2}]})")});
  ASSERT_EQ(w.state().runs().size(), 1U);
  w->centre().showView(QStringLiteral("import"));
  spin([] { return true; });
  auto* view = dynamic_cast<ImportView*>(w->centre().view());
  ASSERT_TRUE(view);
  const NotesModel& notes = view->notes();
  std::optional<ViewState::Place> place;
  for (int k = 0; k < notes.rowCount(); ++k)
    for (int i = 0; i < notes.rowCount(notes.index(k, 0)); ++i)
      if (!place) place = notes.place(notes.index(i, 0, notes.index(k, 0)));
  if (!place) GTEST_SKIP() << "the reader's notes have no times yet";
  w.state().requestPlace(*place);
  EXPECT_EQ(w->centre().viewName(), QStringLiteral("timeline"));
}

TEST(Settings, WhatIsSavedGoesWhereTheLastOneWent) {
  const auto settings = Settings::throwaway();
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  EXPECT_EQ(settings->saveFolder(), documents);
  QTemporaryDir dir;
  settings->setFolder(dir.path());
  EXPECT_EQ(settings->saveFolder(), documents) << "what is read from is not written to";
  settings->setSaveFolder(dir.path());
  EXPECT_EQ(settings->saveFolder(), dir.path());
  settings->setSaveFolder(dir.filePath(QStringLiteral("gone")));
  EXPECT_EQ(settings->saveFolder(), documents) << "a folder that is no more";
}

TEST(Import, SettingsTakeAMemoryWithItsUnit) {
  Window w;
  const SpillOptions before = spillOptions();
  auto* dialog = new SettingsDialog(w->settings(), &*w);
  dialog->setLimitText(QStringLiteral("4"));
  EXPECT_TRUE(dialog->problem().contains(QStringLiteral("unit"))) << dialog->problem().toStdString();
  dialog->setLimitText(QStringLiteral("3 GiB"));
  EXPECT_EQ(dialog->problem(), QString());
  dialog->setFolderText(QStringLiteral("/nowhere"));
  EXPECT_FALSE(dialog->problem().isEmpty());
  dialog->setFolderText(w.file(""));
  dialog->accept();
  EXPECT_EQ(w->settings().spillLimit(), 3ULL << 30);
  EXPECT_EQ(spillOptions().limit, 3ULL << 30);
  w->settings().setSpillLimit(0);
  w->settings().setSpillFolder({});
  applySpill(w->settings());
  EXPECT_EQ(spillOptions().limit, before.limit);
}

TEST(Import, ColumnsOfATableAreGuessedShownAndHandedOver) {
  Window w;
  const QString path = w.write("ops.csv", "op;begin (us);took;where\n\"all;reduce\";10;5;0\nbarrier;20;1;1\n");
  ColumnsDialog dialog(path, &*w);
  // "op" and "begin" are guessed; "took" is not.
  EXPECT_EQ(dialog.problem(), QString());
  dialog.choose(QStringLiteral("start"), {});
  EXPECT_FALSE(dialog.problem().isEmpty());
  dialog.choose(QStringLiteral("start"), QStringLiteral("begin (us)"));
  dialog.choose(QStringLiteral("duration"), QStringLiteral("took"));
  dialog.choose(QStringLiteral("rank"), QStringLiteral("where"));
  dialog.chooseUnit(QStringLiteral("us"));
  EXPECT_EQ(dialog.problem(), QString());
  EXPECT_EQ(dialog.settings(), (std::map<std::string, std::string>{{"csv.start", "begin (us)"}, {"csv.duration", "took"}, {"csv.name", "op"}, {"csv.rank", "where"}, {"csv.unit", "us"}}));
  const TableHead head = tableHead("a,b\n1,\"x,\"\"y\"\"\"\n2,z", 12);
  ASSERT_EQ(head.rows.size(), 3U);
  EXPECT_EQ(head.rows[1], (QStringList{"1", "x,\"y\""}));
  EXPECT_EQ(head.rows[2], (QStringList{"2", "z"}));
  ColumnsDialog nothing(w.write("void.csv", ""), &*w);
  EXPECT_FALSE(nothing.problem().isEmpty());
}

TEST(Import, DialogsOfferWhatIsReadAndWritten) {
  const QStringList open = openFilters();
  EXPECT_TRUE(open[0].contains(QStringLiteral("*.json.gz"))) << open[0].toStdString();
  std::size_t readable = 0;
  for (const FormatDescriptor& f : formats()) readable += f.readable() && !f.companion && !f.extensions.empty();
  EXPECT_EQ(open.size(), qsizetype(readable + 2));
  EXPECT_EQ(exportFilters().size(), qsizetype(writers().size()));
  for (const FormatWriter& writer : writers()) {
    const QString title = QString::fromUtf8(writer.title.data(), qsizetype(writer.title.size()));
    EXPECT_TRUE(withEnding(QStringLiteral("/x/run"), title + QStringLiteral(" (*)")).endsWith(QString::fromUtf8(writer.endings[0].data(), qsizetype(writer.endings[0].size()))));
  }
}

TEST(Import, ARunIsWrittenAndReadAgain) {
  if (writers().empty()) GTEST_SKIP() << "no writer yet";
  Window w;
  w.open({w.write("rank-0.json", trace(0, 1000))});
  QString written;
  QObject::connect(&w.session(), &Session::exported, [&](const QString& path) { written = path; });
  const std::string_view ending = writers().front().endings.front();
  const QString path = w.file(QStringLiteral("out") + QString::fromUtf8(ending.data(), qsizetype(ending.size())));
  w.session().exportRun(w.state().runs()[0].id, path);
  ASSERT_TRUE(spin([&] { return !written.isEmpty() || !w.messages().isEmpty(); }));
  EXPECT_EQ(written, path) << w.messages().join(QStringLiteral(" | ")).toStdString();
  EXPECT_GT(QFileInfo(path).size(), 0);
}

}  // namespace import_test
