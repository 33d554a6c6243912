#include "core/study/run_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "core/run/text_room.h"
#include "core/study/check_run.h"
#include "core/study/columns.h"
#include "core/study/decoders.h"

namespace weir {
namespace {

using Bytes8 = std::vector<std::byte>;

// Common to both directions: the first error stops everything that follows.
class Archive {
 public:
  explicit Archive(const Job& job) : job_(job) {}
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  void refuse(const std::string& name, std::string what) {
    failWith({Error::Kind::Input, std::move(what), "column " + name, {}});
  }

 protected:
  void failWith(Error e) {
    if (!error_) error_ = std::move(e);
  }
  [[nodiscard]] bool proceed() {
    if (!error_ && job_.stopped()) failWith(stoppedByUser().value());
    return !error_;
  }
  const Job& job_;
  std::optional<Error> error_;
};

class Writer : public Archive {
 public:
  static constexpr bool reading = false;
  [[nodiscard]] static int layout() { return kRunLayout; }
  Writer(const ChunkSink& sink, const Job& job) : Archive(job), sink_(sink) {}

  template <class F>
  void together(F&& columns) {
    columns();
  }

  void raw(const std::string& name, Element element, const void* data, std::size_t total) {
    const std::size_t size = sizeOf(element);
    const std::size_t most = kChunkBytes / size;
    std::size_t first = 0;
    std::uint32_t part = 0;
    do {  // an empty column is one empty chunk, so that a missing one is noticed
      if (!proceed()) return;
      const std::size_t n = std::min(most, total - first);
      auto done = sink_(name, part++, encodeChunk(element, static_cast<const std::byte*>(data) + first * size, first, n, total));
      if (!done) return failWith(std::move(done).error());
      job_.add(n * size);
      first += n;
    } while (first < total);
  }

 private:
  const ChunkSink& sink_;
};

class Reader : public Archive {
 public:
  static constexpr bool reading = true;
  Reader(int layout, const ChunkSource& source, std::uint64_t maxBytes, const Job& job)
      : Archive(job), source_(source), left_(maxBytes), layout_(layout) {}
  [[nodiscard]] int layout() const { return layout_; }

  // Columns that need nothing of each other: their chunks are decoded side by side, while the next ones are fetched.
  template <class F>
  void together(F&& columns) {
    Decoders decoders;
    decoders_ = &decoders;
    columns();
    decoders_ = nullptr;
    if (auto bad = decoders.finish()) failWith(std::move(*bad));
  }

  // `room(total)` makes room for the whole column and returns where it goes.
  void raw(const std::string& name, Element element, const std::function<std::byte*(std::size_t)>& room) {
    std::byte* out = nullptr;
    std::uint64_t next = 0;
    std::optional<std::uint64_t> total;
    const auto bad = [&](std::string what) {
      return tl::make_unexpected(Error{Error::Kind::Input, std::move(what), "column " + name, {}});
    };
    if (!proceed()) return;
    auto done = source_(name, [&](std::string_view blob, std::uint64_t parts) -> Result<void> {
      if (!proceed()) return tl::make_unexpected(*error_);
      const auto head = decoders_ != nullptr ? chunkHeadUnsealed(blob) : chunkHead(blob);
      if (!head) return bad(head.error().what);
      if (head->element != element) return bad("holds another type than expected");
      const std::size_t size = sizeOf(element);
      if (!total) {
        // Before anything is allocated: a head may claim any length, a part holds at most kChunkBytes.
        if (head->total > parts * (kChunkBytes / size)) return bad("has a part missing");
        if (head->total > left_ / size)
          return bad(fmt::format("needs {} elements of {} bytes, more memory than this machine can give", head->total, size));
        left_ -= head->total * size;
        total = head->total;
        out = room(head->total);
      }
      if (head->total != *total || head->first != next) return bad("has a part missing");
      if (decoders_ != nullptr) {
        decoders_->add(name, blob, *head, out + next * size);
      } else if (const auto decoded = decodeChunk(blob, *head, out + next * size, scratch_); !decoded) {
        return bad(decoded.error().what);
      }
      next += head->count;
      job_.add(blob.size());
      return {};
    });
    if (done && !total) done = bad("is missing");
    if (done && next != *total) done = bad("has a part missing");
    if (!done) failWith(std::move(done).error());
  }

