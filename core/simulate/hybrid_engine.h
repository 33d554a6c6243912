// The hybrid fidelity: packets where something is new, memory where it repeats. Operations (operations.h) that overlap in
// time and share links form an island; an island that looks like one played before (memo.h) gets that one's result, shifted
// in time, and no packet moves. One that is new is played in a packet engine of its own over the same network. When an
// operation joins an island while it is under way, the island is looked up, or played, again from its first start with the
// new one in it: what had ended by then stands, the rest follows the new result. Contention is never left out.
// A single operation too long to play is played in part (long_play.h); an island of several that costs more than
// HybridOptions::coarseHops is played in larger packets, no larger than 1/32 of its shortest message,
// and set right by what they do to each of them alone.
//
// What may differ from the unabridged run: starts within an island are compared in steps of about 1 % of its longest
// member; an island counts as apart from others from its first start to its last end, queues it leaves behind are empty
// then; where routes are drawn at random an island's draw stands for the others' of its kind. By how much, is checked: of
// the islands that were not played, a seeded sample (1 in 64; the first two of each kind) is played after all, and the
// largest difference, over the island's duration, is kept.
//
// With HybridOptions::messages each message of a driver that knows no operations is one; else such a driver is played
// unabridged. Where too much is entangled with too much, so that looking for what repeats costs three times what there is
// to play (vainTimes), everything that is under way and all that follows is played in one packet engine. Deterministic; one thread.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "core/network/engine.h"
#include "core/network/packet_options.h"
#include "core/scenario/outcome.h"
#include "core/simulate/long_play.h"
#include "core/simulate/memo.h"
#include "core/simulate/operations.h"

namespace weir::sim {

struct HybridOptions {
  std::uint64_t seed = 1;
  FootprintOptions footprint;
  std::uint64_t checkOneIn = 64;        // 0 = no checks
  std::uint64_t longHops = 30'000'000;  // a single operation of more packet-hops is played in part
  std::uint64_t coarseHops = 1'000'000; // islands of several operations
  // Checks are left out where they would cost more than this many packet-hops and half of what was played.
  std::uint64_t checkHops = 20'000'000;
  bool messages = false;                // each message an operation, where the driver sends messages
  std::uint64_t vainHops = 20'000'000;  // may be played beyond vainTimes what has been covered
  std::uint64_t vainTimes = 3;
};

struct HybridStats {
  std::int64_t bytes = 0, advanced = 0;     // of all operations; without packets
  double largestError = 0, meanError = 0;   // of the checks, relative to an island's duration
  std::uint64_t operations = 0, islands = 0, kinds = 0, played = 0, coarse = 0, checks = 0, largestIsland = 0;
  std::uint64_t playedHops = 0, checkedHops = 0, coveredHops = 0;  // covered: of the islands that are over, had they all been played
  bool gaveUp = false;
};

class HybridEngine final : public net::Engine, public OperationPlayer {
 public:
  // `graph`, `router` and `driver` outlive the engine. `factory` makes engines over the same graph.
  HybridEngine(const net::Graph& graph, std::shared_ptr<const net::Router> router, EngineFactory factory, const HybridOptions& options, net::Driver& driver);
  ~HybridEngine() override;

