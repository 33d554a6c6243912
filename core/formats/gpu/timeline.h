// What traces of accelerators have in common: processes with threads, devices with streams, calls that launch what runs
// there, and collectives told by the kernels' names. Readers give rows in the file's order and nanoseconds of its clock; the
// result is a Run. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/format.h"
#include "core/run/builder.h"

namespace weir::gpu {

using ProcessIndex = std::uint32_t;

// What a kernel's or a call's name tells; looked up once a name.
struct NameFacts {
  bool known = false;
  Activity activity = Activity::Other;
  Operation operation = Operation::Unknown;
  NameId algorithm = 0;
};

// JSON object text built without allocating: key order is the caller's.
class Args {
 public:
  void clear() {
    text_.clear();
    closed_ = false;
  }
  Args& integer(std::string_view key, std::int64_t value);
  Args& number(std::string_view key, double value);  // NaN and infinities are left out
  Args& string(std::string_view key, std::string_view value);
  Args& json(std::string_view key, std::string_view value);  // `value` is JSON already
  Args& triple(std::string_view key, std::int64_t x, std::int64_t y, std::int64_t z);
  // The object; "" when nothing was added. Valid until the next clear().
  [[nodiscard]] std::string_view text();

 private:
  void key(std::string_view k);
  std::string text_;
  bool closed_ = false;
};

// A JSON string with quotes, escaped; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string jsonString(std::string_view text);

class Timeline {
 public:
  // `origin`: the clock's time that becomes 0, ns.
  Timeline(std::string_view format, std::int64_t origin);

  [[nodiscard]] RunBuilder& builder() { return builder_; }
  [[nodiscard]] NameId intern(std::string_view text) { return builder_.intern(text); }

  // By any number that is its own in the file. `pid` is what people call it.
  [[nodiscard]] ProcessIndex process(std::int64_t id, std::int64_t pid);
  void nameProcess(ProcessIndex p, std::string_view name);
  void setRank(ProcessIndex p, std::int32_t rank) { processes_[p].rank = rank; }
  [[nodiscard]] std::int32_t rankOf(ProcessIndex p) const { return processes_[p].rank; }
  [[nodiscard]] std::size_t processes() const { return processes_.size(); }
  [[nodiscard]] std::int64_t pidOf(ProcessIndex p) const { return processes_[p].pid; }
  // Devices on which a process ran kernels or copies, sorted.
  [[nodiscard]] const std::vector<std::int64_t>& devicesOf(ProcessIndex p) const { return processes_[p].devices; }

  [[nodiscard]] TrackIndex thread(ProcessIndex p, std::int64_t tid);
  void nameThread(ProcessIndex p, std::int64_t tid, std::string_view name);
  [[nodiscard]] TrackIndex stream(ProcessIndex p, std::int64_t device, std::int64_t stream);
  void nameStreams(std::string_view word) { streamWord_ = word; }  // "stream" unless told: "queue"
  void nameDevice(std::int64_t device, std::string_view name);
  // A track of another kind; one for each (process, name). Without a process it has no rank.
  [[nodiscard]] TrackIndex other(std::optional<ProcessIndex> p, std::string_view name, TrackKind kind, std::string_view group);

  [[nodiscard]] const NameFacts& kernelFacts(NameId name);
  [[nodiscard]] const NameFacts& hostFacts(NameId name);

  // Picoseconds on the run's axis, or nothing when that does not fit: counted as a note.
  [[nodiscard]] std::optional<std::int64_t> at(std::int64_t ns);
  // A slice; nothing when its times do not fit. An end before its start is counted and kept with length 0.
  std::optional<SliceIndex> slice(TrackIndex t, NameId name, NameId category, Activity activity, std::int64_t startNs,
                                  std::int64_t endNs, std::string_view args);
  // The same in picoseconds on the run's axis, for formats that have them.
  SliceIndex slicePs(TrackIndex t, NameId name, NameId category, Activity activity, std::int64_t start, std::int64_t duration,
                     std::string_view args);
  void instant(TrackIndex t, NameId name, std::int64_t ns);

