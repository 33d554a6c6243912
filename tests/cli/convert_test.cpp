// `convert`: to every format there is, from traces and from runs kept in a study.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace convert_test {
using namespace weir::test;

namespace {

const std::string kSample = WEIR_SOURCE_DIR "/sample_data/small-cnn";

// What does not depend on where a run lies.
nlohmann::json figures(const std::string& path) {
  const Finished f = weirCli({"info", "--json", path});
  EXPECT_EQ(f.code, 0) << f.err;
  if (f.code != 0) return {};
  nlohmann::json j = f.json();
  nlohmann::json kept;
  for (const char* key : {"ranks", "rank_list", "world_size", "slices", "span_s", "communication", "overlap", "by_rank", "instants", "counters", "categories", "arrows", "transfers"})
    if (j.contains(key)) kept[key] = j[key];
  EXPECT_EQ(kept.size(), 13U) << j.dump();
  return kept;
}

}  // namespace

TEST(CliConvert, JsonStudyAndJsonAgainTellTheSame) {
  const Folder folder;
  const nlohmann::json want = figures(kSample);
  const std::string first = folder.file("a.json.gz"), study = folder.file("b.weir"), second = folder.file("c.json");
  ASSERT_EQ(weirCli({"convert", kSample, first}).code, 0);
  EXPECT_EQ(figures(first), want);
  ASSERT_EQ(weirCli({"convert", first, study}).code, 0);
  const Finished from = weirCli({"convert", study, second});
  ASSERT_EQ(from.code, 0) << from.err;
  EXPECT_EQ(figures(second), want);
  ASSERT_EQ(weirCli({"convert", kSample, folder.file("d.csv")}).code, 0);
  EXPECT_EQ(figures(folder.file("d.csv"))["slices"], want["slices"]);
}

TEST(CliConvert, ARunOfAStudyIsChosen) {
  const Folder folder;
  const std::string study = folder.file("b.weir"), out = folder.file("c.json");
  ASSERT_EQ(weirCli({"convert", kSample, study}).code, 0);
  ASSERT_EQ(weirCli({"convert", kSample, study}).code, 0);  // a second one
  struct Case {
    std::vector<std::string> arguments;
    const char* says;
  };
  for (const Case& c : {Case{{study, out}, "--run"}, Case{{study, out, "--run", "77"}, "no run 77"}, Case{{kSample, out, "--run", "1"}, "--run"},
                        Case{{kSample, folder.file("x.what")}, "no format"}, Case{{study, study}, "overwrite"}, Case{{folder.file("none.json"), out}, "none.json"}}) {
    std::vector<std::string> arguments{"convert"};
    arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
    const Finished f = weirCli(arguments);
    EXPECT_EQ(f.code, 1) << c.says;
    EXPECT_EQ(std::count(f.err.begin(), f.err.end(), '\n'), 1) << f.err;
    EXPECT_NE(f.err.find(c.says), std::string::npos) << f.err;
    EXPECT_FALSE(std::filesystem::exists(out)) << c.says;
  }
  EXPECT_EQ(weirCli({"convert", study, out, "--run", "2"}).code, 0);
}

// Without a trap of the shell's: a limit on the size of files is an error of the writing, and nothing is left half written.
TEST(CliConvert, ALimitOnFilesLeavesNothingBehind) {
  const Folder folder;
  for (const char* name : {"a.json", "a.csv", "a.weir"}) {
    ASSERT_EQ(weirCli({"convert", kSample, folder.file(name)}).code, 0) << name;
    ASSERT_TRUE(std::filesystem::remove(folder.file(name))) << name;
    const Finished f = weirCli({"convert", kSample, folder.file(name)}, "ulimit -f 8; ");
    EXPECT_EQ(f.code, 1) << name << f.err;
    EXPECT_NE(f.err.find(name), std::string::npos) << f.err;
  }
  EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(folder.file("a")).parent_path()));
}

}  // namespace convert_test
