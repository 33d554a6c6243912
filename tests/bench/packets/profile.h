// Where the time goes: samples of the program counter, a thousand a second of CPU time, by function. Linux on x86-64 and
// AArch64, other machines answer nothing. One profile at a time, from one thread.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace weir::bench {

// Runs `work`; functions with their share of its samples, most first. What the compiler has inlined counts for its caller.
[[nodiscard]] std::vector<std::pair<std::string, double>> profile(const std::function<void()>& work);

}  // namespace weir::bench
