#include "core/formats/chrome/pair.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace weir::chrome {
namespace {

constexpr std::size_t kLookBack = 512;  // open begins that an end is compared with
constexpr std::size_t kMostLanes = 64;

bool before(const Micros& a, const Micros& b) { return std::tie(a.us, a.fs) < std::tie(b.us, b.fs); }
bool same(const Micros& a, const Micros& b) { return a.us == b.us && a.fs == b.fs; }
bool zero(const Micros& a) { return a.us == 0 && a.fs == 0; }

// Saturates far beyond what the axis takes later.
std::int64_t between(const Micros& from, const Micros& to) {
  constexpr std::int64_t kMost = 9'000'000'000'000;
  std::int64_t us = 0;
  if (__builtin_sub_overflow(to.us, from.us, &us)) return INT64_MAX;
  us = std::clamp<std::int64_t>(us, -kMost, kMost);
  return us * 1'000'000 + psOf(to.fs) - psOf(from.fs);
}

void addSlice(Events& events, ThreadIndex thread, const Half& begin, const Half& end) {
  Slices& s = events.slices;
  const ArgsAt args = begin.args.size > 0 ? begin.args : end.args;
  events.thread.push_back(thread);
  events.startFs.push_back(begin.at.fs);
  s.start.push_back(begin.at.us);
  s.duration.push_back(std::max<std::int64_t>(between(begin.at, end.at), 0));
  s.name.push_back(begin.name != 0 ? begin.name : end.name);
  s.category.push_back(begin.category != 0 ? begin.category : end.category);
  s.args.push_back(args.offset);
  s.argsSize.push_back(args.size);
}

// Open begins, innermost last, with a count per name so that a hopeless search is not begun.
class Stack {
 public:
  void open(const Half* h) {
    open_.push_back(h);
    ++byName_[h->name];
  }
  // The begin that this end closes, or null.
  const Half* close(NameId name) {
    if (open_.empty()) return nullptr;
    if (name == 0) return take(open_.size() - 1);
    const auto it = byName_.find(name);
    if (it == byName_.end() || it->second == 0) return nullptr;
    for (std::size_t k = 0; k < std::min(open_.size(), kLookBack); ++k) {
      const std::size_t i = open_.size() - 1 - k;
      if (open_[i]->name == name) return take(i);
    }
    return nullptr;
  }
  [[nodiscard]] const std::vector<const Half*>& left() const { return open_; }
  void clear() {
    open_.clear();
    byName_.clear();
  }

 private:
  const Half* take(std::size_t i) {
    const Half* h = open_[i];
    --byName_[h->name];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
    return h;
  }
  std::vector<const Half*> open_;
  std::unordered_map<NameId, std::size_t> byName_;
};

std::string placeOf(const Events& events, const Half& h) {
  return std::string(events.names.text(h.name)) + " at " + std::to_string(h.at.us) + " us";
}

}  // namespace

void pairOnThreads(Events& events, Places& places) {
  std::vector<Half> halves = std::move(events.halves);
  events.halves.clear();
  std::stable_sort(halves.begin(), halves.end(),
                   [](const Half& a, const Half& b) { return a.thread != b.thread ? a.thread < b.thread : before(a.at, b.at); });
  Stack stack;
  std::vector<const Half*> early;  // ends that found no begin, at the time in hand: one may still come
  const auto giveUpEarly = [&] {
    for (const Half* h : early) {
      places.noteAs("end without a begin", placeOf(events, *h), 1, &h->at);
      events.marks.push_back({h->thread, h->name, h->at});
    }
    early.clear();
  };
  const auto finishThread = [&] {
    giveUpEarly();
    for (const Half* h : stack.left()) {
      places.noteAs("begin without an end", placeOf(events, *h), 1, &h->at);
      events.marks.push_back({h->thread, h->name, h->at});
    }
    stack.clear();
  };
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const Half& h = halves[i];
    if (i > 0 && halves[i - 1].thread != h.thread)
      finishThread();
    else if (i > 0 && !early.empty() && !same(halves[i - 1].at, h.at))
      giveUpEarly();
    if (h.begins) {
      const auto it = std::find_if(early.begin(), early.end(), [&](const Half* e) { return e->name == h.name && h.name != 0; });
      if (it != early.end()) {
        addSlice(events, h.thread, h, **it);
        early.erase(it);
      } else {
        stack.open(&h);
      }
    } else if (const Half* b = stack.close(h.name)) {
      addSlice(events, h.thread, *b, h);
    } else if (early.size() < kLookBack) {
      early.push_back(&h);
    } else {
      places.noteAs("end without a begin", placeOf(events, h), 1, &h.at);
    }
  }
  finishThread();
}

