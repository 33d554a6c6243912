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
    run.sources.push_back({randomText(r, 20), randomText(r, 9), anyInt(r), anyTime(r), -anyTime(r), r.next64()});
  for (std::uint64_t i = many() % 5; i > 0; --i) b.note(randomText(r, 12), randomText(r, 12), r.next64() >> 1);
  const std::uint64_t tracks = many() % 7;
  for (std::uint64_t i = 0; i < tracks; ++i)
    b.track({name(), name(), static_cast<TrackKind>(r.below(6)), static_cast<std::int32_t>(r.below(9)) - 1,
             anyTime(r) - anyTime(r), 0, 0});
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
        {static_cast<IoOperation::Kind>(r.below(7)), anyInt(r), name(), name(), anyTime(r), -anyTime(r), anyTime(r), anyTime(r)});
  for (std::uint64_t i = many() % 6; i > 0; --i) {
    Counter c{name(), name(), randomText(r, 5), anyInt(r), anyTime(r), static_cast<std::int64_t>(r.below(2)) * 1000, {}, {}};
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
  const auto& [title, format, truth, originNs, names, sources, ranks, worldSize, tracks, rows, slices, argsText, instants, groups,
               collectives, transfers, io, counters, notes, scenario, span] = run;
  std::string s = fmt::format("{} {} {} {} {} {} {} {}\n", hexOf(title), hexOf(format), static_cast<int>(truth), originNs,
                              worldSize, hexOf(scenario), span.first, span.second);
  for (NameId i = 0; i < names.size(); ++i) s += hexOf(names.text(i)) + ",";
  for (const auto& [file, sourceFormat, rank, origin, offset, count] : sources)
    s += fmt::format("\nsource {} {} {} {} {} {}", hexOf(file), hexOf(sourceFormat), rank, origin, offset, count);
  s += fmt::format("\nranks {}", ranks);
  for (const auto& [name, process, kind, rank, sort, firstRow, rowCount] : tracks)
    s += fmt::format("\ntrack {} {} {} {} {} {} {}", name, process, static_cast<int>(kind), rank, sort, firstRow, rowCount);
  for (const auto& [track, depth, begin, end] : rows) s += fmt::format("\nrow {} {} {} {}", track, depth, begin, end);
  const auto& [start, duration, sliceName, category, activity, args, argsSize] = slices;
  for (std::size_t i = 0; i < slices.size(); ++i)
    s += fmt::format("\nslice {} {} {} {} {} {} {}", start[i], duration[i], sliceName[i], category[i],
                     static_cast<int>(activity[i]), args[i], argsSize[i]);
  s += "\n" + hexOf(argsText);
  for (const auto& [track, name, time] : instants) s += fmt::format("\ninstant {} {} {}", track, name, time);
  s += fmt::format("\ngroups {}", groups);
  for (const auto& [operation, bytes, groupSize, group, instance, rank, slice, callStart, callDuration, algorithm] : collectives)
    s += fmt::format("\ncollective {} {} {} {} {} {} {} {} {} {}", static_cast<int>(operation), bytes, groupSize, group, instance,
                     rank, slice, callStart, callDuration, algorithm);
  const auto& [source, destination, bytes, sendStart, sendEnd, sendInstance] = transfers;
  s += fmt::format("\ntransfers {} {} {} {} {} {}", source, destination, bytes, sendStart, sendEnd, sendInstance);
  for (const auto& [kind, rank, file, layer, ioBytes, offset, ioStart, ioDuration] : io)
    s += fmt::format("\nio {} {} {} {} {} {} {} {}", static_cast<int>(kind), rank, file, layer, ioBytes, offset, ioStart,
                     ioDuration);
  for (const auto& [name, group, unit, rank, first, step, time, value] : counters) {
    s += fmt::format("\ncounter {} {} {} {} {} {} {}", name, group, hexOf(unit), rank, first, step, time);
    for (const float v : value) s += fmt::format(" {:08x}", std::bit_cast<std::uint32_t>(v));
  }
  for (const auto& [kind, count, first] : notes) {
    s += fmt::format("\nnote {} {}", hexOf(kind), count);
    for (const std::string& place : first) s += " " + hexOf(place) + ".";
  }
  return s;
}

}  // namespace weir::test
