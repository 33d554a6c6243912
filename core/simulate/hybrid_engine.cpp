#include "core/simulate/hybrid_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/base/random.h"
#include "core/network/packet_engine.h"
#include "core/network/transport.h"

namespace weir::sim {
namespace {

constexpr std::size_t kSeriesCells = 2U << 20;
constexpr unsigned kFirstShift = 20;
constexpr std::uint64_t kPollEvery = 4096;  // events
constexpr std::size_t kLongIsland = 64;     // operations, beyond which those that are over are left behind
constexpr std::uint64_t kCheckStream = 0x636865636b000001;

std::uint32_t seriesBins(std::size_t links) {
  const std::size_t bins = std::clamp<std::size_t>(kSeriesCells / std::max<std::size_t>(1, links), 16, 1024);
  return static_cast<std::uint32_t>(bins & ~std::size_t{1});
}

// Hands a driver that sends messages to a plain engine: what it sent at its beginning, and from then on itself.
class Forward final : public net::Driver {
 public:
  Forward(net::Driver& to, std::vector<net::Send> sends) : to_(to), sends_(std::move(sends)) {}
  void begin(net::Injector& net) override {
    for (const net::Send& s : sends_) net.send(s);
    sends_.clear();
  }
  void delivered(const net::Delivery& d, net::Injector& net) override { to_.delivered(d, net); }

