// SPDX-License-Identifier: MIT
// The generators: shapes, closed forms, randomness that obeys its law and its seed, and what they refuse.
#include "sotto/graph/topologies.hpp"

#include "graph/support.hpp"

namespace sotto {
namespace {

TEST(Topologies, HaveTheEdgesTheirNamesSay) {
  EXPECT_EQ(complete_graph(7).edge_count(), 21u);
  EXPECT_EQ(ring_graph(7).edge_count(), 7u);
  EXPECT_EQ(path_graph(7).edge_count(), 6u);
  EXPECT_EQ(star_graph(7).degree(0), 6u);
  EXPECT_EQ(grid_graph({3, 5}).edge_count(), 3u * 4 + 2 * 5);
  EXPECT_EQ(torus_graph({3, 5}).edge_count(), 30u);
  EXPECT_EQ(hypercube_graph(5).edge_count(), 80u);
  for (NodeId i = 0; i < 15; ++i) EXPECT_EQ(torus_graph({3, 5}).degree(i), 4u);
}

TEST(Topologies, SizesThatMakeNoSenseAreRefusedByTheKeyThatHoldsThem) {
  const auto field = [](auto make) { return refusal_of(make).faults()[0].field; };
  EXPECT_EQ(field([] { complete_graph(0); }), "graph.nodes");
  EXPECT_EQ(field([] { complete_graph(1u << 20); }), "graph.nodes");
  EXPECT_TRUE(mentions(refusal_of([] { ring_graph(2); }), "path"));
  EXPECT_EQ(field([] { path_graph(4000000000u); }), "graph.nodes");
  EXPECT_EQ(field([] { star_graph(0); }), "graph.nodes");
  EXPECT_EQ(field([] { grid_graph({0, 3}); }), "graph.rows");
  EXPECT_EQ(field([] { grid_graph({3, 0}); }), "graph.columns");
  EXPECT_EQ(field([] { grid_graph({4000000000u, 4000000000u}); }), "graph.rows");
  EXPECT_EQ(refusal_of([] { torus_graph({2, 2}); }).faults().size(), 2u);
  EXPECT_EQ(field([] { hypercube_graph(25); }), "graph.dimension");
}

TEST(RandomRegular, EveryNodeHasTheDegreeAndNoEdgeIsDouble) {
  for (auto [nodes, degree] : {std::pair{2u, 1u},
                               {3u, 2u},
                               {4u, 3u},
                               {5u, 2u},
                               {6u, 4u},
                               {8u, 6u},
                               {9u, 4u},
                               {10u, 5u},
                               {20u, 17u},
                               {50u, 3u},
                               {50u, 24u},
                               {200u, 8u},
                               {301u, 2u}})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Graph graph = random_regular_graph({.nodes = nodes, .degree = degree, .seed = seed});
      ASSERT_EQ(graph.node_count(), nodes);  // simple and connected: or the constructor would have refused it
      for (NodeId i = 0; i < nodes; ++i) ASSERT_EQ(graph.degree(i), degree);
    }
}

std::vector<NodeId> flat(const Graph& graph) {
  std::vector<NodeId> all;
  for (const Edge& edge : edges_of(graph)) all.insert(all.end(), {edge.a, edge.b});
  return all;
}

TEST(RandomGraphs, AreFunctionsOfTheirSeed) {
  const auto regular = [](std::uint64_t seed) {
    return flat(random_regular_graph({.nodes = 60, .degree = 4, .seed = seed}));
  };
  const auto mixed = [](std::uint64_t seed) {
    return flat(erdos_renyi_graph({.nodes = 60, .edge_probability = 0.1, .seed = seed}));
  };
  EXPECT_EQ(regular(5), regular(5));
  EXPECT_NE(regular(5), regular(6));
  EXPECT_EQ(mixed(5), mixed(5));
  EXPECT_NE(mixed(5), mixed(6));
}

/// Six labelled nodes carry 70 cubic graphs, all connected: 60 prisms and 10 copies of K(3,3). The bound is
/// five standard errors; repairing pairings instead of rejecting them gave K(3,3) a share of 0.097, and is
/// noticed.
TEST(RandomRegular, IsUniformOnCubicGraphsOfSixNodes) {
  int bipartite = 0;
  const int draws = 3000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Graph graph = random_regular_graph({.nodes = 6, .degree = 3, .seed = seed});
    bool triangle = false;  // K(3,3) has none, the prism has two
    for (const Edge& edge : edges_of(graph))
      for (NodeId k : graph.neighbours(edge.a)) {
        const auto row = graph.neighbours(edge.b);
        triangle |= std::binary_search(row.begin(), row.end(), k);
      }
    bipartite += !triangle;
  }
  EXPECT_NEAR(bipartite / static_cast<double>(draws), 1.0 / 7, 0.032);
}

