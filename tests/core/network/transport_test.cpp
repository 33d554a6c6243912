// The ends of transports over a little pipe: what each paper promises in steady state, and that nothing hangs or is counted
// twice whatever is lost. 100 Gb/s, four links of 3 us there and back: a round trip of 12.67 us, 39 packets of 4 KiB.
#include "core/network/transport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/network/transports/scoreboard.h"
#include "tests/core/network/pipe.h"

namespace transport_test {
using namespace weir;
using namespace weir::net;
using namespace weir::net::test;

namespace {

constexpr std::int64_t kPsUs = 1'000'000, kPsMs = 1'000'000'000;

const TransportDescriptor& named(std::string_view name) { return *transportNamed(name); }

// The marking and buffer a transport is made for: of the port, or, where it pauses, of each input.
PipeOptions optionsFor(const TransportDescriptor& t) {
  PipeOptions o;
  o.ecnMin = t.ecnMin;
  o.ecnMax = t.ecnMax;
  o.ecnProbability = t.ecnProbability;
  if (t.buffer > 0) (t.lossless ? o.xoff : o.buffer) = t.buffer;
  o.trims = t.trims;
  return o;
}

// Jain's index of fairness: 1 = equal shares.
double fairness(const Pipe& p) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < p.flows.size(); ++i) sum += p.share(i), squares += p.share(i) * p.share(i);
  return sum * sum / squares / static_cast<double>(p.flows.size());
}

// `flows` endless senders, measured from `from` to `until`.
struct Steady {
  Steady(std::string_view name, int flows, std::int64_t from, std::int64_t until) : pipe(named(name), optionsFor(named(name))) {
    for (int i = 0; i < flows; ++i) pipe.add(4'000'000'000, i * 1000);
    pipe.run(from);
    pipe.measureFromNow();
    const auto before = pipe.pauses;
    pipe.run(until);
    pauses = pipe.pauses - before;
  }
  Pipe pipe;
  std::uint64_t pauses = 0;
};

Channel channel(std::int64_t bytes) {
  Channel c;
  c.bytes = bytes;
  c.roundTrip = 14 * kPsUs;
  c.rate = c.narrowest = 0.0125;
  c.hops = 6;
  c.seed = 5;
  return c;
}

WirePacket ack(std::uint32_t sequence, std::uint32_t cumulative, std::int64_t sent, bool marked = false) {
  WirePacket p;
  p.kind = PacketKind::Ack;
  p.sequence = sequence;
  p.cumulative = cumulative;
  p.sent = sent;
  p.marked = marked;
  return p;
}

struct Kept final : Replies {
  void send(const WirePacket& p, std::int64_t notBefore) override {
    all.push_back(p);
    times.push_back(notBefore);
  }
  std::vector<WirePacket> all;
  std::vector<std::int64_t> times;
};

}  // namespace

TEST(Transport, TableHasEachOnceAndEndsForAllButCredits) {
  for (const auto& t : transports()) {
    EXPECT_EQ(transportNamed(t.name), &t);
    EXPECT_EQ(t.sender != nullptr, !t.credits) << t.name;
    EXPECT_EQ(t.receiver != nullptr, !t.credits) << t.name;
    EXPECT_LE(t.ecnMin, t.ecnMax) << t.name;
  }
  EXPECT_EQ(transports().size(), 7U);
  EXPECT_EQ(transportNamed("tcp"), nullptr);
}

