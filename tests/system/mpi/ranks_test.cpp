// SPDX-License-Identifier: MIT
// `mpirun -n R sotto run`: the results, words and exit codes of one program, whatever happens to a rank.
#include <gtest/gtest.h>

#include "system/mpi/ranks_program.hpp"
#include "system/sweep_program.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

/// Seven chunks.
const Words run_it{"run", "small.toml", "--out", "result", "--trials", "100"};

TEST(Ranks, OfAnyNumberGiveTheFolderAndTheWordsOfOneProgram) {
  const ProgramWithConfiguration alone;
  const Transcript expected = alone(run_it);
  EXPECT_EQ(expected.code, 0) << expected.err;
  for (const int ranks : {1, 2, 3, 9}) {  // nine: more than chunks
    const ProgramWithConfiguration together;
    const Transcript said = run_subprocess(over_ranks(together, ranks, run_it));
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.out, expected.out) << ranks;
    EXPECT_EQ(said.err, expected.err) << ranks;
    EXPECT_EQ(together.folder.entries(), (Words{"result", "small.toml"}));
    expect_same_results(together, alone);
  }
}

TEST(Ranks, GiveTheSweepOfOneProgram) {
  const Words sweep_it{"run", "sweep.toml", "--out", "result", "--json"};
  const ProgramWithSweep alone, together;
  const Transcript expected = alone(sweep_it), said = run_subprocess(over_ranks(together, 3, sweep_it));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, expected.out);
  expect_same_results(together, alone);
}

TEST(Ranks, GiveThePapersFiguresOfOneProgram) {
  const Words reproduce{"reproduce", "--figure", "1",        "--figure", "2",     "--figure", "3",
                        "--figure",  "4",        "--trials", "2",        "--out", "result"};
  const Program alone, together;
  const Transcript expected = alone(reproduce), said = run_subprocess(over_ranks(together, 2, reproduce));
  EXPECT_EQ(said.code, expected.code) << said.err;
  EXPECT_EQ(said.out, expected.out);
  expect_same_results(together, alone);
}

TEST(Ranks, EndWhereTheWantedPrecisionIsReached) {
  const Words until{"run", "small.toml", "--out", "result", "--trials", "100000", "--until-se", "0.1"};
  const ProgramWithConfiguration alone, together;
  ASSERT_EQ(alone(until).code, 0);
  const Transcript said = run_subprocess(over_ranks(together, 3, until));
  EXPECT_EQ(said.code, 0) << said.err;
  expect_same_results(together, alone);
}

TEST(Ranks, SayAFaultOnceAndEndWithItsExitCode) {
  const ProgramWithConfiguration sotto;
  for (const auto& [words, code] :
       std::vector<std::pair<Words, int>>{{{"run", "nothing.toml"}, 2},
                                          {{"run", "small.toml", "--epsilon", "-1"}, 2},
                                          {{"run", "small.toml", "--no-such-flag"}, 2},
                                          {{"run", "small.toml", "--out", "small.toml"}, 2},
                                          {{"run", "small.toml", "--out", "small.toml/result"}, 7}}) {
    const Transcript alone = sotto(words), said = run_subprocess(over_ranks(sotto, 3, words));
    EXPECT_EQ(alone.code, code);
    EXPECT_EQ(said.code, code) << said.err;
    EXPECT_EQ(said.out, "");
    EXPECT_TRUE(said.err.starts_with(alone.err))
        << said.err << alone.err;  // mpirun says of the exit code what it thinks
    EXPECT_EQ(said.err.find("sotto: error", alone.err.size()), std::string::npos) << said.err;
  }
}

TEST(Ranks, OneWithAnotherCommandLineEndsAllAtOnceWithItsWords) {
  const ProgramWithConfiguration sotto;
  const Transcript said =
      run_subprocess(beside(over_ranks(sotto, 1, run_it), sotto.launch(run_it + Words{"--no-such-flag"}).words));
  EXPECT_EQ(said.code, 2) << said.err;
  EXPECT_TRUE(contains(said.err, "command line = --no-such-flag: is not known here")) << said.err;
  EXPECT_TRUE(contains(said.err, "(rank ")) << said.err;
  EXPECT_FALSE(contains(said.err, "MPI_ABORT")) << said.err;
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"});
}

