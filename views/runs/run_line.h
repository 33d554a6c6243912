// One line of RUNS, and the progress of one job. Internal to the panel.
#pragma once

#include <QWidget>

#include "views/runs/runs_panel.h"

class QCheckBox;
class QLabel;
class QProgressBar;
class QToolButton;

namespace weir {

// "12 s", "3 min 05 s", "2 h 10 min": rounded up, so that it never says none while something is left.
[[nodiscard]] QString timeLeft(double seconds);

// Bar, what it does, time left, pause, stop.
class JobRow : public QWidget {
  Q_OBJECT
 public:
  explicit JobRow(QWidget* parent = nullptr);
  void show(const JobLine& job, bool withTitle);

 signals:
  void stop(quint64 jobId);
  void pause(quint64 jobId, bool on);

 private:
  QLabel* title_;
  QProgressBar* bar_;
  QLabel* left_;
  QToolButton* pause_;
  QToolButton* stop_;
  quint64 id_ = 0;
  bool paused_ = false;
};

class RunLine : public QWidget {
  Q_OBJECT
 public:
  explicit RunLine(int runId, QWidget* parent = nullptr);
  void show(const ShownRun& run, bool pinned);
  void setColor(int color) { color_ = color; }  // which of theme::rankColor's eight its swatch has
  [[nodiscard]] int color() const { return color_; }
  void setJob(const JobLine* job);

 signals:
  void visibleToggled(bool on);
  void pinToggled(bool on);
  void removeClicked();
  void stop(quint64 jobId);
  void pause(quint64 jobId, bool on);

 private:
  QCheckBox* visible_;
  QLabel* sign_;
  QLabel* title_;
  QLabel* facts_;
  JobRow* job_;
  QToolButton* pin_;
  QToolButton* remove_;
  int color_ = 0;
};

}  // namespace weir
