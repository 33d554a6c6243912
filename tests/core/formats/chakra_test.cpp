// Chakra execution traces: the corpus' expected values, and small graphs written here for what the corpus does not hold.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "chakra_support.h"
#include "core/summarize/head_words.h"

namespace chakra_test {
using namespace weir;
using namespace weir::test;
using namespace weir::test::chakra;

TEST(Chakra, NodesArrowsAndMessages) {
  // A (5 us) then B (7 us) by data; C (1 us) by control; a send after B, a receive from 3 after C.
  const std::string file = trace({{.id = 0, .name = "A", .duration = 5},
                                  {.id = 1, .name = "B", .data = {0}, .duration = 7},
                                  {.id = 2, .name = "C", .control = {0}, .duration = 1, .cpu = 1},
                                  {.id = 3, .name = "S", .type = 5, .data = {1}, .whole = {{"comm_size", 100}, {"comm_dst", 2}}},
                                  {.id = 4, .name = "R", .type = 6, .data = {2}, .whole = {{"comm_size", 50}, {"comm_src", 3}}},
                                  {.id = 5, .name = "X", .type = 7, .data = {9}, .whole = {{"comm_size", 8}, {"comm_type", 2}}}});
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
    const auto run = readText(file, chunk);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    ASSERT_EQ(run->slices.size(), 6U);
    EXPECT_EQ(run->format, "chakra-et");
    EXPECT_EQ(run->slices.start[named(*run, "B")], us(5)) << "waits for A";
    EXPECT_EQ(run->slices.start[named(*run, "C")], us(5));
    EXPECT_EQ(run->slices.start[named(*run, "S")], us(12));
    EXPECT_EQ(run->slices.duration[named(*run, "S")], 0) << "no duration stays none";
    EXPECT_EQ(noteCount(*run, "start times are not in the file: nodes laid out by what they wait for"), 6U);
    EXPECT_EQ(run->truth, Truth::Predicted);
    EXPECT_EQ(noteCount(*run, "dependency on a node that is not in the file"), 1U);
    ASSERT_EQ(run->arrows.size(), 4U);
    std::set<std::string> arrows;
    for (std::size_t a = 0; a < run->arrows.size(); ++a)
      arrows.insert(fmt::format("{}-{} {}", run->names.text(run->slices.name[run->arrows.from[a]]),
                                run->names.text(run->slices.name[run->arrows.to[a]]), run->names.text(run->arrows.kind[a])));
    EXPECT_EQ(arrows, (std::set<std::string>{"A-B dependency", "A-C control", "B-S dependency", "C-R dependency"}));
    ASSERT_EQ(run->transfers.size(), 2U);
    EXPECT_EQ(run->transfers.bytes[0] + run->transfers.bytes[1], 150);
    ASSERT_EQ(run->collectives.size(), 1U);
    EXPECT_EQ(run->collectives[0].operation, Operation::AllGather);
    EXPECT_EQ(run->collectives[0].bytes, 8);
    EXPECT_EQ(run->slices.activity[named(*run, "C")], Activity::Host);
    EXPECT_EQ(run->slices.activity[named(*run, "A")], Activity::Compute);
  }
}

TEST(Chakra, WhereNothingLastsTheOrderIsNoTime) {
  const std::string file = trace({{.id = 0, .name = "A"}, {.id = 1, .name = "B", .data = {0}}, {.id = 2, .name = "C", .data = {1}}});
  const auto run = readText(file, 1000);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_LT(run->slices.start[named(*run, "A")], run->slices.start[named(*run, "C")]);
  EXPECT_TRUE(withoutTimes(*run));
  EXPECT_EQ(truthWords(*run), "without times");
  const auto timed = readText(trace({{.id = 0, .name = "A", .duration = 5}, {.id = 1, .name = "B", .data = {0}}}), 1000);
  ASSERT_TRUE(timed.has_value()) << timed.error().line();
  EXPECT_FALSE(withoutTimes(*timed));
}

TEST(Chakra, RankOfAName) {
  EXPECT_EQ(rankFromFileName("all_reduce.3.et"), 3);
  EXPECT_EQ(rankFromFileName("chakra.0.et.gz"), 0);
  EXPECT_EQ(rankFromFileName("1.0.2-chakra.0.0.4.json"), kUnknownRank) << "a version";
  EXPECT_EQ(rankFromFileName("resnet_2gpu_et.json"), kUnknownRank);
}