TEST(RandomRegular, ImpossibleDegreesAreRefused) {
  const auto rule = [](NodeId nodes, NodeId degree) {
    return refusal_of([=] { random_regular_graph({.nodes = nodes, .degree = degree, .seed = 1}); });
  };
  EXPECT_TRUE(mentions(rule(5, 5), "smaller than the number of nodes"));
  EXPECT_TRUE(mentions(rule(5, 3), "even"));
  EXPECT_TRUE(mentions(rule(6, 1), "at least 2"));
  EXPECT_TRUE(mentions(rule(2, 0), "must be 1"));
  EXPECT_EQ(rule(1, 0).faults()[0].field, "graph.nodes");
  EXPECT_EQ(rule(5, 5).faults()[0].field, "graph.degree");
}

TEST(ErdosRenyi, HasTheExpectedNumberOfEdgesWhereConnectionIsCertain) {
  for (double p : {0.03, 0.2, 0.7}) {  // with 400 nodes each of these is disconnected with probability < 0.003
    const double pairs = 400.0 * 399 / 2;
    double edges = 0;
    const int draws = 20;
    for (std::uint64_t seed = 0; seed < draws; ++seed)
      edges += static_cast<double>(erdos_renyi_graph({.nodes = 400, .edge_probability = p, .seed = seed}).edge_count());
    const double deviation = std::sqrt(draws * pairs * p * (1 - p));
    EXPECT_NEAR(edges, draws * pairs * p, 5 * deviation) << p;
    EXPECT_GT(std::abs(edges - draws * pairs * p * 1.05), 5 * deviation) << "five percent more edges go unnoticed";
  }
}

TEST(ErdosRenyi, EveryPairIsEquallyLikely) {
  std::vector<int> count(10 * 10);
  const int draws = 3000;
  for (std::uint64_t seed = 0; seed < draws; ++seed)
    for (const Edge& edge : edges_of(erdos_renyi_graph({.nodes = 10, .edge_probability = 0.5, .seed = seed})))
      ++count[edge.a * 10 + edge.b];
  double total = 0, chi_square = 0;
  for (int c : count) total += c;
  for (NodeId a = 0; a < 10; ++a)
    for (NodeId b = a + 1; b < 10; ++b) {
      const double expected = total / 45;
      const double gap = count[a * 10 + b] - expected;
      chi_square += gap * gap / (expected * (1 - expected / draws));
    }
  EXPECT_LT(chi_square, 87.0);  // 44 degrees of freedom: exceeded with probability 1e-4
}

TEST(ErdosRenyi, TenNodesAtOneTenthAreFoundConnectedForEverySeed) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    EXPECT_EQ(erdos_renyi_graph({.nodes = 10, .edge_probability = 0.1, .seed = seed}).node_count(), 10u);
}

TEST(ErdosRenyi, AHopelessProbabilityIsRefusedWithOneThatWorks) {
  for (auto [nodes, p] : {std::pair{10u, 0.001}, {50u, 0.01}, {300u, 0.001}, {3000u, 1e-300}}) {
    const InvalidInput refused =
        refusal_of([&, n = nodes, q = p] { erdos_renyi_graph({.nodes = n, .edge_probability = q, .seed = 1}); });
    EXPECT_EQ(refused.faults()[0].field, "graph.edge_probability");
    EXPECT_EQ(refused.faults()[0].value, show(p));
    const std::string& rule = refused.faults()[0].rule;
    const double suggested = std::strtod(rule.c_str() + rule.rfind(' '), nullptr);
    ASSERT_GT(suggested, p) << rule;
    ASSERT_LT(suggested, 0.5) << rule;
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      EXPECT_EQ(erdos_renyi_graph({.nodes = nodes, .edge_probability = suggested, .seed = seed}).node_count(), nodes);
  }
}

TEST(ErdosRenyi, ExtremeAndInvalidProbabilities) {
  EXPECT_EQ(erdos_renyi_graph({.nodes = 9, .edge_probability = 1.0, .seed = 1}).edge_count(), 36u);
  EXPECT_EQ(erdos_renyi_graph({.nodes = 1, .edge_probability = 0.1, .seed = 1}).node_count(), 1u);
  EXPECT_EQ(erdos_renyi_graph({.nodes = 2, .edge_probability = 0.1, .seed = 1}).edge_count(), 1u);
  for (double p : {0.0, -0.1, 1.1, std::nan(""), HUGE_VAL})
    EXPECT_EQ(refusal_of([=] { erdos_renyi_graph({.nodes = 9, .edge_probability = p, .seed = 1}); }).faults()[0].field,
              "graph.edge_probability");
  EXPECT_TRUE(
      mentions(refusal_of([] { erdos_renyi_graph({.nodes = 1000000, .edge_probability = 0.1, .seed = 1}); }), "edges"));
  EXPECT_EQ(refusal_of([] { erdos_renyi_graph({.nodes = 0, .edge_probability = 0.1, .seed = 1}); }).faults()[0].field,
            "graph.nodes");
}

}  // namespace
}  // namespace sotto
