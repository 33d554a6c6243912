// The I/O report: what stands beside the layers that count. Layers above them, and how long ranks take in files that all share.
#include <algorithm>
#include <cmath>

#include "core/summarize/io_work.h"

namespace weir {
namespace {

bool alike(const IoCount& a, const IoCount& b) {
  const auto x = static_cast<double>(a.value_or(0));
  const auto y = static_cast<double>(b.value_or(0));
  return std::abs(x - y) <= 0.01 * std::max(x, y);
}

IoLayer::Below belowOf(const IoLayer& l) {
  if (!l.sums.readBytes && !l.sums.writeBytes) return IoLayer::Below::Unknown;
  if (l.files > 0 && l.filesNotBelow >= l.files) return l.sums.bytes().value_or(0) > 0 ? IoLayer::Below::Missing : IoLayer::Below::Unknown;
  if (!l.belowRead && !l.belowWritten) return IoLayer::Below::Unknown;
  const bool same = l.bytesNotBelow == 0 && alike(l.sums.readBytes, l.belowRead) && alike(l.sums.writeBytes, l.belowWritten);
  return same ? IoLayer::Below::Same : IoLayer::Below::Differs;
}

// Where MPI-IO was used, what a rank waits for is its calls: those of POSIX below are done by few ranks for all.
std::string sharedLayer(const IoWork& w) {
  const auto told = [&](std::string_view layer) {
    return std::any_of(w.run.tables.begin(), w.run.tables.end(), [&](const Table& t) { return t.name == "shared files, " + std::string(layer) && t.rows() > 0; });
  };
  if (told("MPI-IO")) return "MPI-IO";
  for (const IoLayer& l : w.out.layers)
    if (l.countsOnce && told(l.name)) return l.name;
  return {};
}

double sharedSeconds(const IoWork& w, std::string_view file, std::string_view layer) {
  const NameId id = w.run.names.find(file);
  const NameId in = w.run.names.find(layer);
  double sum = 0;
  bool told = false;
  for (const IoRecord& r : w.run.ioRecords) {
    if (!r.shared || r.file != id || r.layer != in) continue;
    for (const std::int64_t t : {r.readTime, r.writeTime, r.metaTime})
      if (t >= 0) sum += static_cast<double>(t) / 1e12, told = true;
  }
  return told ? sum : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void ioBeside(IoWork& w) {
  for (IoLayer& l : w.out.layers)
    if (!l.countsOnce) l.below = belowOf(l);
}

void ioSharedTimes(IoWork& w) {
  if (w.out.ranged || w.out.ranks < 2) return;
  IoSharedTime& out = w.out.sharedTime;
  const std::string layer = sharedLayer(w);
  for (const Table& t : w.run.tables) {
    if (t.name != "shared files, " + layer) continue;
    const auto* file = t.find("file");
    const auto number = [&](const char* column, std::size_t row) {
      const auto* c = t.find(column);
      return c && row < c->number.size() ? c->number[row] : std::numeric_limits<double>::quiet_NaN();
    };
    for (std::size_t i = 0; i < t.rows(); ++i) {
      const double slowest = number("slowest rank's time", i);
      if (!(slowest > 0) || slowest > 1e9 || (std::isfinite(out.slowest) && slowest <= out.slowest)) continue;
      const auto rank = [&](const char* column) {
        const double r = number(column, i);
        return r >= 0 && r < 2e9 ? static_cast<std::int32_t>(r) : kUnknownRank;
      };
      out.file = file && i < file->text.size() ? file->text[i] : std::string();
      out.layer = layer;
      out.slowest = slowest;
      out.fastest = number("fastest rank's time", i);
      out.slowestRank = rank("slowest rank"), out.fastestRank = rank("fastest rank");
    }
  }
  if (!std::isfinite(out.slowest)) return;
  const double mean = sharedSeconds(w, out.file, layer) / w.out.ranks;
  // Sums that are damaged lie outside of what the fastest and the slowest took.
  if (mean <= out.slowest * 1.001 && !(mean < out.fastest * 0.999)) out.mean = mean;
}

}  // namespace weir
