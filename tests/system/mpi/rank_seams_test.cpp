// SPDX-License-Identifier: MIT
// Ranks that are not all what they should be: another version, and sotto-mpi as it is without PT-Scotch.
#include <gtest/gtest.h>

#include "system/mpi/ranks_program.hpp"

namespace sotto::test {
namespace {

TEST(RankOfAnotherVersion, IsNamedAndRefusedBeforeAnythingIsComputed) {
  const ProgramWithConfiguration sotto;
  const Words run{"run", "small.toml", "--out", "result"};
  Launch launch = beside(over_ranks(sotto, 1, run), Words{ranks_under_test()} + run);
  launch.environment.emplace_back("TEST_RANK_VERSION", "0.0.1 (abc)");
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 2) << said.err;
  for (const char* rank : {"rank 1", "rank 2"})
    EXPECT_TRUE(contains(said.err, std::string(rank) + ": is sotto 0.0.1 (abc), and rank 0 is sotto ")) << said.err;
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"});
}

class WithoutPtScotch : public testing::TestWithParam<const char*> {};
TEST_P(WithoutPtScotch, RanksHaveBlocksSaySoAndGiveTheSameBytes) {
  const std::string text = large_with("kind = \"random-regular\"", GetParam());
  const ProgramWithLargeNetwork alone(text), together(text);
  ASSERT_EQ(alone(run_large).code, 0);
  Launch launch = together.launch(run_large);
  launch.words.front() = ranks_under_test();
  launch.environment.emplace_back("TEST_PLACEMENT", "blocks");
  const Transcript said = run_subprocess(over_ranks(launch, 3));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.err, "sotto: warning: sotto-mpi was built without PT-Scotch")) << said.err;
  expect_same_numbers(together, alone);
}
INSTANTIATE_TEST_SUITE_P(OnGraphs, WithoutPtScotch,
                         testing::Values("kind = \"watts-strogatz\"\nrewiring = 0.1", "kind = \"random-regular\""));

}  // namespace
}  // namespace sotto::test
