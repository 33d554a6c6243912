#include "views/validation/validation_view.h"

#include <QHeaderView>
#include <QResizeEvent>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <cmath>

#include "views/shared/text.h"
#include "views/validation/validation_canvas.h"

namespace weir {
namespace {

constexpr int kNarrow = 760;  // px below which the list stands under the plots

QString percent(double f) { return chart::valueText(f, "1"); }

QIcon markIcon(int mark, theme::Mode mode, qreal ratio) {
  QPixmap pm(QSize(16, 16) * ratio);
  pm.setDevicePixelRatio(ratio);
  pm.fill(Qt::transparent);
  QPainter g(&pm);
  g.setRenderHint(QPainter::Antialiasing);
  const chart::Style s = chart::onScreen(mode, &pm);
  chart::marker(g, {8, 8}, mark, 4.5, chart::seriesColor(mark, s), s);
  return QIcon(pm);
}

}  // namespace

ValidationView::ValidationView(ViewState& s, QWidget* parent) : View(s, parent), canvas_(new ValidationCanvas), list_(new QTreeWidget), splitter_(new QSplitter(this)) {
  list_->setColumnCount(5);
  list_->setHeaderLabels({tr("Table, quantity"), tr("Rows"), tr("Mean"), tr("Median"), tr("p95")});
  list_->headerItem()->setToolTip(1, tr("Rows predicted"));
  for (int c = 2; c < 5; ++c) list_->headerItem()->setToolTip(c, tr("Of |predicted − measured| / measured"));
  for (int c = 1; c < 5; ++c) list_->headerItem()->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
  list_->setRootIsDecorated(false);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setAccessibleName(tr("Quantities and their errors"));
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setMinimumSize(240, 90);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setMinimumSectionSize(40);
  for (int c = 1; c < 5; ++c) list_->header()->setSectionResizeMode(c, QHeaderView::ResizeToContents);
  splitter_->addWidget(canvas_);
  splitter_->addWidget(list_);
  splitter_->setChildrenCollapsible(false);
  splitter_->setStretchFactor(0, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(splitter_);

  canvas_->setDescriber([this](ValidationPoint at) { return line(at); });
  canvas_->setMode(s.mode());
  connect(&s, &ViewState::validationChanged, this, &ValidationView::read);
  connect(&s, &ViewState::modeChanged, this, [this] {
    canvas_->setMode(state().mode());
    refreshMode();
  });
  connect(&s, &ViewState::selectionChanged, this, [this] {
    if (state().selection().kind != Selection::Kind::Point) canvas_->setSelected(std::nullopt);
  });
  connect(list_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int c) {
    if (c == 0) setShown(item->data(0, Qt::UserRole).toULongLong(), item->checkState(0) == Qt::Checked);
  });
  connect(canvas_, &ValidationCanvas::pointHovered, this, [this](std::optional<ValidationPoint> at) { state().setHovered(at ? line(*at) : QString()); });
  connect(canvas_, &ValidationCanvas::pointChosen, this, &ValidationView::chose);
  refreshMode();
  read();
}

void ValidationView::read() {
  picture_ = state().validation() ? validationPicture(*state().validation()) : ValidationPicture{};
  for (ValidationSeries& s : picture_.series)
    if (const auto it = chosen_.find(s.key()); it != chosen_.end()) s.shown = it->second;
  fillList();
  canvas_->setPicture(picture_);
}

void ValidationView::fillList() {
  const QSignalBlocker block(list_);
  list_->clear();
  for (std::size_t i = 0; i < picture_.series.size(); ++i) {
    const ValidationSeries& s = picture_.series[i];
    auto* item = new QTreeWidgetItem(list_, {s.table + QLatin1Char('\n') + s.quantity, QString::number(s.points.size()), percent(s.mean), percent(s.median), percent(s.p95)});
    for (int c = 1; c < 5; ++c) item->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(0, Qt::UserRole, static_cast<qulonglong>(i));
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(0, s.shown ? Qt::Checked : Qt::Unchecked);
    QStringList tip{s.name(), s.split, tr("%1 rows fitted, %2 predicted, %3 set aside").arg(s.fitted).arg(s.points.size()).arg(s.setAside)};
    const calibrate::Validation& v = state().validation()->validations[i];
    for (const calibrate::Constant& c : v.constants)
      tip << QStringLiteral("%1 = %2 [%3, %4]").arg(q(c.name), quantityText(c.value, c.unit), QString::number(c.low, 'g', 4), QString::number(c.high, 'g', 4));
    for (const std::string& n : v.notes) tip << q(n);
    item->setToolTip(0, tip.join(QLatin1Char('\n')));
  }
  refreshIcons();
}

void ValidationView::refreshMode() {
  // The frame of a box to tick is drawn a little darker than the window: on dark ground nobody would see it.
  QPalette p = theme::palette(state().mode());
  if (state().mode() == theme::Mode::Dark) p.setColor(QPalette::Window, p.color(QPalette::PlaceholderText).lighter(140));
  list_->setPalette(p);
  refreshIcons();
}

void ValidationView::refreshIcons() {
  const QSignalBlocker block(list_);
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    list_->topLevelItem(i)->setIcon(0, markIcon(picture_.series[static_cast<std::size_t>(i)].mark, state().mode(), devicePixelRatioF()));
}

void ValidationView::setShown(std::size_t series, bool shown) {
  if (series >= picture_.series.size() || picture_.series[series].shown == shown) return;
  ValidationSeries& s = picture_.series[series];
  s.shown = shown;
  chosen_[s.key()] = shown;
  {
    const QSignalBlocker block(list_);
    list_->topLevelItem(static_cast<int>(series))->setCheckState(0, shown ? Qt::Checked : Qt::Unchecked);
  }
  canvas_->setPicture(picture_);
}

void ValidationView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  const Qt::Orientation wanted = width() < kNarrow ? Qt::Vertical : Qt::Horizontal;
  if (splitter_->orientation() != wanted || event->oldSize().width() <= 0) {
    splitter_->setOrientation(wanted);
    const int list = wanted == Qt::Horizontal ? std::min(430, width() * 2 / 5) : std::min(180, height() / 3);
    splitter_->setSizes({(wanted == Qt::Horizontal ? width() : height()) - list, list});
  }
}

