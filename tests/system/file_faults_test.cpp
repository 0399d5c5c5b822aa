// SPDX-License-Identifier: MIT
// Files that cannot be used: configurations (exit 2), edge lists and weights (exit 3).
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

std::vector<Json> configuration_faults(const std::string& text) {
  const ProgramWithConfiguration sotto(text);
  const std::vector<Json> list = faults(sotto({"run", "small.toml", "--json"}), 2);
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"}) << "a refused run writes nothing";
  return list;
}

std::vector<Json> edge_list_faults(const std::string& text, const Words& more = {}) {
  const Program sotto;
  sotto.folder.write("edges.txt", text);
  return faults(sotto(Words{"graph", "--kind", "file", "--file", "edges.txt", "--json"} + more), 3);
}

/// For a path of three nodes.
std::vector<Json> weight_faults(const std::string& text) {
  const Program sotto;
  sotto.folder.write("w.csv", text);
  return faults(
      sotto({"graph", "--kind", "path", "--nodes", "3", "--weights", "file", "--weights-file", "w.csv", "--json"}), 3);
}

bool says(const std::vector<Json>& list, const std::string& rule, const std::string& place) {
  return std::any_of(list.begin(), list.end(), [&](const Json& fault) {
    return contains(fault.value("rule", ""), rule) && fault.value("place", "") == place;
  });
}

TEST(ConfigurationFaults, AllAreReportedAtOnceInTheOrderOfTheFile) {
  const std::vector<Json> list = configuration_faults(
      "[problem]\ndimension = 0\n[graph]\nkind = \"rign\"\nnods = 3\n[privacy]\nepsilon = -1\n[algorithm]\nrounds = "
      "0\n");
  ASSERT_EQ(list.size(), 6U);
  const Words places{"small.toml:2", "small.toml:4", "small.toml:5", "small.toml:7", "small.toml:9"};
  for (std::size_t k = 0; k < places.size(); ++k) EXPECT_EQ(list[k].at("place"), places[k]);
  EXPECT_EQ(list[5].at("field"), "privacy.delta") << "what is absent comes last";
}

TEST(ConfigurationFaults, AnUnknownKeyIsRefusedWithASuggestion) {
  const std::vector<Json> list = configuration_faults("[privacy]\nepsilom = 4.0\nepsilon = 4.0\ndelta = 1e-6\n");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].at("field"), "privacy.epsilom");
  EXPECT_TRUE(contains(list[0].at("rule"), "did you mean privacy.epsilon?"));
}

TEST(ConfigurationFaults, AnUnknownKeyOfSetIsRefusedWithASuggestion) {
  const ProgramWithConfiguration sotto;
  const auto rule = [&](const char* assignment) {
    return faults(sotto({"run", "small.toml", "--json", "--set", assignment}), 2).at(0).at("rule").get<std::string>();
  };
  EXPECT_TRUE(contains(rule("graph.kinds=ring"), "did you mean graph.kind?"));
  EXPECT_TRUE(contains(rule("epsilon=3"), "did you mean privacy.epsilon?"));
  EXPECT_TRUE(contains(rule("graph.kind"), "key=value"));
  EXPECT_TRUE(contains(rule("=3"), "key=value"));
}

TEST(ConfigurationFaults, AMisspeltWordIsRefusedWithASuggestion) {
  const std::vector<Json> list =
      configuration_faults("[graph]\nkind = \"hypercub\"\n[privacy]\nepsilon = 4.0\ndelta = 1e-6\n");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_TRUE(contains(list[0].at("rule"), "did you mean hypercube?")) << list[0];
  EXPECT_TRUE(contains(list[0].at("rule"), "ring")) << "all words are listed";
}

TEST(ConfigurationFaults, TextThatIsNotTomlIsRefusedWithLineAndColumn) {
  const std::vector<Json> list = configuration_faults("[privacy]\nepsilon = = 4\n");
  EXPECT_TRUE(contains(list.at(0).at("rule"), "is not valid TOML"));
  EXPECT_TRUE(list[0].at("place").get<std::string>().starts_with("small.toml:2:"));
  configuration_faults(std::string("\x00\xff\x01", 3));
  configuration_faults("[privacy]\nepsilon = [4.0]\ndelta = 1e-6\n");
  configuration_faults("[privacy]\nepsilon = \"4.0\"\ndelta = 1e-6\n");
}

TEST(ConfigurationFaults, AnEmptyFileLacksTheBudget) {
  EXPECT_EQ(configuration_faults("").size(), 2U);
}

TEST(ConfigurationFaults, AFileThatIsNotThereOrIsAFolderIsRefused) {
  const Program sotto;
  EXPECT_TRUE(contains(faults(sotto({"run", "nowhere.toml", "--json"}), 2).at(0).at("rule"), "No such file"));
  EXPECT_TRUE(contains(faults(sotto({"run", ".", "--json"}), 2).at(0).at("rule"), "not a directory"));
  expect_text_refusal(sotto({"plan", "nowhere.toml"}), 2);
}

TEST(ConfigurationFaults, AFileIsRequiredWhereTheKindAsksForOne) {
  const Program sotto;
  EXPECT_TRUE(blames(faults(sotto({"graph", "--kind", "file", "--json"}), 2), "graph.file"));
  EXPECT_TRUE(blames(faults(sotto({"graph", "--weights", "file", "--json"}), 2), "graph.weights_file"));
}

