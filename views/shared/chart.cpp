#include "views/shared/chart.h"

#include <QFontMetricsF>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/summarize/seconds.h"

namespace weir::chart {
namespace {

QString text(const std::string& s) { return QString::fromStdString(s); }

Style styleOf(QFont base, double axisPt, double textPt, double titlePt, const theme::Colors& colors, const QPaintDevice* device) {
  base.setHintingPreference(QFont::PreferNoHinting);
  Style s;
  s.title = s.text = s.axis = base;
  s.axis.setPointSizeF(axisPt);
  s.text.setPointSizeF(textPt);
  s.title.setPointSizeF(titlePt);
  s.title.setWeight(QFont::DemiBold);
  s.colors = colors;
  s.em = QFontMetricsF(s.axis, const_cast<QPaintDevice*>(device)).height();
  return s;
}

}  // namespace

Style onScreen(theme::Mode mode, const QPaintDevice* device) {
  const double t = theme::textFont().pointSizeF();
  return styleOf(theme::textFont(), theme::axisFont().pointSizeF(), t, t, theme::colors(mode), device);
}

Style onPaper(const FigureStyle& style, const QPaintDevice* device) {
  Style s = styleOf(theme::textFont(), style.textPt, style.textPt, style.textPt + 1, theme::colors(theme::Mode::Light), device);
  s.colors.text = s.colors.faintText = s.colors.axis = Qt::black;
  s.line = 0.6;
  s.figure = true;
  return s;
}

std::vector<double> ticks(double low, double high, int most) {
  std::vector<double> out;
  if (!(high > low) || most < 1 || !std::isfinite(low) || !std::isfinite(high)) return out;
  double step = std::pow(10, std::floor(std::log10((high - low) / most)));
  for (const double k : {1.0, 2.0, 5.0, 10.0, 20.0})
    if (std::floor(high / (step * k)) - std::ceil(low / (step * k)) + 1 <= most) {
      step *= k;
      break;
    }
  const double first = std::ceil(low / step - 1e-9);
  for (int i = 0; (first + i) * step <= high + step * 1e-9; ++i) out.push_back((first + i) * step + 0.0);
  return out;
}

std::vector<double> logTicks(double low, double high, int most) {
  std::vector<double> out;
  if (!(low > 0) || !(high >= low) || most < 1) return out;
  const int a = static_cast<int>(std::floor(std::log10(low)));
  const int b = static_cast<int>(std::ceil(std::log10(high)));
  const auto put = [&](double v) {
    if (v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9)) out.push_back(v);
  };
  const int every = std::max(1, (b - a + most) / most);
  if (b - a > 3)
    for (int e = a; e <= b; e += every) put(std::pow(10.0, e));
  else
    for (int e = a; e <= b; ++e)
      for (const double k : {1.0, 2.0, 5.0}) put(k * std::pow(10.0, e));
  if (out.size() < 2) out = {low, high};
  return out;
}

AxisUnit axisUnit(double largest, std::string_view unit) {
  if (unit == "1") return {100, QStringLiteral("%")};
  const QString u = QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size()));
  if (!(largest > 0) || !std::isfinite(largest)) return {1, u};
  constexpr const char* prefixes[] = {"p", "n", "µ", "m", "", "k", "M", "G", "T", "P"};
  const bool parts = unit == "s" || unit == "W" || unit == "J";  // nobody speaks of millibytes
  int e = static_cast<int>(std::floor(std::log10(largest) / 3 + 1e-9));
  e = std::clamp(e, parts ? -4 : 0, unit == "s" ? 0 : 5);
  if (unit == "messages")
    return e == 0 ? AxisUnit{1, u}
                  : AxisUnit{std::pow(1000.0, -e), QStringLiteral("%1 messages")
                                                       .arg(QString::fromUtf8(e == 1   ? "thousand"
                                                                              : e == 2 ? "million"
                                                                                       : "billion"))};
  return {std::pow(1000.0, -e), QString::fromUtf8(prefixes[e + 4]) + u};
}

QString tickText(double value, double step) {
  const int decimals = step > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9) : 0;
  QString s = QString::number(value, 'f', decimals);
  return s == QStringLiteral("-0") ? QStringLiteral("0") : s;
}

QString durationText(std::int64_t ps) { return valueText(seconds(ps), "s"); }

QString valueText(double v, std::string_view unit) {
  if (unit == "B") return text(units::showBytes(v));
  if (unit == "s") return text(units::showSeconds(v));
  if (unit == "1") return text(units::showPercent(v));
  if (unit == "messages")
    return std::isnan(v) ? text("unknown")
                         : text(units::showCount(v)) + (v == 1 ? QStringLiteral(" message") : QStringLiteral(" messages"));
  return text(units::showSi(v, unit));
}

