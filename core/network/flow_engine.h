// The flow engine: messages as fluid flows that share links max-min fairly (progressive filling; Bertsekas and Gallager,
// "Data Networks", section 6.5.2). Rates change when a flow starts or ends; between those moments nothing happens, so the
// cost grows with messages and not with bytes. Same graph, same routings, same drivers as the packet engine.
//
// A message keeps to one route. Routings that choose for each packet or at each switch are asked once, as for a message, and
// by empty queues: spraying and adaptive routing look like ECMP, and UGAL is minimal. What those win over one path a flow is
// for the packet engine to show.
//
// Messages of one queue follow one another. A message ends when its bytes are sent at its varying rate and the latency of its path has passed (links, and switches
// between them). Simultaneous starts and ends share one computation of the rates. One thread at a time; no static state.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <queue>
#include <unordered_map>
#include <vector>

#include "core/network/engine.h"
#include "core/network/graph.h"
#include "core/network/router.h"

namespace weir::net {

struct FlowOptions {
  std::int64_t switchLatency = 0;  // ps
  std::uint64_t seed = 1;
  MessageCost cost;
  std::uint32_t seriesBins = 0;    // as PacketOptions
  const Router* router = nullptr;  // outlives the engine; none = "ecmp" of its own
};

class FlowEngine final : public Engine {
 public:
  // `graph` and `driver` outlive the engine.
  FlowEngine(const Graph& graph, const FlowOptions& options, Driver& driver);

  Result<void> run(const std::function<bool()>& poll) override;
  void send(const Send& s) override;
  [[nodiscard]] const EngineStats& stats() const override { return stats_; }
  [[nodiscard]] const LinkSeries& series() override { return series_; }
  [[nodiscard]] std::int64_t now() const override { return now_; }

 private:
  struct Fluid {
    Send send;
    double left = 0;            // bytes
    double rate = 0;            // bytes per ps
    std::int64_t start = 0, latency = 0;
    std::uint32_t firstHop = 0, hops = 0;  // into paths_
  };
  struct Due {
    std::int64_t time;
    std::uint64_t tag;
    Send send;
    bool operator>(const Due& o) const { return time != o.time ? time > o.time : tag > o.tag; }
  };
  struct LinkUse {
    double capacity = 0;   // bytes per ps
    double left = 0;       // while filling
    std::uint32_t unfrozen = 0;
    double rate = 0;       // sum over its flows
    std::uint32_t firstFlow = 0;
    std::uint64_t stamp = 0;
  };

  void enter(const Send& s);            // starts it, or holds it back behind others of its queue
  void start(const Send& s);
  void share();                         // sets every rate
  void advance(std::int64_t to);        // moves bytes until then
  void finish(std::vector<Fluid>& done);
  void deliver(const Fluid& f);
  void deliverLocal();

  const Graph& graph_;
  FlowOptions options_;
  Driver& driver_;
  std::unique_ptr<Router> own_;         // where the options bring none
  const Router* router_;
  std::vector<LinkUse> links_;
  std::vector<LinkId> used_;            // links with a flow, of the last share()
  std::vector<Fluid> active_;
  std::vector<LinkId> paths_;           // kept compact with active_
  std::priority_queue<Due, std::vector<Due>, std::greater<>> waiting_;
  std::vector<std::int64_t> nextMessage_;  // by host, with a gap between messages: no other begins before
  std::vector<Send> local_;
  std::unordered_map<QueueKey, std::deque<Send>, QueueKey::Hash> behind_;  // of each queue at work
  LinkSeries series_;
  EngineStats stats_;
  std::uint64_t stamp_ = 0;
  std::int64_t now_ = 0;
  Error error_;
  bool failed_ = false;
};

}  // namespace weir::net
