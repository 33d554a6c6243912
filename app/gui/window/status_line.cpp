#include "app/gui/window/status_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <utility>

#include "core/base/units.h"
#include "core/summarize/head_words.h"
#include "views/shared/intervals.h"
#include "views/shared/text.h"
#include "views/shared/trace.h"
#include "views/shared/truth_icon.h"

namespace weir {
namespace {

struct Numbers {
  QString step, exposed, bytes, energy;
};

Numbers numbersOf(const Answered& a) {
  const Outcome& o = a.outcome;
  const double share = o.breakdown.exposed_communication_s / o.step_s;
  return {q(units::showSeconds(o.step_s)), q(units::showPercent(share)), q(units::showBytes(o.volume.network_step_bytes)), q(units::showJoules(o.energy_step_j))};
}

// One line with its end left out where there is no room for it: of a text cut at its beginning nobody knows what it is about.
class EndElided : public QLabel {
 public:
  using QLabel::QLabel;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter p(this);
    p.setPen(palette().color(foregroundRole()));
    p.drawText(contentsRect(), int(alignment()), fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
  }
};

}  // namespace

QString changeText(const QString& before, const QString& now) {
  if (before.isEmpty() || before == now) return now;
  const qsizetype b = before.indexOf(QLatin1Char(' '));
  const qsizetype n = now.indexOf(QLatin1Char(' '));
  const bool sameUnit = b > 0 && n > 0 && before.mid(b) == now.mid(n);
  return (sameUnit ? before.left(b) : before) + QStringLiteral(" → ") + now;
}

StatusLine::StatusLine(ViewState& state, QWidget* parent) : QWidget(parent), state_(state) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(8, 2, 8, 2);
  line->setSpacing(8);
  run_ = new QLabel(this);
  run_->setTextFormat(Qt::PlainText);
  line->addWidget(run_);
  const QString tips[] = {tr("Time of one training step, by closed forms; in brackets its 95 % interval"), tr("Communication that computing does not hide, as a share of the step"),
                          tr("Bytes all hosts inject into the network in a step"), tr("Energy of a step, all nodes, network and storage; in brackets its 95 % interval")};
  for (int i = 0; i < 4; ++i) {
    numbers_[i] = new QLabel(this);
    numbers_[i]->setToolTip(tips[i]);
    numbers_[i]->setTextFormat(Qt::PlainText);
    line->addWidget(numbers_[i]);
    if (i < 3) {
      separators_[i] = new QLabel(QStringLiteral("·"), this);
      line->addWidget(separators_[i]);
    }
  }
  why_ = new QLabel(this);
  why_->setTextFormat(Qt::PlainText);
  why_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  line->addWidget(why_, 3);
  line->addStretch(1);
  hovered_ = new EndElided(this);
  hovered_->setTextFormat(Qt::PlainText);
  hovered_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  hovered_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  line->addWidget(hovered_, 2);
  connect(&state_, &ViewState::answeredChanged, this, [this] {
    refused_.clear();
    refresh();
  });
  connect(&state_, &ViewState::runsChanged, this, &StatusLine::refresh);
  connect(&state_, &ViewState::hoverChanged, this, [this](const QString& text) { hovered_->setText(text); });
  refresh();
}

QSize StatusLine::minimumSizeHint() const { return {120, QWidget::minimumSizeHint().height()}; }

void StatusLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void StatusLine::fit() {
  int room = width() - 16;
  // A name may be long; what is left of it is read as such.
  const QString shown = run_->fontMetrics().elidedText(trace_, Qt::ElideRight, std::max(60, room - 32));
  run_->setText(shown + QStringLiteral("   │"));
  run_->setVisible(!trace_.isEmpty());
  if (!trace_.isEmpty()) room -= run_->sizeHint().width() + 8;
  if (!why_->isHidden()) return;
  // Whole numbers from the left, as many as there is room for: one cut in the middle would be read as another.
  for (int i = 0; i < 4; ++i) {
    room -= numbers_[i]->sizeHint().width() + (i > 0 ? separators_[i - 1]->sizeHint().width() + 16 : 0);
    const bool fits = (i == 0 && trace_.isEmpty()) || room >= 0;
    numbers_[i]->setVisible(fits);
    if (i > 0) separators_[i - 1]->setVisible(fits);
  }
  setToolTip(numbers_[3]->isHidden() || shown != trace_ ? text() : QString());
}