 private:
  net::Driver& to_;
  std::vector<net::Send> sends_;
};

}  // namespace

HybridEngine::HybridEngine(const net::Graph& graph, std::shared_ptr<const net::Router> router, EngineFactory factory, const HybridOptions& options, net::Driver& driver)
    : graph_(graph), router_(std::move(router)), factory_(std::move(factory)), options_(options), driver_(driver),
      classes_(graph, *router_, options.footprint), users_(classes_.resources()), owner_(classes_.resources(), kNone),
      series_(graph.links().size(), seriesBins(graph.links().size()), kFirstShift) {}

HybridEngine::~HybridEngine() = default;

void HybridEngine::attach(const std::vector<Communicator>& communicators, OperationListener& listener) {
  communicators_ = &communicators;
  listener_ = &listener;
  classes_.attach(communicators);
}

const net::EngineStats& HybridEngine::stats() const {
  if (!plain_) return stats_;
  sum_ = stats_;
  sum_ += plain_->stats();
  return sum_;
}

void HybridEngine::send(const net::Send& s) {
  if (live_) return live_->send(s);
  if (!options_.messages) {
    sends_.push_back(s);
    return;
  }
  const std::uint64_t stream = streamOf_.try_emplace(s.queue, streamOf_.size()).first->second;
  const auto [at, fresh] = pairOf_.try_emplace({s.from, s.to, stream, s.flow, s.priority}, static_cast<std::uint32_t>(pairs_.size()));
  if (fresh) pairs_.push_back({{s.from, s.to}, stream, s.flow, s.priority});
  const std::uint32_t r = newRun();
  runs_[r].message = s;
  freeRuns_.push_back(r);  // start() takes it
  start(nextMessage_++, {at->second, CollectiveOp::SendReceive, Algorithm::Linear, s.bytes}, s.ready);
}

std::uint32_t HybridEngine::newRun() {
  if (freeRuns_.empty()) {
    runs_.emplace_back();
    return static_cast<std::uint32_t>(runs_.size() - 1);
  }
  const std::uint32_t r = freeRuns_.back();
  freeRuns_.pop_back();
  return r;
}

std::uint32_t HybridEngine::newIsland() {
  if (freeIslands_.empty()) {
    islands_.emplace_back();
    return static_cast<std::uint32_t>(islands_.size() - 1);
  }
  const std::uint32_t i = freeIslands_.back();
  freeIslands_.pop_back();
  return i;
}

void HybridEngine::start(OperationId id, const Operation& op, std::int64_t time) {
  if (liveOperations_) return liveOperations_->start(id, op, std::max(time, plain_->now()));
  const std::uint32_t r = newRun();
  Run& run = runs_[r];
  run.id = id;
  run.op = op;
  run.start = std::max(time, now_);
  run.island = kNone;
  run.cursor = 0;
  run.left = static_cast<std::uint32_t>((*communicators_)[op.communicator].hosts.size());
  run.told.assign(run.left, 0);
  ++run.epoch;
  events_.push({run.start, Kind::Start, id, r, run.epoch});
}

Result<void> HybridEngine::runPlain(const std::function<bool()>& poll) {
  plainDriver_ = std::make_unique<Forward>(driver_, std::move(sends_));
  plain_ = factory_(graph_, *router_, *plainDriver_, 0);
  return plain_->run(poll);
}

Result<void> HybridEngine::run(const std::function<bool()>& poll) {
  if (options_.messages) {
    communicators_ = &pairs_;
    classes_.attach(pairs_);
  }
  driver_.begin(*this);
  if (!listener_ && !options_.messages) return runPlain(poll);
  if (listener_) options_.messages = false;  // a driver of operations
  std::uint64_t visits = 0;
  while (!events_.empty()) {
    if (!sends_.empty())
      return tl::make_unexpected(Error{Error::Kind::Internal, "messages beside operations are not played", "hybrid engine", {}});
    const Event e = events_.top();
    events_.pop();
    if (++visits % kPollEvery == 0 && poll && !poll()) return stoppedByUser();
    if (e.kind == Kind::Look) {
      if (!islands_[e.index].stale || islands_[e.index].unfinished == 0) continue;
      now_ = e.time;
      if (auto ok = look(e.index, poll); !ok) return ok;
      if (giveUp_) break;
      continue;
    }
    if (runs_[e.index].epoch != e.epoch) continue;
    now_ = e.time;
    auto ok = e.kind == Kind::Start ? join(e.index) : tell(e.index, poll);
    if (!ok) return ok;
  }
  if (giveUp_)
    if (auto played = goLive(poll); !played) return played;
  hybrid_.kinds = memo_.nodes();
  hybrid_.meanError = hybrid_.checks > 0 ? errors_ / static_cast<double>(hybrid_.checks) : 0;
  if (!listener_) return {};
  // What messages did of whom nobody was told.
  std::map<std::int64_t, std::uint64_t> counts;
  memo_.forEach([&](const Memo::Node& n) {
    for (const auto& [time, times] : n.result.messages)
      if (n.uses > 0) counts[time] += times * n.uses;
  });
  listener_->messages({counts.begin(), counts.end()});
  return {};
}

// An operation begins: a new island, or part of those whose links it uses.
Result<void> HybridEngine::join(std::uint32_t r) {
  Run& run = runs_[r];
  auto found = classes_.footprintOf(run.op);
  if (!found) return tl::make_unexpected(found.error());
  run.footprint = *found;
  ++hybrid_.operations;
  stats_.sentBytes += classes_.at(run.footprint->opClass).bytes;
  std::uint32_t into = kNone;
  for (const Resource res : run.footprint->resources) {
    const std::uint32_t other = users_[res] > 0 ? owner_[res] : kNone;
    if (other == kNone || other == into) continue;
    if (into == kNone) {
      into = other;
      continue;
    }
    // Two islands become one.
    Island& from = islands_[other];
    Island& to = islands_[into];
    for (const std::uint32_t m : from.runs) {
      runs_[m].island = into;
      to.runs.push_back(m);
      if (runs_[m].left == 0) continue;
      for (const Resource owned : runs_[m].footprint->resources) owner_[owned] = into;
    }
    to.unfinished += from.unfinished;
    to.start = std::min(to.start, from.start);
    from.runs.clear();
    from.unfinished = 0;
    freeIslands_.push_back(other);
  }
  if (into == kNone) {
    into = newIsland();
    Island& fresh = islands_[into];
    fresh.runs.clear();
    fresh.unfinished = 0;
    fresh.start = fresh.end = run.start;
    fresh.node = nullptr;
    fresh.fresh = false;
    fresh.stale = false;
  }
  Island& island = islands_[into];
  island.runs.push_back(r);
  ++island.unfinished;
  run.island = into;
  for (const Resource res : run.footprint->resources) {
    ++users_[res];
    owner_[res] = into;
  }
  if (!island.stale || island.runs.size() == 1) events_.push({now_, Kind::Look, into, into, 0});
  island.stale = true;
  return {};
}

std::vector<Joint> HybridEngine::jointsOf(const Island& island) const {
  std::vector<Joint> joints;
  joints.reserve(island.runs.size());
  for (const std::uint32_t r : island.runs) joints.push_back({runs_[r].op, runs_[r].start - island.start});
  return joints;
}

// Finds, or plays, what becomes of an island from here on.
Result<void> HybridEngine::look(std::uint32_t i, const std::function<bool()>& poll) {
  Island& island = islands_[i];
  island.stale = false;
  std::sort(island.runs.begin(), island.runs.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Run& x = runs_[a];
    const Run& y = runs_[b];
    return x.start != y.start ? x.start < y.start : x.id < y.id;
  });
  for (std::uint32_t p = 0; p < island.runs.size(); ++p) runs_[island.runs[p]].place = p;
  Memo::Node* node = nullptr;
  if (island.runs.size() == 1) {
    const std::uint32_t c = runs_[island.runs[0]].footprint->opClass;
    if (alone_.size() <= c) alone_.resize(classes_.size(), nullptr);
    node = alone_[c];
    island.links = runs_[island.runs[0]].footprint->links;
  }
  if (!node) {
    Memo::Walk walk(memo_);
    for (const std::uint32_t r : island.runs) walk.add(classes_, *runs_[r].footprint, runs_[r].start - island.start);
    node = &walk.node();
    island.links = walk.links();
    if (island.runs.size() == 1) alone_[runs_[island.runs[0]].footprint->opClass] = node;
  }
  island.fresh = !node->known;
  if (!node->known) {
    std::uint64_t hops = 0;
    for (const std::uint32_t r : island.runs) hops += classes_.at(runs_[r].footprint->opClass).hops;
    // An operation alone is worth knowing.
    if (island.runs.size() > 1 && hybrid_.playedHops + hops > options_.vainHops + options_.vainTimes * hybrid_.coveredHops) {
      giveUp_ = true;
      return {};
    }
  }
  if (!node->known)
    if (auto known = know(*node, island, poll); !known) return known;
  if (node->coarse > 1) island.fresh = false;
  island.node = node;
  hybrid_.largestIsland = std::max<std::uint64_t>(hybrid_.largestIsland, island.runs.size());
  for (const std::uint32_t r : island.runs) {
    Run& run = runs_[r];
    if (run.left == 0) continue;
    run.cursor = 0;
    ++run.epoch;
    schedule(r);
  }
  return {};
}