TEST(Transport, LoneMessageTakesItsBytesAndOneWay) {
  // 2 MB at 80 ps a byte, two links of 3 us, one packet stored on the way.
  const double ideal = 2e6 * 80 + 2 * 3e6 + 4096 * 80;
  for (const auto& t : transports()) {
    if (t.credits) continue;
    PipeOptions o = optionsFor(t);
    o.settings.window = Bytes::of(162'000);  // a round trip's worth; the others begin so anyway
    Pipe p(t, o);
    p.add(2'000'000);
    p.run();
    ASSERT_TRUE(p.allDone()) << t.name;
    EXPECT_GE(static_cast<double>(p.flows[0].end), ideal - 100) << t.name;
    const double held = t.name == "hpcc" ? 0.95 : 1;  // eta of the link
    EXPECT_LT(static_cast<double>(p.flows[0].end), ideal + 2e6 * 80 * (1 / held - 1) + 0.01 * ideal) << t.name;
    EXPECT_EQ(p.flows[0].packets, 489U) << t.name;
    EXPECT_EQ(p.flows[0].again, 0U) << t.name;
  }
}

TEST(Transport, DctcpStartsSlowly) {
  // Ten packets, then 20, in round trips of 12.666 us: two pauses of 12.666 - 10 x 0.32768 and 12.666 - 20 x 0.32768 us.
  Pipe p(named("dctcp"), optionsFor(named("dctcp")));
  p.add(2'000'000);
  p.run();
  const double rtt = static_cast<double>(p.roundTrip());
  EXPECT_NEAR(static_cast<double>(p.flows[0].end), 2e6 * 80 + 6e6 + 4096 * 80 + 2 * rtt - 30 * 4096 * 80, 0.5e6);
}

TEST(Transport, OneByteMessages) {
  for (const auto& t : transports()) {
    if (t.credits) continue;
    Pipe p(t, optionsFor(t));
    for (int i = 0; i < 3; ++i) p.add(1, i * kPsUs);
    p.add(0);  // its one packet brings nothing
    p.run();
    EXPECT_TRUE(p.allDone()) << t.name;
    EXPECT_EQ(p.flows[0].end, 2 * (80 + 3 * kPsUs)) << t.name;
  }
}

TEST(Transport, NothingHangsAndNothingCountsTwiceWhateverIsLost) {
  for (const auto& t : transports()) {
    if (t.credits) continue;
    for (const char* recovery : {"selective", "go-back-n"}) {
      for (const double loss : {0.001, 0.01, 0.05, 0.2}) {
        for (const int where : {0, 1, 2}) {
          PipeOptions o = optionsFor(t);
          o.settings.recovery = recovery;
          o.dropForward = where != 1 ? loss : 0;
          o.dropBack = where != 0 ? loss : 0;
          o.jitter = where == 2 ? 3 * kPsUs : 0;
          o.seed = static_cast<std::uint64_t>(1000 * loss) + static_cast<std::uint64_t>(where);
          Pipe p(t, o);
          for (int i = 0; i < 3; ++i) p.add(500'000 + 77 * i, i * kPsUs);
          p.add(4096);
          p.add(3);
          p.run(100'000 * kPsMs);
          ASSERT_TRUE(p.allDone()) << t.name << " " << recovery << " " << loss << " " << where;
          for (const auto& f : p.flows) EXPECT_EQ(f.got, f.bytes) << t.name;
        }
      }
    }
  }
}

TEST(Transport, LossesOfASelectiveSenderGoAgainAlone) {
  // One packet in a hundred: a hundredth goes again, and little more; go-back-n repeats what followed too.
  for (const char* name : {"dcqcn", "hpcc", "swift", "dctcp"}) {
    std::uint64_t again[2];
    for (const int back : {0, 1}) {
      PipeOptions o = optionsFor(named(name));
      o.dropForward = 0.01;
      o.settings.recovery = back == 1 ? "go-back-n" : "selective";
      Pipe p(named(name), o);
      p.add(8'000'000);
      p.run(10'000 * kPsMs);
      ASSERT_TRUE(p.allDone()) << name;
      again[back] = p.flows[0].again;
      if (back == 0) {
        EXPECT_EQ(p.flows[0].again, p.drops) << name;
      }
    }
    EXPECT_GT(again[1], 2 * again[0]) << name;
  }
}

TEST(Transport, SameSeedSameBytes) {
  for (const auto& t : transports()) {
    if (t.credits) continue;
    std::vector<std::int64_t> ends[2];
    for (auto& e : ends) {
      PipeOptions o = optionsFor(t);
      o.dropForward = 0.01;
      Pipe p(t, o);
      for (int i = 0; i < 4; ++i) p.add(300'000, i);
      p.run();
      for (const auto& f : p.flows) e.push_back(f.end);
    }
    EXPECT_EQ(ends[0], ends[1]) << t.name;
  }
}

TEST(Transport, DctcpHoldsTheQueueNearItsThreshold) {
  // K = 163,840 bytes. Section 3.3 of the paper: the queue swings below K + one packet a flow.
  for (const int flows : {2, 8}) {
    Steady s("dctcp", flows, 10 * kPsMs, 20 * kPsMs);
    EXPECT_GT(s.pipe.use(), 0.99) << flows;
    EXPECT_GT(s.pipe.meanQueue(), 0.6 * 163'840) << flows;
    EXPECT_LT(s.pipe.meanQueue(), 1.1 * 163'840) << flows;
    EXPECT_LT(s.pipe.maxQueue, 163'840 + 2 * 4096 * flows) << flows;
    EXPECT_GT(fairness(s.pipe), 0.97) << flows;
    EXPECT_EQ(s.pipe.drops, 0U) << flows;
  }
}

TEST(Transport, DcqcnKeepsAnIncastBelowThePauseThresholdOnceItHasConverged) {
  // Each has an input of its own, which may hold 500 kB. All begin at line rate, so they must be paused at first; 60 ms later
  // they share the link and none is paused any more.
  for (const int flows : {2, 8, 16}) {
    Steady s("dcqcn", flows, 60 * kPsMs, 90 * kPsMs);
    EXPECT_EQ(s.pauses, 0U) << flows;
    if (flows > 2) {
      EXPECT_GT(s.pipe.pauses, 0U) << flows;
    }
    EXPECT_LT(s.pipe.maxQueue, 1'000'000) << flows;  // of them all: twice where marking is certain
    EXPECT_GT(s.pipe.use(), 0.93) << flows;
    EXPECT_GT(fairness(s.pipe), 0.99) << flows;
    EXPECT_EQ(s.pipe.drops, 0U) << flows;
  }
}

TEST(Transport, HpccRunsTheLinkAtEtaWithNextToNoQueue) {
  for (const int flows : {1, 4, 8}) {
    Steady s("hpcc", flows, 10 * kPsMs, 20 * kPsMs);
    EXPECT_NEAR(s.pipe.use(), 0.945, 0.015) << flows;
    EXPECT_LT(s.pipe.meanQueue(), 4 * 4096) << flows;  // under a tenth of bandwidth x round trip
    EXPECT_EQ(s.pauses, 0U) << flows;
  }
  EXPECT_GT(fairness(Steady("hpcc", 8, 10 * kPsMs, 20 * kPsMs).pipe), 0.98);
}

TEST(Transport, SwiftHoldsTheRoundTripAtItsTarget) {
  // Base target 1.25 round trips; it grows with the flows as 1 / sqrt(window), the window being the share of what the target
  // holds in flight: w = rate x target / mtu / flows.
  for (const int flows : {2, 8, 32}) {
    Steady s("swift", flows, 10 * kPsMs, 20 * kPsMs);
    const double rtt = static_cast<double>(s.pipe.roundTrip()), base = 1.25 * rtt;
    double target = base;
    for (int i = 0; i < 50; ++i) {
      const double w = 0.0125 * target / 4096 / flows;
      target = base + 5 * base * (1 / std::sqrt(w) - 0.1) / (1 / std::sqrt(0.1) - 0.1);
    }
    EXPECT_GT(s.pipe.use(), 0.99) << flows;
    EXPECT_NEAR(rtt + s.pipe.meanQueue() * 80, target, 0.1 * target) << flows;
    EXPECT_GT(fairness(s.pipe), 0.99) << flows;
  }
}

TEST(Transport, SwiftPacesBelowOnePacket) {
  const auto s = named("swift").sender(channel(50'000'000));
  // Round trips of 2 ms, far above the target: halved once each until the window is a fraction of a packet.
  std::int64_t now = 0;
  std::uint32_t next = 0, come = 0;
  for (int i = 0; i < 60; ++i) {
    std::int64_t at = s->earliest(now);
    while (at != kNeverTime && at <= now) {
      next = s->take(now).sequence + 1;
      at = s->earliest(now);
    }
    if (at != kNeverTime) now = at;  // paced
    const std::int64_t sent = now;
    if (at != kNeverTime) next = s->take(now).sequence + 1;
    now += 2 * kPsMs;
    for (; come < next; ++come) s->receive(now, ack(come, come + 1, sent));
  }
  const std::int64_t wait = s->earliest(now) - now;
  EXPECT_GT(wait, 4 * kPsMs);    // less than a packet in two round trips
  EXPECT_LT(wait, 210 * kPsMs);  // not less than one in a hundred
}

TEST(Transport, NdpIncastRunsAtLineRateInAQueueOfEightPackets) {
  Pipe p(named("ndp"), optionsFor(named("ndp")));
  for (int i = 0; i < 32; ++i) p.add(2'000'000);
  p.run();
  ASSERT_TRUE(p.allDone());
  std::int64_t last = 0, first = kNeverTime;
  for (const auto& f : p.flows) last = std::max(last, f.end), first = std::min(first, f.end);
  EXPECT_GE(last, 5'120 * kPsUs);                            // 32 x 2 MB at 100 Gb/s
  EXPECT_LT(last, 5'120 * kPsUs + 3 * p.roundTrip());
  EXPECT_GT(first, 0.98 * static_cast<double>(last));       // pulled in turn
  EXPECT_LE(p.maxQueue, 8 * 4096);
  EXPECT_GT(p.cuts, 0U);
  EXPECT_EQ(p.drops, 0U);
}

TEST(Transport, NdpPullsAreSpacedByTheReceiversLinkOverAllItsMessages) {
  const auto& t = named("ndp");
  const auto a = t.receiver(channel(2'000'000)), b = t.receiver(channel(2'000'000));
  HostEnd host;
  host.rate = 0.0125;
  Kept out;
  WirePacket p;
  for (std::uint32_t i = 0; i < 10; ++i) {
    p.sequence = i;
    a->receive(0, p, host, out);
    b->receive(0, p, host, out);
  }
  std::int64_t at = 0;
  std::uint32_t pulls = 0;
  for (std::size_t i = 0; i < out.all.size(); ++i) {
    if (out.all[i].kind != PacketKind::Pull) continue;
    EXPECT_EQ(out.times[i], at);
    at += 4096 * 80;
    ++pulls;
  }
  EXPECT_EQ(pulls, 20U);
}

TEST(Transport, NsccHoldsTheQueueNearItsTarget) {
  // Three quarters of a round trip: 9.5 us, 118.7 kB.
  for (const int flows : {2, 8}) {
    Steady s("nscc", flows, 10 * kPsMs, 20 * kPsMs);
    EXPECT_GT(s.pipe.use(), 0.99) << flows;
    EXPECT_NEAR(s.pipe.meanQueue() * 80, 0.75 * static_cast<double>(s.pipe.roundTrip()), 1.5e6) << flows;
    EXPECT_GT(fairness(s.pipe), 0.98) << flows;
  }
}

TEST(Transport, NsccTakesGoodPathsAgain) {
  const auto s = named("nscc").sender(channel(10'000'000));
  const WirePacket first = s->take(0), second = s->take(0);
  EXPECT_NE(first.entropy, 0U);
  EXPECT_NE(first.entropy, second.entropy);
  WirePacket good = ack(0, 1, 0), bad = ack(1, 2, 0, true);
  good.entropy = first.entropy;
  bad.entropy = second.entropy;
  s->receive(15 * kPsUs, bad);
  s->receive(15 * kPsUs, good);
  EXPECT_EQ(s->take(15 * kPsUs).entropy, first.entropy);
  const auto fresh = s->take(15 * kPsUs).entropy;
  EXPECT_NE(fresh, second.entropy);
}

TEST(Transport, DcqcnHalvesAtTheFirstNotificationAndComesHalfwayBackEachStep) {
  const auto s = named("dcqcn").sender(channel(50'000'000));
  const auto gap = [&](std::int64_t now) {
    s->take(now);
    return s->earliest(now) - now;
  };
  EXPECT_EQ(gap(0), 4096 * 80);
  WirePacket cnp;
  cnp.kind = PacketKind::Cnp;
  s->receive(kPsUs, cnp);  // alpha 1: half the rate
  EXPECT_EQ(gap(kPsUs), 2 * 4096 * 80);
  // Fast recovery: after k timers of 55 us the rate is 1 - 2^-(k+1) of the link's.
  for (int k = 1; k <= 5; ++k) {
    EXPECT_NEAR(static_cast<double>(gap(kPsUs + k * 55 * kPsUs)), 4096 * 80 / (1 - std::pow(0.5, k + 1)), 2) << k;
  }
  // A queue pair keeps its rate from one message to the next.
  const auto next = named("dcqcn").sender(channel(1'000'000));
  next->continues(*s);
  next->take(280 * kPsUs);
  EXPECT_GT(next->earliest(280 * kPsUs), 280 * kPsUs + 4096 * 80);
}

TEST(Transport, DcqcnRisesWhileASlowSenderWaits) {
  const auto s = named("dcqcn").sender(channel(50'000'000));
  WirePacket cnp;
  cnp.kind = PacketKind::Cnp;
  std::int64_t now = 0;
  for (int i = 0; i < 12; ++i) s->receive(now += 50 * kPsUs, cnp);  // a few thousandths of the link
  s->take(now);
  const std::int64_t first = s->earliest(now);
  ASSERT_GT(first - now, 400 * kPsUs);
  while (s->timer() < s->earliest(now)) s->onTimer(now = s->timer());
  EXPECT_LT(s->earliest(now), first);
}

TEST(Transport, DcqcnNotifiesAtMostEveryFiftyMicroseconds) {
  const auto r = named("dcqcn").receiver(channel(50'000'000));
  HostEnd host;
  Kept out;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    WirePacket p;
    p.sequence = i;
    p.marked = true;
    r->receive(i * 327'680, p, host, out);  // 327.4 us
  }
  EXPECT_EQ(std::count_if(out.all.begin(), out.all.end(), [](const auto& p) { return p.kind == PacketKind::Cnp; }), 7);
}

TEST(Transport, WindowsDoNotGrowWithTheMessage) {
  EXPECT_EQ(windowSpan(channel(2'000'000'000)), 1024U);
  EXPECT_EQ(windowSpan(channel(200'000)), 64U);
  EXPECT_EQ(windowSpan(channel(2'000'000)), 512U);
  // Without an answer a sender that recovers selectively stops at the window's end, however much is left.
  Channel c = channel(2'000'000'000);
  c.settings.recovery = "selective";
  const auto s = named("dcqcn").sender(c);
  std::int64_t now = 0;
  std::uint32_t sent = 0;
  for (std::int64_t at; (at = s->earliest(now)) != kNeverTime; ++sent) s->take(now = at);
  EXPECT_EQ(sent, 1024U);
  EXPECT_FALSE(s->sentAll());
}

TEST(Transport, AMessageIsSentBeforeItIsFinished) {
  const auto s = named("swift").sender(channel(10'000));
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(s->sentAll());
    EXPECT_EQ(s->take(0).bytes, i == 2 ? 10'000U - 8192U : 4096U);
  }
  EXPECT_TRUE(s->sentAll());
  EXPECT_FALSE(s->finished());
  EXPECT_EQ(s->earliest(0), kNeverTime);
  s->receive(15 * kPsUs, ack(2, 0, 0));
  s->receive(15 * kPsUs, ack(0, 1, 0));
  EXPECT_FALSE(s->finished());
  s->receive(15 * kPsUs, ack(1, 3, 0));
  EXPECT_TRUE(s->finished());
  EXPECT_EQ(s->timer(), kNeverTime);
}

// A scoreboard against plain sets, over a network that loses and reorders at random: what it says is under way, lost and
// come adds up after each step.
TEST(Scoreboard, AddsUpUnderRandomLosses) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random r(seed, 3);
    Channel c = channel(1 + static_cast<std::int64_t>(r.below(3'000'000)));
    c.reorders = seed % 2 == 0;
    Scoreboard b(c, true);
    const auto receiver = named("swift").receiver(c);
    HostEnd host;
    Kept out;
    std::vector<WirePacket> forward;
    std::int64_t acked = 0, lost = 0, sent = 0, again = 0;
    std::uint64_t brought = 0;
    for (std::int64_t now = 1; !b.finished(); now += 100'000) {
      ASSERT_LT(now, 10'000 * kPsMs) << seed;
      if (b.canSend() && b.flight() < 300'000 && r.below(3) != 0) {
        WirePacket p = b.take(now);
        p.sent = now;
        sent += p.bytes;
        again += p.again ? p.bytes : 0;
        if (r.below(10) != 0) {
          p.trimmed = r.below(10) == 0;
          forward.push_back(p);
        }
      }
      if (!forward.empty() && r.below(3) != 0) {
        const std::size_t i = c.reorders ? r.below(std::min<std::uint64_t>(forward.size(), 5)) : 0;
        const WirePacket p = forward[i];
        forward.erase(forward.begin() + static_cast<std::ptrdiff_t>(i));
        out.all.clear();
        brought += receiver->receive(now, p, host, out);
        for (const auto& a : out.all) {
          if (r.below(10) == 0) continue;
          const Progress g = b.answer(now, a);
          acked += g.acked;
          lost += g.lost;
        }
      }
      if (forward.empty() && (!b.canSend() || b.flight() >= 300'000) && !b.finished()) lost += b.loseAll(now);
      ASSERT_GE(b.flight(), 0);
      ASSERT_LE(b.front() - b.base(), windowSpan(c));
      ASSERT_LE(again, lost);
    }
    EXPECT_EQ(acked, c.bytes) << seed;
    EXPECT_EQ(brought, static_cast<std::uint64_t>(c.bytes)) << seed;
    EXPECT_EQ(b.flight(), 0) << seed;
    EXPECT_EQ(sent - again, c.bytes) << seed;
  }
}

}  // namespace transport_test
