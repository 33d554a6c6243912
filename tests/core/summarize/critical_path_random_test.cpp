// The critical path of thousands of small random runs against a second implementation: events as nodes, one list of
// edges, relaxed until nothing moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/random.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/critical_path.h"
#include "tests/core/summarize/support.h"

namespace critical_path_random_test {
using namespace weir;

namespace {

constexpr std::int64_t kUnit = 2000;  // ps; halves are whole

struct Piece {
  int lane = 0, rank = 0;
  std::int64_t start = 0, end = 0;
  std::string name;
  int instance = -1;             // of a collective
  SliceIndex arrival = 0;
  std::set<std::int64_t> waits;  // until these times it waited
};
struct Arrow {
  int from = 0, to = 0;
  std::string kind;
};
struct Case {
  std::vector<Piece> pieces;  // by lane, then start
  std::vector<int> laneRank;
  std::vector<Arrow> arrows;
  RunPtr run;
};

int below(Random& r, int n) { return static_cast<int>(r.below(static_cast<std::uint64_t>(n))); }

Case make(std::uint64_t seed) {
  Random r(seed, 0);
  Case c;
  RunBuilder b("random", Truth::Measured);
  const int ranks = 1 + below(r, 3), collectives = below(r, 4);
  std::vector<std::int64_t> at(static_cast<std::size_t>(ranks) * 3);
  std::vector<TrackIndex> tracks;
  for (int l = 0; l < ranks * 3; ++l) {
    Track t;
    t.name = b.intern("lane " + std::to_string(l % 3));
    t.rank = l / 3;
    t.kind = l % 3 == 0 ? TrackKind::Thread : TrackKind::Stream;
    tracks.push_back(b.track(t));
    c.laneRank.push_back(l / 3);
  }
  const auto put = [&](int lane, std::int64_t length, const std::string& name, int instance) {
    auto& now = at[static_cast<std::size_t>(lane)];
    now += below(r, 4) * (below(r, 3) == 0 ? 0 : 1);
    c.pieces.push_back({lane, lane / 3, now * kUnit, (now + length) * kUnit, name, instance, 0, {}});
    now += length;
  };
  const auto some = [&](int lane) {
    for (int i = below(r, 4); i > 0; --i) put(lane, 1 + below(r, 6), std::string("k") + static_cast<char>('a' + below(r, 3)), -1);
  };
  for (int k = 0; k <= collectives; ++k) {
    for (int l = 0; l < ranks * 3; ++l) some(l);
    if (k == collectives) break;
    // The members begin when they come there; all end after the last has begun, but for a clock that is off.
    const std::size_t first = c.pieces.size();
    for (int rank = 0; rank < ranks; ++rank) put(rank * 3 + 1, 1, "all-reduce", k);
    std::int64_t last = 0;
    for (std::size_t i = first; i < c.pieces.size(); ++i) last = std::max(last, c.pieces[i].start);
    for (std::size_t i = first; i < c.pieces.size(); ++i) {
      if (below(r, 12) == 0) continue;
      c.pieces[i].end = last + (1 + below(r, 4)) * kUnit;
      at[static_cast<std::size_t>(c.pieces[i].lane)] = c.pieces[i].end / kUnit;
    }
  }
  std::stable_sort(c.pieces.begin(), c.pieces.end(), [](const Piece& a, const Piece& b2) { return a.lane != b2.lane ? a.lane < b2.lane : a.start < b2.start; });
  for (Piece& p : c.pieces) {
    p.arrival = b.slice({.track = tracks[static_cast<std::size_t>(p.lane)],
                         .start = p.start,
                         .duration = p.end - p.start,
                         .name = b.intern(p.name),
                         .category = 0,
                         .activity = p.instance >= 0 ? Activity::Communication : p.lane % 3 == 0 ? Activity::Host : Activity::Compute,
                         .args = {}});
    if (p.instance < 0) continue;
    std::vector<std::int32_t> members;
    for (int m = 0; m < ranks; ++m) members.push_back(m);
    CollectiveCall call;
    call.operation = Operation::AllReduce;
    call.rank = p.rank;
    call.slice = p.arrival;
    call.start = p.start;
    call.duration = p.end - p.start;
    call.groupSize = ranks;
    call.group = b.group(members);
    b.collective(call);
  }
  const int n = static_cast<int>(c.pieces.size());
  for (int i = n > 1 ? below(r, n * 2) : 0; i > 0; --i) {
    const int from = below(r, n), to = below(r, n);
    if (from == to) continue;
    static const std::vector<std::string> kKinds{"dependency", "message", "launch"};
    const std::string kind = kKinds[static_cast<std::size_t>(below(r, 3))];
    b.arrow(c.pieces[static_cast<std::size_t>(from)].arrival, c.pieces[static_cast<std::size_t>(to)].arrival, b.intern(kind));
    c.arrows.push_back({from, to, kind});
  }
  c.run = std::make_shared<const weir::Run>(b.build());
  return c;
}

struct Edge {
  int from = 0, to = 0;
  std::int64_t length = 0, least = 0;  // as measured; what it takes when it was not waited for
  bool fixed = false, launch = false;
  std::string work;  // name, where it is the work of a slice
  bool moving = false;
};

// Nodes: 0 is the begin; each piece has its start, where it stops waiting, its end.
struct Model {
  std::vector<std::int64_t> time;
  std::vector<Edge> edges;
  std::vector<int> ends;

