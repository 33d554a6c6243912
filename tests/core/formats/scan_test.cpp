// The fast scanners against the slowest way to say the same.
#include "core/formats/chrome/scan.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>

#include "core/formats/chrome/event.h"
#include "core/formats/chrome/micros.h"
#include "core/formats/chrome/shape.h"
#include "core/formats/chrome/text.h"

namespace scan_test {
using namespace weir::chrome;

namespace {

std::optional<std::size_t> naiveEnd(const std::string& s, bool& control) {
  int depth = 0;
  bool string = false;
  control = false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (string) {
      if (s[i] == '\\') ++i;
      else if (s[i] == '"') string = false;
      else if (static_cast<unsigned char>(s[i]) < 0x20) {
        control = true;
        return std::nullopt;
      }
    } else if (s[i] == '\\' && i + 1 < s.size() && (s[i + 1] == '"' || s[i + 1] == '\\')) ++i;  // no JSON; never opens a string
    else if (s[i] == '"') string = true;
    else if (s[i] == '{' || s[i] == '[') ++depth;
    else if ((s[i] == '}' || s[i] == ']') && --depth == 0) return i + 1;
  }
  return std::nullopt;
}

}  // namespace

TEST(Scan, ContainersEndWhereTheSlowWaySays) {
  std::mt19937 random(7);
  const std::string alphabet = "{}[]\"\\\\ab:,1 {}\"\"[][][]@\xc3";
  for (int round = 0; round < 20000; ++round) {
    std::string s = "{";
    const std::size_t n = random() % 200;
    for (std::size_t i = 0; i < n; ++i) s += alphabet[random() % alphabet.size()];
    bool control = false;
    const auto want = naiveEnd(s, control);
    const Skip plain = skipContainerVariants().front()(s.data(), s.data() + s.size());
    for (const SkipContainer skip : skipContainerVariants()) {
      const Skip got = skip(s.data(), s.data() + s.size());
      ASSERT_EQ(got.letters, plain.letters) << s;
      ASSERT_EQ(got.high, plain.high) << s;
      ASSERT_EQ(got.end, want ? s.data() + *want : nullptr) << s;
    }
  }
}

TEST(Scan, FindsTextWhereverItStands) {
  const std::string what = "\"correlation\"";
  for (std::size_t before : {0U, 1U, 5U, 15U, 16U, 17U, 31U, 33U, 100U})
    for (std::size_t behind : {0U, 1U, 15U, 16U, 40U}) {
      const std::string s = std::string(before, 'c') + what + std::string(behind, '"');
      EXPECT_EQ(findText(s, what), before);
      EXPECT_EQ(findText(s.substr(0, before + what.size() - 1), what), std::string::npos);
    }
}

TEST(Scan, SeesControlCharactersInStringsOnly) {
  for (std::size_t pad : {0U, 1U, 50U, 61U, 62U, 63U, 64U, 130U}) {
    const std::string fill(pad, ' ');
    const std::string bad = "{" + fill + "\"a\nb\":1}";
    EXPECT_TRUE(skipContainer(bad.data(), bad.data() + bad.size()).control) << pad;
    const std::string good = "{" + fill + "\n\"a\":1\n}";
    EXPECT_FALSE(skipContainer(good.data(), good.data() + good.size()).control) << pad;
    const std::string letters = "{" + fill + "\"a\":true}";
    EXPECT_TRUE(skipContainer(letters.data(), letters.data() + letters.size()).letters) << pad;
    EXPECT_FALSE(skipContainer(good.data(), good.data() + good.size()).letters) << pad;
  }
}

TEST(Scan, StringStopsAndLines) {
  for (std::size_t pad : {0U, 3U, 15U, 16U, 17U, 40U}) {
    const std::string s = std::string(pad, 'x') + "\"";
    EXPECT_EQ(findStringStop(s.data(), s.data() + s.size()), s.data() + pad);
    EXPECT_EQ(findStringStop(s.data(), s.data() + pad), s.data() + pad);
  }
  std::string many;
  for (int i = 0; i < 10000; ++i) many += "a\n";
  EXPECT_EQ(countLines(many.data(), many.data() + many.size()), 10000U);
}

TEST(Micros, ExactToTheDigit) {
  struct Row {
    const char* text;
    std::int64_t us;
    std::int32_t fs;
  };
  const Row good[] = {
      {"0", 0, 0},
      {"1694128201431422", 1694128201431422, 0},
      {"4026150069145.028", 4026150069145, 28'000'000},
      {"0.001", 0, 1'000'000},
      {"44.06645894050598", 44, 66'458'941},   // tenth decimal rounds up
      {"1.9999999996", 2, 0},                  // carries into the microsecond
      {"-1.25", -2, 750'000'000},              // floor and rest
      {"-0.5", -1, 500'000'000},
      {"1.7120e15", 1712000000000000, 0},
      {"1.234E2", 123, 400'000'000},
      {"5e-3", 0, 5'000'000},
      {"+7", 7, 0},
      {"999999999999999999", 999999999999999999, 0},
  };
  for (const Row& r : good) {
    Micros m;
    ASSERT_TRUE(parseMicros(r.text, m)) << r.text;
    EXPECT_EQ(m.us, r.us) << r.text;
    EXPECT_EQ(m.fs, r.fs) << r.text;
  }
  for (const char* bad : {"", "NaN", "Infinity", "-", ".5", "1.", "0x12", "1e", "1e999", "12a", "10159970886766084423000"}) {
    Micros m;
    EXPECT_FALSE(parseMicros(bad, m)) << bad;
  }
}

