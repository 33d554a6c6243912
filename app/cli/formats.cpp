#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/formats/format.h"

namespace weir::cli {
namespace {

std::string joined(const std::vector<std::string_view>& endings) {
  std::string s;
  for (const std::string_view e : endings) s += (s.empty() ? "" : " ") + std::string(e.starts_with('.') ? "" : ".") + std::string(e);
  return s;
}

nlohmann::ordered_json withPoint(const std::vector<std::string_view>& endings) {
  auto list = nlohmann::ordered_json::array();
  for (const std::string_view e : endings) list.push_back((e.starts_with('.') ? "" : ".") + std::string(e));
  return list;
}

const FormatWriter* writerOf(std::string_view name) {
  const auto& all = writers();
  const auto it = std::find_if(all.begin(), all.end(), [&](const FormatWriter& w) { return w.name == name; });
  return it == all.end() ? nullptr : &*it;
}

bool isRead(std::string_view name) {
  const auto& all = formats();
  return std::any_of(all.begin(), all.end(), [&](const FormatDescriptor& f) { return f.name == name; });
}

std::string asText() {
  std::string text;
  const auto line = [&](std::string_view name, std::string_view title, const std::string& endings) {
    text += fmt::format("  {:<18} {:<52} {}\n", name, title, endings);
    while (text.ends_with(" \n")) text.erase(text.size() - 2, 1);
  };
  text += "read (content decides, not the ending; plain, .gz or packed in an archive):\n";
  for (const FormatDescriptor& f : formats())
    if (f.readable()) line(f.name, f.title, joined(f.extensions));
  text += "\nwritten by convert:\n";
  for (const FormatWriter& w : writers()) line(w.name, w.title, joined(w.endings));
  line("weir", "Weir study", ".weir");
  text += "\nrecognised, but not read:\n";
  for (const FormatDescriptor& f : formats()) {
    if (f.readable() || f.companion) continue;
    line(f.name, f.title, joined(f.extensions));
    if (!f.why.empty()) text += fmt::format("    {}\n", f.why);
  }
  const auto companions = std::count_if(formats().begin(), formats().end(), [](const FormatDescriptor& f) { return f.companion; });
  if (companions > 0) text += "\nparts of other files' traces, passed over in folders:\n";
  for (const FormatDescriptor& f : formats())
    if (f.companion) line(f.name, f.title, joined(f.extensions));
  return text;
}

std::string asJson() {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const FormatDescriptor& f : formats()) {
    const FormatWriter* w = writerOf(f.name);
    list.push_back({{"name", f.name},
                    {"title", f.title},
                    {"read", f.readable()},
                    {"written", w != nullptr},
                    {"companion", f.companion},
                    {"why", f.why.empty() ? Json(nullptr) : Json(f.why)},
                    {"extensions", f.extensions},
                    {"writes", w != nullptr ? withPoint(w->endings) : Json::array()}});
  }
  // Written without being read under that name.
  for (const FormatWriter& w : writers())
    if (!isRead(w.name))
      list.push_back({{"name", w.name}, {"title", w.title}, {"read", false}, {"written", true}, {"companion", false}, {"why", nullptr},
                      {"extensions", Json::array()}, {"writes", withPoint(w.endings)}});
  return list.dump(2) + "\n";
}

}  // namespace

std::function<int()> addFormats(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("formats", "The trace formats this build reads, writes, and those it only recognises, with the reason");
  command->add_flag("--json", *json, "Print JSON: name, title, read, written, companion, why, extensions, writes");
  return [json] { return print(*json ? asJson() : asText()); };
}

}  // namespace weir::cli
