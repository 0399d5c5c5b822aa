// SPDX-License-Identifier: MIT
// Small worlds, preferential attachment and random geometric graphs: shapes, laws, seeds, and what they refuse.
#include "graph/support.hpp"

namespace sotto {
namespace {

Graph small_world(NodeId nodes, NodeId degree, double rewiring, std::uint64_t seed = 1) {
  return watts_strogatz_graph({.nodes = nodes, .degree = degree, .rewiring = rewiring, .seed = seed});
}

Graph grown(NodeId nodes, NodeId attachments, std::uint64_t seed = 1) {
  return barabasi_albert_graph({.nodes = nodes, .attachments = attachments, .seed = seed});
}

Graph geometric(NodeId nodes, double radius, std::uint64_t seed = 1) {
  return random_geometric_graph({.nodes = nodes, .radius = radius, .seed = seed});
}

std::vector<NodeId> ends(const Graph& graph) {
  std::vector<NodeId> all;
  for (const Edge& edge : edges_of(graph)) all.insert(all.end(), {edge.a, edge.b});
  return all;
}

template <class Make>
std::string refused_field(Make make) {
  return refusal_of(make).faults()[0].field;
}

TEST(NewRandomGraphs, AreFunctionsOfTheirSeed) {
  EXPECT_EQ(ends(small_world(60, 4, 0.3, 5)), ends(small_world(60, 4, 0.3, 5)));
  EXPECT_NE(ends(small_world(60, 4, 0.3, 5)), ends(small_world(60, 4, 0.3, 6)));
  EXPECT_EQ(ends(grown(60, 3, 5)), ends(grown(60, 3, 5)));
  EXPECT_NE(ends(grown(60, 3, 5)), ends(grown(60, 3, 6)));
  EXPECT_EQ(ends(geometric(60, 0.3, 5)), ends(geometric(60, 0.3, 5)));
  EXPECT_NE(ends(geometric(60, 0.3, 5)), ends(geometric(60, 0.3, 6)));
}

TEST(WattsStrogatz, WithoutRewiringIsTheRingLattice) {
  const Graph lattice = small_world(20, 6, 0);
  for (NodeId i = 0; i < 20; ++i) {
    std::vector<NodeId> expected;
    for (NodeId d = 1; d <= 3; ++d) expected.insert(expected.end(), {(i + d) % 20, (i + 20 - d) % 20});
    std::sort(expected.begin(), expected.end());
    const auto row = lattice.neighbours(i);
    EXPECT_EQ(std::vector<NodeId>(row.begin(), row.end()), expected);
  }
}

/// A move keeps the number of edges, and a node keeps the edges it owns: half of the degree.
TEST(WattsStrogatz, KeepsItsEdgesHoweverManyAreMoved) {
  for (double rewiring : {0.01, 0.5, 1.0})
    for (auto [nodes, degree] : {std::pair{5u, 4u}, {6u, 4u}, {20u, 18u}, {21u, 20u}, {50u, 4u}, {300u, 8u}}) {
      const Graph graph = small_world(nodes, degree, rewiring);
      EXPECT_EQ(graph.edge_count(), std::size_t{nodes} * degree / 2);
      for (NodeId i = 0; i < nodes; ++i) EXPECT_GE(graph.degree(i), degree / 2);
    }
}

/// Edges longer than half the degree on the ring are the moved ones; a moved end falls back among the 4 + 4 near places
/// (most are taken) with a probability below 8/2000. Five standard errors: a false alarm in 1.7 million.
TEST(WattsStrogatz, MovesTheShareOfEdgesItWasTold) {
  const NodeId nodes = 2000;
  for (double rewiring : {0.05, 0.4}) {
    int moved = 0;
    for (const Edge& edge : edges_of(small_world(nodes, 8, rewiring, 3)))
      moved += std::min(edge.b - edge.a, nodes - (edge.b - edge.a)) > 4;
    const double edges = nodes * 4.0, deviation = std::sqrt(edges * rewiring * (1 - rewiring));
    EXPECT_NEAR(moved, edges * rewiring, 5 * deviation + edges * rewiring * 8 / nodes);
    EXPECT_GT(std::abs(moved - edges * 1.4 * rewiring), 5 * deviation) << "two fifths more go unnoticed";
  }
}

TEST(WattsStrogatz, WhatCannotBeIsRefused) {
  EXPECT_EQ(refused_field([] { small_world(2, 2, 0.1); }), "graph.nodes");
  EXPECT_EQ(refused_field([] { small_world(10, 3, 0.1); }), "graph.degree");
  EXPECT_EQ(refused_field([] { small_world(10, 0, 0.1); }), "graph.degree");
  EXPECT_EQ(refused_field([] { small_world(10, 10, 0.1); }), "graph.degree");
  EXPECT_EQ(refused_field([] { small_world(100000000, 50, 0.1); }), "graph.degree");
  for (double rewiring : {-0.1, 1.1, std::nan(""), HUGE_VAL})
    EXPECT_EQ(refused_field([=] { small_world(10, 4, rewiring); }), "graph.rewiring");
  const InvalidInput apart = refusal_of([] { small_world(50000, 2, 0.9); });
  EXPECT_EQ(apart.faults()[0].field, "graph.rewiring");
  EXPECT_TRUE(mentions(apart, "no connected graph in 20 tries")) << apart.what();
}

TEST(BarabasiAlbert, HasTheEdgesOfItsGrowthAndNobodyHasFewerThanTheyChose) {
  for (auto [nodes, chosen] : {std::pair{2u, 1u}, {5u, 4u}, {6u, 4u}, {100u, 1u}, {100u, 7u}, {64u, 60u}}) {
    const Graph graph = grown(nodes, chosen);
    EXPECT_EQ(graph.edge_count(), chosen * (chosen + 1) / 2 + (nodes - chosen - 1) * chosen);
    for (NodeId i = 0; i < nodes; ++i) EXPECT_GE(graph.degree(i), chosen);
  }
}

/// With one attachment the fourth node finds degrees 1, 1 + 1 = 2 and 1 on a path of three: the middle is chosen with
/// probability 1/2, where a choice without preference would give 1/3. 3000 draws, five standard errors.
TEST(BarabasiAlbert, PrefersWhoHasManyNeighbours) {
  int middle = 0;
  const int draws = 3000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) middle += grown(4, 1, seed).max_degree() == 3;
  const double deviation = std::sqrt(draws * 0.25);
  EXPECT_NEAR(middle, draws / 2.0, 5 * deviation);
  EXPECT_GT(std::abs(middle - draws / 3.0), 5 * deviation);
}

TEST(BarabasiAlbert, WhatCannotBeIsRefused) {
  EXPECT_EQ(refused_field([] { grown(1, 1); }), "graph.nodes");
  EXPECT_EQ(refused_field([] { grown(0, 1); }), "graph.nodes");
  EXPECT_EQ(refused_field([] { grown(10, 0); }), "graph.attachments");
  EXPECT_EQ(refused_field([] { grown(10, 10); }), "graph.attachments");
  EXPECT_EQ(refused_field([] { grown(100000000, 1000); }), "graph.attachments");
}

/// Two random points of the unit square are within r <= 1 with probability pi r^2 - 8/3 r^3 + r^4 / 2. The share of
/// edges varies by less than 1/sqrt(N) per draw; forty draws, five standard errors taken from the draws themselves.
TEST(RandomGeometric, PairsAreNearAsOftenAsInTheUnitSquare) {
  const double r = 0.3, expected = std::acos(-1.0) * r * r - 8.0 / 3 * r * r * r + r * r * r * r / 2;
  const int draws = 40;
  double sum = 0, squares = 0;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const double share = static_cast<double>(geometric(200, r, seed).edge_count()) / (200.0 * 199 / 2);
    sum += share / draws;
    squares += share * share / draws;
  }
  const double error = std::sqrt((squares - sum * sum) / (draws - 1));
  EXPECT_NEAR(sum, expected, 5 * error);
  EXPECT_GT(std::abs(sum - std::acos(-1.0) * r * r), 5 * error) << "the square's border goes unnoticed";
}

