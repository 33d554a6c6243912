#include "core/formats/chrome/io.h"

#include <string>

#include "core/formats/chrome/text.h"

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
    for (const std::string_view key : {std::string_view("ret"), std::string_view("bytes")}) {
      const auto text = moves ? memberOf(args, key) : std::nullopt;
      const auto n = text ? integerOf(*text) : std::nullopt;
      if (n && *n >= 0) op.bytes = *n;
    }
    if (const auto text = memberOf(args, "offset"))
      if (const auto n = integerOf(*text); n && *n >= 0) op.offset = *n;  // a seek from the end has a negative one
    builder.io(op);
  }
}

}  // namespace weir::chrome
