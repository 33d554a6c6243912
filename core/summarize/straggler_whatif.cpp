#include "core/summarize/straggler_whatif.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/nan.h"
#include "core/run/pipeline_model.h"
#include "core/run/pipeline_operations.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

using pipeline::kTypes;
using pipeline::Model;
using pipeline::Node;
using pipeline::Type;

constexpr double kClock = 1e-2;  // s: a communication that seems to end this much before it began took no time (the artifact's)

// Values of every operation in every step and DP rank: [node][lane], lane = step x dp.
using Lanes = std::vector<std::vector<double>>;

struct Replay {
  const Model& model;
  std::size_t steps, dp;
  [[nodiscard]] std::size_t lanes() const { return steps * dp; }

  struct Times {
    std::vector<double> optimizer, all;  // by step: last end of the optimizers, and of everything
  };
  // `length`: of a computation its duration, of a communication its transfer.
  [[nodiscard]] Times run(const Lanes& length) const {
    Lanes start(model.nodes.size()), end(model.nodes.size());
    std::vector<std::size_t> open(model.groups.size());
    for (std::size_t g = 0; g < open.size(); ++g) open[g] = model.groups[g].size();
    for (const std::uint32_t n : model.order) {
      std::vector<double>& s = start[n];
      s.assign(lanes(), 0);
      bool first = true;
      for (const std::uint32_t b : model.needs[n]) {
        for (std::size_t l = 0; l < s.size(); ++l) s[l] = first ? end[b][l] : std::max(s[l], end[b][l]);
        first = false;
      }
      if (model.group[n] < 0) {
        end[n] = s;
        for (std::size_t l = 0; l < s.size(); ++l) end[n][l] += length[n][l];
        continue;
      }
      const auto g = static_cast<std::size_t>(model.group[n]);
      if (--open[g] > 0) continue;
      std::vector<double> together = s;
      for (const std::uint32_t m : model.groups[g])
        for (std::size_t l = 0; l < together.size(); ++l) together[l] = std::max(together[l], start[m][l]);
      if (model.acrossDp[n])
        for (std::size_t k = 0; k < steps; ++k) {
          const auto from = together.begin() + static_cast<std::ptrdiff_t>(k * dp);
          std::fill_n(from, dp, *std::max_element(from, from + static_cast<std::ptrdiff_t>(dp)));
        }
      for (const std::uint32_t m : model.groups[g]) {
        end[m] = together;
        for (std::size_t l = 0; l < together.size(); ++l) end[m][l] += length[m][l];
      }
    }
    Times t{std::vector<double>(steps, 0), std::vector<double>(steps, 0)};
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
      for (std::size_t l = 0; l < lanes(); ++l) {
        double& all = t.all[l / dp];
        all = std::max(all, end[n][l]);
        if (model.nodes[n].type == Type::Optimizer) t.optimizer[l / dp] = std::max(t.optimizer[l / dp], end[n][l]);
      }
    if (std::all_of(t.optimizer.begin(), t.optimizer.end(), [](double v) { return v == 0; })) t.optimizer = t.all;
    return t;
  }
};

double mean(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x;
  return v.empty() ? kNaN : sum / static_cast<double>(v.size());
}

double median(std::vector<double> v) {
  if (v.empty()) return kNaN;
  const auto half = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), half, v.end());
  return v.size() % 2 == 1 ? *half : (*half + *std::max_element(v.begin(), half)) / 2;
}

// The step's operations, complete in every DP rank, as a model and their times.
struct Laid {
  Model model;
  std::vector<std::int64_t> steps;  // numbers of the trace
  std::size_t left = 0;
  int dp = 0, stages = 0;
  Lanes start, end;
  std::vector<double> measured;     // by step, s
  std::vector<std::int64_t> begin;  // by step, ps
  std::map<std::pair<int, int>, std::int32_t> rankAt;  // by dp, stage
};

