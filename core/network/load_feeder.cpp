#include "core/network/load_feeder.h"

#include <algorithm>
#include <cmath>

#include "core/base/draw.h"

namespace weir::net {
namespace {

// A megabyte covers bandwidth x delay with its buffers at today's speeds; small messages are limited by their number.
constexpr std::int64_t kAheadBytes = 1 << 20;
constexpr std::int64_t kLeastAhead = 2, kMostAhead = 256;

}  // namespace

std::int64_t loadGap(std::int64_t bytes, double load, double bytesPerSecond) {
  const double gap = static_cast<double>(bytes) / (load * bytesPerSecond) * 1e12;
  return std::max<std::int64_t>(1, gap < 4e18 ? std::llround(gap) : std::int64_t{4'000'000'000'000'000'000});
}

LoadFeeder::LoadFeeder(LoadSpec spec) : spec_(std::move(spec)), states_(spec_.sources.size()) {
  ahead_ = static_cast<std::uint32_t>(std::clamp(kAheadBytes / std::max<std::int64_t>(spec_.bytes, 1), kLeastAhead, kMostAhead));
  for (std::size_t i = 0; i < states_.size(); ++i) draw(i, states_[i]);
}

void LoadFeeder::draw(std::size_t source, State& s) const {
  Random random(mix(spec_.seed, s.next), mix(spec_.stream, source));
  const std::int64_t gap = exponential(random, spec_.gap);
  s.arrival = s.arrival > std::numeric_limits<std::int64_t>::max() - gap ? std::numeric_limits<std::int64_t>::max() : s.arrival + gap;
}

bool LoadFeeder::feed(std::size_t source, std::int64_t notBefore, Injector& net) {
  State& s = states_[source];
  if (s.arrival >= spec_.until || notBefore >= spec_.until) return false;
  const LoadSpec::Source& from = spec_.sources[source];
  std::uint32_t to = from.to;
  if (to == LoadSpec::kAny) {
    // A number of its own, so that arrivals do not depend on where messages go.
    Random random(mix(spec_.seed, s.next), mix(spec_.stream + 1, source));
    do to = spec_.hosts[random.below(spec_.hosts.size())];
    while (to == from.from);
  }
  Send m;
  m.from = from.from;
  m.to = to;
  m.bytes = spec_.bytes;
  m.tag = spec_.firstTag + s.next * spec_.sources.size() + source;
  m.flow = mix(spec_.stream, to);
  m.ready = std::max(s.arrival, notBefore);
  m.queue = (std::uint64_t{1} << 40) + to;  // a connection for each destination
  s.under.push_back({static_cast<std::uint32_t>(s.next), s.arrival});
  ++s.next;
  draw(source, s);
  ++sent_;
  net.send(m);
  return true;
}

void LoadFeeder::begin(Injector& net) {
  for (std::uint32_t k = 0; k < ahead_; ++k)
    for (std::size_t i = 0; i < states_.size(); ++i) feed(i, 0, net);
}

LoadFeeder::Message LoadFeeder::delivered(const Delivery& d, Injector& net, bool more) {
  const std::uint64_t index = d.send.tag - spec_.firstTag;
  const std::size_t source = index % spec_.sources.size();
  const auto number = static_cast<std::uint32_t>(index / spec_.sources.size());
  State& s = states_[source];
  const auto at = std::find_if(s.under.begin(), s.under.end(), [&](const Message& m) { return m.source == number; });
  const Message m{static_cast<std::uint32_t>(source), at->arrival};
  s.under.erase(at);
  if (more) feed(source, d.end, net);
  return m;
}

std::uint64_t LoadFeeder::waiting() const {
  if (spec_.until == std::numeric_limits<std::int64_t>::max()) return 0;
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < states_.size(); ++i)
    for (State s{states_[i].next, states_[i].arrival, {}}; s.arrival < spec_.until; draw(i, s)) {
      ++n;
      ++s.next;
    }
  return n;
}

}  // namespace weir::net
