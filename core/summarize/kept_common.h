// What several kept answers hold (kept_bytes.h).
#pragma once

#include "core/summarize/kept_bytes.h"
#include "core/summarize/stragglers.h"

namespace weir {

constexpr Operation keptLast(Operation) { return Operation::Unknown; }

template <class A, kept::Is<RankLateness> T>
void fields(A& a, T& v) {
  auto& [rank, collectives, last, waited, madeWait, unrecorded] = v;
  a(rank, collectives, last, waited, madeWait, unrecorded);
}

}  // namespace weir
