#include "core/network/flow_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace weir::net {
namespace {
constexpr std::size_t kSeriesCells = 2U << 20;
constexpr unsigned kFirstShift = 20;
constexpr int kPollRounds = 16;  // computations of the rates
}  // namespace

FlowEngine::FlowEngine(const Graph& graph, const FlowOptions& options, Driver& driver)
    : graph_(graph), options_(options), driver_(driver), router_(options.router) {
  if (router_ == nullptr) {
    auto made = makeRouter("ecmp", graph, options.seed);
    if (made) own_ = std::move(*made);
    else error_ = made.error();
    failed_ = !made;
    router_ = own_.get();
  }
  const std::size_t n = graph.links().size();
  nextMessage_.resize(graph.hosts());
  links_.resize(n);
  for (LinkId l = 0; l < n; ++l) links_[l].capacity = graph.link(l).bandwidth.toBytesPerSecond() * 1e-12;
  std::uint32_t bins = options.seriesBins;
  if (bins == 0) bins = static_cast<std::uint32_t>(std::clamp<std::size_t>(kSeriesCells / std::max<std::size_t>(n, 1), 32, 1024)) & ~1U;
  series_ = LinkSeries(n, bins, kFirstShift);
}

void FlowEngine::send(const Send& s) {
  Send t = s;
  t.ready = std::max(s.ready, now_);
  if (s.from == s.to && s.from < graph_.hosts()) local_.push_back(t);
  else waiting_.push({t.ready + (s.from < graph_.hosts() && s.to < graph_.hosts() && graph_.sameNode(s.from, s.to) ? 0 : options_.cost.overhead), s.tag, t});
}

void FlowEngine::deliverLocal() {
  for (std::size_t i = 0; i < local_.size(); ++i) {
    const Send s = local_[i];
    const std::int64_t start = s.ready + options_.cost.overhead;
    ++stats_.messages;
    driver_.delivered({s, start, start + localTime(options_.cost, s.bytes)}, *this);
    if (i > 4096) {
      local_.erase(local_.begin(), local_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      i = static_cast<std::size_t>(-1);
    }
  }
  local_.clear();
}

void FlowEngine::enter(const Send& s) {
  const auto [at, idle] = behind_.try_emplace(QueueKey(s));
  if (idle) start(s);
  else at->second.push_back(s);
}

void FlowEngine::start(const Send& s) {
  if (failed_) return;
  Hop route[kMaxHops];
  LinkId path[kMaxHops];
  const std::uint32_t hops = s.from < graph_.hosts() && s.to < graph_.hosts() ? router_->route({s.from, s.to, s.flow, 0}, NoLoad(), route) : 0;
  std::transform(route, route + hops, path, linkOf);
  if (hops == 0) {
    if (!failed_) error_ = fail(fmt::format("host {} cannot reach host {}", s.from, s.to), "machine.network").value();
    failed_ = true;
    return;
  }
  Fluid f;
  f.send = s;
  f.left = static_cast<double>(s.bytes);
  f.start = now_;
  f.firstHop = static_cast<std::uint32_t>(paths_.size());
  f.hops = hops;
  for (std::uint32_t h = 0; h < hops; ++h) f.latency += graph_.link(path[h]).latency.toPs();
  for (std::uint32_t h = 0; h + 1 < hops; ++h) f.latency += graph_.inside(graph_.link(path[h]).to) ? 0 : options_.switchLatency;
  paths_.insert(paths_.end(), path, path + hops);
  stats_.sentBytes += s.bytes;
  active_.push_back(f);
}

// Progressive filling: the link that gives its flows least freezes them at that rate; the others share what is left. The
// share of a link only grows while others freeze, so a stale heap entry is a lower bound and is simply put back.
void FlowEngine::share() {
  ++stamp_;
  for (const LinkId l : used_) links_[l].rate = 0;
  used_.clear();
  for (const Fluid& f : active_)
    for (std::uint32_t h = 0; h < f.hops; ++h) {
      LinkUse& l = links_[paths_[f.firstHop + h]];
      if (l.stamp != stamp_) {
        l.stamp = stamp_;
        l.unfrozen = 0;
        l.left = l.capacity;
        used_.push_back(paths_[f.firstHop + h]);
      }
      ++l.unfrozen;
    }
  std::uint32_t total = 0;
  for (const LinkId l : used_) {
    links_[l].firstFlow = total;
    total += links_[l].unfrozen;
  }
  std::vector<std::uint32_t> flows(total), fill(used_.size());
  for (std::uint32_t f = 0; f < active_.size(); ++f) {
    active_[f].rate = -1;
    for (std::uint32_t h = 0; h < active_[f].hops; ++h) flows[links_[paths_[active_[f].firstHop + h]].firstFlow++] = f;
  }
  using Entry = std::pair<double, LinkId>;
  std::vector<Entry> heap;
  std::vector<std::uint32_t> count;
  for (const LinkId l : used_) {
    links_[l].firstFlow -= links_[l].unfrozen;  // the filling above moved it to the end of the link's part
    heap.emplace_back(links_[l].left / links_[l].unfrozen, l);
  }
  for (std::size_t i = 0; i < used_.size(); ++i) fill[i] = links_[used_[i]].unfrozen;
  for (std::size_t i = 0; i < used_.size(); ++i) links_[used_[i]].rate = fill[i];  // for now: how many flows it has
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const auto [was, id] = heap.back();
    heap.pop_back();
    LinkUse& l = links_[id];
    if (l.unfrozen == 0) continue;
    const double now = std::max(l.left, 0.0) / l.unfrozen;
    if (now > was * (1 + 1e-12)) {
      heap.emplace_back(now, id);
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
      continue;
    }
    const auto flowsOf = static_cast<std::uint32_t>(l.rate);
    for (std::uint32_t i = 0; i < flowsOf; ++i) {
      Fluid& f = active_[flows[l.firstFlow + i]];
      if (f.rate >= 0) continue;
      f.rate = now;
      for (std::uint32_t h = 0; h < f.hops; ++h) {
        LinkUse& other = links_[paths_[f.firstHop + h]];
        other.left -= now;
        --other.unfrozen;
      }
    }
  }
  for (const LinkId l : used_) links_[l].rate = 0;
  for (const Fluid& f : active_)
    for (std::uint32_t h = 0; h < f.hops; ++h) links_[paths_[f.firstHop + h]].rate += f.rate;
}

