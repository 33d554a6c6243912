#include "core/network/collective_driver.h"

#include <algorithm>
#include <numeric>

namespace weir::net {
namespace {

// Rounds of a ring that needs no store; 0 where messages do not follow one from another.
std::uint32_t ringRounds(const CollectiveSpec& s) {
  const auto n = static_cast<std::uint32_t>(s.hosts.size());
  if (n < 2 || (s.algorithm != Algorithm::Ring && s.algorithm != Algorithm::Auto)) return 0;
  if (s.operation == CollectiveOp::AllReduce) return 2 * (n - 1);
  if (s.operation == CollectiveOp::AllGather || s.operation == CollectiveOp::ReduceScatter) return n - 1;
  return 0;
}

}  // namespace

CollectivePlay::CollectivePlay(const CollectiveSpec& spec, std::uint64_t base)
    : spec_(spec), base_(base), rankEnd_(spec.hosts.size()), enteredAt_(spec.hosts.size(), -1), rankLeft_(spec.hosts.size()), rounds_(ringRounds(spec)) {
  if (ring()) {
    total_ = std::uint64_t{rounds_} * spec_.hosts.size();
    std::fill(rankLeft_.begin(), rankLeft_.end(), 2 * std::uint64_t{rounds_});  // one out and one in, every round
  } else {
    expand();
  }
}

void CollectivePlay::inNetwork() {
  together_ = true;
  std::vector<std::int32_t> order(spec_.hosts.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return spec_.hosts[static_cast<std::size_t>(a)] < spec_.hosts[static_cast<std::size_t>(b)]; });
  const std::int64_t bytes = spec_.operation == CollectiveOp::Barrier ? 0 : spec_.bytes;
  for (std::size_t i = 0; i < order.size() && order.size() > 1; ++i) messages_.push_back({0, 0, order[i], order[(i + 1) % order.size()], bytes, 0});
}

void CollectivePlay::expand() {
  const int n = static_cast<int>(spec_.hosts.size());
  const bool reduced = spec_.operation == CollectiveOp::AllReduce || spec_.operation == CollectiveOp::Barrier;
  if (reduced && runsAs(spec_.operation, spec_.algorithm, n, spec_.perNode) == Algorithm::InNetwork) inNetwork();
  else expandCollective(spec_.operation, spec_.algorithm, n, spec_.bytes, spec_.treeChunks, [&](const Message& m) { messages_.push_back(m); }, spec_.perNode);
  total_ = messages_.size();
  for (const Message& m : messages_) {
    ++rankLeft_[static_cast<std::size_t>(m.from)];
    ++rankLeft_[static_cast<std::size_t>(m.to)];
  }
  // Inboxes in order of (chunk, rank).
  std::vector<std::pair<std::uint64_t, std::uint32_t>> in, out;  // (chunk, rank) and message
  const auto key = [](std::uint32_t chunk, std::int32_t rank) { return (std::uint64_t{chunk} << 32) | static_cast<std::uint32_t>(rank); };
  for (std::uint32_t i = 0; i < messages_.size(); ++i) {
    in.emplace_back(key(messages_[i].chunk, messages_[i].to), i);
    out.emplace_back(key(messages_[i].chunk, messages_[i].from), i);
  }
  const auto byStep = [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    const std::uint32_t x = messages_[a.second].step, y = messages_[b.second].step;
    return x != y ? x < y : a.second < b.second;
  };
  std::sort(in.begin(), in.end(), byStep);
  std::sort(out.begin(), out.end(), byStep);
  fromBox_.resize(messages_.size());
  toBox_.resize(messages_.size());
  std::size_t i = 0, o = 0;
  while (i < in.size() || o < out.size()) {
    const std::uint64_t k = std::min(i < in.size() ? in[i].first : ~std::uint64_t{0}, o < out.size() ? out[o].first : ~std::uint64_t{0});
    Inbox box;
    box.firstStep = static_cast<std::uint32_t>(stepOf_.size());
    const auto id = static_cast<std::uint32_t>(inboxes_.size());
    for (; i < in.size() && in[i].first == k; ++i) {
      const std::uint32_t m = in[i].second;
      if (box.steps == 0 || stepOf_.back() != messages_[m].step) {
        stepOf_.push_back(messages_[m].step);
        left_.push_back(0);
        ++box.steps;
      }
      ++left_.back();
      toBox_[m] = id;
    }
    box.firstSend = static_cast<std::uint32_t>(order_.size());
    for (; o < out.size() && out[o].first == k; ++o) {
      order_.push_back(out[o].second);
      fromBox_[out[o].second] = id;
      ++box.sends;
    }
    inboxes_.push_back(box);
    boxRank_.push_back(static_cast<std::uint32_t>(k));
  }
  stepEnd_.assign(stepOf_.size(), 0);
  firstBox_.assign(spec_.hosts.size() + 1, 0);
  for (const std::uint32_t r : boxRank_) ++firstBox_[r + 1];
  std::partial_sum(firstBox_.begin(), firstBox_.end(), firstBox_.begin());
  boxesOf_.resize(inboxes_.size());
  auto next = firstBox_;
  for (std::uint32_t b = 0; b < inboxes_.size(); ++b) boxesOf_[next[boxRank_[b]]++] = b;
}

