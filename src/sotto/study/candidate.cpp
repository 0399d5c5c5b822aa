// SPDX-License-Identifier: MIT
#include "sotto/study/candidate.hpp"

#include <algorithm>

namespace sotto {

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

}  // namespace sotto
