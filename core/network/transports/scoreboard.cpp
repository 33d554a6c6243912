#include "core/network/transports/scoreboard.h"

#include <algorithm>
#include <bit>

namespace weir::net {

namespace {

constexpr std::uint32_t kOvertakers = 3;  // packets that must come before an earlier one counts as lost (RFC 5681, 3.2)

}  // namespace

std::uint32_t windowSpan(const Channel& c) {
  const double bdp = c.rate * static_cast<double>(c.roundTrip) / c.mtu;
  const auto wanted = static_cast<std::uint32_t>(std::clamp(8 * bdp, 1024.0, 1048576.0));
  return std::max<std::uint32_t>(64, std::min(std::bit_ceil(wanted), std::bit_ceil(std::min(c.packets(), 1U << 30U))));
}

bool recoversSelectively(const Channel& c, bool wish) {
  if (c.settings.recovery == "selective") return true;
  if (c.settings.recovery == "go-back-n") return false;
  return wish;
}

Scoreboard::Scoreboard(const Channel& c, bool selective)
    : packets_(c.packets()),
      mtu_(c.mtu),
      lastBytes_(c.sizeOf(c.packets() - 1)),
      selective_(selective),
      reorders_(c.reorders),
      reorder_(c.reorders ? 2 * c.roundTrip : 0),
      marks_(selective ? windowSpan(c) : 64) {}

WirePacket Scoreboard::take(std::int64_t now) {
  WirePacket p;
  std::uint32_t s;
  if (!selective_) {
    s = next_++;
    p.again = s < front_;
    if (!p.again) front_ = next_;
  } else if (lost_ > 0) [[unlikely]] {
    s = firstLost();
    marks_.clear(kLost, s);
    marks_.set(kRecent, s);
    anyRecent_ = true;
    --lost_;
    lostFrom_ = s + 1;
    p.again = true;
  } else {
    if (front_ == 0) epoch_ = now;
    s = front_++;
  }
  p.sequence = s;
  p.bytes = bytesOf(s);
  flight_ += p.bytes;
  return p;
}

std::uint32_t Scoreboard::firstLost() const {
  std::uint32_t from = std::max(lostFrom_, base_);
  for (std::uint32_t w = from & ~63U;; w += 64) {
    const std::uint64_t m = marks_.word(kLost, w) & bitsWithin(w, from, front_);
    if (m != 0) return w + static_cast<std::uint32_t>(std::countr_zero(m));
  }
}

void Scoreboard::settle(std::uint32_t s, Progress& g) {
  const std::uint32_t b = bytesOf(s);
  g.acked += b;
  if (marks_.test(kLost, s)) {
    marks_.clear(kLost, s);
    --lost_;
  } else {
    flight_ -= b;
  }
}

void Scoreboard::advance(std::uint32_t to, Progress& g) {
  to = std::min(to, front_);
  if (!selective_) {
    for (; base_ < to; ++base_) {
      g.acked += bytesOf(base_);
      if (base_ < next_) flight_ -= bytesOf(base_);
    }
    next_ = std::max(next_, base_);
    return;
  }
  for (; base_ < to; ++base_) {
    if (!marks_.test(kCame, base_)) {
      settle(base_, g);
    } else {
      marks_.clear(kCame, base_);
    }
    marks_.clear(kRecent, base_);
  }
}

void Scoreboard::goBack(std::uint32_t to, Progress& g) {
  for (; next_ > std::max(to, base_); --next_) {
    g.lost += bytesOf(next_ - 1);
    flight_ -= bytesOf(next_ - 1);
  }
}

void Scoreboard::lose(std::uint32_t s, Progress& g) {
  marks_.set(kLost, s);
  marks_.clear(kRecent, s);
  ++lost_;
  lostFrom_ = std::min(lostFrom_, s);
  flight_ -= bytesOf(s);
  g.lost += bytesOf(s);
}

void Scoreboard::loseBefore(std::uint32_t end, Progress& g) {
  for (std::uint32_t w = base_ & ~63U; w < end; w += 64) {
    std::uint64_t m = ~(marks_.word(kCame, w) | marks_.word(kLost, w) | marks_.word(kRecent, w)) & bitsWithin(w, base_, end);
    for (; m != 0; m &= m - 1) lose(w + static_cast<std::uint32_t>(std::countr_zero(m)), g);
  }
}

void Scoreboard::beginEpoch(std::int64_t now) {
  epoch_ = now;
  epochEnd_ = front_;
  if (!anyRecent_) return;
  anyRecent_ = false;
  for (std::uint32_t w = base_ & ~63U; w < front_; w += 64) marks_.word(kRecent, w) = 0;
}

Progress Scoreboard::answer(std::int64_t now, const WirePacket& p) {
  Progress g;
  const std::uint32_t s = p.sequence;
  if (!selective_) {
    advance(p.kind == PacketKind::Nack ? s : p.cumulative, g);
    // A Nack that data from before the last return has caused knows nothing of that return.
    if (p.kind == PacketKind::Nack && p.sent > wentBack_ && next_ > s) {
      goBack(s, g);
      wentBack_ = now;
    }
    return g;
  }
  const bool open = s >= base_ && s < front_ && !marks_.test(kCame, s);
  if (p.kind == PacketKind::Nack) {
    // What became of the packet before it says nothing of a retransmission.
    if (open && !marks_.test(kLost, s) && (p.again || !marks_.test(kRecent, s))) lose(s, g);
    advance(p.cumulative, g);
    return g;
  }
  if (open) {
    settle(s, g);
    marks_.set(kCame, s);
  }
  advance(p.cumulative, g);
  if (base_ == front_) {
    scan_ = highest_ = base_;
    return g;
  }
  if (!reorders_ && !p.again && s >= highest_) {
    highest_ = s + 1;
    scan_ = std::max(scan_, base_);
    for (; scan_ + kOvertakers < highest_; ++scan_) {
      if (!marks_.test(kCame, scan_) && !marks_.test(kLost, scan_) && !marks_.test(kRecent, scan_)) lose(scan_, g);
    }
  }
  if (p.sent > epoch_ + reorder_) {
    loseBefore(std::min(epochEnd_, front_), g);
    beginEpoch(now);
  }
  return g;
}

std::int64_t Scoreboard::loseAll(std::int64_t now) {
  Progress g;
  if (!selective_) {
    goBack(base_, g);
    wentBack_ = now;
    return g.lost;
  }
  beginEpoch(now);
  loseBefore(front_, g);
  return g.lost;
}

}  // namespace weir::net
