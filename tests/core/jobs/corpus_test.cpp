// Every file of the corpus: opened as a user would, told as info tells it, kept in a study and read back from there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/formats/open.h"
#include "core/study/check_run.h"
#include "core/study/run_columns.h"
#include "core/summarize/info.h"
#include "tests/core/study/random_run.h"

namespace corpus_test {
using namespace weir;

namespace {

namespace fs = std::filesystem;
// What is refused, and what its message must say. Everything else must be read.
struct Refused {
  const char *folder, *part, *says;
};
constexpr std::array<Refused, 17> kRefused{{
    {"chrome_json", "simple-with-samples", "no event that can be shown"},
    {"darshan", "v2/", "before Darshan 3"},
    {"dftracer", ".zindex", "holds no event"},
    {"dumpi", ".bin", "dumpi2ascii"},
    {"dumpi", ".meta", "dumpi2ascii"},
    {"dumpi", "ref-out", "not a trace that is known"},
    {"malformed", "truncated.et", "no node"},
    {"otf2", ".def", "anchor file"},
    {"otf2", ".evt", "anchor file"},
    {"otf2", "MANIFEST.md", "not a trace that is known"},
    {"otf2", "scorep.cfg", "not a trace that is known"},
    {"paje", "platform_file.rec", "not a trace that is known"},
    {"projections", ".log.gz", ".sts file"},
    {"projections", ".projrc", ".sts file"},
    {"recorder", "parquet", "Parquet"},
    {"tau", ".ppk", "ParaProf"},
    {"xplane", "tpu_inference_2", "conversion of text"},
}};
constexpr std::size_t kMostCompared = 40'000;  // slices: comparing field by field as text is slow

// Folder and file of corpus/MANIFEST.tsv.
std::vector<std::pair<std::string, std::string>> corpusFiles() {
  std::ifstream in(WEIR_SHARED_DIR "/corpus/MANIFEST.tsv");
  std::vector<std::pair<std::string, std::string>> files;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == std::string::npos) continue;
    files.emplace_back(line.substr(0, first), line.substr(first + 1, second - first - 1));
  }
  return files;
}

Result<weir::Run> throughColumns(const weir::Run& run) {
  std::map<std::string, std::vector<std::string>> stored;
  const auto wrote = writeRun(
      run,
      [&](const std::string& column, std::uint32_t, std::string&& blob) -> Result<void> {
        stored[column].push_back(std::move(blob));
        return {};
      },
      {});
  if (!wrote) return tl::make_unexpected(wrote.error());
  return readRun(
      kRunLayout,
      [&](const std::string& column, const ChunkUse& use) -> Result<void> {
        for (const std::string& blob : stored[column])
          if (auto r = use(blob, stored[column].size()); !r) return r;
        return {};
      },
      std::uint64_t{1} << 34, {});
}

}  // namespace

TEST(Corpus, EveryFileIsReadToldAndKept) {
  const auto files = corpusFiles();
  if (files.empty()) GTEST_SKIP() << "SKIP: no ../shared/corpus";
  std::map<std::string, std::pair<int, int>> tally;  // folder: read, refused
  std::string refused;
  for (const auto& [folder, file] : files) {
    SCOPED_TRACE(folder + "/" + file);
    const std::string path = std::string(WEIR_SHARED_DIR "/corpus/") + folder + "/" + file;
    if (!fs::exists(path)) continue;
    const auto run = openFiles({path}, {}, {});
    if (!run) {
      ++tally[folder].second;
      refused += folder + "/" + file + ": " + run.error().line() + "\n";
      EXPECT_FALSE(run.error().what.empty());
      EXPECT_NE(run.error().where.find(fs::path(path).filename().string()), std::string::npos) << run.error().line();
      EXPECT_FALSE(run.error().todo.empty()) << run.error().line();
      const auto known = std::find_if(kRefused.begin(), kRefused.end(),
                                      [&, f = folder, n = file](const Refused& r) { return f == r.folder && n.find(r.part) != std::string::npos; });
      if (known == kRefused.end()) ADD_FAILURE() << run.error().line();
      else EXPECT_NE(run.error().line().find(known->says), std::string::npos) << run.error().line();
      continue;
    }
    ++tally[folder].first;
    const auto ok = checkRun(*run);
    ASSERT_TRUE(ok.has_value()) << ok.error().line();
    const auto json = nlohmann::json::parse(infoToJson(describe(*run)));
    EXPECT_EQ(json["slices"], run->slices.size());
    EXPECT_EQ(json["notes"].size(), describe(*run).notes.size());
    EXPECT_FALSE(infoToText(describe(*run)).empty());
    // A file that was read says something: events, figures or facts.
    EXPECT_TRUE(run->slices.size() + run->instants.size() + run->counters.size() + run->io.size() + run->ioRecords.size() +
                    run->tables.size() + run->facts.size() + run->notes.size() >
                0U);
    if (run->slices.size() > kMostCompared) continue;
    const auto again = throughColumns(*run);
    ASSERT_TRUE(again.has_value()) << again.error().line();
    ASSERT_EQ(test::everyField(*run), test::everyField(*again));
  }
  for (const auto& [folder, counts] : tally) std::printf("%-20s %4d read %4d refused\n", folder.c_str(), counts.first, counts.second);
  std::printf("%s", refused.c_str());
}

}  // namespace corpus_test
