// Records of the OTF2 library's process to a Run.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/formats/otf2/definitions.h"
#include "core/run/builder.h"

namespace weir::otf2 {

class Collect {
 public:
  explicit Collect(std::uint64_t memoryLimit);
  // Any number of bytes; what is not a whole record waits for more. Errors: memory limit.
  [[nodiscard]] Result<void> take(std::string_view bytes);
  [[nodiscard]] bool definitionsComplete() const { return definitionsEnd_; }
  [[nodiscard]] bool complete() const { return end_; }
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  // `ended`: how the other process ended, "" well.
  [[nodiscard]] Run finish(const std::string& ended);

 private:
  struct Frame {
    std::uint64_t region = 0;
    std::int64_t start = 0;
    std::uint32_t firstAttached = kNone;  // chain in attached_
    bool leaf = true;
  };
  struct Location {
    LocationDef def;
    std::int32_t rank = -1;
    TrackIndex track = 0;
    bool stream = false, used = false;
    std::vector<Frame> stack;
    std::int64_t last = 0, collectiveBegin = kNoTime;
  };
  enum class Attached : std::uint8_t { Send, Receive, Collective };
  struct Attachment {
    std::uint32_t next = kNone, index = 0;
    Attached what = Attached::Send;
  };
  struct Message {
    std::int32_t source = -1, destination = -1;
    std::int64_t bytes = kUnknownBytes, start = kNoTime, end = kNoTime;
    SliceIndex from = kNoSlice, to = kNoSlice;
  };
  struct Waiting {
    std::deque<std::uint32_t> sends, receives;
  };
  struct PendingIo {
    std::uint64_t handle = 0, mode = 0, bytes = 0;
    std::int64_t start = 0;
  };
  struct Key {
    std::uint64_t a = 0, b = 0, c = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const;
  };
  static constexpr std::uint32_t kNone = ~0U;
  static constexpr SliceIndex kNoSlice = ~SliceIndex{0};

  void record(const Header& h, Values v, std::string_view text);
  void beginEvents();
  void event(const Header& h, Values v, std::string_view text);
  bool time(std::uint64_t ticks, std::int64_t& ps);
  Location* location(std::uint64_t id);
  void enter(Location& l, std::int64_t t, std::uint64_t region);
  void leave(Location& l, std::int64_t t, std::uint64_t region);
  void close(Location& l, std::int64_t end);
  void attach(Location& l, Attached what, std::uint32_t index);
  void send(Location& l, std::int64_t t, Values v);
  void receive(Location& l, std::int64_t t, Values v);
  void collective(Location& l, std::int64_t begin, std::int64_t t, std::uint64_t op, std::uint64_t comm, std::uint64_t sent, std::uint64_t received);
  void rma(Location& l, std::int64_t t, Values v, bool get);
  void io(Location& l, std::int64_t t, Event e, Values v);
  void metric(Location& l, std::int64_t t, std::uint64_t metric, std::string_view text);
  void instant(Location& l, std::int64_t t, std::string_view name);
  void marker(const Header& h, Values v, std::string_view text);
  void closeOpen();
  void giveTransfers();
  void facts();
  NameId named(std::uint64_t string);

  RunBuilder builder_;
  Definitions definitions_;
  std::uint64_t memoryLimit_;
  std::string buffer_;
  std::vector<std::uint64_t> values_;
  std::vector<Location> locations_;
  std::unordered_map<std::uint64_t, std::uint32_t> locationIndex_;
  std::uint64_t lastLocation_ = ~0ULL;
  std::uint32_t lastIndex_ = 0;
  std::unordered_map<std::uint64_t, NameId> names_;  // of strings
  std::vector<Attachment> attached_;
  std::vector<Message> messages_;
  std::unordered_map<Key, Waiting, KeyHash> waiting_;  // by (pair of ranks, communicator, tag)
  std::unordered_map<Key, std::pair<std::int64_t, std::uint32_t>, KeyHash> requests_;  // by (location, request): since when
  std::unordered_map<Key, std::uint32_t, KeyHash> rmaPending_;                         // by (location, window, id)
  std::unordered_map<Key, PendingIo, KeyHash> ioPending_;                              // by (location, handle, id)
  std::unordered_map<Key, std::uint32_t, KeyHash> counterOf_;                          // by (location, metric, member)
  std::unordered_map<std::uint64_t, std::uint32_t> groupOf_;                           // of a communicator
  std::array<std::uint64_t, static_cast<std::size_t>(Event::Count)> counts_{};
  std::vector<std::pair<std::string, std::string>> infos_;
  std::vector<std::string> problems_;
  std::uint64_t events_ = 0, firstTick_ = ~0ULL, lastTick_ = 0;
  bool scoreP_ = false, streams_ = false, definitionsEnd_ = false, begun_ = false, end_ = false;
};

}  // namespace weir::otf2
