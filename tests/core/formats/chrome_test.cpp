// Each oddity of Chrome traces on its own, small enough to be read.
#include <gtest/gtest.h>

#include "support.h"

namespace chrome_test {
using namespace weir;
using namespace weir::test;

namespace {

// "row:name[start,end)" in microseconds, in the Run's order.
std::string slicesOf(const weir::Run& run) {
  std::string s;
  for (const Row& r : run.rows)
    for (SliceIndex i = r.begin; i < r.end; ++i)
      s += fmt::format("{}:{}[{},{}) ", r.depth, run.names.text(run.slices.name[i]), static_cast<double>(run.slices.start[i]) * 1e-6,
                       static_cast<double>(run.slices.endOf(i)) * 1e-6);
  return s;
}
std::string x(std::string_view name, double ts, double dur, std::string_view more = "") {
  return fmt::format(R"({{"ph":"X","name":"{}","pid":1,"tid":1,"ts":{},"dur":{}{}}})", name, ts, dur, more);
}
weir::Run read(std::string_view text) {
  auto run = readText(text);
  if (!run) {
    ADD_FAILURE() << run.error().line() << "\n" << text;
    return {};
  }
  return std::move(*run);
}

}  // namespace

TEST(Chrome, ArrayAndObject) {
  EXPECT_EQ(slicesOf(read("[" + x("a", 5, 2) + "," + x("b", 6, 1) + "]")), "0:a[0,2) 1:b[1,2) ");
  EXPECT_EQ(slicesOf(read("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[" + x("a", 5, 2) + "],\"otherData\":{\"x\":[1,2]}}")), "0:a[0,2) ");
  EXPECT_EQ(read("[" + x("a", 5, 2) + "]").format, "chrome-json");
  EXPECT_EQ(read("{\"schemaVersion\":1,\"deviceProperties\":[],\"traceEvents\":[" + x("a", 5, 2) + "]}").format, "kineto");
}

TEST(Chrome, CleanFilesHaveNoNotes) {
  const std::string clean[] = {"[" + x("a", 5, 2) + "," + x("b", 6, 1) + "]", "{\"traceEvents\":[" + x("a", 5, 2) + "\n]\n}\n",
                               "{\"traceEvents\":[" + x("a", 5, 2, R"(,"args":{"q":"{\"}","n":[1,true,null,-2.5e3]})") + "]}"};
  for (const std::string& s : clean) EXPECT_EQ(noteKinds(read(s)), "") << s;
}

TEST(Chrome, OneEventALineNeedsNoCommas) {
  for (const std::string& s : {"[\n" + x("a", 0, 1) + "\n" + x("b", 2, 1) + "\n", x("a", 0, 1) + "\n" + x("b", 2, 1)}) {
    for (const std::size_t chunk : {1U, 9U, 1000U}) {
      const auto run = readText(s, chunk);
      ASSERT_TRUE(run.has_value());
      EXPECT_EQ(slicesOf(*run), "0:a[0,1) 0:b[2,3) ");
      EXPECT_EQ(noteKinds(*run), "");
    }
  }
}

TEST(Chrome, TimesAreExact) {
  // Epoch nanoseconds have 19 digits: a double would be off by up to 256 of them.
  const auto run = read(R"({"schemaVersion":1,"baseTimeNanoseconds":1782967788000000000,"traceEvents":[
    {"ph":"X","name":"a","pid":1,"tid":1,"ts":4026150069145.028,"dur":0.001},
    {"ph":"X","name":"b","pid":1,"tid":1,"ts":4026150069145.029,"dur":2}]})");
  EXPECT_EQ(run.originNs, 1782967788000000000 + 4026150069145000);
  EXPECT_EQ(run.slices.start[0], 28'000);  // ps
  EXPECT_EQ(run.slices.duration[0], 1'000);
  EXPECT_EQ(run.slices.start[1], 29'000);
  EXPECT_EQ(noteCount(run, "partial overlap"), 0U);
}

TEST(Chrome, SlicesThatTouchDoNotOverlapByRounding) {
  // 0.0000004 + 0.0000004 us: each rounds to 0 ps, their sum to 1 ps.
  const auto run = read(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0.0000014,"dur":1.0000014},{"ph":"X","name":"b","pid":1,"tid":1,"ts":1.0000028,"dur":1}])");
  EXPECT_EQ(run.slices.endOf(0), run.slices.start[1]);
}

