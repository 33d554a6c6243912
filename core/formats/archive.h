// Archives (.zip, .tar, .7z, packed or not) and files packed by xz, zstd, bzip2 or lz4, through libarchive: what they hold
// that may be a trace is unpacked into a folder of its own, which vanishes with the value. Nothing is written anywhere
// else: names of entries are taken apart, links and devices are passed over. Gzip and a .zip of one file need no unpacking
// (source.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/formats/source.h"

namespace weir {

struct UnpackedEntry {
  std::string path;  // where it lies now
  std::string name;  // in the archive: "run3/rank0.json.gz"; "" for a packed file that is no archive
};

class Unpacked {
 public:
  explicit Unpacked(std::string folder) : folder_(std::move(folder)) {}
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;
  ~Unpacked();  // removes the folder
  [[nodiscard]] const std::string& folder() const { return folder_; }
  std::vector<UnpackedEntry> entries;  // those that may be traces, by name
  std::vector<Note> notes;             // what was passed over, and why

 private:
  std::string folder_;
};

// Whether the file's bytes (decompressed, where it is gzip) begin as something to unpack; a .zip only if it holds more
// than one file, or one that ByteSource cannot read.
[[nodiscard]] bool isArchive(const std::string& path, const SourceOptions& options);

// Errors: not readable, encrypted, damaged before the first entry, more entries or bytes than the options allow, the disk
// is full, nothing in it. A stream that breaks off gives what was complete, with a note.
[[nodiscard]] Result<std::unique_ptr<Unpacked>> unpackArchive(const std::string& path, const SourceOptions& options, const Job& job);

}  // namespace weir
