// Levels of detail of the runs shown: small ones at once, large ones in a thread of its own with a generation a run, so
// that a newer partial result drops the older one's. The rows come first, the lanes of folded groups and the overview
// follow: `ready` is emitted for both. GUI thread.
#pragma once

#include <QObject>
#include <map>
#include <thread>

#include "core/summarize/lod.h"

namespace weir {

class LodStore : public QObject {
  Q_OBJECT
 public:
  explicit LodStore(QObject* parent = nullptr) : QObject(parent) {}
  ~LodStore() override;

  // Sees to it that the run's levels get ready. Those of an older run of that id stay until then.
  void want(int id, const RunPtr& run);
  void give(int id, LodPtr lod);  // ready made, by whoever loaded the run
  void keepOnly(const std::vector<int>& ids);
  [[nodiscard]] LodPtr lod(int id) const;
  [[nodiscard]] bool preparing(int id) const;
  [[nodiscard]] bool preparing() const;
  void finishNow();  // blocks until all are ready: for figures and screenshots

  static constexpr std::uint64_t kAtOnce = 50'000;  // slices; some 5 ms

 signals:
  void ready(int id);

 private:
  struct Entry {
    RunPtr wanted;
    LodPtr lod;
    std::uint64_t generation = 0;
    bool building = false;
    bool wasShown = false;  // levels given before their run is shown wait for it
    std::jthread worker;
  };
  void start(int id, Entry& e);
  void finished(int id, std::uint64_t generation, const LodPtr& lod);

  std::map<int, Entry> entries_;
  std::uint64_t generation_ = 0;
};

}  // namespace weir
