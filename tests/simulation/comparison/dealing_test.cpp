// SPDX-License-Identifier: MIT
// A comparison over ranks, in shards, and gone on with: the same to the last bit as by one program.
#include "sotto/simulation/comparison/dealing.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "simulation/comparison/support.hpp"
#include "sotto/input/bytes.hpp"
#include "sotto/simulation/comparison/chunk_bytes.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

const Progress heard_by_nobody = [](std::uint32_t, std::uint32_t) {};

using test::bytes_of;

Comparison compared(const Configuration& configuration, const Dealing& dealing = {}, const Checkpoints& points = {},
                    const std::atomic<bool>& interrupt = test::never, const Progress& progress = heard_by_nobody) {
  const Scenario scenario(configuration);
  return compare(scenario, test::contest({{"this plan", scenario.plan()}}), progress, interrupt, dealing, points);
}

std::vector<Configuration> several() {
  return {test::small({"run.trials=150", "run.threads=2"}), test::small({"run.trials=5"}),
          test::small({"run.trials=100", "run.fresh=noise", "run.engine=reference"}),
          test::small({"run.trials=2000", "run.until_se=0.1"})};
}

TEST(Dealing, OverRanksGivesTheSameBitsAsOneProgram) {
  for (const Configuration& configuration : several()) {
    const std::string expected = bytes_of(compared(configuration));
    for (const unsigned ranks : {1U, 2U, 3U, 4U}) {
      std::string found;
      test::run_on_ranks(ranks, [&](Ranks& own) {
        const Comparison comparison = compared(configuration, {.ranks = own});
        if (own.number() == 0)
          found = bytes_of(comparison);
        else
          EXPECT_EQ(comparison.trials_done, 0U);
      });
      EXPECT_EQ(found, expected) << ranks << " ranks, " << configuration.run.trials << " trials";
    }
  }
}

TEST(Dealing, ProgressCountsTheTrialsOfAllRanksAndEndsWithAll) {
  std::uint32_t last = 0;
  bool forwards = true;
  test::run_on_ranks(3, [&](Ranks& own) {
    compared(test::small({"run.trials=150", "run.threads=1"}), {.ranks = own}, {}, test::never,
             [&](std::uint32_t done, std::uint32_t) {
               if (own.number() != 0) return;
               forwards = forwards && done >= last;
               last = done;
             });
  });
  EXPECT_TRUE(forwards);
  EXPECT_EQ(last, 150U);
}

TEST(Dealing, InterruptedOverRanksKeepsWholeTrialsOfTheBeginning) {
  std::atomic<bool> interrupt{false};
  Comparison cut;
  test::run_on_ranks(3, [&](Ranks& own) {
    const Comparison comparison =
        compared(test::small({"run.trials=1000000", "run.threads=1"}), {.ranks = own}, {}, interrupt,
                 [&](std::uint32_t done, std::uint32_t) { interrupt = interrupt || done > 200; });
    if (own.number() == 0) cut = comparison;
  });
  EXPECT_TRUE(cut.interrupted);
  EXPECT_GT(cut.trials_done, 0U);
  EXPECT_LT(cut.trials_done, 1000000U);
  const Comparison whole = compared(test::small({"run.trials=" + std::to_string(cut.trials_done)}));
  EXPECT_EQ(cut.plans[0].normalised_error.mean(), whole.plans[0].normalised_error.mean());
  EXPECT_EQ(cut.plans[0].node_error.count(), cut.trials_done);
}

TEST(Dealing, RanksWithOtherConfigurationsAreRefused) {
  EXPECT_THROW(
      test::run_on_ranks(2,
                         [&](Ranks& own) {
                           compared(test::small({"run.trials=100000", own.number() == 0 ? "run.seed=1" : "run.seed=2"}),
                                    {.ranks = own});
                         }),
      InvalidInput);
}

using Brought = std::map<std::uint64_t, std::string>;

/// What the shards of a comparison bring, each over so many ranks.
Brought in_shards(const Configuration& configuration, std::uint64_t shards, unsigned ranks = 1) {
  Brought brought;
  for (std::uint64_t number = 0; number < shards; ++number)
    test::run_on_ranks(ranks, [&](Ranks& own) {
      const Comparison nothing = compared(configuration, {.ranks = own,
                                                          .shard = {.number = number, .of = shards},
                                                          .keep = [&](std::uint64_t chunk, const std::string& bytes) {
                                                            EXPECT_EQ(chunk % shards, number);
                                                            EXPECT_TRUE(brought.emplace(chunk, bytes).second) << chunk;
                                                          }});
      EXPECT_EQ(nothing.trials_done, 0U);
      EXPECT_FALSE(nothing.interrupted);
    });
  return brought;
}

