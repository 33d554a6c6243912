#include "views/figures/export_figure.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <cmath>

#include "tests/views/support.h"
#include "views/breakdown/breakdown_view.h"
#include "views/figures/svg_device.h"
#include "views/heatmap/heatmap_view.h"
#include "views/shared/chart.h"

namespace figures_test {
using namespace weir;
using test::shown;

namespace {

QString output(const QString& program, const QStringList& arguments) {
  QProcess p;
  p.start(program, arguments);
  p.waitForFinished(30000);
  return QString::fromUtf8(p.readAllStandardOutput());
}

#define NEEDS_PROGRAM(name) \
  if (QStandardPaths::findExecutable(QStringLiteral(name)).isEmpty()) GTEST_SKIP() << name " is not installed"

QByteArray contents(const QString& path) {
  QFile f(path);
  return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
}

struct Fixture {
  ViewState state;
  HeatmapView traffic{state};
  BreakdownView breakdown{state};
  QTemporaryDir dir;
  Fixture() {
    state.putRun(shown(1, test::training(8), "resnet-50, 8 ranks"));
    state.putRun(shown(2, test::training(8, Truth::Simulated), "scenario <B> & more"));
  }
  std::string path(const char* name) const { return dir.filePath(QString::fromLatin1(name)).toStdString(); }
};

// Figures to look at, where asked for.
void keep(View& view, const char* name, const FigureOptions& o) {
  const QString to = qEnvironmentVariable("WEIR_RENDER_DIR");
  if (to.isEmpty()) return;
  for (const char* suffix : {".pdf", ".svg", ".png"})
    (void)exportFigure(view, QDir(to).filePath(QString::fromLatin1(name) + suffix).toStdString(), o);
}

// A view that paints far beyond its clip, and text that must be escaped.
class Wild : public View {
 public:
  using View::View;
  QString viewName() const override { return "wild"; }
  QString title() const override { return "a < b & \"c\""; }
  QString emptyReason() const override { return {}; }
  void paintFigure(QPainter& p, const QSizeF& size, const FigureStyle& style) override {
    const chart::Style s = chart::onPaper(style, p.device());
    p.setFont(s.axis);
    p.drawText(QPointF(4, 12), "x < y & z");
    p.save();
    p.setClipRect(QRectF(10, 20, 40, 40));
    p.fillRect(QRectF(-500, -500, 2000, 2000), Qt::red);
    p.setClipRect(QRectF(30, 20, 100, 40), Qt::IntersectClip);
    p.fillRect(QRectF(-500, -500, 2000, 2000), Qt::blue);
    p.restore();
    QImage image(2, 1, QImage::Format_RGB32);
    image.setPixel(0, 0, 0xff00ff00);
    image.setPixel(1, 0, 0xff000000);
    p.drawImage(QRectF(60, 20, 40, 20), image);
    p.drawRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1));
  }
};

}  // namespace

TEST(Figures, PdfPageIsExactFontsAreEmbeddedTextIsText) {
  NEEDS_PROGRAM("pdfinfo");
  Fixture f;
  for (const auto& [w, h] : {std::pair{183.0, 110.0}, {89.0, 65.0}, {120.5, 80.3}}) {
    FigureOptions o;
    o.width_mm = w;
    o.height_mm = h;
    for (View* view : std::initializer_list<View*>{&f.traffic, &f.breakdown}) {
      const std::string path = f.path("figure.pdf");
      const auto done = exportFigure(*view, path, o);
      ASSERT_TRUE(done) << done.error().line();
      const QString file = QString::fromStdString(path);
      const QString info = output("pdfinfo", {file});
      const auto m = QRegularExpression("Page size:\\s+([0-9.]+) x ([0-9.]+) pts").match(info);
      ASSERT_TRUE(m.hasMatch()) << info.toStdString();
      EXPECT_NEAR(m.captured(1).toDouble() * 25.4 / 72, w, 0.1);
      EXPECT_NEAR(m.captured(2).toDouble() * 25.4 / 72, h, 0.1);
      EXPECT_TRUE(info.contains(QRegularExpression("Pages:\\s+1\\n")));
      const QStringList fonts = output("pdffonts", {file}).split('\n', Qt::SkipEmptyParts);
      ASSERT_GE(fonts.size(), 3);
      for (int i = 2; i < fonts.size(); ++i) {
        EXPECT_TRUE(fonts[i].contains("TrueType")) << fonts[i].toStdString();
        EXPECT_FALSE(fonts[i].contains("Type 3"));
        EXPECT_TRUE(fonts[i].contains(QRegularExpression("Identity-H\\s+yes"))) << fonts[i].toStdString();
      }
      const QString text = output("pdftotext", {"-layout", file, "-"});
      EXPECT_TRUE(text.contains(view == &f.traffic ? "to rank" : "Where the time goes")) << text.toStdString();
      EXPECT_TRUE(text.contains("resnet-50")) << text.toStdString();
    }
  }
}