 private:
  const ChunkSource& source_;
  std::uint64_t left_;
  int layout_;
  Decoders* decoders_ = nullptr;
  std::vector<unsigned char> scratch_;
};

template <class A, class T, class Allocator>
void column(A& a, const std::string& name, std::vector<T, Allocator>& v) {
  if constexpr (A::reading) {
    a.raw(name, elementOf<T>(), [&](std::size_t n) {
      v.resize(n);
      return reinterpret_cast<std::byte*>(v.data());
    });
  } else {
    a.raw(name, elementOf<T>(), v.data(), v.size());
  }
}

template <class A, class Text>
void bytes(A& a, const std::string& name, Text& s) {
  if constexpr (A::reading) {
    a.raw(name, Element::U8, [&](std::size_t n) {
      if constexpr (std::is_same_v<Text, TextColumn>) grow(s, n);
      else s.resize(n);
      return reinterpret_cast<std::byte*>(s.data());
    });
  } else {
    a.raw(name, Element::U8, s.data(), s.size());
  }
}

// A vector of structs, one column a field. `each(field, element)` calls field(name, member) for every member.
template <class A, class T, class Each>
void structs(A& a, const std::string& name, std::vector<T>& v, Each each) {
  struct Field {
    std::string name;
    Element element;
    std::size_t size;
    Bytes8 data;
  };
  std::vector<Field> fields;
  T example{};
  each(
      [&](const char* field, auto& m) {
        static_assert(std::is_arithmetic_v<std::decay_t<decltype(m)>> || std::is_enum_v<std::decay_t<decltype(m)>>);
        fields.push_back({name + "." + field, elementOf<std::decay_t<decltype(m)>>(), sizeof m, {}});
      },
      example);
  if constexpr (A::reading) {
    for (Field& f : fields)
      a.raw(f.name, f.element, [&](std::size_t n) {
        f.data.resize(n * f.size);
        return f.data.data();
      });
    if (a.failed()) return;
    const std::size_t n = fields[0].data.size() / fields[0].size;
    for (const Field& f : fields)
      if (f.data.size() != n * f.size) return a.refuse(f.name, "has another length than its neighbours");
    // The further fields of what an older layout began must fit it.
    if (!v.empty() && v.size() != n) return a.refuse(fields[0].name, "has another length than its neighbours");
    v.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t k = 0;
      each(
          [&](const char*, auto& m) {
            std::memcpy(&m, fields[k].data.data() + i * sizeof m, sizeof m);
            ++k;
          },
          v[i]);
    }
  } else {
    for (Field& f : fields) f.data.resize(v.size() * f.size);
    for (std::size_t i = 0; i < v.size(); ++i) {
      std::size_t k = 0;
      each(
          [&](const char*, auto& m) {
            std::memcpy(fields[k].data.data() + i * sizeof m, &m, sizeof m);
            ++k;
          },
          v[i]);
    }
    for (const Field& f : fields) a.raw(f.name, f.element, f.data.data(), v.size());
  }
}

// Lists of any length as one column of all elements and one of lengths. Container: std::string or std::vector<T>.
template <class A, class Container>
void lists(A& a, const std::string& name, std::vector<Container>& v) {
  std::vector<std::uint64_t> sizes;
  Container all;
  if constexpr (!A::reading) {
    for (const Container& c : v) {
      sizes.push_back(c.size());
      all.insert(all.end(), c.begin(), c.end());
    }
  }
  column(a, name + ".size", sizes);
  if constexpr (std::is_same_v<Container, std::string>)
    bytes(a, name, all);
  else
    column(a, name, all);
  if constexpr (A::reading) {
    if (a.failed()) return;
    std::uint64_t at = 0;
    v.clear();
    v.reserve(sizes.size());
    for (const std::uint64_t n : sizes) {
      if (n > all.size() - at) return a.refuse(name + ".size", "does not fit its data");
      v.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(at), all.begin() + static_cast<std::ptrdiff_t>(at + n));
      at += n;
    }
    if (at != all.size()) a.refuse(name + ".size", "does not fit its data");
  }
}

