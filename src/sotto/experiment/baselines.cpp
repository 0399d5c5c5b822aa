// SPDX-License-Identifier: MIT
// What a private run is measured against.
#include "sotto/experiment/baselines.hpp"

#include "sotto/graph/topologies.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/problem/sum_objective.hpp"

namespace sotto {
namespace {

using Vectors = std::vector<std::vector<double>>;

/// Distributed gradient descent without noise: plain vectors, so nothing of this could ever be sent by a node.
Vectors non_private_gradient_descent(const TrialInput& input) {
  const Scenario& scenario = input.scenario;
  const std::size_t p = dimension(scenario.domain());
  Vectors y(input.objectives.view.size(), std::vector<double>(p, 0.0)), x = y;
  std::vector<double> gradient(p);
  for (Round t = 1; t <= input.plan.gradient_rounds(); ++t) {
    for (NodeId i = 0; i < y.size(); ++i) {
      const WeightMatrix::Row row = input.weights.row(i);
      std::fill(x[i].begin(), x[i].end(), 0.0);
      for (std::size_t j = 0; j < row.columns.size(); ++j)
        for (std::size_t k = 0; k < p; ++k) x[i][k] += row.weights[j] * y[row.columns[j]][k];
      project(scenario.domain(), x[i]);
      input.objectives.view[i]->gradient(x[i], gradient);
      for (std::size_t k = 0; k < p; ++k) x[i][k] -= input.plan.step(t) * gradient[k];
      project(scenario.domain(), x[i]);
    }
    y.swap(x);
  }
  return y;
}

std::vector<double> mean_of(const Vectors& points) {
  std::vector<double> mean(points[0].size(), 0.0);
  for (const auto& point : points)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += point[k] / static_cast<double>(points.size());
  return mean;
}

double mean_error(const Vectors& points, const RunRecorder& judge) {
  double sum = 0;
  for (const auto& point : points) sum += judge.error_of(point);
  return sum / static_cast<double>(points.size());
}

/// Of all nodes' objectives together: curvatures and gradients add, a record belongs to one node.
PublicConstants constants_of_all(const Scenario& scenario) {
  PublicConstants constants = scenario.constants();
  const double nodes = scenario.graph().node_count();
  constants.curvature.strong_convexity *= nodes;
  constants.curvature.smoothness *= nodes;
  constants.gradient_bound *= nodes;
  return constants;
}

/// One round, the same promise.
Plan make_curator_plan(const Scenario& scenario, const Plan& plan) {
  PlanRequest request = plan.request();
  request.gradient_rounds = 1;
  request.constants = constants_of_all(scenario);
  request.schedule = NoiseSchedule::constant;
  request.lattice.reset();  // a baseline: in doubles, seeded
  return make_plan(request);
}

}  // namespace

Baselines::Baselines(const Scenario& scenario, const Plan& plan)
    : curator_plan_(make_curator_plan(scenario, plan)),
      curator_weights_(make_weights(complete_graph(1), WeightRule::metropolis)) {}

/// The curator is the same algorithm on a network of one node that holds everything, with one round.
double Baselines::curator_error(const TrialInput& input, const RunRecorder& judge,
                                const std::atomic<bool>& interrupt) const {
  const SumObjective objective(input.objectives.view);
  const Objective* only = &objective;
  SeededNoise noise(
      {.seed = input.scenario.configuration().run.seed, .trial = input.trial, .stream = Stream::baseline});
  NobodyListens nobody;
  const RunOutcome outcome = run_reference(
      {.weights = curator_weights_, .domain = input.scenario.domain(), .plan = curator_plan_, .objectives = {&only, 1}},
      FixedRounds{0}, noise, nobody, interrupt);
  return judge.error_of(outcome.messages_at_end[0].values());
}

BaselineErrors Baselines::errors(const TrialInput& input, const std::atomic<bool>& interrupt) const {
  const RunRecorder judge(input.minimiser);
  Vectors alone;
  for (const Objective* const& f : input.objectives.view)
    alone.push_back(non_private_minimiser({&f, 1}, input.scenario.domain()));
  return {.no_privacy = judge.error_of(mean_of(non_private_gradient_descent(input))),
          .node_alone = mean_error(alone, judge),
          .curator = curator_error(input, judge, interrupt)};
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
