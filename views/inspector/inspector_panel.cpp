#include "views/inspector/inspector_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "views/inspector/answer_facts.h"
#include "views/inspector/run_facts.h"
#include "views/inspector/wrapped_text.h"
#include "views/shared/csv.h"
#include "views/shared/trace.h"
#include "views/shared/truth_icon.h"

namespace weir {
namespace {

constexpr int kDoubtful = Qt::UserRole + 1;
constexpr int kLevel = Qt::UserRole + 2;
constexpr int kFolds = Qt::UserRole + 3;
constexpr int kFoldSign = 14;  // px

// An open or closed triangle before a line that folds.
void foldSign(QPainter& p, const QRect& row, bool open, const QColor& colour) {
  const QPointF c(row.left() + 5, row.center().y() + 0.5);
  QPolygonF t;
  if (open) t << QPointF(c.x() - 4, c.y() - 2.5) << QPointF(c.x() + 4, c.y() - 2.5) << QPointF(c.x(), c.y() + 2.5);
  else t << QPointF(c.x() - 2.5, c.y() - 4) << QPointF(c.x() + 2.5, c.y()) << QPointF(c.x() - 2.5, c.y() + 4);
  p.save();
  p.setRenderHint(QPainter::Antialiasing, true);
  p.setPen(Qt::NoPen);
  p.setBrush(colour);
  p.drawPolygon(t);
  p.restore();
}

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
    const bool folds = index.data(kFolds).toBool();
    const QRect row = option.rect.adjusted(more || folds ? kFoldSign : 3, 0, -3, 0);
    const QFontMetrics fm(option.font);
    const QString name = index.data().toString(), value = index.siblingAtColumn(1).data().toString();
    const int gap = value.isEmpty() ? 0 : 10;
    const int wanted = fm.horizontalAdvance(value);
    // A heading keeps its name whole; a fact keeps most of the row for its value.
    const int width = std::min(wanted, std::max(row.width() - gap - fm.horizontalAdvance(name), folds ? 0 : row.width() * 7 / 10));
    p->save();
    p->setFont(option.font);
    const QPalette::ColorRole role = selected ? QPalette::HighlightedText : more ? QPalette::PlaceholderText : QPalette::Text;
    const auto* tree = qobject_cast<const QTreeView*>(w);
    if (folds) foldSign(*p, option.rect, tree && tree->isExpanded(index), option.palette.color(role));
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
  title_ = new WrappedText(this);
  title_->setObjectName(QStringLiteral("inspector-title"));
  title_->setAccessibleName(tr("What is shown"));
  QFont f = title_->font();
  f.setBold(true);
  title_->setFont(f);
  origin_ = new WrappedText(this);
  origin_->setObjectName(QStringLiteral("inspector-origin"));
  origin_->setAccessibleName(tr("Where it comes from"));
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
  facts_->setExpandsOnDoubleClick(false);
  auto* copy = new QAction(tr("Copy as CSV"), facts_);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  connect(copy, &QAction::triggered, this, &InspectorPanel::copy);
  facts_->addAction(copy);
  column->addWidget(title_);
  column->addWidget(origin_);
  whatIf_ = new QToolButton(this);
  whatIf_->setObjectName(QStringLiteral("what-if"));
  whatIf_->setText(tr("What if it were faster …"));
  whatIf_->setToolTip(tr("Critical path plays the run again with this collective faster"));
  whatIf_->setFocusPolicy(Qt::TabFocus);
  connect(whatIf_, &QToolButton::clicked, this, [this] { state_.requestView(QStringLiteral("critical-path")); });
  column->addWidget(whatIf_);
  column->addWidget(facts_, 1);
  const auto remember = [this](QTreeWidgetItem* item) {
    if (item == heading_) open_ = item->isExpanded();
  };
  connect(facts_, &QTreeWidget::itemExpanded, this, remember);
  connect(facts_, &QTreeWidget::itemCollapsed, this, remember);
  connect(facts_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item, int) {
    if (item == heading_) item->setExpanded(!item->isExpanded());
  });
  connect(&state_, &ViewState::selectionChanged, this, [this] { refresh(false); });
  connect(&state_, &ViewState::answeredChanged, this, [this] { refresh(true); });
  connect(&state_, &ViewState::runsChanged, this, [this] { refresh(true); });
  fade();
  refresh(false);
}

void InspectorPanel::fade() {
  QPalette faint = palette();
  faint.setColor(QPalette::Text, faint.color(QPalette::PlaceholderText));
  origin_->setPalette(faint);
}

void InspectorPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && origin_) fade();
}

void InspectorPanel::setRefused(const QString& why) {
  refused_ = why;
  refresh(true);
}

void InspectorPanel::setExample(std::function<bool()> isExample) {
  isExample_ = std::move(isExample);
  refresh(true);
}