// A member of every element that is itself a list.
template <class A, class T, class Member>
void listsOf(A& a, const std::string& name, std::vector<T>& v, Member T::*member) {
  std::vector<Member> members;
  if constexpr (!A::reading)
    for (T& t : v) members.push_back(t.*member);
  lists(a, name, members);
  if constexpr (A::reading) {
    if (a.failed()) return;
    if (members.size() != v.size()) return a.refuse(name, "has another length than its neighbours");
    for (std::size_t i = 0; i < v.size(); ++i) v[i].*member = std::move(members[i]);
  }
}

template <class A>
void names(A& a, Names& n) {
  std::vector<std::string> texts;
  if constexpr (!A::reading)
    for (NameId i = 0; i < n.size(); ++i) texts.emplace_back(n.text(i));
  lists(a, "names", texts);
  if constexpr (A::reading) {
    if (a.failed()) return;
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (n.intern(texts[i]) != i) return a.refuse("names", "holds a name twice");
    if (texts.empty()) a.refuse("names", "lacks the empty name");
  }
}

template <class A>
void head(A& a, Run& run) {
  std::vector<std::int64_t> numbers{run.originNs, static_cast<std::int64_t>(run.truth), run.worldSize, run.span_.first,
                                    run.span_.second};
  std::vector<std::string> texts{run.title, run.format, run.scenario};
  column(a, "head", numbers);
  lists(a, "texts", texts);
  if constexpr (A::reading) {
    if (a.failed()) return;
    if (numbers.size() != 5 || texts.size() != 3) return a.refuse("head", "has another length than expected");
    if (numbers[1] < 0 || numbers[1] > static_cast<std::int64_t>(Truth::Predicted))
      return a.refuse("head", "holds an unknown kind of run");
    run.originNs = numbers[0];
    run.truth = static_cast<Truth>(numbers[1]);
    run.worldSize = static_cast<std::int32_t>(numbers[2]);
    run.span_ = {numbers[3], numbers[4]};
    run.title = std::move(texts[0]);
    run.format = std::move(texts[1]);
    run.scenario = std::move(texts[2]);
  }
}

// Doubles travel as the integers of their bits.
std::vector<std::int64_t> bitsOf(const std::vector<double>& v) {
  std::vector<std::int64_t> bits(v.size());
  std::transform(v.begin(), v.end(), bits.begin(), [](double d) { return std::bit_cast<std::int64_t>(d); });
  return bits;
}

// All columns of all tables one after the other, and how many each table has. Texts go as one list with their count.
template <class A>
void tables(A& a, std::vector<Table>& tables) {
  std::vector<std::uint64_t> width;
  std::vector<Table::ColumnOf> all;
  std::vector<std::vector<std::int64_t>> numbers;
  std::vector<std::uint64_t> textRows;
  std::vector<std::string> texts;
  if constexpr (!A::reading)
    for (const Table& t : tables) {
      width.push_back(t.columns.size());
      for (const Table::ColumnOf& c : t.columns) {
        all.push_back({c.name, c.unit, {}, {}});
        numbers.push_back(bitsOf(c.number));
        textRows.push_back(c.text.size());
        texts.insert(texts.end(), c.text.begin(), c.text.end());
      }
    }
  structs(a, "tables", tables, [](auto f, Table& t) { f("source", t.source); });
  listsOf(a, "tables.name", tables, &Table::name);
  column(a, "tables.width", width);
  if constexpr (A::reading) {
    std::uint64_t columns = 0;
    for (const std::uint64_t w : width) {
      if (w > (1U << 20) || (columns += w) > (1U << 20)) return a.refuse("tables.width", "holds more columns than can be");
    }
    all.resize(columns);
  }
  listsOf(a, "tables.column", all, &Table::ColumnOf::name);
  listsOf(a, "tables.unit", all, &Table::ColumnOf::unit);
  lists(a, "tables.number", numbers);
  column(a, "tables.textRows", textRows);
  lists(a, "tables.text", texts);
  if constexpr (A::reading) {
    if (a.failed()) return;
    constexpr const char* kShape = "does not fit its data";
    if (width.size() != tables.size() || numbers.size() != all.size() || textRows.size() != all.size())
      return a.refuse("tables.width", kShape);
    std::size_t c = 0;
    std::size_t text = 0;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (width[t] > all.size() - c) return a.refuse("tables.width", kShape);
      for (std::uint64_t k = 0; k < width[t]; ++k, ++c) {
        if (textRows[c] > texts.size() - text) return a.refuse("tables.textRows", kShape);
        for (const std::int64_t bits : numbers[c]) all[c].number.push_back(std::bit_cast<double>(bits));
        const auto from = texts.begin() + static_cast<std::ptrdiff_t>(text);
        all[c].text.assign(from, from + static_cast<std::ptrdiff_t>(textRows[c]));
        text += textRows[c];
        tables[t].columns.push_back(std::move(all[c]));
      }
    }
    if (c != all.size() || text != texts.size()) a.refuse("tables.width", kShape);
  }
}

