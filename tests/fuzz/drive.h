// Gives bytes to one reader as openFiles would, and checks what comes of it: a Run that keeps run.h's promises, or an error
// that says something. Used by the seeded tests and by the libFuzzer targets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/formats/format.h"

namespace weir::fuzz {

// Empty when all is well, else what is wrong. `chunk`: bytes a feed() gets at most. What reads files (SQLite, OTF2) gets a
// temporary one; OTF2 gets a folder of them, see unpackFolder().
[[nodiscard]] std::string drive(const FormatDescriptor& format, std::string_view bytes, std::size_t chunk);
// As openFiles sees it: sniffed, decompressed.
[[nodiscard]] std::string driveOpen(std::string_view bytes, const std::string& ending);

// Several files as one input: [u8 length of name][name][u32 size, little-endian][bytes]..., the first being the one that is
// opened. Sizes that do not fit take what is left.
[[nodiscard]] std::string packFolder(const std::string& folder, const std::string& first);

}  // namespace weir::fuzz
