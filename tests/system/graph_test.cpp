// SPDX-License-Identifier: MIT
// `sotto graph`: the families and files it knows, the picture it draws, and what it refuses.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

TEST(GraphCommand, KnowsEveryFamilyWithItsFlags) {
  const Program sotto;
  const auto edges = [&](const Words& words) {
    return answer(sotto(Words{"graph", "--json", "--nodes", "16", "--kind"} + words), "sotto.graph/1").at("edges");
  };
  EXPECT_EQ(edges({"watts-strogatz", "--degree", "6", "--rewiring", "0.2"}), 48);
  EXPECT_EQ(edges({"barabasi-albert", "--attachments", "3"}), 42);
  EXPECT_EQ(edges({"random-geometric", "--radius", "1.5"}), 120);
  EXPECT_EQ(edges({"static-exponential"}), 56);
  EXPECT_EQ(edges({"expander"}), 40);
}

TEST(GraphCommand, RefusesWhatAFamilyCannotBeByItsKey) {
  const Program sotto;
  const auto refused = [&](const Words& words) { return faults(sotto(Words{"graph", "--json", "--kind"} + words), 2); };
  EXPECT_TRUE(blames(refused({"watts-strogatz", "--degree", "3"}), "graph.degree"));
  EXPECT_TRUE(blames(refused({"watts-strogatz", "--rewiring", "1.5"}), "graph.rewiring"));
  EXPECT_TRUE(blames(refused({"barabasi-albert", "--attachments", "10"}), "graph.attachments"));
  EXPECT_TRUE(blames(refused({"barabasi-albert", "--attachments", "0"}), "graph.attachments"));
  EXPECT_TRUE(blames(refused({"random-geometric", "--radius", "0"}), "graph.radius"));
  EXPECT_TRUE(blames(refused({"random-geometric", "--radius", "nan"}), "graph.radius"));
  EXPECT_TRUE(blames(refused({"expander", "--nodes", "10"}), "graph.nodes"));
  const std::string rule = refused({"random-geometric", "--radius", "0.01"}).at(0).at("rule");
  const std::string named = rule.substr(rule.rfind(' ') + 1);
  answer(sotto({"graph", "--kind", "random-geometric", "--radius", named, "--json"}), "sotto.graph/1");
}

TEST(GraphCommand, BoundsBetaOfALargeGraphAndFindsItOnRequest) {
  const Program sotto;
  const Words large{"graph", "--json", "--kind", "barabasi-albert", "--nodes", "100000", "--weights", "metropolis"};
  const Json bound = answer(sotto(large), "sotto.graph/1").at("mixing_rate");
  const Json exact = answer(sotto(large + Words{"--exact"}), "sotto.graph/1").at("mixing_rate");
  EXPECT_NE(bound.at("method").get<std::string>().find("one start in a billion"), std::string::npos);
  EXPECT_EQ(exact.at("method"), "Lanczos");
  const double found = bound.at("beta"), beta = exact.at("beta"), about = exact.at("residual");
  EXPECT_LE(found, beta + about);
  EXPECT_GE(found + bound.at("residual").get<double>(), beta - about);
}

TEST(GraphCommand, ReadsMatricesOfEveryFormat) {
  const Program sotto;
  sotto.folder.write("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 2\n4 3\n");
  sotto.folder.write("a.csv", "0,1,0,0\n1,0,1,0\n0,1,0,1\n0,0,1,0\n");
  sotto.folder.write("w.csv", "0.5,0.5,0\n0.5,0.25,0.25\n0,0.25,0.75\n");
  sotto.folder.write("bad.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 2\n1 2\n3 3\n");
  sotto.folder.write("cut.npy", "\x93NUMPY");
  for (const char* file : {"a.mtx", "a.csv"})
    EXPECT_EQ(answer(sotto({"graph", "--kind", "file", "--file", file, "--json"}), "sotto.graph/1").at("edges"), 3);
  EXPECT_EQ(answer(sotto({"graph", "--kind", "file", "--weights", "file", "--weights-file", "w.csv", "--json"}),
                   "sotto.graph/1")
                .at("edges"),
            2);
  const std::vector<Json> list = faults(sotto({"graph", "--kind", "file", "--file", "bad.mtx", "--json"}), 3);
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), [](const Json& f) { return f.at("place") == "bad.mtx:4"; }));
  EXPECT_TRUE(blames(faults(sotto({"graph", "--kind", "file", "--file", "cut.npy", "--json"}), 3), "graph.file"));
}

TEST(GraphCommand, DrawsIntoANewFileAndOverwritesNone) {
  const Program sotto;
  const Words draw{"graph", "--kind", "ring", "--svg", "ring.svg", "--json", "--nodes"};
  answer(sotto(draw + Words{"12"}), "sotto.graph/1");
  const std::string drawn = sotto.folder.read("ring.svg");
  EXPECT_TRUE(drawn.starts_with("<svg "));
  EXPECT_TRUE(blames(faults(sotto(draw + Words{"13"}), 2), "graph.svg"));
  EXPECT_EQ(sotto.folder.read("ring.svg"), drawn);
  const Transcript printed = sotto({"graph", "--kind", "ring", "--nodes", "12", "--svg", "-"});
  EXPECT_EQ(printed.out, drawn);
  EXPECT_TRUE(
      blames(faults(sotto({"graph", "--kind", "ring", "--nodes", "401", "--svg", "x.svg", "--json"}), 2), "graph.svg"));
  EXPECT_TRUE(blames(faults(sotto({"graph", "--svg", "no/such/folder.svg", "--json"}), 7), "graph.svg"));
  EXPECT_EQ(sotto.folder.entries().size(), 1U);
}

}  // namespace
}  // namespace sotto::test
