// Which way packets go. A Router answers once a message, once a packet or at every switch, as its granularity says, and
// tells how many virtual channels keep its routes free of deadlock. The list of routings is one table in routing.cpp.
// Const after it is made: hosts and switches of several threads ask at once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/network/graph.h"

namespace weir::net {

inline constexpr std::uint32_t kMaxHops = 31;  // what a packet can count
inline constexpr std::uint32_t kMaxChannels = 16;

// A step of a route: the link, and the virtual channel whose buffer at the link's far end the packet takes.
using Hop = std::uint32_t;
inline constexpr unsigned kChannelShift = 27;  // 134 million links, 32 channels
[[nodiscard]] constexpr Hop hop(LinkId link, std::uint32_t channel) { return link | (channel << kChannelShift); }
[[nodiscard]] constexpr LinkId linkOf(Hop h) { return h & ((1U << kChannelShift) - 1); }
[[nodiscard]] constexpr std::uint32_t channelOf(Hop h) { return h >> kChannelShift; }

// How full output queues are at the moment of asking. Only what leaves the asking switch may be asked for, unless the
// router says it is global().
class Load {
 public:
  [[nodiscard]] virtual std::int64_t queued(LinkId link) const = 0;  // bytes that wait for this link or are on it

 protected:
  ~Load() = default;
};

class NoLoad final : public Load {  // for callers without queues
 public:
  [[nodiscard]] std::int64_t queued(LinkId) const override { return 0; }
};

struct Journey {
  NodeId from = 0, to = 0;      // hosts, different
  std::uint64_t flow = 0;       // what a hash of the flow takes besides the two hosts
  std::uint64_t entropy = 0;    // of the packet: a number of its own for each, 0 for a message as a whole
};

// What a router remembers about a packet between two of its switches (PerHop).
struct HopState {
  std::uint32_t hops = 0;       // links taken so far, the host's included
  std::uint32_t channel = 0;    // of the link it came over
  std::uint32_t memory = 0;     // the router's own: 0 at the first switch, kept as it is left
};

enum class Granularity { PerMessage, PerPacket, PerHop };

class Router {
 public:
  virtual ~Router() = default;
  [[nodiscard]] virtual Granularity granularity() const = 0;
  [[nodiscard]] virtual std::uint32_t channels() const { return 1; }
  [[nodiscard]] virtual std::uint32_t longest() const = 0;   // hops of the longest route it may give, at most kMaxHops
  [[nodiscard]] virtual bool global() const { return false; }  // asks for the load of far links: one thread only

  // The whole route, first hop (out of the host) first; 0 = unreachable. `out` has room for kMaxHops. Asked once a message
  // (PerMessage; also for acknowledgements of every granularity, with from and to exchanged), or once a packet as
  // it leaves the host (PerPacket). For PerHop it is asked too, for what reaches at all: any legal route.
  [[nodiscard]] virtual std::uint32_t route(const Journey& j, const Load& load, Hop* out) const = 0;
  // PerHop: the next hop out of switch `at`. The route must have existed.
  [[nodiscard]] virtual Hop next(NodeId at, const Journey& j, HopState& state, const Load& load) const {
    (void)at, (void)j, (void)state, (void)load;
    return 0;
  }
};

struct RoutingDescriptor {
  std::string_view name;      // as written in a scenario: "ugal-l"
  std::string_view describe;  // one line for help
  // Errors name machine.network.routing: a topology that this routing cannot do.
  Result<std::unique_ptr<Router>> (*make)(const Graph& graph, std::uint64_t seed);
};
[[nodiscard]] std::span<const RoutingDescriptor> routings();
[[nodiscard]] Result<std::unique_ptr<Router>> makeRouter(std::string_view name, const Graph& graph, std::uint64_t seed);

}  // namespace weir::net
