// Keyboard shortcuts (made from the action table) and About.
#pragma once

class QWidget;

namespace weir {

class ActionTable;
void showShortcuts(const ActionTable& actions, QWidget* parent);
void showAbout(QWidget* parent);

}  // namespace weir