TEST(Chrome, TimeAsTextAndAsExponent) {
  EXPECT_EQ(slicesOf(read(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":"100","dur":"5.5"},{"ph":"X","name":"b","pid":1,"tid":1,"ts":1.1e2,"dur":1e0}])")),
            "0:a[0,5.5) 0:b[10,11) ");
}

TEST(Chrome, PidsAndTidsAsText) {
  const auto run = read(R"([{"ph":"X","name":"a","pid":"Spans","tid":"PyTorch Profiler","ts":1,"dur":1},
                            {"ph":"X","name":"b","pid":"7","tid":"3","ts":1,"dur":1},{"ph":"X","name":"c","pid":7,"tid":3,"ts":3,"dur":1}])");
  ASSERT_EQ(run.tracks.size(), 2U);  // "7" and 7 are one process
  EXPECT_EQ(run.names.text(run.tracks[0].process), "Spans");
  EXPECT_EQ(run.names.text(run.tracks[0].name), "PyTorch Profiler");
  EXPECT_EQ(run.names.text(run.tracks[1].name), "thread 3");
}

TEST(Chrome, MetadataMayComeLast) {
  const auto run = read("[" + x("k", 1, 1, R"(,"cat":"kernel")") +
                        R"(,{"ph":"M","name":"process_name","pid":1,"args":{"name":"python3"}},
    {"ph":"M","name":"process_labels","pid":1,"args":{"labels":"GPU 1"}},{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"stream 7 "}}])");
  ASSERT_EQ(run.tracks.size(), 1U);
  EXPECT_EQ(run.names.text(run.tracks[0].name), "stream 7");
  EXPECT_EQ(run.names.text(run.tracks[0].process), "GPU 1");
  EXPECT_EQ(run.tracks[0].kind, TrackKind::Stream);
}

TEST(Chrome, BeginAndEnd) {
  const auto be = [](std::string_view list) {  // "B a 0, E a 2"
    std::string s = "[";
    std::stringstream words{std::string(list)};
    std::string ph;
    std::string name;
    std::string ts;
    while (words >> ph >> name >> ts) {
      if (ts.back() == ',') ts.pop_back();
      s += (s.size() > 1 ? "," : "") + fmt::format(R"({{"ph":"{}","name":"{}","pid":1,"tid":1,"ts":{}}})", ph, name == "-" ? "" : name, ts);
    }
    return read(s + "]");
  };
  EXPECT_EQ(slicesOf(be("B a 0, B b 1, E b 2, E a 3")), "0:a[0,3) 1:b[1,2) ");
  EXPECT_EQ(slicesOf(be("B a 0, B b 1, E - 2, E - 3")), "0:a[0,3) 1:b[1,2) ");              // an end need not be named
  EXPECT_EQ(slicesOf(be("E a 3, B a 0")), "0:a[0,3) ");                                     // nor stand after its begin
  EXPECT_EQ(slicesOf(be("B a 0, B b 0, B c 0, E c 1, E b 2, E a 3")), "0:a[0,3) 1:b[0,2) 2:c[0,1) ");
  EXPECT_EQ(slicesOf(be("B a 1, B b 1, E a 2, E b 2")), "0:a[0,1) 1:b[0,1) ");
  EXPECT_EQ(slicesOf(be("B a 0, E c 2, B c 2, E a 9")), "0:a[0,9) 1:c[2,2) ");               // zero length, end first
  auto run = be("B a 0, B b 1, E a 10");
  EXPECT_EQ(slicesOf(run), "0:a[0,10) ");
  EXPECT_EQ(noteCount(run, "begin without an end"), 1U);
  ASSERT_EQ(run.instants.size(), 1U);  // still to be seen
  EXPECT_EQ(run.instants[0].time, 1'000'000);
  run = be("B a 0, E b 10");
  EXPECT_EQ(slicesOf(run), "");
  EXPECT_EQ(noteCount(run, "begin without an end"), 1U);
  EXPECT_EQ(noteCount(run, "end without a begin"), 1U);
}

