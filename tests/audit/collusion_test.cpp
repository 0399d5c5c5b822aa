// SPDX-License-Identifier: MIT
// Colluding members: who they may be, what they learn by their own masks alone, and where they put the mean.
#include "sotto/audit/collusion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/masked_support.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"

namespace sotto {
namespace {

using test::AuditedMembers;

std::vector<NodeId> colluders(const AuditColluders& colluders, NodeId target = 1, std::uint32_t planned = 2) {
  AuditSettings settings{};
  settings.node = target;
  settings.colluders = colluders;
  return collusion_of(settings, {.members = 5, .colluders = planned}).colluders;
}

TEST(Collusion, IsOfAsManyAsPlannedOrOfACountOrOfThoseWhoAreNamed) {
  using Members = std::vector<NodeId>;
  EXPECT_EQ(colluders(AsPlanned{}), (Members{0, 2}));
  EXPECT_EQ(colluders(AsPlanned{}, 0), (Members{1, 2}));
  EXPECT_EQ(colluders(0u), Members{});
  EXPECT_EQ(colluders(4u), (Members{0, 2, 3, 4}));
  EXPECT_EQ(colluders(Members{4, 2}), (Members{2, 4}));
}

TEST(Collusion, RefusesTheTargetAStrangerAMemberTwiceAndMoreThanThereAre) {
  EXPECT_THROW(colluders(5u), InvalidInput);
  EXPECT_THROW(colluders(std::vector<NodeId>{1}), InvalidInput);
  EXPECT_THROW(colluders(std::vector<NodeId>{5}), InvalidInput);
  EXPECT_THROW(colluders(std::vector<NodeId>{3, 0, 3}), InvalidInput);
}

/// The attacker's sum is made of residues and of the colluders' own masks. It is what honest members added, to the bit.
TEST(ColludingMembers, LearnTheSumOfHonestEstimatesAndNoiseAndNoMore) {
  for (const std::uint32_t count : {0u, 1u, 3u, 4u}) {
    const AuditedMembers members({.planned = 1, .colluding = count});
    Transcript heard({speakers_with_colluders, AuditedMembers::p});
    members.shipped()(Side::neighbour, 4, heard);
    ASSERT_EQ(heard.last_round(), 9u);
    SeededLatticeNoise noise({.seed = AuditedMembers::seed, .trial = 9});
    for (Round t = 1; t <= 8; ++t) {
      const std::span<const double> mean = heard.message(t, mean_of_all);
      std::vector<double> z(mean.begin(), mean.end()), x(2), sum(2, 0.0);
      project(members.domain(), z);
      for (NodeId i = 0; i < 5; ++i) {
        if (members.collusion().has(i)) continue;
        (i == 0 ? members.truth_of_neighbour() : members.truth(i)).estimate(t, z, x);
        std::vector<std::int64_t> own(2);
        noise.draw({.node = i, .round = t}, members.plan().lattice_round(t).sigma, own);
        for (std::size_t k = 0; k < 2; ++k)
          sum[k] += x[k] + static_cast<double>(own[k]) * members.plan().lattice_round(t).grid;
      }
      for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(heard.message(t + 1, honest_sum)[k], sum[k]);
    }
  }
}

TEST(ColludingMembers, SpeakLastAndPutTheMeanWhereTheyLike) {
  const AuditedMembers members({.planned = 1, .colluding = 2});
  PinnedNode pinned = members.pinned();
  pinned.points.push_back({1, -0.5});
  std::fill(pinned.point_of_round.begin() + 1, pinned.point_of_round.end(), 1);
  Transcript heard({speakers_with_colluders, AuditedMembers::p});
  SeededLatticeNoise noise({.seed = 3, .trial = 0});
  SeededMasks masks({.seed = 3, .trial = 0});
  run_with_colluders(members.network(), members.collusion(), pinned, {.noise = noise, .masks = masks},
                     test::no_interrupt, heard);
  for (Round t = 2; t <= 8; ++t) {
    EXPECT_NEAR(heard.message(t, mean_of_all)[0], 1, 1e-6);
    EXPECT_NEAR(heard.message(t, mean_of_all)[1], -0.5, 1e-6);
  }
}

/// ||x - x'||^2 over the noise of all honest members is what the plan says it costs against so many.
TEST(ColludingMembers, CostARecordWhatThePlanSaysAgainstThem) {
  for (const std::uint32_t count : {1u, 2u, 3u, 4u}) {
    const AuditedMembers members({.planned = 1, .colluding = count});
    const double noises = 5 - count;
    EXPECT_NEAR(members.pinned().alpha / noises / members.plan().total_cost(members.collusion().threat()).alpha, 1,
                1e-3);
  }
}

}  // namespace
}  // namespace sotto
