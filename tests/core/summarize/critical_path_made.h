// Small runs with names, arrows and collectives that know their slices, and what is asked of their critical path.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/summarize/critical_path.h"
#include "tests/core/summarize/pipelined.h"

namespace weir::test {

// A Sketch with names, collectives that know their slices, and arrows; times in microseconds.
struct Made : Sketch {
  using Sketch::Sketch;
  SliceIndex work(TrackIndex t, std::int64_t from, std::int64_t to, std::string_view as, Activity a = Activity::Compute) {
    return b.slice({.track = t, .start = from * us, .duration = (to - from) * us, .name = b.intern(as), .category = b.intern("kernel"), .activity = a, .args = {}});
  }
  SliceIndex member(TrackIndex t, std::int32_t rank, std::int64_t from, std::int64_t to, Operation op = Operation::AllReduce, std::int64_t bytes = kUnknownBytes, int ranks = 2) {
    const SliceIndex s = work(t, from, to, name(op), Activity::Communication);
    CollectiveCall c;
    c.operation = op;
    c.rank = rank;
    c.slice = s;
    c.start = from * us;
    c.duration = (to - from) * us;
    c.bytes = bytes;
    c.groupSize = ranks;
    std::vector<std::int32_t> members;
    for (int r = 0; r < ranks; ++r) members.push_back(r);
    c.group = b.group(members);
    b.collective(c);
    return s;
  }
  void arrow(SliceIndex from, SliceIndex to, std::string_view kind) { b.arrow(from, to, b.intern(kind)); }
  RunPtr done() { return std::make_shared<const weir::Run>(b.build()); }
};

inline PathGraph graphOf(const RunPtr& run, PathOptions options = {}) {
  auto g = pathGraph(run, options, {});
  EXPECT_TRUE(g.has_value()) << g.error().line();
  return std::move(*g);
}

// "0 compute 0-10, 1 launch delay 10-12": rank, what, from, to.
inline std::string words(const PathGraph& g, const CriticalPath& path) {
  std::string out;
  for (const PathSegment& s : path.segments) {
    if (!out.empty()) out += ", ";
    out += std::to_string(s.rank) + " ";
    out += s.slice == PathGraph::kNone ? name(s.kind) : g.run->names.text(g.run->slices.name[s.slice]);
    out += " " + std::to_string(s.from / us) + "-" + std::to_string(s.to / us);
  }
  return out;
}
inline std::string words(const RunPtr& run, PathOptions options = {}) {
  const PathGraph g = graphOf(run, options);
  return words(g, *criticalPath(g, {}));
}
inline std::int64_t with(const PathGraph& g, std::vector<std::string> texts) {
  std::vector<PathChange> changes;
  for (const std::string& t : texts) {
    const auto c = parseChange(t);
    EXPECT_TRUE(c.has_value()) << c.error().line();
    changes.push_back(*c);
  }
  const auto path = criticalPath(g, changes, {});
  EXPECT_TRUE(path.has_value()) << path.error().line();
  return path->makespan() / us;
}

}  // namespace weir::test
