#include "views/notes/notes_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "views/shared/core_words.h"
#include "views/shared/icons.h"
#include "views/shared/trace.h"
#include "views/shared/view_notes.h"

namespace weir {
namespace {

using Line = NotesPanel::Line;

std::vector<Line> collect(ViewState& state, bool example) {
  std::vector<Line> lines;
  for (const ShownRun& r : state.runs()) {
    std::vector<Note> notes = r.run->notes;
    for (Note& n : ViewNotes::of(state).notesOf(r.id)) notes.push_back(std::move(n));
    for (const Note& n : notes) {
      QString text = coreSentence(n.kind);
      if (n.count > 1) text = NotesPanel::tr("%1 (%2 times)").arg(text).arg(n.count);
      QStringList places;
      for (const std::string& p : n.first) places << QString::fromStdString(p);
      if (places.size() == 1) text += QStringLiteral(": ") + places.first();
      lines.push_back({r.title, text, places.join(QLatin1Char('\n'))});
    }
  }
  const QString scenario = example && anyBesideTheScenario(state) ? NotesPanel::tr("Scenario (example)") : NotesPanel::tr("Scenario in hand");
  if (const auto& a = state.answered()) {
    QStringList doubtful;
    for (const auto& [path, source] : a->scenario.provenance)
      if (source.find("unverified") != std::string::npos) doubtful << QString::fromStdString(path) + QStringLiteral(": ") + QString::fromStdString(source);
    for (const std::string& remark : a->outcome.remarks) {
      // The answer counts what is unverified; which ones these are stands under it.
      const bool counts = remark.find("unverified") != std::string::npos;
      lines.push_back({scenario, coreSentence(remark), counts ? doubtful.join(QLatin1Char('\n')) : QString()});
    }
  }
  return lines;
}

// A note is read whole: its row is as high as its wrapped text, whatever the dock's width.
class WholeText : public QStyledItemDelegate {
 public:
  explicit WholeText(QTreeWidget* tree) : QStyledItemDelegate(tree), tree_(tree) {}
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    int depth = 1;
    for (QModelIndex p = index.parent(); p.isValid(); p = p.parent()) ++depth;
    const bool icon = !index.data(Qt::DecorationRole).isNull();
    const int width = std::max(60, tree_->viewport()->width() - depth * tree_->indentation() - (icon ? 22 : 0) - 8);
    const QFontMetrics fm(index.data(Qt::FontRole).isNull() ? option.font : index.data(Qt::FontRole).value<QFont>());
    const QRect r = fm.boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap | Qt::TextWrapAnywhere, index.data().toString());
    return {width, std::max(r.height() + 4, 20)};
  }

 private:
  QTreeWidget* tree_;
};

}  // namespace

NotesPanel::NotesPanel(ViewState& state, QWidget* parent) : QWidget(parent), state_(state) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 8);
  empty_ = new QLabel(tr("Nothing to note: no damage found, nothing assumed."), this);
  empty_->setForegroundRole(QPalette::PlaceholderText);
  empty_->setWordWrap(true);
  tree_ = new QTreeWidget(this);
  tree_->setHeaderHidden(true);
  tree_->setIndentation(12);
  tree_->setRootIsDecorated(true);
  tree_->setWordWrap(true);
  tree_->setItemDelegate(new WholeText(tree_));
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setAccessibleName(tr("Notes"));
  tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(empty_);
  column->addWidget(tree_, 1);
  connect(&state_, &ViewState::runsChanged, this, &NotesPanel::refresh);
  connect(&state_, &ViewState::answeredChanged, this, &NotesPanel::refresh);
  connect(&ViewNotes::of(state_), &ViewNotes::changed, this, &NotesPanel::refresh);
  refresh();
}

void NotesPanel::setExample(std::function<bool()> isExample) {
  isExample_ = std::move(isExample);
  refresh();
}

void NotesPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  tree_->doItemsLayout();
}

bool NotesPanel::retext(const std::vector<Line>& lines) {
  if (lines.empty() || lines.size() != items_.size()) return false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    QStringList places;
    for (int k = 0; k < items_[i]->childCount(); ++k) places << items_[i]->child(k)->text(0);
    const QStringList wanted = lines[i].tip.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (items_[i]->parent()->text(0) != lines[i].group || (wanted.size() > 1 ? wanted : QStringList()) != places) return false;
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (items_[i]->text(0) != lines[i].text) items_[i]->setText(0, lines[i].text);
    if (lines[i].tip.isEmpty()) items_[i]->setToolTip(0, lines[i].text);
  }
  return true;
}

void NotesPanel::refresh() {
  const std::vector<Line> lines = collect(state_, isExample_ && isExample_());
  QStringList flat;
  for (const Line& l : lines) flat << l.group + QLatin1Char('\n') + l.text;
  if (flat == shown_ && !flat.isEmpty()) return;  // a moving slider rarely changes a note
  shown_ = flat;
  // A remark that only counts differently ("91 GB of 80 GB") is written over: rebuilding costs a frame while a slider moves.
  if (retext(lines)) return;
  tree_->clear();
  items_.clear();
  QTreeWidgetItem* group = nullptr;
  for (const Line& l : lines) {
    if (!group || group->text(0) != l.group) {
      group = new QTreeWidgetItem(tree_, {l.group});
      QFont f = tree_->font();
      f.setBold(true);
      group->setFont(0, f);
    }
    auto* item = new QTreeWidgetItem(group, {l.text});
    items_.push_back(item);
    item->setToolTip(0, l.tip.isEmpty() ? l.text : l.tip);
    const bool serious = l.text.contains(QLatin1String("does not fit")) || l.text.contains(QLatin1String("do not fit"));
    item->setIcon(0, icons::named(serious ? QStringLiteral("warning") : QStringLiteral("info")));
    const QStringList places = l.tip.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (places.size() > 1)
      for (const QString& p : places) new QTreeWidgetItem(item, {p});
  }
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) tree_->topLevelItem(i)->setExpanded(true);
  empty_->setVisible(lines.empty());
  tree_->setVisible(!lines.empty());
  const int count = int(lines.size());
  if (count != count_) {
    count_ = count;
    emit countChanged(count);
  }
}

}  // namespace weir
