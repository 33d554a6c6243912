#include "core/scenario/document.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/scenario/json_position.h"

namespace weir {

using nlohmann::json;

Result<std::string> readTextFile(const std::string& path, std::size_t largest) {
  std::error_code ec;
  if (std::filesystem::is_directory(path, ec)) return failIo("this is a folder", path, "name a file in it");
  if (std::filesystem::exists(path, ec) && !std::filesystem::is_regular_file(path, ec))
    return failIo("is a device or a pipe, not a file", path, "copy what it gives into a file first");  // opening one may wait forever
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return failIo(fmt::format("cannot be read: {}", std::strerror(errno ? errno : EIO)), path, "check the name and its permissions");
  std::string text;
  char block[1 << 16];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest) return fail(fmt::format("larger than {} MiB", largest >> 20), path, "this does not look like such a file");
  }
  return text;
}

Result<json> parseDocument(std::string_view text, std::string_view file, std::string_view what) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return fail("the file is empty", std::string(file), fmt::format("{} is a JSON object", what));
  // Depth first: a destructor or a writer may recurse where the parser does not.
  constexpr std::size_t kDeepest = 64;
  if (auto shape = checkShape(text, file, kDeepest); !shape) return tl::make_unexpected(std::move(shape.error()));
  try {
    json root = json::parse(text);
    if (!root.is_object()) return fail(fmt::format("the top of {} is not an object", what), fmt::format("{}, line 1", file), "begin it with a brace");
    return root;
  } catch (const json::parse_error& e) {
    const Position p = positionAt(text, e.byte > 0 ? e.byte - 1 : 0);
    // "... - unexpected end of input; expected '}'": the tail is the part for people.
    std::string said = e.what();
    if (const std::size_t dash = said.rfind(" - "); dash != std::string::npos) said = said.substr(dash + 3);
    else if (const std::size_t colon = said.rfind(": "); colon != std::string::npos) said = said.substr(colon + 2);
    for (char& ch : said)
      if (static_cast<unsigned char>(ch) < 0x20) ch = ' ';
    const bool cut = e.byte >= text.size();
    return fail(fmt::format("not valid JSON: {}", said), fmt::format("{}, line {}, column {}", file, p.line, p.column),
                cut ? "the file ends too early" : "correct it there or just before");
  } catch (const json::exception& e) {
    return fail(fmt::format("not valid JSON: {}", e.what()), std::string(file), "correct the number named there");
  }
}

void readTexts(ReadContext& c, const json& root, const std::string& key, const std::string& prefix, std::map<std::string, std::string>& to) {
  const auto it = root.find(key);
  if (it == root.end()) return;
  const Error e{Error::Kind::Input, "this is no list of texts by path", {}, R"(write it as {"machine.node.power": "where it comes from"})"};
  if (!it->is_object()) return c.failAt({key}, key, e);
  for (const auto& [path, text] : it->items()) {
    if (!text.is_string()) return c.failAt({key, path}, key, e);
    to[prefix + path] = text.get<std::string>();
  }
}

void readIntervals(ReadContext& c, const json& root, const std::string& prefix, std::map<std::string, Interval>& to) {
  constexpr const char* key = "intervals";
  const auto it = root.find(key);
  if (it == root.end()) return;
  const Error e{Error::Kind::Input, "this is no list of intervals by path", {}, R"(write it as {"machine.node.nic.latency": ["0.5us", "2us"]})"};
  if (!it->is_object()) return c.failAt({key}, key, e);
  for (const auto& [path, pair] : it->items()) {
    const auto text = [](const json& v) { return v.is_string() ? v.get<std::string>() : v.dump(); };
    if (!pair.is_array() || pair.size() != 2 || !(pair[0].is_primitive() && pair[1].is_primitive())) return c.failAt({key, path}, std::string(key) + "." + path, e);
    to[prefix + path] = {text(pair[0]), text(pair[1])};
  }
}

Error unknownPreset(const Presets& presets, PresetInfo::Kind kind, std::string_view wanted) {
  const std::vector<std::string> names = presets.names(kind);
  Error e{Error::Kind::Input, fmt::format("there is no {} preset \"{}\"", name(kind), wanted), {}, {}};
  if (names.empty()) e.todo = "no presets are loaded: give all fields here";
  else if (const std::string near = nearest(wanted, names); !near.empty()) e.todo = fmt::format("did you mean \"{}\"?", near);
  else e.todo = fmt::format("known are {}", fmt::join(names, ", "));
  return e;
}

}  // namespace weir
