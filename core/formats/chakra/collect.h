// Nodes of one execution graph, from any of its encodings, to one Run: slices, arrows, collectives, messages.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/chakra/json_out.h"
#include "core/formats/chakra/layout.h"
#include "core/formats/chakra/schema.h"
#include "core/formats/format.h"
#include "core/run/builder.h"

namespace weir::chakra {

// What of a node is more than an attribute. Views live during add() only.
struct NodeIn {
  std::uint64_t id = 0;
  std::string_view name;
  int type = kInvalid;
  std::int64_t startNs = 0, durationPs = 0;
  std::vector<std::uint64_t> control, data;      // ids of the nodes it waits for
  int cpu = -1;                                  // is_cpu_op: 1, 0; -1 not said
  std::int64_t commSize = kUnknownBytes, commType = -1, peer = -1, lane = -1, groupSize = -1;

  void clear() {
    control.clear();
    data.clear();
    id = 0, name = {}, type = kInvalid, startNs = 0, durationPs = 0, cpu = -1;
    commSize = kUnknownBytes, commType = -1, peer = -1, lane = -1, groupSize = -1;
  }
  // Takes over a well-known attribute; `text` where the value is one.
  void attribute(std::string_view key, std::int64_t number, std::string_view text);
};

class Collector {
 public:
  Collector(const ReaderContext& context, std::string format);

  // The node's arguments: one JSON object, appended to this column by the reader before add() and after mark().
  [[nodiscard]] TextColumn& args() { return args_; }
  void mark() { argsBegin_ = args_.size(); }
  void rewind() { args_.resize(argsBegin_); }  // the node was broken
  void add(const NodeIn& node);
  void io(IoOperation op) { io_.push_back({nodes_.size() - 1, op}); }  // done by the node just added; times are the node's

  // The type an attribute's value was written in: kept for writing the graph again.
  void valueType(std::string_view attribute, unsigned field);
  void fact(std::string_view name, std::string_view value, std::string_view unit = {});
  void note(std::string_view kind, std::string_view place, std::uint64_t count = 1) { builder_.note(kind, place, count); }
  [[nodiscard]] RunBuilder& builder() { return builder_; }

  [[nodiscard]] std::uint64_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint64_t bytes() const;
  // Fails when no node came.
  [[nodiscard]] Result<Run> finish(const Job& job);

 private:
  struct Node {
    std::uint64_t id;
    std::int64_t startNs;
    std::uint64_t deps;              // first of its dependencies
    std::int64_t commSize;
    std::int32_t lane, peer, groupSize;
    std::uint32_t controls, datas;   // how many
    NameId name;
    std::int16_t commType;
    std::int8_t type, cpu;
  };
  struct IoOfNode {
    std::uint64_t node;
    IoOperation op;
  };
  void resolve();
  void placeInTime(const std::vector<std::uint32_t>& lane);
  std::vector<TrackIndex> makeTracks(std::vector<std::uint32_t>& lane);
  [[nodiscard]] bool onHost(const Node& n) const { return n.cpu == 1 && hasDevice_; }

  ReaderContext context_;
  RunBuilder builder_;
  std::int32_t rank_;
  Column<Node> nodes_;
  Column<std::int64_t> start_, duration_;
  Column<std::uint64_t> argsAt_;
  Column<std::uint32_t> argsSize_;
  Column<std::uint64_t> deps_;
  TextColumn args_;
  std::uint64_t argsBegin_ = 0;
  std::vector<IoOfNode> io_;
  std::map<std::string, std::array<std::uint64_t, 33>, std::less<>> types_;  // by field of the oneof
  NameId data_ = 0, control_ = 0;  // kinds of arrows
  bool hasDevice_ = false, timed_ = false;
};

// The rank that a trace's name tells: "x.3.et", "x.3.json".
[[nodiscard]] std::int32_t rankOf(const ReaderContext& context);

}  // namespace weir::chakra
