// Which plans to answer: axes of the scenario's settings with their values, as weir-cli's --vary takes them.
#pragma once

#include <QDialog>
#include <vector>

#include "core/optimize/sweep_spec.h"
#include "core/scenario/scenario.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace weir {

class SweepDialog : public QDialog {
  Q_OBJECT
 public:
  SweepDialog(const Scenario& scenario, std::shared_ptr<const Presets> presets, QWidget* parent);
  [[nodiscard]] const SweepSpec& spec() const { return spec_; }  // valid once accepted

 private:
  struct Row {
    QWidget* widget;
    QComboBox* path;
    QLineEdit* values;
  };
  void addAxis(const QString& path, const QString& values);
  void check();
  Scenario scenario_;
  std::shared_ptr<const Presets> presets_;
  QStringList paths_;
  std::vector<Row> rows_;
  QVBoxLayout* axes_;
  QLabel* says_;
  QPushButton* start_;
  SweepSpec spec_;
};

}  // namespace weir
