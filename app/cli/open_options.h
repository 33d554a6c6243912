// How a command that reads traces takes what the person knows better than the files: offsets of sources, columns of
// tables, how much memory columns may take.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/base/result.h"
#include "core/formats/open.h"

namespace weir::cli {

struct OpenArguments {
  std::vector<std::string> shift;  // "PART=DURATION"
  std::vector<std::string> map;    // "KEY=VALUE"
  std::string spillLimit, spillFolder;
};

void addOpenOptions(CLI::App& command, OpenArguments& a);

// The options as openFiles() takes them; sets the spill limit of this process. Errors name the option.
[[nodiscard]] Result<OpenOptions> openOptions(const OpenArguments& a);

}  // namespace weir::cli
