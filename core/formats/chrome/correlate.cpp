#include "core/formats/chrome/correlate.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <limits>
#include <span>
#include <utility>

#include "core/formats/chrome/scan.h"
#include "core/run/crew.h"

namespace weir::chrome {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kChunk = 16384;  // slices that one thread looks through at a time
constexpr SliceIndex kAhead = 12;      // so far before they are looked at, arguments are asked for

struct Started {  // on a device
  std::int64_t id;
  std::uint32_t slice;
};
struct Call {
  std::uint32_t slice, slot;
};

// Neighbouring slices of one rank, and what was found in them: in Search's columns, from these places on.
struct Chunk {
  SliceIndex begin = 0, end = 0;
  std::size_t rank = 0;  // how many ranks come before
  std::size_t started = 0, startedCount = 0;
  std::size_t calls = 0, callCount = 0;
};

// The correlation ids that the device slices of one rank wait for. Profilers count ids up, so that an id is mostly its own
// place, and neighbours in time are neighbours here; ids that are strewn are hashed.
class Waiting {
 public:
  // all[of the chunks] in order.
  void take(const Column<Started>& all, const Chunk* first, const Chunk* last) {
    std::size_t n = 0;
    std::int64_t lo = std::numeric_limits<std::int64_t>::max();
    std::int64_t hi = 0;
    for (const Chunk* c = first; c != last; ++c) {
      n += c->startedCount;
      for (std::size_t i = c->started; i < c->started + c->startedCount; ++i) lo = std::min(lo, all[i].id), hi = std::max(hi, all[i].id);
    }
    if (n == 0) return;
    lowest_ = lo;
    dense_ = hi - lo < static_cast<std::int64_t>(2 * n + 64);
    const std::size_t size = dense_ ? static_cast<std::size_t>(hi - lo) + 1 : std::bit_ceil(2 * n);
    if (!dense_) {
      shift_ = 64 - std::countr_zero(size);
      ids_.assign(size, 0);
    }
    slots_.assign(size + 1, {});
    const auto each = [&](const auto& f) {
      for (const Chunk* c = first; c != last; ++c)
        for (std::size_t i = c->started; i < c->started + c->startedCount; ++i) f(all[i]);
    };
    // Counted, then laid side by side.
    each([&](const Started& d) {
      const std::size_t at = place(d.id);
      if (!dense_) ids_[at] = d.id;
      ++slots_[at].first;
    });
    std::uint32_t sum = 0;
    for (Slot& slot : slots_) sum += std::exchange(slot.first, sum);
    slices_.resize(n);
    each([&](const Started& d) { slices_[slots_[place(d.id)].first++] = d.slice; });
    // Each begins now where the next should: one to the right.
    for (std::size_t at = size; at > 0; --at) slots_[at].first = slots_[at - 1].first;
    slots_[0].first = 0;
  }
  // The slot that waits for this id, or kNone. `call` has it; the first call that does counts. Any thread.
  [[nodiscard]] std::uint32_t meet(std::int64_t id, std::uint32_t call) {
    if (slots_.empty() || (dense_ && static_cast<std::uint64_t>(id - lowest_) >= slots_.size() - 1)) return kNone;
    const std::size_t at = place(id);
    if (slots_[at].first == slots_[at + 1].first) return kNone;
    const std::atomic_ref<std::uint32_t> first(slots_[at].call);
    std::uint32_t known = first.load(std::memory_order_relaxed);
    while (call < known && !first.compare_exchange_weak(known, call, std::memory_order_relaxed)) {}
    return static_cast<std::uint32_t>(at);
  }
  void expect(std::uint32_t slot) const { __builtin_prefetch(&slots_[slot]); }
  // The slices that this call started, in order.
  [[nodiscard]] std::span<const std::uint32_t> startedBy(const Call& call) const {
    const Slot& slot = slots_[call.slot];
    if (slot.call != call.slice) return {};  // a second call of this id
    return {slices_.data() + slot.first, slices_.data() + slots_[call.slot + 1].first};
  }

