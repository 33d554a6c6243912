#include "views/critical_path/critical_path_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "core/summarize/breakdown.h"
#include "core/summarize/critical_path_report.h"
#include "core/summarize/seconds.h"
#include "views/shared/core_words.h"
#include "views/shared/csv.h"
#include "views/shared/highlight.h"
#include "views/shared/text.h"

namespace weir {
namespace {

constexpr AnswerBytes<PathAnswer> kKeptPath{pathToBytes, pathFromBytes};

}  // namespace

CriticalPathView::CriticalPathView(ViewState& s, QWidget* parent)
    : View(s, parent),
      canvas_(new PathCanvas),
      panel_(new WhatIfPanel),
      rows_(new PathRows(this)),
      sorted_(new QSortFilterProxyModel(this)),
      grid_(new QTableView),
      below_(new QSplitter(Qt::Horizontal)),
      all_(new QSplitter(Qt::Vertical)),
      run_(new QComboBox),
      over_(new QComboBox),
      by_(new QComboBox),
      assume_(new QCheckBox(tr("Assume hand-overs"))),
      inTimeline_(new QCheckBox(tr("In the timeline"))),
      changedPath_(new QCheckBox(tr("Show the changed path"))),
      runLabel_(new QLabel(tr("Run"))),
      sum_(new QLabel),
      limits_(new QLabel),
      search_(new QLineEdit),
      everyGain_(new QToolButton),
      find_(new Background(this)),
      build_(new Background(this)),
      tables_(new Background(this)),
      replay_(new Background(this)) {
  run_->setAccessibleName(tr("Run"));
  runLabel_->setBuddy(run_);
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(14);
  over_->setAccessibleName(tr("Which time is followed"));
  over_->setToolTip(tr("The whole run, the measured or visible range of time, or one training step"));
  by_->setAccessibleName(tr("Rows of the table"));
  by_->addItem(tr("by name"), static_cast<int>(PathBy::Name));
  by_->addItem(tr("by activity"), static_cast<int>(PathBy::Activity));
  by_->addItem(tr("by rank"), static_cast<int>(PathBy::Rank));
  by_->addItem(tr("by collective"), static_cast<int>(PathBy::Collective));
  search_->setPlaceholderText(tr("find in the table"));
  search_->setAccessibleName(tr("Find in the table"));
  search_->setToolTip(tr("Shows the rows that hold this anywhere: a name, #17, a size, a step"));
  search_->setClearButtonEnabled(true);
  search_->setMinimumWidth(search_->fontMetrics().averageCharWidth() * 14);
  search_->setMaximumWidth(search_->fontMetrics().averageCharWidth() * 26);
  limits_->setWordWrap(true);
  limits_->setContentsMargins(8, 0, 8, 4);
  limits_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  limits_->hide();
  for (QComboBox* c : {over_, by_}) c->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  assume_->setToolTip(pathKindDefinition(PathKind::HandOver));
  inTimeline_->setToolTip(tr("The timeline marks the measured path: a line under what it goes through, dotted where it is a delay"));
  changedPath_->setToolTip(tr("The path as it would be with the changes below, in its own time"));
  sum_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sum_->setToolTip(tr("From the first to the last event of what is followed; the path's segments add up to it exactly"));

  bar_ = new QBoxLayout(QBoxLayout::LeftToRight);
  bar_->setContentsMargins(8, 4, 8, 4);
  bar_->setSpacing(8);
  const auto row = [&](std::initializer_list<QWidget*> widgets) {
    auto* r = new QHBoxLayout;
    r->setSpacing(8);
    for (QWidget* w : widgets) r->addWidget(w);
    bar_->addLayout(r);
    return r;
  };
  everyGain_->setText(tr("All gains"));
  everyGain_->setToolTip(tr("Plays the run again without each row that has no gain yet: in a large run that takes a while, and can be stopped"));
  everyGain_->hide();
  row({runLabel_, run_, over_, by_, search_, everyGain_})->addStretch(0);
  row({assume_, inTimeline_, changedPath_, sum_})->addStretch(1);

  sorted_->setSourceModel(rows_);
  sorted_->setSortRole(Qt::UserRole);
  sorted_->setFilterRole(PathRows::kWhole);
  sorted_->setFilterKeyColumn(-1);
  sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  grid_->setModel(sorted_);
  grid_->setSortingEnabled(true);
  grid_->sortByColumn(PathRows::Time, Qt::DescendingOrder);
  grid_->setSelectionBehavior(QAbstractItemView::SelectRows);
  grid_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  grid_->setAlternatingRowColors(true);
  grid_->setShowGrid(false);
  grid_->setWordWrap(false);
  grid_->setTextElideMode(Qt::ElideMiddle);
  grid_->verticalHeader()->hide();
  grid_->verticalHeader()->setDefaultSectionSize(grid_->fontMetrics().height() + 6);
  grid_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  grid_->horizontalHeader()->setSectionResizeMode(PathRows::What, QHeaderView::Interactive);
  grid_->horizontalHeader()->setMinimumSectionSize(60);
  // What shortening it would bring stands beside what it takes, in sight however narrow the pane is.
  for (const auto& [column, at] : {std::pair{PathRows::Time, 1}, {PathRows::Gain, 2}, {PathRows::Share, 3}}) grid_->horizontalHeader()->moveSection(grid_->horizontalHeader()->visualIndex(column), at);
  grid_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  grid_->installEventFilter(this);
  grid_->setAccessibleName(tr("What to shorten"));
  addActions();

  below_->addWidget(grid_);
  below_->addWidget(panel_);
  below_->setStretchFactor(0, 3);
  below_->setStretchFactor(1, 2);
  below_->setChildrenCollapsible(false);
  all_->addWidget(canvas_);
  all_->addWidget(below_);
  all_->setStretchFactor(0, 2);
  all_->setStretchFactor(1, 3);
  all_->setChildrenCollapsible(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  // The bar breaks in two where it must, but only once the view is narrow: in one row it would keep it from becoming so.
  column->setSizeConstraint(QLayout::SetNoConstraint);
  setMinimumSize(340, 240);
  column->addLayout(bar_);
  column->addWidget(limits_);
  column->addWidget(new BackgroundStrip(*build_));
  column->addWidget(new BackgroundStrip(*tables_));
  column->addWidget(new BackgroundStrip(*replay_));
  column->addWidget(all_, 1);

  for (QComboBox* c : {run_, over_, by_}) connect(c, &QComboBox::activated, this, &CriticalPathView::read);
  for (QCheckBox* c : {assume_, inTimeline_, changedPath_}) connect(c, &QCheckBox::toggled, this, &CriticalPathView::read);
  connect(panel_, &WhatIfPanel::changed, this, &CriticalPathView::askWhatIf);
  connect(panel_, &WhatIfPanel::moreWanted, this, [this] {
    Settings s2 = settings_;
    s2.by = PathBy::Collective;
    setSettings(s2);
    search_->setFocus();
  });
  connect(everyGain_, &QToolButton::clicked, this, [this] {
    if (!tabled_ || !found_ || !found_->path || tabled_->of != found_->path) return;
    everyGain_->hide();
    askGains(tabled_->rows.size());
  });
  connect(grid_->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int, int width) {
    if (section == PathRows::What) rows_->setRoom((width - 28) / std::max(1, grid_->fontMetrics().averageCharWidth()));
  });
  connect(search_, &QLineEdit::textChanged, sorted_, &QSortFilterProxyModel::setFilterFixedString);
  connect(&s, &ViewState::selectionChanged, this, [this] { panel_->setChoices(choices()); });
  connect(&s, &ViewState::runsChanged, this, [this] {
    syncControls();
    refresh(0);
  });
  const auto ranged = [this] {
    if (settings_.over == Settings::Over::Range) refresh(kSettle_ms);
  };
  connect(&s, &ViewState::timeRangeChanged, this, ranged);
  connect(&s, &ViewState::measuredChanged, this, ranged);
  connect(&s, &ViewState::stepsChanged, this, [this](int) {
    syncControls();
    if (settings_.over == Settings::Over::Step) refresh(kSettle_ms);
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(canvas_, &PathCanvas::segmentHovered, this, [this](std::optional<std::size_t> at) { state().setHovered(at ? describe(*at).replace(QLatin1Char('\n'), QStringLiteral(" · ")) : QString()); });
  connect(canvas_, &PathCanvas::segmentChosen, this, &CriticalPathView::choose);
  connect(canvas_, &PathCanvas::segmentOpened, this, [this](std::size_t at) { open(shownPath()->segments[at]); });
  const auto failed = [this](const QString& what) { canvas_->setEmpty(tr("The critical path could not be worked out"), what); };
  for (Background* b : {find_, build_, tables_, replay_}) connect(b, &Background::failed, this, failed);
  connect(tables_, &Background::stoppedByHand, this, [this] { everyGain_->setVisible(tabled_ && found_ && tabled_->of == found_->path && rows_->anyMissing()); });
  connect(build_, &Background::stoppedByHand, this, [this] {
    if (!found_) canvas_->setEmpty(tr("Stopped"), tr("Choose a run or a range of time to begin again."));
  });
  connect(replay_, &Background::stoppedByHand, this, [this] { panel_->setAnswer(tr("Stopped: move a slider to begin again."), {}); });
  canvas_->setDescriber([this](std::size_t at) { return describe(at); });
  canvas_->setMode(s.mode());
  syncControls();
  showPath();
}

CriticalPathView::~CriticalPathView() {
  if (auto* h = state().findChild<Highlight*>(QString(), Qt::FindDirectChildrenOnly)) h->clear();
}

void CriticalPathView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  // Two rows where one would cut its labels, in any language.
  int needed = 32;
  for (int i = 0; i < bar_->count(); ++i) needed += bar_->itemAt(i)->sizeHint().width();
  bar_->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  below_->setOrientation(width() < 700 ? Qt::Vertical : Qt::Horizontal);
}

void CriticalPathView::addActions() {
  grid_->setContextMenuPolicy(Qt::ActionsContextMenu);
  const auto action = [&](const QString& text, const QKeySequence& key, auto&& run) {
    auto* a = new QAction(text, grid_);
    a->setShortcut(key);
    a->setShortcutContext(Qt::WidgetShortcut);
    connect(a, &QAction::triggered, this, run);
    grid_->addAction(a);
  };
  const auto openCurrent = [this] {
    const QModelIndex at = sorted_->mapToSource(grid_->currentIndex());
    if (at.isValid() && rows_->at(at.row()).longest) open(*rows_->at(at.row()).longest);
  };
  action(tr("What if it were twice as fast"), QKeySequence(Qt::Key_X), [this] { offerRow(); });
  action(tr("Show the longest in the timeline"), QKeySequence(Qt::Key_Return), openCurrent);
  action(tr("Copy as CSV"), QKeySequence::Copy, [this] { copyRows(); });
  connect(grid_, &QTableView::doubleClicked, this, openCurrent);
}

// Into the panel, where a slider then moves it.
void CriticalPathView::offerRow() {
  const QModelIndex at = sorted_->mapToSource(grid_->currentIndex());
  if (!at.isValid() || !found_ || !found_->path) return;
  const PathRow& row = rows_->at(at.row());
  std::string words = changeText(changeOf(*found_->run, row, settings_.by, 0.5), *found_->run);
  const std::string factor = " x2";
  if (!parseChange(words) || !words.ends_with(factor) || words.find('%') != std::string::npos) {
    panel_->setProblem(settings_.by == PathBy::Rank && row.rank == kUnknownRank ? tr("What belongs to no rank cannot be changed by its rank: choose it by name")
                                                                                : tr("This cannot be changed: only what the run does can be, not where it begins"));
    return;
  }
  words.resize(words.size() - factor.size());
  panel_->propose(row.call != PathGraph::kNone ? rows_->data(rows_->index(at.row(), PathRows::What), Qt::ToolTipRole).toString() : rows_->data(rows_->index(at.row(), PathRows::What), PathRows::kWhole).toString(),
                  QString::fromStdString(words) + QStringLiteral(" %1"));
}

void CriticalPathView::showColumns() {
  const bool collectives = settings_.by == PathBy::Collective;
  for (const int c : {PathRows::Size, PathRows::Group, PathRows::Step}) grid_->setColumnHidden(c, !collectives);
  grid_->setColumnHidden(PathRows::Kind, settings_.by != PathBy::Name);
}

void CriticalPathView::showLimits() {
  QStringList lines;
  if (found_ && found_->of)
    for (const std::string& l : found_->of->limits) {
      const QString s = coreSentence(l);
      lines << tr("%1.").arg(s.left(1).toUpper() + s.mid(1));
    }
  limits_->setText(lines.join(QLatin1Char(' ')));
  limits_->setVisible(!lines.isEmpty());
}

// Names take what the numbers leave, and never less than can be read.
bool CriticalPathView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == grid_ && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)) fitNames();
  return View::eventFilter(watched, event);
}

