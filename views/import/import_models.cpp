#include "views/import/import_models.h"

#include <QFont>
#include <QPalette>
#include <QApplication>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/base/offset.h"
#include "core/base/units.h"
#include "core/summarize/place.h"
#include "core/summarize/table_text.h"
#include "views/shared/core_words.h"
#include "views/shared/text.h"

namespace weir {
namespace {

QString fileName(const std::string& path) { return q(std::string_view(path).substr(path.find_last_of('/') + 1)); }

// Faint, as for what is unknown.
QBrush faint() { return QApplication::palette().brush(QPalette::PlaceholderText); }
constexpr int kRight = Qt::AlignRight | Qt::AlignVCenter;
constexpr int kLeft = Qt::AlignLeft | Qt::AlignVCenter;
bool isNumber(int c) { return c == SourcesModel::Rank || c == SourcesModel::Moved || c == SourcesModel::Begins || c == SourcesModel::ByClock || c == SourcesModel::Slices; }

}  // namespace

std::optional<std::int64_t> offsetFrom(const QString& text, QString* why) {
  const auto ps = units::parseOffset(text.trimmed().toStdString());
  if (ps) return *ps;
  if (why) *why = SourcesModel::tr("%1: %2").arg(coreSentence(ps.error().what), coreSentence(ps.error().todo));
  return std::nullopt;
}

QString offsetText(std::int64_t ps) { return q(units::showOffset(ps)); }

QString placeText(std::int64_t ps) {
  std::int64_t unit = 1;
  while (std::abs(ps) / unit >= 1'000'000) unit *= 10;
  return offsetText((ps + (ps < 0 ? -unit : unit) / 2) / unit * unit);
}

// ---- sources

void SourcesModel::setRun(const ShownRun* shown, std::int64_t origin) {
  const bool same = shown && run_ && shown->run->sources.size() == run_->sources.size();
  if (!same) beginResetModel();
  const bool changed = !shown || run_ != shown->run;
  run_ = shown ? shown->run : nullptr;
  moved_.assign(run_ ? run_->sources.size() : 0, 0);
  for (std::size_t i = 0; i < moved_.size(); ++i) moved_[i] = shown->movedBy(i);
  if (changed) spans_ = run_ ? sourceSpans(*run_) : decltype(spans_){};
  toAxis_ = shown ? shown->shift - origin : 0;
  if (!same) endResetModel();
  else emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));  // the selection and an open editor stay
}

QString SourcesModel::text(std::size_t i, Column column) const {
  const Source& s = run_->sources[i];
  switch (column) {
    case File: return fileName(s.file);
    case Format: return q(s.format);
    case Rank: return s.rank == kUnknownRank ? QString() : QString::number(s.rank);
    case Clock:
      if (!spans_[i]) return tr("no times");
      return s.clock == ClockKind::Epoch ? tr("since 1970") : s.clock == ClockKind::Local ? tr("local time") : tr("its own");
    case Slices: return QString::number(s.slices);
    case Begins: return spans_[i] ? placeText(spans_[i]->first + toAxis_) : QString();
    // Nothing of it lies on the time axis: no clock put it anywhere, and there is nothing to move.
    case ByClock: return spans_[i] ? offsetText(s.offset - moved_[i]) : QString();
    case Moved: return spans_[i] || moved_[i] != 0 ? offsetText(moved_[i]) : QString();
    case Aligned:
      if (!spans_[i]) return tr("nothing to align");
      if (s.aligned == "first event") return tr("at the first event");
      if (s.aligned == "by hand") return tr("by hand");
      if (!s.aligned.empty()) return q(s.aligned);
      return run_->sources.size() == 1 ? tr("alone") : tr("by its clock");
    case kColumns: break;
  }
  return {};
}

QVariant SourcesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !run_) return {};
  const auto i = static_cast<std::size_t>(index.row());
  const auto column = static_cast<Column>(index.column());
  const Source& s = run_->sources[i];
  switch (role) {
    case Qt::DisplayRole: {
      const QString t = text(i, column);
      return !t.isEmpty() ? t : column == Moved ? tr("no times") : tr("unknown");
    }
    case Qt::EditRole: return text(i, column);
    case Qt::UserRole:
      switch (column) {
        case Rank: return s.rank == kUnknownRank ? std::numeric_limits<qint64>::max() : static_cast<qint64>(s.rank);
        case Slices: return static_cast<qulonglong>(s.slices);
        case Begins: return spans_[i] ? static_cast<qint64>(spans_[i]->first) : std::numeric_limits<qint64>::max();
        case ByClock: return spans_[i] ? static_cast<qint64>(s.offset - moved_[i]) : std::numeric_limits<qint64>::max();
        case Moved: return static_cast<qint64>(moved_[i]);
        default: return text(i, column);
      }
    case Qt::TextAlignmentRole: return isNumber(column) ? kRight : kLeft;
    case Qt::ForegroundRole:
      if (text(i, column).isEmpty()) return faint();
      return {};
    case Qt::FontRole:
      if (column == Moved && moved_[i] != 0) {
        QFont f = QApplication::font();
        f.setBold(true);
        return f;
      }
      return {};
    case Qt::ToolTipRole:
      if (column == File) return q(s.file);
      if (column == Moved) return tr("Double-click and type how far this source is to be moved, as +5h or -12.3 ms");
      if (column == ByClock) return tr("How far its clock, or its first event, puts its own time 0 behind that of the run");
      if (column == Begins && spans_[i])
        return tr("First event at %1 of the timeline, last one %2 later")
            .arg(offsetText(spans_[i]->first + toAxis_), q(units::show(Time::ps(spans_[i]->second - spans_[i]->first))));
      return {};
    case Qt::AccessibleTextRole: return QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), data(index, Qt::DisplayRole).toString());
    default: return {};
  }
}

