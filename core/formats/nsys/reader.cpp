#include "core/formats/nsys/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/formats/nsys/import.h"

namespace weir::nsys {
namespace {

// Ranks of processes that use devices: as told (MPI, NCCL), else as the launcher told the profiler, else by device.
void giveRanks(Import& in) {
  gpu::Timeline& t = in.timeline;
  std::vector<gpu::ProcessIndex> users;
  for (gpu::ProcessIndex p = 0; p < t.processes(); ++p)
    if (!t.devicesOf(p).empty()) users.push_back(p);
  if (users.size() == 1) {
    if (t.rankOf(users[0]) == kUnknownRank && in.environmentRank) t.setRank(users[0], *in.environmentRank);
    return;
  }
  if (users.size() < 2 || std::any_of(users.begin(), users.end(), [&](gpu::ProcessIndex p) { return t.rankOf(p) != kUnknownRank; })) return;
  std::sort(users.begin(), users.end(), [&](gpu::ProcessIndex a, gpu::ProcessIndex b) {
    return std::pair(t.devicesOf(a).front(), t.pidOf(a)) < std::pair(t.devicesOf(b).front(), t.pidOf(b));
  });
  for (std::size_t i = 0; i < users.size(); ++i) t.setRank(users[i], static_cast<std::int32_t>(i));
  in.note("ranks not told: processes numbered by their first device", fmt::format("{} processes", users.size()));
}

void addTableOfTables(Import& in) {
  Table table{"nsys tables", {{"table", "", {}, {}}, {"rows", "", {}, {}}, {"read as", "", {}, {}}, {"columns", "", {}, {}}}, 0};
  for (const auto& [name, use] : in.used) {
    const sqlite::Table* stored = in.db.find(name);
    table.columns[3].number.push_back(stored ? static_cast<double>(stored->columns.size()) : 0);
    table.columns[0].text.push_back(name);
    table.columns[1].number.push_back(static_cast<double>(use.first));
    table.columns[2].text.push_back(use.second);
  }
  in.timeline.builder().table(std::move(table));
}

}  // namespace

int sniff(ByteSpan head) {
  if (!sqlite::isDatabase(head)) return 0;
  for (const std::string_view word : {"CUPTI_ACTIVITY", "TARGET_INFO_", "EXPORT_META_DATA", "META_DATA_EXPORT", "NVTX_EVENTS"})
    if (sqlite::mentions(head, word)) return 95;
  return 0;
}

Result<Run> read(const std::string& path, const ReaderContext& context, const Job& job) {
  auto db = sqlite::Database::open(path, job);
  if (!db) return tl::make_unexpected(db.error());
  // Times count from the start of the session.
  std::int64_t origin = 0;
  bool epoch = false;
  if (const sqlite::Table* start = db->find("TARGET_INFO_SESSION_START_TIME"))
    if (const auto t = db->smallest(*start, "utcEpochNs"); t && *t > 0) {
      origin = *t;
      epoch = true;
    }
  Import in(*db, context, job, 0);
  RunBuilder& b = in.timeline.builder();
  // An event takes some 80 bytes of the file; what is reserved and not used is never touched.
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(path, unknown);
  if (!unknown) b.reserve(bytes / 80, bytes / 4);
  for (const Note& n : db->notes()) b.run().notes.push_back(n);
  if (auto r = in.strings.load(*db, b.run().notes); !r) return tl::make_unexpected(r.error());
  for (const auto step : {readTarget, readCalls, readDevice, readNvtx, readMpi, readScheduling, readMetrics, readRest}) {
    if (job.stopped()) return stoppedByUser();
    if (auto r = step(in); !r) return tl::make_unexpected(r.error());
  }
  addCollectives(in);
  giveRanks(in);
  addTableOfTables(in);
  if (b.slices() == 0 && b.run().facts.empty() && b.run().instants.empty())
    return fail(b.run().notes.empty() ? "no events in this export" : "nothing in it could be read: " + b.run().notes.front().kind + (b.run().notes.front().first.empty() ? "" : " (" + b.run().notes.front().first.front() + ")"),
                path, "export it anew with `nsys export --type sqlite`");
  Source source;
  source.clock = epoch ? ClockKind::Epoch : ClockKind::Own;
  b.run().sources.push_back(source);
  Run run = in.timeline.build();
  run.originNs = origin;
  return run;
}

}  // namespace weir::nsys