TEST(Chakra, ZeroesMayBeLeftOut) {
  // proto3 writes no zeroes: id 0, rank 0 as peer and the all-reduce (0) are absent or present, and mean the same.
  const auto run = readText(trace({{.name = "first", .type = 7, .whole = {{"comm_size", 4}}}, {.id = 1, .name = "second", .type = 7, .data = {0}, .whole = {{"comm_size", 4}, {"comm_type", 0}}}}));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->collectives.size(), 2U);
  for (const CollectiveCall& c : run->collectives) EXPECT_EQ(c.operation, Operation::AllReduce);
  EXPECT_EQ(run->arrows.size(), 1U);
  EXPECT_EQ(argsOf(*run, "first")["id"], 0);
  EXPECT_EQ(noteCount(*run, "collective without a type, taken as all-reduce"), 1U);
}

TEST(Chakra, RecordedTimesStay) {
  const std::string epoch = trace({{.id = 1, .name = "A", .start = 1'700'000'000'000'005, .duration = 5},
                                   {.id = 2, .name = "B", .data = {1}, .start = 1'700'000'000'000'020, .duration = 5},
                                   {.id = 3, .name = "C", .data = {2}, .duration = 1}});
  const auto run = readText(epoch);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->originNs, 1'700'000'000'000'005'000);
  EXPECT_EQ(run->truth, Truth::Measured);
  EXPECT_EQ(run->slices.start[named(*run, "B")], us(15));
  EXPECT_EQ(run->slices.start[named(*run, "C")], us(20)) << "without a start: behind B";
  EXPECT_EQ(noteCount(*run, "node without a usable start, placed behind what it waits for"), 1U);
  ASSERT_EQ(run->sources.size(), 1U);
  EXPECT_EQ(run->sources[0].clock, ClockKind::Epoch);

  const auto own = readText(trace({{.id = 1, .name = "A", .duration = 5}, {.id = 2, .name = "B", .start = 30, .duration = 5}}));
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(own->slices.start[named(*own, "A")], 0) << "a session's first node starts at 0";
  EXPECT_EQ(own->slices.start[named(*own, "B")], us(30));
  EXPECT_EQ(own->sources[0].clock, ClockKind::Own);
}

TEST(Chakra, EveryKindOfValue) {
  Node n{.id = 1, .name = "N"};
  const auto add = [&](const std::string& name, const auto& fn) { n.extra += attribute(name, fn); };
  const auto list = [&](unsigned field, const auto& fill) {
    return [field, fill](pbf_writer& a) {
      std::string inner;
      pbf_writer w(inner);
      fill(w);
      a.add_message(field, inner);
    };
  };
  add("double", [](pbf_writer& a) { a.add_double(3, 0.1); });
  add("float", [](pbf_writer& a) { a.add_float(5, 0.5F); });
  add("nan", [](pbf_writer& a) { a.add_double(3, std::nan("")); });
  add("int32", [](pbf_writer& a) { a.add_int32(7, -7); });
  add("int64", [](pbf_writer& a) { a.add_int64(9, -9'000'000'000); });
  add("uint32", [](pbf_writer& a) { a.add_uint32(11, 4'000'000'000U); });
  add("uint64", [](pbf_writer& a) { a.add_uint64(13, 18'000'000'000'000'000'000ULL); });
  add("sint32", [](pbf_writer& a) { a.add_sint32(15, -15); });
  add("sint64", [](pbf_writer& a) { a.add_sint64(17, -17); });
  add("fixed32", [](pbf_writer& a) { a.add_fixed32(19, 19); });
  add("fixed64", [](pbf_writer& a) { a.add_fixed64(21, 21); });
  add("sfixed32", [](pbf_writer& a) { a.add_sfixed32(23, -23); });
  add("sfixed64", [](pbf_writer& a) { a.add_sfixed64(25, -25); });
  add("bool", [](pbf_writer& a) { a.add_bool(27, true); });
  add("string", [](pbf_writer& a) { a.add_string(29, "a \"b\"\n"); });
  add("bytes", [](pbf_writer& a) { a.add_bytes(31, std::string("\x00\xff", 2)); });
  const std::vector<double> doubles{0.5, 2};
  const std::vector<std::int64_t> wholes{-1, 2};
  add("doubles", list(4, [&](pbf_writer& w) { w.add_packed_double(1, doubles.begin(), doubles.end()); }));
  add("wholes", list(10, [&](pbf_writer& w) { w.add_packed_int64(1, wholes.begin(), wholes.end()); }));
  add("unpacked", list(10, [&](pbf_writer& w) { w.add_int64(1, 3), w.add_int64(1, 4); }));
  add("words", list(30, [&](pbf_writer& w) { w.add_string(1, "x"), w.add_string(1, "y"); }));
  const auto run = readText(trace({n}));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  const auto expected = nlohmann::json::parse(R"({"double":0.1,"float":0.5,"nan":"nan","int32":-7,"int64":-9000000000,
    "uint32":4000000000,"uint64":18000000000000000000,"sint32":-15,"sint64":-17,"fixed32":19,"fixed64":21,"sfixed32":-23,
    "sfixed64":-25,"bool":true,"string":"a \"b\"\n","bytes":"00ff","doubles":[0.5,2.0],"wholes":[-1,2],"unpacked":[3,4],
    "words":["x","y"],"id":1})");
  EXPECT_EQ(argsOf(*run, "N"), expected);
}

TEST(Chakra, OneSizeInAnyType) {
  const auto sized = [](const auto& value) {
    return readText(trace({{.id = 1, .name = "N", .type = 7, .extra = attribute("comm_size", value)}}));
  };
  for (const auto& run : {sized([](pbf_writer& a) { a.add_int64(9, 77); }), sized([](pbf_writer& a) { a.add_uint64(13, 77); }),
                          sized([](pbf_writer& a) { a.add_string(29, "77"); }), sized([](pbf_writer& a) { a.add_uint32(11, 77); })}) {
    ASSERT_TRUE(run.has_value());
    ASSERT_EQ(run->collectives.size(), 1U);
    EXPECT_EQ(run->collectives[0].bytes, 77);
  }
}

TEST(Chakra, TextsAreUtf8) {
  Node n{.id = 1, .name = "a\xff" "b", .duration = 1};
  n.extra = attribute("word", [](pbf_writer& a) { a.add_string(29, "c\xfe"); });
  const auto run = readText(trace({n}));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->names.text(run->slices.name[0]), "a\xEF\xBF\xBD" "b");
  EXPECT_EQ(nlohmann::json::parse(run->argsOf(0))["word"], "c\xEF\xBF\xBD");
  EXPECT_EQ(noteCount(*run, "text that is not UTF-8 or has control characters, replaced"), 1U);
}

TEST(Chakra, DamageIsCounted) {
  const std::string good = trace({{.id = 1, .name = "A", .duration = 1}, {.id = 2, .name = "B", .data = {1}, .duration = 1}});
  const auto cut = readText(std::string_view(good).substr(0, good.size() - 2));
  ASSERT_TRUE(cut.has_value());
  EXPECT_EQ(cut->slices.size(), 1U);
  EXPECT_EQ(noteCount(*cut, "file ends inside a message"), 1U);

  std::string broken = good;
  delimited(broken, "\x12\xff\xff\xff\x7f");  // a name longer than its message
  delimited(broken, encoded({.id = 3, .name = "C", .duration = 1}));
  const auto some = readText(broken);
  ASSERT_TRUE(some.has_value());
  EXPECT_EQ(some->slices.size(), 3U) << "the node behind the broken one is read";
  EXPECT_EQ(noteCount(*some, "node that cannot be read, left out"), 1U);

  const auto lost = readText(good + std::string(12, '\xff') + "rest");
  ASSERT_TRUE(lost.has_value());
  EXPECT_EQ(lost->slices.size(), 2U);
  EXPECT_EQ(noteCount(*lost, "no length of a message: the rest of the file is left out"), 1U);

  const auto circle = readText(trace({{.id = 1, .name = "A", .data = {2}, .duration = 1}, {.id = 2, .name = "B", .data = {1}, .duration = 1}}));
  ASSERT_TRUE(circle.has_value());
  EXPECT_EQ(circle->slices.size(), 2U);
  EXPECT_EQ(noteCount(*circle, "dependencies run in circles, nodes placed last"), 2U);
}

TEST(Chakra, StorageNodesAreOperations) {
  std::string fs;
  pbf_writer f(fs);
  f.add_enum(1, 3), f.add_string(2, "/data/x"), f.add_uint64(5, 4096);
  std::string info;
  pbf_writer w(info);
  w.add_enum(1, 1), w.add_message(10, fs);
  std::string field;
  pbf_writer(field).add_message(11, info);
  const auto run = readText(trace({{.id = 1, .name = "read", .type = 8, .duration = 3, .extra = field}}));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->io.size(), 1U);
  EXPECT_EQ(run->io[0].bytes, 4096);
  EXPECT_EQ(run->io[0].kind, IoOperation::Kind::Read);
  EXPECT_EQ(run->io[0].duration, us(3));
  EXPECT_EQ(run->names.text(run->io[0].file), "/data/x");
}

TEST(ChakraJson, ThreeFlavours) {
  const std::string graph = R"({"workload_graph": [{"Id": 1, "Name": "A", "NodeType": 4, "runtime": 318, "data_deps": [], "is_cpu_op": false},
    {"Id": 2, "Name": "B", "NodeType": 7, "ctrlDeps": [1], "data_deps": [1], "runtime": 28, "comm_size": 64, "comm_type": 6}], "ngpus": 8})";
  const std::string nodes = R"({"schema_version":"x","nodes": [{"id": 1, "name": "A", "type": "COMP_NODE", "duration_micros": 318, "attrs":[{"name":"is_cpu_op","value":false}]},
    {"id": 2, "name": "B", "type": "COMM_COLL_NODE", "ctrl_deps": [1], "data_deps": [1], "duration_micros": 28, "comm_size": 64, "comm_type": "ALL_TO_ALL"}]})";
  const std::string sequence = R"({"version": "0.0.4"}{"id": "1", "name": "A", "type": "COMP_NODE", "durationMicros": "318", "attr": [{"name": "is_cpu_op", "boolVal": false}]}{
    "id": "2", "name": "B", "type": "COMM_COLL_NODE", "ctrlDeps": ["1"], "dataDeps": ["1"], "durationMicros": "28",
    "attr": [{"name": "comm_size", "int64Val": "64"}, {"name": "comm_type", "int64Val": "6"}]})";
  for (const std::string& text : {graph, nodes, sequence})
    for (const std::size_t chunk : {std::size_t{7}, std::size_t{100000}}) {
      const auto run = chunk == 7 ? readText(text, chunk) : readText(text);
      ASSERT_TRUE(run.has_value()) << run.error().line() << text;
      ASSERT_EQ(run->slices.size(), 2U) << noteKinds(*run);
      EXPECT_EQ(run->format, "chakra-json");
      EXPECT_EQ(run->slices.start[named(*run, "B")], us(318));
      EXPECT_EQ(run->slices.duration[named(*run, "B")], us(28));
      EXPECT_EQ(run->arrows.size(), 2U);
      ASSERT_EQ(run->collectives.size(), 1U);
      EXPECT_EQ(run->collectives[0].bytes, 64);
      EXPECT_EQ(run->collectives[0].operation, Operation::AllToAll);
    }
  const auto cut = readText(std::string_view(graph).substr(0, graph.find("\"ctrlDeps\"")));
  ASSERT_TRUE(cut.has_value());
  EXPECT_EQ(cut->slices.size(), 1U);
  EXPECT_EQ(noteCount(*cut, "file ends inside the list of nodes"), 1U);
}

