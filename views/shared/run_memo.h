// What several views want to know of a run and what takes long to find: worked out once a run, whoever asks first. Any thread;
// who asks while another works it out waits for that answer.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/stat_table.h"
#include "core/summarize/steps.h"

namespace weir {

// An answer as it is kept: what it holds where it was asked for, its bytes where it came from a study or is to go into one. Any
// thread.
class KeptAnswer {
 public:
  KeptAnswer() = default;
  explicit KeptAnswer(std::string bytes);
  KeptAnswer(std::shared_ptr<const void> value, std::function<std::string()> write);
  // The same with what its bytes say.
  [[nodiscard]] KeptAnswer with(std::shared_ptr<const void> value) const;
  [[nodiscard]] const std::shared_ptr<const void>& value() const { return value_; }
  // Written when they are first asked for. Empty = not to be kept in a study.
  [[nodiscard]] const std::string& bytes() const;

 private:
  struct Bytes {
    std::once_flag once;
    std::function<std::string()> write;
    std::string text;
  };
  std::shared_ptr<const void> value_;
  std::shared_ptr<Bytes> bytes_;
};

// What an answer is of ("I/O report", no '|' in it), and what was chosen: all that it depends on beside its run. "" = nothing.
struct AnswerKey {
  std::string of, choice;
};

template <class T>
struct AnswerBytes {  // how it is kept
  std::string (*write)(const T&, const Run&);
  std::optional<T> (*read)(std::string_view, const Run&);
};

class RunMemo {
 public:
  // Null when stopped; what was cut short is not kept.
  [[nodiscard]] std::shared_ptr<const Steps> steps(const RunPtr& run, const Job& job = {});
  [[nodiscard]] std::shared_ptr<const BreakdownIndex> breakdown(const RunPtr& run, const Job& job = {});
  [[nodiscard]] bool knowsBreakdown(const RunPtr& run);
  // Tables of the whole run, by a key of the asker's. `make` may return none: then they are not kept.
  using Tables = std::vector<StatTable>;
  using KeptTables = std::map<std::string, std::shared_ptr<const Tables>>;
  [[nodiscard]] std::shared_ptr<const Tables> tables(const RunPtr& run, const std::string& key, const Job& job, const std::function<Tables()>& make);
  void giveTables(const RunPtr& run, KeptTables tables);
  [[nodiscard]] KeptTables knownTables(const RunPtr& run);
  // Steps as a study kept them, and those worked out by now, to be kept; null while there are none or they are being worked out.
  void giveSteps(const RunPtr& run, std::shared_ptr<const Steps> steps);
  [[nodiscard]] std::shared_ptr<const Steps> knownSteps(const RunPtr& run);
  // Any other answer about a run. Kept is, of each kind, the one with nothing chosen and the one asked for last. `make` gives null
  // where it was stopped.
  template <class T>
  [[nodiscard]] std::shared_ptr<const T> answer(const RunPtr& run, const AnswerKey& key, const AnswerBytes<T>& how, const Job& job, const std::function<std::shared_ptr<const T>()>& make) {
    if (auto known = knownAnswer<T>(run, key, how)) return known;
    auto made = make();
    if (!made || job.stopped()) return nullptr;
    keepAnswer<T>(run, key, how, made);
    return made;
  }
  // Null where it is not known, or cannot be read.
  template <class T>
  [[nodiscard]] std::shared_ptr<const T> knownAnswer(const RunPtr& run, const AnswerKey& key, const AnswerBytes<T>& how) {
    const std::optional<KeptAnswer> known = find(run, key);
    if (!known) return nullptr;
    if (known->value()) return std::static_pointer_cast<const T>(known->value());
    auto read = how.read(known->bytes(), *run);
    if (!read) return nullptr;
    auto value = std::make_shared<const T>(std::move(*read));
    keep(run, key, known->with(value));
    return value;
  }
  template <class T>
  void keepAnswer(const RunPtr& run, const AnswerKey& key, const AnswerBytes<T>& how, std::shared_ptr<const T> value) {
    // The run is not to live on by what is known of it.
    keep(run, key, KeptAnswer(value, [value, write = how.write, of = std::weak_ptr<const Run>(run)] {
           const RunPtr alive = of.lock();
           return alive ? write(*value, *alive) : std::string();
         }));
  }
  // By their keys in one text, to go into a study and to come from it.
  using KeptAnswers = std::map<std::string, KeptAnswer>;
  void giveAnswers(const RunPtr& run, const KeptAnswers& answers);
  [[nodiscard]] KeptAnswers knownAnswers(const RunPtr& run);

 private:
  [[nodiscard]] std::optional<KeptAnswer> find(const RunPtr& run, const AnswerKey& key);
  void keep(const RunPtr& run, const AnswerKey& key, KeptAnswer answer);
  struct Entry {
    std::weak_ptr<const Run> run;
    std::mutex steps, breakdown;  // held while it is worked out
    std::mutex tables, answers;   // held for a moment: two who ask for one at once both work it out
    std::map<std::string, std::map<std::string, KeptAnswer>> foundAnswers;  // by what they are of, and what was chosen
    std::shared_ptr<const Steps> foundSteps;
    std::shared_ptr<const BreakdownIndex> foundBreakdown;
    KeptTables foundTables;
  };
  std::shared_ptr<Entry> entryOf(const RunPtr& run);
  std::mutex mutex_;
  std::vector<std::shared_ptr<Entry>> entries_;  // of runs that still live
};

}  // namespace weir
