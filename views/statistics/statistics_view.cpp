#include "views/statistics/statistics_view.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

#include "core/base/units.h"
#include "core/summarize/breakdown_table.h"
#include "core/summarize/collective_table.h"
#include "core/summarize/file_table.h"
#include "core/summarize/head_words.h"
#include "core/summarize/straggler_table.h"
#include "core/summarize/straggler_whatif.h"
#include "core/summarize/told_apart.h"
#include "views/shared/core_words.h"
#include "views/shared/csv.h"
#include "views/statistics/distribution_canvas.h"
#include "views/statistics/table_figure.h"

namespace weir {

struct StatisticsView::Request {
  RunPtr run;
  Settings settings;
  StatAsk ask;
  std::vector<TimeRange> steps;  // set by hand; empty = those of the trace
};

struct StatisticsView::Answer {
  std::vector<std::shared_ptr<const StatTable>> tables;
  std::vector<std::string> names;  // what a distribution can be drawn of
  std::string name;                // of these the one drawn
  std::shared_ptr<const std::vector<DurationSet>> sets;
  int runId = 0;
  bool cut = false;  // only a range
};

namespace {

using Tab = StatisticsView::Tab;

struct Known {  // what does not change with the range
  RunPtr run;
  std::shared_ptr<RunMemo> memo;
  std::vector<TimeRange> byHand;  // steps
};

std::vector<StatTable> times(const Run& run, const StatAsk& ask, const Job& job, const Known& known) {
  const auto index = known.memo->breakdown(known.run, job);
  const auto found = known.byHand.empty() ? known.memo->steps(known.run, job) : std::make_shared<const Steps>(Steps{Steps::From::Marks, onEveryRank(run, known.byHand), {}});
  if (!index || !found) return {};
  return {breakdownTable(index->over(ask.range), ask), stepTable(breakdownBySteps(*index, found->ranks, ask.range, job), ask), idleTable(run, ask)};
}

struct TabEntry {
  Tab tab;
  const char* title;
  std::vector<StatTable> (*tables)(const Run&, const StatAsk&, const Job&, const Known&);
};
const TabEntry kTabs[] = {
    {Tab::Collectives, QT_TRANSLATE_NOOP("StatisticsView", "Collectives"), [](const Run& r, const StatAsk& a, const Job&, const Known&) { return std::vector{collectiveTable(r, a)}; }},
    {Tab::Kernels, QT_TRANSLATE_NOOP("StatisticsView", "Kernels"), [](const Run& r, const StatAsk& a, const Job& j, const Known&) { return std::vector{kernelTable(r, a, j)}; }},
    {Tab::Operators, QT_TRANSLATE_NOOP("StatisticsView", "Host operators"), [](const Run& r, const StatAsk& a, const Job& j, const Known&) { return std::vector{operatorTable(r, a, j)}; }},
    {Tab::Files, QT_TRANSLATE_NOOP("StatisticsView", "Files"), [](const Run& r, const StatAsk& a, const Job&, const Known&) { return std::vector{fileTable(r, a)}; }},
    {Tab::Stragglers, QT_TRANSLATE_NOOP("StatisticsView", "Stragglers"), [](const Run& r, const StatAsk& a, const Job&, const Known&) { return stragglerTables(r, a); }},
    {Tab::WhatIf, QT_TRANSLATE_NOOP("StatisticsView", "Without stragglers"), [](const Run& r, const StatAsk& a, const Job& j, const Known&) { return whatIfTables(r, j, a.range); }},
    {Tab::Time, QT_TRANSLATE_NOOP("StatisticsView", "Time and idling"), times},
    {Tab::Distribution, QT_TRANSLATE_NOOP("StatisticsView", "Distribution"), nullptr},
};

constexpr std::size_t kMostNames = 500;  // kernels listed for a distribution
constexpr std::size_t kNameLetters = 60;

}  // namespace

StatisticsView::StatisticsView(ViewState& s, QWidget* parent)
    : View(s, parent),
      work_(new Background(this)),
      tabs_(new QTabBar),
      run_(new QComboBox),
      rank_(new QComboBox),
      which_(new QComboBox),
      filter_(new QLineEdit),
      link_(new QLineEdit),
      copy_(new QToolButton),
      log_(new QToolButton),
      pages_(new QStackedWidget),
      grid_(new QTableView),
      remark_(new QLabel),
      model_(new StatModel(this)),
      sorted_(new QSortFilterProxyModel(this)),
      canvas_(new DistributionCanvas) {
  for (const TabEntry& t : kTabs) tabs_->addTab(tr(t.title));
  tabs_->setCurrentIndex(static_cast<int>(settings_.tab));
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  tabs_->setAccessibleName(tr("Kind of statistics"));
  run_->setAccessibleName(tr("Run"));
  rank_->setAccessibleName(tr("Rank"));
  which_->setAccessibleName(tr("Table or distribution"));
  which_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  which_->setMinimumContentsLength(18);
  filter_->setPlaceholderText(tr("Filter…"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Rows that hold this text"));
  filter_->setMaximumWidth(220);
  link_->setPlaceholderText(tr("link peak, 200Gbps"));
  link_->setToolTip(tr("Peak of a rank's link: collectives then say which fraction of it they reach"));
  link_->setAccessibleName(tr("Peak of a rank's link"));
  link_->setMaximumWidth(150);
  copy_->setText(tr("Copy as CSV"));
  copy_->setToolTip(tr("Copy the whole table as CSV, in SI units"));
  log_->setText(tr("Log axis"));
  log_->setCheckable(true);
  log_->setChecked(true);

  sorted_->setSourceModel(model_);
  sorted_->setSortRole(Qt::UserRole);
  sorted_->setFilterRole(StatModel::kFilterRole);
  sorted_->setFilterKeyColumn(-1);
  sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  grid_->setModel(sorted_);
  grid_->setSortingEnabled(true);
  grid_->sortByColumn(-1, Qt::DescendingOrder);
  grid_->setAlternatingRowColors(true);
  grid_->setShowGrid(false);
  grid_->setWordWrap(false);
  grid_->setTextElideMode(Qt::ElideMiddle);
  grid_->setFrameShape(QFrame::NoFrame);
  grid_->setSelectionBehavior(QAbstractItemView::SelectRows);
  grid_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  grid_->setTabKeyNavigation(false);
  grid_->setAccessibleName(tr("Statistics"));
  grid_->verticalHeader()->hide();
  grid_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  grid_->horizontalHeader()->setHighlightSections(false);
  grid_->setContextMenuPolicy(Qt::CustomContextMenu);
  remark_->setWordWrap(true);
  remark_->setContentsMargins(8, 2, 8, 4);
  remark_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  pages_->addWidget(grid_);
  pages_->addWidget(canvas_);

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  for (QWidget* w : std::initializer_list<QWidget*>{run_, rank_, which_, log_, link_}) bar->addWidget(w);
  bar->addStretch(1);
  bar->addWidget(filter_);
  bar->addWidget(copy_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tabs_);
  column->addLayout(bar);
  column->addWidget(new BackgroundStrip(*work_, this));
  column->addWidget(pages_, 1);
  column->addWidget(remark_);

  connect(tabs_, &QTabBar::currentChanged, this, &StatisticsView::read);
  connect(run_, &QComboBox::activated, this, &StatisticsView::read);
  connect(rank_, &QComboBox::activated, this, &StatisticsView::read);
  connect(which_, &QComboBox::activated, this, [this] { settings_.tab == Tab::Distribution ? read() : showTable(); });
  connect(link_, &QLineEdit::editingFinished, this, &StatisticsView::read);
  connect(log_, &QToolButton::toggled, this, &StatisticsView::read);
  connect(filter_, &QLineEdit::textChanged, sorted_, &QSortFilterProxyModel::setFilterFixedString);
  connect(grid_->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int, int) { fitTexts(section); });
  connect(copy_, &QToolButton::clicked, this, &StatisticsView::copyCsv);
  connect(grid_, &QTableView::doubleClicked, this, &StatisticsView::opened);
  connect(grid_, &QWidget::customContextMenuRequested, this, &StatisticsView::menu);
  grid_->installEventFilter(this);
  connect(canvas_, &DistributionCanvas::hovered, &s, &ViewState::setHovered);
  connect(work_, &Background::stoppedByHand, this, [this] { remark_->setText(tr("Stopped: what is shown is of before.")); });
  connect(work_, &Background::failed, this, [this](const QString& what) { remark_->setText(what); });
  connect(&s, &ViewState::runsChanged, this, [this] {
    listRuns();
    ask(0);
  });
  const auto later = [this] { ask(150); };
  connect(&s, &ViewState::timeRangeChanged, this, later);
  connect(&s, &ViewState::measuredChanged, this, later);
  connect(&s, &ViewState::stepsChanged, this, later);
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  canvas_->setMode(s.mode());
  listRuns();
  ask(0);
}

const ShownRun* StatisticsView::chosen() const { return state().visibleRun(settings_.runId); }

void StatisticsView::listRuns() {
  constexpr std::size_t kRanks = 1024;
  syncing_ = true;
  const ShownRun* now = chosen();
  run_->clear();
  for (const ShownRun& r : state().runs())
    if (r.visible) run_->addItem(r.title, r.id);
  if (now) run_->setCurrentIndex(run_->findData(now->id));
  run_->setVisible(run_->count() > 1);
  rank_->clear();
  rank_->addItem(tr("all ranks"), QVariant());
  if (now)
    for (std::size_t i = 0; i < std::min(now->run->ranks.size(), kRanks); ++i) rank_->addItem(tr("rank %1").arg(now->run->ranks[i]), now->run->ranks[i]);
  const int at = settings_.rank ? rank_->findData(*settings_.rank) : 0;
  if (at < 0) settings_.rank.reset();
  rank_->setCurrentIndex(std::max(at, 0));
  rank_->setVisible(rank_->count() > 2);
  syncing_ = false;
}

void StatisticsView::setSettings(const Settings& settings) {
  if (settings == settings_) return;
  const bool tab = settings.tab != settings_.tab;
  settings_ = settings;
  syncing_ = true;
  tabs_->setCurrentIndex(static_cast<int>(settings.tab));
  log_->setChecked(settings.log);
  syncing_ = false;
  listRuns();
  if (tab) filter_->clear();
  ask(0);
}

void StatisticsView::read() {
  if (syncing_) return;
  Settings s = settings_;
  s.tab = static_cast<Tab>(tabs_->currentIndex());
  s.runId = run_->currentData().toInt();
  s.rank = rank_->currentData().isValid() ? std::optional<std::int32_t>(rank_->currentData().toInt()) : std::nullopt;
  s.log = log_->isChecked();
  if (s.tab == Tab::Distribution && settings_.tab == Tab::Distribution) s.name = which_->currentData().toString().toStdString();
  s.linkPeak.reset();
  if (const QString text = link_->text().trimmed(); !text.isEmpty())
    if (const auto b = units::parseBandwidth(text.toStdString())) s.linkPeak = b->toBytesPerSecond();
  setSettings(s);
  showTable();  // says what is wrong with the link's peak, or no longer
}

void StatisticsView::ask(int settle_ms) {
  const ShownRun* run = chosen();
  log_->setVisible(settings_.tab == Tab::Distribution);
  link_->setVisible(settings_.tab == Tab::Collectives);
  filter_->setVisible(settings_.tab != Tab::Distribution);
  if (!run) {
    work_->forget();
    take(nullptr);
    return;
  }
  Request q{run->run, settings_, {}, {}};
  if (const auto* hand = state().stepsByHand(run->id)) q.steps = *hand;
  const auto range = state().analysedRange();
  // The whole is asked for without bounds: a slice of no length may stand at its very end.
  if (range != state().whole()) q.ask.range = TimeRange{range.first - run->shift, range.second - run->shift};
  q.ask.rank = settings_.rank;
  q.ask.linkPeak = settings_.linkPeak;
  work_->askFor<Answer>(
      [q, id = run->id, memo = state().memo()](const Job& job) -> std::shared_ptr<const Answer> {
        auto a = std::make_shared<Answer>();
        a->runId = id;
        a->cut = q.ask.range.has_value();
        const TabEntry& tab = kTabs[static_cast<std::size_t>(q.settings.tab)];
        if (tab.tables) {
          const auto make = [&] {
            auto tables = tab.tables(*q.run, q.ask, job, {q.run, memo, q.steps});
            if (withoutTimes(*q.run)) leaveTimesOut(tables);
            return tables;
          };
          // Those of the whole run are kept, also in the study; times follow steps set by hand.
          const bool whole = !q.ask.range && !q.ask.rank && !q.ask.linkPeak && (tab.tab != Tab::Time || q.steps.empty());
          if (const auto tables = whole ? memo->tables(q.run, tab.title, job, make) : std::make_shared<const RunMemo::Tables>(make()))
            for (const StatTable& t : *tables) a->tables.push_back(std::shared_ptr<const StatTable>(tables, &t));
        } else {
          const StatTable kernels = kernelTable(*q.run, q.ask, job);
          std::vector<std::string> operations;
          for (const CollectiveCall& c : q.run->collectives)
            if (const std::string name(weir::name(c.operation)); std::find(operations.begin(), operations.end(), name) == operations.end()) operations.push_back(name);
          a->names = operations;
          for (std::size_t i = 0; i < std::min(kernels.rows.size(), kMostNames); ++i)
            if (std::find(a->names.begin(), a->names.end(), kernels.rows[i][0].text) == a->names.end()) a->names.push_back(kernels.rows[i][0].text);
          a->name = std::find(a->names.begin(), a->names.end(), q.settings.name) != a->names.end() ? q.settings.name : a->names.empty() ? std::string() : a->names.front();
          const bool collective = std::find(operations.begin(), operations.end(), a->name) != operations.end();
          const auto operation = operationFrom(a->name);
          a->sets = std::make_shared<const std::vector<DurationSet>>(a->name.empty()              ? std::vector<DurationSet>{}
                                                                     : collective && operation ? durationsOfOperation(*q.run, *operation, q.ask)
                                                                                               : durationsOfKernel(*q.run, a->name, q.ask));
        }
        return job.stopped() ? nullptr : a;
      },
      [this](const std::shared_ptr<const Answer>& a) { take(a); }, settle_ms);
}

void StatisticsView::take(const std::shared_ptr<const Answer>& answer) {
  const int before = which_->currentIndex();
  const bool same = shown_ && answer && shown_->tables.size() == answer->tables.size() && !answer->tables.empty() && !shown_->tables.empty() &&
                    shown_->tables.front()->key == answer->tables.front()->key;
  shown_ = answer;
  which_->clear();
  pages_->setCurrentWidget(settings_.tab == Tab::Distribution ? static_cast<QWidget*>(canvas_) : grid_);
  if (settings_.tab == Tab::Distribution) {
    DistributionPicture p;
    p.log = settings_.log;
    if (answer) {
      const std::vector<std::string> shown = toldApart(answer->names, kNameLetters);
      for (std::size_t i = 0; i < shown.size(); ++i) {
        which_->addItem(QString::fromStdString(shown[i]), QString::fromStdString(answer->names[i]));
        which_->setItemData(which_->count() - 1, QString::fromStdString(answer->names[i]), Qt::ToolTipRole);
      }
      which_->setCurrentIndex(std::max(which_->findData(QString::fromStdString(answer->name)), 0));
      p.sets = answer->sets;
      p.title = tr("Durations of %1").arg(QString::fromStdString(answer->name));
      if (answer->cut) p.remark = tr("Only what starts in the range that is looked at.");
    }
    if (p.empty()) p.remark = answer ? tr("Nothing in this range computes, communicates or copies.") : chosen() ? QString() : state().runs().empty() ? tr("No run is open.") : tr("No run is shown: tick one in Runs.");
    canvas_->setPicture(std::move(p));
    remark_->hide();
  } else if (answer) {
    for (const auto& t : answer->tables) which_->addItem(statWord(t->title));
    which_->setCurrentIndex(same && before >= 0 ? before : 0);
  }
  // Titles of tables are read whole; names of kernels may be hundreds of letters.
  which_->setMinimumContentsLength(settings_.tab == Tab::Distribution ? 24 : 42);
  which_->setVisible(which_->count() > 1);
  showTable();
}

const StatTable* StatisticsView::shownTable() const {
  if (!shown_ || shown_->tables.empty()) return nullptr;
  const auto at = static_cast<std::size_t>(std::max(which_->currentIndex(), 0));
  return shown_->tables[std::min(at, shown_->tables.size() - 1)].get();
}

std::vector<const StatTable*> StatisticsView::tables() const {
  std::vector<const StatTable*> out;
  if (shown_)
    for (const auto& t : shown_->tables) out.push_back(t.get());
  return out;
}

void StatisticsView::showTable() {
  if (settings_.tab == Tab::Distribution) return;
  std::shared_ptr<const StatTable> t;
  if (const StatTable* now = shownTable())
    for (const auto& k : shown_->tables)
      if (k.get() == now) t = k;
  // Sorted anew only where the columns are others: a person's order stays while the range moves.
  const bool others = !model_->table() || !t || model_->table()->key != t->key;
  model_->setTable(t);
  if (others) {
    grid_->sortByColumn(-1, Qt::DescendingOrder);
    for (int c = 0; c < model_->columnCount(); ++c) {
      grid_->resizeColumnToContents(c);
      grid_->setColumnWidth(c, std::min(grid_->columnWidth(c) + 8, c == 0 ? std::max(280, width() / 3) : 220));
    }
  }
  for (int c = 0; c < model_->columnCount(); ++c) fitTexts(c);
  QString text;
  if (!t && chosen()) text.clear();  // its answer is on the way
  else if (!t && !state().runs().empty()) text = tr("No run is shown: tick one in Runs.");
  else if (!t) text = tr("No run is open: open traces (File, Open) or simulate a scenario.");
  else if (t->rows.empty()) text = tr("Nothing to show: %1").arg(statSentence(t->reason));
  else text = statSentence(t->remark);
  if (const QString peak = link_->text().trimmed(); settings_.tab == Tab::Collectives && !peak.isEmpty())
    if (const auto b = units::parseBandwidth(peak.toStdString()); !b) text = (tr("Link peak: %1").arg(coreErrorLine(b.error())) + QLatin1Char(' ') + text).trimmed();
  if (t && !t->rows.empty() && shown_->cut) text = (tr("Only what starts in the range that is looked at.") + QLatin1Char(' ') + text).trimmed();
  remark_->setText(text);
  remark_->setVisible(!text.isEmpty());
}

// Names are cut to the width of their column before it elides them, alike.
void StatisticsView::fitTexts(int column) {
  constexpr int kMargins = 8, kTries = 4, kLooked = 2000;
  const QFontMetrics metrics = grid_->fontMetrics();
  const int width = grid_->columnWidth(column) - kMargins, rows = std::min(model_->rowCount(), kLooked);
  int letters = width / std::max(1, metrics.averageCharWidth());
  for (int i = 0; i < kTries && model_->setRoom(column, letters); ++i) {
    int widest = 0;
    for (int r = 0; r < rows; ++r) widest = std::max(widest, metrics.horizontalAdvance(model_->index(r, column).data().toString()));
    if (widest <= width) return;
    letters = letters * width / widest;
  }
}

void StatisticsView::opened(const QModelIndex& index) {
  const StatTable* t = model_->table();
  if (!index.isValid() || !t || !shown_ || !state().run(shown_->runId)) return;
  const auto row = static_cast<std::size_t>(sorted_->mapToSource(index).row());
  if (row >= t->places.size() || !t->places[row]) return;
  QString text = QString::fromStdString(cellText(t->rows[row][0], t->columns[0].unit));
  if (t->columns.size() > 1) text += QStringLiteral(", %1: %2").arg(statWord(t->columns[1].title), QString::fromStdString(cellText(t->rows[row][1], t->columns[1].unit)));
  state().requestPlace({shown_->runId, t->places[row]->time, t->places[row]->slice, text});
}

bool StatisticsView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != grid_ || event->type() != QEvent::KeyPress) return View::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->matches(QKeySequence::Copy)) copyCsv();
  else if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) opened(grid_->currentIndex());
  else return View::eventFilter(watched, event);
  return true;
}

