#include "views/timeline/range_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/shared/csv.h"
#include "views/shared/icons.h"
#include "views/timeline/facts.h"
#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {

QString timeOrDash(double s) { return std::isnan(s) ? QStringLiteral("–") : QString::fromStdString(units::showSeconds(s)); }
QString exactNumber(double s) { return std::isnan(s) ? QString() : QString::number(s, 'g', 10); }

double lineValue(const RangeModel::Line& l, int column) {
  const RangeFigures& f = l.figures;
  switch (column) {
    case RangeModel::Count: return static_cast<double>(f.count);
    case RangeModel::Sum: return f.sum_s;
    case RangeModel::Mean: return f.mean_s;
    case RangeModel::P50: return f.p50_s;
    case RangeModel::P99: return f.p99_s;
    case RangeModel::Share: return f.share;
    case RangeModel::Cut: return static_cast<double>(f.cut);
    default: return 0;
  }
}

}  // namespace

void RangeModel::set(std::vector<Line> lines) {
  beginResetModel();
  lines_ = std::move(lines);
  endResetModel();
}

QVariant RangeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Line& l = lines_[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (index.column() <= Name ? Qt::AlignLeft : Qt::AlignRight));
  if (role == Qt::ToolTipRole) {
    if (index.column() <= Name) return index.column() == Run ? l.run : l.name;
    const double v = lineValue(l, index.column());
    if (std::isnan(l.figures.sum_s) && std::isnan(v)) return tr("the trace has no times");
    if (std::isnan(v)) return tr("none of them starts inside the range");
    if (index.column() == Share)
      return tr("%1 covered, of the range in %2 tracks: %3").arg(timeOrDash(l.figures.covered_s)).arg(l.figures.tracks).arg(QString::fromStdString(units::showPercent(v)));
    if (index.column() >= Mean) return tr("%1 s, of %2 that start inside").arg(exactNumber(v)).arg(l.figures.started);
    return index.column() == Count || index.column() == Cut ? QLocale::c().toString(v, 'f', 0) : exactNumber(v) + QStringLiteral(" s");
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Run: return l.run;
    case Name: return l.name;
    case Count: case Cut: return QLocale(QLocale::English).toString(static_cast<qulonglong>(index.column() == Count ? l.figures.count : l.figures.cut));
    case Share: return std::isnan(l.figures.share) ? QStringLiteral("–") : QString::fromStdString(units::showPercent(l.figures.share));
    default: return timeOrDash(lineValue(l, index.column()));
  }
}

QVariant RangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (section <= Name ? Qt::AlignLeft : Qt::AlignRight));
  if (role == Qt::DisplayRole) {
    switch (section) {
      case Run: return tr("run");
      case Name: return tr("name");
      case Count: return tr("count");
      case Sum: return tr("sum inside");
      case Mean: return tr("mean, whole");
      case P50: return tr("p50, whole");
      case P99: return tr("p99, whole");
      case Share: return tr("share");
      case Cut: return tr("cut");
      default: return {};
    }
  }
  if (role != Qt::ToolTipRole) return {};
  switch (section) {
    case Count: return tr("slices that overlap the range, those that a border cuts included");
    case Sum: return tr("of their parts inside the range; nested slices count each");
    case Share: return tr("time inside that such slices cover, nested ones once, of the range times the tracks that have any: never above 100 %");
    case Cut: return tr("those of the counted that reach over a border of the range: only their part inside is in sum and share");
    case Mean: return tr("of the whole durations of those that start inside the range, as Statistics counts");
    case P50: return tr("half of those that start inside last no longer (whole durations, nearest rank)");
    case P99: return tr("99 of 100 of those that start inside last no longer (whole durations, nearest rank)");
    default: return {};
  }
}

void RangeModel::sort(int column, Qt::SortOrder order) {
  beginResetModel();
  std::stable_sort(lines_.begin(), lines_.end(), [&](const Line& a, const Line& b) {
    const Line& x = order == Qt::AscendingOrder ? a : b;
    const Line& y = order == Qt::AscendingOrder ? b : a;
    if (column == Run) return x.run < y.run;
    if (column == Name) return x.name.localeAwareCompare(y.name) < 0;
    const double u = lineValue(x, column), v = lineValue(y, column);
    if (std::isnan(u) || std::isnan(v)) return std::isnan(u) && !std::isnan(v);
    return u < v;
  });
  endResetModel();
}

