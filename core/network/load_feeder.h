// Messages that come at random times, a load on the network: each source has one as often as its load asks for, at
// exponential gaps (a Poisson process), whether or not the network keeps up; what it cannot take waits at the source, in
// order. Only a few messages a source are handed to the engine ahead, so that a load may be endless and may be stopped.
// Seeded; the messages of a source do not depend on other sources nor on the network.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/network/traffic.h"

namespace weir::net {

struct LoadSpec {
  static constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();
  struct Source {
    std::uint32_t from = 0, to = kAny;  // kAny: any other of `hosts`, drawn for each message
  };
  std::vector<Source> sources;
  std::vector<std::uint32_t> hosts;
  std::int64_t bytes = 0;
  std::int64_t gap = 0;                 // mean time between two messages of a source, ps; > 0
  std::int64_t until = std::numeric_limits<std::int64_t>::max();  // none comes at or after it, ps
  std::uint64_t seed = 1, stream = 0;
  std::uint64_t firstTag = 0;           // tags firstTag, firstTag + 1, ... without end
};

// The mean gap at which messages of `bytes` fill `load` of a bandwidth.
[[nodiscard]] std::int64_t loadGap(std::int64_t bytes, double load, double bytesPerSecond);

class LoadFeeder {
 public:
  explicit LoadFeeder(LoadSpec spec);
  void begin(Injector& net);
  struct Message {
    std::uint32_t source = 0;   // index
    std::int64_t arrival = 0;   // when it came, which may be before it could be sent
  };
  // A message of this feeder has arrived; the next of its source follows unless `more` is false or the time is over.
  Message delivered(const Delivery& d, Injector& net, bool more = true);
  [[nodiscard]] bool owns(std::uint64_t tag) const { return tag >= spec_.firstTag; }
  [[nodiscard]] std::uint64_t sent() const { return sent_; }  // handed to the engine
  // Messages that came before `until` and were never handed on, because the network had not kept up.
  [[nodiscard]] std::uint64_t waiting() const;
  [[nodiscard]] const LoadSpec& spec() const { return spec_; }

 private:
  struct State {
    std::uint64_t next = 0;      // number of the next message
    std::int64_t arrival = 0;    // and when it comes
    std::vector<Message> under;  // under way: number (in `source`) and arrival
  };
  void draw(std::size_t source, State& s) const;
  bool feed(std::size_t source, std::int64_t notBefore, Injector& net);

  LoadSpec spec_;
  std::uint32_t ahead_;
  std::uint64_t sent_ = 0;
  std::vector<State> states_;
};

}  // namespace weir::net
