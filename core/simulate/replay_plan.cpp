#include "core/simulate/replay_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

namespace weir::sim {
namespace {

constexpr const char* kWhere = "workload.run";
constexpr double kMostNodes = 50e6, kLongest_ps = 4e17;  // 4.6 days, and 20 times that with stragglers

Error refuse(std::string what, std::string todo = {}) { return {Error::Kind::Input, std::move(what), kWhere, std::move(todo)}; }

// Topological order of a rank's nodes, lowest index first among those that may come; shorter than the rank for a circle.
std::vector<std::uint32_t> inOrder(const std::vector<GraphNode>& nodes) {
  std::vector<std::uint32_t> waits(nodes.size()), order;
  std::vector<std::vector<std::uint32_t>> before(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    waits[i] = static_cast<std::uint32_t>(nodes[i].after.size());
    for (const std::uint32_t a : nodes[i].after) before[a].push_back(i);
  }
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    if (waits[i] == 0) ready.push(i);
  while (!ready.empty()) {
    const std::uint32_t i = ready.top();
    ready.pop();
    order.push_back(i);
    for (const std::uint32_t b : before[i])
      if (--waits[b] == 0) ready.push(b);
  }
  return order;
}

void forAll(ExecutionGraph& g, int ranks) {
  g.ranks.resize(static_cast<std::size_t>(ranks), g.ranks.front());
  g.groups.assign(1, {});
  for (int r = 0; r < ranks; ++r) g.groups[0].push_back(r);
  for (auto& nodes : g.ranks)
    for (GraphNode& n : nodes) {
      n.group = 0;
      if (n.kind == GraphNode::Kind::Collective && (n.operation == CollectiveOp::AllGather || n.operation == CollectiveOp::Gather)) n.bytes *= ranks;
    }
  g.remarks.push_back(fmt::format("the trace is of one rank: all {} ranks are played by it, and its collectives are among all of them", ranks));
}

// Plays the plan without time; what is left is stuck.
std::uint32_t stuck(const ReplayPlan& p) {
  std::vector<std::uint32_t> waits(p.items.size()), there(p.calls.size()), list;
  std::vector<std::uint8_t> sent(p.items.size());
  std::size_t done = 0;
  for (std::uint32_t i = 0; i < p.items.size(); ++i)
    if ((waits[i] = p.items[i].waits) == 0) list.push_back(i);
  const auto end = [&](std::uint32_t i) {
    ++done;
    for (std::uint32_t k = p.items[i].first; k < p.items[i].last; ++k)
      if (--waits[p.next[k]] == 0) list.push_back(p.next[k]);
  };
  while (!list.empty()) {
    const std::uint32_t i = list.back();
    list.pop_back();
    const ReplayPlan::Item& item = p.items[i];
    switch (p.node(item).kind) {
      case GraphNode::Kind::Compute: end(i); break;
      case GraphNode::Kind::Send:
        end(i);
        if (++sent[item.other] == 2) end(item.other);
        break;
      case GraphNode::Kind::Receive:
        if (++sent[i] == 2) end(i);
        break;
      case GraphNode::Kind::Collective: {
        const ReplayPlan::Call& c = p.calls[item.other];
        if (++there[item.other] == c.items.size())
          for (const std::uint32_t m : c.items) end(m);
        break;
      }
    }
  }
  if (done == p.items.size()) return ReplayPlan::kNone;
  for (std::uint32_t i = 0; i < p.items.size(); ++i)
    if (waits[i] > 0) return i;
  for (std::uint32_t i = 0; i < p.items.size(); ++i)
    if (p.node(p.items[i]).kind == GraphNode::Kind::Collective && there[p.items[i].other] < p.calls[p.items[i].other].items.size()) return i;
  return 0;
}

std::string nameOf(const ReplayPlan& p, std::uint32_t i) {
  const GraphNode& n = p.node(p.items[i]);
  return fmt::format("rank {}'s node {} ({})", p.items[i].rank, n.id, n.name.empty() ? "no name" : n.name);
}

}  // namespace

Result<ReplayPlan> replayPlan(ExecutionGraph graph, int ranks) {
  if (graph.ranks.empty()) return tl::make_unexpected(refuse("the trace has no ranks"));
  if (graph.oneRankForAll && graph.ranks.size() == 1) {
    if (static_cast<double>(graph.ranks[0].size()) * ranks > kMostNodes)
      return tl::make_unexpected(refuse(fmt::format("{} nodes on {} ranks are too many", graph.ranks[0].size(), ranks), "lower machine.nodes"));
    forAll(graph, ranks);
  }
  ReplayPlan p;
  p.graph = std::move(graph);
  std::vector<std::uint32_t> first(p.graph.ranks.size() + 1);
  for (std::size_t r = 0; r < p.graph.ranks.size(); ++r) first[r + 1] = first[r] + static_cast<std::uint32_t>(p.graph.ranks[r].size());
  p.items.resize(first.back());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // from, to
  using Ends = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // from, to, tag
  std::map<Ends, std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> messages;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> callOf;  // group, how many before
  for (std::uint32_t r = 0; r < p.graph.ranks.size(); ++r) {
    const std::vector<GraphNode>& nodes = p.graph.ranks[r];
    double computing_ps = 0;
    for (const GraphNode& n : nodes) computing_ps += static_cast<double>(n.duration);
    if (computing_ps > kLongest_ps) return tl::make_unexpected(refuse(fmt::format("rank {} computes for {:.3g} s, too long for the clock", r, computing_ps * 1e-12), "cut the trace"));
    const std::vector<std::uint32_t> order = inOrder(nodes);
    if (order.size() < nodes.size()) {
      std::vector<bool> placed(nodes.size());
      for (const std::uint32_t i : order) placed[i] = true;
      const auto at = static_cast<std::uint32_t>(std::find(placed.begin(), placed.end(), false) - placed.begin());
      return tl::make_unexpected(refuse(fmt::format("rank {}'s node {} ({}) waits for itself", r, nodes[at].id, nodes[at].name), "the trace is damaged"));
    }
    std::uint32_t last[2] = {ReplayPlan::kNone, ReplayPlan::kNone};  // of the accelerator, of the processor
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> lastOf;  // by group: the collective before, and how many there were
    for (const std::uint32_t i : order) {
      const GraphNode& n = nodes[i];
      const std::uint32_t id = first[r] + i;
      p.items[id].rank = r;
      p.items[id].node = i;
      for (const std::uint32_t a : n.after) edges.emplace_back(first[r] + a, id);
      switch (n.kind) {
        case GraphNode::Kind::Compute: {
          std::uint32_t& before = last[n.host ? 1 : 0];
          if (before != ReplayPlan::kNone) edges.emplace_back(before, id);
          before = id;
          break;
        }
        case GraphNode::Kind::Send: messages[{r, static_cast<std::uint32_t>(n.peer), n.tag}].first.push_back(id); break;
        case GraphNode::Kind::Receive: messages[{static_cast<std::uint32_t>(n.peer), r, n.tag}].second.push_back(id); break;
        case GraphNode::Kind::Collective: {
          const auto& members = p.graph.groups[n.group];
          const auto at = std::lower_bound(members.begin(), members.end(), static_cast<std::int32_t>(r));
          if (at == members.end() || *at != static_cast<std::int32_t>(r)) return tl::make_unexpected(refuse(fmt::format("rank {} is not in the group of its node {}", r, n.id)));
          auto& [before, count] = lastOf.try_emplace(n.group, ReplayPlan::kNone, 0U).first->second;
          if (before != ReplayPlan::kNone) edges.emplace_back(before, id);
          before = id;
          const auto [call, fresh] = callOf.try_emplace({n.group, count++}, static_cast<std::uint32_t>(p.calls.size()));
          if (fresh) p.calls.push_back({n.operation, n.bytes, n.group, std::vector<std::uint32_t>(members.size(), ReplayPlan::kNone)});
          ReplayPlan::Call& c = p.calls[call->second];
          if (c.operation != n.operation || c.bytes != n.bytes)
            return tl::make_unexpected(refuse(fmt::format("rank {}'s node {} is {} of {} bytes, where another rank of its group has {} of {}", r, n.id, name(n.operation), n.bytes, name(c.operation), c.bytes),
                                              "give traces of one run"));
          p.items[id].other = call->second;
          p.items[id].member = static_cast<std::uint32_t>(at - members.begin());
          c.items[p.items[id].member] = id;
          break;
        }
      }
    }
  }
  for (const ReplayPlan::Call& c : p.calls)
    for (std::size_t m = 0; m < c.items.size(); ++m)
      if (c.items[m] == ReplayPlan::kNone)
        return tl::make_unexpected(refuse(fmt::format("rank {} does not take part in a collective of its group ({} of {} bytes)", p.graph.groups[c.group][m], name(c.operation), c.bytes), "give traces of one run"));
  for (const auto& [ends, both] : messages) {
    const auto& [from, to, tag] = ends;
    if (both.first.size() != both.second.size())
      return tl::make_unexpected(refuse(fmt::format("rank {} sends {} messages to rank {} with tag {}, which receives {}", from, both.first.size(), to, tag, both.second.size()), "give traces of one run"));
    for (std::size_t i = 0; i < both.first.size(); ++i) {
      p.items[both.first[i]].other = both.second[i];
      p.items[both.second[i]].other = both.first[i];
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::uint32_t at = 0;
  p.next.reserve(edges.size());
  for (std::uint32_t i = 0; i < p.items.size(); ++i) {
    p.items[i].first = at;
    for (; at < edges.size() && edges[at].first == i; ++at) {
      p.next.push_back(edges[at].second);
      ++p.items[edges[at].second].waits;
    }
    p.items[i].last = at;
  }
  if (const std::uint32_t i = stuck(p); i != ReplayPlan::kNone)
    return tl::make_unexpected(refuse(fmt::format("{} never comes: ranks wait for one another in a circle", nameOf(p, i)), "the trace is damaged, or its ranks are not of one run"));
  return p;
}

Result<ExecutionGraph> graphOfRun(const Run& run) {
  if (run.collectives.empty()) return tl::make_unexpected(refuse("this run has no collectives to play again", "name a trace with communication, or a Chakra execution trace"));
  std::vector<std::int32_t> ranks;
  std::map<std::int32_t, std::vector<const weir::CollectiveCall*>> by;
  for (const weir::CollectiveCall& c : run.collectives) {
    if (c.rank == kUnknownRank) return tl::make_unexpected(refuse("a collective's rank is unknown", "open the traces with their ranks in the files' names"));
    if (c.bytes == kUnknownBytes && c.operation != weir::Operation::Barrier)
      return tl::make_unexpected(refuse(fmt::format("the size of a collective ({}) is unknown", name(c.operation)), "record traces with sizes (PyTorch 2.3 and later do)"));
    by[c.rank].push_back(&c);
  }
  for (const auto& [rank, calls] : by) ranks.push_back(rank);
  const auto place = [&](std::int32_t rank) { return static_cast<std::int32_t>(std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin()); };
  ExecutionGraph g;
  g.format = "trace";
  g.groups.emplace_back();
  for (std::size_t r = 0; r < ranks.size(); ++r) g.groups[0].push_back(static_cast<std::int32_t>(r));
  std::map<std::vector<std::int32_t>, std::uint32_t> groupOf{{g.groups[0], 0U}};
  for (const auto& [rank, calls] : by) {
    std::vector<GraphNode>& nodes = g.ranks.emplace_back();
    struct Past {
      std::int64_t start, end;
      std::uint32_t before, node;  // the computing before it, and itself
    };
    std::vector<Past> past;
    std::int64_t begin = run.span().first;
    for (const weir::CollectiveCall* c : calls) {  // by start
      std::vector<std::int32_t> members;
      if (c->group == 0) {
        if (c->groupSize > 0 && c->groupSize != static_cast<std::int32_t>(ranks.size()))
          return tl::make_unexpected(refuse(fmt::format("a collective of rank {} is among {} ranks, of which {} are in the trace", rank, c->groupSize, ranks.size()), "open the traces of all ranks"));
        members = g.groups[0];
      } else {
        for (const std::int32_t m : run.groups[c->group]) {
          const auto at = std::lower_bound(ranks.begin(), ranks.end(), m);
          if (at == ranks.end() || *at != m) return tl::make_unexpected(refuse(fmt::format("rank {}, which a collective needs, has no trace", m), "open the traces of all ranks"));
          members.push_back(place(m));
        }
        std::sort(members.begin(), members.end());
      }
      GraphNode n;
      switch (c->operation) {
        case weir::Operation::AllReduce: n.operation = CollectiveOp::AllReduce; break;
        case weir::Operation::AllGather: n.operation = CollectiveOp::AllGather; break;
        case weir::Operation::ReduceScatter: n.operation = CollectiveOp::ReduceScatter; break;
        case weir::Operation::AllToAll: n.operation = CollectiveOp::AllToAll; break;
        case weir::Operation::Broadcast: n.operation = CollectiveOp::Broadcast; break;
        case weir::Operation::Reduce: n.operation = CollectiveOp::Reduce; break;
        case weir::Operation::Gather: n.operation = CollectiveOp::Gather; break;
        case weir::Operation::Scatter: n.operation = CollectiveOp::Scatter; break;
        case weir::Operation::Barrier: n.operation = CollectiveOp::Barrier; break;
        default: return tl::make_unexpected(refuse(fmt::format("a collective of rank {} ({}) does not say who sends to whom", rank, name(c->operation)), "name a Chakra execution trace, which pairs sends and receives"));
      }
      // What it waited for: the latest end before its start, or the latest start of what still ran.
      std::int64_t from = begin;
      std::uint32_t anchor = ReplayPlan::kNone;
      for (const Past& x : past) {
        const bool ended = x.end <= c->start;
        const std::int64_t at = ended ? x.end : x.start;
        if (at < from || (at == from && anchor != ReplayPlan::kNone && !ended)) continue;
        from = at;
        anchor = ended ? x.node : x.before;
      }
      GraphNode gap;
      gap.id = nodes.size();
      gap.name = "computing";
      gap.duration = c->start - from;
      if (anchor != ReplayPlan::kNone) gap.after.push_back(anchor);
      nodes.push_back(gap);
      n.kind = GraphNode::Kind::Collective;
      n.id = nodes.size();
      n.name = std::string(name(n.operation));
      n.bytes = std::max<std::int64_t>(c->bytes, 0);
      const auto [group, fresh] = groupOf.try_emplace(members, static_cast<std::uint32_t>(g.groups.size()));
      if (fresh) g.groups.push_back(members);
      n.group = group->second;
      n.after.push_back(static_cast<std::uint32_t>(n.id - 1));
      past.push_back({c->start, c->start + c->duration, static_cast<std::uint32_t>(n.id - 1), static_cast<std::uint32_t>(n.id)});
      if (past.size() > 64) past.erase(past.begin());  // nothing older still runs
      nodes.push_back(std::move(n));
    }
    // What the rank still computed after its last.
    std::int64_t end = 0;
    std::int64_t rankEnd = end;
    for (TrackIndex t = 0; t < run.tracks.size(); ++t) {
      if (run.tracks[t].rank != rank) continue;
      for (std::uint32_t row = run.tracks[t].firstRow; row < run.tracks[t].firstRow + run.tracks[t].rowCount; ++row)
        if (run.rows[row].begin < run.rows[row].end) rankEnd = std::max(rankEnd, run.slices.endOf(run.rows[row].end - 1));
    }
    for (const Past& x : past) end = std::max(end, x.end);
    if (rankEnd > end) {
      GraphNode tail;
      tail.id = nodes.size();
      tail.name = "computing";
      tail.duration = rankEnd - end;
      for (const Past& x : past)
        if (x.end == end) tail.after.assign(1, x.node);
      nodes.push_back(std::move(tail));
    }
  }
  g.remarks.emplace_back("played again from a trace: what ranks did between their collectives takes the time it took, whatever it waited for");
  return g;
}

}  // namespace weir::sim
