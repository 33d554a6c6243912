#include "core/formats/chrome/meaning.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace weir::chrome {
namespace {

// Bytes that several threads set and read. All write the same, so order does not matter.
std::uint8_t get(std::uint8_t& byte) { return std::atomic_ref(byte).load(std::memory_order_relaxed); }
void set(std::uint8_t& byte, std::uint8_t value) {
  if (get(byte) != value) std::atomic_ref(byte).store(value, std::memory_order_relaxed);
}

}  // namespace

Meaning meaningOf(Events& e, Crew& crew) {
  const Slices& s = e.slices;
  std::vector<std::uint8_t> categories(e.names.size(), 0);
  std::vector<std::uint8_t> used(e.threads.size(), 0);
  crew.ranges(s.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      set(categories[s.category[i]], 1);
      set(used[e.thread[i]], 1);
    }
  });
  Meaning m;
  m.category.assign(e.names.size(), Category::Other);
  std::vector<std::uint8_t> onAccelerator(e.names.size(), 0);
  for (NameId id = 0; id < e.names.size(); ++id) {
    if (categories[id] == 0) continue;
    m.category[id] = categoryOf(e.names.text(id));
    onAccelerator[id] = onDevice(m.category[id]) ? 1 : 0;
    m.anyDevice = m.anyDevice || onAccelerator[id] != 0;
    e.kineto = e.kineto || onlyKineto(e.names.text(id));
  }
  std::vector<std::uint8_t> device(e.threads.size(), 0);
  if (m.anyDevice)
    crew.ranges(s.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        if (onAccelerator[s.category[i]] != 0) set(device[e.thread[i]], 1);
    });
  m.used.assign(used.begin(), used.end());
  m.device.assign(device.begin(), device.end());
  return m;
}

void setActivities(Events& e, const Meaning& m, Crew& crew) {
  constexpr std::uint8_t kNotYet = 255;
  constexpr std::uint8_t kByCategory = 254;  // the name says nothing: another writer's category may
  // Looked up once per pair of category and name; by the category alone where that must tell.
  std::array<std::vector<std::uint8_t>, static_cast<std::size_t>(Category::Other) + 1> known;
  for (const Category c : m.category) {
    std::vector<std::uint8_t>& of = known[static_cast<std::size_t>(c)];
    if (of.empty()) of.assign(e.names.size(), kNotYet);
  }
  std::vector<std::uint8_t> byCategory(e.names.size(), kNotYet);
  Slices& s = e.slices;
  s.activity.resize(s.size());
  crew.ranges(s.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Category c = m.category[s.category[i]];
      std::uint8_t& of = known[static_cast<std::size_t>(c)][s.name[i]];
      std::uint8_t activity = get(of);
      if (activity == kNotYet) {
        activity = static_cast<std::uint8_t>(activityOf(c, e.names.text(s.name[i])));
        if (c == Category::Other && static_cast<Activity>(activity) == Activity::Other) activity = kByCategory;
        set(of, activity);
      }
      if (activity == kByCategory) {
        std::uint8_t& own = byCategory[s.category[i]];
        activity = get(own);
        if (activity == kNotYet) set(own, activity = static_cast<std::uint8_t>(activityOf(c, e.names.text(s.category[i]))));
      }
      s.activity[i] = static_cast<Activity>(activity);
    }
  });
}

}  // namespace weir::chrome
