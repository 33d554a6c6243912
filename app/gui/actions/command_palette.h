// Ctrl+K: type a few letters of what you want to do, press Enter. Lists every action of the table.
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace weir {

class ActionTable;

class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  explicit CommandPalette(const ActionTable& actions, QWidget* parent);
  [[nodiscard]] QStringList listed() const;  // texts, best first

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refill(const QString& typed);
  void run();
  const ActionTable& actions_;
  QLineEdit* edit_;
  QListWidget* list_;
};

// How well `typed` fits `text`: its letters in order, whole words first. Negative = not at all.
[[nodiscard]] int paletteScore(const QString& typed, const QString& text);

}  // namespace weir
