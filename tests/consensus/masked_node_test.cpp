// SPDX-License-Identifier: MIT
// Nodes of masked sums: masks leave no trace in what is released, and nothing else leaves a node.
#include <gtest/gtest.h>

#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"
#include "support/network.hpp"

namespace sotto {
namespace {

using test::never;

/// What a planted fault would be: no masks at all.
struct NoMasks final : PairMasks {
  void words(MemberPair, Round, std::span<std::uint64_t> words) override { std::fill(words.begin(), words.end(), 0); }
};

/// Keeps residues too.
struct ResidueTape final : Eavesdropper {
  void hear(Round, std::span<const Released> y) override {
    EXPECT_EQ(y.size(), 1u);
    sums.emplace_back(y[0].values().begin(), y[0].values().end());
  }
  void hear_residues(Round t, std::span<const Masked> u) override {
    rounds.push_back(t);
    residues.emplace_back();
    for (const Masked& one : u) residues.back().emplace_back(one.residues().begin(), one.residues().end());
  }
  std::vector<Round> rounds;
  std::vector<std::vector<double>> sums;
  std::vector<std::vector<std::vector<std::uint64_t>>> residues;  ///< [round][member][coordinate]
};

struct World {
  explicit World(const PlanRequest& changes = {{4, 1e-3}, 6, {}}) : net({.graph = ring_graph(5)}), request(changes) {
    request.constants = MeanEstimation::constants_for(net.domain(), 20);
    request.mechanism = MaskedSums{.members = 5, .colluders = 1};
    request.lattice = net.domain();
    plan.emplace(make_plan(request));
  }
  Network network() const {
    return {.weights = net.weights(), .domain = net.domain(), .plan = *plan, .objectives = net.objectives()};
  }
  TrialOutcome run(PairMasks& masks, Eavesdropper& listener) const {
    SeededLatticeNoise noise({.seed = 3, .trial = 0});
    return run_reference(network(), FixedRounds{9}, noise, listener, never, &masks);
  }