Result<Laid> layOut(const std::vector<pipeline::Operation>& operations, std::optional<TimeRange> range) {
  using Key = std::tuple<Type, int, int>;
  std::map<std::int64_t, std::vector<const pipeline::Operation*>> byStep;
  Laid out;
  for (const pipeline::Operation& o : operations) {
    byStep[o.step].push_back(&o);
    out.dp = std::max(out.dp, o.dp + 1);
    out.stages = std::max(out.stages, o.stage + 1);
    out.rankAt[{o.dp, o.stage}] = o.rank;
  }
  std::vector<Node> nodes;
  std::map<Key, std::uint32_t> at;
  std::vector<std::pair<std::int64_t, std::vector<const pipeline::Operation*>>> whole;
  if (range)
    std::erase_if(byStep, [&](const auto& s) {
      return std::any_of(s.second.begin(), s.second.end(), [&](const pipeline::Operation* o) { return o->start < range->from || o->end > range->to; });
    });
  if (byStep.empty()) return fail("no step lies within the range", {}, "look at more time");
  for (auto& [step, ops] : byStep) {
    std::sort(ops.begin(), ops.end(), [](const pipeline::Operation* a, const pipeline::Operation* b) { return a->start < b->start; });
    const double zero = seconds(ops.front()->start);
    if (at.empty()) {  // the first step's DP rank 0 says what a step is
      for (const pipeline::Operation* o : ops) {
        if (o->dp != 0 || !at.try_emplace({o->type, o->sequence, o->stage}, static_cast<std::uint32_t>(nodes.size())).second) continue;
        nodes.push_back({o->type, o->sequence, o->stage, o->chunk, seconds(o->start) - zero, seconds(o->end) - zero});
      }
    }
    std::set<std::pair<std::uint32_t, int>> have;
    bool fits = true;
    for (const pipeline::Operation* o : ops) {
      const auto it = at.find({o->type, o->sequence, o->stage});
      fits = fits && it != at.end() && have.emplace(it->second, o->dp).second;
    }
    if (fits && have.size() == nodes.size() * static_cast<std::size_t>(out.dp))
      whole.emplace_back(step, ops);
    else
      ++out.left;
  }
  if (whole.empty()) return fail("no step has the same operations on all DP ranks", {}, "open the timelines of all ranks of the job together");
  const std::size_t lanes = whole.size() * static_cast<std::size_t>(out.dp);
  out.start.assign(nodes.size(), std::vector<double>(lanes));
  out.end = out.start;
  for (std::size_t k = 0; k < whole.size(); ++k) {
    const auto& ops = whole[k].second;
    const std::int64_t zero = ops.front()->start;
    std::int64_t last = zero;
    for (const pipeline::Operation* o : ops) {
      const std::uint32_t n = at.at({o->type, o->sequence, o->stage});
      const std::size_t lane = k * static_cast<std::size_t>(out.dp) + static_cast<std::size_t>(o->dp);
      out.start[n][lane] = seconds(o->start - zero);
      out.end[n][lane] = seconds(o->end - zero);
      last = std::max(last, o->end);
    }
    out.steps.push_back(whole[k].first);
    out.measured.push_back(seconds(last - zero));
    out.begin.push_back(zero);
  }
  const bool dataParallel = out.dp > 1 || std::any_of(nodes.begin(), nodes.end(), [](const Node& n) { return n.type == Type::ParamsAllGather; });
  auto model = pipeline::modelOf(std::move(nodes), dataParallel);
  if (!model) return tl::make_unexpected(model.error());
  out.model = std::move(*model);
  return out;
}

