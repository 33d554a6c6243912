// A view as a file for a paper: PDF, SVG or PNG by the path's ending, or what it shows as a table (CSV: header with units;
// above it, on lines that begin with #, what the numbers rest on). Always light, page exact to 0.1 mm, fonts embedded
// (PDF), images lossless, PNG with its resolution. GUI thread; a QApplication must exist (offscreen will do).
// Errors: an ending we do not write, an empty view (with the view's own reason), a size or text that makes no sense, a
// place that cannot be written. The file is written whole beside its place and then renamed, so an error or a full disk
// leaves what was there before.
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "views/shared/view.h"

namespace weir {

enum class FigureFormat { Pdf, Svg, Png, Csv };

struct FigureOptions {
  double width_mm = 183, height_mm = 110;
  double textPt = 8;  // no text is smaller
  int dpi = 300;      // PNG only
  QString caption;    // under the figure; empty = none
  // Seconds since the epoch to stand as the file's date, so that two exports are the same bytes; none = now.
  std::optional<std::int64_t> date;
};

// "paper" (183 mm wide), "column" (89 mm) or "slide" (254 mm, larger text), with the date of SOURCE_DATE_EPOCH where set.
[[nodiscard]] Result<FigureOptions> figureOptions(std::string_view style);
// "120x80mm", "12 x 8 cm": width and height into the options.
[[nodiscard]] Result<void> setFigureSize(FigureOptions& options, std::string_view text);
[[nodiscard]] Result<FigureFormat> figureFormat(const std::string& path);

[[nodiscard]] Result<void> exportFigure(View& view, const std::string& path, const FigureOptions& options);
// The bytes alone.
[[nodiscard]] Result<QByteArray> renderFigure(View& view, FigureFormat format, const FigureOptions& options);

}  // namespace weir
