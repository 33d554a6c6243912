// What is shown of a critical path, without the graph it was walked on, to be kept beside the run: the graph takes several times
// the run's memory, and is needed only for what was not asked before. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/summarize/critical_path.h"
#include "core/summarize/critical_path_collectives.h"
#include "core/summarize/critical_path_pick.h"

namespace weir {

// Changes whenever the path or a table of the same run may come out otherwise (a link, an assumption, a sentence, a member): what
// an older Weir kept is then worked out anew.
inline constexpr int kPathRevision = 2;

struct PathAnswer {
  CriticalPath path;
  std::vector<std::string> remarks, limits;  // pathRemarks(), pathLimits()
  std::vector<RankLateness> late;            // most first
  std::vector<PathLinkRow> links;            // longest on the path first
  std::vector<PathRow> collectives;          // the same; no others
  std::optional<MovingCollective> offPath;   // the longest of those that the path does not lead through
  // What of the graph can be changed: operations that move data, messages, launches.
  std::vector<Operation> operations;
  bool moving = false, messages = false, launches = false;
};
struct PathTable {  // pathTable()
  std::vector<PathRow> rows;
  std::size_t gains = 0;  // rows whose gain was worked out
};
// Errors: stopped.
[[nodiscard]] Result<PathAnswer> pathAnswer(const PathGraph& graph, const Job& job);

[[nodiscard]] std::string keyOf(const PathOptions& options);  // all that the graph depends on beside its run; "" = the defaults

// Empty = too large to keep.
[[nodiscard]] std::string pathToBytes(const PathAnswer& answer, const Run& run);
[[nodiscard]] std::string pathTableToBytes(const PathTable& table, const Run& run);
// None where the bytes are damaged, of another revision or of another run.
[[nodiscard]] std::optional<PathAnswer> pathFromBytes(std::string_view bytes, const Run& run);
[[nodiscard]] std::optional<PathTable> pathTableFromBytes(std::string_view bytes, const Run& run);

}  // namespace weir
