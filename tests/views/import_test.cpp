// The Import pane: what it lists, what a click does, what an offset typed by hand asks for.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>
#include <QTreeView>

#include "core/run/builder.h"
#include "tests/views/support.h"
#include "views/import/grid.h"
#include "views/import/import_view.h"
#include "views/timeline/timeline_view.h"

namespace import_test {
using namespace weir;
using namespace weir::test;

namespace {

constexpr std::int64_t kMs = 1'000'000'000;

weir::Run part(const std::string& file, std::int32_t rank, std::int64_t start) {
  RunBuilder b("kineto", Truth::Measured);
  Track t;
  t.name = b.intern("stream 7");
  t.rank = rank;
  (void)b.track(t);
  for (int i = 0; i < 3; ++i)
    (void)b.slice({.track = 0, .start = start + i * 20 * kMs, .duration = 10 * kMs, .name = b.intern("kernel " + std::to_string(i)), .category = 0, .activity = Activity::Compute, .args = {}});
  b.note("negative duration, shown with none", "event 4", 3, start + 20 * kMs);
  if (rank == 0) b.note("damaged event left out", "byte 812");
  b.fact("world size", "2");
  b.fact("job id", "2112");
  if (rank == 1) {
    Table table;
    table.name = "all-reduce";
    table.columns = {{"size", "B", {1024, 256, 512}, {}}, {"kind", "", {}, {"float", "", "half"}}};
    b.table(table);
  }
  weir::Run run = b.build();
  Source s;
  s.file = "/data/" + file;
  s.format = "kineto";
  s.rank = rank;
  s.slices = 3;
  run.sources.push_back(s);
  run.title = file;
  return run;
}

RunPtr twoRanks() {
  std::vector<weir::Run> parts;
  parts.push_back(part("rank-0.json", 0, 100 * kMs));
  parts.push_back(part("rank-1.json", 1, 130 * kMs));
  return shared(mergeRuns(std::move(parts)));
}

// The run begins at 0 of the timeline, as the session does it.
ShownRun placed(RunPtr run) {
  ShownRun s = shown(1, std::move(run), QStringLiteral("job"));
  s.shift = -s.run->span().first;
  return s;
}

QString cell(const QAbstractItemModel& m, int row, int column) { return m.index(row, column).data().toString(); }

}  // namespace

TEST(ImportView, ListsSourcesNotesFactsAndTables) {
  ViewState state;
  ImportView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  state.putRun(placed(twoRanks()));
  EXPECT_EQ(view.emptyReason(), QString());
  const QAbstractItemModelTester sources(&view.sources(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  const QAbstractItemModelTester notes(&view.notes(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  const QAbstractItemModelTester tables(&view.tableModel(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_EQ(view.sources().rowCount(), 2);
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::File), QStringLiteral("rank-1.json"));
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::Rank), QStringLiteral("1"));
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::Begins), QStringLiteral("+30 ms"));
  EXPECT_EQ(cell(view.sources(), 0, SourcesModel::Begins), QStringLiteral("0 s"));
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::Moved), QStringLiteral("0 s"));
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::Aligned), QStringLiteral("by its clock"));
  // 3 + 3 negative ones under one kind, with a place of either file; the damaged one has no time.
  ASSERT_EQ(view.notes().rowCount(), 2);
  const QModelIndex negative = view.notes().index(0, 0);
  EXPECT_EQ(view.notes().index(0, NotesModel::Count).data().toString(), QStringLiteral("6"));
  ASSERT_EQ(view.notes().rowCount(negative), 2);
  EXPECT_EQ(view.notes().index(1, 0, negative).data().toString(), QStringLiteral("rank-1.json: event 4"));
  EXPECT_EQ(view.notes().index(1, NotesModel::Time, negative).data().toString(), QStringLiteral("+50 ms"));
  EXPECT_EQ(view.notes().index(0, NotesModel::Time, view.notes().index(1, 0)).data().toString(), QStringLiteral("unknown"));
  EXPECT_EQ(view.tableModel().rowCount(), 3);
  EXPECT_EQ(cell(view.tableModel(), 1, 1), QStringLiteral("unknown"));
  EXPECT_EQ(view.tableModel().headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("size (B)"));
  look(view, QStringLiteral("import"));
}

