#include "core/simulate/memo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace weir::sim {
namespace {

// Drives one engine through the operations and remembers what came of them.
class Together final : public net::Driver, public OperationListener {
 public:
  Together(const PartNet& part, const std::vector<Joint>& joints) : part_(part), joints_(joints) { result.operations.resize(joints.size()); }
  void begin(net::Injector& net) override {
    player_ = std::make_unique<MessageOperations>(net);
    player_->attach(part_.communicators(), *this);
    for (std::size_t i = 0; i < joints_.size(); ++i) player_->start(i, part_.operations()[i], joints_[i].start);
  }
  void delivered(const net::Delivery& d, net::Injector&) override {
    // Times of more than ten bits are told apart by their first ten.
    const auto took = static_cast<std::uint64_t>(std::max<std::int64_t>(0, d.end - d.send.ready));
    const int shift = std::max(0, static_cast<int>(std::bit_width(took)) - 10);
    ++counts_[static_cast<std::int64_t>((took >> shift) << shift) + ((std::int64_t{1} << shift) >> 1)];
    const OperationId id = d.send.tag >> kIndexBits;
    if (joints_[id].op.operation == CollectiveOp::SendReceive) result.operations[id].first = d.start - joints_[id].start;
    player_->delivered(d);
  }
  void memberDone(OperationId id, std::uint32_t member, std::int64_t end) override { result.operations[id].ends.emplace_back(end - joints_[id].start, member); }
  void operationDone(OperationId id, std::int64_t, std::int64_t end) override {
    result.operations[id].end = end - joints_[id].start;
    ++done;
  }
  void finish() {
    for (OperationResult& r : result.operations) std::sort(r.ends.begin(), r.ends.end());
    result.messages.assign(counts_.begin(), counts_.end());
  }
  IslandResult result;
  std::size_t done = 0;

 private:
  const PartNet& part_;
  const std::vector<Joint>& joints_;
  std::unique_ptr<MessageOperations> player_;
  std::map<std::int64_t, std::uint64_t> counts_;
};

}  // namespace

OperationClasses::OperationClasses(const net::Graph& graph, const net::Router& router, const FootprintOptions& options)
    : graph_(graph), router_(router), options_(options) {}

Result<const Footprint*> OperationClasses::footprintOf(const Operation& op) {
  const std::array<std::uint64_t, 3> name{op.communicator, (static_cast<std::uint64_t>(op.operation) << 8) | static_cast<std::uint64_t>(op.algorithm),
                                          static_cast<std::uint64_t>(op.bytes)};
  if (const auto at = known_.find(name); at != known_.end()) return &at->second;
  const Communicator& c = (*communicators_)[op.communicator];
  const auto members = static_cast<std::uint32_t>(c.hosts.size());
  const auto allLinks = static_cast<Resource>(graph_.links().size());
  const bool fixed = router_.granularity() == net::Granularity::PerMessage;
  Footprint f;
  Key key{name[1], name[2], members, c.priority};
  std::unordered_map<Resource, std::uint32_t> number;
  std::unordered_map<net::LinkId, std::uint32_t> linkNumber;
  std::vector<std::vector<std::uint32_t>> paths;  // by pair, links as numbered
  std::vector<std::int64_t> latency;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pairAt;
  const net::NoLoad idle;
  const auto use = [&](Resource r) {
    const auto [at, fresh] = number.try_emplace(r, static_cast<std::uint32_t>(f.resources.size()));
    if (fresh) f.resources.push_back(r);
    return at->second;
  };
  bool reachable = true;
  std::pair<std::uint32_t, std::uint32_t> broken;
  forPairs(op, members, [&](std::uint32_t from, std::uint32_t to) {
    const std::uint32_t a = c.hosts[from], b = c.hosts[to];
    key.push_back((std::uint64_t{from} << 32) | to);
    const auto& node = graph_.structure().nodeOfHost;
    key.push_back(!node.empty() && node[a] == node[b] ? 1 : 0);
    auto& path = paths.emplace_back();
    latency.push_back(0);
    pairAt[{from, to}] = paths.size() - 1;
    if (a == b) return;  // within the host: no link
    net::Hop hops[net::kMaxHops];
    const std::uint32_t n = router_.route({a, b, c.flow, 0}, idle, hops);
    if (n == 0) {
      reachable = false;
      broken = {a, b};
    }
    for (std::uint32_t h = 0; h < n; ++h) {
      const net::LinkId link = net::linkOf(hops[h]);
      const net::GraphLink& l = graph_.link(link);
      const bool drawn = !fixed && h > 0 && h + 1 < n;
      const Resource r = drawn ? allLinks : options_.coupled ? link & ~1U : link;
      const auto [at, fresh] = linkNumber.try_emplace(link, static_cast<std::uint32_t>(f.links.size()));
      if (fresh) {
        f.links.push_back(link);
        key.push_back(std::bit_cast<std::uint64_t>(l.bandwidth.toBitsPerSecond()));
        key.push_back(static_cast<std::uint64_t>(l.latency.toPs()));
        key.push_back((static_cast<std::uint64_t>(l.kind) << 1) | (graph_.inside(l.to) ? 1 : 0));
      }
      path.push_back(at->second);
      latency.back() += l.latency.toPs();
      key.push_back((std::uint64_t{use(r)} << 32) | (drawn ? 0xFFFFFFFF : at->second));
      key.push_back(net::channelOf(hops[h]));
      if (options_.switches && !graph_.isHost(l.to)) key.push_back(use(allLinks + 1 + (l.to - graph_.hosts())));
    }
    key.push_back(~std::uint64_t{0});
  });
  if (!reachable) return fail(fmt::format("host {} cannot reach host {}", broken.first, broken.second), "machine.network");
  const auto [at, fresh] = ids_.try_emplace(std::move(key), static_cast<std::uint32_t>(classes_.size()));
  f.opClass = at->second;
  if (fresh) {
    OperationClass k;
    std::vector<std::int64_t> load(f.links.size());
    const auto message = [&](std::size_t pair, std::int64_t bytes, std::int64_t times) {
      k.bytes += paths[pair].empty() ? 0 : bytes * times;
      k.messages += static_cast<std::uint64_t>(times);
      if (bytes > 0) k.message = k.message == 0 ? bytes : std::min(k.message, bytes);
      k.hops += static_cast<std::uint64_t>(times) * static_cast<std::uint64_t>(std::max<std::int64_t>(1, (bytes + options_.mtu - 1) / options_.mtu)) * paths[pair].size();
      for (const std::uint32_t l : paths[pair]) load[l] += bytes * times;
    };
    if (op.operation == CollectiveOp::SendReceive) {
      message(0, op.bytes, 1);
    } else {
      expandCollective(op.operation, op.algorithm, static_cast<int>(members), op.bytes, 0,
                       [&](const Message& m) { message(pairAt.at({static_cast<std::uint32_t>(m.from), static_cast<std::uint32_t>(m.to)}), m.bytes, 1); });
    }
    double busiest = 0;
    for (std::size_t l = 0; l < load.size(); ++l)
      busiest = std::max(busiest, static_cast<double>(load[l]) / std::max(1.0, graph_.link(f.links[l]).bandwidth.toBytesPerSecond()) * 1e12);
    k.ideal = std::llround(busiest) + (latency.empty() ? 0 : *std::max_element(latency.begin(), latency.end()));
    classes_.push_back(k);
  }
  return &known_.emplace(name, std::move(f)).first->second;
}

