// Execution traces and the profiles of the same ranks, read by themselves, brought together: nodes take the times of the
// slices that profiled them, and collectives the sizes that only the execution trace has. Also: sends and receives that
// two ranks' graphs tell of the same message.
#pragma once

#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"

namespace weir {

// Parts as read, before they are merged. Each pytorch-et part is linked to the kineto part of its rank (or, where neither
// tells one, to the only one there is): by record function id and name, else by external id and name, else by the order of
// names on each thread. Facts say how and how many (`linked by`, `linked nodes`, `collectives given a size`); notes, what
// was left. A part that cannot be linked stays as it is, with a note.
void linkExecutionTraces(std::vector<Run>& parts, const Job& job);

// Of a merged run: receives whose send another rank's graph tells become one transfer with it, with an arrow `message`
// from send to receive. The k-th send of a pair and tag is the k-th receive.
void joinMessages(Run& run);

}  // namespace weir
