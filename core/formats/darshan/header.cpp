#include "core/formats/darshan/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace weir::darshan {
namespace {

constexpr std::uint64_t kMagic = 6567223;
constexpr std::size_t kOldModules = 16;
constexpr std::size_t kMetadata = 1024;

std::string_view textOf(ByteSpan b) { return {reinterpret_cast<const char*>(b.data()), b.size()}; }
std::string_view untilNul(std::string_view s) { return s.substr(0, s.find('\0')); }

// A module that came later took number `id`: all from there on stood one lower.
void makeRoom(Header& h, std::size_t id) {
  for (std::size_t i = kModules - 1; i > id; --i) {
    h.module[i] = h.module[i - 1];
    h.moduleVersion[i] = h.moduleVersion[i - 1];
  }
  h.module[id] = {};
  h.moduleVersion[id] = 0;
  const std::uint64_t below = (std::uint64_t{1} << id) - 1;
  h.partial = (h.partial & below) | (h.partial & ~below) << 1;
}

}  // namespace

std::string moduleName(std::size_t id) {
  constexpr std::array<std::string_view, kKnownModules> names{
      "NULL", "POSIX", "MPI-IO", "H5F", "H5D", "PNETCDF_FILE", "PNETCDF_VAR", "BG/Q", "LUSTRE",
      "STDIO", "DXT_POSIX", "DXT_MPIIO", "MDHIM", "APXC", "APMPI", "HEATMAP", "DFS", "DAOS"};
  return id < names.size() ? std::string(names[id]) : fmt::format("module {}", id);
}

Result<Header> readHeader(ByteSpan head, std::uint64_t fileBytes) {
  Header h;
  if (head.size() < 16) return fail("ends within the header of a Darshan log", "byte 0", "copy the log again");
  h.version = untilNul(textOf(head.first(8)));
  if (h.order.u64(head.data() + 8) != kMagic) h.order.swap = true;
  if (h.order.u64(head.data() + 8) != kMagic) return fail("not a Darshan log", "byte 8");
  int major = 0;
  const char* const begin = h.version.data();
  const char* const end = begin + h.version.size();
  const auto dot = std::from_chars(begin, end, major);
  if (dot.ec != std::errc{} || dot.ptr == end || *dot.ptr != '.' || std::from_chars(dot.ptr + 1, end, h.minor).ec != std::errc{})
    return fail(fmt::format("Darshan log of an unreadable version \"{}\"", h.version), "byte 0");
  if (major < 3)
    return fail(fmt::format("a Darshan {} log, from before Darshan 3, whose layout is another one and is not read", h.version),
                "byte 0", "darshan-parser of Darshan 2.3 prints it as text; no Darshan 3 tool converts it");
  if (major > 3)
    return fail(fmt::format("a Darshan {} log, newer than is known here (3.00 to 3.41)", h.version), "byte 0",
                "darshan-convert of an older Darshan may write it as 3.41");
  const bool modern = h.minor >= 41;
  const std::size_t modules = modern ? kModules : kOldModules;
  h.size = modern ? 1328 : 360;
  if (head.size() < h.size) return fail("ends within the header of a Darshan log", fmt::format("byte {}", head.size()), "copy the log again");
  const auto packing = std::to_integer<std::uint8_t>(head[16]);
  if (packing > 2)
    return fail(fmt::format("packed in a way that is not known here (number {})", packing), "byte 16", "known: zlib, bzip2, none");
  h.packing = static_cast<Packing>(packing);
  h.partial = modern ? h.order.u64(head.data() + 24) : h.order.u32(head.data() + 20);
  std::size_t at = modern ? 32 : 24;
  // Maps are clipped to the file; what is missing shows when the region is read.
  const auto map = [&] {
    Map m{h.order.u64(head.data() + at), h.order.u64(head.data() + at + 8)};
    at += 16;
    return m;
  };
  h.names = map();
  for (std::size_t i = 0; i < modules; ++i) h.module[i] = map();
  for (std::size_t i = 0; i < modules; ++i, at += 4) h.moduleVersion[i] = h.order.u32(head.data() + at);
  if (h.minor < 20) makeRoom(h, kH5d);
  if (h.minor < 41) makeRoom(h, kPnetcdfVar);
  // The job fills what lies between the header and the first region.
  h.job.offset = h.size;
  std::uint64_t next = h.names.offset;
  if (next == 0)
    for (const Map& m : h.module)
      if (m.offset != 0 && (next == 0 || m.offset < next)) next = m.offset;
  if (next == 0) next = fileBytes;
  h.job.size = next > h.size ? next - h.size : 0;
  return h;
}

Result<JobRecord> readJob(ByteSpan bytes, const Header& header) {
  const bool modern = header.minor >= 41;
  const std::size_t fixed = (modern ? 7 : 5) * 8 + kMetadata;
  if (bytes.size() < fixed) return fail("the job's record is cut off", fmt::format("byte {}", header.job.offset));
  JobRecord j;
  const std::byte* p = bytes.data();
  const auto next = [&] {
    const std::int64_t v = header.order.i64(p);
    p += 8;
    return v;
  };
  j.uid = next();
  j.startSeconds = next();
  if (modern) j.startNs = next();
  j.endSeconds = next();
  if (modern) j.endNs = next();
  j.processes = next();
  j.id = next();
  std::string_view text = untilNul(textOf({p, kMetadata}));
  const auto line = [&text] {
    const std::size_t n = text.find('\n');
    const std::string_view l = text.substr(0, n);
    text.remove_prefix(n == std::string_view::npos ? text.size() : n + 1);
    return l;
  };
  while (!text.empty()) {
    const std::string_view l = line();
    const std::size_t eq = l.find('=');
    if (eq != std::string_view::npos) j.metadata.emplace_back(l.substr(0, eq), l.substr(eq + 1));
  }
  text = untilNul(textOf(bytes.subspan(fixed)));
  j.executable = line();
  while (!text.empty()) {
    const std::string_view l = line();
    const std::size_t tab = l.find('\t');
    if (tab != std::string_view::npos) j.mounts.push_back({std::string(l.substr(tab + 1)), std::string(l.substr(0, tab))});
  }
  return j;
}

}  // namespace weir::darshan