Result<IslandResult> playTogether(const Stage& stage, const std::vector<Joint>& joints, const std::vector<net::LinkId>& links,
                                  const std::function<bool()>& poll) {
  std::vector<Operation> operations;
  for (const Joint& j : joints) operations.push_back(j.op);
  auto part = PartNet::make(stage.graph, stage.router, stage.communicators, operations);
  if (!part) return tl::make_unexpected(part.error());
  Together driver(**part, joints);
  const auto engine = stage.factory((*part)->graph(), (*part)->router(), driver, stage.coarse);
  if (auto played = engine->run(poll); !played) return tl::make_unexpected(played.error());
  if (driver.done != joints.size())
    return tl::make_unexpected(Error{Error::Kind::Internal, fmt::format("{} of {} operations played alone never ended", joints.size() - driver.done, joints.size()), "hybrid engine", {}});
  driver.finish();
  driver.result.stats = engine->stats();
  const net::LinkSeries& series = engine->series();
  for (std::uint32_t l = 0; l < links.size(); ++l)
    if (const net::LinkId mine = (*part)->linkOf(links[l]); mine != PartNet::kNoLink && series.busyTotal(mine) > 0)
      driver.result.busy.emplace_back(l, series.busyTotal(mine));
  return std::move(driver.result);
}

void Memo::Walk::add(const OperationClasses& classes, const Footprint& f, std::int64_t afterFirst) {
  longest_ = std::max(longest_, classes.at(f.opClass).ideal);
  const int step = std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(longest_))) - 7);
  const std::int64_t rounded = (afterFirst + ((std::int64_t{1} << step) >> 1)) >> step;
  std::vector<std::uint32_t> key{f.opClass, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(rounded), static_cast<std::uint32_t>(rounded >> 32)};
  for (std::uint32_t i = 0; i < f.resources.size(); ++i) {
    const auto [at, fresh] = number_.try_emplace(f.resources[i], static_cast<std::uint32_t>(number_.size()));
    if (fresh) continue;
    key.push_back(i);
    key.push_back(at->second);
  }
  for (const net::LinkId l : f.links)
    if (seen_.try_emplace(l, 0).second) links_.push_back(l);
  auto& next = at_->next[std::move(key)];
  if (!next) {
    next = std::make_unique<Node>();
    next->index = ++memo_.count_;
  }
  at_ = next.get();
}

void Memo::visit(const Node& n, const std::function<void(const Node&)>& fn) {
  if (n.known) fn(n);
  for (const auto& [key, next] : n.next) visit(*next, fn);
}

}  // namespace weir::sim
