// Exact non-dominated fronts and the hypervolume they cover; all objectives are minimised. Pure functions, any thread.
//
// a dominates b when it is nowhere larger and somewhere smaller. Equal points do not dominate each other: all of them
// stand on the front. A point with a value that is not finite (unknown, never reached) is on no front and dominates none.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace weir {

// Indices of the front, by (x, y, index). x and y have one length. O(n log n).
[[nodiscard]] std::vector<std::size_t> nonDominated(std::span<const double> x, std::span<const double> y);

// Any number of objectives: values[i * objectives + k]. Indices in order of (first objective, ..., index).
// O(n^2 objectives) at worst, O(n x front) typically. objectives >= 1.
[[nodiscard]] std::vector<std::size_t> nonDominated(std::span<const double> values, std::size_t objectives);

// Area that the points dominate below the reference point; points that do not lie below it in both add nothing.
// Empty input: 0. Source: Zitzler and Thiele, PPSN 1998. O(n log n).
[[nodiscard]] double hypervolume(std::span<const double> x, std::span<const double> y, double referenceX, double referenceY);

}  // namespace weir
