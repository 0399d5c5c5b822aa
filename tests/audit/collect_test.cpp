// SPDX-License-Identifier: MIT
// Scores do not depend on threads, selection and held-out transcripts never meet, and an interrupt keeps what is whole.
#include "sotto/audit/collect.hpp"

#include <gtest/gtest.h>

#include <set>

#include "audit/support.hpp"

namespace sotto {
namespace {

using test::Audited;

/// A protocol whose one message is the number of its run.
void number_of_run(Side side, std::uint32_t trial, Transcript& heard) {
  heard.begin();
  heard.add_round();
  heard.message(2, 0)[0] = 2.0 * trial + static_cast<double>(side);
}

ScoreSets collected(const Protocol& protocol, std::uint32_t held_out, unsigned threads,
                    const std::atomic<bool>& interrupt = test::nobody_interrupts) {
  return collect_scores({.protocol = protocol,
                         .shape = {1, 1},
                         .rounds = 1,
                         .attack = [](const Transcript& heard) { return heard.message(2, 0)[0]; },
                         .held_out = held_out,
                         .threads = threads},
                        interrupt);
}

TEST(CollectedScores, AreTheSameWhateverTheNumberOfThreads) {
  const Audited audited({.rounds = 3});
  const ScoreSets one = audited.scores(audited.shipped(), 500, 1), three = audited.scores(audited.shipped(), 500, 3);
  EXPECT_EQ(one.held_out.data, three.held_out.data);
  EXPECT_EQ(one.held_out.neighbour, three.held_out.neighbour);
  EXPECT_EQ(one.selection.data, three.selection.data);
  EXPECT_FALSE(three.interrupted);
}

TEST(CollectedScores, ComeFromRunsOfTheirOwn) {
  for (const std::uint32_t held_out : {1U, 4U, 5U, 7U, 100U, 1003U}) {
    const ScoreSets sets = collected(number_of_run, held_out, 2);
    EXPECT_EQ(sets.held_out.data.size(), held_out);
    EXPECT_EQ(sets.held_out.neighbour.size(), held_out);
    EXPECT_EQ(sets.selection.data.size(), held_out / 5);
    std::set<double> runs;
    for (const Scores* set : {&sets.selection, &sets.held_out}) {
      runs.insert(set->data.begin(), set->data.end());
      runs.insert(set->neighbour.begin(), set->neighbour.end());
    }
    EXPECT_EQ(runs.size(), 2 * (held_out + held_out / 5));
  }
}

TEST(CollectedScores, UseNoiseOfTheirOwnOnEitherSide) {
  const Audited audited({.first = 0.5, .first_prime = 0.5});
  Transcript one(audited.shape()), other(audited.shape());
  audited.shipped()(Side::data, 3, one);
  audited.shipped()(Side::neighbour, 3, other);
  EXPECT_NE(one.message(2, 0)[0], other.message(2, 0)[0]);
}

TEST(CollectedScores, OfAnInterruptedCollectionAreThoseThatWereWhole) {
  std::atomic<bool> interrupt = false;
  const Protocol protocol = [&](Side side, std::uint32_t trial, Transcript& heard) {
    if (trial == 150) interrupt = true;
    number_of_run(side, trial, heard);
    if (interrupt) heard.begin();  // as the engine leaves it
  };
  const ScoreSets sets = collected(protocol, 1000, 1, interrupt);
  EXPECT_TRUE(sets.interrupted);
  EXPECT_EQ(sets.held_out.data.size() + sets.selection.data.size(), 150U);
  EXPECT_EQ(sets.selection.data.size(), 25U);
}

TEST(CollectedScores, PassOnWhatAProtocolThrows) {
  const Protocol protocol = [](Side, std::uint32_t trial, Transcript& heard) {
    if (trial == 70) throw InvalidInput({"message", "", "is not finite"}, FaultKind::numerical);
    number_of_run(Side::data, trial, heard);
  };
  for (const unsigned threads : {1U, 3U}) EXPECT_THROW(collected(protocol, 1000, threads), InvalidInput);
}

}  // namespace
}  // namespace sotto
