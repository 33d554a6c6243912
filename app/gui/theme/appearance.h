// How the program looks: style, palette, fonts, language. Applied to the application, before and while windows are open.
#pragma once

#include <QString>

#include "app/gui/settings/settings.h"
#include "views/shared/theme.h"

namespace weir::appearance {

void setUp();                          // once, after QApplication: style, font, icons' renderer
void apply(Settings::Theme theme);
[[nodiscard]] theme::Mode mode(Settings::Theme theme);
void setTextScale(double factor);      // 1 = normal
// "zh", "en", or empty for the system's; texts made before stay as they are. False when there is no such translation (English then).
bool setLanguage(const QString& language);
[[nodiscard]] QString language();  // what texts are in now: "en" where there is no translation

}  // namespace weir::appearance
