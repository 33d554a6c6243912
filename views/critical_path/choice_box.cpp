#include "views/critical_path/choice_box.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyleOptionFrame>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <algorithm>

namespace weir {
namespace {

constexpr int kWidestList = 720, kBesideText = 40;  // px; room for the scroll bar and margins

bool isSeparator(const QModelIndex& index) { return index.data(Qt::AccessibleDescriptionRole).toString() == QLatin1String("separator"); }

class ChoiceDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    if (!isSeparator(index)) return QStyledItemDelegate::paint(painter, option, index);
    painter->setPen(option.palette.color(QPalette::Mid));
    painter->drawLine(option.rect.left() + 4, option.rect.center().y(), option.rect.right() - 4, option.rect.center().y());
  }
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    constexpr int kLine = 7, kMargin = 6;
    if (isSeparator(index)) return {0, kLine};
    return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + kMargin};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (const QString brief = index.data(ChoiceBox::kBrief).toString(); !brief.isEmpty()) option->text = brief;
    option->textElideMode = Qt::ElideMiddle;
  }
};

// While nobody types, both ends of the text are seen.
class ChoiceEdit : public QLineEdit {
 public:
  explicit ChoiceEdit(ChoiceBox* box) : QLineEdit(box), box_(box) {}

 protected:
  void paintEvent(QPaintEvent* event) override {
    QStyleOptionFrame frame;
    initStyleOption(&frame);
    const QRect room = style()->subElementRect(QStyle::SE_LineEditContents, &frame, this).adjusted(2, 0, -2, 0);
    const bool chosen = text() == box_->itemText(box_->currentIndex());
    if (hasFocus() || !chosen || fontMetrics().horizontalAdvance(text()) <= room.width()) return QLineEdit::paintEvent(event);
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &frame, &painter, this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(box_->shownText(box_->currentIndex()), Qt::ElideMiddle, room.width()));
  }

 private:
  ChoiceBox* box_;
};

}  // namespace

// A part of a name, a size, "#17" or "step 3" typed into the list finds what holds it.
ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
  setLineEdit(new ChoiceEdit(this));
  setInsertPolicy(NoInsert);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setMaxVisibleItems(24);
  completer()->setCompletionMode(QCompleter::PopupCompletion);
  completer()->setFilterMode(Qt::MatchContains);
  completer()->setCaseSensitivity(Qt::CaseInsensitive);
  for (QAbstractItemView* list : {view(), completer()->popup()}) {
    list->setItemDelegate(new ChoiceDelegate(list));
    list->setTextElideMode(Qt::ElideMiddle);
  }
  // What was typed and is nothing in the list changes nothing.
  connect(lineEdit(), &QLineEdit::editingFinished, this, [this] {
    if (currentText() != itemText(currentIndex())) setEditText(itemText(currentIndex()));
    lineEdit()->setCursorPosition(0);
  });
}

void ChoiceBox::addChoice(const QString& text, const QVariant& words, const QString& brief) {
  addItem(text, words);
  setItemData(count() - 1, text, Qt::ToolTipRole);
  if (!brief.isEmpty()) setItemData(count() - 1, brief, kBrief);
}

QString ChoiceBox::shownText(int item) const {
  const QString brief = itemData(item, kBrief).toString();
  return brief.isEmpty() ? itemText(item) : brief;
}

void ChoiceBox::fitList() {
  int widest = 0;
  for (int i = 0; i < count(); ++i) widest = std::max(widest, fontMetrics().horizontalAdvance(shownText(i)));
  for (QAbstractItemView* list : {view(), completer()->popup()}) list->setMinimumWidth(std::min(widest + kBesideText, kWidestList));
}

// What is chosen, in full, before what the list is for.
bool ChoiceBox::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || currentIndex() < 0) return QComboBox::event(event);
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), itemText(currentIndex()) + QStringLiteral("\n\n") + toolTip(), this);
  return true;
}

}  // namespace weir
