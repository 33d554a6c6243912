// A group of the scenario panel that folds: heading, preset chooser, rows under captions. Internal to the panel.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <vector>

#include "views/scenario/field_row.h"
#include "views/scenario/scenario_panel.h"

namespace weir {

struct ScenarioPanel::Section {
  Section(Field::Group g, const QString& title, QWidget* parent);
  void add(FieldRow* row, const QString& caption);
  void addBelow(QWidget* w) { column_->addWidget(w); }
  void refilter(const QString& filter);  // a filter opens the group for as long as it is set

  Field::Group group;
  QWidget* widget = nullptr;
  QToolButton* head = nullptr;
  QWidget* body = nullptr;
  QComboBox* preset = nullptr;

 private:
  struct Entry {
    FieldRow* row;
    QLabel* caption;  // of its block; null = none
  };
  void fold();
  QVBoxLayout* column_ = nullptr;
  QString lastCaption_;
  QLabel* lastLabel_ = nullptr;
  QLabel* presetLabel_ = nullptr;
  std::vector<Entry> entries_;
  bool filtered_ = false;
  bool open_ = true;
};

}  // namespace weir
