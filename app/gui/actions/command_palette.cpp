#include "app/gui/actions/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPixmap>
#include <QPointer>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/actions/action_table.h"

namespace weir {
namespace {

constexpr int kAction = Qt::UserRole;
constexpr int kRight = Qt::UserRole + 1;

// The shortcut at the right edge, where menus have it.
class Line : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const bool on = option.state & QStyle::State_Selected;
    painter->setPen(option.palette.color(on ? QPalette::HighlightedText : QPalette::PlaceholderText));
    painter->drawText(option.rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, index.data(kRight).toString());
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QSize s = QStyledItemDelegate::sizeHint(option, index);
    s.setHeight(std::max(s.height(), 26));
    return s;
  }
};

}  // namespace

int paletteScore(const QString& typed, const QString& text) {
  if (typed.isEmpty()) return 0;
  const qsizetype whole = text.indexOf(typed, 0, Qt::CaseInsensitive);
  if (whole == 0) return 1000;
  if (whole > 0) return text[whole - 1].isLetterOrNumber() ? 500 - int(whole) : 800 - int(whole);
  int score = 300;
  qsizetype at = 0;
  for (const QChar c : typed) {
    if (c.isSpace()) continue;
    const qsizetype found = text.indexOf(c, at, Qt::CaseInsensitive);
    if (found < 0) return -1;
    score -= int(found - at);
    at = found + 1;
  }
  return std::max(0, score);
}

CommandPalette::CommandPalette(const ActionTable& actions, QWidget* parent) : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint), actions_(actions) {
  setAttribute(Qt::WA_DeleteOnClose);
  setAccessibleName(tr("Any action"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  edit_ = new QLineEdit(this);
  edit_->setPlaceholderText(tr("Type what you want to do"));
  edit_->setAccessibleName(tr("Action to find"));
  edit_->setClearButtonEnabled(true);
  list_ = new QListWidget(this);
  list_->setAccessibleName(tr("Actions found"));
  list_->setItemDelegate(new Line(list_));
  list_->setUniformItemSizes(true);
  list_->setFocusPolicy(Qt::NoFocus);
  column->addWidget(edit_);
  column->addWidget(list_);
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::textChanged, this, &CommandPalette::refill);
  connect(edit_, &QLineEdit::returnPressed, this, &CommandPalette::run);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
  refill({});
  resize(560, 380);
  if (parent) move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 56)));
  edit_->setFocus();
}

void CommandPalette::refill(const QString& typed) {
  list_->clear();
  std::vector<std::pair<int, QAction*>> found;
  for (QAction* a : actions_.all()) {
    const QString text = a->text().remove(QLatin1Char('&'));
    const int score = std::max(paletteScore(typed.trimmed(), text), paletteScore(typed.trimmed(), actions_.menuOf(a) + QLatin1Char(' ') + text) - 50);
    if (score >= 0 || (typed.trimmed().isEmpty())) found.emplace_back(score, a);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  for (const auto& [score, a] : found) {
    QIcon icon = a->icon();
    if (icon.isNull()) {  // texts stand in one line whether there is an icon or not
      QPixmap none(16, 16);
      none.fill(Qt::transparent);
      icon = QIcon(none);
    }
    auto* item = new QListWidgetItem(icon, actions_.menuOf(a) + QStringLiteral(": ") + a->text().remove(QLatin1Char('&')), list_);
    item->setData(kAction, QVariant::fromValue(QPointer<QObject>(a)));
    item->setData(kRight, a->shortcut().toString(QKeySequence::NativeText));
    item->setToolTip(a->statusTip());
    if (!a->isEnabled()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
  }
  list_->setCurrentRow(0);
}

QStringList CommandPalette::listed() const {
  QStringList out;
  for (int i = 0; i < list_->count(); ++i) out << list_->item(i)->text();
  return out;
}

void CommandPalette::run() {
  const QListWidgetItem* item = list_->currentItem();
  if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
  const QPointer<QAction> action = qobject_cast<QAction*>(item->data(kAction).value<QPointer<QObject>>());
  close();
  if (action) action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == edit_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const int page = 8;
    const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : key->key() == Qt::Key_PageDown ? page : key->key() == Qt::Key_PageUp ? -page : 0;
    if (step != 0 && list_->count() > 0) {
      list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, list_->count() - 1));
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace weir
