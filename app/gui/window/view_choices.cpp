#include "app/gui/window/view_choices.h"

#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QTabBar>
#include <QTableView>
#include <QTreeView>
#include <utility>

#include "views/shared/background.h"

namespace weir {
namespace {

ViewChoices::Sorting sortingOf(const QHeaderView& header) { return {{header.count(), header.sortIndicatorSection()}, header.sortIndicatorOrder()}; }

// Headers of what a person can sort, in the order of their making.
std::vector<QHeaderView*> sortable(const QWidget& view) {
  std::vector<QHeaderView*> out;
  for (QAbstractItemView* v : view.findChildren<QAbstractItemView*>()) {
    if (auto* table = qobject_cast<QTableView*>(v); table && table->isSortingEnabled()) out.push_back(table->horizontalHeader());
    if (auto* tree = qobject_cast<QTreeView*>(v); tree && tree->isSortingEnabled()) out.push_back(tree->header());
  }
  return out;
}

void sortBy(QHeaderView& header, const ViewChoices::Sorting& s) {
  if (auto* table = qobject_cast<QTableView*>(header.parentWidget())) table->sortByColumn(s.column.index, s.order);
  else if (auto* tree = qobject_cast<QTreeView*>(header.parentWidget())) tree->sortByColumn(s.column.index, s.order);
}

// Waits in the view for its work, and goes with it.
class Chooser : public QObject {
 public:
  Chooser(QWidget& view, ViewChoices choices) : QObject(&view), view_(view), choices_(std::move(choices)) {
    for (QTabBar* t : view.findChildren<QTabBar*>()) t->installEventFilter(this);
    for (QComboBox* c : view.findChildren<QComboBox*>()) c->installEventFilter(this);
    for (QHeaderView* h : sortable(view)) h->viewport()->installEventFilter(this);
    // Queued: the answer is shown after its work says that it is done.
    for (Background* work : view.findChildren<Background*>())
      connect(work, &Background::busyChanged, this, [this](bool busy) { if (!busy) apply(); }, Qt::QueuedConnection);
  }
  void apply() {
    bool asked = tabs();
    asked = lists() || asked;
    tables();
    for (const Background* work : view_.findChildren<Background*>()) asked = asked || work->busy();
    if (!asked) deleteLater();
  }

 private:
  bool eventFilter(QObject* watched, QEvent* event) override {
    switch (event->type()) {
      case QEvent::MouseButtonPress: case QEvent::KeyPress: case QEvent::Wheel: deleteLater(); break;
      default: break;
    }
    return QObject::eventFilter(watched, event);
  }
  bool tabs() {
    bool changed = false;
    const auto bars = view_.findChildren<QTabBar*>();
    for (std::size_t i = 0; i < choices_.tabs.size() && bars.size() == qsizetype(choices_.tabs.size()); ++i) {
      QTabBar* bar = bars[qsizetype(i)];
      const ViewChoices::Place& p = choices_.tabs[i];
      if (bar->count() != p.count || bar->currentIndex() == p.index) continue;
      bar->setCurrentIndex(p.index);
      changed = true;
    }
    return changed;
  }
  bool lists() {
    bool changed = false;
    const auto boxes = view_.findChildren<QComboBox*>();
    for (std::size_t i = 0; i < choices_.lists.size() && boxes.size() == qsizetype(choices_.lists.size()); ++i) {
      QComboBox* box = boxes[qsizetype(i)];
      const ViewChoices::Place& p = choices_.lists[i];
      if (box->count() != p.count || p.index < 0 || box->currentIndex() == p.index) continue;
      box->setCurrentIndex(p.index);
      emit box->activated(p.index);  // as if it were chosen by hand
      changed = true;
    }
    return changed;
  }
  void tables() {
    const auto headers = sortable(view_);
    for (std::size_t i = 0; i < headers.size() && headers.size() == choices_.tables.size(); ++i)
      if (const ViewChoices::Sorting now = sortingOf(*headers[i]), &then = choices_.tables[i]; now.column.count == then.column.count && now != then) sortBy(*headers[i], then);
  }

  QWidget& view_;
  ViewChoices choices_;
};

}  // namespace

ViewChoices choicesOf(const QWidget& view) {
  ViewChoices out;
  for (const QTabBar* t : view.findChildren<QTabBar*>()) out.tabs.push_back({t->count(), t->currentIndex()});
  for (const QComboBox* c : view.findChildren<QComboBox*>()) out.lists.push_back({c->count(), c->currentIndex()});
  for (const QHeaderView* h : sortable(view)) out.tables.push_back(sortingOf(*h));
  return out;
}

void choose(QWidget& view, ViewChoices choices) {
  if (!choices.empty()) (new Chooser(view, std::move(choices)))->apply();
}

}  // namespace weir