// Durations of computations and transfers of communications, as measured.
Lanes lengthsOf(const Laid& d) {
  const auto dp = static_cast<std::size_t>(d.dp);
  Lanes length(d.model.nodes.size());
  for (std::uint32_t n = 0; n < length.size(); ++n) {
    std::vector<double> from = d.start[n];
    if (d.model.group[n] >= 0) {
      for (const std::uint32_t m : d.model.groups[static_cast<std::size_t>(d.model.group[n])])
        for (std::size_t l = 0; l < from.size(); ++l) from[l] = std::max(from[l], d.start[m][l]);
      if (d.model.acrossDp[n])
        for (std::size_t k = 0; k < from.size() / dp; ++k) {
          const auto first = from.begin() + static_cast<std::ptrdiff_t>(k * dp);
          std::fill_n(first, dp, *std::max_element(first, first + static_cast<std::ptrdiff_t>(dp)));
        }
    }
    length[n].resize(from.size());
    for (std::size_t l = 0; l < from.size(); ++l) {
      length[n][l] = d.end[n][l] - from[l];
      if (d.model.group[n] >= 0 && length[n][l] <= -kClock) length[n][l] = 0;
    }
  }
  return length;
}

Lanes idealOf(const Model& model, const Lanes& length) {
  Lanes ideal = length;
  for (std::size_t k = 0; k < kTypes.size(); ++k) {
    const auto type = static_cast<Type>(k);
    std::vector<double> all;
    for (std::size_t n = 0; n < length.size(); ++n)
      if (model.nodes[n].type == type) all.insert(all.end(), length[n].begin(), length[n].end());
    if (all.empty()) continue;
    const double v = pipeline::isCompute(type) ? mean(all) : median(std::move(all));
    for (std::size_t n = 0; n < length.size(); ++n)
      if (model.nodes[n].type == type) std::fill(ideal[n].begin(), ideal[n].end(), v);
  }
  return ideal;
}

// Sends and receives of a direction are one part.
std::string partOf(Type t) {
  if (t == Type::ForwardSend || t == Type::ForwardRecv) return "forward-pp-comm";
  if (t == Type::BackwardSend || t == Type::BackwardRecv) return "backward-pp-comm";
  return std::string(kTypes[static_cast<std::size_t>(t)]);
}

void slowestFirst(std::vector<WhatIfPart>& parts) {
  std::stable_sort(parts.begin(), parts.end(), [](const WhatIfPart& a, const WhatIfPart& b) { return a.slowdown > b.slowdown; });
}

}  // namespace

