#include "drive.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/formats/open.h"
#include "core/study/check_run.h"

namespace weir::fuzz {
namespace {

namespace fs = std::filesystem;

// A folder of this process in memory, emptied when done with.
class Scratch {
 public:
  Scratch() : path_((fs::exists("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path()) / fmt::format("weir-fuzz-{}", ::getpid())) {
    fs::create_directories(path_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string write(const std::string& name, std::string_view bytes) const {
    std::error_code ignored;
    fs::create_directories((path_ / name).parent_path(), ignored);
    std::ofstream out(path_ / name, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

std::string judge(const Result<Run>& run) {
  if (!run) return run.error().what.empty() ? "an error that says nothing" : "";
  if (const auto ok = checkRun(*run); !ok) return "a run that breaks its promises: " + ok.error().line();
  if (run->span().first > run->span().second) return "a span that ends before it begins";
  for (const Row& row : run->rows)
    for (SliceIndex i = row.begin; i + 1 < row.end; ++i)
      if (run->slices.endOf(i) > run->slices.start[i + 1]) return "slices of one row that overlap";
  return "";
}

std::string clean(std::string_view name) {
  std::string s;
  for (const char c : name)
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '/' || c == '_') s += c;
  while (s.find("..") != std::string::npos) s.replace(s.find(".."), 2, "_");
  while (s.starts_with('/')) s.erase(0, 1);
  return s.empty() || s.ends_with('/') ? s + "x" : s;
}

std::string unpackFolder(const Scratch& scratch, std::string_view bytes) {
  std::string first;
  while (bytes.size() > 1) {
    const std::size_t length = std::min<std::size_t>(static_cast<unsigned char>(bytes[0]), bytes.size() - 1);
    const std::string name = clean(bytes.substr(1, length));
    bytes.remove_prefix(1 + length);
    std::size_t size = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(4, bytes.size()); ++i) size |= std::size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    bytes.remove_prefix(std::min<std::size_t>(4, bytes.size()));
    size = std::min(size, bytes.size());
    const std::string path = scratch.write(name, bytes.substr(0, size));
    if (first.empty()) first = path;
    bytes.remove_prefix(size);
  }
  return first;
}

}  // namespace

std::string drive(const FormatDescriptor& format, std::string_view bytes, std::size_t chunk) {
  ReaderContext context;
  context.expectedBytes = bytes.size();
  context.name = "trace_rank3.json";
  context.threads = 1;
  if (format.readFile != nullptr) {
    const Scratch scratch;
    const std::string path = format.name == "otf2" ? unpackFolder(scratch, bytes) : scratch.write("input", bytes);
    return path.empty() ? "" : judge(format.readFile(path, context, {}));
  }
  const auto reader = format.make(context);
  const auto all = std::as_bytes(std::span(bytes.data(), bytes.size()));
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(std::max<std::size_t>(chunk, 1), all.size() - at);
    if (const auto fed = reader->feed(all.subspan(at, n), at + n == all.size(), {}); !fed)
      return fed.error().what.empty() ? "an error that says nothing" : "";
    at += n;
  } while (at < all.size());
  return judge(reader->finish({}));
}

std::string driveOpen(std::string_view bytes, const std::string& ending) {
  const Scratch scratch;
  return judge(openFiles({scratch.write("input" + ending, bytes)}, {}, {}));
}

std::string packFolder(const std::string& folder, const std::string& first) {
  std::string out;
  const auto add = [&](const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string data((std::istreambuf_iterator<char>(in)), {});
    const std::string name = fs::relative(path, folder).string();
    if (name.size() > 255) return;
    out += static_cast<char>(name.size());
    out += name;
    for (int i = 0; i < 4; ++i) out += static_cast<char>(data.size() >> (8 * i));
    out += data;
  };
  add(fs::path(folder) / first);
  std::vector<fs::path> rest;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path() != fs::path(folder) / first) rest.push_back(entry.path());
  std::sort(rest.begin(), rest.end());
  for (const fs::path& path : rest) add(path);
  return out;
}

}  // namespace weir::fuzz
