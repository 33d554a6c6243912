// What the traffic view has worked out: in a worker where the run is big, and once where it is kept in a study.
#include <fmt/format.h>

#include <algorithm>

#include "core/summarize/kept_bytes.h"
#include "views/heatmap/heatmap_answer.h"

namespace weir {
namespace {

constexpr AnswerBytes<TrafficLists> kLists{trafficListsToBytes, trafficListsFromBytes};
constexpr AnswerBytes<TrafficAnswer> kMatrix{trafficToBytes, trafficFromBytes};

// Of common time: who waited, as the matrix counts the collectives.
std::vector<RankLateness> latenessIn(const Run& run, const TrafficOptions& o) {
  std::vector<CollectiveInstance> instances = collectiveInstances(run);
  const auto among = [](const auto& wanted, const auto& what) { return wanted.empty() || std::find(wanted.begin(), wanted.end(), what) != wanted.end(); };
  const auto inStep = [&](const CollectiveInstance& i) {
    for (const CollectiveArrival& of : i.arrivals)
      for (const RankSteps& s : o.step)
        if (s.rank == of.rank) return of.start >= s.steps.front().from && of.start < s.steps.front().to;
    return o.step.empty();
  };
  const std::optional<std::uint32_t> only = o.call ? std::optional(o.match->instanceOf(run, *o.call)) : std::nullopt;
  std::erase_if(instances, [&](const CollectiveInstance& i) {
    return (o.range && (i.lastStart < o.range->from || i.lastStart >= o.range->to)) || !among(o.operations, i.operation) || !among(o.groups, i.group) || (only && i.instance != *only) || !inStep(i);
  });
  return lateness(instances);
}

}  // namespace

// Calls are matched when something has to be worked out; null when stopped.
std::shared_ptr<const HeatmapView::Choices> HeatmapView::choicesOf(const Request& r, bool matched, const Job& job) {
  if (r.choices && (!matched || r.choices->match)) return r.choices;
  auto c = std::make_shared<Choices>();
  if (r.choices) *c = *r.choices;
  const auto match = [&] {
    if (!c->match) c->match = std::make_shared<const CallMatch>(matchCalls(*r.run, job));
  };
  if (matched) match();
  if (!r.choices) {
    const auto lists = r.memo->answer<TrafficLists>(r.run, {"traffic lists", {}}, kLists, job, [&]() -> std::shared_ptr<const TrafficLists> {
      match();
      return std::make_shared<const TrafficLists>(
          TrafficLists{trafficChoices(*r.run, *c->match), ioChoices(*r.run), nodesOf(*r.run), trafficCollectives(*r.run, *c->match), heatFiles(*r.run)});
    });
    if (!lists) return nullptr;
    static_cast<TrafficLists&>(*c) = *lists;
    c->run = r.run;
    job.begin("looking for steps");
    if (const auto steps = r.memo->steps(r.run, job)) c->steps = *steps;
  }
  return job.stopped() ? nullptr : c;
}

// Keys name all that the matrix depends on.
AnswerKey HeatmapView::keyOf(const Request& r) {
  AnswerKey key{"traffic", weir::keyOf(r.traffic)};
  if (r.step) key.choice += fmt::format(" step {}", *r.step);
  if (r.step && !r.byHand.empty()) key.choice += kept::keyOf(r.byHand.front().steps);
  if (r.ranksPerNode > 0) key.choice += fmt::format(" node {}", r.ranksPerNode);
  return key;
}

std::shared_ptr<const TrafficAnswer> HeatmapView::matrixOf(Request& r, const Job& job) {
  return r.memo->answer<TrafficAnswer>(r.run, keyOf(r), kMatrix, job, [&]() -> std::shared_ptr<const TrafficAnswer> {
    r.choices = choicesOf(r, true, job);
    if (!r.choices) return nullptr;
    TrafficOptions o = r.traffic;
    o.match = r.choices->match;
    if (r.step) o.step = stepOf(r.byHand.empty() ? r.choices->steps : Steps{Steps::From::Marks, r.byHand, {}}, *r.step);
    if (r.ranksPerNode > 0) {
      std::vector<std::int32_t> ranks = r.run->ranks;
      for (const auto& g : r.run->groups) ranks.insert(ranks.end(), g.begin(), g.end());
      for (std::int32_t k = 0; k < r.run->worldSize; ++k) ranks.push_back(k);
      o.nodes = nodesBy(ranks, r.ranksPerNode);
    } else {
      o.nodes = r.choices->nodes;
    }
    TrafficAnswer out{trafficMatrix(*r.run, o, job), {}};
    if (job.stopped()) return nullptr;
    if (out.matrix.source == TrafficSource::SharedTime) out.late = latenessIn(*r.run, o);
    return std::make_shared<const TrafficAnswer>(std::move(out));
  });
}

std::shared_ptr<const HeatmapView::Answer> HeatmapView::answer(const Request& asked, const Job& job) {
  auto a = std::make_shared<Answer>();
  a->request = asked;
  Request& r = a->request;
  r.choices = choicesOf(r, false, job);
  if (!r.choices) return nullptr;
  if (r.show == Settings::Show::Links) {
    a->heat = linkHeat(*r.run, r.heat);
    return a;
  }
  if (r.show == Settings::Show::Io) {
    a->io = ioHeat(*r.run, r.io, job);
    return job.stopped() ? nullptr : a;
  }
  const auto matrix = matrixOf(r, job);
  if (!matrix) return nullptr;
  a->traffic = matrix->matrix;
  a->late = matrix->late;
  return a;
}

}  // namespace weir
