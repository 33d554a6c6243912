// nccl-tests figures from issues and notes, on hardware that is often not said in full. NCCL's tuner form (core/model/
// nccl_tuner.h) with two constants a hardware label, where the fitted rows have the label: the bus bandwidth, and a factor on
// NCCL's latencies. Priors come from the label's words (A100, HDR, 8x200Gb, ...); a label that was not fitted stands on them.
// By itself the table fits every second row of a label and predicts the rest. A sanity check, not a calibration.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/calibrate/tables/tables.h"
#include "core/model/nccl_tuner.h"

namespace weir::calibrate {
namespace {

using model::NcclAlgorithm;
using model::NcclChoice;
using model::NcclGeneration;
using model::NcclProtocol;
using model::NcclSystem;

constexpr double kExpected = 0.15;
constexpr double kUnknownBus = 50, kUnknownError = 1.0;   // GB/s; nothing in the label says

struct Row {
  CollectiveOp op = CollectiveOp::AllReduce;
  int nodes = 1, ranks = 2;
  std::optional<NcclAlgorithm> algorithm;
  double bytes = 0;          // NaN: a peak
  double time_s = 0;         // NaN where unknown
  double bus_GBps = 0;       // NaN where unknown
};

Result<Row> rowOf(const Table& t, std::size_t i) {
  Row r;
  std::string op = lowerAscii(t.text(i, "collective"));
  std::replace(op.begin(), op.end(), '_', '-');
  if (op == "alltoall") op = "all-to-all";
  if (op == "sendrecv") op = "send-receive";
  const auto known = collectiveOpFrom(op);
  if (!known) return fail(fmt::format("collective \"{}\" is not known", t.text(i, "collective")));
  r.op = *known;
  const double nodes = t.number(i, "nodes"), ranks = t.number(i, "ranks");
  if (!(ranks >= 2 && ranks <= 1e7)) return fail("ranks is missing or below 2");
  if (!(nodes >= 1 && nodes <= ranks)) return fail("nodes is missing, or more than ranks");
  r.nodes = static_cast<int>(nodes);
  r.ranks = static_cast<int>(ranks);
  const std::string algo = lowerAscii(t.text(i, "algo"));
  if (algo == "ring") r.algorithm = NcclAlgorithm::Ring;
  else if (algo == "tree") r.algorithm = NcclAlgorithm::Tree;
  else if (algo == "nvls") r.algorithm = NcclAlgorithm::Nvls;
  else if (algo == "nvlstree") r.algorithm = NcclAlgorithm::NvlsTree;
  r.bytes = t.number(i, "bytes");
  const double factor = busBandwidthFactor(r.op, r.ranks);
  r.bus_GBps = t.number(i, "busbw_GBs");
  if (std::isnan(r.bus_GBps)) r.bus_GBps = t.number(i, "algbw_GBs") * factor;
  r.time_s = t.number(i, "time_us") * 1e-6;
  if (std::isnan(r.time_s) && factor > 0) r.time_s = r.bytes * factor / (r.bus_GBps * 1e9);
  return r;
}

// "4x HDR", "8x200Gb", "16 CX7 NDR" (of all nodes), "~92 GB/s": what the words of a label say of one node's network, or of the
// fabric of a single node; NaN where they say nothing.
double busOf(const std::string& label, int nodes) {
  const auto numberBefore = [&](std::size_t at) {
    std::size_t end = at;
    while (end > 0 && (label[end - 1] == ' ' || label[end - 1] == 'x')) --end;
    std::size_t begin = end;
    while (begin > 0 && (std::isdigit(static_cast<unsigned char>(label[begin - 1])) || label[begin - 1] == '.')) --begin;
    return begin < end ? std::strtod(label.c_str() + begin, nullptr) : std::nan("");
  };
  if (const auto at = label.find(" gb/s"); at != std::string::npos)
    if (const double v = numberBefore(at); v > 0) return v;
  if (nodes == 1) {
    if (label.find("nv12") != std::string::npos) return 12 * 20;
    if (label.find("h100") != std::string::npos || label.find("h200") != std::string::npos) return 18 * 20.6;
    if (label.find("a100") != std::string::npos) return 12 * 20;
    if (label.find("v100") != std::string::npos) return 6 * 20;
    return std::nan("");
  }
  for (const auto& [word, rate] : {std::pair{"ndr", 50.0}, std::pair{"hdr", 25.0}, std::pair{"edr", 12.0}}) {
    const auto at = label.find(word);
    if (at == std::string::npos) continue;
    double count = numberBefore(at);
    if (const auto cx = label.find(" cx"); std::isnan(count) && cx != std::string::npos) count = numberBefore(cx) / nodes;
    return rate * (count >= 1 && count <= 64 ? count : 1);
  }
  if (const auto at = label.find("gb"); at != std::string::npos && numberBefore(at) >= 10) {
    const double rate = numberBefore(at) / 8;
    std::size_t begin = at;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(label[begin - 1]))) --begin;
    if (begin > 0 && label[begin - 1] == '-') return std::nan("");  // "A100-40GB": its memory
    const double count = begin > 0 && label[begin - 1] == 'x' ? numberBefore(begin) : 1;
    return rate * (count >= 1 && count <= 64 ? count : 1);
  }
  return std::nan("");
}

