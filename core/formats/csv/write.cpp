#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>

#include "core/base/csv.h"
#include "core/formats/csv/reader.h"

namespace weir::csv {
namespace {

// Nanoseconds with the picoseconds behind the point; whole + ps may be beyond 64 bits of picoseconds.
void appendNs(std::string& out, std::int64_t wholeNs, std::int64_t ps) {
  std::int64_t ns = wholeNs + ps / 1000;
  std::int64_t rest = ps % 1000;
  if (rest < 0) {
    rest += 1000;
    --ns;
  }
  if (ns < 0 && rest > 0) {
    ++ns;
    rest = 1000 - rest;
    if (ns == 0) out += '-';
  }
  fmt::format_to(std::back_inserter(out), "{}", ns);
  if (rest > 0) fmt::format_to(std::back_inserter(out), ".{:03}", rest);
}

}  // namespace

Result<void> writeSlices(const Run& run, const FormatWriter::Sink& sink, const Job& job) {
  constexpr std::size_t kFlush = std::size_t{1} << 20;
  std::string out = "start (ns),duration (ns),name,category,activity,process,track,track kind,rank,args\n";
  const Slices& s = run.slices;
  for (const Row& row : run.rows) {
    const Track& t = run.tracks[row.track];
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      appendNs(out, run.originNs, s.start[i]);
      out += ',';
      appendNs(out, 0, s.duration[i]);
      for (const std::string_view text : {run.names.text(s.name[i]), run.names.text(s.category[i]), name(s.activity[i]), run.names.text(t.process), run.names.text(t.name), name(t.kind)}) {
        out += ',';
        out += csvText(text);
      }
      out += ',';
      if (t.rank != kUnknownRank) out += std::to_string(t.rank);
      out += ',';
      out += csvText(run.argsOf(i));
      out += '\n';
      if (out.size() < kFlush) continue;
      if (job.stopped()) return stoppedByUser();
      if (const auto r = sink(out); !r) return r;
      out.clear();
    }
  }
  return sink(out);
}

}  // namespace weir::csv