  explicit Model(Case& c) {
    std::int64_t begin = INT64_MAX;
    for (const Piece& p : c.pieces) begin = std::min(begin, p.start);
    time.push_back(begin);
    std::vector<Arrow> cause;  // from's start to the wait of `to`
    std::map<int, std::vector<int>> members;  // by instance
    for (int i = 0; i < static_cast<int>(c.pieces.size()); ++i)
      if (const int k = c.pieces[static_cast<std::size_t>(i)].instance; k >= 0) members[k].push_back(i);
    const auto until = [&](int from, int to) {
      const std::int64_t t = c.pieces[static_cast<std::size_t>(from)].start;
      Piece& p = c.pieces[static_cast<std::size_t>(to)];
      if (t <= p.start || t >= p.end) return;
      p.waits.insert(t);
      cause.push_back({from, to, {}});
    };
    std::map<int, std::int64_t> meets;
    for (const auto& [k, all] : members) {
      if (all.size() < 2) continue;
      for (const int i : all) meets[k] = std::max(meets[k], c.pieces[static_cast<std::size_t>(i)].start);
      for (const int i : all)
        if (c.pieces[static_cast<std::size_t>(i)].end > meets[k]) c.pieces[static_cast<std::size_t>(i)].waits.insert(meets[k]);
    }
    for (const Arrow& a : c.arrows)
      if (a.kind == "message" && c.pieces[static_cast<std::size_t>(a.from)].start > c.pieces[static_cast<std::size_t>(a.to)].start) until(a.from, a.to);

    std::vector<int> startNode, endNode;
    std::map<std::pair<int, std::int64_t>, int> waitNode;
    const auto node = [&](std::int64_t t) {
      time.push_back(t);
      return static_cast<int>(time.size()) - 1;
    };
    for (int i = 0; i < static_cast<int>(c.pieces.size()); ++i) {
      const Piece& p = c.pieces[static_cast<std::size_t>(i)];
      startNode.push_back(node(p.start));
      const bool first = i == 0 || c.pieces[static_cast<std::size_t>(i) - 1].lane != p.lane;
      edges.push_back({first ? 0 : endNode.back(), startNode.back(), 0, 0, false, false, {}, false});
      int from = startNode.back();
      for (const std::int64_t t : p.waits) {
        waitNode[{i, t}] = node(t);
        edges.push_back({from, waitNode[{i, t}], 0, 0, false, false, {}, false});
        from = waitNode[{i, t}];
      }
      endNode.push_back(node(p.end));
      edges.push_back({from, endNode.back(), 0, 0, true, false, p.name, p.instance >= 0});
      const bool lastOfLane = i + 1 == static_cast<int>(c.pieces.size()) || c.pieces[static_cast<std::size_t>(i) + 1].lane != p.lane;
      if (lastOfLane) ends.push_back(endNode.back());
    }
    for (const Arrow& a : cause) edges.push_back({startNode[static_cast<std::size_t>(a.from)], waitNode[{a.to, c.pieces[static_cast<std::size_t>(a.from)].start}], 0, 0, false, false, {}, false});
    for (const auto& [k, t] : meets) {
      const int all = node(t);
      for (const int i : members[k]) {
        edges.push_back({startNode[static_cast<std::size_t>(i)], all, 0, 0, false, false, {}, false});
        if (waitNode.count({i, t}) > 0) edges.push_back({all, waitNode[{i, t}], 0, 0, false, false, {}, false});
      }
    }
    std::map<int, std::int64_t> least;
    for (const Arrow& a : c.arrows) {
      const Piece &from = c.pieces[static_cast<std::size_t>(a.from)], &to = c.pieces[static_cast<std::size_t>(a.to)];
      if (a.kind == "launch" && from.end <= to.start) {
        const auto [at, fresh] = least.try_emplace(from.rank, to.start - from.end);
        if (!fresh) at->second = std::min(at->second, to.start - from.end);
      }
    }
    for (const Arrow& a : c.arrows) {
      const Piece &from = c.pieces[static_cast<std::size_t>(a.from)], &to = c.pieces[static_cast<std::size_t>(a.to)];
      int source = -1;
      if (from.end <= to.start) source = endNode[static_cast<std::size_t>(a.from)];
      else if (a.kind != "dependency" && from.start <= to.start) source = startNode[static_cast<std::size_t>(a.from)];
      if (source < 0) continue;
      Edge e{source, startNode[static_cast<std::size_t>(a.to)], 0, 0, false, a.kind == "launch", {}, false};
      if (e.launch && least.count(to.rank) > 0) e.least = least[to.rank];
      edges.push_back(e);
    }
    for (Edge& e : edges) e.length = time[static_cast<std::size_t>(e.to)] - time[static_cast<std::size_t>(e.from)];
    // What came last was waited for.
    std::map<int, std::int64_t> shortest;
    for (const Edge& e : edges)
      if (!e.fixed) {
        const auto [at, fresh] = shortest.try_emplace(e.to, e.length);
        if (!fresh) at->second = std::min(at->second, e.length);
      }
    // The begin of the run explains a first event only where nothing else does.
    std::map<int, int> into;
    for (const Edge& e : edges) ++into[e.to];
    for (Edge& e : edges) {
      const bool came = e.fixed || (e.length == shortest[e.to] && !(e.from == 0 && into[e.to] > 1));
      e.least = came ? e.length : std::min(e.least, e.length);
    }
  }

