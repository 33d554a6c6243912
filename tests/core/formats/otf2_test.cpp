// OTF2: the corpus' archives by their manifest, and archives written here with the library's own writer.
#include <otf2/otf2.h>

#include <algorithm>
#include <random>

#include "hpc_support.h"

namespace otf2_test {
using namespace weir;
using namespace weir::test;

namespace {

constexpr std::uint64_t kStart = 1'000'000;  // ticks of a nanosecond
constexpr std::uint64_t kRealTime = 1'700'000'000'000'000'000;

OTF2_FlushType flush(void* /*user*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/, void* /*caller*/, bool /*final*/) { return OTF2_FLUSH; }
OTF2_TimeStamp stamp(void* /*user*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/) { return kStart + 100'000; }
const OTF2_FlushCallbacks kFlush{flush, stamp};

enum Text : std::uint32_t { Empty, Machine, Main, Loop, Send, Recv, AllReduce, World, Self, Rank0, Rank1, Thread, Papi, Unit, File, Posix, Handle, Answer, Count };
constexpr const char* kTexts[] = {"",      "node",  "main",   "loop", "MPI_Send", "MPI_Recv", "MPI_Allreduce", "WORLD",  "SELF",
                                  "rank0", "rank1", "thread", "PAPI", "flops",    "/data/x",  "POSIX",         "handle", "answer"};

// Two ranks: a loop, a message, an all-reduce, a read, a metric, a parameter. `events(writer of rank, rank)` adds to it.
void writeArchive(const std::string& folder, const std::string& name, const std::function<void(OTF2_EvtWriter*, int)>& events,
                  std::uint64_t realTime = kRealTime) {
  OTF2_Archive* a = OTF2_Archive_Open(folder.c_str(), name.c_str(), OTF2_FILEMODE_WRITE, 1 << 20, 1 << 20, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  ASSERT_NE(a, nullptr);
  OTF2_Archive_SetFlushCallbacks(a, &kFlush, nullptr);
  OTF2_Archive_SetSerialCollectiveCallbacks(a);
  OTF2_Archive_SetCreator(a, "Score-P test");
  OTF2_Archive_OpenEvtFiles(a);
  std::uint64_t counted[2] = {0, 0};
  for (int r = 0; r < 2; ++r) {
    OTF2_EvtWriter* w = OTF2_Archive_GetEvtWriter(a, static_cast<OTF2_LocationRef>(r * 10));
    events(w, r);
    OTF2_EvtWriter_GetNumberOfEvents(w, &counted[r]);
    OTF2_Archive_CloseEvtWriter(a, w);
  }
  OTF2_Archive_CloseEvtFiles(a);
  OTF2_GlobalDefWriter* d = OTF2_Archive_GetGlobalDefWriter(a);
  OTF2_GlobalDefWriter_WriteClockProperties(d, 1'000'000'000, kStart, 100'000, realTime);
  for (std::uint32_t i = 0; i < Count; ++i) OTF2_GlobalDefWriter_WriteString(d, i, kTexts[i]);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(d, 0, Machine, Machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (std::uint32_t r = 0; r < 2; ++r) {
    OTF2_GlobalDefWriter_WriteLocationGroup(d, r, Rank0 + r, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(d, r * 10, Thread, OTF2_LOCATION_TYPE_CPU_THREAD, counted[r], r);
  }
  const auto region = [&](std::uint32_t id, Text text, OTF2_RegionRole role, OTF2_Paradigm paradigm) {
    OTF2_GlobalDefWriter_WriteRegion(d, id, text, text, Empty, role, paradigm, OTF2_REGION_FLAG_NONE, Empty, 0, 0);
  };
  region(0, Main, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER);
  region(1, Loop, OTF2_REGION_ROLE_LOOP, OTF2_PARADIGM_USER);
  region(2, Send, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI);
  region(3, Recv, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI);
  region(4, AllReduce, OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_PARADIGM_MPI);
  const std::uint64_t locations[] = {10, 0};  // world rank 0 is location 10: the order decides, not the ids
  const std::uint64_t both[] = {0, 1};
  OTF2_GlobalDefWriter_WriteGroup(d, 0, World, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2, locations);
  OTF2_GlobalDefWriter_WriteGroup(d, 1, World, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2, both);
  OTF2_GlobalDefWriter_WriteComm(d, 0, World, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteRmaWin(d, 0, World, 0, OTF2_RMA_WIN_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteMetricMember(d, 0, Papi, Papi, OTF2_METRIC_TYPE_PAPI, OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 3, Unit);
  const OTF2_MetricMemberRef members[] = {0};
  OTF2_GlobalDefWriter_WriteMetricClass(d, 0, 1, members, OTF2_METRIC_SYNCHRONOUS, OTF2_RECORDER_KIND_CPU);
  OTF2_GlobalDefWriter_WriteParameter(d, 0, Answer, OTF2_PARAMETER_TYPE_INT64);
  OTF2_GlobalDefWriter_WriteIoParadigm(d, 0, Posix, Posix, OTF2_IO_PARADIGM_CLASS_SERIAL, OTF2_IO_PARADIGM_FLAG_NONE, 0, nullptr, nullptr, nullptr);
  OTF2_GlobalDefWriter_WriteIoRegularFile(d, 0, File, 0);
  OTF2_GlobalDefWriter_WriteIoHandle(d, 0, Handle, 0, 0, OTF2_IO_HANDLE_FLAG_NONE, OTF2_UNDEFINED_COMM, OTF2_UNDEFINED_IO_HANDLE);
  OTF2_Archive_CloseGlobalDefWriter(a, d);
  OTF2_Archive_Close(a);
}

// Location 0 is world rank 1, location 10 world rank 0.
void twoRanks(OTF2_EvtWriter* w, int r) {
  const auto t = [](std::uint64_t us) { return kStart + us * 1000; };
  OTF2_EvtWriter_Enter(w, nullptr, t(0), 0);
  OTF2_EvtWriter_Enter(w, nullptr, t(1), 1);
  OTF2_EvtWriter_Leave(w, nullptr, t(5), 1);
  if (r == 1) {
    OTF2_EvtWriter_Enter(w, nullptr, t(5), 2);
    OTF2_EvtWriter_MpiSend(w, nullptr, t(6), 1, 0, 7, 4096);
    OTF2_EvtWriter_Leave(w, nullptr, t(7), 2);
  } else {
    OTF2_EvtWriter_Enter(w, nullptr, t(5), 3);
    OTF2_EvtWriter_MpiRecv(w, nullptr, t(9), 0, 0, 7, 4096);
    OTF2_EvtWriter_Leave(w, nullptr, t(10), 3);
    OTF2_EvtWriter_IoOperationBegin(w, nullptr, t(10), 0, OTF2_IO_OPERATION_MODE_READ, OTF2_IO_OPERATION_FLAG_NONE, 512, 3);
    OTF2_EvtWriter_IoOperationComplete(w, nullptr, t(12), 0, 500, 3);
    OTF2_EvtWriter_RmaPut(w, nullptr, t(12), 0, 0, 64, 9);
    OTF2_EvtWriter_RmaOpCompleteBlocking(w, nullptr, t(13), 0, 9);
  }
  OTF2_EvtWriter_Enter(w, nullptr, t(20), 4);
  OTF2_EvtWriter_MpiCollectiveBegin(w, nullptr, t(20));
  OTF2_EvtWriter_MpiCollectiveEnd(w, nullptr, t(24), OTF2_COLLECTIVE_OP_ALLREDUCE, 0, OTF2_UNDEFINED_UINT32, 2 * 8000, 2 * 8000);
  OTF2_EvtWriter_Leave(w, nullptr, t(25), 4);
  const OTF2_Type types[] = {OTF2_TYPE_UINT64};
  OTF2_MetricValue value;
  value.unsigned_int = 40;
  OTF2_EvtWriter_Metric(w, nullptr, t(26), 0, 1, types, &value);
  OTF2_EvtWriter_ParameterInt(w, nullptr, t(27), 0, -42);
  OTF2_EvtWriter_Leave(w, nullptr, t(30), 0);
}

std::size_t sliceNamed(const weir::Run& run, std::string_view name, std::int32_t rank) {
  for (const Row& row : run.rows)
    for (SliceIndex i = row.begin; i < row.end; ++i)
      if (run.tracks[row.track].rank == rank && run.names.text(run.slices.name[i]) == name) return i;
  ADD_FAILURE() << name << " of rank " << rank << " is missing";
  return 0;
}

}  // namespace

TEST(Otf2, HoldsItsManifest) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  int archives = 0;
  for (const ManifestRow& row : manifest("otf2")) {
    if (!row.expected.is_object()) continue;  // a part of the archive: read with its anchor, no figures of its own
    ++archives;
    const auto run = open(row.file);
    ASSERT_TRUE(run) << run.error().line();
    Expected want(row);
    want.equal("locations", static_cast<double>(run->tracks.size()));
    want.equal("regions", factNumber(*run, "regions"));
    want.equal("timer_resolution", factNumber(*run, "timer resolution"));
    want.equal("events", factNumber(*run, "events"));
    want.counts("by_type", *run, "events");
    want.equal("t0", factNumber(*run, "first event"));
    want.equal("t1", factNumber(*run, "last event"));
    want.equal("global_offset", factNumber(*run, "global offset"));
    double bytes = 0;
    for (const std::int64_t b : run->transfers.bytes) bytes += static_cast<double>(b);
    want.equal("send_bytes", bytes);
    EXPECT_EQ(run->transfers.size(), 16U);
    EXPECT_EQ(run->arrows.size(), 16U);
    EXPECT_EQ(run->slices.size(), 42U);
    EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(run->worldSize, 2);
    EXPECT_TRUE(run->notes.empty()) << noteKinds(*run);
    std::size_t samples = 0;
    for (const Counter& c : run->counters) samples += c.value.size();
    EXPECT_EQ(samples, row.file.find("papi") != std::string::npos ? 84U * 3 : 0U);
  }
  EXPECT_EQ(archives, 2);
}

TEST(Otf2, FolderIsOneTrace) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  const auto run = open(shared("corpus/otf2/ping-pong-otf2"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->sources.size(), 1U);
  EXPECT_EQ(run->transfers.size(), 16U);
  const auto part = open(shared("corpus/otf2/ping-pong-otf2/traces.def"));
  ASSERT_FALSE(part);
  EXPECT_EQ(part.error().what, "OTF2 definitions or events is recognised but not read");
  for (const Note& n : run->notes) {  // what Score-P lays beside the trace, but none of its parts
    EXPECT_EQ(n.kind, "left out of the folder");
    EXPECT_EQ(n.count, 2U) << n.first[0];
  }
}

TEST(Otf2, EverythingHasItsPlace) {
  const Folder folder;
  writeArchive(folder.path("a"), "job", twoRanks);
  const auto run = open(folder.path("a/job.otf2"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_TRUE(run->notes.empty()) << noteKinds(*run);
  EXPECT_EQ(run->sources[0].clock, ClockKind::Epoch);
  EXPECT_EQ(run->originNs, static_cast<std::int64_t>(kRealTime));
  EXPECT_EQ(run->slices.size(), 8U);
  const auto loop = sliceNamed(*run, "loop", 0);
  EXPECT_EQ(run->slices.start[loop], 1'000'000);  // ps
  EXPECT_EQ(run->slices.duration[loop], 4'000'000);
  EXPECT_EQ(run->slices.activity[loop], Activity::Compute);
  EXPECT_EQ(run->slices.activity[sliceNamed(*run, "main", 0)], Activity::Host);
  // The message from world rank 0 (location 10) to 1, and the put of rank 1 into rank 0.
  ASSERT_EQ(run->transfers.size(), 2U);
  EXPECT_EQ(run->transfers.source[0], 0);
  EXPECT_EQ(run->transfers.destination[0], 1);
  EXPECT_EQ(run->transfers.bytes[0], 4096);
  EXPECT_EQ(run->transfers.start[0], 6'000'000);
  EXPECT_EQ(run->transfers.end[0], 9'000'000);
  EXPECT_EQ(run->transfers.source[1], 1);
  EXPECT_EQ(run->transfers.destination[1], 0);
  EXPECT_EQ(run->transfers.end[1] - run->transfers.start[1], 1'000'000);
  ASSERT_EQ(run->arrows.size(), 1U);
  EXPECT_EQ(run->arrows.from[0], sliceNamed(*run, "MPI_Send", 0));
  EXPECT_EQ(run->arrows.to[0], sliceNamed(*run, "MPI_Recv", 1));
  EXPECT_EQ(run->names.text(run->arrows.kind[0]), kArrowMessage);
  ASSERT_EQ(run->collectives.size(), 2U);
  for (const CollectiveCall& c : run->collectives) {
    EXPECT_EQ(c.operation, Operation::AllReduce);
    EXPECT_EQ(c.bytes, 8000);  // Score-P counts the input once a rank of the communicator
    EXPECT_EQ(c.groupSize, 2);
    EXPECT_EQ(run->groups[c.group], (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(c.instance, run->collectives[0].instance);
    EXPECT_EQ(c.slice, sliceNamed(*run, "MPI_Allreduce", c.rank));
    EXPECT_EQ(c.duration, 4'000'000);
  }
  ASSERT_EQ(run->io.size(), 1U);
  EXPECT_EQ(run->io[0].kind, IoOperation::Kind::Read);
  EXPECT_EQ(run->io[0].bytes, 500);
  EXPECT_EQ(run->io[0].rank, 1);
  EXPECT_EQ(run->io[0].duration, 2'000'000);
  EXPECT_EQ(run->names.text(run->io[0].file), "/data/x");
  EXPECT_EQ(run->names.text(run->io[0].layer), "POSIX");
  ASSERT_EQ(run->counters.size(), 2U);
  EXPECT_EQ(run->counters[0].unit, "flops");
  EXPECT_FLOAT_EQ(run->counters[0].value.at(0), 40'000);  // 40 x 10^3
  ASSERT_EQ(run->instants.size(), 2U);
  EXPECT_EQ(run->names.text(run->instants[0].name), "answer = -42");
}

TEST(Otf2, UnmatchedIsCountedAndKept) {
  const Folder folder;
  writeArchive(folder.path("a"), "job", [](OTF2_EvtWriter* w, int r) {
    OTF2_EvtWriter_Enter(w, nullptr, kStart, 0);
    if (r == 0) {
      OTF2_EvtWriter_Enter(w, nullptr, kStart + 10, 1);
      OTF2_EvtWriter_Leave(w, nullptr, kStart + 20, 0);  // loop was never left
      OTF2_EvtWriter_Leave(w, nullptr, kStart + 30, 4);  // never entered
      OTF2_EvtWriter_MpiSend(w, nullptr, kStart + 40, 0, 0, 1, 10);
    } else {
      OTF2_EvtWriter_MpiRecv(w, nullptr, kStart + 40, 1, 0, 2, 20);  // another tag; and main is never left
    }
  }, OTF2_UNDEFINED_TIMESTAMP);
  const auto run = open(folder.path("a/job.otf2"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->sources[0].clock, ClockKind::Own);
  EXPECT_EQ(run->slices.size(), 3U);
  EXPECT_EQ(noteCount(*run, "enter without a leave: shown until what surrounds it ends"), 1U);
  EXPECT_EQ(noteCount(*run, "enter without a leave: shown until the last event of its location"), 1U);
  EXPECT_EQ(noteCount(*run, "leave without an enter"), 1U);
  EXPECT_EQ(noteCount(*run, "send without a receive"), 1U);
  EXPECT_EQ(noteCount(*run, "receive without a send"), 1U);
  EXPECT_EQ(run->transfers.size(), 2U);
}

TEST(Otf2, AnchorOfAnyName) {
  const Folder folder;
  writeArchive(folder.path("a"), "job", twoRanks);
  std::filesystem::rename(folder.path("a/job.otf2"), folder.path("a/renamed.bin"));
  const auto run = open(folder.path("a/renamed.bin"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->slices.size(), 8U);
  std::filesystem::rename(folder.path("a/job.def"), folder.path("job.def"));
  const auto alone = open(folder.path("a/renamed.bin"));
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().what.find("definitions"), std::string::npos) << alone.error().line();
}

TEST(Otf2, DamageDoesNotEndTheProgram) {
  const Folder folder;
  writeArchive(folder.path("a"), "job", twoRanks);
  std::mt19937 random(5);
  int read = 0;
  int refused = 0;
  for (const std::string part : {"a/job.otf2", "a/job.def", "a/job/0.evt", "a/job/10.evt"}) {
    const std::string good = slurp(folder.path(part));
    ASSERT_FALSE(good.empty());
    for (int i = 0; i < 12; ++i) {
      std::string bad = good;
      if (i % 3 == 0) bad.resize(random() % bad.size());
      else
        for (unsigned k = 0; k <= random() % 3; ++k) bad[random() % bad.size()] = static_cast<char>(random());
      folder.write(part, bad);
      const auto run = open(folder.path("a/job.otf2"));
      if (run) ++read;
      else {
        ++refused;
        EXPECT_FALSE(run.error().what.empty());
      }
    }
    folder.write(part, good);
  }
  const auto whole = open(folder.path("a/job.otf2"));
  ASSERT_TRUE(whole) << whole.error().line();
  EXPECT_EQ(whole->slices.size(), 8U);
  EXPECT_GT(read, 5);
  EXPECT_GT(refused, 5);
}

}  // namespace otf2_test
