// SPDX-License-Identifier: MIT
// The same bits from every compiler. SOTTO_PROGRAMS holds whole programs, SOTTO_SMALL_PROGRAMS those of tests/bits,
// which have core and simulation alone; paths are separated by colons.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

std::vector<std::string> programs_in(const char* variable) {
  std::vector<std::string> paths;
  const char* list = std::getenv(variable);
  std::istringstream text(list == nullptr ? "" : list);
  for (std::string path; std::getline(text, path, ':');)
    if (!path.empty()) paths.push_back(path);
  return paths;
}

/// Runs each command in every program, in a folder with small.toml.
void expect_equal_bytes(const char* variable, const std::vector<Words>& commands) {
  const std::vector<std::string> paths = programs_in(variable);
  if (paths.size() < 2) GTEST_SKIP() << variable << " names fewer than two programs";
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

/// Whole programs, by one compiler optimised and by the other not: all that they say.
void expect_equal_bytes(const std::vector<Words>& commands) {
  expect_equal_bytes("SOTTO_PROGRAMS", commands);
}

/// Small programs, by each compiler optimised and not: all numbers of the configuration with these changes.
void expect_equal_bits(const std::vector<Words>& changes) {
  std::vector<Words> commands;
  for (const Words& change : changes) commands.push_back(Words{"small.toml"} + change);
  expect_equal_bytes("SOTTO_SMALL_PROGRAMS", commands);
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
  expect_equal_bits({Words({"graph.kind=erdos-renyi", "graph.nodes=20", "graph.edge_probability=0.3"}),
                     Words({"graph.kind=erdos-renyi", "graph.nodes=20", "graph.weights=best-constant", "run.seed=99"}),
                     Words({"graph.kind=complete", "graph.weights=metropolis"}),
                     Words({"graph.kind=ring", "graph.nodes=11", "graph.weights=max-degree"}),
                     Words({"graph.kind=path", "graph.nodes=7", "graph.weights=lazy-metropolis"}),
                     Words({"graph.kind=star", "graph.nodes=9", "graph.weights=lazy-max-degree"}),
                     Words({"graph.kind=grid", "graph.nodes=12"}),
                     Words({"graph.kind=torus", "graph.nodes=12", "graph.weights=best-constant"}),
                     Words({"graph.kind=hypercube", "graph.nodes=16"}),
                     Words({"graph.kind=random-regular", "graph.nodes=14", "graph.degree=3"}),
                     Words({"graph.kind=watts-strogatz", "graph.nodes=20", "graph.rewiring=0.3"}),
                     Words({"graph.kind=barabasi-albert", "graph.nodes=20", "graph.weights=best-constant"}),
                     Words({"graph.kind=random-geometric", "graph.nodes=20"}),
                     Words({"graph.kind=static-exponential", "graph.nodes=20"}),
                     Words({"graph.kind=expander", "graph.nodes=16"}),
                     Words({"graph.kind=file", "graph.file=edges.txt"}),
                     Words({"graph.kind=path", "graph.nodes=3", "graph.weights=file", "graph.weights_file=w.csv"})});
}

TEST(Bits, RunsOnTheLatticeAreEqual) {
  expect_equal_bits({Words({"privacy.mechanism=lattice"}),
                     Words({"privacy.mechanism=lattice", "problem.domain=ball", "node.1.epsilon=0.5"})});
}

TEST(Bits, RunsAreEqualOnEveryEngine) {
  expect_equal_bits({Words({"run.engine=reference"}), Words({"graph.kind=ring", "graph.nodes=3000", "run.trials=1"}),
                     Words({"run.trials=40"})});
}

TEST(Bits, ReportsOfRunsAreEqual) {
  const Words run{"run", "small.toml", "--json", "--quiet"}, lattice{"--set", "privacy.mechanism=lattice"};
  expect_equal_bytes({run,
                      run + lattice,
                      run + Words{"--set", "problem.domain=ball", "--set", "node.1.epsilon=0.5"},
                      Words{"audit", "small.toml", "--json", "--quiet", "--transcripts", "200"} + lattice,
                      {"account", "small.toml", "--json", "--quiet"}});
}

TEST(Bits, RunsAreEqualForEveryScheduleDomainAndStopRule) {
  expect_equal_bits({Words({"privacy.schedule=paper", "algorithm.step=paper", "privacy.accountant=paper"}),
                     Words({"privacy.schedule=paper-normalised", "privacy.accountant=root"}),
                     Words({"problem.domain=ball", "problem.radius=0.3", "privacy.epsilon=0.5"}),
                     Words({"algorithm.consensus_rounds=until-agreement", "algorithm.tolerance=1e-9"}),
                     Words({"algorithm.consensus=chebyshev", "graph.kind=erdos-renyi", "graph.nodes=20"}),
                     Words({"algorithm.consensus_rounds=0", "algorithm.rounds=1"}),
                     Words({"problem.dimension=17", "problem.records_per_node=33", "problem.mean=-1.25"}),
                     Words({"run.seed=18446744073709551615", "algorithm.rounds=333"})});
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
