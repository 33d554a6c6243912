// Above the lanes: what is shown of them, in which colours, and what else the timeline can do. What the filter hides stands in a
// strip of its own, so that nobody mistakes a part for the whole. GUI thread.
#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <set>
#include <utility>

#include "views/shared/view_state.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace weir {

class TimelineView;

// "> 10 us", "< 5 ms", "10us - 5ms", "" for any; nothing where it cannot be read. Shortest and longest in ps, 0 = no bound.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> readDurations(const QString& text);
[[nodiscard]] QString showDurations(std::int64_t shortest, std::int64_t longest);
// "0-3, 7", "" for all; nothing where it cannot be read.
[[nodiscard]] std::optional<std::set<std::int32_t>> readRanks(const QString& text);
[[nodiscard]] QString showRanks(const std::set<std::int32_t>& ranks);

class TimelineBar : public QWidget {
  Q_OBJECT
 public:
  TimelineBar(TimelineView& view, ViewState& state, QWidget* parent);
  void focusFilter();

 private:
  void refresh();
  void apply();
  [[nodiscard]] QString wrong() const;
  void fillCategories();
  void fillSteps();
  void fillMarkers();
  void fillTracks();
  [[nodiscard]] QToolButton* menuButton(const QString& name, const QString& text, const QString& tip, QMenu*& menu);

  TimelineView& view_;
  ViewState& state_;
  QWidget* tools_;
  QLineEdit *name_, *durations_, *ranks_;
  QComboBox* colour_;
  QToolButton *categories_, *arrows_, *steps_, *markers_, *tracks_;
  QMenu *categoriesMenu_ = nullptr, *arrowsMenu_ = nullptr, *stepsMenu_ = nullptr, *markersMenu_ = nullptr, *tracksMenu_ = nullptr;
  QWidget* strip_;
  QLabel* says_;
  QString wrong_;      // what a field holds that cannot be read, in a sentence
  QTimer wrongTimer_;  // said once the hand rests: half of what is typed is never right
};

}  // namespace weir
