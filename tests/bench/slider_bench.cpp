// From a moved slider to repainted plots: the batch slider steps, the closed forms answer, breakdown, front marker, status
// line and inspector repaint. One move is everything between the slider's new value and the last pixel. The promise is
// 16 ms (a frame). Offscreen, software painting.
#include <QApplication>
#include <QElapsedTimer>
#include <QSlider>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "app/gui/settings/settings.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/main_window.h"
#include "views/scenario/scenario_panel.h"

using namespace weir;

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  appearance::setUp();
  appearance::apply(Settings::Theme::Light);
  auto settings = Settings::throwaway();
  auto presets = Presets::load(WEIR_SOURCE_DIR "/resources/presets");
  if (!presets) {
    std::fprintf(stderr, "%s\n", presets.error().line().c_str());
    return 1;
  }
  auto* window = new MainWindow(*settings, {QString(), QString(), std::make_shared<const Presets>(std::move(*presets))});
  window->loadDefaultScenario();
  window->resize(1920, 1080);
  window->show();
  window->centre().showView(QStringLiteral("breakdown"), 0);
  window->centre().setSplit(true);
  window->centre().showView(QStringLiteral("front"), 1);
  const auto spin = [](auto until) {
    while (!until()) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
  };
  // The trace that was measured stands beside the prediction, as in daily work; a sweep fills the front.
  bool opened = false;
  window->session().open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn")}, [&](bool) { opened = true; });
  spin([&] { return opened; });
  window->session().sweepDefault();
  spin([&] { return window->session().state().sweep() && !window->session().jobs().busy(); });
  for (int i = 0; i < 50; ++i) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);

  auto* slider = window->scenarioPanel().findChild<QSlider*>(QStringLiteral("plan.global_batch.slider"));
  if (!slider || slider->maximum() < 4) {
    std::fprintf(stderr, "the batch slider is missing\n");
    return 1;
  }
  constexpr int kMoves = 400;
  std::vector<double> whole, answer, fields;
  slider->setSliderDown(true);
  for (int i = 0; i < kMoves; ++i) {
    const int span = slider->maximum() + 1;
    const int to = (i / span) % 2 ? span - 1 - i % span : i % span;
    QElapsedTimer clock;
    clock.start();
    slider->setValue(to);
    const double typed = double(clock.nsecsElapsed()) * 1e-6;
    window->session().answerNow();  // without waiting for the next frame: what is measured is the work
    const double answered = double(clock.nsecsElapsed()) * 1e-6;
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();  // the repaints that the answer asked for
    const double all = double(clock.nsecsElapsed()) * 1e-6;
    if (i < 20) continue;  // first paints fill caches
    whole.push_back(all);
    answer.push_back(answered);
    fields.push_back(typed);
  }
  slider->setSliderDown(false);
  const auto show = [](const char* what, std::vector<double> v) {
    std::sort(v.begin(), v.end());
    std::printf("%-34s median %6.2f ms   p99 %6.2f ms   max %6.2f ms   (%zu moves)\n", what, v[v.size() / 2], v[v.size() * 99 / 100], v.back(), v.size());
  };
  show("slider to fields and validation", fields);
  show("slider to answer", answer);
  show("slider to repainted plots", whole);
  delete window;
  return 0;
}
