// What openFiles() takes of a folder, and what it passes over: nothing of that is silent. Content decides, never a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/source.h"
#include "core/run/source.h"

namespace weir {

// Kinds of notes about a folder. Places are whole lines: the folder, the first names, and what to do where there is something.
inline constexpr std::string_view kNoteLeftOut = "left out of the folder";  // no trace that is known here
inline constexpr std::string_view kNoteKnownLeftOut = "left out of the folder, known but not read as it lies there";
inline constexpr std::string_view kNoteBroken = "file of the folder or archive that cannot be read";  // a trace, or it may be one
inline constexpr std::string_view kNoteFolderWithTraces = "folder with traces, not entered: open it by itself";
inline constexpr std::string_view kNoteFolderNotEntered = "folder not entered, no trace seen in it";
inline constexpr std::string_view kNoteTableBeside = "table beside the traces of the folder, left out: name it to read it";
// One of the kinds above, but for kNoteBroken: something was passed over, but nothing is wrong with it.
[[nodiscard]] bool isOfAFolder(std::string_view noteKind);

struct FolderContents {
  std::vector<std::string> files;     // to be read, by name
  std::vector<std::string> archives;  // to be unpacked and read instead, where no file is a trace
  std::vector<Note> notes;
};

// The traces that lie in the folder itself. Where there is none: its archives; else the traces of its sub-folders, as
// long as they may be one job's (ranks in folders of their own), looking a few levels down for the one folder that has
// some. Where tables of any kind are all the folder holds, only a single folder with traces is entered. At most some
// hundred files are looked at below.
// `tables`: a table is as good as a trace, as its columns were named.
// Errors: no permission, nothing in it, nothing in it that is read, several whole jobs (each by its path, to be opened).
[[nodiscard]] Result<FolderContents> lookInto(const std::string& path, bool tables, const SourceOptions& options);

}  // namespace weir
