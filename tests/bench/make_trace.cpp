// make_trace OUT SIZE [--from REAL.json(.gz)] [--seed N]: a Chrome trace of SIZE (60M, 2G, 10G) with a real one's statistics.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/source.h"
#include "sizes.h"
#include "trace_maker.h"

int main(int argc, char** argv) {
  std::string out;
  std::string size;
  std::string from;
  std::uint64_t seed = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == "--from" && i + 1 < argc) from = argv[++i];
    else if (arg == "--seed" && i + 1 < argc) seed = std::strtoull(argv[++i], nullptr, 10);
    else if (out.empty()) out = arg;
    else size = arg;
  }
  const std::uint64_t bytes = weir::bench::bytesOf(size);
  if (out.empty() || bytes == 0) {
    fmt::print(stderr, "make_trace OUT SIZE [--from REAL.json(.gz)] [--seed N]; SIZE as 60M, 2G\n");
    return 2;
  }
  auto maker = weir::bench::TraceMaker::plain();
  if (!from.empty()) {
    const auto text = weir::bench::textOf(from);
    auto learned = text ? weir::bench::TraceMaker::learn(*text) : tl::make_unexpected(text.error());
    if (!learned) {
      fmt::print(stderr, "{}: {}\n", from, learned.error().line());
      return 1;
    }
    maker = std::move(*learned);
  }
  if (const auto r = maker.write(out, bytes, seed); !r) {
    fmt::print(stderr, "{}\n", r.error().line());
    return 1;
  }
  return 0;
}
