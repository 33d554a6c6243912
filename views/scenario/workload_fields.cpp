// Collectives, traffic and what disturbs any workload, in the order in which their rows stand.
#include "core/base/collective.h"
#include "views/scenario/field_groups.h"

namespace weir::panel {
namespace {

constexpr Field::Group kWorkloadGroup = Field::Group::Workload;

QString operationTitle(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::AllReduce: return translate("ScenarioFields", "all-reduce");
    case CollectiveOp::AllGather: return translate("ScenarioFields", "all-gather");
    case CollectiveOp::ReduceScatter: return translate("ScenarioFields", "reduce-scatter");
    case CollectiveOp::AllToAll: return translate("ScenarioFields", "all-to-all");
    case CollectiveOp::Broadcast: return translate("ScenarioFields", "broadcast");
    case CollectiveOp::Reduce: return translate("ScenarioFields", "reduce");
    case CollectiveOp::Gather: return translate("ScenarioFields", "gather");
    case CollectiveOp::Scatter: return translate("ScenarioFields", "scatter");
    case CollectiveOp::Barrier: return translate("ScenarioFields", "barrier");
    case CollectiveOp::SendReceive: return translate("ScenarioFields", "send-receive");
  }
  return {};
}

QString algorithmTitle(Algorithm a) {
  switch (a) {
    case Algorithm::Auto: return translate("ScenarioFields", "automatic");
    case Algorithm::Ring: return translate("ScenarioFields", "ring");
    case Algorithm::DoubleBinaryTree: return translate("ScenarioFields", "double binary tree");
    case Algorithm::HalvingDoubling: return translate("ScenarioFields", "recursive halving-doubling");
    case Algorithm::RecursiveDoubling: return translate("ScenarioFields", "recursive doubling");
    case Algorithm::Bruck: return translate("ScenarioFields", "Bruck");
    case Algorithm::Pairwise: return translate("ScenarioFields", "pairwise");
    case Algorithm::Linear: return translate("ScenarioFields", "linear");
    case Algorithm::Binomial: return translate("ScenarioFields", "binomial tree");
    case Algorithm::BinaryTree: return translate("ScenarioFields", "binary tree, pipelined");
    case Algorithm::Chain: return translate("ScenarioFields", "chain, pipelined");
    case Algorithm::SegmentedRing: return translate("ScenarioFields", "segmented ring");
    case Algorithm::NeighbourExchange: return translate("ScenarioFields", "neighbour exchange");
    case Algorithm::ScatterAllGather: return translate("ScenarioFields", "scatter, then all-gather");
    case Algorithm::Hierarchical: return translate("ScenarioFields", "hierarchical");
    case Algorithm::InNetwork: return translate("ScenarioFields", "in the network (SHARP)");
  }
  return {};
}

QString patternTitle(const std::string& p) {
  if (p == "permutation") return translate("ScenarioFields", "permutation");
  if (p == "incast") return translate("ScenarioFields", "incast");
  if (p == "all-to-all") return translate("ScenarioFields", "all-to-all");
  if (p == "uniform") return translate("ScenarioFields", "uniform");
  if (p == "adversarial") return translate("ScenarioFields", "adversarial");
  return q(p);
}

using AppliesTo = bool (*)(const Scenario&);

template <class At>
void count(std::vector<Field>& out, const char* path, const QString& label, const QString& caption, const QString& help, std::int64_t least, At at, AppliesTo applies) {
  out.push_back(make::integer(kWorkloadGroup, {path, label, caption, help}, least, at));
  out.back().applies = applies;
}

// A fraction as per cent: "15 %"; a bare number is per cent too.
template <class At>
Field percent(make::Label label, At at, double most) {
  Field f = make::base(kWorkloadGroup, std::move(label));
  f.get = [at](const Scenario& s) { return QString::number(at(s) * 100, 'g', 15) + QStringLiteral(" %"); };
  f.set = [at, most](Scenario& s, const QString& text) -> Result<void> {
    bool ok = false;
    QString digits = text.trimmed();
    if (digits.endsWith(u'%')) digits.chop(1);
    const double v = digits.trimmed().toDouble(&ok);
    if (!ok || !(v >= 0) || v > most * 100)
      return fail(translate("ScenarioFields", "\"%1\" is no share").arg(text).toStdString(), {}, translate("ScenarioFields", "write a number of per cent, at most %1").arg(most * 100).toStdString());
    at(s) = v / 100;
    return {};
  };
  return f;
}

}  // namespace

Choices algorithmChoices() {
  Choices c;
  for (std::size_t i = 0; i < algorithmNames().size(); ++i) c.emplace_back(q(algorithmNames()[i]), algorithmTitle(static_cast<Algorithm>(i)));
  return c;
}

