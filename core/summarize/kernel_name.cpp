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

namespace {

bool isWord(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// What stands in round brackets goes, and with it what a function takes; nothing if they do not pair.
std::string withoutParameters(std::string_view name) {
  std::string out;
  int round = 0;
  for (const char c : name) {
    if (c == '(') ++round;
    else if (c == ')' && --round < 0) return {};
    else if (c != ')' && round == 0) out += c;
  }
  return round == 0 ? out : std::string();
}

}  // namespace

std::string brief(std::string_view name) {
  if (name.find('(') == std::string_view::npos && name.find('<') == std::string_view::npos) return std::string(name);
  if (name.find("::") == std::string_view::npos && !name.starts_with("void ")) return std::string(name);
  std::string whole = withoutParameters(name);
  for (const std::string_view lead : {"void ", "static "})
    if (whole.starts_with(lead)) whole.erase(0, lead.size());
  std::string out;
  for (std::size_t i = 0; i < whole.size();) {
    std::size_t k = i;
    while (k < whole.size() && isWord(whole[k])) ++k;
    const bool scope = whole.compare(k, 2, "::") == 0 && whole.compare(k, 3, "::{") != 0;  // a lambda is nothing without its function
    if (scope && (k > i || out.empty() || (out.back() != '>' && out.back() != '}'))) {
      i = k + 2;  // a namespace or a class; an unnamed one left nothing but its colons
    } else if (k > i) {
      out.append(whole, i, k - i);
      i = k;
    } else if (whole[i] == ' ' && (i + 1 == whole.size() || whole[i + 1] == '>')) {
      ++i;
    } else {
      out += whole[i++];
    }
  }
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
