#include "views/figures/svg_device.h"

#include <QBuffer>
#include <QImage>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPixmap>
#include <QSet>
#include <algorithm>
#include <cmath>

namespace weir {
namespace {

// Up to three decimals (a thousandth of a point), none needless, never "-0".
QByteArray num(double v) {
  QByteArray s = QByteArray::number(v, 'f', 3);
  while (s.endsWith('0')) s.chop(1);
  if (s.endsWith('.')) s.chop(1);
  return s == "-0" ? QByteArray("0") : s;
}

QByteArray escaped(const QString& text) {
  QString clean;
  for (const QChar c : text)  // XML 1.0 has no place for control characters
    if (c >= QLatin1Char(' ') || c == QLatin1Char('\t') || c == QLatin1Char('\n')) clean += c;
  return clean.toHtmlEscaped().toUtf8();
}

QByteArray pathData(const QPainterPath& path) {
  QByteArray d;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element e = path.elementAt(i);
    if (e.isMoveTo())
      d += 'M';
    else if (e.isLineTo())
      d += 'L';
    else if (e.type == QPainterPath::CurveToElement)
      d += 'C';
    else
      d += ' ';
    d += num(e.x) + ',' + num(e.y);
  }
  return d;
}

}  // namespace

class SvgEngine : public QPaintEngine {
 public:
  SvgEngine()
      : QPaintEngine(AllFeatures &
                     ~(PerspectiveTransform | ConicalGradientFill | PorterDuff | BlendModes | ObjectBoundingModeGradients)) {}

  bool begin(QPaintDevice*) override {
    setActive(true);
    return true;
  }
  bool end() override {
    closeGroup();
    setActive(false);
    return true;
  }
  Type type() const override { return SVG; }

  void updateState(const QPaintEngineState& s) override {
    const DirtyFlags dirty = s.state();
    if (dirty & DirtyTransform) transform_ = s.transform();
    if (dirty & DirtyPen) pen_ = s.pen();
    if (dirty & DirtyBrush) brush_ = s.brush();
    if (dirty & DirtyOpacity) opacity_ = s.opacity();
    if (dirty & DirtyHints) smooth_ = s.renderHints().testFlag(QPainter::Antialiasing);
    if (dirty & DirtyClipEnabled) clipping_ = s.isClipEnabled();
    if (dirty & DirtyClipPath) clip(s.clipPath(), s.clipOperation());
    if (dirty & DirtyClipRegion) {
      QPainterPath region;
      region.addRegion(s.clipRegion());
      clip(region, s.clipOperation());
    }
  }

  void drawPath(const QPainterPath& path) override {
    if (path.isEmpty()) return;
    openGroup();
    const QByteArray style = fillAttributes(path.fillRule() == Qt::OddEvenFill) + strokeAttributes();
    body_ += "<path d=\"" + pathData(path) + '"' + style + common() + "/>\n";
  }

