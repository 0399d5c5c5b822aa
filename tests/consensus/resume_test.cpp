// SPDX-License-Identifier: MIT
// A node that goes on at any round, from messages alone, says what one that never stopped says, to the bit.
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "support/network.hpp"

namespace sotto {
namespace {

constexpr Round gradient_rounds = 5, consensus_rounds = 6;

struct KeptMessages final : Eavesdropper {
  void hear(Round, std::span<const Released> y) override { rounds.emplace_back(y.begin(), y.end()); }
  std::vector<std::vector<Released>> rounds = {std::vector(5, Released::nothing(3))};  // y(1) = 0
};

/// Five nodes on a ring, on the lattice, and everything that they said.
struct Ring {
  Domain domain = Box{.dimension = 3, .half_side = 3};
  WeightMatrix weights = make_weights(ring_graph(5), WeightRule::metropolis);
  Plan plan = make_plan({.budget = {4, 1e-3},
                         .gradient_rounds = gradient_rounds,
                         .constants = MeanEstimation::constants_for(domain, 20),
                         .lattice = domain});
  MeanEstimation objective{domain, draw_records({.dimension = 3, .mean = 1, .radius = 3},
                                                {.seed = 5, .trial = 0, .node = 0, .record_count = 20})};
  std::vector<const Objective*> objectives = std::vector<const Objective*>(5, &objective);
  SeededLatticeNoise noise{{.seed = 7, .trial = 0}};

  KeptMessages run(Consensus consensus) {
    KeptMessages kept;
    run_reference(
        {.weights = weights, .domain = domain, .plan = plan, .objectives = objectives, .consensus = consensus},
        FixedRounds{consensus_rounds}, noise, kept, test::never);
    return kept;
  }
  Node node(NodeId id, Consensus consensus) {
    return Node({.id = id,
                 .weights = weights,
                 .domain = domain,
                 .plan = plan,
                 .objective = objective,
                 .noise = noise,
                 .averaging = averaging_for(FixedRounds{consensus_rounds}, consensus, weights)});
  }
};

bool same_bits(const Released& first, const Released& second) {
  return first.dimension() == second.dimension() &&
         std::memcmp(first.values().data(), second.values().data(), first.values().size_bytes()) == 0;
}

TEST(ResumedNode, SaysWhatOneThatNeverStoppedSaysFromEveryRoundOn) {
  for (const Consensus consensus : all_consensus) {
    Ring ring;
    const std::vector<std::vector<Released>> y = ring.run(consensus).rounds;  // y[t - 1] is y(t)
    ASSERT_EQ(y.size(), std::size_t{1} + gradient_rounds + consensus_rounds);
    for (Round start = 1; start < y.size(); ++start)
      for (const NodeId id : {0u, 3u}) {
        Node node = ring.node(id, consensus);
        node.resume_at(start, y[start < 2 ? 0 : start - 2][id]);
        EXPECT_EQ(node.current_round(), start);
        for (Round t = start; t < y.size(); ++t) {
          std::vector<const Released*> heard;
          for (const NodeId j : node.row().columns) heard.push_back(&y[t - 1][j]);
          Released next = Released::nothing(3);
          ASSERT_EQ(node.round(heard, next), Heard::accepted);
          EXPECT_TRUE(same_bits(next, y[t][id])) << name_of(consensus) << ", from " << start << ", round " << t;
        }
      }
  }
}

TEST(ResumedNode, ResumesOnceAndBeforeItsFirstRound) {
  Ring ring;
  const Released nothing = Released::nothing(3);
  Node twice = ring.node(0, Consensus::plain);
  twice.resume_at(3, nothing);
  EXPECT_THROW(twice.resume_at(4, nothing), std::logic_error);
  Node begun = ring.node(0, Consensus::plain);
  const Released* heard[] = {&nothing, &nothing, &nothing};
  Released next = nothing;
  ASSERT_EQ(begun.round(heard, next), Heard::accepted);
  EXPECT_THROW(begun.resume_at(1, nothing), std::logic_error);
  EXPECT_THROW(ring.node(0, Consensus::plain).resume_at(0, nothing), std::logic_error);
}

}  // namespace
}  // namespace sotto
