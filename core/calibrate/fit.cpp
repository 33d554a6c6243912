#include "core/calibrate/fit.h"

#include <ceres/ceres.h>
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace weir::calibrate {
namespace {

double inner(const Parameter& p, double v) { return p.positive ? std::log(v) : v; }
double outer(const Parameter& p, double u) { return p.positive ? std::exp(u) : u; }
bool hasPrior(const Parameter& p) { return !std::isnan(p.prior) && p.prior_error > 0; }

// Huber's loss inside a residual: its square is then what Huber minimizes, and one block can hold them all.
double bent(double r, double huber) {
  const double a = std::abs(r);
  return a <= huber ? r : std::copysign(std::sqrt(2 * huber * a - huber * huber), r);
}

struct Cost {
  const Problem* problem;
  std::size_t priors;

  bool residuals(const double* u, double* out) const {
    const auto& parameters = problem->parameters;
    std::vector<double> v(parameters.size());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = outer(parameters[i], u[i]);
    if (!problem->evaluate(v, std::span(out, problem->residuals))) return false;
    for (std::size_t i = 0; i < problem->residuals; ++i) {
      if (!std::isfinite(out[i])) return false;
      out[i] = bent(out[i], problem->huber);
    }
    std::size_t k = problem->residuals;
    for (std::size_t i = 0; i < v.size(); ++i)
      if (hasPrior(parameters[i])) out[k++] = (u[i] - inner(parameters[i], parameters[i].prior)) / parameters[i].prior_error;
    return true;
  }
  bool operator()(double const* const* u, double* out) const { return residuals(u[0], out); }
};

struct End {
  std::vector<double> u;
  double cost = std::numeric_limits<double>::infinity();
  bool converged = false;
};

End descend(const Cost& cost, std::vector<double> u, const Job& job) {
  const Problem& p = *cost.problem;
  const std::size_t n = u.size();
  auto* function = new ceres::DynamicNumericDiffCostFunction<Cost, ceres::CENTRAL>(new Cost(cost), ceres::TAKE_OWNERSHIP);
  function->AddParameterBlock(static_cast<int>(n));
  function->SetNumResiduals(static_cast<int>(p.residuals + cost.priors));
  ceres::Problem problem;
  problem.AddResidualBlock(function, nullptr, u.data());
  for (std::size_t i = 0; i < n; ++i) {
    const Parameter& x = p.parameters[i];
    if (std::isfinite(x.lowest) && (!x.positive || x.lowest > 0)) problem.SetParameterLowerBound(u.data(), static_cast<int>(i), inner(x, x.lowest));
    if (std::isfinite(x.highest)) problem.SetParameterUpperBound(u.data(), static_cast<int>(i), inner(x, x.highest));
  }
  struct Stop : ceres::IterationCallback {
    const Job* job = nullptr;
    ceres::CallbackReturnType operator()(const ceres::IterationSummary&) override {
      return job->stopped() ? ceres::SOLVER_ABORT : ceres::SOLVER_CONTINUE;
    }
  } stop;
  stop.job = &job;
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = 200;
  options.function_tolerance = 1e-10;
  options.num_threads = 1;  // the same bytes on any machine
  options.logging_type = ceres::SILENT;
  options.callbacks.push_back(&stop);
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  End end;
  end.u = std::move(u);
  if (summary.IsSolutionUsable()) end.cost = summary.final_cost;
  end.converged = summary.termination_type == ceres::CONVERGENCE;
  return end;
}

// d residual / d parameter by central differences, at the fitted point.
Eigen::MatrixXd jacobian(const Cost& cost, const std::vector<double>& u) {
  const std::size_t rows = cost.problem->residuals + cost.priors;
  Eigen::MatrixXd J(rows, u.size());
  std::vector<double> a(rows), b(rows);
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double h = 1e-4 * std::max(1.0, std::abs(u[i]));
    std::vector<double> at = u;
    at[i] = u[i] + h;
    const bool up = cost.residuals(at.data(), a.data());
    at[i] = u[i] - h;
    const bool down = cost.residuals(at.data(), b.data());
    for (std::size_t r = 0; r < rows; ++r) J(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(i)) = up && down ? (a[r] - b[r]) / (2 * h) : 0;
  }
  return J;
}

}  // namespace

double studentT95(double degreesOfFreedom) {
  if (!(degreesOfFreedom > 0)) return std::numeric_limits<double>::infinity();
  return boost::math::quantile(boost::math::students_t(degreesOfFreedom), 0.975);
}

Result<Fit> fit(const Problem& p, const Job& job) {
  const std::size_t n = p.parameters.size();
  if (n == 0 || !p.evaluate) return fail("there is nothing to fit");
  std::size_t priors = 0;
  for (const Parameter& x : p.parameters) priors += hasPrior(x) ? 1U : 0U;
  if (p.residuals + priors < n)
    return fail(fmt::format("{} measurements do not determine {} constants", p.residuals, n), {}, "fit on more rows");
  const Cost cost{&p, priors};
  End best;
  std::vector<std::vector<double>> starts{{}};
  for (const Parameter& x : p.parameters) starts[0].push_back(x.start);
  starts.insert(starts.end(), p.starts.begin(), p.starts.end());
  for (const std::vector<double>& start : starts) {
    if (job.stopped()) return stoppedByUser();
    if (start.size() != n) continue;
    std::vector<double> u(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Parameter& x = p.parameters[i];
      if (x.positive && !(start[i] > 0)) return fail(fmt::format("{} starts at {}, which has no logarithm", x.name, start[i]));
      u[i] = inner(x, std::clamp(start[i], x.positive ? std::max(x.lowest, 1e-300) : x.lowest, x.highest));
    }
    End end = descend(cost, std::move(u), job);
    if (end.cost < best.cost) best = std::move(end);
  }
  if (job.stopped()) return stoppedByUser();
  if (!std::isfinite(best.cost)) return fail("no constants reproduce the measurements at all", {}, "check the units of the columns");

  Fit f;
  f.residuals = p.residuals;
  f.converged = best.converged;
  const double dof = static_cast<double>(p.residuals + priors) - static_cast<double>(n);
  f.scatter = dof > 0 ? std::sqrt(2 * best.cost / dof) : 0;
  // With hardly more rows than constants their scatter says little: then no better than was expected.
  const double scale = dof >= 5 ? f.scatter : std::max(1.0, f.scatter);
  const Eigen::MatrixXd J = jacobian(cost, best.u);
  const Eigen::MatrixXd C = (J.transpose() * J).completeOrthogonalDecomposition().pseudoInverse();
  const double t = studentT95(std::max(1.0, dof));
  for (std::size_t i = 0; i < n; ++i) {
    const Parameter& x = p.parameters[i];
    const auto k = static_cast<Eigen::Index>(i);
    const bool determined = J.col(k).squaredNorm() > 1e-16;
    const double half = determined ? t * scale * std::sqrt(std::max(0.0, C(k, k))) : std::numeric_limits<double>::infinity();
    const double low = std::max(outer(x, best.u[i] - half), x.positive ? std::max(0.0, x.lowest) : x.lowest);
    const double high = std::min(outer(x, best.u[i] + half), x.highest);
    f.values.push_back(outer(x, best.u[i]));
    f.constants.push_back({x.name, f.values.back(), low, high, x.unit, fmt::format("fitted on {} rows", p.residuals)});
  }
  return f;
}

}  // namespace weir::calibrate
