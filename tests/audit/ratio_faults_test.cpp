// SPDX-License-Identifier: MIT
// Mistakes planted in a double of Algorithm 1 that the likelihood ratio catches: its 95 % lower bound exceeds the
// claim.
//
// The claim is the exact epsilon, 4. From 20000 transcripts a side the bound of the shipped nodes is about 3, with a
// standard deviation below 0.2 (measured on Gaussian scores): a false alarm is beyond 5 of them, 3e-7.
#include <gtest/gtest.h>

#include "audit/support.hpp"

namespace sotto {
namespace {

using test::Audited;
using test::Planted;

constexpr std::uint32_t transcripts = 20'000;
constexpr double claim = 4;

void expect_caught(const Audited& audited, Planted fault) {
  EXPECT_LT(audited.lower_bound(audited.shipped(), transcripts), claim);
  EXPECT_GT(audited.lower_bound(audited.with(fault), transcripts), claim);
}

TEST(RatioAudit, RejectsHalvedNoise) {
  expect_caught(Audited(), Planted::halved_noise);
}

TEST(RatioAudit, RejectsNineTenthsOfTheNoiseGivenEnoughTranscripts) {
  // The true epsilon is 4.59. A million transcripts a side bring the bound within 7 % of it; 300000 within 12 %, with a
  // standard deviation of 0.13: here many small runs stand for them.
  const Audited audited({.graph = complete_graph(1), .rounds = 2, .records = 1});
  EXPECT_LT(audited.lower_bound(audited.shipped(), 1'000'000), claim);
  EXPECT_GT(audited.lower_bound(audited.with(Planted::noise_times_09), 1'000'000), claim);
}

TEST(RatioAudit, RejectsARoundWithoutNoise) {
  expect_caught(Audited(), Planted::a_silent_round);
}

TEST(RatioAudit, RejectsThePrintedHandOver) {
  expect_caught(Audited(), Planted::printed_hand_over);
}

TEST(RatioAudit, RejectsFreshNoisePerNeighbour) {
  expect_caught(Audited(), Planted::noise_per_neighbour);
}

TEST(RatioAudit, RejectsVarianceSplitOverCoordinates) {
  expect_caught(Audited({.domain = Box{4, 1}}), Planted::split_variance);
}

TEST(RatioAudit, RejectsAnUnclippedRecord) {
  expect_caught(Audited({.first = 3}), Planted::unclipped_record);
}

}  // namespace
}  // namespace sotto
