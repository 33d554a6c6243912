// A list to choose from with a line to search it, for what has too many members for a menu: thousands of files, communicators,
// collectives. One of them, or several with check marks. Opens beneath a button; Escape or a click outside closes it. GUI thread.
#pragma once

#include <QFrame>
#include <QString>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace weir {

class ChoiceModel;

class ChoicePopup : public QFrame {
  Q_OBJECT
 public:
  enum class Of { One, Several };
  ChoicePopup(Of of, const QString& searchHint, QWidget* parent);
  // Texts are made when they are looked at or searched. `on`: the chosen ones; of one, the current one.
  void setChoices(int count, std::function<QString(int)> text, std::vector<bool> on = {});
  void openBelow(QWidget* button);

  [[nodiscard]] QLineEdit& search() { return *search_; }
  [[nodiscard]] QListView& list() { return *list_; }
  [[nodiscard]] std::vector<bool> checked() const;

 signals:
  void chosen(int index);                      // of one
  void changed(const std::vector<bool>& on);   // of several

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void take(const QModelIndex& shown);
  void setFound(bool on);
  void say();
  Of of_;
  ChoiceModel* model_;
  QSortFilterProxyModel* found_;
  QLineEdit* search_;
  QListView* list_;
  QLabel* count_;
};

}  // namespace weir
