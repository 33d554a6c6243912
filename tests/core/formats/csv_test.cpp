// Tables of text: separators, quotes, units, roles of columns; slices written and read again.
#include <gtest/gtest.h>

#include <cmath>

#include "core/formats/csv/cells.h"
#include "core/formats/csv/columns.h"
#include "core/formats/csv/reader.h"
#include "core/formats/csv/time.h"
#include "core/run/builder.h"
#include "support.h"

namespace csv_test {
using namespace weir;
using namespace weir::test;

namespace {

Result<weir::Run> readCsv(std::string_view text, std::map<std::string, std::string> settings = {}, std::size_t chunk = std::string_view::npos) {
  ReaderContext context;
  context.settings = std::move(settings);
  const auto reader = csv::makeReader(context);
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(chunk, bytes.size() - at);
    if (const auto r = reader->feed(bytes.subspan(at, n), at + n == bytes.size(), {}); !r) return tl::make_unexpected(r.error());
    at += n;
  } while (at < bytes.size());
  return reader->finish({});
}
// "name[start,end)track/rank args" in ps.
std::string slicesOf(const Result<weir::Run>& run) {
  if (!run) return "error: " + run.error().line();
  std::string s;
  for (const Row& r : run->rows)
    for (SliceIndex i = r.begin; i < r.end; ++i)
      s += fmt::format("{}[{},{}){}/{}{} ", run->names.text(run->slices.name[i]), run->slices.start[i], run->slices.endOf(i), run->names.text(run->tracks[r.track].name),
                       run->tracks[r.track].rank, run->argsOf(i));
  return s;
}

}  // namespace

