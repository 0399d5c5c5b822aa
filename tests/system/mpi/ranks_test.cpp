// SPDX-License-Identifier: MIT
// `mpirun -n R sotto run`: the results, words and exit codes of one program, whatever happens to a rank.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

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
  const Words reproduce{"reproduce", "--figure", "1", "--figure", "4", "--trials", "2", "--out", "result"};
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

/// The first rank of a program beside others that were given another file.
Launch beside(const Program& sotto, const Words& first, const Words& others) {
  Launch launch = over_ranks(sotto, 1, first);
  launch.words = launch.words + Words{":", "-n", "2"} + sotto.launch(others).words;
  return launch;
}

TEST(Ranks, OneWithAnotherCommandLineEndsAllAtOnceWithItsWords) {
  const ProgramWithConfiguration sotto;
  const Transcript said = run_subprocess(beside(sotto, run_it, run_it + Words{"--no-such-flag"}));
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

/// A network that no rank holds as a whole: each has the rows of its own nodes.
const char* const large = R"(
[problem]
dimension = 3
records_per_node = 5
[graph]
kind = "random-regular"
nodes = 100000
degree = 4
weights = "metropolis"
[privacy]
epsilon = 4.0
delta = 1e-6
[algorithm]
rounds = 3
consensus_cap = 10
[run]
trials = 2
seed = 3
)";

/// The same with other lines in the place of some.
std::string large_with(const std::string& lines, const std::string& instead) {
  std::string text = large;
  return text.replace(text.find(lines), lines.size(), instead);
}

struct ProgramWithLargeNetwork : Program {
  explicit ProgramWithLargeNetwork(const std::string& text = large) { folder.write("large.toml", text); }
};

const Words run_large{"run", "large.toml", "--out", "result"};

TEST(LargeNetworkOnRanks, GivesTheFolderAndTheWordsOfOneProgram) {
  const Words on_threads = run_large + Words{"--threads", "2"};  // which gather what is sent
  // Masked sums have no Stage II, and so no cap of it.
  const std::string masked = large_with("[algorithm]\nrounds = 3\nconsensus_cap = 10",
                                        "trust = \"all-but-q\"\ncolluders = 3\n[algorithm]\nrounds = 3");
  for (const std::string& text : {std::string(large), masked}) {
    const ProgramWithLargeNetwork alone(text);
    const Transcript expected = alone(on_threads);
    ASSERT_EQ(expected.code, 0) << expected.err;
    for (const int ranks : {2, 3}) {
      const ProgramWithLargeNetwork together(text);
      const Transcript said = run_subprocess(over_ranks(together, ranks, on_threads));
      EXPECT_EQ(said.code, 0) << said.err;
      EXPECT_EQ(said.out, expected.out) << ranks;
      expect_same_results(together, alone);
    }
  }
}

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
                                                        {"consensus_cap = 10", "consensus_cap = 11"}}) {
    sotto.folder.write("other.toml", large_with(line, instead));
    const Transcript said = run_subprocess(beside(sotto, run_large, {"run", "other.toml", "--out", "result"}));
    EXPECT_EQ(said.code, 2) << instead << said.err;
    EXPECT_TRUE(contains(said.err, ": was given another piece of work than rank 0")) << said.err;
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(sotto.folder.entries(), (Words{"large.toml", "other.toml"}));
  }
}

TEST(LargeNetworkOnRanks, AWarningSaysWhyTheyDoNotShareIt) {
  const ProgramWithLargeNetwork sotto(
      large_with("trials = 2", "trials = 2\nengine = \"reference\"\nbaselines = \"none\""));
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

/// The process of this rank that works in the program's folder; nothing before it is there.
std::optional<::pid_t> process_of(const Program& sotto, int rank) {
  const std::string wanted = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (fs::read_symlink(entry.path() / "cwd", error) != fs::canonical(sotto.folder.path())) continue;
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    for (std::string word; std::getline(file, word, '\0');)
      if (word == wanted) return std::stoi(name);
  }
  return std::nullopt;
}

/// Some seconds of work, with a state on the disk as soon as there is one.
const Words long_run{"run", "small.toml", "--out", "result", "--trials", "60000", "--checkpoint", "0"};

bool has_state(const Program& sotto) {
  return fs::exists(sotto.folder.path() / "result.unfinished" / "state.bin");
}

