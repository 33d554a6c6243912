#include "views/io/io_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QClipboard>
#include <QPainter>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>
#include <QTranslator>
#include <filesystem>

#include "core/formats/open.h"
#include "tests/views/support.h"
#include "views/figures/export_figure.h"
#include "views/io/io_page.h"

namespace io_view_test {
using namespace weir;
using test::look;
using test::shown;
namespace fs = std::filesystem;

namespace {

// Two ranks, three epochs of four files each; rank 1 reads twice as much; the first epoch is slow.
RunPtr epochs() {
  test::Sketch s;
  for (int rank = 0; rank < 2; ++rank) {
    const auto host = s.track(rank, TrackKind::Thread, "main");
    for (int e = 0; e < 3; ++e) {
      const std::int64_t t = 1000 + 10'000 * e;
      s.b.slice({host, t * test::us, 9000 * test::us, s.b.intern("epoch " + std::to_string(e + 1)), s.b.intern("epoch"), Activity::Annotation, {}});
      for (int f = 0; f < 4; ++f) {
        IoOperation op;
        op.rank = rank;
        op.layer = s.b.intern("POSIX");
        op.file = s.b.intern("/data/file_" + std::to_string(rank) + "_" + std::to_string(f) + ".npz");
        op.kind = IoOperation::Kind::Read;
        op.bytes = 1'000'000 * (rank + 1);
        op.offset = 0;
        op.start = (t + 100 + 1500 * f) * test::us;
        op.duration = (e == 0 ? 1000 : 200) * test::us;
        s.b.io(op);
        s.slice(host, t + 100 + 1500 * f, t + 100 + 1500 * f + (e == 0 ? 1000 : 200), Activity::DataLoad, "data");
        s.slice(host, t + 100 + 1500 * f + 1000, t + 1600 + 1500 * f, Activity::Compute, "compute");
      }
    }
  }
  return test::shared(s.build());
}

RunPtr opened(const std::vector<std::string>& paths) {
  auto run = openFiles(paths, {}, {});
  if (run) return test::shared(std::move(*run));
  ADD_FAILURE() << run.error().line();
  return nullptr;
}

std::string corpus(const char* file) { return (fs::path(WEIR_SHARED_DIR) / "corpus" / file).string(); }

}  // namespace

TEST(IoView, EveryTextIsListedForTranslators) {
  for (const char* text : ioObservationTexts()) EXPECT_TRUE(ioTextListed(text)) << text;
  for (const char* text : kIoSizeNames) EXPECT_TRUE(ioTextListed(text)) << text;
  for (const char* text : kIoGapNames) EXPECT_TRUE(ioTextListed(text)) << text;
  for (const char* text : kIoDistanceNames) EXPECT_TRUE(ioTextListed(text)) << text;
  for (int k = 0; k < kIoFileKinds; ++k) EXPECT_TRUE(ioTextListed(name(static_cast<IoFileKind>(k))));
}

TEST(IoView, EmptySaysWhatOpensIt) {
  ViewState state;
  IoView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  look(view, "io_empty");
  test::Sketch none;
  none.slice(none.track(0, TrackKind::Thread, "main"), 0, 10, Activity::Compute, "gemm");
  state.putRun(shown(1, std::make_shared<const weir::Run>(none.build()), "no I/O"));
  view.work().finishNow();  // a visible view does not wait when it is asked
  EXPECT_TRUE(view.emptyReason().contains("Darshan"));
  look(view, "io_none");
}

TEST(IoView, ShowsTheReportsFigures) {
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, epochs(), "two ranks"));
  view.work().finishNow();
  ASSERT_TRUE(view.report());
  EXPECT_EQ(view.emptyReason(), "");
  EXPECT_EQ(view.report()->total.readBytes, 36'000'000);
  EXPECT_EQ(view.report()->epochs.size(), 3U);
  const auto cards = ioCards(*view.report());
  EXPECT_EQ(cards[0].value, "36.0 MB");
  EXPECT_EQ(view.tableOf(IoTableKind::Files).model()->rowCount(), 8);
  EXPECT_EQ(view.tableOf(IoTableKind::Ranks).model()->rowCount(), 2);
  EXPECT_EQ(view.tableOf(IoTableKind::Epochs).model()->rowCount(), 3);
  look(view, "io_small");
  look(view, "io_small_200", {1100, 700}, 2);
  look(view, "io_narrow", {520, 700});
  state.setMode(theme::Mode::Dark);
  look(view, "io_small_dark");
}