NcclSystem systemOf(const std::string& label, double bus, int nodes) {
  NcclSystem s;
  using enum NcclGeneration;
  s.generation = label.find("b200") != std::string::npos || label.find("gb10") != std::string::npos ? Blackwell
               : label.find("h100") != std::string::npos || label.find("h20") != std::string::npos  ? Hopper
               : label.find("v100") != std::string::npos                                            ? Volta
                                                                                                    : Ampere;
  s.nvls = s.generation == Hopper || s.generation == Blackwell;
  s.amd_host = s.generation == Ampere;  // DGX A100's; DGX H100's are Intel
  s.net_overhead_us = s.amd_host ? 2 : 1;
  s.fabric_GBps = nodes > 1 ? std::max(bus, 240.0) : bus;
  s.network_GBps = bus;
  return s;
}

struct Constants {
  double bus_GBps, latency;
};
NcclChoice priced(const Row& r, const std::string& label, const Constants& c, double bytes) {
  const NcclSystem s = systemOf(label, c.bus_GBps, r.nodes);
  NcclChoice best = model::ncclChoice(r.op, r.ranks, r.nodes, bytes, s);
  if (r.algorithm) {
    bool any = false;
    for (const NcclProtocol p : {NcclProtocol::LL, NcclProtocol::LL128, NcclProtocol::Simple}) {
      const NcclChoice x = model::ncclCost(r.op, *r.algorithm, p, r.ranks, r.nodes, bytes, s);
      if (!std::isnan(x.time_s) && (!any || x.time_s < best.time_s)) best = x;
      any = any || !std::isnan(x.time_s);
    }
  }
  best.latency_s *= c.latency;
  best.time_s = best.latency_s + bytes / best.bytes_per_s;
  return best;
}
constexpr double kPeakBytes = 16e9;
double peakOf(const Row& r, const std::string& label, const Constants& c) {
  return kPeakBytes / priced(r, label, c, kPeakBytes).time_s * busBandwidthFactor(r.op, r.ranks) / 1e9;
}

struct LabelFit {
  Constants at{};
  std::size_t rows = 0;
};

Result<LabelFit> fitLabel(const std::string& label, const std::vector<Row>& rows, int nodes, Validation& report, const Job& job) {
  LabelFit f;
  const double said = busOf(label, nodes);
  f.at = {std::isnan(said) ? kUnknownBus : said, 1};
  f.rows = rows.size();
  if (rows.empty()) return f;
  Problem p;
  p.parameters = {{.name = fmt::format("bus bandwidth, {}", label), .start = f.at.bus_GBps, .lowest = 0.1, .highest = 1e4, .prior = f.at.bus_GBps,
                   .prior_error = std::isnan(said) ? kUnknownError : 0.3, .unit = "GB/s", .source = "words of the label"},
                  {.name = fmt::format("latencies over NCCL's, {}", label), .start = 1, .lowest = 0.05, .highest = 50, .prior = 1, .prior_error = 0.4, .source = "NCCL 2.30 tuning.cc"}};
  p.residuals = rows.size();
  p.evaluate = [&](std::span<const double> v, std::span<double> out) {
    const Constants c{v[0], v[1]};
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Row& r = rows[k];
      out[k] = (std::isnan(r.bytes) ? std::log(r.bus_GBps / peakOf(r, label, c)) : std::log(priced(r, label, c, r.bytes).time_s / r.time_s)) / kExpected;
    }
    return true;
  };
  const Result<Fit> fitted = fit(p, job);
  if (!fitted) return tl::make_unexpected(fitted.error());
  f.at = {fitted->values[0], fitted->values[1]};
  for (const Constant& c : fitted->constants) report.constants.push_back(c);
  return f;
}

