// SPDX-License-Identifier: MIT
// A scenario: every graph and every weight rule can be had from the configuration, and trials differ but repeat.
#include "sotto/simulation/comparison/scenario.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/comparison/files.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

Graph graph_of_kind(const std::string& kind, const std::vector<std::string>& more = {}) {
  std::vector<std::string> assignments{"graph.kind=" + kind, "graph.nodes=16"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return make_graph(test::configured(assignments).graph, 1);
}

TEST(Scenario, EveryKindOfGraphHasItsNumberOfEdges) {
  EXPECT_EQ(graph_of_kind("complete").edge_count(), 120U);
  EXPECT_EQ(graph_of_kind("ring").edge_count(), 16U);
  EXPECT_EQ(graph_of_kind("path").edge_count(), 15U);
  EXPECT_EQ(graph_of_kind("star").degree(0), 15U);
  EXPECT_EQ(graph_of_kind("grid").edge_count(), 24U);
  EXPECT_EQ(graph_of_kind("torus").edge_count(), 32U);
  EXPECT_EQ(graph_of_kind("hypercube").edge_count(), 32U);
  EXPECT_EQ(graph_of_kind("random-regular", {"graph.degree=3"}).edge_count(), 24U);
  EXPECT_EQ(graph_of_kind("erdos-renyi", {"graph.edge_probability=1"}).edge_count(), 120U);
  EXPECT_LT(graph_of_kind("erdos-renyi", {"graph.edge_probability=0.5"}).edge_count(), 120U);
  EXPECT_EQ(graph_of_kind("watts-strogatz", {"graph.degree=6", "graph.rewiring=0.5"}).edge_count(), 48U);
  EXPECT_EQ(graph_of_kind("barabasi-albert", {"graph.attachments=3"}).edge_count(), 6U + 12 * 3);
  EXPECT_EQ(graph_of_kind("random-geometric", {"graph.radius=1.5"}).edge_count(), 120U);
  EXPECT_LT(graph_of_kind("random-geometric", {"graph.radius=0.7"}).edge_count(), 120U);
  EXPECT_EQ(graph_of_kind("static-exponential").edge_count(), 16U * 3 + 8);
  EXPECT_EQ(graph_of_kind("expander").max_degree(), 6U);
}

TEST(Scenario, AGridIsAsSquareAsItsNodesAllow) {
  EXPECT_EQ(graph_of_kind("grid", {"graph.nodes=12"}).edge_count(), 3U * 3 + 2 * 4);
  EXPECT_EQ(graph_of_kind("grid", {"graph.nodes=7"}).edge_count(), 6U);  // a prime: a path
}

TEST(Scenario, AnEdgeListGivesTheGraph) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / folder.write("edges.txt", "0 1\n1 2\n2 0\n2 3\n")).string();
  const Graph graph = graph_of_kind("file", {"graph.file=" + path, "graph.nodes=4"});
  EXPECT_EQ(graph.node_count(), 4U);
  EXPECT_EQ(graph.degree(2), 3U);
}

void expect_equal_rows(const WeightMatrix& a, const WeightMatrix& b) {
  ASSERT_EQ(a.entry_count(), b.entry_count());
  for (NodeId i = 0; i < a.node_count(); ++i)
    for (std::size_t k = 0; k < a.row(i).weights.size(); ++k) EXPECT_EQ(a.row(i).weights[k], b.row(i).weights[k]);
}

TEST(Scenario, EveryWeightRuleIsReachable) {
  for (const WeightRule rule : all_of<WeightRule>) {
    const Scenario scenario(test::small({"graph.kind=star", "graph.weights=" + std::string(name_of(rule))}));
    expect_equal_rows(scenario.weights(), make_weights(scenario.graph(), rule));
  }
}

TEST(Scenario, WeightsMayComeFromAFile) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / folder.write("w.csv", "0.5,0.5,0\n0.5,0.25,0.25\n0,0.25,0.75\n")).string();
  const Scenario scenario(
      test::small({"graph.kind=path", "graph.nodes=3", "graph.weights=file", "graph.weights_file=" + path}));
  EXPECT_EQ(scenario.weights().row(1).weights[1], 0.25);
  EXPECT_EQ(scenario.weights().row(2).weights[1], 0.75);
}

TEST(Scenario, TheCommonPlanIsNotForNodesThatDepartByTheirSensitivity) {
  const test::FilesOfNodes files({30, 10, 10, 20});
  const auto whose = [&](const std::string& weighting, const std::string& more = "") {
    std::string toml = files.toml("", "weighting = \"" + weighting + "\"\n");
    if (!more.empty()) toml.insert(toml.find("[node.2]\n") + 9, more);
    return Scenario(test::read_toml(toml)).common_nodes();
  };
  EXPECT_EQ(whose("records"), "a node");
  EXPECT_EQ(whose("nodes"), "a node other than 0, 3") << "the small ones have the largest sensitivity";
  EXPECT_EQ(whose("nodes", "epsilon = 1.0\n"), "a node other than 0, 2, 3");
}

TEST(Scenario, ACertificateSaysWhenItIsForASimulationOnly) {
  const test::FileProblem files;
  const auto statement = [&](const std::string& partition) {
    const Scenario scenario(test::read_toml(files.toml("records = 60\npartition = \"" + partition + "\"\n")));
    return scenario.certificate(scenario.plan(), scenario.common_nodes()).statement;
  };
  for (const char* partition : {"dirichlet", "shards"})
    EXPECT_NE(statement(partition).find("For a simulation only: with data.partition = \"" + std::string(partition)),
              std::string::npos)
        << statement(partition);
  EXPECT_EQ(statement("iid").find("simulation only"), std::string::npos);
}

TEST(Scenario, AHypercubeOfAnotherSizeThanAPowerOfTwoIsRefused) {
  for (const char* nodes : {"3", "6", "17", "1000"})
    EXPECT_THROW(graph_of_kind("hypercube", {std::string("graph.nodes=") + nodes}), InvalidInput) << nodes;
}

TEST(Scenario, AnExpanderOfAnotherSizeThanASquareIsRefusedWithTheSquaresBeside) {
  try {
    graph_of_kind("expander", {"graph.nodes=90"});
    FAIL() << "90 is no square";
  } catch (const InvalidInput& refused) {
    EXPECT_NE(std::string(refused.what()).find("such as 81 or 100"), std::string::npos) << refused.what();
  }
}

TEST(Scenario, PublicConstantsComeFromTheBoundsAndNotFromRecords) {
  const Scenario box(test::small()), ball(test::small({"problem.domain=ball"}));
  EXPECT_DOUBLE_EQ(box.constants().record_sensitivity, 2 * 2 * std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(ball.constants().record_sensitivity, 2 * 2);
  EXPECT_EQ(box.constants().curvature.strong_convexity, 5);
  EXPECT_EQ(box.constants().curvature.smoothness, 5);
  EXPECT_EQ(box.records_in_all(), 20U);
}

TEST(Scenario, TheSameSeedAndTrialDrawTheSameRecords) {
  const Scenario first(test::small()), again(test::small()), other(test::small({"run.seed=2"}));
  EXPECT_EQ(first.draw(3, 1).values, again.draw(3, 1).values);
  EXPECT_NE(first.draw(3, 1).values, first.draw(4, 1).values);
  EXPECT_NE(first.draw(3, 1).values, first.draw(3, 2).values);
  EXPECT_NE(first.draw(3, 1).values, other.draw(3, 1).values);
}

}  // namespace
}  // namespace sotto