// The box says which time it narrows to, in the words of the other views; what a sentence weighs follows it.
TEST(IoView, SaysWhichTimeAndWhatItWeighs) {
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, epochs(), "two ranks"));
  const auto* box = view.findChild<QCheckBox*>();
  ASSERT_TRUE(box);
  EXPECT_EQ(box->text(), "Visible time only");
  state.setMeasured(ViewState::Range{0, 1000 * test::us});
  EXPECT_EQ(box->text(), "Measured time only");
  IoObservation o;
  o.text = "%1 of the bytes go through STDIO.";
  o.values = {{0.5, "1"}};
  o.more = "That is %1 of the run time (%2 of %3).";
  o.moreValues = {{0.2, "1"}, {1, "s"}, {5, "s"}};
  EXPECT_EQ(ioSentence(o), "50.0 % of the bytes go through STDIO. That is 20.0 % of the run time (1.00 s of 5.00 s).");
}

TEST(IoView, FollowsTheRange) {
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, epochs(), "two ranks"));
  view.work().finishNow();
  state.setMeasured(std::pair<std::int64_t, std::int64_t>{1000 * test::us, 10'000 * test::us});  // the first epoch
  view.work().finishNow();
  EXPECT_EQ(view.report()->total.readBytes, 12'000'000);
  IoView::Settings all = view.settings();
  all.visibleOnly = false;
  view.setSettings(all);
  view.work().finishNow();
  EXPECT_EQ(view.report()->total.readBytes, 36'000'000);
}

TEST(IoView, TablesSortFilterCopyAndLeadToTheTimeline) {
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, epochs(), "two ranks"));
  view.work().finishNow();
  QTableView& files = view.tableOf(IoTableKind::Files);
  const QAbstractItemModelTester tester(static_cast<IoSorter*>(files.model())->sourceModel());
  files.sortByColumn(2, Qt::AscendingOrder);  // bytes read, as numbers
  EXPECT_EQ(files.model()->index(0, 2).data().toString(), "3");
  files.sortByColumn(2, Qt::DescendingOrder);
  EXPECT_EQ(files.model()->index(0, 2).data().toString(), "6");
  EXPECT_EQ(files.model()->headerData(2, Qt::Horizontal).toString(), "Read (MB)");
  QSignalSpy places(&state, &ViewState::placeRequested);
  emit files.activated(files.model()->index(0, 0));
  ASSERT_EQ(places.size(), 1);
  EXPECT_EQ(qvariant_cast<ViewState::Place>(places[0][0]).time, 1100 * test::us);
  IoView::Settings to = view.settings();
  to.tab = 1 + static_cast<int>(IoTableKind::Files);
  view.setSettings(to);
  const auto table = view.table();
  ASSERT_EQ(table.size(), 9);
  EXPECT_EQ(table[0][2], "Read (B)");
  EXPECT_EQ(table[1][2], "6000000");
}

TEST(IoView, EveryHeaderIsDefined) {
  for (int k = 0; k < kIoTables; ++k) {
    IoTable table;
    table.setReport(nullptr, static_cast<IoTableKind>(k));
    EXPECT_GT(table.columnCount({}), 0) << k;
    for (int c = 0; c < table.columnCount({}); ++c)
      EXPECT_FALSE(table.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty()) << ioTableTitle(static_cast<IoTableKind>(k)).toStdString() << ", column " << c;
  }
}

