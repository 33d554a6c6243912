#include "views/figures/export_figure.h"

#include <fmt/format.h>

#include <QBuffer>
#include <QDateTime>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <cmath>

#include "core/base/version.h"
#include "views/figures/svg_device.h"
#include "views/shared/csv.h"

namespace weir {
namespace {

constexpr double kPtPerMm = 72 / 25.4;

// Same length as before, so that the cross-reference table stays true.
bool replaceSameLength(QByteArray& pdf, const QByteArray& from, QByteArray to) {
  const auto at = pdf.indexOf(from);
  if (at < 0 || to.size() > from.size()) return false;
  to.append(from.size() - to.size(), ' ');
  pdf.replace(at, from.size(), to);
  return true;
}

// Qt rounds the page to whole points, up to 0.18 mm off; the page here is that rounded up, cut to the exact size.
bool cutPage(QByteArray& pdf, const QSizeF& pt, const QSizeF& whole) {
  const auto at = pdf.indexOf("/MediaBox [");
  if (at < 0) return false;
  const auto end = pdf.indexOf(']', at);
  const QByteArray box = "/MediaBox [0 " + QByteArray::number(whole.height() - pt.height(), 'f', 3) + ' ' +
                         QByteArray::number(pt.width(), 'f', 3) + ' ' + QByteArray::number(whole.height(), 'f', 0);
  return replaceSameLength(pdf, pdf.mid(at, end - at), box);
}

QByteArray pdfOf(View& view, const FigureOptions& o, const QSizeF& pt, const FigureStyle& style) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  const QSizeF whole(std::ceil(pt.width()), std::ceil(pt.height()));
  {
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(whole, QPageSize::Point, QStringLiteral("figure"), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    // One unit is one point. At higher resolutions hatches turn to mush and point sizes have to be fought (FIGURES).
    writer.setResolution(72);
    writer.setTitle(view.title());
    writer.setCreator(QStringLiteral("Weir %1").arg(QString::fromLatin1(kVersion)));
    QPainter painter(&writer);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::LosslessImageRendering);
    view.paintFigure(painter, pt, style);
  }
  cutPage(bytes, pt, whole);
  if (o.date) {
    const auto at = bytes.indexOf("/CreationDate (D:");
    if (at >= 0) {
      const auto end = bytes.indexOf(')', at);
      const QString when = QDateTime::fromSecsSinceEpoch(*o.date, Qt::UTC).toString(QStringLiteral("yyyyMMddHHmmss"));
      QByteArray date = "/CreationDate (D:" + when.toLatin1() + "Z";
      // Local times carry their offset and are longer; the string's end is padded outside of it.
      replaceSameLength(bytes, bytes.mid(at, end + 1 - at), date + ")");
    }
  }
  return bytes;
}

QByteArray svgOf(View& view, const FigureOptions& o, const QSizeF& pt, const FigureStyle& style) {
  SvgDevice device(pt, QSizeF(o.width_mm, o.height_mm), view.title(), o.caption);
  QPainter painter(&device);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  view.paintFigure(painter, pt, style);
  painter.end();
  return device.document();
}

Result<QByteArray> pngOf(View& view, const FigureOptions& o, const QSizeF& pt, const FigureStyle& style) {
  const double scale = o.dpi / 72.0;
  QImage image(qRound(pt.width() * scale), qRound(pt.height() * scale), QImage::Format_RGB32);
  if (image.isNull())
    return fail("the picture is too large for memory", "--size", "ask for fewer dots per inch or a smaller page");
  image.fill(Qt::white);
  // While painting, a point is a unit; what the file says of its resolution is set after.
  image.setDotsPerMeterX(qRound(72 / 0.0254));
  image.setDotsPerMeterY(qRound(72 / 0.0254));
  {
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    view.paintFigure(painter, pt, style);
  }
  image.setDotsPerMeterX(qRound(o.dpi / 0.0254));
  image.setDotsPerMeterY(qRound(o.dpi / 0.0254));
  image.setText(QStringLiteral("Title"), view.title());
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) return fail("the picture could not be written as PNG");
  return bytes;
}

Result<QByteArray> csvOf(const View& view, const FigureOptions& o) {
  const QVector<QStringList> rows = view.table();
  if (rows.isEmpty()) return fail("this view has no table", view.viewName().toStdString(), "export it as .pdf, .svg or .png");
  QStringList lines{QStringLiteral("# Weir %1: %2").arg(QString::fromLatin1(kVersion), view.title())};
  if (!o.caption.isEmpty()) lines << QStringLiteral("# ") + o.caption;
  for (const QString& constant : view.restsOn()) lines << QStringLiteral("# rests on: ") + constant;
  for (QString& line : lines) line.replace(QLatin1Char('\n'), QLatin1Char(' '));
  for (const QStringList& row : rows) lines << csvLine(row);
  return (lines.join(QLatin1Char('\n')) + QLatin1Char('\n')).toUtf8();
}

}  // namespace

