#include "core/simulate/play_collective.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/scenario/placement.h"
#include "core/simulate/rank_tracks.h"

namespace weir::sim {
namespace {

constexpr std::size_t kMostTimes = 1'000'000;       // members x calls whose times are kept for the Run
constexpr std::uint64_t kMostPieces = 1U << 28;     // of all calls: tags stay below those of background jobs
constexpr double kMostCalls = 20e6;                 // members x calls

}  // namespace

Result<std::unique_ptr<CollectivePlayer>> CollectivePlayer::make(const Scenario& s, bool keepMessages) {
  const Workload& w = s.workload;
  const Machine& m = s.machine;
  auto costs = model::networkCosts(s);
  if (!costs) return tl::make_unexpected(costs.error());
  const model::FabricCosts fabric = model::fabricCosts(m.node);
  const bool flat = acceleratorsAreHosts(m);  // a member is a rank, whatever its node
  const int each = m.node.accelerators;
  const int ranks = w.ranks > 0 ? w.ranks : networkHosts(m);
  auto p = std::unique_ptr<CollectivePlayer>(new CollectivePlayer(s, ranks, keepMessages));
  p->groupRanks_ = ranks / w.communicators;
  const int perNode = !flat && ranks > m.nodes ? each : 1;
  p->perMember_ = std::min(perNode, p->groupRanks_);
  const int members = p->groupRanks_ / p->perMember_;
  p->iterations_ = static_cast<std::size_t>(w.iterations);
  p->calls_ = w.sizes.size() * p->iterations_;
  p->think_ = w.think.toPs();
  p->durations_.assign(p->calls_, 0);
  p->finished_.assign(p->calls_, 0);

  const int inNode = flat && p->groupRanks_ % each == 0 ? each : 1;
  const model::GroupLayout layout = flat ? model::GroupLayout{inNode, p->groupRanks_ / inNode, 1} : model::GroupLayout{p->perMember_, members, 1};
  const bool rails = m.network.topology == Topology::Rail;  // where a message keeps to one NIC of its node
  const int rings = w.rings > 0 ? w.rings : flat ? std::max(1, std::min(m.node.nics, each)) : rails ? std::max(1, m.node.nics) : 1;
  std::int64_t bytes = 0;
  for (const Bytes size : w.sizes) {
    Size z;
    z.op = groupOp(w.operation, w.algorithm, layout, size.toDouble(), *costs, fabric, model::collectiveLibrary(s));
    if (flat) {
      z.op.before = z.op.after = 0;
      z.op.nodeBytes = z.op.bytes;
    }
    if (auto can = playable(s, w.operation, z.op.algorithm, members, inNode); !can) return tl::make_unexpected(can.error());
    p->inNetwork_ = p->inNetwork_ || (members > 1 && !hasMessages(w.operation, z.op.algorithm, members, inNode));
    z.split = splitOf(z.op, members, rings, w.chunks);
    p->pieces_ = std::max(p->pieces_, static_cast<std::size_t>(z.split.pieces()));
    bytes += callBytes(z.op, z.split, members, inNode);
    p->sizes_.push_back(z);
  }
  p->total_ = bytes * w.iterations * w.communicators;
  p->left_ = static_cast<std::size_t>(w.communicators) * p->calls_ * static_cast<std::size_t>(members);
  if (static_cast<double>(p->left_) > kMostCalls || static_cast<double>(p->calls_) * w.communicators * static_cast<double>(p->pieces_) >= static_cast<double>(kMostPieces))
    return fail(fmt::format("{} calls in {} groups of {} are too many", p->calls_, w.communicators, members), "workload.iterations", "lower it");

  if (static_cast<double>(p->think_) * std::max(1.0, w.straggler_slowdown) * static_cast<double>(p->calls_) > 4e17)
    return fail("all calls together compute too long for the clock", "workload.think", "lower it, or workload.iterations");
  auto hosts = flat ? hostsOf(s, ranks) : placementOf(s, (ranks + perNode - 1) / perNode);
  if (!hosts) return tl::make_unexpected(hosts.error());
  for (int g = 0; g < w.communicators; ++g) {
    Group group;
    group.firstRank = static_cast<std::uint32_t>(g * p->groupRanks_);
    std::vector<std::uint32_t> nodeOf;
    for (int i = 0; i < members; ++i) {
      const int rank = p->rankOf(group, static_cast<std::uint32_t>(i));
      group.laid.hosts.push_back((*hosts)[static_cast<std::size_t>(rank / perNode)]);
      nodeOf.push_back(static_cast<std::uint32_t>(flat ? rank / each : i));
    }
    group.laid.perNode = inNode;
    for (int r = 0; r < rings && rings > 1; ++r) group.laid.orders.push_back(ringOrder(nodeOf, r, rings));
    group.next.assign(static_cast<std::size_t>(members), 0);
    p->groups_.push_back(std::move(group));
  }
  return p;
}

void CollectivePlayer::begin(net::Injector& net) {
  for (std::uint32_t g = 0; g < groups_.size(); ++g)
    for (std::uint32_t m = 0; m < groups_[g].next.size(); ++m) steps_.push_back({g, m, 0});
  goOn(net);
}

// A list and no recursion: calls that send nothing follow one another without end.
void CollectivePlayer::goOn(net::Injector& net) {
  while (!steps_.empty()) {
    std::vector<Step> now;
    now.swap(steps_);
    for (const Step& s : now) enter(s, net);
  }
}

void CollectivePlayer::enter(const Step& s, net::Injector& net) {
  Group& g = groups_[s.group];
  const std::size_t call = g.next[s.member];
  std::int64_t entry = s.time;
  for (int r = 0; r < perMember_ && think_ > 0; ++r) {
    const std::int64_t t = noise_.time(rankOf(g, s.member) + r, call, think_);
    computed_ps_ += static_cast<double>(t);
    entry = std::max(entry, s.time + t);
  }
  while (call >= g.firstCall + g.active.size()) {
    const std::size_t k = g.firstCall + g.active.size();
    const Size& z = sizes_[sizeOf(k)];
    const std::uint64_t number = (s.group * calls_ + k) * pieces_;
    g.active.push_back({CollectiveCall(z.op, z.split, g.laid, number << CollectiveCall::kPieceShift), records_.size(), 0});
    Record record{s.group, static_cast<std::uint32_t>(k), INT64_MAX, 0, {}};
    if (kept_ + g.next.size() <= kMostTimes) {
      record.members.resize(g.next.size());
      kept_ += g.next.size();
    }
    records_.push_back(std::move(record));
  }
  Active& a = g.active[call - g.firstCall];
  Record& record = records_[a.record];
  const auto rank = static_cast<std::uint32_t>(rankOf(g, s.member));
  if (entry < record.first || (entry == record.first && rank < record.rank)) {
    record.first = entry;
    record.rank = rank;
  }
  if (!record.members.empty()) record.members[s.member] = {s.time, entry, -1};
  a.lastEntry = std::max(a.lastEntry, entry);
  if (a.call.enter(s.member, entry, net)) leave(s.group, s.member, call);
  retire(g);
}

void CollectivePlayer::leave(std::uint32_t group, std::uint32_t member, std::size_t call) {
  Group& g = groups_[group];
  Active& a = g.active[call - g.firstCall];
  const std::int64_t end = a.call.end(member);
  if (!records_[a.record].members.empty()) records_[a.record].members[member].left = end;
  end_ = std::max(end_, end);
  g.next[member] = static_cast<std::uint32_t>(call + 1);
  if (a.call.finished()) {
    std::int64_t last = 0;
    for (std::uint32_t m = 0; m < g.next.size(); ++m) last = std::max(last, a.call.end(m));
    durations_[call] = std::max(durations_[call], last - a.lastEntry);
    ++finished_[call];
  }
  if (--left_ == 0) renumber();
  if (call + 1 == calls_) return;
  if (sizeOf(call + 1) == sizeOf(call)) {
    steps_.push_back({group, member, end});
    return;
  }
  waiting_.push_back({group, member, 0});
  barrier_ = std::max(barrier_, end);
  if (waiting_.size() < groups_.size() * g.next.size()) return;
  for (Step& s : waiting_) s.time = barrier_;
  // In order of the members, however they came.
  std::sort(waiting_.begin(), waiting_.end(), [](const Step& x, const Step& y) { return x.group != y.group ? x.group < y.group : x.member < y.member; });
  steps_.insert(steps_.end(), waiting_.begin(), waiting_.end());
  waiting_.clear();
}

void CollectivePlayer::retire(Group& g) {
  while (!g.active.empty() && g.active.front().call.finished()) {
    g.active.pop_front();
    ++g.firstCall;
  }
}

void CollectivePlayer::delivered(const net::Delivery& d, net::Injector& net) {
  const std::uint64_t number = (d.send.tag >> CollectiveCall::kPieceShift) / pieces_;
  const auto group = static_cast<std::uint32_t>(number / calls_);
  const std::size_t call = number % calls_;
  Group& g = groups_[group];
  Active& a = g.active[call - g.firstCall];
  const CollectiveCall::Ends ends = a.call.endsOf(d.send.tag);
  transcript_.add({rankOf(g, ends.from), rankOf(g, ends.to), d.send.bytes, d.start, d.end, static_cast<std::uint32_t>(a.record)}, d.send.ready);
  a.call.delivered(d, net, [&](std::uint32_t member) { leave(group, member, call); });
  retire(g);
  goOn(net);
}

// A Run numbers collectives by when they start (core/run/run.cpp); calls of several groups were met in another order.
void CollectivePlayer::renumber() {
  std::vector<std::uint32_t> order(records_.size()), number(records_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Record& x = records_[a];
    const Record& y = records_[b];
    return x.first != y.first ? x.first < y.first : x.rank != y.rank ? x.rank < y.rank : x.call < y.call;
  });
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  transcript_.renumber(number);
}