  void drawRects(const QRectF* rects, int count) override {
    for (int i = 0; i < count; ++i) {
      const QRectF r = rects[i].normalized();
      openGroup();
      const QByteArray style = fillAttributes(false) + strokeAttributes();
      body_ += "<rect x=\"" + num(r.x()) + "\" y=\"" + num(r.y()) + "\" width=\"" + num(r.width()) + "\" height=\"" +
               num(r.height()) + '"' + style + common() + "/>\n";
    }
  }
  using QPaintEngine::drawRects;

  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPainterPath path(points[0]);
    for (int i = 1; i < count; ++i) path.lineTo(points[i]);
    if (mode != PolylineMode) {
      path.closeSubpath();
      path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
      drawPath(path);
      return;
    }
    const QBrush keep = std::exchange(brush_, QBrush(Qt::NoBrush));
    drawPath(path);
    brush_ = keep;
  }
  using QPaintEngine::drawPolygon;

  void drawTextItem(const QPointF& p, const QTextItem& item) override {
    if (item.text().trimmed().isEmpty() || pen_.style() == Qt::NoPen) return;
    openGroup();
    const QFont font = item.font();
    const double size = font.pixelSize() > 0 && font.pointSizeF() <= 0 ? font.pixelSize() : font.pointSizeF();
    body_ += "<text x=\"" + num(p.x()) + "\" y=\"" + num(p.y()) + "\" font-family=\"'" + escaped(font.family()) +
             "', Verdana, Arial, sans-serif\" font-size=\"" + num(size) + '"';
    if (font.weight() != QFont::Normal) body_ += " font-weight=\"" + QByteArray::number(int(font.weight())) + '"';
    if (font.italic()) body_ += " font-style=\"italic\"";
    body_ +=
        colour(" fill", pen_.color()) + transformAttribute() + " xml:space=\"preserve\">" + escaped(item.text()) + "</text>\n";
  }

  void drawImage(const QRectF& r, const QImage& image, const QRectF& from, Qt::ImageConversionFlags) override {
    if (image.isNull()) return;
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    QImage part = from.toRect() == image.rect() ? image : image.copy(from.toRect());
    // Not every viewer obeys "pixelated" (librsvg 2.54 does not): enlarged here, what it smooths is a sliver of a cell.
    const int factor = std::clamp(2048 / std::max(part.width(), part.height()), 1, 32);
    part = part.scaled(part.size() * factor, Qt::IgnoreAspectRatio, Qt::FastTransformation);
    part.save(&buffer, "PNG");
    openGroup();
    body_ += "<image x=\"" + num(r.x()) + "\" y=\"" + num(r.y()) + "\" width=\"" + num(r.width()) + "\" height=\"" +
             num(r.height()) +
             "\" preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\"" +
             transformAttribute() + " xlink:href=\"data:image/png;base64," + png.toBase64() + "\"/>\n";
  }
  void drawPixmap(const QRectF& r, const QPixmap& pixmap, const QRectF& from) override {
    drawImage(r, pixmap.toImage(), from, Qt::AutoColor);
  }

  [[nodiscard]] const QByteArray& body() const { return body_; }

 private:
  void clip(const QPainterPath& path, Qt::ClipOperation operation) {
    const QPainterPath mapped = transform_.map(path);
    if (operation == Qt::NoClip) {
      clipping_ = false;
      clip_ = {};
    } else if (operation == Qt::IntersectClip && clipping_ && !clip_.isEmpty()) {
      clip_ = clip_.intersected(mapped);
    } else {
      clip_ = mapped;
      clipping_ = true;
    }
  }

  // Elements of the same clip stand in one group.
  void openGroup() {
    const QByteArray wanted = clipping_ ? pathData(clip_) : QByteArray();
    if (open_ && wanted == openClip_) return;
    closeGroup();
    open_ = true;
    openClip_ = wanted;
    if (!clipping_) {
      body_ += "<g>\n";
      return;
    }
    const QByteArray id = 'c' + QByteArray::number(++clips_);
    body_ += "<clipPath id=\"" + id + "\"><path d=\"" + wanted + "\"/></clipPath>\n<g clip-path=\"url(#" + id + ")\">\n";
  }
  void closeGroup() {
    if (open_) body_ += "</g>\n";
    open_ = false;
  }

  [[nodiscard]] QByteArray colour(const char* attribute, const QColor& c) const {
    QByteArray s = QByteArray(attribute) + "=\"" + c.name(QColor::HexRgb).toLatin1() + '"';
    const double alpha = c.alphaF() * opacity_;
    if (alpha < 0.9995) s += QByteArray(attribute) + "-opacity=\"" + num(alpha) + '"';
    return s;
  }

  QByteArray fillAttributes(bool evenOdd) {
    if (brush_.style() == Qt::NoBrush) return " fill=\"none\"";
    const QByteArray rule = evenOdd ? " fill-rule=\"evenodd\"" : "";
    if (brush_.style() < Qt::Dense1Pattern || brush_.style() > Qt::DiagCrossPattern)
      return colour(" fill", brush_.color()) + rule;
    if (brush_.style() <= Qt::Dense7Pattern) {
      // Dots by density become the same colour, thinner.
      constexpr double density[] = {0.94, 0.88, 0.63, 0.5, 0.37, 0.12, 0.06};
      QColor c = brush_.color();
      c.setAlphaF(static_cast<float>(c.alphaF() * density[brush_.style() - Qt::Dense1Pattern]));
      return colour(" fill", c) + rule;
    }
    return " fill=\"url(#" + hatch() + ")\"" + rule;
  }

  QByteArray hatch() {
    const QByteArray id = 'h' + QByteArray::number(int(brush_.style())) + brush_.color().name(QColor::HexArgb).mid(1).toLatin1();
    if (hatches_.contains(id)) return id;
    hatches_.insert(id);
    QByteArray lines;
    const auto s = brush_.style();
    if (s == Qt::HorPattern || s == Qt::CrossPattern) lines += "M0,2L4,2";
    if (s == Qt::VerPattern || s == Qt::CrossPattern) lines += "M2,0L2,4";
    if (s == Qt::BDiagPattern || s == Qt::DiagCrossPattern) lines += "M-1,1L1,-1M0,4L4,0M3,5L5,3";
    if (s == Qt::FDiagPattern || s == Qt::DiagCrossPattern) lines += "M-1,3L1,5M0,0L4,4M3,-1L5,1";
    body_ += "<pattern id=\"" + id + "\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><path d=\"" + lines +
             "\" fill=\"none\"" + colour(" stroke", brush_.color()) + " stroke-width=\"0.8\"/></pattern>\n";
    return id;
  }

  [[nodiscard]] QByteArray strokeAttributes() const {
    if (pen_.style() == Qt::NoPen) return {};
    const double width = pen_.widthF() > 0 ? pen_.widthF() : 0.5;
    QByteArray s = colour(" stroke", pen_.color()) + " stroke-width=\"" + num(width) + '"';
    if (pen_.isCosmetic() && transform_.isScaling()) s += " vector-effect=\"non-scaling-stroke\"";
    if (pen_.capStyle() != Qt::FlatCap)
      s += pen_.capStyle() == Qt::RoundCap ? " stroke-linecap=\"round\"" : " stroke-linecap=\"square\"";
    if (pen_.joinStyle() == Qt::RoundJoin)
      s += " stroke-linejoin=\"round\"";
    else if (pen_.joinStyle() == Qt::BevelJoin)
      s += " stroke-linejoin=\"bevel\"";
    const QList<qreal> dashes = pen_.dashPattern();
    if (pen_.style() != Qt::SolidLine && !dashes.isEmpty()) {
      QByteArray list;
      for (const qreal d : dashes) list += (list.isEmpty() ? "" : ",") + num(d * width);
      s += " stroke-dasharray=\"" + list + '"';
    }
    return s;
  }

  [[nodiscard]] QByteArray transformAttribute() const {
    if (transform_.isIdentity()) return {};
    QByteArray s = " transform=\"matrix(";
    const double m[] = {transform_.m11(), transform_.m12(), transform_.m21(), transform_.m22()};
    for (const double v : m) s += QByteArray::number(v, 'g', 8) + ',';
    return s + num(transform_.dx()) + ',' + num(transform_.dy()) + ")\"";
  }
  [[nodiscard]] QByteArray common() const { return transformAttribute() + (smooth_ ? "" : " shape-rendering=\"crispEdges\""); }

  QTransform transform_;
  QPen pen_;
  QBrush brush_;
  double opacity_ = 1;
  bool smooth_ = false, clipping_ = false, open_ = false;
  QPainterPath clip_;
  QByteArray openClip_, body_;
  int clips_ = 0;
  QSet<QByteArray> hatches_;
};