 private:
  struct Slot {
    std::uint32_t first = 0;     // of slices_; they end where those of the next slot begin
    std::uint32_t call = kNone;  // the first with this id
  };
  // Of the id, or where it would be.
  [[nodiscard]] std::size_t place(std::int64_t id) const {
    const auto distance = static_cast<std::uint64_t>(id - lowest_);
    if (dense_) return distance;
    std::size_t at = (distance * 0x9e3779b97f4a7c15U) >> shift_;
    while (ids_[at] != 0 && ids_[at] != id) at = (at + 1) & (ids_.size() - 1);
    return at;
  }
  Column<Slot> slots_;          // and one behind them
  Column<std::uint32_t> slices_;
  Column<std::int64_t> ids_;  // of the slots; 0 is no id
  std::int64_t lowest_ = 0;
  bool dense_ = true;
  int shift_ = 0;
};

class Search {
 public:
  Search(const Run& run, const std::vector<bool>& deviceCategory, const std::vector<bool>& hostCategory)
      : run_(run), crew_(Crew::worthwhile(run.slices.size())), role_(run.names.size(), 0) {
    for (NameId id = 0; id < std::min({role_.size(), deviceCategory.size(), hostCategory.size()}); ++id)
      role_[id] = static_cast<std::uint8_t>((deviceCategory[id] ? kDevice : 0) | (hostCategory[id] ? kHost : 0));
    cut();
  }

  // The ids of device slices that are not launched yet. False: there are none.
  bool findStarted(const std::vector<bool>& launched) {
    std::size_t most = 0;
    for (Chunk& c : chunks_) c.started = most, most += c.startedCount;
    started_.resize(most);
    crew_.each(chunks_.size(), [&](std::size_t k, unsigned) {
      Chunk& c = chunks_[k];
      std::size_t to = c.started;
      forIds(c, kDevice, [&](std::uint32_t slice, std::int64_t id) {
        if (!launched[slice]) started_[to++] = {id, slice};
      });
      c.startedCount = to - c.started;
    });
    for (const Chunk& c : chunks_) waits_ += c.startedCount;
    return waits_ > 0;
  }
  void findCalls() {
    waiting_.resize(chunks_.back().rank + 1);
    crew_.each(waiting_.size(), [&](std::size_t rank, unsigned) {
      const auto of = std::equal_range(chunks_.begin(), chunks_.end(), Chunk{.rank = rank}, [](const Chunk& a, const Chunk& b) { return a.rank < b.rank; });
      waiting_[rank].take(started_, &*of.first, &*of.first + (of.second - of.first));
    });
    std::size_t most = 0;
    for (Chunk& c : chunks_) c.calls = most, most += c.callCount;
    calls_.resize(most);
    crew_.each(chunks_.size(), [&](std::size_t k, unsigned) {
      Chunk& c = chunks_[k];
      Waiting& waiting = waiting_[c.rank];
      std::size_t to = c.calls;
      forIds(c, kHost, [&](std::uint32_t slice, std::int64_t id) {
        if (const std::uint32_t slot = waiting.meet(id, slice); slot != kNone) calls_[to++] = {slice, slot};
      });
      c.callCount = to - c.calls;
    });
  }
  [[nodiscard]] std::size_t waits() const { return waits_; }
  // f(call, started), in order.
  template <class F>
  void forLaunches(F&& f) const {
    if (waits_ == 0) return;
    for (const Chunk& c : chunks_) {
      const Waiting& waiting = waiting_[c.rank];
      const Call* const end = calls_.data() + c.calls + c.callCount;
      for (const Call* call = calls_.data() + c.calls; call != end; ++call) {
        if (end - call > static_cast<std::ptrdiff_t>(kAhead)) waiting.expect(call[kAhead].slot);
        for (const std::uint32_t started : waiting.startedBy(*call)) f(call->slice, started);
      }
    }
  }

 private:
  static constexpr std::uint8_t kDevice = 1, kHost = 2;

