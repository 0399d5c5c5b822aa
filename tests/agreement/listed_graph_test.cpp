// SPDX-License-Identifier: MIT
// Graphs and weights that stand in a configuration are those that stood in a file, to the last bit.
#include <gtest/gtest.h>

#include "sotto/agreement/graph_settings.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

bool same(const WeightMatrix& a, const WeightMatrix& b) {
  if (a.node_count() != b.node_count() || a.entry_count() != b.entry_count()) return false;
  for (NodeId i = 0; i < a.node_count(); ++i)
    if (!std::equal(a.row(i).columns.begin(), a.row(i).columns.end(), b.row(i).columns.begin()) ||
        !std::equal(a.row(i).weights.begin(), a.row(i).weights.end(), b.row(i).weights.begin()))
      return false;
  return true;
}

TEST(ListedGraph, EdgesReadBackInAnyOrderAndDirection) {
  const auto edges = edges_in("2-1  0-1\t10-2");
  ASSERT_TRUE(edges);
  EXPECT_EQ(text_of(*edges), "1-2 0-1 2-10");
  EXPECT_EQ(text_of(edges_of(graph_of_edges({{0, 1}, {1, 2}}, {}))), "0-1 1-2");
}

TEST(ListedGraph, WeightsReadBackWithTheSameBits) {
  for (const WeightRule rule : all_of<WeightRule>)
    for (const Graph& graph : {star_graph(7), ring_graph(9), complete_graph(5)}) {
      const WeightMatrix weights = make_weights(graph, rule);
      const auto read = listed_weights_in(text_of(listed_weights_of(weights)));
      ASSERT_TRUE(read);
      EXPECT_TRUE(same(weights_as_listed(graph, *read), weights)) << name_of(rule);
    }
}

GraphSettings settings_with(GraphKind kind) {
  GraphSettings settings;
  settings.kind = kind;
  settings.nodes = 3;
  return settings;
}

TEST(ListedGraph, TakesTheFilesOutOfAConfigurationAndNothingElse) {
  const test::TemporaryFolder folder;
  folder.write("edges.txt", "1 2\n0 1\n");
  folder.write("w.csv", "0.7,0.3,0\n0.3,0.4,0.3\n0,0.3,0.7\n");
  GraphSettings of_files = settings_with(GraphKind::file);
  of_files.file = (folder.path() / "edges.txt").string();
  of_files.weights = GivenWeights::file;
  of_files.weights_file = (folder.path() / "w.csv").string();
  const GraphSettings listed = without_files(of_files, 1);
  EXPECT_EQ(listed.kind, GraphKind::edges);
  EXPECT_TRUE(listed.has_weights(GivenWeights::listed));
  EXPECT_EQ(listed.file + listed.weights_file, "");
  EXPECT_FALSE(listed.names_a_file());
  const Graph graph = make_graph(listed, 1);
  EXPECT_TRUE(same(make_weights(listed, graph), make_weights(of_files, make_graph(of_files, 1))));
  EXPECT_EQ(without_files(settings_with(GraphKind::path), 1).kind, GraphKind::path);
}

}  // namespace
}  // namespace sotto