void expect_holds_all_edges(const Graph& larger, const std::vector<NodeId>& ends_of_edges) {
  for (std::size_t k = 0; k < ends_of_edges.size(); k += 2) {
    const auto row = larger.neighbours(ends_of_edges[k]);
    EXPECT_TRUE(std::binary_search(row.begin(), row.end(), ends_of_edges[k + 1]));
  }
}

/// Points do not depend on the radius, so a larger radius keeps every edge: a cell that is not looked at loses some.
TEST(RandomGeometric, ALargerRadiusKeepsEveryEdge) {
  std::vector<NodeId> before;
  for (double r : {0.2, 0.21, 0.25, 0.26, 1.0 / 3, 0.34, 0.4999, 0.5, 0.51, 0.9, 1.0, 1.2, 1.5}) {
    const Graph graph = geometric(200, r, 7);
    expect_holds_all_edges(graph, before);
    before = ends(graph);
  }
  EXPECT_EQ(before.size(), 200u * 199);
}

/// It is the first try that is connected: its points are those of any radius that is surely large enough.
TEST(RandomGeometric, AHopelessRadiusIsRefusedWithOneThatWorks) {
  for (auto [nodes, r] : {std::pair{10u, 0.05}, {60u, 0.01}, {3000u, 1e-300}}) {
    const InvalidInput refused = refusal_of([n = nodes, q = r] { geometric(n, q); });
    EXPECT_EQ(refused.faults()[0].field, "graph.radius");
    const std::string& rule = refused.faults()[0].rule;
    const double suggested = std::strtod(rule.c_str() + rule.rfind(' '), nullptr);
    ASSERT_GT(suggested, r) << rule;
    const Graph graph = geometric(nodes, suggested);
    EXPECT_EQ(graph.node_count(), nodes);
    if (nodes < 100) expect_holds_all_edges(geometric(nodes, 1.4), ends(graph));
  }
}

TEST(RandomGeometric, ExtremeAndInvalidRadii) {
  EXPECT_EQ(geometric(1, 0.1).node_count(), 1u);
  EXPECT_EQ(geometric(30, 2).edge_count(), 435u);
  for (double r : {0.0, -0.1, 2.1, std::nan(""), HUGE_VAL})
    EXPECT_EQ(refused_field([=] { geometric(10, r); }), "graph.radius");
  EXPECT_EQ(refused_field([] { geometric(0, 0.5); }), "graph.nodes");
  EXPECT_TRUE(mentions(refusal_of([] { geometric(1000000, 0.5); }), "edges; at most"));
}

}  // namespace
}  // namespace sotto
