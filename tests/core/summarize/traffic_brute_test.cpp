// The traffic matrix against slow expansions written here from the algorithms' descriptions, block by block: thousands of small
// random runs, every operation and algorithm, whole, within a range, by operation, by group and by step. And what must hold
// whatever the algorithm: sent equals received, and equals the operation's known volume.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

#include "core/base/random.h"
#include "core/summarize/traffic.h"
#include "tests/core/summarize/support.h"

namespace traffic_brute_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {

using Pairs = std::map<std::pair<int, int>, double>;  // members: from, to
using Sizes = std::vector<std::int64_t>;

Sizes equalParts(std::int64_t bytes, int n) {
  Sizes s;
  for (int i = 0; i < n; ++i) s.push_back(bytes / n + (i < bytes % n ? 1 : 0));
  return s;
}

struct Slow {
  Pairs bytes, messages;
  void send(int from, int to, std::int64_t b) {
    bytes[{from, to}] += static_cast<double>(b);
    messages[{from, to}] += 1;
  }
};

// Rank r sends at step k the block it got at step k - 1, its own first.
Slow ring(const Sizes& block, int rounds) {
  Slow s;
  const int n = static_cast<int>(block.size());
  for (int k = 0; k < rounds; ++k)
    for (int r = 0; r < n; ++r) s.send(r, (r + 1) % n, block[static_cast<std::size_t>(((r - k) % n + n) % n)]);
  return s;
}

// In-order tree of 1..n: the largest power of two is the root, a full tree left of it, the rest right of it.
void inOrder(int first, int n, int parent, std::map<int, int>& up) {
  if (n < 1) return;
  const int root = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  up[first + root] = parent;
  inOrder(first, root - 1, first + root, up);
  inOrder(first + root, n - root, first + root, up);
}

Slow doubleTree(int n, std::int64_t bytes, bool up, bool down) {
  Slow s;
  const Sizes half = equalParts(bytes, 2);
  const auto pieces = std::clamp<std::int64_t>(bytes / 2 / 32768, 1, 64);
  for (int t = 0; t < 2; ++t) {
    std::map<int, int> parent;
    inOrder(0, n, 0, parent);
    for (const Sizes piece = equalParts(half[static_cast<std::size_t>(t)], static_cast<int>(pieces)); const std::int64_t b : piece)
      for (const auto& [r, p] : parent) {
        if (p == 0) continue;
        const int child = (r - 1 + t) % n;
        const int above = (p - 1 + t) % n;
        if (up) s.send(child, above, b);
        if (down) s.send(above, child, b);
      }
  }
  return s;
}

Slow chain(int n, std::int64_t bytes, bool toRoot) {
  Slow s;
  const auto pieces = static_cast<int>(std::clamp<std::int64_t>(bytes / 2 / (512 << 10), 1, 64));
  for (const std::int64_t b : equalParts(bytes, pieces))
    for (int r = 1; r < n; ++r) toRoot ? s.send(r, r - 1, b) : s.send(r - 1, r, b);
  return s;
}

// A child of rank r is r with one higher bit set; `up` the other way.
Slow binomial(int n, std::int64_t bytes, bool up) {
  Slow s;
  for (int r = 1; r < n; ++r) {
    const int parent = r - static_cast<int>(std::bit_floor(static_cast<unsigned>(r)));
    up ? s.send(r, parent, bytes) : s.send(parent, r, bytes);
  }
  return s;
}

// The subtree of r is r .. r + lowest bit - 1; its blocks pass between r and r without that bit.
Slow binomialBlocks(const Sizes& block, bool up) {
  Slow s;
  const int n = static_cast<int>(block.size());
  for (int r = 1; r < n; ++r) {
    const int low = r & -r;
    std::int64_t b = 0;
    for (int k = r; k < std::min(r + low, n); ++k) b += block[static_cast<std::size_t>(k)];
    up ? s.send(r, r - low, b) : s.send(r - low, r, b);
  }
  return s;
}

void append(Slow& to, const Slow& other) {
  for (const auto& [p, v] : other.bytes) to.bytes[p] += v;
  for (const auto& [p, v] : other.messages) to.messages[p] += v;
}

// Sets of blocks that are halved with partner r ^ 1, r ^ 2, ..., then doubled in the reverse order.
Slow halvingDoubling(int power, const Sizes& block, bool reduce, bool gather, const std::vector<int>& real) {
  Slow s;
  const auto sum = [&](const std::set<int>& which) {
    std::int64_t b = 0;
    for (const int k : which) b += block[static_cast<std::size_t>(k)];
    return b;
  };
  std::vector<std::set<int>> held(static_cast<std::size_t>(power));
  std::vector<std::vector<std::set<int>>> gave(static_cast<std::size_t>(power));
  for (auto& h : held)
    for (int k = 0; k < power; ++k) h.insert(k);
  for (int bit = 1; bit < power; bit *= 2)
    for (int r = 0; r < power; ++r) {
      std::set<int>& h = held[static_cast<std::size_t>(r)];
      std::vector<int> sorted(h.begin(), h.end());
      const std::size_t half = sorted.size() / 2;
      const std::set<int> low(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(half));
      const std::set<int> high(sorted.begin() + static_cast<std::ptrdiff_t>(half), sorted.end());
      const bool upper = (r & bit) != 0;
      if (reduce) s.send(real[static_cast<std::size_t>(r)], real[static_cast<std::size_t>(r ^ bit)], sum(upper ? low : high));
      h = upper ? high : low;
    }
  for (int bit = power / 2; gather && bit >= 1; bit /= 2) {
    auto after = held;
    for (int r = 0; r < power; ++r) {
      const std::set<int>& mine = held[static_cast<std::size_t>(r)];
      s.send(real[static_cast<std::size_t>(r)], real[static_cast<std::size_t>(r ^ bit)], sum(mine));
      after[static_cast<std::size_t>(r ^ bit)].insert(mine.begin(), mine.end());
    }
    held = after;
  }
  return s;
}

std::vector<int> identity(int n) {
  std::vector<int> v(static_cast<std::size_t>(n));
  std::iota(v.begin(), v.end(), 0);
  return v;
}

Slow allReduceHalving(int n, std::int64_t bytes) {
  Slow s;
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  const int surplus = n - power;
  std::vector<int> real;
  for (int r = 0; r < power; ++r) real.push_back(r < surplus ? 2 * r + 1 : r + surplus);
  for (int r = 0; r < surplus; ++r) s.send(2 * r, 2 * r + 1, bytes), s.send(2 * r + 1, 2 * r, bytes);
  append(s, halvingDoubling(power, equalParts(bytes, power), true, true, real));
  return s;
}

Slow everyone(const Sizes& block, bool own) {
  Slow s;
  const int n = static_cast<int>(block.size());
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      if (a != b) s.send(a, b, block[static_cast<std::size_t>(own ? a : b)]);
  return s;
}

Slow dissemination(int n) {
  Slow s;
  for (int hop = 1; hop < n; hop *= 2)
    for (int r = 0; r < n; ++r) s.send(r, (r + hop) % n, 0);
  return s;
}

// Nobody leaves before a token has passed all, and passed them again.
Slow twiceAround(int n) {
  Slow s;
  for (int k = 0; k < 2 * n - 1; ++k) s.send(k % n, (k + 1) % n, 0);
  return s;
}

// Rabenseifner's reduction on a power of two: halves exchanged with the far partner first, then gathered to rank 0.
Slow reduceHalving(int n, std::int64_t bytes) {
  Slow s;
  const Sizes block = equalParts(bytes, n);
  for (int width = n / 2; width >= 1; width /= 2)
    for (int r = 0; r < n; ++r) {
      const int partner = r ^ width;
      std::int64_t b = 0;
      for (int k = 0; k < n; ++k)
        if (k / width == partner / width) b += block[static_cast<std::size_t>(k)];
      s.send(r, partner, b);
    }
  append(s, binomialBlocks(block, true));
  return s;
}

// Of one collective among n members whose root is 0; blocks are what each rank brings or gets.
Slow expanded(Operation op, Algorithm a, int n, std::int64_t bytes, const Sizes& shares) {
  const bool power = std::has_single_bit(static_cast<unsigned>(n));
  const bool halving = a == Algorithm::HalvingDoubling && power;
  switch (op) {
    case Operation::AllReduce:
      if (a == Algorithm::HalvingDoubling) return allReduceHalving(n, bytes);
      if (a == Algorithm::DoubleBinaryTree) return doubleTree(n, bytes, true, true);
      return ring(equalParts(bytes, n), 2 * (n - 1));
    case Operation::AllGather:
      if (a == Algorithm::Pairwise) return everyone(shares, true);
      return halving ? halvingDoubling(n, shares, false, true, identity(n)) : ring(shares, n - 1);
    case Operation::ReduceScatter:
      if (a == Algorithm::Pairwise) return everyone(shares, false);
      return halving ? halvingDoubling(n, shares, true, false, identity(n)) : ring(shares, n - 1);
    case Operation::Broadcast:
      if (a == Algorithm::DoubleBinaryTree) return doubleTree(n, bytes, false, true);
      return a == Algorithm::HalvingDoubling ? binomial(n, bytes, false) : chain(n, bytes, false);
    case Operation::Reduce:
      if (a == Algorithm::DoubleBinaryTree) return doubleTree(n, bytes, true, false);
      if (a == Algorithm::HalvingDoubling) return power ? reduceHalving(n, bytes) : binomial(n, bytes, true);
      return chain(n, bytes, true);
    case Operation::Gather: return binomialBlocks(shares, true);
    case Operation::Scatter: return binomialBlocks(shares, false);
    case Operation::Barrier: return a == Algorithm::Ring ? twiceAround(n) : dissemination(n);
    default: ADD_FAILURE() << "not expanded here"; return {};
  }
}

// What all algorithms must move of a buffer of `bytes`, where it does not depend on the algorithm.
double volume(Operation op, std::int64_t bytes, const Sizes& shares) {
  const int n = static_cast<int>(shares.size());
  const double all = static_cast<double>(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}));
  switch (op) {
    case Operation::AllReduce: return 2 * (n - 1) * static_cast<double>(bytes);
    case Operation::Broadcast:
    case Operation::Reduce: return (n - 1) * static_cast<double>(bytes);
    case Operation::AllGather:
    case Operation::ReduceScatter: return (n - 1) * all;
    default: return -1;
  }
}

