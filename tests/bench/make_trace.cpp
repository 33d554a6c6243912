// make_trace OUT SIZE [--from REAL.json(.gz)] [--seed N] [--ranks N]: a Chrome trace of SIZE (60M, 2G, 10G) with a real one's
// statistics. With --ranks OUT is a folder of one trace a rank, of SIZE in all, with collectives that all ranks take part in.
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
  int ranks = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == "--from" && i + 1 < argc) from = argv[++i];
    else if (arg == "--seed" && i + 1 < argc) seed = std::strtoull(argv[++i], nullptr, 10);
    else if (arg == "--ranks" && i + 1 < argc) ranks = std::atoi(argv[++i]);
    else if (out.empty()) out = arg;
    else size = arg;
  }
  const std::uint64_t bytes = weir::bench::bytesOf(size);
  if (out.empty() || bytes == 0 || ranks < 1) {
    fmt::print(stderr, "make_trace OUT SIZE [--from REAL.json(.gz)] [--seed N] [--ranks N]; SIZE as 60M, 2G\n");
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
  const auto r = ranks > 1 ? maker.writeJob(out, bytes, ranks, seed).map([](const auto&) {}) : maker.write(out, bytes, seed);
  if (r) return 0;
  fmt::print(stderr, "{}\n", r.error().line());
  return 1;
}
