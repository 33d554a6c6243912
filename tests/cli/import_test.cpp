// What a person tells weir-cli about their files: offsets, columns, memory; and what `formats` knows.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/cli/process.h"

namespace import_test {
using namespace weir::test;

namespace {

std::string trace(int rank, int ts) {
  return R"({"distributedInfo":{"rank":)" + std::to_string(rank) + R"(},"traceEvents":[{"ph":"X","ts":)" + std::to_string(ts) +
         R"(,"dur":10,"name":"k","pid":1,"tid":1,"cat":"kernel"}]})";
}

}  // namespace

// Rank 0 at 1000 us, rank 1 at 3000 us: 2.01 ms in all; moved by +5 ms it is 7.01, by -2 ms 0.01 (both at once).
TEST(CliImport, AShiftMovesTheSourceItNames) {
  const Folder folder;
  const std::string a = folder.write("rank-0.json", trace(0, 1000)), b = folder.write("rank-1.json", trace(1, 3000));
  EXPECT_DOUBLE_EQ(weirCli({"info", "--json", a, b}).json()["span_s"], 0.00201);
  const auto later = weirCli({"info", "--json", a, b, "--shift", "rank-1=+5ms"}).json();
  EXPECT_DOUBLE_EQ(later["span_s"], 0.00701);
  EXPECT_EQ(later["sources"][1]["aligned"], "by hand");
  EXPECT_EQ(later["sources"][0]["aligned"], "");
  EXPECT_DOUBLE_EQ(weirCli({"info", "--json", a, b, "--shift", "rank-1=-2 ms"}).json()["span_s"], 0.00001);
  // Twice the same source: both count.
  EXPECT_DOUBLE_EQ(weirCli({"info", "--json", a, b, "--shift", "rank-1=+5ms", "--shift", "rank-1=-7ms"}).json()["span_s"], 0.00001);
  // Its clock begins 2 ms after the other's, which is part of what it is moved by.
  EXPECT_NE(weirCli({"info", a, b, "--shift", "rank-1=+5ms"}).out.find("rank-1.json (kineto, rank 1, own clock), begins at +7 ms, aligned: by hand"), std::string::npos);
}

TEST(CliImport, WrongOptionsGetOneLineThatNamesThem) {
  const Folder folder;
  const std::string a = folder.write("rank-0.json", trace(0, 1000));
  struct Case {
    std::vector<std::string> options;
    const char* says;
  };
  for (const Case& c : {Case{{"--shift", "rank-0"}, "PART=DURATION"}, Case{{"--shift", "rank-0=5"}, "no unit"}, Case{{"--shift", "rank-7=5h"}, "none is moved"},
                        Case{{"--shift", "=5h"}, "PART=DURATION"}, Case{{"--map", "csv.start"}, "KEY=VALUE"}, Case{{"--map", "csv.end=1", "--map", "csv.end=2"}, "twice"},
                        Case{{"--map", "csv.strat=ts"}, "no reader knows \"csv.strat\""},
                        Case{{"--spill-limit", "4"}, "--spill-limit"}, Case{{"--spill-limit", "-1GB"}, "negative"}, Case{{"--spill-dir", "/nowhere"}, "no folder"}}) {
    std::vector<std::string> arguments{"info", a};
    arguments.insert(arguments.end(), c.options.begin(), c.options.end());
    const Finished f = weirCli(arguments);
    EXPECT_EQ(f.code, 1) << c.options.back();
    EXPECT_EQ(std::count(f.err.begin(), f.err.end(), '\n'), 1) << f.err;
    EXPECT_NE(f.err.find(c.says), std::string::npos) << f.err;
  }
}

TEST(CliImport, ARunOnDiskTellsTheSame) {
  const std::string sample = WEIR_SOURCE_DIR "/sample_data/small-cnn";
  const Folder folder;
  const Finished memory = weirCli({"info", "--json", sample}), disk = weirCli({"info", "--json", sample, "--spill-limit", "1B", "--spill-dir", folder.file("")});
  ASSERT_EQ(disk.code, 0) << disk.err;
  EXPECT_EQ(memory.out, disk.out);
}

TEST(CliImport, FormatsSaysWhatIsReadWrittenAndWhyNot) {
  const Finished text = weirCli({"formats"});
  ASSERT_EQ(text.code, 0);
  for (const char* part : {"read (", "written by convert:", "recognised, but not read:", "kineto"}) EXPECT_NE(text.out.find(part), std::string::npos) << part;
  bool read = false;
  for (const auto& f : weirCli({"formats", "--json"}).json()) {
    for (const char* key : {"name", "title", "read", "written", "companion", "why", "extensions", "writes"}) ASSERT_TRUE(f.contains(key)) << f.dump();
    EXPECT_TRUE(f["why"].is_null() || !f["read"].get<bool>()) << f.dump();
    EXPECT_EQ(f["written"].get<bool>(), !f["writes"].empty()) << f.dump();
    read = read || (f["name"] == "kineto" && f["read"] == true);
  }
  EXPECT_TRUE(read);
}

// Three events and a half: whatever is asked, the loss is said once a run on stderr, and the answer stays what it was.
TEST(CliImport, WhatWasLostIsSaidByEveryCommand) {
  const Folder folder;
  std::string events;
  for (int i = 0; i < 4; ++i) events += std::string(i > 0 ? "," : "") + R"({"ph":"X","ts":)" + std::to_string(10 * i) + R"(,"dur":5,"name":"k","pid":1,"tid":1,"cat":"kernel"})";
  const std::string text = R"({"traceEvents":[)" + events;
  const std::string full = folder.write("full.json", text + "]}"), half = folder.write("half.json", text.substr(0, text.size() - 20));
  const auto lines = [](const std::string& s) { return std::count(s.begin(), s.end(), '\n'); };
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"info", "--breakdown", half}, {"info", "--traffic", half}, {"info", "--json", "--kernels", half}, {"io", half}, {"compare", full, half}, {"convert", half, folder.file("out.json")}}) {
    const Finished f = weirCli(arguments);
    EXPECT_EQ(f.code, 0) << f.err;
    EXPECT_EQ(lines(f.err), 1) << arguments[0] << ": " << f.err;
    EXPECT_NE(f.err.find("half.json: file ends inside an event (2 kinds of import notes; weir-cli info lists them)"), std::string::npos) << f.err;
    EXPECT_EQ(f.out.find("import notes"), std::string::npos);
  }
  EXPECT_EQ(lines(weirCli({"compare", half, half}).err), 2);
  EXPECT_EQ(weirCli({"info", half}).err, "");  // its notes are in what it prints
  EXPECT_EQ(weirCli({"info", "--breakdown", full}).err, "");
  // A study keeps what was lost.
  const std::string study = folder.file("kept.weir");
  EXPECT_EQ(lines(weirCli({"convert", half, study}).err), 1);
  EXPECT_EQ(lines(weirCli({"info", "--breakdown", study}).err), 1);
}

TEST(CliImport, AFileGivenTwiceIsSaidByEveryCommand) {
  const Folder folder;
  const std::string a = WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz";
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"info", a, a}, std::vector<std::string>{"info", "--kernels", a, a}, std::vector<std::string>{"io", a, a},
                                                    std::vector<std::string>{"critical-path", a, a}, std::vector<std::string>{"convert", a, a, folder.file("x.weir")}}) {
    const Finished f = weirCli(arguments);
    EXPECT_EQ(f.code, 0) << f.err;
    EXPECT_NE(f.err.find("file given twice, counted once (" + a + ")"), std::string::npos) << arguments[0] << f.err;
  }
  EXPECT_EQ(weirCli({"info", "--json", a, a}).json()["ranks"], 1);
}

}  // namespace import_test
