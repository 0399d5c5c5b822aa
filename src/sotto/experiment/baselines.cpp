// SPDX-License-Identifier: MIT
// What a private run is measured against.
#include "sotto/experiment/baselines.hpp"

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/problem/sum_objective.hpp"

namespace sotto {
namespace {

/// One point a node, one after another.
struct Points {
  std::size_t dimension;
  std::vector<double> values;

  std::span<double> of(NodeId i) { return std::span(values).subspan(i * dimension, dimension); }
  std::span<const double> of(NodeId i) const { return std::span(values).subspan(i * dimension, dimension); }
  NodeId count() const { return static_cast<NodeId>(values.size() / dimension); }
};

/// Distributed gradient descent without noise: plain vectors, so nothing of this could ever be sent by a node.
Points non_private_gradient_descent(const TrialInput& input, const std::atomic<bool>& interrupt) {
  const Domain& domain = input.scenario.domain();
  const std::size_t p = dimension(domain);
  Points y{.dimension = p, .values = std::vector<double>(input.objectives.view.size() * p, 0.0)}, next = y;
  std::vector<double> gradient(p);
  for (Round t = 1; t <= input.plan.gradient_rounds() && !interrupt; ++t) {
    for (NodeId i = 0; i < y.count(); ++i) {
      const WeightMatrix::Row row = input.weights.row(i);
      const std::span<double> x = next.of(i);
      std::fill(x.begin(), x.end(), 0.0);
      for (std::size_t j = 0; j < row.columns.size(); ++j) {
        const std::span<const double> heard = y.of(row.columns[j]);
        multiply_add(row.weights[j], heard, x, x);
      }
      project(domain, x);
      input.objectives.view[i]->gradient(x, gradient);
      multiply_add(-input.plan.step(t), gradient, x, x);
      project(domain, x);
    }
    std::swap(y, next);
  }
  return y;
}

std::vector<double> mean_of(const Points& points) {
  std::vector<double> mean(points.dimension, 0.0);
  for (NodeId i = 0; i < points.count(); ++i)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += points.of(i)[k];
  for (double& m : mean) m /= points.count();
  return mean;
}

/// A node's own minimiser is shown to nobody.
double error_alone(const TrialInput& input, const RunRecorder& judge) {
  double sum = 0;
  for (const Objective* const& f : input.objectives.view)
    sum += judge.error_of(non_private_minimiser({&f, 1}, input.scenario.domain()));
  return sum / static_cast<double>(input.objectives.view.size());
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

double Baselines::no_privacy(const TrialInput& input, const std::atomic<bool>& interrupt) {
  return RunRecorder(input.minimiser).error_of(mean_of(non_private_gradient_descent(input, interrupt)));
}

BaselineErrors Baselines::errors(const TrialInput& input, double no_privacy, const std::atomic<bool>& interrupt) const {
  const RunRecorder judge(input.minimiser);
  return {.no_privacy = no_privacy,
          .node_alone = error_alone(input, judge),
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