  template <class Change>
  [[nodiscard]] std::int64_t makespan(const Change& change) const {
    std::vector<std::int64_t> t(time.size(), INT64_MIN / 2);
    t[0] = time[0];
    for (bool moved = true; moved;) {
      moved = false;
      for (const Edge& e : edges) {
        const std::int64_t at = t[static_cast<std::size_t>(e.from)] + change(e);
        if (at > t[static_cast<std::size_t>(e.to)]) {
          t[static_cast<std::size_t>(e.to)] = at;
          moved = true;
        }
      }
    }
    std::int64_t end = INT64_MIN;
    for (const int n : ends) end = std::max(end, t[static_cast<std::size_t>(n)]);
    return end - time[0];
  }
};

std::int64_t replayed(const PathGraph& g, std::string_view text) {
  const PathChange change = *parseChange(text);
  if (notThere(change, *g.run)) return g.span.length();  // a small run may hold no such slice: nothing to change
  const auto path = criticalPath(g, {change}, {});
  std::int64_t at = path->span.from;
  for (const PathSegment& s : path->segments) {
    EXPECT_EQ(s.from, at);
    at = s.to;
  }
  EXPECT_EQ(at, path->span.to);
  return path->makespan();
}

}  // namespace

TEST(CriticalPathRandom, WalkAndReplayAreWhatAnotherImplementationSays) {
  int followed = 0, changed = 0, crossed = 0, circles = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    SCOPED_TRACE(seed);
    Case c = make(seed);
    if (c.pieces.empty()) continue;
    ++followed;
    const auto g = pathGraph(c.run, {.assume = false}, {});
    ASSERT_TRUE(g.has_value());
    if (g->circles > 0) {  // two messages to and fro at one moment: the model below cuts no circles
      ++circles;
      continue;
    }
    const Model m(c);
    const std::int64_t whole = m.makespan([](const Edge& e) { return e.least; });
    const auto path = *criticalPath(*g, {});
    ASSERT_EQ(path.makespan(), whole);
    std::int64_t at = path.span.from;
    std::set<std::int32_t> ranks;
    for (const PathSegment& s : path.segments) {
      ASSERT_EQ(s.from, at);
      ASSERT_GT(s.to, s.from);
      at = s.to;
      ranks.insert(s.rank);
      if (s.kind != PathKind::Work) continue;
      ASSERT_LE(c.run->slices.start[s.slice], s.from);
      ASSERT_GE(c.run->slices.endOf(s.slice), s.to);
    }
    ASSERT_EQ(at, path.span.from + whole);
    crossed += ranks.size() > 1 ? 1 : 0;
    ASSERT_EQ(criticalPath(*g, std::vector<PathChange>{}, {})->makespan(), whole);

    const auto half = [&](const Edge& e) { return e.work == "ka" ? e.least / 2 : e.least; };
    ASSERT_EQ(replayed(*g, "slice ka x2"), m.makespan(half));
    const auto none = [&](const Edge& e) { return e.work == "kb" ? 0 : e.least; };
    ASSERT_EQ(replayed(*g, "slice kb free"), m.makespan(none));
    const auto slower = [&](const Edge& e) { return e.work == "kc" ? e.least * 2 : e.least; };
    ASSERT_EQ(replayed(*g, "slice kc x0.5"), m.makespan(slower));
    const auto collective = [&](const Edge& e) { return e.moving ? e.least / 2 : e.least; };
    ASSERT_EQ(replayed(*g, "collective all-reduce x2"), m.makespan(collective));
    const auto launch = [&](const Edge& e) { return e.launch ? 0 : e.least; };
    ASSERT_EQ(replayed(*g, "no launch delay"), m.makespan(launch));
    changed += m.makespan(none) != whole ? 1 : 0;

    // The table's gains are replays, too.
    const auto rows = *pathTable(*g, path, PathBy::Name, 3, {});
    for (const PathRow& row : rows) {
      if (row.kind != PathKind::Work || !row.gain) continue;
      const std::string name(c.run->names.text(row.name));
      const bool device = row.activity == Activity::Compute;
      if (name == "all-reduce") {
        EXPECT_EQ(*row.gain, whole - m.makespan([](const Edge& e) { return e.moving ? 0 : e.least; }));
      } else {
        EXPECT_GE(*row.gain, 0);
        EXPECT_LE(*row.gain, whole - m.makespan([&](const Edge& e) { return e.work == name ? 0 : e.least; })) << device;
      }
      EXPECT_LE(*row.half, *row.gain);
    }
  }
  EXPECT_GT(followed, 3500);
  EXPECT_LT(circles, 400);
  EXPECT_GT(changed, 1000);  // the changes do bite
  EXPECT_GT(crossed, 500);   // the paths do cross ranks
}

