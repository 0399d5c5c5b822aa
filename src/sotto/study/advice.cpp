// SPDX-License-Identifier: MIT
#include "sotto/study/advice.hpp"

#include <algorithm>

#include "sotto/consensus/released_error.hpp"
#include "sotto/study/tried_plans.hpp"

namespace sotto {
namespace {

template <class Pick>
PredictionRange over_worlds(const std::vector<WorldResult>& worlds, const Pick& pick) {
  std::vector<double> shown, chosen_by;
  for (const WorldResult& world : worlds) {
    shown.push_back(pick(world).shown.value);
    chosen_by.push_back(pick(world).chosen_by.value);
  }
  return {.shown = range_of(std::move(shown)), .chosen_by = range_of(std::move(chosen_by))};
}

template <class Pick>
std::optional<PredictionRange> where_measured(const std::vector<WorldResult>& worlds, const Pick& pick) {
  if (!pick(worlds.front())) return std::nullopt;
  return over_worlds(worlds, [&](const WorldResult& world) { return *pick(world); });
}

/// Everyone with the choices that are best for them.
std::vector<AdviceAt> over_epsilon(const TriedPlans& tried) {
  const Measure& measure = tried.measures.chosen_by;
  std::vector<AdviceAt> all;
  for (std::size_t e = 0; e < tried.at.size(); ++e) {
    const TriedAt& at = tried.at[e];
    const auto of = [&](std::vector<Forecasts> WorldResult::*which) {
      return over_worlds(tried.worlds, [&](const WorldResult& one) { return (one.*which)[e]; });
    };
    all.push_back({.epsilon = at.epsilon,
                   .joining = advised_of(at.joining, measure).predicted,
                   .over_worlds = of(&WorldResult::joining),
                   .alone_private = of(&WorldResult::alone_private)});
    if (!tried.other_trust) continue;
    all.back().other_trust = advised_of(at.other_trust, measure).predicted;
    all.back().other_over_worlds = of(&WorldResult::other_trust);
  }
  return all;
}

/// By what the choice is made by, in every world; `alone` picks what staying alone comes to in one.
template <class Alone>
BreakEvenRange pays_of(const TriedPlans& tried, std::vector<Forecasts> WorldResult::*joining, const Alone& alone) {
  const Measure& measure = tried.measures.chosen_by;
  std::vector<BreakEven> worlds;
  for (const WorldResult& world : tried.worlds) {
    std::vector<ErrorAt> errors;
    for (std::size_t e = 0; e < tried.at.size(); ++e)
      errors.push_back({tried.at[e].epsilon, (world.*joining)[e].chosen_by.error(measure)});
    worlds.push_back(break_even(errors, alone(world).chosen_by.error(measure)));
  }
  return range_of(std::move(worlds));
}

const Forecasts& mean_alone(const WorldResult& world) {
  return world.alone;
}

double epsilon_all_of(const Plan& plan) {
  return epsilon_of(plan.request().accountant, plan, Threat::all_others());
}

std::optional<OtherTrust> other_trust_of(const TriedPlans& tried, const TriedAt& promised) {
  if (!tried.other_trust) return std::nullopt;
  const TriedPlan& best = advised_of(promised.other_trust, tried.measures.chosen_by);
  return OtherTrust{.colluders = *tried.other_trust,
                    .best = best.predicted,
                    .epsilon_all = epsilon_all_of(best.plan),
                    .over_worlds = {},
                    .pays = pays_of(tried, &WorldResult::other_trust, mean_alone)};
}

/// Trust in others needs a reason: where it brings hardly anything, nobody is to be trusted. Doubt does not count here:
/// it would speak against a trust that somebody asked for.
const TriedPlan& chosen_of(const TriedPlans& tried, const TriedAt& promised) {
  const Measure& measure = tried.measures.chosen_by;
  const TriedPlan& own = advised_of(promised.joining, measure);
  if (tried.other_trust != 0U) return own;
  const TriedPlan& nobody = advised_of(promised.other_trust, measure);
  const auto error = [&](const TriedPlan& tried_one) { return tried_one.predicted.chosen_by.error(measure); };
  return error(nobody) <= hardly_worse(error(own), measure) ? nobody : own;
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
  const double own_spread = tried.worlds.front().own_spread / (1 - 1 / N);
  const auto noise = [&](const Plan& plan) { return N * exact_mean_estimation_error(plan, p, nodes) / own_spread; };
  const std::uint32_t q = masked_sums(plan_of(true).request().mechanism)->colluders;
  return NodesToPay{.trusting_nobody = nodes_to_pay(noise(plan_of(false)), 0),
                    .colluders = q,
                    .trusting_all_but_q = nodes_to_pay((N - q) * noise(plan_of(true)), q)};
}

/// A node's own size decides what it can do alone.
std::vector<AdviceForNode> for_nodes(const Scenario& scenario, const TriedPlans& tried) {
  std::vector<AdviceForNode> nodes;
  if (tried.worlds.front().each_alone.empty()) return nodes;
  const std::vector<std::uint64_t>& sizes = scenario.declared()->sizes();
  if (*std::min_element(sizes.begin(), sizes.end()) + 1 >= *std::max_element(sizes.begin(), sizes.end())) return nodes;
  for (NodeId i = 0; i < scenario.graph().node_count(); ++i) {
    const auto own = [i](const WorldResult& world) -> const Forecasts& { return world.each_alone[i]; };
    nodes.push_back({i, sizes[i], over_worlds(tried.worlds, own), pays_of(tried, &WorldResult::joining, own)});
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

}  // namespace

std::optional<Advice> advise(const Configuration& configuration, const Progress& progress,
                             const std::atomic<bool>& interrupt) {
  const std::optional<TriedPlans> tried = try_plans(configuration, progress, interrupt);
  if (!tried) return std::nullopt;
  const Scenario scenario = simulated(configuration);
  const TriedAt& promised = tried->promised(configuration);
  const TriedPlan& chosen = chosen_of(*tried, promised);
  const std::vector<WorldResult>& worlds = tried->worlds;
  Advice advice{.advised = with(configuration, chosen.predicted.candidate),
                .measures = tried->measures,
                .candidates = predictions_of(promised.joining),
                .chosen = chosen.predicted,
                .epsilon_all = epsilon_all_of(chosen.plan),
                .stage_two = stage_two_of(scenario, chosen),
                .over_epsilon = over_epsilon(*tried),
                .over_worlds = {},
                .alone = over_worlds(worlds, mean_alone),
                .no_privacy = where_measured(worlds, [](const WorldResult& one) { return one.no_privacy; }),
                .constant = where_measured(worlds, [](const WorldResult& one) { return one.constant; }),
                .pays = pays_of(*tried, &WorldResult::joining, mean_alone),
                .other_trust = other_trust_of(*tried, promised),
                .nodes_to_pay = nodes_to_pay_of(scenario, *tried, promised),
                .nodes = for_nodes(scenario, *tried),
                .assumptions = assumptions_of(configuration, scenario),
                .trials = tried->comparison.trials_done,
                .worlds = static_cast<std::uint32_t>(worlds.size()),
                .constant_answer = {}};
  const bool own_trust = chosen.predicted.candidate.colluders == configuration.privacy.colluders;
  const AdviceAt& at = advice.over_epsilon[static_cast<std::size_t>(&promised - tried->at.data())];
  advice.over_worlds = own_trust ? at.over_worlds : *at.other_over_worlds;
  if (advice.other_trust) advice.other_trust->over_worlds = *at.other_over_worlds;
  if (advice.constant) advice.constant_answer = name_of_constant(tried->comparison.test_metrics);
  advice.advised.algorithm.consensus = advice.stage_two.consensus;
  advice.advised.algorithm.stop = FixedRounds{advice.stage_two.rounds};
  return advice;
}

}  // namespace sotto
