#include "tests/bench/packets/resident.h"

#include <cstdlib>
#include <fstream>
#include <string>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace weir::bench {
namespace {

// "VmRSS:     1234 kB" of the process's status.
std::int64_t statusKilobytes(const std::string& name) {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;)
    if (word == name && in >> word) return std::atoll(word.c_str());
  return 0;
}

}  // namespace

std::int64_t residentNow() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return statusKilobytes("VmRSS:") * 1024;
}

std::int64_t residentPeak() { return statusKilobytes("VmHWM:") * 1024; }

void resetResidentPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace weir::bench
