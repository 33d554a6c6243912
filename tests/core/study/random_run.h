// A Run with something in every field, and a text of every field. Structured bindings: adding a member to one of these
// structs breaks the compilation here, so that nobody forgets to store it.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <string>

#include "core/base/random.h"
#include "core/run/builder.h"
#include "core/run/run.h"

namespace weir::test {

inline std::string randomText(Random& r, std::size_t most) {
  std::string s;
  const auto n = r.below(most + 1);
  for (std::uint64_t i = 0; i < n; ++i) s += static_cast<char>(r.below(256));  // NUL and invalid UTF-8 too
  return s;
}
inline std::int64_t anyTime(Random& r) { return static_cast<std::int64_t>(r.next64() >> (2 + r.below(60))); }
inline std::int32_t anyInt(Random& r) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(r.next64())); }

inline weir::Run randomRun(std::uint64_t seed, std::size_t scale) {
  Random r(seed, 7);
  RunBuilder b(randomText(r, 10), static_cast<Truth>(r.below(3)));
  std::vector<NameId> ids;
  for (std::size_t i = 0; i < 1 + scale / 4; ++i) ids.push_back(b.intern(randomText(r, 30)));
  const auto name = [&] { return ids[r.below(ids.size())]; };
  const auto many = [&] { return r.below(scale + 1); };

  Run& run = b.run();
  run.title = randomText(r, 40);
  run.originNs = anyTime(r) - anyTime(r);
  run.worldSize = anyInt(r);
  run.scenario = randomText(r, 300);
  for (std::uint64_t i = many() % 9; i > 0; --i)
    run.sources.push_back({randomText(r, 20), randomText(r, 9), anyInt(r), anyTime(r), -anyTime(r), r.next64(),
                           static_cast<ClockKind>(r.below(3)), randomText(r, 9)});
  const auto sourceOf = [&] { return static_cast<std::uint32_t>(r.below(std::max<std::size_t>(1, run.sources.size()))); };
  for (std::uint64_t i = many() % 5; i > 0; --i) b.note(randomText(r, 12), randomText(r, 12), r.next64() >> 1, anyTime(r));
  for (std::uint64_t i = many() % 5; i > 0; --i) run.facts.push_back({randomText(r, 9), randomText(r, 9), randomText(r, 3), sourceOf()});
  for (std::uint64_t i = many() % 4; i > 0; --i) {
    Table t{randomText(r, 9), {}, sourceOf()};
    const std::uint64_t rows = many();
    for (std::uint64_t c = r.below(4); c > 0; --c) {
      Table::ColumnOf column{randomText(r, 6), randomText(r, 2), {}, {}};
      const bool text = r.below(2) == 0;
      for (std::uint64_t k = 0; k < rows; ++k) {
        if (text) column.text.push_back(randomText(r, 6));
        else column.number.push_back(std::bit_cast<double>(r.next64()));
      }
      t.columns.push_back(std::move(column));
    }
    run.tables.push_back(std::move(t));
  }
  const std::uint64_t tracks = many() % 7;
  for (std::uint64_t i = 0; i < tracks; ++i)
    b.track({name(), name(), static_cast<TrackKind>(r.below(6)), static_cast<std::int32_t>(r.below(9)) - 1,
             anyTime(r) - anyTime(r), 0, 0, sourceOf()});
  if (tracks > 0) {
    for (std::uint64_t i = many(); i > 0; --i) {
      const std::string args = randomText(r, 20);
      b.slice({.track = static_cast<TrackIndex>(r.below(tracks)),
               .start = static_cast<std::int64_t>(r.below(1000 * (scale + 1))),
               .duration = static_cast<std::int64_t>(r.below(5000)),
               .name = name(),
               .category = name(),
               .activity = static_cast<Activity>(r.below(kActivities)),
               .args = args});
    }
    for (std::uint64_t i = many(); i > 0; --i) b.instant({static_cast<TrackIndex>(r.below(tracks)), name(), anyTime(r)});
    for (std::uint64_t i = b.slices() == 0 ? 0 : many(); i > 0; --i) b.arrow(r.below(b.slices()), r.below(b.slices()), name());
  }
  for (std::uint64_t i = many(); i > 0; --i) {
    CollectiveCall c{static_cast<Operation>(r.below(11)),
                     anyTime(r),
                     anyInt(r),
                     b.group({anyInt(r), anyInt(r)}),
                     0,
                     anyInt(r),
                     0,
                     anyTime(r),
                     anyTime(r),
                     name()};
    if (b.slices() > 0) c.slice = r.below(b.slices());
    b.collective(c);
  }
  for (std::uint64_t i = many(); i > 0; --i)
    b.transfer(anyInt(r), anyInt(r), anyTime(r), anyTime(r), anyTime(r), static_cast<std::uint32_t>(r.next64()));
  for (std::uint64_t i = many(); i > 0; --i)
    b.io(
        {static_cast<IoOperation::Kind>(r.below(7)), anyInt(r), name(), name(), anyTime(r), -anyTime(r), anyTime(r), anyTime(r), sourceOf()});
  for (std::uint64_t i = many(); i > 0; --i) {
    IoRecord o;
    o.rank = anyInt(r), o.shared = r.below(2) == 0, o.partial = r.below(2) == 0, o.sizesKnown = r.below(2) == 0;
    o.file = name(), o.layer = name(), o.mount = name(), o.fileSystem = name(), o.source = sourceOf();
    for (std::int64_t* v : {&o.readBytes, &o.writeBytes, &o.readOps, &o.writeOps, &o.opens, &o.stats, &o.seeks, &o.syncs,
                            &o.sequentialReads, &o.sequentialWrites, &o.consecutiveReads, &o.consecutiveWrites, &o.switches,
                            &o.maxByteRead, &o.maxByteWritten, &o.readTime, &o.writeTime, &o.metaTime, &o.start})
      *v = anyTime(r);
    o.end = o.start + static_cast<std::int64_t>(r.below(1000));
    for (std::int64_t& v : o.readSizes) v = anyTime(r);
    for (std::int64_t& v : o.writeSizes) v = anyTime(r);
    b.record(o);
  }
  for (std::uint64_t i = many() % 6; i > 0; --i) {
    Counter c{name(), name(), randomText(r, 5), anyInt(r), anyTime(r), static_cast<std::int64_t>(r.below(2)) * 1000, {}, {}, sourceOf()};
    for (std::uint64_t k = many(); k > 0; --k) {
      c.value.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(r.next64())));  // NaN and infinities too
      if (c.step == 0) c.time.push_back(anyTime(r));
    }
    b.counter(std::move(c));
  }
  return b.build();
}

