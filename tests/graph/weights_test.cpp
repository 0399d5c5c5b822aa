// SPDX-License-Identifier: MIT
// Every rule gives a symmetric, doubly stochastic matrix on the graph that mixes at the rate it says.
#include "graph/support.hpp"
#include "sotto/graph/measures.hpp"
#include "sotto/graph/spectrum.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {
namespace {

using Dense = std::vector<std::vector<double>>;

Dense dense(const WeightMatrix& weights) {
  Dense all(weights.node_count(), std::vector<double>(weights.node_count()));
  for (NodeId i = 0; i < weights.node_count(); ++i)
    for (std::size_t k = 0; k < weights.row(i).columns.size(); ++k)
      all[i][weights.row(i).columns[k]] = weights.row(i).weights[k];
  return all;
}

/// Calls check(graph, rule, weights) for every rule on every sample graph.
template <class Check>
void on_every_matrix(Check check) {
  for (const auto& graphs : {named_graphs(), random_graphs()})
    for (const Graph& graph : graphs)
      for (WeightRule rule : all_of<WeightRule>) {
        SCOPED_TRACE(title(graph) + ", " + std::string(name_of(rule)));
        check(graph, rule, make_weights(graph, rule));
      }
}

TEST(Weights, AreSymmetricNonNegativeAndEveryRowSumsToOne) {
  on_every_matrix([](const Graph& graph, WeightRule, const WeightMatrix& weights) {
    const Dense w = dense(weights);
    EXPECT_EQ(weights.entry_count(), 2 * graph.edge_count() + graph.node_count());
    for (NodeId i = 0; i < graph.node_count(); ++i) {
      long double sum = 0;
      for (NodeId j = 0; j < graph.node_count(); ++j) {
        ASSERT_EQ(w[i][j], w[j][i]);
        ASSERT_GE(w[i][j], 0.0);
        sum += w[i][j];
      }
      ASSERT_NEAR(static_cast<double>(sum), 1.0, 3e-16);
    }
  });
}

TEST(Weights, RowsHoldTheNeighboursAndTheNodeItselfInAscendingOrder) {
  on_every_matrix([](const Graph& graph, WeightRule, const WeightMatrix& weights) {
    for (NodeId i = 0; i < graph.node_count(); ++i) {
      std::vector<NodeId> expected(graph.neighbours(i).begin(), graph.neighbours(i).end());
      expected.insert(std::lower_bound(expected.begin(), expected.end(), i), i);
      const auto columns = weights.row(i).columns;
      ASSERT_EQ(std::vector<NodeId>(columns.begin(), columns.end()), expected);
    }
  });
}

/// ||W^k x|| <= beta^k ||x|| for x of mean zero, and equality is nearly reached: beta is not merely a bound.
TEST(Weights, DisagreementShrinksByBetaAndBetaIsBelowOne) {
  on_every_matrix([](const Graph& graph, WeightRule, const WeightMatrix& weights) {
    if (graph.node_count() == 1) return;
    const double beta = weights.mixing_rate().beta;
    ASSERT_LT(beta, 1.0);
    EXPECT_EQ(spectral_gap(weights), 1.0 - beta);
    std::vector<double> x(graph.node_count()), y(x.size());
    fill_gaussian(5, {}, x);
    double mean = 0, first = 0, norm = 0, before = 0;
    for (double v : x) mean += v / static_cast<double>(x.size());
    for (double& v : x) v -= mean, first += v * v;
    norm = first;
    for (int k = 1; k <= 60; ++k) {
      before = norm, norm = 0;
      for (NodeId i = 0; i < x.size(); ++i) {
        y[i] = 0;
        for (std::size_t e = 0; e < weights.row(i).columns.size(); ++e)
          y[i] += weights.row(i).weights[e] * x[weights.row(i).columns[e]];
        norm += y[i] * y[i];
      }
      x.swap(y);
      ASSERT_LE(std::sqrt(norm), std::pow(beta, k) * std::sqrt(first) * (1 + 1e-9) + 1e-14) << k;
    }
    if (norm < 1e-20) return;
    EXPECT_GT(std::sqrt(norm / before), beta - 0.06);
  });
}

TEST(PaperWeights, HaveEigenvaluesFromOneThirdToOne) {
  for (const auto& graphs : {named_graphs(), random_graphs()})
    for (const Graph& graph : graphs) {
      if (graph.node_count() == 1) continue;
      const Dense w = dense(make_weights(graph, WeightRule::paper));
      const std::vector<double> all =
          dense_eigenvalues({graph.node_count(), [&](std::span<const double> x, std::span<double> y) {
                               for (std::size_t i = 0; i < w.size(); ++i) {
                                 y[i] = 0;
                                 for (std::size_t j = 0; j < w.size(); ++j) y[i] += w[i][j] * x[j];
                               }
                             }});
      EXPECT_NEAR(all.back(), 1.0, 1e-13);
      EXPECT_GE(all.front(), 1.0 / 3 - 1e-14) << title(graph);
      EXPECT_LE(all.front(), 1.0 / 3 + 1e-11) << title(graph);
    }
}

/// The eigenvalue that enters W has 40 bits, so two solvers that agree to 1e-14 give the same weights.
TEST(PaperWeights, DoNotDependOnASolversLastDigits) {
  for (const Graph& graph : random_graphs()) {
    const WeightMatrix weights = make_weights(graph, WeightRule::paper);
    const double edge = weights.row(0).columns[0] == 0 ? weights.row(0).weights[1] : weights.row(0).weights[0];
    const double largest = 2.0 / (3.0 * edge);
    int exponent = 0;
    const double scaled = std::ldexp(std::frexp(largest, &exponent), 40);
    EXPECT_NEAR(scaled, std::round(scaled), 1e-3) << title(graph);
    EXPECT_GE(largest, largest_laplacian_eigenvalue(graph).value * (1 - 1e-15));
  }
}

TEST(BestConstant, BeatsEveryOtherConstantThatKeepsTheDiagonalNonNegative) {
  for (const auto& graphs : {named_graphs(), random_graphs()})
    for (const Graph& graph : graphs) {
      if (graph.node_count() == 1) continue;
      const double best = make_weights(graph, WeightRule::best_constant).mixing_rate().beta;
      const double smallest = smallest_nonzero_laplacian_eigenvalue(graph, SpectrumMethod::dense).value;
      const double largest = largest_laplacian_eigenvalue(graph, SpectrumMethod::dense).value;
      for (int k = 1; k <= 100; ++k) {
        const double a = 0.01 * k / static_cast<double>(graph.max_degree());
        EXPECT_LE(best, std::max(std::abs(1 - a * smallest), std::abs(1 - a * largest)) + 1e-11) << title(graph);
      }
    }
}

TEST(LazyWeights, AreHalfTheIdentity) {
  const Graph graph = erdos_renyi_graph({.nodes = 20, .edge_probability = 0.3, .seed = 4});
  const Dense w = dense(make_weights(graph, WeightRule::metropolis));
  const Dense lazy = dense(make_weights(graph, WeightRule::lazy_metropolis));
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t j = 0; j < w.size(); ++j) EXPECT_NEAR(lazy[i][j], 0.5 * (w[i][j] + (i == j)), 1e-15);
}

