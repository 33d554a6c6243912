// Collectives of Open MPI on shaped links. Four constants are fitted (core/model/mpi_links.h): CPU of a message, of a byte, the
// wait of both directions and that of a rendezvous. The link is what the table's description says: 16 KiB bursts, MTU 1500,
// two cores for all. By itself the table fits ping-pong and rings and predicts the other algorithms.
#include <fmt/format.h>

#include <cmath>

#include "core/base/units.h"
#include "core/calibrate/tables/tables.h"
#include "core/model/mpi_links.h"

namespace weir::calibrate {
namespace {

using model::MpiCosts;
using model::MpiSchedule;
using model::ShapedLink;

constexpr double kExpected = 0.10;   // repetitions of one row scatter by about as much

struct Row {
  CollectiveOp op = CollectiveOp::SendReceive;
  MpiSchedule schedule;
  int ranks = 2;
  ShapedLink link;
  double measured = 0;
};

std::optional<CollectiveOp> operationOf(std::string_view name) {
  struct Known {
    std::string_view name;
    CollectiveOp op;
  };
  static constexpr Known kKnown[]{{"pingpong", CollectiveOp::SendReceive}, {"allreduce", CollectiveOp::AllReduce}, {"allgather", CollectiveOp::AllGather},
                                  {"alltoall", CollectiveOp::AllToAll}, {"bcast", CollectiveOp::Broadcast}, {"broadcast", CollectiveOp::Broadcast},
                                  {"reduce", CollectiveOp::Reduce}, {"reduce_scatter", CollectiveOp::ReduceScatter}, {"reduce_scatter_block", CollectiveOp::ReduceScatter},
                                  {"gather", CollectiveOp::Gather}, {"scatter", CollectiveOp::Scatter}, {"barrier", CollectiveOp::Barrier}};
  for (const Known& k : kKnown)
    if (k.name == name) return k.op;
  return std::nullopt;
}

Result<Row> rowOf(const Table& t, std::size_t i) {
  Row r;
  const double rate = t.number(i, "rate_mbit"), ranks = t.number(i, "ranks"), bytes = t.number(i, "bytes");
  const auto op = operationOf(t.text(i, "operation"));
  if (!op) return fail(fmt::format("operation \"{}\" is not known", t.text(i, "operation")));
  const auto algorithm = model::openMpiAlgorithm(*op, t.text(i, "algorithm"));
  if (!algorithm) return fail(fmt::format("algorithm \"{}\" is not known", t.text(i, "algorithm")));
  if (!(rate > 0) || !std::isfinite(rate)) return fail("rate_mbit is missing");
  if (!(ranks >= 2 && ranks <= 1e6)) return fail("ranks is missing or below 2");
  if (!(bytes >= 0) || !std::isfinite(bytes)) return fail("bytes is missing");
  r.op = *op;
  r.ranks = static_cast<int>(ranks);
  r.schedule = model::mpiSchedule(*op, *algorithm, r.ranks, bytes);
  r.link.bytes_per_s = rate * 1e6 / 8;
  r.link.burst_bytes = 16384;
  r.measured = t.number(i, "median_s");
  return r;
}

MpiCosts costsOf(std::span<const double> v) {
  MpiCosts c;
  c.message_s = v[0];
  c.rendezvous_s = v[1];
  c.duplex_wait = v[2];
  c.cpu_s_per_byte = v[3];
  return c;
}

double timeOf(const Row& r, const MpiCosts& c) { return model::mpiTime(r.schedule, r.ranks, r.link, c).time_s; }

std::string labelOf(const Table& t, std::size_t i) {
  return fmt::format("{} Mbit/s, {} {}, {} ranks, {}", t.text(i, "rate_mbit"), t.text(i, "operation"), t.text(i, "algorithm"), t.text(i, "ranks"),
                     units::showBytes(t.number(i, "bytes")));
}

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < fitted.size(); ++i)
    if (auto r = rowOf(fitted, i); r && r->measured > 0) rows.push_back(std::move(*r));
  Problem p;
  const char* const kAny = "any two-core host: order of magnitude";
  p.parameters = {{.name = "message (o)", .start = 36e-6, .lowest = 1e-6, .highest = 5e-3, .prior = 36e-6, .prior_error = 0.5, .unit = "s", .source = kAny},
                  {.name = "rendezvous wait (d)", .start = 1.5e-3, .lowest = 1e-6, .highest = 0.1, .prior = 1.5e-3, .prior_error = 0.7, .unit = "s", .source = kAny},
                  {.name = "duplex wait (e)", .start = 0.15, .lowest = 1e-3, .highest = 2, .prior = 0.15, .prior_error = 0.7, .source = kAny},
                  {.name = "CPU of a byte (c)", .start = 2.2e-8, .lowest = 1e-10, .highest = 1e-5, .prior = 2.2e-8, .prior_error = 0.4, .unit = "s/B", .source = kAny}};
  p.residuals = rows.size();
  p.huber = 1;
  p.evaluate = [&](std::span<const double> v, std::span<double> out) {
    const MpiCosts costs = costsOf(v);
    for (std::size_t k = 0; k < rows.size(); ++k) out[k] = std::log(timeOf(rows[k], costs) / rows[k].measured) / kExpected;
    return true;
  };
  const Result<Fit> f = fit(p, c.job);
  if (!f) return tl::make_unexpected(f.error());
  Validation v;
  v.table = "mpi_shaped_links";
  v.quantity = "time of a collective";
  v.unit = "s";
  v.split = "as given";
  v.rows_fitted = rows.size();
  v.constants = f->constants;
  v.constants.push_back({"token bucket", 16384, 16384, 16384, "B", "description of the measurement"});
  v.constants.push_back({"cores", 2, 2, 2, "", "description of the measurement"});
  v.constants.push_back({"eager limit", 65536, 65536, 65536, "B", "Open MPI 4.1, btl_tcp_eager_limit"});
  const MpiCosts costs = costsOf(f->values);
  // What the fitted rows scatter by, as a factor each way; without rows to tell it, what was expected of them.
  const double spread = std::exp(1.96 * kExpected * (std::isfinite(f->scatter) && f->scatter > 0 ? f->scatter : 1));
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Result<Row> r = rowOf(test, i);
    if (!r) v.set_aside.push_back({i, r.error().what});
    else if (!(r->measured > 0)) v.set_aside.push_back({i, "median_s is missing"});
    else {
      const double t = timeOf(*r, costs);
      v.tested.push_back({i, labelOf(test, i), r->measured, t, t / spread, t * spread});
    }
  }
  return std::vector{std::move(v)};
}

Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::vector<std::size_t> fit, test;
  for (std::size_t i = 0; i < all.size(); ++i)
    (all.text(i, "operation") == "pingpong" || all.text(i, "algorithm") == "ring" ? fit : test).push_back(i);
  if (test.empty()) return fail("no algorithm but ring and ping-pong is in the table", all.file, "give rows of another algorithm");
  auto v = validate(all.select(fit), all.select(test), c);
  if (!v) return v;
  for (Validation& x : *v) {
    x.split = "fitted on ping-pong and rings, tested on the other algorithms";
    for (Predicted& p : x.tested) p.row = test[p.row];
    for (SetAside& p : x.set_aside) p.row = test[p.row];
  }
  return v;
}

}  // namespace

TableModel mpiShapedLinksModel() {
  return {"mpi_shaped_links", "MPI collectives over shaped links", {"rate_mbit", "operation", "algorithm", "ranks", "bytes", "median_s"}, validate, report};
}

}  // namespace weir::calibrate