// Places of notes: lists of lists of text.
template <class A>
void notePlaces(A& a, std::vector<Note>& notes) {
  std::vector<std::uint64_t> placesOf;
  std::vector<std::string> allPlaces;
  if constexpr (!A::reading) {
    for (const Note& n : notes) {
      placesOf.push_back(n.first.size());
      allPlaces.insert(allPlaces.end(), n.first.begin(), n.first.end());
    }
  }
  column(a, "notes.places", placesOf);
  lists(a, "notes.place", allPlaces);
  if constexpr (A::reading) {
    if (a.failed()) return;
    if (placesOf.size() != notes.size()) return a.refuse("notes.places", "has another length than its neighbours");
    auto at = allPlaces.begin();
    for (std::size_t i = 0; i < placesOf.size(); ++i) {
      if (placesOf[i] > static_cast<std::uint64_t>(allPlaces.end() - at))
        return a.refuse("notes.places", "does not fit its data");
      const auto end = at + static_cast<std::ptrdiff_t>(placesOf[i]);
      notes[i].first.assign(at, end);
      at = end;
    }
  }
}

// What layout 2 added.
template <class A>
void visitSecondLayout(A& a, Run& run) {
  structs(a, "sources2", run.sources, [](auto f, Source& s) { f("clock", s.clock); });
  listsOf(a, "sources.aligned", run.sources, &Source::aligned);
  structs(a, "tracks2", run.tracks, [](auto f, Track& t) { f("source", t.source); });
  column(a, "arrows.from", run.arrows.from);
  column(a, "arrows.to", run.arrows.to);
  column(a, "arrows.kind", run.arrows.kind);
  column(a, "transfers.file", run.transfers.file);
  structs(a, "io2", run.io, [](auto f, IoOperation& o) { f("source", o.source); });
  structs(a, "ioRecords", run.ioRecords, [](auto f, IoRecord& r) {
    f("rank", r.rank), f("shared", r.shared), f("partial", r.partial), f("file", r.file), f("layer", r.layer), f("mount", r.mount),
        f("fileSystem", r.fileSystem), f("source", r.source), f("readBytes", r.readBytes), f("writeBytes", r.writeBytes),
        f("readOps", r.readOps), f("writeOps", r.writeOps), f("opens", r.opens), f("stats", r.stats), f("seeks", r.seeks),
        f("syncs", r.syncs), f("sequentialReads", r.sequentialReads), f("sequentialWrites", r.sequentialWrites),
        f("consecutiveReads", r.consecutiveReads), f("consecutiveWrites", r.consecutiveWrites), f("switches", r.switches),
        f("maxByteRead", r.maxByteRead), f("maxByteWritten", r.maxByteWritten), f("readTime", r.readTime),
        f("writeTime", r.writeTime), f("metaTime", r.metaTime), f("start", r.start), f("end", r.end), f("sizesKnown", r.sizesKnown);
    constexpr std::array<const char*, 10> bins{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    for (std::size_t i = 0; i < bins.size(); ++i) {
      f((std::string("readSizes") + bins[i]).c_str(), r.readSizes[i]);
      f((std::string("writeSizes") + bins[i]).c_str(), r.writeSizes[i]);
    }
  });
  structs(a, "counters2", run.counters, [](auto f, Counter& c) { f("source", c.source); });
  listsOf(a, "notes.at", run.notes, &Note::at);
  structs(a, "facts", run.facts, [](auto f, Fact& x) { f("source", x.source); });
  listsOf(a, "facts.name", run.facts, &Fact::name);
  listsOf(a, "facts.value", run.facts, &Fact::value);
  listsOf(a, "facts.unit", run.facts, &Fact::unit);
  tables(a, run.tables);
}

// Every field of Run stands here once. A new one: add it, raise kRunLayout, and read it only from that layout on.
template <class A>
void visitRun(A& a, Run& run) {
  head(a, run);
  names(a, run.names);
  column(a, "ranks", run.ranks);
  structs(a, "sources", run.sources,
          [](auto f, Source& s) { f("rank", s.rank), f("originNs", s.originNs), f("offset", s.offset), f("slices", s.slices); });
  listsOf(a, "sources.file", run.sources, &Source::file);
  listsOf(a, "sources.format", run.sources, &Source::format);
  structs(a, "tracks", run.tracks, [](auto f, Track& t) {
    f("name", t.name), f("process", t.process), f("kind", t.kind), f("rank", t.rank), f("sort", t.sort),
        f("firstRow", t.firstRow), f("rowCount", t.rowCount);
  });
  structs(a, "rows", run.rows,
          [](auto f, Row& r) { f("track", r.track), f("depth", r.depth), f("begin", r.begin), f("end", r.end); });
  a.together([&] {
    column(a, "slices.start", run.slices.start);
    column(a, "slices.duration", run.slices.duration);
    column(a, "slices.name", run.slices.name);
    column(a, "slices.category", run.slices.category);
    column(a, "slices.activity", run.slices.activity);
    column(a, "slices.args", run.slices.args);
    column(a, "slices.argsSize", run.slices.argsSize);
    bytes(a, "argsText", run.argsText);
  });
  structs(a, "instants", run.instants, [](auto f, Instant& i) { f("track", i.track), f("name", i.name), f("time", i.time); });
  lists(a, "groups", run.groups);
  structs(a, "collectives", run.collectives, [](auto f, CollectiveCall& c) {
    f("operation", c.operation), f("bytes", c.bytes), f("groupSize", c.groupSize), f("group", c.group), f("instance", c.instance),
        f("rank", c.rank), f("slice", c.slice), f("start", c.start), f("duration", c.duration), f("algorithm", c.algorithm);
  });
  column(a, "transfers.source", run.transfers.source);
  column(a, "transfers.destination", run.transfers.destination);
  column(a, "transfers.bytes", run.transfers.bytes);
  column(a, "transfers.start", run.transfers.start);
  column(a, "transfers.end", run.transfers.end);
  column(a, "transfers.instance", run.transfers.instance);
  structs(a, "io", run.io, [](auto f, IoOperation& o) {
    f("kind", o.kind), f("rank", o.rank), f("file", o.file), f("layer", o.layer), f("bytes", o.bytes), f("offset", o.offset),
        f("start", o.start), f("duration", o.duration);
  });
  structs(a, "counters", run.counters, [](auto f, Counter& c) {
    f("name", c.name), f("group", c.group), f("rank", c.rank), f("start", c.start), f("step", c.step);
  });
  listsOf(a, "counters.unit", run.counters, &Counter::unit);
  listsOf(a, "counters.time", run.counters, &Counter::time);
  listsOf(a, "counters.value", run.counters, &Counter::value);
  structs(a, "notes", run.notes, [](auto f, Note& n) { f("count", n.count); });
  listsOf(a, "notes.kind", run.notes, &Note::kind);
  notePlaces(a, run.notes);
  if (a.layout() >= 2) visitSecondLayout(a, run);
  else if constexpr (A::reading) run.transfers.file.assign(run.transfers.size(), 0);
}

}  // namespace

Result<void> writeRun(const Run& run, const ChunkSink& sink, const Job& job) {
  Writer w(sink, job);
  visitRun(w, const_cast<Run&>(run));  // a Writer only reads; one visitor serves both directions
  if (w.error()) return tl::make_unexpected(*w.error());
  return {};
}

Result<Run> readRun(int layout, const ChunkSource& source, std::uint64_t maxBytes, const Job& job) {
  if (layout < 1 || layout > kRunLayout)
    return fail(fmt::format("was written by a newer Weir: run layout {}, this one reads up to {}", layout, kRunLayout), {},
                "update Weir");
  Reader r(layout, source, maxBytes, job);
  Run run;
  visitRun(r, run);
  if (r.error()) return tl::make_unexpected(*r.error());
  if (auto ok = checkRun(run); !ok) return tl::make_unexpected(std::move(ok).error());
  return run;
}

}  // namespace weir
