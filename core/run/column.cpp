#include "core/run/column.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <optional>

namespace weir {
namespace {

// Below this a block is malloc's; a block's size alone says whose it is.
constexpr std::size_t kLarge = std::size_t{1} << 20;
constexpr std::align_val_t kLine{64};      // what is larger than a page begins on a cache line
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHuge = std::size_t{2} << 20;

// What is mapped for a block: whole large pages where that wastes little.
std::size_t mappedBytes(std::size_t bytes) {
  const std::size_t whole = (bytes + kHuge - 1) / kHuge * kHuge;
  return whole - bytes <= bytes / 4 ? whole : bytes;
}

// Memory that the kernel may give 2 MiB at a time: page by page, the first touch costs more than what is done with it.
void* mapMemory(std::size_t bytes) {
  bytes = mappedBytes(bytes);
  void* const p = ::mmap(nullptr, bytes + kHuge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  // The ends that stand out are given back, so that the block begins where a large page may.
  const auto from = reinterpret_cast<std::uintptr_t>(p);
  const std::uintptr_t aligned = (from + kHuge - 1) / kHuge * kHuge;
  const std::uintptr_t page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::uintptr_t end = (aligned + bytes + page - 1) / page * page;
  const std::uintptr_t last = (from + bytes + kHuge + page - 1) / page * page;
  if (aligned > from) ::munmap(p, aligned - from);
  if (last > end) ::munmap(reinterpret_cast<void*>(end), last - end);
  ::madvise(reinterpret_cast<void*>(aligned), bytes, MADV_HUGEPAGE);
  return reinterpret_cast<void*>(aligned);
}

// What a job's control group leaves this process (Slurm and containers set it), or nothing.
std::optional<std::uint64_t> groupLimit() {
  std::ifstream groups("/proc/self/cgroup");
  std::optional<std::uint64_t> least;
  for (std::string line; std::getline(groups, line);) {
    // "0::/path" is version 2, "4:memory:/path" version 1.
    const std::size_t second = line.find(':', line.find(':') + 1);
    if (second == std::string::npos) continue;
    const bool unified = line.starts_with("0::");
    if (!unified && line.find(":memory:") == std::string::npos) continue;
    const std::string root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    // The groups above bind as well.
    for (std::string path = line.substr(second + 1);;) {
      std::ifstream file(root + path + (unified ? "/memory.max" : "/memory.limit_in_bytes"));
      std::uint64_t limit = 0;
      if (file >> limit && limit > 0) least = std::min(least.value_or(limit), limit);
      if (path.empty() || path == "/") break;
      path.resize(path.rfind('/'));
    }
  }
  return least;
}

std::uint64_t halfOfMemory() {
  struct sysinfo info {};
  const std::uint64_t all = ::sysinfo(&info) == 0 ? static_cast<std::uint64_t>(info.totalram) * info.mem_unit : std::uint64_t{4} << 30;
  return std::min(all, groupLimit().value_or(all)) / 2;
}

std::string defaultFolder() {
  for (const char* variable : {"WEIR_SPILL_DIR", "TMPDIR"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != 0) return value;
  return "/var/tmp";  // /tmp is memory on many machines
}

struct Blocks {
  std::mutex mutex;
  SpillOptions options{halfOfMemory(), defaultFolder()};
  std::map<void*, std::size_t> onDisk;
  SpillUse use;
};

// Never destroyed: columns may be freed while the program ends.
Blocks& blocks() {
  static Blocks& b = *new Blocks;
  return b;
}

void* mapFile(const std::string& folder, std::size_t bytes) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  int file = fd;
  if (file < 0) {
    // Not every file system has files without a name.
    std::string name = folder + "/weir-columns-XXXXXX";
    file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) return nullptr;
    ::unlink(name.c_str());
  }
  // Room is taken at once: a full disk is an exception here and not a signal later.
  void* p = ::posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0
                ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                : MAP_FAILED;
  ::close(file);
  return p == MAP_FAILED ? nullptr : p;
}

}  // namespace

void setSpill(const SpillOptions& options) {
  const std::scoped_lock lock(blocks().mutex);
  blocks().options = {options.limit == 0 ? halfOfMemory() : options.limit, options.folder.empty() ? defaultFolder() : options.folder};
}

SpillOptions spillOptions() {
  const std::scoped_lock lock(blocks().mutex);
  return blocks().options;
}

SpillUse spillUse() {
  const std::scoped_lock lock(blocks().mutex);
  return blocks().use;
}

namespace detail {

void* columnAllocate(std::size_t bytes) {
  if (bytes < kPage) return ::operator new(bytes);
  if (bytes < kLarge) return ::operator new(bytes, kLine);
  Blocks& b = blocks();
  std::string folder;
  {
    const std::scoped_lock lock(b.mutex);
    if (b.use.memory + bytes <= b.options.limit) b.use.memory += bytes;
    else folder = b.options.folder;
  }
  if (folder.empty()) {
    if (void* p = mapMemory(bytes)) return p;
    const std::scoped_lock lock(b.mutex);
    b.use.memory -= bytes;
    throw std::bad_alloc();
  }
  void* p = mapFile(folder, bytes);
  if (p == nullptr) throw std::bad_alloc();
  const std::scoped_lock lock(b.mutex);
  b.onDisk.emplace(p, bytes);
  b.use.disk += bytes;
  return p;
}

void columnFree(void* p, std::size_t bytes) noexcept {
  if (bytes < kPage) return ::operator delete(p);
  if (bytes < kLarge) return ::operator delete(p, kLine);
  Blocks& b = blocks();
  bool onDisk = false;
  {
    const std::scoped_lock lock(b.mutex);
    onDisk = b.onDisk.erase(p) > 0;
    (onDisk ? b.use.disk : b.use.memory) -= bytes;
  }
  ::munmap(p, onDisk ? bytes : mappedBytes(bytes));
}

}  // namespace detail
}  // namespace weir