TEST(ImportView, ASourceWithoutTimesHasNoOffset) {
  RunBuilder b("table", Truth::Measured);
  b.fact("job id", "2112");
  weir::Run table = b.build();
  Source s;
  s.file = "/data/costs.csv";
  s.format = "table";
  table.sources.push_back(s);
  std::vector<weir::Run> parts;
  parts.push_back(part("rank-0.json", 0, 100 * kMs));
  parts.push_back(std::move(table));
  ViewState state;
  ImportView view(state);
  state.putRun(placed(shared(mergeRuns(std::move(parts)))));
  const QAbstractItemModel& m = view.sources();
  ASSERT_EQ(m.rowCount(), 2);
  const int bare = cell(m, 0, SourcesModel::File) == QStringLiteral("costs.csv") ? 0 : 1;
  EXPECT_EQ(cell(m, bare, SourcesModel::Clock), QStringLiteral("no times"));
  EXPECT_EQ(cell(m, bare, SourcesModel::Begins), QStringLiteral("unknown"));
  EXPECT_EQ(cell(m, bare, SourcesModel::ByClock), QStringLiteral("unknown"));
  EXPECT_EQ(cell(m, bare, SourcesModel::Moved), QStringLiteral("no times"));
  EXPECT_EQ(cell(m, bare, SourcesModel::Aligned), QStringLiteral("nothing to align"));
  EXPECT_FALSE(m.index(bare, SourcesModel::Moved).flags() & Qt::ItemIsEditable);
  EXPECT_TRUE(m.index(1 - bare, SourcesModel::Moved).flags() & Qt::ItemIsEditable);
}

TEST(ImportView, ATypedOffsetIsAskedForAndAWrongOneIsSaid) {
  ViewState state;
  ImportView view(state);
  state.putRun(placed(twoRanks()));
  std::vector<std::vector<std::int64_t>> asked;
  QObject::connect(&state, &ViewState::moveRequested, [&](int id, const std::vector<std::int64_t>& moved) {
    EXPECT_EQ(id, 1);
    asked.push_back(moved);
  });
  SourcesModel& m = view.sources();
  EXPECT_TRUE(m.setData(m.index(1, SourcesModel::Moved), QStringLiteral("+5h"), Qt::EditRole));
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0], (std::vector<std::int64_t>{0, 18'000'000 * kMs}));
  EXPECT_FALSE(m.setData(m.index(1, SourcesModel::Moved), QStringLiteral("5"), Qt::EditRole));
  EXPECT_TRUE(view.message().contains(QStringLiteral("unit"))) << view.message().toStdString();
  EXPECT_EQ(asked.size(), 1U);
  EXPECT_TRUE(m.setData(m.index(1, SourcesModel::Moved), QStringLiteral("-12.3 ms"), Qt::EditRole));
  EXPECT_EQ(view.message(), QString());
  EXPECT_EQ(asked.back(), (std::vector<std::int64_t>{0, -12'300'000'000}));
  EXPECT_FALSE(m.setData(m.index(1, SourcesModel::File), QStringLiteral("+5h"), Qt::EditRole));
}

TEST(ImportView, FirstEventsAlignAndAResetPutsBack) {
  ViewState state;
  ImportView view(state);
  ShownRun run = placed(twoRanks());
  state.putRun(run);
  std::vector<std::int64_t> asked;
  QObject::connect(&state, &ViewState::moveRequested, [&](int, const std::vector<std::int64_t>& moved) { asked = moved; });
  view.sourceGrid().selectRow(1);
  view.alignFirstEvents();
  EXPECT_EQ(asked, (std::vector<std::int64_t>{0, -30 * kMs}));  // from +30 ms to the other's 0
  // As the session answers.
  run.run = shared(shifted(*run.run, asked));
  run.moved = asked;
  state.putRun(run);
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::Moved), QStringLiteral("-30 ms"));
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::Begins), QStringLiteral("0 s"));
  EXPECT_EQ(cell(view.sources(), 1, SourcesModel::Aligned), QStringLiteral("by hand"));
  EXPECT_EQ(view.sourceGrid().chosenRows(), std::vector<int>{1}) << "the choice stays";
  view.resetMoves();
  EXPECT_EQ(asked, (std::vector<std::int64_t>{0, 0}));
}

TEST(ImportView, APlaceIsOneClickFromTheTimeline) {
  ViewState state;
  ImportView view(state);
  TimelineView timeline(state);
  timeline.resize(900, 500);
  state.putRun(placed(twoRanks()));
  timeline.finishPreparing();
  bool wanted = false;
  QObject::connect(&state, &ViewState::viewWanted, [&](const QString& name) { wanted = wanted || name == QStringLiteral("timeline"); });
  view.resize(900, 600);
  view.show();
  QApplication::processEvents();
  QTreeView& tree = view.notesTree();
  const QModelIndex place = tree.model()->index(1, 0, tree.model()->index(0, 0));
  ASSERT_TRUE(place.isValid());
  tree.scrollTo(place);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(place).center());
  EXPECT_TRUE(wanted);
  ASSERT_EQ(state.selection().kind, Selection::Kind::Slice);
  const weir::Run& r = *state.run(1)->run;
  EXPECT_EQ(r.slices.start[state.selection().slice], 150 * kMs) << "rank 1's second kernel begins there";
  EXPECT_EQ(r.tracks[r.rowOf(state.selection().slice).track].rank, 1);
  ASSERT_TRUE(timeline.mark());
  EXPECT_EQ(timeline.mark()->time, 50 * kMs);
  // A place without a time is no link.
  wanted = false;
  const QModelIndex nowhere = tree.model()->index(0, 0, tree.model()->index(1, 0));
  ASSERT_TRUE(nowhere.isValid());
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(nowhere).center());
  EXPECT_FALSE(wanted);
}

