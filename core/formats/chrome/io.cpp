#include "core/formats/chrome/io.h"

#include <limits>
#include <optional>
#include <string>

#include "core/formats/chrome/text.h"
#include "core/run/io_failed.h"

namespace weir::chrome {
namespace {

IoOperation::Kind kindOf(std::string_view name) {
  using Kind = IoOperation::Kind;
  const auto has = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
  if (has("read")) return Kind::Read;
  if (has("write")) return Kind::Write;
  if (has("open")) return Kind::Open;
  if (has("close")) return Kind::Close;
  if (has("stat")) return Kind::Stat;
  if (has("sync")) return Kind::Sync;
  return Kind::Other;
}

// `ret` is a number of items, not of bytes, and never -1.
bool countsItems(std::string_view name) { return name.find("fread") != std::string_view::npos || name.find("fwrite") != std::string_view::npos; }

std::optional<std::int64_t> numberIn(std::string_view args, std::string_view key) {
  const auto text = memberOf(args, key);
  return text ? integerOf(*text) : std::nullopt;
}

}  // namespace

void addIo(const Events& events, const std::vector<Category>& categories, const std::vector<std::int32_t>& rankOfThread,
           RunBuilder& builder) {
  const Slices& s = events.slices;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (categories[s.category[i]] != Category::Io) continue;
    const std::string_view category = events.names.text(s.category[i]);
    const std::string_view args = events.args({s.args[i], s.argsSize[i]});
    IoOperation op;
    op.kind = kindOf(events.names.text(s.name[i]));
    op.rank = rankOfThread[events.thread[i]];
    op.layer = builder.intern(category == "STDIO" ? "STDIO" : "POSIX");
    op.start = s.start[i];
    op.duration = s.duration[i];
    for (const std::string_view key : {std::string_view("file"), std::string_view("fname"), std::string_view("filename")})
      if (const auto file = memberOf(args, key)) op.file = builder.intern(unescaped(*file));
    const bool moves = op.kind == IoOperation::Kind::Read || op.kind == IoOperation::Kind::Write;
    const bool items = countsItems(events.names.text(s.name[i]));
    const auto ret = numberIn(args, "ret");
    if (moves && ret >= 0) {
      op.bytes = *ret;
      const auto size = items ? numberIn(args, "size") : std::nullopt;
      if (size > 0 && op.bytes <= std::numeric_limits<std::int64_t>::max() / *size) op.bytes *= *size;
    }
    if (const auto n = moves ? numberIn(args, "bytes") : std::nullopt; n >= 0) op.bytes = *n;
    if (const auto n = numberIn(args, "offset"); n >= 0) op.offset = *n;  // a seek from the end has a negative one
    // As DFTracer's reader has it: the system calls return -1; a seek, a mapping or one that counts items does not say it so.
    if (op.kind != IoOperation::Kind::Other && !items && ret == -1) setFailed(op);
    builder.io(op);
  }
}

}  // namespace weir::chrome
