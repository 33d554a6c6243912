// How the learning rate follows the batch, and what that is expected to cost. k = B/b0, the batch against the one that the
// rate was tuned for. Rules, not measurements: they say which rate to try. Pure; any thread.
//   linear: k; Goyal et al. 2017, "Accurate, large minibatch SGD", section 2.1: held to 8192 on ImageNet, with warm-up.
//   square root: sqrt(k); Krizhevsky 2014, section 5; Hoffer et al. 2017, section 4: keeps the variance of a step.
//   AdaScale: r(k) = (var + sqr)/(var/k + sqr), between 1 and k; Johnson et al. 2020, section 3, with var = tr(Sigma)/b0 the
//   variance of a gradient of batch b0 and sqr = |G|^2. As var/sqr = Bc/b0 (McCandlish et al. 2018, section 2.2:
//   Bsimple = tr(Sigma)/|G|^2 for Bc), r/k is E(b0)/E(B) of accuracy.h: both describe the same loss of efficiency.
#pragma once

#include <string_view>

namespace weir::model {

enum class RateRule { Linear, SquareRoot, AdaScale };
[[nodiscard]] std::string_view name(RateRule r);  // "linear", "square root", "AdaScale"

[[nodiscard]] double linearRate(double rate, double b0, double batch);
[[nodiscard]] double squareRootRate(double rate, double b0, double batch);

// AdaScale's gain; var and sqr >= 0, not both 0; k > 0.
[[nodiscard]] double adaScaleGain(double var, double sqr, double k);
// The same from the critical batch: (1 + Bc/b0)/(1 + Bc/B).
[[nodiscard]] double adaScaleGainAt(double criticalBatch, double b0, double batch);
[[nodiscard]] double adaScaleRate(double rate, double criticalBatch, double b0, double batch);
// r/k: the share of the samples that still make progress; Pollux (Qiao et al., OSDI 21, section 3.1) calls it efficiency.
[[nodiscard]] double statisticalEfficiency(double criticalBatch, double b0, double batch);

// Gradual warm-up (Goyal et al. 2017, section 2.2): from `from` to `to` in equal steps over `steps`; `to` from then on.
[[nodiscard]] double warmUpRate(double from, double to, double step, double steps);
// Its length in steps for so many epochs (5 there).
[[nodiscard]] double warmUpSteps(double epochs, double samples, double batch);

}  // namespace weir::model
