// Recorder (github.com/uiuc-hpc/Recorder): what its recorder2text writes, one file a rank, is read; its own files and its
// Parquet tables are told by name. recorder2timeline writes Chrome JSON, which is read as such.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::recorder {

[[nodiscard]] int sniffText(ByteSpan head);
[[nodiscard]] int sniffRaw(ByteSpan head);      // recorder.mt
[[nodiscard]] int sniffParquet(ByteSpan head);  // or a tar archive of them
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

inline constexpr std::string_view kWhyRaw =
    "its grammar-compressed records need Recorder's own library; its recorder2text writes texts (_text/0.txt ...) that are read here";
inline constexpr std::string_view kWhyParquet =
    "no library of Debian 12 reads Parquet; Recorder's recorder2text writes texts that are read here, and any table can be saved as CSV";

}  // namespace weir::recorder
