// Export figure…: the view in front as PDF, SVG or PNG, with what a journal asks for, and a preview of just that.
#pragma once

#include <QDialog>

#include "core/base/result.h"
#include "views/figures/export_figure.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;

namespace weir {

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  ExportDialog(View& view, const QString& folder, QWidget* parent);
  [[nodiscard]] FigureOptions options() const;

 signals:
  void written(const QString& path);
  void failed(const weir::Error& error);

 private:
  void preview();
  void useStyle(int index);
  void save();
  View& view_;
  QString folder_;
  FigureOptions base_;
  QComboBox* style_;
  QDoubleSpinBox *width_, *height_, *text_;
  QLineEdit* caption_;
  QLabel* preview_;
};

}  // namespace weir