TEST(Figures, BigHeatMapsInPdfAreLossless) {
  NEEDS_PROGRAM("pdfimages");
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, test::training(256), "256 ranks"));
  QTemporaryDir dir;
  const QString path = dir.filePath("big.pdf");
  ASSERT_TRUE(exportFigure(view, path.toStdString(), {}));
  const QStringList images = output("pdfimages", {"-list", path}).split('\n', Qt::SkipEmptyParts);
  ASSERT_GE(images.size(), 3);  // 65,536 cells are an image, its pixels the cells
  for (int i = 2; i < images.size(); ++i) {
    EXPECT_TRUE(images[i].contains(QRegularExpression(" (image|smask) ")) && !images[i].contains("jpeg"))
        << images[i].toStdString();
    EXPECT_TRUE(images[i].contains(QRegularExpression("\\s256\\s+256\\s"))) << images[i].toStdString();
  }
  EXPECT_LT(QFileInfo(path).size(), 300'000);
}

TEST(Figures, TheSameBytesWithADateWhateverTheTheme) {
  Fixture f;
  FigureOptions o;
  o.date = 1'700'000'000;
  for (const FigureFormat format : {FigureFormat::Pdf, FigureFormat::Svg, FigureFormat::Png})
    for (View* view : std::initializer_list<View*>{&f.traffic, &f.breakdown}) {
      f.state.setMode(theme::Mode::Light);
      const auto a = renderFigure(*view, format, o);
      f.state.setMode(theme::Mode::Dark);
      view->resize(300, 900);
      const auto b = renderFigure(*view, format, o);
      ASSERT_TRUE(a && b);
      EXPECT_GT(a->size(), 1000);
      EXPECT_TRUE(*a == *b) << view->viewName().toStdString() << " " << int(format);
    }
  const auto pdf = renderFigure(f.traffic, FigureFormat::Pdf, o);
  EXPECT_TRUE(pdf->contains("/CreationDate (D:20231114221320Z"));
}

TEST(Figures, DateComesFromTheEnvironment) {
  qputenv("SOURCE_DATE_EPOCH", "1700000000");
  EXPECT_EQ(figureOptions("paper")->date, 1'700'000'000);
  qputenv("SOURCE_DATE_EPOCH", "soon");
  EXPECT_FALSE(figureOptions("paper")->date.has_value());
  qunsetenv("SOURCE_DATE_EPOCH");
  EXPECT_FALSE(figureOptions("paper")->date.has_value());
  EXPECT_EQ(figureOptions("column")->width_mm, 89);
  const auto wrong = figureOptions("poster");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().line().find("paper"), std::string::npos);
}

