// Our own line icons (resources/icons/*.svg), drawn in the palette's text colour at any scale. GUI thread.
#pragma once

#include <QIcon>
#include <QString>

class QAbstractButton;
class QAction;

namespace weir::icons {

// An icon that follows the application's palette: a theme switch recolours it at the next paint.
[[nodiscard]] QIcon named(const QString& name);
void set(QAbstractButton* button, const QString& name);
void set(QAction* action, const QString& name);

}  // namespace weir::icons