Result<FigureOptions> figureOptions(std::string_view style) {
  FigureOptions o;
  if (style == "column")
    o.width_mm = 89, o.height_mm = 65, o.textPt = 7;
  else if (style == "slide")
    o.width_mm = 254, o.height_mm = 143, o.textPt = 14;
  else if (style != "paper")
    return fail(fmt::format("unknown figure style \"{}\"", style), "--style",
                "one of paper (183 mm wide), column (89 mm), slide (254 mm)");
  bool ok = false;
  const qlonglong epoch = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&ok);
  if (ok && epoch >= 0) o.date = epoch;
  return o;
}

Result<void> setFigureSize(FigureOptions& o, std::string_view text) {
  const QRegularExpression form(QStringLiteral(R"(^\s*([0-9.]+)\s*[xX×]\s*([0-9.]+)\s*(mm|cm|in)\s*$)"));
  const auto m = form.match(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
  bool okW = false;
  bool okH = false;
  const double w = m.captured(1).toDouble(&okW);
  const double h = m.captured(2).toDouble(&okH);
  if (!m.hasMatch() || !okW || !okH)
    return fail(fmt::format("\"{}\" is no figure size", text), "--size",
                "write width x height with a unit, as in 120x80mm (mm, cm or in)");
  const double unit = m.captured(3) == QStringLiteral("mm") ? 1 : m.captured(3) == QStringLiteral("cm") ? 10 : 25.4;
  o.width_mm = w * unit;
  o.height_mm = h * unit;
  return {};
}

Result<FigureFormat> figureFormat(const std::string& path) {
  const QString suffix = QFileInfo(QString::fromStdString(path)).suffix().toLower();
  if (suffix == QStringLiteral("pdf")) return FigureFormat::Pdf;
  if (suffix == QStringLiteral("svg")) return FigureFormat::Svg;
  if (suffix == QStringLiteral("png")) return FigureFormat::Png;
  if (suffix == QStringLiteral("csv")) return FigureFormat::Csv;
  return fail(suffix.isEmpty() ? std::string("the file's ending says no format")
                               : fmt::format("figures are not written as .{}", suffix.toStdString()),
              path, "end it with .pdf, .svg or .png, or with .csv for the table behind it");
}

Result<QByteArray> renderFigure(View& view, FigureFormat format, const FigureOptions& o) {
  if (!(o.width_mm >= 20 && o.width_mm <= 2000 && o.height_mm >= 20 && o.height_mm <= 2000))
    return fail(fmt::format("a figure of {} x {} mm cannot be painted", o.width_mm, o.height_mm), "--size",
                "both between 20 and 2000 mm");
  if (!(o.textPt >= 4 && o.textPt <= 72))
    return fail(fmt::format("text of {} points cannot be set", o.textPt), "--text", "between 4 and 72 points");
  if (o.dpi < 36 || o.dpi > 2400) return fail(fmt::format("{} dots per inch", o.dpi), "--dpi", "between 36 and 2400");
  if (const QString reason = view.emptyReason(); !reason.isEmpty())
    return fail(fmt::format("the {} view is empty: {}", view.viewName().toStdString(), reason.toStdString()), {},
                "open a run or a scenario that fills it");
  const QSizeF pt(o.width_mm * kPtPerMm, o.height_mm * kPtPerMm);
  const FigureStyle style{o.textPt, o.caption};
  switch (format) {
    case FigureFormat::Pdf:
      return pdfOf(view, o, pt, style);
    case FigureFormat::Svg:
      return svgOf(view, o, pt, style);
    case FigureFormat::Png:
      return pngOf(view, o, pt, style);
    case FigureFormat::Csv:
      return csvOf(view, o);
  }
  return fail("unknown figure format");
}

Result<void> exportFigure(View& view, const std::string& path, const FigureOptions& options) {
  const auto format = figureFormat(path);
  if (!format) return tl::make_unexpected(format.error());
  const auto bytes = renderFigure(view, *format, options);
  if (!bytes) return tl::make_unexpected(bytes.error());
  QSaveFile file(QString::fromStdString(path));
  if (!file.open(QIODevice::WriteOnly))
    return failIo("the figure cannot be written: " + file.errorString().toStdString(), path, "choose another place");
  if (file.write(*bytes) != bytes->size() || !file.commit())
    return failIo("the figure was not written: " + file.errorString().toStdString(), path,
                  "is the disk full? what was there before is untouched");
  return {};
}

}  // namespace weir
