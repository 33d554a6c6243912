// The first bytes of a file, to tell what it is. Any thread.
#pragma once

#include <cstddef>
#include <string>

namespace weir {

inline constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

// Empty for what is no regular file (a folder, a pipe: opening one waits until somebody writes) or cannot be read.
[[nodiscard]] std::string headOf(const std::string& path, std::size_t most = kHeadBytes);

}  // namespace weir
