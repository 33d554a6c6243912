// Where the nodes of a network picture stand. Deterministic: no clock, no random numbers, no order but that of the nodes.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/jobs/network_picture.h"

namespace weir {
namespace {

using Node = NetworkPicture::Node;
constexpr double kPi = std::numbers::pi;

struct Point {
  double x = 0, y = 0;
};

std::vector<std::vector<std::uint32_t>> byLevel(const NetworkPicture& p) {
  std::vector<std::vector<std::uint32_t>> out(p.levelNames.size());
  for (std::uint32_t n = 0; n < p.nodes.size(); ++n) out[p.nodes[n].level].push_back(n);
  return out;
}

// --- layers

struct Span {
  std::uint32_t node;
  double low, high;
};

// Switches whose neighbours below cover the same ground share it evenly; where spans overlap they share all of it.
void spreadLayer(NetworkPicture& p, std::vector<Span>& spans) {
  std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.low + a.high < b.low + b.high; });
  // Intervals that overlap, found in order of their left ends.
  std::vector<std::size_t> order(spans.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return spans[a].low < spans[b].low; });
  std::vector<std::size_t> block(spans.size());
  std::vector<Span> blocks;
  for (const std::size_t i : order) {
    constexpr double kTouch = 1e-9;
    if (blocks.empty() || spans[i].low >= blocks.back().high - kTouch) blocks.push_back({0, spans[i].low, spans[i].high});
    else blocks.back().high = std::max(blocks.back().high, spans[i].high);
    block[i] = blocks.size() - 1;
    ++blocks.back().node;  // counts them
  }
  std::vector<std::uint32_t> placed(blocks.size(), 0);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Span& b = blocks[block[i]];
    const double at = (placed[block[i]]++ + 0.5) / b.node;
    p.nodes[spans[i].node].x = static_cast<float>(b.low + at * (b.high - b.low));
  }
}

void layers(NetworkPicture& p) {
  p.stretch = true;
  const auto levels = byLevel(p);
  double x = 0;
  for (std::uint32_t h = 0; h < p.hosts; ++h) {
    if (h > 0) {
      x += 1;
      if (p.nodes[h].cluster != p.nodes[h - 1].cluster) x += 0.8;
      if (p.nodes[h].group != p.nodes[h - 1].group) x += 1.6;
    }
    p.nodes[h].x = static_cast<float>(x + 0.5);
  }
  const double width = x + 1;
  std::vector<double> low(p.nodes.size(), 1e300), high(p.nodes.size(), -1e300);
  for (std::size_t level = 1; level < levels.size(); ++level) {
    for (const auto& l : p.links) {
      const Node& up = p.nodes[l.to];
      const Node& down = p.nodes[l.from];
      if (up.level != level || down.level >= level) continue;
      // A host takes its own place, and half of the way to its neighbours.
      const double half = down.level == 0 ? 0.5 : 0;
      low[l.to] = std::min(low[l.to], static_cast<double>(down.x) - half);
      high[l.to] = std::max(high[l.to], static_cast<double>(down.x) + half);
    }
    std::vector<Span> spans;
    for (const std::uint32_t n : levels[level]) spans.push_back(low[n] <= high[n] ? Span{n, low[n], high[n]} : Span{n, 0, width});
    spreadLayer(p, spans);
  }
  const auto top = static_cast<float>(levels.size() - 1);
  for (Node& n : p.nodes) n.y = top - static_cast<float>(n.level) + 0.15F;
  p.width = static_cast<float>(width);
  p.height = top + 0.3F;
}

// --- what hangs on a switch of the network: hosts, and what stands inside nodes

struct Hanging {
  std::vector<std::vector<std::uint32_t>> of;  // by node
  std::vector<bool> hangs;
};

Hanging hanging(const NetworkPicture& p, bool manyTogether) {
  Hanging out;
  out.of.resize(p.nodes.size());
  out.hangs.assign(p.nodes.size(), false);
  std::vector<std::uint32_t> anchor(p.nodes.size(), NetworkPicture::kNone);
  std::vector<std::uint32_t> cables(p.nodes.size(), 0);
  const auto carried = [&](std::uint32_t n) { return n < p.hosts || p.nodes[n].machine != NetworkPicture::kNone; };
  std::vector<std::uint32_t> ofMachine;
  for (const auto& l : p.links) {
    if (!carried(l.from) || carried(l.to)) continue;
    ++cables[l.from];
    if (anchor[l.from] == NetworkPicture::kNone) anchor[l.from] = l.to;
    if (const std::uint32_t m = p.nodes[l.from].machine; m != NetworkPicture::kNone) {
      if (m >= ofMachine.size()) ofMachine.resize(m + 1, NetworkPicture::kNone);
      if (ofMachine[m] == NetworkPicture::kNone) ofMachine[m] = l.to;
    }
  }
  for (std::uint32_t n = 0; n < p.nodes.size(); ++n) {
    if (!carried(n)) continue;
    if (const std::uint32_t m = p.nodes[n].machine; m != NetworkPicture::kNone && m < ofMachine.size()) anchor[n] = ofMachine[m];
    if (anchor[n] == NetworkPicture::kNone || (manyTogether && cables[n] > 1)) continue;
    out.hangs[n] = true;
    out.of[anchor[n]].push_back(n);
  }
  return out;
}