  test::TestNetwork net;
  PlanRequest request;
  std::optional<Plan> plan;
};

TEST(MaskedNodes, ReleaseTheSameSumsWithMasksAndWithoutAny) {
  for (const Output output : all_outputs) {
    const World world({.budget = {4, 1e-3}, .gradient_rounds = 6, .constants = {}, .output = output});
    ResidueTape hidden, bare;
    SeededMasks masks({.seed = 3, .trial = 0});
    NoMasks none;
    const TrialOutcome outcome = world.run(masks, hidden);
    world.run(none, bare);
    EXPECT_EQ(hidden.sums, bare.sums);
    EXPECT_EQ(hidden.rounds, (std::vector<Round>{2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(outcome.gradient_rounds, 6u);
    EXPECT_EQ(outcome.consensus_rounds, 0u);
    for (std::size_t t = 0; t < 6; ++t)
      for (std::size_t i = 0; i < 5; ++i) EXPECT_NE(hidden.residues[t][i], bare.residues[t][i]);
  }
}

/// On a ring a residue passes 5 * (10 - 4) links until all have all five of them.
TEST(MaskedNodes, CountWhatIsRelayed) {
  const World world;
  ResidueTape tape;
  SeededMasks masks({.seed = 3, .trial = 0});
  const TrialOutcome outcome = world.run(masks, tape);
  EXPECT_EQ(outcome.messages, 6u * 5 * (10 + 1 - 5));
  EXPECT_EQ(outcome.bytes, outcome.messages * 3 * 8);
}

/// z follows from the sum alone, and so does the next residue: sum = mean of (x_i + n_i), x_i from a node of its own.
TEST(MaskedNodes, SayTheirEstimateAtTheSumWithTheirOwnNoise) {
  const World world;
  ResidueTape bare;
  NoMasks none;
  world.run(none, bare);
  SeededLatticeNoise noise({.seed = 3, .trial = 0});
  for (NodeId i = 0; i < 5; ++i) {
    Node node({.id = i,
               .weights = world.net.weights(),
               .domain = world.net.domain(),
               .plan = *world.plan,
               .objective = *world.net.objectives()[i],
               .noise = noise,
               .masks = &none});
    Masked residue(3);
    ASSERT_EQ(node.round(Released::nothing(3), residue), Heard::accepted);
    EXPECT_TRUE(std::equal(residue.residues().begin(), residue.residues().end(), bare.residues[0][i].begin()));
    EXPECT_EQ(residue.at().node, i);
    EXPECT_EQ(residue.at().round, 1u);
    EXPECT_EQ(node.round(Released::nothing(2), residue), Heard::wrong_length);
    Released next = Released::nothing(3);
    const std::vector<const Released*> heard{&next};
    EXPECT_THROW(node.round(heard, next), std::logic_error);
    EXPECT_THROW(node.output(next), std::logic_error);  // five gradients are left
    EXPECT_THROW(node.resume_at(3, next), std::logic_error);
  }
}

/// Noise that cannot be drawn: no record may have been looked at by then.
struct NoNoise final : LatticeNoise {
  void draw(NodeRound, std::uint64_t, std::span<std::int64_t>) override { throw std::runtime_error("no entropy"); }
  bool is_secret() const override { return true; }
};

/// Counts how often its records are asked.
class WatchedRecords final : public RecordSum {
 public:
  explicit WatchedRecords(const RecordSum& records) : records_(records) {}
  std::size_t dimension() const override { return records_.dimension(); }
  double value(std::span<const double> x) const override { return records_.value(x); }
  void gradient(std::span<const double> x, std::span<double> out) const override { records_.gradient(x, out); }
  PublicConstants public_constants() const override { return records_.public_constants(); }
  void shared_gradient(std::span<const double> x, std::span<double> out) const override {
    records_.shared_gradient(x, out);
  }
  const QuantisedSum& record_gradients(std::span<const double> x, QuantisedSum& scratch) const override {
    ++asked;
    return records_.record_gradients(x, scratch);
  }
  mutable int asked = 0;

 private:
  const RecordSum& records_;
};

TEST(MaskedNodes, DrawTheirNoiseBeforeARecordIsLookedAt) {
  const World world;
  const WatchedRecords records(dynamic_cast<const RecordSum&>(*world.net.objectives()[0]));
  NoMasks none;
  const auto round_with = [&](LatticeNoise& noise) {
    Node node({.id = 0,
               .weights = world.net.weights(),
               .domain = world.net.domain(),
               .plan = *world.plan,
               .objective = records,
               .noise = noise,
               .masks = &none});
    Masked residue(3);
    node.round(Released::nothing(3), residue);
  };
  NoNoise broken;
  EXPECT_THROW(round_with(broken), std::runtime_error);
  EXPECT_EQ(records.asked, 0);
  SeededLatticeNoise noise({.seed = 3, .trial = 0});
  round_with(noise);
  EXPECT_EQ(records.asked, 1);
}

TEST(MaskedNodes, NeedMasksOnTheLatticeAndAPlaceInTheSum) {
  const World world;
  SeededLatticeNoise noise({.seed = 3, .trial = 0});
  NoMasks none;
  const auto make = [&](NodeId id, PairMasks* masks) {
    Node node({.id = id,
               .weights = world.net.weights(),
               .domain = world.net.domain(),
               .plan = *world.plan,
               .objective = *world.net.objectives()[0],
               .noise = noise,
               .masks = masks});
  };
  EXPECT_NO_THROW(make(4, &none));
  EXPECT_THROW(make(4, nullptr), InvalidInput);
  EXPECT_THROW(make(5, &none), InvalidInput);
}

TEST(MaskedNodes, ArePlannedForAllNodesOfTheirNetwork) {
  World world;
  world.request.mechanism = MaskedSums{.members = 6, .colluders = 1};
  world.plan.emplace(make_plan(world.request));
  ResidueTape tape;
  NoMasks none;
  EXPECT_THROW(world.run(none, tape), InvalidInput);
}

/// Planted: a node that draws its residue of a round a second time. It counts its rounds, and cannot.
TEST(MaskedNodes, DrawAResidueOnceForARound) {
  const World world;
  SeededLatticeNoise noise({.seed = 3, .trial = 0});
  NoMasks none;
  Node node({.id = 0,
             .weights = world.net.weights(),
             .domain = world.net.domain(),
             .plan = *world.plan,
             .objective = *world.net.objectives()[0],
             .noise = noise,
             .masks = &none});
  Masked residue(3);
  for (Round t = 1; t <= 6; ++t) {
    ASSERT_EQ(node.round(Released::nothing(3), residue), Heard::accepted);
    EXPECT_EQ(residue.at().round, t);
  }
  EXPECT_THROW(node.round(Released::nothing(3), residue), std::logic_error);
}

}  // namespace
}  // namespace sotto
