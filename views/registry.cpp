#include "views/registry.h"

#include <QCoreApplication>

#include "views/batch_law/batch_law_view.h"
#include "views/breakdown/breakdown_view.h"
#include "views/compare/compare_view.h"
#include "views/critical_path/critical_path_view.h"
#include "views/front_feed.h"
#include "views/heatmap/heatmap_view.h"
#include "views/import/import_view.h"
#include "views/io/io_view.h"
#include "views/power/power_view.h"
#include "views/statistics/statistics_view.h"
#include "views/timeline/timeline_view.h"
#include "views/topology/topology_view.h"
#include "views/validation/validation_view.h"

namespace weir {
namespace {

template <class V>
ViewEntry entry(const char* name, const char* title, const char* tab = nullptr) {
  const auto text = [](const char* t) { return [t] { return QCoreApplication::translate("Views", t); }; };
  return {QString::fromLatin1(name), text(title), text(tab ? tab : title),
          [](ViewState& state, QWidget* parent) -> View* { return new V(state, parent); }};
}

}  // namespace

std::vector<ViewEntry> viewEntries() {
  return {
      entry<TimelineView>("timeline", QT_TRANSLATE_NOOP("Views", "Timeline")),
      entry<HeatmapView>("traffic", QT_TRANSLATE_NOOP("Views", "Traffic")),
      entry<TopologyView>("topology", QT_TRANSLATE_NOOP("Views", "Topology")),
      entry<BreakdownView>("breakdown", QT_TRANSLATE_NOOP("Views", "Breakdown")),
      entry<StatisticsView>("statistics", QT_TRANSLATE_NOOP("Views", "Statistics")),
      entry<CriticalPathView>("critical-path", QT_TRANSLATE_NOOP("Views", "Critical path")),
      entry<IoView>("io", QT_TRANSLATE_NOOP("Views", "I/O report"), QT_TRANSLATE_NOOP("Views", "I/O")),
      entry<CompareView>("compare", QT_TRANSLATE_NOOP("Views", "Compare")),
      entry<PowerView>("power", QT_TRANSLATE_NOOP("Views", "Power and energy"), QT_TRANSLATE_NOOP("Views", "Power")),
      {QStringLiteral("front"), [] { return QCoreApplication::translate("Views", "Front"); }, [] { return QCoreApplication::translate("Views", "Front"); }, &makeFrontView},
      entry<BatchLawView>("batch-law", QT_TRANSLATE_NOOP("Views", "Batch law")),
      entry<ValidationView>("validation", QT_TRANSLATE_NOOP("Views", "Validation")),
      entry<ImportView>("import", QT_TRANSLATE_NOOP("Views", "Import")),
  };
}

}  // namespace weir
