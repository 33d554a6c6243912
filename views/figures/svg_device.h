// A paint device that writes SVG 1.1. Why not QSvgGenerator: Qt 6.4's writes no clip, so curves run out of their axes, does
// not escape its title, rounds the page up to whole units, and names one font only. Here clips become clip paths, the page
// is exact, text stays text with generic fall-backs, images stay lossless with hard edges, hatches are lines in points.
// One unit is one point. Gradients and textures are not needed by figures: they are painted in the brush's plain colour.
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>
#include <memory>

namespace weir {

class SvgEngine;

class SvgDevice : public QPaintDevice {
 public:
  SvgDevice(const QSizeF& sizePt, const QSizeF& sizeMm, const QString& title, const QString& description);
  ~SvgDevice() override;
  // The document; call after the painter has ended.
  [[nodiscard]] QByteArray document() const;
  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  QSizeF pt_, mm_;
  QString title_, description_;
  std::unique_ptr<SvgEngine> engine_;
};

}  // namespace weir
