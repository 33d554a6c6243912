#include "core/summarize/traffic_calls.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "core/summarize/bandwidth.h"

namespace weir {
std::optional<CollectiveOp> expandable(Operation op) { return op == Operation::SendRecv ? std::nullopt : collectiveOpOf(op); }

std::optional<Algorithm> algorithmNamed(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Algorithm>, 12> kOthers{{
      {"tree", Algorithm::DoubleBinaryTree},
      {"doubletree", Algorithm::DoubleBinaryTree},
      {"nvls", Algorithm::InNetwork},
      {"nvlstree", Algorithm::InNetwork},
      {"collnet", Algorithm::InNetwork},
      {"collnetdirect", Algorithm::InNetwork},
      {"collnetchain", Algorithm::InNetwork},
      {"sharp", Algorithm::InNetwork},
      {"direct", Algorithm::Linear},
      {"recursivehalvingdoubling", Algorithm::HalvingDoubling},
      {"rabenseifner", Algorithm::HalvingDoubling},
      {"pat", Algorithm::Bruck},
  }};
  const auto plain = [](std::string_view s) {
    std::string out;
    for (const char c : s)
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
      else if (c >= 'A' && c <= 'Z') out += static_cast<char>(c + 32);
    return out;
  };
  // The longest beginning that ends at a word's end.
  for (std::size_t end = text.size(); end > 0;) {
    const std::string word = plain(text.substr(0, end));
    for (std::size_t i = 0; i < algorithmNames().size(); ++i)
      if (const auto a = static_cast<Algorithm>(i); a != Algorithm::Auto && word == plain(algorithmNames()[i])) return a;
    for (const auto& [other, a] : kOthers)
      if (word == other) return a;
    const std::size_t cut = text.substr(0, end).find_last_of("-_ :/");
    if (cut == std::string_view::npos) break;
    end = cut;
  }
  return std::nullopt;
}

std::vector<std::int64_t> sharesOf(std::int64_t bytes, const std::vector<std::int64_t>& split) {
  double total = 0;
  for (const std::int64_t s : split) total += static_cast<double>(s);
  if (!(total > 0) || bytes < 0) return {};
  std::vector<std::int64_t> out;
  std::int64_t done = 0;
  double upTo = 0;
  for (const std::int64_t s : split) {
    upTo += static_cast<double>(s);
    // A sum of rows times bytes may exceed 64 bits; the quotient is exact where rows are whole bytes, as they are.
    const std::int64_t rows = static_cast<std::int64_t>(total);
    const auto row = bytes / rows;
    const std::int64_t edge = bytes % rows == 0 ? row * static_cast<std::int64_t>(upTo)
                                                : static_cast<std::int64_t>(static_cast<long double>(bytes) * static_cast<long double>(upTo) / static_cast<long double>(total));
    out.push_back(edge - done);
    done = edge;
  }
  return out;
}

CallsByInstance::CallsByInstance(const Run& run, const CallMatch& match) {
  const std::size_t calls = run.collectives.size();
  const auto of = [&](std::size_t i) { return match.instanceOf(run, i); };
  std::size_t instances = 0;
  for (std::size_t i = 0; i < calls; ++i) instances = std::max(instances, static_cast<std::size_t>(of(i)) + 1);
  // Numbers far beyond the calls would only come from a damaged file.
  if (instances > 8 * calls + 1024) {
    order.resize(calls);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return of(a) < of(b); });
    for (std::uint32_t i = 0; i < order.size(); ++i)
      if (i == 0 || of(order[i]) != of(order[i - 1])) begin.push_back(i);
    begin.push_back(static_cast<std::uint32_t>(order.size()));
    return;
  }
  begin.assign(instances + 1, 0);
  for (std::size_t i = 0; i < calls; ++i) ++begin[of(i) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  order.resize(calls);
  std::vector<std::uint32_t> at(begin.begin(), begin.end() - 1);
  for (std::uint32_t i = 0; i < order.size(); ++i) order[at[of(i)]++] = i;
}

}  // namespace weir
