// What POSIX and MPI-IO records count beside the sums of IoRecord: alignment, the most frequent sizes, how MPI-IO was called.
// Summed over the records into three small tables a module. One thread.
#pragma once

#include <map>

#include "core/formats/darshan/layout.h"
#include "core/run/builder.h"

namespace weir::darshan {

class Patterns {
 public:
  Patterns(const Layout& layout, Order order) : layout_(layout), order_(order) {}
  void add(const Decoded& decoded, const std::byte* record);
  // "alignment, POSIX": a row a boundary. "access sizes, POSIX": the sizes that occur most, at most 32; each record counts its
  // four most frequent, so they are lower bounds. "calls, MPI-IO": independent, collective, split collective, non-blocking.
  void done(RunBuilder& builder) const;

 private:
  struct Aligned {
    std::int64_t accesses = 0, file = 0, memory = 0;
  };
  const Layout& layout_;
  Order order_;
  std::map<std::int64_t, Aligned> aligned_;       // by the file's boundary
  std::map<std::int64_t, std::int64_t> sizes_;
  std::array<std::array<std::int64_t, 2>, 4> calls_{};  // reads, writes
};

}  // namespace weir::darshan