void collectives(std::vector<Field>& out) {
  out.push_back(enumerated(
      kWorkloadGroup, {"workload.operation", translate("ScenarioFields", "Collective"), {}, translate("ScenarioFields", "What the ranks do together")}, collectiveOpNames(),
      [](auto& s) -> auto& { return s.workload.operation; },
      [](const Scenario&) {
        Choices c;
        for (std::size_t i = 0; i < collectiveOpNames().size(); ++i) c.emplace_back(q(collectiveOpNames()[i]), operationTitle(static_cast<CollectiveOp>(i)));
        return c;
      }));
  out.back().applies = collective;
  out.push_back(enumerated(
      kWorkloadGroup, {"workload.algorithm", translate("ScenarioFields", "Algorithm"), {}, translate("ScenarioFields", "By which messages; where it is not defined for the operation, the nearest one that is")},
      algorithmNames(), [](auto& s) -> auto& { return s.workload.algorithm; }, [](const Scenario&) { return algorithmChoices(); }));
  out.back().applies = collective;
  count(out, "workload.ranks", translate("ScenarioFields", "Ranks"), {}, translate("ScenarioFields", "0 = all hosts"), 0, [](auto& s) -> auto& { return s.workload.ranks; }, collective);
  {
    Field f = make::base(kWorkloadGroup, {"workload.sizes", translate("ScenarioFields", "Size"), {}, translate("ScenarioFields", "Of one rank's buffer, as nccl-tests counts it; more than one separated by commas")});
    f.get = [](const Scenario& s) {
      QStringList l;
      for (const Bytes b : s.workload.sizes) l << fieldtext::text(b);
      return l.join(QStringLiteral(", "));
    };
    f.set = [](Scenario& s, const QString& text) -> Result<void> {
      std::vector<Bytes> sizes;
      for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        const auto b = units::parseBytes(part.trimmed().toStdString());
        if (!b) return tl::make_unexpected(b.error());
        sizes.push_back(*b);
      }
      s.workload.sizes = std::move(sizes);
      return {};
    };
    f.applies = collective;
    out.push_back(std::move(f));
  }
  count(out, "workload.iterations", translate("ScenarioFields", "Iterations"), {}, translate("ScenarioFields", "Calls of each size, one after the other"), 1, [](auto& s) -> auto& { return s.workload.iterations; }, collective);
  out.push_back(make::quantity(kWorkloadGroup, {"workload.think", translate("ScenarioFields", "Computing between"), {}, translate("ScenarioFields", "Between two calls, on every rank")}, [](auto& s) -> auto& { return s.workload.think; }));
  out.back().applies = collective;
  count(out, "workload.chunks", translate("ScenarioFields", "Chunks"), {}, translate("ScenarioFields", "Pieces of a buffer that follow one another through the algorithm"), 1, [](auto& s) -> auto& { return s.workload.chunks; }, collective);
  count(out, "workload.rings", translate("ScenarioFields", "Rings"), {}, translate("ScenarioFields", "Parallel rings, over rails where there are any; 0 = one a NIC"), 0, [](auto& s) -> auto& { return s.workload.rings; }, collective);
  count(out, "workload.communicators", translate("ScenarioFields", "Communicators"), {}, translate("ScenarioFields", "Equal groups of ranks that do the same at once"), 1, [](auto& s) -> auto& { return s.workload.communicators; }, collective);
}

void patterns(std::vector<Field>& out) {
  out.push_back(make::choice(kWorkloadGroup, {"workload.pattern", translate("ScenarioFields", "Pattern"), {}, translate("ScenarioFields", "Who sends to whom; adversarial: every group to the next one")},
                             [](auto& s) -> auto& { return s.workload.pattern; },
                             [](const Scenario& s) {
                               Choices c;
                               if (!s.workload.flows.empty() || s.workload.pattern.empty()) c.emplace_back("", translate("ScenarioFields", "own list of flows"));
                               for (const char* p : {"permutation", "incast", "all-to-all", "uniform", "adversarial"}) c.emplace_back(p, patternTitle(p));
                               return c;
                             }));
  out.back().applies = traffic;
  const auto patterned = [](const Scenario& s) { return traffic(s) && !s.workload.pattern.empty(); };
  out.push_back(make::quantity(kWorkloadGroup, {"workload.size", translate("ScenarioFields", "Size of a flow"), {}, translate("ScenarioFields", "Bytes of one message")}, [](auto& s) -> auto& { return s.workload.size; }));
  out.back().applies = patterned;
  count(out, "workload.sources", translate("ScenarioFields", "Senders"), {}, translate("ScenarioFields", "Of an incast; 0 = all other hosts"), 0, [](auto& s) -> auto& { return s.workload.sources; },
        [](const Scenario& s) { return traffic(s) && s.workload.pattern == "incast"; });
  {
    Field f = percent({"workload.load", translate("ScenarioFields", "Load"), {}, translate("ScenarioFields", "Messages come at random times, this share of a host's bandwidth; 0 = one each, at once")},
                      [](auto& s) -> auto& { return s.workload.load; }, 1);
    make::steps(f, [](const Scenario&) { return std::vector<double>{0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95}; }, [](const Scenario& s) { return s.workload.load; },
                [](double v) { return QString::number(v * 100, 'g', 15) + QStringLiteral(" %"); }, false);
    f.applies = patterned;
    f.set = [set = f.set](Scenario& s, const QString& text) -> Result<void> {
      const auto r = set(s, text);
      // A load without a duration is nothing that could be played.
      if (r && s.workload.load > 0 && s.workload.duration == Time()) s.workload.duration = Time::us(100);
      return r;
    };
    out.push_back(std::move(f));
  }
  out.push_back(make::quantity(kWorkloadGroup, {"workload.duration", translate("ScenarioFields", "Duration"), {}, translate("ScenarioFields", "How long messages keep coming")}, [](auto& s) -> auto& { return s.workload.duration; }));
  out.back().applies = [](const Scenario& s) { return traffic(s) && s.workload.load > 0; };
}

