// SPDX-License-Identifier: MIT
#include "sotto/study/prediction_of.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

constexpr double hardly_worse = 1.02;

Forecast measured(const RunningStatistic& statistic, double factor = 1) {
  return {.value = factor * statistic.mean(), .standard_error = factor * statistic.standard_error()};
}

/// A prediction asks for more than a report does: where projections bind a little, what was simulated is nearer.
bool fits(const PlanResult& result) {
  return std::abs(result.normalised_error.mean() - result.theory.mean()) <=
         2 * result.normalised_error.standard_error();
}

/// Where the line through two points, on logarithmic axes, reaches the error; a point without an error is reached.
double crossing(const ErrorAt& worse, const ErrorAt& better, double error) {
  if (!(better.error > 0)) return better.epsilon;
  const double share = std::log(worse.error / error) / std::log(worse.error / better.error);
  return std::exp(std::log(worse.epsilon) + share * std::log(better.epsilon / worse.epsilon));
}

}  // namespace

Measures measures_of(const Comparison& comparison, const Scenario& scenario) {
  if (comparison.test_metrics.empty()) {
    const Measure distance{.name = scenario.real() == nullptr ? "normalised_error" : "squared_error"};
    return {distance, distance};
  }
  const auto at = [&](std::size_t k) {
    const MetricKind& kind = comparison.test_metrics[k];
    return Measure{std::string(kind.name), kind.more_is_better, k};
  };
  for (const char* loss : {"log_loss", "mean_deviance", "mean_squared_error"})
    for (std::size_t k = 0; k < comparison.test_metrics.size(); ++k)
      if (comparison.test_metrics[k].name == loss) return {at(0), at(k)};
  return {at(0), at(0)};
}

/// Drawn means may lie at 0 where columns are symmetric: what is divided by ||x*||^2 there says nothing.
Forecast prediction_of(const PlanResult& result, const Comparison& comparison, const Measure& measure) {
  if (!comparison.test_metrics.empty()) return measured(result.test.mean[measure.place]);
  if (measure.name == "squared_error") return measured(result.squared_error);
  if (fits(result)) return {.value = result.theory.mean(), .standard_error = 0, .by_theory = true};
  return measured(result.normalised_error);
}

Forecast prediction_of(const BaselineResult& result, const Comparison& comparison, const Measure& measure) {
  if (!comparison.test_metrics.empty()) return measured(result.test.mean[measure.place]);
  return measured(result.error, measure.name == "squared_error" ? comparison.minimiser_squared_norm.mean() : 1);
}

std::optional<Forecast> prediction_of_minimiser(const Comparison& comparison, const Measure& measure) {
  if (comparison.test_metrics.empty()) return std::nullopt;
  return measured(comparison.minimiser_test.mean[measure.place]);
}

const PredictedCandidate& best_of(const std::vector<PredictedCandidate>& candidates, const Measure& chosen_by) {
  const auto error = [&](const PredictedCandidate& one) { return one.chosen_by.error(chosen_by); };
  const auto least = std::min_element(candidates.begin(), candidates.end(),
                                      [&](const auto& a, const auto& b) { return error(a) < error(b); });
  const PredictedCandidate* best = &*least;
  for (const PredictedCandidate& one : candidates) {
    const double doubt = 2 * std::hypot(one.chosen_by.standard_error, least->chosen_by.standard_error);
    if (error(one) > std::max(error(*least) * hardly_worse, error(*least) + doubt)) continue;
    const bool fewer = one.candidate.rounds < best->candidate.rounds;
    const bool better = one.candidate.rounds == best->candidate.rounds && error(one) < error(*best);
    if (fewer || better) best = &one;
  }
  return *best;
}

BreakEven break_even(const std::vector<ErrorAt>& joining, double error_alone) {
  std::size_t first = joining.size();  // of those that win up to the end
  while (first > 0 && joining[first - 1].error < error_alone) --first;
  if (first == joining.size()) return {};
  if (first == 0) return {.epsilon = joining[0].epsilon, .already_at_least = true};
  return {.epsilon = crossing(joining[first - 1], joining[first], error_alone)};
}

}  // namespace sotto