  // Ids of two ranks' profilers have nothing to do with each other. Tracks are in order of their ranks, slices of tracks.
  void cut() {
    std::size_t rank = 0;
    for (std::size_t t = 0; t < run_.tracks.size(); ++t) {
      const Track& track = run_.tracks[t];
      if (t > 0 && track.rank != run_.tracks[t - 1].rank) ++rank;
      if (track.rowCount == 0) continue;
      const SliceIndex end = run_.rows[track.firstRow + track.rowCount - 1].end;
      for (SliceIndex i = run_.rows[track.firstRow].begin; i < end; i += kChunk) {
        Chunk c;
        c.begin = i;
        c.end = std::min<SliceIndex>(end, i + kChunk);
        c.rank = rank;
        chunks_.push_back(c);
      }
    }
    crew_.each(chunks_.size(), [&](std::size_t k, unsigned) {
      Chunk& c = chunks_[k];
      for (SliceIndex i = c.begin; i < c.end; ++i) {
        const std::uint8_t role = role_[run_.slices.category[i]];
        c.startedCount += role & kDevice;
        c.callCount += role >> 1;
      }
    });
  }
  // f(slice, id) of all slices of the chunk that have the role, and an id.
  template <class F>
  void forIds(const Chunk& c, std::uint8_t role, F&& f) const {
    const Slices& s = run_.slices;
    const auto has = [&](SliceIndex i) { return (role_[s.category[i]] & role) != 0; };
    for (SliceIndex i = c.begin; i < c.end; ++i) {
      // Arguments lie in the order of the file, not of the slices: each would be waited for.
      if (const SliceIndex ahead = i + kAhead; ahead < c.end && has(ahead)) {
        const std::uint32_t bytes = std::min<std::uint32_t>(s.argsSize[ahead], 256);
        for (std::uint32_t at = 0; at < bytes; at += 64) __builtin_prefetch(run_.argsText.data() + s.args[ahead] + at);
      }
      if (has(i))
        if (const auto id = correlationOf(run_.argsOf(i))) f(static_cast<std::uint32_t>(i), *id);
    }
  }

  const Run& run_;
  Crew crew_;
  std::vector<std::uint8_t> role_;  // of each name id
  std::vector<Chunk> chunks_;       // in order
  Column<Started> started_;
  Column<Call> calls_;
  std::vector<Waiting> waiting_;  // of each rank
  std::size_t waits_ = 0;
};

// Arrows one after the other to the end of the columns.
class IndexWriter {
 public:
  IndexWriter(Run& run, std::size_t most) : arrows_(run.arrows) { resize(most); }
  void add(const Arrow& a) {
    arrows_.from[size_] = a.from;
    arrows_.to[size_] = a.to;
    arrows_.kind[size_++] = a.kind;
  }
  void finish() { resize(size_); }

 private:
  void resize(std::size_t n) {
    arrows_.from.resize(n);
    arrows_.to.resize(n);
    arrows_.kind.resize(n);
  }
  Arrows& arrows_;
  std::size_t size_ = 0;
};

}  // namespace

std::optional<std::int64_t> correlationOf(std::string_view args) {
  constexpr std::string_view kKey = "\"correlation\"";
  std::size_t at = findText(args, kKey);
  if (at == std::string_view::npos) return std::nullopt;
  at += kKey.size();
  while (at < args.size() && (args[at] == ' ' || args[at] == ':' || args[at] == '"')) ++at;
  std::int64_t v = 0;
  const auto [end, error] = std::from_chars(args.data() + at, args.data() + args.size(), v);
  if (error != std::errc() || v <= 0) return std::nullopt;
  return v;
}

void addLaunches(Run& run, const std::vector<bool>& deviceCategory, const std::vector<bool>& hostCategory, const Column<Arrow>& known,
                 NameId launch) {
  std::vector<bool> launched(run.slices.size(), false);
  for (const Arrow& a : known)
    if (a.kind == launch) launched[a.to] = true;
  Search search(run, deviceCategory, hostCategory);
  if (search.findStarted(launched)) search.findCalls();
  IndexWriter writer(run, known.size() + search.waits());
  auto next = known.begin();
  search.forLaunches([&](std::uint32_t call, std::uint32_t started) {
    const Arrow a{call, started, launch};
    for (; next != known.end() && *next < a; ++next) writer.add(*next);
    writer.add(a);
  });
  for (; next != known.end(); ++next) writer.add(*next);
  writer.finish();
}

}  // namespace weir::chrome
