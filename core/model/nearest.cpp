#include "core/model/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/model/predict.h"
#include "core/model/training.h"
#include "core/scenario/validate.h"

namespace weir::model {
namespace {

constexpr std::size_t kMostPriced = 200;  // of equally near ones

struct Candidate {
  Plan plan;
  double distance = 0;
};

double doublings(double from, double to) { return std::abs(std::log2(std::max(1.0, to) / std::max(1.0, from))); }

// Sizes worth trying: powers of two up to the most, what divides `of` up to 64, and what the plan says.
std::vector<int> sizes(int now, int most, int of) {
  std::vector<int> out;
  for (int n = 1; n <= most; ++n)
    if ((n & (n - 1)) == 0 || (n <= 64 && of > 0 && of % n == 0)) out.push_back(n);
  if (now >= 1 && now <= most && std::find(out.begin(), out.end(), now) == out.end()) out.push_back(now);
  return out;
}

std::vector<Candidate> candidates(const Scenario& s) {
  const Plan& p = s.plan;
  const int all = s.machine.accelerators();
  const GptShape* g = s.workload.model.gpt ? &*s.workload.model.gpt : nullptr;
  std::vector<int> tensor{1}, pipeline{1};
  if (g) {
    tensor.clear();
    for (const int t : sizes(p.tensor_parallel, std::min({all, 64, g->heads}), 0))
      if (g->heads % t == 0) tensor.push_back(t);
    pipeline = sizes(p.pipeline_parallel, std::min({all, 128, g->layers}), g->layers);
  }
  std::vector<Candidate> out;
  for (const int t : tensor)
    for (const int q : pipeline) {
      if (t > all / q || all % (t * q) != 0) continue;
      for (const int c : {p.context_parallel, 1}) {
        if (c < 1 || c > all / (t * q) || all % (t * q * c) != 0) continue;
        const int data = all / (t * q * c);
        Plan base = p;
        base.tensor_parallel = t;
        base.pipeline_parallel = q;
        base.context_parallel = c;
        if (base.data_parallel != data) base.data_parallel = 0;
        if (base.expert_parallel < 1 || !g || g->experts < 1) base.expert_parallel = 1;
        while (base.expert_parallel > 1 && (data % base.expert_parallel != 0 || g->experts % base.expert_parallel != 0)) base.expert_parallel /= 2;
        if (q == 1 || base.virtual_stages < 1 || (g && base.virtual_stages > g->layers / q)) base.virtual_stages = 1;
        if (base.shard_group < 0 || (base.shard_group > 0 && (data * c) % base.shard_group != 0)) base.shard_group = 0;
        if (base.sequence_parallel && g && g->sequence % t != 0) base.sequence_parallel = false;
        base.global_batch = std::max<std::int64_t>(p.global_batch, data);
        const double split = doublings(p.tensor_parallel, t) + doublings(p.pipeline_parallel, q) + doublings(p.context_parallel, c) +
                             doublings(p.expert_parallel, base.expert_parallel) + doublings(p.virtual_stages, base.virtual_stages) +
                             doublings(static_cast<double>(std::max<std::int64_t>(1, p.global_batch)), static_cast<double>(base.global_batch)) +
                             (base.shard_group != p.shard_group ? 1 : 0) + (base.sequence_parallel != p.sequence_parallel ? 1 : 0);
        const std::int64_t local = (base.global_batch - 1) / data + 1;
        const std::int64_t now = p.micro_batch > 0 ? std::min(p.micro_batch, local) : local;
        for (int zero = 0; zero <= 3; ++zero)
          for (const char* recompute : {"none", "selective", "full"})
            for (std::int64_t micro = now; micro >= 1; micro = micro == 1 ? 0 : (micro + 1) / 2) {
              if (!g && p.recompute != recompute) continue;
              Candidate x{base, split + (zero != p.zero ? 1 : 0) + (p.recompute != recompute ? 1 : 0) + doublings(static_cast<double>(now), static_cast<double>(micro))};
              x.plan.zero = zero;
              x.plan.recompute = recompute;
              x.plan.micro_batch = micro == now ? p.micro_batch : micro;
              if (x.plan.micro_batch < 0) x.plan.micro_batch = 0;
              if (zero < 1) x.plan.shard_group = 0;
              out.push_back(std::move(x));
            }
        if (p.context_parallel == 1) break;
      }
    }
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  return out;
}

std::string changesOf(const Plan& from, const Plan& to) {
  std::string text;
  const auto changed = [&](const char* name, const auto& a, const auto& b) {
    if (a != b) text += fmt::format("{}plan.{}={}", text.empty() ? "" : ", ", name, b);
  };
  changed("tensor_parallel", from.tensor_parallel, to.tensor_parallel);
  changed("pipeline_parallel", from.pipeline_parallel, to.pipeline_parallel);
  changed("context_parallel", from.context_parallel, to.context_parallel);
  changed("expert_parallel", from.expert_parallel, to.expert_parallel);
  changed("data_parallel", from.data_parallel, to.data_parallel);
  changed("virtual_stages", from.virtual_stages, to.virtual_stages);
  changed("sequence_parallel", from.sequence_parallel, to.sequence_parallel);
  changed("global_batch", from.global_batch, to.global_batch);
  changed("micro_batch", from.micro_batch, to.micro_batch);
  changed("zero", from.zero, to.zero);
  changed("shard_group", from.shard_group, to.shard_group);
  changed("recompute", from.recompute, to.recompute);
  return text;
}

}  // namespace

std::optional<NearPlan> nearestPlan(const Scenario& s) {
  if (s.workload.kind != Workload::Kind::Training || s.machine.nodes < 1 || s.machine.node.accelerators < 1 || s.machine.accelerators() > (1 << 24)) return std::nullopt;
  Scenario at = s;
  std::optional<NearPlan> best;
  double distance = 0;
  std::size_t priced = 0;
  const double room = s.machine.node.accelerator.memory.toDouble();
  for (const Candidate& c : candidates(s)) {
    if (best && c.distance > distance + 1e-9) break;
    at.plan = c.plan;
    // Most fail for memory, which is known before the time is.
    if (!validate(at) || (room > 0 && trainingMemory(at).total() > room)) continue;
    if (++priced > kMostPriced) break;
    const Result<Outcome> o = price(at);
    if (!o || !(o->step_s > 0)) continue;
    if (best && o->step_s >= best->step_s) continue;
    distance = c.distance;
    best = NearPlan{c.plan, changesOf(s.plan, c.plan), o->step_s};
  }
  return best;
}

}  // namespace weir::model