namespace {

struct AsyncPair {
  const Half* begin = nullptr;
  const Half* end = nullptr;
};

// The slices of one category in one process on as few lanes as keep different ids apart.
class Lanes {
 public:
  std::size_t place(NameId id, const Micros& from, const Micros& to) {
    std::size_t free = lanes_.size();
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      Lane& lane = lanes_[i];
      while (!lane.ends.empty() && !before(from, lane.ends.back())) lane.ends.pop_back();
      if (!lane.ends.empty() && lane.id == id && !before(lane.ends.back(), to)) {
        lane.ends.push_back(to);
        return i;
      }
      if (lane.ends.empty() && free == lanes_.size()) free = i;
    }
    if (free == lanes_.size()) {
      if (lanes_.size() == kMostLanes)
        free = kMostLanes - 1;
      else
        lanes_.emplace_back();
    }
    lanes_[free].id = id;
    lanes_[free].ends.push_back(to);
    return free;
  }

 private:
  struct Lane {
    NameId id = 0;
    std::vector<Micros> ends;
  };
  std::vector<Lane> lanes_;
};

void layOnLanes(Events& events, std::vector<AsyncPair>& pairs) {
  std::stable_sort(pairs.begin(), pairs.end(), [](const AsyncPair& a, const AsyncPair& b) {
    if (!same(a.begin->at, b.begin->at)) return before(a.begin->at, b.begin->at);
    return before(b.end->at, a.end->at);
  });
  using Group = std::pair<std::uint32_t, NameId>;  // process, category
  std::map<Group, Lanes> lanes;
  std::map<std::pair<Group, std::size_t>, ThreadIndex> threads;
  for (const AsyncPair& p : pairs) {
    const Group group{events.threads[p.begin->thread].process, p.begin->category};
    const std::size_t lane = lanes[group].place(p.begin->id, p.begin->at, p.end->at);
    const auto [it, fresh] = threads.try_emplace({group, lane}, static_cast<ThreadIndex>(events.threads.size()));
    if (fresh) {
      const std::string category(events.names.text(group.second));
      Thread t;
      t.process = group.first;
      t.async = true;
      t.name = "async " + category + (lane > 0 ? " (" + std::to_string(lane + 1) + ")" : "");
      t.sort = static_cast<std::int64_t>(events.threads.size());
      t.sorted = true;
      events.threads.push_back(std::move(t));
    }
    addSlice(events, it->second, *p.begin, *p.end);
  }
}

}  // namespace

void pairAsync(Events& events, Places& places) {
  std::vector<Half> halves = std::move(events.asyncHalves);
  events.asyncHalves.clear();
  std::stable_sort(halves.begin(), halves.end(), [](const Half& a, const Half& b) { return a.id < b.id; });
  std::vector<AsyncPair> pairs;
  std::vector<const Half*> alone;
  Stack stack;
  for (std::size_t i = 0; i < halves.size();) {
    std::size_t end = i;
    while (end < halves.size() && halves[end].id == halves[i].id) ++end;
    // The order of the file, unless its times say otherwise. A 0 may stand for "not set": such a half stays where it is.
    const auto first = halves.begin() + static_cast<std::ptrdiff_t>(i);
    const auto last = halves.begin() + static_cast<std::ptrdiff_t>(end);
    std::vector<std::pair<Micros, Half>> order;
    for (auto it = first; it != last; ++it) order.emplace_back(zero(it->at) && !order.empty() ? order.back().first : it->at, *it);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return before(a.first, b.first); });
    std::transform(order.begin(), order.end(), first, [](const auto& o) { return o.second; });
    for (auto it = first; it != last; ++it) {
      if (it->begins)
        stack.open(&*it);
      else if (const Half* b = stack.close(it->name))
        pairs.push_back({b, &*it});
      else
        alone.push_back(&*it);
    }
    alone.insert(alone.end(), stack.left().begin(), stack.left().end());
    stack.clear();
    i = end;
  }
  // An end at 0 of something that began later: in this file 0 says that a time was never set (NCCL's profiler does so).
  const bool zeroIsUnset =
      std::any_of(pairs.begin(), pairs.end(), [](const AsyncPair& p) { return zero(p.end->at) && !zero(p.begin->at); });
  for (const Half* h : alone) {
    places.noteAs(h->begins ? "async begin without an end" : "async end without a begin", placeOf(events, *h), 1, &h->at);
    if (!zeroIsUnset || !zero(h->at)) events.marks.push_back({h->thread, h->name, h->at});
  }
  if (zeroIsUnset) {
    std::erase_if(pairs, [&](const AsyncPair& p) {
      if (!zero(p.begin->at) && !zero(p.end->at)) return false;
      const Half& known = zero(p.begin->at) ? *p.end : *p.begin;
      places.noteAs("begin or end whose time was never set", placeOf(events, known), 1, &known.at);
      if (!zero(known.at)) events.marks.push_back({known.thread, known.name, known.at});
      return true;
    });
  }
  layOnLanes(events, pairs);
}

}  // namespace weir::chrome