bool usable(const Row& r) { return (std::isnan(r.bytes) ? r.bus_GBps > 0 : r.bytes > 0 && r.time_s > 0); }

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  Validation time, peak;
  time.table = peak.table = "collectives";
  time.quantity = "time of a collective";
  time.unit = "s";
  peak.quantity = "peak bus bandwidth";
  peak.unit = "GB/s";
  time.split = peak.split = "as given";
  struct Group {
    std::vector<Row> rows;
    int nodes = 1;
  };
  std::map<std::string, Group> groups;
  for (std::size_t i = 0; i < fitted.size(); ++i)
    if (auto r = rowOf(fitted, i); r && usable(*r) && lowerAscii(fitted.text(i, "source")).find("misconfigured") == std::string::npos) {
      Group& g = groups[lowerAscii(fitted.text(i, "hardware"))];
      g.nodes = r->nodes;
      g.rows.push_back(*r);
      ++(std::isnan(r->bytes) ? peak : time).rows_fitted;
    }
  std::map<std::string, LabelFit> known;
  for (const auto& [label, g] : groups) {
    auto f = fitLabel(label, g.rows, g.nodes, time, c.job);
    if (!f) return tl::make_unexpected(f.error());
    known[label] = *f;
  }
  std::size_t unseen = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const auto r = rowOf(test, i);
    if (!r || !usable(*r)) {
      time.set_aside.push_back({i, r ? "neither bytes with a time, nor a bandwidth" : r.error().what});
      continue;
    }
    if (lowerAscii(test.text(i, "source")).find("misconfigured") != std::string::npos) {
      time.set_aside.push_back({i, "its source calls the machine misconfigured"});
      continue;
    }
    const std::string label = lowerAscii(test.text(i, "hardware"));
    auto it = known.find(label);
    if (it == known.end()) {
      auto f = fitLabel(label, {}, r->nodes, time, c.job);
      it = known.emplace(label, *f).first;
    }
    if (it->second.rows == 0) ++unseen;
    const std::string what = fmt::format("{}, {} of {}", test.text(i, "hardware"), test.text(i, "collective"), std::isnan(r->bytes) ? "any size" : units::showBytes(r->bytes));
    if (std::isnan(r->bytes)) peak.tested.push_back({i, what, r->bus_GBps, peakOf(*r, label, it->second.at)});
    else time.tested.push_back({i, what, r->time_s, priced(*r, label, it->second.at, r->bytes).time_s});
  }
  if (unseen > 0) time.notes.push_back(fmt::format("{} rows of hardware that was not fitted stand on the words of their label", unseen));
  time.notes.emplace_back("hardware is under-described: a sanity check of NCCL's own model, not a calibration");
  return std::vector{std::move(time), std::move(peak)};
}

Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::size_t> fit, test;
  for (std::size_t i = 0; i < all.size(); ++i) (seen[std::string(all.text(i, "hardware"))]++ % 2 == 1 ? fit : test).push_back(i);
  auto v = validate(all.select(fit), all.select(test), c);
  if (!v) return v;
  for (Validation& x : *v) {
    x.split = "fitted on every second row of a hardware label";
    for (Predicted& p : x.tested) p.row = test[p.row];
    for (SetAside& p : x.set_aside) p.row = test[p.row];
  }
  if (v->back().tested.empty()) v->pop_back();
  return v;
}

}  // namespace

TableModel collectivesModel() {
  return {"collectives", "nccl-tests figures", {"collective", "nodes", "ranks", "hardware", "bytes", "algbw_GBs", "busbw_GBs", "time_us", "algo"}, validate, report};
}

}  // namespace weir::calibrate
