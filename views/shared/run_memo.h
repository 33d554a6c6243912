// What several views want to know of a run and what takes long to find: worked out once a run, whoever asks first. Any thread;
// who asks while another works it out waits for that answer.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/stat_table.h"
#include "core/summarize/steps.h"

namespace weir {

class RunMemo {
 public:
  // Null when stopped; what was cut short is not kept.
  [[nodiscard]] std::shared_ptr<const Steps> steps(const RunPtr& run, const Job& job = {});
  [[nodiscard]] std::shared_ptr<const BreakdownIndex> breakdown(const RunPtr& run, const Job& job = {});
  // Tables of the whole run, by a key of the asker's. `make` may return none: then they are not kept.
  using Tables = std::vector<StatTable>;
  using KeptTables = std::map<std::string, std::shared_ptr<const Tables>>;
  [[nodiscard]] std::shared_ptr<const Tables> tables(const RunPtr& run, const std::string& key, const Job& job, const std::function<Tables()>& make);
  void giveTables(const RunPtr& run, KeptTables tables);
  [[nodiscard]] KeptTables knownTables(const RunPtr& run);
  // Steps as a study kept them, and those worked out by now, to be kept; null while there are none or they are being worked out.
  void giveSteps(const RunPtr& run, std::shared_ptr<const Steps> steps);
  [[nodiscard]] std::shared_ptr<const Steps> knownSteps(const RunPtr& run);

 private:
  struct Entry {
    std::weak_ptr<const Run> run;
    std::mutex steps, breakdown;  // held while it is worked out
    std::mutex tables;            // held for a moment: two who ask for one at once both work it out
    std::shared_ptr<const Steps> foundSteps;
    std::shared_ptr<const BreakdownIndex> foundBreakdown;
    KeptTables foundTables;
  };
  std::shared_ptr<Entry> entryOf(const RunPtr& run);
  std::mutex mutex_;
  std::vector<std::shared_ptr<Entry>> entries_;  // of runs that still live
};

}  // namespace weir