// --- groups on a circle

void circle(NetworkPicture& p) {
  std::vector<std::uint32_t> groups;  // by what the builder calls them, in order
  const Hanging on = hanging(p, false);
  std::vector<std::uint32_t> groupOf(p.nodes.size(), NetworkPicture::kNone);
  std::uint32_t nameless = 0;
  for (const Node& n : p.nodes)
    if (n.group != NetworkPicture::kNone) nameless = std::max(nameless, n.group + 1);
  for (std::uint32_t n = p.hosts; n < p.nodes.size(); ++n)
    if (!on.hangs[n]) groupOf[n] = p.nodes[n].group == NetworkPicture::kNone ? nameless++ : p.nodes[n].group;
  std::vector<std::vector<std::uint32_t>> members(nameless);
  for (std::uint32_t n = p.hosts; n < p.nodes.size(); ++n)
    if (groupOf[n] != NetworkPicture::kNone) members[groupOf[n]].push_back(n);
  std::erase_if(members, [](const auto& m) { return m.empty(); });
  const auto count = static_cast<double>(members.size());
  const double cell = members.size() < 2 ? 1 : std::min(0.9 * std::sin(kPi / std::max(count, 3.0)), 0.5);
  const double ring = members.size() < 2 ? 0 : 1;
  for (std::size_t g = 0; g < members.size(); ++g) {
    const double turn = -kPi / 2 + 2 * kPi * static_cast<double>(g) / count;
    const Point centre{ring * std::cos(turn), ring * std::sin(turn)};
    // With two kinds of switches those that carry hosts stand outside, the spines inside.
    std::uint8_t lowest = 255, highest = 0;
    for (const std::uint32_t n : members[g]) {
      lowest = std::min(lowest, p.nodes[n].level);
      highest = std::max(highest, p.nodes[n].level);
    }
    const bool two = lowest != highest && ring > 0;
    const auto many = static_cast<std::size_t>(std::count_if(members[g].begin(), members[g].end(), [&](std::uint32_t n) { return !two || p.nodes[n].level == lowest; }));
    std::size_t outer = 0, inner = 0;
    for (const std::uint32_t n : members[g]) {
      double angle = 0, slot = 0;
      if (!two) {
        slot = 2 * kPi / static_cast<double>(std::max<std::size_t>(many, 2));
        angle = turn + kPi + slot * (static_cast<double>(outer++) + 0.5);
      } else if (p.nodes[n].level == lowest) {
        slot = 1.1 * kPi / static_cast<double>(many);
        angle = turn - 0.55 * kPi + slot * (static_cast<double>(outer++) + 0.5);
      } else {
        const auto rest = static_cast<double>(members[g].size() - many);
        slot = 0.7 * kPi / rest;
        angle = turn + kPi - 0.35 * kPi + slot * (static_cast<double>(inner++) + 0.5);
      }
      p.nodes[n].x = static_cast<float>(centre.x + 0.6 * cell * std::cos(angle));
      p.nodes[n].y = static_cast<float>(centre.y + 0.6 * cell * std::sin(angle));
      const auto& leaves = on.of[n];
      for (std::size_t k = 0; k < leaves.size(); ++k) {
        const double a = angle + slot * 0.8 * ((static_cast<double>(k) + 0.5) / static_cast<double>(leaves.size()) - 0.5);
        // What stands between the hosts and the switch lies between them.
        const double r = cell * (0.95 - 0.1 * std::min<double>(p.nodes[leaves[k]].level, 2));
        p.nodes[leaves[k]].x = static_cast<float>(centre.x + r * std::cos(a));
        p.nodes[leaves[k]].y = static_cast<float>(centre.y + r * std::sin(a));
      }
    }
  }
}

// --- grids

