// OTF2 archives (Score-P, Extrae, TAU, ...), opened by their anchor file. See README.md.
#pragma once

#include "core/formats/format.h"

namespace weir::otf2 {

[[nodiscard]] int sniffAnchor(ByteSpan head);
[[nodiscard]] int sniffPart(ByteSpan head);  // .def, .evt, .snap, .thumb, .marker
// Errors: no definitions; an archive the library cannot open; no event and no location.
[[nodiscard]] Result<Run> readArchive(const std::string& path, const ReaderContext& context, const Job& job);

}  // namespace weir::otf2