TEST(Chakra, Corpus) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  std::map<std::string, int> skipped;
  for (const ManifestRow& row : manifest("chakra")) {
    SCOPED_TRACE(row.file);
    if (!row.file.ends_with(".et")) {
      ++skipped[row.file.substr(row.file.rfind('.'))];
      continue;
    }
    const auto run = open(row.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    std::map<std::string, std::int64_t> types, commTypes;
    std::int64_t size = 0;
    std::map<std::uint64_t, std::string> names;  // by the order of the file: ids rise in every file here
    std::int64_t durations = 0;
    for (SliceIndex i = 0; i < run->slices.size(); ++i) {
      const auto args = nlohmann::json::parse(run->argsOf(i));
      constexpr std::string_view words[]{"INVALID_NODE", "METADATA_NODE", "MEM_LOAD_NODE", "MEM_STORE_NODE", "COMP_NODE",
                                         "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE"};
      for (int t = 0; t < 8; ++t)
        if (run->names.text(run->slices.category[i]) == words[t]) ++types[std::to_string(t)];
      if (args.contains("comm_type")) ++commTypes[std::to_string(args["comm_type"].get<int>())];
      size += args.value("comm_size", std::int64_t{0});
      names.emplace(args["id"].get<std::uint64_t>(), run->names.text(run->slices.name[i]));
      durations += run->slices.duration[i] / 1'000'000;
    }
    for (const auto& [key, want] : row.expected.items()) {
      SCOPED_TRACE(key);
      if (key == "messages") {
        EXPECT_EQ(run->slices.size() + 1, want.get<std::size_t>()) << "the metadata and the nodes";
      } else if (key == "nodes") {
        EXPECT_EQ(run->slices.size(), want.get<std::size_t>());
      } else if (key == "node_types") {
        EXPECT_EQ(nlohmann::json(types), want);
      } else if (key == "comm_types") {
        EXPECT_EQ(nlohmann::json(commTypes), want);
      } else if (key == "dep_edges") {
        EXPECT_EQ(run->arrows.size() + noteCount(*run, "dependency on a node that is not in the file") +
                      noteCount(*run, "dependency of a node on itself"),
                  want.get<std::size_t>());
      } else if (key == "duration_us_sum") {
        EXPECT_EQ(durations, want.get<std::int64_t>());
      } else if (key == "comm_size_sum") {
        EXPECT_EQ(size, want.get<std::int64_t>());
        std::int64_t moved = 0;
        for (const CollectiveCall& c : run->collectives) moved += c.bytes;
        for (const std::int64_t b : run->transfers.bytes) moved += b;
        EXPECT_EQ(moved, want.get<std::int64_t>());
      } else if (key == "metadata_version") {
        std::string version;
        for (const Fact& f : run->facts)
          if (f.name == "schema version") version = f.value;
        EXPECT_EQ(version, want.get<std::string>());
      } else if (key == "first_names") {
        // The most frequent, those met first in the file where several are: their counts are what can be compared.
        std::map<std::string, int> count;
        for (const auto& [id, name] : names) ++count[name];
        std::vector<int> counts, wanted;
        for (const auto& [name, c] : count) counts.push_back(c);
        std::sort(counts.rbegin(), counts.rend());
        for (const auto& name : want) wanted.push_back(count[name.get<std::string>()]);
        std::sort(wanted.rbegin(), wanted.rend());
        counts.resize(wanted.size());
        EXPECT_EQ(wanted, counts);
      } else {
        ADD_FAILURE() << "a key this test does not know";
      }
    }
  }
  // The archives of JSON files are compared in ChakraJson.CorpusArchives; .xml is MSCCL's algorithm, another format.
  for (const auto& [ending, n] : skipped) std::printf("not compared here: %d x %s\n", n, ending.c_str());
}

