#include "views/timeline/timeline_plot.h"

#include <algorithm>
#include <cstring>

namespace weir {
namespace {

QImage imageOf(const QSize& size, double ratio, QImage::Format format) {
  QImage image((QSizeF(size) * ratio).toSize().expandedTo(QSize(1, 1)), format);
  image.setDevicePixelRatio(ratio);
  return image;
}

// The lower layers in one: begins as plain ground and is copied whole.
class OpaqueBuffer : public QCPAbstractPaintBuffer {
 public:
  OpaqueBuffer(const QCustomPlot& plot, const QSize& size, double ratio, const QBrush& ground)
      : QCPAbstractPaintBuffer(size, ratio), plot_(plot), ground_(ground) {
    OpaqueBuffer::reallocateBuffer();
  }
  QCPPainter* startPainting() override { return new QCPPainter(&image_); }  // the caller deletes it
  void draw(QCPPainter* painter) const override { painter->drawImage(0, 0, image_); }
  // All but the lanes, which are painted over whole lines anyway.
  void clear(const QColor&) override {
    QRect kept;
    if (plot_.axisRect()->visible()) {
      const QRect lanes = plot_.axisRect()->rect();
      const double r = mDevicePixelRatio;
      if (r == static_cast<int>(r)) kept = QRect(lanes.topLeft() * static_cast<int>(r), lanes.size() * static_cast<int>(r)) & image_.rect();
    }
    const QRgb colour = ground_.color().rgb();
    for (int y = 0; y < image_.height(); ++y) {
      auto* line = reinterpret_cast<QRgb*>(image_.scanLine(y));
      const bool beside = !kept.isEmpty() && y >= kept.top() && y <= kept.bottom();
      std::fill(line, line + (beside ? kept.left() : image_.width()), colour);
      if (beside) std::fill(line + kept.right() + 1, line + image_.width(), colour);
    }
  }

 protected:
  void reallocateBuffer() override {
    setInvalidated();
    image_ = imageOf(mSize, mDevicePixelRatio, QImage::Format_RGB32);
    image_.fill(ground_.color());
  }

 private:
  QImage image_;
  const QCustomPlot& plot_;
  const QBrush& ground_;  // the plot's own
};

// What floats: mostly nothing. Its rows that hold something are found after painting, and only they are blended and cleared.
class SparseBuffer : public QCPAbstractPaintBuffer {
 public:
  SparseBuffer(const QSize& size, double ratio) : QCPAbstractPaintBuffer(size, ratio) { SparseBuffer::reallocateBuffer(); }
  QCPPainter* startPainting() override { return new QCPPainter(&image_); }
  void donePainting() override {
    first_ = 0;
    last_ = image_.height();
    while (first_ < last_ && empty(first_)) ++first_;
    while (last_ > first_ && empty(last_ - 1)) --last_;
  }
  void draw(QCPPainter* painter) const override {
    if (first_ == last_) return;
    const QRectF part(0, first_, image_.width(), last_ - first_);
    painter->drawImage(QPointF(0, first_ / mDevicePixelRatio), image_, part);
  }
  void clear(const QColor&) override {
    for (int y = first_; y < last_; ++y) std::memset(image_.scanLine(y), 0, static_cast<std::size_t>(image_.bytesPerLine()));
    first_ = last_ = 0;
  }

 protected:
  void reallocateBuffer() override {
    setInvalidated();
    image_ = imageOf(mSize, mDevicePixelRatio, QImage::Format_ARGB32_Premultiplied);
    image_.fill(Qt::transparent);
    first_ = last_ = 0;
  }

 private:
  [[nodiscard]] bool empty(int y) const {
    const auto* p = reinterpret_cast<const quint32*>(image_.constScanLine(y));
    quint32 any = 0;
    for (int x = 0; x < image_.width(); ++x) any |= p[x];
    return any == 0;
  }

  QImage image_;
  int first_ = 0, last_ = 0;  // rows [first, last) hold something
};

}  // namespace

TimelinePlot::TimelinePlot(QWidget* parent) : QCustomPlot(parent) {
  // QCustomPlot keeps the buffers it finds: the first is for all layers below a buffered one, the second for that one. Its own
  // layer for selection rectangles, which the timeline has none of, would be a third.
  layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
  const QSize size = viewport().size();
  mPaintBuffers.clear();
  mPaintBuffers.append(QSharedPointer<QCPAbstractPaintBuffer>(new OpaqueBuffer(*this, size, bufferDevicePixelRatio(), mBackgroundBrush)));
  mPaintBuffers.append(QSharedPointer<QCPAbstractPaintBuffer>(new SparseBuffer(size, bufferDevicePixelRatio())));
}

void TimelinePlot::paintEvent(QPaintEvent*) {
  QCPPainter painter(this);
  if (!painter.isActive()) return;
  for (const auto& buffer : mPaintBuffers) buffer->draw(&painter);
}

}  // namespace weir
