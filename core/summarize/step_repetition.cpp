#include "core/summarize/step_repetition.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace weir::steps {
namespace {

constexpr std::size_t kLeast = 3;          // times a period must come
constexpr double kLengthTolerance = 0.1;   // of the typical number of events
constexpr double kAlikeShare = 0.7;        // of the periods must be of typical length
constexpr double kAlikeOrder = 0.4;        // of the runs of k names must be those of the typical period
constexpr double kOnceShare = 0.8;         // of the periods in which a name comes exactly once: it speaks for the period
constexpr double kSupport = 0.15;          // of the best supported period's score
constexpr std::size_t kMostVerified = 60;

// Names of about one count mark about one period. An anchor is missed or doubled now and then, so counts differ a little.
bool about(std::size_t count, std::size_t c) {
  const std::size_t d = count > c ? count - c : c - count;
  return d <= (c < 6 ? 0 : std::max<std::size_t>(1, c / 20));
}

// So many names in a row that a chance sequence of this vocabulary would hardly repeat one within a period.
std::size_t runLength(const std::vector<std::uint32_t>& tokens, std::size_t period) {
  std::unordered_map<std::uint32_t, std::size_t> counts;
  for (const std::uint32_t t : tokens) ++counts[t];
  double entropy = 0;
  for (const auto& [t, n] : counts) {
    const double p = static_cast<double>(n) / static_cast<double>(tokens.size());
    entropy -= p * std::log(p);
  }
  if (entropy < 1e-9) return 0;
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(std::log(20.0 * static_cast<double>(period)) / entropy)), 2, 16);
}

std::uint64_t hashOf(const std::vector<std::uint32_t>& tokens, std::size_t at, std::size_t k) {
  std::uint64_t h = 1469598103934665603ULL;
  for (std::size_t i = at; i < at + k; ++i) h = (h ^ tokens[i]) * 1099511628211ULL;
  return h;
}

struct Candidate {
  Period period;
  std::size_t good = 0;  // periods of typical length
  double score = 0;      // names that come exactly once in them, by how many there are
};

