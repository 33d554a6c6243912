#include "views/topology/load_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weir::loadscale {

QColor color(double t, theme::Mode mode) {
  // Grey-blue, sand, orange, vermillion, dark red; on dark the way to the light.
  constexpr std::array<QRgb, 5> light{0xc0ccd8, 0xdfa648, 0xd97b1c, 0xb8400a, 0x6d0f14};
  constexpr std::array<QRgb, 5> dark{0x364556, 0xa3541f, 0xd9701a, 0xf0a830, 0xfff0a0};
  const auto& stops = mode == theme::Mode::Dark ? dark : light;
  const double x = std::clamp(std::isnan(t) ? 0.0 : t, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(x), stops.size() - 2);
  const double f = x - static_cast<double>(i);
  const QColor a(stops[i]);
  const QColor b(stops[i + 1]);
  const auto between = [f](int p, int q) { return static_cast<int>(std::lround(p + f * (q - p))); };
  return {between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue())};
}

QColor idle(theme::Mode mode) { return mode == theme::Mode::Dark ? QColor(0x383d45) : QColor(0xdde1e6); }
QColor plain(theme::Mode mode) { return mode == theme::Mode::Dark ? QColor(0x6b727b) : QColor(0x9aa2ac); }

double luminance(const QColor& c) {
  const auto lin = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * lin(c.redF()) + 0.7152 * lin(c.greenF()) + 0.0722 * lin(c.blueF());
}

}  // namespace weir::loadscale
