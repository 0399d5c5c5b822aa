// SPDX-License-Identifier: MIT
// Several trials of a plan by the Monte Carlo engine.
#include "sotto/experiment/trials_at_once.hpp"

#include "sotto/montecarlo/trial_block.hpp"
#include "sotto/random/single_gaussian.hpp"

namespace sotto {
namespace {

std::vector<BlockTrial> block_trials(std::span<const TrialInput> inputs) {
  std::vector<BlockTrial> trials;
  for (const TrialInput& input : inputs) trials.push_back({input.weights, input.objectives.view, input.minimiser});
  return trials;
}

TrialBlock block_of(std::span<const TrialInput> inputs, std::span<const BlockTrial> trials) {
  const TrialInput& first = inputs[0];
  return {.trials = trials,
          .domain = first.scenario.domain(),
          .plan = first.plan,
          .own_plans = first.own_plans,
          .stop = first.scenario.configuration().algorithm.stop,
          .consensus = first.scenario.configuration().algorithm.consensus,
          .seed = first.scenario.configuration().run.seed,
          .first_trial = first.trial,
          .precision = first.scenario.configuration().run.noise_precision,
          .every_node = first.every_node};
}

/// n_1(T), in the precision of the run.
std::optional<std::vector<double>> last_noise(const TrialInput& input) {
  const RunSettings& run = input.scenario.configuration().run;
  if (run.noise_precision == NoisePrecision::full) return last_noise_of_first_node(input);
  const Round T = input.plan.gradient_rounds();
  std::vector<double> noise(input.minimiser.size());
  fill_single_gaussian(run.seed, {.trial = input.trial, .node = 0, .round = T}, noise);
  for (double& n : noise) n *= network_of(input).plan_of(0).noise_scale(T).standard_deviation();
  return noise;
}

TrialResult result_of_lane(const TrialInput& input, BlockOutcome&& outcome) {
  TrialResult result;
  result.metrics = {.normalised_error = outcome.rounds.mean_error[input.plan.gradient_rounds() - 1],
                    .first_node_error = first_node_error(input, std::move(outcome.first_message), last_noise(input)),
                    .first_node_end_error = outcome.outputs.first_node,
                    .node_error = outcome.outputs.mean,
                    .disagreement = outcome.rounds.disagreement.back()};
  result.outcome.gradient_rounds = input.plan.gradient_rounds();
  result.outcome.consensus_rounds = outcome.consensus_rounds;
  result.outcome.ended_by_cap = outcome.ended_by_cap;
  add_costs(network_of(input), result.outcome);
  result.rounds = std::move(outcome.rounds);
  result.node_errors = std::move(outcome.node_errors);
  return result;
}

}  // namespace

std::vector<TrialResult> run_trials_at_once(std::span<const TrialInput> inputs, const std::atomic<bool>& interrupt) {
  const std::vector<BlockTrial> trials = block_trials(inputs);
  std::optional<std::vector<BlockOutcome>> outcomes = run_block(block_of(inputs, trials), interrupt);
  std::vector<TrialResult> results;
  if (!outcomes) return results;
  for (std::size_t k = 0; k < inputs.size(); ++k)
    results.push_back(result_of_lane(inputs[k], std::move((*outcomes)[k])));
  return results;
}

std::vector<double> no_privacy_at_once(std::span<const TrialInput> inputs, const std::atomic<bool>& interrupt) {
  const std::vector<BlockTrial> trials = block_trials(inputs);
  TrialBlock block = block_of(inputs, trials);
  block.own_plans = {};  // the steps are the same, and there is no noise
  block.noisy = block.every_round = block.every_node = false;
  std::optional<std::vector<BlockOutcome>> outcomes = run_block(block, interrupt);
  std::vector<double> errors;
  if (!outcomes) return errors;
  for (const BlockOutcome& outcome : *outcomes) errors.push_back(outcome.rounds.mean_error.back());
  return errors;
}

}  // namespace sotto
