// A workflow: tasks, files between them, the machines they ran on. From WfFormat 1.0 to 1.5, WRENCH's graphs, and DAX.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/formats/wfcommons/document.h"
#include "core/run/builder.h"

namespace weir::wfcommons {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Task {
  std::string id, name, program, machine;
  double runtime_s = kUnknown, start_s = kUnknown;  // start: since the workflow's, where the file tells
  double cores = kUnknown, readBytes = kUnknown, writtenBytes = kUnknown, memoryBytes = kUnknown, averageCpu = kUnknown, energy = kUnknown, power = kUnknown;
  std::vector<std::uint32_t> inputs, outputs;  // files
};
struct File {
  std::string name;
  double bytes = kUnknown;
  std::uint32_t readers = 0, writers = 0;
};
struct Machine {
  std::string name, system, architecture, cpu;
  double cores = kUnknown, mhz = kUnknown, memoryBytes = kUnknown;
};

struct Workflow {
  std::vector<Task> tasks;
  std::vector<File> files;
  std::vector<Machine> machines;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // parent, child; each once
  std::uint64_t executed = 0;                                  // tasks of which a run is known
  double makespan_s = kUnknown;
  std::string executedAt;
  std::vector<std::string> doubts;  // kinds of notes, one a case

  std::uint32_t file(std::string_view name, double bytes);
  std::uint32_t task(std::string_view id);  // of this id, made where it is new
  [[nodiscard]] std::uint32_t find(std::string_view id) const;  // kNone
  void edge(std::uint32_t parent, std::uint32_t child);
  void sortEdges();  // and drops repeated ones
  static constexpr std::uint32_t kNone = ~0U;

 private:
  std::unordered_map<std::string, std::uint32_t> fileOf_, taskOf_;
};

// From the object "workflow" of a document.
[[nodiscard]] Workflow parseWorkflow(simdjson::dom::element workflow);

// Seconds since 1970 of "20200401T035043+0000" or "2023-03-21T13:21:06.5-10:00"; NaN for other writings. Without a zone:
// as if UTC, and `zone` is false.
[[nodiscard]] double isoTime(std::string_view text, bool& zone);

// As early as parents allow; tasks on a cycle start at 0. `cyclic` counts those.
[[nodiscard]] std::vector<double> earliestStarts(const Workflow& w, std::uint64_t& cyclic);

// Tables "tasks", "files", "machines", the I/O sums of the files, and the facts that count them.
void describe(const Workflow& w, RunBuilder& builder);
// Tasks as slices at `start_s`, packed into as few lanes a machine as do not overlap, with arrows along the edges.
void layOut(const Workflow& w, const std::vector<double>& start_s, RunBuilder& builder);

}  // namespace weir::wfcommons
