// SPDX-License-Identifier: MIT
#include "sotto/study/advice.hpp"

#include <algorithm>

#include "sotto/study/tried_plans.hpp"

namespace sotto {
namespace {

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
                .pays = {},
                .nodes = {},
                .assumptions = assumptions_of(configuration, scenario),
                .trials = tried->comparison.trials_done};
  advice.pays = break_even(errors_of(advice.over_epsilon, measures.shown), advice.alone.error(measures.shown));
  advice.nodes = for_nodes(scenario, *tried, advice);
  advice.advised.algorithm.consensus = advice.stage_two.consensus;
  advice.advised.algorithm.stop = FixedRounds{advice.stage_two.rounds};
  return advice;
}

}  // namespace sotto
