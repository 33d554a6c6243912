// What the tests of the I/O report ask it.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "core/summarize/io_report.h"

namespace weir::test {

inline IoReport report(const weir::Run& run, const IoReportOptions& options = {}) {
  auto r = ioReport(run, options);
  EXPECT_TRUE(r);
  return r ? std::move(*r) : IoReport{};
}

inline const IoObservation* found(const IoReport& r, std::string_view id) {
  for (const IoObservation& o : r.observations)
    if (o.id == id) return &o;
  return nullptr;
}

}  // namespace weir::test