// One unit a column, said in its head; the exact value stands in the tip and in the CSV.
TEST(IoView, UnitsDoNotSwitchWithinAColumn) {
  IoReport r;
  for (const std::int64_t bytes : {5'000'000'000LL, 1'200'000LL, 900LL}) {
    IoFile f;
    f.name = "/d/" + std::to_string(bytes);
    f.sums.readBytes = bytes;
    f.sums.readTime = bytes * 1000;
    r.byFile.push_back(f);
  }
  r.byFile.push_back({});  // nothing is known of it
  IoTable table;
  table.setReport(&r, IoTableKind::Files);
  const auto text = [&](int row, int column) { return table.data(table.index(row, column), Qt::DisplayRole).toString(); };
  EXPECT_EQ(table.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), "Read (MB)");
  EXPECT_EQ(text(0, 2), "5,000.000");
  EXPECT_EQ(text(1, 2), "1.200");
  EXPECT_EQ(text(2, 2), "0.001");
  EXPECT_EQ(text(3, 2), "unknown");
  EXPECT_EQ(table.header()[2], "Read (B)");
  EXPECT_EQ(table.row(2)[2], "900");
  EXPECT_TRUE(table.data(table.index(0, 2), Qt::ToolTipRole).toString().startsWith("5.00 GB"));
  EXPECT_EQ(table.headerData(8, Qt::Horizontal, Qt::DisplayRole).toString(), "Reading (ms)");
}

TEST(IoView, FilesAndRanksOnASlowServer) {
  IoReport r;
  r.servers.resize(3);
  IoSlowServer slow;
  slow.name = "14";
  slow.parts = {{"/s/out.7", 7, false, 268'000'000, 64, 780e12}, {"/s/all", kUnknownRank, true, 1'000'000, 0, 5e12}};
  r.slowServers.push_back(slow);
  IoTable table;
  table.setReport(&r, IoTableKind::OnServers);
  ASSERT_EQ(table.rowCount(), 2);
  EXPECT_EQ(table.row(0).mid(0, 6), QStringList({"14", "7", "/s/out.7", "268000000", "64", "780"}));
  EXPECT_EQ(table.data(table.index(1, 1), Qt::DisplayRole).toString(), "all");
  EXPECT_EQ(table.data(table.index(1, 4), Qt::DisplayRole).toString(), "unknown");
  EXPECT_EQ(table.data(table.index(0, 6), Qt::ToolTipRole).toString().section(QLatin1Char('='), 0, 0).trimmed(), "344 kB/s");
  r.slowServers.clear();
  table.setReport(&r, IoTableKind::OnServers);
  EXPECT_TRUE(table.emptyText().startsWith("on no OST")) << table.emptyText().toStdString();
}

// Of many ranks the slow one is the first row, with its own times beside it.
TEST(IoView, RanksAreListedSlowestFirst) {
  IoReport r;
  for (int k = 0; k < 100; ++k) {
    IoRank rank;
    rank.rank = (k + 42) % 100;
    rank.sums.readBytes = 1000;
    r.byRank.push_back(rank);
    IoRankTime t;
    t.rank = 99 - k;
    t.operates = true;
    t.io = 1e12 * (99 - k);
    r.times.push_back(t);
  }
  IoRankTime loads;
  loads.rank = 100, loads.loads = true, loads.wall = 1e12;
  r.times.push_back(loads);
  IoTable table;
  table.setReport(&r, IoTableKind::Ranks);
  ASSERT_EQ(table.rowCount(), 101);
  EXPECT_EQ(table.row(0)[0], "42");
  EXPECT_EQ(table.row(0)[12], "42");  // s in I/O
  EXPECT_EQ(table.row(57)[0], "99");
  EXPECT_EQ(table.row(57)[12], "99");
  EXPECT_EQ(table.row(100)[0], "100");
}

TEST(IoView, StepsAreCalledAsTheTraceNumbersThem) {
  IoReport r;
  r.time.computes = true;
  for (const int n : {1200, 1201}) r.steps.push_back({0, n, {100'000'000'000'000 + n * test::us, 100'000'000'000'000 + (n + 1) * test::us}, test::us / 2});
  IoTable table;
  table.setReport(&r, IoTableKind::Steps);
  EXPECT_EQ(table.data(table.index(0, 1), Qt::DisplayRole).toString(), "1200");
  EXPECT_EQ(table.row(1)[1], "1201");
  EXPECT_NE(table.data(table.index(0, 2), Qt::DisplayRole).toString(), table.data(table.index(1, 2), Qt::DisplayRole).toString()) << "begins a microsecond later";
}