inline std::string hexOf(std::string_view s) {
  std::string out;
  for (const char c : s) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

inline std::string everyField(const weir::Run& run) {
  const auto& [title, format, truth, originNs, names, sources, ranks, worldSize, tracks, rows, slices, argsText, arrows,
               instants, groups, collectives, transfers, io, ioRecords, counters, notes, facts, tables, scenario, span] = run;
  std::string s = fmt::format("{} {} {} {} {} {} {} {}\n", hexOf(title), hexOf(format), static_cast<int>(truth), originNs,
                              worldSize, hexOf(scenario), span.first, span.second);
  for (NameId i = 0; i < names.size(); ++i) s += hexOf(names.text(i)) + ",";
  for (const auto& [file, sourceFormat, rank, origin, offset, count, clock, aligned] : sources)
    s += fmt::format("\nsource {} {} {} {} {} {} {} {}", hexOf(file), hexOf(sourceFormat), rank, origin, offset, count,
                     static_cast<int>(clock), hexOf(aligned));
  s += fmt::format("\nranks {}", ranks);
  for (const auto& [name, process, kind, rank, sort, firstRow, rowCount, from] : tracks)
    s += fmt::format("\ntrack {} {} {} {} {} {} {} {}", name, process, static_cast<int>(kind), rank, sort, firstRow, rowCount, from);
  for (const auto& [track, depth, begin, end] : rows) s += fmt::format("\nrow {} {} {} {}", track, depth, begin, end);
  const auto& [start, duration, sliceName, category, activity, args, argsSize] = slices;
  for (std::size_t i = 0; i < slices.size(); ++i)
    s += fmt::format("\nslice {} {} {} {} {} {} {}", start[i], duration[i], sliceName[i], category[i],
                     static_cast<int>(activity[i]), args[i], argsSize[i]);
  s += "\n" + hexOf(argsText);
  const auto& [arrowFrom, arrowTo, arrowKind] = arrows;
  s += fmt::format("\narrows {} {} {}", arrowFrom, arrowTo, arrowKind);
  for (const auto& [track, name, time] : instants) s += fmt::format("\ninstant {} {} {}", track, name, time);
  s += fmt::format("\ngroups {}", groups);
  for (const auto& [operation, bytes, groupSize, group, instance, rank, slice, callStart, callDuration, algorithm] : collectives)
    s += fmt::format("\ncollective {} {} {} {} {} {} {} {} {} {}", static_cast<int>(operation), bytes, groupSize, group, instance,
                     rank, slice, callStart, callDuration, algorithm);
  const auto& [source, destination, bytes, sendStart, sendEnd, sendInstance, sendFile] = transfers;
  s += fmt::format("\ntransfers {} {} {} {} {} {} {}", source, destination, bytes, sendStart, sendEnd, sendInstance, sendFile);
  for (const auto& [kind, rank, file, layer, ioBytes, offset, ioStart, ioDuration, from] : io)
    s += fmt::format("\nio {} {} {} {} {} {} {} {} {}", static_cast<int>(kind), rank, file, layer, ioBytes, offset, ioStart,
                     ioDuration, from);
  for (const auto& [rank, isShared, partial, file, layer, mount, fileSystem, from, readBytes, writeBytes, readOps, writeOps, opens, stats,
                    seeks, syncs, sequentialReads, sequentialWrites, consecutiveReads, consecutiveWrites, switches, maxByteRead,
                    maxByteWritten, readTime, writeTime, metaTime, recordStart, recordEnd, readSizes, writeSizes, sizesKnown] : ioRecords)
    s += fmt::format("\nrecord {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", rank, isShared,
                     partial, file, layer, mount, fileSystem, from, readBytes, writeBytes, readOps, writeOps, opens, stats, seeks, syncs,
                     sequentialReads, sequentialWrites, consecutiveReads, consecutiveWrites, switches, maxByteRead, maxByteWritten,
                     readTime, writeTime, metaTime, recordStart, recordEnd, readSizes, writeSizes, sizesKnown);
  for (const auto& [name, group, unit, rank, first, step, time, value, from] : counters) {
    s += fmt::format("\ncounter {} {} {} {} {} {} {} {}", name, group, hexOf(unit), rank, first, step, time, from);
    for (const float v : value) s += fmt::format(" {:08x}", std::bit_cast<std::uint32_t>(v));
  }
  for (const auto& [factName, factValue, factUnit, from] : facts)
    s += fmt::format("\nfact {} {} {} {}", hexOf(factName), hexOf(factValue), hexOf(factUnit), from);
  for (const auto& [tableName, columns, from] : tables) {
    s += fmt::format("\ntable {} {}", hexOf(tableName), from);
    for (const auto& [columnName, unit, number, text] : columns) {
      s += fmt::format("\ncolumn {} {}", hexOf(columnName), hexOf(unit));
      for (const double v : number) s += fmt::format(" {:016x}", std::bit_cast<std::uint64_t>(v));
      for (const std::string& cell : text) s += " " + hexOf(cell);
    }
  }
  for (const auto& [kind, count, first, at] : notes) {
    s += fmt::format("\nnote {} {} {}", hexOf(kind), count, at);
    for (const std::string& place : first) s += " " + hexOf(place) + ".";
  }
  return s;
}

}  // namespace weir::test
