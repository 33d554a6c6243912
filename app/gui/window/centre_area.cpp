#include "app/gui/window/centre_area.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QProxyStyle>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "views/shared/background.h"
#include "views/shared/icons.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {

// Thirteen views stand side by side: a tab takes half the room that the style would leave beside its text.
class TightTabs : public QProxyStyle {
 public:
  TightTabs() : QProxyStyle(QStringLiteral("fusion")) {}
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    return metric == PM_TabBarTabHSpace ? 10 : QProxyStyle::pixelMetric(metric, option, widget);
  }
};

// A view that needs more room than there is is scrolled. But first it is told how much there is: views lay their bars in two
// rows when they are narrow, and one that is never told so keeps the width that its one row asks for.
class ViewScroll : public QScrollArea {
 public:
  using QScrollArea::QScrollArea;

 protected:
  void resizeEvent(QResizeEvent* event) override {
    offerRoom();
    QScrollArea::resizeEvent(event);
  }
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (offering_ && event->type() == QEvent::Resize) return false;  // or it is made as wide again before it knows
    if (watched == widget() && (event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest)) offerRoom();
    return QScrollArea::eventFilter(watched, event);
  }

 private:
  void offerRoom() {
    if (!widget() || widget()->width() <= viewport()->width()) return;
    offering_ = true;
    widget()->resize(viewport()->size());
    offering_ = false;
    if (QLayout* inside = widget()->layout()) inside->activate();  // or its least size is still that of one row
  }
  bool offering_ = false;
};

}  // namespace

// A tab: the view, or what would appear in it and three ways to get there.
struct CentreArea::Page : QWidget {
  Page(const ViewEntry& e, CentreArea& area) : entry(e), owner(area) {
    stack = new QStackedLayout(this);
    auto* empty = new QWidget(this);
    auto* column = new QVBoxLayout(empty);
    column->addStretch(2);
    reason = new QLabel(empty);
    reason->setAlignment(Qt::AlignCenter);
    reason->setWordWrap(true);
    reason->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(reason);
    column->addSpacing(12);
    for (const Example& x : owner.examples_) own = own || x.view == entry.name;
    for (const Example& x : owner.examples_) {
      if (x.view != (own ? entry.name : QString())) continue;
      auto* b = new QPushButton(x.text, empty);
      b->setToolTip(x.tip);
      b->setMinimumWidth(240);
      QObject::connect(b, &QPushButton::clicked, b, [action = x.action] { action(); });
      column->addWidget(b, 0, Qt::AlignHCenter);
    }
    column->addStretch(3);
    stack->addWidget(empty);
  }
  View* make() {
    if (!view) {
      view = entry.make(owner.state_, this);
      view->setAccessibleName(entry.title());
      // Scroll areas take the focus and so must say what they are.
      for (QAbstractScrollArea* a : view->findChildren<QAbstractScrollArea*>())
        if (a->accessibleName().isEmpty()) a->setAccessibleName(entry.title());
      // On a small screen a view that needs more room is scrolled, and does not push the window beyond the screen.
      auto* scroll = new ViewScroll(this);
      scroll->setFrameShape(QFrame::NoFrame);
      scroll->setWidgetResizable(true);
      scroll->setFocusPolicy(Qt::NoFocus);
      scroll->setAccessibleName(entry.title());
      scroll->setWidget(view);
      stack->addWidget(scroll);
      // Whether there is anything to see is known only when the work is done.
      for (Background* work : view->findChildren<Background*>())
        QObject::connect(work, &Background::busyChanged, &owner, &CentreArea::checkEmpty, Qt::QueuedConnection);
      weir::choose(*view, std::exchange(kept, {}));
    }
    return view;
  }
  void check() {
    if (!view) return;
    const QString why = view->emptyReason();
    if (reason->text() != why) reason->setText(why);
    stack->setCurrentIndex(why.isEmpty() || (!own && !owner.state_.runs().empty()) ? 1 : 0);
  }
  ViewEntry entry;
  CentreArea& owner;
  QStackedLayout* stack = nullptr;
  QLabel* reason = nullptr;
  View* view = nullptr;
  ViewChoices kept;  // for when it is made
  bool own = false;  // has examples of its own
};

CentreArea::CentreArea(ViewState& state, std::vector<Example> examples, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), state_(state), examples_(std::move(examples)) {
  setChildrenCollapsible(false);
  addPane();
  // Queued: the views, which are made later, hear of a change after this one, and only then know whether they are empty.
  connect(&state_, &ViewState::runsChanged, this, &CentreArea::checkEmpty, Qt::QueuedConnection);
  connect(&state_, &ViewState::answeredChanged, this, &CentreArea::checkEmpty, Qt::QueuedConnection);
  connect(&state_, &ViewState::sweepChanged, this, &CentreArea::checkEmpty, Qt::QueuedConnection);
  connect(&state_, &ViewState::batchLawChanged, this, &CentreArea::checkEmpty, Qt::QueuedConnection);
  connect(&state_, &ViewState::validationChanged, this, &CentreArea::checkEmpty, Qt::QueuedConnection);
  connect(&state_, &ViewState::timeRangeChanged, this, &CentreArea::checkEmpty, Qt::QueuedConnection);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    for (std::size_t i = 0; i < panes_.size(); ++i)
      if (now && panes_[i]->isAncestorOf(now)) used_ = int(i);
  });
}

