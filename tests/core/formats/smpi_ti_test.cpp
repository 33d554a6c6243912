// SMPI time-independent traces: the corpus by its manifest, lists of files, old and new writings.
#include <algorithm>

#include "core/formats/smpi_ti/actions.h"
#include "hpc_support.h"

namespace smpi_ti_test {
using namespace weir;
using namespace weir::test;

namespace {

std::int64_t sum(const Column<std::int64_t>& v) {
  std::int64_t s = 0;
  for (const std::int64_t x : v) s += x;
  return s;
}

}  // namespace

TEST(SmpiTi, HoldsItsManifest) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  int files = 0;
  for (const ManifestRow& row : manifest("smpi_ti")) {
    ++files;
    const auto run = open(row.file);
    ASSERT_TRUE(run) << run.error().line();
    Expected want(row);
    if (row.file.ends_with("split_traces")) {
      // The manifest counts actions in the list itself, which has none: it stands for the two files it names.
      for (const char* key : {"lines", "actions", "compute_flops", "p2p_count_arg_sum"}) want.skip(key, "a list of files: what they hold is read");
      EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
      EXPECT_EQ(factNumber(*run, "lines"), 12);  // 5 of actions0.txt, 7 of actions1.txt
      EXPECT_EQ(run->arrows.size(), 3U);
      continue;
    }
    want.equal("lines", factNumber(*run, "lines"));
    want.counts("actions", *run, "actions");
    want.equal("compute_flops", factNumber(*run, "computed"));
    want.equal("p2p_count_arg_sum", factNumber(*run, "elements sent"));
    EXPECT_EQ(static_cast<double>(run->slices.size()), factNumber(*run, "lines"));
  }
  EXPECT_EQ(files, 38);
}

TEST(SmpiTi, RanksOfAFolderFitTogether) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  const auto run = open(shared("corpus/smpi_ti/dp8"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->ranks.size(), 8U);
  // 3 messages of 65536 floats from 7 ranks; 18 all-reduces of 1048576 floats and 3 all-to-alls on all ranks.
  EXPECT_EQ(run->transfers.size(), 21U);
  EXPECT_EQ(sum(run->transfers.bytes), 21 * 65536LL * 4);
  ASSERT_EQ(run->collectives.size(), 21U * 8);
  std::set<std::uint32_t> instances;
  for (const CollectiveCall& c : run->collectives) {
    instances.insert(c.instance);
    EXPECT_EQ(c.bytes, c.operation == Operation::AllReduce ? 1048576LL * 4 : kUnknownBytes);  // an all-to-all of how many?
  }
  EXPECT_EQ(instances.size(), 21U);
}

