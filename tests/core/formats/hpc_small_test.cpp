// StarVZ's tables, DUMPI, TAU, Projections: what is read, and what is recognised and why it is not.
#include <algorithm>

#include "hpc_support.h"

namespace hpc_small_test {
using namespace weir;
using namespace weir::test;

namespace {

std::string formatOf(std::string_view text) {
  const FormatDescriptor* f = sniffFormat(std::as_bytes(std::span(text.data(), text.size())));
  return f == nullptr ? "" : std::string(f->name);
}
std::size_t sumOf(const Table& t, std::string_view column) {
  double s = 0;
  for (const double v : t.find(column)->number) s += v;
  return static_cast<std::size_t>(s);
}

}  // namespace

TEST(Starvz, HoldsItsManifest) {
  if (!haveShared()) GTEST_SKIP() << "no shared corpus";
  int tables = 0;
  for (const ManifestRow& row : manifest("paje")) {
    if (!row.expected.contains("rows")) {
      if (row.file.ends_with(".rec")) {
        // The manifest's Paje reader finds nothing but bad lines in it: it is no trace, and is refused.
        Expected want(row);
        for (const char* key : {"eventdefs", "events", "by_type", "t0", "t1", "bad_lines"}) want.skip(key, "a recutils file, no trace: refused");
        EXPECT_FALSE(open(row.file));
      }
      continue;
    }
    ++tables;
    const auto run = open(row.file);
    ASSERT_TRUE(run) << run.error().line();
    Expected want(row);
    want.equal("rows", factNumber(*run, "rows"));
    // The manifest cuts long headers at 120 characters.
    const std::string header = row.expected["header"].get<std::string>();
    want.equal("header", fact(*run, "header").substr(0, header.size()));
    ASSERT_EQ(run->tables.size(), 1U);
    EXPECT_EQ(static_cast<double>(run->tables[0].rows()), row.expected["rows"].get<double>());
  }
  EXPECT_EQ(tables, 13);
}

TEST(Starvz, RowsBecomeWhatTheyAre) {
  const auto states = readText(
      "Nature, ResourceId, Type, Start, End, Duration, Depth, Value, Size, JobId\n"
      "State, 0_CPU0, Worker State, 1.5, 2.5, 1.0, 0.0, dgemm, 64, 0_7\nState, 1_CPU0, Worker State, 2.5, 3.0, 0.5, 0.0, Idle\nState, 1_CPU0, Worker State, x, 3.0, 0.5, 0.0, Idle\n");
  ASSERT_TRUE(states) << states.error().line();
  ASSERT_EQ(states->slices.size(), 2U);
  EXPECT_EQ(states->ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(states->slices.start[0], 1'500'000'000);
  EXPECT_EQ(states->slices.duration[0], 1'000'000'000);
  EXPECT_EQ(states->slices.activity[0], Activity::Compute);
  EXPECT_EQ(states->slices.activity[1], Activity::Wait);
  EXPECT_EQ(noteCount(*states, "row without a time: in the table only"), 1U);
  const auto links = readText("Nature, Container, Type, Start, End, Duration, Size, Origin, Dest, Key, Tag\nLink, root, MPI communication, 1.0, 2.0, 1.0, 7372800, 0_mpict, 1_mpict, mpicom_0, 0\n");
  ASSERT_TRUE(links);
  ASSERT_EQ(links->transfers.size(), 1U);
  EXPECT_EQ(links->transfers.bytes[0], 7372800);
  const auto variables = readText("Nature, ResourceId, Type, Start, End, Duration, Value\nVariable, 0_M, Used (MB), 0.5, 1.0, 0.5, 225.0\n", 3);
  ASSERT_TRUE(variables);
  ASSERT_EQ(variables->counters.size(), 1U);
  EXPECT_EQ(variables->counters[0].value, std::vector<float>{225});
}

TEST(Dumpi, IsRecognisedAndItsTextIsRead) {
  if (haveShared()) {
    for (const ManifestRow& row : manifest("dumpi")) {
      Expected want(row);
      for (const char* key : {"bytes", "head", "tail", "text"}) want.skip(key, "of the file as bytes, not of what it holds");
      const auto run = open(row.file);
      ASSERT_FALSE(run) << row.file;
      if (row.file.ends_with(".ref-out")) continue;
      EXPECT_NE(run.error().what.find("recognised"), std::string::npos) << run.error().line();
      EXPECT_NE(run.error().todo.find("dumpi2ascii"), std::string::npos) << run.error().line();
    }
  }
  const Folder folder;
  const std::string path = folder.write("dumpi-2013.09.26.10.55.53-0003.txt",
      "version=1.0.0\nhostname=node77\n"
      "MPI_Init entering at walltime 1380218153.000000100, cputime 0.0044 seconds in thread 0.\nint argc=0\nstring argv[0]=<IGNORED>\n"
      "MPI_Init returning at walltime 1380218153.000000300, cputime 0.0044 seconds in thread 0.\n"
      "MPI_Send entering at walltime 1380218153.500000000, cputime 0.1 seconds in thread 0.\nint count=100\nMPI_Datatype datatype=10 (MPI_DOUBLE)\nint dest=1\nint tag=7\n"
      "MPI_Comm comm=2 (MPI_COMM_WORLD)\nMPI_Send returning at walltime 1380218154.000000000, cputime 0.1 seconds in thread 0.\n"
      "MPI_Allreduce entering at walltime 1380218155.0, cputime 0.1 seconds in thread 0.\nint count=4\nMPI_Datatype datatype=9 (MPI_FLOAT)\nMPI_Op op=1 (MPI_SUM)\nMPI_Comm comm=2 (MPI_COMM_WORLD)\n"
      "MPI_Allreduce returning at walltime 1380218156.0, cputime 0.1 seconds in thread 0.\n"
      "MPI_Finalize entering at walltime 1380218157.0, cputime 0.2 seconds in thread 0.\n");
  const auto run = open(path);
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->format, "dumpi-text");
  EXPECT_EQ(run->ranks, std::vector<std::int32_t>{3});
  ASSERT_EQ(run->slices.size(), 3U);
  EXPECT_EQ(run->originNs, 1'380'218'153'000'000'000);
  EXPECT_EQ(run->slices.start[0], 100'000);
  EXPECT_EQ(run->slices.duration[0], 200'000);
  ASSERT_EQ(run->transfers.size(), 1U);
  EXPECT_EQ(run->transfers.source[0], 3);
  EXPECT_EQ(run->transfers.destination[0], 1);
  EXPECT_EQ(run->transfers.bytes[0], 800);
  ASSERT_EQ(run->collectives.size(), 1U);
  EXPECT_EQ(run->collectives[0].operation, Operation::AllReduce);
  EXPECT_EQ(run->collectives[0].bytes, 16);
  EXPECT_EQ(noteCount(*run, "call that does not return: left out"), 1U);
  EXPECT_EQ(fact(*run, "hostname"), "node77");
}

TEST(Tau, ProfilesAreTables) {
  if (haveShared()) {
    for (const ManifestRow& row : manifest("tau")) {
      Expected want(row);
      const auto run = open(row.file);
      if (row.file.ends_with(".ppk")) {
        for (const char* key : {"bytes", "gz"}) want.skip(key, "of the file as bytes, not of what it holds");
        ASSERT_FALSE(run);
        EXPECT_NE(run.error().todo.find("paraprof"), std::string::npos) << run.error().line();
        continue;
      }
      ASSERT_TRUE(run) << run.error().line();
      want.equal("header", fact(*run, "header"));
      want.equal("functions", factNumber(*run, "functions"));
      EXPECT_EQ(fact(*run, "Hostname"), "mist.cs.uoregon.edu");
      EXPECT_EQ(fact(*run, "node"), "0");
      ASSERT_NE(table(*run, "tau functions"), nullptr);
      EXPECT_EQ(table(*run, "tau functions")->rows(), 8U);
    }
  }
  const Folder folder;
  const auto run = open(folder.write("profile.2.0.1",
      "3 templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>A &amp; B</name><value>x</value></attribute></metadata>\n"
      "\"main() [{a.c} {1,1}-{2,2}]\" 1 2 100 1234.5 0 GROUP=\"TAU_USER\"\n\"MPI_Send()\" 4 0 50.5 50.5 0 GROUP=\"MPI\"\n0 aggregates\n"
      "1 userevents\n# eventname numevents max min mean sumsqr\n\"Message size\" 4 100 10 40 9000\n"));
  ASSERT_TRUE(run) << run.error().line();
  const Table* t = table(*run, "tau functions");
  ASSERT_NE(t, nullptr);
  ASSERT_EQ(t->rows(), 2U);
  EXPECT_EQ(t->find("inclusive")->number[0], 1234.5);
  EXPECT_EQ(t->find("inclusive")->unit, "us");
  EXPECT_EQ(t->find("group")->text[1], "MPI");
  EXPECT_EQ(t->find("node")->number[0], 2);
  EXPECT_EQ(t->find("thread")->number[0], 1);
  EXPECT_EQ(table(*run, "tau user events")->find("maximum")->number[0], 100);
  EXPECT_EQ(fact(*run, "A & B"), "x");
  EXPECT_EQ(noteCount(*run, "functions missing: the heading promises another number"), 1U);
  EXPECT_EQ(formatOf("12 dynamic_trace_events\n"), "tau-trace");
}

TEST(Projections, StsAndLogs) {
  if (haveShared()) {
    for (const ManifestRow& row : manifest("projections")) {
      Expected want(row);
      want.skip("bytes", "of the file as bytes, not of what it holds");
      const auto run = open(row.file);
      if (!row.file.ends_with(".sts")) {
        ASSERT_FALSE(run);
        EXPECT_NE(run.error().todo.find(".sts"), std::string::npos) << run.error().line();
        continue;
      }
      ASSERT_TRUE(run) << run.error().line();
      EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
      EXPECT_EQ(fact(*run, "version"), "11.0");
      EXPECT_EQ(table(*run, "entries")->rows(), 228U);  // TOTAL_EPS of the file
      EXPECT_GT(run->transfers.size(), 0U);
      EXPECT_EQ(sumOf(*table(*run, "records"), "count"), 985U + 947U) << "PROJECTIONS-RECORD of both logs";
    }
    const auto whole = open(shared("corpus/projections"));
    ASSERT_TRUE(whole) << whole.error().line();
    EXPECT_EQ(whole->sources.size(), 1U);
  }
  const Folder folder;
  folder.write("p.0.log", "PROJECTIONS-RECORD 6\n6 10\n2 4 7 100 0 0 64 0 0 90\n1 4 8 120 5 0 32 0\n3 4 7 150 0 0 64 140\n14 150 0\n15 170 0\nx\n7 200\n");
  folder.write("p.1.log", "PROJECTIONS-RECORD 2\n2 4 8 130 5 0 32 0 0 0\n3 4 8 190 5 0 32 0\n3 4 8 195 5 0 32 0\n");
  const auto run = open(folder.write("p.sts", "PROJECTIONS_ID \nVERSION 11.0\nMACHINE \"net\"\nPROCESSORS 3\nTOTAL_CHARES 1\nCHARE 0 \"Main\" -1\nENTRY CHARE 7 \"start(void)\" 0 4\nENTRY CHARE 8 \"recv(Msg)\" 0 4\nEND\n"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->worldSize, 3);
  ASSERT_EQ(run->slices.size(), 3U);
  EXPECT_EQ(run->names.text(run->slices.name[0]), "Main::start(void)");
  EXPECT_EQ(run->slices.start[0], 100'000'000);
  EXPECT_EQ(run->slices.duration[0], 50'000'000);
  ASSERT_EQ(run->transfers.size(), 1U);
  EXPECT_EQ(run->transfers.source[0], 0);
  EXPECT_EQ(run->transfers.destination[0], 1);
  EXPECT_EQ(run->transfers.bytes[0], 32);
  EXPECT_EQ(run->arrows.size(), 1U);
  EXPECT_EQ(noteCount(*run, "record that cannot be read: left out"), 1U);
  EXPECT_EQ(noteCount(*run, "end without a begin"), 1U);
  EXPECT_EQ(noteCount(*run, "logs that are not beside it: only what the .sts says is known of them"), 1U);
}

}  // namespace hpc_small_test
