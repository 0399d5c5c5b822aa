// SPDX-License-Identifier: MIT
// Advice before any record is read.
#include "sotto/advice/advice.hpp"

#include <algorithm>
#include <array>

namespace sotto {
namespace {

constexpr std::array epsilons_to_try{0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0};

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

NamedPlan named_plan(const Scenario& scenario, const Configuration& configuration) {
  const Scenario departing = scenario.departing(configuration);
  return {.name = "", .plan = departing.plan(), .own_plans = departing.own_plans()};
}

NamedBaseline baseline(const char* name, const Plan& plan) {
  return {name, baseline_named(name), plan};
}

std::vector<PredictedCandidate> predicted(const std::vector<Candidate>& candidates, const Comparison& comparison,
                                          std::size_t first, const Measures& measures) {
  std::vector<PredictedCandidate> all;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const PlanResult& result = comparison.plans[first + k];
    all.push_back({candidates[k], prediction_of(result, comparison, measures.shown),
                   prediction_of(result, comparison, measures.chosen_by)});
  }
  return all;
}

/// Both comparisons count towards one end.
class Steps {
 public:
  Steps(const AdviceProgress& progress, std::uint32_t each) : progress_(progress), each_(each) {}
  Progress of(std::uint32_t which) const {
    return [this, which](std::uint32_t done, std::uint32_t) { progress_(which * each_ + done, 2 * each_); };
  }

 private:
  const AdviceProgress& progress_;
  std::uint32_t each_;
};

/// Every candidate, as the promise stands.
std::optional<Comparison> try_candidates(const Scenario& scenario, const std::vector<Candidate>& candidates,
                                         const Progress& progress, const std::atomic<bool>& interrupt) {
  Contest contest;
  for (const Candidate& candidate : candidates)
    contest.plans.push_back(named_plan(scenario, with(scenario.configuration(), candidate)));
  contest.baselines = {baseline("node_alone", contest.plans.front().plan)};
  Comparison comparison = compare(scenario, std::move(contest), progress, interrupt);
  if (comparison.interrupted) return std::nullopt;
  return comparison;
}

/// T anew for every epsilon; schedule and steps stay.
struct Trade {
  std::vector<double> epsilons;
  std::vector<Candidate> candidates;  ///< for each of them
  Comparison comparison;
};
std::optional<Trade> try_epsilons(const Scenario& scenario, const Candidate& chosen, const Progress& progress,
                                  const std::atomic<bool>& interrupt) {
  Trade trade{.epsilons = epsilons_for(scenario.configuration()), .candidates = {}, .comparison = {}};
  for (const Round rounds : rounds_to_try(scenario.configuration()))
    if (rounds <= 10 * chosen.rounds && 10 * rounds >= chosen.rounds)
      trade.candidates.push_back({chosen.schedule, chosen.step, rounds});
  Contest contest;
  for (const double epsilon : trade.epsilons) {
    const Configuration there = at_epsilon(scenario.configuration(), epsilon);
    for (const Candidate& candidate : trade.candidates)
      contest.plans.push_back(named_plan(scenario, with(there, candidate)));
    contest.baselines.push_back(baseline("node_alone_private", scenario.departing(with(there, chosen)).plan()));
  }
  trade.comparison = compare(scenario, std::move(contest), progress, interrupt);
  if (trade.comparison.interrupted) return std::nullopt;
  return trade;
}

std::vector<AdviceAt> over_epsilon(const Trade& trade, const Measures& measures) {
  std::vector<AdviceAt> all;
  for (std::size_t e = 0; e < trade.epsilons.size(); ++e)
    all.push_back({trade.epsilons[e],
                   best_of(predicted(trade.candidates, trade.comparison, e * trade.candidates.size(), measures),
                           measures.chosen_by),
                   prediction_of(trade.comparison.baselines[e], trade.comparison, measures.shown)});
  return all;
}

std::vector<ErrorAt> errors_of(const std::vector<AdviceAt>& over_epsilon, const Measure& measure) {
  std::vector<ErrorAt> errors;
  for (const AdviceAt& at : over_epsilon) errors.push_back({at.epsilon, at.joining.shown.error(measure)});
  return errors;
}

/// A node's own size decides what it can do alone.
std::vector<AdviceForNode> for_nodes(const Scenario& scenario, const Comparison& comparison, const Advice& advice) {
  std::vector<AdviceForNode> nodes;
  if (scenario.real() == nullptr || comparison.test_metrics.empty()) return nodes;
  const std::vector<std::uint64_t>& sizes = scenario.real()->sizes();
  if (*std::min_element(sizes.begin(), sizes.end()) + 1 >= *std::max_element(sizes.begin(), sizes.end())) return nodes;
  for (NodeId i = 0; i < scenario.graph().node_count(); ++i) {
    const RunningStatistic& own = comparison.baseline("node_alone")->test.first[i];
    const Prediction alone{.value = own.mean(), .standard_error = own.standard_error()};
    nodes.push_back(
        {i, sizes[i], alone,
         break_even(errors_of(advice.over_epsilon, advice.measures.shown), alone.error(advice.measures.shown))});
  }
  return nodes;
}

StageTwoChoice stage_two_of(const Scenario& scenario, const Comparison& comparison, std::size_t chosen) {
  const PlanResult& result = comparison.plans[chosen];
  const Round last_noisy = result.plan.gradient_rounds() + 1 - RoundColumns::first_round;
  const NetworkConstants network = scenario.network_constants();
  return choose_stage_two(result.plan, {.nodes = network.nodes,
                                        .dimension = network.dimension,
                                        .mixing_rate = network.mixing_rate,
                                        .disagreement = result.rounds.disagreement[last_noisy].mean() *
                                                        comparison.minimiser_squared_norm.mean()});
}

}  // namespace

std::optional<Advice> advise(const Configuration& configuration, const AdviceProgress& progress,
                             const std::atomic<bool>& interrupt) {
  const Scenario scenario = simulated(configuration);
  const Steps steps(progress, scenario.configuration().run.trials);
  const std::vector<Candidate> candidates = all_candidates(scenario);
  const std::optional<Comparison> first = try_candidates(scenario, candidates, steps.of(0), interrupt);
  if (!first) return std::nullopt;
  const Measures measures = measures_of(*first, scenario);
  const std::vector<PredictedCandidate> all = predicted(candidates, *first, 0, measures);
  const PredictedCandidate chosen = best_of(all, measures.chosen_by);
  const std::optional<Trade> trade = try_epsilons(scenario, chosen.candidate, steps.of(1), interrupt);
  if (!trade) return std::nullopt;
  const auto place =
      static_cast<std::size_t>(std::find(candidates.begin(), candidates.end(), chosen.candidate) - candidates.begin());
  Advice advice{.advised = with(configuration, chosen.candidate),
                .measures = measures,
                .candidates = all,
                .chosen = chosen,
                .stage_two = stage_two_of(scenario, *first, place),
                .over_epsilon = over_epsilon(*trade, measures),
                .alone = prediction_of(*first->baseline("node_alone"), *first, measures.shown),
                .no_privacy = prediction_of_minimiser(*first, measures.shown),
                .pays = {},
                .nodes = {},
                .assumptions = assumptions_of(configuration, scenario),
                .trials = first->trials_done};
  advice.pays = break_even(errors_of(advice.over_epsilon, measures.shown), advice.alone.error(measures.shown));
  advice.nodes = for_nodes(scenario, *first, advice);
  advice.advised.algorithm.consensus = advice.stage_two.consensus;
  advice.advised.algorithm.stop = FixedRounds{advice.stage_two.rounds};
  return advice;
}

}  // namespace sotto
