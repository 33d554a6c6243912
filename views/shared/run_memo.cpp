#include "views/shared/run_memo.h"

#include <algorithm>

namespace weir {

KeptAnswer::KeptAnswer(std::string bytes) : bytes_(std::make_shared<Bytes>()) {
  bytes_->write = [text = std::move(bytes)] { return text; };
}

KeptAnswer::KeptAnswer(std::shared_ptr<const void> value, std::function<std::string()> write) : value_(std::move(value)), bytes_(std::make_shared<Bytes>()) {
  bytes_->write = std::move(write);
}

KeptAnswer KeptAnswer::with(std::shared_ptr<const void> value) const {
  KeptAnswer out = *this;
  out.value_ = std::move(value);
  return out;
}

const std::string& KeptAnswer::bytes() const {
  static const std::string kNone;
  if (!bytes_) return kNone;
  std::call_once(bytes_->once, [&] {
    bytes_->text = bytes_->write();
    bytes_->write = nullptr;
  });
  return bytes_->text;
}

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

bool RunMemo::knowsBreakdown(const RunPtr& run) {
  const auto entry = entryOf(run);
  const std::unique_lock lock(entry->breakdown, std::try_to_lock);
  return lock && entry->foundBreakdown;
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

std::optional<KeptAnswer> RunMemo::find(const RunPtr& run, const AnswerKey& key) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->answers);
  const auto of = entry->foundAnswers.find(key.of);
  if (of == entry->foundAnswers.end()) return std::nullopt;
  const auto it = of->second.find(key.choice);
  return it == of->second.end() ? std::nullopt : std::optional(it->second);
}

void RunMemo::keep(const RunPtr& run, const AnswerKey& key, KeptAnswer answer) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->answers);
  auto& of = entry->foundAnswers[key.of];
  if (!key.choice.empty()) std::erase_if(of, [&](const auto& known) { return !known.first.empty() && known.first != key.choice; });
  of[key.choice] = std::move(answer);
}

void RunMemo::giveAnswers(const RunPtr& run, const KeptAnswers& answers) {
  for (const auto& [text, answer] : answers)
    if (const auto bar = text.find('|'); bar != std::string::npos) keep(run, {text.substr(0, bar), text.substr(bar + 1)}, answer);
}

RunMemo::KeptAnswers RunMemo::knownAnswers(const RunPtr& run) {
  const auto entry = entryOf(run);
  const std::scoped_lock lock(entry->answers);
  KeptAnswers out;
  for (const auto& [of, choices] : entry->foundAnswers)
    for (const auto& [choice, answer] : choices) out[of + '|' + choice] = answer;
  return out;
}

}  // namespace weir
