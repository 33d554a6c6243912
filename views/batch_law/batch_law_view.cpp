#include "views/batch_law/batch_law_view.h"

#include <QVBoxLayout>
#include <cmath>

#include "views/shared/text.h"

namespace weir {
namespace {
}  // namespace

BatchLawView::BatchLawView(ViewState& s, QWidget* parent) : View(s, parent), canvas_(new BatchLawCanvas) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(canvas_);
  canvas_->setMode(s.mode());
  connect(&s, &ViewState::batchLawChanged, this, &BatchLawView::refresh);
  connect(&s, &ViewState::answeredChanged, this, &BatchLawView::moveMark);
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(canvas_, &BatchLawCanvas::batchHovered, this, [this](std::optional<std::size_t> i) {
    state().setHovered(i && state().batchLaw() ? batchLines(*state().batchLaw(), *i).join(QStringLiteral(" · ")) : QString());
  });
  connect(canvas_, &BatchLawCanvas::batchChosen, this, &BatchLawView::chose);
  refresh();
}

BatchLawPicture BatchLawView::build() const {
  BatchLawPicture p;
  p.law = state().batchLaw();
  if (!p.law) return p;
  p.title = p.law->scenario.empty() ? tr("Bytes per sample against the batch") : tr("Bytes per sample against the batch: %1").arg(q(p.law->scenario));
  QStringList remark{tr("Bytes per sample = V_DP/B + V_activation, over all ranks; both axes logarithmic.")};
  const auto sentence = [](const QString& t) { return t.left(1).toUpper() + t.mid(1); };
  for (const BatchLawLevel& level : p.law->levels)
    if (std::isfinite(level.crossover) && level.crossover > 1 && !level.total.empty() && level.total.front() > 0)
      remark << tr("%1: what comes with every sample is the larger part from batch %2 on.").arg(sentence(levelName(level.name)), QString::number(std::ceil(level.crossover), 'f', 0));
  p.remark = remark.join(QLatin1Char(' '));
  p.batch = p.law->batch;
  return p;
}

void BatchLawView::refresh() {
  canvas_->setPicture(build());
  moveMark();
}

void BatchLawView::moveMark() {
  const auto& a = state().answered();
  if (!a || !state().batchLaw()) return;
  const auto batch = static_cast<double>(a->scenario.plan.global_batch);
  if (batch == canvas_->picture().batch) return;
  BatchLawPicture p = canvas_->picture();
  p.batch = batch;
  canvas_->setPicture(std::move(p));
}

QString BatchLawView::emptyReason() const {
  if (!state().batchLaw()) return tr("No training scenario is answered: the law of batch size is drawn for one.");
  return build().empty() ? tr("This scenario moves no bytes that depend on the batch.") : QString();
}

void BatchLawView::chose(std::size_t i) {
  const auto& law = state().batchLaw();
  if (!law || i >= law->batches.size()) return;
  Selection s;
  s.kind = Selection::Kind::Point;
  s.title = batchLines(*law, i).front();
  for (const BatchLawLevel& level : law->levels) {
    if (std::isnan(level.total[i])) continue;
    s.facts.emplace_back(levelName(level.name), chart::valueText(level.total[i], "B"));
    s.facts.emplace_back(tr("paid once a step"), chart::valueText(level.per_step[i], "B"));
    s.facts.emplace_back(tr("with every sample"), chart::valueText(level.per_sample[i], "B"));
    if (const QString exact = chart::exactText(level.total[i], "B"); !exact.isEmpty()) s.facts.emplace_back(tr("exactly"), exact);
  }
  state().select(s);
}

void BatchLawView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  BatchLawPicture p = build();
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  painter.fillRect(area, Qt::white);
  paintBatchLaw(painter, p, layoutBatchLaw(p, area, s, painter.device()), area, s);
}

QVector<QStringList> BatchLawView::table() const {
  QVector<QStringList> t;
  const BatchLawPicture p = build();
  if (p.empty()) return t;
  t << QStringList{tr("global batch (samples)"), tr("level"), tr("bytes per sample (B)"), tr("paid once a step (B)"), tr("with every sample (B)")};
  const auto number = [](double v) { return std::isfinite(v) ? QString::number(v, 'g', 12) : QStringLiteral("unknown"); };
  for (std::size_t i = 0; i < p.law->batches.size(); ++i)
    for (const BatchLawLevel& level : p.law->levels)
      t << QStringList{QString::number(p.law->batches[i], 'g', 12), levelName(level.name), number(level.total[i]), number(level.per_step[i]), number(level.per_sample[i])};
  return t;
}

}  // namespace weir