TEST(Figures, SvgIsWellFormedClippedAndExact) {
  ViewState state;
  Wild view(state);
  FigureOptions o;
  o.width_mm = 60;
  o.height_mm = 30;
  const auto svg = renderFigure(view, FigureFormat::Svg, o);
  ASSERT_TRUE(svg);
  QXmlStreamReader xml(*svg);
  QString title;
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isStartElement() && xml.name() == u"title") title = xml.readElementText();
    if (xml.isStartElement() && xml.name() == u"svg") {
      EXPECT_EQ(xml.attributes().value("width"), u"60mm");
      EXPECT_EQ(xml.attributes().value("height"), u"30mm");
    }
  }
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  EXPECT_EQ(title, "a < b & \"c\"");
  EXPECT_EQ(svg->count("<clipPath"), 2);
  NEEDS_PROGRAM("rsvg-convert");
  QTemporaryDir dir;
  const QString in = dir.filePath("a.svg");
  ASSERT_TRUE(exportFigure(view, in.toStdString(), o));
  output("rsvg-convert", {"-w", "1701", in, "-o", dir.filePath("a.png")});  // 10 pixels a point
  const QImage image(dir.filePath("a.png"));
  ASSERT_EQ(image.width(), 1701);
  const auto at = [&](double x, double y) { return image.pixelColor(int(x * 10), int(y * 10)).name(); };
  EXPECT_EQ(at(20, 40), "#ff0000");
  EXPECT_EQ(at(40, 40), "#0000ff");  // the intersection of both clips
  EXPECT_EQ(at(55, 50), "#ffffff");  // outside of both
  EXPECT_EQ(at(20, 15), "#ffffff");
  EXPECT_EQ(at(79, 30), "#00ff00");  // hard edge between two pixels of an image
  EXPECT_EQ(at(81, 30), "#000000");
}

TEST(Figures, NoTextIsSmallerThanAsked) {
  Fixture f;
  for (const double pt : {6.0, 8.0, 12.0})
    for (View* view : std::initializer_list<View*>{&f.traffic, &f.breakdown}) {
      FigureOptions o;
      o.textPt = pt;
      const auto svg = renderFigure(*view, FigureFormat::Svg, o);
      ASSERT_TRUE(svg);
      const QString text = QString::fromUtf8(*svg);
      const QRegularExpression size("font-size=\"([0-9.]+)\"");
      double smallest = 1e9;
      for (auto it = size.globalMatch(text); it.hasNext();) smallest = std::min(smallest, it.next().captured(1).toDouble());
      EXPECT_NEAR(smallest, pt, 0.1);
      EXPECT_TRUE(QSvgRenderer(*svg).isValid());
      EXPECT_TRUE(text.contains("scenario &lt;B&gt; &amp; more") || view == &f.traffic);
    }
}

TEST(Figures, PngHasItsSizeAndResolution) {
  Fixture f;
  FigureOptions o;
  o.width_mm = 89;
  o.height_mm = 65;
  o.dpi = 600;
  const std::string path = f.path("a.png");
  ASSERT_TRUE(exportFigure(f.breakdown, path, o));
  const QImage image(QString::fromStdString(path));
  EXPECT_EQ(image.width(), std::lround(89 / 25.4 * 600));
  EXPECT_EQ(image.height(), std::lround(65 / 25.4 * 600));
  EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, 600, 0.05);
  EXPECT_TRUE(contents(QString::fromStdString(path)).contains("pHYs"));
}

TEST(Figures, RefusalsSayWhatWhereAndWhatToDo) {
  ViewState empty;
  HeatmapView view(empty);
  QTemporaryDir dir;
  const auto path = [&](const char* n) { return dir.filePath(QString::fromLatin1(n)).toStdString(); };
  const auto refused = [&](View& v, const std::string& p, const FigureOptions& o, const char* word) {
    const auto r = exportFigure(v, p, o);
    ASSERT_FALSE(r);
    EXPECT_NE(r.error().line().find(word), std::string::npos) << r.error().line();
    EXPECT_FALSE(QFileInfo::exists(QString::fromStdString(p)) && QFileInfo(QString::fromStdString(p)).isFile()) << p;
  };
  refused(view, path("a.pdf"), {}, "nothing is open");
  Fixture f;
  refused(f.traffic, path("a.tiff"), {}, ".pdf, .svg or .png");
  refused(f.traffic, path("a"), {}, ".pdf, .svg or .png");
  refused(f.traffic, path("no/such/folder/a.pdf"), {}, "cannot be written");
  FigureOptions o;
  o.width_mm = 5;
  refused(f.traffic, path("a.pdf"), o, "20 and 2000 mm");
  o = {};
  o.textPt = 0;
  refused(f.traffic, path("a.pdf"), o, "points");
  ASSERT_TRUE(QDir(dir.path()).mkdir("folder.pdf"));
  refused(f.traffic, path("folder.pdf"), {}, "folder.pdf");
}

