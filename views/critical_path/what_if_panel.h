// What is asked of the run: a few changes, each a choice and a slider, or in words. Knows no graph; GUI thread.
#pragma once

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QString>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/summarize/critical_path_change.h"
#include "views/critical_path/choice_box.h"

namespace weir {

class WhatIfPanel : public QWidget {
  Q_OBJECT
 public:
  // A change to choose: `words` as critical_path_change.h reads them, with %1 where a factor stands, %2 where a rate in Gb/s,
  // %3 where a share in percent. No title: a line between groups. No words: kMore, which changes nothing.
  struct Choice {
    QString title, words;
    QString brief = {};  // what is shown of a long title, told apart from the others; empty: all of it
    bool operator==(const Choice&) const = default;
  };

  static inline const QString kMore = QStringLiteral("?");  // more than a list can hold: moreWanted() is emitted

  explicit WhatIfPanel(QWidget* parent = nullptr);
  // Rows that hold what is no longer offered keep it.
  void setChoices(std::vector<Choice> choices);
  // What is asked now; changes that change nothing (×1) are left out.
  [[nodiscard]] std::vector<PathChange> changes() const;
  [[nodiscard]] QStringList words() const;
  // Sets the changes in words.
  void ask(const QString& words);
  // Puts a change into a row that is free, else into a new one, as if it had been chosen there: twice as fast.
  void propose(const QString& title, const QString& words);
  void setAnswer(const QString& text, const QString& details);
  // Why what is asked cannot be answered by this run; words that are not understood are said by changes().
  void setProblem(const QString& text);
  [[nodiscard]] QString problem() const { return problem_->text(); }

 signals:
  void changed();
  void moreWanted();

 private:
  struct Row {
    QWidget* widget;
    ChoiceBox* what;
    QSlider* slider;
    QDoubleSpinBox* factor;  // what counts: 0 = takes no time; beyond the slider's ends too
    QDoubleSpinBox* rate;    // Gb/s
    QSpinBox* left;          // of the lateness, %
    QString words;           // chosen last
  };
  Row& addRow();
  void connectRow(QWidget* widget, QToolButton* remove);
  void chosen(Row& row);
  void fill(Row& row);
  void sync(Row& row);
  [[nodiscard]] static double factorAt(int position);
  [[nodiscard]] static int positionOf(double factor);
  [[nodiscard]] QString wordsOf(const Row& row) const;
  std::vector<Choice> choices_;
  std::vector<Row> rows_;
  QVBoxLayout* column_;
  QToolButton* add_;
  QLineEdit* text_;
  QLabel *problem_, *answer_, *details_;
};

}  // namespace weir
