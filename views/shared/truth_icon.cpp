#include "views/shared/truth_icon.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>

#include "core/summarize/head_words.h"
#include "views/shared/theme.h"
#include "views/shared/view_state.h"

namespace weir {

QIcon truthIcon(Truth truth, bool stale, const QColor& of) {
  constexpr int kSide = 14;
  constexpr int kScale = 3;  // sharp up to 300 %
  QPixmap pm(kSide * kScale, kSide * kScale);
  pm.setDevicePixelRatio(kScale);
  pm.fill(Qt::transparent);
  QPainter p(&pm);
  const QColor hue = stale ? theme::roleColor(theme::Role::Idle) : of.isValid() ? of : theme::roleColor(theme::Role::Compute);
  const QRectF box(1.5, 3.5, kSide - 3, kSide - 7);
  p.fillRect(box, theme::fillFor(hue, truth));
  if (truth == Truth::Simulated) {  // a brush's hatch does not scale with the pixmap
    p.setClipRect(box);
    p.fillRect(box, Qt::transparent);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(hue, 1.2));
    for (double x = -kSide; x < 2 * kSide; x += 3) p.drawLine(QPointF(x, box.bottom() + 1), QPointF(x + box.height() + 2, box.top() - 1));
    p.setClipping(false);
  }
  QPen outline = theme::outlineFor(hue, truth);
  outline.setCosmetic(false);  // or it would be a third as wide as meant
  p.setPen(outline);
  p.drawRect(box);
  p.end();
  return QIcon(pm);
}

QString truthText(Truth truth) {
  switch (truth) {
    case Truth::Measured: return QCoreApplication::translate("Truth", "measured");
    case Truth::Simulated: return QCoreApplication::translate("Truth", "simulated");
    case Truth::Predicted: return QCoreApplication::translate("Truth", "predicted");
  }
  return {};
}

QString truthText(const Run& run) { return QCoreApplication::translate("Truth", truthWords(run).c_str()); }

QString truthName(const ShownRun& r) {
  QString s = truthText(*r.run);
  if (r.partial) s += QCoreApplication::translate("Truth", ", so far");
  if (r.stale) s += QCoreApplication::translate("Truth", ", stale");
  return s;
}

}  // namespace weir
