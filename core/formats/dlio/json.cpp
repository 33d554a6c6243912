#include "core/formats/dlio/json.h"

#include <fmt/format.h>

#include <vector>

namespace weir::dlio {

Result<Parsed> parse(std::string_view text) {
  Parsed out;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string clean;
  clean.reserve(text.size());
  std::vector<char> open;       // closing brackets still to come
  std::size_t lastComma = 0;    // in `clean`: all before it is whole values
  std::vector<char> openThere;
  bool inString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString) {
      clean += c;
      if (c == '\\' && i + 1 < text.size()) clean += text[++i];
      else if (c == '"') inString = false;
      continue;
    }
    const auto word = [&](std::string_view w) {
      if (text.substr(i, w.size()) != w) return false;
      clean += "null";
      i += w.size() - 1;
      ++out.notNumbers;
      return true;
    };
    if (c == 'N' && word("NaN")) continue;
    if (c == 'I' && word("Infinity")) continue;
    if (c == '-' && word("-Infinity")) continue;
    if (c == '"') inString = true;
    if (c == '{' || c == '[') {
      open.push_back(c == '{' ? '}' : ']');
      if (open.size() > static_cast<std::size_t>(kDeepest)) return fail("nested too deeply for a result file", fmt::format("byte {}", i));
    }
    if ((c == '}' || c == ']') && !open.empty()) open.pop_back();
    if (c == ',') {
      lastComma = clean.size();
      openThere = open;
    }
    clean += c;
  }
  const bool breaksOff = inString || !open.empty();
  if (breaksOff && lastComma > 0) {
    clean.resize(lastComma);
    clean.append(openThere.rbegin(), openThere.rend());
    out.repaired = true;
  }
  try {
    out.document = Json::parse(clean);
  } catch (const Json::parse_error& e) {
    return fail("not whole JSON", fmt::format("byte {}", e.byte), "was it written to its end?");
  } catch (const Json::exception& e) {
    return fail(fmt::format("JSON that cannot be held: {}", e.what()));
  }
  return out;
}

}  // namespace weir::dlio
