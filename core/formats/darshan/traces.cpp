// Modules whose records vary in length: DXT (every operation), HEATMAP (bytes over time), LUSTRE (stripes).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/formats/darshan/collect.h"

namespace weir::darshan {
namespace {

std::string_view cString(const std::byte* p, std::size_t n) {
  const std::string_view s(reinterpret_cast<const char*>(p), n);
  return s.substr(0, s.find('\0'));
}
std::int32_t rankOf(std::int64_t rank) {
  return rank < 0 ? kUnknownRank : static_cast<std::int32_t>(std::min<std::int64_t>(rank, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

Result<void> readDxt(Region& region, Collect& out, ModuleRow& row, const Job& job) {
  constexpr std::size_t kHead = 104;
  const bool posix = row.id == kDxtPosix;
  const bool threads = row.version >= (posix ? 2U : 3U);
  const bool offsets = posix || row.version > 1;
  const std::size_t size = threads ? 40 : 32;
  const Order order = out.order();
  RunBuilder& builder = out.builder();
  const NameId layer = builder.intern(posix ? "POSIX" : "MPI-IO");
  const NameId category = builder.intern(moduleName(row.id));
  const NameId read = builder.intern("read");
  const NameId write = builder.intern("write");
  // Segments shrink two to four times.
  out.expect(std::min(region.packedSize(), std::uint64_t{1} << 33) * 5 / 2 / size);
  std::map<std::int32_t, std::string> hosts;
  std::uint64_t absurd = 0;
  std::string absurdPlace;
  for (;;) {
    const auto head = region.take(kHead);
    if (head.size() < kHead) {
      row.left = head.size();
      break;
    }
    const std::uint64_t id = order.u64(head.data());
    const std::int32_t rank = rankOf(order.i64(head.data() + 8));
    const std::string host(cString(head.data() + 24, 64));
    const std::int64_t writes = order.i64(head.data() + 88);
    const std::int64_t reads = order.i64(head.data() + 96);
    if (writes < 0 || reads < 0) {
      out.note("DXT record with a negative count: the module is not read on", moduleName(row.id));
      row.left = region.peek(1).size();
      break;
    }
    ++row.records;
    out.traced(posix ? kPosix : kMpiio, id);
    if (!host.empty() && rank != kUnknownRank) hosts.try_emplace(rank, host);
    const NameId file = out.nameOf(id);
    const std::string shared = "{\"file\":" + jsonText(builder.run().names.text(file)) + (host.empty() ? "" : ",\"host\":" + jsonText(host)) + "}";
    const Collect::Text args = out.text(shared);
    TrackIndex track = out.trackOf(rank);
    std::uint64_t lastThread = 0;
    bool cut = false;
    for (int pass = 0; pass < 2 && !cut; ++pass) {
      const bool writing = pass == 0;
      std::uint64_t left = static_cast<std::uint64_t>(writing ? writes : reads);
      while (left > 0) {
        // As many at once as lie in the buffer, and never more than are there.
        const std::size_t want = static_cast<std::size_t>(std::min<std::uint64_t>(left, 4096));
        const auto bytes = region.take(want * size);
        const std::size_t got = bytes.size() / size;
        for (std::size_t k = 0; k < got; ++k) {
          const std::byte* p = bytes.data() + k * size;
          std::int64_t start = 0;
          std::int64_t end = 0;
          if (!toPs(order.f64(p + 16), start) || !toPs(order.f64(p + 24), end)) {
            if (absurd++ == 0) absurdPlace = std::string(builder.run().names.text(file));
            continue;
          }
          if (threads) {
            const std::uint64_t thread = order.u64(p + 32);
            if (thread != lastThread) {
              track = out.threadOf(rank, thread);
              lastThread = thread;
            }
          }
          if (end < start) builder.note("negative duration", builder.run().names.text(file), 1, start);
          const std::int64_t duration = std::max<std::int64_t>(end - start, 0);
          IoOperation op;
          op.kind = writing ? IoOperation::Kind::Write : IoOperation::Kind::Read;
          op.rank = rank;
          op.file = file;
          op.layer = layer;
          op.bytes = std::max(order.i64(p + 8), kUnknownBytes);
          op.offset = offsets ? std::max<std::int64_t>(order.i64(p), -1) : -1;
          op.start = start;
          op.duration = duration;
          builder.io(op);
          out.slice(track, start, duration, writing ? write : read, category, writing ? Activity::Other : Activity::DataLoad, args);
        }
        left -= got;
        if (job.stopped()) return stoppedByUser();
        if (const auto ok = out.withinMemory(); !ok) return ok;
        if (got < want) {
          out.note("DXT record ends before its last operation", builder.run().names.text(file), left);
          row.left = bytes.size() % size;
          cut = true;
          break;
        }
      }
    }
    if (cut) break;
  }
  if (absurd > 0) out.note("value set aside: a time below 0, beyond 100 days, or no number", absurdPlace, absurd);
  if (!offsets) out.note("offsets of MPI-IO operations are not valid in this version", moduleName(row.id));
  if (!hosts.empty()) {
    Table t;
    t.name = "hosts, " + moduleName(row.id);
    t.columns = {{"rank", "", {}, {}}, {"host", "", {}, {}}};
    for (const auto& [rank, host] : hosts) {
      t.columns[0].number.push_back(rank);
      t.columns[1].text.push_back(host);
    }
    builder.table(std::move(t));
  }
  return {};
}

Result<void> readHeatmap(Region& region, Collect& out, ModuleRow& row, const Job& job) {
  constexpr std::size_t kHead = 48;  // id, rank, width, bins, two pointers that mean nothing in a file
  const Order order = out.order();
  RunBuilder& builder = out.builder();
  Table t;
  t.name = "heatmap";
  t.columns = {{"layer", "", {}, {}}, {"rank", "", {}, {}}, {"bins", "", {}, {}}, {"bin width", "s", {}, {}}, {"read", "B", {}, {}}, {"written", "B", {}, {}}};
  std::int64_t firstBins = 0;
  double firstWidth = 0;
  const NameId group = builder.intern("bytes over time");
  for (;;) {
    const auto head = region.take(kHead);
    if (head.size() < kHead) {
      row.left = head.size();
      break;
    }
    const std::uint64_t id = order.u64(head.data());
    const std::int32_t rank = rankOf(order.i64(head.data() + 8));
    const double width = order.f64(head.data() + 16);
    std::int64_t bins = order.i64(head.data() + 24);
    std::int64_t step = 0;
    if (bins < 0 || !toPs(width, step) || step == 0) {
      out.note("heatmap record with an impossible bin: the module is not read on", fmt::format("{} bins of {} s", bins, width));
      break;
    }
    if (row.records == 0) firstBins = bins, firstWidth = width;
    std::string layer(builder.run().names.text(out.nameOf(id)));
    if (layer.starts_with("heatmap:")) layer.erase(0, 8);
    if (layer == "MPIIO") layer = "MPI-IO";
    bool cut = false;
    const auto counter = [&](std::string_view what, double& total) {
      Counter c;
      c.name = builder.intern(fmt::format("{} {}", layer, what));
      c.group = group;
      c.unit = "B";
      c.rank = rank;
      c.step = step;
      std::int64_t sum = 0;
      for (std::int64_t done = 0; done < bins && !cut;) {
        const std::int64_t want = std::min<std::int64_t>(bins - done, 4096);
        const auto bytes = region.take(static_cast<std::size_t>(want) * 8);
        const std::size_t got = bytes.size() / 8;
        for (std::size_t k = 0; k < got; ++k) {
          const std::int64_t v = order.i64(bytes.data() + 8 * k);
          c.value.push_back(static_cast<float>(v));
          if (v > 0) sum += std::min(v, std::numeric_limits<std::int64_t>::max() - sum);
        }
        done += static_cast<std::int64_t>(got);
        cut = static_cast<std::int64_t>(got) < want;
      }
      total = static_cast<double>(sum);
      // darshan#941: without reduction, runtimes 3.4.0 to 3.4.3 left records one bin longer or shorter than the first.
      if (!cut && width == firstWidth && bins == firstBins + 1) c.value.pop_back();
      else if (!cut && width == firstWidth && bins == firstBins - 1) c.value.push_back(0);
      // Series of nothing are left to the table.
      if (sum > 0 && !c.value.empty()) builder.counter(std::move(c));
    };
    double written = 0;
    double read = 0;
    counter("written", written);
    counter("read", read);
    if (cut) {
      out.note("heatmap record ends before its last bin", layer);
      break;
    }
    ++row.records;
    if (bins != firstBins && std::abs(bins - firstBins) == 1) out.note("heatmap a bin longer or shorter than the first (darshan#941), made equal", layer);
    t.columns[0].text.push_back(layer);
    std::size_t c = 1;
    for (const double v : {static_cast<double>(rank), static_cast<double>(bins), width, read, written}) t.columns[c++].number.push_back(v);
    if (job.stopped()) return stoppedByUser();
  }
  if (t.rows() > 0) builder.table(std::move(t));
  return {};
}

Result<void> readLustre(Region& region, Collect& out, ModuleRow& row, const Job& job) {
  const Order order = out.order();
  RunBuilder& builder = out.builder();
  Table t;
  t.name = "stripes";
  constexpr std::array<std::pair<const char*, const char*>, 11> heads{{{"file", ""}, {"rank", ""}, {"component", ""}, {"stripe size", "B"},
      {"stripe count", ""}, {"pattern", ""}, {"flags", ""}, {"extent start", "B"}, {"extent end", "B"}, {"pool", ""}, {"OSTs", ""}}};
  for (const auto& [name, unit] : heads) t.columns.push_back({name, unit, {}, {}});
  std::int64_t osts = -1;
  std::int64_t mdts = -1;
  const double unknown = std::nan("");
  for (;;) {
    const std::size_t head = row.version == 1 ? 56 : 32;
    const auto h = region.take(head);
    if (h.size() < head) {
      row.left = h.size();
      break;
    }
    const std::uint64_t id = order.u64(h.data());
    const std::int64_t rank = order.i64(h.data() + 8);
    struct Component {
      std::int64_t size = -1, count = 0, pattern = -1, flags = -1, begin = 0, end = -1;
      std::string pool;
    };
    std::vector<Component> components;
    std::int64_t stripes = 0;
    std::int64_t announced = 1;
    if (row.version == 1) {
      osts = std::max(osts, order.i64(h.data() + 16));
      mdts = std::max(mdts, order.i64(h.data() + 24));
      components.push_back({order.i64(h.data() + 40), order.i64(h.data() + 48), -1, -1, 0, -1, {}});
      stripes = components.back().count;
    } else {
      announced = order.i64(h.data() + 16);
      stripes = order.i64(h.data() + 24);
    }
    if (announced < 0 || stripes < 0) {
      out.note("stripe record with a negative count: the module is not read on", moduleName(row.id));
      break;
    }
    bool cut = false;
    for (std::int64_t c = 0; row.version > 1 && c < announced; ++c) {
      const auto b = region.take(72);
      if (b.size() < 72) {
        cut = true;
        break;
      }
      const auto v = [&](std::size_t i) { return order.i64(b.data() + 8 * i); };
      components.push_back({v(0), v(1), v(2), v(3), v(4), v(5), std::string(cString(b.data() + 56, 16))});
    }
    std::vector<std::int64_t> ids;
    for (std::int64_t s = 0; s < stripes && !cut; ++s) {
      const auto b = region.take(8);
      if (b.size() < 8) cut = true;
      else ids.push_back(order.i64(b.data()));
    }
    if (cut) {
      out.note("stripe record is cut off", builder.run().names.text(out.nameOf(id)));
      break;
    }
    ++row.records;
    std::size_t next = 0;
    int index = 0;
    for (const Component& c : components) {
      if (c.size == -1) break;  // room the runtime did not use
      std::string list;
      for (std::int64_t k = 0; k < c.count && next < ids.size(); ++k) list += fmt::format("{}{}", list.empty() ? "" : " ", ids[next++]);
      t.columns[0].text.emplace_back(builder.run().names.text(out.nameOf(id)));
      std::size_t col = 1;
      const auto known = [unknown](std::int64_t v) { return v == -1 ? unknown : static_cast<double>(v); };
      for (const double v : {static_cast<double>(rank), static_cast<double>(index++), static_cast<double>(c.size), static_cast<double>(c.count),
                             known(c.pattern), known(c.flags), static_cast<double>(c.begin), known(c.end)})
        t.columns[col++].number.push_back(v);
      t.columns[9].text.push_back(c.pool);
      t.columns[10].text.push_back(list);
    }
    if ((row.records & 0xff) == 0 && job.stopped()) return stoppedByUser();
  }
  if (osts >= 0) builder.fact("Lustre OSTs", fmt::format("{}", osts));
  if (mdts >= 0) builder.fact("Lustre MDTs", fmt::format("{}", mdts));
  if (t.rows() > 0) builder.table(std::move(t));
  return {};
}

}  // namespace weir::darshan
