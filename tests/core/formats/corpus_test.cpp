// The corpus' own expectations (MANIFEST.tsv, computed by independent readers), file by file. Keys that a row does not
// have are skipped; every other one is compared or stands, with the reason, among those that are not (kNotCompared).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/formats/source.h"
#include "support.h"

namespace corpus_test {
using namespace weir;
using namespace weir::test;

namespace {

struct Unheld {
  const char *key, *why;
};
constexpr Unheld kNotCompared[] = {
    {"top", "whether the file is a list or an object is no matter of a Run"},
    {"notes", "remarks for people"},
    {"pids", "processes that have no event but their name are not kept"},
    {"overlap_pct_of_comm", "the quotient of overlap_us and comm_union_us, which are compared"},
    {"endian", "of the Darshan log: darshan_test.cpp"},
};

std::string factOf(const weir::Run& run, std::string_view name) {
  for (const Fact& f : run.facts)
    if (f.name == name) return f.value;
  return {};
}

// Events by type, as the file's table says.
std::map<std::string, std::int64_t> eventsOf(const weir::Run& run) {
  std::map<std::string, std::int64_t> events;
  for (const Table& t : run.tables)
    if (t.name == "events of the file")
      for (std::size_t i = 0; i < t.rows(); ++i) events[t.columns[0].text[i]] += static_cast<std::int64_t>(t.columns[1].number[i]);
  return events;
}

std::int64_t decompressedBytes(const std::string& path) {
  auto source = ByteSource::open(path, {});
  std::int64_t n = 0;
  if (source)
    (void)source->stream(
        [&](ByteSpan chunk, bool) -> Result<void> {
          n += static_cast<std::int64_t>(chunk.size());
          return {};
        },
        {});
  return n;
}

std::int64_t phases(const nlohmann::json& expected, std::string_view phase) {
  // "M:44 X:4811"
  std::stringstream words(expected.value("ph", ""));
  for (std::string word; words >> word;)
    if (word.size() > 2 && word.substr(0, word.find(':')) == phase) return std::stoll(word.substr(word.find(':') + 1));
  return 0;
}

// As the manifest counts them: slices that stick out of the last one begun on their track and not yet over. With this
// every start and duration of the file takes part in the comparison.
std::int64_t overlapsInDoubles(const weir::Run& run, std::int64_t originUs) {
  std::int64_t overlaps = 0;
  for (const Track& t : run.tracks) {
    std::vector<std::pair<double, double>> slices;  // start, -duration
    for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
        slices.emplace_back(doubleUs(originUs, run.slices.start[i]), -doubleUs(0, run.slices.duration[i]));
    std::sort(slices.begin(), slices.end());
    std::vector<double> open;
    for (const auto& [start, minus] : slices) {
      const double end = start - minus;
      while (!open.empty() && open.back() <= start) open.pop_back();
      if (!open.empty() && end > open.back()) ++overlaps;
      open.push_back(end);
    }
  }
  return overlaps;
}

// Every event of the file is a slice, a mark, a sample of a counter, metadata, an arrow's end, or set aside with a note.
void nothingIsLost(const weir::Run& run) {
  std::map<std::string, std::int64_t> n = eventsOf(run);
  const auto of = [&](std::initializer_list<const char*> types) {
    std::int64_t sum = 0;
    for (const char* t : types) sum += n[t];
    return sum;
  };
  const auto noted = [&](std::initializer_list<const char*> kinds) {
    std::int64_t sum = 0;
    for (const char* k : kinds) sum += static_cast<std::int64_t>(noteCount(run, k));
    return sum;
  };
  // Begins and ends become one slice, or a mark where they are alone.
  const std::int64_t halves = of({"B", "E", "b", "e", "S", "F", "N", "D"});
  const std::int64_t alone = noted({"begin without an end", "end without a begin", "async begin without an end", "async end without a begin"});
  const std::int64_t unset = noted({"begin or end whose time was never set"});
  const std::int64_t untimed = noted({"event without a time", "time that is not a number", "time too far from the others to share an axis, left out"});
  const std::int64_t marks = of({"i", "I", "R", "n", "T", "p", "P", "O"});
  if (untimed > 0) return;  // of which type they were is not told
  EXPECT_EQ(static_cast<std::int64_t>(run.slices.size()), n["X"] + (halves - alone) / 2 - unset);
  if (unset == 0) {
    EXPECT_EQ(static_cast<std::int64_t>(run.instants.size()), marks + alone);
  }
  std::int64_t known = n["X"] + halves + marks + of({"C", "M", "s", "t", "f", "none"});
  for (const Note& note : run.notes)
    if (note.kind.starts_with("events of type")) known += static_cast<std::int64_t>(note.count);
  std::int64_t all = 0;
  for (const auto& [type, count] : n) all += count;
  EXPECT_EQ(known, all);
  std::int64_t ends = 0;
  for (const char* kind : {"flow ends without a start (calls that launched nothing, usually)", "flow starts without an end"}) ends += static_cast<std::int64_t>(noteCount(run, kind));
  EXPECT_LE(ends, of({"s", "t", "f"}));
}

void compare(const ManifestRow& row, const weir::Run& run) {
  const nlohmann::json& want = row.expected;
  std::set<std::string> left;
  for (const auto& [key, value] : want.items()) left.insert(key);
  const auto done = [&](const char* key) { left.erase(key); };
  for (const Unheld& u : kNotCompared) done(u.key);
  nothingIsLost(run);
  const std::int64_t base = want.contains("baseTimeNanoseconds") ? std::stoll(want["baseTimeNanoseconds"].get<std::string>()) : 0;
  const std::int64_t originUs = (run.originNs - base) / 1000;
  const Counted got = count(run, originUs);
  const auto whole = [&](const char* key, std::int64_t value) {
    if (!want.contains(key)) return;
    done(key);
    EXPECT_EQ(value, want[key].get<std::int64_t>()) << key;
  };
  const auto us = [&](const char* key, double value) {
    if (!want.contains(key)) return;
    done(key);
    EXPECT_NEAR(value, want[key].get<double>(), 0.00101) << key  /* given with three decimals */;
  };
  const bool pairs = phases(want, "B") + phases(want, "b") + phases(want, "S") > 0;
  if (!pairs) {
    whole("X", got.slices);
    whole("tracks", got.tracks);
    // This one has slices that overlap by 1e-8 us, below the Run's picosecond.
    if (row.file.find("ideal-timeline") != std::string::npos) done("partial_overlaps_same_track");
    else whole("partial_overlaps_same_track", overlapsInDoubles(run, originUs));
  }
  whole("kernels", got.kernels);
  whole("gpu_mem_ops", got.memory);
  whole("nccl_kernels", got.nccl);
  whole("record_param_comms", got.params);
  whole("X_no_dur", static_cast<std::int64_t>(noteCount(run, "complete event without a duration, shown with none")));
  us("nccl_dur_us", got.ncclUs);
  us("kernel_dur_us", got.kernelUs);
  us("comm_union_us", got.communicationUs);
  us("comp_union_us", got.computeUs);
  us("overlap_us", got.overlapUs);
  if (pairs)
    for (const char* key : {"tracks", "partial_overlaps_same_track"}) done(key);  // of the manifest's X events alone; here of pairs, too
  whole("raw_bytes", decompressedBytes(row.file));
  std::map<std::string, std::int64_t> events = eventsOf(run);
  std::int64_t all = 0;
  for (const auto& [type, count] : events) all += count;
  whole("events", all);
  whole("X", events.contains("X") ? events["X"] : 0);
  if (want.contains("ph")) {
    done("ph");
    std::string text;
    for (const auto& [type, count] : events) text += fmt::format("{}{}:{}", text.empty() ? "" : " ", type == "none" ? "None" : type, count);
    EXPECT_EQ(text, want["ph"].get<std::string>());
  }
  for (const auto& [key, fact] : {std::pair("schemaVersion", "schema version"), std::pair("traceName", "trace name"), std::pair("trace_id", "trace id"), std::pair("displayTimeUnit", "display time unit")}) {
    if (!want.contains(key)) continue;
    done(key);
    // The manifest gives 60 letters at most.
    EXPECT_EQ(factOf(run, fact).substr(0, 60), want[key].get<std::string>());
  }
  if (want.contains("device0")) {
    done("device0");
    EXPECT_NE(factOf(run, "devices").find(want["device0"].get<std::string>()), std::string::npos) << factOf(run, "devices");
  }
  if (want.contains("baseTimeNanoseconds")) {
    done("baseTimeNanoseconds");  // originUs above: min_ts and max_end are compared relative to it
  }
  if (want.contains("collectives")) {
    done("collectives");
    std::map<std::string, int> operations;
    for (const CollectiveCall& c : run.collectives)
      if (c.bytes != kUnknownBytes) ++operations[std::string(name(c.operation))];
    // "allreduce:15 broadcast:6 wait:6": waits are no collectives.
    std::map<std::string, int> wanted;
    std::stringstream words(want["collectives"].get<std::string>());
    for (std::string word; words >> word;) {
      const std::string operation = word.substr(0, word.find(':'));
      if (operation == "wait") continue;
      const auto op = operationFrom(operation);
      ASSERT_TRUE(op.has_value()) << operation;
      wanted[std::string(name(*op))] += std::stoi(word.substr(word.find(':') + 1));
    }
    EXPECT_EQ(operations, wanted);
  }
  if (want.contains("coll_n")) {
    done("coll_n");
    done("coll_in_bytes(kernels w/ args)");
    const bool kernels = got.nccl > 0;
    std::int64_t waits = 0;
    if (const std::string text = want.value("collectives", ""); !kernels && text.find("wait:") != std::string::npos) waits = std::stoll(text.substr(text.find("wait:") + 5));
    std::int64_t n = 0;
    std::int64_t bytes = 0;
    for (const CollectiveCall& c : run.collectives) {
      if (c.bytes == kUnknownBytes) continue;
      ++n;
      bytes += c.bytes;
    }
    EXPECT_EQ(n + waits, want["coll_n"].get<std::int64_t>());
    EXPECT_EQ(bytes, want["coll_in_bytes(kernels w/ args)"].get<std::int64_t>());
    if (kernels) {
      EXPECT_EQ(run.collectives.size(), static_cast<std::size_t>(got.nccl));
    } else {
      EXPECT_GT(noteCount(run, "collectives known by the host's calls alone: times are those of the calls, not of the transfers"), 0U);
    }
  }
  if (want.contains("distributedInfo")) {
    done("distributedInfo");
    // "rank=0 world=128 backend=nccl"
    std::stringstream words(want["distributedInfo"].get<std::string>());
    std::string rank;
    std::string world;
    words >> rank >> world;
    const auto number = [](const std::string& word) {
      const std::string v = word.substr(word.find('=') + 1);
      return v == "None" ? -1 : std::stoi(v);
    };
    if (number(rank) >= 0) {
      EXPECT_EQ(run.ranks, std::vector<std::int32_t>{number(rank)});
    }
    EXPECT_EQ(run.worldSize, number(world));
    std::string backend;
    if (words >> backend) {
      backend = backend.substr(backend.find('=') + 1);
      EXPECT_EQ(factOf(run, "backend"), backend == "None" ? "" : backend);
    }
  }
  done("min_ts");  // with pairs of begins and ends the manifest counts those that find no partner
  done("max_end");
  if (want.contains("min_ts") && !pairs && got.slices > 0) {
    // Instants count in the manifest's ends, but not in a Run's span.
    auto [first, last] = run.span();
    for (const Instant& i : run.instants) {
      first = std::min(first, i.time);
      last = std::max(last, i.time);
    }
    const double from = static_cast<double>(run.originNs - base) * 1e-3 + static_cast<double>(first) * 1e-6;
    const double to = static_cast<double>(run.originNs - base) * 1e-3 + static_cast<double>(last) * 1e-6;
    const double largest = std::stod(want["max_end"].get<std::string>());
    const double tolerance = 0.001 + 2 * (std::nextafter(largest, 1e300) - largest);
    const double wantFrom = std::stod(want["min_ts"].get<std::string>());
    EXPECT_NEAR(from, wantFrom, tolerance);
    EXPECT_NEAR(to, largest, tolerance);
  }
  EXPECT_TRUE(left.empty()) << "keys not compared: " << fmt::format("{}", fmt::join(left, ", "));
}

void compareFolder(const std::string& folder, std::size_t atLeast) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  std::size_t compared = 0;
  for (const ManifestRow& row : manifest(folder)) {
    if (!row.expected.contains("X")) continue;
    SCOPED_TRACE(row.file);
    const auto run = test::open(row.file);
    // Of two files nothing has a time in the manifest's eyes; one of them has an object's snapshot.
    const bool nothing = row.expected["X"] == 0 && !row.expected.contains("min_ts") && phases(row.expected, "O") == 0;
    if (nothing) {
      EXPECT_FALSE(run.has_value());
      EXPECT_FALSE(run.error().what.empty());
      ++compared;
      continue;
    }
    ASSERT_TRUE(run.has_value()) << run.error().line();
    compare(row, *run);
    ++compared;
  }
  EXPECT_GE(compared, atLeast);
  for (const Unheld& u : kNotCompared) fmt::print("  not compared: {}: {}\n", u.key, u.why);
}

}  // namespace

