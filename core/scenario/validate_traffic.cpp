#include "core/scenario/validate_traffic.h"

#include <fmt/format.h>

#include "core/scenario/placement.h"

namespace weir {
namespace {

Result<void> collectiveCalls(const Scenario& s) {
  const Workload& w = s.workload;
  const auto between = [](int v, int low, int high, const char* where) -> Result<void> {
    if (v < low || v > high) return fail(fmt::format("{} is out of range", v), where, fmt::format("give {} to {}", low, high));
    return {};
  };
  for (const Result<void>& r : {between(w.iterations, 1, 1'000'000, "workload.iterations"), between(w.chunks, 1, 4096, "workload.chunks"),
                                between(w.rings, 0, 64, "workload.rings"), between(w.communicators, 1, 1'000'000, "workload.communicators")})
    if (!r) return r;
  if (w.think < Time()) return fail("the value is negative", "workload.think", "give zero or more");
  const int ranks = w.ranks > 0 ? w.ranks : networkHosts(s.machine);
  if (w.communicators > 1 && (ranks % w.communicators != 0 || ranks / w.communicators < 2))
    return fail(fmt::format("{} ranks cannot be split into {} equal groups of two or more", ranks, w.communicators), "workload.communicators",
                "give a divisor of the ranks");
  const int each = s.machine.node.accelerators;
  if (!acceleratorsAreHosts(s.machine) && ranks > s.machine.nodes && w.communicators > 1) {
    const int group = ranks / w.communicators;
    if (group % each != 0 && each % group != 0)
      return fail(fmt::format("groups of {} ranks do not fill nodes of {}", group, each), "workload.communicators",
                  "give groups that fill whole nodes or divide one, or set machine.network.endpoints to accelerator");
  }
  return {};
}

Result<void> load(const Workload& w) {
  if (!(w.load >= 0 && w.load <= 1)) return fail(fmt::format("{} is no load", w.load), "workload.load", "give 0 (one message each) to 1 (all of a host's bandwidth)");
  if (w.load > 0 && w.pattern.empty()) return fail("a list of flows has no load", "workload.load", "give a pattern, or set it to 0");
  if (w.load > 0 && !(w.duration > Time())) return fail("a load has no duration", "workload.duration", "write it as \"200us\"");
  if (w.duration < Time()) return fail("the value is negative", "workload.duration", "give zero or more");
  return {};
}

Result<void> background(const Scenario& s) {
  const int all = networkHosts(s.machine);
  if (s.workload.background.size() > 64) return fail("too many background jobs", "workload.background", "give at most 64");
  for (std::size_t i = 0; i < s.workload.background.size(); ++i) {
    const BackgroundJob& b = s.workload.background[i];
    const auto where = [i](const char* field) { return fmt::format("workload.background.{}.{}", i, field); };
    if (b.pattern.empty()) return fail("a background job has no pattern", where("pattern"), "use uniform, permutation, incast, all-to-all or adversarial");
    if (b.size.count() < 1) return fail("a background job sends nothing", where("size"), "write it as \"1MiB\"");
    if (!(b.load > 0 && b.load <= 1)) return fail(fmt::format("{} is no load", b.load), where("load"), "give more than 0, at most 1");
    if (b.first_host < 0 || b.first_host >= all) return fail(fmt::format("host {} does not exist: there are {}", b.first_host, all), where("first_host"), "number hosts from 0");
    const int n = b.hosts > 0 ? b.hosts : all - b.first_host;
    if (b.hosts < 0 || b.first_host + n > all) return fail(fmt::format("{} hosts from {} on do not exist: there are {}", b.hosts, b.first_host, all), where("hosts"), "lower it");
    if (n < 2) return fail("traffic needs two hosts", where("hosts"), "give 2 or more");
    if (b.sources < 0 || b.sources > n - 1) return fail(fmt::format("{} sources among {} hosts", b.sources, n), where("sources"), fmt::format("give at most {}, or 0 for all", n - 1));
  }
  return {};
}

Result<void> noise(const Scenario& s) {
  const Workload& w = s.workload;
  if (!(w.jitter >= 0 && w.jitter <= 1)) return fail(fmt::format("a jitter of {} is not possible", w.jitter), "workload.jitter", "give 0 to 1, a fraction of each piece of computing");
  const int ranks = s.workload.kind == Workload::Kind::Collective && w.ranks > 0 ? w.ranks : s.machine.accelerators();
  if (w.stragglers < 0 || w.stragglers > ranks) return fail(fmt::format("{} stragglers among {} ranks", w.stragglers, ranks), "workload.stragglers", "give at most as many as there are ranks");
  if (!(w.straggler_slowdown >= 1 && w.straggler_slowdown <= 1e6))
    return fail(fmt::format("a slowdown of {} is not possible", w.straggler_slowdown), "workload.straggler_slowdown", "give 1 or more");
  return {};
}

}  // namespace

Result<void> validateTraffic(const Scenario& s) {
  if (s.workload.kind == Workload::Kind::Collective)
    if (auto r = collectiveCalls(s); !r) return r;
  if (s.workload.kind == Workload::Kind::Traffic)
    if (auto r = load(s.workload); !r) return r;
  if (auto r = background(s); !r) return r;
  if (auto r = noise(s); !r) return r;
  if (s.plan.placement == "given")
    if (auto placed = placementOf(s, jobNodes(s)); !placed) return tl::make_unexpected(placed.error());
  return {};
}

}  // namespace weir