void CriticalPathView::fitNames() {
  int others = 0;
  for (int c = 0; c < PathRows::kColumns; ++c)
    if (c != PathRows::What && !grid_->isColumnHidden(c)) others += grid_->columnWidth(c);
  // Long names are cut before the gain is out of sight.
  const int letter = grid_->fontMetrics().averageCharWidth();
  const int least = std::clamp(grid_->viewport()->width() - grid_->columnWidth(PathRows::Time) - grid_->columnWidth(PathRows::Gain), letter * 16, letter * 30);
  grid_->setColumnWidth(PathRows::What, std::max(least, grid_->viewport()->width() - others));
}

// A graph of ten million slices is not built for a tab nobody looks at.
void CriticalPathView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  if (!late_) return;
  late_ = false;
  syncControls();
  refresh(0);
}

const ShownRun* CriticalPathView::chosen() const { return state().visibleRun(settings_.runId); }

void CriticalPathView::setSettings(const Settings& settings) {
  if (settings == settings_) return;
  const Settings before = settings_;
  settings_ = settings;
  syncControls();
  if (before.by != settings.by && before.over == settings.over && before.step == settings.step && before.assume == settings.assume && before.runId == settings.runId) askTable();
  else if (before.inTimeline != settings.inTimeline) tellTimeline();
  else if (before.changed != settings.changed) showPath(), askTable();
  else refresh(0);
}

