// SPDX-License-Identifier: MIT
// The same bits from every compiler: SOTTO_PROGRAMS holds the programs, separated by colons.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

std::vector<std::string> programs() {
  std::vector<std::string> paths;
  const char* list = std::getenv("SOTTO_PROGRAMS");
  std::istringstream text(list == nullptr ? "" : list);
  for (std::string path; std::getline(text, path, ':');)
    if (!path.empty()) paths.push_back(path);
  return paths;
}

/// Runs each command in every program, in a folder with small.toml.
void expect_equal_bytes(const std::vector<Words>& commands) {
  const std::vector<std::string> paths = programs();
  if (paths.size() < 2) GTEST_SKIP() << "SOTTO_PROGRAMS names fewer than two programs";
  std::vector<std::unique_ptr<Program>> each;
  for (const std::string& path : paths) {
    each.push_back(std::make_unique<Program>(path));
    each.back()->folder.write("small.toml", small_configuration);
    each.back()->folder.write("edges.txt", "0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n");
    each.back()->folder.write("w.csv", "0.5,0.5,0\n0.5,0.25,0.25\n0,0.25,0.75\n");
  }
  for (const Words& command : commands) {
    const Transcript first = (*each[0])(command);
    ASSERT_EQ(first.code, 0) << first.err << first.out;
    std::string shown;
    for (const std::string& word : command) shown += word + " ";
    for (std::size_t k = 1; k < each.size(); ++k)
      EXPECT_EQ((*each[k])(command).out, first.out) << shown << "\n" << paths[k] << "\nagainst " << paths[0];
  }
}

Words run_with(const Words& assignments) {
  Words words{"run", "small.toml", "--json", "--quiet"};
  for (const std::string& assignment : assignments) words = words + Words{"--set", assignment};
  return words;
}

TEST(Bits, PlansAreEqual) {
  std::vector<Words> commands;
  for (const char* accountant : {"basic", "advanced", "paper", "root", "zcdp-bs", "zcdp-cks", "exact"})
    for (const char* schedule : {"paper", "paper-normalised", "constant"})
      for (const char* step : {"paper", "shifted"})
        commands.push_back(plan_words +
                           Words{"--json", "--accountant", accountant, "--schedule", schedule, "--step", step});
  for (const char* epsilon : {"1e-6", "0.1", "1", "50", "700"})
    for (const char* delta : {"1e-300", "1e-5", "0.4"})
      commands.push_back(plan_words + Words{"--json", "--epsilon", epsilon, "--delta", delta});
  expect_equal_bytes(commands);
}

TEST(Bits, RunsAreEqualOnEveryGraphAndWeightRule) {
  expect_equal_bytes(
      {run_with({"graph.kind=erdos-renyi", "graph.nodes=20", "graph.edge_probability=0.3"}),
       run_with({"graph.kind=erdos-renyi", "graph.nodes=20", "graph.weights=best-constant", "run.seed=99"}),
       run_with({"graph.kind=complete", "graph.weights=metropolis"}),
       run_with({"graph.kind=ring", "graph.nodes=11", "graph.weights=max-degree"}),
       run_with({"graph.kind=path", "graph.nodes=7", "graph.weights=lazy-metropolis"}),
       run_with({"graph.kind=star", "graph.nodes=9", "graph.weights=lazy-max-degree"}),
       run_with({"graph.kind=grid", "graph.nodes=12"}),
       run_with({"graph.kind=torus", "graph.nodes=12", "graph.weights=best-constant"}),
       run_with({"graph.kind=hypercube", "graph.nodes=16"}),
       run_with({"graph.kind=random-regular", "graph.nodes=14", "graph.degree=3"}),
       run_with({"graph.kind=watts-strogatz", "graph.nodes=20", "graph.rewiring=0.3"}),
       run_with({"graph.kind=barabasi-albert", "graph.nodes=20", "graph.weights=best-constant"}),
       run_with({"graph.kind=random-geometric", "graph.nodes=20"}),
       run_with({"graph.kind=static-exponential", "graph.nodes=20"}),
       run_with({"graph.kind=expander", "graph.nodes=16"}), run_with({"graph.kind=file", "graph.file=edges.txt"}),
       run_with({"graph.kind=path", "graph.nodes=3", "graph.weights=file", "graph.weights_file=w.csv"})});
}

TEST(Bits, RunsOnTheLatticeAreEqual) {
  expect_equal_bytes(
      {run_with({"privacy.mechanism=lattice"}),
       run_with({"privacy.mechanism=lattice", "problem.domain=ball", "node.1.epsilon=0.5"}),
       {"audit", "small.toml", "--json", "--quiet", "--transcripts", "200", "--set", "privacy.mechanism=lattice"},
       {"account", "small.toml", "--json", "--quiet"}});
}

TEST(Bits, RunsAreEqualForEveryScheduleDomainAndStopRule) {
  expect_equal_bytes({run_with({"privacy.schedule=paper", "algorithm.step=paper", "privacy.accountant=paper"}),
                      run_with({"privacy.schedule=paper-normalised", "privacy.accountant=root"}),
                      run_with({"problem.domain=ball", "problem.radius=0.3", "privacy.epsilon=0.5"}),
                      run_with({"algorithm.consensus_rounds=until-agreement", "algorithm.tolerance=1e-9"}),
                      run_with({"algorithm.consensus=chebyshev", "graph.kind=erdos-renyi", "graph.nodes=20"}),
                      run_with({"algorithm.consensus_rounds=0", "algorithm.rounds=1"}),
                      run_with({"problem.dimension=17", "problem.records_per_node=33", "problem.mean=-1.25"}),
                      run_with({"run.seed=18446744073709551615", "algorithm.rounds=333"})});
}

TEST(Bits, GraphsAreEqual) {
  expect_equal_bytes({{"graph", "--json", "--nodes", "60", "--edge-probability", "0.1"},
                      {"graph", "--json", "--kind", "random-regular", "--nodes", "50"},
                      {"graph", "--json", "--kind", "torus", "--nodes", "30", "--weights", "best-constant"}});
}

TEST(Bits, TheDemonstrationIsEqual) {
  expect_equal_bytes({{"demo", "--trials", "2", "--json"}, {"demo", "--trials", "2", "--seed", "5"}});
}

}  // namespace
}  // namespace sotto::test
