// Small Runs by hand. Times are written in microseconds, so that the expected numbers read like arithmetic.
#pragma once

#include <map>
#include <string_view>

#include "core/run/builder.h"

namespace weir::test {

inline constexpr std::int64_t us = 1'000'000;  // ps

class Sketch {
 public:
  explicit Sketch(Truth truth = Truth::Measured) : b("sketch", truth) {}
  TrackIndex track(std::int32_t rank, TrackKind kind, std::string_view name) {
    Track t;
    t.name = b.intern(name);
    t.rank = rank;
    t.kind = kind;
    return b.track(t);
  }
  SliceIndex slice(TrackIndex t, std::int64_t from, std::int64_t to, Activity a, std::string_view category = "kernel") {
    return b.slice({.track = t,
                    .start = from * us,
                    .duration = (to - from) * us,
                    .name = b.intern(name(a)),
                    .category = b.intern(category),
                    .activity = a,
                    .args = {}});
  }
  void call(std::int32_t rank, Operation op, std::int64_t from, std::int64_t to, std::int64_t bytes = kUnknownBytes,
            std::int32_t groupSize = -1, const std::vector<std::int32_t>& group = {}) {
    CollectiveCall c;
    c.operation = op;
    c.rank = rank;
    c.start = from * us;
    c.duration = (to - from) * us;
    c.bytes = bytes;
    c.groupSize = groupSize;
    c.group = b.group(group);
    b.collective(c);
  }
  void counter(std::string_view name, std::string_view group, std::int64_t start, std::int64_t step, std::vector<float> values) {
    Counter c;
    c.name = b.intern(name);
    c.group = b.intern(group);
    c.unit = "1";
    c.start = start;
    c.step = step;
    c.value = std::move(values);
    b.counter(std::move(c));
  }
  weir::Run build() { return b.build(); }
  RunBuilder b;
};

}  // namespace weir::test
