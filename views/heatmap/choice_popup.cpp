#include "views/heatmap/choice_popup.h"

#include <QAbstractListModel>
#include <QBoxLayout>
#include <QEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <algorithm>

namespace weir {

class ChoiceModel : public QAbstractListModel {
 public:
  ChoiceModel(bool checks, QObject* parent) : QAbstractListModel(parent), checks_(checks) {}
  void set(int count, std::function<QString(int)> text, std::vector<bool> on) {
    beginResetModel();
    count_ = count;
    text_ = std::move(text);
    on_ = std::move(on);
    on_.resize(static_cast<std::size_t>(count), false);
    endResetModel();
  }
  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : count_; }
  QVariant data(const QModelIndex& index, int role) const override {
    if (!index.isValid() || index.row() >= count_) return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return text_(index.row());
    if (role == Qt::CheckStateRole && checks_) return on_[static_cast<std::size_t>(index.row())] ? Qt::Checked : Qt::Unchecked;
    return {};
  }
  bool setData(const QModelIndex& index, const QVariant& value, int role) override {
    if (role != Qt::CheckStateRole || !checks_ || !index.isValid()) return false;
    on_[static_cast<std::size_t>(index.row())] = value.value<Qt::CheckState>() == Qt::Checked;
    emit dataChanged(index, index, {Qt::CheckStateRole});
    return true;
  }
  void setMany(const std::vector<int>& rows, bool on) {
    for (const int r : rows) on_[static_cast<std::size_t>(r)] = on;
    if (count_ > 0) emit dataChanged(index(0), index(count_ - 1), {Qt::CheckStateRole});
  }
  Qt::ItemFlags flags(const QModelIndex& index) const override {
    return QAbstractListModel::flags(index) | (checks_ ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
  }
  [[nodiscard]] const std::vector<bool>& on() const { return on_; }

 private:
  bool checks_;
  int count_ = 0;
  std::function<QString(int)> text_;
  std::vector<bool> on_;
};

ChoicePopup::ChoicePopup(Of of, const QString& searchHint, QWidget* parent)
    : QFrame(parent, Qt::Popup), of_(of), model_(new ChoiceModel(of == Of::Several, this)), found_(new QSortFilterProxyModel(this)), search_(new QLineEdit), list_(new QListView), count_(new QLabel) {
  setFrameShape(QFrame::StyledPanel);
  found_->setSourceModel(model_);
  found_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  search_->setPlaceholderText(searchHint);
  search_->setAccessibleName(searchHint);
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  list_->setModel(found_);
  list_->setUniformItemSizes(true);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setAccessibleName(searchHint);
  list_->installEventFilter(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  column->addWidget(search_);
  column->addWidget(list_, 1);
  auto* row = new QHBoxLayout;
  row->addWidget(count_, 1);
  if (of == Of::Several) {
    const auto button = [&](const QString& text, const QString& tip, bool on) {
      auto* b = new QToolButton;
      b->setText(text);
      b->setToolTip(tip);
      connect(b, &QToolButton::clicked, this, [this, on] { setFound(on); });
      row->addWidget(b);
    };
    button(tr("All"), tr("Check all that are found"), true);
    button(tr("None"), tr("Uncheck all that are found"), false);
  }
  column->addLayout(row);
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    found_->setFilterFixedString(text);
    say();
  });
  connect(list_, &QListView::clicked, this, &ChoicePopup::take);
  connect(model_, &QAbstractItemModel::dataChanged, this, [this] {
    say();
    emit changed(model_->on());
  });
}

std::vector<bool> ChoicePopup::checked() const { return model_->on(); }

void ChoicePopup::setChoices(int count, std::function<QString(int)> text, std::vector<bool> on) {
  search_->clear();
  int current = -1;
  for (std::size_t i = 0; of_ == Of::One && i < on.size() && current < 0; ++i)
    if (on[i]) current = static_cast<int>(i);
  model_->set(count, std::move(text), std::move(on));
  if (current >= 0) {
    list_->setCurrentIndex(found_->index(current, 0));
    list_->scrollTo(found_->index(current, 0));
  }
  say();
}

void ChoicePopup::openBelow(QWidget* button) {
  const int em = fontMetrics().height();
  const QRect screen = button->screen()->availableGeometry();
  resize(std::min(34 * em, screen.width() - em), std::min(26 * em, screen.height() * 2 / 3));
  QPoint at = button->mapToGlobal(QPoint(0, button->height() + 2));
  at.setX(std::max(screen.left(), std::min(at.x(), screen.right() - width())));
  at.setY(std::max(screen.top(), std::min(at.y(), screen.bottom() - height())));
  move(at);
  show();
  search_->setFocus();
}

bool ChoicePopup::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (watched == search_ && (key == Qt::Key_Down || key == Qt::Key_Up)) {
    list_->setFocus();
    if (!list_->currentIndex().isValid()) list_->setCurrentIndex(found_->index(0, 0));
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    take(list_->currentIndex().isValid() ? list_->currentIndex() : found_->rowCount() == 1 ? found_->index(0, 0) : QModelIndex());
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

// Marks of several are set by the list itself.
void ChoicePopup::take(const QModelIndex& shown) {
  if (!shown.isValid() || of_ == Of::Several) return;
  const int index = found_->mapToSource(shown).row();
  close();
  emit chosen(index);
}

void ChoicePopup::setFound(bool on) {
  std::vector<int> rows;
  for (int r = 0; r < found_->rowCount(); ++r) rows.push_back(found_->mapToSource(found_->index(r, 0)).row());
  model_->setMany(rows, on);
}

void ChoicePopup::say() {
  const QLocale locale;
  const QString all = locale.toString(model_->rowCount());
  if (of_ == Of::Several) {
    count_->setText(tr("%1 of %2 counted").arg(locale.toString(static_cast<qlonglong>(std::count(model_->on().begin(), model_->on().end(), true))), all));
    return;
  }
  count_->setText(search_->text().isEmpty() ? all : tr("%1 of %2").arg(locale.toString(found_->rowCount()), all));
}

}  // namespace weir
