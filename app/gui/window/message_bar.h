// Messages that do not stop the work: what, where, what to do, and the button that does it. The newest is on top; the
// others wait behind it.
#pragma once

#include <QFrame>
#include <QString>
#include <functional>
#include <vector>

#include "core/base/result.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace weir {

struct Notice {
  enum class Kind { Info, Warning, Error };
  Kind kind = Kind::Info;
  QString what, where, todo;
  QString button;               // empty = none
  std::function<void()> action;  // closes the message and runs
  [[nodiscard]] QString line() const;  // all of it, in one line
};

[[nodiscard]] Notice noticeOf(const Error& e);

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);
  void add(Notice message);  // an equal one is not shown twice
  void clear();
  [[nodiscard]] const std::vector<Notice>& messages() const { return messages_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  std::vector<Notice> messages_;
  QLabel* sign_;
  QLabel* text_;
  QLabel* more_;
  QPushButton* act_;
  QToolButton* close_;
};

}  // namespace weir
