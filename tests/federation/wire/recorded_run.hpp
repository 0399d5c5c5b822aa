// SPDX-License-Identifier: MIT
// A small run on the lattice whose messages were kept: what rounds can be made from.
#pragma once

#include "sotto/federation/wire/round_message.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "support/network.hpp"

namespace sotto::test {

class RecordedRun {
 public:
  struct Spec {
    double radius = 3;
    Round rounds = 4;
    Round consensus_rounds = 3;
    std::uint64_t seed = 1;
  };
  static constexpr std::size_t dimension = 3;

  RecordedRun() : RecordedRun(Spec{}) {}
  explicit RecordedRun(const Spec& spec)
      : domain_(Box{.dimension = dimension, .half_side = spec.radius}),
        plan_(make_plan({.budget = {4, 1e-3},
                         .gradient_rounds = spec.rounds,
                         .constants = MeanEstimation::constants_for(domain_, 20),
                         .lattice = domain_})) {
    const WeightMatrix weights = make_weights(complete_graph(2), WeightRule::metropolis);
    const MeanEstimation first = objective(0, spec), second = objective(1, spec);
    const Objective* const objectives[] = {&first, &second};
    SeededLatticeNoise noise({.seed = spec.seed, .trial = 0});
    run_reference({.weights = weights, .domain = domain_, .plan = plan_, .objectives = objectives},
                  FixedRounds{spec.consensus_rounds}, noise, keeper_, never);
  }

  const Plan& plan() const { return plan_; }
  Round last_round() const { return static_cast<Round>(keeper_.rounds.size() + 1); }
  /// y_node(round); round 1 is nothing.
  const Released& y(Round round, NodeId node = 0) const { return keeper_.rounds.at(round - 2).at(node); }
  MessageRules rules() const { return {plan_, 4 * largest_noisy_value(plan_)}; }

 private:
  struct Keeper final : Eavesdropper {
    void hear(Round, std::span<const Released> y) override { rounds.emplace_back(y.begin(), y.end()); }
    std::vector<std::vector<Released>> rounds;
  };
  MeanEstimation objective(NodeId node, const Spec& spec) const {
    return {domain_, draw_records({.dimension = dimension, .mean = spec.radius / 3, .radius = spec.radius},
                                  {.seed = spec.seed, .trial = 0, .node = node, .record_count = 20})};
  }

  Domain domain_;
  Plan plan_;
  Keeper keeper_;
};

}  // namespace sotto::test
