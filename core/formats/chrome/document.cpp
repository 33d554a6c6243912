#include "core/formats/chrome/document.h"

#include <algorithm>

#include "core/formats/chrome/scan.h"
#include "core/run/builder.h"

namespace weir::chrome {
namespace {

constexpr std::ptrdiff_t kCostly = 64 << 10;    // a failed look of this length counts as running away
constexpr std::ptrdiff_t kPatience = 512 << 20;  // an event longer than this is taken for damaged
constexpr unsigned kDistrustAfter = 32;
constexpr unsigned kStopEvery = 4096;  // events between two looks at the stop token

// Where events go on after a damaged header: after the "[" of their list, or at the first object that begins with "ph".
const char* findEventList(const char* p, const char* end) {
  for (; p < end; ++p) {
    if (*p == '{') {
      const char* q = skipSpace(p + 1, end);
      if (end - q >= 5 && std::string_view(q, 5) == "\"ph\":") return p;
    } else if (*p == 't' && end - p >= 12 && std::string_view(p, 12) == "traceEvents\"") {
      const char* q = skipSpace(p + 12, end);
      if (q == end || *q != ':') continue;
      q = skipSpace(q + 1, end);
      if (q < end && *q == '[') return q + 1;
    }
  }
  return nullptr;
}

}  // namespace

void Places::leave(const char* end) {
  lines_ += countLines(begin_, end);
  offset_ += static_cast<std::uint64_t>(end - begin_);
  begin_ = end;
}

void Places::note(std::string_view kind, const char* at, std::uint64_t count, const Micros* when) {
  const auto it = std::find_if(notes_.begin(), notes_.end(), [&](const Note& n) { return n.kind == kind; });
  if (it != notes_.end() && it->first.size() >= kNotePlaces) {
    it->count += count;
    return;
  }
  const std::uint64_t line = lines_ + 1 + countLines(begin_, at);
  const std::string place = "byte " + std::to_string(offset_ + static_cast<std::uint64_t>(at - begin_)) + ", line ";
  noteAs(kind, known_ ? place + std::to_string(line) : place, count, when);
  if (known_) return;
  const auto note = std::find_if(notes_.begin(), notes_.end(), [&](const Note& n) { return n.kind == kind; });
  relative_.push_back({static_cast<std::size_t>(note - notes_.begin()), note->first.size() - 1, line});
}

void Places::append(Places&& part) {
  for (const Relative& r : part.relative_) part.notes_[r.note].first[r.place] += std::to_string(lines_ + r.line);
  for (std::size_t i = 0; i < part.notes_.size(); ++i) {
    const Note& n = part.notes_[i];
    noteAs(n.kind, {}, n.count);
    for (std::size_t k = 0; k < n.first.size(); ++k) {
      const auto timed = std::find_if(part.timed_.begin(), part.timed_.end(), [&](const Timed& t) { return t.note == i && t.place == k; });
      noteAs(n.kind, n.first[k], 0, timed == part.timed_.end() ? nullptr : &timed->when);
    }
  }
  lines_ += part.lines_;
}

void Places::noteAs(std::string_view kind, std::string_view place, std::uint64_t count, const Micros* when) {
  const auto find = [&] { return std::find_if(notes_.begin(), notes_.end(), [&](const Note& n) { return n.kind == kind; }); };
  const auto before = find();
  const std::size_t places = before == notes_.end() ? 0 : before->first.size();
  addNote(notes_, kind, place, count);
  if (when == nullptr) return;
  const auto note = find();
  if (note->first.size() > places) timed_.push_back({static_cast<std::size_t>(note - notes_.begin()), places, *when});
}

std::size_t Document::consume(const char* begin, std::size_t size, bool eof, std::uint64_t offset, const Job& job,
                              const char* until) {
  if (ended_) return size;
  reached_ = false;
  until_ = until;
  ended_ = eof;
  begin_ = p_ = begin;
  end_ = begin + size;
  eof_ = eof;
  places_.enter(begin, offset);
  while (p_ < end_ && !job.stopped()) {
    Step step = Step::On;
    switch (s_.where) {
      case Where::Start:
        step = start();
        break;
      case Where::TopObject:
        step = topObject();
        break;
      case Where::Events:
        step = events();
        break;
      case Where::Done:
        p_ = end_;
        break;
    }
    if (step == Step::More) break;
    if (step == Step::Until) {
      reached_ = true;
      ended_ = false;
      places_.leave(p_);
      return static_cast<std::size_t>(p_ - begin_);
    }
  }
  if (eof) {
    if (s_.where == Where::Events && !s_.lines)
      places_.note("file ends before the list of events is closed", p_);
    else if (s_.where == Where::TopObject)
      places_.note("file ends before its object is closed", p_);
    p_ = end_;
  }
  places_.leave(p_);
  return static_cast<std::size_t>(p_ - begin_);
}

Document::Step Document::start() {
  if (end_ - p_ < 3 && !eof_) return Step::More;
  if (std::string_view(p_, static_cast<std::size_t>(end_ - p_)).starts_with("\xEF\xBB\xBF")) p_ += 3;
  p_ = skipSpace(p_, end_);
  if (p_ == end_) return Step::On;
  if (*p_ == '[') {
    ++p_;
    s_.where = Where::Events;
    return Step::On;
  }
  if (*p_ != '{') {
    places_.note("text before the trace", p_);
    p_ = std::find_if(p_, end_, [](char c) { return c == '{' || c == '['; });
    return Step::On;
  }
  // An object that is itself an event: one event a line.
  const char* q = skipSpace(p_ + 1, end_);
  if (q == end_ && !eof_) return Step::More;
  if (q < end_ && *q == '"') {
    const char* const key = ++q;
    q = findStringStop(q, end_);
    if (q == end_ && !eof_) return Step::More;
    const std::string_view name(key, static_cast<std::size_t>(q - key));
    if (isEventKey(name) && name != "name") {
      s_.lines = true;
      s_.where = Where::Events;
      return Step::On;
    }
  }
  ++p_;
  s_.insideObject = true;
  s_.where = Where::TopObject;
  return Step::On;
}

// At a key, a comma, or the end of the top object.
Document::Step Document::topObject() {
  p_ = skipSpace(p_, end_);
  if (p_ == end_) return Step::On;
  if (*p_ == ',') {
    ++p_;
    return Step::On;
  }
  if (*p_ == '}') {
    ++p_;
    s_.where = Where::Done;
    return Step::On;
  }
  const char* const keyStart = p_;
  if (*p_ == '"') {
    const char* q = findStringStop(p_ + 1, end_);
    if (q < end_ && *q == '"') {
      const std::string_view key(p_ + 1, static_cast<std::size_t>(q - p_ - 1));
      q = skipSpace(q + 1, end_);
      if (q < end_ && *q == ':') {
        q = skipSpace(q + 1, end_);
        if (q < end_) {
          if (key == "traceEvents" && *q == '[') {
            p_ = q + 1;
            s_.comma = true;
            s_.where = Where::Events;
            return Step::On;
          }
          p_ = q;
          const Step step = readProperty(key);
          if (step == Step::More) p_ = keyStart;
          return step;
        }
      }
    }
    if (q == end_) {
      if (!eof_) return Step::More;
      places_.note("file ends inside its header", keyStart);
      p_ = end_;
      return Step::On;
    }
  }
  // Not a member: go on at the events, if they are still to come.
  if (!s_.searching) places_.note("damaged header", keyStart);
  s_.searching = false;
  if (const char* list = findEventList(p_ + 1, end_)) {
    p_ = list;
    s_.comma = true;
    s_.where = Where::Events;
  } else if (eof_ || s_.events > 0) {
    p_ = end_;
    s_.where = Where::Done;
  } else {
    s_.searching = true;
    p_ = std::max(p_, end_ - 64);  // what is looked for may be cut in two
    return Step::More;
  }
  return Step::On;
}

// p_ is at a value beside the events.
Document::Step Document::readProperty(std::string_view key) {
  const char* const from = p_;
  std::string_view value;
  const char* next = nullptr;
  const char* control = nullptr;  // noted only once the value is whole: it may be looked at again
  if (*p_ == '"') {
    const char* q = from + 1;
    for (;;) {
      q = findStringStop(q, end_);
      if (q == end_ || *q == '"') break;
      if (*q != '\\' && control == nullptr) control = q;
      q += *q == '\\' && end_ - q >= 2 ? 2 : 1;
    }
    if (q < end_) {
      value = {from + 1, static_cast<std::size_t>(q - from - 1)};
      next = q + 1;
    }
  } else if (*p_ == '{' || *p_ == '[') {
    Skip skip = skipContainer(from, end_);
    if (skip.control) {
      skip.end = skipDamagedContainer(from, end_);
      control = from;
    }
    if (skip.end != nullptr) {
      value = {from, static_cast<std::size_t>(skip.end - from)};
      next = skip.end;
    }
  } else {
    const char* q = from;
    while (q < end_ && *q != ',' && *q != '}' && !isSpace(*q)) ++q;
    if (q < end_) {
      value = {from, static_cast<std::size_t>(q - from)};
      next = q;
    }
  }
  if (next == nullptr) {
    if (!eof_) return Step::More;
    // Perhaps only this value never ends: the events may still be in what it swallowed.
    const char* const list = findEventList(from, end_);
    places_.note(list == nullptr ? "file ends inside its header" : "damaged header", from);
    p_ = list == nullptr ? end_ : list;
    if (list != nullptr) s_.where = Where::Events;
    return Step::On;
  }
  if (control != nullptr) places_.note("raw control character in a string", control);
  sink_.property(key, value);
  p_ = next;
  return Step::On;
}

Document::Step Document::events() {
  for (unsigned k = 0; k < kStopEvery; ++k) {
    const char* const from = p_;
    p_ = skipSpace(p_, end_);
    if (s_.events == 1 && !s_.comma) s_.newline = s_.newline || std::find(from, p_, '\n') != p_;
    if (p_ == end_) return Step::On;
    switch (*p_) {
      case '{':
        if (until_ != nullptr && p_ >= until_) return Step::Until;
        if (event() == Step::More) return Step::More;
        break;
      case ',':
        if (s_.comma && s_.events > 0) places_.note("comma too many", p_);
        s_.comma = true;
        ++p_;
        break;
      case ']':
        if (s_.comma && s_.events > 0) places_.note("comma before the end of the list", p_);
        ++p_;
        s_.where = s_.insideObject ? Where::TopObject : Where::Done;
        return Step::On;
      case '}':
        places_.note("list of events not closed", p_);
        ++p_;
        s_.where = Where::Done;
        return Step::On;
      case '\0':
        ++p_;  // some writers pad
        break;
      default:
        if (resync() == Step::More) return Step::More;
        break;
    }
  }
  return Step::On;
}

Document::Step Document::event() {
  RawEvent e;
  const char* next = nullptr;
  const bool careful = s_.distrust >= kDistrustAfter;
  // Never further than patience goes, however much text there is: the same is read in chunks of any size.
  const bool whole = end_ - p_ < kPatience;
  const char* const far = whole ? end_ : p_ + kPatience;
  const char* const limit = careful ? findEventStart(p_ + 1, far, begin_) : far;
  const Parsed parsed = parser_.parse(p_, limit, e, next);
  if (parsed == Parsed::Good) {
    noteComma();
    if (e.argsLetters && hasNonJsonValue(e.args)) places_.note("value that is not JSON (NaN, hexadecimal, a bare word)", p_);
    sink_.event(e, p_);
    ++s_.events;
    s_.comma = false;
    p_ = next;
    return Step::On;
  }
  if (parsed == Parsed::Short && limit == end_ && !eof_ && whole) return Step::More;
  const char* const bound = careful ? limit : findEventStart(p_ + 1, far, begin_);
  if (bound == end_ && !eof_ && whole) return Step::More;
  if (!careful && parsed == Parsed::Short && far - p_ > kCostly) ++s_.distrust;
  return damagedEvent(bound);
}

void Document::noteComma() {
  if (s_.comma || s_.lines) return;
  // Objects a line each, without commas from the first on, are a way of writing (DFTracer's), not damage.
  if (s_.events == 1 && s_.newline) {
    s_.lines = true;
    return;
  }
  places_.note("comma missing between events", p_);
}

Document::Step Document::damagedEvent(const char* bound) {
  noteComma();
  RawEvent e;
  Damage damage;
  const char* next = nullptr;
  const bool saved = salvageEvent(p_, bound, e, next, damage);
  if (!saved) {
    places_.note(eof_ && bound == end_ ? "file ends inside an event" : "damaged event left out", p_);
    p_ = bound;
    s_.comma = true;
    return Step::On;
  }
  if (damage.control) places_.note("raw control character in a string", p_);
  if (damage.quotes) places_.note("quote without backslash in a string", p_);
  if (hasNonJsonValue(e.args)) places_.note("value that is not JSON (NaN, hexadecimal, a bare word)", p_);
  sink_.event(e, p_);
  ++s_.events;
  s_.comma = false;
  p_ = next;
  return Step::On;
}

// Something that cannot stand between events: on to the next one.
Document::Step Document::resync() {
  if (!s_.searching) places_.note("damaged event left out", p_);
  const char* const from = p_;
  p_ = findEventStart(p_ + 1, end_, begin_);
  s_.comma = true;
  s_.searching = p_ == end_ && !eof_;
  if (!s_.searching) return Step::On;
  p_ = std::max(from, end_ - 64);  // an event may have begun
  return Step::More;
}

}  // namespace weir::chrome
