#include "views/inspector/inspector_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "views/inspector/answer_facts.h"
#include "views/shared/truth_icon.h"

namespace weir {
namespace {

constexpr int kDoubtful = Qt::UserRole + 1;
constexpr int kLevel = Qt::UserRole + 2;

// A fact's name at the left and its value at the right, each row by itself: one long value takes no room from other names.
// Dots under a name whose source is unverified, as in the scenario panel.
class FactDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* p, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    option.text.clear();
    const QWidget* w = option.widget;
    w->style()->drawControl(QStyle::CE_ItemViewItem, &option, p, w);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool more = index.data(kLevel).toInt() == 2;
    const QRect row = option.rect.adjusted(more ? 14 : 3, 0, -3, 0);
    const QFontMetrics fm(option.font);
    const QString name = index.data().toString(), value = index.siblingAtColumn(1).data().toString();
    const int gap = value.isEmpty() ? 0 : 10;
    const int wanted = fm.horizontalAdvance(value);
    const int width = std::min(wanted, std::max(row.width() - gap - fm.horizontalAdvance(name), row.width() * 7 / 10));
    p->save();
    p->setFont(option.font);
    const QPalette::ColorRole role = selected ? QPalette::HighlightedText : more ? QPalette::PlaceholderText : QPalette::Text;
    p->setPen(option.palette.color(role));
    // What fits is not handed to elidedText: it rounds widths up and would cut it all the same.
    p->drawText(row, Qt::AlignRight | Qt::AlignVCenter, width >= wanted ? value : fm.elidedText(value, Qt::ElideMiddle, width));
    const int room = row.width() - gap - width;
    const QString shown = fm.horizontalAdvance(name) <= room ? name : fm.elidedText(name, Qt::ElideRight, room);
    p->drawText(row, Qt::AlignLeft | Qt::AlignVCenter, shown);
    if (index.data(kDoubtful).toBool()) {
      const int y = row.center().y() + (fm.ascent() + fm.descent()) / 2;
      p->setPen(QPen(option.palette.color(role), 1.2, Qt::DotLine));
      p->drawLine(row.left(), y, row.left() + fm.horizontalAdvance(shown), y);
    }
    p->restore();
  }
};

}  // namespace

InspectorPanel::InspectorPanel(ViewState& state, QWidget* parent) : QWidget(parent), state_(state) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 0);
  column->setSpacing(4);
  title_ = new QLabel(this);
  title_->setWordWrap(true);
  title_->setTextFormat(Qt::PlainText);
  title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  QFont f = title_->font();
  f.setBold(true);
  title_->setFont(f);
  origin_ = new QLabel(this);
  origin_->setForegroundRole(QPalette::PlaceholderText);
  origin_->setWordWrap(true);
  facts_ = new QTreeWidget(this);
  facts_->setColumnCount(2);
  facts_->setHeaderLabels({tr("What"), tr("Value")});
  facts_->setHeaderHidden(true);
  facts_->setRootIsDecorated(false);
  facts_->setIndentation(12);
  facts_->setItemDelegate(new FactDelegate(facts_));
  facts_->setFrameShape(QFrame::NoFrame);
  facts_->setAccessibleName(tr("Facts"));
  facts_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  facts_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  facts_->setTextElideMode(Qt::ElideMiddle);
  facts_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  facts_->setColumnHidden(1, true);  // painted in the first, row by row
  facts_->setUniformRowHeights(true);
  facts_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  facts_->setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* copy = new QAction(tr("Copy"), facts_);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  connect(copy, &QAction::triggered, this, [this] {
    QStringList lines;
    for (const QTreeWidgetItem* i : facts_->selectedItems()) lines << i->text(0) + QLatin1Char('\t') + i->text(1);
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  });
  facts_->addAction(copy);
  column->addWidget(title_);
  column->addWidget(origin_);
  column->addWidget(facts_, 1);
  connect(&state_, &ViewState::selectionChanged, this, &InspectorPanel::refresh);
  connect(&state_, &ViewState::answeredChanged, this, &InspectorPanel::keepAnswerFresh);
  connect(&state_, &ViewState::runsChanged, this, &InspectorPanel::keepAnswerFresh);
  refresh();
}

void InspectorPanel::refresh() {
  if (state_.selection().kind == Selection::Kind::None) showAnswer();
  else showSelection();
}

