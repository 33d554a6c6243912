#include "core/formats/smpi_ti/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/formats/paje/lines.h"
#include "core/formats/smpi_ti/model.h"

namespace weir::smpi_ti {
namespace {

namespace fs = std::filesystem;

std::string_view text(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }

Result<void> within(const Model& model, std::uint64_t limit) {
  if (limit > 0 && model.bytes() * 4 > limit) return fail("the trace needs more memory than is allowed", {}, "open fewer ranks, or raise the limit");
  return {};
}
tl::unexpected<Error> longLine(std::uint64_t number) { return fail("a line is longer than 16 MiB", fmt::format("line {}", number + 1), "this is no SMPI trace"); }

class TiReader : public Reader {
 public:
  explicit TiReader(const ReaderContext& context) : memoryLimit_(context.memoryLimit) {}
  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (!lines_.feed(chunk, last, [&](std::string_view line) { model_.take(line, lines_.number()); })) return longLine(lines_.number());
    return within(model_, memoryLimit_);
  }
  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (model_.empty()) return fail("no action in it", {}, "lines of a SMPI trace read \"0 compute 1e9\"");
    return model_.finish();
  }

 private:
  std::uint64_t memoryLimit_;
  paje::Lines lines_;
  Model model_;
};

// Where a listed file lies: below the list's own folder, whatever folder the list says it was written in. "" nowhere.
std::string find(const fs::path& index, std::string_view listed) {
  const fs::path folder = index.parent_path().empty() ? fs::path(".") : index.parent_path();
  const fs::path given{std::string(listed)};
  if (given.filename().empty() || given.filename() == "..") return {};
  std::vector<fs::path> places;
  if (given.is_relative() && std::none_of(given.begin(), given.end(), [](const fs::path& p) { return p == ".."; })) places.push_back(folder / given);
  const fs::path parent = given.parent_path().filename();
  if (!parent.empty() && parent != "..") places.push_back(folder / parent / given.filename());
  places.push_back(fs::path(index.string() + "_files") / given.filename());
  places.push_back(folder / given.filename());
  for (const fs::path& p : places) {
    std::error_code ignored;
    if (fs::is_regular_file(p, ignored)) return p.string();
  }
  return {};
}

// "3 compute 1e9", "p3 Compute 1e9".
bool isAction(std::string_view line) {
  std::size_t i = line[0] == 'p' ? 1 : 0;
  const std::size_t digits = i;
  while (i < line.size() && line[i] >= '0' && line[i] <= '9') ++i;
  if (i == digits || i >= line.size() || (line[i] != ' ' && line[i] != '\t')) return false;
  while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
  const std::size_t word = i;
  while (i < line.size() && line[i] != ' ' && line[i] != '\t') ++i;
  return actionFrom(line.substr(word, i - word)).has_value();
}

}  // namespace

int sniff(ByteSpan head) {
  std::string_view t = text(head);
  const bool whole = t.size() < kSniffBytes;
  int actions = 0;
  int others = 0;
  for (int n = 0; n < 64 && !t.empty(); ++n) {
    const std::size_t end = t.find('\n');
    if (end == std::string_view::npos && !whole) break;
    std::string_view line = t.substr(0, end);
    t.remove_prefix(end == std::string_view::npos ? t.size() : end + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    if (line.empty() || line[0] == '#') continue;
    ++(isAction(line) ? actions : others);
    if (actions == 0) return 0;  // the first one must be
  }
  return others * 3 <= actions && actions > 0 ? 85 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<TiReader>(context); }

int sniffIndex(ByteSpan head) {
  std::string_view t = text(head);
  int files = 0;
  for (int n = 0; n < 64 && !t.empty(); ++n) {
    const std::size_t end = t.find('\n');
    if (end == std::string_view::npos && head.size() >= kSniffBytes) break;
    std::string_view line = t.substr(0, end);
    t.remove_prefix(end == std::string_view::npos ? t.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) continue;
    const bool name = std::all_of(line.begin(), line.end(), [](char c) { return c > ' ' && c != '"' && c != '<' && c != '{' && c != ',' && c != 0x7f; });
    if (!name || !(line.ends_with(".txt") || line.ends_with(".trace") || line.ends_with(".tit") || line.ends_with(".ti"))) return 0;
    ++files;
  }
  return files > 0 ? 40 : 0;
}

Result<Run> readIndex(const std::string& path, const ReaderContext& context, const Job& job) {
  std::ifstream list(path);
  Model model;
  std::size_t read = 0;
  std::vector<char> buffer(1U << 20);
  std::string line;
  for (std::uint64_t n = 1; n < 1'000'000 && std::getline(list, line); ++n) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty()) continue;
    const std::string file = find(path, line.substr(0, 4096));
    if (file.empty()) {
      model.note("listed file that is not there", line.substr(0, 200));
      continue;
    }
    std::ifstream in(file, std::ios::binary);
    paje::Lines lines;
    bool first = true;
    while (in) {
      if (job.stopped()) return stoppedByUser();
      in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
      const ByteSpan chunk = std::as_bytes(std::span(buffer.data(), static_cast<std::size_t>(in.gcount())));
      if (first && sniff(chunk.first(std::min(chunk.size(), kSniffBytes))) == 0) {
        model.note("listed file that is no SMPI trace", line.substr(0, 200));
        break;
      }
      if (first) ++read;
      first = false;
      if (!lines.feed(chunk, !in, [&](std::string_view l) { model.take(l, lines.number()); })) return longLine(lines.number());
      if (const auto r = within(model, context.memoryLimit); !r) return tl::make_unexpected(r.error());
    }
  }
  if (read == 0 || model.empty())
    return fail("none of the files it lists is a SMPI trace beside it", path, "keep the list and its files together, as smpirun -trace-ti wrote them");
  return model.finish();
}

}  // namespace weir::smpi_ti
