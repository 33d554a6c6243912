// Closing a window never loses work without a word.
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include "app/gui/program.h"
#include "tests/app/window_support.h"

namespace closing_test {
using namespace weir;
using weir::test::spin;

namespace {

// What a person clicks in the question that comes up; counts the questions.
class Answer : public QObject {
 public:
  explicit Answer(const QString& button) : button_(button) {
    connect(&timer_, &QTimer::timeout, this, [this] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      for (QAbstractButton* b : box->buttons())
        if (b->text() == button_) {
          ++asked;
          b->click();
          return;
        }
    });
    timer_.start(20);
  }
  int asked = 0;

 private:
  QString button_;
  QTimer timer_;
};

MainWindow* opened(Program& program) {
  MainWindow* w = program.newWindow();
  w->loadDefaultScenario();
  w->show();
  bool done = false;
  w->session().open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")}, [&](bool) { done = true; });
  EXPECT_TRUE(spin([&] { return done; }));
  return w;
}

}  // namespace

TEST(Closing, WorkThatCouldNotBeKeptIsAskedAbout) {
  Program program(CommandLine{}, Settings::throwaway(), QStringLiteral("/proc/nowhere"));
  const QPointer<MainWindow> w(opened(program));
  EXPECT_FALSE(w->session().keepsWork());
  {
    Answer back(QStringLiteral("Go back"));
    EXPECT_FALSE(w->close());
    EXPECT_EQ(back.asked, 1);
  }
  EXPECT_EQ(w->session().state().runs().size(), 1U);
  Answer anyway(QStringLiteral("Close without saving"));
  EXPECT_TRUE(w->close());
  EXPECT_EQ(anyway.asked, 1);
  EXPECT_TRUE(spin([&] { return w.isNull(); }));
}

TEST(Closing, WorkThatIsKeptIsNotAskedAbout) {
  QTemporaryDir dir;
  Program program(CommandLine{}, Settings::throwaway(), dir.filePath("autosave"));
  const QPointer<MainWindow> w(opened(program));
  EXPECT_TRUE(w->session().keepsWork());
  Answer none(QStringLiteral("Go back"));
  EXPECT_TRUE(w->close());
  EXPECT_EQ(none.asked, 0);
  EXPECT_TRUE(spin([&] { return w.isNull(); }));
}

}  // namespace closing_test
