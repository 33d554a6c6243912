// What a text takes on the device that it is painted on; null: on a screen.
#pragma once

#include <QFontMetricsF>
#include <QPaintDevice>

namespace weir {

[[nodiscard]] inline QFontMetricsF metrics(const QFont& f, const QPaintDevice* device) {
  return device != nullptr ? QFontMetricsF(f, const_cast<QPaintDevice*>(device)) : QFontMetricsF(f);
}

}  // namespace weir
