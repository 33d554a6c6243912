#include "app/gui/window/export_dialog.h"
#include "views/shared/core_words.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace weir {
namespace {

constexpr int kPreviewWidth = 520;
constexpr int kPreviewHeight = 360;

QDoubleSpinBox* number(QWidget* parent, double least, double most, const QString& unit, const QString& name) {
  auto* b = new QDoubleSpinBox(parent);
  b->setRange(least, most);
  b->setDecimals(1);
  b->setSuffix(unit);
  b->setAccessibleName(name);
  b->setKeyboardTracking(false);
  return b;
}

}  // namespace

ExportDialog::ExportDialog(View& view, const QString& folder, QWidget* parent) : QDialog(parent), view_(view), folder_(folder) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Export figure: %1").arg(view.title()));
  auto* column = new QVBoxLayout(this);
  auto* line = new QHBoxLayout;
  auto* form = new QFormLayout;
  style_ = new QComboBox(this);
  style_->addItem(tr("Paper, two columns (183 mm)"), QStringLiteral("paper"));
  style_->addItem(tr("Paper, one column (89 mm)"), QStringLiteral("column"));
  style_->addItem(tr("Slide (254 mm)"), QStringLiteral("slide"));
  style_->setAccessibleName(tr("Style"));
  width_ = number(this, 20, 1000, tr(" mm"), tr("Width"));
  height_ = number(this, 20, 1000, tr(" mm"), tr("Height"));
  text_ = number(this, 4, 72, tr(" pt"), tr("Smallest text"));
  caption_ = new QLineEdit(this);
  caption_->setAccessibleName(tr("Caption"));
  caption_->setPlaceholderText(tr("none"));
  form->addRow(tr("Style"), style_);
  form->addRow(tr("Width"), width_);
  form->addRow(tr("Height"), height_);
  form->addRow(tr("Smallest text"), text_);
  form->addRow(tr("Caption"), caption_);
  line->addLayout(form);
  preview_ = new QLabel(this);
  preview_->setFixedSize(kPreviewWidth, kPreviewHeight);
  preview_->setAlignment(Qt::AlignCenter);
  preview_->setWordWrap(true);
  preview_->setFrameShape(QFrame::StyledPanel);
  preview_->setAccessibleName(tr("Preview"));
  line->addWidget(preview_);
  column->addLayout(line);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  QPushButton* go = buttons->addButton(tr("Save…"), QDialogButtonBox::AcceptRole);
  go->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::save);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  connect(style_, &QComboBox::currentIndexChanged, this, &ExportDialog::useStyle);
  for (QDoubleSpinBox* b : {width_, height_, text_}) connect(b, &QDoubleSpinBox::valueChanged, this, &ExportDialog::preview);
  connect(caption_, &QLineEdit::editingFinished, this, &ExportDialog::preview);
  useStyle(0);
}

void ExportDialog::useStyle(int index) {
  const auto o = figureOptions(style_->itemData(index).toString().toStdString());
  if (!o) return;
  base_ = *o;
  {
    const QSignalBlocker w(width_);
    const QSignalBlocker h(height_);
    const QSignalBlocker t(text_);
    width_->setValue(o->width_mm);
    height_->setValue(o->height_mm);
    text_->setValue(o->textPt);
  }
  preview();
}

FigureOptions ExportDialog::options() const {
  FigureOptions o = base_;
  o.width_mm = width_->value();
  o.height_mm = height_->value();
  o.textPt = text_->value();
  o.caption = caption_->text();
  return o;
}

void ExportDialog::preview() {
  FigureOptions o = options();
  const double scale = devicePixelRatioF();
  const double mm = std::max(o.width_mm / kPreviewWidth, o.height_mm / kPreviewHeight);
  o.dpi = std::max(30, int(25.4 / mm * scale));
  const auto bytes = renderFigure(view_, FigureFormat::Png, o);
  if (!bytes) {
    preview_->setText(coreErrorLine(bytes.error()));
    return;
  }
  QPixmap pm;
  pm.loadFromData(*bytes);
  pm.setDevicePixelRatio(scale);
  preview_->setPixmap(pm);
}

void ExportDialog::save() {
  QString chosen;
  QString path = QFileDialog::getSaveFileName(this, windowTitle(), folder_ + QLatin1Char('/') + view_.viewName() + QStringLiteral(".pdf"),
                                              tr("Figures and tables (*.pdf *.svg *.png *.csv)") + QStringLiteral(";;") + tr("Table (*.csv)"), &chosen);
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += chosen == tr("Table (*.csv)") ? QStringLiteral(".csv") : QStringLiteral(".pdf");
  const auto done = exportFigure(view_, path.toStdString(), options());
  if (done) emit written(path);
  else emit failed(done.error());
  accept();
}

}  // namespace weir
