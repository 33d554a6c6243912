// The text of a Paje trace: lines, fields, and the definitions that say what the fields of an event are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir::paje {

enum class Event : unsigned char {
  DefineContainerType, DefineVariableType, DefineStateType, DefineEventType, DefineLinkType, DefineEntityValue,
  CreateContainer, DestroyContainer, SetVariable, AddVariable, SubVariable, SetState, PushState, PopState, ResetState,
  StartLink, EndLink, NewEvent, Unknown
};
inline constexpr int kEvents = 19;
[[nodiscard]] std::string_view name(Event e);  // "SetState"; Paje's own names without "Paje"

// Writers call the same field differently; these are all of them.
enum class Field : unsigned char {
  Time, Alias, Type, Name, Container, Value, Key, StartContainer, EndContainer, StartContainerType, EndContainerType, Color, Size, Extra
};
inline constexpr int kFields = 14;

struct Definition {
  Event event = Event::Unknown;
  struct Column {
    Field field = Field::Extra;
    std::string name;
  };
  std::vector<Column> columns;
};

[[nodiscard]] Event eventFrom(std::string_view pajeName);  // "PajeSetState"
[[nodiscard]] Field fieldFrom(std::string_view name, Event of);

// Cuts a line into fields: separated by blanks, in double quotes where they contain some. False: a quote is not closed.
bool cut(std::string_view line, std::vector<std::string_view>& fields);

}  // namespace weir::paje