// Nesting, overlaps, waits, assumed links, ranges: whatever is followed, the path covers the span and an unchanged replay
// gives what was measured.
TEST(CriticalPathRandom, EveryPicosecondOnceWhateverTheShape) {
  int tried = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed, 1);
    RunBuilder b("random", below(r, 3) == 0 ? Truth::Simulated : Truth::Measured);
    const int lanes = 1 + below(r, 5), n = 1 + below(r, 40);
    std::vector<TrackIndex> tracks;
    for (int l = 0; l < lanes; ++l) {
      Track t;
      t.name = b.intern("lane " + std::to_string(l));
      t.rank = below(r, 3) - 1;
      t.kind = below(r, 2) == 0 ? TrackKind::Thread : TrackKind::Stream;
      tracks.push_back(b.track(t));
    }
    const std::int64_t scale = below(r, 2) == 0 ? 1 : 30'000'000;
    for (int i = 0; i < n; ++i) {
      const bool sync = below(r, 6) == 0;
      b.slice({.track = tracks[static_cast<std::size_t>(below(r, lanes))],
               .start = below(r, 60) * scale,
               .duration = below(r, 12) * scale,
               .name = b.intern(sync ? "cudaStreamSynchronize" : "k"),
               .category = 0,
               .activity = sync ? Activity::Wait : static_cast<Activity>(below(r, kActivities)),
               .args = {}});
      if (below(r, 4) == 0) {
        CollectiveCall call;
        call.operation = Operation::Broadcast;
        call.rank = below(r, 3);
        call.slice = static_cast<SliceIndex>(i);
        b.collective(call);
      }
    }
    for (int i = below(r, 30); i > 0; --i) {
      static const std::vector<std::string> kKinds{"dependency", "message", "launch", "fwdbwd", "control"};
      b.arrow(static_cast<SliceIndex>(below(r, n)), static_cast<SliceIndex>(below(r, n)), b.intern(kKinds[static_cast<std::size_t>(below(r, 3 + 2 * below(r, 2)))]));
    }
    weir::Run made = b.build();
    for (CollectiveCall& c : made.collectives) {
      c.start = made.slices.start[c.slice];
      c.duration = made.slices.duration[c.slice];
    }
    const RunPtr run = std::make_shared<const weir::Run>(std::move(made));
    PathOptions options;
    if (below(r, 2) == 0) {
      const std::int64_t from = below(r, 60);
      options.range = TimeRange{from * scale, (from + 1 + below(r, 30)) * scale};
    }
    options.endOnHost = below(r, 2) == 0;
    const auto g = pathGraph(run, options, {});
    if (!g) continue;
    ++tried;
    const std::vector<CriticalPath> both{*criticalPath(*g, {}), *criticalPath(*g, std::vector<PathChange>{}, {})};
    for (const CriticalPath& path : both) {
      ASSERT_EQ(path.makespan(), g->span.length());
      std::int64_t at = g->span.from;
      for (const PathSegment& s : path.segments) {
        ASSERT_EQ(s.from, at);
        ASSERT_GT(s.to, s.from);
        at = s.to;
      }
      ASSERT_EQ(at, g->span.to);
    }
    for (const char* text : {"computing free", "no gaps", "rank 0 not late", "rank 1 x2", "network at 2Gb/s from 1Gb/s", "no data stall"}) ASSERT_LE(replayed(*g, text), g->span.length()) << text;
  }
  EXPECT_GT(tried, 2000);
}

