#include "views/scenario/field_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>

#include "views/scenario/calm_combo.h"
#include "views/scenario/number_edit.h"
#include "views/shared/icons.h"
#include "views/shared/theme.h"

namespace weir {
namespace {

constexpr int kLabelWidth = 132;

// The wheel scrolls the panel, it does not turn whatever control lies under the pointer.
class CalmSlider : public QSlider {
 public:
  using QSlider::QSlider;

 protected:
  void wheelEvent(QWheelEvent* e) override { e->ignore(); }
};

}  // namespace

void FieldLabel::setDotted(bool dotted) {
  if (dotted == dotted_) return;
  dotted_ = dotted;
  update();
}

void FieldLabel::paintEvent(QPaintEvent* event) {
  QLabel::paintEvent(event);
  if (!dotted_) return;
  QPainter p(this);
  const QFontMetrics fm(font());
  const int y = std::min(height() - 1, (height() + fm.ascent() - fm.descent()) / 2 + 2);
  QPen pen(palette().color(QPalette::WindowText), 1.2, Qt::DotLine);
  p.setPen(pen);
  p.drawLine(0, y, std::min(width(), fm.horizontalAdvance(text())), y);
}

FieldRow::FieldRow(const Field& field, QWidget* parent) : QWidget(parent), field_(field) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(0);
  grid->setColumnStretch(1, 1);
  label_ = new FieldLabel(field_.label, this);
  label_->setFixedWidth(kLabelWidth);
  label_->setToolTip(field_.help);
  grid->addWidget(label_, 0, 0);

  buildEditor();
  QWidget* editor = number_ ? static_cast<QWidget*>(number_) : combo_ ? static_cast<QWidget*>(combo_) : check_;
  editor->setAccessibleName(field_.label);
  editor->setAccessibleDescription(field_.help);
  editor->setObjectName(field_.path);
  label_->setBuddy(editor);
  grid->addWidget(editor, 0, 1);

  reset_ = new QToolButton(this);
  reset_->setAutoRaise(true);
  reset_->setFixedSize(20, 20);
  reset_->setIconSize({14, 14});
  icons::set(reset_, "reset");
  reset_->setAccessibleName(tr("Reset %1").arg(field_.label));
  QSizePolicy keep = reset_->sizePolicy();
  keep.setRetainSizeWhenHidden(true);
  reset_->setSizePolicy(keep);
  reset_->hide();
  connect(reset_, &QToolButton::clicked, this, &FieldRow::resetRequested);
  grid->addWidget(reset_, 0, 2);

  if (field_.slider) {
    slider_ = new CalmSlider(Qt::Horizontal, this);
    slider_->setAccessibleName(tr("%1, slider").arg(field_.label));
    slider_->setObjectName(field_.path + QStringLiteral(".slider"));
    slider_->setPageStep(2);
    connect(slider_, &QSlider::valueChanged, this, [this](int at) {
      if (at >= 0 && at < stops_.size()) emit edited(stops_[at], slider_->isSliderDown());
    });
    connect(slider_, &QSlider::sliderReleased, this, &FieldRow::gestureEnded);
    grid->addWidget(slider_, 1, 1);
  }
  message_ = new QLabel(this);
  message_->setWordWrap(true);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  message_->setObjectName(QStringLiteral("fieldMessage"));
  message_->hide();
  grid->addWidget(message_, 2, 0, 1, 3);
}

void FieldRow::buildEditor() {
  switch (field_.kind) {
    case Field::Kind::Number:
      number_ = new NumberEdit(this);
      connect(number_, &NumberEdit::committed, this, [this](const QString& t) { emit edited(t, false); });
      break;
    case Field::Kind::Choice:
      combo_ = new CalmCombo(this);
      combo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
      combo_->setMinimumContentsLength(8);
      connect(combo_, &QComboBox::activated, this, [this](int) { emit edited(combo_->currentData().toString(), false); });
      break;
    case Field::Kind::Toggle:
      check_ = new QCheckBox(this);
      connect(check_, &QCheckBox::toggled, this, [this](bool on) { emit edited(on ? QStringLiteral("true") : QStringLiteral("false"), false); });
      break;
  }
}

void FieldRow::showChoices(const Scenario& scenario, const QString& value) {
  auto choices = field_.choices(scenario);
  if (std::none_of(choices.begin(), choices.end(), [&](const auto& c) { return c.first == value; })) choices.emplace_back(value, value);
  const QSignalBlocker block(combo_);
  if (choices != choices_) {
    combo_->clear();
    for (const auto& [written, shown] : choices) combo_->addItem(shown, written);
    choices_ = std::move(choices);
  }
  combo_->setCurrentIndex(combo_->findData(value));
  if (combo_->toolTip() != combo_->currentText()) combo_->setToolTip(combo_->currentText());
}

void FieldRow::show(const Scenario& scenario, const Scenario& base) {
  const bool applies = !field_.applies || field_.applies(scenario);
  setProperty("applies", applies);
  if (!applies) return;
  const QString value = field_.get(scenario);
  if (number_) {
    if (field_.stops) {
      stops_ = field_.stops(scenario);
      const int nearest = stops_.isEmpty() ? -1 : field_.nearestStop(scenario);
      number_->setStops(stops_, nearest);
      if (slider_) {
        const QSignalBlocker block(slider_);
        slider_->setVisible(stops_.size() > 1);
        slider_->setRange(0, std::max(0, int(stops_.size()) - 1));
        if (!slider_->isSliderDown()) slider_->setValue(std::max(0, nearest));
      }
    }
    number_->setValueText(value);
  } else if (combo_) {
    showChoices(scenario, value);
  } else {
    const QSignalBlocker block(check_);
    check_->setChecked(value == QLatin1String("true"));
  }

  const QString was = !field_.applies || field_.applies(base) ? field_.get(base) : value;
  const bool changed = was != value;
  if (changed != changed_) {
    changed_ = changed;
    QFont f = font();
    f.setBold(changed);
    label_->setFont(f);
    reset_->setVisible(changed);
  }
  if (changed) reset_->setToolTip(tr("Was %1. Click to go back to it.").arg(was));
  const QString source = provenanceOf(scenario, field_.path);
  label_->setDotted(source.contains(QLatin1String("unverified")));
  QString tip = field_.help;
  if (!source.isEmpty()) tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Source: %1").arg(source);
  tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) + field_.path;
  if (label_->toolTip() != tip) label_->setToolTip(tip);
}

void FieldRow::setMessage(const QString& text, bool keepTyped) {
  if (number_) {
    number_->setRefused(keepTyped && !text.isEmpty());
  }
  if (text == message_->text() && message_->isHidden() == text.isEmpty()) return;
  message_->setText(text);
  message_->setVisible(!text.isEmpty());
  QPalette p = palette();
  const theme::Mode mode = p.color(QPalette::Window).lightness() < 128 ? theme::Mode::Dark : theme::Mode::Light;
  p.setColor(QPalette::WindowText, theme::colors(mode).error);
  message_->setPalette(p);
}

QString FieldRow::message() const { return message_->isHidden() ? QString() : message_->text(); }

bool FieldRow::matches(const QString& filter) const {
  return filter.isEmpty() || field_.label.contains(filter, Qt::CaseInsensitive) || field_.path.contains(filter, Qt::CaseInsensitive) ||
         field_.caption.contains(filter, Qt::CaseInsensitive);
}

}  // namespace weir
