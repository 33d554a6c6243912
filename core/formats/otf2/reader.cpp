#include "core/formats/otf2/reader.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/formats/otf2/apart.h"
#include "core/formats/otf2/collect.h"
#include "core/run/column.h"

namespace weir::otf2 {
namespace {

namespace fs = std::filesystem;

std::string_view text(ByteSpan h) { return {reinterpret_cast<const char*>(h.data()), h.size()}; }

// A folder that goes with the value.
struct TemporaryFolder {
  std::string path;
  explicit TemporaryFolder(std::string p) : path(std::move(p)) {}
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&& o) noexcept : path(std::exchange(o.path, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);  // holds links only
  }
};

// The name that the definitions and the folder of events beside the anchor have, without ending. An anchor may have been
// renamed: then the only definitions in the folder are its own. "" when there are none, or several.
std::string stemOf(const fs::path& anchor) {
  std::error_code error;
  const fs::path own = anchor.parent_path() / anchor.stem();
  if (fs::exists(own.string() + ".def", error)) return own.string();
  std::string found;
  std::size_t seen = 0;
  for (fs::directory_iterator it(anchor.parent_path().empty() ? fs::path(".") : anchor.parent_path(), error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != ".def" || !it->is_regular_file(error)) continue;
    if (++seen > 1) return {};
    found = (it->path().parent_path() / it->path().stem()).string();
  }
  return found;
}

}  // namespace

int sniffAnchor(ByteSpan h) {
  // A chunk: its kind, the byte order ('B' little, '#' big); then the magic.
  if (h.size() < 8) return 0;
  const std::string_view t = text(h);
  return (t[1] == 'B' || t[1] == '#') && t.substr(2, 4) == "OTF2" ? 100 : 0;
}

int sniffPart(ByteSpan h) {
  if (h.size() < 19) return 0;
  const std::string_view t = text(h);
  if (t[0] != 3 || (t[1] != 'B' && t[1] != '#') || t.substr(2, 4) == "OTF2") return 0;
  // First and last event of the chunk; definitions have no last one.
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::memcpy(&first, t.data() + 2, 8);
  std::memcpy(&last, t.data() + 10, 8);
  if (t[1] == '#') {
    first = __builtin_bswap64(first);
    last = __builtin_bswap64(last);
  }
  return (first <= last || last == 0) && first < (std::uint64_t{1} << 48) && last < (std::uint64_t{1} << 48) ? 60 : 0;
}

Result<Run> readArchive(const std::string& path, const ReaderContext& context, const Job& job) {
  const fs::path anchor(path);
  const std::string stem = stemOf(anchor);
  if (stem.empty())
    return fail("the definitions of this OTF2 archive are not beside its anchor file", path,
                "keep the anchor (.otf2), the definitions (.def) and the folder of events together, unpacked");
  // The library wants all parts to have one name: where they have not, it sees them through links.
  std::string open = path;
  TemporaryFolder links("");
  if (anchor.extension() != ".otf2" || stem != (anchor.parent_path() / anchor.stem()).string()) {
    std::string name = spillOptions().folder + "/weir-otf2-XXXXXX";
    std::error_code error;
    if (::mkdtemp(name.data()) == nullptr) return failIo("no temporary folder can be made there", name, "set WEIR_SPILL_DIR to a folder that can be written");
    links.path = name;
    open = name + "/a.otf2";
    fs::create_symlink(fs::absolute(anchor, error), open, error);
    for (const std::string_view ending : {".def", ".marker", ""})
      if (!error && fs::exists(stem + std::string(ending), error)) {
        std::error_code linked;
        fs::create_symlink(fs::absolute(stem + std::string(ending), linked), name + "/a" + std::string(ending), linked);
        if (linked) error = linked;
      }
    if (error) return failIo("its parts cannot be linked: " + error.message(), name, "set WEIR_SPILL_DIR to a folder that can be written");
  }
  std::error_code ignored;
  const bool markers = fs::exists(stem + ".marker", ignored);
  Collect collect(context.memoryLimit);
  const auto ended = listen(open, markers, [&](std::string_view bytes) { return collect.take(bytes); }, job);
  if (!ended) return tl::make_unexpected(ended.error());
  if (collect.events() == 0) {
    std::string why = collect.problems().empty() ? *ended : collect.problems().front();
    if (!collect.definitionsComplete() || !why.empty())
      return fail("no event of this OTF2 archive can be read" + (why.empty() ? std::string() : " (" + why + ")"), path,
                  "check that it is complete, with otf2-print");
  }
  return collect.finish(*ended);
}

}  // namespace weir::otf2
