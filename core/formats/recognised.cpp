#include "core/formats/recognised.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace weir {
namespace {

std::string_view text(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }
bool has(ByteSpan head, std::string_view what) { return text(head).find(what) != std::string_view::npos; }
bool begins(ByteSpan head, std::string_view what) { return text(head).starts_with(what); }

bool sqlite(ByteSpan h) { return begins(h, std::string_view("SQLite format 3\0", 16)); }
// A container of NVIDIA's own; names of its parts stand at its beginning.
int nsysReport(ByteSpan h) {
  const ByteSpan start = h.first(std::min<std::size_t>(h.size(), 4096));
  return begins(h, "QDSTRM") || has(start, "QuadDCommon") || has(start, "NVIDIA Tegra Profiler Report") ? 80 : 0;
}
int chakra(ByteSpan h) {
  // [varint length] GlobalMetadata {1: version} or {2: attributes}; then nodes, whose names are readable.
  if (h.size() < 8) return 0;
  const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(h[i]); };
  const std::size_t body = at(0) < 0x80 ? 1 : 2;
  const bool tag = at(body) == 0x0a || at(body) == 0x12;
  if (!tag || at(0) == '{' || at(0) == '[') return 0;
  return has(h.first(std::min<std::size_t>(h.size(), 4096)), "schema") || has(h, "comm_type") || has(h, "comm_size") ||
                 has(h, "is_cpu_op")
             ? 70
             : 0;
}
int executionTrace(ByteSpan h) {
  return begins(h, "{") && has(h, "\"schema\"") && has(h, "\"nodes\"") && !has(h, "traceEvents") ? 90 : 0;
}
int mllog(ByteSpan h) { return has(h, ":::MLLOG {") ? 90 : 0; }
int ncclTests(ByteSpan h) { return has(h, "# nThread") || (has(h, "busbw") && has(h, "algbw")) ? 80 : 0; }
int osu(ByteSpan h) { return has(h, "# OSU ") ? 90 : 0; }
int simgrid(ByteSpan h) { return has(h, "simgrid.dtd") || has(h, "<platform version") ? 90 : 0; }
int weirStudy(ByteSpan h) { return sqlite(h) && h.size() > 72 && text(h).substr(68, 4) == "WEIR" ? 100 : 0; }
int zstd(ByteSpan h) { return begins(h, "\x28\xb5\x2f\xfd") ? 100 : 0; }
int xz(ByteSpan h) {
  return begins(h, std::string_view("\xfd"
                                    "7zXZ\0",
                                    6))
             ? 100
             : 0;
}
int bzip2(ByteSpan h) { return begins(h, "BZh") ? 60 : 0; }
int tar(ByteSpan h) { return h.size() > 262 && text(h).substr(257, 5) == "ustar" ? 90 : 0; }

}  // namespace

std::vector<FormatDescriptor> recognisedFormats() {
  return {
      {"nsys-rep", "Nsight Systems report", {"nsys-rep", "qdrep"}, nsysReport, nullptr, nullptr,
       "its container is NVIDIA's own; convert it with `nsys export --type sqlite FILE`"},
      {"weir-study", "Weir study", {"weir"}, weirStudy},
      {"chakra-et", "Chakra execution trace", {"et"}, chakra},
      {"pytorch-et", "PyTorch execution trace (ExecutionTraceObserver)", {"json"}, executionTrace},
      {"mllog", "MLPerf log", {"txt"}, mllog},
      {"nccl-tests", "nccl-tests table", {"txt"}, ncclTests},
      {"osu", "OSU micro-benchmark table", {"out"}, osu},
      {"simgrid-platform", "SimGrid platform", {"xml"}, simgrid},
      {"zstd", "zstd-compressed file", {"zst"}, zstd},
      {"xz", "xz-compressed file", {"xz"}, xz},
      {"bzip2", "bzip2-compressed file", {"bz2"}, bzip2},
      {"tar", "tar archive", {"tar"}, tar},
  };
}

}  // namespace weir