TEST(EdgeListFaults, ADisconnectedGraphIsRefused) {
  const std::vector<Json> list = edge_list_faults("0 1\n2 3\n");
  EXPECT_TRUE(says(list, "must connect all nodes", "edges.txt:2"));
  EXPECT_TRUE(says(edge_list_faults("0 1\n1 2\n", {"--nodes", "4"}), "must connect all nodes", "edges.txt"));
}

TEST(EdgeListFaults, AreReportedAtOnceEachWithItsLine) {
  const std::vector<Json> list = edge_list_faults("0 1\n1\n1 2 3\na b\n1 1\n0 1\n-1 2\n1.5 2\n");
  EXPECT_TRUE(says(list, "exactly two node numbers", "edges.txt:2"));
  EXPECT_TRUE(says(list, "exactly two node numbers", "edges.txt:3"));
  EXPECT_TRUE(says(list, "whole number", "edges.txt:4"));
  EXPECT_TRUE(says(list, "own neighbour", "edges.txt:5"));
  EXPECT_TRUE(says(list, "already on line 1", "edges.txt:6"));
  EXPECT_TRUE(says(list, "whole number", "edges.txt:7"));
  EXPECT_TRUE(says(list, "whole number", "edges.txt:8"));
}

TEST(EdgeListFaults, AnEmptyOrAbsentFileOrAFolderIsRefused) {
  EXPECT_TRUE(contains(edge_list_faults("").at(0).at("rule"), "is empty"));
  EXPECT_TRUE(contains(edge_list_faults("# only a comment\n\n").at(0).at("rule"), "is empty"));
  const Program sotto;
  EXPECT_TRUE(blames(faults(sotto({"graph", "--kind", "file", "--file", "nowhere.txt", "--json"}), 3), "graph.file"));
  EXPECT_TRUE(blames(faults(sotto({"graph", "--kind", "file", "--file", ".", "--json"}), 3), "graph.file"));
}

TEST(WeightFaults, AnAsymmetricMatrixIsRefused) {
  const std::vector<Json> list = weight_faults("0.5,0.5,0\n0.25,0.5,0.25\n0,0.25,0.75\n");
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), [](const Json& f) { return contains(f.dump(), "symmetric"); }))
      << Json(list);
}

TEST(WeightFaults, OtherMatricesThatCannotMixAreRefused) {
  EXPECT_FALSE(weight_faults("0.5,0.5,0\n0.5,0.5,0.5\n0,0.5,0.5\n").empty());            // a row sums to 1.5
  EXPECT_FALSE(weight_faults("1.5,-0.5,0\n-0.5,1.25,0.25\n0,0.25,0.75\n").empty());      // negative
  EXPECT_FALSE(weight_faults("0.5,0.25,0.25\n0.25,0.5,0.25\n0.25,0.25,0.5\n").empty());  // no edge there
  EXPECT_FALSE(weight_faults("1,0,0\n0,1,0\n0,0,1\n").empty());                          // never mixes
}

TEST(WeightFaults, EmptyRaggedAndNonNumericFilesAreRefusedWithTheLine) {
  EXPECT_TRUE(contains(weight_faults("").at(0).at("rule"), "is empty"));
  EXPECT_TRUE(says(weight_faults("0.5,0.5,0\n0.5,0.5\n0,0.25,0.75\n"), "3 numbers", "w.csv:2"));
  EXPECT_TRUE(says(weight_faults("0.5,0.5,0\n0.5,x,0.25\n0,0.25,0.75\n"), "not a number", "w.csv:2"));
  EXPECT_TRUE(says(weight_faults("0.5,0.5,0\n0.5,nan,0.25\n0,0.25,inf\n"), "finite", "w.csv:3"));
  EXPECT_TRUE(says(weight_faults("1,0,0\n"), "one row for each", "w.csv:1"));
}

TEST(GraphFaults, AnErdosRenyiGraphThatCannotBeConnectedNamesAProbabilityThatDoes) {
  const Program sotto;
  const auto graph = [&](const std::string& p) {
    return sotto({"graph", "--nodes", "30", "--edge-probability", p, "--json"});
  };
  const std::string rule = faults(graph("0.01"), 2).at(0).at("rule");
  EXPECT_TRUE(contains(rule, "no connected graph"));
  const std::string named = rule.substr(rule.rfind(' ') + 1);
  answer(graph(named), "sotto.graph/1");
}

TEST(GraphFaults, AShapeThatDoesNotExistIsRefused) {
  const Program sotto;
  const auto refused = [&](const Words& words) { return faults(sotto(Words{"graph", "--json", "--kind"} + words), 2); };
  EXPECT_TRUE(blames(refused({"hypercube", "--nodes", "6"}), "graph.nodes"));
  EXPECT_TRUE(blames(refused({"ring", "--nodes", "2"}), "graph.nodes"));
  EXPECT_TRUE(blames(refused({"ring", "--nodes", "0"}), "graph.nodes"));
  refused({"torus", "--nodes", "7"});
  EXPECT_TRUE(blames(refused({"random-regular", "--nodes", "5", "--degree", "3"}), "graph.degree"));
  EXPECT_TRUE(blames(refused({"random-regular", "--nodes", "5", "--degree", "5"}), "graph.degree"));
  EXPECT_TRUE(blames(refused({"erdos-renyi", "--edge-probability", "1.5"}), "graph.edge_probability"));
  EXPECT_TRUE(blames(refused({"erdos-renyi", "--edge-probability", "0"}), "graph.edge_probability"));
}

}  // namespace
}  // namespace sotto::test