std::optional<Candidate> verified(const std::vector<std::uint32_t>& tokens, std::uint32_t anchor, const std::vector<std::size_t>& at) {
  if (at.size() < kLeast) return std::nullopt;
  std::vector<std::size_t> lengths;
  for (std::size_t i = 1; i < at.size(); ++i) lengths.push_back(at[i] - at[i - 1]);
  std::vector<std::size_t> sorted = lengths;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
  const std::size_t typical = sorted[sorted.size() / 2];
  if (typical < 2) return std::nullopt;
  const auto tolerance = std::max(1.0, kLengthTolerance * static_cast<double>(typical));
  const auto alike = [&](std::size_t n) { return std::abs(static_cast<double>(n) - static_cast<double>(typical)) <= (typical < 10 ? 0.0 : tolerance); };
  std::size_t good = 0;
  for (const std::size_t n : lengths) good += alike(n) ? 1 : 0;
  if (good < 2 || static_cast<double>(good) < kAlikeShare * static_cast<double>(lengths.size())) return std::nullopt;

  const std::size_t k = runLength(tokens, typical);
  if (k == 0) return std::nullopt;  // one name alone tells nothing
  // The typical period's runs of k names, which may reach into the next one; the others must have most of them.
  std::size_t reference = lengths.size();
  for (std::size_t i = 0; i < lengths.size() && reference == lengths.size(); ++i)
    if (lengths[i] == typical && at[i] + typical + k <= tokens.size()) reference = i;
  if (reference == lengths.size()) return std::nullopt;
  std::unordered_map<std::uint64_t, std::size_t> runs;
  for (std::size_t p = at[reference]; p < at[reference + 1]; ++p) ++runs[hashOf(tokens, p, k)];
  double similar = 0;
  std::size_t compared = 0;
  std::unordered_map<std::uint64_t, std::size_t> left;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (i == reference || !alike(lengths[i])) continue;
    left = runs;
    std::size_t found = 0, seen = 0;
    for (std::size_t p = at[i]; p < at[i + 1] && p + k <= tokens.size(); ++p) {
      ++seen;
      const auto it = left.find(hashOf(tokens, p, k));
      if (it == left.end() || it->second == 0) continue;
      --it->second;
      ++found;
    }
    if (seen == 0) continue;
    similar += static_cast<double>(found) / static_cast<double>(std::max(seen, typical));
    ++compared;
  }
  if (compared == 0 || similar < kAlikeOrder * static_cast<double>(compared)) return std::nullopt;
  Candidate out;
  out.good = good;
  std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> once;  // periods with it, of them with more than one
  std::unordered_map<std::uint32_t, std::size_t> here;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (!alike(lengths[i])) continue;
    here.clear();
    for (std::size_t p = at[i]; p < at[i + 1]; ++p) ++here[tokens[p]];
    for (const auto& [token, n] : here) {
      ++once[token].first;
      if (n > 1) ++once[token].second;
    }
  }
  std::size_t support = 0;
  for (const auto& [token, n] : once) support += static_cast<double>(n.first - n.second) >= kOnceShare * static_cast<double>(good) ? 1 : 0;
  out.score = static_cast<double>(support) * std::log2(static_cast<double>(good) + 1);

  Period& p = out.period;
  p.anchor = anchor;
  p.length = typical;
  for (std::size_t i = 0; i < at.size(); ++i) {
    p.begins.push_back(at[i]);
    if (i + 1 == at.size()) break;
    // The anchor was missed here: as many periods as fit, at their usual length.
    const auto n = static_cast<std::size_t>(std::lround(static_cast<double>(lengths[i]) / static_cast<double>(typical)));
    if (n < 2 || std::abs(static_cast<double>(lengths[i]) - static_cast<double>(n * typical)) > tolerance) continue;
    for (std::size_t j = 1; j < n; ++j) p.begins.push_back(at[i] + j * typical);
  }
  const std::size_t head = at.front();
  const std::size_t tail = tokens.size() - at.back();
  // What stands before the first anchor and after the last one make up a period: it is the trace that begins with a step.
  if (head > 0 && head < typical && static_cast<double>(tail) < static_cast<double>(typical) - tolerance && alike(head + tail)) {
    for (std::size_t& b : p.begins) b -= head;
    p.tail = true;
  } else {
    p.tail = static_cast<double>(tail) >= static_cast<double>(typical) - (typical < 10 ? 0.0 : tolerance);
  }
  return out;
}

}  // namespace

std::optional<Period> periodAt(const std::vector<std::uint32_t>& tokens, std::uint32_t anchor) {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i] == anchor) at.push_back(i);
  auto c = verified(tokens, anchor, at);
  return c ? std::optional(std::move(c->period)) : std::nullopt;
}

std::optional<Period> findPeriod(const std::vector<std::uint32_t>& tokens) {
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < tokens.size(); ++i) places[tokens[i]].push_back(i);
  if (places.size() < 2) return std::nullopt;
  // By how often they occur, then by where they are first seen.
  std::vector<std::tuple<std::size_t, std::size_t, std::uint32_t>> names;
  for (const auto& [token, at] : places)
    if (at.size() >= kLeast && at.size() <= tokens.size() / 2) names.emplace_back(at.size(), at.front(), token);
  std::sort(names.begin(), names.end());
  // Of names of about one count that begin a period, the one with most whole periods, the earliest of equals.
  std::vector<Candidate> found;
  std::size_t last = 0;
  for (const auto& [count, first, token] : names) {
    if (found.size() >= kMostVerified) break;
    auto c = verified(tokens, token, places[token]);
    if (!c) continue;
    if (!found.empty() && about(count, last)) {
      Candidate& best = found.back();
      const bool better = c->good > best.good || (c->good == best.good && c->period.begins.front() < best.period.begins.front());
      const double score = std::max(best.score, c->score);
      if (better) best = std::move(*c);
      best.score = score;
    } else {
      last = count;
      found.push_back(std::move(*c));
    }
  }
  // The rarest that is well supported: what occurs more often repeats within a step (layers, micro-batches), and a handful
  // of names that come rarer than the bulk (an evaluation, a checkpoint every few steps) do not make one step of several.
  double most = 0;
  for (const Candidate& c : found) most = std::max(most, c.score);
  for (Candidate& c : found)
    if (c.score >= kSupport * most) return std::move(c.period);
  return std::nullopt;
}

}  // namespace weir::steps