// A card is about one set, or says which part of it; what a benchmark reports is in words and in the page's units.
TEST(IoView, CardsAreAboutOneSet) {
  IoReport r;
  r.layers.resize(1);
  r.files = 629, r.sizedFiles = r.smallFiles = 123;
  r.reported = {{"metric.train_io_mean_MB_per_second", "40993.5", "MiB/s", 0}, {"metric.train_au_mean_percentage", "91.2", "%", 0},
                {"metric.train_io_mean_MB_per_second", "40953.7", "MiB/s", 1}, {"metric.train_au_mean_percentage", "91.2", "%", 1}, {"metric.new_thing_mean_per_epoch", "7", "", 0}};
  const auto named = [&](const QString& what) {
    QStringList out;
    for (const IoCard& c : ioCards(r))
      if (c.what == what) out << c.value << c.more;
    return out.join(QLatin1Char('|'));
  };
  EXPECT_EQ(named("Files"), "629|size known of 123: 123 below 1 MiB");
  EXPECT_EQ(named("Training I/O"), "42.9 GB/s to 43.0 GB/s|reported by the benchmark in 2 results");
  EXPECT_EQ(named("Accelerator utilisation"), "91.2 %|reported by the benchmark in 2 results");
  EXPECT_EQ(named("new thing mean per epoch"), "7|reported by the benchmark");
  r.sizedFiles = 629;
  EXPECT_EQ(named("Files"), "629|123 below 1 MiB");
}

// Ranks of the files that were opened, and of the job.
TEST(IoView, TitleSaysWhoseRanks) {
  test::Sketch s;
  s.b.run().worldSize = 15;
  for (int rank = 0; rank < 4; ++rank) s.slice(s.track(rank, TrackKind::Thread, "main"), 0, 10, Activity::DataLoad, "load");
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, test::shared(s.build()), "unet3d, 4 ranks"));
  view.work().finishNow();
  ASSERT_TRUE(view.report());
  const QString title = view.findChild<IoCanvas*>()->accessibleDescription();
  EXPECT_TRUE(title.startsWith("unet3d, 4 ranks, measured, of a job of 15 rank(s)")) << title.toStdString();  // without a translator
}

// Every stroke and letter lies on the page: nothing is cut at its edges.
TEST(IoView, FigureKeepsWithinItsPage) {
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, epochs(), "two ranks"));
  for (const QSizeF size : {QSizeF(252, 300), QSizeF(516, 640), QSizeF(800, 500)}) {
    constexpr int kScale = 2, kAround = 40;
    QImage image((size.toSize() + QSize(2 * kAround, 2 * kAround)) * kScale, QImage::Format_RGB32);
    image.setDotsPerMeterX(static_cast<int>(72 * kScale / 0.0254));
    image.setDotsPerMeterY(static_cast<int>(72 * kScale / 0.0254));
    image.fill(Qt::white);
    {
      QPainter p(&image);
      p.scale(kScale, kScale);
      p.translate(kAround, kAround);
      view.paintFigure(p, size, {.textPt = 8, .caption = {}});
    }
    int outside = 0;
    const QRect page(QPoint(kAround, kAround) * kScale, size.toSize() * kScale);
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) outside += !page.contains(x, y) && image.pixel(x, y) != qRgb(255, 255, 255) ? 1 : 0;
    EXPECT_EQ(outside, 0) << size.width() << " x " << size.height();
  }
}

// What does not fit is left out whole: a note of which the end is missing says something else.
TEST(IoView, FiguresCutNoNoteShort) {
  IoReport report;
  report.layers.resize(1);
  report.any = true;
  IoObservation note;
  note.text = "First words of a note that needs several lines on a page as narrow as this one is, up to its very end";
  report.notes.push_back(note);
  IoPage page;
  page.report = std::make_shared<const IoReport>(report);
  int whole = 0, none = 0;
  for (double height = 40; height < 260; height += 3) {
    QBuffer svg;
    QSvgGenerator device;
    device.setOutputDevice(&svg);
    device.setResolution(72);
    device.setSize(QSize(200, 300));
    {
      QPainter p(&device);
      paintIoPage(&p, page, QRectF(0, 0, 200, height), chart::onPaper({.textPt = 8, .caption = {}}, &device), &device, true, nullptr);
    }
    const bool begins = svg.data().contains("First words"), ends = svg.data().contains("end<");
    EXPECT_EQ(begins, ends) << height;
    ++(begins ? whole : none);
  }
  EXPECT_GT(whole, 0);
  EXPECT_GT(none, 0);
}