// From the third dimension on, grids of grids: even dimensions go to the right, odd ones down. Where the last has no partner it
// fills rows of a block, so that the picture is not a long line.
void grid(NetworkPicture& p, const std::vector<int>& dimensions) {
  const Hanging on = hanging(p, false);
  std::vector<int> dims = dimensions;
  std::uint32_t routers = 0;
  for (std::uint32_t n = p.hosts; n < p.nodes.size(); ++n) routers += on.hangs[n] ? 0 : 1;
  const double product = std::accumulate(dims.begin(), dims.end(), 1.0, [](double a, int b) { return a * b; });
  if (dims.empty() || product + 0.5 < routers) dims = {static_cast<int>(std::ceil(std::sqrt(std::max(1U, routers))))};
  const std::size_t lone = dims.size() > 1 && dims.size() % 2 == 1 ? dims.size() - 1 : dims.size();
  const auto loneColumns = lone < dims.size() ? static_cast<int>(std::ceil(std::sqrt(static_cast<double>(dims[lone])))) : 1;
  std::vector<double> step(dims.size(), 1);
  for (std::size_t d = 2; d < dims.size(); ++d) step[d] = step[d - 2] * (dims[d - 2] + (d < 4 ? 0.8 : 0.4));
  std::uint32_t at = 0;
  for (std::uint32_t n = p.hosts; n < p.nodes.size(); ++n) {
    if (on.hangs[n]) continue;
    double x = 0, y = 0;
    std::uint32_t rest = at++;
    for (std::size_t d = 0; d < dims.size(); ++d) {
      const auto c = static_cast<double>(rest % static_cast<std::uint32_t>(std::max(1, dims[d])));
      rest /= static_cast<std::uint32_t>(std::max(1, dims[d]));
      if (d == lone) {
        const double across = std::fmod(c, loneColumns);
        x += across * step[d];
        y += (c - across) / loneColumns * step[d - 1] * (dims[d - 1] + 0.8);
      } else {
        (d % 2 == 0 ? x : y) += c * step[d];
      }
    }
    if (dims.size() == 1) y += static_cast<double>(rest);  // no shape was given: rows as they come
    p.nodes[n].x = static_cast<float>(x);
    p.nodes[n].y = static_cast<float>(y);
    const auto& leaves = on.of[n];
    if (leaves.empty()) continue;
    // A block beside the router, below and to the right, clear of its links.
    const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(leaves.size()))));
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const double cell = 0.38 / static_cast<double>(side);
      p.nodes[leaves[k]].x = static_cast<float>(x + 0.24 + cell * (static_cast<double>(k % side) + 0.5));
      p.nodes[leaves[k]].y = static_cast<float>(y + 0.24 + cell * (static_cast<double>(k / side) + 0.5));
    }
  }
  for (auto& l : p.links) {
    const Node& a = p.nodes[l.from];
    const Node& b = p.nodes[l.to];
    if (a.level == 0 || b.level == 0) continue;
    const double dx = std::abs(static_cast<double>(a.x - b.x));
    const double dy = std::abs(static_cast<double>(a.y - b.y));
    // Along a row or column and past other routers: around them.
    if (std::min(dx, dy) < 0.01 && std::max(dx, dy) > 1.5) l.bend = static_cast<float>(std::clamp(0.36 / std::max(dx, dy), 0.05, 0.14));
  }
}

// --- forces