void StatusLine::setExample(std::function<bool()> isExample) {
  isExample_ = std::move(isExample);
  refresh();
}

QString StatusLine::traceText() const {
  if (!isExample_ || !isExample_()) return {};
  const ShownRun* first = nullptr;
  int others = 0;
  for (const ShownRun& r : state_.runs()) {
    if (!r.visible || !(isTrace(r) || r.stale)) continue;
    if (first) ++others;
    else first = &r;
  }
  if (!first) return {};
  const Run& run = *first->run;
  QStringList parts;
  // The title of several ranks counts them already.
  if (const int n = int(run.ranks.size()); n > 0 && !first->title.contains(QStringLiteral("%1 ranks").arg(n))) parts << tr("%n rank(s)", nullptr, n);
  if (withoutTimes(run)) parts << truthText(run);
  else if (const auto [from, to] = run.span(); to > from) parts << q(units::showSeconds(double(to - from) / 1e12));
  if (const std::size_t n = run.slices.size(); n > 0) parts << (n == 1 ? tr("1 slice") : tr("%1 slices").arg(QLocale().toString(qulonglong(n))));
  if (others > 0) parts << tr("%n more run(s)", nullptr, others);
  return parts.isEmpty() ? first->title : first->title + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

void StatusLine::compareWith(std::shared_ptr<const Answered> base, const QString& name) {
  base_ = std::move(base);
  baseName_ = name;
  refresh();
}

void StatusLine::setRefused(const QString& why) {
  refused_ = why;
  refresh();
}

void StatusLine::refresh() {
  trace_ = traceText();
  const auto& now = state_.answered();
  const bool numbers = now && refused_.isEmpty();
  for (QLabel* l : numbers_) l->setVisible(numbers);
  for (QLabel* l : separators_) l->setVisible(numbers);
  why_->setVisible(!numbers);
  if (!numbers) {
    why_->setText(refused_.isEmpty() ? tr("No scenario answered yet") : tr("No answer: %1").arg(refused_));
    fit();
    return;
  }
  const Numbers n = numbersOf(*now);
  Numbers b;
  if (base_) b = numbersOf(*base_);
  // Whose numbers these are: a trace may be open beside, and they are not the trace's.
  const QString scenario = q(now->scenario.name);
  const QString prefix = (!baseName_.isEmpty() ? baseName_ : !trace_.isEmpty() ? tr("Scenario (example)") : scenario.isEmpty() ? tr("Predicted") : tr("%1, predicted").arg(scenario)) + QStringLiteral(": ");
  const Uncertainty u = now->outcome.uncertainty.value_or(Uncertainty{});
  numbers_[0]->setText(prefix + tr("step %1").arg(changeText(b.step, n.step) + intervals::range(now->outcome.step_s, u.step_s, units::showSeconds)));
  numbers_[1]->setText(tr("exposed communication %1").arg(changeText(b.exposed, n.exposed)));
  numbers_[2]->setText(tr("%1 per step", "bytes").arg(changeText(b.bytes, n.bytes)));
  numbers_[3]->setText(tr("%1 per step", "energy").arg(changeText(b.energy, n.energy) + intervals::range(now->outcome.energy_step_j, u.energy_step_j, units::showJoules)));
  fit();
}

QString StatusLine::text() const {
  QStringList parts;
  if (!trace_.isEmpty()) parts << trace_;
  if (!why_->isHidden()) return (parts << why_->text()).join(QStringLiteral(" · "));
  for (const QLabel* l : numbers_) parts << l->text();
  return parts.join(QStringLiteral(" · "));
}

}  // namespace weir
