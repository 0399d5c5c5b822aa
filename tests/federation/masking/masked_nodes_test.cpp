// SPDX-License-Identifier: MIT
// Real nodes, each with the masks that its own keys make: what they release is what they would release without any.
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "federation/masking/vectors.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "support/network.hpp"

namespace sotto {
namespace {

constexpr std::uint32_t member_count = 4;
constexpr Round gradient_rounds = 3;

struct NoMasks final : PairMasks {
  void words(MemberPair, Round, std::span<std::uint64_t> words) override { std::fill(words.begin(), words.end(), 0); }
};

/// Some nodes and their noise, which a seed repeats.
struct World {
  World() {
    PlanRequest request{{4, 1e-3}, gradient_rounds, MeanEstimation::constants_for(net.domain(), 20)};
    request.mechanism = MaskedSums{.members = member_count, .colluders = 1};
    request.lattice = net.domain();
    plan.emplace(make_plan(request));
  }
  Node node(NodeId id, PairMasks& masks) {
    return Node({.id = id,
                 .weights = net.weights(),
                 .domain = net.domain(),
                 .plan = *plan,
                 .objective = *net.objectives()[id],
                 .noise = noise,
                 .masks = &masks});
  }

  test::TestNetwork net{{.graph = ring_graph(member_count)}};
  std::optional<Plan> plan;
  SeededLatticeNoise noise{{.seed = 3, .trial = 0}};
};

/// The sums of all rounds; `committed` hears of each round.
std::vector<std::vector<double>> sums_of(std::span<PairMasks* const> masks,
                                         const std::function<void(Round)>& committed) {
  World world;
  std::vector<Node> nodes;
  for (NodeId i = 0; i < member_count; ++i) nodes.push_back(world.node(i, *masks[i]));
  std::vector<std::vector<double>> sums;
  Released sum = Released::nothing(3);
  for (Round t = 1; t <= gradient_rounds; ++t) {
    std::vector<Masked> residues(member_count, Masked(3));
    std::vector<const Masked*> all;
    for (NodeId i = 0; i < member_count; ++i) {
      EXPECT_EQ(nodes[i].round(sum, residues[i]), Heard::accepted);
      all.push_back(&residues[i]);
    }
    committed(t);
    sum = Released::mean_of(all, Roster(member_count));
    sums.emplace_back(sum.values().begin(), sum.values().end());
  }
  return sums;
}

TEST(NodesWithDerivedMasks, ReleaseTheSameSumsAsWithoutMasksToTheBit) {
  const test::FreshMembers members(member_count);
  std::vector<std::unique_ptr<DerivedMasks>> own;
  std::vector<PairMasks*> masks, none;
  NoMasks no_masks;
  for (std::uint32_t i = 0; i < member_count; ++i) {
    own.push_back(std::make_unique<DerivedMasks>(i, members.keys_of(i)));
    masks.push_back(own.back().get());
    none.push_back(&no_masks);
  }
  const auto hidden = sums_of(masks, [&](Round t) {
    for (const auto& one : own) one->committed(t);
  });
  EXPECT_EQ(hidden, sums_of(none, [](Round) {}));
  EXPECT_EQ(hidden.size(), gradient_rounds);
}

/// Planted: a node that starts again at a round whose residue is in the store.
TEST(NodesWithDerivedMasks, SayNothingASecondTimeForACommittedRound) {
  const test::FreshMembers members(member_count);
  DerivedMasks masks(0, members.keys_of(0));
  World world;
  Masked first(3), second(3);
  ASSERT_EQ(world.node(0, masks).round(Released::nothing(3), first), Heard::accepted);
  masks.committed(1);
  Node again = world.node(0, masks);
  EXPECT_THROW(again.round(Released::nothing(3), second), std::logic_error);
  EXPECT_EQ(std::vector(second.residues().begin(), second.residues().end()), std::vector<std::uint64_t>(3, 0))
      << "what failed has not seen an estimate";
}

}  // namespace
}  // namespace sotto