  Result<void> run(const std::function<bool()>& poll) override;
  void send(const net::Send& s) override;
  void attach(const std::vector<Communicator>& communicators, OperationListener& listener) override;
  void start(OperationId id, const Operation& op, std::int64_t time) override;
  [[nodiscard]] const net::EngineStats& stats() const override;
  [[nodiscard]] const net::LinkSeries& series() override { return plain_ && !merged_ ? plain_->series() : series_; }
  [[nodiscard]] std::int64_t now() const override { return plain_ ? plain_->now() : now_; }
  [[nodiscard]] const HybridStats& hybrid() const { return hybrid_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Run {                       // an operation under way
    OperationId id = 0;
    Operation op;
    const Footprint* footprint = nullptr;
    std::int64_t start = 0;
    std::uint32_t island = kNone;
    std::uint32_t place = 0;         // in the island's list
    std::uint32_t epoch = 0;         // its events of other epochs are stale
    std::size_t cursor = 0;          // into its result's ends
    std::uint32_t left = 0;          // members not told yet
    std::vector<std::uint8_t> told;  // by member
    net::Send message;               // of a driver of messages
  };
  struct Island {
    std::vector<std::uint32_t> runs; // by start
    std::vector<net::LinkId> links;
    std::uint32_t unfinished = 0;
    std::int64_t start = 0, end = 0;
    Memo::Node* node = nullptr;
    bool fresh = false;              // its result was played for it
    bool stale = true;               // someone has joined since
  };
  enum class Kind : std::uint8_t { Done, Start, Look };  // what happens first at one instant
  struct Event {
    std::int64_t time;
    Kind kind;
    std::uint64_t order;             // operation, or island
    std::uint32_t index, epoch;
    bool operator>(const Event& o) const {
      if (time != o.time) return time > o.time;
      if (kind != o.kind) return kind > o.kind;
      return order != o.order ? order > o.order : index > o.index;
    }
  };

  Result<void> runPlain(const std::function<bool()>& poll);
  Result<void> join(std::uint32_t run);
  Result<void> look(std::uint32_t island, const std::function<bool()>& poll);
  Result<void> tell(std::uint32_t run, const std::function<bool()>& poll);
  Result<void> complete(std::uint32_t island, const std::function<bool()>& poll);
  Result<void> know(Memo::Node& node, const Island& island, const std::function<bool()>& poll);
  Result<void> straighten(const Island& island, const Stage& coarse, IslandResult& result, const std::function<bool()>& poll);
  Result<void> check(Memo::Node& node, const Island& island, const std::function<bool()>& poll);
  Result<void> goLive(const std::function<bool()>& poll);
  void begin(net::Injector& live);
  void mergeSeries();
  void count(const Island& island);
  void schedule(std::uint32_t run);
  [[nodiscard]] std::vector<Joint> jointsOf(const Island& island) const;
  std::uint32_t newRun();
  std::uint32_t newIsland();

  const net::Graph& graph_;
  std::shared_ptr<const net::Router> router_;
  EngineFactory factory_;
  HybridOptions options_;
  net::Driver& driver_;
  OperationListener* listener_ = nullptr;
  const std::vector<Communicator>* communicators_ = nullptr;
  OperationClasses classes_;
  Memo memo_;
  std::vector<Memo::Node*> alone_;              // by class
  std::map<std::pair<std::uint32_t, int>, double> ratios_;  // by class and size of packets: an operation alone, fine over coarse
  std::deque<Run> runs_;
  std::deque<Island> islands_;
  std::vector<std::uint32_t> freeRuns_, freeIslands_;
  std::vector<std::uint32_t> users_, owner_;    // by resource: unfinished operations, their island
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<net::Send> sends_;                // handed over before it is known how they are played
  std::unique_ptr<net::Engine> plain_;
  std::unique_ptr<net::Driver> plainDriver_;
  class Live;
  net::Injector* live_ = nullptr;               // once everything is played in one engine
  std::optional<MessageOperations> liveOperations_;
  std::vector<Communicator> pairs_;             // of a driver of messages
  std::map<std::array<std::uint64_t, 5>, std::uint32_t> pairOf_;
  std::map<std::uint64_t, std::uint64_t> streamOf_;
  OperationId nextMessage_ = 0;
  bool giveUp_ = false, merged_ = false;
  mutable net::EngineStats sum_;
  net::LinkSeries series_;
  net::EngineStats stats_;
  HybridStats hybrid_;
  double errors_ = 0;
  std::int64_t now_ = 0;
};

// Over packet engines with these options (router and threads aside).
// `messages`: as HybridOptions::messages.
[[nodiscard]] std::unique_ptr<net::Engine> makeHybridEngine(const net::Graph& graph, std::shared_ptr<const net::Router> router, const net::PacketOptions& options,
                                                            bool messages, net::Driver& driver);

// Puts what a hybrid engine knows of itself into the outcome; other engines leave it unknown.
void fillHybrid(const net::Engine& engine, Outcome& outcome);

}  // namespace weir::sim