// The next end of one of its members.
void HybridEngine::schedule(std::uint32_t r) {
  Run& run = runs_[r];
  const auto& ends = islands_[run.island].node->result.operations[run.place].ends;
  while (run.cursor < ends.size() && run.told[ends[run.cursor].second]) ++run.cursor;
  if (run.cursor < ends.size()) events_.push({std::max(now_, run.start + ends[run.cursor].first), Kind::Done, run.id, r, run.epoch});
}

Result<void> HybridEngine::tell(std::uint32_t r, const std::function<bool()>& poll) {
  Run& run = runs_[r];
  const std::uint32_t i = run.island;
  const auto& ends = islands_[i].node->result.operations[run.place].ends;
  const std::int64_t until = run.start + ends[run.cursor].first;
  const OperationId id = run.id;
  const std::int64_t start = run.start, at = now_;
  const net::Delivery delivery{run.message, start + islands_[i].node->result.operations[run.place].first, at};
  // Resources are given back before anybody is told: what follows starts at this instant at the earliest.
  std::array<std::uint32_t, 64> members{};
  std::size_t n = 0;
  for (; run.cursor < ends.size() && n < members.size() && run.start + ends[run.cursor].first <= until; ++run.cursor) {
    const std::uint32_t m = ends[run.cursor].second;
    if (run.told[m]) continue;
    run.told[m] = 1;
    --run.left;
    members[n++] = m;
  }
  const bool done = run.left == 0;
  if (!done) {
    schedule(r);
  } else {
    for (const Resource res : run.footprint->resources) --users_[res];
    Island& island = islands_[i];
    --island.unfinished;
    island.end = std::max(island.end, at);
    if (island.unfinished == 0)
      if (auto ok = complete(i, poll); !ok) return ok;
  }
  if (!listener_) {
    if (done) driver_.delivered(delivery, *this);
    return {};
  }
  for (std::size_t k = 0; k < n; ++k) listener_->memberDone(id, members[k], at);
  if (done) listener_->operationDone(id, start, at);
  return {};
}

