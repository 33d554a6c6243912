#include "core/summarize/kernel_name.h"

namespace weir {

std::string withoutTemplates(std::string_view name) {
  std::string out;
  int angle = 0, round = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (angle == 0 && round == 0 && name.substr(i).starts_with("(anonymous namespace)")) {
      i += std::string_view("(anonymous namespace)").size() - 1;
      if (name.substr(i + 1).starts_with("::")) i += 2;
      continue;
    }
    const bool arrow = c == '>' && i > 0 && name[i - 1] == '-';
    if (c == '<' && round == 0 && !out.ends_with("operator")) ++angle;
    else if (c == '>' && angle > 0 && round == 0 && !arrow) --angle;
    else if (c == '(') ++round;
    else if (c == ')' && round > 0) --round;
    else if (angle == 0 && round == 0) out += c;
  }
  if (angle != 0 || round != 0) return std::string(name);  // no C++ name after all
  while (!out.empty() && out.back() == ' ') out.pop_back();
  for (const std::string_view lead : {"void ", "static "})
    if (out.starts_with(lead)) out.erase(0, lead.size());
  if (out.ends_with(" const")) out.resize(out.size() - 6);
  return out.empty() ? std::string(name) : out;
}

std::string withoutNumbers(std::string_view name) {
  constexpr std::string_view kBorders = "_#. -/[]:";
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t k = i;
    while (k < name.size() && digit(name[k])) ++k;
    if (k == i) {
      out += name[i++];
      continue;
    }
    const bool alone = (i == 0 || kBorders.find(name[i - 1]) != std::string_view::npos) && (k == name.size() || kBorders.find(name[k]) != std::string_view::npos);
    if (alone) out += '#';
    else out += name.substr(i, k - i);
    i = k;
  }
  return out;
}

}  // namespace weir
