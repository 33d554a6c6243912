#include "views/io/io_view.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedLayout>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/summarize/head_words.h"
#include "core/summarize/io_report_kept.h"
#include "views/shared/csv.h"
#include "views/shared/truth_icon.h"

namespace weir {
namespace {

constexpr AnswerBytes<IoReport> kKeptReport{ioReportToBytes, ioReportFromBytes};

bool hasIo(const Run& run) { return !run.io.empty() || !run.ioRecords.empty(); }
}  // namespace

IoCanvas::IoCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("I/O report"));
}

QRectF IoCanvas::area() const { return QRectF(rect()).adjusted(12, 10, -12, -10); }

void IoCanvas::setPage(IoPage page) {
  page_ = std::move(page);
  QString spoken = page_.title;
  for (const IoCard& c : ioCards(*page_.report)) spoken += QStringLiteral(". %1: %2").arg(c.what, c.value);
  for (const IoObservation& o : page_.report->observations)
    if (o.verdict == IoObservation::Verdict::Concern) spoken += QLatin1Char(' ') + ioSentence(o);
  setAccessibleDescription(spoken);
  measure();
}

void IoCanvas::setEmpty(const QString& headline, const QString& hint) {
  page_ = {};
  headline_ = headline;
  hint_ = hint;
  spots_.clear();
  setMinimumHeight(160);
  setAccessibleDescription(headline + QLatin1Char(' ') + hint);
  painted_ = {};
  update();
}

void IoCanvas::setMode(theme::Mode mode) {
  mode_ = mode;
  painted_ = {};
  update();
}

void IoCanvas::measure() {
  painted_ = {};
  if (page_.report) {
    const chart::Style s = chart::onScreen(mode_, this);
    setMinimumHeight(static_cast<int>(std::ceil(paintIoPage(nullptr, page_, area(), s, this, false, nullptr))) + 24);
  }
  update();
}

void IoCanvas::paintEvent(QPaintEvent* e) {
  QPainter g(this);
  g.setClipRect(e->rect());
  const chart::Style s = chart::onScreen(mode_, this);
  if (!page_.report) {
    g.fillRect(rect(), s.colors.background);
    chart::emptyText(g, rect(), s, headline_, hint_);
    return;
  }
  chart::paintedOnce(g, painted_, size(), s.colors.background, [&](QPainter& once) {
    spots_.clear();
    paintIoPage(&once, page_, area(), s, this, false, &spots_);
  });
}

QString IoCanvas::at(const QPointF& where) const {
  // The later, smaller ones lie on top.
  for (auto it = spots_.rbegin(); it != spots_.rend(); ++it)
    if (it->at.contains(where)) return it->text;
  return {};
}

void IoCanvas::mouseMoveEvent(QMouseEvent* e) { emit hovered(at(e->position()).section(QLatin1Char('\n'), 0, 1).replace(QLatin1Char('\n'), QLatin1String(" · "))); }

bool IoCanvas::event(QEvent* e) {
  if (e->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(e);
    const QString text = at(help->pos());
    if (text.isEmpty()) QToolTip::hideText();
    else QToolTip::showText(help->globalPos(), QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped()), this);
    return true;
  }
  return QWidget::event(e);
}

