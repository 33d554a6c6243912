#include "core/run/call_words.h"

#include <charconv>

namespace weir {
namespace {

// The value of a direct member of a flat JSON object, without its quotes. Keys of Kineto's have no escapes.
std::string_view valueOf(std::string_view args, std::string_view key) {
  for (std::size_t at = args.find(key); at != std::string_view::npos; at = args.find(key, at + 1)) {
    std::size_t p = at + key.size();
    if (at == 0 || args[at - 1] != '"' || p >= args.size() || args[p] != '"') continue;
    ++p;
    while (p < args.size() && (args[p] == ' ' || args[p] == ':' || args[p] == '\n' || args[p] == '\t')) ++p;
    if (p >= args.size()) return {};
    if (args[p] == '"') {
      const std::size_t end = args.find('"', p + 1);
      return end == std::string_view::npos ? std::string_view{} : args.substr(p + 1, end - p - 1);
    }
    const std::size_t end = args[p] == '[' ? args.find(']', p) : args.find_first_of(",}", p);
    return end == std::string_view::npos ? args.substr(p) : args.substr(p, end - p);
  }
  return {};
}

std::int64_t integerIn(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  std::int64_t v = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  return error == std::errc{} ? v : -1;
}

std::vector<std::int64_t> listIn(std::string_view text) {
  std::vector<std::int64_t> out;
  if (text.find("...") != std::string_view::npos) return out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] < '0' || text[i] > '9') {
      if (text[i] == '-') return {};
      ++i;
      continue;
    }
    std::int64_t v = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), v);
    if (error != std::errc{}) return {};
    out.push_back(v);
    i = static_cast<std::size_t>(end - text.data());
  }
  return out;
}

std::int32_t rankIn(std::string_view text) {
  const std::int64_t v = integerIn(text);
  return v >= 0 && v < 1'000'000'000 ? static_cast<std::int32_t>(v) : -1;
}

}  // namespace

CallWords wordsOf(std::string_view args) {
  CallWords w;
  if (args.empty()) return w;
  w.inElements = integerIn(valueOf(args, "In msg nelems"));
  w.outElements = integerIn(valueOf(args, "Out msg nelems"));
  w.inSplit = listIn(valueOf(args, "In split size"));
  w.outSplit = listIn(valueOf(args, "Out split size"));
  w.root = rankIn(valueOf(args, "Rank"));
  w.source = rankIn(valueOf(args, "Src Rank"));
  w.destination = rankIn(valueOf(args, "Dst Rank"));
  w.collective = valueOf(args, "Collective name");
  return w;
}

}  // namespace weir
