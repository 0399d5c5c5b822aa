// SPDX-License-Identifier: MIT
// The local order: a permutation that finds the narrowness of a graph again after its nodes were numbered at random.
#include "sotto/graph/locality_order.hpp"

#include <numeric>

#include "graph/support.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

WeightMatrix numbered_at_random(const Graph& graph, std::uint64_t seed) {
  std::vector<NodeId> name(graph.node_count());
  std::iota(name.begin(), name.end(), NodeId{0});
  RandomSequence random(seed, {.stream = Stream::graph});
  shuffle(name, random);
  std::vector<Edge> edges = edges_of(graph);
  for (Edge& edge : edges) edge = {name[edge.a], name[edge.b]};
  return make_weights(Graph(graph.node_count(), edges), WeightRule::metropolis);
}

/// How far apart two neighbours are at most, with order[k] at position k.
NodeId bandwidth(const WeightMatrix& rows, const std::vector<NodeId>& order) {
  std::vector<NodeId> position(order.size());
  for (NodeId k = 0; k < order.size(); ++k) position[order[k]] = k;
  NodeId widest = 0;
  for (NodeId i = 0; i < rows.node_count(); ++i)
    for (NodeId j : rows.row(i).columns) widest = std::max(widest, position[i] - std::min(position[i], position[j]));
  return widest;
}

NodeId bandwidth_found(const Graph& graph, std::uint64_t seed) {
  const WeightMatrix rows = numbered_at_random(graph, seed);
  return bandwidth(rows, locality_order(rows));
}

TEST(LocalityOrder, IsAPermutationOnEveryGraph) {
  for (const auto& graphs : {named_graphs(), random_graphs()})
    for (const Graph& graph : graphs) {
      std::vector<NodeId> order = locality_order(make_weights(graph, WeightRule::metropolis));
      std::sort(order.begin(), order.end());
      std::vector<NodeId> all(graph.node_count());
      std::iota(all.begin(), all.end(), NodeId{0});
      EXPECT_EQ(order, all) << title(graph);
    }
}

TEST(LocalityOrder, FindsPathsRingsAndGridsAgain) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(bandwidth_found(path_graph(997), seed), 1u);
    EXPECT_EQ(bandwidth_found(ring_graph(998), seed), 2u);
    EXPECT_LE(bandwidth_found(grid_graph({12, 90}), seed), 12u + 1);
    EXPECT_LE(bandwidth_found(grid_graph({30, 30}), seed), 30u + 1);
    EXPECT_LE(bandwidth_found(torus_graph({12, 90}), seed), 2u * 12 + 2);
  }
}

/// A caterpillar: every node of a path carries two leaves. Leaves are visited before the path goes on, which keeps a
/// leaf within reach of its node; as numbered, in either order, the path's end may lie beyond four.
TEST(LocalityOrder, VisitsNodesWithFewNeighboursFirst) {
  std::vector<Edge> edges;
  for (NodeId k = 0; k < 200; ++k) {
    edges.push_back({k, 200 + 2 * k});
    edges.push_back({k, 201 + 2 * k});
    if (k > 0) edges.push_back({k - 1, k});
  }
  for (std::uint64_t seed = 1; seed <= 5; ++seed) EXPECT_EQ(bandwidth_found(Graph(600, edges), seed), 3u);
}

TEST(LocalityOrder, DependsOnTheRowsAlone) {
  const WeightMatrix rows = numbered_at_random(grid_graph({20, 20}), 3);
  EXPECT_EQ(locality_order(rows), locality_order(rows));
  EXPECT_GT(bandwidth(rows,
                      [&] {
                        std::vector<NodeId> as_numbered(rows.node_count());
                        std::iota(as_numbered.begin(), as_numbered.end(), NodeId{0});
                        return as_numbered;
                      }()),
            200u)
      << "the numbering was not random, so finding the grid again shows nothing";
}

}  // namespace
}  // namespace sotto
