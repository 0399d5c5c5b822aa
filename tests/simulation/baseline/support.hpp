// SPDX-License-Identifier: MIT
// Baselines on small networks, and how far their noise is from what it should be.
#pragma once

#include <cmath>
#include <vector>

#include "paper/objectives.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/simulation/baseline/baseline.hpp"
#include "support/network.hpp"

namespace sotto::test {

inline BaselineSetting setting_of(const Network& network) {
  return {.domain = network.domain,
          .plan = network.plan,
          .nodes = network.weights.node_count(),
          .weights = network.weights};
}

inline std::unique_ptr<Baseline> made(std::string_view name, const Network& network) {
  return baseline_named(name)->make(setting_of(network));
}

inline std::vector<std::vector<double>> outputs(std::string_view name, const Network& network,
                                                std::uint32_t trial = 0) {
  return made(name, network)->outputs({.network = network, .seed = 5, .trial = trial}, never);
}

/// Standard normals, if the program is right. Their sum of squares is chi-squared; 4.5 of its standard deviations are a
/// false alarm in about 150000 runs. Their sum, 4.5 standard deviations from 0, is one in 150000 too.
struct StandardNormals {
  double sum = 0, squares = 0, count = 0;

  void add(std::span<const double> value, std::span<const double> expected, double scale) {
    for (std::size_t k = 0; k < value.size(); ++k) {
      const double z = (value[k] - expected[k]) / scale;
      sum += z;
      squares += z * z;
      count += 1;
    }
  }
  bool centred() const { return std::abs(sum) < 4.5 * std::sqrt(count); }
  /// As if all values had been `factor` times as large: a planted fault.
  bool accepted(double factor = 1) const {
    return std::abs(factor * factor * squares - count) < 4.5 * std::sqrt(2 * count);
  }
};

/// The noise is right, and a scale 15 % off would have been noticed.
inline void expect_standard(const StandardNormals& normals) {
  EXPECT_TRUE(normals.centred()) << normals.sum / std::sqrt(normals.count);
  EXPECT_TRUE(normals.accepted()) << normals.squares / normals.count << " instead of 1";
  EXPECT_FALSE(normals.accepted(1.15));
  EXPECT_FALSE(normals.accepted(0.85));
}

class Silence final : public NoiseSource {
 public:
  void add_to(NodeRound, double, std::span<double>) override {}
};

/// Quadratics with curvatures from mu = 1 to L, turned and centred differently at every node.
class QuadraticNetwork {
 public:
  struct Spec {
    Graph graph;
    Round rounds;
    double smoothness;
    double half_side = 50;
    WeightRule weights = WeightRule::metropolis;
    Acceleration acceleration = Acceleration::none;  ///< momentum wants steps of 1/L
  };
  explicit QuadraticNetwork(const Spec& spec)
      : domain_(Box{.dimension = 3, .half_side = spec.half_side}),
        weights_(make_weights(spec.graph, spec.weights)),
        plan_(make_plan({.budget = {4, 1e-3},
                         .gradient_rounds = spec.rounds,
                         .constants = {.curvature = {1, spec.smoothness}, .record_sensitivity = 1, .gradient_bound = 1},
                         .step = spec.acceleration == Acceleration::none ? StepRule::shifted : StepRule::constant,
                         .acceleration = spec.acceleration})) {
    RandomPoints points(3);
    for (NodeId i = 0; i < spec.graph.node_count(); ++i) {
      owned_.push_back(std::make_unique<Quadratic>(
          points, std::vector<double>{1, points.uniform({1, spec.smoothness}), spec.smoothness},
          points.gaussian_vector(3)));
      view_.push_back(owned_.back().get());
    }
  }
  Network network() const { return {.weights = weights_, .domain = domain_, .plan = plan_, .objectives = view_}; }
  std::vector<double> minimiser() const { return non_private_minimiser(view_, domain_); }

 private:
  Domain domain_;
  WeightMatrix weights_;
  Plan plan_;
  std::vector<std::unique_ptr<Quadratic>> owned_;
  std::vector<const Objective*> view_;
};

}  // namespace sotto::test