QVector<QStringList> RangeModel::table() const {
  QVector<QStringList> out{{tr("run"), tr("name"), tr("count"), tr("sum inside (s)"), tr("share"), tr("cut by a border"), tr("covered (s)"), tr("tracks"), tr("start inside"),
                            tr("mean, whole (s)"), tr("p50, whole (s)"), tr("p99, whole (s)")}};
  for (const Line& l : lines_) {
    const RangeFigures& f = l.figures;
    out.append({l.run, l.name, QString::number(f.count), exactNumber(f.sum_s), exactNumber(f.share), QString::number(f.cut), exactNumber(f.covered_s), QString::number(f.tracks), QString::number(f.started),
                exactNumber(f.mean_s), exactNumber(f.p50_s), exactNumber(f.p99_s)});
  }
  return out;
}

RangePanel::RangePanel(TimelineView& view, ViewState& state, QWidget* parent)
    : QWidget(parent), view_(view), state_(state), model_(new RangeModel(this)), table_(new QTableView(this)), top_(new QHBoxLayout), buttons_(new QWidget(this)),
      headline_(new QLabel(this)), byName_(new QToolButton(this)), byActivity_(new QToolButton(this)), allLanes_(new QToolButton(this)), copy_(new QToolButton(this)), close_(new QToolButton(this)) {
  setObjectName(QStringLiteral("range"));
  const auto button = [](QToolButton* b, const QString& name, const QString& text, const QString& tip) {
    b->setObjectName(name);
    b->setText(text);
    b->setToolTip(tip);
    b->setAutoRaise(true);
    b->setFocusPolicy(Qt::TabFocus);
  };
  button(byName_, QStringLiteral("by-name"), tr("By name"), tr("A line for each name"));
  button(byActivity_, QStringLiteral("by-activity"), tr("By category"), tr("A line for each kind of work"));
  button(allLanes_, QStringLiteral("all-lanes"), tr("All tracks"), tr("Count the slices of all tracks, not only of those dragged over"));
  button(copy_, QStringLiteral("copy"), tr("Copy as CSV"), tr("The table with all its digits, in seconds"));
  button(close_, QStringLiteral("close"), {}, tr("Measure no range (Esc)"));
  icons::set(close_, QStringLiteral("close"));
  close_->setAccessibleName(tr("Measure no range"));
  byName_->setCheckable(true);
  byActivity_->setCheckable(true);
  byName_->setChecked(true);
  top_->setContentsMargins(8, 2, 4, 2);
  top_->setSpacing(4);
  auto* side = new QHBoxLayout(buttons_);
  side->setContentsMargins(0, 0, 0, 0);
  side->setSpacing(4);
  for (QToolButton* b : {allLanes_, byName_, byActivity_, copy_, close_}) side->addWidget(b);
  top_->addWidget(headline_, 1);
  top_->addWidget(buttons_, 0, Qt::AlignRight | Qt::AlignTop);
  headline_->setObjectName(QStringLiteral("range-says"));
  headline_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  headline_->setWordWrap(true);
  headline_->setMinimumWidth(60);
  table_->setModel(model_);
  table_->setAccessibleName(tr("Slices in the measured range"));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setAlternatingRowColors(true);
  table_->setShowGrid(false);
  table_->setSortingEnabled(true);
  table_->sortByColumn(RangeModel::Sum, Qt::DescendingOrder);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
  table_->horizontalHeader()->setSectionResizeMode(RangeModel::Name, QHeaderView::Stretch);
  table_->horizontalHeader()->setHighlightSections(false);
  const int number = table_->fontMetrics().horizontalAdvance(QStringLiteral("0,000,000 00"));
  for (int c = RangeModel::Count; c < RangeModel::kColumns; ++c) table_->setColumnWidth(c, std::max(number, table_->horizontalHeader()->sectionSizeHint(c)));
  table_->setColumnWidth(RangeModel::Run, 120);
  table_->setMinimumHeight(90);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(top_);
  column->addWidget(table_, 1);
  setMinimumHeight(120);
  connect(byName_, &QToolButton::clicked, this, [this] { setByName(true); });
  connect(byActivity_, &QToolButton::clicked, this, [this] { setByName(false); });
  connect(allLanes_, &QToolButton::clicked, &view_, &TimelineView::measureAllLanes);
  connect(copy_, &QToolButton::clicked, this, &RangePanel::copyCsv);
  connect(close_, &QToolButton::clicked, this, [this] { state_.setMeasured(std::nullopt); });
  connect(table_, &QTableView::customContextMenuRequested, this, &RangePanel::menu);
  connect(table_, &QTableView::doubleClicked, this, [this](const QModelIndex& i) { act(model_->lines()[static_cast<std::size_t>(i.row())].name, false); });
}

