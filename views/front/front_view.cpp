#include "views/front/front_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/front/front_paint.h"
#include "views/shared/intervals.h"

namespace weir {
namespace {
constexpr int kClickDistance = 4;
constexpr double kNearPoint = 8;  // px a pointer may be off a point
}  // namespace

FrontView::FrontView(ViewState& state, QWidget* parent) : View(state, parent) {
  plot_ = new QCustomPlot(this);
  plot_->setInteractions(QCP::iNone);
  plot_->setMouseTracking(true);
  plot_->setFocusPolicy(Qt::StrongFocus);
  plot_->setMinimumSize(240, 160);
  plot_->setAccessibleName(tr("Front"));
  plot_->installEventFilter(this);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMinimumMargins(QMargins(56, 8, 16, 40));
  plot_->axisRect()->setMargins(QMargins(56, 8, 16, 40));
  plot_->addLayer(QStringLiteral("float"), plot_->layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
  plot_->layer(QStringLiteral("float"))->setMode(QCPLayer::lmBuffered);
  new FrontPlottable(plot_->xAxis, plot_->yAxis, *this);  // the plot owns it
  float_ = std::make_unique<FrontFloat>(plot_, QStringLiteral("float"), *this);

  choice_ = new QComboBox(this);
  choice_->setAccessibleName(tr("Objectives"));
  logX_ = new QCheckBox(tr("log x"), this);
  logY_ = new QCheckBox(tr("log y"), this);
  auto* sweep = new QPushButton(tr("Sweep…"), this);
  sweep->setToolTip(tr("Try many plans with the model and see which are worth having"));
  counts_ = new QLabel(this);
  counts_->setWordWrap(true);
  auto* top = new QHBoxLayout;
  top->addWidget(choice_);
  top->addWidget(logX_);
  top->addWidget(logY_);
  top->addStretch(1);
  top->addWidget(sweep);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(4);
  layout->addLayout(top);
  layout->addWidget(plot_, 1);
  layout->addWidget(counts_);

  empty_ = new QLabel(plot_);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setTextFormat(Qt::RichText);
  empty_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(empty_, &QLabel::linkActivated, this, &FrontView::sweepRequested);
  connect(sweep, &QPushButton::clicked, this, &FrontView::sweepRequested);
  connect(choice_, &QComboBox::activated, this, &FrontView::setObjective);
  const auto logs = [this] { setLogarithmic(logX_->isChecked(), logY_->isChecked()); };
  connect(logX_, &QCheckBox::clicked, this, logs);
  connect(logY_, &QCheckBox::clicked, this, logs);
  connect(&state, &ViewState::modeChanged, this, &FrontView::refreshMode);
  refreshMode();
  setData({});
}

FrontView::~FrontView() { float_.reset(); }  // before the plot deletes its layer

const FrontObjective* FrontView::shown() const {
  return objective_ < static_cast<int>(data_.objectives.size()) ? &data_.objectives[static_cast<std::size_t>(objective_)] : nullptr;
}

bool FrontView::paintable(const FrontPoint& p) const {
  const FrontObjective* o = shown();
  return p.valid && std::isfinite(p.x) && std::isfinite(p.y) && (!o->x.logarithmic || p.x > 0) && (!o->y.logarithmic || p.y > 0);
}

QString FrontView::emptyReason() const {
  const FrontObjective* o = shown();
  if (!o || o->points.empty()) return data_.running ? tr("The sweep has no result yet.") : tr("No plans have been tried yet: run a sweep.");
  if (order_.empty()) return tr("None of the %1 plans can be shown: all are invalid or have no value.").arg(o->points.size());
  return {};
}

void FrontView::setData(FrontData data) {
  const QString before = shown() ? shown()->name : QString();
  // A log axis the user chose outlives partial results.
  if (const FrontObjective* o = shown())
    for (FrontObjective& fresh : data.objectives)
      if (fresh.name == o->name) {
        fresh.x.logarithmic = o->x.logarithmic;
        fresh.y.logarithmic = o->y.logarithmic;
      }
  data_ = std::move(data);
  choice_->clear();
  for (const FrontObjective& o : data_.objectives) choice_->addItem(o.name);
  choice_->setVisible(data_.objectives.size() > 1);
  const int same = choice_->findText(before);
  if (same < 0) zoomed_ = false;
  objective_ = std::max(same, 0);
  if (!data_.objectives.empty()) choice_->setCurrentIndex(objective_);
  // While results come in the whole is shown, unless the user has zoomed.
  refreshObjective();
}

void FrontView::setObjective(int objective) {
  if (objective == objective_ || objective < 0 || objective >= static_cast<int>(data_.objectives.size())) return;
  objective_ = objective;
  choice_->setCurrentIndex(objective);
  zoomed_ = false;
  refreshObjective();
}

void FrontView::setLogarithmic(bool x, bool y) {
  if (!shown()) return;
  FrontObjective& o = data_.objectives[static_cast<std::size_t>(objective_)];
  o.x.logarithmic = x;
  o.y.logarithmic = y;
  zoomed_ = false;
  refreshObjective();
}

void FrontView::setCurrent(std::vector<FrontCurrent> current) {
  current_ = std::move(current);
  plot_->layer(QStringLiteral("float"))->replot();
}

void FrontView::setRanges(std::vector<FrontRanges> ranges) {
  ranges_ = std::move(ranges);
  if (!zoomed_) fit();  // whiskers reach beyond the points
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

QStringList FrontView::restsOn() const {
  const auto& a = state().answered();
  return a && a->outcome.uncertainty ? intervals::restsOnLines(*a->outcome.uncertainty) : QStringList();
}

void FrontView::refreshObjective() {
  index();
  hovered_ = -1;
  if (const FrontObjective* o = shown()) {
    logX_->setChecked(o->x.logarithmic);
    logY_->setChecked(o->y.logarithmic);
  }
  refreshAxes();
  if (!zoomed_) fit();
  refreshText();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void FrontView::index() {
  order_.clear();
  front_.clear();
  const FrontObjective* o = shown();
  if (!o) return;
  for (int i = 0; i < static_cast<int>(o->points.size()); ++i)
    if (paintable(o->points[static_cast<std::size_t>(i)])) order_.push_back(i);
  scaled_.assign(o->points.size(), {});
  for (const int i : order_) {
    const FrontPoint& f = o->points[static_cast<std::size_t>(i)];
    scaled_[static_cast<std::size_t>(i)] = {o->x.logarithmic ? std::log(f.x) : f.x, o->y.logarithmic ? std::log(f.y) : f.y};
  }
  const auto& p = o->points;
  std::sort(order_.begin(), order_.end(), [&](int a, int b) {
    const FrontPoint& u = p[static_cast<std::size_t>(a)];
    const FrontPoint& v = p[static_cast<std::size_t>(b)];
    return std::tuple(u.x, u.y, a) < std::tuple(v.x, v.y, b);
  });
  for (const int i : order_)
    if (p[static_cast<std::size_t>(i)].onFront) front_.push_back(i);
}

void FrontView::refreshAxes() {
  const FrontObjective* o = shown();
  const auto apply = [&](QCPAxis* axis, const FrontAxis& a, const DisplayUnit& u) {
    axis->setScaleType(a.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setTicker(frontTicker(a.logarithmic));
    axis->setLabel(axisTitle(a, u));
  };
  const auto [ux, uy] = displayUnits(*this);
  if (ux.name != unitNames_.first || uy.name != unitNames_.second) zoomed_ = false;  // the numbers on the axes have changed
  unitNames_ = {ux.name, uy.name};
  if (o) {
    apply(plot_->xAxis, o->x, ux);
    apply(plot_->yAxis, o->y, uy);
  }
}

void FrontView::fit() {
  const auto ranges = fittedRanges(*this);
  if (!ranges) return;
  plot_->xAxis->setRange(ranges->first);
  plot_->yAxis->setRange(ranges->second);
}

QString FrontView::countLine() const {
  const FrontObjective* o = shown();
  if (!o || o->points.empty()) return {};
  const QLocale locale;
  qsizetype invalid = 0;
  qsizetype unknown = 0;
  for (const FrontPoint& p : o->points) {
    if (!p.valid) ++invalid;
    else if (!paintable(p)) ++unknown;
  }
  const auto n = static_cast<qsizetype>(o->points.size());
  QString s = data_.running && data_.planned > static_cast<std::uint64_t>(n)
                  ? tr("%1 of %2 plans so far").arg(locale.toString(n), locale.toString(static_cast<qulonglong>(data_.planned)))
                  : tr("%1 plans").arg(locale.toString(n));
  s += tr(": %1 non-dominated, %2 invalid").arg(locale.toString(static_cast<qsizetype>(front_.size())), locale.toString(invalid));
  if (unknown > 0) s += tr(", %1 without a value on these axes").arg(locale.toString(unknown));
  return s;
}

void FrontView::refreshText() {
  const QString reason = emptyReason();
  empty_->setVisible(!reason.isEmpty());
  const bool painted = reason.isEmpty();
  for (QCPAxis* a : {plot_->xAxis, plot_->yAxis}) {
    a->setVisible(painted);
    a->grid()->setVisible(painted);
  }
  plot_->axisRect()->setVisible(painted);
  if (!painted)
    empty_->setText(tr("<h3>%1</h3><p>Here every plan of a sweep is a point, energy against time, and those that no other<br>"
                       "plan beats in both are joined. The scenario in hand moves among them as you change it.</p>"
                       "<p><a href='sweep'>Sweep…</a> for example over<br>global batch and nodes<br>"
                       "accelerator frequency and bucket size<br>storage tier and readers per node</p>")
                        .arg(reason));
  const QString counts = countLine();
  counts_->setText(counts);
  counts_->setVisible(!counts.isEmpty());
  logX_->setEnabled(shown() != nullptr);
  logY_->setEnabled(shown() != nullptr);
  plot_->setAccessibleDescription(counts.isEmpty() ? reason : counts);
}

void FrontView::refreshMode() {
  const theme::Colors c = theme::colors(state().mode());
  plot_->setBackground(c.background);
  for (QCPAxis* a : {plot_->xAxis, plot_->yAxis}) {
    a->setBasePen(QPen(c.axis));
    a->setTickPen(QPen(c.axis));
    a->setSubTickPen(QPen(c.axis));
    a->setTickLabelColor(c.text);
    a->setLabelColor(c.text);
    a->setTickLabelFont(theme::axisFont());
    a->setLabelFont(theme::axisFont());
    a->grid()->setPen(QPen(c.grid, 0));
    a->grid()->setZeroLinePen(Qt::NoPen);
  }
  QPalette p = theme::palette(state().mode());
  p.setColor(QPalette::WindowText, c.faintText);
  empty_->setPalette(p);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void FrontView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  empty_->setGeometry(plot_->rect());
}

QPointF FrontView::placeOf(int position) const {
  const FrontObjective* o = shown();
  const FrontPoint& p = o->points[static_cast<std::size_t>(position)];
  const auto [ux, uy] = displayUnits(*this);
  return {plot_->xAxis->coordToPixel(p.x / ux.factor), plot_->yAxis->coordToPixel(p.y / uy.factor)};
}

int FrontView::pointAt(const QPointF& place, double tolerance) const {
  const FrontObjective* o = shown();
  if (!o || order_.empty()) return -1;
  const double factor = displayUnits(*this).first.factor;
  const double from = plot_->xAxis->pixelToCoord(place.x() - tolerance) * factor;
  const double to = plot_->xAxis->pixelToCoord(place.x() + tolerance) * factor;
  auto it = std::lower_bound(order_.begin(), order_.end(), from, [&](int i, double v) { return o->points[static_cast<std::size_t>(i)].x < v; });
  int best = -1;
  double bestDistance = tolerance * tolerance;
  for (; it != order_.end() && o->points[static_cast<std::size_t>(*it)].x <= to; ++it) {
    const QPointF d = placeOf(*it) - place;
    // One on the front wins over one beside it.
    const double distance = QPointF::dotProduct(d, d) * (o->points[static_cast<std::size_t>(*it)].onFront ? 0.5 : 1);
    if (distance <= bestDistance) {
      best = *it;
      bestDistance = distance;
    }
  }
  return best;
}

bool FrontView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_ || order_.empty()) return View::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress: {
      const auto* e = static_cast<QMouseEvent*>(event);
      pressAt_ = e->pos();
      pressed_ = true;
      moved_ = false;
      dragX_ = plot_->xAxis->range();
      dragY_ = plot_->yAxis->range();
      return true;
    }
    case QEvent::MouseMove: {
      const auto* e = static_cast<QMouseEvent*>(event);
      if (pressed_ && (e->pos() - pressAt_).manhattanLength() > kClickDistance) moved_ = true;
      if (pressed_ && moved_) {
        zoomed_ = true;
        dragAxis(plot_->xAxis, dragX_, pressAt_.x(), e->pos().x());
        dragAxis(plot_->yAxis, dragY_, pressAt_.y(), e->pos().y());
        plot_->replot(QCustomPlot::rpQueuedReplot);
        return true;
      }
      const int before = hovered_;
      hovered_ = pointAt(e->pos(), kNearPoint);
      if (hovered_ != before) {
        state().setHovered(hovered_ < 0 ? QString() : hoverLines(*this, hovered_).join(QStringLiteral(" · ")));
        plot_->setCursor(hovered_ < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
        plot_->layer(QStringLiteral("float"))->replot();
      }
      return true;
    }
    case QEvent::MouseButtonRelease: {
      const auto* e = static_cast<QMouseEvent*>(event);
      const bool click = pressed_ && !moved_;
      pressed_ = false;
      if (click) {
        const int at = pointAt(e->pos(), kNearPoint);
        if (at >= 0) emit pointChosen(shown()->points[static_cast<std::size_t>(at)].index);
      }
      return true;
    }
    case QEvent::MouseButtonDblClick:
      zoomed_ = false;
      fit();
      plot_->replot(QCustomPlot::rpQueuedReplot);
      return true;
    case QEvent::Wheel: {
      const auto* e = static_cast<QWheelEvent*>(event);
      zoomed_ = true;
      const double factor = std::pow(0.85, e->angleDelta().y() / 120.0);
      plot_->xAxis->scaleRange(factor, plot_->xAxis->pixelToCoord(e->position().x()));
      plot_->yAxis->scaleRange(factor, plot_->yAxis->pixelToCoord(e->position().y()));
      plot_->replot(QCustomPlot::rpQueuedReplot);
      return true;
    }
    case QEvent::Leave:
      if (hovered_ >= 0) {
        hovered_ = -1;
        state().setHovered({});
        plot_->layer(QStringLiteral("float"))->replot();
      }
      return false;
    default: return View::eventFilter(watched, event);
  }
}

QVector<QStringList> FrontView::table() const {
  const FrontObjective* o = shown();
  if (!o) return {};
  const auto head = [](const FrontAxis& a) { return a.unit.isEmpty() ? a.title : QStringLiteral("%1 (%2)").arg(a.title, a.unit); };
  // Columns of ranges stand only where there are any.
  const FrontRanges* ranges = FrontPaint::ranges(*this);
  const bool ranged = ranges && !ranges->empty();
  QStringList heads{tr("plan"), head(o->x), head(o->y), tr("non-dominated"), tr("valid"), tr("settings")};
  if (ranged)
    for (const FrontAxis* a : {&o->x, &o->y})
      for (const QString& end : {tr("low"), tr("high")}) heads << QStringLiteral("%1, %2").arg(head(*a), end);
  QVector<QStringList> out{heads};
  const auto number = [](double v) { return std::isfinite(v) ? QString::number(v, 'g', 9) : QCoreApplication::translate("FrontView", "unknown"); };
  for (const FrontPoint& p : o->points) {
    QStringList row{QString::number(p.index), number(p.x), number(p.y), p.onFront ? tr("yes") : tr("no"), p.valid ? tr("yes") : tr("no"), p.label.join(QStringLiteral("; "))};
    if (ranged) {
      const auto it = ranges->find(p.index);
      const FrontRange r = it == ranges->end() ? FrontRange{} : it->second;
      for (const double v : {r.xLow, r.xHigh, r.yLow, r.yHigh}) row << (std::isfinite(v) ? QString::number(v, 'g', 9) : QString());
    }
    out.append(row);
  }
  return out;
}

}  // namespace weir
