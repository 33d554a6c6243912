// The truth table of the network simulation, each line a value against its bound:
//   truth_bench [section, or none for all]
// Exits 1 where a line fails. The lines are tests/core/simulate/truth.cpp; those that are quick are tests too.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>

#include "tests/core/simulate/truth.h"

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::string only = argc > 1 ? argv[1] : "";
  int lines = 0, failed = 0;
  for (const weir::truth::Section& s : weir::truth::sections()) {
    if (!only.empty() && only != s.name) continue;
    fmt::print("\n{}: {}\n", s.name, s.about);
    const auto began = std::chrono::steady_clock::now();
    for (const weir::truth::Line& l : s.lines()) {
      fmt::print("  {}\n", weir::truth::text(l));
      ++lines;
      failed += l.ok() ? 0 : 1;
    }
    fmt::print("  ({:.1f} s)\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
  fmt::print("\n{} lines, {} failed\n", lines, failed);
  return failed > 0 || lines == 0 ? 1 : 0;
}