// Where there is little room the buttons go below the sentence, which would else be cut into single words.
void RangePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool narrow = width() < buttons_->sizeHint().width() + 320;
  top_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void RangePanel::setByName(bool byName) {
  named_ = byName;
  byName_->setChecked(byName);
  byActivity_->setChecked(!byName);
  refresh();
}

void RangePanel::refresh() {
  const auto& m = view_.measure();
  if (!m) return;
  allLanes_->setVisible(!m->allLanes());
  copy_->setEnabled(m->done);
  headline_->setText(headline());
  headline_->setToolTip(tr("Every slice that overlaps the range counts; sum and share hold only its part inside. Mean, p50 and p99 are of whole durations, of the "
                           "slices that start inside: so does Statistics count."));
  if (!m->done) return;
  std::vector<RangeModel::Line> lines;
  for (const TimelineView::Measured& r : m->reports) {
    const Run& run = view_.timelineRuns()[static_cast<std::size_t>(r.run)].run();
    if (named_)
      for (const RangeReport::Named& n : r.report.byName) lines.push_back({r.title, textOf(run.names.text(n.name)), n.figures, Activity::Other});
    else
      for (const RangeReport::Doing& d : r.report.byActivity)
        lines.push_back({r.title, QCoreApplication::translate("Activity", std::string(name(d.activity)).c_str()), d.figures, d.activity});
  }
  table_->setColumnHidden(RangeModel::Run, m->reports.size() < 2);
  model_->set(std::move(lines));
  model_->sort(table_->horizontalHeader()->sortIndicatorSection(), table_->horizontalHeader()->sortIndicatorOrder());
}

QString RangePanel::headline() const {
  const auto& m = view_.measure();
  const QString range = view_.timed() ? tr("%1 from %2 to %3").arg(showTime(m->to - m->from), showTimeFull(m->from - view_.origin()), showTimeFull(m->to - view_.origin()))
                                      : tr("A part of the order, without times");
  if (!m->done) return tr("%1: counting").arg(range);
  RangeFigures all;
  std::uint64_t count = 0, cut = 0;
  double sum = 0;
  for (const TimelineView::Measured& r : m->reports) {
    all = r.report.all;
    count += all.count;
    cut += all.cut;
    sum += all.sum_s;
  }
  const QLocale digits(QLocale::English);
  const auto number = [&](std::uint64_t n) { return digits.toString(static_cast<qulonglong>(n)); };
  QString text = tr("%1 · %2 slices overlap it, %3 cut by a border · sum inside %4").arg(range, number(count), number(cut), timeOrDash(sum));
  if (m->reports.size() == 1 && all.started > 0 && !std::isnan(all.mean_s))
    text += tr(" · of the %1 that start inside, whole: mean %2, p50 %3, p99 %4").arg(number(all.started), timeOrDash(all.mean_s), timeOrDash(all.p50_s), timeOrDash(all.p99_s));
  if (!state_.filter().off()) text += tr(" · of those the filter shows");
  return text;
}

void RangePanel::copyCsv() const { QApplication::clipboard()->setText(csvLines(model_->table())); }

void RangePanel::act(const QString& name, bool filter) {
  if (!named_) return;
  if (!filter) {
    state_.setSearch(name);
    return;
  }
  Filter f = state_.filter();
  f.name = name;
  state_.setFilter(f);
}

void RangePanel::menu(const QPoint& at) {
  const QModelIndex index = table_->indexAt(at);
  auto* m = new QMenu(this);
  m->setAttribute(Qt::WA_DeleteOnClose);
  if (index.isValid()) {
    const RangeModel::Line line = model_->lines()[static_cast<std::size_t>(index.row())];
    if (named_) {
      connect(m->addAction(tr("Find these slices")), &QAction::triggered, this, [this, line] { act(line.name, false); });
      connect(m->addAction(tr("Show only this name")), &QAction::triggered, this, [this, line] { act(line.name, true); });
    } else {
      connect(m->addAction(tr("Leave this category out")), &QAction::triggered, this, [this, line] {
        Filter f = state_.filter();
        f.hidden.insert(line.activity);
        state_.setFilter(f);
      });
    }
    connect(m->addAction(tr("Copy the name")), &QAction::triggered, this, [line] { QApplication::clipboard()->setText(line.name); });
  }
  connect(m->addAction(tr("Copy as CSV")), &QAction::triggered, this, &RangePanel::copyCsv);
  m->popup(table_->viewport()->mapToGlobal(at));
}

}  // namespace weir
