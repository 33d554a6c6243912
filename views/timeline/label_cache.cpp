#include "views/timeline/label_cache.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "views/timeline/facts.h"

namespace weir {
namespace {
constexpr std::size_t kMost = 8192;     // labels kept; some 20 MB at most
constexpr int kLongest = 400;           // device-independent pixels of a name that are rendered
constexpr qsizetype kCharacters = 160;  // of a name that are laid out

void blend(QImage& target, int left, int top, const QImage& mask, int width, QRgb colour) {
  const int x0 = std::max(0, -left);
  const int x1 = std::min(width, target.width() - left);
  const int y0 = std::max(0, -top);
  const int y1 = std::min(mask.height(), target.height() - top);
  const auto mix = [](int under, int over, int alpha) { return under + (over - under) * alpha / 255; };
  for (int y = y0; y < y1; ++y) {
    const uchar* a = mask.constScanLine(y);
    auto* to = reinterpret_cast<QRgb*>(target.scanLine(top + y)) + left;
    for (int x = x0; x < x1; ++x)
      if (a[x] != 0)
        to[x] = qRgb(mix(qRed(to[x]), qRed(colour), a[x]), mix(qGreen(to[x]), qGreen(colour), a[x]), mix(qBlue(to[x]), qBlue(colour), a[x]));
  }
}

}  // namespace

void LabelCache::setScale(const QFont& font, double devicePixelRatio) {
  if (font == font_ && devicePixelRatio == ratio_) return;
  font_ = font;
  ratio_ = devicePixelRatio;
  images_.clear();
  ellipsis_ = render(QStringLiteral("…"));
}

LabelCache::Label LabelCache::render(const QString& text) const {
  const QFontMetricsF metrics(font_);
  const QString shown = metrics.elidedText(text, Qt::ElideRight, kLongest);
  const double width = metrics.horizontalAdvance(shown);
  Label l;
  l.width = std::max(1, static_cast<int>(std::ceil(width * ratio_)));
  QImage image(l.width, std::max(1, static_cast<int>(std::ceil(metrics.height() * ratio_))), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio_);
  image.fill(Qt::transparent);
  QPainter p(&image);
  p.setFont(font_);
  p.setPen(Qt::white);
  p.drawText(QPointF(0, metrics.ascent()), shown);
  p.end();
  l.mask = image.convertToFormat(QImage::Format_Alpha8);
  return l;
}

const LabelCache::Label& LabelCache::label(const Names& names, NameId name) {
  const auto it = images_.find({&names, name});
  if (it != images_.end()) return it->second;
  if (images_.size() >= kMost) images_.clear();
  const std::string_view s = names.text(name);
  QString text = textOf(s);
  if (text.size() > kCharacters) text.truncate(kCharacters);
  return images_.emplace(Key{&names, name}, render(text)).first->second;
}

QRect LabelCache::draw(QImage& target, int left, int top, int width, int height, const Names& names, NameId name, QRgb colour) {
  const Label& l = label(names, name);
  const int y = top + (height - l.mask.height()) / 2;
  if (l.width <= width) {
    blend(target, left, y, l.mask, l.width, colour);
    return {left, y, l.width, l.mask.height()};
  } else if (width > 2 * ellipsis_.width) {
    blend(target, left, y, l.mask, width - ellipsis_.width, colour);
    blend(target, left + width - ellipsis_.width, y, ellipsis_.mask, ellipsis_.width, colour);
    return {left, y, width, l.mask.height()};
  }
  return {};
}

}  // namespace weir
