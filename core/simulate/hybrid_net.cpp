#include "core/simulate/hybrid_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace weir::sim {

// Ways by pair of hosts, as they were in the whole network.
class PartNet::Fixed final : public net::Router {
 public:
  explicit Fixed(const net::Router& of) : channels_(of.channels()), longest_(of.longest()) {}
  void put(net::NodeId from, net::NodeId to, std::uint64_t flow, std::vector<net::Hop> way) { ways_[{key(from, to), flow}] = std::move(way); }
  [[nodiscard]] net::Granularity granularity() const override { return net::Granularity::PerMessage; }
  [[nodiscard]] std::uint32_t channels() const override { return channels_; }
  [[nodiscard]] std::uint32_t longest() const override { return longest_; }
  [[nodiscard]] std::uint32_t route(const net::Journey& j, const net::Load&, net::Hop* out) const override {
    const auto at = ways_.find({key(j.from, j.to), j.flow});
    if (at == ways_.end()) return 0;
    std::copy(at->second.begin(), at->second.end(), out);
    return static_cast<std::uint32_t>(at->second.size());
  }

 private:
  static std::uint64_t key(net::NodeId from, net::NodeId to) { return (std::uint64_t{from} << 32) | to; }
  std::uint32_t channels_, longest_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<net::Hop>> ways_;
};

PartNet::~PartNet() = default;

net::LinkId PartNet::linkOf(net::LinkId whole) const {
  if (!own_) return whole;
  const auto at = link_.find(whole);
  return at == link_.end() ? kNoLink : at->second;
}

Result<std::unique_ptr<PartNet>> PartNet::make(const net::Graph& whole, const net::Router& router, const std::vector<Communicator>& communicators,
                                               const std::vector<Operation>& operations) {
  std::unique_ptr<PartNet> p(new PartNet);
  p->operations_ = operations;
  // Each communicator once, in order of its first operation.
  std::unordered_map<std::uint32_t, std::uint32_t> place;
  for (Operation& op : p->operations_) {
    const auto [at, fresh] = place.try_emplace(op.communicator, static_cast<std::uint32_t>(p->communicators_.size()));
    if (fresh) p->communicators_.push_back(communicators[op.communicator]);
    op.communicator = at->second;
  }
  if (router.granularity() != net::Granularity::PerMessage) {
    p->graph_ = &whole;
    p->router_ = &router;
    return p;
  }
  // Hosts and switches keep their order, so that ties fall as they do in the whole network.
  std::map<std::tuple<net::NodeId, net::NodeId, std::uint64_t>, std::vector<net::Hop>> ways;
  std::vector<net::LinkId> links;
  std::vector<net::NodeId> nodes;
  const net::NoLoad idle;
  for (const Operation& op : p->operations_) {
    const std::vector<std::uint32_t>& hosts = p->communicators_[op.communicator].hosts;
    const std::uint64_t flow = p->communicators_[op.communicator].flow;
    nodes.insert(nodes.end(), hosts.begin(), hosts.end());
    Error broken;
    forPairs(op, static_cast<std::uint32_t>(hosts.size()), [&](std::uint32_t a, std::uint32_t b) {
      for (const auto& [from, to] : {std::pair{hosts[a], hosts[b]}, std::pair{hosts[b], hosts[a]}}) {
        if (from == to || ways.contains({from, to, flow})) continue;
        net::Hop hops[net::kMaxHops];
        const std::uint32_t n = router.route({from, to, flow, 0}, idle, hops);
        if (n == 0) broken = fail(fmt::format("host {} cannot reach host {}", from, to), "machine.network").value();
        ways[{from, to, flow}].assign(hops, hops + n);
        for (std::uint32_t h = 0; h < n; ++h) {
          const net::LinkId l = net::linkOf(hops[h]) & ~1U;
          links.push_back(l);
          nodes.push_back(whole.link(l).from);
          nodes.push_back(whole.link(l).to);
        }
      }
    });
    if (!broken.what.empty()) return tl::make_unexpected(broken);
  }
  const auto once = [](auto& v) {
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
  };
  once(links);
  once(nodes);
  const auto numberOf = [&](net::NodeId n) { return static_cast<net::NodeId>(std::lower_bound(nodes.begin(), nodes.end(), n) - nodes.begin()); };
  const auto hosts = static_cast<std::uint32_t>(std::lower_bound(nodes.begin(), nodes.end(), whole.hosts()) - nodes.begin());
  p->own_ = std::make_unique<net::Graph>(hosts);
  for (std::size_t n = hosts; n < nodes.size(); ++n) p->own_->addSwitch(whole.nodeName(nodes[n]));
  for (const net::LinkId l : links) {
    const net::GraphLink& there = whole.link(l);
    const net::GraphLink& back = whole.link(l ^ 1U);
    const net::LinkId made = p->own_->connect(numberOf(there.from), numberOf(there.to), there.bandwidth, there.latency, there.kind);
    p->own_->setBandwidth(made ^ 1U, back.bandwidth);
    p->link_[l] = made;
    p->link_[l ^ 1U] = made ^ 1U;
  }
  // What an engine derives from the links of its network (buffers, thresholds, bins) must come out as for the whole one: a
  // cable of each kind, between switches that nobody's way meets.
  std::set<std::pair<double, std::int64_t>> kinds;
  for (const net::GraphLink& l : whole.links())
    if (l.bandwidth > Bandwidth{}) kinds.emplace(l.bandwidth.toBitsPerSecond(), l.latency.toPs());
  const net::NodeId aside = p->own_->addSwitch("aside"), there = p->own_->addSwitch("aside too");
  for (const auto& [rate, latency] : kinds) p->own_->connect(aside, there, Bandwidth::bitsPerSecond(rate), Time::ps(latency), net::LinkKind::Fabric);
  const net::Structure& all = whole.structure();
  net::Structure& mine = p->own_->structure();
  mine.topology = all.topology;
  if (!all.nodeOfHost.empty())
    for (std::size_t n = 0; n < hosts; ++n) mine.nodeOfHost.push_back(all.nodeOfHost[nodes[n]]);
  for (std::size_t n = hosts; n < nodes.size(); ++n) {
    const std::size_t at = nodes[n] - whole.hosts();
    if (!whole.inside(nodes[n])) ++mine.outside;
    if (!all.group.empty()) mine.group.push_back(all.group[at]);
    if (!all.level.empty()) mine.level.push_back(all.level[at]);
  }
  if (!all.group.empty()) mine.group.insert(mine.group.end(), 2, net::kNoGroup);
  if (!all.level.empty()) mine.level.insert(mine.level.end(), 2, std::uint8_t{0});
  p->own_->finish();
  auto fixed = std::make_unique<Fixed>(router);
  for (const auto& [ends, way] : ways) {
    std::vector<net::Hop> hops;
    for (const net::Hop h : way) hops.push_back(net::hop(p->link_.at(net::linkOf(h)), net::channelOf(h)));
    fixed->put(numberOf(std::get<0>(ends)), numberOf(std::get<1>(ends)), std::get<2>(ends), std::move(hops));
  }
  p->ownRouter_ = std::move(fixed);
  for (Communicator& c : p->communicators_)
    for (std::uint32_t& h : c.hosts) h = numberOf(h);
  p->graph_ = p->own_.get();
  p->router_ = p->ownRouter_.get();
  return p;
}

}  // namespace weir::sim
