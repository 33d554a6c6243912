#include "views/import/notes_model.h"

#include <QApplication>
#include <QPalette>
#include <limits>

#include "core/summarize/place.h"
#include "views/import/import_models.h"
#include "views/shared/core_words.h"
#include "views/shared/text.h"

namespace weir {
namespace {

constexpr quintptr kKind = 0;  // internal id of a kind; of a place: 1 + row of its kind

}  // namespace

void NotesModel::setRun(const ShownRun* shown, std::int64_t origin) {
  const std::int64_t toAxis = shown ? shown->shift - origin : 0;
  if (shown && run_ == shown->run && runId_ == shown->id && toAxis == toAxis_) return;
  beginResetModel();
  run_ = shown ? shown->run : nullptr;
  runId_ = shown ? shown->id : 0;
  toAxis_ = toAxis;
  endResetModel();
}

const Note& NotesModel::noteOf(const QModelIndex& i) const {
  return run_->notes[i.internalId() == kKind ? static_cast<std::size_t>(i.row()) : static_cast<std::size_t>(i.internalId() - 1)];
}

std::optional<std::int64_t> NotesModel::timeOf(const QModelIndex& i) const {
  if (!i.isValid() || i.internalId() == kKind) return std::nullopt;
  const Note& n = noteOf(i);
  const auto k = static_cast<std::size_t>(i.row());
  if (k >= n.at.size() || n.at[k] == kNoTime) return std::nullopt;
  return n.at[k];
}

std::optional<ViewState::Place> NotesModel::place(const QModelIndex& i) const {
  const auto time = timeOf(i);
  if (!time) return std::nullopt;
  const Note& n = noteOf(i);
  const std::string& where = n.first[static_cast<std::size_t>(i.row())];
  return ViewState::Place{runId_, *time, sliceOfPlace(*run_, sourceOfPlace(*run_, where), *time), q(n.kind)};
}

QString NotesModel::kind(const QModelIndex& i) const { return i.isValid() ? q(noteOf(i).kind) : QString(); }

QModelIndex NotesModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kKind);
}

QModelIndex NotesModel::parent(const QModelIndex& i) const {
  if (!i.isValid() || i.internalId() == kKind) return {};
  return createIndex(static_cast<int>(i.internalId()) - 1, 0, kKind);
}

int NotesModel::rowCount(const QModelIndex& parent) const {
  if (!run_) return 0;
  if (!parent.isValid()) return static_cast<int>(run_->notes.size());
  if (parent.column() != 0 || parent.internalId() != kKind) return 0;
  return static_cast<int>(run_->notes[static_cast<std::size_t>(parent.row())].first.size());
}

QVariant NotesModel::data(const QModelIndex& i, int role) const {
  if (!i.isValid() || !run_) return {};
  const Note& n = noteOf(i);
  const bool isKind = i.internalId() == kKind;
  const auto time = timeOf(i);
  switch (role) {
    case Qt::DisplayRole:
      if (i.column() == What) return isKind ? coreSentence(n.kind) : q(n.first[static_cast<std::size_t>(i.row())]);
      if (i.column() == Count) return isKind ? QString::number(n.count) : QString();
      if (i.column() == Time) return time ? placeText(*time + toAxis_) : isKind ? QString() : tr("unknown");
      return {};
    case Qt::UserRole:
      if (i.column() == Count) return static_cast<qulonglong>(n.count);
      if (i.column() == Time) return time ? static_cast<qint64>(*time) : std::numeric_limits<qint64>::max();
      return data(i, Qt::DisplayRole);
    case Qt::TextAlignmentRole: return i.column() == What ? int(Qt::AlignLeft | Qt::AlignVCenter) : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole:
      if (isKind) return {};
      return QApplication::palette().brush(time ? QPalette::Link : i.column() == Time ? QPalette::PlaceholderText : QPalette::Text);
    case Qt::ToolTipRole:
      if (time) return tr("%1\nClick to see it in the timeline").arg(q(n.first[static_cast<std::size_t>(i.row())]));
      if (isKind && n.count > n.first.size() && !n.first.empty()) return tr("%1\nThe first %2 places are kept").arg(coreSentence(n.kind)).arg(n.first.size());
      return data(i.siblingAtColumn(What), Qt::DisplayRole);
    default: return {};
  }
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return section == What ? int(Qt::AlignLeft | Qt::AlignVCenter) : int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case What: return tr("Note, and its first places");
    case Count: return tr("How often");
    case Time: return tr("At");
    default: return {};
  }
}

}  // namespace weir
