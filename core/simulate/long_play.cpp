#include "core/simulate/long_play.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace weir::sim {
namespace {

constexpr double kSteady = 0.001;       // of a round's time, between two windows
constexpr std::uint32_t kFirstRounds = 16;

std::uint32_t roundsOf(const Operation& op, std::size_t n) {
  if (op.algorithm != Algorithm::Ring || n < 2) return 0;
  if (op.operation == CollectiveOp::AllReduce) return 2 * static_cast<std::uint32_t>(n - 1);
  if (op.operation == CollectiveOp::AllGather || op.operation == CollectiveOp::ReduceScatter) return static_cast<std::uint32_t>(n - 1);
  return 0;
}

std::int64_t rounded(std::int64_t time) {
  const auto t = static_cast<std::uint64_t>(std::max<std::int64_t>(0, time));
  const int shift = std::max(0, static_cast<int>(std::bit_width(t)) - 10);
  return static_cast<std::int64_t>((t >> shift) << shift) + ((std::int64_t{1} << shift) >> 1);
}

// The first rounds of a ring whose messages have `bytes` each.
class Rounds final : public net::Driver {
 public:
  Rounds(const Communicator& c, std::int64_t bytes, std::uint32_t rounds)
      : hosts_(c.hosts), queue_(c.stream << kStreamShift), bytes_(bytes), rounds_(rounds), roundEnd(rounds), memberEnd(c.hosts.size()), counts(rounds) {}
  void begin(net::Injector& net) override {
    for (std::uint64_t block = 0; block < hosts_.size(); ++block) put(block, 0, 0, net);
  }
  void delivered(const net::Delivery& d, net::Injector& net) override {
    const std::uint64_t block = d.send.tag / rounds_;
    const auto round = static_cast<std::uint32_t>(d.send.tag % rounds_);
    roundEnd[round] = std::max(roundEnd[round], d.end);
    ++counts[round][rounded(d.end - d.send.ready)];
    const std::size_t n = hosts_.size();
    for (const std::size_t m : {(block + round) % n, (block + round + 1) % n}) memberEnd[m] = std::max(memberEnd[m], d.end);
    if (round + 1 < rounds_) put(block, round + 1, d.end, net);
  }

 private:
  void put(std::uint64_t block, std::uint32_t round, std::int64_t ready, net::Injector& net) {
    const std::size_t n = hosts_.size();
    net.send({.from = hosts_[(block + round) % n], .to = hosts_[(block + round + 1) % n], .bytes = bytes_, .tag = block * rounds_ + round, .ready = ready, .queue = queue_});
  }
  const std::vector<std::uint32_t>& hosts_;
  std::uint64_t queue_;
  std::int64_t bytes_;
  std::uint32_t rounds_;

