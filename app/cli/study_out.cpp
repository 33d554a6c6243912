#include "app/cli/study_out.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "app/cli/study_info.h"
#include "core/base/text.h"

namespace weir::cli {

namespace fs = std::filesystem;

Result<void> studyName(const std::string& path, const std::string& option) {
  const fs::path file(path);
  // An unset shell variable is no file name: --out "" would keep nothing and say nothing.
  if (path.empty()) return fail("the file name is empty", option, "name a study, as result.weir");
  if (lowerAscii(file.extension().string()) == ".weir" || isStudy(path)) return {};
  const std::string study = fs::path(path).replace_extension(".weir").string();
  return fail("a study is written here, and its name ends in .weir", fmt::format("{} {}", option, path),
              fmt::format("name it {}; weir-cli convert {} {} then writes a run of it as another file", study, study, path == study ? "OUT" : path));
}

BegunFile::BegunFile(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  fresh_ = !path_.empty() && fs::symlink_status(path_, ignored).type() == fs::file_type::not_found;
}

Error BegunFile::discard(Error error) const {
  std::error_code ignored;
  if (!fresh_ || !fs::exists(path_, ignored)) return error;
  for (const char* end : {"", "-wal", "-shm", "-journal"}) fs::remove(path_ + end, ignored);
  if (fs::exists(path_, ignored)) return error;
  if (!error.stopped()) error.todo += fmt::format("{}the unfinished {} was removed", error.todo.empty() ? "" : "; ", path_);
  return error;
}

}  // namespace weir::cli
