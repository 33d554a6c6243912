#include "core/run/pipeline_operations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace weir::pipeline {
namespace {

// DP ranks, stages, chunks beyond this would only come from a damaged file, and products of two of them must fit.
constexpr double kMost = 40'000;

}  // namespace

Result<std::map<std::int32_t, Where>> coordinatesOf(const Run& run) {
  for (const Table& t : run.tables) {
    const Table::ColumnOf* rank = t.find("rank");
    const Table::ColumnOf *dp = nullptr, *pp = nullptr;
    for (const Table::ColumnOf& c : t.columns) {
      std::string word = c.name;
      for (char& ch : word) ch = static_cast<char>(ch >= 'A' && ch <= 'Z' ? ch + 32 : ch);
      if (word == "dp") dp = &c;
      if (word == "pp") pp = &c;
    }
    if (t.name != "ranks" || !rank || rank->isText() || (!dp && !pp)) continue;
    const auto whole = [&](const Table::ColumnOf* c) { return !c || c->number.size() == t.rows(); };
    if (!whole(rank) || !whole(dp) || !whole(pp)) continue;
    std::map<std::int32_t, Where> out;
    for (std::size_t i = 0; i < t.rows(); ++i) {
      const auto at = [&](const Table::ColumnOf* c) { return c && !std::isnan(c->number[i]) ? c->number[i] : 0; };
      const auto fits = [](double v, double most) { return v >= 0 && v <= most; };
      if (fits(rank->number[i], std::numeric_limits<std::int32_t>::max()) && fits(at(dp), kMost) && fits(at(pp), kMost)) out[static_cast<std::int32_t>(rank->number[i])] = {static_cast<int>(at(dp)), static_cast<int>(at(pp))};
    }
    return out;
  }
  return fail("the run does not say which rank has which DP and PP rank", {}, "open a timeline whose processes or threads are named by them (\"DP rank 1\", \"PP rank 0\")");
}

namespace {

std::optional<std::int64_t> memberOf(const nlohmann::json& j, const char* name) {
  const auto it = j.find(name);
  return it != j.end() && it->is_number_integer() ? std::optional(it->get<std::int64_t>()) : std::nullopt;
}

}  // namespace

Result<std::vector<Operation>> operationsOf(const Run& run, const std::map<std::int32_t, Where>& where, const Job& job) {
  std::vector<int> typeOf(run.names.size(), -1);
  for (std::size_t k = 0; k < kTypes.size(); ++k)
    if (const NameId id = run.names.find(kTypes[k]); id != 0) typeOf[id] = static_cast<int>(k);
  if (std::count(typeOf.begin(), typeOf.end(), -1) == static_cast<std::ptrdiff_t>(typeOf.size()))
    return fail("the run has none of a pipelined step's operations", {}, "they are called forward-compute, backward-compute, forward-send, grads-reduce-scatter and so on");
  std::vector<Operation> out;
  job.begin("operations of the pipeline", run.rows.size());
  for (const Row& row : run.rows) {
    job.add(1);
    if (job.stopped()) return stoppedByUser();
    const auto at = where.find(run.tracks[row.track].rank);
    if (at == where.end()) continue;
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      if (typeOf[run.slices.name[i]] < 0) continue;
      const auto args = nlohmann::json::parse(run.argsOf(i), nullptr, false);
      const auto step = args.is_object() ? memberOf(args, "step") : std::nullopt;
      const auto sequence = args.is_object() ? memberOf(args, "seq_id") : std::nullopt;
      const std::int64_t chunk = args.is_object() ? memberOf(args, "model_chunk").value_or(-1) : -1;
      const bool fits = sequence && *sequence == static_cast<int>(*sequence) && chunk >= -1 && static_cast<double>(chunk) <= kMost;
      if (!step || !fits)
        return fail("an operation does not say its step and number", std::string(run.names.text(run.slices.name[i])), "its arguments need step and seq_id");
      out.push_back({static_cast<Type>(typeOf[run.slices.name[i]]), static_cast<int>(*sequence), static_cast<int>(chunk), at->second.dp,
                     at->second.stage, *step, run.slices.start[i], run.slices.endOf(i), at->first, i});
    }
  }
  if (out.empty()) return fail("no operation belongs to a rank whose DP and PP rank are known");
  return out;
}

Result<std::vector<RankStep>> rankSteps(const Run& run, const Job& job) {
  const auto where = coordinatesOf(run);
  if (!where) return tl::make_unexpected(where.error());
  auto operations = operationsOf(run, *where, job);
  if (!operations) return tl::make_unexpected(operations.error());
  std::map<std::pair<std::int64_t, int>, std::vector<Operation>> byStep;
  int dp = 0;
  for (const Operation& o : *operations) {
    byStep[{o.step, o.dp}].push_back(o);
    dp = std::max(dp, o.dp + 1);
  }
  std::map<std::tuple<std::int64_t, Type, int, int>, std::uint32_t> across;  // groups over the DP ranks
  std::uint32_t groups = 0;
  std::vector<RankStep> out;
  for (auto& [key, of] : byStep) {
    if (job.stopped()) return stoppedByUser();
    RankStep& s = out.emplace_back();
    s.operations = std::move(of);
    std::sort(s.operations.begin(), s.operations.end(), [](const Operation& a, const Operation& b) { return a.start < b.start; });
    std::vector<Node> nodes;
    std::set<std::tuple<Type, int, int>> seen;
    bool dataParallel = dp > 1, once = true;
    const auto seconds = [&](std::int64_t ps) { return static_cast<double>(ps - s.operations.front().start) * 1e-12; };
    for (const Operation& o : s.operations) {
      once = seen.emplace(o.type, o.sequence, o.stage).second && once;
      dataParallel = dataParallel || o.type == Type::ParamsAllGather;
      nodes.push_back({o.type, o.sequence, o.stage, o.chunk, seconds(o.start), seconds(o.end)});
    }
    if (!once) continue;
    auto model = modelOf(std::move(nodes), dataParallel);
    if (!model) continue;
    s.model = std::move(*model);
    for (const auto& members : s.model->groups) {
      const Operation& first = s.operations[members.front()];
      const std::uint32_t own = groups++;
      // A group within a stage is one over the DP ranks by its stage, a larger one by its step alone.
      s.group.push_back(s.model->acrossDp[members.front()] ? across.try_emplace({first.step, first.type, first.sequence, members.size() > 1 ? -1 : first.stage}, own).first->second : own);
    }
  }
  return out;
}

}  // namespace weir::pipeline
