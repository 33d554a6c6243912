// Files and JSON documents with good messages. Internal to this room.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/scenario/field_reader.h"
#include "core/scenario/presets.h"

namespace weir {

[[nodiscard]] Result<std::string> readTextFile(const std::string& path, std::size_t largest);

// Valid JSON whose top is an object; errors give line and column. `what` is what the file should be ("a scenario").
[[nodiscard]] Result<nlohmann::json> parseDocument(std::string_view text, std::string_view file, std::string_view what);

// An object of texts at root[key], each key with `prefix` put before it.
void readTexts(ReadContext& c, const nlohmann::json& root, const std::string& key, const std::string& prefix, std::map<std::string, std::string>& to);

// The like for intervals: {"node.nic.latency": ["0.5us", "2us"]}; numbers may stand bare.
void readIntervals(ReadContext& c, const nlohmann::json& root, const std::string& prefix, std::map<std::string, Interval>& to);

[[nodiscard]] Error unknownPreset(const Presets& presets, PresetInfo::Kind kind, std::string_view wanted);

}  // namespace weir
