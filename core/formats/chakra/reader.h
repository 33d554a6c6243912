// Chakra execution traces in protobuf (.et): repeated [length][message], the first message GlobalMetadata, then nodes.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::chakra {

[[nodiscard]] int sniffProtobuf(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeProtobufReader(const ReaderContext& context);

[[nodiscard]] int sniffJson(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeJsonReader(const ReaderContext& context);

}  // namespace weir::chakra