constexpr std::array kOperations{Operation::AllReduce, Operation::AllGather, Operation::ReduceScatter, Operation::AllToAll, Operation::Broadcast,
                                 Operation::Reduce,    Operation::Gather,    Operation::Scatter,       Operation::Barrier,  Operation::SendRecv};
constexpr std::array kAlgorithms{Algorithm::Auto, Algorithm::Ring, Algorithm::DoubleBinaryTree, Algorithm::HalvingDoubling, Algorithm::Pairwise};

// One made-up collective, and what it moves between ranks of the job.
struct Made {
  Operation operation;
  std::uint32_t group;
  std::vector<std::int32_t> members;
  std::int64_t start, end;  // us
  std::size_t step;
  std::map<Algorithm, Slow> moved;  // ranks of the job
};

std::string list(const Sizes& s) {
  std::string out = "[";
  for (std::size_t i = 0; i < s.size(); ++i) out += (i ? ", " : "") + std::to_string(s[i]);
  return out + "]";
}

class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed) : random(seed, 1) {
    world = 2 + static_cast<int>(random.below(8));
    for (int r = 0; r < world; ++r) tracks.push_back(sketch.track(r, TrackKind::Stream, "stream"));
    std::int64_t t = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int64_t from = t;
      for (int c = 0; c < 3; ++c) t = collective(kOperations[random.below(kOperations.size())], t, k);
      for (int r = 0; r < world; ++r) {
        const TrackIndex host = sketch.track(r, TrackKind::Thread, "host");
        sketch.b.slice({.track = host, .start = from * us, .duration = (t - from) * us, .name = sketch.b.intern("ProfilerStep#" + std::to_string(k)),
                        .category = sketch.b.intern("user_annotation"), .activity = Activity::Annotation, .args = {}});
      }
    }
    sketch.b.run().worldSize = world;
    run = sketch.build();
  }

  std::int64_t collective(Operation op, std::int64_t t, std::size_t step) {
    std::vector<std::int32_t> members;
    for (int r = 0; r < world; ++r)
      if (random.below(4) > 0) members.push_back(r);
    if (members.size() < 2) members = {0, 1};
    if (random.below(3) == 0) std::reverse(members.begin(), members.end());
    const int n = static_cast<int>(members.size());
    const std::int64_t bytes = static_cast<std::int64_t>(random.below(random.below(2) == 0 ? 50 : 3'000'000));
    const bool uneven = random.below(2) == 0;
    const int root = static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
    Made made{op, sketch.b.group(members), members, t, t + 10, step, {}};
    Sizes shares(static_cast<std::size_t>(n), bytes);
    if (uneven)
      for (std::int64_t& s : shares) s = static_cast<std::int64_t>(random.below(5000)) * 4;
    const std::int64_t whole = std::accumulate(shares.begin(), shares.end(), std::int64_t{0});
    std::vector<Sizes> split(static_cast<std::size_t>(n));
    for (int m = 0; m < n; ++m) {
      std::string args;
      std::int64_t own = bytes;
      const std::int64_t mine = shares[static_cast<std::size_t>(m)];
      switch (op) {
        case Operation::AllGather:
        case Operation::Gather: own = mine; break;
        case Operation::Scatter: own = bytes; break;
        case Operation::ReduceScatter:
          if (uneven) own = whole, args = "\"In msg nelems\": " + std::to_string(whole / 4) + ", \"Out msg nelems\": " + std::to_string(mine / 4);
          break;
        case Operation::AllToAll:
          if (uneven) {
            for (int k = 0; k < n; ++k) split[static_cast<std::size_t>(m)].push_back(static_cast<std::int64_t>(random.below(6)));
            own = 24 * std::accumulate(split[static_cast<std::size_t>(m)].begin(), split[static_cast<std::size_t>(m)].end(), std::int64_t{0});
            args = "\"In split size\": \"" + list(split[static_cast<std::size_t>(m)]) + "\"";
          }
          break;
        case Operation::SendRecv: {
          const std::int32_t peer = members[static_cast<std::size_t>((m + 1) % n)];
          args = "\"Dst Rank\": " + std::to_string(peer);
          break;
        }
        default: break;
      }
      if (op == Operation::Broadcast || op == Operation::Reduce || op == Operation::Gather || op == Operation::Scatter) args += std::string(args.empty() ? "" : ", ") + "\"Rank\": " + std::to_string(root);
      if (uneven && op == Operation::ReduceScatter && whole == 0) args.clear();
      const std::int32_t rank = members[static_cast<std::size_t>(m)];
      const SliceIndex slice = sketch.b.slice({.track = tracks[static_cast<std::size_t>(rank)], .start = t * us, .duration = 10 * us, .name = sketch.b.intern(name(op)),
                                               .category = sketch.b.intern("kernel"), .activity = Activity::Communication, .args = args.empty() ? "" : "{" + args + "}"});
      CollectiveCall c;
      c.operation = op;
      c.rank = rank;
      c.slice = slice;
      c.start = t * us;
      c.duration = 10 * us;
      c.bytes = own;
      c.groupSize = n;
      c.group = made.group;
      sketch.b.collective(c);
      own_[m] = own;
    }
    for (const Algorithm a : kAlgorithms) {
      Slow s;
      if (op == Operation::AllToAll) {
        for (int x = 0; x < n; ++x)
          for (int y = 0; y < n; ++y) {
            if (x == y) continue;
            const std::int64_t b = uneven ? 24 * split[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] : equalParts(bytes, n)[static_cast<std::size_t>(y)];
            // Of an all-to-all with zero rows nothing is sent. Where a rank has no row at all its split tells nothing: equal parts of nothing.
            if (b > 0 || !uneven) s.send(x, y, b);
          }
      } else if (op == Operation::SendRecv) {
        for (int m = 0; m < n; ++m) s.send(m, (m + 1) % n, bytes);
      } else {
        Sizes blocks = shares;
        if (op == Operation::Scatter || (op == Operation::ReduceScatter && !uneven)) blocks = equalParts(bytes, n);
        // Numbered from the root.
        std::rotate(blocks.begin(), blocks.begin() + (op == Operation::Gather ? root : 0), blocks.end());
        s = expanded(op, a == Algorithm::Auto && op != Operation::Barrier ? Algorithm::Ring : a, n, bytes, blocks);
        if (const double v = volume(op, bytes, blocks); v >= 0 && !(a == Algorithm::HalvingDoubling && !std::has_single_bit(static_cast<unsigned>(n))) && !(op == Operation::Reduce && a == Algorithm::HalvingDoubling)) {
          double sum = 0;
          for (const auto& [p, b] : s.bytes) sum += b;
          EXPECT_EQ(sum, v) << name(op) << " " << name(a) << " on " << n;
        }
      }
      const bool rooted = op == Operation::Broadcast || op == Operation::Reduce || op == Operation::Gather || op == Operation::Scatter;
      Slow global;
      const auto rankOf = [&](int m) { return static_cast<int>(members[static_cast<std::size_t>((m + (rooted ? root : 0)) % n)]); };
      for (const auto& [p, v] : s.bytes) global.bytes[{rankOf(p.first), rankOf(p.second)}] += v;
      for (const auto& [p, v] : s.messages) global.messages[{rankOf(p.first), rankOf(p.second)}] += v;
      made.moved[a] = global;
    }
    all.push_back(made);
    return t + 10 + static_cast<std::int64_t>(random.below(5));
  }

  template <class Counts>
  void compare(const TrafficOptions& o, const Counts& counts, const std::string& what) const {
    Pairs expected;
    for (const Made& m : all) {
      const double share = counts(m);
      if (share == 0) continue;
      const Slow& s = m.moved.at(o.algorithm);
      for (const auto& [p, v] : o.measure == TrafficMeasure::Messages ? s.messages : s.bytes) expected[p] += (o.measure == TrafficMeasure::Messages ? 1 : share) * v;
    }
    const TrafficMatrix m = trafficMatrix(run, o);
    double sum = 0;
    for (const auto& [p, v] : expected) sum += v;
    if (m.source == TrafficSource::None) {
      EXPECT_EQ(sum, 0) << what << ": " << m.assumption;
      return;
    }
    if (m.source == TrafficSource::SharedTime) return;  // nothing to expand was counted
    for (int a = 0; a < m.bins; ++a)
      for (int b = 0; b < m.bins; ++b) {
        const auto it = expected.find({m.ranks[static_cast<std::size_t>(a)], m.ranks[static_cast<std::size_t>(b)]});
        const double e = it == expected.end() ? 0 : it->second;
        ASSERT_NEAR(m.at(a, b), e, 1e-9 * std::max(1.0, e)) << what << ": " << a << " to " << b << ". " << m.assumption;
        double parts = 0;
        for (const auto& part : m.partsOf(a, b)) parts += part.value;
        ASSERT_NEAR(parts, e, 1e-9 * std::max(1.0, e)) << what << ": the parts of " << a << " to " << b;
      }
    double sent = 0;
    double received = 0;
    for (int a = 0; a < m.bins; ++a) sent += m.sent(a), received += m.received(a);
    EXPECT_NEAR(sent, sum, 1e-9 * std::max(1.0, sum)) << what;
    EXPECT_NEAR(received, sum, 1e-9 * std::max(1.0, sum)) << what;
    EXPECT_NEAR(m.total(), sum, 1e-9 * std::max(1.0, sum)) << what;
  }

  Random random;
  int world = 0;
  Sketch sketch;
  std::vector<TrackIndex> tracks;
  std::vector<Made> all;
  std::map<int, std::int64_t> own_;
  weir::Run run;
};

}  // namespace