  // The call `from` launched what carries the same number in the same process.
  void launches(ProcessIndex p, std::int64_t correlation, SliceIndex slice, TrackIndex thread) {
    launches_.push_back({correlation, p, thread, slice});
  }
  void launched(ProcessIndex p, std::int64_t correlation, SliceIndex slice) { launched_.push_back({correlation, p, 0, slice}); }
  // The call that launched it, once launchesKnown() was called.
  void launchesKnown();
  struct Launch {
    SliceIndex slice;
    TrackIndex thread;
  };
  [[nodiscard]] std::optional<Launch> launcherOf(ProcessIndex p, std::int64_t correlation) const;

  struct Kernel {  // one that communicates
    SliceIndex slice;
    ProcessIndex process;
    std::int64_t correlation;  // -1 = not told
    NameId name;
  };
  void communicates(SliceIndex slice, ProcessIndex p, std::int64_t correlation, NameId name);
  [[nodiscard]] const std::vector<Kernel>& communication() const { return communication_; }
  // What a communicating kernel is by its name and times; the caller may know more.
  [[nodiscard]] CollectiveCall collectiveOf(const Kernel& k);
  void collective(const CollectiveCall& call, ProcessIndex p);
  [[nodiscard]] std::int64_t startOf(SliceIndex i) { return builder_.run().slices.start[i]; }  // in order of arrival

  // Samples of a counter: kept by key, ordered by time at the end.
  void sample(std::optional<ProcessIndex> p, NameId group, NameId name, std::string_view unit, std::int64_t ns, double value);

  // Draws the arrows, gives tracks and collectives their processes' ranks, sorts. The timeline is empty afterwards.
  [[nodiscard]] Run build();

 private:
  struct Process {
    std::int64_t id = 0, pid = 0;
    std::string name;
    std::int32_t rank = kUnknownRank;
    std::vector<std::int64_t> devices;
  };
  struct TrackOf {
    std::optional<ProcessIndex> process;
    std::int64_t device = -1;  // of streams
  };
  struct Link {
    std::int64_t correlation;
    ProcessIndex process;
    TrackIndex thread;
    SliceIndex slice;
    bool operator<(const Link& o) const { return correlation != o.correlation ? correlation < o.correlation : process < o.process; }
  };
  struct KeyHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& k) const {
      std::uint64_t h = k.first * 0x9e3779b97f4a7c15ULL ^ (k.second + 0x7f4a7c15ULL) * 0xff51afd7ed558ccdULL;
      return static_cast<std::size_t>(h ^ h >> 29);
    }
  };
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct Last {
    Key key{};
    TrackIndex track = 0;
    bool valid = false;
  };

  RunBuilder builder_;
  std::int64_t origin_ = 0;
  std::vector<Process> processes_;
  std::unordered_map<std::int64_t, ProcessIndex> processOf_;
  std::unordered_map<Key, TrackIndex, KeyHash> threads_, streams_;
  Last lastThread_, lastStream_;
  std::map<std::pair<std::int64_t, std::string>, TrackIndex> others_;
  std::vector<TrackOf> of_;  // by track
  std::map<std::pair<ProcessIndex, std::int64_t>, std::string> threadNames_;
  std::map<std::int64_t, std::string> deviceNames_;
  std::string streamWord_ = "stream";
  std::vector<NameFacts> kernels_, hosts_;  // by name
  std::vector<Link> launches_, launched_;
  std::vector<Kernel> communication_;
  std::vector<std::pair<std::size_t, ProcessIndex>> collectiveOf_;
  std::map<std::tuple<std::int64_t, NameId, NameId>, std::size_t> counterOf_;
  std::vector<Counter> counters_;
  std::vector<std::optional<ProcessIndex>> counterProcess_;
};

}  // namespace weir::gpu
