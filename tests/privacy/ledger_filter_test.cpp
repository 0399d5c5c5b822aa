// SPDX-License-Identifier: MIT
// The ledger is a filter: an adversary who chooses every run after seeing the ones before is held to the promise
// (docs/privacy.md, section 3). Nothing here is random: losses are Gaussian, and what they lead to is integrated.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "sotto/privacy/ledger_units.hpp"

namespace sotto {
namespace {

double upper_tail(double x) {
  return 0.5 * std::erfc(x / std::numbers::sqrt2);
}

/// E(1 - e^(eps - loss))_+ over a loss that starts at `loss` and moves by N(alpha/2, alpha): what the best event gains
/// over e^eps times its probability under the other dataset.
double gain(double epsilon, double loss, double alpha) {
  const double missing = epsilon - loss;
  if (alpha <= 0) return missing < 0 ? -std::expm1(missing) : 0;
  const double mu = std::sqrt(alpha);
  return upper_tail((missing - alpha / 2) / mu) - std::exp(missing) * upper_tail((missing + alpha / 2) / mu);
}

/// E f(loss) over a loss of N(alpha/2, alpha).
double expected(double alpha, const std::function<double(double)>& f) {
  constexpr int points = 4000;
  constexpr double reach = 10, width = 2 * reach / points;
  double sum = 0;
  for (int k = 0; k < points; ++k) {
    const double x = -reach + (k + 0.5) * width;
    sum += std::exp(-x * x / 2) * f(alpha / 2 + std::sqrt(alpha) * x);
  }
  return sum * width / std::sqrt(2 * std::numbers::pi);
}

/// The largest number of units with which the sum still fits; `unit` is what one of them books.
std::int64_t most_that_fits(const PrivacyBudget& budget, const LedgerUnits& spent, const LedgerUnits& unit) {
  std::int64_t low = 0, high = std::int64_t{1} << 60;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const bool fit = fits(budget, spent + LedgerUnits{middle * unit.alpha, middle * unit.total_variation});
    (fit ? low : high) = middle;
  }
  return low;
}

/// Spends a share of alpha, looks at the loss, and then does what is better: spends the rest of alpha, or, as far as
/// the ledger lets it, total variation: a run that names the dataset with that probability and says nothing else.
double gain_of_adversary(const PrivacyBudget& budget, double share) {
  constexpr LedgerUnits of_alpha{1, 0}, of_variation{0, 1};
  const std::int64_t whole = most_that_fits(budget, {}, of_alpha);
  const LedgerUnits first{static_cast<std::int64_t>(share * static_cast<double>(whole)), 0};
  const double alpha = cost_of({.alpha = whole - first.alpha}).alpha;
  const double named = cost_of({0, most_that_fits(budget, first, of_variation)}).total_variation;
  return expected(cost_of(first).alpha, [&](double loss) {
    const double by_alpha = gain(budget.epsilon, loss, alpha);
    const double by_variation = named + (1 - named) * gain(budget.epsilon, loss, 0);
    return std::max(by_alpha, by_variation);
  });
}

TEST(LedgerFilter, AnAdversaryWhoChoosesAfterSeeingIsHeldToDelta) {
  for (const double epsilon : {0.25, 1.0, 2.0, 4.0, 8.0})
    for (const double delta : {1e-3, 1e-6, 1e-9})
      for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9})
        EXPECT_LE(gain_of_adversary({.epsilon = epsilon, .delta = delta}, share), delta)
            << epsilon << " " << delta << " " << share;
}

TEST(LedgerFilter, AnAdversaryWhoChoosesAfterSeeingWouldBreakATradeOfAlphaForVariation) {
  // The rule that is right for runs fixed in advance: delta(eps; alpha) + (1 + e^eps) total variation <= delta.
  const PrivacyBudget budget{.epsilon = 1, .delta = 1e-6};
  const double whole = alpha_limit(Accountant::exact, budget), first = 0.7 * whole;
  const double named =
      (budget.delta - delta_of(Accountant::exact, {.alpha = first, .epsilon = 1})) / (1 + std::exp(budget.epsilon));
  const double gained = expected(first, [&](double loss) {
    return std::max(gain(1, loss, whole - first), named + (1 - named) * gain(1, loss, 0));
  });
  EXPECT_NEAR(gained / budget.delta, 1.26, 0.01);
}

/// What the best of all strategies gains that choose, after each of several rounds, how much of the alpha that is left
/// the next one spends: worked out backwards on a grid of losses.
class BestStrategy {
 public:
  BestStrategy(double epsilon, double alpha) : epsilon_(epsilon), step_(alpha / parts) {}

  double value(int rounds) const {
    std::vector<std::vector<double>> now(parts + 1, std::vector<double>(points));  // [parts left][loss]
    for (auto& of_loss : now)
      for (int k = 0; k < points; ++k) of_loss[k] = gain(epsilon_, loss(k), 0);
    for (int round = 0; round < rounds; ++round) {
      std::vector<std::vector<double>> before = now;
      for (int left = 1; left <= parts; ++left)
        for (int spent = 1; spent <= left; ++spent)
          for (int k = 0; k < points; ++k)
            before[left][k] = std::max(before[left][k], after(now[left - spent], loss(k), spent * step_));
      now = before;
    }
    return now[parts][start];
  }

 private:
  static constexpr int parts = 4, points = 801, start = points / 2;
  static constexpr double width = 0.025;
  static double loss(int k) { return (k - start) * width; }

  /// The expected value one round later; between points of the grid along a line, which lies above a convex function.
  static double after(const std::vector<double>& value, double from, double alpha) {
    constexpr int nodes = 301;
    double sum = 0, weights = 0;
    for (int n = 0; n < nodes; ++n) {
      const double x = -6 + 12.0 * n / (nodes - 1), weight = std::exp(-x * x / 2);
      const double place = std::clamp((from + alpha / 2 + std::sqrt(alpha) * x) / width + start, 0.0, points - 1.001);
      const auto k = static_cast<std::size_t>(place);
      sum += weight * std::lerp(value[k], value[k + 1], place - static_cast<double>(k));
      weights += weight;
    }
    return sum / weights;
  }

  double epsilon_, step_;
};

TEST(LedgerFilter, NoWayToSpendAlphaRoundByRoundGainsMoreThanSpendingItAtOnce) {
  for (const double epsilon : {0.5, 2.0}) {
    const double at_once = delta_of(Accountant::exact, {.alpha = 1, .epsilon = epsilon});
    const double best = BestStrategy(epsilon, 1).value(3);
    EXPECT_NEAR(best / at_once, 1, 2e-3) << epsilon;
    // Spending a little more than the filter allows would be seen.
    EXPECT_GT(BestStrategy(epsilon, 1.02).value(3) / at_once, 1 + 4e-3) << epsilon;
  }
}

}  // namespace
}  // namespace sotto
