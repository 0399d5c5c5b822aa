// SPDX-License-Identifier: MIT
// Closed forms, dense eigenvalues and Lanczos are three ways to the same numbers.
#include "sotto/graph/spectrum.hpp"

#include <algorithm>
#include <vector>

#include "graph/support.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/input/long_wait.hpp"

namespace sotto {
namespace {

TEST(ClosedForms, LaplacianExtremesEqualDenseEigenvaluesInEveryFamily) {
  for (const Graph& graph : named_graphs()) {
    ASSERT_TRUE(graph.known().laplacian) << title(graph);
    const std::vector<double> all = dense_eigenvalues(laplacian(graph));
    EXPECT_NEAR(graph.known().laplacian->largest, all.back(), 1e-12) << title(graph);
    if (graph.node_count() == 1) continue;
    EXPECT_NEAR(graph.known().laplacian->smallest_nonzero, all[1], 1e-12) << title(graph);
  }
}

TEST(ClosedForms, BetaEqualsDenseEigenvaluesForEveryRuleWithOneEdgeWeight) {
  int closed = 0;
  for (const Graph& graph : named_graphs())
    for (WeightRule rule : all_of<WeightRule>) {
      const WeightMatrix weights = make_weights(graph, rule);
      const MixingRate& rate = weights.mixing_rate();
      const MixingRate dense = mixing_rate(weights, SpectrumMethod::dense);
      EXPECT_NEAR(rate.beta, dense.beta, rate.residual + dense.residual + 1e-15)
          << title(graph) << " " << name_of(rule);
      closed += rate.method == "closed form";
    }
  EXPECT_GT(closed, 200);
}

TEST(ClosedForms, MetropolisIsConstantOnRegularGraphsPathsAndStars) {
  for (const Graph& graph : {ring_graph(9), path_graph(9), star_graph(9), complete_graph(9), hypercube_graph(3),
                             torus_graph({3, 4}), path_graph(2)})
    EXPECT_EQ(make_weights(graph, WeightRule::metropolis).mixing_rate().method, "closed form") << title(graph);
  const WeightMatrix uneven = make_weights(grid_graph({3, 4}), WeightRule::metropolis);
  EXPECT_EQ(uneven.mixing_rate().method, "dense eigenvalues");
  EXPECT_THROW(mixing_rate(uneven, SpectrumMethod::closed_form), InvalidInput);
}

TEST(Lanczos, AgreesWithDenseEigenvaluesWithinItsResidual) {
  const Graph graphs[] = {random_regular_graph({.nodes = 400, .degree = 4, .seed = 3}),
                          erdos_renyi_graph({.nodes = 450, .edge_probability = 0.03, .seed = 3}),
                          anonymous(star_graph(400)), anonymous(torus_graph({20, 21}))};
  for (const Graph& graph : graphs)
    for (WeightRule rule : {WeightRule::metropolis, WeightRule::best_constant}) {
      const WeightMatrix weights = make_weights(graph, rule);
      const MixingRate lanczos = weights.mixing_rate();
      const MixingRate dense = mixing_rate(weights, SpectrumMethod::dense);
      EXPECT_EQ(lanczos.method, "Lanczos") << title(graph);
      EXPECT_LT(lanczos.residual, 1e-9) << title(graph);
      EXPECT_NEAR(lanczos.beta, dense.beta, lanczos.residual + dense.residual) << title(graph) << " " << name_of(rule);
    }
}

TEST(Lanczos, TellsWhoWaitsHowMuchOfItsLongestSearchIsBehind) {
  std::vector<double> shares;
  const ListeningToWaits ears([&](const char* what, double share, WaitOn) {
    EXPECT_STREQ(what, "finding beta (at most)");
    shares.push_back(share);
  });
  lanczos_eigenvalue(laplacian(random_regular_graph({.nodes = 400, .degree = 4, .seed = 3})), SpectrumEnd::largest,
                     usual_limits(400));
  ASSERT_GT(shares.size(), 24U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_GT(shares.front(), 0);
  EXPECT_LT(shares[shares.size() - 2], 1);
  EXPECT_EQ(shares.back(), 1);
}

TEST(Lanczos, FindsBothEndsOfTheLaplacian) {
  const Graph graph = erdos_renyi_graph({.nodes = 500, .edge_probability = 0.02, .seed = 8});
  const auto agree = [](LaplacianEigenvalue lanczos, LaplacianEigenvalue dense) {
    EXPECT_NEAR(lanczos.value, dense.value, lanczos.residual + dense.residual);
    EXPECT_LT(lanczos.residual, 1e-6);
  };
  agree(largest_laplacian_eigenvalue(graph), largest_laplacian_eigenvalue(graph, SpectrumMethod::dense));
  agree(smallest_nonzero_laplacian_eigenvalue(graph),
        smallest_nonzero_laplacian_eigenvalue(graph, SpectrumMethod::dense));
  EXPECT_THROW(largest_laplacian_eigenvalue(graph, SpectrumMethod::closed_form), InvalidInput);
}

TEST(Lanczos, IsNotUpsetByTinyMatricesOrByPerfectMixing) {
  for (NodeId n : {2u, 3u, 4u, 30u}) {
    const MixingRate rate =
        mixing_rate(make_weights(complete_graph(n), WeightRule::max_degree), SpectrumMethod::lanczos);
    EXPECT_NEAR(rate.beta, 0.0, rate.residual + 1e-15) << n;
    EXPECT_LT(rate.residual, 1e-11) << n;
  }
  for (const Graph& graph : named_graphs()) {
    if (graph.node_count() == 1) continue;
    const WeightMatrix weights = make_weights(graph, WeightRule::paper);
    const MixingRate rate = mixing_rate(weights, SpectrumMethod::lanczos);
    EXPECT_NEAR(rate.beta, weights.mixing_rate().beta, rate.residual + 1e-13) << title(graph);
    EXPECT_LT(rate.residual, 1e-9) << title(graph) << rate.method;
  }
}

/// What few steps find are Rayleigh quotients: inside the spectrum. The bound must hold, and at these sizes (missing
/// share: at most 0.017) be near; on a long path the smallest eigenvalue is out of reach, which is the safe side for
/// weights.
TEST(FewSteps, EndsLieInsideTheSpectrumAndTheBoundOutside) {
  std::vector<Graph> graphs = random_graphs();
  for (const Graph& graph : {path_graph(400), star_graph(300), torus_graph({20, 21}), hypercube_graph(8)})
    graphs.push_back(graph);
  graphs.push_back(random_regular_graph({.nodes = 400, .degree = 8, .seed = 3}));
  for (const Graph& graph : graphs) {
    const std::vector<double> all = dense_eigenvalues(laplacian(graph));
    const SpectrumEnds ends = spectrum_ends(laplacian(graph), few_steps);
    EXPECT_GE(ends.smallest, all[1] - 1e-9) << title(graph);
    EXPECT_LE(ends.largest, all.back() * (1 + 1e-12)) << title(graph);
    EXPECT_GE(ends.largest_at_most, all.back()) << title(graph);
    EXPECT_LE(ends.largest_at_most, 1.02 * all.back()) << title(graph);
    EXPECT_LE(ends.smallest, all[1] + 0.01 * all.back()) << title(graph);
  }
}

/// Few steps would find nearly nothing on a path, and then the bound says so instead of being wrong.
TEST(FewSteps, WithoutEnoughOfThemTheBoundIsInfinite) {
  EXPECT_EQ(spectrum_ends(laplacian(path_graph(400)), 5).largest_at_most, HUGE_VAL);
}

/// Eigenvalues of W from 1/3 on, as the rule promises, though the largest one of L is only bounded; and a best constant
/// that still shrinks whatever the eigenvalue farthest out is.
TEST(FewSteps, WeightsOfALargeGraphKeepTheirPromise) {
  const NodeId nodes = largest_converged_size + 1;
  const Graph graph = anonymous(ring_graph(nodes));
  const auto edge_weight = [&](WeightRule rule) { return make_weights(graph, rule).row(0).weights[1]; };
  EXPECT_GE(1 - edge_weight(WeightRule::paper) * 4, 1.0 / 3);
  EXPECT_GE(edge_weight(WeightRule::paper), 0.98 * 2 / (3 * 4));
  EXPECT_LT(edge_weight(WeightRule::best_constant) * 4 - 1, 1);
  EXPECT_GE(edge_weight(WeightRule::best_constant), 0.98 * 2 / 4);
}

/// Long paths mix too slowly for a few restarts: what is reported must still hold. A residual vouches for
/// some eigenvalue near by, not for the largest, so without convergence nothing up to 1 may be excluded.
TEST(Lanczos, WithoutConvergenceTheIntervalStillHoldsTheTruth) {
  for (NodeId nodes : {400u, 2000u, 10000u})
    for (int restarts : {1, 3, 10}) {
      const WeightMatrix weights = make_weights(path_graph(nodes), WeightRule::metropolis);
      const MixingRate lanczos =
          mixing_rate(weights, SpectrumMethod::lanczos, LanczosLimits{.restarts = restarts, .tolerance = 1e-10});
      const double truth = mixing_rate(weights, SpectrumMethod::closed_form).beta;
      EXPECT_NEAR(lanczos.beta, truth, lanczos.residual) << nodes << " nodes, " << restarts << " restarts";
      EXPECT_LE(lanczos.beta, truth);
      EXPECT_GE(lanczos.beta + lanczos.residual, 1.0 - 1e-15);
      EXPECT_NE(lanczos.method.find("not converged"), std::string::npos) << lanczos.method;
    }
}

TEST(Lanczos, WithoutConvergenceASmallResidualIsNotTakenForAnError) {
  const Graph graph = random_regular_graph({.nodes = 1000, .degree = 4, .seed = 5});
  const WeightMatrix weights = make_weights(graph, WeightRule::metropolis);
  const MixingRate early =
      mixing_rate(weights, SpectrumMethod::lanczos, LanczosLimits{.restarts = 2, .tolerance = 1e-10});
  EXPECT_LE(early.beta, weights.mixing_rate().beta);
  EXPECT_GE(early.beta + early.residual, 1.0 - 1e-15);
}

TEST(MixingRate, OfASingleNodeIsZero) {
  for (WeightRule rule : all_of<WeightRule>) EXPECT_EQ(make_weights(path_graph(1), rule).mixing_rate().beta, 0.0);
}

}  // namespace
}  // namespace sotto