void InspectorPanel::setRefused(const QString& why) {
  refused_ = why;
  keepAnswerFresh();
}

void InspectorPanel::keepAnswerFresh() {
  if (state_.answered()) refused_.clear();
  std::erase_if(steps_, [this](const auto& entry) { return !state_.run(entry.first); });
  if (state_.selection().kind == Selection::Kind::None) showAnswer();
}

void InspectorPanel::showSelection() {
  showsAnswer_ = false;
  const Selection& s = state_.selection();
  title_->setText(s.title);
  const ShownRun* r = state_.run(s.runId);
  origin_->setText(r ? tr("%1, %2").arg(r->title, truthText(r->run->truth)) : QString());
  origin_->setVisible(r != nullptr);
  facts_->clear();
  for (const auto& [name, value] : s.facts) {
    auto* item = new QTreeWidgetItem(facts_, {name, value});
    item->setToolTip(0, QStringLiteral("%1: %2").arg(name, value));
    item->setData(0, Qt::AccessibleTextRole, QStringLiteral("%1: %2").arg(name, value));
  }
}

void InspectorPanel::showAnswer() {
  const auto& a = state_.answered();
  if (!a) {
    showsAnswer_ = false;
    title_->setText(refused_.isEmpty() ? tr("Nothing selected") : tr("No answer"));
    origin_->setText(!refused_.isEmpty() ? refused_ : tr("Click a slice, a cell or a point to see what it is. With nothing selected, the answer to the scenario stands here."));
    origin_->show();
    facts_->clear();
    return;
  }
  if (a->outcome.uncertainty) sure_ = a;
  std::vector<AnswerFact> facts = answerFacts(*a, sure_ ? &*sure_->outcome.uncertainty : nullptr);
  for (const ShownRun& r : state_.runs()) {
    if (!r.visible) continue;
    auto [it, isNew] = steps_.try_emplace(r.id);
    if (isNew || it->second.first != r.run) it->second = {r.run, measuredSteps(*r.run)};
    // The first scenario in hand with as many ranks is taken for the one that describes the run.
    if (it->second.second.count > 0 && a->scenario.ranks() == it->second.second.ranks) recorded_.try_emplace(r.id, a->scenario);
    const auto described = recorded_.find(r.id);
    const bool asRecorded = described != recorded_.end() && described->second == a->scenario;
    const std::vector<AnswerFact> beside = measuredBeside(it->second.second, r.title, *a, asRecorded);
    if (beside.empty()) continue;
    facts.insert(facts.begin(), beside.begin(), beside.end());
    break;
  }
  const QString scenarioName = QString::fromStdString(a->scenario.name);
  title_->setText(scenarioName.isEmpty() ? tr("Scenario in hand") : tr("Scenario: %1").arg(scenarioName));
  origin_->setText(a->outcome.fidelity == Fidelity::Model ? tr("Predicted by closed forms. Hover a line to see how it comes about.")
                                                          : tr("Simulated. Hover a line to see how it comes about."));
  origin_->show();
  // A moving slider changes values, not lines: keep the items, so that nothing flickers or loses its scroll position.
  const bool same = showsAnswer_ && facts_->topLevelItemCount() == int(facts.size());
  if (!same) facts_->clear();
  for (int i = 0; i < int(facts.size()); ++i) {
    const AnswerFact& fact = facts[std::size_t(i)];
    QTreeWidgetItem* item = same ? facts_->topLevelItem(i) : new QTreeWidgetItem(facts_);
    const bool changed = item->text(0) != fact.name || item->text(1) != fact.value;
    if (changed) {
      item->setText(0, fact.name);
      item->setText(1, fact.value);
      item->setData(0, Qt::AccessibleTextRole, fact.value.isEmpty() ? fact.name : QStringLiteral("%1: %2").arg(fact.name, fact.value));
    }
    if (item->toolTip(0) != fact.how) item->setToolTip(0, fact.how);
    if (item->data(0, kDoubtful).toBool() != fact.doubtful) item->setData(0, kDoubtful, fact.doubtful);
    if (same && item->data(0, kLevel).toInt() == fact.level) continue;
    item->setData(0, kLevel, fact.level);
    QFont f = facts_->font();
    f.setBold(fact.level == 0);
    item->setFont(0, f);
  }
  showsAnswer_ = true;
}

}  // namespace weir
