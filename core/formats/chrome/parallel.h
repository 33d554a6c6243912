// A trace in a plain file, read by several threads: each takes the next part of the file, guesses where the first event in
// it begins, and reads on to the first event behind its end. A part counts only if the part before ended exactly where it
// began, in the state that was assumed; else reading goes on from there. So the Run is the same for any number of threads
// and any size of parts, damage included, and the same as of a Reader that is fed the file in chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/run/run.h"

namespace weir::chrome {

// Text that can be read from anywhere, by several threads at once.
class Text {
 public:
  Text() = default;
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;
  virtual ~Text() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  // n bytes from `at` on; fewer only at the end.
  [[nodiscard]] virtual Result<std::size_t> read(std::uint64_t at, char* to, std::size_t n) const = 0;
};

struct InParts {
  unsigned threads = 2;
  std::size_t partBytes = std::size_t{256} << 10;  // what comes of it stays in a core's own cache until it is joined
};
[[nodiscard]] Result<Run> readInParts(const Text& text, const InParts& how, std::uint64_t memoryLimit, const Job& job);

// FormatDescriptor::readFile: a plain file, with context.threads threads.
[[nodiscard]] Result<Run> readPlainFile(const std::string& path, const ReaderContext& context, const Job& job);

}  // namespace weir::chrome
