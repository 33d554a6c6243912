#include "core/formats/same_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>

namespace weir {
namespace {

// "/x/rank-#.json" of "/x/rank-12.json".
std::string withoutNumbers(const std::string& path) {
  std::string out;
  for (const char c : std::filesystem::path(path).lexically_normal().string())
    if (c < '0' || c > '9') out += c;
    else if (!out.ends_with('#')) out += '#';
  return out;
}

// Most files of one length differ early or at their ends, so the end is looked at before the rest.
bool sameBytes(const std::string& a, const std::string& b, std::uint64_t size) {
  constexpr std::uint64_t kChunk = std::uint64_t{1} << 16;
  std::ifstream left(a, std::ios::binary), right(b, std::ios::binary);
  std::vector<char> x(kChunk), y(kChunk);
  const auto sameAt = [&](std::uint64_t from) {
    const auto n = static_cast<std::streamsize>(std::min(kChunk, size - from));
    left.seekg(static_cast<std::streamoff>(from));
    right.seekg(static_cast<std::streamoff>(from));
    return left.read(x.data(), n) && right.read(y.data(), n) && std::equal(x.begin(), x.begin() + n, y.begin());
  };
  if (!left || !right || !sameAt(size - std::min(size, kChunk))) return false;
  for (std::uint64_t from = 0; from < size; from += kChunk)
    if (!sameAt(from)) return false;
  return true;
}

}  // namespace

std::vector<std::size_t> firstOfSame(const std::vector<std::string>& paths) {
  struct File {
    std::size_t index = 0;
    std::uint64_t device = 0, node = 0;
    bool regular = false;
    std::string like;
  };
  std::vector<std::size_t> first(paths.size());
  std::map<std::int64_t, std::vector<File>> bySize;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    first[i] = i;
    struct stat s {};
    if (::stat(paths[i].c_str(), &s) != 0) continue;
    File file{i, s.st_dev, s.st_ino, S_ISREG(s.st_mode), withoutNumbers(paths[i])};
    std::vector<File>& others = bySize[s.st_size];
    const auto same = [&](const File& o) {
      if (o.device == file.device && o.node == file.node) return true;
      if (!o.regular || !file.regular || s.st_size == 0 || o.like == file.like) return false;
      return sameBytes(paths[o.index], paths[i], static_cast<std::uint64_t>(s.st_size));
    };
    if (const auto it = std::find_if(others.begin(), others.end(), same); it != others.end()) first[i] = it->index;
    else others.push_back(std::move(file));
  }
  return first;
}

}  // namespace weir
