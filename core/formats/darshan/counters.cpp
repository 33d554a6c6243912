// Modules whose records are counters: POSIX, MPI-IO, STDIO, HDF5, PnetCDF, DFS, DAOS; and Blue Gene's, which are facts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/formats/darshan/collect.h"
#include "core/formats/darshan/patterns.h"
#include "core/run/large_pages.h"

namespace weir::darshan {
namespace {

// Who was fastest and slowest at the files that all ranks share: what balance can be told from.
class Extremes {
 public:
  Extremes(const Layout& layout, Order order) : layout_(layout), order_(order) {
    table_.name = "shared files, " + moduleName(layout.module);
    constexpr std::array<std::pair<const char*, const char*>, 8> heads{{{"file", ""}, {"fastest rank", ""}, {"fastest rank's bytes", "B"},
        {"fastest rank's time", "s"}, {"slowest rank", ""}, {"slowest rank's bytes", "B"}, {"slowest rank's time", "s"}, {"variance of time", "s2"}}};
    for (const auto& [name, unit] : heads) table_.columns.push_back({name, unit, {}, {}});
  }
  void add(std::string_view file, const std::byte* record) {
    if (layout_.extremes < 0 || layout_.extremeTimes < 0) return;
    const std::byte* const counters = record + 16 + layout_.skip;
    const std::byte* const doubles = counters + 8U * layout_.counters;
    const auto count = [&](int i) { return static_cast<double>(order_.i64(counters + 8 * (layout_.extremes + i))); };
    const auto time = [&](int i) { return order_.f64(doubles + 8 * (layout_.extremeTimes + i)); };
    const bool variance = layout_.extremeTimes + 2 < layout_.doubles;
    table_.columns[0].text.emplace_back(file);
    std::size_t c = 1;
    for (const double v : {count(0), count(1), time(0), count(2), count(3), time(1), variance ? time(2) : std::nan("")})
      table_.columns[c++].number.push_back(v);
  }
  void done(RunBuilder& builder) {
    if (table_.rows() > 0) builder.table(std::move(table_));
  }

 private:
  const Layout& layout_;
  Order order_;
  Table table_;
};

}  // namespace

Result<void> readCounters(Region& region, const Layout& layout, Collect& out, ModuleRow& row, const Job& job) {
  RunBuilder& builder = out.builder();
  const NameId layer = builder.intern(moduleName(layout.module));
  const std::size_t size = layout.size();
  // Counters shrink four times or more; what is not needed is never touched.
  std::vector<IoRecord>& records = builder.run().ioRecords;
  records.reserve(records.size() + static_cast<std::size_t>(std::min<std::uint64_t>(region.packedSize() * 5 / size, 1U << 22)));
  askForLargePages(records);
  Extremes extremes(layout, out.order());
  Patterns patterns(layout, out.order());
  std::uint64_t absurd = 0;
  std::uint64_t mixed = 0;
  std::string absurdPlace;
  for (;;) {
    const auto bytes = region.take(size);
    if (bytes.size() < size) {
      row.left = bytes.size();
      break;
    }
    Decoded d = decode(layout, out.order(), bytes.data());
    IoRecord& r = d.record;
    r.file = out.nameOf(d.id);
    const Collect::Place place = out.placeOf(d.id);
    r.layer = layer;
    r.mount = place.mount;
    r.fileSystem = place.fileSystem;
    builder.record(r);
    out.span(layout.module, d.id, r);
    patterns.add(d, bytes.data());
    if (r.shared) extremes.add(builder.run().names.text(r.file), bytes.data());
    if (d.absurd > 0 && absurd == 0) absurdPlace = std::string(builder.run().names.text(r.file));
    absurd += static_cast<std::uint64_t>(d.absurd);
    if (d.mixedOpens > 0) ++mixed;
    if ((++row.records & 0x3ff) == 0) {
      if (job.stopped()) return stoppedByUser();
      if (const auto ok = out.withinMemory(); !ok) return ok;
    }
  }
  extremes.done(builder);
  patterns.done(builder);
  if (absurd > 0) out.note("value set aside: a time below 0, beyond 100 days, or no number", absurdPlace, absurd);
  if (mixed > 0) out.note("Darshan 3.0 counted STDIO within POSIX: these records hold both", moduleName(layout.module), mixed);
  return {};
}

Result<void> readBlueGene(Region& region, Collect& out, ModuleRow& row, const Job&) {
  constexpr std::array<std::string_view, 11> names{"control system job id", "compute nodes", "ranks a node", "memory a node", "I/O nodes",
                                                   "A", "B", "C", "D", "E", "torus dimensions"};
  const std::size_t size = row.version == 1 ? 120 : 112;
  for (;;) {
    const auto bytes = region.take(size);
    if (bytes.size() < size) {
      row.left = bytes.size();
      return {};
    }
    const std::byte* const counters = bytes.data() + size - 12 * std::size_t{8};
    if (row.records++ == 0)
      for (std::size_t i = 0; i < names.size(); ++i)
        out.builder().fact("Blue Gene/Q " + std::string(names[i]), fmt::format("{}", out.order().i64(counters + 8 * i)), i == 3 ? "MB" : "");
  }
}

}  // namespace weir::darshan