TEST(TrafficBrute, EveryOperationAndAlgorithm) {
  std::map<Operation, int> tried;
  for (std::uint64_t seed = 0; seed < 3000 && !testing::Test::HasFailure(); ++seed) {
    const RandomRun r(seed);
    const std::string of = "seed " + std::to_string(seed);
    for (const Made& m : r.all) ++tried[m.operation];
    for (const Algorithm a : kAlgorithms)
      for (const TrafficMeasure m : {TrafficMeasure::Bytes, TrafficMeasure::Messages})
        r.compare({.measure = m, .algorithm = a}, [](const Made&) { return 1.0; }, of + ", " + std::string(name(a)));
    Random dice(seed, 2);
    const Algorithm a = kAlgorithms[dice.below(kAlgorithms.size())];
    const Made& one = r.all[dice.below(r.all.size())];
    r.compare({.algorithm = a, .operations = {one.operation}}, [&](const Made& m) { return m.operation == one.operation ? 1.0 : 0.0; }, of + ", one operation");
    r.compare({.algorithm = a, .groups = {one.group}}, [&](const Made& m) { return m.group == one.group ? 1.0 : 0.0; }, of + ", one group");
    const std::int64_t from = static_cast<std::int64_t>(dice.below(100));
    const std::int64_t to = from + 1 + static_cast<std::int64_t>(dice.below(60));
    r.compare({.algorithm = a, .range = TimeRange{from * us, to * us}},
              [&](const Made& m) { return static_cast<double>(std::max<std::int64_t>(0, std::min(to, m.end) - std::max(from, m.start))) / static_cast<double>(m.end - m.start); }, of + ", a range");
    const std::size_t step = dice.below(3);
    r.compare({.algorithm = a, .step = stepOf(findSteps(r.run), step)}, [&](const Made& m) { return m.step == step ? 1.0 : 0.0; }, of + ", a step");
  }
  for (const Operation op : kOperations) EXPECT_GT(tried[op], 1000) << name(op);
}

