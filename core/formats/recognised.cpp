#include "core/formats/recognised.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace weir {
namespace {

std::string_view text(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }
bool headHas(ByteSpan head, std::string_view what) { return text(head).find(what) != std::string_view::npos; }
bool headBegins(ByteSpan head, std::string_view what) { return text(head).starts_with(what); }

bool sqlite(ByteSpan h) { return headBegins(h, std::string_view("SQLite format 3\0", 16)); }
// A container of NVIDIA's own; names of its parts stand at its beginning.
int nsysReport(ByteSpan h) {
  const ByteSpan start = h.first(std::min<std::size_t>(h.size(), 4096));
  return headBegins(h, "QDSTRM") || headHas(start, "QuadDCommon") || headHas(start, "NVIDIA Tegra Profiler Report") ? 80 : 0;
}
int weirStudy(ByteSpan h) { return sqlite(h) && h.size() > 72 && text(h).substr(68, 4) == "WEIR" ? 100 : 0; }
int zstd(ByteSpan h) { return headBegins(h, "\x28\xb5\x2f\xfd") ? 100 : 0; }
int xz(ByteSpan h) {
  return headBegins(h, std::string_view("\xfd"
                                        "7zXZ\0",
                                        6))
             ? 100
             : 0;
}
int bzip2(ByteSpan h) { return headBegins(h, "BZh") ? 60 : 0; }
int tar(ByteSpan h) { return h.size() > 262 && text(h).substr(257, 5) == "ustar" ? 90 : 0; }

}  // namespace

// As files of their own these are unpacked (archive.h); what is left for here lies within another.
constexpr std::string_view kPacked = "it is packed or an archive within another: unpack the outer one first";

std::vector<FormatDescriptor> recognisedFormats() {
  return {
      {"nsys-rep", "Nsight Systems report", {"nsys-rep", "qdrep"}, nsysReport, nullptr, nullptr,
       "its container is NVIDIA's own; convert it with `nsys export --type sqlite FILE`"},
      {"weir-study", "Weir study", {"weir"}, weirStudy},
      {"zstd", "zstd-compressed file", {"zst"}, zstd, nullptr, nullptr, kPacked},
      {"xz", "xz-compressed file", {"xz"}, xz, nullptr, nullptr, kPacked},
      {"bzip2", "bzip2-compressed file", {"bz2"}, bzip2, nullptr, nullptr, kPacked},
      {"tar", "tar archive", {"tar"}, tar, nullptr, nullptr, kPacked},
  };
}

}  // namespace weir
