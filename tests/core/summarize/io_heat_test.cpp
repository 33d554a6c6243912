#include "core/summarize/io_heat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/base/random.h"
#include "tests/core/summarize/support.h"

namespace io_heat_test {
using namespace weir;
using test::Sketch;
using test::us;
using testing::ElementsAre;
using testing::Matcher;

namespace {

// Shares of a sum are added in binary.
Matcher<double> near(double v) { return testing::DoubleNear(v, 1e-9); }

IoOperation operation(Sketch& s, std::int32_t rank, IoOperation::Kind kind, std::int64_t from, std::int64_t to, std::int64_t bytes, std::string_view layer = "POSIX",
                      std::string_view file = "/data/a") {
  IoOperation op;
  op.kind = kind;
  op.rank = rank;
  op.layer = s.b.intern(layer);
  op.file = s.b.intern(file);
  op.bytes = bytes;
  op.start = from * us;
  op.duration = (to - from) * us;
  s.b.io(op);
  return op;
}

void bins(Sketch& s, std::int32_t rank, std::string_view name, std::vector<float> values) {
  Counter c;
  c.name = s.b.intern(name);
  c.group = s.b.intern("bytes over time");
  c.unit = "B";
  c.rank = rank;
  c.step = 10 * us;
  c.value = std::move(values);
  s.b.counter(std::move(c));
}

}  // namespace

TEST(IoHeat, AnOperationIsSpreadOverItsTime) {
  Sketch s;
  for (int r = 0; r < 2; ++r) s.track(r, TrackKind::Thread, "io");
  operation(s, 0, IoOperation::Kind::Read, 0, 20, 1000);
  operation(s, 1, IoOperation::Kind::Write, 5, 15, 400);
  operation(s, 1, IoOperation::Kind::Open, 15, 20, kUnknownBytes);
  operation(s, 1, IoOperation::Kind::Read, 0, 20, 7777, "MPI-IO");  // the same bytes again, a layer above
  const weir::Run run = s.build();
  const IoHeat h = ioHeat(run, {.columns = 4});
  EXPECT_EQ(h.source, IoHeat::Source::Operations);
  EXPECT_THAT(h.value, ElementsAre(near(250), near(250), near(250), near(250), near(0), near(200), near(200), near(0)));
  EXPECT_THAT(h.rowSum, ElementsAre(near(1000), near(400)));
  EXPECT_THAT(h.columnSum, ElementsAre(near(250), near(450), near(450), near(250)));
  EXPECT_NEAR(h.sum, 1400, 1e-9);
  EXPECT_EQ(h.operations, 2U);
  EXPECT_THAT(ioHeat(run, {.kind = IoHeatOptions::Kind::Write, .columns = 2}).rowSum, ElementsAre(near(0), near(400)));
  EXPECT_NEAR(ioHeat(run, {.layer = "MPI-IO", .columns = 2}).sum, 7777, 1e-9);
  EXPECT_THAT(ioHeat(run, {.measure = IoMeasure::Operations, .columns = 4}).value, ElementsAre(near(1), near(0), near(0), near(0), near(0), near(1), near(0), near(1)));
  EXPECT_THAT(ioHeat(run, {.measure = IoMeasure::Time, .kind = IoHeatOptions::Kind::Meta, .columns = 1}).value, ElementsAre(near(0), near(5e-6)));
  EXPECT_NEAR(ioHeat(run, {.range = TimeRange{10 * us, 20 * us}, .columns = 3}).sum, 700, 1e-9);
  const auto parts = ioPartsOf(run, {.columns = 4}, h, 1, 1);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].file, "/data/a");
  EXPECT_DOUBLE_EQ(parts[0].value, 200);
}

TEST(IoHeat, FilesUnderAPlace) {
  Sketch s;
  s.track(0, TrackKind::Thread, "io");
  operation(s, 0, IoOperation::Kind::Read, 0, 10, 100, "POSIX", "/lus/a");
  operation(s, 0, IoOperation::Kind::Read, 0, 10, 20, "POSIX", "/lustre2/a");
  operation(s, 0, IoOperation::Kind::Read, 0, 10, 3, "POSIX", "/tmp/b");
  const weir::Run run = s.build();
  EXPECT_NEAR(ioHeat(run, {.file = "/lus"}).sum, 100, 1e-9);
  EXPECT_NEAR(ioHeat(run, {.file = "/tmp/b"}).sum, 3, 1e-9);
  EXPECT_NEAR(ioHeat(run, {}).sum, 123, 1e-9);
  EXPECT_THAT(ioChoices(run).places, ElementsAre("/lus", "/lustre2", "/tmp"));
}

