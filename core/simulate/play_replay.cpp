#include "core/simulate/play_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "core/scenario/placement.h"
#include "core/simulate/rank_tracks.h"

namespace weir::sim {
namespace {

constexpr std::uint64_t kMessageTags = std::uint64_t{1} << 59;  // of sends; those of collectives are below, of background jobs above
constexpr std::size_t kMostDrawn = 2'000'000;

}  // namespace

Result<std::unique_ptr<ReplayPlayer>> ReplayPlayer::make(const Scenario& s, const RunPtr& run, bool keepMessages) {
  Result<ExecutionGraph> graph = run ? graphOfRun(*run) : loadExecutionGraph(s.workload.run);
  if (!graph) {
    Error e = graph.error();
    if (e.where != "workload.run") e.what = e.where + ": " + e.what;
    e.where = "workload.run";
    return tl::make_unexpected(std::move(e));
  }
  auto plan = replayPlan(std::move(*graph), networkHosts(s.machine));
  if (!plan) return tl::make_unexpected(plan.error());
  const int ranks = plan->ranks(), hosts = networkHosts(s.machine);
  if (ranks > hosts)
    return fail(fmt::format("{} ranks were recorded, and the network has {} hosts", ranks, hosts), "machine.nodes",
                s.machine.node.accelerators > 1 && hosts == s.machine.nodes ? "raise it, or set machine.network.endpoints to accelerator" : "raise it");
  auto p = std::unique_ptr<ReplayPlayer>(new ReplayPlayer(s, std::move(*plan), keepMessages));
  if (auto laid = p->lay(s); !laid) return tl::make_unexpected(laid.error());
  return p;
}

ReplayPlayer::ReplayPlayer(const Scenario& s, ReplayPlan plan, bool keepMessages)
    : Player(keepMessages), plan_(std::move(plan)), noise_(s, plan_.ranks()), kindOf_(plan_.calls.size()), under_(plan_.calls.size()),
      waits_(plan_.items.size()), at_(plan_.items.size()), end_(plan_.items.size(), -1), arrived_(plan_.items.size(), -1), began_(plan_.items.size()) {
  for (std::size_t i = 0; i < waits_.size(); ++i) waits_[i] = plan_.items[i].waits;
}

// Ranks to hosts, and what each collective is played as.
Result<void> ReplayPlayer::lay(const Scenario& s) {
  const Workload& w = s.workload;
  auto hosts = hostsOf(s, plan_.ranks());
  if (!hosts) return tl::make_unexpected(hosts.error());
  hosts_ = std::move(*hosts);
  auto costs = model::networkCosts(s);
  if (!costs) return tl::make_unexpected(costs.error());
  const model::FabricCosts fabric = model::fabricCosts(s.machine.node);
  const bool flat = acceleratorsAreHosts(s.machine);
  const int each = flat ? s.machine.node.accelerators : 1;
  const bool rails = s.machine.network.topology == Topology::Rail;
  const int rings = w.rings > 0 ? w.rings : flat ? std::max(1, std::min(s.machine.node.nics, each)) : rails ? std::max(1, s.machine.node.nics) : 1;
  for (const auto& members : plan_.graph.groups) {
    CallGroup g;
    std::vector<std::uint32_t> nodeOf;
    for (const std::int32_t r : members) {
      g.hosts.push_back(hosts_[static_cast<std::size_t>(r)]);
      nodeOf.push_back(static_cast<std::uint32_t>(r / each));
    }
    for (int r = 0; r < rings && rings > 1; ++r) g.orders.push_back(ringOrder(nodeOf, r, rings));
    const bool whole = flat && members.size() % static_cast<std::size_t>(each) == 0 && !members.empty() && members.back() - members.front() + 1 == static_cast<std::int32_t>(members.size()) &&
                       members.front() % each == 0;
    g.perNode = whole ? each : 1;
    groups_.push_back(std::move(g));
  }
  std::map<std::tuple<CollectiveOp, std::int64_t, std::size_t, int>, std::pair<std::uint32_t, std::int64_t>> known;  // to the kind, and its bytes
  for (std::size_t c = 0; c < plan_.calls.size(); ++c) {
    const ReplayPlan::Call& call = plan_.calls[c];
    const CallGroup& g = groups_[call.group];
    const auto [at, fresh] = known.try_emplace({call.operation, call.bytes, g.hosts.size(), g.perNode}, static_cast<std::uint32_t>(kinds_.size()), 0);
    if (fresh) {
      const int n = static_cast<int>(g.hosts.size());
      Kind k;
      k.op = groupOp(call.operation, w.algorithm, {g.perNode, n / g.perNode, 1}, static_cast<double>(call.bytes), *costs, fabric, model::collectiveLibrary(s));
      k.op.before = k.op.after = 0;
      k.op.nodeBytes = k.op.bytes;
      k.ranks = n;
      if (auto can = playable(s, call.operation, k.op.algorithm, n, g.perNode); !can) return can;
      k.split = splitOf(k.op, n, rings, w.chunks);
      pieces_ = std::max(pieces_, static_cast<std::size_t>(k.split.pieces()));
      at->second.second = callBytes(k.op, k.split, n, g.perNode);
      kinds_.push_back(k);
    }
    kindOf_[c] = at->second.first;
    total_ += at->second.second;
  }
  if (static_cast<double>(plan_.calls.size()) * static_cast<double>(pieces_) >= static_cast<double>(kMessageTags >> CollectiveCall::kPieceShift))
    return fail(fmt::format("{} collectives in {} pieces are too many", plan_.calls.size(), pieces_), "workload.chunks", "lower it");
  for (const ReplayPlan::Item& i : plan_.items)
    if (plan_.node(i).kind == GraphNode::Kind::Send) total_ += plan_.node(i).bytes;
  return {};
}

void ReplayPlayer::begin(net::Injector& net) {
  for (std::uint32_t i = 0; i < waits_.size(); ++i)
    if (waits_[i] == 0) ready_.push_back(i);
  work(net);
}

void ReplayPlayer::work(net::Injector& net) {
  while (!ready_.empty()) {
    std::vector<std::uint32_t> now;
    now.swap(ready_);
    for (const std::uint32_t i : now) play(i, net);
  }
}

void ReplayPlayer::play(std::uint32_t i, net::Injector& net) {
  const ReplayPlan::Item& item = plan_.items[i];
  const GraphNode& n = plan_.node(item);
  const std::int64_t time = at_[i];
  began_[i] = true;
  switch (n.kind) {
    case GraphNode::Kind::Compute: complete(i, time + noise_.time(static_cast<int>(item.rank), item.node, n.duration)); break;
    case GraphNode::Kind::Send: {
      net::Send m;
      m.from = hosts_[item.rank];
      m.to = hosts_[static_cast<std::size_t>(n.peer)];
      m.bytes = n.bytes;
      m.tag = kMessageTags + i;
      m.ready = time;
      m.queue = (std::uint64_t{1} << 40) + m.to;  // a connection for each destination
      net.send(m);
      break;
    }
    case GraphNode::Kind::Receive:
      if (arrived_[i] >= 0) complete(i, std::max(time, arrived_[i]));
      break;
    case GraphNode::Kind::Collective: {
      const Kind& k = kinds_[kindOf_[item.other]];
      auto& call = under_[item.other];
      if (!call)
        call = std::make_unique<CollectiveCall>(k.op, k.split, groups_[plan_.calls[item.other].group], (item.other * std::uint64_t{pieces_}) << CollectiveCall::kPieceShift);
      if (call->enter(item.member, time, net)) leave(item.other, item.member);
      break;
    }
  }
}

void ReplayPlayer::complete(std::uint32_t i, std::int64_t time) {
  end_[i] = time;
  last_ = std::max(last_, time);
  for (std::uint32_t k = plan_.items[i].first; k < plan_.items[i].last; ++k) {
    const std::uint32_t next = plan_.next[k];
    at_[next] = std::max(at_[next], time);
    if (--waits_[next] == 0) ready_.push_back(next);
  }
  if (++done_ == plan_.items.size()) renumber();
}

void ReplayPlayer::leave(std::uint32_t call, std::uint32_t member) {
  CollectiveCall& c = *under_[call];
  complete(plan_.calls[call].items[member], c.end(member));
  if (!c.finished()) return;
  std::int64_t entry = 0, end = 0;
  for (const std::uint32_t i : plan_.calls[call].items) {
    entry = std::max(entry, at_[i]);
    end = std::max(end, end_[i]);
  }
  Kind& k = kinds_[kindOf_[call]];
  ++k.count;
  k.time += end - entry;
}

void ReplayPlayer::delivered(const net::Delivery& d, net::Injector& net) {
  if (d.send.tag >= kMessageTags) {
    const auto i = static_cast<std::uint32_t>(d.send.tag - kMessageTags);
    const ReplayPlan::Item& item = plan_.items[i];
    transcript_.add({static_cast<std::int32_t>(item.rank), plan_.node(item).peer, d.send.bytes, d.start, d.end, kNoInstance}, d.send.ready);
    complete(i, d.end);
    arrived_[item.other] = d.end;
    if (began_[item.other]) complete(item.other, std::max(at_[item.other], d.end));
    work(net);
    return;
  }
  const auto call = static_cast<std::uint32_t>((d.send.tag >> CollectiveCall::kPieceShift) / pieces_);
  CollectiveCall& c = *under_[call];
  const CollectiveCall::Ends ends = c.endsOf(d.send.tag);
  const auto& members = plan_.graph.groups[plan_.calls[call].group];
  transcript_.add({members[ends.from], members[ends.to], d.send.bytes, d.start, d.end, call}, d.send.ready);
  c.delivered(d, net, [&](std::uint32_t member) { leave(call, member); });
  if (c.finished()) under_[call].reset();
  work(net);
}

// A Run numbers collectives by when they start (core/run/run.cpp).
void ReplayPlayer::renumber() {
  std::vector<std::pair<std::int64_t, std::uint32_t>> first(plan_.calls.size());
  for (std::size_t c = 0; c < first.size(); ++c) {
    first[c] = {INT64_MAX, 0};
    for (const std::uint32_t i : plan_.calls[c].items) first[c] = std::min(first[c], {at_[i], plan_.items[i].rank});
  }
  std::vector<std::uint32_t> order(first.size()), number(first.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return std::pair(first[a], a) < std::pair(first[b], b); });
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  transcript_.renumber(number);
}