void spread(std::vector<Field>& out) {
  const QString caption = translate("ScenarioFields", "Disturbances");
  const auto computes = [](const Scenario& s) { return training(s) || (collective(s) && s.workload.think != Time()) || s.workload.kind == Workload::Kind::Replay; };
  out.push_back(percent({"workload.jitter", translate("ScenarioFields", "Jitter"), caption, translate("ScenarioFields", "Standard deviation of every piece of computing, drawn with the seed; simulations only")},
                        [](auto& s) -> auto& { return s.workload.jitter; }, 10));
  out.back().applies = computes;
  count(out, "workload.stragglers", translate("ScenarioFields", "Stragglers"), caption, translate("ScenarioFields", "Ranks that compute slower, drawn with the seed; simulations only"), 0,
        [](auto& s) -> auto& { return s.workload.stragglers; }, computes);
  {
    Field f = make::base(kWorkloadGroup, {"workload.straggler_slowdown", translate("ScenarioFields", "Their slowdown"), caption, translate("ScenarioFields", "How many times as long a straggler computes")});
    f.get = [](const Scenario& s) { return QString::number(s.workload.straggler_slowdown, 'g', 15) + QStringLiteral(" ×"); };
    f.set = [](Scenario& s, const QString& text) -> Result<void> {
      bool ok = false;
      QString digits = text.trimmed();
      if (digits.endsWith(QChar(0x00d7)) || digits.endsWith(u'x')) digits.chop(1);
      const double v = digits.trimmed().toDouble(&ok);
      if (!ok || !(v >= 1)) return fail(translate("ScenarioFields", "\"%1\" is no slowdown").arg(text).toStdString(), {}, translate("ScenarioFields", "write 1.5 for half as long again").toStdString());
      s.workload.straggler_slowdown = v;
      return {};
    };
    f.applies = [](const Scenario& s) { return s.workload.stragglers > 0; };
    out.push_back(std::move(f));
  }
}

void placement(std::vector<Field>& out) {
  out.push_back(make::choice(Field::Group::Plan, {"plan.placement", translate("ScenarioFields", "Placement"), translate("ScenarioFields", "Placement"),
                                                  translate("ScenarioFields", "Which nodes of the machine the job gets")},
                             [](auto& s) -> auto& { return s.plan.placement; },
                             [](const Scenario& s) {
                               Choices c{{"packed", translate("ScenarioFields", "packed: neighbours share a switch")},
                                         {"scattered", translate("ScenarioFields", "scattered over the leaves")},
                                         {"random", translate("ScenarioFields", "random, with the seed")}};
                               if (s.plan.placement == "given" || !s.plan.placement_hosts.empty()) c.emplace_back("given", translate("ScenarioFields", "given hosts"));
                               return c;
                             }));
  {
    Field f = make::base(Field::Group::Plan, {"plan.placement_hosts", translate("ScenarioFields", "Hosts"), translate("ScenarioFields", "Placement"), translate("ScenarioFields", "The host of each node of the job, in order")});
    f.get = [](const Scenario& s) {
      QStringList l;
      for (const int h : s.plan.placement_hosts) l << QString::number(h);
      return l.join(u',');
    };
    f.set = [](Scenario& s, const QString& text) -> Result<void> {
      std::vector<int> hosts;
      for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        bool ok = false;
        hosts.push_back(part.trimmed().toInt(&ok));
        if (!ok || hosts.back() < 0) return fail(translate("ScenarioFields", "\"%1\" is no host").arg(part.trimmed()).toStdString(), {}, translate("ScenarioFields", "write 0, 4, 8").toStdString());
      }
      s.plan.placement_hosts = std::move(hosts);
      return {};
    };
    f.applies = [](const Scenario& s) { return s.plan.placement == "given"; };
    out.push_back(std::move(f));
  }
}

}  // namespace weir::panel
