// A view: a widget over the shared ViewState that can also paint itself as a figure. One folder a view.
#pragma once

#include <QPainter>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QVector>
#include <QWidget>

#include "views/shared/view_state.h"

namespace weir {

inline constexpr int kSettle_ms = 150;  // from the last change of a range or step until its answer is asked for

struct FigureStyle {
  double textPt = 8;   // the smallest text is this high, never less
  QString caption;     // empty = none
};

class View : public QWidget {
  Q_OBJECT
 public:
  explicit View(ViewState& state, QWidget* parent = nullptr) : QWidget(parent), state_(state) {}

  [[nodiscard]] virtual QString viewName() const = 0;  // "timeline": for --view, layouts, figure files; never translated
  [[nodiscard]] virtual QString title() const = 0;     // the tab, translated
  // Why there is nothing to paint, or empty. An empty pane shows it, and an export refuses with it.
  [[nodiscard]] virtual QString emptyReason() const = 0;
  // Paints the figure of the present state into (0, 0, size), in points, always light. Title, axes with units, legend
  // and the assumption line are part of it. The same bytes from the window and from `weir-cli figure`.
  virtual void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) = 0;
  // What the figure shows, as a table: first row is the header with units.
  [[nodiscard]] virtual QVector<QStringList> table() const { return {}; }
  // The constants that what is shown rests on, one a line: value, interval, source. Stands above an exported table.
  [[nodiscard]] virtual QStringList restsOn() const { return {}; }

 protected:
  // In a window that is open, nothing may wait for a worker; a figure painted without one must.
  [[nodiscard]] bool inWindow() const { return window()->isVisible(); }
  [[nodiscard]] ViewState& state() const { return state_; }

 private:
  ViewState& state_;
};

}  // namespace weir
