// One line of RUNS, and the progress of one job. Internal to the panel.
#pragma once

#include <QWidget>

#include "views/runs/runs_panel.h"

class QCheckBox;
class QLabel;
class QProgressBar;
class QToolButton;

namespace weir {

// Bar, what it does, time left, stop.
class JobRow : public QWidget {
  Q_OBJECT
 public:
  explicit JobRow(QWidget* parent = nullptr);
  void show(const JobLine& job, bool withTitle);

 signals:
  void stop(quint64 jobId);

 private:
  QLabel* title_;
  QProgressBar* bar_;
  QLabel* left_;
  QToolButton* stop_;
  quint64 id_ = 0;
};

class RunLine : public QWidget {
  Q_OBJECT
 public:
  explicit RunLine(int runId, QWidget* parent = nullptr);
  void show(const ShownRun& run, bool pinned);
  void setJob(const JobLine* job);

 signals:
  void visibleToggled(bool on);
  void pinToggled(bool on);
  void removeClicked();
  void stop(quint64 jobId);

 private:
  QCheckBox* visible_;
  QLabel* sign_;
  QLabel* title_;
  QLabel* facts_;
  JobRow* job_;
  QToolButton* pin_;
  QToolButton* remove_;
};

}  // namespace weir