TEST(SmpiTi, BytesAreElementsTimesTheirSize) {
  using smpi_ti::Action;
  struct Case {
    Action action;
    std::vector<double> args;
    std::int32_t rank, size;
    std::int64_t bytes;
  };
  const Case cases[] = {
      {Action::Bcast, {5e4, 1, 0}, 0, 3, 400'000},                                       // doubles
      {Action::Bcast, {5e4}, 0, 3, 50'000},                                              // bytes by default
      {Action::AllReduce, {1048576, 0, 5}, 0, -1, 4'194'304},                            // floats
      {Action::Reduce, {5e4, 5e8, 0, 4}, 0, 3, 400'000},                                 // longs
      {Action::Gather, {68, 68, 0, 0, 0}, 2, 4, 544},                                    // to rank 0, doubles
      {Action::AllToAll, {500, 500}, 0, 3, 1500},                                        // to each of three
      {Action::AllToAll, {500, 500}, 0, -1, kUnknownBytes},                              // to how many?
      {Action::AllToAllV, {100, 1, 40, 30, 1000, 1, 80, 100}, 0, 3, 71},                 // 1 + 40 + 30
      {Action::ReduceScatter, {275427, 275427, 275427, 204020, 11349173, 0}, 0, 4, 8 * (3 * 275427LL + 204020)},
      {Action::AllGatherV, {275427, 275427, 275427, 275427, 204020, 0, 0}, 0, 4, 8 * 275427LL},
      {Action::Scatter, {10, 20, 0, 1, 1}, 0, 4, 160},                                   // the root gives to all four
      {Action::Scatter, {10, 20, 0, 1, 1}, 3, 4, 80},
      {Action::Bcast, {5e4, 1, 99}, 0, 3, kUnknownBytes},                                // no such type
      {Action::Barrier, {}, 0, 3, 0},
  };
  for (const Case& c : cases) EXPECT_EQ(smpi_ti::collective(c.action, c.args, c.rank, c.size, 1).bytes, c.bytes) << smpi_ti::name(c.action);
}

TEST(SmpiTi, OldAndNewWritings) {
  // The oldest traces: ranks as p0, capitals, no tags.
  const auto old = readText("p0 Init\np0 Isend p1 1e6\np0 allReduce 100 5e8\np0 Compute 2e9\np1 init\np1 recv p0 1e6\np1 Allreduce 100 5e8\np1 comm_size 2\n");
  ASSERT_TRUE(old) << old.error().line();
  ASSERT_EQ(old->transfers.size(), 1U);
  EXPECT_EQ(old->transfers.bytes[0], 1'000'000);
  EXPECT_EQ(old->arrows.size(), 1U);
  ASSERT_EQ(old->collectives.size(), 2U);
  EXPECT_EQ(old->collectives[0].instance, old->collectives[1].instance);
  EXPECT_EQ(old->worldSize, 2);
  EXPECT_EQ(factNumber(*old, "computed"), 2e9);
  EXPECT_EQ(factNumber(*old, "computed, reductions included"), 3e9);
  // Size and type without a tag: no tag is that large, and all third arguments are types.
  const auto typed = readText("0 init\n0 send 1 1000000 5\n1 init\n1 recv 0 1000000 5\n");
  ASSERT_TRUE(typed);
  EXPECT_EQ(typed->transfers.bytes[0], 4'000'000);
  EXPECT_EQ(noteCount(*typed, "messages taken as (partner, size, type): an old trace without tags"), 1U);
  // Tag and size, then type.
  const auto tagged = readText("0 init 1\n0 send 1 7 1000\n0 send 1 8 1000 2\n1 init 1\n1 recv 0 8 1000 2\n1 recv 0 7 1000\n", 3);
  ASSERT_TRUE(tagged);
  EXPECT_EQ(sum(tagged->transfers.bytes), 8000 + 1000);
  EXPECT_EQ(tagged->arrows.size(), 2U);
  EXPECT_EQ(noteCount(*tagged, "no times in this format: actions are laid out by their order, collectives at equal places"), 1U);
}

TEST(SmpiTi, DamageIsCounted) {
  const auto run = readText("0 init\n0 send 1 0 10\n0 compute many\n0 recv -1 0 10\n1 init\n# comment\n1 recv 2 0 10\n1 recv 0 3 10\nnothing\n-1 compute 5\n");
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(noteCount(*run, "line that is no action"), 2U);
  EXPECT_EQ(noteCount(*run, "argument that is no number: left out"), 1U);
  EXPECT_EQ(noteCount(*run, "send without a receive"), 1U);
  EXPECT_EQ(noteCount(*run, "receive without a send"), 1U);  // rank 2's file may hold the other one
  EXPECT_EQ(noteCount(*run, "receive from anybody: not matched"), 1U);
}

TEST(SmpiTi, ListsStayInTheirFolder) {
  const Folder folder;
  folder.write("outside.txt", "7 init\n7 compute 1\n");
  folder.write("t/list.txt_files/0_rank-0.txt", "0 init\n0 compute 5\n");
  folder.write("t/list.txt_files/1_rank-1.txt", "1 init\n1 compute 6\n");
  folder.write("t/notes.txt", "words that are no trace\n");
  const std::string list = folder.write("t/list.txt", "list.txt_files/0_rank-0.txt\n/somewhere/else/1_rank-1.txt\n../outside.txt\nnotes.txt\nmissing.txt\n");
  const auto run = open(list);
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(factNumber(*run, "computed"), 11);
  EXPECT_EQ(noteCount(*run, "listed file that is not there"), 2U);
  EXPECT_EQ(noteCount(*run, "listed file that is no SMPI trace"), 1U);
  // The folder: its list stands for files that are read themselves.
  const auto whole = open(folder.path("t"));
  ASSERT_TRUE(whole) << whole.error().line();
  EXPECT_EQ(whole->ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_FALSE(open(folder.write("u/list.txt", "gone.txt\n")));
}

}  // namespace smpi_ti_test
