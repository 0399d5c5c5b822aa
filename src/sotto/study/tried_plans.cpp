// SPDX-License-Identifier: MIT
#include "sotto/study/tried_plans.hpp"

#include <algorithm>
#include <array>

namespace sotto {
namespace {

constexpr std::array epsilons_to_try{0.1, 0.3, 1.0, 3.0, 10.0, 30.0};

std::vector<double> epsilons_for(const Configuration& configuration) {
  std::vector<double> epsilons(epsilons_to_try.begin(), epsilons_to_try.end());
  epsilons.push_back(configuration.privacy.budget.epsilon);
  std::sort(epsilons.begin(), epsilons.end());
  epsilons.erase(std::unique(epsilons.begin(), epsilons.end()), epsilons.end());
  return epsilons;
}

Configuration at_epsilon(Configuration configuration, double epsilon) {
  configuration.privacy.budget.epsilon = epsilon;
  return configuration;
}

NamedBaseline baseline(const char* name, const Plan& plan) {
  return {name, baseline_named(name), plan};
}

Contest contest_of(const Scenario& scenario, const TriedPlans& tried) {
  Contest contest;
  contest.baselines.push_back(baseline("node_alone", scenario.plan()));
  for (const double epsilon : tried.epsilons) {
    const Configuration there = at_epsilon(scenario.configuration(), epsilon);
    for (const Candidate& candidate : tried.candidates) {
      const Scenario departing = scenario.departing(with(there, candidate));
      contest.plans.push_back({.name = "", .plan = departing.plan(), .own_plans = departing.own_plans()});
    }
    for (const Candidate& candidate : tried.alone)
      contest.baselines.push_back(baseline("node_alone_private", scenario.departing(with(there, candidate)).plan()));
  }
  return contest;
}

}  // namespace

std::vector<PredictedCandidate> TriedPlans::joining_at(std::size_t epsilon) const {
  std::vector<PredictedCandidate> all;
  for (const Candidate& candidate : candidates) {
    const PlanResult& own = result(epsilon, candidate);
    all.push_back({candidate, prediction_of(own, comparison, measures.shown),
                   prediction_of(own, comparison, measures.chosen_by)});
  }
  return all;
}

std::vector<PredictedCandidate> TriedPlans::alone_at(std::size_t epsilon) const {
  std::vector<PredictedCandidate> all;
  for (std::size_t k = 0; k < alone.size(); ++k) {
    const BaselineResult& own = comparison.baselines[1 + epsilon * alone.size() + k];
    all.push_back(
        {alone[k], prediction_of(own, comparison, measures.shown), prediction_of(own, comparison, measures.chosen_by)});
  }
  return all;
}

const PlanResult& TriedPlans::result(std::size_t epsilon, const Candidate& candidate) const {
  const auto place = std::find(candidates.begin(), candidates.end(), candidate) - candidates.begin();
  return comparison.plans[epsilon * candidates.size() + static_cast<std::size_t>(place)];
}

std::optional<TriedPlans> try_plans(const Scenario& scenario, const Progress& progress,
                                    const std::atomic<bool>& interrupt) {
  TriedPlans tried{.epsilons = epsilons_for(scenario.configuration()),
                   .candidates = all_candidates(scenario),
                   .alone = {},
                   .comparison = {},
                   .measures = {}};
  for (const Round rounds : rounds_to_try(scenario.configuration()))
    tried.alone.push_back({NoiseSchedule::constant, StepRule::shifted, rounds});
  tried.comparison = compare(scenario, contest_of(scenario, tried), progress, interrupt);
  if (tried.comparison.interrupted) return std::nullopt;
  tried.measures = measures_of(tried.comparison, scenario);
  return tried;
}

}  // namespace sotto