TEST(Chrome, AsyncPairsByCategoryAndId) {
  const auto run = read(R"([{"ph":"b","cat":"n","id":1,"name":"a","pid":1,"tid":1,"ts":0},{"ph":"b","cat":"n","id":2,"name":"a","pid":1,"tid":2,"ts":1},
    {"ph":"n","cat":"n","id":1,"name":"mark","pid":1,"tid":1,"ts":2},{"ph":"e","cat":"n","id":1,"name":"a","pid":1,"tid":9,"ts":5},
    {"ph":"e","cat":"n","id":2,"name":"a","pid":1,"tid":1,"ts":6},{"ph":"e","cat":"n","id":3,"name":"a","pid":1,"tid":1,"ts":6}])");
  EXPECT_EQ(slicesOf(run), "0:a[0,5) 0:a[1,6) ");  // two lanes, no overlap
  EXPECT_EQ(noteCount(run, "partial overlap"), 0U);
  EXPECT_EQ(noteCount(run, "async end without a begin"), 1U);
  EXPECT_EQ(run.instants.size(), 2U);
}

TEST(Chrome, Counters) {
  const auto run = read(R"([{"ph":"C","name":"mem","pid":1,"ts":20,"args":{"used":4,"free":1.5}},{"ph":"C","name":"mem","pid":1,"ts":10,"args":{"used":2,"free":3}},
    {"ph":"C","name":"q","id":"b","pid":1,"ts":10,"args":{"q":7}}])");
  ASSERT_EQ(run.counters.size(), 3U);
  EXPECT_EQ(run.names.text(run.counters[0].name), "mem.used");
  EXPECT_EQ(run.counters[0].time, (std::vector<std::int64_t>{0, 10'000'000}));
  EXPECT_EQ(run.counters[0].value, (std::vector<float>{2, 4}));
  EXPECT_EQ(run.names.text(run.counters[2].name), "q [b]");
  // What is no quantity counts for none, and is said.
  const auto odd = read(R"([{"ph":"C","name":"q","pid":1,"ts":1,"args":{"q":7}},{"ph":"C","name":"q","pid":1,"ts":2,"args":{"q":NaN}},{"ph":"C","name":"q","pid":1,"ts":3,"args":{"q":-Infinity}}])");
  ASSERT_EQ(odd.counters.size(), 1U);
  EXPECT_EQ(odd.counters[0].value, (std::vector<float>{7}));
  EXPECT_EQ(noteCount(odd, "counter value that is NaN or Infinity, left out"), 2U);
}

TEST(Chrome, ObjectsAndSamplesAreKeptOtherTypesCounted) {
  const auto run = read("[" + x("a", 1, 1) + R"(,{"ph":"N","id":"0x1","pid":1,"tid":1,"ts":1,"name":"o"},{"ph":"D","id":"0x1","pid":1,"tid":1,"ts":3,"name":"o"},
    {"ph":"O","id":"0x1","pid":1,"tid":1,"ts":2,"name":"o","args":{"snapshot":{}}},{"ph":"P","pid":1,"tid":1,"ts":4,"name":"p"},{"ph":"v","id":1,"pid":1,"ts":5,"name":"dump"}])");
  EXPECT_EQ(slicesOf(run), "0:a[0,1) 0:o[0,2) ");
  ASSERT_EQ(run.instants.size(), 2U);
  EXPECT_EQ(run.names.text(run.instants[0].name), "snapshot of o");
  EXPECT_EQ(run.names.text(run.instants[1].name), "p");
  EXPECT_EQ(noteCount(run, "events of type \"v\", not shown"), 1U);
  for (const Note& n : run.notes) {
    if (n.kind.find("type \"v\"") != std::string::npos) {
      EXPECT_EQ(n.at, (std::vector<std::int64_t>{4'000'000}));
    }
  }
}