void FlowEngine::advance(std::int64_t to) {
  const auto dt = static_cast<double>(to - now_);
  if (to > now_) {
    for (Fluid& f : active_) f.left -= f.rate * dt;
    for (const LinkId l : used_)
      if (links_[l].rate > 0) series_.spread(l, now_, to, std::min(1.0, links_[l].rate / links_[l].capacity));
  }
  now_ = to;
}

void FlowEngine::deliver(const Fluid& f) {
  Delivery d{f.send, f.start, now_ + f.latency + (graph_.sameNode(f.send.from, f.send.to) ? 0 : options_.cost.arrival)};
  if (options_.cost.floor >= 0) {
    const double wire = static_cast<double>(f.send.bytes) / links_[graph_.out(f.send.from)[0]].capacity;
    d.end = std::max(d.end, f.start + options_.cost.floor + static_cast<std::int64_t>(std::llround(wire)));
  }
  ++stats_.messages;
  stats_.deliveredBytes += f.send.bytes;
  driver_.delivered(d, *this);
}

void FlowEngine::finish(std::vector<Fluid>& done) {
  done.clear();
  // A flow that would end within the next picosecond and a half ends now: times are whole picoseconds.
  const auto ends = [](const Fluid& f) { return f.left <= 1.5 * f.rate || f.left <= 0; };
  std::size_t kept = 0;
  std::uint32_t hop = 0;
  for (Fluid& f : active_) {
    if (ends(f)) {
      done.push_back(f);
      continue;
    }
    for (std::uint32_t h = 0; h < f.hops; ++h) paths_[hop + h] = paths_[f.firstHop + h];
    f.firstHop = hop;
    hop += f.hops;
    active_[kept++] = f;
  }
  active_.resize(kept);
  paths_.resize(hop);
}

Result<void> FlowEngine::run(const std::function<bool()>& poll) {
  driver_.begin(*this);
  std::vector<Fluid> done;
  int rounds = 0;
  while (!failed_) {
    if (!local_.empty()) deliverLocal();
    if (active_.empty() && waiting_.empty()) break;
    double next_ps = waiting_.empty() ? 9e18 : static_cast<double>(waiting_.top().time);
    std::int64_t next = waiting_.empty() ? INT64_MAX : waiting_.top().time;
    for (const Fluid& f : active_) {
      const double t = static_cast<double>(now_) + f.left / f.rate;
      if (t < next_ps) {
        next_ps = t;
        next = now_ + static_cast<std::int64_t>(std::ceil(std::max(f.left, 0.0) / f.rate));
      }
    }
    advance(std::max(next, now_));
    finish(done);
    for (const Fluid& f : done) {
      const auto at = behind_.find(QueueKey(f.send));
      if (at->second.empty()) {
        behind_.erase(at);
      } else {
        start(at->second.front());
        at->second.pop_front();
      }
      deliver(f);
    }
    while (!waiting_.empty() && waiting_.top().time <= now_) {
      const Due due = waiting_.top();
      const Send& s = due.send;
      waiting_.pop();
      if (options_.cost.gap > 0 && s.from < nextMessage_.size()) {
        if (due.time < nextMessage_[s.from]) {
          waiting_.push({nextMessage_[s.from], due.tag, s});
          continue;
        }
        nextMessage_[s.from] = due.time + options_.cost.gap;
      }
      enter(s);
    }
    share();
    if (++rounds % kPollRounds == 0 && poll && !poll()) return stoppedByUser();
  }
  if (failed_) return tl::make_unexpected(error_);
  return {};
}

}  // namespace weir::net
