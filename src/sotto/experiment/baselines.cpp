// SPDX-License-Identifier: MIT
// What a private run is measured against.
#include "sotto/experiment/baselines.hpp"

#include "sotto/baseline/methods.hpp"

namespace sotto {
namespace {

BaselineSetting setting_of(const Scenario& scenario, const Plan& plan) {
  return {
      .domain = scenario.domain(), .plan = plan, .nodes = scenario.graph().node_count(), .weights = scenario.weights()};
}

double mean_error(const Baseline& baseline, const TrialInput& input, const std::atomic<bool>& interrupt) {
  const RunRecorder judge(input.minimiser);
  const std::vector<std::vector<double>> points = baseline.outputs(
      {.network = network_of(input), .seed = input.scenario.configuration().run.seed, .trial = input.trial}, interrupt);
  double sum = 0;
  for (const std::vector<double>& point : points) sum += judge.error_of(point);
  return sum / static_cast<double>(points.size());
}

}  // namespace

Baselines::Baselines(const Scenario& scenario, const Plan& plan)
    : node_alone_(make_node_alone(setting_of(scenario, plan))), curator_(make_curator(setting_of(scenario, plan))) {}

double Baselines::no_privacy(const TrialInput& input, const std::atomic<bool>& interrupt) {
  return mean_error(*make_no_privacy(setting_of(input.scenario, input.plan)), input, interrupt);
}

BaselineErrors Baselines::errors(const TrialInput& input, double no_privacy, const std::atomic<bool>& interrupt) const {
  return {.no_privacy = no_privacy,
          .node_alone = mean_error(*node_alone_, input, interrupt),
          .curator = mean_error(*curator_, input, interrupt)};
}

double exact_mean_estimation_error(const Plan& plan, double dimension, NodeId nodes) {
  const double T = plan.gradient_rounds();
  double sum = 0;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    const double scaled = (t / T) * plan.noise_scale(t).standard_deviation();
    sum += scaled * scaled;
  }
  return dimension / nodes * sum;
}

}  // namespace sotto
