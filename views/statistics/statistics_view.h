// "statistics": what a run's time, bytes and waiting are made of, as tables, and how durations are distributed. Follows the
// range that is analysed once it has settled; counts in a worker. GUI thread.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <memory>
#include <optional>
#include <vector>

#include "views/shared/background.h"
#include "views/shared/view.h"
#include "views/statistics/distribution_picture.h"
#include "views/statistics/stat_model.h"

namespace weir {

class DistributionCanvas;

class StatisticsView : public View {
  Q_OBJECT
 public:
  enum class Tab { Collectives, Kernels, Operators, Files, Stragglers, WhatIf, Time, Distribution };
  struct Settings {
    Tab tab = Tab::Kernels;
    int runId = 0;                       // 0 = the first visible one
    std::optional<std::int32_t> rank;    // none = all
    std::optional<double> linkPeak;      // bytes/s, as typed
    std::string name;                    // of the distribution: a kernel's, or "all-reduce"; empty = what takes the most time
    bool log = true;
    bool operator==(const Settings&) const = default;
  };

  explicit StatisticsView(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] QString viewName() const override { return QStringLiteral("statistics"); }
  [[nodiscard]] QString title() const override { return tr("Statistics"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  void setSettings(const Settings& settings);
  void settle() const { work_->finishNow(); }  // waits for the worker: figures, tests
  [[nodiscard]] const StatTable* shownTable() const;
  [[nodiscard]] std::vector<const StatTable*> tables() const;  // all of the chosen kind
  [[nodiscard]] QTableView& grid() const { return *grid_; }
  [[nodiscard]] DistributionCanvas& canvas() const { return *canvas_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Request;
  struct Answer;
  [[nodiscard]] const ShownRun* chosen() const;
  void ask(int settle_ms);
  void take(const std::shared_ptr<const Answer>& answer);
  void showTable();
  void fitTexts(int column);
  void listRuns();
  void read();
  void opened(const QModelIndex& index);
  void menu(const QPoint& at);
  void copyCsv() const;
  [[nodiscard]] std::string csv() const;

  Settings settings_;
  Background* work_;
  QTabBar* tabs_;
  QComboBox *run_, *rank_, *which_;
  QLineEdit *filter_, *link_;
  QToolButton *copy_, *log_;
  QStackedWidget* pages_;
  QTableView* grid_;
  QLabel* remark_;
  StatModel* model_;
  QSortFilterProxyModel* sorted_;
  DistributionCanvas* canvas_;
  std::shared_ptr<const Answer> shown_;
  bool syncing_ = false;
};

}  // namespace weir
