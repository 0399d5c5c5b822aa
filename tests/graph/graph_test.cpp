// SPDX-License-Identifier: MIT
// A graph is undirected, simple and connected, or it is not made.
#include "sotto/graph/graph.hpp"

#include "graph/support.hpp"

namespace sotto {
namespace {

TEST(Graph, NeighboursAreSortedAndMutual) {
  const Graph graph(5, {{4, 0}, {3, 0}, {0, 1}, {2, 1}});
  EXPECT_EQ(graph.edge_count(), 4u);
  EXPECT_EQ(graph.degree(0), 3u);
  EXPECT_EQ(graph.max_degree(), 3u);
  const auto row = graph.neighbours(0);
  EXPECT_EQ(std::vector<NodeId>(row.begin(), row.end()), (std::vector<NodeId>{1, 3, 4}));
  for (NodeId i = 0; i < 5; ++i)
    for (NodeId j : graph.neighbours(i)) {
      const auto back = graph.neighbours(j);
      EXPECT_TRUE(std::binary_search(back.begin(), back.end(), i));
    }
}

TEST(Graph, ASingleNodeNeedsNoEdge) {
  const Graph graph(1, {});
  EXPECT_EQ(graph.node_count(), 1u);
  EXPECT_EQ(graph.edge_count(), 0u);
  EXPECT_EQ(graph.degree(0), 0u);
}

TEST(Graph, NoNodesAreRefused) {
  EXPECT_EQ(refusal_of([] { Graph(0, {}); }).faults()[0].field, "graph.nodes");
}

TEST(Graph, LoopsDoubleEdgesAndStrangersAreRefusedAllAtOnce) {
  const InvalidInput bad = refusal_of([] { Graph(3, {{0, 1}, {1, 1}, {1, 3}, {1, 2}}); });
  ASSERT_EQ(bad.faults().size(), 2u);
  EXPECT_EQ(bad.faults()[0].value, "1-1");
  EXPECT_EQ(bad.faults()[1].value, "1-3");
  const InvalidInput twice = refusal_of([] { Graph(3, {{0, 1}, {1, 2}, {1, 0}}); });
  ASSERT_EQ(twice.faults().size(), 1u);
  EXPECT_EQ(twice.faults()[0].value, "0-1");
}

TEST(Graph, ADisconnectedGraphIsRefusedWithItsComponentsAndALostNode) {
  const InvalidInput apart = refusal_of([] { Graph(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}}); });
  EXPECT_TRUE(mentions(apart, "3 components")) << apart.what();
  EXPECT_TRUE(mentions(apart, "node 3 cannot be reached from node 0")) << apart.what();
}

TEST(Graph, AHugeNodeCountWithFewEdgesIsRefusedWithoutUsingMemory) {
  const InvalidInput apart = refusal_of([] { Graph(4000000000u, {{0, 1}, {3, 3999999999u}}); });
  EXPECT_TRUE(mentions(apart, "node 2 has no neighbour")) << apart.what();
  EXPECT_TRUE(mentions(apart, "at least 3999999998 components")) << apart.what();
}

}  // namespace
}  // namespace sotto