void HybridEngine::count(const Island& island) {
  std::int64_t bytes = 0;
  for (const std::uint32_t r : island.runs) {
    const OperationClass& c = classes_.at(runs_[r].footprint->opClass);
    bytes += c.bytes;
    stats_.messages += c.messages;
    hybrid_.coveredHops += c.hops;
  }
  stats_.deliveredBytes += bytes;
  hybrid_.bytes += bytes;
  if (!island.fresh) hybrid_.advanced += bytes;
  ++hybrid_.islands;
  ++island.node->uses;
  const IslandResult& r = island.node->result;
  stats_.maxQueueBytes = std::max(stats_.maxQueueBytes, r.stats.maxQueueBytes);
  stats_.maxBufferBytes = std::max(stats_.maxBufferBytes, r.stats.maxBufferBytes);
  stats_.pauses += r.stats.pauses;
  const std::int64_t length = std::max<std::int64_t>(1, island.end - island.start);
  for (const auto& [l, busy] : r.busy) series_.spread(island.links[l], island.start, island.start + length, std::min(1.0, busy / static_cast<double>(length)));
}

Result<void> HybridEngine::complete(std::uint32_t i, const std::function<bool()>& poll) {
  Island& island = islands_[i];
  Memo::Node& node = *island.node;
  count(island);
  if (!island.fresh) {
    ++node.hits;
    // The first two, then a sample that thins out: a kind that repeats a million times is not played a million / 64 times.
    const bool drawn = options_.checkOneIn > 0 &&
                       (node.hits <= 2 || (node.checks < 2 + static_cast<std::uint64_t>(std::bit_width(node.hits)) &&
                                           Random::philox(options_.seed, kCheckStream + node.index, node.hits)[0] % options_.checkOneIn == 0));
    if (drawn)
      if (auto ok = check(node, island, poll); !ok) return ok;
  }
  for (const std::uint32_t r : island.runs) {
    ++runs_[r].epoch;
    freeRuns_.push_back(r);
  }
  island.runs.clear();
  island.stale = false;
  freeIslands_.push_back(i);
  return {};
}

Result<void> HybridEngine::know(Memo::Node& node, const Island& island, const std::function<bool()>& poll) {
  const std::vector<Joint> joints = jointsOf(island);
  Stage stage{graph_, *router_, *communicators_, factory_};
  std::uint64_t hops = 0;
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
  for (const std::uint32_t r : island.runs) {
    const OperationClass& c = classes_.at(runs_[r].footprint->opClass);
    hops += c.hops;
    shortest = std::min(shortest, c.message);
  }
  double error = -1;
  const bool tooLong = joints.size() == 1 && hops > options_.longHops;
  if (joints.size() > 1 && hops > options_.coarseHops) {
    const std::int64_t most = shortest / 32 / options_.footprint.mtu, wanted = static_cast<std::int64_t>(hops / options_.coarseHops);
    while (stage.coarse < wanted && 2 * stage.coarse <= most) stage.coarse *= 2;
  }
  auto played = tooLong ? playLong({stage, joints[0].op, island.links, hops, options_.longHops}, poll, &error) : playTogether(stage, joints, island.links, poll);
  if (!played) return tl::make_unexpected(played.error());
  stats_.packets += played->stats.packets;
  stats_.packetHops += played->stats.packetHops;
  hybrid_.playedHops += played->stats.packetHops;
  ++hybrid_.played;
  if (stage.coarse > 1) {
    ++hybrid_.coarse;
    if (auto straight = straighten(island, stage, *played, poll); !straight) return straight;
  }
  if (error >= 0) {
    ++hybrid_.checks;
    errors_ += error;
    hybrid_.largestError = std::max(hybrid_.largestError, error);
  }
  node.coarse = stage.coarse;
  node.result = std::move(*played);
  node.known = true;
  return {};
}

