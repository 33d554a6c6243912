// What NCCL and RCCL say with NCCL_DEBUG=INFO, line by line, gathered into tables and facts of a Run: used by the reader of such
// logs and by that of nccl-tests, whose output they interleave with.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/run/builder.h"

namespace weir::nccl {

class InfoLog {
 public:
  // False: the line is none of NCCL's.
  bool line(std::string_view text, std::uint64_t number);
  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] std::int32_t worldSize() const { return world_; }
  // Tables and facts named in the README.
  void build(RunBuilder& out);

 private:
  struct Process {
    std::string host, pid, device;
    bool operator<(const Process& o) const { return std::tie(host, pid, device) < std::tie(o.host, o.pid, o.device); }
  };
  using Row = std::vector<std::string>;

  void message(const Process& p, std::string_view m, std::uint64_t number);
  void communicator(const Process& p, std::string_view m);
  bool collective(const Process& p, std::string_view m);
  bool choice(const Process& p, std::string_view m);
  bool channel(const Process& p, std::string_view m);
  bool timings(std::string_view m);

  struct Rank {
    std::int64_t rank = -1, ranks = -1;
  };
  std::uint64_t lines_ = 0, warnings_ = 0;
  std::int32_t world_ = -1;
  std::set<std::string> hosts_;
  std::set<Process> processes_;
  std::map<std::pair<Process, std::string>, Rank> ranks_;  // by communicator
  std::map<Process, Rank> only_;                           // the process' last communicator
  std::vector<std::pair<std::string, std::string>> facts_;
  std::set<std::string> factSeen_;
  std::vector<Row> communicators_, collectives_, choices_, channels_, networks_, timings_, trees_, warningsTable_;
  std::vector<std::pair<Process, std::string>> collectiveOf_;
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> transports_;  // from, to, via
};

// Whether a text holds such lines.
[[nodiscard]] bool speaks(std::string_view text);
// Bytes of one element of ncclDataType_t, and its name; 0 and the number itself where unknown.
struct DataType {
  int bytes = 0;
  std::string name;
};
[[nodiscard]] DataType dataType(std::string_view number);

}  // namespace weir::nccl
