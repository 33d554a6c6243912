#include "views/runs/runs_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "views/runs/run_line.h"

namespace weir {

namespace {
constexpr int kColors = 8;  // of theme::rankColor
constexpr int kUsual = 4;   // runs beside each other: a trace, a prediction, two simulations
}  // namespace

RunsPanel::RunsPanel(ViewState& state, QWidget* parent) : QWidget(parent), state_(state) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setAccessibleName(tr("Runs and jobs"));
  auto* body = new QWidget;
  column_ = new QVBoxLayout(body);
  column_->setContentsMargins(8, 2, 8, 2);
  column_->setSpacing(2);
  empty_ = new QLabel(tr("Runs appear here: a measured trace once it is opened, a simulated one while it is computed."), body);
  empty_->setForegroundRole(QPalette::PlaceholderText);
  empty_->setWordWrap(true);
  column_->addWidget(empty_);
  column_->addStretch(1);
  scroll->setWidget(body);
  outer->addWidget(scroll);
  connect(&state_, &ViewState::runsChanged, this, &RunsPanel::rebuild);
  rebuild();
}

QSize RunsPanel::sizeHint() const {
  RunLine line(0);
  const QMargins m = column_->contentsMargins();
  return {400, kUsual * line.sizeHint().height() + (kUsual - 1) * column_->spacing() + m.top() + m.bottom()};
}

void RunsPanel::setPinned(int runId) {
  if (pinned_ == runId) return;
  pinned_ = runId;
  rebuild();
}

void RunsPanel::rebuild() {
  int at = 0;
  QList<int> seen;
  for (const ShownRun& r : state_.runs()) {
    RunLine*& line = lines_[r.id];
    if (!line) {
      line = new RunLine(r.id);
      line->setColor(freeColor(line));
      connect(line, &RunLine::visibleToggled, this, [this, id = r.id](bool on) { state_.setVisible(id, on); });
      connect(line, &RunLine::pinToggled, this, [this, id = r.id](bool on) { emit pinRequested(on ? id : 0); });
      connect(line, &RunLine::removeClicked, this, [this, id = r.id] { emit removeRequested(id); });
      connect(line, &RunLine::stop, this, &RunsPanel::stopRequested);
      connect(line, &RunLine::pause, this, &RunsPanel::pauseRequested);
      column_->insertWidget(at, line);
    }
    line->show(r, r.id == pinned_);
    seen << r.id;
    ++at;
  }
  for (auto it = lines_.begin(); it != lines_.end();) {
    if (seen.contains(it.key())) {
      ++it;
      continue;
    }
    // The line may be the sender of the click that removed its run.
    it.value()->hide();
    it.value()->deleteLater();
    it = lines_.erase(it);
  }
  setJobs(jobLines_);
}

// The first colour that the fewest other lines have: runs that stay keep theirs.
int RunsPanel::freeColor(const RunLine* newcomer) const {
  int used[kColors] = {};
  for (const RunLine* l : lines_)
    if (l && l != newcomer) ++used[l->color()];
  return static_cast<int>(std::min_element(used, used + kColors) - used);
}

void RunsPanel::setJobs(const std::vector<JobLine>& jobs) {
  jobLines_ = jobs;
  QHash<int, const JobLine*> ofRun;
  QList<quint64> seen;
  for (const JobLine& j : jobs) {
    if (j.runId != 0 && lines_.contains(j.runId)) {
      ofRun[j.runId] = &j;
      continue;
    }
    JobRow*& row = jobs_[j.id];
    if (!row) {
      row = new JobRow;
      connect(row, &JobRow::stop, this, &RunsPanel::stopRequested);
      connect(row, &JobRow::pause, this, &RunsPanel::pauseRequested);
      column_->insertWidget(int(lines_.size()) + int(jobs_.size()) - 1, row, 0, Qt::AlignLeft);
    }
    row->show(j, true);
    seen << j.id;
  }
  for (auto it = jobs_.begin(); it != jobs_.end();) {
    if (seen.contains(it.key())) {
      ++it;
      continue;
    }
    it.value()->hide();
    it.value()->deleteLater();
    it = jobs_.erase(it);
  }
  for (auto it = lines_.begin(); it != lines_.end(); ++it) it.value()->setJob(ofRun.value(it.key(), nullptr));
  empty_->setVisible(lines_.isEmpty() && jobs_.isEmpty());
}

}  // namespace weir
