// SPDX-License-Identifier: MIT
#include "sotto/study/prediction_of.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace sotto {
namespace {

Forecast measured(const RunningStatistic& statistic, double factor = 1) {
  return {.value = factor * statistic.mean(), .standard_error = factor * statistic.standard_error()};
}

/// A prediction asks for more than a report does: where projections bind a little, what was simulated is nearer.
bool fits(const PlanResult& result) {
  return std::abs(result.normalised_error.mean() - result.theory.mean()) <=
         2 * result.normalised_error.standard_error();
}

std::optional<Forecasts> on_test(const TestStatistics& test, const Measures& measures) {
  if (test.mean.empty()) return std::nullopt;
  return Forecasts{measured(test.mean[measures.shown.place]), measured(test.mean[measures.chosen_by.place])};
}

/// The first of those that are as good as the best: fewest rounds on the wire, then fewest changes, then least error.
template <class Changes>
const PredictedCandidate& first_of(const std::vector<PredictedCandidate>& candidates, const Measure& chosen_by,
                                   const Changes& changes) {
  const auto error = [&](const PredictedCandidate& one) { return one.chosen_by.error(chosen_by); };
  const PredictedCandidate& least = *std::min_element(
      candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) { return error(a) < error(b); });
  const auto key = [&](const PredictedCandidate& one) {
    return std::tuple(one.candidate.rounds_on_the_wire(), changes(one.candidate), error(one));
  };
  const PredictedCandidate* best = &least;
  for (const PredictedCandidate& one : candidates)
    if (is_as_good(one, least, chosen_by) && key(one) < key(*best)) best = &one;
  return *best;
}

}  // namespace

Measures measures_of(const Comparison& comparison, const Scenario& scenario) {
  if (comparison.test_metrics.empty()) {
    const Measure distance{.name = scenario.real() == nullptr ? "normalised_error" : "squared_error"};
    return {distance, distance};
  }
  const auto at = [&](std::size_t k) {
    const MetricKind& kind = comparison.test_metrics[k];
    return Measure{std::string(kind.name), kind.more_is_better, k, comparison.constant_test.mean[k].mean()};
  };
  return {at(0), at(judging_metric(comparison.test_metrics))};
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

std::optional<Forecasts> prediction_of_minimiser(const Comparison& comparison, const Measures& measures) {
  return on_test(comparison.minimiser_test, measures);
}

std::optional<Forecasts> prediction_of_constant(const Comparison& comparison, const Measures& measures) {
  return on_test(comparison.constant_test, measures);
}

double hardly_worse(double error, const Measure& chosen_by) {
  constexpr double share = 0.02;
  if (!chosen_by.constant) return error * (1 + share);
  const double gain = Forecast{.value = *chosen_by.constant}.error(chosen_by) - error;
  return error + share * std::clamp(gain, 0.0, error);
}

bool is_as_good(const PredictedCandidate& one, const PredictedCandidate& other, const Measure& chosen_by) {
  const double doubt = 2 * std::hypot(one.chosen_by.standard_error, other.chosen_by.standard_error);
  const double error = other.chosen_by.error(chosen_by);
  return one.chosen_by.error(chosen_by) <= std::max(hardly_worse(error, chosen_by), error + doubt);
}

const PredictedCandidate& best_of(const std::vector<PredictedCandidate>& candidates, const Measure& chosen_by) {
  return first_of(candidates, chosen_by, [](const Candidate&) { return 0; });
}

const PredictedCandidate& advised_of(const std::vector<PredictedCandidate>& candidates, const Measure& chosen_by) {
  const Candidate& configured = candidates.front().candidate;
  return first_of(candidates, chosen_by, [&](const Candidate& one) {
    return int{one.clipped != configured.clipped} + int{one.row_norm != configured.row_norm} +
           int{one.regularisation != configured.regularisation};
  });
}

}  // namespace sotto
