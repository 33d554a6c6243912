#include "core/summarize/tables_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"

namespace tables_json_test {
using namespace weir;

namespace {

bool same(const StatTable& a, const StatTable& b) {
  if (a.key != b.key || a.title != b.title || a.remark != b.remark || a.reason != b.reason || a.columns.size() != b.columns.size() || a.rows.size() != b.rows.size() ||
      a.places.size() != b.places.size())
    return false;
  for (std::size_t i = 0; i < a.columns.size(); ++i)
    if (a.columns[i].key != b.columns[i].key || a.columns[i].title != b.columns[i].title || a.columns[i].definition != b.columns[i].definition || a.columns[i].unit != b.columns[i].unit)
      return false;
  for (std::size_t r = 0; r < a.rows.size(); ++r)
    for (std::size_t c = 0; c < a.columns.size(); ++c) {
      const StatCell &x = a.rows[r][c], &y = b.rows[r][c];
      if (x.text != y.text || !(x.number == y.number || (std::isnan(x.number) && std::isnan(y.number)))) return false;
    }
  for (std::size_t i = 0; i < a.places.size(); ++i) {
    if (a.places[i].has_value() != b.places[i].has_value()) return false;
    if (a.places[i] && (a.places[i]->time != b.places[i]->time || a.places[i]->slice != b.places[i]->slice)) return false;
  }
  return true;
}

StatTable random(std::uint64_t seed) {
  Random r(seed, 7);
  StatTable t{"k" + std::to_string(seed), "Title \"x\"\n", seed % 2 == 0 ? "" : "remark", seed % 3 == 0 ? "no rows" : "", {}, {}, {}};
  for (std::uint64_t c = 1 + r.below(6); c > 0; --c) t.columns.push_back({"c" + std::to_string(c), "column", "definition", static_cast<StatColumn::Unit>(r.below(8)), r.below(2) == 0 ? "" : "waits"});
  for (std::uint64_t n = r.below(12); n > 0; --n) {
    std::vector<StatCell> row;
    for (std::size_t c = 0; c < t.columns.size(); ++c) {
      StatCell cell;
      const auto kind = r.below(4);
      if (kind % 2 == 1) cell.number = (r.uniform() - 0.5) * std::pow(10, static_cast<double>(r.below(40)) - 20);
      if (kind >= 2) cell.text = "kernel<é>";
      row.push_back(std::move(cell));
    }
    t.rows.push_back(std::move(row));
    if (r.below(3) == 0) t.places.emplace_back();
    else t.places.emplace_back(StatPlace{static_cast<std::int64_t>(r.below(1ULL << 62)) - (1LL << 61), r.below(2) == 0 ? std::optional<SliceIndex>(r.below(1000)) : std::nullopt});
  }
  return t;
}

}  // namespace

TEST(TablesJson, RoundTrip) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::vector<StatTable> tables{random(seed), random(seed + 1000)};
    const auto back = tablesFromJson(tablesToJson(tables));
    ASSERT_TRUE(back) << seed;
    ASSERT_EQ(back->size(), 2U);
    EXPECT_TRUE(same(tables[0], (*back)[0]) && same(tables[1], (*back)[1])) << seed;
  }
}

TEST(TablesJson, DamagedOlderAndInfiniteAreNone) {
  const std::string good = tablesToJson({random(5)});
  ASSERT_TRUE(tablesFromJson(good));
  for (std::size_t n = 0; n < good.size(); n += 7) EXPECT_FALSE(tablesFromJson(std::string_view(good).substr(0, n)));
  EXPECT_FALSE(tablesFromJson(R"({"revision": 0, "tables": []})"));
  EXPECT_FALSE(tablesFromJson(R"({"revision": 1, "tables": [{"key": 3}]})"));
  EXPECT_FALSE(tablesFromJson(R"([1])"));
  StatTable t{"k", "t", "", "", {{"a", "a", "a", StatColumn::Unit::Number}}, {{StatCell(std::numeric_limits<double>::infinity())}}, {std::nullopt}};
  EXPECT_EQ(tablesToJson({t}), "");
}

}  // namespace tables_json_test
