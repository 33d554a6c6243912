// A window as a test wants it: settings and autosave of its own, presets and sample of this source tree.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QDeadlineTimer>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <memory>

#include "app/gui/settings/settings.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "views/scenario/scenario_panel.h"

namespace weir::test {

inline bool spin(const std::function<bool()>& until, int limit_ms = 20000) {
  QDeadlineTimer limit(limit_ms);
  while (!until()) {
    if (limit.hasExpired()) return false;
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  return true;
}

inline std::shared_ptr<const Presets> presets() {
  auto p = Presets::load(WEIR_SOURCE_DIR "/resources/presets");
  EXPECT_TRUE(p) << (p ? "" : p.error().line());
  return p ? std::make_shared<const Presets>(std::move(*p)) : std::make_shared<const Presets>();
}

class Window {
 public:
  explicit Window(bool autosave = false) : settings_(Settings::throwaway()) {
    MainWindow::Options o;
    o.shareFolder = QStringLiteral(WEIR_BUILD_DIR "/share/weir");
    o.presets = presets();
    if (autosave) o.autosaveFolder = dir_.filePath(QStringLiteral("autosave"));
    window_ = new MainWindow(*settings_, o);
    window_->resize(1280, 800);
    window_->loadDefaultScenario();
    window_->show();
    spin([] { return true; });
  }
  ~Window() { delete window_.data(); }
  MainWindow* operator->() { return window_.data(); }
  MainWindow& operator*() { return *window_; }
  [[nodiscard]] bool gone() const { return window_.isNull(); }
  [[nodiscard]] Session& session() { return window_->session(); }
  [[nodiscard]] ViewState& state() { return window_->session().state(); }
  [[nodiscard]] QString file(const QString& name) const { return dir_.filePath(name); }
  // The sample study, to do with as one likes.
  [[nodiscard]] QString copyOfSample() const {
    const QString copy = file(QStringLiteral("sample.weir"));
    EXPECT_TRUE(QFile::copy(QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn.weir"), copy));
    return copy;
  }
  QString write(const QString& name, const QByteArray& content) const {
    QFile f(file(name));
    EXPECT_TRUE(f.open(QIODevice::WriteOnly));
    f.write(content);
    return f.fileName();
  }
  // Opens and waits; the messages shown since.
  QStringList open(const QStringList& paths) {
    window_->messages().clear();
    bool done = false;
    window_->session().open(paths, [&](bool) { done = true; });
    EXPECT_TRUE(spin([&] { return done; }));
    return messages();
  }
  [[nodiscard]] QStringList messages() {
    QStringList out;
    for (const Notice& n : window_->messages().messages()) out << n.line();
    return out;
  }
  // Starts a simulation and waits for its end.
  int play(Fidelity f) {
    int finished = 0;
    const auto c = QObject::connect(&session(), &Session::runFinished, [&](int id) { finished = id; });
    const int id = session().simulate(f);
    EXPECT_TRUE(spin([&] { return finished == id; }, 60000));
    QObject::disconnect(c);
    return id;
  }
  // Packets for many seconds: a collective that is far too large to end within a test.
  void loadLongSimulation() {
    Scenario s = window_->scenarioPanel().scenario();
    s.workload = {};
    s.workload.kind = Workload::Kind::Collective;
    s.workload.operation = CollectiveOp::AllReduce;
    s.workload.algorithm = Algorithm::Ring;
    s.workload.sizes = {Bytes::of(64LL << 30)};
    s.plan.data_parallel = 0;
    window_->scenarioPanel().setScenario(s);
    session().answerNow();
  }

 private:
  QTemporaryDir dir_;
  std::unique_ptr<Settings> settings_;
  QPointer<MainWindow> window_;
};

}  // namespace weir::test
