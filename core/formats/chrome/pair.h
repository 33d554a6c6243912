// Begin and end events to slices. What finds no partner is counted and stays visible as a mark: an end that was never
// written is not known, so none is invented.
#pragma once

#include "core/formats/chrome/document.h"
#include "core/formats/chrome/events.h"

namespace weir::chrome {

// "B"/"E" nest on their thread. An end with a name closes the innermost open begin of that name, one without a name the
// innermost. Order is that of time, and of the file where times are equal. Consumes events.halves.
void pairOnThreads(Events& events, Places& places);

// "b"/"e" (and "S"/"F") of one category and id nest among themselves, on any thread. They are laid on lanes, so that
// unrelated ones do not overlap. Consumes events.asyncHalves.
void pairAsync(Events& events, Places& places);

}  // namespace weir::chrome
