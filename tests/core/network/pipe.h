// A small network for the ends of transports alone: senders with a NIC each, one switch port they all meet at, one receiving
// host; the way back is a delay. Marks, pauses, cuts, drops and reorders as told. Plain and slow: it is there to be trusted.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "core/base/random.h"
#include "core/network/transport.h"

namespace weir::net::test {

struct PipeOptions {
  double rate = 0.0125;            // bytes a ps, of NICs and the port: 100 Gb/s
  std::int64_t delay = 3'000'000;  // ps, of each of the two links one way
  std::uint32_t mtu = 4096;
  std::int64_t buffer = 1 << 30;  // bytes of the port
  std::int64_t ecnMin = 0, ecnMax = 0;
  double ecnProbability = 0;
  std::int64_t xoff = 0;  // a sender with so many bytes in the port is paused; goes on below three quarters; 0 = never
  bool trims = false;     // beyond the buffer: cut instead of dropped
  double dropForward = 0, dropBack = 0;
  std::int64_t jitter = 0;  // ps that a packet may be late, so that packets overtake
  std::uint64_t seed = 1;
  TransportSettings settings;
};

class Pipe {
 public:
  struct Flow {
    std::int64_t bytes = 0, start = 0, got = 0, end = -1;
    std::unique_ptr<Sender> sender;
    std::unique_ptr<Receiver> receiver;
    std::int64_t nicFree = 0, timer = kNeverTime, held = 0;  // held: bytes in the port
    std::uint64_t nicSent = 0, packets = 0, again = 0;
    bool paused = false;
    std::int64_t gotAt = 0;  // got at measureFrom
  };

  Pipe(const TransportDescriptor& t, PipeOptions o) : transport_(t), o_(o), random_(o.seed, 77) { host_.rate = o.rate; }

  [[nodiscard]] std::int64_t roundTrip() const { return 4 * o_.delay + 2 * time(o_.mtu) + 2 * time(64); }
  std::size_t add(std::int64_t bytes, std::int64_t start = 0) {
    Channel c;
    c.bytes = bytes;
    c.mtu = o_.mtu;
    c.roundTrip = roundTrip();
    c.rate = c.narrowest = o_.rate;
    c.hops = 2;
    c.reorders = o_.jitter > 0;
    c.seed = mix(o_.seed, flows.size());
    c.settings = o_.settings;
    Flow f;
    f.bytes = bytes;
    f.start = start;
    f.sender = transport_.sender(c);
    f.receiver = transport_.receiver(c);
    flows.push_back(std::move(f));
    channels_.push_back(c);
    const std::size_t i = flows.size() - 1;
    at(start, [this, i] { serve(i); });
    return i;
  }
  // Until nothing happens any more, or `until`.
  void run(std::int64_t until = kNeverTime) {
    while (!events_.empty() && events_.top().time <= until) {
      const Event e = events_.top();
      events_.pop();
      now = e.time;
      e.what();
    }
    if (until != kNeverTime) now = until;
    settleQueue();
  }
  void measureFromNow() {
    settleQueue();
    area_ = 0;
    maxQueue = queue_;
    measureFrom_ = now;
    sentFrom_ = sent_;
    for (auto& f : flows) f.gotAt = f.got;
  }
  [[nodiscard]] double meanQueue() const { return area_ / static_cast<double>(now - measureFrom_); }
  [[nodiscard]] double use() const {
    return static_cast<double>(sent_ - sentFrom_) / (o_.rate * static_cast<double>(now - measureFrom_));
  }
  [[nodiscard]] double share(std::size_t i) const {  // of the port's rate
    return static_cast<double>(flows[i].got - flows[i].gotAt) / (o_.rate * static_cast<double>(now - measureFrom_));
  }
  [[nodiscard]] bool allDone() const {
    return std::all_of(flows.begin(), flows.end(),
                       [](const Flow& f) { return f.end >= 0 && f.sender->finished() && f.got == f.bytes; });
  }

  std::vector<Flow> flows;
  std::int64_t now = 0, maxQueue = 0;
  std::uint64_t pauses = 0, marks = 0, cuts = 0, drops = 0, cnps = 0;

 private:
  struct Event {
    std::int64_t time;
    std::uint64_t order;
    std::function<void()> what;
    bool operator<(const Event& o) const { return time != o.time ? time > o.time : order > o.order; }
  };
  struct Travelling {
    WirePacket p;
    std::vector<Telemetry> path;
    std::size_t flow = 0;
  };
  struct Out final : Replies {
    explicit Out(Pipe& pipe, std::size_t i) : pipe_(pipe), flow(i) {}
    void send(const WirePacket& p, std::int64_t notBefore) override { pipe_.goBack(flow, p, notBefore); }
    Pipe& pipe_;
    std::size_t flow;
  };

