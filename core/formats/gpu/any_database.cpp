#include "core/formats/gpu/any_database.h"

#include "core/formats/nsys/reader.h"
#include "core/formats/rocm/reader.h"
#include "core/formats/sqlite/database.h"

namespace weir::gpu {

int sniffDatabase(ByteSpan head) { return sqlite::isDatabase(head) ? 50 : 0; }

Result<Run> readDatabase(const std::string& path, const ReaderContext& context, const Job& job) {
  std::string names;
  Result<Run> (*read)(const std::string&, const ReaderContext&, const Job&) = nullptr;
  {
    const auto db = sqlite::Database::open(path, job);
    if (!db) return tl::make_unexpected(db.error());
    for (const sqlite::Table& t : db->tables()) {
      const auto is = [&](std::string_view head) { return t.name.starts_with(head); };
      if (is("rocpd_info_") || is("rocpd_kernel_dispatch")) read = rocm::readRocpd;
      else if (read == nullptr && (t.name == "rocpd_api" || t.name == "rocpd_op")) read = rocm::readRpd;
      else if (read == nullptr && (is("CUPTI_ACTIVITY_KIND_") || is("NVTX_EVENTS") || is("TARGET_INFO_") || t.name == "META_DATA_EXPORT")) read = nsys::read;
      if (names.size() < 200) names += (names.empty() ? "" : ", ") + t.name;
    }
  }
  if (read != nullptr) return read(path, context, job);
  return fail(names.empty() ? "a SQLite file without tables" : "a SQLite file of no kind that is read (its tables: " + names + ")", path,
              "exports of Nsight Systems, RPD and rocpd databases are read");
}

}  // namespace weir::gpu
