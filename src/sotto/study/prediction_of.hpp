// SPDX-License-Identifier: MIT
// What a simulation, or the exact theory where it holds, says that a method will come to; and which of several is best.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/simulation/comparison/comparison.hpp"
#include "sotto/study/candidate.hpp"

namespace sotto {

/// What is predicted, and which way is up.
struct Measure {
  std::string name;  ///< "accuracy", "log_loss", "normalised_error", "squared_error"
  bool more_is_better = false;
  std::size_t place = 0;                          ///< among the test metrics, where there are any
  std::optional<double> constant = std::nullopt;  ///< of the best answer that looks at no feature, on test rows
};

/// What people ask for, and what the choice is made by: the loss itself where that is measured, because a share of rows
/// hardly tells a model that knows the more frequent level from one that knows more.
struct Measures {
  Measure shown;
  Measure chosen_by;
};
Measures measures_of(const Comparison& comparison, const Scenario& scenario);

struct Forecast {
  double value = 0;
  double standard_error = 0;  ///< 0 of a theory
  bool by_theory = false;
  /// What is wrong with it: a value of which less is better, 0 at best.
  double error(const Measure& measure) const { return measure.more_is_better ? 1 - value : value; }
};

/// By both measures.
struct Forecasts {
  Forecast shown;
  Forecast chosen_by;
};

Forecast prediction_of(const PlanResult& result, const Comparison& comparison, const Measure& measure);
Forecast prediction_of(const BaselineResult& result, const Comparison& comparison, const Measure& measure);
/// What x* comes to, and what the best answer that looks at no feature, where that is measured.
std::optional<Forecasts> prediction_of_minimiser(const Comparison& comparison, const Measures& measures);
std::optional<Forecasts> prediction_of_constant(const Comparison& comparison, const Measures& measures);

struct PredictedCandidate : Forecasts {
  PredictedCandidate(const Candidate& its_candidate, const Forecasts& prediction)
      : Forecasts(prediction), candidate(its_candidate) {}
  Candidate candidate;
};

/// What a PlanResult or a BaselineResult comes to by both measures.
template <class Result>
Forecasts predicted_by(const Result& result, const Comparison& comparison, const Measures& measures) {
  return {prediction_of(result, comparison, measures.shown), prediction_of(result, comparison, measures.chosen_by)};
}

/// So much error is not worth a round, or trust in others: 2 % more, and no more than 2 % of what `error` gains on an
/// answer that looks at no feature. A log loss hardly falls below that of such an answer, and 2 % of it may be all.
double hardly_worse(double error, const Measure& chosen_by);

/// Whether it cannot be told from the other, or is better: within two standard errors of it, or hardly worse.
bool is_as_good(const PredictedCandidate& one, const PredictedCandidate& other, const Measure& chosen_by);

/// Fewest rounds on the wire among those that are as good as the best. Of those with the same rounds the best. Not of
/// none.
const PredictedCandidate& best_of(const std::vector<PredictedCandidate>& candidates, const Measure& chosen_by);

/// The same, but of those with the same rounds first the ones that change least of the problem of the first candidate,
/// and then the best: a setting is to be changed for a reason.
const PredictedCandidate& advised_of(const std::vector<PredictedCandidate>& candidates, const Measure& chosen_by);

}  // namespace sotto
