// SPDX-License-Identifier: MIT
// One trial of a private run.
#include "sotto/experiment/trial.hpp"

#include "sotto/engine/run_noise.hpp"

namespace sotto {
namespace {

/// Listens like RunRecorder and keeps the first node's last noisy message.
class TrialListener final : public Eavesdropper {
 public:
  explicit TrialListener(const TrialInput& input)
      : recorder(input.minimiser, input.every_node), hand_over_round_(input.plan.gradient_rounds() + 1) {}

  void hear(Round t, std::span<const Released> y) override {
    recorder.hear(t, y);
    if (t == hand_over_round_) first_node.assign(y[0].values().begin(), y[0].values().end());
  }

  RunRecorder recorder;
  std::vector<double> first_node;

 private:
  Round hand_over_round_;
};

RoundColumns columns_of(const std::vector<RoundRecord>& records) {
  RoundColumns columns;
  columns.reserve(records.size());
  for (const RoundRecord& record : records) {
    columns.mean_error.push_back(record.mean_error);
    columns.node_error.push_back(record.node_error);
    columns.worst_error.push_back(record.worst_error);
    columns.disagreement.push_back(record.disagreement);
  }
  return columns;
}

RunNoise noise_of(const TrialInput& input) {
  const RunSettings& run = input.scenario.configuration().run;
  return RunNoise({.on_lattice = input.plan.on_lattice(),
                   .randomness = run.randomness,
                   .key = {.seed = run.seed, .trial = input.trial}});
}

/// Proj_X(y_i) of every node; none where nobody asks.
std::vector<std::vector<double>> ends_of(const Scenario& scenario, const RunOutcome& outcome) {
  std::vector<std::vector<double>> ends;
  if (scenario.real() == nullptr) return ends;
  for (const Released& y : outcome.messages_at_end) {
    ends.emplace_back(y.values().begin(), y.values().end());
    project(scenario.domain(), ends.back());
  }
  return ends;
}

}  // namespace

TestResult test_of(const Scenario& scenario, const std::vector<std::vector<double>>& points) {
  TestResult result;
  if (scenario.real() == nullptr || scenario.real()->test_metrics().empty()) return result;
  result.mean.assign(scenario.real()->test_metrics().size(), 0.0);
  for (const std::vector<double>& point : points) {
    const std::vector<double> measured = scenario.real()->measured(point);
    for (std::size_t k = 0; k < measured.size(); ++k)
      result.mean[k] += measured[k] / static_cast<double>(points.size());
    result.first.push_back(measured[0]);
  }
  return result;
}

Network network_of(const TrialInput& input) {
  return {.weights = input.weights,
          .domain = input.scenario.domain(),
          .plan = input.plan,
          .objectives = input.objectives.view,
          .own_plans = input.own_plans,
          .consensus = input.scenario.configuration().algorithm.consensus};
}

std::optional<std::vector<double>> last_noise_of_first_node(const TrialInput& input) {
  const NodeRound last{.node = 0, .round = input.plan.gradient_rounds()};
  return noise_of(input).known_to_seed_holder(network_of(input).plan_of(0), last, input.minimiser.size());
}

std::optional<double> first_node_error(const TrialInput& input, std::vector<double> first_message,
                                       const std::optional<std::vector<double>>& last_noise) {
  if (!last_noise) return std::nullopt;
  for (std::size_t k = 0; k < first_message.size(); ++k) first_message[k] -= (*last_noise)[k];
  return RunRecorder(input.minimiser).error_of(first_message);
}

TrialResult result_of(const TrialInput& input, const RunRecorder& recorder, EngineOutput&& output) {
  TrialResult result;
  result.rounds = columns_of(recorder.rounds());
  result.node_errors = recorder.node_errors();
  result.metrics = {
      .normalised_error = result.rounds.mean_error[input.plan.gradient_rounds() - 1],
      .first_node_error = first_node_error(input, std::move(output.first_message), last_noise_of_first_node(input)),
      .first_node_end_error = output.outputs.first_node,
      .node_error = output.outputs.mean,
      .disagreement = result.rounds.disagreement.back()};
  result.outcome = std::move(output.outcome);
  result.test = std::move(output.test);
  result.output = std::move(output.output);
  return result;
}

std::optional<TrialResult> run_trial(const TrialInput& input, const std::atomic<bool>& interrupt) {
  const Scenario& scenario = input.scenario;
  RunNoise noise = noise_of(input);
  TrialListener listener(input);
  RunOutcome outcome =
      run_reference(network_of(input), scenario.configuration().algorithm.stop, noise, listener, interrupt);
  if (outcome.interrupted) return std::nullopt;
  const OutputErrors outputs =
      listener.recorder.errors_of_outputs(scenario.domain(), outcome.messages_at_end.size(),
                                          [&](std::size_t i) { return outcome.messages_at_end[i].values(); });
  std::vector<std::vector<double>> ends = ends_of(scenario, outcome);
  TestResult test = test_of(scenario, ends);
  return result_of(input, listener.recorder,
                   {.outcome = std::move(outcome),
                    .first_message = std::move(listener.first_node),
                    .outputs = outputs,
                    .test = std::move(test),
                    .output = ends.empty() ? std::vector<double>() : std::move(ends[0])});
}

}  // namespace sotto