TEST(Corpus, Kineto) { compareFolder("kineto", 42); }
TEST(Corpus, ChromeJson) { compareFolder("chrome_json", 45); }
TEST(Corpus, Straggler) { compareFolder("straggler_timeline", 3); }
TEST(Corpus, Malformed) { compareFolder("malformed", 10); }

// Broken logs of other formats give what is whole in them, or say what they are.
TEST(Corpus, MalformedOfOtherFormats) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  for (const ManifestRow& row : manifest("malformed")) {
    if (row.expected.contains("X")) continue;
    SCOPED_TRACE(row.file);
    const auto run = test::open(row.file);
    if (run) {
      EXPECT_FALSE(run->notes.empty());
    } else {
      EXPECT_FALSE(run.error().what.empty());
      EXPECT_NE(run.error().line().find(std::filesystem::path(row.file).filename().string()), std::string::npos);
    }
  }
}

// "expected straggler metrics": every number of ms-*, mw-* and result-* is there.
TEST(Corpus, StragglerResults) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  int files = 0;
  for (const ManifestRow& row : manifest("straggler_timeline")) {
    if (row.expected.contains("X")) continue;
    SCOPED_TRACE(row.file);
    ++files;
    const auto run = test::open(row.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->format, "straggler");
    const auto number = [&](std::string_view name) { return std::strtod(factOf(*run, name).c_str(), nullptr); };
    if (row.expected.contains("content")) {
      const std::map<std::string, std::string> names{{"tori", "T_ori"}, {"tideal", "T_ideal"}, {"trem", "T_rem"}, {"tadd", "T_add"}};
      for (const auto& [key, value] : row.expected["content"].items()) EXPECT_EQ(number(names.contains(key) ? names.at(key) : key), value.get<double>()) << key;
      continue;
    }
    // The file itself, by another parser.
    std::ifstream in(row.file);
    const auto root = nlohmann::json::parse(in);
    EXPECT_EQ(run->worldSize, root["job_meta"]["world_size"].get<int>());
    for (const auto& [key, value] : root["job_meta"].items()) EXPECT_FALSE(factOf(*run, key).empty()) << key;
    for (const auto& [key, value] : root.items()) {
      if (value.is_number()) {
        EXPECT_EQ(number(key), value.get<double>()) << key;
      }
      if (!value.is_object() || key == "job_meta") continue;
      const auto table = std::find_if(run->tables.begin(), run->tables.end(), [&](const Table& t) { return t.name == key; });
      ASSERT_NE(table, run->tables.end()) << key;
      double sum = 0;
      for (const auto& [k, v] : value.items()) {
        if (v.is_number()) sum += v.get<double>();
        if (v.is_object())
          for (const auto& [inner, x] : v.items()) sum += x.get<double>();
      }
      double got = 0;
      for (const double v : table->find("value")->number) got += v;
      EXPECT_NEAR(got, sum, 1e-9 * std::abs(sum)) << key;
    }
  }
  EXPECT_EQ(files, 6);
}