// All closed forms against the messages that the packet engine plays.
TEST(TrafficBrute, AsPlayed) {
  for (const Operation op : {Operation::AllReduce, Operation::AllGather, Operation::ReduceScatter, Operation::Broadcast, Operation::Reduce, Operation::AllToAll})
    for (std::size_t k = 1; k < algorithmNames().size(); ++k)
      for (const int n : {2, 3, 4, 5, 8, 12, 16})
        for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1003}, std::int64_t{5'000'000}}) {
          const auto algorithm = static_cast<Algorithm>(k);
          Sketch s;
          for (int r = 0; r < n; ++r) s.track(r, TrackKind::Stream, "stream");
          const bool gather = op == Operation::AllGather;
          for (int r = 0; r < n; ++r) s.call(r, op, 0, 10, gather ? bytes / n : bytes, n);
          const weir::Run run = s.build();
          for (const TrafficMeasure measure : {TrafficMeasure::Bytes, TrafficMeasure::Messages}) {
            const TrafficMatrix m = trafficMatrix(run, {.measure = measure, .algorithm = algorithm});
            Pairs expected;
            double sum = 0;
            expandCollective(*collectiveOpFrom(name(op)), algorithm, n, gather ? bytes / n * n : bytes, 0, [&](const Message& x) {
              expected[{x.from, x.to}] += measure == TrafficMeasure::Messages ? 1 : static_cast<double>(x.bytes);
              sum += measure == TrafficMeasure::Messages ? 1 : static_cast<double>(x.bytes);
            });
            if (m.source == TrafficSource::SharedTime) {
              EXPECT_EQ(sum, 0);
              continue;
            }
            EXPECT_EQ(m.total(), sum) << name(op) << " " << name(algorithm) << " " << n << " " << bytes << " " << name(measure);
            for (const auto& [p, v] : expected) ASSERT_EQ(m.at(p.first, p.second), v) << name(op) << " " << name(algorithm) << " " << n << " " << bytes << " " << name(measure);
          }
        }
}

