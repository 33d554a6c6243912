// The command line of `weir`.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include "core/scenario/outcome_json.h"

namespace weir {

struct CommandLine {
  QStringList files;
  QString screenshot;         // --screenshot OUT.png: render the window without a display, then exit
  QSize size{1600, 1000};     // --size
  int after_ms = 0;           // --after: how long to wait once everything is loaded
  int timeout_ms = 120'000;   // --timeout: when a screenshot is given up
  QString view, layout;       // --view, --layout
  QString theme;              // "light", "dark", "system"; empty = as set
  QString language;           // "en", "zh"; empty = as set
  QString simulate;           // --simulate model|flow|packet|hybrid: start it once open
  int pauseAfter_ms = -1;     // --pause MS: hold it so long after its start; negative = never
  bool sweep = false;         // --sweep: start the default sweep once open
  QStringList set;            // --set path=value: change the scenario once open
  bool prediction = false;    // --prediction: show the prediction as a run

  QString figure, out, style = QStringLiteral("paper"), figureSize;  // --figure VIEW --out F: no window
  double textPt = 8;
  QString caption;
};

// "packet" -> Fidelity::Packet; anything unknown is the model.
[[nodiscard]] Fidelity fidelityFrom(const QString& name);

// Exits the program itself for --help, --version and wrong usage (code 2, a line on stderr).
[[nodiscard]] CommandLine parseCommandLine(const QStringList& arguments);

// Looked at before QApplication exists: whether to run without a display.
[[nodiscard]] bool wantsNoDisplay(int argc, char** argv);

}  // namespace weir