// What a what-if analysis needs of the timeline: steps, operation types, DP and PP rank; T_ori of the results is the mean
// length of its steps.
TEST(Corpus, StragglerTimelineHasStepsTypesAndRanks) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const auto run = test::open(shared("corpus/straggler_timeline/timeline-ST.json.gz"));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->ranks.size(), 8U);  // dp 2 x pp 4
  const auto table = std::find_if(run->tables.begin(), run->tables.end(), [](const Table& t) { return t.name == "ranks"; });
  ASSERT_NE(table, run->tables.end());
  EXPECT_EQ(table->find("dp")->number, (std::vector<double>{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(table->find("pp")->number, (std::vector<double>{0, 1, 2, 3, 0, 1, 2, 3}));
  std::map<int, std::pair<std::int64_t, std::int64_t>> steps;
  std::map<std::string, int> types;
  for (SliceIndex i = 0; i < run->slices.size(); ++i) {
    const auto args = nlohmann::json::parse(run->argsOf(i));
    ++types[std::string(run->names.text(run->slices.category[i]))];
    const auto [it, fresh] = steps.try_emplace(args["step"].get<int>(), run->slices.start[i], run->slices.endOf(i));
    it->second.first = std::min(it->second.first, run->slices.start[i]);
    it->second.second = std::max(it->second.second, run->slices.endOf(i));
  }
  EXPECT_EQ(types.size(), 13U);
  EXPECT_EQ(types["forward-compute"], 1024);
  EXPECT_EQ(types["grads-reduce-scatter"], 256);
  EXPECT_EQ(steps.size(), 32U);
}

TEST(Corpus, NcclProfiler) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  int rows = 0;
  for (const ManifestRow& row : manifest("nccl_profiler")) {
    SCOPED_TRACE(row.file);
    ++rows;
    const auto run = test::open(row.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    std::set<std::string> left;
    for (const auto& [key, value] : row.expected.items()) left.insert(key);
    const auto want = [&](const char* key) {
      left.erase(key);
      return row.expected[key].get<std::int64_t>();
    };
    std::map<std::string, std::int64_t> events = eventsOf(*run);
    EXPECT_EQ(events["b"], want("ph_b"));
    EXPECT_EQ(events["e"], want("ph_e"));
    EXPECT_EQ(events["b"] + events["e"] + events["none"], want("event_lines"));  // its list ends in an empty object
    EXPECT_EQ(static_cast<std::int64_t>(noteCount(*run, "begin or end whose time was never set")), want("ts_zero"));
    nothingIsLost(*run);
    // Events whose arguments have a hexadecimal number or a bare word; some have both.
    const auto odd = static_cast<std::int64_t>(noteCount(*run, "value that is not JSON (NaN, hexadecimal, a bare word)"));
    EXPECT_GE(odd, std::max(want("hex_literals"), want("bare_enums")));
    std::int64_t bytes = 0;
    for (const CollectiveCall& c : run->collectives) bytes += std::max<std::int64_t>(c.bytes, 0);
    EXPECT_EQ(bytes, want("p2p_bytes"));
    EXPECT_TRUE(left.empty());
  }
  EXPECT_EQ(rows, 1);
}

}  // namespace corpus_test