void StatisticsView::menu(const QPoint& at) {
  const QModelIndex index = grid_->indexAt(at);
  const StatTable* t = model_->table();
  QMenu menu(this);
  if (index.isValid() && t) {
    const auto row = static_cast<std::size_t>(sorted_->mapToSource(index).row());
    QAction* place = menu.addAction(tr("Show in the timeline"), this, [this, index] { opened(index); });
    place->setEnabled(row < t->places.size() && t->places[row].has_value());
    if (settings_.tab == Tab::Kernels || settings_.tab == Tab::Collectives)
      menu.addAction(tr("Show the distribution"), this, [this, name = t->rows[row][0].text] {
        Settings s = settings_;
        s.tab = Tab::Distribution;
        s.name = name;
        setSettings(s);
      });
    menu.addSeparator();
  }
  menu.addAction(tr("Copy as CSV"), this, &StatisticsView::copyCsv);
  menu.exec(grid_->viewport()->mapToGlobal(at));
}

std::string StatisticsView::csv() const { return csvLines(table()).toStdString(); }

void StatisticsView::copyCsv() const { QApplication::clipboard()->setText(QString::fromStdString(csv())); }

QString StatisticsView::emptyReason() const {
  if (!chosen()) return state().runs().empty() ? tr("no run is open") : tr("no run is shown: tick one in Runs");
  if (!inWindow()) settle();
  if (work_->busy()) return {};
  if (settings_.tab == Tab::Distribution) return shown_ && shown_->sets && !shown_->sets->empty() ? QString() : tr("nothing in this range computes, communicates or copies");
  const StatTable* t = shownTable();
  return t && !t->rows.empty() ? QString() : t ? statSentence(t->reason) : tr("nothing was counted");
}

