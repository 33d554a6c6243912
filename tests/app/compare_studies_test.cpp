#include "app/gui/window/compare_studies_dialog.h"
#include "core/jobs/compare_studies.h"
#include "core/run/builder.h"
#include "core/study/study.h"
#include "tests/app/window_support.h"
#include "views/shared/sort_table.h"

namespace compare_studies_test {
using namespace weir;

namespace {

RunPtr made(const char* title, std::int64_t kernel) {
  RunBuilder b("test", Truth::Measured);
  b.run().title = title;
  Track stream;
  stream.name = b.intern("stream 7");
  stream.kind = TrackKind::Stream;
  stream.rank = 0;
  const auto track = b.track(stream);
  for (int i = 0; i < 4; ++i)
    b.slice({.track = track, .start = i * kernel, .duration = kernel, .name = b.intern("gemm"), .category = b.intern("kernel"), .activity = Activity::Compute, .args = ""});
  return std::make_shared<const weir::Run>(b.build());
}

void keep(const QString& path, const std::vector<RunPtr>& runs) {
  auto study = Study::open(path.toStdString(), Study::Mode::Create);
  ASSERT_TRUE(study);
  for (const RunPtr& r : runs) ASSERT_TRUE(study->addRun(*r, std::nullopt, 0, {}));
}

}  // namespace

TEST(CompareStudies, PairsAreShownWithTheNumbersOfTheCore) {
  test::Window w;
  const QString a = w.file(QStringLiteral("a.weir")), b = w.file(QStringLiteral("b.weir"));
  keep(a, {made("first", 1'000'000'000), made("second", 1'000'000'000), made("only a", 1'000'000'000)});
  keep(b, {made("second", 3'000'000'000), made("first", 1'000'000'000)});
  CompareStudiesDialog dialog(a, {}, nullptr);
  EXPECT_TRUE(dialog.says().contains(QStringLiteral("Choose two study files")));
  dialog.compare(a, b);
  dialog.finishNow();
  EXPECT_TRUE(dialog.says().startsWith(QStringLiteral("2 pairs of runs, 1 runs without a partner"))) << dialog.says().toStdString();
  const auto core = compareStudies(a.toStdString(), b.toStdString(), {}, {}, {});
  ASSERT_TRUE(core);
  std::size_t rows = 0;
  for (const StudyComparison& p : *core) rows += p.comparison ? p.comparison->table("overall")->rows.size() : 1;
  const auto csv = dialog.table().csv();
  ASSERT_EQ(static_cast<std::size_t>(csv.size()), rows + 1);
  bool second = false, alone = false;
  for (const QStringList& row : csv) {
    if (row[0] == QStringLiteral("second (measured)") && row[2] == QStringLiteral("computing")) {
      second = true;
      EXPECT_DOUBLE_EQ(row[3].toDouble(), 4e-3);
      EXPECT_DOUBLE_EQ(row[4].toDouble(), 12e-3);
      EXPECT_EQ(row[7], QStringLiteral("slower"));
    }
    if (row[0] == QStringLiteral("only a")) alone = row[7] == QStringLiteral("in A alone");
  }
  EXPECT_TRUE(second);
  EXPECT_TRUE(alone);
}

TEST(CompareStudies, EveryTableOfAllPairsOrOfOne) {
  test::Window w;
  const QString a = w.file(QStringLiteral("a.weir")), b = w.file(QStringLiteral("b.weir"));
  keep(a, {made("first", 1'000'000'000), made("second", 1'000'000'000)});
  keep(b, {made("first", 2'000'000'000), made("second", 3'000'000'000)});
  CompareStudiesDialog dialog(a, {}, nullptr);
  dialog.compare(a, b);
  dialog.finishNow();
  for (const char* table : {"overall", "rank", "activity", "kernel"}) {
    dialog.showTable(QString::fromLatin1(table));
    const auto all = dialog.table().csv();
    dialog.showTable(QString::fromLatin1(table), 1);
    const auto one = dialog.table().csv();
    EXPECT_EQ(all.front(), one.front()) << table;
    EXPECT_EQ(all.size() - 1, 2 * (one.size() - 1)) << table;
    ASSERT_GT(one.size(), 1) << table;
    for (qsizetype i = 1; i < one.size(); ++i) EXPECT_EQ(one[i][0], QStringLiteral("second (measured)")) << table;
  }
  const auto kernels = dialog.table().csv();
  EXPECT_EQ(kernels[1][1], QStringLiteral("gemm"));
  EXPECT_DOUBLE_EQ(kernels[1][2].toDouble(), 4e-3);
  EXPECT_DOUBLE_EQ(kernels[1][3].toDouble(), 12e-3);
  EXPECT_TRUE(kernels[0].contains(QStringLiteral("unit")));
}

TEST(CompareStudies, APairWithNothingToCompareSaysWhy) {
  test::Window w;
  const QString a = w.file(QStringLiteral("a.weir")), b = w.file(QStringLiteral("b.weir"));
  RunBuilder log("test", Truth::Measured);
  log.run().title = "first";
  IoRecord io;
  io.layer = log.intern("POSIX");
  io.readOps = 3;
  log.run().ioRecords.push_back(io);
  keep(a, {made("first", 1'000'000'000), made("second", 1'000'000'000)});
  keep(b, {std::make_shared<const weir::Run>(log.build()), made("second", 1'000'000'000)});
  CompareStudiesDialog dialog(a, {}, nullptr);
  dialog.compare(a, b);
  dialog.finishNow();
  const auto why = [&](qsizetype column) {
    for (const QStringList& row : dialog.table().csv())
      if (row[0].startsWith(QStringLiteral("first"))) return row[column];
    return QString();
  };
  EXPECT_EQ(why(7), QStringLiteral("nothing to compare: B holds no slices: times, kernels and operators are not compared"));
  dialog.showTable(QStringLiteral("kernel"));
  EXPECT_EQ(why(1), QStringLiteral("nothing to compare: B holds no slices of kernels: none are compared"));
}

TEST(CompareStudies, WhatCannotBeComparedIsSaid) {
  test::Window w;
  const QString a = w.file(QStringLiteral("a.weir")), empty = w.file(QStringLiteral("empty.weir"));
  keep(a, {made("first", 1'000'000'000)});
  keep(empty, {});
  CompareStudiesDialog dialog({}, {}, nullptr);
  for (const auto& [path, word] : {std::pair{w.file(QStringLiteral("missing.weir")), "missing.weir"}, {w.write(QStringLiteral("no.weir"), "text"), "no.weir"}, {empty, "holds no run"}}) {
    dialog.compare(a, path);
    dialog.finishNow();
    EXPECT_TRUE(dialog.says().contains(QLatin1String(word))) << dialog.says().toStdString();
    EXPECT_EQ(dialog.table().csv().size(), 1) << path.toStdString();
  }
}

}  // namespace compare_studies_test
