// The events of one file as plain columns, before they are put on one time axis and into a Run.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/chrome/micros.h"
#include "core/run/run.h"

namespace weir::chrome {

using ThreadIndex = std::uint32_t;

struct Process {
  std::string raw;  // the pid as it stands in the file
  std::string pid;
  std::string name, labels;
  std::int64_t sort = 0;
  bool sorted = false;
};

struct Thread {
  std::uint32_t process = 0;
  std::string raw;  // the tid as it stands in the file
  std::string tid;
  std::string name;
  std::int64_t sort = 0;
  bool sorted = false;
  // Told by Weir's own writer.
  std::string kind;
  std::int32_t rank = kUnknownRank;
  bool async = false;  // a lane of "b"/"e" slices, no thread of the traced program
};

// Text kept in Events::argsText.
struct ArgsAt {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
};

// Half of a slice: "B"/"E" on a thread, or "b"/"e" (also "S"/"F") under an id.
struct Half {
  ThreadIndex thread = 0;
  NameId id = 0;  // "category, scope, id" in asyncIds; 0 for halves that nest on their thread
  NameId name = 0, category = 0;
  Micros at;
  ArgsAt args;
  bool begins = false;
};

struct Mark {
  ThreadIndex thread = 0;
  NameId name = 0;
  Micros at;
};

// End of an arrow ("s", "t", "f"), or of one that a complete event carries itself ("bind_id").
struct Flow {
  std::uint64_t id = 0;  // the number, or a hash of the text
  Micros at;
  ThreadIndex thread = 0;
  NameId name = 0, category = 0;
  char ph = 0;
  bool around = false;  // binds to the slice around its time, else to the next to begin
};

struct CounterSeries {
  NameId name = 0;
  std::string key;  // of the value in the arguments
  ThreadIndex thread = 0;
  std::vector<Micros> at;
  std::vector<float> value;
};

// What a metadata event says of a process or a thread. The last word counts, so they are kept in order.
struct Metadata {
  enum class What : std::uint8_t { ProcessName, ProcessLabels, ProcessSort, ThreadName, ThreadSort, ThreadKind, ThreadRank };
  What what = What::ProcessName;
  std::uint32_t index = 0;  // of the process or thread
  std::string text = {};
  std::int64_t sort = 0;  // or the rank
  bool sorted = false;
};

struct Events {
  std::vector<Process> processes;
  std::vector<Thread> threads;
  Names names;
  Names asyncIds;
  TextColumn argsText;
  // Complete events, one column each; start is `us` + `fs`.
  Slices slices;  // start: whole microseconds, until they are put on the axis
  Column<std::int32_t> startFs;
  Column<ThreadIndex> thread;
  std::vector<Half> halves, asyncHalves;
  std::vector<Mark> marks;
  std::vector<CounterSeries> counters;
  std::vector<Metadata> metadata;
  Column<Flow> flows;
  std::array<std::uint64_t, 256> byType{};  // events read, by "ph"
  std::map<char, std::uint64_t> leftOut;    // event types that have no place in a Run, and how many
  bool kineto = false;

  // Of the top object.
  std::int64_t baseNs = 0;
  bool based = false;  // baseNs was given
  std::int32_t rank = kUnknownRank, worldSize = -1;
  std::string distributedInfo;
  std::vector<Fact> facts;
  std::string annex;  // of Weir's own writer; see annex.h

  [[nodiscard]] std::string_view args(const ArgsAt& a) const { return std::string_view(argsText).substr(a.offset, a.size); }
};

// Names, labels and positions of processes and threads, as metadata events gave them.
void applyMetadata(Events& events);

}  // namespace weir::chrome