TEST(WeightRules, NamesReadBack) {
  for (WeightRule rule : all_of<WeightRule>) EXPECT_EQ(value_named<WeightRule>(name_of(rule)), rule);
  EXPECT_FALSE(value_named<WeightRule>("Metropolis"));
}

TEST(WeightMatrix, WhatIsNotAMixingMatrixIsRefused) {
  const Graph pair = path_graph(2), three = path_graph(3);
  const auto refused = [](const Graph& graph, std::vector<double> weights) {
    const InvalidInput fault = refusal_of([&] { WeightMatrix(graph, std::move(weights)); });
    EXPECT_EQ(fault.faults()[0].field, "graph.weights");
    return fault;
  };
  EXPECT_NO_THROW(WeightMatrix(pair, {0.25, 0.75, 0.75, 0.25}));
  EXPECT_TRUE(mentions(refused(pair, {0.5, 0.5, 0.5}), "needs 4"));
  EXPECT_TRUE(mentions(refused(pair, {1.5, -0.5, -0.5, 1.5}), "between 0 and 1"));
  EXPECT_TRUE(mentions(refused(pair, {0.5, std::nan(""), 0.5, 0.5}), "between 0 and 1"));
  EXPECT_TRUE(mentions(refused(pair, {0.5, 0.4, 0.4, 0.5}), "row 0: every row must sum to 1"));
  EXPECT_TRUE(mentions(refused(pair, {0.5, 0.5, 0.25, 0.75}), "W[0][1] and W[1][0]: must be symmetric"));
  EXPECT_TRUE(mentions(refused(pair, {1, 0, 0, 1}), "mix"));  // nobody speaks
  EXPECT_TRUE(mentions(refused(pair, {0, 1, 1, 0}), "mix"));  // two nodes only swap
  EXPECT_TRUE(mentions(refused(three, {1, 0, 0, 0.5, 0.5, 0.5, 0.5}), "mix"));
}

TEST(WeightMatrix, CopiesShareOneMixingRate) {
  const WeightMatrix weights = make_weights(ring_graph(5), WeightRule::paper);
  const WeightMatrix copy = weights;
  EXPECT_EQ(&weights.mixing_rate(), &copy.mixing_rate());
}

}  // namespace
}  // namespace sotto
