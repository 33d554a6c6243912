// Collectives sorted into kinds, each with how often which size ran: expanded once a size, however often it ran. Private to
// the traffic matrix.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/summarize/traffic.h"
#include "core/summarize/traffic_calls.h"
#include "core/summarize/traffic_grid.h"

namespace weir {

using Members = std::vector<std::int32_t>;

struct TrafficInstance {
  const Run* run = nullptr;
  const CallMatch* match = nullptr;
  const std::uint32_t* first = nullptr;  // calls, as indices into run->collectives
  const std::uint32_t* last = nullptr;
  std::int64_t start = 0, end = 0;
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first); }
  [[nodiscard]] const CollectiveCall& call(std::size_t i) const { return run->collectives[first[i]]; }
  [[nodiscard]] CallMatch::How how() const { return match->howOf(*first); }
  [[nodiscard]] CallMatch::Ends ends(std::size_t i) const { return match->endsOf(first[i]); }
  // No call of another rank is in it.
  [[nodiscard]] bool alone() const;
};

// Share of [from, to) within the range, in [0, 1]; a point counts whole.
[[nodiscard]] double shareWithin(std::int64_t from, std::int64_t to, const std::optional<TimeRange>& range);
[[nodiscard]] std::string plural(std::uint64_t n, std::string_view what);

class TrafficKinds {
 public:
  explicit TrafficKinds(const TrafficOptions& options) : o_(options) {}
  void take(const TrafficInstance& instance);  // counts why where it cannot be expanded
  [[nodiscard]] bool empty() const { return of_.empty(); }
  void addRanks(std::set<std::int32_t>& ranks) const;
  // False where the job was stopped.
  bool expandInto(TrafficGrid& grid, const Job& job) const;
  void sayWhat(TrafficMatrix& m) const;
  [[nodiscard]] std::uint64_t inNetwork() const { return inNetwork_; }  // collectives that switches reduce
  [[nodiscard]] bool algorithmMatters() const { return chosen_; }
  [[nodiscard]] std::uint64_t leftOut() const { return leftOutCalls_; }  // calls of which nobody knows with whom

 private:
  struct Key {
    Operation operation;
    Algorithm algorithm;
    std::uint32_t members, group;
    int root;
    auto operator<=>(const Key&) const = default;
  };
  struct Row {  // all-to-all: equal parts of a size of its own
    int member;
    std::int64_t bytes;
    auto operator<=>(const Row&) const = default;
  };
  struct Of {
    std::uint64_t count = 0;
    double weight = 0;
    std::map<std::int64_t, double> sizes;                 // the whole buffer; weights
    std::map<std::vector<std::int64_t>, double> shares;   // of each member
    std::map<Row, double> rows;
    std::vector<double> cells;                            // all-to-all by split sizes: members x members
  };
  [[nodiscard]] Members membersOf(const TrafficInstance& i) const;
  std::uint32_t indexOf(const Members& who);
  void takePeer(const TrafficInstance& i, double weight);
  void takeAllToAll(const TrafficInstance& i, const Members& who, Of& of, double weight);
  void expandSends(TrafficGrid& grid) const;
  void expandOne(const Key& key, const Of& of, const std::vector<int>& at, TrafficGrid& grid) const;

  const TrafficOptions& o_;
  std::map<Key, Of> of_;
  std::vector<Members> members_;
  std::map<Members, std::uint32_t> memberIndex_;
  std::map<Operation, std::uint64_t> unsupported_;
  std::uint64_t unsized_ = 0, groupless_ = 0, alone_ = 0, named_ = 0, inNetwork_ = 0, rootless_ = 0, peerless_ = 0, elsewhere_ = 0, inferredRows_ = 0, barriers_ = 0;
  std::uint64_t leftOutCalls_ = 0;
  bool chosen_ = false;
};

}  // namespace weir
