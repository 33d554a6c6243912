// The outer shape of a Chrome trace: where events are in it, what else stands beside them, and how to go on after damage.
// Text comes in pieces; what cannot be decided yet is asked for again with more text behind it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/formats/chrome/event.h"
#include "core/formats/chrome/shape.h"
#include "core/run/run.h"

namespace weir::chrome {

// Import notes that know where in the file they are: "byte 812, line 20".
class Places {
 public:
  // For a part of a file: how many lines come before it is known only to whom it is appended.
  enum class Lines { Known, OfPart };
  explicit Places(Lines lines = Lines::Known) : known_(lines == Lines::Known) {}
  void enter(const char* begin, std::uint64_t offset) {
    begin_ = begin;
    offset_ = offset;
  }
  void leave(const char* end);  // counts the lines of what is done with
  // `when`, where known: the time of the file's own clock, so that the window can jump there.
  void note(std::string_view kind, const char* at, std::uint64_t count = 1, const Micros* when = nullptr);
  void noteAs(std::string_view kind, std::string_view place, std::uint64_t count = 1, const Micros* when = nullptr);
  [[nodiscard]] std::vector<Note>& notes() { return notes_; }
  // The times of notes on an axis: `ps` gives them, or nothing where they are not on it.
  template <class Axis>
  void placeTimes(const Axis& ps) {
    for (const Timed& t : timed_) {
      std::vector<std::int64_t>& at = notes_[t.note].at;
      at.resize(notes_[t.note].first.size(), kNoTime);
      if (const auto v = ps(t.when)) at[t.place] = *v;
    }
    timed_.clear();
  }
  // The notes of the part that follows what was read so far.
  void append(Places&& part);

 private:
  struct Relative {
    std::size_t note, place;
    std::uint64_t line;
  };
  bool known_;
  std::vector<Relative> relative_;  // places whose line is still to be written
  const char* begin_ = nullptr;
  std::uint64_t offset_ = 0;  // of begin_ in the file
  std::uint64_t lines_ = 0;   // before begin_
  std::vector<Note> notes_;
  struct Timed {
    std::size_t note, place;
    Micros when;
  };
  std::vector<Timed> timed_;
};

// What a Document finds. Views live during the call.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void event(const RawEvent& event, const char* at) = 0;
  // A member of the top object beside the events; strings come without quotes.
  virtual void property(std::string_view key, std::string_view value) = 0;
};

class Document {
 public:
  enum class Where : std::uint8_t { Start, TopObject, Events, Done };
  // All that what comes later depends on: two documents in one state at one place read the same from there on.
  struct State {
    Where where = Where::Start;
    bool insideObject = false;  // the events are a member of the top object
    bool lines = false;         // one event a line, no commas, perhaps no list around them
    bool newline = false;       // stood after the first event
    bool comma = true;          // a comma, or the start of the list, came before
    bool searching = false;     // between damage and the next event
    // A damaged event can make the fast parser run to the end of the text. After too many of those it may look no further
    // than the next event, which keeps the whole linear.
    unsigned distrust = 0;
    std::uint64_t events = 0;
    // Whether the events from here on are read alike; of `events`, only whether there was more than one counts.
    [[nodiscard]] bool goesOnAs(const State& o) const {
      return where == o.where && insideObject == o.insideObject && lines == o.lines && comma == o.comma &&
             searching == o.searching && distrust == o.distrust && (events > 1) == (o.events > 1);
    }
  };

  Document(Sink& sink, Places& places) : sink_(sink), places_(places) {}
  // Reads what is complete in [begin, begin + size) and returns how many bytes are done with; with `eof` all of them are.
  // begin stands at `offset` in the file. Returns early when stopped, and before the first event at or behind `until`.
  std::size_t consume(const char* begin, std::size_t size, bool eof, std::uint64_t offset, const Job& job,
                      const char* until = nullptr);
  [[nodiscard]] const State& state() const { return s_; }
  void goOn(const State& s) {
    s_ = s;
    ended_ = reached_ = false;
  }
  [[nodiscard]] bool reached() const { return reached_; }  // `until`

 private:
  enum class Step { On, More, Until };
  Step start();
  Step topObject();
  Step readProperty(std::string_view key);
  Step events();
  Step event();
  Step damagedEvent(const char* bound);
  Step resync();
  void noteComma();

  Sink& sink_;
  ShapedParser parser_;
  Places& places_;
  State s_;
  bool ended_ = false;
  bool reached_ = false;
  const char* until_ = nullptr;
  const char* begin_ = nullptr;
  const char* p_ = nullptr;
  const char* end_ = nullptr;
  bool eof_ = false;
};

}  // namespace weir::chrome