void CriticalPathView::syncControls() {
  syncing_ = true;
  const ShownRun* now = chosen();
  run_->clear();
  int visible = 0;
  for (const ShownRun& r : state().runs()) {
    if (!r.visible) continue;
    ++visible;
    run_->addItem(r.title, r.id);
    if (now && r.id == now->id) run_->setCurrentIndex(run_->count() - 1);
  }
  run_->setVisible(visible > 1);
  runLabel_->setVisible(visible > 1);
  over_->clear();
  over_->addItem(tr("the whole run"), qlonglong{-1});
  over_->addItem(tr("the measured or visible range"), qlonglong{-2});
  if (now) {
    if (!late_) findStepsOf(now->run);
    std::set<std::int64_t> numbers;
    constexpr std::size_t kMost = 500;
    for (const auto& ofRank : stepNumbers(stepsOf(*now).ranks))
      for (std::size_t i = 0; i < ofRank.size() && numbers.size() < kMost; ++i) numbers.insert(ofRank[i]);
    stepAt_ = std::make_shared<const StepAt>(stepsOf(*now));
    rows_->setSteps(stepAt_);
    for (const std::int64_t n : numbers) over_->addItem(tr("step %1").arg(n), static_cast<qlonglong>(n));
  }
  const qlonglong value = settings_.over == Settings::Over::Run ? -1 : settings_.over == Settings::Over::Range ? -2 : static_cast<qlonglong>(settings_.step);
  over_->setCurrentIndex(std::max(0, over_->findData(value)));
  by_->setCurrentIndex(by_->findData(static_cast<int>(settings_.by)));
  showColumns();
  assume_->setChecked(settings_.assume);
  inTimeline_->setChecked(settings_.inTimeline);
  changedPath_->setChecked(settings_.changed);
  syncing_ = false;
}