TEST(ChromeDamage, CountedWithItsPlace) {
  struct Row {
    std::string text, slices, kind;
  };
  const std::string a = x("a", 0, 1);
  const std::string b = x("b", 2, 1);
  const Row rows[] = {
      {"[" + a + "," + b + ",]", "0:a[0,1) 0:b[2,3) ", "comma before the end of the list"},
      {"[" + a + "," + b, "0:a[0,1) 0:b[2,3) ", "file ends before the list of events is closed"},
      {"[" + a + "," + b + ",", "0:a[0,1) 0:b[2,3) ", "file ends before the list of events is closed"},
      {"{\"traceEvents\":[" + a + "," + b + "}", "0:a[0,1) 0:b[2,3) ", "list of events not closed"},
      {"{\"traceEvents\":[" + a + "," + b + "]", "0:a[0,1) 0:b[2,3) ", "file ends before its object is closed"},
      {"[" + a + "," + b.substr(0, 30), "0:a[0,1) ", "file ends inside an event"},
      {"[" + a + " " + b + "]", "0:a[0,1) 0:b[2,3) ", "comma missing between events"},
      {"[" + a + ",," + b + "]", "0:a[0,1) 0:b[2,3) ", "comma too many"},
      {"[" + a + ",nonsense," + b + "]", "0:a[0,1) 0:b[2,3) ", "damaged event left out"},
      {"[" + a + ",{\"ph\":\"X\" oops}," + b + "]", "0:a[0,1) 0:b[2,3) ", "damaged event left out"},
      {"[" + a + "," + x("b", 2, 1, R"(,"args":{"v":NaN,"w":-Infinity})") + "]", "0:a[0,1) 0:b[2,3) ", "value that is not JSON (NaN, hexadecimal, a bare word)"},
      {"[" + a + "," + x("b", 2, 1, R"(,"args":{"s":0x262ca50,"t":ncclFloat32})") + "]", "0:a[0,1) 0:b[2,3) ", "value that is not JSON (NaN, hexadecimal, a bare word)"},
      {"[" + a + "," + x("b\x01 c", 2, 1) + "]", "0:a[0,1) 0:b\x01 c[2,3) ", "raw control character in a string"},
      {"[" + a + "," + x("b", 2, 1, ",\"args\":{\"v\":\"l1\nl2\"}") + "]", "0:a[0,1) 0:b[2,3) ", "raw control character in a string"},
      {"[" + a + "," + x("b \"q\" r", 2, 1) + "]", "0:a[0,1) 0:b \"q\" r[2,3) ", "quote without backslash in a string"},
      {"[" + a + "," + x("b\xFF", 2, 1) + "]", "0:a[0,1) 0:b\xEF\xBF\xBD[2,3) ", "text that is not UTF-8"},
      {"[" + a + "," + x("b", 2, 1, ",\"args\":{\"v\":\"\xC3(\"}") + "]", "0:a[0,1) 0:b[2,3) ", "text that is not UTF-8"},
      {"[" + a + R"(,{"ph":"X","name":"b","pid":1,"tid":1,"dur":1}])", "0:a[0,1) ", "event without a time"},
      {"[" + a + R"(,{"ph":"X","name":"b","pid":1,"tid":1,"ts":NaN,"dur":1}])", "0:a[0,1) ", "time that is not a number"},
      {"[" + a + R"(,{"ph":"X","name":"b","pid":1,"tid":1,"ts":2}])", "0:a[0,1) 0:b[2,2) ", "complete event without a duration, shown with none"},
      {"[" + a + R"(,{"ph":"X","name":"b","pid":1,"tid":1,"ts":2,"dur":"x"}])", "0:a[0,1) 0:b[2,2) ", "duration that is not a number or beyond 100 days, shown with none"},
      {"[" + a + R"(,{"ph":"X","name":"b","pid":1,"tid":1,"ts":2,"dur":-4}])", "0:a[0,1) 0:b[2,2) ", "negative duration, shown with none"},
      {"[" + a + R"(,{"name":"b","pid":1,"tid":1,"ts":2,"dur":-4}])", "0:a[0,1) ", "event without a type (\"ph\")"},
      {"{\"traceEvents\":[" + a + "],\"x\":\"a\nb\"}", "0:a[0,1) ", "raw control character in a string"},
      {"{\"deviceProperties\":[{\"name\":\"\x01GPU\"}],\"traceEvents\":[" + a + "]}", "0:a[0,1) ", "raw control character in a string"},
      {"{\"x\": \"never ends, \"traceEvents\":[" + a + "]}", "0:a[0,1) ", "damaged header"},
  };
  for (const Row& r : rows) {
    const auto run = readText(r.text);
    ASSERT_TRUE(run.has_value()) << run.error().line() << "\n" << r.text;
    EXPECT_EQ(slicesOf(*run), r.slices) << r.text;
    EXPECT_EQ(noteCount(*run, r.kind), 1U) << r.text << "\n" << noteKinds(*run);
    // In chunks of any size the same is read and the same is said.
    for (const std::size_t chunk : {1U, 2U, 7U, 64U}) {
      const auto again = readText(r.text, chunk);
      ASSERT_TRUE(again.has_value()) << r.text;
      EXPECT_EQ(slicesOf(*again), r.slices) << chunk << " " << r.text;
      EXPECT_EQ(noteKinds(*again), noteKinds(*run)) << chunk << " " << r.text;
    }
  }
}

