#include "core/scenario/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/scenario/document.h"
#include "core/scenario/field_reader.h"

namespace weir {
namespace {

using nlohmann::json;
constexpr std::size_t kLargestPreset = 4U << 20;
constexpr int kLongestChain = 8;

struct PresetFile {
  std::string path, text;
  json root;
};

}  // namespace

std::string_view name(PresetInfo::Kind k) {
  switch (k) {
    case PresetInfo::Kind::Accelerator: return "accelerator";
    case PresetInfo::Kind::Machine: return "machine";
    case PresetInfo::Kind::Workload: return "workload";
    case PresetInfo::Kind::Plan: return "plan";
  }
  return "";
}

template <class T>
Result<void> Presets::loadFolder(const std::string& folder, PresetInfo::Kind kind, Table<T>& into) {
  std::error_code ec;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ec))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  if (ec) return failIo(fmt::format("presets cannot be read: {}", ec.message()), folder, "check the installation");
  std::sort(paths.begin(), paths.end());
  const std::string key(weir::name(kind));
  std::map<std::string, PresetFile> files;
  for (const auto& p : paths) {
    Result<std::string> text = readTextFile(p.string(), kLargestPreset);
    if (!text) return tl::make_unexpected(std::move(text.error()));
    Result<json> root = parseDocument(*text, p.string(), "a preset");
    if (!root) return tl::make_unexpected(std::move(root.error()));
    files[p.stem().string()] = {p.string(), std::move(*text), std::move(*root)};
  }
  // A file may start from another of the folder: read that one first.
  const auto read = [&](const auto& self, const std::string& presetName, int depth) -> Result<void> {
    if (into.contains(presetName)) return {};
    const PresetFile& file = files.at(presetName);
    ReadContext c;
    c.file = file.path;
    c.text = file.text;
    c.presets = this;
    Preset<T> preset;
    preset.info.kind = kind;
    preset.info.name = presetName;
    c.provenance = &preset.provenance;
    c.intervals = &preset.intervals;
    FieldReader top(c, file.root, "", {});
    top.scalar("title", &preset.info.title);
    top.scalar("source", &preset.info.source);
    top.accept(key);
    top.accept("provenance");
    top.accept("intervals");
    top.refuseUnknown();
    const auto body = file.root.find(key);
    if (!c.error && (body == file.root.end() || !body->is_object()))
      c.failAt({key}, key, {Error::Kind::Input, fmt::format("the preset has no {}", key), {}, "give an object in braces"});
    if (!c.error) {
      if (const auto base = body->find("base"); base != body->end() && base->is_string()) {
        const auto& baseName = base->template get_ref<const std::string&>();
        if (!files.contains(baseName) || depth >= kLongestChain) {
          c.failAt({key, "base"}, key + ".base", {Error::Kind::Input, fmt::format("\"{}\" is no preset to start from", baseName), {}, "name another file of this folder"});
        } else {
          if (Result<void> r = self(self, baseName, depth + 1); !r) return r;
          const Preset<T>& b = into.at(baseName);
          preset.value = b.value;
          preset.provenance = b.provenance;
          preset.intervals = b.intervals;
        }
      }
      FieldReader reader(c, *body, key, {key});
      reader.accept("base");
      describe(reader, preset.value);
      reader.refuseUnknown();
    }
    dropGivenIntervals(preset.provenance, preset.intervals);
    // What this preset gives over its base comes from its own source.
    for (auto& [where, source] : preset.provenance)
      if (source == kGiven) source = fmt::format("preset {}: {}", presetName, preset.info.source);
    if (!c.error) readTexts(c, file.root, "provenance", key + ".", preset.provenance);
    if (!c.error) readIntervals(c, file.root, key + ".", preset.intervals);
    if (c.error) return tl::make_unexpected(std::move(*c.error));
    preset.provenance[key] = preset.info.source.empty() ? fmt::format("preset {}", presetName)
                                                        : fmt::format("preset {}: {}", presetName, preset.info.source);
    if constexpr (std::is_same_v<T, Machine>) {
      preset.value.base = presetName;
      if (preset.value.name.empty()) preset.value.name = preset.info.title;
    }
    into.emplace(presetName, std::move(preset));
    return {};
  };
  for (const auto& [presetName, file] : files)
    if (Result<void> r = read(read, presetName, 0); !r) return r;
  return {};
}

Result<Presets> Presets::load(const std::string& dir) {
  Presets p;
  if (auto r = p.loadFolder(dir + "/accelerators", PresetInfo::Kind::Accelerator, p.accelerators_); !r) return tl::make_unexpected(std::move(r.error()));
  if (auto r = p.loadFolder(dir + "/machines", PresetInfo::Kind::Machine, p.machines_); !r) return tl::make_unexpected(std::move(r.error()));
  if (auto r = p.loadFolder(dir + "/workloads", PresetInfo::Kind::Workload, p.workloads_); !r) return tl::make_unexpected(std::move(r.error()));
  if (auto r = p.loadFolder(dir + "/plans", PresetInfo::Kind::Plan, p.plans_); !r) return tl::make_unexpected(std::move(r.error()));
  return p;
}

std::vector<PresetInfo> Presets::list() const {
  std::vector<PresetInfo> all;
  for (const auto& [n, p] : accelerators_) all.push_back(p.info);
  for (const auto& [n, p] : machines_) all.push_back(p.info);
  for (const auto& [n, p] : workloads_) all.push_back(p.info);
  for (const auto& [n, p] : plans_) all.push_back(p.info);
  return all;
}

std::vector<std::string> Presets::names(PresetInfo::Kind kind) const {
  std::vector<std::string> out;
  for (const PresetInfo& i : list())
    if (i.kind == kind) out.push_back(i.name);
  return out;
}

namespace {

template <class V>
void replaceBelow(std::map<std::string, V>& to, const std::string& path, const std::map<std::string, V>& from) {
  std::erase_if(to, [&](const auto& p) { return p.first == path || p.first.starts_with(path + "."); });
  const std::size_t head = name(PresetInfo::Kind::Accelerator).size();
  for (const auto& [where, value] : from) to[path + where.substr(head)] = value;
}

}  // namespace

void replaceProvenance(std::map<std::string, std::string>& provenance, const std::string& path, const Preset<Accelerator>& preset) {
  replaceBelow(provenance, path, preset.provenance);
}
void replaceIntervals(std::map<std::string, Interval>& intervals, const std::string& path, const Preset<Accelerator>& preset) {
  replaceBelow(intervals, path, preset.intervals);
}

}  // namespace weir
