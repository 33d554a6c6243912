#include "core/optimize/front.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace weir {
namespace {

std::vector<std::size_t> finiteByOrder(std::span<const double> x, std::span<const double> y) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::isfinite(x[i]) && std::isfinite(y[i])) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (x[a] != x[b]) return x[a] < x[b];
    if (y[a] != y[b]) return y[a] < y[b];
    return a < b;
  });
  return order;
}

}  // namespace

std::vector<std::size_t> nonDominated(std::span<const double> x, std::span<const double> y) {
  std::vector<std::size_t> front;
  double bestY = std::numeric_limits<double>::infinity();
  double bestX = 0;  // the x at which bestY was reached
  for (const std::size_t i : finiteByOrder(x, y)) {
    if (y[i] < bestY) {
      bestY = y[i];
      bestX = x[i];
      front.push_back(i);
    } else if (y[i] == bestY && x[i] == bestX) {
      front.push_back(i);  // equal to the last one
    }
  }
  return front;
}

std::vector<std::size_t> nonDominated(std::span<const double> values, std::size_t objectives) {
  const std::size_t n = values.size() / objectives;
  const auto row = [&](std::size_t i) { return values.subspan(i * objectives, objectives); };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < n; ++i)
    if (std::all_of(row(i).begin(), row(i).end(), [](double v) { return std::isfinite(v); })) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto ra = row(a);
    const auto rb = row(b);
    const auto differ = std::mismatch(ra.begin(), ra.end(), rb.begin());
    return differ.first == ra.end() ? a < b : *differ.first < *differ.second;
  });
  // In this order only an earlier point can dominate a later one, and if any does, one on the front does.
  std::vector<std::size_t> front;
  for (const std::size_t i : order) {
    const auto p = row(i);
    const bool dominated = std::any_of(front.begin(), front.end(), [&](std::size_t f) {
      const auto q = row(f);
      bool smaller = false;
      for (std::size_t k = 0; k < objectives; ++k) {
        if (q[k] > p[k]) return false;
        smaller |= q[k] < p[k];
      }
      return smaller;
    });
    if (!dominated) front.push_back(i);
  }
  return front;
}

double hypervolume(std::span<const double> x, std::span<const double> y, double referenceX, double referenceY) {
  double area = 0;
  double top = referenceY;  // below it is not yet counted
  for (const std::size_t i : finiteByOrder(x, y)) {
    if (x[i] >= referenceX || y[i] >= top) continue;
    area += (referenceX - x[i]) * (top - y[i]);
    top = y[i];
  }
  return area;
}

}  // namespace weir