void CentreArea::addPane() {
  auto* tabs = new QTabWidget(this);
  tabs->setDocumentMode(true);
  tabs->setAccessibleName(panes_.empty() ? tr("Views") : tr("Second pane of views"));
  tabs->tabBar()->setAccessibleName(tabs->accessibleName());
  tabs->setMinimumWidth(240);
  auto* tight = new TightTabs;
  tight->setParent(tabs);
  tabs->tabBar()->setStyle(tight);
  tabs->setUsesScrollButtons(true);
  tabs->setElideMode(Qt::ElideNone);
  panes_.push_back(tabs);
  addWidget(tabs);
  for (const ViewEntry& e : viewEntries()) {
    auto* page = new Page(e, *this);
    tabs->setTabToolTip(tabs->addTab(page, e.tab()), e.title());
  }
  tabs->setCornerWidget(allViews(tabs), Qt::TopRightCorner);
  connect(tabs, &QTabWidget::currentChanged, this, [this, tabs] {
    fill(tabs);
    emit viewChanged();
  });
  fill(tabs);
}

// Where tabs do not fit they hide behind arrows; the list names all of them, with their keys.
QToolButton* CentreArea::allViews(QTabWidget* tabs) {
  auto* list = new QToolButton(tabs);
  list->setObjectName(QStringLiteral("allViews"));
  list->setAutoRaise(true);
  list->setText(tr("All views"));
  list->setToolTip(tr("Every view by name"));
  list->setAccessibleName(list->toolTip());
  list->setToolButtonStyle(Qt::ToolButtonTextOnly);
  list->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(list);
  for (int i = 0; i < tabs->count(); ++i) {
    // Shown and not set: the window's own action has the key.
    const QString key = i < 9 && tabs == panes_.front() ? QStringLiteral("\tCtrl+%1").arg(i + 1) : QString();
    QAction* a = menu->addAction(static_cast<Page*>(tabs->widget(i))->entry.title() + key);
    a->setCheckable(true);
    connect(a, &QAction::triggered, tabs, [tabs, i] { tabs->setCurrentIndex(i); });
  }
  connect(menu, &QMenu::aboutToShow, tabs, [tabs, menu] {
    for (int i = 0; i < tabs->count(); ++i) menu->actions()[i]->setChecked(i == tabs->currentIndex());
  });
  list->setMenu(menu);
  return list;
}

bool CentreArea::ready() const {
  for (int pane = 0; pane < int(panes_.size()); ++pane)
    if (const View* v = view(pane)) {
      if (const auto* timeline = qobject_cast<const TimelineView*>(v); timeline && timeline->preparing()) return false;
      for (const Background* work : v->findChildren<Background*>()) {
        // What belongs to a part that nobody sees waits until it is seen, and would be waited for in vain.
        const auto* part = qobject_cast<const QWidget*>(work->parent());
        if (work->busy() && (!part || part->isVisible())) return false;
      }
    }
  return true;
}

void CentreArea::fill(QTabWidget* tabs) {
  if (auto* page = static_cast<Page*>(tabs->currentWidget())) {
    page->make();
    page->check();
  }
}

void CentreArea::checkEmpty() {
  for (QTabWidget* tabs : panes_)
    for (int i = 0; i < tabs->count(); ++i) static_cast<Page*>(tabs->widget(i))->check();
}

void CentreArea::showView(const QString& name, int pane) {
  if (pane < 0 || pane >= int(panes_.size())) return;
  QTabWidget* tabs = panes_[std::size_t(pane)];
  for (int i = 0; i < tabs->count(); ++i)
    if (static_cast<Page*>(tabs->widget(i))->entry.name == name) tabs->setCurrentIndex(i);
  used_ = pane;
}

QString CentreArea::viewName(int pane) const {
  if (pane < 0 || pane >= int(panes_.size())) return {};
  const auto* page = static_cast<const Page*>(panes_[std::size_t(pane)]->currentWidget());
  return page ? page->entry.name : QString();
}

View* CentreArea::view(int pane) const {
  if (pane < 0 || pane >= int(panes_.size())) return nullptr;
  const auto* page = static_cast<const Page*>(panes_[std::size_t(pane)]->currentWidget());
  return page ? page->view : nullptr;
}

View* CentreArea::current() const { return view(std::min(used_, int(panes_.size()) - 1)); }

bool CentreArea::isSplit() const { return panes_.size() > 1; }

CentreArea::Choices CentreArea::choices() const {
  Choices out;
  for (const QTabWidget* tabs : panes_) {
    out.emplace_back();
    for (int i = 0; i < tabs->count(); ++i) {
      const auto* page = static_cast<const Page*>(tabs->widget(i));
      out.back().push_back(page->view ? choicesOf(*page->view) : page->kept);
    }
  }
  return out;
}

void CentreArea::choose(const Choices& choices) {
  for (std::size_t pane = 0; pane < std::min(choices.size(), panes_.size()); ++pane)
    for (std::size_t i = 0; i < choices[pane].size() && int(i) < panes_[pane]->count(); ++i) {
      auto* page = static_cast<Page*>(panes_[pane]->widget(int(i)));
      if (page->view) weir::choose(*page->view, choices[pane][i]);
      else page->kept = choices[pane][i];
    }
}

void CentreArea::setSplit(bool on) {
  if (on == isSplit()) return;
  if (on) {
    addPane();
    // The next view than the one in front: two of the same side by side would say nothing.
    const int next = panes_[0]->count() > 0 ? (panes_[0]->currentIndex() + 1) % panes_[0]->count() : 0;
    panes_[1]->setCurrentIndex(next);
    setSizes({1000, 1000});
  } else {
    used_ = 0;
    panes_.back()->deleteLater();
    panes_.back()->hide();
    panes_.pop_back();
  }
  emit viewChanged();
}

}  // namespace weir
