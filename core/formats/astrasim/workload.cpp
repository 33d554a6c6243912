// "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ...", the number of layers, then a line a layer: name,
// dependency, then for forward, input gradient and weight gradient: compute time, collective, its bytes; then the update time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/base/nan.h"
#include "core/base/units.h"
#include "core/formats/astrasim/lines.h"
#include "core/formats/astrasim/reader.h"
#include "core/formats/chrome/kineto.h"
#include "core/run/builder.h"

namespace weir::astrasim {
namespace {

constexpr std::size_t kCells = 12;

bool isParallelism(std::string_view w) {
  constexpr std::string_view words[]{"DATA", "MODEL", "MICRO", "MICRO2", "TRANSFORMER", "TRANSFORMERFWD", "DLRM", "HYBRID"};
  return std::find(std::begin(words), std::end(words), w) != std::end(words) || w.starts_with("HYBRID_") || w.starts_with("TRANSFORMER_") ||
         w.starts_with("DISTRIBUTED_INFERENCE");
}

// "ALLGATHER_DP_EP" is an all-gather among the ranks of a group.
Operation operationOf(std::string_view word) {
  const Operation op = chrome::operationFromWord(word);
  if (op != Operation::Unknown) return op;
  constexpr std::pair<std::string_view, Operation> begins[]{{"ALLREDUCE", Operation::AllReduce},
                                                            {"ALLGATHER", Operation::AllGather},
                                                            {"REDUCESCATTER", Operation::ReduceScatter},
                                                            {"ALLTOALL", Operation::AllToAll}};
  for (const auto& [prefix, o] : begins)
    if (word.starts_with(prefix)) return o;
  return Operation::Unknown;
}

class WorkloadReader final : public Reader {
 public:
  explicit WorkloadReader(const ReaderContext&)
      : builder_("astrasim-workload", Truth::Predicted), lines_([this](std::string_view l) { line(l); }) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    lines_.feed({reinterpret_cast<const char*>(chunk.data()), chunk.size()}, last);
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }

  Result<Run> finish(const Job&) override {
    if (names_.empty()) return fail("no layer in this workload", {}, "give a text workload of ASTRA-sim or SimAI");
    if (declared_ >= 0 && declared_ != static_cast<std::int64_t>(names_.size()))
      builder_.note("number of layers differs from the file's own", fmt::format("{} of {}", names_.size(), declared_));
    Table t;
    t.name = "layers";
    const auto numbers = [&](std::string name, std::string unit, std::vector<double>& v) { t.columns.push_back({std::move(name), std::move(unit), std::move(v), {}}); };
    const auto texts = [&](std::string name, std::vector<std::string>& v) { t.columns.push_back({std::move(name), {}, {}, std::move(v)}); };
    texts("layer", names_);
    numbers("dependency", {}, dependency_);
    constexpr std::string_view passes[]{"forward", "input gradient", "weight gradient"};
    for (std::size_t p = 0; p < 3; ++p) {
      numbers(fmt::format("{} compute", passes[p]), "cycles", compute_[p]);
      texts(fmt::format("{} collective", passes[p]), collective_[p]);
      numbers(fmt::format("{} bytes", passes[p]), "B", bytes_[p]);
    }
    numbers("update", "cycles", update_);
    if (std::any_of(more_.begin(), more_.end(), [](const std::string& m) { return !m.empty(); })) texts("parallelism", more_);
    builder_.table(std::move(t));

    Table sums;
    sums.name = "collectives";
    std::vector<std::string> words;
    std::vector<double> calls, total;
    for (const auto& [word, sum] : sums_) {
      words.push_back(word);
      calls.push_back(sum.first);
      total.push_back(sum.second);
    }
    if (!words.empty()) {
      sums.columns = {{"collective", {}, {}, std::move(words)}, {"calls", {}, std::move(calls), {}}, {"bytes", "B", std::move(total), {}}};
      builder_.table(std::move(sums));
    }
    return builder_.build();
  }

