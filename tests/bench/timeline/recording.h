// A recorded walk over a timeline: what a person's wheel, drags, keys and clicks made of the time range, the scroll bar
// and the folded lanes, frame by frame. recording.csv holds it, in shares of the whole run, so that it fits any run.
#pragma once

#include <string>
#include <vector>

#include "views/timeline/timeline_view.h"

namespace weir::bench {

struct RecordedFrame {
  std::string what;        // the gesture it is part of
  double from = 0, to = 1; // of the whole
  int scroll = 0;          // device-independent pixels
  int toggle = -1;         // this foldable lane on screen, counted from the top, is folded or unfolded; -1 = none
};

// Drives the view through its real input (events to its plot) and notes what came of it.
[[nodiscard]] std::vector<RecordedFrame> record(TimelineView& view, ViewState& state);
void writeRecording(const std::vector<RecordedFrame>& frames, const std::string& path);
[[nodiscard]] std::vector<RecordedFrame> readRecording(const std::string& path);
// Sets one frame; the caller replots.
void replay(const RecordedFrame& f, TimelineView& view, ViewState& state);
[[nodiscard]] QScrollBar* scrollBarOf(TimelineView& view);

}  // namespace weir::bench
