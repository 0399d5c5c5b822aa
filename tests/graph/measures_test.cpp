// SPDX-License-Identifier: MIT
// Diameters: closed forms, the pruned search and plain search over all nodes agree.
#include "sotto/graph/measures.hpp"

#include "graph/support.hpp"

namespace sotto {
namespace {

NodeId plain_diameter(const Graph& graph) {
  NodeId longest = 0;
  for (NodeId source = 0; source < graph.node_count(); ++source) {
    std::vector<NodeId> distance(graph.node_count(), ~0u), queue{source};
    distance[source] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
      for (NodeId j : graph.neighbours(queue[head]))
        if (distance[j] == ~0u) distance[j] = distance[queue[head]] + 1, queue.push_back(j);
    longest = std::max(longest, distance[queue.back()]);
  }
  return longest;
}

TEST(Diameter, ClosedFormsEqualSearch) {
  for (const Graph& graph : named_graphs()) {
    ASSERT_TRUE(graph.known().diameter) << title(graph);
    EXPECT_EQ(*graph.known().diameter, plain_diameter(graph)) << title(graph);
  }
}

TEST(Diameter, ThePrunedSearchIsExactWhenItMayRunToTheEnd) {
  for (const auto& graphs : {named_graphs(), random_graphs()})
    for (const Graph& graph : graphs) {
      const DiameterBounds found = diameter(anonymous(graph));
      EXPECT_TRUE(found.exact()) << title(graph);
      EXPECT_EQ(found.lower, plain_diameter(graph)) << title(graph);
    }
}

TEST(Diameter, BoundsHoldHoweverFewSearchesAreAllowed) {
  const Graph graph = random_regular_graph({.nodes = 300, .degree = 3, .seed = 2});
  const NodeId truth = plain_diameter(graph);
  bool open = false;
  for (std::size_t searches : {0u, 3u, 5u, 20u, 100u, 400u}) {
    const DiameterBounds found = searched_diameter(graph, searches);
    EXPECT_LE(found.lower, truth);
    EXPECT_GE(found.upper, truth);
    open |= !found.exact();
  }
  EXPECT_TRUE(open);
  EXPECT_TRUE(searched_diameter(graph, 400).exact());
}

}  // namespace
}  // namespace sotto
