// How a PathGraph is built; private to critical_path_*.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/summarize/critical_path_graph.h"

namespace weir::pipeline {
struct RankStep;
}
namespace weir::path {

[[nodiscard]] inline bool isDevice(const Track& t) { return t.kind == TrackKind::Stream || t.kind == TrackKind::Device; }
[[nodiscard]] inline bool isLane(const Track& t) { return t.kind != TrackKind::Link && t.kind != TrackKind::Tier; }

// The counter that tells how busy a link was, a fraction; null = the run has none of that name.
[[nodiscard]] const Counter* utilisationOf(const Run& run, std::string_view link);

class Builder {
 public:
  Builder(RunPtr run, const PathOptions& options, const Job& job) : run_(*run), job_(job) {
    graph_.run = std::move(run);
    graph_.options = options;
  }
  Result<PathGraph> build();

 private:
  enum class Spot : std::uint8_t { Start, End, Split };
  struct Begin {
    std::int64_t start = 0;
    std::uint32_t depth = 0, slice = 0;
    bool operator<(const Begin& o) const { return start != o.start ? start < o.start : depth < o.depth; }
  };
  struct Split {  // until `time` the slice waits; at its start: a wait of no length, which may grow in a replay
    TrackIndex track = 0;
    std::uint32_t slice = 0;
    std::int64_t time = 0;
    std::uint32_t piece = PathGraph::kNone;  // that begins there, once laid
    bool waits = true;                       // false: it works on; something else begins at that moment
  };
  struct Draft {
    std::uint32_t from = 0, to = 0;  // slices; a split's index where the spot says so
    Spot fromSpot = Spot::End, toSpot = Spot::Start;
    PathLink link = PathLink::Dependency;
  };
  struct Raw {
    std::uint32_t from = 0, to = 0;  // pieces, at whose begin
    PathLink link = PathLink::Dependency;
    bool operator<(const Raw& o) const { return to != o.to ? to < o.to : from < o.from; }
  };
  struct Ended {
    std::int64_t time = 0;
    std::uint32_t piece = 0, lane = 0;
    bool operator<(const Ended& o) const { return time != o.time ? time < o.time : piece < o.piece; }
  };
  using DeviceEnds = std::vector<std::pair<std::int64_t, std::uint32_t>>;  // end, slice; sorted

  bool findSpan();
  [[nodiscard]] bool counts(const Track& track, SliceIndex i) const;
  void findDevices();
  // Links, before there are lanes.
  [[nodiscard]] std::optional<std::uint32_t> sliceOf(const CollectiveCall& c) const;
  bool pipelines();
  void needs(std::uint32_t from, std::uint32_t to);
  void startTogether();
  void updates(const std::vector<pipeline::RankStep>& steps);
  void collectives();
  bool arrows();
  bool syncs();
  void waitUntil(std::uint32_t slice, std::int64_t time, std::uint32_t cause, Spot causeSpot, PathLink link);
  const DeviceEnds& deviceEnds(std::int32_t rank);
  // Lanes.
  void sortSplits();
  bool layLanes();
  void makeRoom();
  void layLane(TrackIndex t, const std::vector<Begin>& begins, std::size_t& nextSplit);
  // Links between pieces.
  bool resolve();
  [[nodiscard]] std::uint32_t pieceAt(std::uint32_t what, Spot spot) const;
  void assume();
  void assumeFor(const std::vector<std::uint32_t>& lanes, const std::vector<Ended>* everywhere, std::vector<Raw>& out) const;
  [[nodiscard]] std::int64_t latestSource(std::uint32_t piece) const;  // of links known so far; INT64_MIN = none
  void meet();
  void findMoving();
  // The graph of anchors.
  bool anchorAll();
  bool sortAnchors();
  void bind();
  void chooseEnd();

  const Run& run_;
  const Job& job_;
  PathGraph graph_;
  TimeRange span_;
  enum class Left { MarksAndMessages, Marks, Nothing } left_ = Left::MarksAndMessages;  // out of the lanes
  NameId message_ = 0;  // category of simulated messages; they are drawn beside the operations they are part of
  std::set<std::int32_t> devices_;  // ranks whose streams compute or communicate
  std::vector<Split> splits_;
  std::vector<std::uint32_t> splitOrder_;
  std::vector<Draft> drafts_;
  std::vector<std::uint32_t> callSlice_;  // kNone = none shows it
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pipelineGroup_;  // slice, which of the same number meet; sorted
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pipelineNeeds_;  // slice of a group, what it needs
  struct Meeting {
    std::int64_t time = 0;                // its last member's start
    std::uint32_t begin = 0, end = 0;     // of members_
  };
  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> members_;  // calls
  std::vector<std::pair<std::uint32_t, std::uint32_t>> startSplits_;  // slice, split at its start; sorted
  std::vector<std::pair<std::uint32_t, std::uint32_t>> splitOfCall_;  // call, split; by call
  Column<std::uint32_t> startOf_, endOf_;                             // piece at whose begin a slice starts, ends
  std::vector<Raw> raw_;
  std::map<std::int32_t, DeviceEnds> deviceEnds_;
  std::map<std::int32_t, std::int64_t> launchLag_;  // the least of each rank
};

}  // namespace weir::path