double ReplayPlayer::computing_s() const {
  double accelerator = 0, host = 0;
  for (std::size_t i = 0; i < plan_.items.size(); ++i) {
    const GraphNode& n = plan_.node(plan_.items[i]);
    if (n.kind == GraphNode::Kind::Compute && end_[i] >= 0) (n.host ? host : accelerator) += static_cast<double>(end_[i] - at_[i]);
  }
  return (accelerator > 0 ? accelerator : host) / std::max(ranks(), 1) * 1e-12;
}

void ReplayPlayer::fill(Outcome& o) const {
  o.flows = transcript_.flows();
  for (const Kind& k : kinds_) {
    if (k.count == 0 || o.collectives.size() >= 256) continue;
    CollectiveOutcome c;
    c.operation = k.op.operation;
    c.algorithm = k.op.algorithm;
    c.ranks = k.ranks;
    c.bytes = static_cast<double>(k.op.bytes);
    c.time_s = static_cast<double>(k.time) / static_cast<double>(k.count) * 1e-12;
    c.algbw = c.time_s > 0 ? c.bytes / c.time_s : kUnknown;
    c.busbw = c.algbw * busBandwidthFactor(c.operation, c.ranks);
    o.collectives.push_back(c);
  }
  o.remarks.insert(o.remarks.end(), plan_.graph.remarks.begin(), plan_.graph.remarks.end());
}

