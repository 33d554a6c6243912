#include "views/inspector/inspector_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cstdlib>

#include "views/inspector/answer_facts.h"
#include "views/shared/truth_icon.h"

namespace weir {

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
  facts_->setFrameShape(QFrame::NoFrame);
  facts_->setAccessibleName(tr("Facts"));
  facts_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  facts_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  facts_->setTextElideMode(Qt::ElideMiddle);
  facts_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  // Not ResizeToContents: it measures every line again at every change of one, thirty times thirty at each move of a slider.
  facts_->header()->setSectionResizeMode(1, QHeaderView::Fixed);
  facts_->header()->setStretchLastSection(false);
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

void InspectorPanel::fitValues() {
  int widest = 40;
  for (int i = 0; i < facts_->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* item = facts_->topLevelItem(i);
    widest = std::max(widest, QFontMetrics(item->font(1)).horizontalAdvance(item->text(1)));
  }
  const int most = facts_->viewport()->width() * 2 / 3;  // a long value is cut, it does not push its name out
  const int width = std::min(widest + 12, std::max(most, 80));
  if (std::abs(width - facts_->columnWidth(1)) > 4) facts_->header()->resizeSection(1, width);
}

void InspectorPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitValues();
}

void InspectorPanel::refresh() {
  if (state_.selection().kind == Selection::Kind::None) showAnswer();
  else showSelection();
}

void InspectorPanel::keepAnswerFresh() {
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
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(0, name);
    item->setToolTip(1, value);
  }
  fitValues();
}

void InspectorPanel::showAnswer() {
  const auto& a = state_.answered();
  if (!a) {
    showsAnswer_ = false;
    title_->setText(tr("Nothing selected"));
    origin_->setText(tr("Click a slice, a cell or a point to see what it is. With nothing selected, the answer to the scenario stands here."));
    origin_->show();
    facts_->clear();
    return;
  }
  std::vector<Fact> facts = answerFacts(*a);
  for (const ShownRun& r : state_.runs()) {
    if (!r.visible) continue;
    auto [it, isNew] = steps_.try_emplace(r.id);
    if (isNew || it->second.first != r.run) it->second = {r.run, measuredSteps(*r.run)};
    // The first scenario in hand with as many ranks is taken for the one that describes the run.
    if (it->second.second.count > 0 && a->scenario.ranks() == it->second.second.ranks) recorded_.try_emplace(r.id, a->scenario);
    const auto described = recorded_.find(r.id);
    const bool asRecorded = described != recorded_.end() && described->second == a->scenario;
    const std::vector<Fact> beside = measuredBeside(it->second.second, r.title, *a, asRecorded);
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
    const Fact& fact = facts[std::size_t(i)];
    QTreeWidgetItem* item = same ? facts_->topLevelItem(i) : new QTreeWidgetItem(facts_);
    if (item->text(0) != fact.name) item->setText(0, fact.name);
    if (item->text(1) != fact.value) item->setText(1, fact.value);
    if (item->isFirstColumnSpanned() != fact.value.isEmpty()) item->setFirstColumnSpanned(fact.value.isEmpty());
    if (item->toolTip(0) != fact.how) {
      item->setToolTip(0, fact.how);
      item->setToolTip(1, fact.how);
    }
    if (same) {
      QFont f = facts_->font();
      f.setBold(fact.level == 0);
      if (item->font(0) == f) continue;
    }
    QFont f = facts_->font();
    f.setBold(fact.level == 0);
    item->setFont(0, f);
    item->setFont(1, f);
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
  }
  showsAnswer_ = true;
  fitValues();
}

}  // namespace weir