TEST(ChromeDamage, PlaceIsByteAndLine) {
  const auto run = read("[\n" + x("a", 0, 1) + ",\n" + R"({"ph":"X","name":"b"},)" + "\n" + x("c", 2, 1) + "]");
  ASSERT_EQ(run.notes.size(), 1U);
  EXPECT_EQ(run.notes[0].first[0], "byte 56, line 3");
}

TEST(ChromeDamage, FarAwayTimesAreSetAside) {
  std::string s = "[";
  for (int i = 0; i < 20; ++i) s += x("a", 1e15 + i, 0.5) + ",";
  s += R"({"ph":"X","name":"zero","pid":1,"tid":1,"ts":0,"dur":1},{"ph":"X","name":"huge","pid":1,"tid":1,"ts":999999999999999999,"dur":1},
    {"ph":"X","name":"minus","pid":1,"tid":1,"ts":-999999999999999999,"dur":1}])";
  const auto run = read(s);
  EXPECT_EQ(run.slices.size(), 20U);
  EXPECT_EQ(noteCount(run, "time too far from the others to share an axis, left out"), 3U);
  EXPECT_EQ(run.span().first, 0);
}

TEST(ChromeDamage, ClockBeyondAnyDate) {
  const auto run = read("{\"baseTimeNanoseconds\":9223372036854775807,\"traceEvents\":[" + x("a", 5, 2) + "]}");
  EXPECT_EQ(run.originNs, 0);
  EXPECT_EQ(noteCount(run, "clock beyond any date, taken as starting at 0"), 1U);
}

TEST(ChromeDamage, BytesOrderMarkAndLineEnds) {
  EXPECT_EQ(slicesOf(read("\xEF\xBB\xBF\r\n[\r\n" + x("a", 0, 1) + "\r\n,\r\n" + x("b", 2, 1) + "\r\n]\r\n")), "0:a[0,1) 0:b[2,3) ");
}

TEST(ChromeDamage, DeepArguments) {
  const std::string deep = "{\"v\":" + std::string(5000, '[') + std::string(5000, ']') + "}";
  const auto run = read("[" + x("a", 0, 1, ",\"args\":" + deep) + "]");
  EXPECT_EQ(run.argsOf(0), deep);
  const std::string open = "[" + x("a", 0, 1) + "," + x("b", 2, 1, ",\"args\":{\"v\":" + std::string(100000, '['));
  EXPECT_EQ(slicesOf(read(open)), "0:a[0,1) ");
}

TEST(ChromeDamage, ManyDamagedEventsStayLinear) {
  // Each swallows the rest of the file when strings are taken at their word.
  std::string s = "[";
  for (int i = 0; i < 20000; ++i) s += x("a", i * 2, 1) + "," + x("b\"", i * 2, 1) + ",";
  s += "]";
  const auto from = std::chrono::steady_clock::now();
  const auto run = read(s);
  EXPECT_GE(run.slices.size(), 20000U);
  // Quadratic, this takes minutes: CTest's own limit ends it.
  RecordProperty("read_s", std::to_string(std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count()));
}

TEST(Chrome, NothingInItIsAnError) {
  for (const char* text : {"{\"traceEvents\":[]}", "{\"schemaVersion\":1,\"deviceProperties\":[", "{\"traceEvents\":[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1}]}",
                           "[{\"ph\":\"X\",\"name\":\"cut"}) {
    const auto run = readText(text);
    ASSERT_FALSE(run.has_value()) << text;
    EXPECT_EQ(run.error().what, "the trace holds no event that can be shown");
  }
  for (const char* text : {"", "{}", "[]", "hello", "{\"a\":1}", "\x7f\x45LF"}) EXPECT_EQ(readText(text).error().what, "not recognised") << text;
}

