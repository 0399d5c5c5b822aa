// SPDX-License-Identifier: MIT
// Gaussian pairs on edges: what colluders learn, and that pairs vanish from the mean of all nodes.
#include "sotto/simulation/baseline/gossip_pairs.hpp"

#include <gtest/gtest.h>

#include "sotto/simulation/baseline/baseline_noise.hpp"
#include "support/network.hpp"

namespace sotto {
namespace {

constexpr double conductance = pair_ratio * pair_ratio;

double resistance(const Graph& graph, NodeId colluders) {
  return largest_resistance(make_weights(graph, WeightRule::metropolis), colluders);
}

/// The Laplacian of a complete graph has the eigenvalues 0 and N: without C it is complete again.
TEST(GossipPairs, OnACompleteGraphHideANodeAsTheirSpectrumSays) {
  for (const NodeId N : {3u, 10u})
    for (const NodeId colluders : {0u, 1u, 2u}) {
      const double m = N - colluders;
      EXPECT_NEAR(resistance(complete_graph(N), colluders), (1 + (m - 1) / (1 + m * conductance)) / m, 1e-12);
    }
}

/// F >= 1/m: pairs never do better than masks that hide all but the sum.
TEST(GossipPairs, NeverHideBetterThanAMaskedSum) {
  for (const NodeId colluders : {0u, 1u, 2u})
    for (const Graph& graph : {ring_graph(9), star_graph(7), complete_graph(6)})
      EXPECT_GE(resistance(graph, colluders), 1.0 / (graph.node_count() - colluders));
}

/// Between two colluding neighbours a node of a ring has no secrets left; at the end of a path one is enough.
TEST(GossipPairs, HelpNothingWhereAllNeighboursCollude) {
  EXPECT_NEAR(resistance(ring_graph(9), 2), 1, 1e-12);
  EXPECT_LT(resistance(ring_graph(9), 1), 0.6);
  EXPECT_NEAR(resistance(path_graph(9), 1), 1, 1e-12);
}

TEST(GossipPairs, AreBoundedFromAboveOnNetworksThatAreTooLargeToEnumerate) {
  EXPECT_NEAR(resistance(ring_graph(100), 1), 1 / (1 + conductance / (1 + conductance)), 1e-12);
  EXPECT_NEAR(resistance(ring_graph(100), 2), 1, 1e-12);
  EXPECT_LE(resistance(ring_graph(50), 1), resistance(ring_graph(100), 1));
}

/// One round from y(1) = 0, no projection binds: what is left in the mean is each node's own noise.
TEST(GossipPairs, VanishFromTheMeanOfAllNodes) {
  const test::TestNetwork net({.graph = ring_graph(6), .radius = 1e6, .rounds = 1});
  const auto baseline = baseline_named("gossip_pairs")
                            ->make({.domain = net.domain(), .plan = net.plan(), .nodes = 6, .weights = net.weights()});
  const std::vector<double> mean = baseline->outputs({net.network(), 5, 3}, test::never).at(0);
  const double sigma = std::sqrt(largest_resistance(net.weights(), 1)) * net.plan().noise_scale(1).standard_deviation();
  std::vector<double> expected(3, 0.0), gradient(3);
  const std::vector<double> origin(3, 0.0);
  BaselineNoise own({5, 3, NoiseOf::gossip_own});
  for (NodeId i = 0; i < 6; ++i) {
    std::vector<double> x(3, 0.0);
    net.objectives()[i]->gradient(origin, gradient);
    for (std::size_t k = 0; k < 3; ++k) x[k] = -net.plan().step(1) * gradient[k];
    own.add_to({.node = i, .round = 1}, sigma, x);
    for (std::size_t k = 0; k < 3; ++k) expected[k] += x[k] / 6;
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(mean[k], expected[k], 1e-11 * pair_ratio * sigma);
}

/// Prints the table of docs/baselines.md: epsilon against colluders of pairs that were planned for none, and for one.
TEST(GossipPairs, DISABLED_RowsOfTheDocument) {
  constexpr PrivacyBudget budget{.epsilon = 4, .delta = 1e-3};
  const double alpha = alpha_limit(Accountant::exact, budget);
  const auto epsilon = [&](double times) {
    return epsilon_of(Accountant::exact, Cost{.alpha = alpha * times}, budget.delta);
  };
  const std::vector<std::pair<const char*, Graph>> graphs{{"complete, 10 nodes", complete_graph(10)},
                                                          {"ring, 10 nodes", ring_graph(10)},
                                                          {"star, 10 nodes", star_graph(10)},
                                                          {"ring, 50 nodes", ring_graph(50)}};
  for (const auto& [name, graph] : graphs) {
    const double none = resistance(graph, 0), one = resistance(graph, 1), two = resistance(graph, 2);
    std::printf("| %s | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f |\n", name, none, one, two, epsilon(one / none),
                epsilon(two / none), epsilon(two / one));
  }
}

}  // namespace
}  // namespace sotto