SvgDevice::SvgDevice(const QSizeF& sizePt, const QSizeF& sizeMm, const QString& title, const QString& description)
    : pt_(sizePt), mm_(sizeMm), title_(title), description_(description), engine_(std::make_unique<SvgEngine>()) {}
SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const { return engine_.get(); }

int SvgDevice::metric(PaintDeviceMetric m) const {
  switch (m) {
    case PdmWidth:
      return static_cast<int>(std::ceil(pt_.width()));
    case PdmHeight:
      return static_cast<int>(std::ceil(pt_.height()));
    case PdmWidthMM:
      return qRound(mm_.width());
    case PdmHeightMM:
      return qRound(mm_.height());
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      return 72;
    case PdmNumColors:
      return 1 << 24;
    case PdmDepth:
      return 24;
    case PdmDevicePixelRatio:
      return 1;
    case PdmDevicePixelRatioScaled:
      return static_cast<int>(devicePixelRatioFScale());
  }
  return 0;
}

QByteArray SvgDevice::document() const {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
         "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
         "version=\"1.1\" width=\"" +
         num(mm_.width()) + "mm\" height=\"" + num(mm_.height()) + "mm\" viewBox=\"0 0 " + num(pt_.width()) + ' ' +
         num(pt_.height()) + "\" role=\"img\">\n<title>" + escaped(title_) + "</title>\n<desc>" + escaped(description_) +
         "</desc>\n" + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + engine_->body() + "</svg>\n";
}

}  // namespace weir
