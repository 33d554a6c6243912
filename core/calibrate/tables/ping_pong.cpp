// The smallest table: one-way message times of a link, t = a + n / B (Hockney 1994). Residuals are relative, so that short
// messages, which tell the latency, weigh as much as long ones.
#include <fmt/format.h>

#include <cmath>

#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {
namespace {

constexpr double kExpected = 0.03;

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  Problem p;
  p.parameters = {{.name = "latency", .start = 5e-6, .lowest = 1e-9, .highest = 1, .unit = "s"}, {.name = "bandwidth", .start = 1e9, .lowest = 1, .highest = 1e15, .unit = "B/s"}};
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < fitted.size(); ++i)
    if (fitted.number(i, "one_way_s") > 0 && fitted.number(i, "message_bytes") >= 0) rows.push_back(i);
  p.residuals = rows.size();
  p.evaluate = [&](std::span<const double> v, std::span<double> out) {
    for (std::size_t k = 0; k < rows.size(); ++k)
      out[k] = std::log((v[0] + fitted.number(rows[k], "message_bytes") / v[1]) / fitted.number(rows[k], "one_way_s")) / kExpected;
    return true;
  };
  // The longest message alone nearly gives the bandwidth, the shortest the latency.
  for (const std::size_t i : rows) p.starts.push_back({fitted.number(rows.front(), "one_way_s"), std::max(1.0, fitted.number(i, "message_bytes") / fitted.number(i, "one_way_s"))});
  if (p.starts.size() > 8) p.starts.erase(p.starts.begin() + 4, p.starts.end() - 4);
  const Result<Fit> f = fit(p, c.job);
  if (!f) return tl::make_unexpected(f.error());
  Validation v;
  v.table = "ping_pong";
  v.quantity = "one-way time";
  v.unit = "s";
  v.split = "as given";
  v.rows_fitted = rows.size();
  v.constants = f->constants;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const double bytes = test.number(i, "message_bytes"), measured = test.number(i, "one_way_s");
    if (!(bytes >= 0) || !(measured > 0)) {
      v.set_aside.push_back({i, "message_bytes or one_way_s is missing"});
      continue;
    }
    v.tested.push_back({i, fmt::format("{} bytes", bytes), measured, f->values[0] + bytes / f->values[1]});
  }
  return std::vector{std::move(v)};
}

Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < all.size(); ++i) groups.emplace_back(all.text(i, "message_bytes"));
  return leaveOneGroupOut(all, groups, validate, c, "leave one message size out");
}

}  // namespace

TableModel pingPongModel() { return {"ping_pong", "One-way message times of a link", {"message_bytes", "one_way_s"}, validate, report}; }

}  // namespace weir::calibrate
