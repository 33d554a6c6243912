#include "core/network/routing_dimensions.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/network/routing.h"

namespace weir::net {
namespace {

// Of the links to a neighbour, which may be several, the one that the hash says.
const Way* wayTo(std::span<const Way> ways, std::uint32_t to, std::uint64_t hash) {
  const auto n = static_cast<std::uint64_t>(std::count_if(ways.begin(), ways.end(), [to](const Way& w) { return w.to == to; }));
  std::uint64_t pick = n > 1 ? hash % n : 0;
  for (const Way& w : ways)
    if (w.to == to && pick-- == 0) return &w;
  return nullptr;
}

}  // namespace

Result<Dimensions> Dimensions::make(const Graph& graph, const Wiring& wiring, std::string_view routing) {
  constexpr const char* kWhere = "machine.network.routing";
  const Structure& s = graph.structure();
  const bool grid = s.topology == weir::Topology::Torus || s.topology == weir::Topology::Mesh || s.topology == weir::Topology::HyperX;
  if (!grid || s.dimensions.empty())
    return fail(fmt::format("{} routing needs the coordinates of a torus, a mesh or a hyperx", routing), kWhere, "use ecmp, spray or adaptive");
  if (wiring.faulty()) return fail(fmt::format("{} routing does not go round broken links", routing), kWhere, "use minimal or adaptive");
  Dimensions d;
  d.lines_ = s.topology != weir::Topology::HyperX;
  d.routers_ = 1;
  for (const int size : s.dimensions) {
    d.sizes_.push_back(static_cast<std::uint32_t>(size));
    d.routers_ *= static_cast<std::uint32_t>(size);
    d.rings_ |= s.topology == weir::Topology::Torus && size > 2;
  }
  // What it says of itself has to be there: a link to each neighbour, and every host at a router.
  bool whole = wiring.switches() >= d.routers_ && std::all_of(wiring.edges().begin(), wiring.edges().end(), [&](std::uint32_t e) { return e < d.routers_; });
  for (std::uint32_t r = 0; r < d.routers_ && whole; ++r)
    for (std::uint32_t stride = 1, i = 0; i < d.sizes_.size(); stride *= d.sizes_[i++]) {
      const std::uint32_t size = d.sizes_[i], at = r / stride % size;
      if (at + 1 < size) whole &= wayTo(wiring.ways(r), r + stride, 0) != nullptr;
      else if (d.rings_ && size > 2) whole &= wayTo(wiring.ways(r), r - at * stride, 0) != nullptr;
    }
  if (!whole) return fail("the links are not those of the dimensions", kWhere, "use ecmp");
  return d;
}

std::uint32_t Dimensions::longest() const {
  std::uint32_t n = 0;
  for (const std::uint32_t size : sizes_) n += !lines_ ? (size > 1 ? 1 : 0) : rings_ ? size / 2 : size - 1;
  return n;
}

std::uint8_t Dimensions::distance(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t n = 0;
  for (const std::uint32_t size : sizes_) {
    const std::uint32_t a = from % size, b = to % size, apart = a > b ? a - b : b - a;
    n += !lines_ ? (apart > 0 ? 1 : 0) : rings_ ? std::min(apart, size - apart) : apart;
    from /= size;
    to /= size;
  }
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(n, kFar - 1));
}

bool Dimensions::walk(const Wiring& wiring, std::uint32_t at, std::uint32_t to, std::uint64_t hash, std::uint32_t base, Trail& trail) const {
  for (std::uint32_t stride = 1, i = 0; i < sizes_.size(); stride *= sizes_[i++]) {
    const std::uint32_t size = sizes_[i], b = to / stride % size;
    std::uint32_t a = at / stride % size;
    const std::uint32_t forward = b >= a ? b - a : b + size - a;
    const bool ring = rings_ && size > 2;
    const bool up = !ring ? b > a : 2 * forward == size ? (mix(hash, i) >> 63) != 0 : 2 * forward < size;
    std::uint32_t channel = base;
    while (a != b) {
      if (wiring.full(trail)) return false;
      std::uint32_t next = b;
      if (lines_) next = up ? (a + 1 == size ? 0 : a + 1) : (a == 0 ? size - 1 : a - 1);
      if (ring && (up ? next < a : next > a)) channel = base + 1;
      const std::uint32_t s = at - a * stride + next * stride;
      trail.add(wayTo(wiring.ways(at), s, mix(hash, at))->link, channel);
      at = s;
      a = next;
    }
    trail.channel = std::max(trail.channel, channel);
  }
  return true;
}

namespace {

class DimensionRouter final : public Router {
 public:
  DimensionRouter(Wiring wiring, Dimensions dimensions, std::uint64_t seed) : wiring_(std::move(wiring)), dimensions_(std::move(dimensions)), seed_(seed) {}

  [[nodiscard]] Granularity granularity() const override { return Granularity::PerMessage; }
  [[nodiscard]] std::uint32_t channels() const override { return std::max(dimensions_.channels(), wiring_.channels()); }
  [[nodiscard]] std::uint32_t longest() const override { return std::max(dimensions_.longest() + wiring_.accessLinks(), wiring_.longestInside()); }

  std::uint32_t route(const Journey& j, const Load&, Hop* out) const override {
    const Ends e = wiring_.ends(j, [this](std::uint32_t s, std::uint32_t t) { return dimensions_.distance(s, t); });
    if (e.kind == Ends::Kind::Unreachable) return 0;
    const std::uint64_t hash = flowHash(seed_, j);
    if (e.kind != Ends::Kind::Outside) return routeInside(wiring_, e, hash, out);
    Trail t{out};
    wiring_.addExit(t, e);
    if (!dimensions_.walk(wiring_, e.source, e.target, hash, 0, t)) return 0;
    wiring_.addEntry(t, e);
    return t.hops;
  }

 private:
  Wiring wiring_;
  Dimensions dimensions_;
  std::uint64_t seed_;
};

}  // namespace

Result<std::unique_ptr<Router>> makeDimensionOrder(const Graph& graph, std::uint64_t seed) {
  Wiring wiring(graph);
  auto dimensions = Dimensions::make(graph, wiring, "dimension-order");
  if (!dimensions) return tl::make_unexpected(dimensions.error());
  return std::make_unique<DimensionRouter>(std::move(wiring), std::move(*dimensions), seed);
}

}  // namespace weir::net
