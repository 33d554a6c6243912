// What lies in the measured range, below the lanes: by name or by what the slices do, as range_report.h defines it. GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <vector>

#include "core/summarize/range_report.h"
#include "views/shared/view_state.h"

class QBoxLayout;
class QLabel;
class QMenu;
class QTableView;
class QToolButton;

namespace weir {

class TimelineView;

class RangeModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Run, Name, Count, Sum, Share, Cut, Mean, P50, P99, kColumns };  // of parts inside, then of whole durations
  struct Line {
    QString run, name;
    RangeFigures figures;
    Activity activity = Activity::Other;
  };
  explicit RangeModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  void set(std::vector<Line> lines);
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  [[nodiscard]] QVector<QStringList> table() const;  // SI units in the header, ten digits

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(lines_.size()); }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  std::vector<Line> lines_;
};

class RangePanel : public QWidget {
  Q_OBJECT
 public:
  RangePanel(TimelineView& view, ViewState& state, QWidget* parent = nullptr);
  void refresh();  // from the view's measure
  [[nodiscard]] const RangeModel& model() const { return *model_; }
  void setByName(bool byName);
  void copyCsv() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QString headline() const;
  void menu(const QPoint& at);
  void act(const QString& name, bool filter);
  TimelineView& view_;
  ViewState& state_;
  RangeModel* model_;
  QTableView* table_;
  QBoxLayout* top_;
  QWidget* buttons_;
  QLabel* headline_;
  QToolButton *byName_, *byActivity_, *allLanes_, *copy_, *close_;
  bool named_ = true;
};

}  // namespace weir
