// SPDX-License-Identifier: MIT
#include "sotto/study/advice.hpp"

#include <algorithm>

#include "sotto/consensus/released_error.hpp"
#include "sotto/study/tried_plans.hpp"

namespace sotto {
namespace {

/// Everyone with the choices that are best for them.
std::vector<AdviceAt> over_epsilon(const TriedPlans& tried) {
  const Measure& measure = tried.measures.chosen_by;
  std::vector<AdviceAt> all;
  for (const TriedAt& at : tried.at) {
    all.push_back({at.epsilon, best_of(at.joining, measure).predicted, best_of(at.alone, measure).shown});
    if (tried.other_trust) all.back().other_trust = best_of(at.other_trust, measure).predicted;
  }
  return all;
}

std::vector<ErrorAt> errors_of(const std::vector<AdviceAt>& over_epsilon, const Measure& measure) {
  std::vector<ErrorAt> errors;
  for (const AdviceAt& at : over_epsilon) errors.push_back({at.epsilon, at.joining.shown.error(measure)});
  return errors;
}

double epsilon_all_of(const Plan& plan) {
  return epsilon_of(plan.request().accountant, plan, Threat::all_others());
}

std::optional<OtherTrust> other_trust_of(const TriedPlans& tried, const TriedAt& promised, const Advice& advice) {
  if (!tried.other_trust) return std::nullopt;
  const TriedPlan& best = best_of(promised.other_trust, tried.measures.chosen_by);
  const Measure& shown = tried.measures.shown;
  std::vector<ErrorAt> errors;
  for (const AdviceAt& at : advice.over_epsilon) errors.push_back({at.epsilon, at.other_trust->shown.error(shown)});
  return OtherTrust{.colluders = *tried.other_trust,
                    .best = best.predicted,
                    .epsilon_all = epsilon_all_of(best.plan),
                    .pays = break_even(errors, advice.alone.error(shown))};
}

/// Who trusts others has a reason to: where that brings hardly anything, nobody is to be trusted. Doubt does not count
/// here: it would speak against a trust that somebody asked for.
const TriedPlan& chosen_of(const TriedPlans& tried, const TriedAt& promised) {
  const Measure& measure = tried.measures.chosen_by;
  const TriedPlan& own = best_of(promised.joining, measure);
  if (tried.other_trust != 0U) return own;
  const TriedPlan& nobody = best_of(promised.other_trust, measure);
  const auto error = [&](const TriedPlan& tried_one) { return tried_one.predicted.chosen_by.error(measure); };
  return error(nobody) <= hardly_worse * error(own) ? nobody : own;
}

/// Drawn records have one population, and a node alone is off by s^2/N_i (1 - 1/N). Nothing on files, nor where a limit
/// against all others makes the noise of masked sums depend on more than N - q.
std::optional<NodesToPay> nodes_to_pay_of(const Scenario& scenario, const TriedPlans& tried, const TriedAt& promised) {
  const Configuration& configuration = scenario.configuration();
  const NodeId nodes = scenario.graph().node_count();
  if (scenario.real() != nullptr || !tried.other_trust || configuration.privacy.epsilon_all) return std::nullopt;
  const auto plan_of = [&](bool masked) -> const Plan& {
    const bool own = (configuration.privacy.trust == Trust::all_but_q) == masked;
    return (own ? promised.joining : promised.other_trust).front().plan;
  };
  const double N = nodes, p = static_cast<double>(configuration.problem.dimension);
  const double own_spread =
      tried.node_alone().error.mean() * tried.comparison.minimiser_squared_norm.mean() / (1 - 1 / N);
  const auto noise = [&](const Plan& plan) { return N * exact_mean_estimation_error(plan, p, nodes) / own_spread; };
  const std::uint32_t q = masked_sums(plan_of(true).request().mechanism)->colluders;
  return NodesToPay{.trusting_nobody = nodes_to_pay(noise(plan_of(false)), 0),
                    .colluders = q,
                    .trusting_all_but_q = nodes_to_pay((N - q) * noise(plan_of(true)), q)};
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

StageTwoChoice stage_two_of(const Scenario& scenario, const TriedPlan& tried) {
  const NetworkConstants network = scenario.network_constants();
  return choose_stage_two(tried.plan, {.nodes = network.nodes,
                                       .dimension = network.dimension,
                                       .mixing_rate = network.mixing_rate,
                                       .disagreement = tried.disagreement});
}

std::vector<PredictedCandidate> predicted(const std::vector<TriedPlan>& tried) {
  std::vector<PredictedCandidate> all;
  for (const TriedPlan& one : tried) all.push_back(one.predicted);
  return all;
}

}  // namespace

std::optional<Advice> advise(const Configuration& configuration, const Progress& progress,
                             const std::atomic<bool>& interrupt) {
  const Scenario scenario = simulated(configuration);
  const std::optional<TriedPlans> tried = try_plans(scenario, progress, interrupt);
  if (!tried) return std::nullopt;
  const TriedAt& promised = tried->promised(configuration);
  const TriedPlan& chosen = chosen_of(*tried, promised);
  const Measures& measures = tried->measures;
  Advice advice{.advised = with(configuration, chosen.predicted.candidate),
                .measures = measures,
                .candidates = predicted(promised.joining),
                .chosen = chosen.predicted,
                .epsilon_all = epsilon_all_of(chosen.plan),
                .stage_two = stage_two_of(scenario, chosen),
                .over_epsilon = over_epsilon(*tried),
                .alone = prediction_of(tried->node_alone(), tried->comparison, measures.shown),
                .no_privacy = prediction_of_minimiser(tried->comparison, measures.shown),
                .pays = {},
                .other_trust = {},
                .nodes_to_pay = nodes_to_pay_of(scenario, *tried, promised),
                .nodes = {},
                .assumptions = assumptions_of(configuration, scenario),
                .trials = tried->comparison.trials_done};
  advice.pays = break_even(errors_of(advice.over_epsilon, measures.shown), advice.alone.error(measures.shown));
  advice.other_trust = other_trust_of(*tried, promised, advice);
  advice.nodes = for_nodes(scenario, *tried, advice);
  advice.advised.algorithm.consensus = advice.stage_two.consensus;
  advice.advised.algorithm.stop = FixedRounds{advice.stage_two.rounds};
  return advice;
}

}  // namespace sotto