 private:
  void line(std::string_view text) {
    const auto w = words(text);
    if (w.empty()) return;
    if (!head_) {
      head_ = true;
      builder_.fact("parallelism", w[0]);
      // "ep: 16", "checkpoints: 2 2 11", "pp_comm 50331648"; a number alone belongs to the parallelism (DLRM's last layer below).
      std::string key;
      std::string value;
      const auto flush = [&] {
        if (!value.empty()) builder_.fact(key.empty() ? "parallelism argument" : key, value, key == "pp_comm" ? "B" : "");
        value.clear();
      };
      for (std::size_t i = 1; i < w.size(); ++i) {
        if (number(w[i])) {
          value += (value.empty() ? "" : " ") + std::string(w[i]);
          continue;
        }
        flush();
        key = std::string(w[i].ends_with(':') ? w[i].substr(0, w[i].size() - 1) : w[i]);
      }
      flush();
      return;
    }
    if (declared_ < 0 && w.size() == 1 && whole(w[0])) {
      declared_ = std::max<std::int64_t>(0, *whole(w[0]));
      return;
    }
    const bool good = w.size() >= kCells && number(w[2]) && number(w[4]) && number(w[5]) && number(w[7]) && number(w[8]) && number(w[10]) && number(w[11]);
    if (!good) return builder_.note("line that is no layer, left out", fmt::format("line {}", lines_.count()));
    names_.emplace_back(w[0]);
    dependency_.push_back(number(w[1]).value_or(kNaN));
    for (std::size_t p = 0; p < 3; ++p) {
      compute_[p].push_back(*number(w[2 + 3 * p]));
      collective_[p].emplace_back(w[3 + 3 * p]);
      bytes_[p].push_back(*number(w[4 + 3 * p]));
      if (w[3 + 3 * p] == "NONE") continue;
      if (operationOf(w[3 + 3 * p]) == Operation::Unknown) builder_.note("collective of an unknown name", fmt::format("line {}: {}", lines_.count(), w[3 + 3 * p]));
      auto& sum = sums_[std::string(w[3 + 3 * p])];
      ++sum.first;
      sum.second += *number(w[4 + 3 * p]);
    }
    update_.push_back(*number(w[11]));
    more_.emplace_back(w.size() > kCells ? w[kCells] : std::string_view{});
  }

  RunBuilder builder_;
  Lines lines_;
  bool head_ = false;
  std::int64_t declared_ = -1;
  std::vector<std::string> names_, more_;
  std::vector<double> dependency_, update_;
  std::array<std::vector<double>, 3> compute_, bytes_;
  std::array<std::vector<std::string>, 3> collective_;
  std::map<std::string, std::pair<double, double>> sums_;
};

}  // namespace

int sniffWorkload(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  std::vector<std::vector<std::string_view>> rows;
  while (!s.empty() && rows.size() < 3) {
    const std::size_t end = s.find('\n');
    auto w = words(s.substr(0, end));
    if (w.size() > 200) return 0;
    if (!w.empty()) rows.push_back(std::move(w));
    if (end == std::string_view::npos) break;
    s.remove_prefix(end + 1);
  }
  if (rows.size() < 3 || !isParallelism(rows[0][0]) || rows[1].size() != 1 || !whole(rows[1][0])) return 0;
  return rows[2].size() >= kCells && number(rows[2][2]) && number(rows[2][4]) ? 90 : 0;
}

std::unique_ptr<Reader> makeWorkloadReader(const ReaderContext& context) { return std::make_unique<WorkloadReader>(context); }

Result<std::optional<double>> cycleOf(const ReaderContext& context) {
  const auto it = context.settings.find("astrasim.clock");
  if (it == context.settings.end() || it->second.empty()) return std::optional<double>{};
  const std::string& text = it->second;
  if (text.ends_with("Hz") || text.ends_with("hz")) {
    const auto f = units::parseFrequency(text);
    if (f && f->toHertz() > 0) return std::optional<double>(1e12 / f->toHertz());
  } else if (const auto t = units::parseSeconds(text); t && *t > 0) {
    return std::optional<double>(*t * 1e12);
  }
  return fail(fmt::format("\"{}\" is no clock", text), "astrasim.clock", "say how often it ticks, as \"1GHz\", or how long a cycle takes, as \"1ns\"");
}

}  // namespace weir::astrasim
