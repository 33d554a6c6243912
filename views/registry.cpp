#include "views/registry.h"

#include <QCoreApplication>

#if __has_include("views/timeline/timeline_view.h")
#include "views/timeline/timeline_view.h"
#define HAS_TIMELINE
#endif
#include "views/heatmap/heatmap_view.h"
#include "views/breakdown/breakdown_view.h"
#if __has_include("views/front/front_view.h")
#include "views/front/front_view.h"
#define HAS_FRONT
#endif

namespace weir {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Views", text); }

template <class V>
ViewEntry entry(const char* name, const char* title) {
  return {QString::fromLatin1(name), [title] { return tr(title); }, [](ViewState& state, QWidget* parent) -> View* { return new V(state, parent); }};
}

}  // namespace

std::vector<ViewEntry> viewEntries() {
  std::vector<ViewEntry> v;
#ifdef HAS_TIMELINE
  v.push_back(entry<TimelineView>("timeline", QT_TRANSLATE_NOOP("Views", "Timeline")));
#endif
  v.push_back(entry<HeatmapView>("traffic", QT_TRANSLATE_NOOP("Views", "Traffic")));
  v.push_back(entry<BreakdownView>("breakdown", QT_TRANSLATE_NOOP("Views", "Breakdown")));
#ifdef HAS_FRONT
  v.push_back(entry<FrontView>("front", QT_TRANSLATE_NOOP("Views", "Front")));
#endif
  return v;
}

}  // namespace weir