IoView::IoView(ViewState& s, QWidget* parent)
    : View(s, parent), work_(new Background(this)), canvas_(new IoCanvas), scroll_(new QScrollArea), tabs_(new QTabWidget), run_(new QComboBox), visible_(new QCheckBox(tr("Visible time only"))), filter_(new QLineEdit) {
  run_->setAccessibleName(tr("Run"));
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(18);
  visible_->setToolTip(tr("Count only operations that begin in the measured range, or in the time that the timeline shows. Logs that hold sums without times always show the whole run."));
  filter_->setPlaceholderText(tr("Filter rows…"));
  filter_->setAccessibleName(tr("Filter the rows of the tables"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(220);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  bar->addWidget(run_);
  bar->addWidget(visible_);
  bar->addStretch(1);
  bar->addWidget(filter_);
  scroll_->setWidget(canvas_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusProxy(canvas_);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Page and tables of the I/O report"));
  tabs_->addTab(scroll_, tr("Overview"));
  for (int k = 0; k < kIoTables; ++k) buildTable(static_cast<IoTableKind>(k));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(new BackgroundStrip(*work_));
  column->addLayout(bar);
  column->addWidget(tabs_, 1);

  connect(run_, &QComboBox::activated, this, [this](int i) {
    Settings to = settings_;
    to.runId = run_->itemData(i).toInt();
    setSettings(to);
  });
  connect(visible_, &QCheckBox::toggled, this, [this](bool on) {
    Settings to = settings_;
    to.visibleOnly = on;
    setSettings(to);
  });
  connect(tabs_, &QTabWidget::currentChanged, this, [this](int tab) {
    settings_.tab = tab;
    filter_->setVisible(tab > 0);
  });
  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
    for (IoSorter* sorter : sorters_) sorter->setFilterFixedString(text);
  });
  connect(&s, &ViewState::runsChanged, this, [this] { refresh(0); });
  const auto moved = [this] {
    if (settings_.visibleOnly) refresh(kSettle_ms);
  };
  connect(&s, &ViewState::timeRangeChanged, this, moved);
  connect(&s, &ViewState::measuredChanged, this, moved);
  connect(&s, &ViewState::measuredChanged, this, [this] { syncControls(); });
  connect(&s, &ViewState::stepsChanged, this, [this](int id) {
    if (const ShownRun* r = chosen(); r && r->id == id) refresh(0);
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(canvas_, &IoCanvas::hovered, this, [this](const QString& text) { state().setHovered(text); });
  connect(work_, &Background::stoppedByHand, this, [this] {
    if (!report_) canvas_->setEmpty(tr("Stopped"), tr("Move the time range, or choose the run again, to work the report out."));
  });
  connect(work_, &Background::failed, this, [this](const QString& what) {
    report_.reset();
    failure_ = what;
    fillTables();
    canvas_->setEmpty(tr("The report could not be worked out"), what);
  });
  auto* copyAll = new QShortcut(QKeySequence::Copy, canvas_, nullptr, nullptr, Qt::WidgetShortcut);
  connect(copyAll, &QShortcut::activated, this, [this] {
    QApplication::clipboard()->setText(csvLines(table()));
  });
  canvas_->setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* action = new QAction(tr("Copy as CSV"), canvas_);
  connect(action, &QAction::triggered, copyAll, &QShortcut::activated);
  canvas_->addAction(action);
  filter_->setVisible(false);
  canvas_->setMode(s.mode());
  syncControls();
  refresh(0);
}

void IoView::buildTable(IoTableKind kind) {
  const auto k = static_cast<std::size_t>(kind);
  auto* page = new QWidget;
  auto* stack = new QStackedLayout(page);
  auto* table = new QTableView;
  auto* empty = new QLabel;
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  empty->setForegroundRole(QPalette::PlaceholderText);
  models_[k] = new IoTable(this);
  sorters_[k] = new IoSorter(this);
  sorters_[k]->setSourceModel(models_[k]);
  sorters_[k]->setFilterKeyColumn(-1);
  sorters_[k]->setFilterCaseSensitivity(Qt::CaseInsensitive);
  table->setModel(sorters_[k]);
  table->setSortingEnabled(true);
  table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  table->horizontalHeader()->setSortIndicatorClearable(true);
  table->horizontalHeader()->setHighlightSections(false);
  table->verticalHeader()->hide();
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setAlternatingRowColors(true);
  table->setWordWrap(false);
  table->setShowGrid(false);
  table->setTextElideMode(Qt::ElideMiddle);
  table->setFrameShape(QFrame::NoFrame);
  table->setTabKeyNavigation(false);
  table->setAccessibleName(ioTableTitle(kind));
  table->setContextMenuPolicy(Qt::CustomContextMenu);
  stack->addWidget(table);
  stack->addWidget(empty);
  tables_[k] = table;
  empties_[k] = empty;
  connect(table, &QTableView::activated, this, [this, kind](const QModelIndex& i) { goTo(kind, i); });
  connect(table, &QTableView::customContextMenuRequested, this, [this, kind, table](const QPoint& at) {
    QMenu menu;
    QAction* all = menu.addAction(tr("Copy as CSV"));
    QAction* some = menu.addAction(tr("Copy selected rows as CSV"));
    some->setEnabled(table->selectionModel()->hasSelection());
    QAction* show = menu.addAction(tr("Show in the timeline"));
    const QModelIndex i = table->indexAt(at);
    const auto m = static_cast<std::size_t>(kind);
    show->setEnabled(i.isValid() && models_[m]->placeOf(sorters_[m]->mapToSource(i).row()).has_value());
    QAction* did = menu.exec(table->viewport()->mapToGlobal(at));
    if (did == all) copy(kind, false);
    if (did == some) copy(kind, true);
    if (did == show) goTo(kind, i);
  });
  auto* shortcut = new QShortcut(QKeySequence::Copy, table, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
  connect(shortcut, &QShortcut::activated, this, [this, kind, table] { copy(kind, table->selectionModel()->hasSelection()); });
  tabs_->addTab(page, ioTableTitle(kind));
}

const ShownRun* IoView::chosen() const {
  const ShownRun* first = nullptr;
  const ShownRun* withIo = nullptr;
  for (const ShownRun& r : state().runs()) {
    if (!r.visible) continue;
    if (r.id == settings_.runId) return &r;
    if (!first) first = &r;
    if (!withIo && hasIo(*r.run)) withIo = &r;
  }
  return withIo ? withIo : first;
}

void IoView::setSettings(const Settings& to) {
  const bool other = to.visibleOnly != settings_.visibleOnly || to.runId != settings_.runId;
  settings_ = to;
  tabs_->setCurrentIndex(std::clamp(to.tab, 0, kIoTables));
  syncControls();
  if (other) refresh(0);
}

void IoView::syncControls() {
  const QSignalBlocker a(run_);
  const QSignalBlocker b(visible_);
  run_->clear();
  const ShownRun* shown = chosen();
  for (const ShownRun& r : state().runs())
    if (r.visible) {
      run_->addItem(r.title, r.id);
      if (&r == shown) run_->setCurrentIndex(run_->count() - 1);
    }
  run_->setVisible(run_->count() > 1);
  visible_->setChecked(settings_.visibleOnly);
  visible_->setText(state().measured() ? tr("Measured time only") : tr("Visible time only"));
}

void IoView::refresh(int settle_ms) {
  syncControls();
  const ShownRun* r = chosen();
  failure_.clear();
  if (!r) {
    work_->forget();
    report_.reset();
    asked_.reset();
    fillTables();
    canvas_->setEmpty(tr("Nothing to show yet"), tr("Open a Darshan log, a DFTracer or Recorder trace, DLIO results, or a profiler trace with I/O events. Opened together with the "
                                                    "training trace, the report also says what the data cost the training."));
    return;
  }
  IoReportOptions options;
  if (settings_.visibleOnly && (state().measured() || state().timeRange() != state().whole()))
    options.range = TimeRange{state().analysedRange().first - r->shift, state().analysedRange().second - r->shift};
  if (const auto* steps = state().stepsByHand(r->id)) options.stepsByHand = *steps;
  if (asked_ != r->run) report_.reset();  // of another run, or of older data
  asked_ = r->run;
  shownId_ = r->id;
  shownTitle_ = r->title;
  if (!report_) canvas_->setEmpty(tr("Working out the report"), QString());
  work_->askFor<IoReport>(
      [run = r->run, options, memo = state().memo()](const Job& job) {
        return memo->answer<IoReport>(run, {"I/O report", keyOf(options)}, kKeptReport, job, [&]() -> std::shared_ptr<const IoReport> {
          auto answer = ioReport(*run, options, job);
          return answer ? std::make_shared<const IoReport>(std::move(*answer)) : nullptr;
        });
      },
      [this](std::shared_ptr<const IoReport> answer) { take(answer); }, settle_ms);
}

void IoView::take(const std::shared_ptr<const IoReport>& answer) {
  if (!answer) return;
  report_ = answer;
  fillTables();
  if (answer->any)
    canvas_->setPage(pageOf());
  else
    canvas_->setEmpty(tr("No I/O in %1").arg(shownTitle_), tr("This run holds no I/O operations and no sums of them. Open a Darshan log, a DFTracer or Recorder trace or DLIO results of the same job together with it."));
}

IoPage IoView::pageOf() const {
  IoPage page;
  page.report = report_;
  const ShownRun* r = state().run(shownId_);
  page.title = shownTitle_;
  if (r) page.title += QStringLiteral(", %1").arg(truthText(*r->run));
  // The title of several files says how many ranks they are of; the job may have had more.
  static const QRegularExpression kRanks(QStringLiteral(", (\\d+) ranks$"));
  const QRegularExpressionMatch said = kRanks.match(shownTitle_);
  if (report_->ranks > 0 && !said.hasMatch()) page.title += tr(", %n rank(s)", nullptr, report_->ranks);
  else if (said.hasMatch() && report_->ranks > said.captured(1).toInt()) page.title += tr(", of a job of %n rank(s)", nullptr, report_->ranks);
  if (report_->ranged)
    page.title += tr(", %1 to %2").arg(chart::valueText(static_cast<double>(report_->range.from) / 1e12, "s"), chart::valueText(static_cast<double>(report_->range.to) / 1e12, "s"));
  else if (report_->runTime)
    page.title += tr(", %1").arg(chart::valueText(static_cast<double>(*report_->runTime) / 1e12, "s"));
  return page;
}

void IoView::fillTables() {
  for (int k = 0; k < kIoTables; ++k) {
    const auto i = static_cast<std::size_t>(k);
    models_[i]->setReport(report_.get(), static_cast<IoTableKind>(k));
    auto* stack = static_cast<QStackedLayout*>(tables_[i]->parentWidget()->layout());
    const bool any = models_[i]->rowCount() > 0;
    stack->setCurrentIndex(any ? 0 : 1);
    empties_[i]->setText(report_ ? models_[i]->emptyText() : tr("Nothing to show yet"));
    if (!any) continue;
    tables_[i]->resizeColumnsToContents();
    for (const int c : {0, 2})  // paths
      if (tables_[i]->columnWidth(c) > 380) tables_[i]->setColumnWidth(c, 380);
  }
}

void IoView::goTo(IoTableKind kind, const QModelIndex& index) {
  if (!index.isValid()) return;
  const auto k = static_cast<std::size_t>(kind);
  const int row = sorters_[k]->mapToSource(index).row();
  const auto place = models_[k]->placeOf(row);
  if (!place) {
    state().setHovered(tr("nobody knows when: the log holds sums without times"));
    return;
  }
  state().requestPlace({shownId_, *place, std::nullopt, kind == IoTableKind::Steps ? tr("step with %1 of data stall").arg(chart::valueText(models_[k]->data(models_[k]->index(row, 4), Qt::UserRole).toDouble(), "s")) : models_[k]->nameOf(row)});
}

void IoView::copy(IoTableKind kind, bool selectedOnly) {
  const auto k = static_cast<std::size_t>(kind);
  QStringList lines;
  const auto put = [&](const QStringList& row) { lines << csvLine(row); };
  put(models_[k]->header());
  for (int r = 0; r < sorters_[k]->rowCount(); ++r)  // as it is sorted and filtered
    if (!selectedOnly || tables_[k]->selectionModel()->isRowSelected(r, {})) put(models_[k]->row(sorters_[k]->mapToSource(sorters_[k]->index(r, 0)).row()));
  QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

QString IoView::emptyReason() const {
  if (!chosen()) return tr("nothing is open");
  if (!inWindow()) work_->finishNow();
  if (work_->busy()) return {};
  if (!failure_.isEmpty()) return failure_;
  if (!report_ || !report_->any) return tr("this run holds no I/O: open a Darshan log, a DFTracer or Recorder trace or DLIO results together with it");
  return {};
}

void IoView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  work_->finishNow();
  if (!report_ || !report_->any) return;
  IoPage page = pageOf();
  page.remark = style.caption;
  const chart::Style s = chart::onPaper(style, painter.device());
  painter.setRenderHint(QPainter::Antialiasing);
  const double margin = 0.6 * s.em;  // frames and turned titles reach a little beyond their places
  paintIoPage(&painter, page, QRectF(QPointF(0, 0), size).adjusted(margin, margin, -margin, -margin), s, painter.device(), true, nullptr);
}

QVector<QStringList> IoView::table() const {
  work_->finishNow();
  QVector<QStringList> out;
  if (!report_ || !report_->any) return out;
  if (settings_.tab > 0) {
    const auto k = static_cast<std::size_t>(settings_.tab - 1);
    out << models_[k]->header();
    for (int r = 0; r < sorters_[k]->rowCount(); ++r) out << models_[k]->row(sorters_[k]->mapToSource(sorters_[k]->index(r, 0)).row());
    return out;
  }
  out << QStringList{tr("part"), tr("what"), tr("value"), tr("more")};
  for (const IoCard& c : ioCards(*report_)) out << QStringList{tr("figures"), c.what, c.value, c.more};
  for (const IoObservation& o : report_->observations) {
    const QString verdict = o.verdict == IoObservation::Verdict::Concern ? tr("worth a look") : o.verdict == IoObservation::Verdict::Fine ? tr("within bounds") : tr("unknown");
    out << QStringList{tr("observations"), ioSentence(o), verdict, o.threshold.empty() ? QString() : ioText(o.threshold) + QStringLiteral(" (") + ioText(o.source) + QLatin1Char(')')};
  }
  // Of a cut log what was counted is a lower bound, and where nothing was it is unknown.
  const auto counted = [partial = report_->sizes.partial](std::int64_t n) { return !partial ? QString::number(n) : n > 0 ? tr("at least %1").arg(n) : tr("unknown"); };
  if (report_->sizes.known)
    for (std::size_t b = 0; b < 10; ++b) out << QStringList{tr("request sizes"), ioText(kIoSizeNames[b]), tr("%1 reads").arg(counted(report_->sizes.reads[b])), tr("%1 writes").arg(counted(report_->sizes.writes[b]))};
  if (report_->gapsKnown > 0)
    for (std::size_t b = 0; b < 10; ++b) out << QStringList{tr("time between accesses"), ioText(kIoGapNames[b]), QString::number(report_->gaps[b]), QString()};
  if (report_->distancesKnown > 0)
    for (std::size_t b = 0; b < 9; ++b) out << QStringList{tr("distance between accesses"), ioText(kIoDistanceNames[b]), QString::number(report_->distances[b]), QString()};
  const double bin = report_->overTime.binSeconds();
  for (std::size_t i = 0; i < report_->overTime.read.size(); ++i)
    out << QStringList{tr("bytes over time"), QString::number(static_cast<double>(report_->overTime.range.from) / 1e12 + bin * static_cast<double>(i), 'g', 10) + QStringLiteral(" s"),
                       tr("%1 B read").arg(QString::number(report_->overTime.read[i], 'f', 0)), tr("%1 B written").arg(QString::number(report_->overTime.written[i], 'f', 0))};
  return out;
}

}  // namespace weir