// Larger packets take longer from switch to switch. By how much is seen where an operation is alone, in either size: each
// is shortened, or stretched, by that ratio of its own.
Result<void> HybridEngine::straighten(const Island& island, const Stage& coarse, IslandResult& result, const std::function<bool()>& poll) {
  for (std::size_t k = 0; k < island.runs.size(); ++k) {
    const Run& run = runs_[island.runs[k]];
    const std::uint32_t c = run.footprint->opClass;
    auto& ratio = ratios_[{c, coarse.coarse}];
    if (ratio == 0) {
      Stage fine = coarse;
      fine.coarse = 1;
      std::int64_t ends[2] = {0, 0};
      if (c < alone_.size() && alone_[c] && alone_[c]->known) ends[0] = alone_[c]->result.operations[0].end;
      for (const bool large : {false, true}) {
        if (ends[large ? 1 : 0] > 0) continue;
        auto one = playTogether(large ? coarse : fine, {{run.op, 0}}, {}, poll);
        if (!one) return tl::make_unexpected(one.error());
        stats_.packets += one->stats.packets;
        stats_.packetHops += one->stats.packetHops;
        hybrid_.playedHops += one->stats.packetHops;
        ends[large ? 1 : 0] = one->operations[0].end;
      }
      ratio = ends[1] > 0 ? static_cast<double>(ends[0]) / static_cast<double>(ends[1]) : 1;
    }
    OperationResult& o = result.operations[k];
    for (auto& [time, member] : o.ends) time = std::llround(static_cast<double>(time) * ratio);
    o.end = std::llround(static_cast<double>(o.end) * ratio);
  }
  return {};
}

Result<void> HybridEngine::check(Memo::Node& node, const Island& island, const std::function<bool()>& poll) {
  const std::vector<Joint> joints = jointsOf(island);
  std::uint64_t hops = 0;
  for (const std::uint32_t r : island.runs) hops += classes_.at(runs_[r].footprint->opClass).hops;
  if (joints.size() == 1 && hops > options_.longHops) return {};
  if (hybrid_.checkedHops + hops > options_.checkHops + hybrid_.playedHops / 2) return {};
  auto full = playTogether({graph_, *router_, *communicators_, factory_}, joints, {}, poll);
  if (!full) return tl::make_unexpected(full.error());
  stats_.packets += full->stats.packets;
  stats_.packetHops += full->stats.packetHops;
  hybrid_.checkedHops += full->stats.packetHops;
  ++node.checks;
  ++hybrid_.checks;
  std::int64_t end = 1;
  for (std::size_t k = 0; k < joints.size(); ++k) end = std::max(end, joints[k].start + full->operations[k].end);
  double worst = 0;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const std::int64_t off = full->operations[k].end - node.result.operations[k].end;
    worst = std::max(worst, static_cast<double>(off < 0 ? -off : off) / static_cast<double>(end));
  }
  errors_ += worst;
  hybrid_.largestError = std::max(hybrid_.largestError, worst);
  return {};
}

// Drives the one engine that plays all that is left.
class HybridEngine::Live final : public net::Driver, public OperationListener {
 public:
  explicit Live(HybridEngine& of) : of_(of) {}
  void begin(net::Injector& net) override { of_.begin(net); }
  void delivered(const net::Delivery& d, net::Injector&) override {
    if (of_.liveOperations_) of_.liveOperations_->delivered(d);
    else if (over.empty() || over.erase(d.send.tag) == 0) of_.driver_.delivered(d, of_);
  }
  void memberDone(OperationId id, std::uint32_t member, std::int64_t end) override {
    const auto at = told.find(id);
    if (at != told.end() && at->second[member]) return;
    of_.listener_->memberDone(id, member, std::max(end, of_.now_));
  }
  void operationDone(OperationId id, std::int64_t start, std::int64_t end) override {
    const auto at = told.find(id);
    const bool before = at != told.end() && std::find(at->second.begin(), at->second.end(), 0) == at->second.end();
    if (at != told.end()) told.erase(at);
    if (!before) of_.listener_->operationDone(id, start, end);
  }
  std::unordered_map<OperationId, std::vector<std::uint8_t>> told;
  std::unordered_set<std::uint64_t> over;  // tags of messages that the driver knows of

 private:
  HybridEngine& of_;
};

