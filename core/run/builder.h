// Collects what a reader or a simulator sees, in any order, and sorts it into a Run. One thread at a time.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run.h"

namespace weir {

class RunBuilder {
 public:
  struct SliceIn {
    TrackIndex track = 0;  // as returned by track()
    std::int64_t start = 0, duration = 0;  // ps; a negative duration is counted as a note and kept with length 0;
                                           // one that would end beyond what 64 bits count is cut there
    NameId name = 0, category = 0;
    Activity activity = Activity::Other;
    std::string_view args;  // copied; a JSON object, or empty
  };

  explicit RunBuilder(std::string format, Truth truth);

  // Head fields (title, worldSize, originNs, sources, groups, scenario) are set on the Run itself.
  [[nodiscard]] Run& run() { return run_; }
  NameId intern(std::string_view text) { return run_.names.intern(text); }

  TrackIndex track(const Track& t);
  [[nodiscard]] Track& trackAt(TrackIndex i) { return run_.tracks[i]; }
  // Returns the order of arrival, which CollectiveCall::slice may hold until build() maps it to the final index.
  SliceIndex slice(const SliceIn& s);
  // Many at once, by moving them in: all columns and `tracks` have one length, offsets point into argsText. Only while
  // the builder holds no slice; they count as arrived in this order.
  void adopt(Slices&& slices, Column<TrackIndex>&& tracks, TextColumn&& argsText);
  void collective(const CollectiveCall& c) { run_.collectives.push_back(c); }
  void transfer(std::int32_t source, std::int32_t destination, std::int64_t bytes, std::int64_t start, std::int64_t end,
                std::uint32_t instance = kNoInstance);
  void io(const IoOperation& op);  // as slices: none ends beyond what 64 bits of picoseconds count
  void record(const IoRecord& r) { run_.ioRecords.push_back(r); }
  // From and to in order of arrival, as slice() returned them; build() maps them.
  void arrow(SliceIndex from, SliceIndex to, NameId kind);
  void fact(std::string_view name, std::string_view value, std::string_view unit = {});  // empty values are not kept
  void table(Table t) { run_.tables.push_back(std::move(t)); }
  void counter(Counter c);  // one of equal steps that ends beyond what 64 bits of picoseconds count is cut there, noted
  void instant(const Instant& i) { run_.instants.push_back(i); }
  // Index into Run::groups of these members (sorted by the caller or not: order is kept); empty = 0.
  std::uint32_t group(const std::vector<std::int32_t>& members);
  void note(std::string_view kind, std::string_view place, std::uint64_t count = 1, std::int64_t at = kNoTime);

  [[nodiscard]] std::size_t slices() const { return track_.size(); }
  void reserve(std::size_t slices, std::size_t argBytes);

  // Sorts, nests, lays overflow lanes, fills ranks and span. The builder is empty afterwards.
  [[nodiscard]] Run build();

 private:
  void sortSlices(const std::vector<TrackIndex>& newTrack);
  Run run_;
  Column<TrackIndex> track_;  // of each slice, in order of arrival
  std::map<std::vector<std::int32_t>, std::uint32_t> groups_;
};

// Fills what derives from the columns: ranks, span, order of transfers, I/O and instants, collective instances.
void finishRun(Run& run);

// Adds `count` to the note of that kind, keeping the first kNotePlaces places and, where known, their time on the run's
// axis. Empty places are not kept.
void addNote(std::vector<Note>& notes, std::string_view kind, std::string_view place, std::uint64_t count = 1,
             std::int64_t at = kNoTime);

}  // namespace weir
