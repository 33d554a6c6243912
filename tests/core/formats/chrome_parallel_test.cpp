// However a trace is cut into pieces and whoever reads them, the Run is the same.
#include <gtest/gtest.h>

#include <cstring>

#include "core/formats/chrome/parallel.h"
#include "core/formats/source.h"
#include "support.h"

namespace chrome_parallel_test {
using namespace weir;
using namespace weir::test;

namespace {

class Memory final : public chrome::Text {
 public:
  explicit Memory(std::string_view text) : text_(text) {}
  [[nodiscard]] std::uint64_t size() const override { return text_.size(); }
  [[nodiscard]] Result<std::size_t> read(std::uint64_t at, char* to, std::size_t n) const override {
    const std::string_view part = text_.substr(std::min<std::uint64_t>(at, text_.size()), n);
    std::memcpy(to, part.data(), part.size());
    return part.size();
  }

 private:
  std::string_view text_;
};

// Everything a Chrome trace can put into a Run, byte for byte.
std::string whole(const Result<weir::Run>& read) {
  if (!read) return "error: " + read.error().line();
  const weir::Run& run = *read;
  std::string s;
  const auto raw = [&](const auto& column) {
    s += fmt::format("|{}:", column.size());
    s.append(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(*column.data()));
  };
  s += fmt::format("{} {} {}", run.format, run.originNs, run.worldSize);
  for (NameId i = 0; i < run.names.size(); ++i) s += fmt::format("|{}", run.names.text(i));
  for (const Track& t : run.tracks)
    s += fmt::format("|track {} {} {} {} {} {}", t.name, t.process, static_cast<int>(t.kind), t.rank, t.sort, t.rowCount);
  for (const Row& r : run.rows) s += fmt::format("|row {} {} {} {}", r.track, r.depth, r.begin, r.end);
  const Slices& c = run.slices;
  raw(c.start), raw(c.duration), raw(c.name), raw(c.category), raw(c.activity), raw(c.args), raw(c.argsSize), raw(run.argsText);
  raw(run.arrows.from), raw(run.arrows.to), raw(run.arrows.kind);
  for (const Instant& i : run.instants) s += fmt::format("|instant {} {} {}", i.track, i.name, i.time);
  for (const CollectiveCall& k : run.collectives)
    s += fmt::format("|call {} {} {} {} {} {}", static_cast<int>(k.operation), k.bytes, k.group, k.instance, k.slice, k.start);
  for (const IoOperation& o : run.io) s += fmt::format("|io {} {} {}", o.file, o.bytes, o.start);
  for (const Counter& k : run.counters) s += fmt::format("|counter {} {}", k.name, k.group), raw(k.time), raw(k.value);
  for (const Fact& f : run.facts) s += fmt::format("|fact {} {}", f.name, f.value);
  for (const Note& n : run.notes) {
    s += fmt::format("|note {} {}", n.kind, n.count);
    for (const std::string& place : n.first) s += "," + place;
    for (const std::int64_t at : n.at) s += fmt::format(",{}", at);
  }
  return s;
}

std::string bytesOf(const std::string& path) {
  std::string text;
  auto source = ByteSource::open(path, {});
  if (!source) return text;
  (void)source->stream(
      [&](ByteSpan chunk, bool) -> Result<void> {
        text.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
        return {};
      },
      {});
  return text;
}

// Where two dumps part.
std::string difference(const std::string& a, const std::string& b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto at = static_cast<std::size_t>(x - a.begin());
  const std::size_t from = at < 40 ? 0 : at - 40;
  return fmt::format("at {}: \"{}\" against \"{}\"", at, a.substr(from, 80), b.substr(from, 80));
}

void expectSame(std::string_view text, std::initializer_list<std::size_t> parts, std::string_view name) {
  const std::string fed = whole(readText(text));
  for (const unsigned threads : {1U, 2U, 3U})
    for (const std::size_t part : parts) {
      const std::string other = whole(chrome::readInParts(Memory(text), {threads, part}, 0, {}));
      EXPECT_TRUE(fed == other) << name << ", " << threads << " threads, parts of " << part << ": " << difference(fed, other);
    }
}

std::string event(int i) {
  return fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"op{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{"External id":{},"x":[{{"name":"y"}},{{"ph":"Z"}}]}}}})",
                     i % 37, i % 2, i % 5, 1000 + i * 3 % 811, i % 17, i);
}

}  // namespace

