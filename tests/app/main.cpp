#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>

#include "app/gui/theme/appearance.h"

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QApplication::setQuitOnLastWindowClosed(false);
  QStandardPaths::setTestModeEnabled(true);
  weir::appearance::setUp();
  weir::appearance::apply(weir::Settings::Theme::Light);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