void forces(NetworkPicture& p) {
  const Hanging on = hanging(p, true);
  std::vector<std::uint32_t> free;
  std::vector<std::uint32_t> index(p.nodes.size(), NetworkPicture::kNone);
  for (std::uint32_t n = 0; n < p.nodes.size(); ++n)
    if (!on.hangs[n]) {
      index[n] = static_cast<std::uint32_t>(free.size());
      free.push_back(n);
    }
  const std::size_t count = free.size();
  std::vector<Point> at(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double a = 2 * kPi * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(count, 1));
    at[i] = {std::cos(a), std::sin(a)};
  }
  constexpr std::size_t kMost = 500;  // beyond it the circle stays: every pair repels every other
  if (count > 2 && count <= kMost) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pulls;
    for (const auto& l : p.links)
      if (l.from < l.to && index[l.from] != NetworkPicture::kNone && index[l.to] != NetworkPicture::kNone)
        pulls.emplace_back(index[l.from], index[l.to]);
    std::sort(pulls.begin(), pulls.end());
    pulls.erase(std::unique(pulls.begin(), pulls.end()), pulls.end());
    const double k = std::sqrt(4.0 / static_cast<double>(count));
    constexpr int kRounds = 150;
    std::vector<Point> push(count);
    for (int round = 0; round < kRounds; ++round) {
      std::fill(push.begin(), push.end(), Point{});
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j) {
          const double dx = at[i].x - at[j].x;
          const double dy = at[i].y - at[j].y;
          const double d2 = std::max(dx * dx + dy * dy, 1e-9);
          const double f = k * k / d2;
          push[i].x += f * dx;
          push[i].y += f * dy;
          push[j].x -= f * dx;
          push[j].y -= f * dy;
        }
      for (const auto& [a, b] : pulls) {
        const double dx = at[a].x - at[b].x;
        const double dy = at[a].y - at[b].y;
        const double f = std::sqrt(dx * dx + dy * dy) / k;
        push[a].x -= f * dx;
        push[a].y -= f * dy;
        push[b].x += f * dx;
        push[b].y += f * dy;
      }
      const double most = 0.2 * (1 - static_cast<double>(round) / kRounds) + 0.001;
      for (std::size_t i = 0; i < count; ++i) {
        const double length = std::max(std::hypot(push[i].x, push[i].y), 1e-12);
        const double go = std::min(length, most) / length;
        at[i].x += push[i].x * go;
        at[i].y += push[i].y * go;
      }
    }
  }
  double nearest = 1e300;
  if (count <= 2000)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j) nearest = std::min(nearest, std::hypot(at[i].x - at[j].x, at[i].y - at[j].y));
  if (!(nearest < 1e299)) nearest = count > 1 ? 2 * kPi / static_cast<double>(count) : 1;
  Point middle;
  for (const Point& q : at) {
    middle.x += q.x / static_cast<double>(count);
    middle.y += q.y / static_cast<double>(count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    p.nodes[free[i]].x = static_cast<float>(at[i].x);
    p.nodes[free[i]].y = static_cast<float>(at[i].y);
    const auto& leaves = on.of[free[i]];
    const double out = count > 1 ? std::atan2(at[i].y - middle.y, at[i].x - middle.x) : 0;
    const double spread = count > 1 ? std::min(1.6 * kPi, 0.5 * static_cast<double>(leaves.size())) : 2 * kPi;
    for (std::size_t j = 0; j < leaves.size(); ++j) {
      const double a = out + spread * ((static_cast<double>(j) + 0.5) / static_cast<double>(leaves.size()) - 0.5);
      p.nodes[leaves[j]].x = static_cast<float>(at[i].x + 0.42 * nearest * std::cos(a));
      p.nodes[leaves[j]].y = static_cast<float>(at[i].y + 0.42 * nearest * std::sin(a));
    }
  }
}

// Moves everything into [0, width] x [0, height] with a margin.
void fitIn(NetworkPicture& p) {
  float lowX = 1e30F, lowY = 1e30F, highX = -1e30F, highY = -1e30F;
  float bow = 0;  // how far bent links reach beyond the nodes, upwards and to the left
  for (const auto& l : p.links) bow = std::max(bow, l.bend * std::hypot(p.nodes[l.from].x - p.nodes[l.to].x, p.nodes[l.from].y - p.nodes[l.to].y));
  for (const Node& n : p.nodes) {
    lowX = std::min(lowX, n.x);
    lowY = std::min(lowY, n.y);
    highX = std::max(highX, n.x);
    highY = std::max(highY, n.y);
  }
  if (p.nodes.empty()) return;
  const float margin = std::max({(highX - lowX) * 0.03F, (highY - lowY) * 0.03F, p.shape == NetworkPicture::Shape::Grid ? 0.3F : 0.01F});
  for (Node& n : p.nodes) {
    n.x += margin + bow - lowX;
    n.y += margin + bow - lowY;
  }
  p.width = highX - lowX + 2 * margin + bow;
  p.height = highY - lowY + 2 * margin + bow;
}

// The least distance of two nodes of a level that stand beside each other: in layers those that follow along x.
void findPitch(NetworkPicture& p) {
  const auto levels = byLevel(p);
  p.pitch.assign(levels.size(), std::max(p.width, p.height));
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::vector<std::uint32_t> order = levels[level];
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return p.nodes[a].x != p.nodes[b].x ? p.nodes[a].x < p.nodes[b].x : a < b;
    });
    float& least = p.pitch[level];
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Node& a = p.nodes[order[i]];
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const Node& b = p.nodes[order[j]];
        if (b.x - a.x >= least) break;
        least = std::min(least, p.stretch ? b.x - a.x : std::hypot(b.x - a.x, b.y - a.y));
      }
    }
  }
}

}  // namespace

void layOut(NetworkPicture& p, const std::vector<int>& dimensions) {
  switch (p.shape) {
    case NetworkPicture::Shape::Layers: layers(p); break;
    case NetworkPicture::Shape::Circle: circle(p); break;
    case NetworkPicture::Shape::Grid: grid(p, dimensions); break;
    case NetworkPicture::Shape::Free: forces(p); break;
  }
  if (p.shape != NetworkPicture::Shape::Layers) fitIn(p);
  findPitch(p);
}

}  // namespace weir
