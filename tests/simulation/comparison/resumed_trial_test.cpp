// SPDX-License-Identifier: MIT
// A run that ends within a trial of a large network and goes on from there, on another number of ranks: to the same
// bytes.
#include <gtest/gtest.h>

#include <limits>

#include "simulation/comparison/spread_run.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

using test::bytes_of;
using test::large;

/// A run whose rank 0 keeps one state, after some round of all that the run has, and is killed in the round after it.
struct KilledRun {
  test::TemporaryFolder place{};
  std::string state = {};
  int rounds = 0;  ///< of the last program

  InsideTrials inside(int round, std::atomic<bool>& killed) {
    return {.folder = place.path().string(),
            .due = [this, round](bool ends) { return !ends && ++rounds == round; },
            .keep =
                [this, &killed](const std::string& kept, const std::vector<std::string>&) {
                  state = kept;
                  killed = true;
                }};
  }
  Comparison run(const Configuration& configuration, unsigned ranks, int round, const std::string& found = "") {
    std::optional<Comparison> of_first;
    rounds = 0;
    test::run_on_ranks(ranks, [&](Ranks& own) {
      std::atomic<bool> killed{false};
      const Scenario scenario = scenario_of_run(configuration, own);
      const bool first = own.number() == 0;
      Comparison done = compare(
          scenario, contest_of(scenario, {{"this plan", scenario.plan()}}), [](std::uint32_t, std::uint32_t) {}, killed,
          {.ranks = own}, first ? Checkpoints{.found = found, .inside = inside(round, killed)} : Checkpoints{});
      if (first) of_first.emplace(std::move(done));
    });
    return std::move(*of_first);
  }
};

constexpr int never_due = std::numeric_limits<int>::max();

struct Uninterrupted {
  explicit Uninterrupted(const Configuration& configuration) {
    KilledRun whole;
    bytes = bytes_of(whole.run(configuration, 1, never_due));
    rounds = whole.rounds;
  }
  std::string bytes;
  int rounds;
};

/// Killed after this round, on some ranks, and gone on with on others.
void expect_same(const Configuration& configuration, const Uninterrupted& expected, int round, unsigned before,
                 unsigned after) {
  SCOPED_TRACE("round " + std::to_string(round));
  KilledRun killed;
  EXPECT_TRUE(killed.run(configuration, before, round).interrupted);
  ASSERT_FALSE(killed.state.empty());
  EXPECT_LT(killed.rounds, expected.rounds);
  const std::string found = killed.state;
  EXPECT_EQ(bytes_of(killed.run(configuration, after, never_due, found)), expected.bytes);
  EXPECT_LE(killed.rounds, expected.rounds - round) << "no round is run twice";
}

/// Seven rounds of the plan and five without noise make a trial.
TEST(ResumedTrial, HasTheBytesOfOneThatWasNeverInterruptedOnAnotherNumberOfRanks) {
  const Configuration configuration = large({"algorithm.rounds=5", "algorithm.consensus_rounds=2"});
  const Uninterrupted expected(configuration);
  EXPECT_EQ(bytes_of(test::spread_run(scenario_of_run(configuration))), expected.bytes) << "nobody keeps a state";
  expect_same(configuration, expected, 3, 2, 3);   // in the first trial
  expect_same(configuration, expected, 6, 1, 2);   // in its Stage II
  expect_same(configuration, expected, 9, 3, 1);   // while its baseline runs
  expect_same(configuration, expected, 15, 2, 1);  // in the second trial
}

TEST(ResumedTrial, KeepsWhatAccelerationAndWeightsNeed) {
  const Configuration configuration =
      large({"algorithm.rounds=5", "algorithm.consensus=chebyshev", "algorithm.consensus_rounds=3",
             "algorithm.mixing_rounds=2", "algorithm.acceleration=nesterov", "algorithm.step=constant",
             "algorithm.output=polynomial", "run.trials=1"});
  const Uninterrupted expected(configuration);
  for (const int round : {4, 5, 15}) expect_same(configuration, expected, round, 2, 3);
}

TEST(ResumedTrial, KeepsMaskedSumsAndStageTwoUntilAgreement) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"privacy.trust=all-but-q", "privacy.colluders=2", "algorithm.acceleration=nesterov",
                                 "algorithm.step=constant"},
        {"algorithm.consensus_rounds=until-agreement", "algorithm.consensus_cap=6"}}) {
    std::vector<std::string> all{"algorithm.rounds=5", "run.trials=1"};
    all.insert(all.end(), more.begin(), more.end());
    const Configuration configuration = large(all);
    expect_same(configuration, Uninterrupted(configuration), 4, 2, 3);
  }
}

}  // namespace
}  // namespace sotto
