// SPDX-License-Identifier: MIT
// `sotto init`, `graph`, `demo`, --help and --version.
#include <gtest/gtest.h>

#include <cmath>

#include "system/program.hpp"

namespace sotto::test {
namespace {

TEST(Init, PrintsAConfigurationThatRunsAsItIs) {
  const Program sotto;
  const Transcript said = sotto({"init"});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.err, "");
  sotto.folder.write("run.toml", said.out);
  const Transcript run = sotto({"run", "run.toml", "--json", "--trials", "2"});
  answer(run, "sotto.run/1");
  EXPECT_FALSE(contains(run.err, "warning")) << run.err;
}

TEST(Init, WithJsonHoldsTheSameText) {
  const Program sotto;
  EXPECT_EQ(answer(sotto({"init", "--json"}), "sotto.init/1").at("configuration"), sotto({"init"}).out);
}

TEST(Init, WritesNothing) {
  const Program sotto;
  sotto({"init"});
  EXPECT_TRUE(sotto.folder.entries().empty());
}

TEST(GraphCommand, DescribesAGraphAndItsWeights) {
  const Program sotto;
  const Json json =
      answer(sotto({"graph", "--kind", "ring", "--nodes", "12", "--weights", "metropolis", "--json"}), "sotto.graph/1");
  EXPECT_EQ(json.at("nodes"), 12);
  EXPECT_EQ(json.at("edges"), 12);
  EXPECT_EQ(json.at("degree"), (Json{{"least", 2}, {"most", 2}}));
  EXPECT_EQ(json.at("diameter"), (Json{{"lower", 6}, {"upper", 6}}));
  const double beta = json.at("mixing_rate").at("beta").get<double>();
  EXPECT_NEAR(beta, (1 + 2 * std::cos(2 * std::acos(-1.0) / 12)) / 3, 1e-12);
  EXPECT_NEAR(json.at("spectral_gap").get<double>(), 1 - beta, 1e-12);
  EXPECT_TRUE(sotto.folder.entries().empty()) << "describing writes nothing";
}

TEST(GraphCommand, NeedsNoBudget) {
  const Transcript said = Program()({"graph"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.out, "erdos-renyi: 10 nodes"));
  EXPECT_TRUE(contains(said.out, "beta = "));
}

TEST(GraphCommand, TakesTheGraphOfAConfiguration) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(answer(sotto({"graph", "small.toml", "--json"}), "sotto.graph/1").at("nodes"), 5);
  EXPECT_EQ(answer(sotto({"graph", "small.toml", "--nodes", "9", "--json"}), "sotto.graph/1").at("nodes"), 9);
}

/// Files of nodes are no matter of a graph: they are neither opened nor taken for misspelt keys.
TEST(GraphCommand, TakesTheGraphOfAConfigurationWithFilesOfNodes) {
  const Program sotto;
  sotto.folder.write(
      "clinics.toml",
      "[graph]\nkind = \"complete\"\nnodes = 3\n[node.0]\nfile = \"a.csv\"\nrecords = 4\n[node.1]\nfile = "
      "\"b.csv\"\nrecords = 4\n[node.2]\nfile = \"c.csv\"\nrecords = 4\n");
  EXPECT_EQ(answer(sotto({"graph", "clinics.toml", "--json"}), "sotto.graph/1").at("nodes"), 3);
}

TEST(GraphCommand, TheSameSeedDrawsTheSameGraph) {
  const Program sotto;
  const Words words{"graph", "--nodes", "40", "--edge-probability", "0.2", "--json", "--seed"};
  EXPECT_EQ(sotto(words + Words{"1"}).out, sotto(words + Words{"1"}).out);
  EXPECT_NE(sotto(words + Words{"1"}).out, sotto(words + Words{"2"}).out);
}

TEST(GraphCommand, AnEdgeListSaysHowManyNodesThereAre) {
  const Program sotto;
  sotto.folder.write("edges.txt", "# a path\n0 1\n1, 2\n2\t3\n");
  const Json json = answer(sotto({"graph", "--kind", "file", "--file", "edges.txt", "--json"}), "sotto.graph/1");
  EXPECT_EQ(json.at("nodes"), 4);
  EXPECT_EQ(json.at("diameter").at("upper"), 3);
}

TEST(Demo, ShowsThePapersSettingAndEverythingAPersonNeedsToJudgeIt) {
  const Program sotto;
  const Transcript said = sotto({"demo", "--trials", "5"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(said.out.starts_with("SIMULATION: no privacy"));
  for (const char* part : {"10 nodes with 100 records each, dimension 10",
                           "box [-10, 10]",
                           "erdos-renyi",
                           "beta = ",
                           "diameter",
                           "epsilon = 4",
                           "delta = 0.001",
                           "1000 with gradient",
                           "our default",
                           "the paper's plan",
                           "Theorem 1",
                           "root",
                           "exactly",
                           "constant",
                           "shifted",
                           "5 trials",
                           "standard error",
                           "+-",
                           "exact theory",
                           "no privacy",
                           "each node alone",
                           "trusted curator"})
    EXPECT_TRUE(contains(said.out, part)) << part << " is not in\n" << said.out;
  EXPECT_TRUE(contains(said.out, "Cooperation ") || contains(said.out, "cooperation ")) << said.out;
  EXPECT_TRUE(contains(said.err, "1/records")) << "1e-3 is 1/records in the paper's setting";
}

TEST(Demo, WithJsonAnswersLikeARun) {
  const Json json = answer(Program()({"demo", "--trials", "2", "--json"}), "sotto.run/1");
  EXPECT_EQ(json.at("trials"), 2);
  EXPECT_EQ(json.at("private"), false);
}

TEST(Help, AndVersionAreNotErrors) {
  const Program sotto;
  for (const Words& words :
       {Words{"--help"}, Words{"-h"}, Words{"--version"}, Words{"run", "--help"}, Words{"plan", "--help"},
        Words{"init", "--help"}, Words{"graph", "--help"}, Words{"demo", "--help"}, Words{"audit", "--help"}}) {
    const Transcript said = sotto(words);
    EXPECT_EQ(said.code, 0) << words.back();
    EXPECT_EQ(said.err, "");
    EXPECT_NE(said.out, "");
  }
  EXPECT_TRUE(sotto({"--version"}).out.starts_with("sotto "));
}

TEST(Help, DocumentsCommandsAndExitCodes) {
  const std::string text = Program()({"--help"}).out;
  for (const char* part : {"init", "plan", "run", "audit", "graph", "demo", "Exit codes", "2 usage", "3 data",
                           "4 numerical", "7 ", "130 interrupted"})
    EXPECT_TRUE(contains(text, part)) << part;
}

}  // namespace
}  // namespace sotto::test
