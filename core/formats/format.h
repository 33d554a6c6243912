// What a trace format is to the program: a name, a way to recognise it by its bytes, and a reader that turns bytes into a
// Run. A reader sees no path, no dialog and no progress bar; which format a file has is decided by content alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

using ByteSpan = std::span<const std::byte>;

// One file, one reader, one thread at a time. Bytes come in order, in chunks of any size; a chunk lives only during the
// call. Chunks rather than the whole file, because traces of 10 GB exist and because a chunk just read is still in cache.
// Damage is counted in the Run's notes; feed() and finish() fail only when stopped, out of bounds, or nothing was found.
class Reader {
 public:
  Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  virtual ~Reader() = default;
  // `last` marks the final chunk (which may be empty); it is given exactly once, before finish().
  [[nodiscard]] virtual Result<void> feed(ByteSpan chunk, bool last, const Job& job) = 0;
  [[nodiscard]] virtual Result<Run> finish(const Job& job) = 0;
};

struct ReaderContext {
  std::uint64_t expectedBytes = 0;  // decompressed size where known, else 0: only a hint for reserving memory
  std::uint64_t memoryLimit = 0;    // bytes the Run may take; 0 = no limit
  std::string name = {};            // the file's name without folders and without .gz; "" unknown. Only a hint (rank, epoch)
  unsigned threads = 1;             // that the reader may keep busy, its own included
  std::map<std::string, std::string> settings = {};  // what the user said, such as "csv.start" = "ts"; keys in the readers' READMEs
};

struct FormatDescriptor {
  std::string_view name;                     // "kineto": what `info` prints and scripts compare
  std::string_view title;                    // for people
  std::vector<std::string_view> extensions;  // for file dialogs only
  int (*sniff)(ByteSpan head) = nullptr;     // 0 = not this, 100 = certain; sees the first kSniffBytes at most
  std::unique_ptr<Reader> (*make)(const ReaderContext&) = nullptr;
  // Instead of make, for what a library opens itself or what must be read out of order (SQLite, OTF2): `path` is a plain
  // file; compressed ones are unpacked to a temporary one first. Reads only; nothing beside it is written or executed.
  Result<Run> (*readFile)(const std::string& path, const ReaderContext&, const Job&) = nullptr;
  // Neither: recognised by name but not read. Then `why` says why, and what converts it to something that is read.
  std::string_view why = {};
  // A part of another file's trace (an index, OTF2's event files): passed over in folders without a word.
  bool companion = false;
  [[nodiscard]] bool readable() const { return make != nullptr || readFile != nullptr; }
};
inline constexpr std::size_t kSniffBytes = 65536;

// Writes a Run to a file. What a format cannot hold is left out and said in the README of its folder; a test reads it back.
struct FormatWriter {
  std::string_view name;                  // "chrome-json"
  std::string_view title;
  std::vector<std::string_view> endings;  // of file names: ".json", ".json.gz"; the longest that fits decides
  // Takes bytes in order; an Error ends the writing.
  using Sink = std::function<Result<void>(std::string_view bytes)>;
  Result<void> (*write)(const Run&, const Sink&, const Job&) = nullptr;
};
// All formats this build writes. The table to extend: registry.cpp.
[[nodiscard]] const std::vector<FormatWriter>& writers();

// All formats this build knows, readable ones first. The one table to extend: registry.cpp.
[[nodiscard]] const std::vector<FormatDescriptor>& formats();

// The format these bytes are in, or null.
[[nodiscard]] const FormatDescriptor* sniffFormat(ByteSpan head);

}  // namespace weir