Result<StragglerWhatIf> stragglerWhatIf(const Run& run, const Job& job, std::optional<TimeRange> range) {
  const auto where = pipeline::coordinatesOf(run);
  if (!where) return tl::make_unexpected(where.error());
  const auto operations = pipeline::operationsOf(run, *where, job);
  if (!operations) return tl::make_unexpected(operations.error());
  const auto laid = layOut(*operations, range);
  if (!laid) return tl::make_unexpected(laid.error());
  const Model& model = laid->model;
  const auto dp = static_cast<std::size_t>(laid->dp);
  const Replay replay{model, laid->steps.size(), dp};
  const Lanes measured = lengthsOf(*laid), ideal = idealOf(model, measured);
  const auto asMeasured = replay.run(measured), asIdeal = replay.run(ideal);
  const double idealStep = mean(asIdeal.optimizer);
  if (!(idealStep > 0)) return fail("no operation of these steps lasts, so that there is no slowdown to tell", {}, "open a trace with durations");

  StragglerWhatIf out;
  out.dp = laid->dp;
  out.stages = laid->stages;
  out.left = laid->left;
  out.measured_s = mean(laid->measured);
  out.replayed_s = mean(asMeasured.all);
  out.ideal_s = mean(asIdeal.all);
  out.slowdown = out.replayed_s / idealStep;
  for (std::size_t k = 0; k < laid->steps.size(); ++k)
    out.steps.push_back({laid->steps[k], laid->measured[k], asMeasured.all[k], asIdeal.all[k], laid->begin[k]});

  // `base` with the operations that `which` picks taken from `from`.
  const auto mixed = [&](const Lanes& base, const Lanes& from, const auto& which) {
    Lanes m = base;
    for (std::size_t n = 0; n < m.size(); ++n)
      for (std::size_t l = 0; l < m[n].size(); ++l)
        if (which(n, static_cast<int>(l % dp))) m[n][l] = from[n][l];
    return m;
  };
  const auto part = [&](std::string name, const auto& which) {
    job.add(1);
    const double t = mean(replay.run(mixed(ideal, measured, which)).optimizer);
    return WhatIfPart{std::move(name), t / idealStep, t};
  };
  std::set<std::string> kinds;
  for (const Node& n : model.nodes) kinds.insert(partOf(n.type));
  job.begin("replaying without stragglers", kinds.size() + dp + static_cast<std::size_t>(out.stages));
  for (const std::string& kind : kinds) {
    if (job.stopped()) return stoppedByUser();
    out.byOperation.push_back(part(kind, [&](std::size_t n, int) { return partOf(model.nodes[n].type) == kind; }));
  }
  std::vector<double> ofDp, ofStage;
  for (int d = 0; d < out.dp; ++d) {
    if (job.stopped()) return stoppedByUser();
    out.byDp.push_back(part(fmt::format("DP rank {}", d), [&](std::size_t, int of) { return of == d; }));
    ofDp.push_back(out.byDp.back().slowdown);
  }
  for (int s = 0; s < out.stages; ++s) {
    if (job.stopped()) return stoppedByUser();
    out.byStage.push_back(part(fmt::format("stage {}", s), [&](std::size_t n, int) { return model.nodes[n].stage == s; }));
    ofStage.push_back(out.byStage.back().slowdown);
  }
  for (const auto& [at, rank] : laid->rankAt)
    out.workers.push_back({rank, at.first, at.second, std::min(ofDp[static_cast<std::size_t>(at.first)], ofStage[static_cast<std::size_t>(at.second)])});
  // Of equals the first in the order of the artifact's ranks: by stage, then by DP rank.
  std::stable_sort(out.workers.begin(), out.workers.end(), [](const auto& a, const auto& b) {
    return a.slowdown != b.slowdown ? a.slowdown > b.slowdown : std::pair(a.stage, a.dp) < std::pair(b.stage, b.dp);
  });
  std::set<std::pair<int, int>> slow;
  for (std::size_t i = 0; i < (out.workers.size() * 3 + 99) / 100; ++i) {
    out.slowest.push_back(out.workers[i].rank);
    slow.emplace(out.workers[i].dp, out.workers[i].stage);
  }
  const auto explains = [&](const auto& which) {
    WhatIfShare s;
    s.removed_s = mean(replay.run(mixed(measured, ideal, which)).all);
    s.added_s = mean(replay.run(mixed(ideal, measured, which)).all);
    const double lost = out.replayed_s - out.ideal_s;
    if (lost != 0) s.removed = (out.replayed_s - s.removed_s) / lost, s.added = (s.added_s - out.ideal_s) / lost;
    return s;
  };
  out.lastStage = explains([&](std::size_t n, int) { return model.nodes[n].stage == out.stages - 1; });
  out.slowestWorkers = explains([&](std::size_t n, int d) { return slow.contains({d, model.nodes[n].stage}); });
  slowestFirst(out.byOperation);
  slowestFirst(out.byDp);
  slowestFirst(out.byStage);
  return out;
}

