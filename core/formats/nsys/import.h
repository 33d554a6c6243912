// What the steps of reading one Nsight Systems export share.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/gpu/timeline.h"
#include "core/formats/sqlite/database.h"

namespace weir::nsys {

// StringIds: texts by number, interned when first used.
class Strings {
 public:
  [[nodiscard]] Result<void> load(const sqlite::Database& db, std::vector<Note>& notes);
  [[nodiscard]] std::string_view text(std::int64_t id) const;
  // The name of that number; of API functions without the "_v3020" of their version.
  [[nodiscard]] NameId name(std::int64_t id, gpu::Timeline& timeline);
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::uint64_t rows() const { return entries_.size(); }

 private:
  struct Entry {
    std::int64_t id;
    std::uint64_t begin;
    std::uint32_t size;
    NameId name;  // 0 = not interned yet
  };
  [[nodiscard]] const Entry* find(std::int64_t id) const;
  std::vector<Entry> entries_;  // by id
  std::string arena_;
};

// One call of NCCL on a host thread, from its NVTX range.
struct NcclRange {
  enum class Kind : std::uint8_t { Call, GroupStart, GroupEnd, Hint };  // Hint: PyTorch's "nccl:all_to_all"
  TrackIndex thread = 0;
  std::int64_t start = 0, end = 0;  // ps
  Kind kind = Kind::Call;
  Operation operation = Operation::Unknown;
  bool receives = false;
  std::int64_t bytes = kUnknownBytes;
  std::int64_t communicator = 0;  // 0 = not told
};

struct Communicator {
  std::int32_t size = -1;
  std::vector<std::int32_t> members;
};

struct Import {
  Import(const sqlite::Database& database, const ReaderContext& readerContext, const Job& readerJob, std::int64_t origin)
      : db(database), context(readerContext), job(readerJob), timeline("nsys-sqlite", origin) {}

  const sqlite::Database& db;
  const ReaderContext& context;
  const Job& job;
  gpu::Timeline timeline;
  Strings strings;
  gpu::Args args;
  std::map<std::string, std::pair<std::uint64_t, std::string>> used;  // table: rows, what became of them
  std::map<std::pair<gpu::ProcessIndex, std::int64_t>, std::string> threadNames;
  std::vector<NcclRange> nccl;
  std::map<std::pair<gpu::ProcessIndex, std::int64_t>, Communicator> mpiCommunicators;
  std::map<std::int64_t, std::int32_t> ncclSizes;  // ranks of a communicator, by its number
  std::set<std::int64_t> devices;                // that ran kernels
  std::optional<gpu::ProcessIndex> soleProcess;  // the only one that calls CUDA
  std::optional<std::int32_t> environmentRank;  // of the profiler itself
  std::map<gpu::ProcessIndex, std::int32_t> rankFrom;  // size of the communicator that told a rank

  std::map<std::int64_t, std::string> syncTracks;

  // The newest version of a table: NVTX_EVENTS_V3 before _V2 before NVTX_EVENTS, empty ones last. Null: none.
  [[nodiscard]] const sqlite::Table* table(std::string_view name);
  // Calls row(rows) for every row. Damage becomes a note and what was read stays; only a stop is an error.
  [[nodiscard]] Result<void> each(const sqlite::Table* table, const std::vector<std::string_view>& columns, std::string_view readAs,
                                  const std::function<void(sqlite::Rows&)>& row, std::string_view where = {});
  // Of globalTid or globalPid: host, virtual machine, process and thread in one number.
  [[nodiscard]] gpu::ProcessIndex process(std::int64_t global) { return timeline.process(global & ~0xffffffLL, (global >> 24) & 0xffffff); }
  [[nodiscard]] TrackIndex thread(std::int64_t globalTid) { return timeline.thread(process(globalTid), globalTid & 0xffffff); }
  [[nodiscard]] const std::string& syncTrack(std::int64_t device);
  void note(std::string_view kind, std::string_view place, std::uint64_t count = 1) { timeline.builder().note(kind, place, count); }
};

// The base of a versioned name: "NVTX_EVENTS" of "NVTX_EVENTS_V3".
[[nodiscard]] std::string_view baseName(std::string_view table);

// In this order. Each reads the tables it knows.
[[nodiscard]] Result<void> readTarget(Import& in);     // facts, processes, threads, ranks, communicators
[[nodiscard]] Result<void> readCalls(Import& in);      // CUDA API
[[nodiscard]] Result<void> readDevice(Import& in);     // kernels, copies, synchronisation
[[nodiscard]] Result<void> readNvtx(Import& in);       // ranges, marks; what NCCL and MPI say through them
[[nodiscard]] Result<void> readMpi(Import& in);        // MPI and UCX tables
[[nodiscard]] Result<void> readScheduling(Import& in); // CPUs, samples of call chains
[[nodiscard]] Result<void> readMetrics(Import& in);    // counters
[[nodiscard]] Result<void> readRest(Import& in);       // every other table that holds spans
void addCollectives(Import& in);                       // NCCL kernels with what their launching calls say

// One call of MPI by name, as a slice on its thread and, where it is one, a collective or a transfer.
struct MpiCall {
  std::int64_t globalTid = 0, start = 0, end = 0;  // ns
  std::int64_t size = kUnknownBytes, received = kUnknownBytes, peer = -1, communicator = 0, tag = -1;
  bool hasCommunicator = false;
};
void addMpiCall(Import& in, std::string_view name, NameId category, const MpiCall& call);

}  // namespace weir::nsys
