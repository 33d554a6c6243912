// Lines of a .pfw file into columns, and these into a Run. Times are nanoseconds of the file's clock until finish().
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/dftracer/line.h"
#include "core/run/builder.h"

namespace weir::dftracer {

class Collect {
 public:
  Collect() : builder_("dftracer", Truth::Measured) {}
  // An object, without the line's end. `line` counts from 1.
  void add(std::string_view text, std::uint64_t line);
  void note(std::string_view kind, std::uint64_t line);
  [[nodiscard]] std::uint64_t bytes() const;
  void reserve(std::uint64_t fileBytes);
  [[nodiscard]] Result<Run> finish(const Job& job);

 private:
  struct Process {
    std::int64_t pid = 0;
    std::string host;  // hash or name, as events say it; "" unknown
    std::int32_t rank = kUnknownRank;
    std::int64_t leastTid = std::numeric_limits<std::int64_t>::max();
    NameId executable = 0;
  };
  struct Thread {
    std::uint32_t process = 0;
    std::int64_t tid = 0;
    std::string text;
  };
  struct Args {
    std::string_view host, file, ret, offset, size, whence;
    bool fileIsHash = false, offsetKnown = false;
  };
  // Recently interned texts by a cheap hash of their ends.
  struct Cache {
    struct Slot {
      std::string text;
      NameId id = 0;
    };
    std::vector<Slot> slots = std::vector<Slot>(1024);
  };

  NameId intern(std::string_view raw);
  Args args(std::string_view object);  // appends them to argsText_, hashes of files replaced
  std::uint32_t process(std::string_view pid, std::string_view host);
  std::uint32_t thread(const Line& line, std::string_view host);
  void complete(const Line& line, std::uint64_t number);
  void metadata(const Line& line, std::uint64_t number);
  void counter(const Line& line, std::uint64_t number);
  void aggregated(const Line& line, std::uint64_t number);
  void lifecycle(const Line& line, std::uint32_t process);
  void nestedFacts(std::string_view prefix, std::string_view object, int depth);
  void fact(std::string_view name, std::string_view value);
  std::string hashed(std::string_view token) const;

  void giveRanks();
  [[nodiscard]] bool countRepeats(const Job& job);  // false = stopped
  std::vector<TrackIndex> layTracks();
  void axis(const Job& job);
  void layIo();
  void layRest(const std::vector<TrackIndex>& tracks);

  RunBuilder builder_;
  Slices slices_;               // start and duration in ns until axis()
  Column<TrackIndex> thread_;   // of each slice: index into threads_
  Column<std::uint32_t> line_;  // of each slice, where it stands in the file; the last number where there are more
  TextColumn argsText_;
  std::string scratch_;
  std::vector<IoOperation> io_;              // rank = index into processes_ until layIo()
  std::vector<std::uint32_t> collective_;    // slices that are one
  std::vector<Process> processes_;
  std::vector<Thread> threads_;
  std::unordered_map<std::string, std::uint32_t> processOf_;  // "pid host"
  std::unordered_map<std::string, std::uint32_t> threadOf_;   // "process tid"
  std::string lastPid_, lastTid_, lastHost_;
  std::uint32_t lastThread_ = 0;
  bool haveLast_ = false;
  Cache cache_;
  std::unordered_map<std::string, NameId> files_, strings_, hosts_;  // by hash, as the trace writes it
  struct Series {
    std::uint32_t process = 0;
    Counter counter;
  };
  std::map<std::string, std::size_t> seriesOf_;
  std::vector<Series> series_;
  struct Sums {
    std::uint32_t process = 0;
    IoRecord record;
  };
  std::map<std::tuple<std::uint32_t, NameId, NameId>, std::size_t> sumsOf_;  // process, layer, file
  std::vector<Sums> sums_;
  std::map<std::string, std::string> facts_;
  std::vector<std::string> factOrder_;
  std::int64_t base_ = 0;
};

}  // namespace weir::dftracer
