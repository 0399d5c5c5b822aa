// SPDX-License-Identifier: MIT
// Layouts: what has a natural picture gets it, and the same one every time.
#include "sotto/graph/layout.hpp"

#include "graph/support.hpp"

namespace sotto {
namespace {

double distance(Position a, Position b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

TEST(Layout, FamiliesOfTheRingLieOnACircleClockwiseFromTheTop) {
  for (const Graph& graph : {ring_graph(12), complete_graph(12), static_exponential_graph(12)}) {
    const std::vector<Position> at = layout(graph);
    EXPECT_NEAR(distance(at[0], {0, -1}), 0, 1e-12) << title(graph);
    EXPECT_NEAR(distance(at[3], {1, 0}), 0, 1e-12) << title(graph);
    for (const Position& p : at) EXPECT_NEAR(distance(p, {0, 0}), 1, 1e-12) << title(graph);
  }
}

TEST(Layout, APathIsAStraightLineOfEqualSteps) {
  const std::vector<Position> at = layout(path_graph(20));
  for (NodeId i = 0; i < 20; ++i)
    for (NodeId j = 0; j < i; ++j) EXPECT_NEAR(distance(at[i], at[j]), i - j, 1e-3);
}

/// Not folded and not twisted: the longer side across, edges of about one step, opposite corners far apart.
TEST(Layout, AGridLooksLikeAGrid) {
  const Graph grid = grid_graph({5, 9});
  const std::vector<Position> at = layout(grid);
  for (const Edge& edge : edges_of(grid)) EXPECT_NEAR(distance(at[edge.a], at[edge.b]), 1.25, 0.35);
  EXPECT_GT(distance(at[0], at[44]), 10);
  EXPECT_GT(std::abs(at[0].x - at[8].x), 8);
  EXPECT_LT(std::abs(at[0].y - at[8].y), 1);
}

TEST(Layout, EveryGraphGetsAPlaceForEachNodeAndTheSameTwice) {
  for (const auto& graphs : {named_graphs(), random_graphs()})
    for (const Graph& graph : graphs) {
      const std::vector<Position> at = layout(graph), again = layout(graph);
      ASSERT_EQ(at.size(), graph.node_count());
      for (NodeId i = 0; i < at.size(); ++i) {
        EXPECT_TRUE(std::isfinite(at[i].x) && std::isfinite(at[i].y)) << title(graph);
        EXPECT_EQ(distance(at[i], again[i]), 0) << title(graph);
      }
      if (at.size() > 1) {
        EXPECT_GT(distance(at[0], at[1]), 1e-3) << title(graph);
      }
    }
}

}  // namespace
}  // namespace sotto
