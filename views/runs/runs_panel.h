// RUNS: every open run and every job at work, one line each. It shows; whoever owns runs and jobs listens.
#pragma once

#include <QHash>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "views/shared/view_state.h"

class QLabel;
class QVBoxLayout;

namespace weir {

struct JobLine {
  std::uint64_t id = 0;
  int runId = 0;      // whose partial result it fills; 0 = a line of its own
  QString title;      // "Simulating packets"
  QString phase;      // what it is at
  QString amount;     // "12.3 of 63.1 MB", where the unit of its progress is known
  double fraction = -1;  // 0 .. 1; negative = unknown
  double eta_s = -1;     // negative = unknown
  bool stopping = false;
  bool pausable = false;
  bool paused = false;
};

class RunLine;
class JobRow;

class RunsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit RunsPanel(ViewState& state, QWidget* parent = nullptr);

  void setJobs(const std::vector<JobLine>& jobs);
  // The run everything is compared with; 0 = none.
  void setPinned(int runId);
  [[nodiscard]] int pinned() const { return pinned_; }
  [[nodiscard]] QSize sizeHint() const override;  // as high as four lines

 signals:
  void stopRequested(quint64 jobId);
  void pauseRequested(quint64 jobId, bool on);
  void pinRequested(int runId);     // 0 = unpin
  void removeRequested(int runId);

 private:
  void rebuild();
  [[nodiscard]] int freeColor(const RunLine* newcomer) const;
  ViewState& state_;
  QVBoxLayout* column_ = nullptr;
  QLabel* empty_ = nullptr;
  QHash<int, RunLine*> lines_;
  QHash<quint64, JobRow*> jobs_;
  std::vector<JobLine> jobLines_;
  int pinned_ = 0;
};

}  // namespace weir