TEST(Chrome, StopsWhenAsked) {
  std::string s = "[";
  for (int i = 0; i < 100000; ++i) s += x("a", i, 1) + ",";
  const auto bytes = std::as_bytes(std::span(s.data(), s.size()));
  const auto reader = sniffFormat(bytes)->make({});
  std::stop_source stop;
  stop.request_stop();
  const auto r = reader->feed(bytes, true, {stop.get_token(), nullptr});
  ASSERT_FALSE(r.has_value());
  EXPECT_TRUE(r.error().stopped());
}

TEST(Kineto, CollectiveArguments) {
  const auto run = read(R"({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":3,"world_size":8,"pg_config":[{"pg_name":"5","ranks":[1,3]}]},"traceEvents":[
    {"ph":"X","cat":"kernel","name":"ncclDevKernel_Generic<x>","pid":0,"tid":7,"ts":1,"dur":2,"args":{"Collective name":"allreduce","In msg nelems":1000,"Group size":2,"dtype":"BFloat16","Process Group Ranks":"[3, 7]"}},
    {"ph":"X","cat":"kernel","name":"ncclDevKernel_AllGather_RING_LL","pid":0,"tid":7,"ts":4,"dur":2,"args":{"Collective name":"_allgather_base","In msg nelems":10,"Group size":2,"dtype":"Float","Process Group Ranks":"[0, 1, ...]","Process Group Name":"5"}},
    {"ph":"X","cat":"kernel","name":"ncclKernel_SendRecv","pid":0,"tid":7,"ts":8,"dur":2,"args":{"correlation":77}},
    {"ph":"X","cat":"user_annotation","name":"nccl:all_to_all","pid":9,"tid":9,"ts":6,"dur":2},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":7,"dur":0.5,"args":{"correlation":77}}]})");
  EXPECT_EQ(run.worldSize, 8);
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{3}));
  ASSERT_EQ(run.collectives.size(), 3U);
  EXPECT_EQ(run.collectives[0].operation, Operation::AllReduce);
  EXPECT_EQ(run.collectives[0].bytes, 2000);
  EXPECT_EQ(run.groups[run.collectives[0].group], (std::vector<std::int32_t>{3, 7}));
  EXPECT_EQ(run.collectives[1].operation, Operation::AllGather);
  EXPECT_EQ(run.names.text(run.collectives[1].algorithm), "ring");
  EXPECT_EQ(run.groups[run.collectives[1].group], (std::vector<std::int32_t>{1, 3}));  // abbreviated list: by the group's name
  EXPECT_EQ(run.collectives[2].operation, Operation::AllToAll);                        // by the host range that launched it
  EXPECT_EQ(run.collectives[2].bytes, kUnknownBytes);
  for (const CollectiveCall& c : run.collectives) EXPECT_EQ(run.slices.start[c.slice], c.start);
}

TEST(Kineto, RanksWithoutAcceleratorComputeOnTheHost) {
  const auto activity = [](const weir::Run& run, std::string_view wanted) {
    for (SliceIndex i = 0; i < run.slices.size(); ++i)
      if (run.names.text(run.slices.name[i]) == wanted) return name(run.slices.activity[i]);
    return std::string_view("absent");
  };
  const std::string events = R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":100},
    {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":10,"dur":20},{"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":11,"dur":5},
    {"ph":"X","cat":"cpu_op","name":"enumerate(DataLoader)#1","pid":1,"tid":1,"ts":40,"dur":20},{"ph":"X","cat":"cpu_op","name":"aten::stack","pid":1,"tid":1,"ts":41,"dur":5},
    {"ph":"X","cat":"cpu_op","name":"c10d::allreduce_","pid":1,"tid":1,"ts":70,"dur":5},{"ph":"X","cat":"cpu_op","name":"gloo:all_reduce","pid":1,"tid":2,"ts":70,"dur":5})";
  const auto host = read("{\"traceEvents\":[" + events + "]}");
  EXPECT_EQ(activity(host, "aten::linear"), "computing");
  EXPECT_EQ(activity(host, "aten::addmm"), "host");  // counted once, by its parent
  EXPECT_EQ(activity(host, "aten::stack"), "host");  // part of data loading
  EXPECT_EQ(activity(host, "enumerate(DataLoader)#1"), "data loading");
  EXPECT_EQ(activity(host, "c10d::allreduce_"), "host");
  EXPECT_EQ(host.collectives.size(), 1U);
  const auto device = read("{\"traceEvents\":[" + events + R"(,{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":2}]})");
  EXPECT_EQ(activity(device, "aten::linear"), "host");
  EXPECT_EQ(activity(device, "gemm"), "computing");
}