// Marks and repetitions are looked for once a run, beside everything else.
void CriticalPathView::findStepsOf(const RunPtr& run) {
  if (searched_ == run) return;
  searched_ = run;
  steps_.reset();
  find_->askFor<Steps>([run, memo = state().memo()](const Job& job) { return memo->steps(run, job); },
                       [this](std::shared_ptr<const Steps> steps) {
                         steps_ = std::move(steps);
                         syncControls();
                         panel_->setChoices(choices());
                         if (settings_.over == Settings::Over::Step) refresh(0);
                       });
}

Steps CriticalPathView::stepsOf(const ShownRun& shown) const {
  if (const auto* hand = state().stepsByHand(shown.id)) {
    Steps s;
    s.ranks.push_back({kUnknownRank, *hand});
    return s;
  }
  return steps_ && searched_ == shown.run ? *steps_ : Steps{};
}

void CriticalPathView::read() {
  if (syncing_) return;
  Settings s = settings_;
  s.runId = run_->count() > 1 ? run_->currentData().toInt() : s.runId;
  const qlonglong over = over_->currentData().toLongLong();
  s.over = over == -1 ? Settings::Over::Run : over == -2 ? Settings::Over::Range : Settings::Over::Step;
  s.step = std::max<qlonglong>(0, over);
  s.by = static_cast<PathBy>(by_->currentData().toInt());
  s.assume = assume_->isChecked();
  s.inTimeline = inTimeline_->isChecked();
  s.changed = changedPath_->isChecked();
  setSettings(s);
}

