// What ranks did, as a graph that can be played again: computing, messages and collectives with what each waits for. Read
// from Chakra execution traces (Sridharan et al., "Chakra: advancing performance benchmarking and co-design using
// standardized execution traces", 2023; fields of mlcommons/chakra's et_def.proto), a file a rank in a folder, or one:
//   *.N.et    protobuf, each message with its length before it, rank N
//   *.N.json  {"workload_graph": [...]} or {"nodes": [...]}, the same fields by name
// Sizes are bytes, times ps. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/collective.h"
#include "core/base/result.h"

namespace weir {

struct GraphNode {
  enum class Kind : std::uint8_t { Compute, Send, Receive, Collective };
  Kind kind = Kind::Compute;
  bool host = false;             // computing: on the host's processor, beside the accelerator
  std::uint64_t id = 0;          // as recorded
  std::string name;
  std::int64_t duration = 0;     // of computing
  std::int64_t bytes = 0;        // of a message; of a collective, this rank's buffer as expandCollective takes it
  std::int32_t peer = -1;        // rank sent to or received from
  std::uint32_t tag = 0;
  CollectiveOp operation = CollectiveOp::AllReduce;
  std::uint32_t group = 0;       // into ExecutionGraph::groups
  std::vector<std::uint32_t> after;  // nodes of the same rank, by index, that must have ended
};

struct ExecutionGraph {
  std::string format;                              // "chakra-et", "chakra-json", "trace"
  std::vector<std::vector<GraphNode>> ranks;       // nodes by increasing id
  std::vector<std::vector<std::int32_t>> groups;   // members; 0 = all ranks
  bool oneRankForAll = false;                      // a single rank's graph, which every rank is to follow (SPMD)
  std::vector<std::string> remarks;
};

// A folder or a file. Errors name the file: not readable, no such format, no sizes or durations, ranks missing.
[[nodiscard]] Result<ExecutionGraph> loadExecutionGraph(const std::string& path);
// Whether the path looks like one: a folder with such files, or such a file.
[[nodiscard]] bool isExecutionGraph(const std::string& path);

// One rank's part, before ids become indices. Internal to the readers, here for their tests.
struct RecordedNode {
  GraphNode node;
  std::vector<std::uint64_t> after, control;  // ids: by data; by control flow
  std::string group;                 // name of its process group; empty = all ranks
  int type = 0;                      // as recorded: 4 computing, 5 send, 6 receive, 7 collective
  bool sized = false, timed = false, has_operation = false, has_peer = false;
};
[[nodiscard]] Result<std::vector<RecordedNode>> readChakraProtobuf(std::string_view bytes, std::string_view file);
[[nodiscard]] Result<std::vector<RecordedNode>> readChakraJson(std::string_view text, std::string_view file);
// The ranks' parts as one graph. Nodes wait for data and for control flow; where the two together run in circles, as parents
// in old schemas do, for data alone (as chakra's own feeder). One part, of rank 0 or of a file without a number, is for all.
[[nodiscard]] Result<ExecutionGraph> joinRanks(std::vector<std::vector<RecordedNode>> ranks, std::string_view file);

}  // namespace weir