/// mpirun gives its ranks a pipe; a job's log is a file.
TEST(Ranks, SayInLinesHowFarTheyAreWhereStderrIsNoTerminal) {
  const ProgramWithConfiguration sotto;
  const Words at_once{"run", "small.toml", "--trials", "2000", "--progress", "0"};
  for (const Transcript& said : {sotto(at_once), run_subprocess(over_ranks(sotto, 2, at_once))}) {
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(contains(said.err, "sotto: progress: ")) << said.err;
    EXPECT_TRUE(contains(said.err, "/2000 trials")) << said.err;
    EXPECT_FALSE(contains(said.err, "\033")) << said.err;
  }
  for (const Words& silent : {at_once + Words{"--quiet"}, Words{"run", "small.toml", "--trials", "2000"}})
    EXPECT_FALSE(contains(run_subprocess(over_ranks(sotto, 2, silent)).err, "progress")) << "a minute is not over";
}

/// Some seconds of work, with a state on the disk as soon as there is one.
const Words long_run{"run", "small.toml", "--out", "result", "--trials", "60000", "--checkpoint", "0"};

/// The disk is full for rank 0 once it has begun: MPI itself needs large files before that.
TEST(Ranks, OnAFullDiskEndWithTheWordsOfRankZero) {
  const ProgramWithConfiguration sotto;
  run_and_lose_the_disk(sotto, over_ranks(sotto, 3, long_run), [&](const Transcript&) { return has_state(sotto); });
  EXPECT_EQ(sotto.folder.entries(), (Words{"result.unfinished", "small.toml"}));
}

class KilledRank : public testing::TestWithParam<int> {};
TEST_P(KilledRank, EndsAllWithAMessageAndTheRunGoesOn) {
  const ProgramWithConfiguration alone, sotto;
  ASSERT_EQ(alone(long_run).code, 0);
  run_and_kill(sotto, over_ranks(sotto, 3, long_run), GetParam());
  const Transcript resumed = run_subprocess(over_ranks(sotto, 2, long_run + Words{"--resume"}));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(contains(resumed.err, "sotto: resuming: from result.unfinished")) << resumed.err;
  EXPECT_EQ(sotto.folder.entries(), (Words{"result", "small.toml"})) << "nothing half made is left";
  expect_same_numbers(sotto, alone);
}
INSTANTIATE_TEST_SUITE_P(OfThree, KilledRank, testing::Values(0, 2));

class SignalledRanks : public testing::TestWithParam<int> {};
TEST_P(SignalledRanks, KeepWhatWasDoneOnEverySignalThatMpirunPassesOn) {
  const ProgramWithConfiguration sotto;
  const Words endless{"run", "small.toml", "--out", "result", "--trials", "1000000000", "--checkpoint", "0"};
  run_and_signal(sotto, over_ranks(sotto, 2, endless), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Signals, SignalledRanks, testing::Values(SIGINT, SIGTERM, SIGUSR1),
                         [](const auto& info) { return std::string("SIG") + sigabbrev_np(info.param); });

TEST(Ranks, WithoutSottoMpiBesideItAreRefusedInOneSentence) {
  const ProgramWithConfiguration sotto;
  fs::copy_file(shipped_program(), sotto.folder.path() / "sotto");
  Launch launch = over_ranks(sotto, 2, {});
  launch.words.back() = (sotto.folder.path() / "sotto").string();
  launch.words = launch.words + run_it;
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 2) << said.err;
  EXPECT_TRUE(contains(said.err, "sotto-mpi, which can work with others, cannot be started")) << said.err;
  EXPECT_FALSE(fs::exists(sotto.folder.path() / "result"));
}

TEST(Ranks, MakeOneShardTogether) {
  const ProgramWithConfiguration alone, together;
  const Words shard = run_it + Words{"--shard", "2/3"};
  ASSERT_EQ(alone(shard).code, 0);
  const Transcript said = run_subprocess(over_ranks(together, 2, shard));
  EXPECT_EQ(said.code, 0) << said.err;
  expect_same_results(together, alone);
}

}  // namespace
}  // namespace sotto::test