std::optional<PathOptions> CriticalPathView::options(const ShownRun& shown, QString* why) const {
  PathOptions o;
  o.assume = settings_.assume;
  if (settings_.over == Settings::Over::Run) return o;
  if (settings_.over == Settings::Over::Range) {
    const auto [from, to] = state().analysedRange();
    o.range = TimeRange{from - shown.shift, to - shown.shift};
    return o;
  }
  auto step = stepPathOptions(*shown.run, stepsOf(shown), settings_.step);
  if (step) {
    step->assume = settings_.assume;
    if (step->endRank == kUnknownRank) step->endRank.reset();
    return *step;
  }
  if (why) *why = tr("this run has no step %1").arg(settings_.step);
  return std::nullopt;
}

void CriticalPathView::refresh(int settle_ms) {
  if (late_) return;
  const ShownRun* shown = chosen();
  QString why;
  const auto o = shown ? options(*shown, &why) : std::nullopt;
  if (!o) {
    for (Background* b : {build_, tables_, replay_}) b->forget();
    found_.reset();
    tabled_.reset();
    answer_.reset();
    showLimits();
    return showPath();
  }
  build_->askFor<Found>(
      [run = shown->run, id = shown->id, o = *o, memo = state().memo()](const Job& job) -> std::shared_ptr<const Found> {
        auto found = std::make_shared<Found>();
        found->runId = id;
        found->run = run;
        found->key = keyOf(o);
        found->graph = std::make_shared<LazyPathGraph>(run, o);
        found->of = memo->answer<PathAnswer>(run, {"critical path", found->key}, kKeptPath, job, [&]() -> std::shared_ptr<const PathAnswer> {
          const auto graph = found->graph->get(job);
          if (!graph && !graph.error().stopped()) {
            found->error = coreSentence(graph.error().what);
            if (!graph.error().todo.empty()) found->error += QStringLiteral(": ") + coreSentence(graph.error().todo);
          }
          if (!graph) return nullptr;
          auto answer = pathAnswer(**graph, job);
          return answer ? std::make_shared<const PathAnswer>(std::move(*answer)) : nullptr;
        });
        if (found->of) found->path = std::shared_ptr<const CriticalPath>(found->of, &found->of->path);
        return found->of || !found->error.isEmpty() ? found : nullptr;
      },
      [this](std::shared_ptr<const Found> found) { take(std::move(found)); }, settle_ms);
}

