// "io": the I/O report of one of the shown runs: a page of figures, observations and charts, and its tables. Worked out in a
// worker; follows the shared time range where operations have times. GUI thread.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <array>
#include <memory>

#include "views/io/io_page.h"
#include "views/io/io_tables.h"
#include "views/shared/background.h"
#include "views/shared/view.h"

class QScrollArea;

namespace weir {

// The page as a widget: as high as it needs to be, tips where one points.
class IoCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit IoCanvas(QWidget* parent = nullptr);
  void setPage(IoPage page);
  void setEmpty(const QString& headline, const QString& hint);
  void setMode(theme::Mode mode);
  [[nodiscard]] const IoPage& page() const { return page_; }
  [[nodiscard]] const std::vector<IoSpot>& spots() const { return spots_; }

 signals:
  void hovered(const QString& text);

 protected:
  void paintEvent(QPaintEvent* e) override;
  void resizeEvent(QResizeEvent*) override { measure(); }
  void mouseMoveEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override { emit hovered({}); }
  bool event(QEvent* e) override;

 private:
  void measure();
  [[nodiscard]] QRectF area() const;
  [[nodiscard]] QString at(const QPointF& where) const;
  IoPage page_;
  QString headline_, hint_;
  theme::Mode mode_ = theme::Mode::Light;
  QPixmap painted_;
  std::vector<IoSpot> spots_;
};

class IoView : public View {
  Q_OBJECT
 public:
  struct Settings {
    bool visibleOnly = true;  // only what the shared time range (or the measured one) shows
    int runId = 0;            // 0 = the first visible run with I/O
    int tab = 0;              // 0 = the page, then the tables in IoTableKind's order
    bool operator==(const Settings&) const = default;
  };

  explicit IoView(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] QString viewName() const override { return QStringLiteral("io"); }
  [[nodiscard]] QString title() const override { return tr("I/O report"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;  // of the tab that is shown

  [[nodiscard]] const Settings& settings() const { return settings_; }
  void setSettings(const Settings& settings);
  [[nodiscard]] const std::shared_ptr<const IoReport>& report() const { return report_; }
  [[nodiscard]] Background& work() { return *work_; }
  [[nodiscard]] IoCanvas& canvas() { return *canvas_; }
  [[nodiscard]] QTableView& tableOf(IoTableKind kind) { return *tables_[static_cast<std::size_t>(kind)]; }

 private:
  [[nodiscard]] const ShownRun* chosen() const;
  void buildTable(IoTableKind kind);
  void syncControls();
  void refresh(int settle_ms);
  void take(const std::shared_ptr<const IoReport>& report);
  void fillTables();
  void goTo(IoTableKind kind, const QModelIndex& index);
  void copy(IoTableKind kind, bool selectedOnly);
  [[nodiscard]] IoPage pageOf() const;

  Settings settings_;
  Background* work_;
  IoCanvas* canvas_;
  QScrollArea* scroll_;
  QTabWidget* tabs_;
  QComboBox* run_;
  QCheckBox* visible_;
  QLineEdit* filter_;
  std::array<QTableView*, kIoTables> tables_{};
  std::array<IoTable*, kIoTables> models_{};
  std::array<IoSorter*, kIoTables> sorters_{};
  std::array<QLabel*, kIoTables> empties_{};
  std::shared_ptr<const IoReport> report_;
  RunPtr asked_;      // the run that report_ is of, or will be
  int shownId_ = 0;
  QString shownTitle_, failure_;
};

}  // namespace weir