void ReplayPlayer::write(RunBuilder& b, std::int64_t now) const {
  std::vector<std::uint32_t> groups;
  for (const auto& members : plan_.graph.groups) groups.push_back(b.group(members));
  std::size_t slices = 0;
  std::uint64_t missing = 0;
  std::size_t i = 0;
  for (std::int32_t rank = 0; rank < ranks(); ++rank) {
    const TrackIndex accelerator = rankTrack(b, rank, "computing", 0), communication = rankTrack(b, rank, "communication", 10);
    TrackIndex host = 0;
    bool hasHost = false;
    for (; i < plan_.items.size() && plan_.items[i].rank == static_cast<std::uint32_t>(rank); ++i) {
      const ReplayPlan::Item& item = plan_.items[i];
      const GraphNode& n = plan_.node(item);
      if (!began_[i] || at_[i] >= now || n.kind == GraphNode::Kind::Send || n.kind == GraphNode::Kind::Receive) continue;
      const std::int64_t end = end_[i] >= 0 ? std::min(end_[i], now) : now;
      if (++slices > kMostDrawn) {
        ++missing;
        continue;
      }
      if (n.kind == GraphNode::Kind::Collective) {
        const ReplayPlan::Call& c = plan_.calls[item.other];
        addCollective(b, communication, rank, groups[c.group], static_cast<int>(c.items.size()), kinds_[kindOf_[item.other]].op, at_[i], end);
        continue;
      }
      if (n.host && !hasHost) host = rankTrack(b, rank, "host", 20);
      hasHost = hasHost || n.host;
      addSlice(b, n.host ? host : accelerator, n.name.empty() ? "computing" : n.name, n.host ? "host" : "computing", n.host ? Activity::Host : Activity::Compute, at_[i], end);
    }
  }
  if (missing > 0) b.note("nodes not drawn", {}, missing);
}

}  // namespace weir::sim