void CollectivePlayer::fill(Outcome& o) const {
  o.flows = transcript_.flows();
  for (std::size_t i = 0; i < sizes_.size() && i < o.collectives.size(); ++i) {
    CollectiveOutcome& c = o.collectives[i];
    // Of those that all groups have finished; a simulation may have been stopped before.
    double sum = 0, count = 0;
    for (std::size_t k = i * iterations_; k < (i + 1) * iterations_; ++k) {
      if (finished_[k] < groups_.size()) continue;
      sum += static_cast<double>(durations_[k]);
      ++count;
    }
    c.algorithm = sizes_[i].op.algorithm;
    c.ranks = groupRanks_;
    c.time_s = count > 0 ? sum / count * 1e-12 : kUnknown;
    c.algbw = c.time_s > 0 ? c.bytes / c.time_s : kUnknown;
    c.busbw = c.algbw * busBandwidthFactor(c.operation, c.ranks);
  }
  if (inNetwork_)
    o.remarks.emplace_back("reduction in the network is played as one vector from each rank to the next host: the bytes of an aggregation tree on the links, its longest path, "
                           "and nobody done before all are; what switches add and hold is not");
}

void CollectivePlayer::write(RunBuilder& b, std::int64_t now) const {
  const auto members = static_cast<std::uint32_t>(groups_.empty() ? 0 : groups_[0].next.size());
  std::vector<std::uint32_t> ids;
  for (const Group& g : groups_) {
    std::vector<std::int32_t> of(static_cast<std::size_t>(groupRanks_));
    std::iota(of.begin(), of.end(), static_cast<std::int32_t>(g.firstRank));
    ids.push_back(b.group(of));
  }
  std::uint64_t missing = 0;
  std::vector<std::vector<const Record*>> byGroup(groups_.size());
  for (const Record& r : records_) {
    if (r.members.empty()) missing += static_cast<std::uint64_t>(groupRanks_);
    else byGroup[r.group].push_back(&r);
  }
  for (std::uint32_t group = 0; group < groups_.size(); ++group)
    for (std::uint32_t m = 0; m < members; ++m)
      for (int i = 0; i < perMember_; ++i) {
        const int rank = rankOf(groups_[group], m) + i;
        const TrackIndex track = rankTrack(b, rank, "communication", 10);
        const TrackIndex computing = think_ > 0 ? rankTrack(b, rank, "computing", 0) : 0;
        for (const Record* r : byGroup[group]) {
          const Times& t = r->members[m];
          if (t.from >= 0 && think_ > 0 && t.from < now)
            addSlice(b, computing, "computing", "computing", Activity::Compute, t.from, std::min(now, t.from + noise_.time(rank, r->call, think_)));
          if (t.entered < 0 || (t.left < 0 && t.entered >= now)) continue;
          addCollective(b, track, rank, ids[group], groupRanks_, sizes_[sizeOf(r->call)].op, t.entered, t.left >= 0 ? t.left : now);
        }
      }
  if (missing > 0) b.note("collective calls not kept one by one", {}, missing);
  if (perMember_ > 1) b.note("messages between nodes stand for all ranks of a node, on its first rank", {});
}

}  // namespace weir::sim
