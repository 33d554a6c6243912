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

QString time(double s) { return std::isnan(s) ? QStringLiteral("–") : QString::fromStdString(units::showSeconds(s)); }
QString exact(double s) { return std::isnan(s) ? QString() : QString::number(s, 'g', 10); }

double valueOf(const RangeModel::Line& l, int column) {
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
    const double v = valueOf(l, index.column());
    if (std::isnan(v)) return tr("no such slice lies wholly inside");
    if (index.column() == Share)
      return tr("%1 of %2 in %3 tracks").arg(QString::fromStdString(units::showPercent(v)), time(l.figures.inside_s)).arg(l.figures.tracks);
    return index.column() == Count || index.column() == Cut ? QLocale::c().toString(v, 'f', 0) : exact(v) + QStringLiteral(" s");
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Run: return l.run;
    case Name: return l.name;
    case Count: case Cut: return QLocale(QLocale::English).toString(static_cast<qulonglong>(index.column() == Count ? l.figures.count : l.figures.cut));
    case Share: return QString::fromStdString(units::showPercent(l.figures.share));
    default: return time(valueOf(l, index.column()));
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
      case Sum: return tr("sum");
      case Mean: return tr("mean");
      case P50: return tr("p50");
      case P99: return tr("p99");
      case Share: return tr("share");
      case Cut: return tr("cut");
      default: return {};
    }
  }
  if (role != Qt::ToolTipRole) return {};
  switch (section) {
    case Count: return tr("slices that lie wholly inside the range");
    case Sum: return tr("of their durations; nested slices count each");
    case Mean: return tr("of their durations");
    case P50: return tr("half of them last no longer (nearest rank, over all of them)");
    case P99: return tr("99 of 100 last no longer (nearest rank, over all of them)");
    case Share: return tr("time inside that such slices cover, those cut by a border included, of the range times the tracks that have any");
    case Cut: return tr("slices that reach over a border of the range: not counted before, but in the share");
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
    const double u = valueOf(x, column), v = valueOf(y, column);
    if (std::isnan(u) || std::isnan(v)) return std::isnan(u) && !std::isnan(v);
    return u < v;
  });
  endResetModel();
}

QVector<QStringList> RangeModel::table() const {
  QVector<QStringList> out{{tr("run"), tr("name"), tr("count"), tr("sum (s)"), tr("mean (s)"), tr("p50 (s)"), tr("p99 (s)"), tr("share"), tr("cut by a border"), tr("time inside (s)"), tr("tracks")}};
  for (const Line& l : lines_) {
    const RangeFigures& f = l.figures;
    out.append({l.run, l.name, QString::number(f.count), exact(f.sum_s), exact(f.mean_s), exact(f.p50_s), exact(f.p99_s), exact(f.share), QString::number(f.cut), exact(f.inside_s), QString::number(f.tracks)});
  }
  return out;
}

RangePanel::RangePanel(TimelineView& view, ViewState& state, QWidget* parent)
    : QWidget(parent), view_(view), state_(state), model_(new RangeModel(this)), table_(new QTableView(this)), headline_(new QLabel(this)),
      byName_(new QToolButton(this)), byActivity_(new QToolButton(this)), allLanes_(new QToolButton(this)), copy_(new QToolButton(this)), close_(new QToolButton(this)) {
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
  auto* top = new QHBoxLayout;
  top->setContentsMargins(8, 2, 4, 2);
  top->setSpacing(4);
  top->addWidget(headline_, 1);
  for (QToolButton* b : {allLanes_, byName_, byActivity_, copy_, close_}) top->addWidget(b);
  headline_->setTextInteractionFlags(Qt::TextSelectableByMouse);
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
  for (int c = RangeModel::Count; c < RangeModel::kColumns; ++c) table_->setColumnWidth(c, number);
  table_->setColumnWidth(RangeModel::Run, 120);
  table_->setMinimumHeight(90);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(top);
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
  const QString range = tr("%1 from %2 to %3").arg(showTime(m->to - m->from), showTimeFull(m->from - view_.origin()), showTimeFull(m->to - view_.origin()));
  copy_->setEnabled(m->done);
  if (!m->done) {
    headline_->setText(tr("%1: counting").arg(range));
    return;
  }
  std::vector<RangeModel::Line> lines;
  RangeFigures all;
  std::uint64_t count = 0, cut = 0;
  double sum = 0;
  for (const TimelineView::Measured& r : m->reports) {
    const Run& run = view_.timelineRuns()[static_cast<std::size_t>(r.run)].run();
    if (named_)
      for (const RangeReport::Named& n : r.report.byName) lines.push_back({r.title, textOf(run.names.text(n.name)), n.figures, Activity::Other});
    else
      for (const RangeReport::Doing& d : r.report.byActivity)
        lines.push_back({r.title, QCoreApplication::translate("Activity", std::string(name(d.activity)).c_str()), d.figures, d.activity});
    count += r.report.all.count;
    cut += r.report.all.cut;
    sum += r.report.all.sum_s;
    all = r.report.all;
  }
  const QLocale digits(QLocale::English);
  QString text = tr("%1 · %2 slices inside, %3 cut by a border").arg(range, digits.toString(static_cast<qulonglong>(count)), digits.toString(static_cast<qulonglong>(cut)));
  if (m->reports.size() == 1 && all.count > 0) text += tr(" · sum %1, mean %2, p50 %3, p99 %4").arg(time(sum), time(all.mean_s), time(all.p50_s), time(all.p99_s));
  if (!state_.filter().off()) text += tr(" · of those the filter shows");
  headline_->setText(text);
  headline_->setToolTip(text);
  table_->setColumnHidden(RangeModel::Run, m->reports.size() < 2);
  model_->set(std::move(lines));
  model_->sort(table_->horizontalHeader()->sortIndicatorSection(), table_->horizontalHeader()->sortIndicatorOrder());
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