 public:
  std::vector<std::int64_t> roundEnd, memberEnd;
  std::vector<std::map<std::int64_t, std::uint64_t>> counts;
};

IslandResult resultOf(const std::vector<std::int64_t>& memberEnd) {
  IslandResult r;
  OperationResult& o = r.operations.emplace_back();
  for (std::uint32_t m = 0; m < memberEnd.size(); ++m) {
    o.ends.emplace_back(memberEnd[m], m);
    o.end = std::max(o.end, memberEnd[m]);
  }
  std::sort(o.ends.begin(), o.ends.end());
  return r;
}

// A ring with blocks of `bytes`, by its first rounds.
Result<IslandResult> playRing(const LongOperation& w, std::int64_t bytes, const std::function<bool()>& poll) {
  auto part = PartNet::make(w.stage.graph, w.stage.router, w.stage.communicators, {w.op});
  if (!part) return tl::make_unexpected(part.error());
  const Communicator& c = (*part)->communicators()[0];
  const std::uint32_t all = roundsOf(w.op, c.hosts.size());
  net::EngineStats spent;
  for (std::uint32_t rounds = std::min(kFirstRounds, all);; rounds = std::min(2 * rounds, all)) {
    Rounds driver(c, bytes, rounds);
    const auto engine = w.stage.factory((*part)->graph(), (*part)->router(), driver, 1);
    if (auto ok = engine->run(poll); !ok) return tl::make_unexpected(ok.error());
    spent.packets += engine->stats().packets;
    spent.packetHops += engine->stats().packetHops;
    const std::uint32_t half = rounds / 2, quarter = rounds / 4;
    const auto at = [&](std::uint32_t round) { return static_cast<double>(driver.roundEnd[round - 1]); };
    const double late = rounds >= 4 ? (at(rounds) - at(half)) / (rounds - half) : 0, early = rounds >= 4 ? (at(half) - at(quarter)) / (half - quarter) : 0;
    if (rounds < all && !(std::abs(late - early) <= kSteady * late)) continue;
    const double more = late * (all - rounds);
    for (std::int64_t& e : driver.memberEnd) e += std::llround(more);
    IslandResult r = resultOf(driver.memberEnd);
    // The rounds of the later half stand for those that were not played.
    std::map<std::int64_t, std::uint64_t> counts;
    for (std::uint32_t k = 0; k < rounds; ++k) {
      const std::uint32_t left = all - rounds, span = rounds - half;
      const std::uint64_t times = k < half || left == 0 ? 1 : 1 + left / span + (k - half < left % span ? 1 : 0);
      for (const auto& [time, n] : driver.counts[k]) counts[time] += n * times;
    }
    r.messages.assign(counts.begin(), counts.end());
    const net::LinkSeries& series = engine->series();
    for (std::uint32_t l = 0; l < w.links.size(); ++l)
      if (const net::LinkId mine = (*part)->linkOf(w.links[l]); mine != PartNet::kNoLink && series.busyTotal(mine) > 0)
        r.busy.emplace_back(l, series.busyTotal(mine) * all / rounds);
    r.stats = engine->stats();
    r.stats.packets = spent.packets;
    r.stats.packetHops = spent.packetHops;
    return r;
  }
}

Result<IslandResult> playSized(const LongOperation& w, double scale, const std::function<bool()>& poll) {
  const Communicator& c = w.stage.communicators[w.op.communicator];
  const auto n = static_cast<double>(c.hosts.size());
  if (roundsOf(w.op, c.hosts.size()) > kFirstRounds) return playRing(w, std::llround(static_cast<double>(w.op.bytes) / n * scale), poll);
  Operation part = w.op;
  part.bytes = std::llround(static_cast<double>(w.op.bytes) * scale);
  return playTogether(w.stage, {{part, 0}}, w.links, poll);
}

// y at x = 1 of the line through (a, ya) and (b, yb).
double line(double a, double ya, double b, double yb) { return yb + (yb - ya) * (1 - b) / (b - a); }

}  // namespace

Result<IslandResult> playLong(const LongOperation& w, const std::function<bool()>& poll, double* error) {
  const std::uint32_t rounds = roundsOf(w.op, w.stage.communicators[w.op.communicator].hosts.size());
  const double cost = static_cast<double>(w.hops) * (rounds > kFirstRounds ? static_cast<double>(kFirstRounds) / rounds : 1);
  if (cost <= static_cast<double>(w.budget)) return playSized(w, 1, poll);
  // Three sizes, each twice the one before; the largest costs half the budget.
  const double c = static_cast<double>(w.budget) / cost / 2, b = c / 2, a = c / 4;
  auto small = playSized(w, a, poll);
  if (!small) return small;
  auto middle = playSized(w, b, poll);
  if (!middle) return middle;
  auto large = playSized(w, c, poll);
  if (!large) return large;
  const auto end = [](const IslandResult& r) { return static_cast<double>(r.operations[0].end); };
  // What the smaller two say of the largest, over what it took: of a longer line the same share is taken to be off.
  const double said = end(*middle) + (end(*middle) - end(*small)) * (c - b) / (b - a);
  if (error) *error = std::max(*error, std::abs(said / end(*large) - 1));
  IslandResult r = std::move(*large);
  r.stats.packets += small->stats.packets + middle->stats.packets;
  r.stats.packetHops += small->stats.packetHops + middle->stats.packetHops;
  const double whole = line(b, end(*middle), c, end(r));
  const double stretch = whole / end(r);
  for (auto& [time, member] : r.operations[0].ends) time = std::llround(static_cast<double>(time) * stretch);
  r.operations[0].end = std::llround(whole);
  for (auto& [time, times] : r.messages) time = rounded(std::llround(static_cast<double>(time) * stretch));
  for (auto& [l, busy] : r.busy) busy /= c;
  return r;
}

}  // namespace weir::sim
