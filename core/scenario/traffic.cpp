#include "core/scenario/traffic.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <numeric>

#include "core/base/random.h"
#include "core/scenario/document.h"

namespace weir {
namespace {

constexpr std::uint64_t kTrafficStream = 0x7472616666696301;  // random numbers of its own

// Sattolo's shuffle: one cycle through all hosts, so nobody sends to itself.
std::vector<int> cycle(int hosts, std::uint64_t seed) {
  std::vector<int> to(static_cast<std::size_t>(hosts));
  std::iota(to.begin(), to.end(), 0);
  Random random(seed, kTrafficStream);
  for (std::size_t i = to.size(); i-- > 1;) std::swap(to[i], to[random.below(i)]);
  return to;
}

}  // namespace

Result<std::vector<Flow>> parseFlows(std::string_view text, std::string_view file) {
  std::vector<Flow> flows;
  std::size_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    row = row.substr(0, row.find('#'));
    std::array<std::int64_t, 4> v{};
    std::size_t n = 0;
    bool good = true;
    while (good) {
      const std::size_t begin = row.find_first_not_of(" \t\r,");
      if (begin == std::string_view::npos) break;
      row.remove_prefix(begin);
      std::int64_t x = 0;
      const auto [stop, ec] = std::from_chars(row.data(), row.data() + row.size(), x);
      const auto used = static_cast<std::size_t>(stop - row.data());
      good = ec == std::errc{} && n < 4 && (used == row.size() || std::string_view(" \t\r,").find(row[used]) != std::string_view::npos);
      if (good) v[n++] = x;
      row.remove_prefix(used);
    }
    if (good && n == 0) continue;
    const std::string where = fmt::format("{}, line {}", file, line);
    if (!good || n < 3) return fail("this is no flow", where, "write \"source destination bytes start_ns\", all whole numbers");
    if (v[0] < 0 || v[1] < 0 || v[0] > INT32_MAX || v[1] > INT32_MAX) return fail("a host number is out of range", where, "hosts are numbered from 0");
    if (v[2] <= 0) return fail("a flow carries no bytes", where, "give at least 1 byte");
    if (v[3] < 0 || v[3] > INT64_MAX / 1000) return fail("the start is out of range", where, "give nanoseconds from the beginning");
    flows.push_back({static_cast<int>(v[0]), static_cast<int>(v[1]), Bytes::of(v[2]), Time::ns(v[3])});
  }
  if (flows.empty()) return fail("no flows in this file", std::string(file), "write \"source destination bytes start_ns\", one flow a line");
  return flows;
}

Result<std::vector<Flow>> loadFlows(const std::string& path) {
  return readTextFile(path, std::size_t{1} << 30).and_then([&](const std::string& text) { return parseFlows(text, path); });
}

std::vector<Flow> trafficFlows(const Scenario& s) {
  const Workload& w = s.workload;
  if (w.kind != Workload::Kind::Traffic) return {};
  if (w.pattern.empty()) return w.flows;
  const int hosts = s.machine.nodes;
  std::vector<Flow> flows;
  const auto add = [&](int from, int to) { flows.push_back({from, to, w.size, Time()}); };
  if (w.pattern == "permutation") {
    const std::vector<int> to = cycle(hosts, s.seed);
    for (int h = 0; h < hosts; ++h) add(h, to[static_cast<std::size_t>(h)]);
  } else if (w.pattern == "incast") {
    const int sources = w.sources > 0 ? w.sources : hosts - 1;
    // Spread over all hosts, so that on a tree the senders do not all share host 0's switch.
    for (int i = 0; i < sources; ++i) add(1 + static_cast<int>(static_cast<std::int64_t>(i) * (hosts - 1) / sources), 0);
  } else if (w.pattern == "all-to-all") {
    for (int k = 1; k < hosts; ++k)
      for (int h = 0; h < hosts; ++h) add(h, (h + k) % hosts);
  } else if (w.pattern == "uniform") {
    Random random(s.seed, kTrafficStream);
    for (int h = 0; h < hosts; ++h) {
      const int to = static_cast<int>(random.below(static_cast<std::uint64_t>(hosts - 1)));
      add(h, to < h ? to : to + 1);
    }
  }
  return flows;
}

}  // namespace weir