TEST(Kineto, SeveralRanksInOneFile) {
  const auto run = read(R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"DP rank [0]"}},{"ph":"M","name":"process_name","pid":2,"args":{"name":"DP rank [1]"}},
    {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"PP rank 0, compute"}},{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"PP rank 1, compute"}},
    {"ph":"M","name":"thread_name","pid":2,"tid":1,"args":{"name":"PP rank 0, compute"}},
    {"ph":"X","name":"forward-compute","pid":1,"tid":1,"ts":0,"dur":1},{"ph":"X","name":"forward-compute","pid":1,"tid":2,"ts":0,"dur":1},{"ph":"X","name":"forward-send","pid":2,"tid":1,"ts":0,"dur":1}])");
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(run.collectives.size(), 1U);
  EXPECT_EQ(run.collectives[0].rank, 2);
}

TEST(Kineto, ARankBelow0IsNone) {
  const auto run = read(R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"rank -1"}},{"ph":"M","name":"process_name","pid":2,"args":{"name":"rank-1"}},
    {"ph":"M","name":"process_name","pid":3,"args":{"name":"rank 0"}},
    {"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1},{"ph":"X","name":"b","pid":2,"tid":1,"ts":0,"dur":1},{"ph":"X","name":"c","pid":3,"tid":1,"ts":0,"dur":1}])");
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{0, 1}));  // "rank-1" is rank 1
  EXPECT_EQ(noteCount(run, kNoteRankBelow0), 1U);
}

TEST(Kineto, ZeroStandsForUnsetInNcclProfilerOutput) {
  const auto run = read(R"([
{"name": "Send", "cat": "P2P", "ph": "b", "id": 0, "pid": 3, "tid": 1, "ts": 1000.5, "args": {"Peer": 1, "Stream": 0x4142e90}},
{"name": "KernelCh", "cat": "GPU", "ph": "b", "id": 0, "pid": 3, "tid": 1, "ts": 1001.000000},
{"name": "KernelCh", "cat": "GPU", "ph": "e", "id": 0, "pid": 3, "tid": 1, "ts": 0.000000},
{"name": "Send", "cat": "P2P", "ph": "e", "id": 0, "pid": 3, "tid": 1, "ts": 1010.0},
{}]
)");
  EXPECT_EQ(run.slices.size(), 1U);
  EXPECT_EQ(run.slices.duration[0], 9'500'000);
  EXPECT_EQ(noteCount(run, "begin or end whose time was never set"), 1U);
  EXPECT_EQ(noteCount(run, "value that is not JSON (NaN, hexadecimal, a bare word)"), 1U);
}

TEST(Chrome, EventsOfManyMegabytesAreWhole) {
  const std::string text(std::size_t{20} << 20, 'x');
  std::string list;
  for (int i = 0; i < 600'000; ++i) list += R"({"ph":"X","name":"inner","ts":3},)";
  for (const std::string& args : {R"("text":")" + text + "\"", R"("list":[)" + list + "{}]"}) {
    const std::string json = "[" + x("a", 0, 1) + "," + x("big", 2, 1, ",\"args\":{" + args + "}") + "," + x("c", 4, 1) + "]";
    auto run = readText(json, std::size_t{1} << 20);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(slicesOf(*run), "0:a[0,1) 0:big[2,3) 0:c[4,5) ");
    EXPECT_EQ(run->argsOf(1).size(), args.size() + 2);
    EXPECT_EQ(noteKinds(*run), "");
  }
}

}  // namespace chrome_test