TEST(Figures, AFailedExportLeavesWhatWasThere) {
  Fixture f;
  const std::string path = f.path("kept.svg");
  ASSERT_TRUE(exportFigure(f.traffic, path, {}));
  const QByteArray before = contents(QString::fromStdString(path));
  f.state.clearRuns();
  EXPECT_FALSE(exportFigure(f.traffic, path, {}));
  EXPECT_EQ(contents(QString::fromStdString(path)), before);
  EXPECT_EQ(QDir(f.dir.path()).entryList(QDir::Files).size(), 1);  // no temporary is left
}

TEST(Figures, SizesAreReadWithTheirUnit) {
  FigureOptions o;
  ASSERT_TRUE(setFigureSize(o, "12 x 8.5cm"));
  EXPECT_DOUBLE_EQ(o.width_mm, 120);
  EXPECT_DOUBLE_EQ(o.height_mm, 85);
  ASSERT_TRUE(setFigureSize(o, "2x1in"));
  EXPECT_DOUBLE_EQ(o.width_mm, 50.8);
  for (const char* wrong : {"120x80", "x80mm", "120mm", "", "1..2x3mm"}) EXPECT_FALSE(setFigureSize(o, wrong)) << wrong;
}

TEST(Figures, ToLookAt) {
  Fixture f;
  keep(f.traffic, "figure_traffic", {});
  keep(f.breakdown, "figure_breakdown", *figureOptions("column"));
  ViewState state;
  HeatmapView links(state);
  state.putRun(shown(1, test::links(40), "all-reduce, packets"));
  keep(links, "figure_links", {});
  EXPECT_FALSE(renderFigure(links, FigureFormat::Svg, {})->isEmpty());
}

TEST(Chart, TicksAreRound) {
  using chart::ticks;
  EXPECT_EQ(ticks(0, 100, 11), (std::vector<double>{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}));
  EXPECT_EQ(ticks(0, 656, 6), (std::vector<double>{0, 200, 400, 600}));
  EXPECT_EQ(ticks(-1, 1, 3), (std::vector<double>{-1, 0, 1}));
  EXPECT_TRUE(ticks(1, 1, 5).empty());
  EXPECT_TRUE(ticks(0, NAN, 5).empty());
  EXPECT_EQ(chart::logTicks(1, 1e6, 10).size(), 7U);
  EXPECT_EQ(chart::logTicks(11.7, 375, 6), (std::vector<double>{20, 50, 100, 200}));
  for (int most = 1; most < 12; ++most)
    for (const double high : {0.003, 1.0, 7.3, 99.0, 12345.0})
      EXPECT_LE(ticks(0, high, most).size(), static_cast<std::size_t>(most)) << high;
}

TEST(Chart, UnitsOfAxes) {
  EXPECT_EQ(chart::axisUnit(0.0042, "s").unit, "ms");
  EXPECT_EQ(chart::axisUnit(6.5e8, "B").unit, "MB");
  EXPECT_EQ(chart::axisUnit(0.4, "1").unit, "%");
  EXPECT_EQ(chart::axisUnit(0, "B").unit, "B");
  EXPECT_EQ(chart::axisUnit(4000, "s").unit, "s");
  EXPECT_EQ(chart::valueText(NAN, "B"), "unknown");
  EXPECT_EQ(chart::exactText(12'000'000, "B"), "12,000,000 B = 11.44 MiB");
}

}  // namespace figures_test
