// SPDX-License-Identifier: MIT
// A small network with random records, ready to run: what most tests of nodes and engines start from.
#pragma once

#include <atomic>
#include <memory>

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/truncated_gaussian.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto::test {

struct NetworkSpec {
  Graph graph;
  std::size_t dimension = 3;
  std::size_t records = 20;
  double radius = 10;
  double mean = 1;
  Round rounds = 10;
  PrivacyBudget budget = {4, 1e-3};
  NoiseSchedule schedule = NoiseSchedule::constant;
  StepRule step = StepRule::shifted;
  std::uint64_t seed = 1;
};

/// Owns what a Network refers to.
class TestNetwork {
 public:
  explicit TestNetwork(const NetworkSpec& spec)
      : domain_(Box{.dimension = spec.dimension, .half_side = spec.radius}),
        weights_(make_weights(spec.graph, WeightRule::metropolis)),
        plan_(make_plan({.budget = spec.budget,
                         .gradient_rounds = spec.rounds,
                         .constants = MeanEstimation::constants_for(domain_, spec.records),
                         .schedule = spec.schedule,
                         .step = spec.step})) {
    for (NodeId i = 0; i < spec.graph.node_count(); ++i) {
      owned_.push_back(std::make_unique<MeanEstimation>(
          domain_, draw_records({.dimension = spec.dimension, .mean = spec.mean, .radius = spec.radius},
                                {.seed = spec.seed, .trial = 0, .node = i, .record_count = spec.records})));
      view_.push_back(owned_.back().get());
    }
  }

  Network network() const { return {.weights = weights_, .domain = domain_, .plan = plan_, .objectives = view_}; }
  const Domain& domain() const { return domain_; }
  const WeightMatrix& weights() const { return weights_; }
  const Plan& plan() const { return plan_; }
  std::span<const Objective* const> objectives() const { return view_; }

 private:
  Domain domain_;
  WeightMatrix weights_;
  Plan plan_;
  std::vector<std::unique_ptr<MeanEstimation>> owned_;
  std::vector<const Objective*> view_;
};

/// Keeps every message of every round: the adversary's tape.
class Tape final : public Eavesdropper {
 public:
  void hear(Round t, std::span<const Released> y) override {
    rounds.push_back(t);
    messages.emplace_back();
    for (const Released& message : y) messages.back().emplace_back(message.values().begin(), message.values().end());
  }
  std::vector<Round> rounds;
  std::vector<std::vector<std::vector<double>>> messages;  ///< [round][node][coordinate]
};

inline const std::atomic<bool> never{false};

}  // namespace sotto::test