std::vector<StatTable> whatIfTables(const Run& run, const Job& job, std::optional<TimeRange> range) {
  using U = StatColumn::Unit;
  const auto w = stragglerWhatIf(run, job, range);
  StatTable sum;
  sum.key = "what_if";
  sum.title = "Without stragglers (what-if replay of the pipeline)";
  sum.columns = {{"measured_s", "step, measured", "Mean over the steps, first start to last end", U::Seconds},
                 {"t_s", "T", "Mean step of a replay with the measured durations and no launch delays", U::Seconds},
                 {"t_ideal_s", "T ideal", "The same with every operation as long as its type's mean (computing) or median (communication)", U::Seconds},
                 {"slowdown", "slowdown S", "T / T ideal (Understanding Stragglers in Large Model Training Using What-if Analysis, Eq. 1)", U::Number},
                 {"m_w", "M_W", "Share of T - T ideal that goes when the slowest 3 % of the workers are made ideal (Eq. 5)", U::Number},
                 {"m_s", "M_S", "Share that goes when the last stage is made ideal", U::Number},
                 {"steps", "steps", "Steps replayed", U::Count},
                 {"dp", "DP ranks", "Data-parallel ranks", U::Count},
                 {"stages", "stages", "Pipeline stages", U::Count},
                 {"slowest_ranks", "slowest workers", "The ranks that M_W makes ideal", U::Text}};
  if (!w) {
    sum.reason = w.error().line();
    return {sum};
  }
  std::string slowest;
  for (const std::int32_t r : w->slowest) slowest += (slowest.empty() ? "" : ", ") + std::to_string(r);
  sum.rows.push_back({w->measured_s, w->replayed_s, w->ideal_s, w->slowdown, w->slowestWorkers.removed, w->lastStage.removed, static_cast<double>(w->steps.size()),
                      static_cast<double>(w->dp), static_cast<double>(w->stages), slowest});
  sum.places.emplace_back();
  if (w->left > 0) sum.remark = fmt::format("{} steps lack operations of some ranks and are left out.", w->left);

  StatTable parts;
  parts.key = "what_if_parts";
  parts.title = "What slows the step down";
  parts.columns = {{"by", "by", "What is told apart", U::Text},
                   {"part", "part", "Which alone keeps its measured durations in the ideal replay", U::Text},
                   {"slowdown", "slowdown", "Step with only this part as measured / T ideal (Eq. 2)", U::Number},
                   {"step_s", "step", "Mean step with only this part as measured", U::Seconds}};
  for (const auto& [by, list] : {std::pair{"operation", &w->byOperation}, std::pair{"DP rank", &w->byDp}, std::pair{"stage", &w->byStage}})
    for (const WhatIfPart& p : *list) {
      parts.rows.push_back({std::string(by), p.name, p.slowdown, p.step_s});
      parts.places.emplace_back();
    }
  StatTable workers;
  workers.key = "what_if_workers";
  workers.title = "What each worker slows the step down by";
  workers.columns = {{"rank", "rank", "Rank of the run", U::Rank},
                     {"dp", "DP rank", "Data-parallel rank", U::Rank},
                     {"stage", "stage", "Pipeline stage", U::Rank},
                     {"slowdown", "slowdown", "The less of its DP rank's and its stage's slowdown (Eq. 4)", U::Number}};
  for (const auto& k : w->workers) {
    workers.rows.push_back({static_cast<double>(k.rank), static_cast<double>(k.dp), static_cast<double>(k.stage), k.slowdown});
    workers.places.emplace_back();
  }
  StatTable steps;
  steps.key = "what_if_steps";
  steps.title = "Steps, as measured and without stragglers";
  steps.columns = {{"step", "step", "As the trace numbers it", U::Rank},
                   {"measured_s", "measured", "First start to last end", U::Seconds},
                   {"t_s", "T", "Replayed without launch delays", U::Seconds},
                   {"t_ideal_s", "T ideal", "Replayed without stragglers", U::Seconds},
                   {"slowdown", "slowdown", "T / T ideal of the step", U::Number}};
  for (const auto& s : w->steps) {
    steps.rows.push_back({static_cast<double>(s.step), s.measured_s, s.replayed_s, s.ideal_s, s.ideal_s > 0 ? s.replayed_s / s.ideal_s : kNaN});
    steps.places.emplace_back(StatPlace{s.begin, std::nullopt});
  }
  return {sum, parts, workers, steps};
}

}  // namespace weir
