// One field on screen: label, mark when changed from the preset, editor, slider where there is one, and the message when
// a value is refused.
#pragma once

#include <QLabel>
#include <QWidget>

#include "views/scenario/field.h"

class QComboBox;
class QCheckBox;
class QSlider;
class QToolButton;

namespace weir {

class NumberEdit;

// A label that can be underlined with dots: the value's source is unverified.
class FieldLabel : public QLabel {
  Q_OBJECT
 public:
  using QLabel::QLabel;
  void setDotted(bool dotted);
  [[nodiscard]] bool dotted() const { return dotted_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool dotted_ = false;
};

class FieldRow : public QWidget {
  Q_OBJECT
 public:
  explicit FieldRow(const Field& field, QWidget* parent = nullptr);

  [[nodiscard]] const Field& field() const { return field_; }
  // Shows the scenario's value; `base` is what it is compared with for the mark.
  void show(const Scenario& scenario, const Scenario& base);
  // Under the editor, until the next accepted value. Empty hides it.
  void setMessage(const QString& text, bool keepTyped);
  [[nodiscard]] QString message() const;
  [[nodiscard]] bool matches(const QString& filter) const;
  [[nodiscard]] bool changed() const { return changed_; }

 signals:
  // `dragging`: more of the same gesture will follow.
  void edited(const QString& text, bool dragging);
  void gestureEnded();
  void resetRequested();

 private:
  void buildEditor();
  void showChoices(const Scenario& scenario, const QString& value);

  Field field_;
  FieldLabel* label_ = nullptr;
  QToolButton* reset_ = nullptr;
  NumberEdit* number_ = nullptr;
  QComboBox* combo_ = nullptr;
  QCheckBox* check_ = nullptr;
  QSlider* slider_ = nullptr;
  QLabel* message_ = nullptr;
  QStringList stops_;
  std::vector<std::pair<QString, QString>> choices_;
  bool changed_ = false;
};

}  // namespace weir