void CriticalPathView::take(std::shared_ptr<const Found> found) {
  found_ = std::move(found);
  tabled_.reset();
  answer_.reset();
  panel_->setChoices(choices());
  showLimits();
  showPath();
  askTable();
  askWhatIf();
}

std::shared_ptr<const CriticalPath> CriticalPathView::shownPath() const {
  if (settings_.changed && answer_ && answer_->path) return answer_->path;
  return found_ ? found_->path : nullptr;
}

void CriticalPathView::showPath() {
  const auto path = shownPath();
  if (!path || path->segments.empty()) {
    sum_->clear();
    everyGain_->hide();
    rows_->setRows(nullptr, settings_.by, 0, 0, {});
    const QString reason = emptyReason();
    // Outside of a window asking for the reason finishes the work, and that shows the path.
    if (const auto now = shownPath(); now && !now->segments.empty()) return;
    canvas_->setEmpty(reason.isEmpty() ? tr("Working") : tr("No critical path"), reason);
    tellTimeline();
    return;
  }
  PathPicture p = pathPicture(found_->run, path);
  const ShownRun* shown = state().run(found_->runId);
  p.title = tr("Critical path of %1: %2").arg(shown ? shown->title : QString(), chart::durationText(path->makespan()));
  if (path != found_->path) p.title += QStringLiteral(" · ") + tr("as it would be: %1").arg(panel_->words().join(QStringLiteral("; ")));
  QStringList remarks;
  for (const std::string& r : found_->of->remarks) {
    const QString s = coreSentence(r);
    remarks << tr("%1.").arg(s.left(1).toUpper() + s.mid(1));
  }
  p.remark = remarks.join(QLatin1Char(' '));
  const QString was = chart::durationText(found_->path->makespan());
  sum_->setText(path == found_->path ? tr("makespan %1").arg(was) : tr("makespan %1, without the change %2").arg(chart::durationText(path->makespan()), was));
  canvas_->setPicture(std::move(p));
  tellTimeline();
}

void CriticalPathView::tellTimeline() {
  Highlight& h = Highlight::of(state());
  if (!settings_.inTimeline || !found_ || !found_->path) return h.clear();
  auto spans = std::make_shared<std::vector<Highlight::Span>>();
  spans->reserve(found_->path->segments.size());
  for (const PathSegment& s : found_->path->segments) spans->push_back({s.from, s.to, s.track, s.slice != PathGraph::kNone, s.slice == PathGraph::kNone ? 0 : s.slice});
  h.set(found_->runId, std::move(spans));
}

std::vector<std::pair<QString, QString>> CriticalPathView::facts(const PathSegment& s) const {
  const Run& run = *found_->run;
  std::vector<std::pair<QString, QString>> out;
  out.emplace_back(tr("on the critical path"), chart::durationText(s.length()));
  if (const auto path = shownPath(); path && path->makespan() > 0) out.emplace_back(tr("share"), chart::valueText(static_cast<double>(s.length()) / static_cast<double>(path->makespan()), "1"));
  out.emplace_back(tr("what"), s.slice == PathGraph::kNone ? pathKindName(s.kind) : q(run.names.text(run.slices.name[s.slice])));
  out.emplace_back(tr("kind"), s.kind == PathKind::Work && s.slice != PathGraph::kNone ? QCoreApplication::translate("Activity", std::string(name(s.activity)).c_str()) : pathKindName(s.kind));
  if (s.call != PathGraph::kNone) out.emplace_back(tr("collective"), collectiveTitle(run.collectives[s.call], stepAt_ ? stepAt_->of(s.rank, s.from) : std::nullopt));
  if (s.rank != kUnknownRank) out.emplace_back(tr("rank"), QString::number(s.rank));
  out.emplace_back(tr("track"), q(run.names.text(run.tracks[s.track].name)));
  if (s.cause != kUnknownRank && s.cause != s.rank) out.emplace_back(tr("waited for"), tr("rank %1").arg(s.cause));
  out.emplace_back(tr("begins after"), chart::durationText(s.from - shownPath()->span.from));
  return out;
}

