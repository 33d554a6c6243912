#include "views/runs/run_line.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <cmath>

#include "core/base/units.h"
#include "core/summarize/head_words.h"
#include "views/shared/icons.h"
#include "views/shared/theme.h"
#include "views/shared/truth_icon.h"

namespace weir {
namespace {

QToolButton* button(QWidget* parent, const QString& icon, const QString& name) {
  auto* b = new QToolButton(parent);
  b->setAutoRaise(true);
  b->setIconSize({16, 16});
  b->setFixedHeight(std::max(20, b->fontMetrics().height() + 4));  // the style's own would cost every line a quarter more
  icons::set(b, icon);
  b->setToolTip(name);
  b->setAccessibleName(name);
  return b;
}

}  // namespace

QString timeLeft(double s) {
  const auto whole = static_cast<qint64>(std::ceil(s - 1e-9));
  const auto two = [](qint64 n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
  if (whole < 60) return JobRow::tr("%1 s").arg(whole);
  if (whole < 3600) return JobRow::tr("%1 min %2 s").arg(whole / 60).arg(two(whole % 60));
  return JobRow::tr("%1 h %2 min").arg(whole / 3600).arg(two(whole % 3600 / 60));
}

JobRow::JobRow(QWidget* parent) : QWidget(parent) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  title_ = new QLabel(this);
  bar_ = new QProgressBar(this);
  bar_->setFixedWidth(140);
  bar_->setFixedHeight(14);
  bar_->setTextVisible(false);
  left_ = new QLabel(this);
  left_->setMinimumWidth(left_->fontMetrics().horizontalAdvance(tr("%1 left").arg(QStringLiteral("100 %, ") + timeLeft(59 * 60 + 59))) + 4);  // nothing jumps while it counts
  pause_ = button(this, QStringLiteral("pause"), tr("Pause this job"));
  connect(pause_, &QToolButton::clicked, this, [this] { emit pause(id_, !paused_); });
  stop_ = button(this, QStringLiteral("stop"), tr("Stop this job"));
  connect(stop_, &QToolButton::clicked, this, [this] { emit stop(id_); });
  line->addWidget(title_);
  line->addWidget(bar_);
  line->addWidget(left_);
  line->addWidget(pause_);
  line->addWidget(stop_);
}

void JobRow::show(const JobLine& job, bool withTitle) {
  id_ = job.id;
  title_->setVisible(withTitle);
  title_->setText(job.title);
  bar_->setAccessibleName(tr("Progress of %1").arg(job.title));
  bar_->setToolTip(job.phase);
  stop_->setAccessibleName(tr("Stop %1").arg(job.title));
  if (paused_ != job.paused) {
    paused_ = job.paused;
    icons::set(pause_, paused_ ? QStringLiteral("resume") : QStringLiteral("pause"));
    pause_->setToolTip(paused_ ? tr("Go on with this job") : tr("Pause this job"));
  }
  pause_->setAccessibleName(paused_ ? tr("Go on with %1").arg(job.title) : tr("Pause %1").arg(job.title));
  pause_->setVisible(job.pausable);
  pause_->setEnabled(!job.stopping);
  bar_->setEnabled(!job.paused);
  if (job.fraction >= 0) {
    bar_->setRange(0, 1000);
    bar_->setValue(int(std::lround(std::min(1.0, job.fraction) * 1000)));
  } else {
    bar_->setRange(0, 0);
  }
  QStringList parts;
  if (job.stopping) parts << tr("stopping");
  else {
    if (job.paused) parts << tr("paused");
    if (!job.amount.isEmpty()) parts << job.amount;
    if (job.fraction >= 0) parts << tr("%1 %").arg(int(job.fraction * 100));
    if (job.eta_s >= 0) parts << tr("%1 left").arg(timeLeft(job.eta_s));
    else if (job.fraction >= 0) parts << tr("time left unknown");
    if (parts.isEmpty() || job.fraction < 0) parts << job.phase;
  }
  left_->setText(parts.join(QStringLiteral(", ")));
  stop_->setEnabled(!job.stopping);
  QWidget::show();
}

RunLine::RunLine(int runId, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("run.%1").arg(runId));
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  visible_ = new QCheckBox(this);
  connect(visible_, &QCheckBox::toggled, this, &RunLine::visibleToggled);
  sign_ = new QLabel(this);
  sign_->setObjectName(QStringLiteral("sign"));
  title_ = new QLabel(this);
  title_->setTextFormat(Qt::PlainText);
  facts_ = new QLabel(this);
  facts_->setForegroundRole(QPalette::PlaceholderText);
  facts_->setTextFormat(Qt::PlainText);
  job_ = new JobRow(this);
  job_->hide();
  connect(job_, &JobRow::stop, this, &RunLine::stop);
  connect(job_, &JobRow::pause, this, &RunLine::pause);
  pin_ = button(this, QStringLiteral("pin"), tr("Pin as A"));
  pin_->setCheckable(true);
  connect(pin_, &QToolButton::clicked, this, &RunLine::pinToggled);
  remove_ = button(this, QStringLiteral("close"), tr("Remove"));
  connect(remove_, &QToolButton::clicked, this, &RunLine::removeClicked);
  line->addWidget(visible_);
  line->addWidget(sign_);
  line->addWidget(title_);
  line->addWidget(facts_);
  line->addWidget(job_);
  line->addStretch(1);
  line->addWidget(pin_);
  line->addWidget(remove_);
}

void RunLine::show(const ShownRun& shown, bool pinned) {
  const QSignalBlocker block(visible_);
  const QString truth = truthText(*shown.run);
  visible_->setChecked(shown.visible);
  visible_->setAccessibleName(tr("Show %1").arg(shown.title));
  visible_->setToolTip(tr("Show in the views"));
  sign_->setPixmap(truthIcon(shown.run->truth, shown.stale, theme::rankColor(color_)).pixmap(QSize(14, 14), devicePixelRatioF()));
  sign_->setToolTip(truth);
  sign_->setAccessibleName(truth);
  title_->setText(pinned ? tr("A: %1").arg(shown.title) : shown.title);
  title_->setEnabled(!shown.stale);
  QStringList facts{truth};
  if (const auto [lo, hi] = shown.run->span(); hi > lo && !withoutTimes(*shown.run)) facts << QString::fromStdString(units::show(Time::ps(hi - lo)));
  if (const qsizetype ranks = qsizetype(shown.run->ranks.size()); ranks > 0) facts << tr("%n rank(s)", nullptr, int(ranks));
  if (shown.stale) facts << tr("stale: its scenario has changed");
  if (shown.partial) facts << tr("partial");
  facts_->setText(facts.join(QStringLiteral(" · ")));
  pin_->setChecked(pinned);
  pin_->setAccessibleName(tr("Pin %1 as A").arg(shown.title));
  remove_->setAccessibleName(tr("Remove %1").arg(shown.title));
}

void RunLine::setJob(const JobLine* job) {
  if (job) job_->show(*job, false);
  else job_->hide();
}

}  // namespace weir
