// SPDX-License-Identifier: MIT
// One network of each family, just large enough to be shared: the same bytes from one program and from mpirun on any
// number of ranks. Rings and grids are divided by PT-Scotch, the random ones in turns.
#include <gtest/gtest.h>

#include <cstdlib>

#include "system/mpi/ranks_program.hpp"

namespace sotto::test {
namespace {

struct Family {
  const char* name;
  const char* graph;
};
constexpr Family families[] = {
    {"Ring", "kind = 'ring'"},
    {"Grid", "kind = 'grid'"},
    {"RandomRegular", "kind = 'random-regular'\ndegree = 4"},
    {"ErdosRenyi", "kind = 'erdos-renyi'\nedge_probability = 2.302585e-4"},  // mean degree 2 ln N
    {"BarabasiAlbert", "kind = 'barabasi-albert'\nattachments = 3"}};

struct Mechanism {
  const char* name;
  const char* privacy;
  const char* algorithm;  ///< and what is run
  std::vector<int> ranks;
};
/// Masked sums have no Stage II, and so no cap of it. All ranks with both take 77 seconds of one core on a busy
/// machine: TEST_ALL_RANKS=1 build/release/tests/system/mpi/mpi_tests --gtest_filter='Large/Family*'
const Mechanism mechanisms[] = {{"Independent", "", "consensus_cap = 3\n[run]\nbaselines = 'none'", {2, 3}},
                                {"Masked", "trust = 'all-but-q'\ncolluders = 3", "[run]", {1, 4}}};

std::vector<int> ranks_of(const Mechanism& mechanism) {
  return std::getenv("TEST_ALL_RANKS") == nullptr ? mechanism.ranks : std::vector<int>{1, 2, 3, 4};
}

std::string configuration_of(const Family& family, const Mechanism& mechanism) {
  return std::string("[problem]\ndimension = 2\nrecords_per_node = 2\n[graph]\nnodes = 100000\n") + family.graph +
         "\nweights = 'metropolis'\n[privacy]\nepsilon = 4.0\ndelta = 1e-6\n" + mechanism.privacy +
         "\n[algorithm]\nrounds = 3\n" + mechanism.algorithm + "\ntrials = 1\nseed = 3\nthreads = 2\n";
}

class FamilyOnRanks : public testing::TestWithParam<std::tuple<Family, Mechanism>> {};

TEST_P(FamilyOnRanks, GivesTheFolderAndTheWordsOfOneProgram) {
  const auto& [family, mechanism] = GetParam();
  const ProgramWithConfiguration alone(configuration_of(family, mechanism));
  const Words run{"run", "small.toml", "--out", "result"};
  const Transcript expected = alone(run);
  ASSERT_EQ(expected.code, 0) << expected.err;
  for (const int ranks : ranks_of(mechanism)) {
    const ProgramWithConfiguration together(configuration_of(family, mechanism));
    const Transcript said = run_subprocess(over_ranks(together, ranks, run));
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.out, expected.out) << ranks;
    EXPECT_FALSE(contains(said.err, "not the network")) << said.err;
    expect_same_results(together, alone);
  }
}
INSTANTIATE_TEST_SUITE_P(Large, FamilyOnRanks,
                         testing::Combine(testing::ValuesIn(families), testing::ValuesIn(mechanisms)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param).name) + std::get<1>(info.param).name;
                         });

}  // namespace
}  // namespace sotto::test
