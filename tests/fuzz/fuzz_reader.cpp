// One libFuzzer target for every reader: FORMAT is told by the program's name (fuzz_kineto -> kineto) or WEIR_FUZZ_FORMAT.
// "open" is everything: sniffing, unpacking, archives, joining. With WEIR_FUZZ_LIST=1 prints the names of all readers;
// with WEIR_FUZZ_SEEDS=FOLDER copies what of the files given belongs to FORMAT there. tests/fuzz/fuzz.py does all that.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/formats/source.h"
#include "drive.h"

namespace {

namespace fs = std::filesystem;
const weir::FormatDescriptor* theFormat = nullptr;  // null = "open"
constexpr std::size_t kLargestSeed = 24 << 10;   // small ones are tried more often

std::string readAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void copySeeds(int count, char** files, const fs::path& to) {
  for (int i = 1; i < count; ++i) {
    const fs::path from(files[i]);
    if (!fs::is_regular_file(from)) continue;
    const auto source = weir::ByteSource::open(from.string(), {});
    if (!source) continue;
    const weir::FormatDescriptor* found = weir::sniffFormat(source->head());
    if (theFormat != nullptr && found != theFormat) continue;
    std::string bytes;
    if (theFormat != nullptr && theFormat->name == "otf2") {
      bytes = weir::fuzz::packFolder(from.parent_path().string(), from.filename().string());
    } else if (theFormat == nullptr) {
      bytes = readAll(from);
    } else {
      auto again = weir::ByteSource::open(from.string(), {});
      (void)again->stream(
          [&](weir::ByteSpan chunk, bool) -> weir::Result<void> {
            if (bytes.size() < kLargestSeed) bytes.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
            return {};
          },
          {});
    }
    // What is packed or read as a file is of no use when cut.
    const bool whole = theFormat == nullptr || theFormat->readFile != nullptr;
    if (whole && bytes.size() > 16 * kLargestSeed) continue;
    if (!whole) bytes.resize(std::min(bytes.size(), kLargestSeed));
    std::ofstream(to / fmt::format("seed{}", i), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  if (std::getenv("WEIR_FUZZ_LIST") != nullptr) {
    for (const weir::FormatDescriptor& f : weir::formats())
      if (f.readable()) fmt::print("{}\n", f.name);
    fmt::print("open\n");
    std::exit(0);
  }
  std::string name = fs::path((*arguments)[0]).filename().string();
  if (const char* given = std::getenv("WEIR_FUZZ_FORMAT")) name = given;
  if (name.starts_with("fuzz_")) name.erase(0, 5);
  for (const weir::FormatDescriptor& f : weir::formats())
    if (f.name == name && f.readable()) theFormat = &f;
  if (theFormat == nullptr && name != "open") {
    fmt::print(stderr, "no reader is called {}; WEIR_FUZZ_LIST=1 prints all\n", name);
    std::exit(2);
  }
  if (const char* seeds = std::getenv("WEIR_FUZZ_SEEDS")) {
    copySeeds(*count, *arguments, seeds);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Chunks of all sizes, told by the input itself so that a finding repeats.
  const std::size_t chunk = size > 0 && data[size - 1] % 4 == 0 ? 1 + data[size - 1] % 61 : std::size_t{4} << 20;
  const std::string wrong = theFormat != nullptr ? weir::fuzz::drive(*theFormat, bytes, chunk) : weir::fuzz::driveOpen(bytes, "");
  if (!wrong.empty()) {
    fmt::print(stderr, "{}\n", wrong);
    std::abort();
  }
  return 0;
}