// Archives of JSON files: {"name in the archive": {...}}. "top" lists the members of the whole, of which the list of nodes is
// no fact.
TEST(ChakraJson, CorpusArchives) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  int archives = 0;
  for (const ManifestRow& row : manifest("chakra")) {
    if (!row.file.ends_with("gz")) continue;
    SCOPED_TRACE(row.file);
    ++archives;
    const auto run = open(row.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    ASSERT_EQ(run->sources.size(), row.expected.size());
    for (const auto& [name, expected] : row.expected.items()) {
      SCOPED_TRACE(name);
      std::uint32_t source = 0;
      while (source < run->sources.size() && !run->sources[source].file.ends_with(name)) ++source;
      ASSERT_LT(source, run->sources.size());
      const auto fact = [&](const std::string& key) {
        for (const Fact& f : run->facts)
          if (f.source == source && f.name == key) return f.value;
        return std::string();
      };
      std::int64_t nodes = 0, params = 0, largest = 0;
      for (const Row& r : run->rows)
        for (SliceIndex i = r.begin; i < r.end; ++i) {
          if (run->tracks[r.track].source != source) continue;
          ++nodes;
          if (run->names.text(run->slices.name[i]) == "record_param_comms") ++params;
          largest = std::max(largest, nlohmann::json::parse(run->argsOf(i))["id"].get<std::int64_t>());
        }
      std::int64_t children = 1;  // the root is its own parent
      for (std::size_t a = 0; a < run->arrows.size(); ++a)
        if (run->names.text(run->arrows.kind[a]) == "control" && nlohmann::json::parse(run->argsOf(run->arrows.from[a]))["id"] == 1) ++children;
      EXPECT_GT(nodes, 0);
      for (const auto& [key, want] : expected.items()) {
        SCOPED_TRACE(key);
        if (key == "schema" || key == "pid") {
          EXPECT_EQ(fact(key), want.is_string() ? want.get<std::string>() : want.dump());
        } else if (key == "nodes") {
          EXPECT_EQ(nodes, want.get<std::int64_t>());
        } else if (key == "record_param_comms") {
          EXPECT_EQ(params, want.get<std::int64_t>());
        } else if (key == "root_children") {
          EXPECT_EQ(children, want.get<std::int64_t>());
        } else if (key == "max_id") {
          EXPECT_EQ(largest, want.get<std::int64_t>());
        } else if (key == "top") {
          for (const auto& member : want) {
            if (member == "workload_graph") continue;
            EXPECT_NE(fact(member.get<std::string>()), "") << member;
          }
        } else {
          ADD_FAILURE() << "a key this test does not know";
        }
      }
    }
  }
  EXPECT_EQ(archives, 2);
}

TEST(Chakra, CorpusTruncated) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  const auto run = open(shared("corpus/malformed/truncated.et"));
  ASSERT_FALSE(run.has_value()) << "it ends inside the first message";
  EXPECT_NE(run.error().what.find("no node"), std::string::npos) << run.error().line();
}

}  // namespace chakra_test