QVariant SourcesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return isNumber(section) ? kRight : kLeft;
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case File: return tr("Source");
    case Format: return tr("Format");
    case Rank: return tr("Rank");
    case Clock: return tr("Clock");
    case Slices: return tr("Slices");
    case Begins: return tr("Begins at");
    case ByClock: return tr("Offset found");
    case Moved: return tr("Moved by hand");
    case Aligned: return tr("Aligned");
    default: return {};
  }
}

Qt::ItemFlags SourcesModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags f = QAbstractTableModel::flags(index);
  if (index.isValid() && index.column() == Moved && !text(static_cast<std::size_t>(index.row()), Moved).isEmpty()) f |= Qt::ItemIsEditable;
  return f;
}

bool SourcesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || !(flags(index) & Qt::ItemIsEditable) || !run_) return false;
  QString why;
  const auto ps = offsetFrom(value.toString(), &why);
  if (!ps) {
    emit refused(why);
    return false;
  }
  emit refused(QString());
  auto& held = moved_[static_cast<std::size_t>(index.row())];
  if (held == *ps) return true;
  held = *ps;
  emit dataChanged(index, index);
  emit movedEdited(moved_);
  return true;
}

// ---- facts

void FactsModel::setRun(RunPtr run) {
  if (run == run_) return;
  beginResetModel();
  run_ = std::move(run);
  endResetModel();
}

int FactsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : run_ && run_->sources.size() > 1 ? kColumns : kColumns - 1; }

QVariant FactsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !run_) return {};
  const Fact& f = run_->facts[static_cast<std::size_t>(index.row())];
  const auto text = [&]() -> QString {
    switch (index.column()) {
      case Name: return q(f.name);
      case Value: return q(f.value);
      case Unit: return f.unit == "1" ? QString() : q(f.unit);
      case From: return f.source < run_->sources.size() ? fileName(run_->sources[f.source].file) : QString();
      default: return {};
    }
  };
  if (role == Qt::DisplayRole || role == Qt::EditRole) return text();
  if (role == Qt::ToolTipRole) return text();
  if (role == Qt::UserRole) {
    bool number = false;
    const double v = index.column() == Value ? text().toDouble(&number) : 0;
    return number ? QVariant(v) : QVariant(text());
  }
  return {};
}

QVariant FactsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Name: return tr("Fact");
    case Value: return tr("Value");
    case Unit: return tr("Unit");
    case From: return tr("Source");
    default: return {};
  }
}

// ---- a table

void TableModel::setTable(RunPtr run, int table) {
  beginResetModel();
  run_ = std::move(run);
  table_ = run_ && table >= 0 && table < static_cast<int>(run_->tables.size()) ? &run_->tables[static_cast<std::size_t>(table)] : nullptr;
  endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !table_ ? 0 : static_cast<int>(std::min<std::size_t>(table_->rows(), std::numeric_limits<int>::max()));
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !table_) return {};
  const Table::ColumnOf& c = table_->columns[static_cast<std::size_t>(index.column())];
  const auto row = static_cast<std::size_t>(index.row());
  switch (role) {
    case Qt::DisplayRole: {
      const std::string s = cellOf(c, row);
      if (s.empty()) return tr("unknown");
      // What is copied has all digits; on screen "0.0001231999999999" would say no more than "0.0001232".
      return c.isText() ? q(s) : QString::number(c.number[row], 'g', 10);
    }
    case Qt::EditRole: return q(cellOf(c, row));
    case Qt::UserRole:
      if (c.isText()) return q(cellOf(c, row));
      return row < c.number.size() && !std::isnan(c.number[row]) ? c.number[row] : std::numeric_limits<double>::infinity();
    case Qt::TextAlignmentRole: return c.isText() ? kLeft : kRight;
    case Qt::ForegroundRole:
      if (cellOf(c, row).empty()) return faint();
      return {};
    default: return {};
  }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (!table_) return {};
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section >= static_cast<int>(table_->columns.size())) return {};
  const Table::ColumnOf& c = table_->columns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return q(headerOf(c));
  if (role == Qt::TextAlignmentRole) return c.isText() ? kLeft : kRight;
  return {};
}

}  // namespace weir