QString ValidationView::emptyReason() const {
  if (!state().validation()) return tr("No measured tables are open: a folder of them (.csv), or one, is held against the models here.");
  if (picture_.empty() && std::any_of(picture_.series.begin(), picture_.series.end(), [](const ValidationSeries& s) { return s.shown; }))
    return tr("None of the rows could be predicted.");
  return {};
}

QString ValidationView::line(const ValidationPoint& at) const {
  const ValidationSeries& s = picture_.series[at.series];
  const calibrate::Predicted& p = s.points[at.point];
  QString interval;
  if (std::isfinite(p.low) && std::isfinite(p.high)) interval = QStringLiteral(" [%1, %2]").arg(quantityText(p.low, s.unit), quantityText(p.high, s.unit));
  return tr("%1: measured %2, predicted %3%4 (%5) · %6, row %7")
      .arg(q(p.label), quantityText(p.measured, s.unit), quantityText(p.predicted, s.unit), interval, errorText(p), s.name())
      .arg(p.row + 1);
}

void ValidationView::chose(const ValidationPoint& at) {
  const ValidationSeries& s = picture_.series[at.series];
  const calibrate::Predicted& p = s.points[at.point];
  Selection chosen;
  chosen.kind = Selection::Kind::Point;
  chosen.title = p.label.empty() ? tr("%1, row %2").arg(s.table).arg(p.row + 1) : q(p.label);
  chosen.facts = {{tr("quantity"), s.quantity}, {tr("measured"), quantityText(p.measured, s.unit)}, {tr("predicted"), quantityText(p.predicted, s.unit)}};
  if (std::isfinite(p.low) && std::isfinite(p.high))
    chosen.facts.emplace_back(tr("95 % interval"), QStringLiteral("[%1, %2]").arg(quantityText(p.low, s.unit), quantityText(p.high, s.unit)));
  chosen.facts.emplace_back(tr("error"), errorText(p));
  chosen.facts.emplace_back(tr("table"), s.table);
  chosen.facts.emplace_back(tr("row"), QString::number(p.row + 1));
  chosen.facts.emplace_back(tr("mean error of the quantity"), percent(s.mean));
  chosen.facts.emplace_back(tr("rows fitted"), QString::number(s.fitted));
  chosen.facts.emplace_back(tr("split"), s.split);
  state().select(chosen);
  canvas_->setSelected(at);
}

void ValidationView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  ValidationPicture p = picture_;
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  paintValidation(painter, p, layoutValidation(p, area, s, painter.device(), true), area, s);
}

QVector<QStringList> ValidationView::table() const {
  QVector<QStringList> t;
  if (picture_.series.empty()) return t;
  t << QStringList{tr("table"), tr("quantity"), tr("unit"), tr("row"), tr("label"), tr("measured"), tr("predicted"), tr("low"), tr("high"), tr("error")};
  const auto number = [](double v) { return std::isfinite(v) ? QString::number(v, 'g', 12) : QStringLiteral("unknown"); };
  for (const ValidationSeries& s : picture_.series)
    if (s.shown)
      for (const calibrate::Predicted& p : s.points)
        t << QStringList{s.table, s.quantity, q(s.unit), QString::number(p.row + 1), q(p.label), number(p.measured), number(p.predicted), number(p.low), number(p.high), number(p.predicted / p.measured - 1)};
  return t;
}

QStringList ValidationView::restsOn() const {
  QStringList out;
  if (!state().validation()) return out;
  for (std::size_t i = 0; i < picture_.series.size(); ++i) {
    if (!picture_.series[i].shown) continue;
    for (const calibrate::Constant& c : state().validation()->validations[i].constants)
      out << QStringLiteral("%1: %2 = %3 %4 [%5, %6]; %7")
                 .arg(picture_.series[i].name(), q(c.name), QString::number(c.value, 'g', 6), q(c.unit), QString::number(c.low, 'g', 6), QString::number(c.high, 'g', 6), q(c.source));
  }
  return out;
}

}  // namespace weir
