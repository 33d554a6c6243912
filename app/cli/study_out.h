// The study that a command is to write to, or to make.
#pragma once

#include <string>

#include "core/base/result.h"

namespace weir::cli {

// Errors: no name; an ending that promises another kind of file (a study by another name that is there already is one).
[[nodiscard]] Result<void> studyName(const std::string& path, const std::string& option);

// Made before the work: knows whether the file was there. After a failure it takes away what the command itself began (its
// journal, too) and says so in the error; a file that was there is left as it is.
class BegunFile {
 public:
  explicit BegunFile(std::string path);
  [[nodiscard]] Error discard(Error error) const;

 private:
  std::string path_;
  bool fresh_ = false;
};

}  // namespace weir::cli
