#include "core/base/units.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace units_test {
using namespace weir;

TEST(Units, TimeCarriesItsUnit) {
  EXPECT_EQ(units::parseTime("25us")->toPs(), 25'000'000);
  EXPECT_EQ(units::parseTime("0.5 us")->toPs(), 500'000);
  EXPECT_EQ(units::parseTime("1.5ms")->toPs(), 1'500'000'000);
  EXPECT_EQ(units::parseTime("2h")->toPs(), 7200LL * 1'000'000'000'000);
}

TEST(Units, MissingOrUnknownUnitIsRefused) {
  for (const char* bad : {"25", "", "us", "25 parsec", "25us us", "-5us", "1e400s", "nan s", "inf", "1e7s", "1e300s"}) {
    const auto t = units::parseTime(bad);
    ASSERT_FALSE(t) << bad;
    EXPECT_FALSE(t.error().what.empty());
  }
  EXPECT_EQ(units::parseTime("25").error().what, "\"25\" has no unit");
  for (const char* torn : {"5 ms\n", "\n5 ms", "5\nms", "5 ms\r"}) EXPECT_FALSE(units::parseTime(torn).has_value()) << torn;
  EXPECT_TRUE(units::parseTime(" 5\tms ").has_value());
}

TEST(Units, BitsAndBytesDiffer) {
  EXPECT_DOUBLE_EQ(units::parseBandwidth("100Gbps")->toBytesPerSecond(), 12.5e9);
  EXPECT_DOUBLE_EQ(units::parseBandwidth("12.5GB/s")->toBitsPerSecond(), 100e9);
  EXPECT_DOUBLE_EQ(units::parseBandwidth("1GiB/s")->toBytesPerSecond(), 1073741824.0);
  EXPECT_EQ(units::parseBytes("25MiB")->count(), 26'214'400);
  EXPECT_EQ(units::parseBytes("102.4MB")->count(), 102'400'000);
  EXPECT_FALSE(units::parseBytes("25Mb"));   // bits are no amount of storage
  EXPECT_FALSE(units::parseBytes("25KB"));   // 1000 or 1024: ask
}

TEST(Units, WrittenTextReadsBackExactly) {
  for (const std::int64_t ps : {0LL, 1LL, 500'000LL, 5'000'000LL, 1'234'567'891LL, 3'600'000'000'000'000LL})
    EXPECT_EQ(units::parseTime(units::write(Time::ps(ps)))->toPs(), ps) << units::write(Time::ps(ps));
  for (const std::int64_t b : {0LL, 1LL, 4096LL, 110'000LL, 26'214'400LL, 102'400'000LL, 80'000'000'000LL, 123'456'789LL})
    EXPECT_EQ(units::parseBytes(units::write(Bytes::of(b)))->count(), b) << units::write(Bytes::of(b));
  for (const double v : {200e9, 12.345e9, 1.0, 2039e9 * 8})
    EXPECT_EQ(units::parseBandwidth(units::write(Bandwidth::bitsPerSecond(v)))->toBitsPerSecond(), v);
  EXPECT_EQ(units::write(Time::ps(500'000)), "0.5us");
  EXPECT_EQ(units::write(Bytes::of(102'400'000)), "102.4MB");
  EXPECT_EQ(units::write(Bandwidth::bitsPerSecond(200e9)), "200Gbps");
}

TEST(Units, ShownWithThreeDigits) {
  EXPECT_EQ(units::showSeconds(0.0812), "81.2 ms");
  EXPECT_EQ(units::showSeconds(0.014406), "14.4 ms");
  EXPECT_EQ(units::showSeconds(0.9996), "1.00 s");
  EXPECT_EQ(units::showSeconds(0), "0 s");
  EXPECT_EQ(units::showSeconds(std::nan("")), "unknown");
  EXPECT_EQ(units::showBytes(3.1e9), "3.10 GB");
  EXPECT_EQ(units::show(Bandwidth::bitsPerSecond(200e9)), "200 Gb/s");
  EXPECT_EQ(units::showPercent(0.143), "14.3 %");
  EXPECT_EQ(units::showCount(1281167), "1.28 M");
}

TEST(Quantity, SerializationRoundsUp) {
  // 4096 B x 8 / 100 Gb/s = 327.68 ns
  EXPECT_EQ(serialization(Bytes::of(4096), Bandwidth::bitsPerSecond(100e9)).toPs(), 327'680);
  EXPECT_EQ(serialization(Bytes::of(1), Bandwidth::bitsPerSecond(3e12)).toPs(), 3);  // 2.67 ps
}

// Known answer of Philox 4x32-10 for counter and key zero (Random123's kat_vectors).
TEST(Random, PhiloxKnownAnswer) {
  const auto b = Random::philox(0, 0, 0);
  EXPECT_EQ(b[0], 0x6627e8d5U);
  EXPECT_EQ(b[1], 0xe169c58dU);
  EXPECT_EQ(b[2], 0xbc57ac4cU);
  EXPECT_EQ(b[3], 0x9b00dbd8U);
}

TEST(Random, StreamsDoNotDependOnOrder) {
  Random a(7, 1), b(7, 2), a2(7, 1);
  const auto first = a.next64();
  (void)b.next64();
  EXPECT_EQ(a2.next64(), first);
  EXPECT_NE(Random(7, 2).next64(), first);
}

}  // namespace units_test