QString CriticalPathView::describe(std::size_t segment) const {
  const auto path = shownPath();
  if (!path || segment >= path->segments.size()) return {};
  QStringList lines;
  for (const auto& [what, value] : facts(path->segments[segment])) lines << what + QStringLiteral(": ") + value;
  if (const PathSegment& s = path->segments[segment]; s.kind != PathKind::Work) lines << pathKindDefinition(s.kind);
  return lines.join(QLatin1Char('\n'));
}

void CriticalPathView::choose(std::size_t segment) {
  const auto path = shownPath();
  if (!path || segment >= path->segments.size()) return;
  const PathSegment& s = path->segments[segment];
  Selection selection;
  selection.runId = found_->runId;
  selection.kind = s.slice == PathGraph::kNone ? Selection::Kind::Cell : Selection::Kind::Slice;
  if (s.slice != PathGraph::kNone) selection.slice = s.slice;
  selection.instance = s.call == PathGraph::kNone ? kNoInstance : found_->run->collectives[s.call].instance;
  selection.facts = facts(s);
  selection.title = selection.facts[2].second;
  state().select(selection);
}

void CriticalPathView::open(const PathSegment& s) {
  ViewState::Place place;
  place.runId = found_->runId;
  place.time = s.from;
  if (s.slice != PathGraph::kNone) {
    place.slice = s.slice;
    place.time = found_->run->slices.start[s.slice];
  }
  place.text = s.slice == PathGraph::kNone ? pathKindName(s.kind) : q(found_->run->names.text(found_->run->slices.name[s.slice]));
  state().requestPlace(place);
}

void CriticalPathView::copyRows() const { QApplication::clipboard()->setText(csvLines(rows_->cells())); }

void CriticalPathView::finishNow() {
  if (late_) {
    late_ = false;
    syncControls();
    refresh(0);
  }
  find_->finishNow();
  build_->finishNow();
  while (tables_->busy()) tables_->finishNow();
  replay_->finishNow();
  while (tables_->busy()) tables_->finishNow();
}

std::optional<std::int64_t> CriticalPathView::makespan() const { return found_ && found_->path ? std::optional(found_->path->makespan()) : std::nullopt; }
std::optional<std::int64_t> CriticalPathView::changedMakespan() const { return answer_ && answer_->path ? std::optional(answer_->path->makespan()) : std::nullopt; }

QString CriticalPathView::emptyReason() const {
  if (state().runs().empty()) return tr("nothing is open");
  // A figure is refused for a reason that is known only once the graph has been built.
  if (late_ && !inWindow()) const_cast<CriticalPathView*>(this)->finishNow();
  const ShownRun* shown = chosen();
  if (!shown) return tr("no run is shown: make one visible in the list of runs");
  QString why;
  if (!options(*shown, &why)) return why;
  if (shown->run->slices.size() == 0) return tr("this run holds no events that follow each other: open a trace with slices, not sums");
  if (found_ && !found_->error.isEmpty()) return found_->error;
  return {};
}

void CriticalPathView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  finishNow();
  PathPicture p = canvas_->picture();
  if (p.empty()) return;
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  if (!limits_->text().isEmpty()) p.remark = (limits_->text() + QLatin1Char(' ') + p.remark).trimmed();
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  paintPath(painter, p, layoutPath(p, area, s, painter.device()), area, s);
}

QVector<QStringList> CriticalPathView::table() const {
  const_cast<CriticalPathView*>(this)->finishNow();
  return rows_->rowCount() > 0 ? rows_->cells() : QVector<QStringList>{};
}

}  // namespace weir
