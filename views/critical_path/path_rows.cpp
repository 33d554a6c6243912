#include "views/critical_path/path_rows.h"

#include <QCoreApplication>

#include "views/critical_path/path_picture.h"

namespace weir {
namespace {

double seconds(std::int64_t ps) { return static_cast<double>(ps) * 1e-12; }
QString exact(std::int64_t ps) { return QString::number(seconds(ps), 'g', 15); }

}  // namespace

void PathRows::setRows(RunPtr run, PathBy by, std::int64_t makespan, std::int64_t begin, std::vector<PathRow> rows) {
  beginResetModel();
  run_ = std::move(run);
  by_ = by;
  makespan_ = makespan;
  begin_ = begin;
  rows_ = std::move(rows);
  endResetModel();
}

double PathRows::share(const PathRow& row) const { return makespan_ > 0 ? static_cast<double>(row.time) / static_cast<double>(makespan_) : 0; }

QString PathRows::kindText(const PathRow& row) const {
  if (by_ == PathBy::Rank) return {};
  if (row.kind != PathKind::Work) return by_ == PathBy::Name ? pathKindName(row.kind) : QString();
  return by_ == PathBy::Name ? QCoreApplication::translate("Activity", std::string(name(row.activity)).c_str()) : QString();
}

QVariant PathRows::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const PathRow& r = at(index.row());
  const auto gain = [&](const std::optional<std::int64_t>& v) { return v ? chart::valueText(seconds(*v), "s") : QStringLiteral("–"); };
  switch (role) {
    case Qt::DisplayRole:
      switch (index.column()) {
        case What:
          if (by_ == PathBy::Rank) return r.rank == kUnknownRank ? tr("no rank") : tr("rank %1").arg(r.rank);
          if (r.kind == PathKind::Work || (r.kind == PathKind::Wait && by_ == PathBy::Name)) {
            const std::string text = rowName(*run_, r, by_);
            return by_ == PathBy::Name ? QString::fromStdString(text) : QCoreApplication::translate("Activity", text.c_str());
          }
          return pathKindName(r.kind);
        case Kind: return kindText(r);
        case Time: return chart::valueText(seconds(r.time), "s");
        case Share: return chart::valueText(share(r), "1");
        case Times: return QString::number(r.segments);
        case Gain: return gain(r.gain);
        case Half: return gain(r.half);
        case Longest: return r.longest ? chart::valueText(seconds(r.longest->length()), "s") : QString();
      }
      return {};
    case Qt::UserRole:
      switch (index.column()) {
        case What: return data(index, Qt::DisplayRole);
        case Kind: return kindText(r);
        case Time: return static_cast<qlonglong>(r.time);
        case Share: return share(r);
        case Times: return static_cast<qulonglong>(r.segments);
        case Gain: return static_cast<qlonglong>(r.gain.value_or(INT64_MIN));
        case Half: return static_cast<qlonglong>(r.half.value_or(INT64_MIN));
        case Longest: return static_cast<qlonglong>(r.longest ? r.longest->length() : 0);
      }
      return {};
    case Qt::TextAlignmentRole: return index.column() >= Time ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::DecorationRole: {
      if (index.column() != What || by_ == PathBy::Rank || !run_) return {};
      PathSegment s;
      s.kind = r.kind;
      if (!r.longest) return {};
      return pathColor(*run_, *r.longest, theme::colors(theme::Mode::Light));
    }
    case Qt::ToolTipRole:
      if (index.column() == What) return data(index, Qt::DisplayRole).toString() + (by_ == PathBy::Rank ? QString() : QStringLiteral("\n") + pathKindDefinition(r.kind));
      if (index.column() == Longest && r.longest) return tr("begins %1 after the path's begin; double click shows it in the timeline").arg(chart::valueText(seconds(r.longest->from - begin_), "s"));
      if ((index.column() == Gain && !r.gain) || (index.column() == Half && !r.half)) return tr("not worked out: only the longest rows are played again");
      return headerData(index.column(), Qt::Horizontal, Qt::ToolTipRole);
    default: return {};
  }
}

QVariant PathRows::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::DisplayRole) switch (section) {
      case What: return tr("What");
      case Kind: return tr("Kind");
      case Time: return tr("On the path");
      case Share: return tr("Share");
      case Times: return tr("Times");
      case Gain: return tr("Gain if free");
      case Half: return tr("Gain at ×2");
      case Longest: return tr("Longest");
      default: return {};
    }
  if (role == Qt::TextAlignmentRole) return section >= Time ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::ToolTipRole) return {};
  switch (section) {
    case What: return tr("What the run's length hangs on; times of all rows add up to the makespan.");
    case Kind: return tr("What it does, or what kind of delay it is.");
    case Time: return tr("Time on the critical path, summed over its segments (s). A slice counts with its own time, without what runs within it.");
    case Share: return tr("Time on the path over the makespan (%).");
    case Times: return tr("Segments of the path.");
    case Gain: return tr("How much shorter the run would be (s) if all of it, on the path or not, took no time. Played again, not subtracted: another path may be nearly as long.");
    case Half: return tr("The same if it took half its time (s).");
    case Longest: return tr("The longest single segment (s).");
    default: return {};
  }
}

QVector<QStringList> PathRows::cells() const {
  QVector<QStringList> out{{tr("what"), tr("kind"), tr("on the path (s)"), tr("share (1)"), tr("times"), tr("gain if free (s)"), tr("gain at x2 (s)"), tr("longest (s)"), tr("longest begins (s)"), tr("rank of the longest")}};
  for (int i = 0; i < rowCount(); ++i) {
    const PathRow& r = at(i);
    out.append({data(index(i, What), Qt::DisplayRole).toString(), kindText(r), exact(r.time), QString::number(share(r), 'g', 9), QString::number(r.segments), r.gain ? exact(*r.gain) : QString(),
                r.half ? exact(*r.half) : QString(), r.longest ? exact(r.longest->length()) : QString(), r.longest ? exact(r.longest->from) : QString(),
                r.longest && r.longest->rank != kUnknownRank ? QString::number(r.longest->rank) : QString()});
  }
  return out;
}

}  // namespace weir