TEST(IoHeat, TheLogsOwnBinsComeFirst) {
  Sketch s;
  for (int r = 0; r < 2; ++r) s.track(r, TrackKind::Thread, "io");
  bins(s, 0, "POSIX read", {10, 0, 30});
  bins(s, 1, "STDIO written", {0, 4, 0});
  bins(s, 1, "MPI-IO read", {900, 900, 900});
  operation(s, 0, IoOperation::Kind::Read, 0, 30, 5);
  const weir::Run run = s.build();
  const IoHeat h = ioHeat(run, {.columns = 0});
  EXPECT_EQ(h.source, IoHeat::Source::Bins);
  EXPECT_THAT(h.value, ElementsAre(near(10), near(0), near(30), near(0), near(4), near(0)));
  EXPECT_NEAR(ioHeat(run, {.kind = IoHeatOptions::Kind::Write, .columns = 1}).sum, 4, 1e-9);
  EXPECT_NEAR(ioHeat(run, {.layer = "MPI-IO", .columns = 6}).value[6], 450, 1e-9);
  // What bins cannot tell is asked of the operations.
  EXPECT_EQ(ioHeat(run, {.measure = IoMeasure::Operations}).source, IoHeat::Source::Operations);
  EXPECT_NEAR(ioHeat(run, {.file = "/data"}).sum, 5, 1e-9);
}

TEST(IoHeat, NothingIsSaidToBeNothing) {
  const IoHeat h = ioHeat(weir::Run{}, {});
  EXPECT_EQ(h.source, IoHeat::Source::None);
  EXPECT_FALSE(h.remark.empty());
}

// Cell by cell: the share of every operation's time that lies in a column.
TEST(IoHeat, BruteForce) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed, 1);
    Sketch s;
    const int ranks = 1 + static_cast<int>(random.below(5));
    for (int r = 0; r < ranks; ++r) s.track(r, TrackKind::Thread, "io");
    std::vector<IoOperation> all;
    std::vector<std::string> layers;
    const int n = 1 + static_cast<int>(random.below(20));
    for (int i = 0; i < n; ++i) {
      const std::int64_t from = static_cast<std::int64_t>(random.below(100));
      const char* layer = random.below(4) == 0 ? "MPI-IO" : random.below(2) == 0 ? "POSIX" : "STDIO";
      all.push_back(operation(s, static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(ranks))), random.below(2) == 0 ? IoOperation::Kind::Read : random.below(3) == 0 ? IoOperation::Kind::Stat : IoOperation::Kind::Write,
                              from, from + static_cast<std::int64_t>(random.below(30)), random.below(9) == 0 ? kUnknownBytes : static_cast<std::int64_t>(random.below(100000)), layer));
      layers.emplace_back(layer);
    }
    const weir::Run run = s.build();
    IoHeatOptions o;
    o.measure = static_cast<IoMeasure>(random.below(3));
    o.kind = static_cast<IoHeatOptions::Kind>(random.below(4));
    o.columns = 1 + static_cast<int>(random.below(17));
    const std::int64_t from = static_cast<std::int64_t>(random.below(60));
    o.range = TimeRange{from * us, (from + 1 + static_cast<std::int64_t>(random.below(60))) * us};
    if (random.below(2) == 0) o.layer = "POSIX";
    const bool lowest = std::any_of(layers.begin(), layers.end(), [](const std::string& l) { return l != "MPI-IO"; });
    const IoHeat h = ioHeat(run, o);
    ASSERT_EQ(h.rows, ranks);
    for (int r = 0; r < h.rows; ++r)
      for (int k = 0; k < h.columns; ++k) {
        const double width = static_cast<double>(o.range->length()) / o.columns;
        const double lo = static_cast<double>(o.range->from) + width * k;
        const double hi = lo + width;
        double expected = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
          const IoOperation& op = all[i];
          if (op.rank != r) continue;
          if (o.layer.empty() ? lowest && layers[i] == "MPI-IO" : layers[i] != o.layer) continue;
          const bool read = op.kind == IoOperation::Kind::Read;
          const bool write = op.kind == IoOperation::Kind::Write;
          if (o.kind == IoHeatOptions::Kind::Read ? !read : o.kind == IoHeatOptions::Kind::Write ? !write : o.kind == IoHeatOptions::Kind::Meta ? read || write : false) continue;
          double worth = 0;
          if (o.measure == IoMeasure::Bytes) worth = (read || write) && op.bytes > 0 ? static_cast<double>(op.bytes) : o.kind == IoHeatOptions::Kind::Meta ? std::max<double>(static_cast<double>(op.bytes), 0) : 0;
          else if (o.measure == IoMeasure::Operations) worth = 1;
          else worth = static_cast<double>(op.duration) / 1e12;
          const auto a = static_cast<double>(op.start);
          const auto b = static_cast<double>(op.start + op.duration);
          if (o.measure == IoMeasure::Operations || b == a) {
            if (a >= lo && a < hi) expected += worth;
          } else {
            expected += worth * std::max(0.0, std::min(b, hi) - std::max(a, lo)) / (b - a);
          }
        }
        // An edge that falls on an operation's start to the last bit may count it on either side; edges here are whole when columns divide.
        if (o.range->length() % o.columns == 0 || o.measure != IoMeasure::Operations) {
          ASSERT_NEAR(h.at(r, k), expected, 1e-6 * std::max(1.0, expected)) << "seed " << seed << " row " << r << " column " << k;
        }
      }
    double sum = 0;
    for (const double v : h.value) sum += v;
    EXPECT_NEAR(sum, h.sum, 1e-6 * std::max(1.0, sum));
  }
}

}  // namespace io_heat_test
