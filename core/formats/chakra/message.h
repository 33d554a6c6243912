// One protobuf message of an .et file to what it says: GlobalMetadata or Node (et_def.proto).
#pragma once

#include <cstdint>
#include <string_view>

#include "core/formats/chakra/collect.h"

namespace weir::chakra {

// False when the message is broken; then nothing of it was kept.
[[nodiscard]] bool readNode(std::string_view message, NodeIn& scratch, Collector& into);
[[nodiscard]] bool readMetadata(std::string_view message, Collector& into);

// Whether a message has the fields of a Node / of GlobalMetadata and nothing else. `named` when it has a name or a kind.
[[nodiscard]] bool looksLikeNode(std::string_view message, bool& named);
[[nodiscard]] bool looksLikeMetadata(std::string_view message);

}  // namespace weir::chakra