  [[nodiscard]] std::int64_t time(std::uint32_t bytes) const { return static_cast<std::int64_t>(bytes / o_.rate); }
  void at(std::int64_t t, std::function<void()> what) { events_.push({t, order_++, std::move(what)}); }
  [[nodiscard]] std::int64_t late() {
    return o_.jitter > 0 ? static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(o_.jitter))) : 0;
  }
  bool unlucky(double p) {
    if (p <= 0 || random_.uniform() >= p) return false;
    ++drops;
    return true;
  }

  void serve(std::size_t i) {
    Flow& f = flows[i];
    const std::int64_t t = f.sender->timer();
    if (t < f.timer) {
      f.timer = t;
      at(t, [this, i, t] {
        if (flows[i].timer != t) return;
        flows[i].timer = kNeverTime;
        if (flows[i].sender->timer() <= now) flows[i].sender->onTimer(now);
        serve(i);
      });
    }
    if (f.paused || now < f.nicFree) return;  // asked again then
    const std::int64_t e = f.sender->earliest(now);
    if (e == kNeverTime) return;
    if (e > now) {
      at(e, [this, i] { serve(i); });
      return;
    }
    Travelling v;
    v.p = f.sender->take(now);
    v.p.sent = now;
    v.flow = i;
    f.nicFree = now + time(v.p.bytes);
    f.nicSent += v.p.bytes;
    ++f.packets;
    f.again += v.p.again ? 1 : 0;
    if (transport_.telemetry) v.path.push_back({f.nicFree, f.nicSent, 0, static_cast<float>(o_.rate)});
    at(f.nicFree, [this, i] { serve(i); });
    if (!unlucky(o_.dropForward)) at(f.nicFree + o_.delay + late(), [this, v] { enter(v); });
    serve(i);
  }

  void settleQueue() {
    area_ += static_cast<double>(queue_) * static_cast<double>(now - queueSince_);
    queueSince_ = now;
  }
  void enter(Travelling v) {
    if (queue_ + v.p.bytes > o_.buffer) {
      if (!o_.trims) {
        ++drops;
        return;
      }
      ++cuts;
      v.p.trimmed = true;
      v.p.bytes = 64;
      headers_.push(std::move(v));
    } else {
      settleQueue();
      queue_ += v.p.bytes;
      maxQueue = std::max(maxQueue, queue_);
      Flow& f = flows[v.flow];
      f.held += v.p.bytes;
      if (o_.xoff > 0 && !f.paused && f.held > o_.xoff) {
        ++pauses;
        const std::size_t i = v.flow;
        at(now + o_.delay, [this, i] { flows[i].paused = flows[i].held > o_.xoff * 3 / 4; });
      }
      if (marked()) {
        v.p.marked = true;
        ++marks;
      }
      data_.push(std::move(v));
    }
    depart();
  }
  // Those that enter a queue so full are marked (RED on the queue at hand).
  bool marked() {
    if (o_.ecnProbability <= 0 || queue_ <= o_.ecnMin) return false;
    if (queue_ >= o_.ecnMax) return true;
    return random_.uniform() <
           o_.ecnProbability * static_cast<double>(queue_ - o_.ecnMin) / static_cast<double>(o_.ecnMax - o_.ecnMin);
  }
  void depart() {
    if (portBusy_ || (data_.empty() && headers_.empty())) return;
    portBusy_ = true;
    std::queue<Travelling>& q = headers_.empty() ? data_ : headers_;
    Travelling v = std::move(q.front());
    q.pop();
    at(now + time(v.p.bytes), [this, v] {
      portBusy_ = false;
      left(v);
      depart();
    });
  }
  void left(Travelling v) {
    sent_ += v.p.bytes;
    if (!v.p.trimmed) {
      settleQueue();
      queue_ -= v.p.bytes;
      Flow& f = flows[v.flow];
      f.held -= v.p.bytes;
      if (f.held <= o_.xoff * 3 / 4) {
        const std::size_t i = v.flow;
        at(now + o_.delay, [this, i] {
          flows[i].paused = false;
          serve(i);
        });
      }
    }
    if (transport_.telemetry) {
      v.path.push_back({now, sent_, static_cast<std::uint32_t>(queue_), static_cast<float>(o_.rate)});
    }
    at(now + o_.delay, [this, v] { arrive(v); });
  }
  void arrive(const Travelling& v) {
    Flow& f = flows[v.flow];
    Out out(*this, v.flow);
    WirePacket p = v.p;
    p.telemetry = v.path;
    if (f.receiver->complete()) {  // as an engine may do
      out.send(finalAnswer(channels_[v.flow], p), 0);
      return;
    }
    f.got += f.receiver->receive(now, p, host_, out);
    if (f.receiver->complete()) f.end = now;
  }
  void goBack(std::size_t i, const WirePacket& p, std::int64_t notBefore) {
    if (p.kind == PacketKind::Cnp) ++cnps;
    if (unlucky(o_.dropBack)) return;
    Travelling v;
    v.p = p;
    v.path.assign(p.telemetry.begin(), p.telemetry.end());
    at(std::max(now, notBefore) + 2 * (time(p.bytes) + o_.delay) + late(), [this, i, v] {
      WirePacket q = v.p;
      q.telemetry = v.path;
      flows[i].sender->receive(now, q);
      serve(i);
    });
  }

  const TransportDescriptor& transport_;
  PipeOptions o_;
  Random random_;
  HostEnd host_;
  std::vector<Channel> channels_;
  std::priority_queue<Event> events_;
  std::uint64_t order_ = 0, sent_ = 0, sentFrom_ = 0;
  std::queue<Travelling> data_, headers_;
  bool portBusy_ = false;
  std::int64_t queue_ = 0, queueSince_ = 0, measureFrom_ = 0;
  double area_ = 0;
};

}  // namespace weir::net::test
