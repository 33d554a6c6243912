#include "views/critical_path/path_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <tuple>

#include "core/summarize/critical_path_report.h"
#include "core/summarize/seconds.h"
#include "core/summarize/told_apart.h"
#include "views/critical_path/path_picture.h"
#include "views/shared/core_words.h"

namespace weir {
namespace {

// "3 of 8 ranks", "8 ranks", "3": what is known.
QString groupText(const CollectiveCall& c) {
  if (c.group > 0 && c.groupSize > 0) return PathRows::tr("%1 of %2 ranks").arg(c.group).arg(c.groupSize);
  if (c.groupSize > 0) return PathRows::tr("%1 ranks").arg(c.groupSize);
  return c.group > 0 ? QString::number(c.group) : QString();
}
QString exact(std::int64_t ps) { return QString::number(seconds(ps), 'g', 15); }

}  // namespace

void PathRows::setRows(RunPtr run, PathBy by, std::int64_t makespan, std::int64_t begin, std::vector<PathRow> rows) {
  const auto key = [](const PathRow& r) { return std::tuple(r.kind, r.name, r.activity, r.rank, r.call, r.time); };
  // Gains that come later leave the selection where it is.
  if (run == run_ && by == by_ && makespan == makespan_ && begin == begin_ &&
      std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end(), [&](const PathRow& a, const PathRow& b) { return key(a) == key(b); })) {
    rows_ = std::move(rows);
    findUnits();
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    return;
  }
  beginResetModel();
  run_ = std::move(run);
  by_ = by;
  makespan_ = makespan;
  begin_ = begin;
  rows_ = std::move(rows);
  findUnits();
  cutNames();
  endResetModel();
}

void PathRows::findUnits() {
  std::vector<double> sizes;
  for (const PathRow& r : rows_)
    if (const CollectiveCall* c = callOf(r); c && c->bytes >= 0) sizes.push_back(static_cast<double>(c->bytes));
  timeUnit_ = pathTimeUnit(rows_);
  sizeUnit_ = columnUnit(sizes, "B");
}

QString PathRows::timeText(const std::optional<std::int64_t>& ps) const { return ps ? QString::fromStdString(columnText(seconds(*ps), timeUnit_)) : QStringLiteral("–"); }

void PathRows::cutNames() {
  std::vector<std::string> names;
  for (const PathRow& r : rows_) names.push_back(shown(r, What).toString().toStdString());
  cut_.clear();
  for (const std::string& n : toldApart(names, static_cast<std::size_t>(room_))) cut_ << QString::fromStdString(n);
}

void PathRows::setRoom(int letters) {
  if (letters == room_) return;
  room_ = letters;
  cutNames();
  if (rowCount() > 0) emit dataChanged(index(0, What), index(rowCount() - 1, What), {Qt::DisplayRole});
}

bool PathRows::anyMissing() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const PathRow& r) { return !r.gain; });
}

void PathRows::setSteps(std::shared_ptr<const StepAt> steps) {
  steps_ = std::move(steps);
  if (rowCount() > 0) emit dataChanged(index(0, Step), index(rowCount() - 1, Step));
}

std::optional<std::int64_t> PathRows::stepOf(const PathRow& row) const {
  const CollectiveCall* c = callOf(row);
  return c && steps_ ? steps_->of(c->rank, c->start) : std::nullopt;
}

double PathRows::share(const PathRow& row) const { return makespan_ > 0 ? static_cast<double>(row.time) / static_cast<double>(makespan_) : 0; }

QString PathRows::kindText(const PathRow& row) const {
  if (by_ == PathBy::Rank || (by_ != PathBy::Name && row.call == PathGraph::kNone)) return {};
  if (row.kind != PathKind::Work) return pathKindName(row.kind);
  return QCoreApplication::translate("Activity", std::string(name(row.activity)).c_str());
}

QVariant PathRows::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const PathRow& r = at(index.row());
  switch (role) {
    case Qt::DisplayRole: return index.column() == What && index.row() < cut_.size() ? QVariant(cut_[index.row()]) : shown(r, index.column());
    case kWhole: return shown(r, index.column());
    case Qt::UserRole: return sortedBy(r, index.column());
    case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole: return tip(r, index.column());
    case Qt::DecorationRole:
      if (index.column() != What || by_ == PathBy::Rank || !run_ || !r.longest) return {};
      return pathColor(*r.longest, theme::colors(theme::Mode::Light));
    default: return {};
  }
}

QVariant PathRows::shown(const PathRow& r, int column) const {
  const CollectiveCall* call = callOf(r);
  switch (column) {
    case What:
      if (by_ == PathBy::Rank) return r.rank == kUnknownRank ? tr("no rank") : tr("rank %1").arg(r.rank);
      if (call || by_ == PathBy::Name) return r.kind == PathKind::Work || r.kind == PathKind::Wait ? QString::fromStdString(rowName(*run_, r, by_)) : pathKindName(r.kind);
      return r.kind == PathKind::Work ? QCoreApplication::translate("Activity", rowName(*run_, r, by_).c_str()) : pathKindName(r.kind);
    case Kind: return kindText(r);
    case Size: return call && call->bytes >= 0 ? QString::fromStdString(columnText(static_cast<double>(call->bytes), sizeUnit_)) : QString();
    case Group: return call ? groupText(*call) : QString();
    case Step: {
      const auto step = stepOf(r);
      return step ? QString::number(*step) : QString();
    }
    case Time: return timeText(r.time);
    case Gain: return timeText(r.gain);
    case Half: return timeText(r.half);
    case Share: return chart::valueText(share(r), "1");
    case Times: return QString::number(r.segments);
    case Longest: return r.longest ? timeText(r.longest->length()) : QString();
    default: return {};
  }
}

