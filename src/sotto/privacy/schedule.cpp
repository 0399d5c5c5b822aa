// SPDX-License-Identifier: MIT
// How the steps fall and how the budget is split over the rounds.
#include "sotto/privacy/schedule.hpp"

#include <cmath>

namespace sotto {

std::string_view name_of(StepRule rule) {
  switch (rule) {
    case StepRule::paper:
      return "paper";
    case StepRule::shifted:
      return "shifted";
    case StepRule::constant:
      return "constant";
  }
  return "";
}

std::string_view name_of(NoiseSchedule schedule) {
  switch (schedule) {
    case NoiseSchedule::paper:
      return "paper";
    case NoiseSchedule::paper_normalised:
      return "paper-normalised";
    case NoiseSchedule::constant:
      return "constant";
  }
  return "";
}

std::vector<double> step_sizes(StepRule rule, const StepConstants& constants, Round rounds) {
  const double mu = constants.strong_convexity, L = constants.smoothness;
  const double c = (1 / mu + 1 / L) / 2;  // (mu+L)/(2 mu L)
  const double t0 = (L / mu - 1) / 2;     // (mu+L)/(2 mu) - 1
  std::vector<double> eta(rounds);
  for (Round t = 1; t <= rounds; ++t) {
    switch (rule) {
      case StepRule::paper:
        eta[t - 1] = c / t;
        break;
      case StepRule::shifted:
        eta[t - 1] = 1 / (mu * (t + t0));
        break;
      case StepRule::constant:
        eta[t - 1] = 1 / L;
        break;
    }
  }
  return eta;
}

std::vector<double> budget_shares(NoiseSchedule schedule, Round rounds) {
  const double T = rounds;
  std::vector<double> share(rounds);
  double sum_of_inverse_roots = 0;
  for (Round t = rounds; t >= 1; --t) sum_of_inverse_roots += 1 / std::sqrt(static_cast<double>(t));
  for (Round t = 1; t <= rounds; ++t) {
    const double inverse_root = 1 / std::sqrt(static_cast<double>(t));
    switch (schedule) {
      case NoiseSchedule::paper:
        share[t - 1] = inverse_root / (2 * std::sqrt(T));
        break;
      case NoiseSchedule::paper_normalised:
        share[t - 1] = inverse_root / sum_of_inverse_roots;
        break;
      case NoiseSchedule::constant:
        share[t - 1] = 1 / T;
        break;
    }
  }
  return share;
}

}  // namespace sotto
