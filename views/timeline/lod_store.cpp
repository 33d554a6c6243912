#include "views/timeline/lod_store.h"

#include <algorithm>

namespace weir {

LodStore::~LodStore() = default;  // each jthread asks its builder to stop, which it does within milliseconds

void LodStore::want(int id, const RunPtr& run) {
  Entry& e = entries_[id];
  e.wasShown = true;
  if (e.wanted == run) return;
  e.wanted = run;
  if (run->slices.size() <= kAtOnce) {
    e.generation = ++generation_;
    e.building = false;
    e.worker = {};
    e.lod = Lod::build(run, {}).value();
    return;
  }
  // A build under way is let finish: stopping it for every partial result would never show one.
  if (!e.building) start(id, e);
}

void LodStore::start(int id, Entry& e) {
  e.building = true;
  e.generation = ++generation_;
  e.worker = std::jthread([this, id, run = e.wanted, generation = e.generation](const std::stop_token& stop) {
    const auto give = [&](LodPtr lod) {
      QMetaObject::invokeMethod(
          this, [this, id, generation, lod = std::move(lod)] { finished(id, generation, lod); }, Qt::QueuedConnection);
    };
    if (auto built = Lod::build(run, {stop, nullptr}, give)) give(std::move(*built));
  });
}

void LodStore::finished(int id, std::uint64_t generation, const LodPtr& lod) {
  const auto it = entries_.find(id);
  if (it == entries_.end() || it->second.generation != generation) return;
  Entry& e = it->second;
  if (!lod->complete() && e.lod) return;  // an older picture that is whole is better than a newer one without its groups
  e.lod = lod;
  if (lod->complete()) {
    e.building = false;
    if (lod->runPtr() != e.wanted) start(id, e);
  }
  emit ready(id);
}

void LodStore::give(int id, LodPtr lod) {
  Entry& e = entries_[id];
  e.worker = {};
  e.building = false;
  e.wanted = lod->runPtr();
  e.generation = ++generation_;
  e.lod = std::move(lod);
  emit ready(id);
}

void LodStore::keepOnly(const std::vector<int>& ids) {
  std::erase_if(entries_, [&](const auto& e) { return e.second.wasShown && std::find(ids.begin(), ids.end(), e.first) == ids.end(); });
}

LodPtr LodStore::lod(int id) const {
  const auto it = entries_.find(id);
  return it == entries_.end() ? nullptr : it->second.lod;
}

bool LodStore::preparing(int id) const {
  const auto it = entries_.find(id);
  return it != entries_.end() && it->second.wanted && (!it->second.lod || !it->second.lod->complete() || it->second.lod->runPtr() != it->second.wanted);
}

bool LodStore::preparing() const {
  return std::any_of(entries_.begin(), entries_.end(), [this](const auto& e) { return preparing(e.first); });
}

void LodStore::finishNow() {
  for (auto& [id, e] : entries_) {
    if (!preparing(id)) continue;
    e.worker = {};
    e.building = false;
    e.generation = ++generation_;
    e.lod = Lod::build(e.wanted, {}).value();
    emit ready(id);
  }
}

}  // namespace weir