// Common time, pair by pair over all calls.
TEST(TrafficBrute, CommonTime) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed, 3);
    const int world = 2 + static_cast<int>(random.below(6));
    Sketch s;
    for (int r = 0; r < world; ++r) s.track(r, TrackKind::Stream, "stream");
    for (int k = 0; k < 4; ++k)
      for (int r = 0; r < world; ++r) {
        if (k == 3 && random.below(2) == 0) continue;
        const std::int64_t from = 200 * k + static_cast<std::int64_t>(random.below(60));
        s.call(r, Operation::AllReduce, from, 200 * k + 70 + static_cast<std::int64_t>(random.below(60)));
      }
    const weir::Run run = s.build();
    const TimeRange range{static_cast<std::int64_t>(random.below(300)) * us, static_cast<std::int64_t>(300 + random.below(500)) * us};
    for (const bool cut : {false, true}) {
      const TrafficMatrix m = trafficMatrix(run, {.measure = TrafficMeasure::Time, .range = cut ? std::optional(range) : std::nullopt});
      if (m.source == TrafficSource::None) continue;
      for (int a = 0; a < world; ++a)
        for (int b = 0; b < world; ++b) {
          std::int64_t both = 0;
          for (const CollectiveCall& x : run.collectives)
            for (const CollectiveCall& y : run.collectives) {
              if (x.rank != a || y.rank != b || a == b || x.instance != y.instance) continue;
              std::int64_t from = std::max(x.start, y.start);
              std::int64_t to = std::min(x.start + x.duration, y.start + y.duration);
              if (cut) from = std::max(from, range.from), to = std::min(to, range.to);
              both += std::max<std::int64_t>(to - from, 0);
            }
          ASSERT_NEAR(m.at(a, b), static_cast<double>(both) / 1e12, 1e-15) << "seed " << seed << ", " << a << " and " << b;
        }
    }
  }
}