TEST(ChromeParallel, SameRunForAnyThreadsAndParts) {
  std::string list;
  for (int i = 0; i < 600; ++i) {
    list += (i > 0 ? ",\n" : "") + event(i);
    if (i % 50 == 7) list += fmt::format(",\n{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{},\"tid\":{},\"args\":{{\"name\":\"t{}\"}}}}", i % 2, i % 5, i);
    if (i % 20 == 3) list += fmt::format(",{{\"ph\":\"C\",\"name\":\"c\",\"pid\":{},\"tid\":{},\"ts\":{},\"args\":{{\"a\":{},\"b\":1}}}}", i % 2, i, i, i);
    if (i % 20 == 5) list += fmt::format(",{{\"ph\":\"B\",\"name\":\"b{}\",\"pid\":1,\"tid\":1,\"ts\":{},\"args\":{{\"q\":{}}}}},{{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":{}}}", i, 5000 + i, i, 5001 + i);
    if (i % 20 == 9) list += fmt::format(",{{\"ph\":\"b\",\"cat\":\"k\",\"id\":{},\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":{}}},{{\"ph\":\"e\",\"cat\":\"k\",\"id\":{},\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":{}}}", i, i, i, i + 30);
  }
  const std::string object = "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0,\"name\":\"A100\"}],\"traceEvents\":[" + list +
                             "],\"distributedInfo\":{\"rank\":3,\"world_size\":8},\"baseTimeNanoseconds\":1700000000000000000}";
  expectSame(object, {50, 64, 200, 1000, 4096, 1 << 20}, "object");
  expectSame("[" + list, {64, 999, 20000}, "list without its end");
}

TEST(ChromeParallel, DamageIsToldAlike) {
  std::string list;
  for (int i = 0; i < 300; ++i) {
    list += (i > 0 ? "\n," : "") + event(i);
    if (i % 70 == 11) list += ", {\"ph\":\"X\",\"name\":\"half";
    if (i % 60 == 13) list += ",,\n{\"ph\":\"X\",\"ts\":NaN,\"dur\":1,\"name\":\"n\"}";
    if (i % 90 == 17) list += " nonsense {\"a\":";
    if (i % 50 == 19) list += ",{\"ph\":\"X\",\"name\":\"tab\there\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1}";
    if (i % 80 == 23) list += ",{\"ph\":\"X\",\"name\":\"\xff\xfe\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":-1,\"args\":{\"t\":\"\xc0\"}}";
  }
  expectSame("{\"traceEvents\":[" + list + "]}", {64, 300, 5000}, "damaged");
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += event(i) + "\n";
  expectSame("[\n" + lines, {64, 700}, "lines");
  expectSame(lines, {64, 700}, "lines without a list");
}

TEST(ChromeParallel, EventsLongerThanParts) {
  std::string list;
  for (int i = 0; i < 40; ++i)
    list += (i > 0 ? "," : "") + event(i) + ",{\"ph\":\"X\",\"name\":\"long\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2,\"args\":{\"s\":\"" + std::string(3000, 'x') + "\"}}";
  expectSame("[" + list + "]", {64, 500, 4000}, "long");
}

TEST(ChromeParallel, SameForEveryFileOfTheCorpus) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  for (const char* folder : {"kineto", "chrome_json", "malformed", "straggler_timeline", "nccl_profiler"})
    for (const ManifestRow& row : manifest(folder)) {
      const std::string text = bytesOf(row.file);
      const FormatDescriptor* format = sniffFormat(std::as_bytes(std::span(text.data(), text.size())));
      if (format == nullptr || format->readFile != chrome::readPlainFile || text.size() > (8U << 20)) continue;
      if (text.size() < 50000)
        expectSame(text, {300}, row.file);
      else
        expectSame(text, {100000}, row.file);
    }
}

}  // namespace chrome_parallel_test
