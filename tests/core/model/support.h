#pragma once

#include "core/model/predict.h"
#include "tests/core/scenario/support.h"

namespace weir::test {

inline Outcome answer(const Scenario& s) {
  auto o = predict(s);
  if (!o) {
    ADD_FAILURE() << o.error().line();
    return {};
  }
  return std::move(*o);
}

// Values of LABS.md stand there with four or five digits: equal to half a unit of the last.
#define EXPECT_DIGITS(value, expected, unit) EXPECT_NEAR(value, expected, 0.5000001 * (unit))

}  // namespace weir::test