TEST(Shape, TellsTheSameAsTheOrdinaryParser) {
  // Events of three makes, some of them not as the ones before.
  std::string all;
  std::vector<std::size_t> starts;
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    starts.push_back(all.size());
    const std::string n = std::to_string(random() % 100000);
    switch (random() % 6) {
      case 0: all += "{\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::" + n + "\", \"pid\": 1, \"tid\": " + n + ",\n    \"ts\": " + n + ".125, \"dur\": 3,\n    \"args\": {\n      \"a\": [" + n + "]\n    }\n  }"; break;
      case 1: all += "{\"ph\":\"f\",\"id\":" + n + ",\"pid\":\"x\",\"tid\":2,\"ts\":" + n + ",\"bp\":\"e\"}"; break;
      case 2: all += "{\"ph\":\"X\",\"name\":\"quoted \\\" " + n + "\",\"ts\":\"" + n + "\",\"dur\":1e2}"; break;
      case 3: all += "{ \"dur\" : " + n + " , \"ph\" : \"X\" , \"name\" : \"\" }"; break;
      case 4: all += "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":" + n + ",\"dur\":" + n + ",\"args\":{}}"; break;
      default: all += "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":null,\"dur\":" + n + ",\"args\":null}"; break;
    }
    all += ",\n";
  }
  ShapedParser shaped;
  for (const std::size_t at : starts) {
    RawEvent a;
    RawEvent b;
    const char* nextA = nullptr;
    const char* nextB = nullptr;
    const char* const end = all.data() + all.size();
    ASSERT_EQ(parseEvent(all.data() + at, end, a, nextA), Parsed::Good) << all.substr(at, 100);
    ASSERT_EQ(shaped.parse(all.data() + at, end, b, nextB), Parsed::Good) << all.substr(at, 100);
    ASSERT_EQ(nextA, nextB) << all.substr(at, 100);
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.category, b.category);
    EXPECT_EQ(a.pid, b.pid);
    EXPECT_EQ(a.tid, b.tid);
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.args, b.args);
    EXPECT_EQ(a.ph, b.ph);
    EXPECT_EQ(a.hasTs, b.hasTs);
    EXPECT_EQ(a.hasDur, b.hasDur);
    EXPECT_EQ(a.ts.us, b.ts.us);
    EXPECT_EQ(a.dur.us, b.dur.us);
    EXPECT_EQ(a.nameEscaped, b.nameEscaped);
  }
}

TEST(Text, UnescapesAndRepairs) {
  EXPECT_EQ(unescaped("plain"), "plain");
  EXPECT_EQ(unescaped(R"(a\"b\\c\/d\n)"), "a\"b\\c/d\n");
  EXPECT_EQ(unescaped(R"(\u00e9\u20ac)"), "\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(unescaped(R"(\ud83d\ude00)"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(unescaped(R"(\ud83d)"), "\xEF\xBF\xBD");           // half a pair
  EXPECT_EQ(unescaped(R"(C:\temp\q)"), "C:\temp\\q");          // \t is an escape, \q is none and stays
  EXPECT_EQ(unescaped("a\xFF" "b\xC3"), "a\xEF\xBF\xBD" "b\xEF\xBF\xBD");
  EXPECT_EQ(unescaped("\\"), "\\");
}

TEST(Text, Members) {
  const std::string_view object = R"({"a": 1, "b" :"x\"y", "c": {"a": 2, "d":[1,2]}, "Process Group Ranks": "[0, 4]"})";
  EXPECT_EQ(memberOf(object, "a"), "1");
  EXPECT_EQ(memberOf(object, "b"), "x\\\"y");
  EXPECT_EQ(memberOf(object, "c"), R"({"a": 2, "d":[1,2]})");
  EXPECT_EQ(memberOf(object, "d"), std::nullopt);  // only direct members
  bool cut = false;
  EXPECT_EQ(integersOf(*memberOf(object, "Process Group Ranks"), cut), (std::vector<std::int32_t>{0, 4}));
  EXPECT_FALSE(cut);
  (void)integersOf("[0, 1, ...]", cut);
  EXPECT_TRUE(cut);
  EXPECT_TRUE(membersOf("").empty());
  EXPECT_TRUE(membersOf("{\"a\"").empty());
}

TEST(Text, NonJsonValues) {
  EXPECT_FALSE(hasNonJsonValue(R"({"a": true, "b": [false, null, -1.5e3], "c": "NaN"})"));
  for (const char* bad : {R"({"a": NaN})", R"({"a": [Infinity]})", R"({"a": -Infinity})", R"({"Stream": 0x262ca50})", R"({"datatype": ncclFloat32})"})
    EXPECT_TRUE(hasNonJsonValue(bad)) << bad;
}

}  // namespace scan_test