void StatisticsView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  settle();
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  if (settings_.tab == Tab::Distribution) {
    DistributionPicture p = canvas_->picture();
    p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
    paintDistribution(painter, p, layoutDistribution(p, area, s, painter.device()), area, s);
  } else if (const StatTable* t = shownTable()) {
    paintTable(painter, *t, area, s, style.caption);
  }
}

QVector<QStringList> StatisticsView::table() const {
  QVector<QStringList> out;
  if (settings_.tab == Tab::Distribution) {
    out << QStringList{tr("rank"), tr("share that takes no longer"), tr("duration (s)")};
    if (!shown_ || !shown_->sets) return out;
    for (const DurationSet& d : *shown_->sets)
      for (int percent = 0; percent <= 100; ++percent) {
        const std::size_t n = d.durations.size();
        const std::size_t k = std::max<std::size_t>((n * static_cast<std::size_t>(percent) + 99) / 100, 1) - 1;
        out << QStringList{d.rank == kUnknownRank ? QString() : QString::number(d.rank), QString::number(percent / 100.0),
                           QString::number(static_cast<double>(d.durations[k]) / 1e12, 'g', 12)};
      }
    return out;
  }
  const StatTable* t = shownTable();
  if (!t) return out;
  QStringList head;
  for (const StatColumn& c : t->columns) {
    const std::string unit = unitText(c.unit);
    head << (unit.empty() || unit == "1" ? statWord(c.title) : QStringLiteral("%1 (%2)").arg(statWord(c.title), QString::fromStdString(unit)));
  }
  out << head;
  // As it is sorted and filtered.
  for (int r = 0; r < sorted_->rowCount(); ++r) {
    QStringList row;
    for (int c = 0; c < sorted_->columnCount(); ++c) row << sorted_->index(r, c).data(Qt::EditRole).toString();
    out << row;
  }
  return out;
}

}  // namespace weir
