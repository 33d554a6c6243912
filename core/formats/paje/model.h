// Events of a Paje trace to a Run: containers, states, variables, links.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/paje/decimal.h"
#include "core/formats/paje/syntax.h"
#include "core/run/builder.h"

namespace weir::paje {

// Fields of one event by what they are; empty where absent.
struct Row {
  std::array<std::string_view, kFields> field;
  std::vector<std::pair<std::string_view, std::string_view>> extra;  // name, value
  [[nodiscard]] std::string_view at(Field f) const { return field[static_cast<std::size_t>(f)]; }
};

class Model {
 public:
  explicit Model(std::string_view unit);  // of times: "s", "ms", "us", "ns"; "" = by who wrote the trace
  // `line` is where it stands, for notes.
  void take(Event event, const Row& row, std::uint64_t line);
  void note(std::string_view kind, std::uint64_t line);
  void origin(std::int64_t ns, ClockKind clock);  // what a comment of our own writer says
  [[nodiscard]] std::size_t size() const { return builder_.slices() + samples_ + links_.size(); }
  [[nodiscard]] Run finish(std::uint64_t definitions);

 private:
  static constexpr std::uint32_t kNone = ~0U;
  static constexpr SliceIndex kNoSlice = ~SliceIndex{0};
  enum class Kind : std::uint8_t { Container, Variable, State, Event, Link };
  struct Type {
    Kind kind = Kind::Container;
    std::string name;
    std::unordered_map<std::string, NameId> values;
  };
  struct Frame {
    NameId name = 0, category = 0;
    std::int64_t start = 0;
    Activity activity = Activity::Other;
    std::string args;
    std::uint32_t attached = kNone;
    std::uint32_t collective = kNone;  // of our own writer
    bool set = false;                  // by SetState: lasts until the next one
  };
  struct Lane {  // of one state type in one container
    std::uint32_t type = 0;
    TrackIndex track = 0;
    std::vector<Frame> stack;
    SliceIndex lastSlice = kNoSlice;
    std::int64_t lastEnd = 0;
  };
  struct Container {
    std::string name, process;
    std::uint32_t type = kNone, parent = kNone;
    std::int32_t rank = kUnknownRank;
    bool children = false;
    std::vector<Lane> lanes;
    std::uint32_t lastLane = kNone;  // the one that changed last
    std::uint32_t track = kNone;     // of events, when there is no lane
    std::uint32_t trackOf = kNone;   // our writer: this container's states belong to that one's track
  };
  struct Attachment {
    std::uint32_t next = kNone, link = 0;
    bool start = true;
  };
  struct Link {
    std::uint32_t type = kNone, from = kNone, to = kNone;
    std::int64_t start = kNoTime, end = kNoTime, bytes = kUnknownBytes;
    SliceIndex fromSlice = kNoSlice, toSlice = kNoSlice;
    NameId value = 0, key = 0;
  };
  struct Pending {
    std::deque<std::uint32_t> starts, ends;
  };
  using Ids = std::unordered_map<std::string, std::uint32_t>;

  void defineType(Kind kind, const Row& row, std::uint64_t line);
  void createContainer(const Row& row, std::uint64_t line);
  void destroyContainer(const Row& row, std::int64_t t);
  void state(Event event, const Row& row, std::int64_t t, std::uint64_t line);
  void variable(Event event, const Row& row, std::int64_t t, std::uint64_t line);
  void link(Event event, const Row& row, std::int64_t t, std::uint64_t line);
  void instant(const Row& row, std::int64_t t, std::uint64_t line);
  void close(Container& c, Lane& lane, std::int64_t end);
  void attach(std::uint32_t container, std::int64_t t, std::uint32_t link, bool start);
  bool extras(Frame& frame, const Row& row, Container& c);  // whether our writer gave the category
  [[nodiscard]] std::uint32_t find(const Ids& ids, std::string_view text);
  Lane& laneOf(std::uint32_t container, std::uint32_t type);
  TrackIndex trackOf(Container& c, std::string_view name, bool states);
  [[nodiscard]] NameId valueOf(std::uint32_t type, std::string_view value);
  void giveLinks();

  RunBuilder builder_;
  int unit_ = 0;  // 0: not known yet
  std::string unitName_;
  std::vector<Type> types_;
  std::vector<Container> containers_;
  Ids typeIds_, containerIds_;
  std::unordered_map<std::uint64_t, std::uint32_t> laneOf_;  // by container and state type: index into its lanes
  std::string scratch_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> counterOf_;  // by (container, type)
  std::vector<double> counterValue_;
  std::vector<Attachment> attached_;
  std::vector<Link> links_;
  std::map<std::pair<std::uint32_t, std::string>, Pending> pending_;
  std::array<std::uint64_t, kEvents> counts_{};
  std::uint64_t events_ = 0, samples_ = 0;
  std::int64_t first_ = kNoTime, last_ = kNoTime;
  std::int64_t sort_ = 0;
  bool own_ = false;  // written by our own writer
};

}  // namespace weir::paje
