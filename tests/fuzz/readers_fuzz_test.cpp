// Every reader against damaged files of its own kind, taken from the corpus where there is one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/formats/source.h"
#include "drive.h"

namespace readers_fuzz_test {
using namespace weir;

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLargest = 48 << 10;
constexpr std::size_t kSeedsEach = 8;
constexpr int kRoundsEach = 25;

struct Seed {
  std::string file, bytes;
};

std::map<std::string, std::vector<Seed>> seedsByFormat() {
  std::map<std::string, std::vector<Seed>> all;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(WEIR_SHARED_DIR "/corpus"))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    auto source = ByteSource::open(path.string(), {});
    if (!source) continue;
    const FormatDescriptor* format = sniffFormat(source->head());
    if (format == nullptr || !format->readable()) continue;
    std::vector<Seed>& seeds = all[std::string(format->name)];
    if (seeds.size() >= kSeedsEach) continue;
    Seed seed{path.string(), {}};
    if (format->name == "otf2") {
      seed.bytes = fuzz::packFolder(path.parent_path().string(), path.filename().string());
    } else {
      const std::size_t most = format->readFile != nullptr ? std::size_t{2} << 20 : kLargest;
      (void)source->stream(
          [&](ByteSpan chunk, bool) -> Result<void> {
            if (seed.bytes.size() < most) seed.bytes.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
            return {};
          },
          {});
      if (format->readFile == nullptr) seed.bytes.resize(std::min(seed.bytes.size(), most));
    }
    if (!seed.bytes.empty()) seeds.push_back(std::move(seed));
  }
  return all;
}

std::string damaged(const Seed& seed, const std::vector<Seed>& others, std::mt19937_64& random) {
  std::string s = seed.bytes;
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random() % n); };
  for (std::size_t k = 1 + below(5); k > 0 && !s.empty(); --k) {
    // Heads decide most: half of all damage is in the first kilobyte.
    const std::size_t at = below(2) == 0 ? below(std::min<std::size_t>(s.size(), 1024)) : below(s.size());
    const std::size_t n = 1 + below(64);
    switch (below(8)) {
      case 0: s.resize(at); break;
      case 1: s[at] = static_cast<char>(random()); break;
      case 2: s[at] = static_cast<char>(s[at] ^ (1 << below(8))); break;
      case 3: s.erase(at, n); break;
      case 4: s.insert(at, s.substr(below(s.size()), n * 4)); break;
      case 5:  // a number becomes absurd
        for (std::size_t i = at; i < std::min(at + 8, s.size()); ++i) s[i] = static_cast<char>(below(2) == 0 ? 0xff : 0x7f);
        break;
      case 6:
        for (std::size_t i = at; i < std::min(at + 4, s.size()); ++i) s[i] = 0;
        break;
      default: {
        const std::string& other = others[below(others.size())].bytes;
        s.insert(at, other.substr(below(other.size()), n * 8));
      }
    }
  }
  return s;
}

}  // namespace

TEST(ReadersFuzz, DamagedFilesOfTheCorpusAreReadOrRefused) {
  if (!fs::exists(WEIR_SHARED_DIR "/corpus")) GTEST_SKIP() << "SKIP: no ../shared/corpus";
  const auto all = seedsByFormat();
  std::mt19937_64 random(20261201);
  for (const FormatDescriptor& format : formats()) {
    const auto it = all.find(std::string(format.name));
    if (it == all.end()) continue;
    for (const Seed& seed : it->second)
      for (int round = 0; round < kRoundsEach; ++round) {
        const std::string bytes = round == 0 ? seed.bytes : damaged(seed, it->second, random);
        const std::size_t chunk = round % 3 == 1 ? 1 + random() % 3000 : std::string::npos;
        const std::string wrong = fuzz::drive(format, bytes, chunk);
        ASSERT_EQ(wrong, "") << format.name << ": " << seed.file << ", round " << round;
      }
  }
}

TEST(ReadersFuzz, EveryReaderTakesNothingAndNoise) {
  std::mt19937_64 random(5);
  for (const FormatDescriptor& format : formats()) {
    if (!format.readable()) continue;
    for (int round = 0; round < 30; ++round) {
      std::string bytes(round == 0 ? 0 : random() % 3000, '\0');
      for (char& c : bytes) c = static_cast<char>(round % 2 ? random() : ' ' + random() % 95);
      ASSERT_EQ(fuzz::drive(format, bytes, round % 3 ? std::string::npos : 7), "") << format.name << ", round " << round;
    }
  }
}

}  // namespace readers_fuzz_test
