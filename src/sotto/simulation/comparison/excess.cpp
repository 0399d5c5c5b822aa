// SPDX-License-Identifier: MIT
// What an error above that of x* is made of: of noise, of too few or too short steps, or of the problem itself.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {
namespace {

/// The optimiser is at fault where it alone leaves so much of what the plan is above x*.
constexpr double most_of_it = 0.5;
/// What is lost is worth a word from this share on of what x* gains on an answer that looks at no feature. On distances
/// that answer is 0. Its error is 1 and grows with the square, so that a hundredth is a tenth of the way.
constexpr double share_of_gain = 0.1, share_of_zero = 0.01;

/// What would help, of what is not done yet.
std::string remedies(const PlanRequest& request) {
  std::string out = "More rounds (algorithm.rounds), ";
  if (request.acceleration == Acceleration::none)
    out += "algorithm.acceleration = \"nesterov\" with algorithm.step = \"constant\", ";
  if (masked_sums(request.mechanism) == nullptr) out += "more mixing on a sparse graph (algorithm.mixing_rounds), ";
  return out.substr(0, out.size() - 2) + " and columns of similar scale help.";
}

/// Errors of which less is better.
struct Excess {
  double plan, steps;  ///< above x*; of the same steps without noise
  double gain;         ///< of x* on an answer that looks at no feature
  double worth_a_word;
};

Excess excess_of(const Comparison& comparison, const BaselineResult& steps) {
  const PlanResult& own = comparison.plans.front();
  if (comparison.test_metrics.empty())
    return {.plan = own.normalised_error.mean(), .steps = steps.error.mean(), .gain = 1, .worth_a_word = share_of_zero};
  const std::size_t judge = judging_metric(comparison.test_metrics);
  const double sign = comparison.test_metrics[judge].more_is_better ? -1 : 1;
  const double best = comparison.minimiser_test.mean[judge].mean();
  const double gain = sign * (comparison.constant_test.mean[judge].mean() - best);
  return {.plan = sign * (own.test.mean[judge].mean() - best),
          .steps = sign * (steps.test.mean[judge].mean() - best),
          .gain = gain,
          .worth_a_word = share_of_gain * gain};
}

std::string shown(const Comparison& comparison, double value) {
  constexpr double rounding = 1e-20;
  if (comparison.test_metrics.empty()) return value < rounding ? "0" : fmt::format("{:.2e}", value);
  return shown_value(comparison.test_metrics[judging_metric(comparison.test_metrics)], value);
}

/// "log loss 0.3900, and x* has 0.3600"
std::string steps_beside_minimiser(const Comparison& comparison, const BaselineResult& steps) {
  if (comparison.test_metrics.empty()) return "error " + shown(comparison, steps.error.mean());
  const std::size_t judge = judging_metric(comparison.test_metrics);
  return fmt::format("{} {}, and x* has {}", comparison.test_metrics[judge].title,
                     shown(comparison, steps.test.mean[judge].mean()),
                     shown(comparison, comparison.minimiser_test.mean[judge].mean()));
}

/// Noise is no remedy for that, nor is an optimiser.
std::string constant_beats_minimiser(const Comparison& comparison) {
  const std::size_t judge = judging_metric(comparison.test_metrics);
  return fmt::format(
      "x* itself is no better than {}: {} {} and {}. Without any noise this model learns nothing here that helps on "
      "test records. Other columns or less regularisation may help.",
      name_of_constant(comparison.test_metrics), comparison.test_metrics[judge].title,
      shown(comparison, comparison.minimiser_test.mean[judge].mean()),
      shown(comparison, comparison.constant_test.mean[judge].mean()));
}

}  // namespace

std::string excess_sentence(const Comparison& comparison) {
  const BaselineResult* steps = comparison.baseline("no_privacy");
  if (steps == nullptr || comparison.trials_done == 0) return "";
  const Excess excess = excess_of(comparison, *steps);
  if (excess.gain <= 0) return constant_beats_minimiser(comparison);
  if (!(excess.plan > excess.worth_a_word)) return "";
  if (excess.steps >= most_of_it * excess.plan)
    return fmt::format(
        "The same steps without noise end with {}: that is the optimiser's fault, not the price of "
        "privacy. {}",
        steps_beside_minimiser(comparison, *steps), remedies(comparison.plans.front().plan.request()));
  return fmt::format(
      "Noise costs {} of the {} above x*: the same steps without it end with {}. sotto plan --advise tries what "
      "lowers it.",
      shown(comparison, excess.plan - std::max(0.0, excess.steps)), shown(comparison, excess.plan),
      steps_beside_minimiser(comparison, *steps));
}

}  // namespace sotto
