#include "app/gui/window/layouts.h"

#include <QDockWidget>
#include <QMainWindow>

#include "app/gui/window/centre_area.h"

namespace weir {

void applyLayout(const WindowParts& p, Layout layout) {
  QMainWindow* w = p.window;
  for (QDockWidget* d : {p.scenario, p.inspector, p.notes, p.runs}) {
    d->setFloating(false);
    w->removeDockWidget(d);
  }
  w->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  w->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  w->addDockWidget(Qt::LeftDockWidgetArea, p.scenario);
  w->addDockWidget(Qt::RightDockWidgetArea, p.inspector);
  w->addDockWidget(Qt::RightDockWidgetArea, p.notes);
  w->addDockWidget(Qt::BottomDockWidgetArea, p.runs);
  const bool scenario = layout != Layout::Paper;
  const bool inspector = layout == Layout::Explore;
  const bool notes = layout == Layout::Explore;
  const bool runs = layout == Layout::Explore || layout == Layout::Compare;
  p.scenario->setVisible(scenario);
  p.inspector->setVisible(inspector);
  p.notes->setVisible(notes);
  p.runs->setVisible(runs);
  p.centre->setSplit(layout == Layout::Compare);
  if (layout == Layout::Compare) {
    p.centre->showView(QStringLiteral("timeline"), 0);
    p.centre->showView(QStringLiteral("breakdown"), 1);
  }
  if (layout == Layout::Teach) p.centre->showView(QStringLiteral("breakdown"));
  w->resizeDocks({p.scenario}, {344}, Qt::Horizontal);
  w->resizeDocks({p.inspector}, {312}, Qt::Horizontal);
  w->resizeDocks({p.inspector, p.notes}, {3, 2}, Qt::Vertical);
  w->resizeDocks({p.runs}, {p.runs->sizeHint().height()}, Qt::Vertical);
}

}  // namespace weir
