// What the what-if panel offers: what was chosen in the timeline, then what the path hangs on, most first.
#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "core/summarize/collective_table.h"
#include "core/summarize/link_heat.h"
#include "core/summarize/told_apart.h"
#include "views/critical_path/critical_path_view.h"
#include "views/shared/text.h"

namespace weir {
namespace {

using Choice = WhatIfPanel::Choice;

constexpr std::size_t kCollectives = 40, kLinks = 20, kRanks = 256, kNames = 20;

QString activityName(Activity a) { return QCoreApplication::translate("Activity", std::string(name(a)).c_str()); }

// Words of a slice's name, as critical_path_change.h reads them; none where it cannot be written in them.
std::optional<QString> exactly(const QString& name) {
  if (name.simplified().isEmpty() || name.contains(QLatin1Char('%'))) return std::nullopt;
  const QLatin1Char quote(name.contains(QLatin1Char('"')) ? '\'' : '"');
  if (name.contains(quote)) return std::nullopt;
  return QStringLiteral("slice exactly ") + quote + name + quote + QStringLiteral(" %1");
}

void parted(std::vector<Choice>& out) {
  if (!out.empty() && !out.back().title.isEmpty()) out.push_back({});
}

}  // namespace

QString CriticalPathView::onPathText(std::int64_t ps) const {
  const std::int64_t whole = found_->path->makespan();
  const double part = whole > 0 ? static_cast<double>(ps) / static_cast<double>(whole) : 0;
  return tr("%1 on the path, %2").arg(chart::valueText(static_cast<double>(ps) * 1e-12, "s"), chart::valueText(part, "1"));
}

CriticalPathView::Choices CriticalPathView::choices() const {
  Choices out;
  if (!found_ || !found_->of) return out;
  if (const auto chosen = selectedChoice()) out.push_back(*chosen);
  parted(out);
  addCollectives(out);
  parted(out);
  addNetwork(out);
  addNetworkLinks(out);
  parted(out);
  addRanks(out);
  parted(out);
  addActivities(out);
  parted(out);
  addNames(out);
  if (!out.empty() && out.back().title.isEmpty()) out.pop_back();
  return out;
}

std::optional<Choice> CriticalPathView::selectedChoice() const {
  const Selection& selected = state().selection();
  const Run& run = *found_->run;
  if (selected.runId != found_->runId) return std::nullopt;
  const bool slice = selected.kind == Selection::Kind::Slice && selected.slice < run.slices.size();
  if (!slice && selected.kind != Selection::Kind::Collective) return std::nullopt;
  const auto call = std::find_if(run.collectives.begin(), run.collectives.end(), [&](const CollectiveCall& c) { return slice ? c.slice == selected.slice : c.instance == selected.instance; });
  if (call != run.collectives.end())
    return Choice{tr("selected: %1").arg(collectiveTitle(*call, stepAt_ ? stepAt_->of(call->rank, call->start) : std::nullopt)), QStringLiteral("collective #%1 %2").arg(call->instance).arg(QStringLiteral("%1"))};
  if (!slice) return std::nullopt;
  const QString name = q(run.names.text(run.slices.name[selected.slice]));
  const auto words = exactly(name);
  return words ? std::optional(Choice{tr("selected: every %1").arg(name.simplified()), *words}) : std::nullopt;
}

void CriticalPathView::addCollectives(Choices& out) const {
  const Run& run = *found_->run;
  const std::vector<Operation>& operations = found_->of->operations;
  for (const Operation op : operations)
    if (op != Operation::Unknown) out.push_back({tr("every %1").arg(q(name(op))), QStringLiteral("collective %1 %2").arg(q(name(op)), QStringLiteral("%1"))});
  if (operations.size() > 1) out.push_back({tr("every collective"), QStringLiteral("collective all %1")});
  parted(out);
  const auto& rows = found_->of->collectives;
  for (std::size_t i = 0; i < std::min(rows.size(), kCollectives); ++i) {
    const CollectiveCall& call = run.collectives[rows[i].call];
    out.push_back({collectiveTitle(call, stepAt_ ? stepAt_->of(call.rank, call.start) : std::nullopt) + QStringLiteral(" · ") + onPathText(rows[i].time), QStringLiteral("collective #%1 %2").arg(call.instance).arg(QStringLiteral("%1"))});
  }
  if (const auto& off = found_->of->offPath) {
    const CollectiveCall& call = run.collectives[off->call];
    out.push_back({collectiveTitle(call, stepAt_ ? stepAt_->of(call.rank, call.start) : std::nullopt) + QStringLiteral(" · ") + tr("longest off the path, %1").arg(chart::valueText(static_cast<double>(off->time) * 1e-12, "s")),
                   QStringLiteral("collective #%1 %2").arg(call.instance).arg(QStringLiteral("%1"))});
  }
  if (rows.size() > kCollectives) out.push_back({tr("%1 more in the table by collective …").arg(rows.size() - kCollectives), WhatIfPanel::kMore});
}

void CriticalPathView::addNetwork(Choices& out) const {
  if (!found_->of->moving && !found_->of->messages) return;
  out.push_back({tr("the network"), QStringLiteral("network at %1Gb/s from 100Gb/s")});
  if (found_->of->moving) out.push_back({tr("the network at a rate of"), QStringLiteral("network at %2Gb/s")});
  for (std::size_t i = 0; i < std::min(found_->of->links.size(), kLinks); ++i) {
    const PathLinkRow& l = found_->of->links[i];
    out.push_back({tr("link %1–%2 · %3").arg(l.a).arg(l.b).arg(onPathText(l.time)), QStringLiteral("link %1-%2 at %3Gb/s from 100Gb/s").arg(l.a).arg(l.b).arg(QStringLiteral("%1"))});
  }
}

// Links that the run has the utilisation of, busiest first, with their peak where the scenario says it.
void CriticalPathView::addNetworkLinks(Choices& out) const {
  const Run& run = *found_->run;
  LinkHeatOptions options;
  options.range = found_->path->span;
  options.columns = 1;
  options.rows = static_cast<int>(kLinks);
  options.cells = false;
  const auto peak = linkPeakOf(run);
  for (const LinkHeat::Row& row : linkHeat(run, options).rows) {
    const QString name = QString::fromStdString(row.name);
    if (!(row.mean > 0) || name.contains(QLatin1Char('"')) || name.contains(QLatin1Char('%'))) continue;
    const QString busy = tr("busy %1 of the time").arg(chart::valueText(row.mean, "1"));
    out.push_back({tr("link %1 · %2").arg(name, peak ? busy + QStringLiteral(" · ") + chart::valueText(*peak * 8, "b/s") : busy), QStringLiteral("network link \"%1\" %2").arg(name, QStringLiteral("%1"))});
  }
}

// Those the others wait for longest first.
void CriticalPathView::addRanks(Choices& out) const {
  const Run& run = *found_->run;
  if (!found_->of->moving || run.ranks.size() < 2) return;
  const auto add = [&](const QString& title, std::int32_t rank) { out.push_back({title, QStringLiteral("rank %1 late %3%").arg(rank)}); };
  std::set<std::int32_t> listed;
  for (const RankLateness& l : found_->of->late) {
    if (listed.size() >= kRanks) return;
    if (listed.insert(l.rank).second) add(tr("rank %1 comes less late · others waited %2 for it in sum").arg(l.rank).arg(chart::valueText(static_cast<double>(l.madeWait) * 1e-12, "s")), l.rank);
  }
  for (const std::int32_t r : run.ranks)
    if (listed.size() < kRanks && listed.insert(r).second) add(tr("rank %1 comes less late · nobody waited for it").arg(r), r);
}

void CriticalPathView::addActivities(Choices& out) const {
  std::set<Activity> activities;
  for (const PathSegment& s : found_->path->segments)
    if (s.kind == PathKind::Work) activities.insert(s.activity);
  for (const Activity a : activities)
    if (a != Activity::Annotation && a != Activity::Wait) out.push_back({tr("all %1").arg(activityName(a)), q(name(a)) + QStringLiteral(" %1")});
  if (activities.contains(Activity::DataLoad)) out.push_back({tr("no data stall"), QStringLiteral("no data stall")});
  if (found_->of->launches) out.push_back({tr("no launch delay"), QStringLiteral("no launch delay")});
  out.push_back({tr("no unexplained gaps"), QStringLiteral("no gaps")});
}

// Cut so that they are told apart; what they take stands behind.
void CriticalPathView::addNames(Choices& out) const {
  constexpr std::size_t kLetters = 44;
  if (!tabled_ || tabled_->by != PathBy::Name) return;
  const Run& run = *found_->run;
  std::vector<std::string> names;
  std::vector<std::int64_t> times;
  for (const PathRow& r : tabled_->rows) {
    if (r.kind != PathKind::Work || names.size() >= kNames) continue;
    names.emplace_back(run.names.text(r.name));
    times.push_back(r.time);
  }
  const std::vector<std::string> cut = toldApart(names, kLetters);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const QString behind = QStringLiteral(" · ") + onPathText(times[i]);
    if (const auto words = exactly(QString::fromStdString(names[i]))) out.push_back({QString::fromStdString(names[i]).simplified() + behind, *words, QString::fromStdString(cut[i]) + behind});
  }
}

}  // namespace weir
