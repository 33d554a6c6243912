#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/formats/format.h"

namespace chrome_fuzz_test {
using namespace weir;

namespace {

const std::string& kinetoText() {
  static const std::string text = R"({
  "schemaVersion": 1, "deviceProperties": [ { "id": 0, "name": "GPU \"A\"" } ],
  "distributedInfo": {"backend": "nccl", "rank": 1, "world_size": 4, "pg_config": [{"pg_name": "0", "ranks": [0, 1, 2, 3]}]},
  "displayTimeUnit": "ms", "baseTimeNanoseconds": 1782967788000000000,
  "traceEvents": [
  {
    "ph": "X", "cat": "cpu_op", "name": "aten::empty", "pid": 425, "tid": 425,
    "ts": 4026150080970.407, "dur": 10.926,
    "args": { "External id": 8195, "Concrete Inputs": ["[1, 77]", "4", ""], "ok": true }
  },
  {
    "ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "pid": 0, "tid": 7,
    "ts": 4026150080980.000, "dur": 110.5,
    "args": { "Collective name": "allreduce", "In msg nelems": 4096, "dtype": "Float", "Group size": 4, "Process Group Ranks": "[0, 1, 2, 3]", "correlation": 9 }
  },
  {"ph": "s", "id": 9, "pid": 425, "tid": 425, "ts": 4026150080971, "cat": "ac2g", "name": "ac2g"},
  {"ph": "B", "name": "outer \u00e9", "pid": "Spans", "tid": "x", "ts": "4026150080971"},
  {"ph": "B", "name": "inner", "pid": "Spans", "tid": "x", "ts": 4026150080972.5},
  {"ph": "E", "pid": "Spans", "tid": "x", "ts": 4026150080973},
  {"ph": "E", "name": "outer \u00e9", "pid": "Spans", "tid": "x", "ts": 4026150080999},
  {"ph": "b", "cat": "net", "id": "0x12", "name": "req", "pid": 425, "tid": 1, "ts": 4026150080971},
  {"ph": "e", "cat": "net", "id": "0x12", "name": "req", "pid": 425, "tid": 1, "ts": 4026150080990},
  {"ph": "C", "name": "mem", "pid": 425, "ts": 4026150080971, "args": {"used": 12, "free": 1e3}},
  {"ph": "i", "s": "t", "name": "Iteration Start", "pid": "Traces", "tid": "Trace", "ts": 4026150080960.1},
  {"ph": "X", "cat": "io", "name": "read", "pid": 425, "tid": 2, "ts": 4026150080961, "dur": 3, "args": {"file": "a", "bytes": 12}},
  {"ph": "M", "name": "process_name", "pid": 425, "tid": 0, "ts": 1, "args": {"name": "python"}},
  {"ph": "M", "name": "thread_sort_index", "pid": 425, "tid": 1, "args": {"sort_index": -3}}
  ],
  "traceName": "/tmp/x.json"
})";
  return text;
}
const std::string& arrayText() {
  static const std::string text =
      R"([{"name":"a","cat":"c","ph":"X","pid":0,"tid":0,"ts":44.06645894050598,"dur":1236.3433837890625,"args":{"step":23,"v":[1,{"w":null}]}},)"
      R"({"name":"b","ph":"X","pid":0,"tid":1,"ts":1,"dur":0},{"ph":"M","name":"thread_name","pid":0,"tid":1,"args":{"name":"PP rank 1"}}])";
  return text;
}

// A Run in which everything points where something is, or an error that says something.
void check(const std::string& text, std::size_t chunk) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const FormatDescriptor* format = sniffFormat(bytes);
  if (format == nullptr || !format->readable()) return;
  const auto reader = format->make({text.size(), 0});
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(chunk, bytes.size() - at);
    const auto fed = reader->feed(bytes.subspan(at, n), at + n == bytes.size(), {});
    ASSERT_TRUE(fed.has_value()) << fed.error().line();
    at += n;
  } while (at < bytes.size());
  const auto run = reader->finish({});
  if (!run) {
    ASSERT_FALSE(run.error().what.empty()) << text;
    return;
  }
  const std::size_t n = run->slices.size();
  ASSERT_TRUE(run->slices.duration.size() == n && run->slices.name.size() == n && run->slices.category.size() == n && run->slices.activity.size() == n &&
              run->slices.args.size() == n && run->slices.argsSize.size() == n);
  std::size_t inRows = 0;
  for (const Row& row : run->rows) {
    ASSERT_LT(row.track, run->tracks.size());
    ASSERT_LE(row.end, n);
    inRows += row.end - row.begin;
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      ASSERT_GE(run->slices.duration[i], 0) << text;
      ASSERT_LT(run->slices.name[i], run->names.size());
      ASSERT_LE(run->slices.args[i] + run->slices.argsSize[i], run->argsText.size());
      if (i == row.begin) continue;
      ASSERT_GE(run->slices.start[i], run->slices.endOf(i - 1)) << text;
    }
  }
  ASSERT_EQ(inRows, n);
  for (const Instant& i : run->instants) ASSERT_LT(i.track, run->tracks.size());
  for (const CollectiveCall& c : run->collectives) {
    ASSERT_LT(c.slice, n);
    ASSERT_LT(c.group, run->groups.size());
  }
  ASSERT_LE(run->span().first, run->span().second);
}

}  // namespace

TEST(ChromeFuzz, CutAnywhere) {
  for (const std::string* text : {&kinetoText(), &arrayText()})
    for (std::size_t n = 0; n <= text->size(); ++n) {
      check(text->substr(0, n), std::string::npos);
      if (n % 7 == 0) check(text->substr(0, n), 13);
      if (n % 5 == 0) check(text->substr(n), std::string::npos);  // the beginning is missing
    }
}

TEST(ChromeFuzz, FlippedDoubledAndMixed) {
  std::mt19937 random(20240607);
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  const std::string hostile = "\"\\{}[]:,\n\t \x01\xff" "0e-9NtX";
  for (int round = 0; round < 6000; ++round) {
    std::string text = round % 3 ? kinetoText() : arrayText();
    for (std::size_t k = 1 + below(6); k > 0; --k) {
      const std::size_t at = below(text.size());
      const std::size_t n = below(40);
      switch (below(6)) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text[at] = hostile[below(hostile.size())]; break;
        case 2: text.insert(at, 1, hostile[below(hostile.size())]); break;
        case 3: text.erase(at, n); break;
        case 4: text.insert(below(text.size()), text.substr(at, n * 8)); break;
        default: text.insert(at, std::to_string(random()) + std::to_string(random()) + std::to_string(random())); break;
      }
      if (text.empty()) text = "[";
    }
    check(text, round % 4 ? std::string::npos : 1 + below(300));
    if (HasFatalFailure()) {
      ADD_FAILURE() << "round " << round;
      return;
    }
  }
}

TEST(ChromeFuzz, Noise) {
  std::mt19937 random(99);
  const std::string alphabet = "{}[]\"\\:,phXBEts0123456789.e- \n";
  for (int round = 0; round < 2000; ++round) {
    std::string text = "{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,";
    for (std::size_t n = random() % 300; n > 0; --n) text += alphabet[random() % alphabet.size()];
    check(text, round % 2 ? std::string::npos : 5);
  }
}

}  // namespace chrome_fuzz_test
