// SPDX-License-Identifier: MIT
// One large network that ranks share: what they say, and what faults leave of it.
#include <gtest/gtest.h>

#include "system/mpi/ranks_program.hpp"

namespace sotto::test {
namespace {

TEST(LargeNetworkOnRanks, SayHowFarTheOnlyTrialIs) {
  const ProgramWithLargeNetwork sotto;
  const Transcript said =
      run_subprocess(over_ranks(sotto, 2, {"run", "large.toml", "--trials", "1", "--progress", "0"}));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.err, "sotto: progress: rounds of the trial ")) << said.err;
}

TEST(LargeNetworkOnRanks, RefuseARankWithAnotherConfigurationBeforeTheyShareAnything) {
  const ProgramWithLargeNetwork sotto;
  for (const auto& [line, instead] :
       std::vector<std::pair<std::string, std::string>>{{"seed = 3", "seed = 4"},
                                                        {"nodes = 100000", "nodes = 100002"},
                                                        {"consensus_cap = 2", "consensus_cap = 3"}}) {
    sotto.folder.write("other.toml", large_with(line, instead));
    const Transcript said = run_subprocess(
        beside(over_ranks(sotto, 1, run_large), sotto.launch({"run", "other.toml", "--out", "result"}).words));
    EXPECT_EQ(said.code, 2) << instead << said.err;
    EXPECT_TRUE(contains(said.err, ": was given another piece of work than rank 0")) << said.err;
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(sotto.folder.entries(), (Words{"large.toml", "other.toml"}));
  }
}

TEST(LargeNetworkOnRanks, AWarningSaysWhyTheyDoNotShareIt) {
  const ProgramWithLargeNetwork sotto(large_with("trials = 2", "trials = 2\nengine = \"reference\""));
  const Transcript said = run_subprocess(over_ranks(sotto, 2, run_large));
  EXPECT_EQ(said.code, 0) << said.err;
  const std::string warning = "ranks share trials, and not the network: run.engine is the reference engine";
  EXPECT_TRUE(contains(said.err, warning)) << said.err;
  EXPECT_FALSE(contains(sotto(Words{"run", "large.toml", "--out", "alone"}).err, warning));
}

TEST(LargeNetworkOnRanks, WithoutAPlaceForTheirResultsEndAtOnceWithOneSentence) {
  const ProgramWithLargeNetwork sotto;
  sotto.folder.write("result", "mine");
  Launch launch = over_ranks(sotto, 3, run_large);
  const Transcript alone = sotto(run_large), said = run_subprocess(launch);
  EXPECT_EQ(said.code, alone.code) << said.err;
  EXPECT_TRUE(said.err.starts_with(alone.err)) << said.err;
  EXPECT_EQ(said.err.find("sotto: error", alone.err.size()), std::string::npos) << said.err;
  EXPECT_FALSE(contains(said.err, "MPI_ABORT")) << said.err;  // by force is how those end who are not heard in time
}

/// Two chunks: there is a state after the first one.
const Words many_trials = run_large + Words{"--trials", "30"}, with_states = many_trials + Words{"--checkpoint", "0"};

TEST(LargeNetworkOnRanks, GoesOnAfterOneOfThemWasKilled) {
  const ProgramWithLargeNetwork alone, sotto;
  ASSERT_EQ(alone(with_states).code, 0);
  run_and_kill(sotto, over_ranks(sotto, 2, with_states), 1);
  const Transcript resumed = run_subprocess(over_ranks(sotto, 3, with_states + Words{"--resume"}));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(contains(resumed.err, "sotto: resuming: from result.unfinished")) << resumed.err;
  EXPECT_EQ(sotto.folder.entries(), (Words{"large.toml", "result"}));
  expect_same_numbers(sotto, alone);
}

TEST(LargeNetworkOnRanks, OnAFullDiskEndWithTheWordsOfRankZero) {
  const ProgramWithLargeNetwork sotto;
  run_and_lose_the_disk(sotto, over_ranks(sotto, 2, with_states), [&](const Transcript&) { return has_state(sotto); });
  EXPECT_EQ(sotto.folder.entries(), (Words{"large.toml", "result.unfinished"}));
}

TEST(LargeNetworkOnRanks, OnADiskThatIsFullAtTheEndLeaveNoFolder) {
  const ProgramWithLargeNetwork sotto;
  const Words no_states = many_trials + Words{"--checkpoint", "3600", "--progress", "0"};
  run_and_lose_the_disk(sotto, over_ranks(sotto, 2, no_states),
                        [](const Transcript& said) { return contains(said.err, "sotto: progress: rounds"); });
  EXPECT_EQ(sotto.folder.entries(), Words{"large.toml"});
}

class SignalledLargeNetwork : public testing::TestWithParam<int> {};
TEST_P(SignalledLargeNetwork, KeepsWhatWasDone) {
  const ProgramWithLargeNetwork sotto;
  const Words endless = run_large + Words{"--trials", "1000000", "--checkpoint", "0"};
  run_and_signal(sotto, over_ranks(sotto, 2, endless), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Signals, SignalledLargeNetwork, testing::Values(SIGINT, SIGTERM),
                         [](const auto& info) { return std::string("SIG") + sigabbrev_np(info.param); });

/// Of two points, which are plain runs.
TEST(LargeNetworkOnRanks, InASweepAreNotSharedAndAWarningSaysSo) {
  const std::string sweep =
      "[sweep]\nx = 'privacy.epsilon'\nvalues = [2, 4]\nbaselines = ['curator']\n"
      "[sweep.series.ours]\n";
  const ProgramWithLargeNetwork alone(large + sweep), together(large + sweep);
  const Transcript expected = alone(run_large), said = run_subprocess(over_ranks(together, 2, run_large));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, expected.out);
  const std::string warning = "ranks share the trials of a sweep, and not its networks";
  EXPECT_TRUE(contains(said.err, warning)) << said.err;
  EXPECT_FALSE(contains(expected.err, warning));
  expect_same_results(together, alone);
}

}  // namespace
}  // namespace sotto::test
