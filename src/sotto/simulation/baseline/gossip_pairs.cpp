// SPDX-License-Identifier: MIT
#include "sotto/simulation/baseline/gossip_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/simulation/baseline/baseline_noise.hpp"
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/gradient_descent.hpp"
#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

/// The promise of this baseline holds against the eavesdropper with one member.
constexpr NodeId planned_colluders = 1;
constexpr NodeId most_nodes_exactly = 60;

/// The largest entry on the diagonal of A^-1, A positive definite; Gauss and Jordan.
double largest_on_inverse_diagonal(std::vector<std::vector<double>> a) {
  const std::size_t n = a.size();
  std::vector<std::vector<double>> inverse(n, std::vector<double>(n, 0.0));
  for (std::size_t k = 0; k < n; ++k) inverse[k][k] = 1;
  for (std::size_t pivot = 0; pivot < n; ++pivot)
    for (std::size_t row = 0; row < n; ++row) {
      if (row == pivot) continue;
      const double factor = a[row][pivot] / a[pivot][pivot];
      for (std::size_t k = 0; k < n; ++k) {
        a[row][k] -= factor * a[pivot][k];
        inverse[row][k] -= factor * inverse[pivot][k];
      }
    }
  double largest = 0;
  for (std::size_t k = 0; k < n; ++k) largest = std::max(largest, inverse[k][k] / a[k][k]);
  return largest;
}

double resistance_without(const WeightMatrix& weights, const std::vector<bool>& colludes) {
  std::vector<NodeId> place(weights.node_count()), left;
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    place[i] = static_cast<NodeId>(left.size());
    if (!colludes[i]) left.push_back(i);
  }
  std::vector<std::vector<double>> a(left.size(), std::vector<double>(left.size(), 0.0));
  for (const NodeId i : left) {
    a[place[i]][place[i]] += 1;
    for (const NodeId j : weights.row(i).columns) {
      if (j == i || colludes[j]) continue;
      a[place[i]][place[i]] += pair_ratio * pair_ratio;
      a[place[i]][place[j]] -= pair_ratio * pair_ratio;
    }
  }
  return largest_on_inverse_diagonal(std::move(a));
}

/// From above: edges between others are taken away, which only raises a resistance.
double resistance_by_degree(const WeightMatrix& weights, NodeId colluders) {
  constexpr double through_neighbour = pair_ratio * pair_ratio / (1 + pair_ratio * pair_ratio);
  double largest = 0;
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    const auto degree = static_cast<double>(weights.row(i).columns.size() - 1);
    largest = std::max(largest, 1 / (1 + std::max(0.0, degree - colluders) * through_neighbour));
  }
  return largest;
}

/// The number of a pair: that of its entry in W, the lower node first.
NodeId number_of_pair(const WeightMatrix& weights, NodeId low, NodeId high) {
  const std::span<const NodeId> columns = weights.row(low).columns;
  return static_cast<NodeId>(&*std::lower_bound(columns.begin(), columns.end(), high) - weights.row(0).columns.data());
}

/// The two ends of a pair share its noise: where nodes have promises of their own, all keep the strictest.
double widest_noise(const Network& network, Round t) {
  double widest = network.plan.noise_scale(t).standard_deviation();
  for (const Plan& own : network.own_plans) widest = std::max(widest, own.noise_scale(t).standard_deviation());
  return widest;
}

class GossipPairs final : public Baseline {
 public:
  explicit GossipPairs(const BaselineSetting& setting)
      : own_share_(std::sqrt(largest_resistance(setting.weights, planned_colluders))) {}

  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    const Network& network = trial.network;
    check(network);
    BaselineNoise own({trial.seed, trial.trial, NoiseOf::gossip_own});
    BaselineNoise of_pairs({trial.seed, trial.trial, NoiseOf::gossip_pair});
    std::vector<double> pair(dimension(network.domain));
    const auto disturb = [&](NodeRound at, std::span<double> value) {
      const double sigma = own_share_ * widest_noise(network, at.round);
      own.add_to(at, sigma, value);
      for (const NodeId other : network.weights.row(at.node).columns) {
        if (other == at.node) continue;
        const NodeId low = std::min(at.node, other), high = std::max(at.node, other);
        std::fill(pair.begin(), pair.end(), 0.0);
        of_pairs.add_to({.node = number_of_pair(network.weights, low, high), .round = at.round}, pair_ratio * sigma,
                        pair);
        for (std::size_t k = 0; k < pair.size(); ++k) value[k] += at.node == low ? pair[k] : -pair[k];
      }
    };
    const Points last = gradient_descent(
        network, {.step = [&](Round t) { return network.plan.step(t); }, .disturb = disturb}, interrupt);
    return only_finite({mean_of(last)});
  }

 private:
  double own_share_;  ///< of the noise that a node would need by itself
};

}  // namespace

double largest_resistance(const WeightMatrix& weights, NodeId colluders) {
  const NodeId nodes = weights.node_count();
  const bool exactly = nodes <= most_nodes_exactly && colluders <= 2 && colluders < nodes;
  if (!exactly) return resistance_by_degree(weights, colluders);
  std::vector<bool> colludes(nodes, false);
  std::fill_n(colludes.begin(), colluders, true);
  double largest = 0;
  do largest = std::max(largest, resistance_without(weights, colludes));
  while (std::prev_permutation(colludes.begin(), colludes.end()));
  return largest;
}

std::unique_ptr<Baseline> make_gossip_pairs(const BaselineSetting& setting) {
  return std::make_unique<GossipPairs>(setting);
}

}  // namespace sotto
