#include "core/formats/paje/syntax.h"

#include <array>
#include <utility>

namespace weir::paje {
namespace {

constexpr std::array<std::string_view, kEvents> kNames{
    "DefineContainerType", "DefineVariableType", "DefineStateType", "DefineEventType", "DefineLinkType", "DefineEntityValue",
    "CreateContainer", "DestroyContainer", "SetVariable", "AddVariable", "SubVariable", "SetState", "PushState", "PopState", "ResetState",
    "StartLink", "EndLink", "NewEvent", "unknown"};

}  // namespace

std::string_view name(Event e) { return kNames[static_cast<std::size_t>(e)]; }

Event eventFrom(std::string_view text) {
  if (text.starts_with("Paje")) text.remove_prefix(4);
  for (int i = 0; i + 1 < kEvents; ++i)
    if (kNames[static_cast<std::size_t>(i)] == text) return static_cast<Event>(i);
  return Event::Unknown;
}

Field fieldFrom(std::string_view text, Event of) {
  static constexpr std::array<std::pair<std::string_view, Field>, 24> names{{
      {"Time", Field::Time}, {"Date", Field::Time}, {"Alias", Field::Alias}, {"NewType", Field::Alias}, {"NewValue", Field::Alias},
      {"NewContainer", Field::Alias}, {"Type", Field::Type}, {"ContainerType", Field::Type}, {"EntityType", Field::Type},
      {"NewContainerType", Field::Type}, {"Name", Field::Name}, {"NewName", Field::Name}, {"Container", Field::Container},
      {"Value", Field::Value}, {"Key", Field::Key}, {"StartContainer", Field::StartContainer}, {"SourceContainer", Field::StartContainer},
      {"EndContainer", Field::EndContainer}, {"DestContainer", Field::EndContainer}, {"StartContainerType", Field::StartContainerType},
      {"SourceContainerType", Field::StartContainerType}, {"EndContainerType", Field::EndContainerType},
      {"DestContainerType", Field::EndContainerType}, {"Color", Field::Color}}};
  if (text == "Size" && of == Event::StartLink) return Field::Size;
  for (const auto& [n, f] : names)
    if (n == text) return f;
  return Field::Extra;
}

bool cut(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  std::size_t i = 0;
  while (true) {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')) ++i;
    if (i == line.size()) return true;
    if (line[i] == '"') {
      const std::size_t end = line.find('"', i + 1);
      if (end == std::string_view::npos) {
        fields.push_back(line.substr(i + 1));
        return false;
      }
      fields.push_back(line.substr(i + 1, end - i - 1));
      i = end + 1;
    } else {
      const std::size_t begin = i;
      while (i < line.size() && line[i] != ' ' && line[i] != '\t' && line[i] != '\r') ++i;
      fields.push_back(line.substr(begin, i - begin));
    }
  }
}

}  // namespace weir::paje
