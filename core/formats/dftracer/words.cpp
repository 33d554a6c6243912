#include "core/formats/dftracer/words.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/text.h"

namespace weir::dftracer {
namespace {

template <std::size_t N>
bool among(const std::array<std::string_view, N>& list, std::string_view s) {
  return std::find(list.begin(), list.end(), s) != list.end();
}

// "__fxstat64" and "pread64" without what libc put around them.
std::string_view bare(std::string_view f) {
  while (f.starts_with('_')) f.remove_prefix(1);
  for (const std::string_view end : {std::string_view("_chk"), std::string_view("_unlocked"), std::string_view("64")})
    if (f.ends_with(end)) f.remove_suffix(end.size());
  return f;
}

}  // namespace

std::string_view layerOf(std::string_view category) {
  if (category == "POSIX") return "POSIX";
  if (category == "STDIO") return "STDIO";
  if (category == "MPIIO" || category == "MPI-IO") return "MPI-IO";
  if (category == "HDF5") return "HDF5";
  return {};
}

IoOperation::Kind kindOf(std::string_view function) {
  using Kind = IoOperation::Kind;
  constexpr std::array<std::string_view, 14> reads{"read", "pread", "readv", "preadv", "preadv2", "fread", "fgets",
                                                   "fgetc", "getc", "fscanf", "vfscanf", "getline", "getdelim", "fgetwc"};
  constexpr std::array<std::string_view, 13> writes{"write", "pwrite", "writev", "pwritev", "pwritev2", "fwrite", "fputs",
                                                    "fputc", "putc", "fprintf", "vfprintf", "puts", "fputwc"};
  constexpr std::array<std::string_view, 9> opens{"open", "openat", "creat", "fopen", "fdopen", "freopen", "opendir", "mkstemp", "mkostemp"};
  constexpr std::array<std::string_view, 3> closes{"close", "fclose", "closedir"};
  constexpr std::array<std::string_view, 9> stats{"stat", "lstat", "fstat", "fstatat", "xstat", "lxstat", "fxstat", "fxstatat", "statx"};
  constexpr std::array<std::string_view, 7> syncs{"fsync", "fdatasync", "sync", "syncfs", "msync", "fflush", "sync_file_range"};
  const std::string_view f = bare(function);
  if (among(reads, f)) return Kind::Read;
  if (among(writes, f)) return Kind::Write;
  if (among(opens, f)) return Kind::Open;
  if (among(closes, f)) return Kind::Close;
  if (among(stats, f)) return Kind::Stat;
  if (among(syncs, f)) return Kind::Sync;
  if (f.starts_with("MPI_File_")) {
    const std::string_view m = f.substr(9);
    if (m.starts_with("read") || m.starts_with("iread")) return Kind::Read;
    if (m.starts_with("write") || m.starts_with("iwrite")) return Kind::Write;
    if (m.starts_with("open")) return Kind::Open;
    if (m.starts_with("close")) return Kind::Close;
    if (m.starts_with("sync")) return Kind::Sync;
  }
  if (f == "H5Dread") return Kind::Read;
  if (f == "H5Dwrite") return Kind::Write;
  return Kind::Other;
}

bool seeks(std::string_view function, bool returning) {
  const std::string_view f = bare(function);
  if (f == "lseek" || f == "llseek") return true;
  return !returning && (f == "fseek" || f == "fseeko");
}

bool countsItems(std::string_view function) {
  const std::string_view f = bare(function);
  return f == "fread" || f == "fwrite";
}

Activity activityOf(std::string_view category, std::string_view name) {
  if (!layerOf(category).empty()) return kindOf(name) == IoOperation::Kind::Read ? Activity::DataLoad : Activity::Other;
  const std::string c = lowerAscii(category);
  const std::string n = lowerAscii(name);
  const auto has = [&](std::string_view word) { return n.find(word) != std::string::npos; };
  if (c == "dftracer") return Activity::Annotation;
  // Setting up and tearing down is the host's work, whoever does it.
  if (has("__init__") || n.ends_with(".init") || has("worker_init") || has("finalize") || has("__len__")) return Activity::Host;
  if (c == "checkpoint" || has("checkpoint")) return Activity::Checkpoint;
  if (c == "comm" || c == "communication" || c == "mpi") return Activity::Communication;
  if (c == "device" || c.find("memcpy") != std::string::npos || c.find("memset") != std::string::npos) return Activity::Copy;
  if (c == "compute" || n.ends_with(".compute") || c.find("kernel") != std::string::npos) return Activity::Compute;
  if (c == "data_loader" || c == "dataloader" || c == "data" || c == "reader") return Activity::DataLoad;
  if (c == "dlio_benchmark" || c == "pipeline") return Activity::Annotation;
  return Activity::Host;
}

std::optional<Operation> collectiveOf(std::string_view name) {
  if (name.starts_with("MPI_")) name.remove_prefix(4);
  if (name.starts_with("I") && name.size() > 1 && name[1] >= 'a' && name[1] <= 'z') name.remove_prefix(1);  // MPI_Iallreduce
  return operationFrom(name);
}

}  // namespace weir::dftracer
