// What the modules of a log have in common while they become a Run: names of records, mounts, tracks, slices. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/darshan/header.h"
#include "core/formats/darshan/layout.h"
#include "core/formats/darshan/region.h"
#include "core/run/builder.h"

namespace weir::darshan {

// A module's line in the table "modules".
struct ModuleRow {
  std::size_t id = 0;
  std::uint32_t version = 0;
  std::uint64_t records = 0, packedBytes = 0, bytes = 0, streams = 0, left = 0;
  bool partial = false, read = false;
  bool cutOff = false, damaged = false;  // what comes behind is not in the run
};

// As a JSON string, quoted.
[[nodiscard]] std::string jsonText(std::string_view s);

class Collect {
 public:
  Collect(const Header& header, const JobRecord& job, std::uint64_t memoryLimit);

  [[nodiscard]] RunBuilder& builder() { return builder_; }
  [[nodiscard]] const Header& header() const { return header_; }
  [[nodiscard]] const JobRecord& job() const { return job_; }
  [[nodiscard]] Order order() const { return header_.order; }

  // The names' region; each name counts once.
  void readNames(Region& region, const Job& job);
  [[nodiscard]] std::size_t names() const { return names_.size(); }
  [[nodiscard]] NameId nameOf(std::uint64_t id);  // "id 0x..." where the log does not say
  struct Place {
    NameId mount = 0, fileSystem = 0;
  };
  [[nodiscard]] Place placeOf(std::uint64_t id);

  [[nodiscard]] TrackIndex trackOf(std::int32_t rank);  // kUnknownRank: all ranks together
  [[nodiscard]] TrackIndex threadOf(std::int32_t rank, std::uint64_t thread);
  // JSON that many slices share; slice() takes what it returns.
  struct Text {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
  };
  [[nodiscard]] Text text(std::string_view json);
  void slice(TrackIndex track, std::int64_t start, std::int64_t duration, NameId name, NameId category, Activity activity, Text args);

  // Spans of files that no single operations are known of: kept back until DXT has been read.
  void span(Module module, std::uint64_t id, const IoRecord& record);  // the record last added
  void traced(std::size_t module, std::uint64_t id);  // DXT has this file's operations
  void laySpans();

  // Rows of the tables.
  std::vector<ModuleRow> modules;

  void expect(std::uint64_t operations);  // address space for as many more; a guess

  // Error when the Run has become larger than it may.
  [[nodiscard]] Result<void> withinMemory() const;
  void note(std::string_view kind, std::string_view place, std::uint64_t count = 1) { builder_.note(kind, place, count); }

  [[nodiscard]] Run finish();

 private:
  void facts();
  void tables();
  Header header_;
  JobRecord job_;
  std::uint64_t memoryLimit_;
  RunBuilder builder_;
  std::unordered_map<std::uint64_t, NameId> names_;
  std::unordered_map<std::uint64_t, Place> places_;
  std::vector<std::pair<Mount, Place>> mounts_;  // longest path first
  std::vector<TrackIndex> rankTracks_;
  TrackIndex allRanks_ = 0, others_ = 0;
  bool haveOthers_ = false;
  struct ThreadKey {
    std::int32_t rank;
    std::uint64_t thread;
    bool operator==(const ThreadKey&) const = default;
  };
  struct ThreadHash {
    std::size_t operator()(const ThreadKey& k) const {
      return std::hash<std::uint64_t>{}(k.thread * 0x9e3779b97f4a7c15U + static_cast<std::uint32_t>(k.rank));
    }
  };
  std::unordered_map<ThreadKey, TrackIndex, ThreadHash> threads_;
  std::unordered_map<std::int32_t, std::int32_t> threadsOf_;
  Slices slices_;
  Column<TrackIndex> track_;
  TextColumn argsText_;
  struct Span {
    std::uint64_t id;
    std::size_t record;  // index into Run::ioRecords
    std::uint8_t module;
  };
  std::vector<Span> spans_;
  std::unordered_map<std::uint64_t, std::uint32_t> traced_;  // bit = module
};

// Each reads its region to the end. Errors only when stopped or out of memory; damage becomes notes.
Result<void> readCounters(Region& region, const Layout& layout, Collect& out, ModuleRow& row, const Job& job);
Result<void> readDxt(Region& region, Collect& out, ModuleRow& row, const Job& job);
Result<void> readHeatmap(Region& region, Collect& out, ModuleRow& row, const Job& job);
Result<void> readLustre(Region& region, Collect& out, ModuleRow& row, const Job& job);
Result<void> readBlueGene(Region& region, Collect& out, ModuleRow& row, const Job& job);

}  // namespace weir::darshan
