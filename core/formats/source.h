// The bytes of a file, decompressed on the way: gzip (any number of members), a .zip's first entry, or as they are. What
// it is, is decided by its first bytes, never by the name. Memory stays within a few buffers, whatever the file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/format.h"

namespace weir {

struct SourceOptions {
  std::uint64_t maxBytes = std::uint64_t{64} << 30;  // decompressed
  // Text of traces shrinks 5 to 60 times; deflate can do 1032. Beyond `ratioFloor` bytes a larger ratio is a bomb.
  double maxRatio = 400;
  std::uint64_t ratioFloor = std::uint64_t{256} << 20;
};

class ByteSource {
 public:
  enum class Packing { Plain, Gzip, Zip };

  // Errors: missing, no permission, a folder, empty, not a regular file, not readable.
  [[nodiscard]] static Result<ByteSource> open(const std::string& path, const SourceOptions& options);
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;
  ~ByteSource();

  // The first decompressed bytes, at most kSniffBytes; for sniffing. Does not move the stream.
  [[nodiscard]] ByteSpan head() const;
  [[nodiscard]] Packing packing() const;
  [[nodiscard]] std::uint64_t fileBytes() const;
  [[nodiscard]] std::uint64_t expectedBytes() const;  // decompressed; a guess for compressed files

  // Gives all bytes to sink(chunk, last), adding the file's own bytes to job's progress. Once only. A compressed stream
  // that breaks off or is damaged ends early with a note; only what exceeds the options fails.
  using Sink = std::function<Result<void>(ByteSpan chunk, bool last)>;
  [[nodiscard]] Result<void> stream(const Sink& sink, const Job& job);
  [[nodiscard]] const std::vector<Note>& notes() const;

 private:
  struct Impl;
  explicit ByteSource(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace weir