/// The disk is full for rank 0 once it has begun: MPI itself needs large files before that.
TEST(Ranks, OnAFullDiskEndWithTheWordsOfRankZero) {
  const ProgramWithConfiguration sotto;
  Launch launch = over_ranks(sotto, 3, long_run);
  bool full = false;
  launch.signal_when = [&](const Transcript&) {
    if (full || !has_state(sotto)) return false;
    const rlimit small{.rlim_cur = 100, .rlim_max = 100};
    const std::optional<::pid_t> process = process_of(sotto, 0);
    full = process && ::prlimit(*process, RLIMIT_FSIZE, &small, nullptr) == 0;
    return false;
  };
  const Transcript said = run_subprocess(launch);
  EXPECT_TRUE(full);
  EXPECT_EQ(said.code, 7) << said.err;
  EXPECT_TRUE(contains(said.err, "sotto: error: --out = result")) << said.err;
  EXPECT_TRUE(contains(said.err, "cannot be written: File too large")) << said.err;
  EXPECT_EQ(sotto.folder.entries(), (Words{"result.unfinished", "small.toml"}));
}

class KilledRank : public testing::TestWithParam<int> {};
TEST_P(KilledRank, EndsAllWithAMessageAndTheRunGoesOn) {
  const ProgramWithConfiguration alone;
  ASSERT_EQ(alone(long_run).code, 0);
  const ProgramWithConfiguration sotto;
  Launch launch = over_ranks(sotto, 3, long_run);
  bool done = false;
  launch.limit = std::chrono::seconds(60);
  launch.signal_when = [&](const Transcript&) {
    if (done || !has_state(sotto)) return false;
    const std::optional<::pid_t> process = process_of(sotto, GetParam());
    done = process && ::kill(*process, SIGKILL) == 0;
    return false;  // mpirun itself is left alone
  };
  const Transcript said = run_subprocess(launch);
  EXPECT_TRUE(done);
  EXPECT_FALSE(said.too_slow);
  EXPECT_NE(said.code, 0);
  EXPECT_TRUE(contains(said.err, "exited on signal 9")) << said.err;
  EXPECT_TRUE(has_state(sotto));
  const Transcript resumed = run_subprocess(over_ranks(sotto, 2, long_run + Words{"--resume"}));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(contains(resumed.err, "sotto: resuming: from result.unfinished")) << resumed.err;
  EXPECT_EQ(sotto.folder.entries(), (Words{"result", "small.toml"})) << "nothing half made is left";
  for (const char* file : {"results.csv", "rounds.csv", "nodes.csv"})
    EXPECT_EQ(sotto.folder.read(std::string("result/") + file), alone.folder.read(std::string("result/") + file));
}
INSTANTIATE_TEST_SUITE_P(OfThree, KilledRank, testing::Values(0, 2));

TEST(LargeNetworkOnRanks, GoesOnAfterOneOfThemWasKilled) {
  const Words some_trials = run_large + Words{"--trials", "30", "--checkpoint", "0"};
  const ProgramWithLargeNetwork alone, sotto;
  ASSERT_EQ(alone(some_trials).code, 0);
  Launch launch = over_ranks(sotto, 2, some_trials);
  bool done = false;
  launch.limit = std::chrono::seconds(60);
  launch.signal_when = [&](const Transcript&) {
    if (done || !has_state(sotto)) return false;
    const std::optional<::pid_t> process = process_of(sotto, 1);
    done = process && ::kill(*process, SIGKILL) == 0;
    return false;
  };
  const Transcript said = run_subprocess(launch);
  EXPECT_TRUE(done);
  EXPECT_FALSE(said.too_slow);
  EXPECT_NE(said.code, 0);
  EXPECT_TRUE(contains(said.err, "exited on signal 9")) << said.err;
  const Transcript resumed = run_subprocess(over_ranks(sotto, 3, some_trials + Words{"--resume"}));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(contains(resumed.err, "sotto: resuming: from result.unfinished")) << resumed.err;
  for (const char* file : {"results.csv", "rounds.csv", "nodes.csv"})
    EXPECT_EQ(sotto.folder.read(std::string("result/") + file), alone.folder.read(std::string("result/") + file));
}

class SignalledRanks : public testing::TestWithParam<int> {};
TEST_P(SignalledRanks, KeepWhatWasDoneOnEverySignalThatMpirunPassesOn) {
  const ProgramWithConfiguration sotto;
  Launch launch =
      over_ranks(sotto, 2, {"run", "small.toml", "--out", "result", "--trials", "1000000000", "--checkpoint", "0"});
  launch.environment.emplace_back("OMPI_MCA_odls_base_sigkill_timeout", "5");  // mpirun waits so long, always
  launch.signal = GetParam();
  launch.signal_when = [&](const Transcript&) { return has_state(sotto); };
  const Transcript said = run_subprocess(launch);
  EXPECT_NE(said.code, 0);
  EXPECT_TRUE(contains(said.err, "; what was done is kept")) << said.err;
  EXPECT_TRUE(has_state(sotto));
  EXPECT_EQ(Json::parse(sotto.folder.read("result/run.json")).at("interrupted"), true);
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
