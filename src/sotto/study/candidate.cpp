// SPDX-License-Identifier: MIT
#include "sotto/study/candidate.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

constexpr double hardly_seen = 0.1;
constexpr double most_rounds = 1e6;
constexpr double large = 1e6;

}  // namespace

std::string shape_of(const Candidate& candidate) {
  return std::string(name_of(candidate.schedule)) + ", " + std::string(name_of(candidate.step));
}

std::vector<Round> rounds_to_try(const Configuration& configuration) {
  const Round most = configuration.advice.most_rounds;
  std::vector<Round> rounds;
  for (std::uint64_t ten = 1; ten <= most; ten *= 10)
    for (const std::uint64_t t : {ten, 3 * ten})
      if (t <= most) rounds.push_back(static_cast<Round>(t));
  rounds.push_back(configuration.algorithm.rounds);
  std::sort(rounds.begin(), rounds.end());
  rounds.erase(std::unique(rounds.begin(), rounds.end()), rounds.end());
  return rounds;
}

std::vector<Candidate> all_candidates(const Scenario& scenario) {
  const Curvature& curvature = scenario.constants().curvature;
  std::vector<StepRule> steps{StepRule::shifted};  // both are 1/(mu t) where mu = L
  if (curvature.strong_convexity < curvature.smoothness) steps.push_back(StepRule::paper);
  std::vector<Candidate> candidates;
  for (const NoiseSchedule schedule : {NoiseSchedule::constant, NoiseSchedule::paper_normalised})
    for (const StepRule step : steps)
      for (const Round rounds : rounds_to_try(scenario.configuration())) candidates.push_back({schedule, step, rounds});
  return candidates;
}

Configuration with(Configuration configuration, const Candidate& candidate) {
  configuration.privacy.schedule = candidate.schedule;
  for (auto& [node, own] : configuration.privacy.nodes) own.schedule = candidate.schedule;
  configuration.algorithm.step = candidate.step;
  configuration.algorithm.rounds = candidate.rounds;
  return configuration;
}

StageTwoChoice choose_stage_two(const Plan& plan, const StageTwoNeed& need) {
  const double last = plan.noise_scale(plan.gradient_rounds()).standard_deviation();
  const double noise_in_mean = last * std::sqrt(need.dimension / need.nodes);
  // What nobody could measure is taken for large.
  const double measured = std::sqrt(need.disagreement) / noise_in_mean;
  const double now = std::isfinite(measured) ? measured : large;
  if (need.nodes < 2 || !(now > hardly_seen)) return {.left = now};
  StageTwoChoice best;
  for (const Consensus consensus : {Consensus::plain, Consensus::chebyshev}) {
    const Averaging averaging{.consensus = consensus, .mixing_rate = need.mixing_rate};
    const auto rounds = static_cast<Round>(std::min(rounds_to_contract(averaging, hardly_seen / now), most_rounds));
    if (best.rounds == 0 || rounds < best.rounds)
      best = {.consensus = consensus, .rounds = rounds, .left = now * disagreement_left(averaging, rounds)};
  }
  return best;
}

}  // namespace sotto