TEST(Dealing, InShardsGivesTheSameBitsAsOneProgram) {
  for (const Configuration& configuration : several()) {
    const std::string expected = bytes_of(compared(configuration));
    const std::uint64_t chunks = chunk_count(configuration);
    for (const std::uint64_t shards :
         std::set<std::uint64_t>{1, std::min<std::uint64_t>(3, chunks), std::min<std::uint64_t>(7, chunks)}) {
      const Brought brought = in_shards(configuration, shards, shards == 3 ? 2 : 1);
      EXPECT_EQ(brought.size(), chunks);
      const auto find = [&](std::uint64_t chunk) { return brought.at(chunk); };
      EXPECT_EQ(bytes_of(compared(configuration, {.find = find})), expected) << shards << " shards";
    }
  }
}

TEST(Dealing, AChunkOfAnotherComparisonIsRefused) {
  const Brought other = in_shards(test::small({"run.trials=20"}), 1);
  const auto first = [&](std::uint64_t) { return other.at(1); };  // of 4 trials, where 16 are wanted
  EXPECT_THROW(compared(test::small({"run.trials=100"}), {.find = first}), InvalidInput);
  const Scenario scenario(test::small({"run.trials=20"}));
  EXPECT_THROW(compare(scenario, {.plans = {{"a", scenario.plan()}, {"b", scenario.plan()}}, .baselines = {}},
                       heard_by_nobody, test::never, {.find = [&](std::uint64_t k) { return other.at(k); }}),
               InvalidInput);
}

TEST(Dealing, AnInterruptedShardIsNotWhole) {
  const std::atomic<bool> at_once{true};
  const Comparison cut =
      compared(test::small({"run.trials=100"}),
               {.shard = {.number = 0, .of = 2}, .keep = [](std::uint64_t, const std::string&) {}}, {}, at_once);
  EXPECT_TRUE(cut.interrupted);
}

TEST(Dealing, HowManyChunksAShardHasAddUpToAll) {
  for (std::uint64_t chunks = 0; chunks < 30; ++chunks)
    for (std::uint64_t of = 1; of < 10; ++of) {
      std::uint64_t all = 0;
      for (std::uint64_t number = 0; number < of; ++number) all += Shard{.number = number, .of = of}.share_of(chunks);
      EXPECT_EQ(all, chunks) << of;
    }
}

/// Every state that a run offers, after each chunk.
std::vector<std::string> states_of(const Configuration& configuration) {
  std::vector<std::string> states;
  compared(configuration, {}, {.found = {}, .offer = [&](const auto& state, bool) { states.push_back(state()); }});
  return states;
}

TEST(Checkpoints, FromEveryStateTheRunGoesOnToTheSameBits) {
  for (const Configuration& configuration : several()) {
    const std::string expected = bytes_of(compared(configuration));
    const std::vector<std::string> states = states_of(configuration);
    ASSERT_FALSE(states.empty());
    for (std::size_t k = 0; k < states.size(); k += 1 + states.size() / 5)
      EXPECT_EQ(bytes_of(compared(configuration, {}, {.found = states[k], .offer = {}})), expected) << k;
    EXPECT_EQ(bytes_of(compared(configuration, {}, {.found = states.back(), .offer = {}})), expected);
    std::string found;
    test::run_on_ranks(3, [&](Ranks& own) {
      const Comparison comparison =
          compared(configuration, {.ranks = own}, {.found = own.number() == 0 ? states[0] : "", .offer = {}});
      if (own.number() == 0) found = bytes_of(comparison);
    });
    EXPECT_EQ(found, expected) << "where rank 0 alone has the state";
  }
}

TEST(Checkpoints, AnInterruptOffersTheLastWholeStateAndSaysSo) {
  std::atomic<bool> interrupt{false};
  std::string last;
  const Configuration configuration = test::small({"run.trials=100", "run.threads=1", "run.engine=reference"});
  const Comparison cut = compared(configuration, {},
                                  {.found = {},
                                   .offer =
                                       [&](const auto& state, bool is_last) {
                                         if (is_last) last = state();
                                       }},
                                  interrupt, [&](std::uint32_t done, std::uint32_t) { interrupt = done >= 40; });
  EXPECT_TRUE(cut.interrupted);
  EXPECT_EQ(chunk_in(BytesIn(last, "state").text()).trials, 32U) << "whole chunks of the 40 trials";
  EXPECT_EQ(bytes_of(compared(configuration, {}, {.found = last, .offer = {}})), bytes_of(compared(configuration)));
}

TEST(Checkpoints, AStateOfAnotherComparisonIsRefused) {
  const std::string state = states_of(test::small({"run.trials=100"})).back();
  EXPECT_THROW(compared(test::small({"run.trials=50"}), {}, {.found = state, .offer = {}}), InvalidInput);
  EXPECT_THROW(compared(test::small(), {}, {.found = "x", .offer = {}}), InvalidInput);
}

}  // namespace
}  // namespace sotto