// What is under way begins again, at its own time; what was told of it stands.
void HybridEngine::begin(net::Injector& net) {
  std::vector<std::uint32_t> left;
  for (; !events_.empty(); events_.pop()) {
    const Event& e = events_.top();
    if (e.kind == Kind::Start && runs_[e.index].epoch == e.epoch) left.push_back(e.index);
  }
  for (Island& island : islands_) {
    if (island.unfinished == 0) continue;
    for (const std::uint32_t r : island.runs) {
      // Those that are over too: the others stood behind them.
      left.push_back(r);
      stats_.sentBytes -= classes_.at(runs_[r].footprint->opClass).bytes;  // the engine counts them
    }
  }
  std::sort(left.begin(), left.end(), [&](std::uint32_t a, std::uint32_t b) {
    return runs_[a].start != runs_[b].start ? runs_[a].start < runs_[b].start : runs_[a].id < runs_[b].id;
  });
  live_ = &net;
  auto& live = static_cast<Live&>(*plainDriver_);
  if (listener_) {
    liveOperations_.emplace(net);
    liveOperations_->attach(*communicators_, live);
    for (const std::uint32_t r : left) {
      if (runs_[r].left < runs_[r].told.size()) live.told[runs_[r].id] = runs_[r].told;
      liveOperations_->start(runs_[r].id, runs_[r].op, runs_[r].start);
    }
    return;
  }
  for (const std::uint32_t r : left) {
    net::Send s = runs_[r].message;
    s.ready = runs_[r].start;
    if (runs_[r].left == 0) live.over.insert(s.tag);
    net.send(s);
  }
}

Result<void> HybridEngine::goLive(const std::function<bool()>& poll) {
  hybrid_.gaveUp = true;
  plainDriver_ = std::make_unique<Live>(*this);
  plain_ = factory_(graph_, *router_, *plainDriver_, 0);
  if (auto played = plain_->run(poll); !played) return played;
  hybrid_.bytes += plain_->stats().deliveredBytes;
  mergeSeries();
  return {};
}

void HybridEngine::mergeSeries() {
  const net::LinkSeries& from = plain_->series();
  for (std::size_t l = 0; l < from.links(); ++l)
    for (std::uint32_t b = 0; b < from.bins(); ++b) {
      const std::int64_t at = std::int64_t{b} * from.width();
      if (from.busy(l, b) > 0) series_.spread(l, at, at + from.width(), std::min(1.0, from.busy(l, b) / static_cast<double>(from.width())));
      if (from.queue(l, b) > 0 && series_.holds(at)) series_.deepen(l, static_cast<std::uint32_t>(at >> series_.shift()), from.queue(l, b));
    }
  merged_ = true;
}

std::unique_ptr<net::Engine> makeHybridEngine(const net::Graph& graph, std::shared_ptr<const net::Router> router, const net::PacketOptions& options, bool messages,
                                              net::Driver& driver) {
  const EngineFactory factory = [options](const net::Graph& part, const net::Router& ways, net::Driver& d, int coarse) {
    net::PacketOptions o = options;
    o.router = &ways;
    if (coarse > 0) {
      o.threads = 1;
      o.mtu *= coarse;
      if (o.buffer > 0 && coarse > 1) o.buffer = std::max(o.buffer, 16 * o.mtu);
      o.seriesBins = 2;
    }
    return std::unique_ptr<net::Engine>(std::make_unique<net::PacketEngine>(part, o, d));
  };
  HybridOptions o;
  o.seed = options.seed;
  o.messages = messages;
  if (messages) {
    // One message is soon played: where few repeat, the sooner everything is played the less is left to differ.
    o.vainHops = 100'000;
    o.vainTimes = 1;
  }
  o.footprint.mtu = options.mtu;
  // Answers travel back over the same cables, a NIC may not send and receive at full speed: both directions are one.
  o.footprint.coupled = options.duplex < 2 || (options.transport != nullptr && !options.transport->credits);
  o.footprint.switches = options.sharedBuffer;
  return std::make_unique<HybridEngine>(graph, std::move(router), factory, o, driver);
}

void fillHybrid(const net::Engine& engine, Outcome& o) {
  const auto* h = dynamic_cast<const HybridEngine*>(&engine);
  if (!h) return;
  const HybridStats& s = h->hybrid();
  o.network.advanced_share = s.bytes > 0 ? static_cast<double>(s.advanced) / static_cast<double>(s.bytes) : 0;
  if (s.checks > 0) o.network.advanced_error = s.largestError;
  if (s.operations > 0)
    o.remarks.push_back(fmt::format("{} operations in {} islands of {} kinds; {} were played in packets, {} of the others checked: off by {:.3g} % at most, {:.3g} % on average",
                                    s.operations, s.islands, s.kinds, s.played, s.checks, 100 * s.largestError, 100 * s.meanError));
  if (s.gaveUp) o.remarks.emplace_back("too much is entangled with too much here: from some moment on everything was played in packets");
  if (s.operations == 0)
    o.remarks.emplace_back("this workload is messages one by one: nothing was advanced without packets");
}

}  // namespace weir::sim
