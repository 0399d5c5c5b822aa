// SPDX-License-Identifier: MIT
#include "sotto/study/advice.hpp"

#include <algorithm>
#include <array>

namespace sotto {
namespace {

/// Every candidate at every epsilon, tried on the same drawn records in one comparison.
struct TriedPlans {
  std::vector<double> epsilons;       ///< rising; the promised one is among them
  std::vector<Candidate> candidates;  ///< at each epsilon, in this order
  std::vector<Candidate> alone = {};  ///< of a node alone that publishes, at each epsilon
  Comparison comparison = {};
  Measures measures = {};

  std::vector<PredictedCandidate> joining_at(std::size_t epsilon) const;
  std::vector<PredictedCandidate> alone_at(std::size_t epsilon) const;
  const PlanResult& result(std::size_t epsilon, const Candidate& candidate) const;
  const BaselineResult& node_alone() const { return comparison.baselines.front(); }
};

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

/// Nothing when it was interrupted.
std::optional<TriedPlans> try_plans(const Scenario& scenario, const Progress& progress,
                                    const std::atomic<bool>& interrupt) {
  TriedPlans tried{.epsilons = epsilons_for(scenario.configuration()), .candidates = all_candidates(scenario)};
  for (const Round rounds : rounds_to_try(scenario.configuration()))
    tried.alone.push_back({NoiseSchedule::constant, StepRule::shifted, rounds});
  tried.comparison = compare(scenario, contest_of(scenario, tried), progress, interrupt);
  if (tried.comparison.interrupted) return std::nullopt;
  tried.measures = measures_of(tried.comparison, scenario);
  return tried;
}

/// Everyone with the T that is best for them.
std::vector<AdviceAt> over_epsilon(const TriedPlans& tried) {
  std::vector<AdviceAt> all;
  for (std::size_t e = 0; e < tried.epsilons.size(); ++e)
    all.push_back({tried.epsilons[e], best_of(tried.joining_at(e), tried.measures.chosen_by),
                   best_of(tried.alone_at(e), tried.measures.chosen_by).shown});
  return all;
}

std::vector<ErrorAt> errors_of(const std::vector<AdviceAt>& over_epsilon, const Measure& measure) {
  std::vector<ErrorAt> errors;
  for (const AdviceAt& at : over_epsilon) errors.push_back({at.epsilon, at.joining.shown.error(measure)});
  return errors;
}

/// A node's own size decides what it can do alone.
std::vector<AdviceForNode> for_nodes(const Scenario& scenario, const TriedPlans& tried, const Advice& advice) {
  std::vector<AdviceForNode> nodes;
  if (scenario.real() == nullptr || tried.comparison.test_metrics.empty()) return nodes;
  const std::vector<std::uint64_t>& sizes = scenario.declared()->sizes();
  if (*std::min_element(sizes.begin(), sizes.end()) + 1 >= *std::max_element(sizes.begin(), sizes.end())) return nodes;
  for (NodeId i = 0; i < scenario.graph().node_count(); ++i) {
    const RunningStatistic& own = tried.node_alone().test.first[i];
    const Forecast alone{.value = own.mean(), .standard_error = own.standard_error()};
    const Measure& measure = advice.measures.shown;
    nodes.push_back({i, sizes[i], alone, break_even(errors_of(advice.over_epsilon, measure), alone.error(measure))});
  }
  return nodes;
}

StageTwoChoice stage_two_of(const Scenario& scenario, const PlanResult& result, const Comparison& comparison) {
  const Round last_noisy = result.plan.gradient_rounds() + 1 - RoundColumns::first_round;
  const NetworkConstants network = scenario.network_constants();
  return choose_stage_two(result.plan, {.nodes = network.nodes,
                                        .dimension = network.dimension,
                                        .mixing_rate = network.mixing_rate,
                                        .disagreement = result.rounds.disagreement[last_noisy].mean() *
                                                        comparison.minimiser_squared_norm.mean()});
}

}  // namespace

std::optional<Advice> advise(const Configuration& configuration, const Progress& progress,
                             const std::atomic<bool>& interrupt) {
  const Scenario scenario = simulated(configuration);
  const std::optional<TriedPlans> tried = try_plans(scenario, progress, interrupt);
  if (!tried) return std::nullopt;
  const auto promised = static_cast<std::size_t>(
      std::find(tried->epsilons.begin(), tried->epsilons.end(), configuration.privacy.budget.epsilon) -
      tried->epsilons.begin());
  std::vector<AdviceAt> trade = over_epsilon(*tried);
  const PredictedCandidate chosen = trade[promised].joining;
  const Measures& measures = tried->measures;
  Advice advice{.advised = with(configuration, chosen.candidate),
                .measures = measures,
                .candidates = tried->joining_at(promised),
                .chosen = chosen,
                .stage_two = stage_two_of(scenario, tried->result(promised, chosen.candidate), tried->comparison),
                .over_epsilon = std::move(trade),
                .alone = prediction_of(tried->node_alone(), tried->comparison, measures.shown),
                .no_privacy = prediction_of_minimiser(tried->comparison, measures.shown),
                .assumptions = assumptions_of(configuration, scenario),
                .trials = tried->comparison.trials_done};
  advice.pays = break_even(errors_of(advice.over_epsilon, measures.shown), advice.alone.error(measures.shown));
  advice.nodes = for_nodes(scenario, *tried, advice);
  advice.advised.algorithm.consensus = advice.stage_two.consensus;
  advice.advised.algorithm.stop = FixedRounds{advice.stage_two.rounds};
  return advice;
}

}  // namespace sotto
