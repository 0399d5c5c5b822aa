// SPDX-License-Identifier: MIT
// Private plans and the baselines on the same records.
#include "sotto/experiment/comparison.hpp"

#include <fmt/format.h>

#include "sotto/problem/minimiser.hpp"

namespace sotto {
namespace {

/// Above this, the errors of every node in every round are not kept.
constexpr std::size_t most_node_errors = 200'000;

double squared_norm(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return sum;
}

void add_rounds(std::vector<RoundStatistics>& statistics, const std::vector<RoundRecord>& records) {
  if (statistics.size() < records.size()) statistics.resize(records.size());
  for (std::size_t k = 0; k < records.size(); ++k) {
    statistics[k].round = records[k].round;
    statistics[k].mean_error.add(records[k].mean_error);
    statistics[k].node_error.add(records[k].node_error);
    statistics[k].worst_error.add(records[k].worst_error);
    statistics[k].disagreement.add(records[k].disagreement);
  }
}

/// Averaged over nodes where each has a plan of its own.
double exact_error(const PlanResult& result, const TrialInput& input) {
  const NodeId nodes = input.scenario.graph().node_count();
  const auto of = [&](const Plan& plan) {
    return exact_mean_estimation_error(plan, static_cast<double>(input.minimiser.size()), nodes);
  };
  if (result.own_plans.empty()) return of(result.plan);
  double sum = 0;
  for (const Plan& own : result.own_plans) sum += of(own) / nodes;
  return sum;
}

void add_trial(PlanResult& result, TrialResult&& trial, const TrialInput& input) {
  result.normalised_error.add(trial.metrics.normalised_error);
  if (trial.metrics.first_node_error) result.first_node_error.add(*trial.metrics.first_node_error);
  result.node_error.add(trial.metrics.node_error);
  result.disagreement.add(trial.metrics.disagreement);
  result.theory.add(exact_error(result, input) / squared_norm(input.minimiser));
  result.consensus_rounds.add(trial.outcome.consensus_rounds);
  result.ended_by_cap += trial.outcome.ended_by_cap ? 1 : 0;
  add_rounds(result.rounds, trial.rounds);
  if (result.normalised_error.count() == 1) {
    trial.outcome.messages_at_end.clear();
    result.first_trial = std::move(trial.outcome);
    result.first_trial_node_errors = std::move(trial.node_errors);
  }
}

/// One trial of everything; false when interrupted, and then nothing of it is counted.
bool compare_once(Comparison& comparison, const Scenario& scenario, std::uint32_t trial,
                  const std::atomic<bool>& interrupt) {
  const Objectives objectives = scenario.objectives(trial);
  const std::vector<double> minimiser = non_private_minimiser(objectives.view, scenario.domain());
  const StopRule& stop = scenario.configuration().algorithm.stop;
  const auto input_for = [&](const PlanResult& of) {
    const std::size_t rounds = std::size_t{of.plan.gradient_rounds()} +
                               stage_two(stop, scenario.weights().mixing_rate().at_most()).most_rounds;
    const std::size_t entries = rounds * scenario.graph().node_count();
    return TrialInput{.scenario = scenario,
                      .plan = of.plan,
                      .objectives = objectives,
                      .minimiser = minimiser,
                      .trial = trial,
                      .every_node = trial == 0 && entries <= most_node_errors,
                      .own_plans = of.own_plans};
  };
  std::vector<TrialResult> results;
  for (const PlanResult& plan : comparison.plans) {
    std::optional<TrialResult> result = run_trial(input_for(plan), interrupt);
    if (!result) return false;
    results.push_back(std::move(*result));
  }
  const BaselineErrors baselines = run_baselines(input_for(comparison.plans[0]), interrupt);
  if (interrupt) return false;
  for (std::size_t k = 0; k < results.size(); ++k)
    add_trial(comparison.plans[k], std::move(results[k]), input_for(comparison.plans[k]));
  comparison.no_privacy.add(baselines.no_privacy);
  comparison.node_alone.add(baselines.node_alone);
  comparison.curator.add(baselines.curator);
  comparison.minimiser_squared_norm.add(squared_norm(minimiser));
  return true;
}

}  // namespace

Comparison compare(const Scenario& scenario, std::vector<NamedPlan> plans, const Progress& progress,
                   const std::atomic<bool>& interrupt) {
  Comparison comparison;
  comparison.nodes = scenario.graph().node_count();
  for (NamedPlan& named : plans)
    comparison.plans.push_back(
        {.name = std::move(named.name), .plan = std::move(named.plan), .own_plans = std::move(named.own_plans)});
  const std::uint32_t wanted = scenario.configuration().run.trials;
  for (std::uint32_t trial = 0; trial < wanted; ++trial) {
    if (!compare_once(comparison, scenario, trial, interrupt)) {
      comparison.interrupted = true;
      break;
    }
    comparison.trials_done = trial + 1;
    progress(trial + 1, wanted);
  }
  return comparison;
}

bool theory_holds(const PlanResult& result) {
  return std::abs(result.normalised_error.mean() - result.theory.mean()) <=
         4 * result.normalised_error.standard_error();
}

Verdict cooperation(const PlanResult& result, const Comparison& comparison) {
  const double gain = comparison.node_alone.mean() - result.node_error.mean();
  const double doubt = 2 * std::hypot(comparison.node_alone.standard_error(), result.node_error.standard_error());
  if (comparison.nodes == 1 || comparison.trials_done < 2 || std::abs(gain) <= doubt) return Verdict::cannot_tell;
  return gain > 0 ? Verdict::pays : Verdict::does_not_pay;
}

std::string cooperation_sentence(const PlanResult& result, const Comparison& comparison) {
  if (comparison.nodes == 1) return "There is one node: nobody to cooperate with.";
  const double together = result.node_error.mean(), alone = comparison.node_alone.mean();
  switch (cooperation(result, comparison)) {
    case Verdict::pays:
      return fmt::format(
          "Cooperation paid: a node ends with error {:.2e}, {:.1f} times below the {:.2e} of a node that "
          "stays alone with its own records.",
          together, alone / together, alone);
    case Verdict::does_not_pay:
      return fmt::format(
          "Cooperation did not pay: a node that stays alone with its own records has error {:.2e}, "
          "{:.1f} times below the {:.2e} that it ends with together.",
          alone, together / alone, together);
    case Verdict::cannot_tell:
      break;
  }
  return fmt::format("Whether cooperation paid cannot be told from {} trial{}: {:.2e} together, {:.2e} alone.",
                     comparison.trials_done, comparison.trials_done == 1 ? "" : "s", together, alone);
}

}  // namespace sotto
