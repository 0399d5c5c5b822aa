// SPDX-License-Identifier: MIT
// Graphs on few edges that mix fast at every size: the static exponential graph and the expander.
#include "graph/support.hpp"
#include "sotto/graph/spectrum.hpp"

namespace sotto {
namespace {

TEST(StaticExponential, NeighboursAreThePowersOfTwoAway) {
  const Graph graph = static_exponential_graph(12);  // 1, 2, 4 and 8, that is 4 the other way
  const auto row = graph.neighbours(3);
  EXPECT_EQ(std::vector<NodeId>(row.begin(), row.end()), (std::vector<NodeId>{1, 2, 4, 5, 7, 11}));
  EXPECT_EQ(static_exponential_graph(2).edge_count(), 1u);
  EXPECT_EQ(static_exponential_graph(1).edge_count(), 0u);
  EXPECT_EQ(static_exponential_graph(1024).degree(0), 2u * 9 + 1);
}

/// Its gap shrinks like 1/log N, not like the ring's 1/N^2.
TEST(StaticExponential, StaysWellConnectedAsItGrows) {
  for (NodeId nodes : {100u, 1000u, 10000u}) {
    const Graph graph = static_exponential_graph(nodes);
    EXPECT_GT(graph.known().laplacian->smallest_nonzero, 2.0) << nodes;
    EXPECT_LE(*graph.known().diameter, 7u) << nodes;
  }
}

TEST(StaticExponential, SizesThatMakeNoSenseAreRefused) {
  EXPECT_EQ(refusal_of([] { static_exponential_graph(0); }).faults()[0].field, "graph.nodes");
  EXPECT_TRUE(mentions(refusal_of([] { static_exponential_graph(100000000); }), "edges; at most"));
}

/// Which nodes (x, y) is joined to, loops and repetitions taken out, straight from the definition.
std::vector<NodeId> neighbours_by_definition(NodeId m, NodeId x, NodeId y) {
  const auto node = [&](NodeId a, NodeId b) { return b % m * m + a % m; };
  std::vector<NodeId> all;
  for (NodeId step : {2 * y, 2 * y + 1})
    for (NodeId to : {x + step, x + 3 * m - step}) all.push_back(node(to, y));
  for (NodeId step : {2 * x, 2 * x + 1})
    for (NodeId to : {y + step, y + 3 * m - step}) all.push_back(node(x, to));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  all.erase(std::remove(all.begin(), all.end(), node(x, y)), all.end());
  return all;
}

TEST(Expander, HasTheNeighboursOfItsDefinition) {
  for (NodeId m : {1u, 2u, 3u, 4u, 5u, 8u, 13u}) {
    const Graph graph = expander_graph(m);
    for (NodeId i = 0; i < m * m; ++i) {
      const auto row = graph.neighbours(i);
      EXPECT_EQ(std::vector<NodeId>(row.begin(), row.end()), neighbours_by_definition(m, i % m, i / m)) << m;
      EXPECT_LE(row.size(), 8u);
    }
  }
}

/// The bound that is proved; a torus of 17 x 17 nodes (degree 4) has 0.13 and would break it.
TEST(Expander, KeepsTheProvedGapAtEverySize) {
  const double proved = 4 - 2.5 * std::sqrt(2.0);
  for (NodeId m = 2; m <= 17; ++m)
    EXPECT_GE(smallest_nonzero_laplacian_eigenvalue(expander_graph(m), SpectrumMethod::dense).value, proved) << m;
  EXPECT_LT(torus_graph({17, 17}).known().laplacian->smallest_nonzero, proved);
}

TEST(Expander, SizesThatMakeNoSenseAreRefused) {
  EXPECT_EQ(refusal_of([] { expander_graph(0); }).faults()[0].field, "graph.nodes");
  EXPECT_TRUE(mentions(refusal_of([] { expander_graph(8192); }), "at most 67092481"));
}

}  // namespace
}  // namespace sotto
