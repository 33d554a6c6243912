// What TopologyView asks and is answered; private to this folder. Plain data, so that a worker can hold it.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string>

#include "core/scenario/scenario.h"
#include "views/shared/text.h"
#include "views/topology/topology_view.h"

namespace weir {

struct TopologyView::Request {
  std::shared_ptr<const Answered> inHand;  // where the network is the scenario's in hand
  RunPtr run;                              // else the run's
  int runId = 0;
  QString title;
  std::int64_t shift = 0;
  std::string group;
  bool peak = false;
  bool latest = false;  // only the latest part of a run that grows
  TimeRange range;      // in the run's time; empty when there is no run
  int columns = 300;

  [[nodiscard]] bool sameNetwork(const Request& o) const {
    if (inHand || o.inHand) return inHand && o.inHand && (inHand == o.inHand || inHand->scenario.machine == o.inHand->scenario.machine);
    return run && o.run && (run == o.run || run->scenario == o.run->scenario);
  }
  // More than is worked out while a frame waits.
  [[nodiscard]] bool heavy(bool networkKnown) const {
    constexpr int kNodes = 128;
    constexpr std::size_t kSamples = 600'000;
    if (!networkKnown && (inHand ? inHand->scenario.machine.nodes : run->worldSize) > kNodes) return true;
    std::size_t samples = 0;
    if (run)
      for (const Counter& c : run->counters) samples += c.value.size();
    return samples > kSamples;
  }
};

struct TopologyView::Answer {
  Request request;
  NetworkPicturePtr network;  // null: see error
  std::string error;
  NetworkLoad load, queue;    // queue: for what is said of a link, whatever is shown
  std::vector<float> overTime;
};

}  // namespace weir
