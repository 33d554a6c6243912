// Slices that one view wants another to show: the critical path in the timeline. A child of the ViewState, so that neither
// it nor the views know each other; found by of(). GUI thread.
#pragma once

#include <QObject>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/run/run.h"
#include "views/shared/view_state.h"

namespace weir {

class Highlight : public QObject {
  Q_OBJECT
 public:
  struct Span {
    std::int64_t from = 0, to = 0;  // ps, on the run's own axis (ShownRun::shift is not added)
    TrackIndex track = 0;
    bool hasSlice = false;  // else a delay or a gap, before what the next span shows
    SliceIndex slice = 0;
  };

  // The one of this state; made where there is none yet.
  static Highlight& of(ViewState& state) {
    auto* h = state.findChild<Highlight*>(QString(), Qt::FindDirectChildrenOnly);
    return h ? *h : *new Highlight(&state);
  }

  [[nodiscard]] int runId() const { return runId_; }  // 0 = nothing
  // By time, without overlap: a chain through the tracks, each span ends where the next begins. Never null.
  [[nodiscard]] const std::shared_ptr<const std::vector<Span>>& spans() const { return spans_; }
  void set(int runId, std::shared_ptr<const std::vector<Span>> spans) {
    runId_ = runId;
    spans_ = std::move(spans);
    emit changed();
  }
  void clear() { set(0, std::make_shared<const std::vector<Span>>()); }
  // First span that ends after t; spans()->size() when there is none. O(log n).
  [[nodiscard]] std::size_t firstEndingAfter(std::int64_t t) const {
    return static_cast<std::size_t>(std::upper_bound(spans_->begin(), spans_->end(), t, [](std::int64_t x, const Span& s) { return x < s.to; }) - spans_->begin());
  }

 signals:
  void changed();

 private:
  explicit Highlight(QObject* parent) : QObject(parent) {}
  int runId_ = 0;
  std::shared_ptr<const std::vector<Span>> spans_ = std::make_shared<const std::vector<Span>>();
};

}  // namespace weir
