// How the accesses of a file follow one another, and which bytes are new: the parts of the I/O report that brute force can
// check. Values of bytes and offsets; pure but for the state a caller holds. One thread.
#pragma once

#include <cstdint>
#include <vector>

#include "core/summarize/io_report.h"

namespace weir {

// The accesses of one rank to one file through one layer in one direction, in order of time.
class AccessTrail {
 public:
  // Counts the access into `pattern` and, unless it is the first, its distance into `distances`. offset >= 0, bytes >= 0.
  void access(std::int64_t offset, std::int64_t bytes, IoPattern& pattern, std::array<std::int64_t, 9>* distances);

 private:
  std::int64_t lastByte_ = 0;  // as Darshan keeps it: 0 before the first access
  std::int64_t gap_ = 0;
  bool begun_ = false;
};

// Where the file pointer stands, for calls that do not say their offset: behind an open at 0, moved by what is read and
// written and by seeks whose outcome is known.
class FilePosition {
 public:
  void opened() { at_ = 0; }
  void soughtTo(std::int64_t at) { at_ = at; }
  void lost() { at_ = -1; }
  // The offset of a call that moved `bytes` (-1 unknown); -1 = unknown.
  std::int64_t moved(std::int64_t bytes) {
    const std::int64_t from = at_;
    if (at_ < 0 || bytes < 0 || __builtin_add_overflow(at_, bytes, &at_)) at_ = -1;
    return from;
  }

 private:
  std::int64_t at_ = -1;
};

struct ByteRange {
  std::int64_t offset = 0, bytes = 0;
};
// How many bytes of each access no earlier one had: sums to the size of the union. O(n) where they grow one region, else
// O(n log n). `fresh` is resized.
void freshBytes(const std::vector<ByteRange>& accesses, std::vector<std::int64_t>& fresh);

}  // namespace weir