QString exactText(double v, std::string_view unit) {
  if (std::isnan(v)) return {};
  const QLocale c(QLocale::English, QLocale::UnitedStates);  // "12,000,000": the C locale groups nothing
  if (unit == "B" && std::abs(v) >= 1000) {
    QString s = c.toString(v, 'f', v == std::floor(v) ? 0 : 1) + QStringLiteral(" B");
    constexpr const char* binary[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    double b = v / 1024;
    int i = 0;
    for (; b >= 1024 && i < 4; ++i) b /= 1024;
    return s + QStringLiteral(" = %1 %2").arg(QString::number(b, 'f', 2), QString::fromLatin1(binary[i]));
  }
  if (unit == "s") return QStringLiteral("%1 s").arg(QString::number(v, 'g', 9));
  if (unit == "messages" && v >= 10000) return c.toString(v, 'f', 0);
  return {};
}

void hatch(QPainter& p, const QRectF& r, const QColor& color, double spacing, double width) {
  if (r.isEmpty()) return;
  p.save();
  p.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
  p.setBrush(Qt::NoBrush);
  const double step = spacing * std::sqrt(2.0);
  // x + y = c; multiples of the step from the origin, so that neighbours continue each other's lines.
  QList<QLineF> lines;
  for (double c = std::ceil((r.left() + r.top()) / step) * step; c < r.right() + r.bottom(); c += step) {
    const double x0 = std::max(r.left(), c - r.bottom());
    const double x1 = std::min(r.right(), c - r.top());
    if (x1 > x0) lines.append(QLineF(x0, c - x0, x1, c - x1));
  }
  p.drawLines(lines);
  p.restore();
}

namespace {

struct Unbreakable {
  QString text;
  bool blankBefore = false;
};

// Words; Chinese and its like, which set no blanks, sign by sign, but none that closes at the head of a line, none that opens at its end.
std::vector<Unbreakable> unbreakables(const QString& all) {
  static const QString closing = QStringLiteral("，。；：、！？）」』》”’…％"), opening = QStringLiteral("（「『《“‘");
  std::vector<Unbreakable> out;
  for (const QString& word : all.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    bool first = true;
    for (const QChar c : word) {
      const QChar last = first || out.back().text.isEmpty() ? QChar() : out.back().text.back();
      const bool sign = c.unicode() >= 0x2e80 || last.unicode() >= 0x2e80;
      if (first || (sign && !closing.contains(c) && !opening.contains(last))) out.push_back({QString(), first});
      out.back().text += c;
      first = false;
    }
  }
  return out;
}

}  // namespace

QStringList wrapped(const QString& all, const QFontMetricsF& m, double width) {
  QStringList lines;
  QString line;
  for (const Unbreakable& part : unbreakables(all)) {
    const QString longer = line.isEmpty() ? part.text : part.blankBefore ? line + QLatin1Char(' ') + part.text : line + part.text;
    if (line.isEmpty() || m.horizontalAdvance(longer) <= width)
      line = longer;
    else {
      lines << line;
      line = part.text;
    }
    // A path or a name that has no line long enough is cut where the line ends.
    while (line.size() > 1 && m.horizontalAdvance(line) > width) {
      qsizetype fits = line.size() - 1;
      while (fits > 1 && m.horizontalAdvance(line.left(fits)) > width) --fits;
      lines << line.left(fits);
      line = line.mid(fits);
    }
  }
  if (!line.isEmpty()) lines << line;
  return lines;
}

double widest(const QStringList& texts, const QFontMetricsF& m) {
  double w = 0;
  for (const QString& t : texts) w = std::max(w, m.horizontalAdvance(t));
  return w;
}

void turnedText(QPainter& p, const QRectF& r, const QString& t) {
  p.save();
  p.translate(r.center());
  p.rotate(-90);
  const QRectF turned(-r.height() / 2, -r.width() / 2, r.height(), r.width());
  const QFontMetricsF m(p.font(), p.device());
  p.drawText(turned, Qt::AlignCenter | Qt::TextDontClip, m.elidedText(t, Qt::ElideRight, r.height() + 1));
  p.restore();
}

void paintedOnce(QPainter& p, QPixmap& kept, const QSize& size, const QColor& background, const std::function<void(QPainter&)>& paint) {
  const double ratio = p.device()->devicePixelRatioF();
  if (kept.isNull() || kept.devicePixelRatio() != ratio) {
    kept = QPixmap((QSizeF(size) * ratio).toSize());
    kept.setDevicePixelRatio(ratio);
    kept.fill(background);
    QPainter once(&kept);
    once.setRenderHint(QPainter::Antialiasing);
    paint(once);
  }
  p.drawPixmap(0, 0, kept);
}

void emptyText(QPainter& p, const QRectF& r, const Style& style, const QString& headline, const QString& hint) {
  const QFontMetricsF m(style.text, p.device());
  const double width = std::min(r.width() - 2 * style.em, 36 * style.em);
  const QStringList head = wrapped(headline, QFontMetricsF(style.title, p.device()), width);
  const QStringList rest = wrapped(hint, m, width);
  const double line = m.height() * 1.25;
  double y = r.center().y() - line * static_cast<double>(head.size() + rest.size() + 1) / 2;
  const auto put = [&](const QStringList& lines, const QFont& font, const QColor& color) {
    p.setFont(font);
    p.setPen(color);
    for (const QString& s : lines) {
      p.drawText(QRectF(r.left(), y, r.width(), line), Qt::AlignCenter, s);
      y += line;
    }
  };
  put(head, style.title, style.colors.text);
  y += line / 2;
  put(rest, style.text, style.colors.faintText);
}

}  // namespace weir::chart
