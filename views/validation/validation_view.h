// "validation": how far the models are from measured tables. Every predicted row is a point; each quantity of each table
// can be shown or hidden in the list beside, where its errors stand. GUI thread; the work was done by a job.
#pragma once

#include <map>

#include "views/shared/view.h"
#include "views/validation/validation_picture.h"

class QSplitter;
class QTreeWidget;

namespace weir {

class ValidationCanvas;

class ValidationView : public View {
  Q_OBJECT
 public:
  explicit ValidationView(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] QString viewName() const override { return QStringLiteral("validation"); }
  [[nodiscard]] QString title() const override { return tr("Validation"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;  // the rows that are shown
  [[nodiscard]] QStringList restsOn() const override;

  void setShown(std::size_t series, bool shown);
  [[nodiscard]] const ValidationPicture& picture() const { return picture_; }
  [[nodiscard]] ValidationCanvas& canvas() { return *canvas_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void read();
  void fillList();
  void refreshMode();
  void refreshIcons();
  void chose(const ValidationPoint& at);
  [[nodiscard]] QString line(const ValidationPoint& at) const;

  ValidationPicture picture_;
  std::map<QString, bool> chosen_;  // by key: what somebody showed or hid stays so when a newer report comes
  ValidationCanvas* canvas_;
  QTreeWidget* list_;
  QSplitter* splitter_;
};

}  // namespace weir
