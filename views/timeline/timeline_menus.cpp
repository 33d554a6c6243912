#include "views/timeline/timeline_menus.h"

#include <QApplication>
#include <QClipboard>
#include <algorithm>
#include <set>

#include "views/shared/csv.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_view.h"

namespace weir {

QMenu* TimelineMenus::menu() const {
  auto* m = new QMenu(&view_);
  m->setObjectName(QStringLiteral("timeline-menu"));
  m->setAttribute(Qt::WA_DeleteOnClose);
  return m;
}

QAction* TimelineMenus::add(QMenu* m, const QString& text, const QString& keys, const std::function<void()>& act) const {
  QAction* a = m->addAction(keys.isEmpty() ? text : text + QLatin1Char('\t') + keys);
  QObject::connect(a, &QAction::triggered, &view_, act);
  return a;
}

void TimelineMenus::laneActions(QMenu* m, int lane) const {
  const Lane l = view_.lanes()[static_cast<std::size_t>(lane)];
  TimelineView& v = view_;
  if (l.key.isEmpty()) return;
  if (l.foldable) add(m, l.folded ? Words::tr("Unfold") : Words::tr("Fold"), Words::tr("Space"), [&v, l] { v.setFolded(l.key, !l.folded); });
  const bool pinned = v.arrangement().pinned.contains(l.key);
  if (l.kind != Lane::Kind::Run)
    add(m, pinned ? Words::tr("Unpin") : Words::tr("Pin to the top"), QStringLiteral("P"), [&v, l, pinned] { v.setPinned(l.key, !pinned); });
  add(m, Words::tr("Hide"), QStringLiteral("H"), [&v, l] { v.setHidden(l.key, true); });
  const QStringList siblings = l.pinned ? v.arrangement().pinned : siblingsOf(v.lanes(), l.parent);
  const qsizetype at = siblings.indexOf(l.key);
  if (at > 0) add(m, Words::tr("Move up"), QStringLiteral("Alt+↑"), [&v, l] { v.moveLaneBy(l.key, -1); });
  if (at + 1 < siblings.size()) add(m, Words::tr("Move down"), QStringLiteral("Alt+↓"), [&v, l] { v.moveLaneBy(l.key, 1); });
  if (at > 1) add(m, Words::tr("Move to the first place"), {}, [&v, l] { v.moveLaneBy(l.key, -1'000'000); });
  if (l.rank != kUnknownRank) {
    const std::int32_t rank = l.rank;
    if (v.state().filter().ranks != std::set<std::int32_t>{rank})
      add(m, Words::tr("Show only rank %1").arg(rank), {}, [&v, rank] {
        Filter f = v.state().filter();
        f.ranks = {rank};
        v.state().setFilter(f);
      });
  }
  if (!v.state().filter().ranks.empty())
    add(m, Words::tr("Show all ranks"), {}, [&v] {
      Filter f = v.state().filter();
      f.ranks.clear();
      v.state().setFilter(f);
    });
  m->addSeparator();
  add(m, Words::tr("Fold all ranks"), QStringLiteral("Shift+Z"), [&v] { v.foldAll(true); });
  add(m, Words::tr("Unfold everything"), QStringLiteral("Shift+X"), [&v] { v.foldAll(false); });
  const auto& hidden = v.arrangement().hidden;
  if (!hidden.isEmpty()) {
    m->addSeparator();
    add(m, Words::tr("Show %1 hidden tracks").arg(hidden.size()), QStringLiteral("Shift+H"), [&v] { v.showAllLanes(); });
  }
}

void TimelineMenus::places(QMenu* m, std::int64_t at) const {
  TimelineView& v = view_;
  m->addSeparator();
  add(m, Words::tr("Set a marker here"), QStringLiteral("M"), [&v, at] { v.setMarker(at); });
  add(m, Words::tr("Measure what is in sight"), {}, [&v] { v.state().setMeasured(v.state().timeRange()); });
  if (v.state().measured()) add(m, Words::tr("Measure no range"), Words::tr("Esc"), [&v] { v.state().setMeasured(std::nullopt); });
  add(m, Words::tr("Go to …"), QStringLiteral("Ctrl+G"), [&v] { v.openGoTo(); });
  add(m, Words::tr("Show the whole"), QStringLiteral("0"), [&v] { v.state().showWhole(); });
}

QMenu* TimelineMenus::lane(int lane) const {
  QMenu* m = menu();
  TimelineView& v = view_;
  const Lane& l = v.lanes()[static_cast<std::size_t>(lane)];
  if (l.kind == Lane::Kind::Steps) {
    const int id = v.timelineRuns()[static_cast<std::size_t>(l.run)].id;
    add(m, Words::tr("Next step"), QStringLiteral("E"), [&v] { v.nextStep(1); })->setEnabled(v.stepsOf(id));
    add(m, Words::tr("Previous step"), QStringLiteral("Q"), [&v] { v.nextStep(-1); })->setEnabled(v.stepsOf(id));
    add(m, Words::tr("Steps: every …"), {}, [&v] { v.askForSteps(); })->setEnabled(v.timed());
    if (v.stepsByHand(id)) add(m, Words::tr("As found in the trace again"), {}, [&v, id] { v.state().setStepsByHand(id, {}); });
    return m;
  }
  laneActions(m, lane);
  return m;
}

QMenu* TimelineMenus::ground(int lane, std::int64_t at) const {
  QMenu* m = menu();
  if (lane >= 0) laneActions(m, lane);
  places(m, at);
  return m;
}

QMenu* TimelineMenus::slice(int run, SliceIndex slice, std::int64_t at) const {
  QMenu* m = menu();
  TimelineView& v = view_;
  const TimelineRun shown = v.timelineRuns()[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  const NameId nameId = r.slices.name[slice];
  const QString name = textOf(r.names.text(nameId));
  const QString brief = m->fontMetrics().elidedText(name, Qt::ElideMiddle, 260);
  const Activity activity = r.slices.activity[slice];
  const std::int32_t rank = r.tracks[r.rowOf(slice).track].rank;
  const ViewState::Range range{r.slices.start[slice] + shown.shift, r.slices.start[slice] + shown.shift + std::max<std::int64_t>(r.slices.duration[slice], 1)};
  const int id = shown.id;
  const auto select = [&v, id, slice] {
    if (const TimelineRun* of = v.runOf(id); of && slice < of->run().slices.size()) v.state().select(sliceSelection(*of, slice));
  };
  add(m, Words::tr("Select %1").arg(brief), {}, select);
  add(m, Words::tr("Zoom to it"), QStringLiteral("F"), [&v, select, range] {
    select();
    v.zoomTo(range.first, range.second);
  });
  if (shown.lod->callOf(slice) >= 0)  // its selection carries the collective, which is what that view offers to change
    add(m, Words::tr("What if this collective were faster …"), {}, [&v, select] {
      select();
      v.state().requestView(QStringLiteral("critical-path"));
    });
  add(m, Words::tr("Measure its time"), QStringLiteral("R"), [&v, range] { v.state().setMeasured(range); });
  m->addSeparator();
  add(m, Words::tr("Find all of this name"), {}, [&v, name] { v.state().setSearch(name); });
  add(m, Words::tr("Show only this name"), {}, [&v, name] {
    Filter f = v.state().filter();
    f.name = name;
    v.state().setFilter(f);
  });
  add(m, Words::tr("Leave its category out: %1").arg(QCoreApplication::translate("Activity", std::string(weir::name(activity)).c_str())), {}, [&v, activity] {
    Filter f = v.state().filter();
    f.hidden.insert(activity);
    v.state().setFilter(f);
  });
  add(m, Words::tr("A step begins at each slice of this name"), {}, [&v, id, nameId, rank] {
    if (const TimelineRun* of = v.runOf(id)) v.state().setStepsByHand(id, stepsAtName(of->run(), rank, nameId));
  });
  m->addSeparator();
  add(m, Words::tr("Copy the name"), {}, [name] { QApplication::clipboard()->setText(name); });
  add(m, Words::tr("Copy all about it as CSV"), {}, [&v, id, slice] {
    const TimelineRun* of = v.runOf(id);
    if (!of || slice >= of->run().slices.size()) return;
    const Selection s = sliceSelection(*of, slice);
    QVector<QStringList> rows{{QStringLiteral("name"), s.title}};
    for (const auto& [k, value] : s.facts) rows << QStringList{k, value};
    QApplication::clipboard()->setText(csvLines(rows));
  });
  places(m, at);
  return m;
}

QMenu* TimelineMenus::marker(std::size_t index) const {
  QMenu* m = menu();
  TimelineView& v = view_;
  add(m, Words::tr("Go to it"), {}, [&v, index] { v.goToMarker(index); });
  add(m, Words::tr("Name it …"), {}, [&v, index] { v.renameMarker(index); });
  add(m, Words::tr("Remove it"), QStringLiteral("Shift+M"), [&v, index] { v.removeMarker(index); });
  if (index > 0) add(m, Words::tr("Measure from the marker before"), {}, [&v, index] {
    const auto& markers = v.state().markers();
    if (index < markers.size() && markers[index].time > markers[index - 1].time) v.state().setMeasured(ViewState::Range{markers[index - 1].time, markers[index].time});
  });
  if (v.state().markers().size() > 1) add(m, Words::tr("Remove all markers"), {}, [&v] { v.state().setMarkers({}); });
  return m;
}

QMenu* TimelineMenus::stepRange(int run, std::int64_t from, std::int64_t to) const {
  QMenu* m = menu();
  TimelineView& v = view_;
  const TimelineRun& r = v.timelineRuns()[static_cast<std::size_t>(run)];
  const int id = r.id;
  const std::int64_t shift = r.shift;
  add(m, v.timed() ? Words::tr("One step is %1: as many as fit into the run").arg(showTime(to - from)) : Words::tr("One step is this part: as many as fit into the run"), {}, [&v, id, shift, from, to] { v.setStepsEvery(id, from - shift, to - from); });
  add(m, Words::tr("Only this is a step"), {}, [&v, id, shift, from, to] { v.state().setStepsByHand(id, {{from - shift, to - shift}}); });
  if (const auto* known = v.state().stepsByHand(id)) {
    std::vector<TimeRange> more = *known;
    more.push_back({from - shift, to - shift});
    std::sort(more.begin(), more.end(), [](const TimeRange& a, const TimeRange& b) { return a.from < b.from; });
    const bool apart = std::adjacent_find(more.begin(), more.end(), [](const TimeRange& a, const TimeRange& b) { return b.from < a.to; }) == more.end();
    if (apart) add(m, Words::tr("One more step"), {}, [&v, id, more] { v.state().setStepsByHand(id, more); });
    add(m, Words::tr("As found in the trace again"), {}, [&v, id] { v.state().setStepsByHand(id, {}); });
  }
  m->addSeparator();
  add(m, Words::tr("Measure this range"), {}, [&v, from, to] { v.state().setMeasured(ViewState::Range{from, to}); });
  return m;
}

}  // namespace weir
