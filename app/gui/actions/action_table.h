// Everything the window can do, in one table: menus, toolbar, shortcuts, the command palette and the shortcut list are
// all made from it. Adding an action is one line in action_table.cpp and one connect in the window.
#pragma once

#include <QAction>
#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

class QMenuBar;
class QMenu;

namespace weir {

class ActionTable : public QObject {
  Q_OBJECT
 public:
  explicit ActionTable(QWidget* window);

  [[nodiscard]] QAction* operator[](const QString& id) const;  // Q_ASSERTs that it exists
  [[nodiscard]] QAction* find(const QString& id) const { return byId_.value(id); }  // null where there is none
  [[nodiscard]] QMenu* menu(const QString& id) const { return menus_.value(id); }  // "recent", "views"
  [[nodiscard]] QList<QAction*> all() const { return order_; }                     // in the order of the menus
  [[nodiscard]] QString menuOf(const QAction* action) const { return menuOf_.value(action); }  // "File", translated

  // Actions that come and go (recent files, views): in the palette too, under `menuId`.
  QAction* add(const QString& menuId, const QString& text, const QString& shortcut = {});
  void clear(const QString& menuId);
  void fillMenuBar(QMenuBar* bar);

 private:
  QAction* make(const QString& text);
  QWidget* window_;
  QHash<QString, QAction*> byId_;
  QHash<QString, QMenu*> menus_;
  QHash<const QAction*, QString> menuOf_;
  QHash<QString, QList<QAction*>> added_;
  QList<QAction*> order_;
};

}  // namespace weir
