// SPDX-License-Identifier: MIT
#include "sotto/simulation/baseline/curator.hpp"

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/simulation/baseline/baseline_noise.hpp"
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

/// The same promise, of all nodes' objectives together: curvatures and gradients add, a record belongs to one node. One
/// round where mu = L, for more change nothing; elsewhere as many as the nodes have.
Plan plan_of_curator(const BaselineSetting& setting) {
  PlanRequest request = setting.plan.request();
  const auto [mu, L] = request.constants.curvature;
  if (mu == L) request.gradient_rounds = 1;
  request.constants.curvature.strong_convexity *= setting.nodes;
  request.constants.curvature.smoothness *= setting.nodes;
  request.constants.gradient_bound *= setting.nodes;
  request.schedule = NoiseSchedule::constant;
  request.lattice.reset();  // a baseline: in doubles, seeded
  return make_plan(request);
}

}  // namespace

Curator::Curator(const BaselineSetting& setting)
    : nodes_(setting.nodes),
      plan_(plan_of_curator(setting)),
      weights_(make_weights(complete_graph(1), WeightRule::metropolis)) {}

std::vector<std::vector<double>> Curator::outputs(const BaselineTrial& trial,
                                                  const std::atomic<bool>& interrupt) const {
  check(trial.network);
  if (trial.network.weights.node_count() != nodes_)
    throw InvalidInput({"graph.nodes", std::to_string(trial.network.weights.node_count()),
                        "the curator was told of " + std::to_string(nodes_)});
  return {release(SumObjective(trial.network.objectives), trial, interrupt)};
}

std::vector<double> Curator::release(const Objective& everything, const BaselineTrial& trial,
                                     const std::atomic<bool>& interrupt) const {
  const Objective* only = &everything;
  BaselineNoise noise({.seed = trial.seed, .trial = trial.trial, .of = NoiseOf::curator});
  NobodyListens nobody;
  const TrialOutcome outcome =
      run_reference({.weights = weights_, .domain = trial.network.domain, .plan = plan_, .objectives = {&only, 1}},
                    FixedRounds{0}, noise, nobody, interrupt);
  const std::span<const double> released = outcome.messages_at_end[0].values();
  return {released.begin(), released.end()};
}

std::unique_ptr<Baseline> make_curator(const BaselineSetting& setting) {
  return std::make_unique<Curator>(setting);
}

}  // namespace sotto
