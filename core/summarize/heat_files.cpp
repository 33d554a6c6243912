#include "core/summarize/heat_files.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "core/run/io_failed.h"

namespace weir {
namespace {

struct Moved {
  std::int64_t bytes = 0;
  std::uint64_t operations = 0;
};

void mostFirst(std::vector<HeatFile>& v) {
  std::sort(v.begin(), v.end(), [](const HeatFile& a, const HeatFile& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.operations != b.operations ? a.operations > b.operations : a.path < b.path;
  });
}

}  // namespace

std::vector<HeatFile> heatFiles(const Run& run) {
  std::map<NameId, std::vector<Moved>> layers;  // a layer: by file
  for (const IoOperation& op : run.io) {
    if (op.file == 0) continue;
    std::vector<Moved>& of = layers[op.layer];
    if (of.empty()) of.resize(run.names.size());
    const bool data = op.kind == IoOperation::Kind::Read || op.kind == IoOperation::Kind::Write;
    if (data && op.bytes > 0) of[op.file].bytes += op.bytes;
    if (!failed(op)) ++of[op.file].operations;
  }
  std::vector<Moved> all(layers.empty() ? 0 : run.names.size());
  for (const auto& [layer, of] : layers)
    for (std::size_t f = 0; f < of.size(); ++f) {
      all[f].bytes = std::max(all[f].bytes, of[f].bytes);
      all[f].operations += of[f].operations;
    }
  std::unordered_map<NameId, NameId> mountOf;
  for (const IoRecord& r : run.ioRecords)
    if (r.mount != 0) mountOf.emplace(r.file, r.mount);

  std::vector<HeatFile> files;
  std::map<std::string_view, Moved> mounts, folders;
  for (std::size_t f = 0; f < all.size(); ++f) {
    if (all[f].operations == 0) continue;
    const std::string_view path = run.names.text(static_cast<NameId>(f));
    files.push_back({HeatFile::What::File, std::string(path), all[f].bytes, all[f].operations});
    const auto add = [&](std::map<std::string_view, Moved>& to, std::string_view where) {
      Moved& m = to[where];
      m.bytes += all[f].bytes;
      m.operations += all[f].operations;
    };
    if (const auto mount = mountOf.find(static_cast<NameId>(f)); mount != mountOf.end()) add(mounts, run.names.text(mount->second));
    if (const std::size_t slash = path.rfind('/'); slash != std::string_view::npos && slash > 0) add(folders, path.substr(0, slash));
  }
  mostFirst(files);
  std::vector<HeatFile> out;
  for (const auto& [where, m] : mounts.empty() ? folders : mounts) out.push_back({mounts.empty() ? HeatFile::What::Folder : HeatFile::What::Mount, std::string(where), m.bytes, m.operations});
  mostFirst(out);
  out.insert(out.end(), std::make_move_iterator(files.begin()), std::make_move_iterator(files.end()));
  return out;
}

}  // namespace weir
