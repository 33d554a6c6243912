// What the program remembers about this machine: how much memory runs may take, and where they go beyond it.
#pragma once

#include <QDialog>

#include "app/gui/settings/settings.h"

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace weir {

class SettingsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit SettingsDialog(Settings& settings, QWidget* parent = nullptr);

  // As a person would type them; empty = the default.
  void setLimitText(const QString& text);
  void setFolderText(const QString& text);
  [[nodiscard]] QString problem() const;  // why it cannot be accepted, or empty
  void accept() override;

 private:
  void check();
  Settings& settings_;
  QLineEdit* limit_;
  QLineEdit* folder_;
  QLabel* problem_;
  QDialogButtonBox* buttons_;
};

// Puts what the settings say in force for columns allocated from now on.
void applySpill(const Settings& settings);

}  // namespace weir
