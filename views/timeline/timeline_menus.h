// The menus of the right button. Each deletes itself once closed. GUI thread.
#pragma once

#include <QMenu>
#include <cstdint>
#include <functional>

#include "core/run/run.h"

namespace weir {

class TimelineView;

class TimelineMenus {
 public:
  explicit TimelineMenus(TimelineView& view) : view_(view) {}
  [[nodiscard]] QMenu* lane(int lane) const;
  [[nodiscard]] QMenu* slice(int run, SliceIndex slice, std::int64_t at) const;
  [[nodiscard]] QMenu* ground(int lane, std::int64_t at) const;  // where there is no slice; lane -1 = none
  [[nodiscard]] QMenu* marker(std::size_t index) const;
  // After dragging over the ruler of steps; times on the shared axis.
  [[nodiscard]] QMenu* stepRange(int run, std::int64_t from, std::int64_t to) const;

 private:
  [[nodiscard]] QMenu* menu() const;
  QAction* add(QMenu* m, const QString& text, const QString& keys, const std::function<void()>& act) const;
  void laneActions(QMenu* m, int lane) const;
  void places(QMenu* m, std::int64_t at) const;
  TimelineView& view_;
};

}  // namespace weir