TEST(TrafficNodes, InsideAndBetweenAddUpAndNodesStandTogether) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomRun r(seed);
    Random random(seed, 4);
    RankNodes nodes;
    for (int k = 0; k < 3; ++k) nodes.names.push_back("n" + std::to_string(k));
    for (int rank = 0; rank < r.world; ++rank)
      if (random.below(8) > 0) nodes.of.emplace_back(rank, static_cast<std::uint32_t>(random.below(3)));
    const TrafficMatrix flat = trafficMatrix(r.run, {});
    const TrafficMatrix m = trafficMatrix(r.run, {.nodes = nodes});
    if (m.source == TrafficSource::None || m.source == TrafficSource::SharedTime || nodes.of.empty()) continue;
    double inside = 0;
    for (int a = 0; a < m.bins; ++a)
      for (int b = 0; b < m.bins; ++b) {
        const std::int32_t from = m.ranks[static_cast<std::size_t>(a)];
        const std::int32_t to = m.ranks[static_cast<std::size_t>(b)];
        EXPECT_EQ(m.at(a, b), flat.at(flat.binOf(from), flat.binOf(to)));
        if (nodes.nodeOf(from) >= 0 && nodes.nodeOf(from) == nodes.nodeOf(to)) inside += m.at(a, b);
      }
    EXPECT_NEAR(m.insideNodes, inside, 1e-6);
    EXPECT_NEAR(m.insideNodes + m.betweenNodes, m.total(), 1e-6);
    for (std::size_t i = 1; i < m.ranks.size(); ++i) {
      const int before = nodes.nodeOf(m.ranks[i - 1]);
      const int node = nodes.nodeOf(m.ranks[i]);
      EXPECT_TRUE(node < 0 || (before >= 0 && before <= node));
    }
  }
}

}  // namespace traffic_brute_test
