// "Go to": what a person types, read without a widget, and the small box it is typed into. GUI thread.
#pragma once

#include <QFrame>
#include <QString>
#include <cstdint>

class QLabel;
class QLineEdit;

namespace weir {

class TimelineView;

// A place in words. Times carry a unit ("1.234 s", "250 us"); with a sign they count from the middle of what is in sight.
struct Destination {
  enum class Kind { Wrong, Absolute, Relative, Step, Rank, Marker, Beginning, End } kind = Kind::Wrong;
  std::int64_t time = 0;    // ps: from the axis' zero, or to move by
  std::int64_t number = 0;  // of the step, the rank
  QString text;             // the marker's name; with Wrong what is wrong and what to write
};
[[nodiscard]] Destination readDestination(const QString& text);

class GoToBox : public QFrame {
  Q_OBJECT
 public:
  GoToBox(TimelineView& view, QWidget* parent);
  void open();
  void place();  // in the parent's middle, at the top

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  TimelineView& view_;
  QLineEdit* edit_;
  QLabel* hint_;
};

}  // namespace weir
