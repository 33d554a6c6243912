// Power and energy of a run, from its counters: group "power" in W (what a device draws), and group "energy" in J (counted up).
// Energy of readings is the trapezoid over their distinct times (the mean of readings at one time), of regular series the
// sum of value x step, of energy counters the difference. Nothing is made up outside the readings: one reading has no energy, and
// a range reaches only as far as they do. Where readings are missing for longer than five times their usual distance the trapezoid
// runs across, and the gap is counted. Where energy went (step, rank, phase): core/summarize/energy.h. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

struct PowerMeter {
  std::string name;
  std::int32_t rank = kUnknownRank;
  std::uint32_t source = 0;
  std::uint64_t readings = 0;
  std::optional<double> mean_w;     // of the readings as they are; of an energy counter alone energy / the time in which it rose
  std::optional<double> energy_j;
  std::int64_t start = 0, end = 0;  // ps, first and last reading within the range
  std::uint64_t gaps = 0;
  double gap_s = 0;                 // bridged by the trapezoid
};

struct PowerSummary {
  std::uint64_t readings = 0;
  std::optional<double> mean_w;          // of all meters together: the sum of their means where they run at once
  std::optional<double> mean_reading_w;  // over all readings of all meters
  std::optional<double> energy_j;        // the sum of those known
  std::uint64_t withoutEnergy = 0;       // meters whose energy is unknown
  // Of the meters with a mean: the time in which any of them reads, and in which all do, ps. Where the second is small, mean_w
  // is far below the sum of what they draw, and `notes` says so: clocks that differ, or devices used one after the other.
  std::int64_t covered = 0, together = 0;
  double sumOfMeans_w = 0;               // what they would draw together if they ran at one time
  std::vector<PowerMeter> by;            // by source, name
  std::vector<Note> notes;
};
inline constexpr std::string_view kNoteApart = "power meters that do not read at the same time: their common mean is no sum of what they draw";

// A device as the run's counters know it; either may be null, not both. The run outlives it.
struct MeterCounters {
  std::string name;
  std::int32_t rank = kUnknownRank;
  std::uint32_t source = 0;
  const Counter* power = nullptr;
  const Counter* energy = nullptr;  // counted by the device itself, so better than what was read of its power now and then
};
[[nodiscard]] std::vector<MeterCounters> meterCounters(const Run& run);  // by source, name: as PowerSummary::by

// None when the run has no power and no energy counter.
[[nodiscard]] std::optional<PowerSummary> powerSummary(const Run& run, std::optional<TimeRange> range = std::nullopt);
// A source whose meters read while nothing else of the run does, and by how many quarters of an hour it would have to be moved
// to read at the same time for at least half as long as the shorter of the two: a clock of another time zone. The others: the
// events, or without any the sources with the most meters. None where no such move is found.
struct ClockHint {
  std::uint32_t source = 0;
  std::int64_t shift = 0;  // ps
  bool operator==(const ClockHint&) const = default;
};
[[nodiscard]] std::vector<ClockHint> clockHints(const Run& run);
// One counter in W. None: fewer than two distinct times in the range, or no such counter.
[[nodiscard]] std::optional<double> energyOf(const Counter& counter, std::optional<TimeRange> range = std::nullopt);

}  // namespace weir
