#include "views/shared/run_memo.h"

#include <algorithm>

namespace weir {

std::shared_ptr<RunMemo::Entry> RunMemo::entryOf(const RunPtr& run) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(entries_, [](const auto& e) { return e->run.expired(); });
  const auto it = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return e->run.lock() == run; });
  if (it != entries_.end()) return *it;
  entries_.push_back(std::make_shared<Entry>());
  entries_.back()->run = run;
  return entries_.back();
}

std::shared_ptr<const Steps> RunMemo::steps(const RunPtr& run, const Job& job) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->steps);
  if (!entry->foundSteps) {
    auto found = std::make_shared<const Steps>(findSteps(*run, job));
    if (job.stopped()) return nullptr;
    entry->foundSteps = std::move(found);
  }
  return entry->foundSteps;
}

void RunMemo::giveSteps(const RunPtr& run, std::shared_ptr<const Steps> steps) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->steps);
  if (!entry->foundSteps) entry->foundSteps = std::move(steps);
}

std::shared_ptr<const Steps> RunMemo::knownSteps(const RunPtr& run) {
  const auto entry = entryOf(run);
  const std::unique_lock lock(entry->steps, std::try_to_lock);
  return lock ? entry->foundSteps : nullptr;
}

std::shared_ptr<const BreakdownIndex> RunMemo::breakdown(const RunPtr& run, const Job& job) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->breakdown);
  if (!entry->foundBreakdown) {
    auto found = std::make_shared<const BreakdownIndex>(*run, job);
    if (job.stopped()) return nullptr;
    entry->foundBreakdown = std::move(found);
  }
  return entry->foundBreakdown;
}

std::shared_ptr<const RunMemo::Tables> RunMemo::tables(const RunPtr& run, const std::string& key, const Job& job, const std::function<Tables()>& make) {
  const auto entry = entryOf(run);
  {
    const std::scoped_lock lock(entry->tables);
    if (const auto it = entry->foundTables.find(key); it != entry->foundTables.end()) return it->second;
  }
  auto made = std::make_shared<const Tables>(make());
  if (job.stopped()) return nullptr;
  if (made->empty()) return made;
  const std::scoped_lock lock(entry->tables);
  return entry->foundTables.emplace(key, std::move(made)).first->second;
}

void RunMemo::giveTables(const RunPtr& run, KeptTables tables) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->tables);
  entry->foundTables.merge(tables);
}

RunMemo::KeptTables RunMemo::knownTables(const RunPtr& run) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->tables);
  return entry->foundTables;
}

}  // namespace weir