std::vector<const ShownRun*> InspectorPanel::traces() const {
  std::vector<const ShownRun*> out;
  for (const ShownRun& r : state_.runs())
    if (r.visible && isTrace(r)) out.push_back(&r);
  return out;
}

const MeasuredSteps& InspectorPanel::stepsOf(const ShownRun& r) {
  auto [it, isNew] = steps_.try_emplace(r.id);
  if (isNew || it->second.first != r.run) it->second = {r.run, measuredSteps(*r.run)};
  return it->second.second;
}

void InspectorPanel::refresh(bool keep) {
  if (state_.answered()) refused_.clear();
  std::erase_if(steps_, [this](const auto& entry) { return !state_.run(entry.first); });
  if (!keep) whatIf_->setVisible(collectiveSelected());
  const bool any = !traces().empty();
  if (state_.selection().kind != Selection::Kind::None) {
    fill(selected(), any ? std::optional(scenarioBelow(!beside().empty())) : std::nullopt, keep);
  } else if (any) {
    std::vector<AnswerFact> lead = opened();
    const std::vector<AnswerFact> compared = beside();
    lead.insert(lead.end(), compared.begin(), compared.end());
    fill(lead, scenarioBelow(!compared.empty()), keep);
  } else {
    fill(answer(), std::nullopt, keep);
  }
}

// By the slice, where it is one: not every view says which collective it belongs to.
bool InspectorPanel::collectiveSelected() const {
  const Selection& s = state_.selection();
  const ShownRun* r = state_.run(s.runId);
  if (!r || (s.kind != Selection::Kind::Slice && s.kind != Selection::Kind::Collective)) return false;
  const bool slice = s.kind == Selection::Kind::Slice;
  const auto& calls = r->run->collectives;
  return std::any_of(calls.begin(), calls.end(), [&](const CollectiveCall& c) { return slice ? c.slice == s.slice : c.instance == s.instance; });
}

std::vector<AnswerFact> InspectorPanel::selected() {
  const Selection& s = state_.selection();
  title_->setText(s.title);
  const ShownRun* r = state_.run(s.runId);
  origin_->setText(r ? tr("%1, %2").arg(r->title, truthText(*r->run)) : QString());
  origin_->setVisible(r != nullptr);
  std::vector<AnswerFact> out;
  for (const auto& [name, value] : s.facts) out.push_back({name, value, QStringLiteral("%1: %2").arg(name, value), 1, false});
  return out;
}

std::vector<AnswerFact> InspectorPanel::opened() {
  const std::vector<const ShownRun*> runs = traces();
  QStringList truths;
  for (const ShownRun* r : runs) truths << truthText(*r->run);
  truths.removeDuplicates();
  const bool measured = truths == QStringList{truthText(Truth::Measured)};
  title_->setText(runs.size() == 1 ? runs.front()->title : (measured ? tr("%1 measured runs") : tr("%1 opened runs")).arg(runs.size()));
  origin_->setText(tr("%1. Click a slice, a cell or a point to see what it is.").arg(truths.join(QStringLiteral(", "))));
  origin_->show();
  std::vector<AnswerFact> out;
  for (const ShownRun* r : runs) {
    if (runs.size() > 1) out.push_back({r->title, {}, r->title, 0, false});
    const std::vector<AnswerFact> facts = runFacts(*r->run, stepsOf(*r));
    out.insert(out.end(), facts.begin(), facts.end());
  }
  return out;
}

// The answer alone, with a head of its own.
std::vector<AnswerFact> InspectorPanel::answer() {
  const auto& a = state_.answered();
  origin_->show();
  if (!a) {
    title_->setText(refused_.isEmpty() ? tr("Nothing selected") : tr("No answer"));
    origin_->setText(!refused_.isEmpty() ? refused_ : tr("Click a slice, a cell or a point to see what it is. With nothing selected, the answer to the scenario stands here."));
    return {};
  }
  const QString name = QString::fromStdString(a->scenario.name);
  if (isExample_ && isExample_() && anyBesideTheScenario(state_)) title_->setText(tr("Scenario (example): %1").arg(name));
  else title_->setText(name.isEmpty() ? tr("Scenario in hand") : tr("Scenario: %1").arg(name));
  origin_->setText(howPredicted());
  std::vector<AnswerFact> out = beside();
  const std::vector<AnswerFact> facts = predicted();
  out.insert(out.end(), facts.begin(), facts.end());
  return out;
}

std::vector<AnswerFact> InspectorPanel::predicted() {
  const auto& a = state_.answered();
  if (a->outcome.uncertainty) sure_ = a;
  return answerFacts(*a, sure_ ? &*sure_->outcome.uncertainty : nullptr);
}