TEST(Csv, Cells) {
  std::vector<std::string_view> cells;
  std::vector<std::string> store;
  const auto split = [&](std::string_view line, char separator = ',') {
    csv::splitLine(line, separator, cells, store);
    return fmt::format("{}", fmt::join(cells, "|"));
  };
  EXPECT_EQ(split("a,b,c"), "a|b|c");
  EXPECT_EQ(split("a,,"), "a||");
  EXPECT_EQ(split(" a , b\r"), "a|b");
  EXPECT_EQ(split(R"("a,b","say ""x""", "c")"), R"(a,b|say "x"|c)");
  EXPECT_EQ(split(R"("never closed,b)"), R"("never closed|b)");
  EXPECT_EQ(split("a\tb,c", '\t'), "a|b,c");
  EXPECT_EQ(csv::separatorOf("a;b;c,d"), ';');
  EXPECT_EQ(csv::separatorOf("a\tb\tc"), '\t');
  EXPECT_EQ(csv::separatorOf("word"), '\0');
}

TEST(Csv, Times) {
  using csv::Unit;
  const auto moment = [](std::string_view text, Unit u) {
    const auto m = csv::momentFrom(text, u);
    return m ? fmt::format("{}+{}", m->seconds, m->ps) : std::string("-");
  };
  EXPECT_EQ(moment("1694128201421058000.123", Unit::Ns), "1694128201+421058000123");
  EXPECT_EQ(moment("1694128201421058.000123", Unit::Us), "1694128201+421058000123");
  EXPECT_EQ(moment("1.5", Unit::S), "1+500000000000");
  EXPECT_EQ(moment("-0.25", Unit::S), "-1+750000000000");
  EXPECT_EQ(moment("-3", Unit::Ms), "-1+997000000000");
  EXPECT_EQ(moment("1.7e9", Unit::S), "1700000000+0");
  EXPECT_EQ(moment("2e-3", Unit::Ms), "0+2000000");
  EXPECT_EQ(moment("1.5", Unit::Minutes), "90+0");
  EXPECT_EQ(moment("0.0000000000005", Unit::S), "0+1");  // rounds half up
  for (const char* bad : {"", "x", "1x", "1e99", "99999999999999999999", ".", "-", "1..2"}) EXPECT_EQ(moment(bad, Unit::S), "-") << bad;
  const auto date = [](std::string_view text) {
    const auto d = csv::dateFrom(text);
    return d ? fmt::format("{}+{}{}", d->at.seconds, d->at.ps, d->zoned ? "Z" : "") : std::string("-");
  };
  EXPECT_EQ(date("1970-01-02T00:00:01Z"), "86401+0Z");
  EXPECT_EQ(date("2024-05-22 17:15:22.123456"), "1716398122+123456000000");
  EXPECT_EQ(date("2024/05/22 17:15:22.123"), "1716398122+123000000000");
  EXPECT_EQ(date("2024-05-22T19:15:22,5+02:00"), "1716398122+500000000000Z");
  EXPECT_EQ(date("2024-05-22 17:15"), "1716398100+0");
  for (const char* bad : {"2024-05-22", "2024-13-01 00:00:00", "2024-02-30 00:00:00", "17:15:22", "2024-05-22 17:15:22 x", "2024-05-22 17:15:22."}) EXPECT_EQ(date(bad), "-") << bad;
}

TEST(Csv, Headers) {
  const auto header = [](std::string_view s) {
    const csv::Header h = csv::headerFrom(s);
    return h.name + "|" + h.unit;
  };
  EXPECT_EQ(header("start (us)"), "start|us");
  EXPECT_EQ(header("power.draw [W]"), "power.draw|W");
  EXPECT_EQ(header("begin_ns"), "begin|ns");
  EXPECT_EQ(header("duration"), "duration|");
  EXPECT_EQ(header("kernel_name"), "kernel_name|");
}

TEST(Csv, Slices) {
  EXPECT_EQ(slicesOf(readCsv("start (us),dur (us),name,rank\n5,2,a,0\n6.5,1,\"b,\"\"c\"\"\",1\n")), "a[0,2000000)rows/0 b,\"c\"[1500000,2500000)rows/1 ");
  EXPECT_EQ(slicesOf(readCsv("begin_ns;end_ns;op;tid;size\n100;300;x;7;12\n100;200;y;8;text\n")), R"(x[0,200000)tid 7/-1{"size":12} y[0,100000)tid 8/-1{"size":"text"} )");
  EXPECT_EQ(slicesOf(readCsv("name\tstart\tend\tbytes\na\t2024-05-22T17:15:22Z\t2024-05-22T17:15:23.5Z\t42\n")), R"(a[0,1500000000000)rows/-1{"bytes":42} )");
  for (const std::size_t chunk : {1U, 7U, 64U})
    EXPECT_EQ(slicesOf(readCsv("\xEF\xBB\xBFstart (ms),dur (ms),name\r\n\r\n1,2,\"two\nlines\"\r\n5,1,b", {}, chunk)), "two\nlines[0,2000000000)rows/-1 b[4000000000,5000000000)rows/-1 ");
}

TEST(Csv, QuotesInTheMiddleOfACellAreNoQuotes) {
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{5}, std::size_t{1000}}) {
    EXPECT_EQ(slicesOf(readCsv("start (ns),dur (ns),name\n1,1,5\" disk\n2,1,b\n3,1,\"say \"\"x\"\"\"\n4,1,\"open\n5,1,e\n", {}, chunk)),
              "5\" disk[0,1000)rows/-1 b[1000,2000)rows/-1 say \"x\"[2000,3000)rows/-1 \"open[3000,4000)rows/-1 e[4000,5000)rows/-1 ");
  }
}

TEST(Csv, ClockAndUnit) {
  auto run = readCsv("ts,dur (us),name\n1700000000123456,5,a\n");  // counts from 1970 in us
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->sources[0].clock, ClockKind::Epoch);
  EXPECT_EQ(run->originNs, 1'700'000'000'123'456'000);
  run = readCsv("start,duration,name\n2024-05-22 17:15:22,5,a\n");
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->sources[0].clock, ClockKind::Local);
  EXPECT_EQ(run->slices.duration[0], 5'000'000'000'000);
  run = readCsv("start,duration,name\n3,5,a\n");
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->sources[0].clock, ClockKind::Own);
  EXPECT_EQ(noteCount(*run, "unit of time not told: taken as seconds (csv.unit says another)"), 1U);
  run = readCsv("start,duration,name\n3,5,a\n", {{"csv.unit", "us"}});
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->slices.duration[0], 5'000'000);
  EXPECT_EQ(noteKinds(*run), "");
}

TEST(Csv, MappedByThePerson) {
  const std::string_view text = "when,how_long,what,who\n1,2,a,5\n3,4,b,6\n";
  EXPECT_EQ(slicesOf(readCsv(text, {{"csv.start", "when"}, {"csv.duration", "how_long"}, {"csv.name", "3"}, {"csv.rank", "WHO"}, {"csv.unit", "ns"}})),
            "a[0,2000)rows/5 b[2000,6000)rows/6 ");
  auto run = readCsv(text, {{"csv.start", "then"}});
  ASSERT_FALSE(run.has_value());
  EXPECT_NE(run.error().line().find("when, how_long, what, who"), std::string::npos) << run.error().line();
  EXPECT_FALSE(readCsv(text, {{"csv.unit", "furlongs"}}).has_value());
}

TEST(Csv, Counters) {
  const auto run = readCsv("timestamp,gpu,power.draw [W],temp\n2024-05-22 17:15:22,0,75.5,40\n2024-05-22 17:15:23,0,80,N/A\n2024-05-22 17:15:21,0,70,39\n");
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->counters.size(), 3U);
  EXPECT_EQ(run->names.text(run->counters[1].name), "power.draw");
  EXPECT_EQ(run->counters[1].unit, "W");
  EXPECT_EQ(run->counters[1].value, (std::vector<float>{70, 75.5F, 80}));
  EXPECT_EQ(run->counters[1].time, (std::vector<std::int64_t>{-1'000'000'000'000, 0, 1'000'000'000'000}));
  EXPECT_EQ(run->counters[2].value.size(), 2U);
}

TEST(Csv, NoTimeGivesATable) {
  const auto run = readCsv("size (B),algorithm,busbw [GB/s]\n8,ring,0.5\n16,tree,\n");
  ASSERT_TRUE(run.has_value());
  ASSERT_EQ(run->tables.size(), 1U);
  const Table& t = run->tables[0];
  EXPECT_EQ(t.rows(), 2U);
  EXPECT_EQ(t.find("size")->unit, "B");
  EXPECT_EQ(t.find("size")->number, (std::vector<double>{8, 16}));
  EXPECT_EQ(t.find("algorithm")->text, (std::vector<std::string>{"ring", "tree"}));
  EXPECT_TRUE(std::isnan(t.find("busbw")->number[1]));
}

TEST(Csv, BadRowsAreCountedWithTheirLine) {
  const auto run = readCsv("start (s),dur (s),name\n1,1,a\nx,1,b\n2\n3,y,c\n99999999999,1,d\n4,-1,e\n");
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(slicesOf(run), "a[0,1000000000000)rows/-1 e[3000000000000,3000000000000)rows/-1 ");
  EXPECT_EQ(noteCount(*run, "row without a time that can be read, left out"), 1U);
  EXPECT_EQ(noteCount(*run, "row without an end that can be read, left out"), 1U);
  EXPECT_EQ(noteCount(*run, "row without a duration that can be read, left out"), 1U);
  EXPECT_EQ(noteCount(*run, "time more than 100 days from the first, left out"), 1U);
  EXPECT_EQ(noteCount(*run, "negative duration"), 1U);
  EXPECT_EQ(run->notes[0].first[0], "line 3");
}

TEST(Csv, Sniff) {
  const auto sniff = [](std::string_view s) { return csv::sniff(std::as_bytes(std::span(s.data(), s.size()))); };
  EXPECT_GT(sniff("start,dur,name\n1,2,a\n"), 0);
  EXPECT_GT(sniff(",name,value\n0,a,2\n"), 0);
  EXPECT_GT(sniff("start,dur,name\n1,2,a\n3,4\n"), 0);  // cut at its end
  EXPECT_GT(sniff("start,dur,name\n1,2,a\n3,4\n5,6,b\n"), 0);
  EXPECT_EQ(sniff("start,dur,name\n1,2\n3,4\n5,6,b\n"), 0);
  EXPECT_EQ(sniff("Well, I see, yes\nI come, I see, I win\nThe end\n"), 0);
  EXPECT_LT(sniff("start,dur,name\n1,2,a\n"), 50);  // readers that know their tables go first
  for (const char* other : {"", "word\nword\n", "1,2,3\n4,5,6\n", "a,b\n1,2,3\n", "a,a\n1,2\n", "{\"a\":1,\n\"b\":2}\n", "This, dear reader, is\na text, with commas\n", "a,b\n"})
    EXPECT_EQ(sniff(other), 0) << other;
}

TEST(Csv, WrittenSlicesComeBack) {
  RunBuilder b("x", Truth::Measured);
  b.run().originNs = 1'700'000'000'123'456'789;
  Track t;
  t.name = b.intern("7");
  t.process = b.intern("a, \"b\"");
  t.kind = TrackKind::Stream;
  t.rank = 3;
  const TrackIndex stream = b.track(t);
  t = {};
  t.name = b.intern("link");
  t.kind = TrackKind::Link;
  const TrackIndex link = b.track(t);
  b.slice({stream, 1, 1'234'567, b.intern("k\n1"), b.intern("kernel"), Activity::Compute, R"({"x":"a,b","y":[1]})"});
  b.slice({stream, 1'000'000, 5'000'000, b.intern(" k2"), 0, Activity::Communication, {}});
  b.slice({link, -7, 3, 0, b.intern("only a category"), Activity::Wait, {}});
  b.slice({link, 10, 3, b.intern("=1+1"), b.intern("'@x"), Activity::Wait, {}});  // no formula where it is opened
  const weir::Run run = b.build();
  std::string text;
  ASSERT_TRUE(csv::writeSlices(run, [&](std::string_view s) -> Result<void> { text += s; return {}; }, {}).has_value());
  EXPECT_NE(text.find(",'=1+1,''@x,"), std::string::npos) << text;
  const auto again = readCsv(text);
  ASSERT_TRUE(again.has_value()) << again.error().line();
  ASSERT_EQ(again->slices.size(), run.slices.size());
  ASSERT_EQ(again->tracks.size(), run.tracks.size());
  for (std::size_t k = 0; k < run.tracks.size(); ++k) {
    EXPECT_EQ(again->names.text(again->tracks[k].name), run.names.text(run.tracks[k].name));
    EXPECT_EQ(again->names.text(again->tracks[k].process), run.names.text(run.tracks[k].process));
    EXPECT_EQ(again->tracks[k].kind, run.tracks[k].kind);
    EXPECT_EQ(again->tracks[k].rank, run.tracks[k].rank);
    EXPECT_EQ(again->tracks[k].rowCount, run.tracks[k].rowCount);
  }
  const std::int64_t moved = (again->originNs - run.originNs) * 1000;
  for (SliceIndex i = 0; i < run.slices.size(); ++i) {
    EXPECT_EQ(again->slices.start[i] + moved, run.slices.start[i]);
    EXPECT_EQ(again->slices.duration[i], run.slices.duration[i]);
    EXPECT_EQ(again->names.text(again->slices.name[i]), run.names.text(run.slices.name[i]));
    EXPECT_EQ(again->names.text(again->slices.category[i]), run.names.text(run.slices.category[i]));
    EXPECT_EQ(again->slices.activity[i], run.slices.activity[i]);
    EXPECT_EQ(again->argsOf(i), run.argsOf(i));
  }
}

TEST(Csv, RowsBeforeTheFirstTimeDoNotMakeATable) {
  const auto run = test::readText("start,end,name\n,,a\nabc,2,b\n3,4,c\n5,6,d\n");
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->slices.size(), 2U);
  EXPECT_EQ(test::noteCount(*run, "row without a time that can be read, left out"), 2U);
}

TEST(Csv, ValuesThatAreNoQuantityAreLeftOutAndCounted) {
  const auto run = readCsv("time (s),power\n1,5\n2,nan\n3,inf\n4,7\n");
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->counters.size(), 1U);
  EXPECT_EQ(run->counters[0].value, (std::vector<float>{5, 7}));
  EXPECT_EQ(noteCount(*run, "value that is NaN or Infinity, left out"), 2U);
}

}  // namespace csv_test