// Ranks without device streams: the path of a run of one thread is that thread, and what it says of computing, communicating,
// loading, saving and copying is what the breakdown says, whatever stands within what.
TEST(CriticalPathRandom, OneThreadAloneCountsAsInTheBreakdown) {
  int computed = 0, nested = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed, 2);
    RunBuilder b("random", Truth::Measured);
    Track t;
    t.name = b.intern("main");
    t.rank = 0;
    t.kind = TrackKind::Thread;
    const TrackIndex track = b.track(t);
    const bool nests = below(r, 2) == 0;
    std::vector<std::pair<int, int>> open{{0, 200}};
    for (int i = 1 + below(r, 25); i > 0; --i) {
      const auto [from, to] = nests ? open[static_cast<std::size_t>(below(r, static_cast<int>(open.size())))] : std::pair(0, 200);
      const int start = from + below(r, to - from + 1), end = start + below(r, nests ? to - start + 1 : 40);
      if (nests && end > start) open.emplace_back(start, end);
      b.slice({.track = track, .start = start * kUnit, .duration = (end - start) * kUnit, .name = b.intern("k"), .category = 0, .activity = static_cast<Activity>(below(r, kActivities)), .args = {}});
    }
    const RunPtr run = std::make_shared<const weir::Run>(b.build());
    const auto g = pathGraph(run, {}, {});
    if (!g) continue;
    const RankBreakdown whole = breakdown(*run).ranks.at(0);
    if (!whole.saysAnything) continue;
    std::map<Activity, std::int64_t> on;
    const CriticalPath path = *criticalPath(*g, {});
    for (const PathSegment& s : path.segments) on[s.activity] += s.length();
    ASSERT_EQ(on[Activity::Compute], whole.computing);
    ASSERT_EQ(on[Activity::Communication], whole.communication());
    ASSERT_EQ(on[Activity::DataLoad], whole.dataStall);
    ASSERT_EQ(on[Activity::Checkpoint], whole.checkpoint);
    ASSERT_EQ(on[Activity::Copy], whole.copy);
    computed += whole.computing > 0 ? 1 : 0;
    nested += nests ? 1 : 0;
    if (whole.computing == 0) continue;
    ASSERT_EQ(g->span.length() - replayed(*g, "computing free"), whole.computing);
  }
  EXPECT_GT(computed, 800);
  EXPECT_GT(nested, 400);
}

}  // namespace critical_path_random_test
