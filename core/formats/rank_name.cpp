#include <array>
#include <cctype>

#include "core/formats/open.h"

namespace weir {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// The number at text[i...), or -1: at most 7 digits, so that time stamps and process ids of the file name are none.
std::int32_t numberAt(std::string_view text, std::size_t i) {
  std::int32_t v = 0;
  std::size_t n = 0;
  for (; i + n < text.size() && digit(text[i + n]); ++n) {
    if (n == 7) return -1;
    v = v * 10 + (text[i + n] - '0');
  }
  return n == 0 ? -1 : v;
}

bool apart(char c) { return c == '-' || c == '_' || c == '.' || c == ' ' || c == '='; }

// Where the number behind a word begins. A '-' parts the two ("rank-3"), and is a sign where something else does already.
struct Place {
  std::size_t at = 0;
  bool below0 = false;
};
Place numberBehind(std::string_view name, std::size_t word) {
  std::size_t i = word;
  while (i < name.size() && apart(name[i])) ++i;
  return {i, i < name.size() && digit(name[i]) && i > word + 1 && name[i - 1] == '-'};
}

// As it is looked at: the last part of the path, in small letters.
std::string nameOfFile(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  std::string name;
  for (const char c : slash == std::string_view::npos ? path : path.substr(slash + 1)) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

// Each "rank", "worker" that is a word of its own; not that of "frank3". Until `use` says true.
template <class Use>
bool anyWord(const std::string& name, const Use& use) {
  for (const std::string_view word : {std::string_view("rank"), std::string_view("worker")})
    for (std::size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1))
      if ((at == 0 || !letter(name[at - 1])) && use(numberBehind(name, at + word.size()))) return true;
  return false;
}

}  // namespace

bool rankBelow0InFileName(std::string_view path) {
  return anyWord(nameOfFile(path), [](const Place& p) { return p.below0; });
}

std::int32_t rankFromFileName(std::string_view path) {
  const std::string name = nameOfFile(path);
  // "rank-34", "rank_3", "rank0", "worker0"; "rank -1" is none.
  std::int32_t told = -1;
  if (anyWord(name, [&](const Place& p) {
        told = p.below0 ? kUnknownRank : numberAt(name, p.at);
        return p.below0 || told >= 0;
      }))
    return told;
  // "profile.3.json", "trace_3.json", "trace-3.pt.trace.json.gz": a number that is a word of its own just before the endings.
  std::string_view stem = name;
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view ending : {std::string_view(".gz"), std::string_view(".zip"), std::string_view(".json"),
                                          std::string_view(".trace"), std::string_view(".pt"), std::string_view(".et")})
      if (stem.ends_with(ending) && stem.size() > ending.size()) {
        stem.remove_suffix(ending.size());
        cut = true;
      }
  }
  std::size_t i = stem.size();
  while (i > 0 && digit(stem[i - 1])) --i;
  // "schema.0.0.4": three numbers in a row are a version.
  std::size_t parts = 1;
  for (std::size_t k = i; k > 1 && stem[k - 1] == '.' && digit(stem[k - 2]); ++parts) {
    --k;
    while (k > 0 && digit(stem[k - 1])) --k;
  }
  if (parts > 2) return kUnknownRank;
  const bool alone = i == 0 || stem[i - 1] == '.' || stem[i - 1] == '_' || stem[i - 1] == '-';
  const std::int32_t rank = alone && stem.size() - i <= 5 ? numberAt(stem, i) : -1;
  return rank >= 0 ? rank : kUnknownRank;
}

}  // namespace weir