QString InspectorPanel::howPredicted() const {
  return state_.answered()->outcome.fidelity == Fidelity::Model ? tr("Predicted by closed forms. Hover a line to see how it comes about.")
                                                                : tr("Simulated. Hover a line to see how it comes about.");
}

// `about`: it has as many ranks as a run that is shown, so that they can be compared.
InspectorPanel::Below InspectorPanel::scenarioBelow(bool about) {
  const auto& a = state_.answered();
  Below out;
  out.open = about;
  out.heading = isExample_ && isExample_() ? tr("Scenario (example)") : tr("Scenario in hand");
  if (!a) {
    out.value = tr("no answer");
    out.how = refused_.isEmpty() ? tr("Nothing valid was asked yet.") : refused_;
    out.facts.push_back({out.how, {}, out.how, 1, false});
    return out;
  }
  const QString name = a->scenario.name.empty() ? tr("without a name") : QString::fromStdString(a->scenario.name);
  if (!about) out.value = tr("not this trace");
  out.facts = predicted();
  out.facts.insert(out.facts.begin(), {tr("name"), name, name, 1, false});
  out.how = howPredicted();
  return out;
}

std::vector<AnswerFact> InspectorPanel::beside() {
  const auto& a = state_.answered();
  if (!a || (isExample_ && isExample_())) return {};  // as many ranks by chance only
  for (const ShownRun& r : state_.runs()) {
    if (!r.visible) continue;
    const MeasuredSteps& steps = stepsOf(r);
    // The first scenario in hand with as many ranks is taken for the one that describes the run.
    if (steps.count > 0 && a->scenario.ranks() == steps.ranks) recorded_.try_emplace(r.id, a->scenario);
    const auto described = recorded_.find(r.id);
    const bool asRecorded = described != recorded_.end() && described->second == a->scenario;
    std::vector<AnswerFact> out = measuredBeside(steps, r.title, *a, asRecorded);
    if (!out.empty()) return out;
  }
  return {};
}

namespace {

// A moving slider changes values, not lines: what is the same is left alone, so that nothing flickers.
void put(QTreeWidgetItem* item, const AnswerFact& fact, const QFont& font) {
  if (item->text(0) != fact.name || item->text(1) != fact.value) {
    item->setText(0, fact.name);
    item->setText(1, fact.value);
    item->setData(0, Qt::AccessibleTextRole, fact.value.isEmpty() ? fact.name : QStringLiteral("%1: %2").arg(fact.name, fact.value));
  }
  if (item->toolTip(0) != fact.how) item->setToolTip(0, fact.how);
  if (item->data(0, kDoubtful).toBool() != fact.doubtful) item->setData(0, kDoubtful, fact.doubtful);
  if (item->data(0, kLevel).isValid() && item->data(0, kLevel).toInt() == fact.level) return;
  item->setData(0, kLevel, fact.level);
  QFont f = font;
  f.setBold(fact.level == 0);
  item->setFont(0, f);
}

void putAll(QTreeWidgetItem* parent, const std::vector<AnswerFact>& facts, const QFont& font) {
  for (int i = 0; i < static_cast<int>(facts.size()); ++i) put(i < parent->childCount() ? parent->child(i) : new QTreeWidgetItem(parent), facts[static_cast<std::size_t>(i)], font);
}

}  // namespace

void InspectorPanel::fill(const std::vector<AnswerFact>& lead, const std::optional<Below>& below, bool keep) {
  const bool same = keep && facts_->topLevelItemCount() == static_cast<int>(lead.size()) + (below ? 1 : 0) && (heading_ != nullptr) == below.has_value() &&
                    (!below || heading_->childCount() == static_cast<int>(below->facts.size()));
  if (!same) {
    heading_ = nullptr;
    facts_->clear();
  }
  putAll(facts_->invisibleRootItem(), lead, facts_->font());
  if (!below) return;
  if (!heading_) heading_ = new QTreeWidgetItem(facts_);
  put(heading_, {below->heading, below->value, below->how, 0, false}, facts_->font());
  heading_->setData(0, kFolds, true);
  putAll(heading_, below->facts, facts_->font());
  const QSignalBlocker itself(facts_);  // what is remembered is what a person does
  heading_->setExpanded(open_.value_or(below->open));
}

// What is selected in the list, else all of it.
void InspectorPanel::copy() const {
  QVector<QStringList> rows{{tr("What"), tr("Value")}};
  QList<QTreeWidgetItem*> items = facts_->selectedItems();
  if (items.isEmpty()) {
    rows << QStringList{title_->text(), QString()};
    for (int i = 0; i < facts_->topLevelItemCount(); ++i)
      if (facts_->topLevelItem(i) != heading_) items << facts_->topLevelItem(i);
  }
  for (const QTreeWidgetItem* i : items) rows << QStringList{i->text(0), i->text(1)};
  QApplication::clipboard()->setText(csvLines(rows));
}

}  // namespace weir
