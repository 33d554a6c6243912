// Bounded, robust least squares for a handful of constants (Ceres: Levenberg-Marquardt with numeric derivatives), with
// intervals. Residuals are in units of their expected error: a relative error of 3 % where 5 % are expected is 0.6.
// Then a prior (its error in the same sense) weighs as much as one measurement, and few rows fall back on what is known.
// Same input, same answer. Pure; any thread; may be stopped.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace weir::calibrate {

struct Parameter {
  std::string name{};                 // a scenario's dotted path, or the constant's name in the model
  double start = 1;
  double lowest = -std::numeric_limits<double>::infinity(), highest = std::numeric_limits<double>::infinity();
  bool positive = true;              // fitted as its logarithm; lowest > 0 or 0 = no bound below
  double prior = std::numeric_limits<double>::quiet_NaN();        // NaN = none
  double prior_error = std::numeric_limits<double>::quiet_NaN();  // of the logarithm where positive (0.2 = about 20 %)
  std::string unit{};                 // SI; "" for a fraction or count
  std::string source{};               // where start and prior come from
};

// A constant as it is reported: with the 95 % interval. low = high = value where it was given and not fitted.
struct Constant {
  std::string name;
  double value = 0, low = 0, high = 0;
  std::string unit{};
  std::string source{};               // "fitted on 12 rows" or where it comes from
};

struct Fit {
  std::vector<double> values;        // as Problem::parameters
  std::vector<Constant> constants;
  double scatter = 0;                // root of the residuals' weighted mean square per degree of freedom; 1 = as expected
  std::size_t residuals = 0;
  bool converged = false;
};

struct Problem {
  std::vector<Parameter> parameters;
  std::size_t residuals = 0;
  // Fills out (size `residuals`) at the parameters given; false = no answer there (the step is taken back).
  std::function<bool(std::span<const double> parameters, std::span<double> out)> evaluate;
  // Residuals beyond this many expected errors count linearly (Huber); infinity = plain squares.
  double huber = 2;
  // Further starts: each a full set of parameters; the best end wins.
  std::vector<std::vector<double>> starts;
};

// Errors: no parameters, start outside its bounds, no start with an answer, stopped. Fewer residuals than parameters is
// allowed where priors make up for it; without them it is an error that says so.
[[nodiscard]] Result<Fit> fit(const Problem& p, const Job& job = {});

// Two-sided 95 % quantile of Student's t; 1.96 for many degrees of freedom, infinity for none.
[[nodiscard]] double studentT95(double degreesOfFreedom);

}  // namespace weir::calibrate
