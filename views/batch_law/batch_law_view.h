// "batch-law": bytes per sample against the global batch for the scenario in hand, a line a level of the machine. The
// scenario's own batch is marked and moves with its slider; the lines follow once the hand rests. GUI thread.
#pragma once

#include "views/batch_law/batch_law_picture.h"
#include "views/shared/view.h"

namespace weir {

class BatchLawCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit BatchLawCanvas(QWidget* parent = nullptr);
  void setPicture(BatchLawPicture picture);
  void setMode(theme::Mode mode);
  [[nodiscard]] const BatchLawPicture& picture() const { return picture_; }
  [[nodiscard]] BatchLawLayout layoutNow() const { return layoutBatchLaw(picture_, rect(), chart::onScreen(mode_, this), this); }

 signals:
  void batchHovered(std::optional<std::size_t> batch);  // place in the law's batches
  void batchChosen(std::size_t batch);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* e) override;
  void mousePressEvent(QMouseEvent* e) override;
  void leaveEvent(QEvent*) override { hover(std::nullopt); }
  void keyPressEvent(QKeyEvent* e) override;
  bool event(QEvent* e) override;

 private:
  void hover(std::optional<std::size_t> batch);
  BatchLawPicture picture_;
  theme::Mode mode_ = theme::Mode::Light;
  std::optional<std::size_t> hovered_;
};

class BatchLawView : public View {
  Q_OBJECT
 public:
  explicit BatchLawView(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] QString viewName() const override { return QStringLiteral("batch-law"); }
  [[nodiscard]] QString title() const override { return tr("Batch law"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;
  [[nodiscard]] BatchLawCanvas& canvas() { return *canvas_; }

 private:
  void refresh();
  void moveMark();
  [[nodiscard]] BatchLawPicture build() const;
  void chose(std::size_t batch);
  BatchLawCanvas* canvas_;
};

}  // namespace weir
