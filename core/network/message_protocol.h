// What two hosts say to each other before a message may move: an adapter between a driver and an engine. The driver sends
// messages and is told of their arrival; the engine sees the small messages before them as well.
//   eager       a message goes out as it is;
//   rendezvous  longer ones ask (ready to send), wait for the answer (clear to send), then go: a round trip more
//               (as MPI libraries over verbs: Liu, Wu, Panda, "High performance RDMA-based MPI implementation over
//               InfiniBand", IJPP 2004, section 4.2);
//   read        the receiver fetches: its request goes first. With rendezvous the answer is the request.
// With neither it does nothing: no memory, no messages.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/network/engine.h"
#include "core/network/traffic.h"
#include "core/scenario/machine.h"

namespace weir::net {

struct MessageProtocol {
  std::int64_t eagerLimit = 0;  // bytes; longer messages ask first; 0 = none does
  bool read = false;            // the receiver asks for every message
  [[nodiscard]] bool plain() const { return eagerLimit <= 0 && !read; }
};

// By machine.node.nic.verb and eager_limit.
[[nodiscard]] MessageProtocol messageProtocol(const Nic& nic);

class ProtocolDriver final : public Driver, private Injector {
 public:
  // Tags of the driver's messages are below this.
  static constexpr std::uint64_t kMostTags = std::uint64_t{1} << 62;
  // `inner` outlives it.
  ProtocolDriver(const MessageProtocol& protocol, Driver& inner) : protocol_(protocol), inner_(inner) {}
  void begin(Injector& net) override;
  // A delivery's `ready` is when the driver's message was ready, before anything was asked; its `start` is the data's.
  void delivered(const Delivery& d, Injector& net) override;
  [[nodiscard]] std::uint64_t controlMessages() const { return control_; }  // sent

 private:
  void send(const Send& s) override;  // of the inner driver
  void ask(const Send& s, bool back);

  MessageProtocol protocol_;
  Driver& inner_;
  Injector* net_ = nullptr;  // during a call
  std::unordered_map<std::uint64_t, Send> pending_;  // by tag; looked up, never walked
  std::uint64_t control_ = 0;
};

}  // namespace weir::net
