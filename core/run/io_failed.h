// A read, write or other call of which the trace says that it failed. It stays in Run::io, for its time was spent, with bytes 0
// and this in place of its offset, which then means nothing: whoever looks for a place asks for offset >= 0 and finds none. A
// member of its own would change every stored column of operations.
#pragma once

#include "core/run/run.h"

namespace weir {

inline constexpr std::int64_t kFailedCall = -2;
[[nodiscard]] inline bool failed(const IoOperation& op) { return op.offset == kFailedCall; }
inline void setFailed(IoOperation& op) {
  op.bytes = 0;
  op.offset = kFailedCall;
}

}  // namespace weir
