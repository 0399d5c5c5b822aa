// SPDX-License-Identifier: MIT
// Trials on a large network.
#include "sotto/experiment/large_trial.hpp"

#include <algorithm>

#include "sotto/problem/mean_estimation.hpp"

namespace sotto {
std::unique_ptr<LargeNetwork> LargeNetworks::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<LargeNetwork> network = std::move(idle_.back());
      idle_.pop_back();
      return network;
    }
  }
  const Configuration& configuration = scenario_.configuration();
  return std::make_unique<LargeNetwork>(LargeNetwork::Setup{.weights = scenario_.weights(),
                                                            .domain = scenario_.domain(),
                                                            .records_per_node = configuration.problem.records_per_node,
                                                            .stop = configuration.algorithm.stop,
                                                            .consensus = configuration.algorithm.consensus});
}

void LargeNetworks::give_back(std::unique_ptr<LargeNetwork> network) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(network));
}

std::optional<TrialResult> LargeNetworks::run_trial(const TrialInput& input, const std::atomic<bool>& interrupt) {
  std::unique_ptr<LargeNetwork> network = take();
  network->set_records([&](NodeId node, std::span<double> sum) {
    const auto& records = dynamic_cast<const MeanEstimation&>(*input.objectives.view[node]).record_sum();
    std::copy(records.begin(), records.end(), sum.begin());
  });
  RunRecorder recorder(input.minimiser, input.every_node);
  std::vector<double> first_message;
  const auto listener = [&, hand_over = input.plan.gradient_rounds() + 1](Round t, const MessageTable& y) {
    recorder.hear(t, y);
    if (t == hand_over) first_message.assign(y[0].values().begin(), y[0].values().end());
  };
  const SeededNoise::Key key{.seed = scenario_.configuration().run.seed, .trial = input.trial};
  RunOutcome outcome =
      network->run({.plan = input.plan, .own_plans = input.own_plans, .noise = key}, listener, interrupt);
  std::optional<TrialResult> result;
  if (!outcome.interrupted)
    result = result_of(
        input, recorder,
        {.outcome = std::move(outcome),
         .first_message = std::move(first_message),
         .outputs = recorder.errors_of_outputs(scenario_.domain(), network->messages().size(),
                                               [&](std::size_t i) { return network->messages()[i].values(); })});
  give_back(std::move(network));
  return result;
}

}  // namespace sotto