void CollectivePlay::sendMessage(std::uint64_t index, std::int64_t ready, Injector& net) {
  const std::size_t n = spec_.hosts.size();
  if (ring()) {
    const std::uint64_t block = index / rounds_;
    const auto size = static_cast<std::int64_t>(n);
    const std::int64_t bytes = spec_.bytes / size + (static_cast<std::int64_t>(block) < spec_.bytes % size ? 1 : 0);
    const auto [from, to] = ranksOf(base_ + index);
    net.send({spec_.hosts[from], spec_.hosts[to], bytes, base_ + index, spec_.flow, ready, spec_.queue << 32, spec_.priority});
    return;
  }
  const Message& m = messages_[index];
  const std::uint32_t from = spec_.hosts[static_cast<std::size_t>(m.from)], to = spec_.hosts[static_cast<std::size_t>(m.to)];
  // Trees are pipelines side by side, a connection each; otherwise a rank sends step after step.
  const bool tree = spec_.algorithm == Algorithm::DoubleBinaryTree || spec_.algorithm == Algorithm::BinaryTree;
  const std::uint64_t queue = tree ? std::uint64_t{to} + 1 : 0;
  net.send({from, to, m.bytes, base_ + index, spec_.flow, ready, (spec_.queue << 32) + queue, spec_.priority});
}

CollectivePlay::Ranks CollectivePlay::ranksOf(std::uint64_t tag) const {
  const std::uint64_t index = tag - base_;
  if (!ring()) return {static_cast<std::uint32_t>(messages_[index].from), static_cast<std::uint32_t>(messages_[index].to)};
  const std::uint64_t n = spec_.hosts.size();
  const std::uint64_t at = index / rounds_ + index % rounds_;
  return {static_cast<std::uint32_t>(at % n), static_cast<std::uint32_t>((at + 1) % n)};
}

void CollectivePlay::release(Inbox& box, std::uint32_t rank, Injector& net) {
  while (box.frontier < box.steps && left_[box.firstStep + box.frontier] == 0) {
    box.ready = std::max(box.ready, stepEnd_[box.firstStep + box.frontier]);
    ++box.frontier;
  }
  if (!entered(rank)) return;
  const std::uint32_t open = box.frontier < box.steps ? stepOf_[box.firstStep + box.frontier] : ~std::uint32_t{0};
  while (box.sent < box.sends && messages_[order_[box.firstSend + box.sent]].step <= open) {
    sendMessage(order_[box.firstSend + box.sent], box.ready, net);
    ++box.sent;
  }
}

void CollectivePlay::begin(std::int64_t time, Injector& net) {
  std::fill(enteredAt_.begin(), enteredAt_.end(), time);
  end_ = std::max(end_, time);
  std::fill(rankEnd_.begin(), rankEnd_.end(), time);
  if (ring()) {
    for (std::uint64_t block = 0; block < spec_.hosts.size(); ++block) sendMessage(block * rounds_, time, net);
    return;
  }
  for (std::size_t b = 0; b < inboxes_.size(); ++b) {
    inboxes_[b].ready = time;
    release(inboxes_[b], boxRank_[b], net);
  }
}

void CollectivePlay::enter(std::uint32_t rank, std::int64_t time, Injector& net) {
  enteredAt_[rank] = time;
  end_ = std::max(end_, time);
  rankEnd_[rank] = std::max(rankEnd_[rank], time);
  if (ring()) {
    sendMessage(rank * std::uint64_t{rounds_}, time, net);  // its own block begins with it
    if (held_.empty()) return;
    for (const Held& h : held_[rank]) sendMessage(h.index, inTurn(h.index, rank, h.ready), net);
    held_[rank].clear();
    return;
  }
  for (std::uint32_t i = firstBox_[rank]; i < firstBox_[rank + 1]; ++i) {
    Inbox& box = inboxes_[boxesOf_[i]];
    box.ready = std::max(box.ready, time);
    release(box, rank, net);
  }
}

void CollectivePlay::delivered(const Delivery& d, Injector& net) {
  ++done_;
  end_ = std::max(end_, d.end);
  const auto [from, to] = ranksOf(d.send.tag);
  rankEnd_[from] = std::max(rankEnd_[from], d.end);
  rankEnd_[to] = std::max(rankEnd_[to], d.end);
  --rankLeft_[from];
  --rankLeft_[to];
  if (together_ && done_ == total_) std::fill(rankEnd_.begin(), rankEnd_.end(), end_);
  const std::uint64_t index = d.send.tag - base_;
  if (ring()) {
    if (index % rounds_ + 1 == rounds_) return;
    if (entered(to)) {
      sendMessage(index + 1, inTurn(index + 1, to, d.end), net);
    } else {
      held_.resize(spec_.hosts.size());
      held_[to].push_back({index + 1, d.end});
    }
    return;
  }
  Inbox& box = inboxes_[toBox_[index]];
  const auto first = stepOf_.begin() + box.firstStep;
  const auto s = std::lower_bound(first, first + box.steps, messages_[index].step) - stepOf_.begin();
  const auto at = static_cast<std::size_t>(s);
  --left_[at];
  stepEnd_[at] = std::max(stepEnd_[at], d.end);
  release(box, boxRank_[toBox_[index]], net);
}

}  // namespace weir::net
