// What the name of an XLA operation says: "%all-reduce-start.5 = f32[...]", "fusion.12", "copy-done.3".
#pragma once

#include <cstdint>
#include <string_view>

#include "core/run/run.h"

namespace weir::xplane {

struct Hlo {
  enum class Part : std::uint8_t { Whole, Start, Done };
  std::string_view name;       // "all-reduce-start.5"
  std::int64_t number = -1;    // 5; -1 without
  Part part = Part::Whole;     // of an operation that runs beside others
  Activity activity = Activity::Compute;
  Operation operation = Operation::Unknown;
};
// `text` must outlive the result. Of an empty text all is unknown but that it computes.
[[nodiscard]] Hlo hloOf(std::string_view text);

}  // namespace weir::xplane