TEST(ImportView, ColumnsSortByValueAndCellsAreCopied) {
  ViewState state;
  ImportView view(state);
  state.putRun(placed(twoRanks()));
  view.showPart(QStringLiteral("tables"));
  view.resize(900, 600);
  view.show();
  Grid* grid = nullptr;
  for (Grid* g : view.findChildren<Grid*>())
    if (g->sorted()->sourceModel() == &view.tableModel()) grid = g;
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->chosenText(), QStringLiteral("size (B)\tkind\n1024\tfloat\n256\t\n512\thalf\n"));
  grid->sortByColumn(0, Qt::AscendingOrder);
  EXPECT_EQ(cell(*grid->model(), 0, 0), QStringLiteral("256")) << "numbers sort as numbers";
  grid->selectRow(0);
  grid->setFocus();
  QTest::keySequence(grid, QKeySequence::Copy);
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("256\t"));
  EXPECT_EQ(view.table().size(), 4) << "what is in front is what is exported";
  for (const double ratio : {1.0, 2.0}) look(view, QStringLiteral("import-tables-%1").arg(ratio), {1000, 600}, ratio);
}

TEST(ImportView, NotesAreFilteredByKindAndText) {
  ViewState state;
  ImportView view(state);
  state.putRun(placed(twoRanks()));
  QAbstractItemModel* m = view.notesTree().model();
  EXPECT_EQ(m->rowCount(), 2);
  for (QLineEdit* e : view.findChildren<QLineEdit*>())
    if (e->placeholderText() == ImportView::tr("Filter notes")) e->setText(QStringLiteral("rank-1"));
  ASSERT_EQ(m->rowCount(), 1);
  EXPECT_EQ(m->rowCount(m->index(0, 0)), 1);
}

TEST(ImportView, ARunWithoutFilesIsSaidToHaveNone) {
  ViewState state;
  ImportView view(state);
  state.putRun(shown(1, training(2, Truth::Simulated), QStringLiteral("simulated")));
  EXPECT_TRUE(view.emptyReason().contains(QStringLiteral("simulated"))) << view.emptyReason().toStdString();
  state.putRun(placed(twoRanks()));
  EXPECT_TRUE(view.emptyReason().isEmpty() == (view.runId() != 0));
  state.clearRuns();
  EXPECT_EQ(view.runId(), 0);
  EXPECT_EQ(view.sources().rowCount(), 0);
}

TEST(TimelineArrows, TheSelectedSliceShowsWhatLedToItAndWhatItLedTo) {
  RunBuilder b("kineto", Truth::Measured);
  std::vector<SliceIndex> at;
  for (int t = 0; t < 3; ++t) {
    Track track;
    track.name = b.intern("t" + std::to_string(t));
    track.rank = 0;
    const TrackIndex index = b.track(track);
    at.push_back(b.slice({.track = index, .start = t * 20 * kMs, .duration = 10 * kMs, .name = b.intern("s" + std::to_string(t)), .category = 0, .activity = Activity::Compute, .args = {}}));
  }
  b.arrow(at[0], at[1], b.intern(kArrowLaunch));
  b.arrow(at[1], at[2], b.intern(kArrowDependency));
  b.arrow(at[0], at[2], b.intern(kArrowDependency));
  ViewState state;
  TimelineView timeline(state);
  state.putRun(shown(1, shared(b.build()), QStringLiteral("job")));
  timeline.finishPreparing();
  const weir::Run& r = *state.run(1)->run;
  const auto select = [&](const std::string& name) {
    for (SliceIndex i = 0; i < r.slices.size(); ++i)
      if (r.names.text(r.slices.name[i]) == name) {
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.runId = 1;
        s.slice = i;
        state.select(s);
      }
  };
  select("s1");
  ASSERT_EQ(timeline.selectedArrows().in.size(), 1U);
  ASSERT_EQ(timeline.selectedArrows().out.size(), 1U);
  EXPECT_EQ(r.names.text(r.arrows.kind[timeline.selectedArrows().in[0]]), kArrowLaunch);
  select("s0");
  EXPECT_EQ(timeline.selectedArrows().in.size(), 0U);
  EXPECT_EQ(timeline.selectedArrows().out.size(), 2U);
  look(timeline, QStringLiteral("timeline-arrows"), {900, 300});
  state.select({});
  EXPECT_TRUE(timeline.selectedArrows().out.empty());
}

}  // namespace import_test
