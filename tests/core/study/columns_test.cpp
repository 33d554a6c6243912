#include "core/study/columns.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/base/random.h"

namespace columns_test {
using namespace weir;

namespace {

template <class T>
void roundTrip(const std::vector<T>& v) {
  const std::string blob = encodeChunk(elementOf<T>(), v.data(), 10, v.size(), 10 + v.size());
  const auto head = chunkHead(blob);
  ASSERT_TRUE(head.has_value()) << head.error().what;
  EXPECT_EQ(head->first, 10U);
  EXPECT_EQ(head->count, v.size());
  std::vector<T> back(v.size());
  ASSERT_TRUE(decodeChunk(blob, *head, back.data()).has_value());
  if (!v.empty()) {
    EXPECT_EQ(std::memcmp(back.data(), v.data(), v.size() * sizeof(T)), 0);
  }
}

template <class T>
std::vector<T> randomColumn(std::size_t n) {
  Random r(n, sizeof(T));
  std::vector<T> v;
  for (std::size_t i = 0; i < n; ++i) v.push_back(static_cast<T>(r.next64() >> r.below(64)));
  return v;
}

}  // namespace

TEST(Columns, EveryTypeAndLengthComesBack) {
  for (const std::size_t n : {0, 1, 2, 3, 7, 8, 9, 100, 4097}) {
    roundTrip(randomColumn<std::uint8_t>(n));
    roundTrip(randomColumn<std::int32_t>(n));
    roundTrip(randomColumn<std::uint32_t>(n));
    roundTrip(randomColumn<std::int64_t>(n));
    roundTrip(randomColumn<std::uint64_t>(n));
    roundTrip(randomColumn<float>(n));
  }
  roundTrip(std::vector<std::int64_t>{INT64_MIN, INT64_MAX, INT64_MIN, -1, 0, 1});
}

TEST(Columns, RisingTimesPackWell) {
  std::vector<std::int64_t> v;
  Random r(1, 1);
  std::int64_t t = 1'600'000'000'000'000;
  for (int i = 0; i < 100'000; ++i) v.push_back(t += static_cast<std::int64_t>(r.below(1'000'000)));
  roundTrip(v);
  // 20 random bits a value: 2.5 bytes are the least there can be.
  EXPECT_LT(encodeChunk(Element::I64, v.data(), 0, v.size(), v.size()).size(), v.size() * 3);
}

TEST(Columns, EveryFlippedByteIsNoticed) {
  const auto v = randomColumn<std::int64_t>(50);
  const std::string blob = encodeChunk(Element::I64, v.data(), 0, v.size(), v.size());
  for (std::size_t i = 0; i < blob.size(); ++i)
    for (const int bit : {0, 7}) {
      std::string bad = blob;
      bad[i] = static_cast<char>(bad[i] ^ (1 << bit));
      EXPECT_FALSE(chunkHead(bad).has_value()) << "byte " << i << " bit " << bit;
    }
  for (std::size_t n = 0; n < blob.size(); ++n) EXPECT_FALSE(chunkHead(std::string_view(blob).substr(0, n)).has_value());
}

}  // namespace columns_test