QVariant PathRows::sortedBy(const PathRow& r, int column) const {
  const CollectiveCall* call = callOf(r);
  switch (column) {
    case Size: return static_cast<qlonglong>(call ? call->bytes : kUnknownBytes);
    case Group: return static_cast<qlonglong>(call ? call->group : 0);
    case Step: return static_cast<qlonglong>(stepOf(r).value_or(INT64_MIN));
    case Time: return static_cast<qlonglong>(r.time);
    case Gain: return static_cast<qlonglong>(r.gain.value_or(INT64_MIN));
    case Half: return static_cast<qlonglong>(r.half.value_or(INT64_MIN));
    case Share: return share(r);
    case Times: return static_cast<qulonglong>(r.segments);
    case Longest: return static_cast<qlonglong>(r.longest ? r.longest->length() : 0);
    default: return shown(r, column);
  }
}

QString PathRows::tip(const PathRow& r, int column) const {
  if (column == What) {
    if (const CollectiveCall* c = callOf(r)) return collectiveTitle(*c, stepOf(r));
    return shown(r, What).toString() + (by_ == PathBy::Rank ? QString() : QStringLiteral("\n") + pathKindDefinition(r.kind));
  }
  if (column == Longest && r.longest) return tr("begins %1 after the path's begin; double click shows it in the timeline").arg(chart::valueText(seconds(r.longest->from - begin_), "s"));
  if ((column == Gain && !r.gain) || (column == Half && !r.half)) return missing_;
  QString out = headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
  if (column != Gain && column != Half) return out;
  if (const std::string note = gainNote(*run_, r, by_); !note.empty()) out += QLatin1Char('\n') + coreSentence(note);
  return out;
}

QVariant PathRows::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return section >= Size ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const bool title = role == Qt::DisplayRole;
  // In two lines: a name takes what a unit beside its title would.
  const auto in = [&](const QString& text, const ColumnUnit& unit) { return rows_.empty() || unit.name.empty() ? text : QStringLiteral("%1\n(%2)").arg(text, QString::fromStdString(unit.name)); };
  switch (section) {
    case What: return title ? tr("What") : tr("What the run's length hangs on; times of all rows add up to the makespan.");
    case Kind: return title ? tr("Kind") : tr("What it does, or what kind of delay it is.");
    case Size: return title ? in(tr("Size"), sizeUnit_) : tr("Size of the collective's input on a rank (B), as nccl-tests counts it; empty: unknown.");
    case Group: return title ? tr("Group") : tr("Number of the communicator, and how many ranks it has; empty: unknown.");
    case Step: return title ? tr("Step") : tr("Number of the training step it begins in, as the trace counts; empty: in none.");
    case Time: return title ? in(tr("On the path"), timeUnit_) : tr("Time on the critical path, summed over its segments (s). A slice counts with its own time, without what runs within it.");
    case Gain: return title ? in(tr("Gain if free"), timeUnit_) : tr("How much shorter the run would be (s) if all of it, on the path or not, took no time: on all ranks at once, of a row by rank on that rank. Played again, not subtracted: another path may be nearly as long.");
    case Half: return title ? in(tr("Gain at ×2"), timeUnit_) : tr("How much shorter the run would be (s) if it took half its time: on all ranks at once, of a row by rank on that rank.");
    case Share: return title ? tr("Share") : tr("Time on the path over the makespan (%).");
    case Times: return title ? tr("Times") : tr("Segments of the path, a count.");
    case Longest: return title ? in(tr("Longest"), timeUnit_) : tr("The longest single segment (s).");
    default: return {};
  }
}

QVector<QStringList> PathRows::cells() const {
  QVector<QStringList> out{{tr("what"), tr("kind"), tr("on the path (s)"), tr("gain if free (s)"), tr("gain at x2 (s)"), tr("share (1)"), tr("times"), tr("longest (s)"), tr("longest begins (s)"), tr("rank of the longest"),
                            tr("collective"), tr("size (B)"), tr("group"), tr("ranks"), tr("step")}};
  for (int i = 0; i < rowCount(); ++i) {
    const PathRow& r = at(i);
    out.append({shown(r, What).toString(), kindText(r), exact(r.time), r.gain ? exact(*r.gain) : QString(), r.half ? exact(*r.half) : QString(), QString::number(share(r), 'g', 9), QString::number(r.segments),
                r.longest ? exact(r.longest->length()) : QString(), r.longest ? exact(r.longest->from) : QString(), r.longest && r.longest->rank != kUnknownRank ? QString::number(r.longest->rank) : QString()});
    const CollectiveCall* c = callOf(r);
    const auto step = stepOf(r);
    out.back() << (c ? QString::number(c->instance) : QString()) << (c && c->bytes >= 0 ? QString::number(c->bytes) : QString()) << (c && c->group > 0 ? QString::number(c->group) : QString())
               << (c && c->groupSize > 0 ? QString::number(c->groupSize) : QString()) << (step ? QString::number(*step) : QString());
  }
  return out;
}

QString collectiveTitle(const CollectiveCall& c, std::optional<std::int64_t> step) {
  QStringList parts{QString::fromUtf8(name(c.operation).data(), static_cast<qsizetype>(name(c.operation).size())) + QStringLiteral(" #%1").arg(c.instance)};
  if (c.bytes >= 0) parts << chart::valueText(static_cast<double>(c.bytes), "B");
  if (const QString group = groupText(c); !group.isEmpty()) parts << (c.group > 0 ? PathRows::tr("group %1").arg(group) : group);
  if (step) parts << PathRows::tr("step %1").arg(*step);
  return parts.join(QStringLiteral(" · "));
}

}  // namespace weir