TEST(IoView, FigureIsVectorAndFits) {
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, epochs(), "two ranks"));
  for (const QSizeF size : {QSizeF(252, 180), QSizeF(516, 640)}) {
    QImage image((size * 3).toSize(), QImage::Format_RGB32);
    image.setDotsPerMeterX(static_cast<int>(216 / 0.0254));
    image.setDotsPerMeterY(static_cast<int>(216 / 0.0254));
    image.fill(Qt::white);
    {
      QPainter p(&image);
      p.scale(3, 3);
      view.paintFigure(p, size, {.textPt = 8, .caption = {}});
    }
    // Something is painted, and nothing beyond the page's edge but white.
    bool any = false;
    for (int y = 0; y < image.height() && !any; ++y)
      for (int x = 0; x < image.width(); ++x) any = any || image.pixel(x, y) != qRgb(255, 255, 255);
    EXPECT_TRUE(any);
  }
}

TEST(IoView, RealLogs) {
  if (!fs::exists(corpus("darshan"))) GTEST_SKIP() << "no corpus here";
  struct Case {
    const char *file, *name;
  };
  for (const Case c : {Case{"darshan/imbalanced-io.darshan", "io_imbalanced"}, Case{"darshan/wisio_unet3d_a100_dxt.darshan", "io_unet3d_dxt"}, Case{"dftracer/test-trace.pfw.gz", "io_dftracer"},
                       Case{"darshan/e3sm_io_heatmap_only.darshan", "io_e3sm"}, Case{"darshan/sample-badost.darshan", "io_badost"}, Case{"dlio/dlio_test_data", "io_dlio"}}) {
    ViewState state;
    IoView view(state);
    const RunPtr run = opened({corpus(c.file)});
    ASSERT_TRUE(run);
    state.putRun(shown(1, run, QString::fromLatin1(c.file)));
    EXPECT_EQ(view.emptyReason(), "") << c.file;
    look(view, QString::fromLatin1(c.name), {1280, 1500});
    if (qstrcmp(c.name, "io_dftracer") == 0 || qstrcmp(c.name, "io_badost") == 0) {
      state.setMode(theme::Mode::Dark);
      look(view, QStringLiteral("%1_dark").arg(QLatin1String(c.name)), {1280, 1500});
      for (int tab = 1; tab <= kIoTables; ++tab) {
        IoView::Settings to = view.settings();
        to.tab = tab;
        view.setSettings(to);
        look(view, QStringLiteral("%1_tab%2").arg(QLatin1String(c.name)).arg(tab), {1280, 500});
      }
    }
  }
}

TEST(IoView, SizesOfACutLogAreLowerBounds) {
  const std::string path = corpus("malformed/truncated_50pct.darshan");
  if (!fs::exists(path)) GTEST_SKIP() << path;
  const RunPtr run = opened({path});
  ASSERT_TRUE(run);
  ViewState state;
  IoView view(state);
  state.putRun(shown(1, run, "cut"));
  (void)view.report();
  ASSERT_TRUE(view.emptyReason().isEmpty());
  int bounds = 0, unknown = 0, plain = 0;
  for (const QStringList& row : view.table())
    if (row[0] == QStringLiteral("request sizes"))
      for (int c : {2, 3}) ++(row[c].startsWith(QStringLiteral("at least ")) ? bounds : row[c].startsWith(QStringLiteral("unknown ")) ? unknown : plain);
  EXPECT_GT(bounds, 0);
  EXPECT_GT(unknown, 0);
  EXPECT_EQ(plain, 0);
}

}  // namespace io_view_test
