// SPDX-License-Identifier: MIT
// Masks vanish from the sum of a whole roster and from nothing else.
#include "sotto/privacy/masked.hpp"

#include <gtest/gtest.h>

#include <set>

#include "privacy/friends.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"

namespace sotto {
namespace {

constexpr std::size_t p = 6;

/// Says what was asked of it.
struct WatchedMasks final : PairMasks {
  void words(MemberPair pair, Round t, std::span<std::uint64_t> words) override {
    asked.emplace_back(pair.low, pair.high, t);
    SeededMasks({.seed = 3, .trial = 0}).words(pair, t, words);
  }
  std::vector<std::tuple<std::uint32_t, std::uint32_t, Round>> asked;
};

std::vector<std::uint64_t> words_of(MemberPair pair, Round t, std::uint64_t seed = 7, std::uint32_t trial = 0) {
  std::vector<std::uint64_t> words(p);
  SeededMasks({seed, trial}).words(pair, t, words);
  return words;
}

TEST(PairMasks, VanishFromTheSumOfAllMembersModuloTwoToThe64) {
  for (const std::vector<std::uint32_t>& members : {std::vector<std::uint32_t>{0, 1}, {0, 1, 2, 3, 4}, {2, 5, 9}}) {
    const Roster roster(members);
    SeededMasks masks({.seed = 5, .trial = 2});
    std::vector<std::uint64_t> sum(p, 0);
    for (const std::uint32_t member : members) {
      std::vector<std::uint64_t> residues(p, 0);
      add_masks(masks, roster, {.node = member, .round = 4}, residues);
      for (std::size_t k = 0; k < p; ++k) {
        EXPECT_NE(residues[k], 0u);
        sum[k] += residues[k];
      }
    }
    EXPECT_EQ(sum, std::vector<std::uint64_t>(p, 0));
  }
}

/// Planted: equal signs for one pair. The member with the lower number adds, the other one takes off.
TEST(PairMasks, OfAPairHaveOppositeSigns) {
  const Roster roster(2);
  SeededMasks masks({.seed = 5, .trial = 2});
  std::vector<std::uint64_t> low(p, 0), high(p, 0);
  add_masks(masks, roster, {.node = 0, .round = 1}, low);
  add_masks(masks, roster, {.node = 1, .round = 1}, high);
  for (std::size_t k = 0; k < p; ++k) EXPECT_EQ(low[k], 0 - high[k]);
  std::vector<std::uint64_t> words(p);
  masks.words({0, 1}, 1, words);
  EXPECT_EQ(low, words);
}

TEST(PairMasks, AreAskedForEveryOtherMemberOnceAndForTheRound) {
  WatchedMasks masks;
  std::vector<std::uint64_t> residues(p, 0);
  add_masks(masks, Roster({1, 4, 6}), {.node = 4, .round = 9}, residues);
  EXPECT_EQ(masks.asked, (std::vector<std::tuple<std::uint32_t, std::uint32_t, Round>>{{1, 4, 9}, {4, 6, 9}}));
}

/// Planted: masks of two rounds, pairs, trials or seeds that are equal.
TEST(SeededMasks, AreFreshForEveryPairRoundTrialAndSeed) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (const std::uint64_t seed : {7u, 8u})
    for (const std::uint32_t trial : {0u, 1u})
      for (const Round t : {1u, 2u, 300u})
        for (const MemberPair pair : {MemberPair{0, 1}, MemberPair{0, 2}, MemberPair{1, 2}, MemberPair{256, 257}})
          for (const std::uint64_t word : words_of(pair, t, seed, trial)) {
            seen.insert(word);
            ++drawn;
          }
  EXPECT_EQ(seen.size(), drawn);
}

/// Planted: masks of 32 bits in a word of 64. Of 1536 words each bit is set about half of the time (768 +- 20); 6
/// standard deviations: a false alarm in 10^7 runs of a fair generator, and this one is seeded.
TEST(SeededMasks, FillEveryBitOfAWord) {
  std::vector<int> set(64);
  for (Round t = 1; t <= 256; ++t)
    for (const std::uint64_t word : words_of({3, 8}, t))
      for (int bit = 0; bit < 64; ++bit) set[static_cast<std::size_t>(bit)] += (word >> bit & 1) != 0 ? 1 : 0;
  for (const int count : set) EXPECT_NEAR(count, 768, 120);
}

/// Planted: own noise that comes from the stream of a mask.
TEST(SeededMasks, ShareNoBitsWithNoise) {
  std::set<std::uint64_t> of_masks;
  for (Round t = 1; t <= 4; ++t)
    for (const std::uint64_t word : words_of({0, 1}, t)) of_masks.insert({word, word >> 32, word & 0xFFFFFFFF});
  for (std::uint32_t node = 0; node < 2; ++node)
    for (Round t = 1; t <= 4; ++t)
      for (std::uint32_t pair = 0; pair < 8; ++pair)
        for (const std::uint32_t word : random_bits(7, {.stream = Stream::noise, .node = node, .round = t}, pair))
          EXPECT_FALSE(of_masks.contains(word));
}

TEST(SeededMasks, RefuseANumberThatDoesNotFitThePlaceOfAPair) {
  std::vector<std::uint64_t> words(p);
  SeededMasks masks({.seed = 1, .trial = 0});
  EXPECT_NO_THROW(masks.words({0, SeededMasks::most_members - 1}, 1, words));
  EXPECT_THROW(masks.words({0, SeededMasks::most_members}, 1, words), InvalidInput);
}

TEST(Roster, RisesAndHasTwoMembersAtLeast) {
  EXPECT_THROW(Roster(std::vector<std::uint32_t>{3}), InvalidInput);
  EXPECT_THROW(Roster({3, 3}), InvalidInput);
  EXPECT_THROW(Roster({4, 3}), InvalidInput);
  EXPECT_THROW(Roster(1u), InvalidInput);
  EXPECT_EQ(Roster(3).size(), 3u);
}

/// Some members with their noise and masks.
struct Members {
  explicit Members(std::uint32_t count) : roster(count), residues(count, Masked(2)) {
    for (const Masked& residue : residues) all.push_back(&residue);
  }
  void speak(std::uint32_t member, std::vector<std::int64_t> x, Round t = 1) {
    DrawnNoise own(2);
    own.draw(noise, {.node = member, .round = t}, Plan::half_steps());
    residues[member] = Node::masked(x, own, masks, roster, {.node = member, .round = t});
  }
  std::vector<double> sum() const {
    const Released mean = Released::mean_of(all, roster);
    return {mean.values().begin(), mean.values().end()};
  }

  Roster roster;
  SeededLatticeNoise noise{{.seed = 11, .trial = 0}};
  SeededMasks masks{{.seed = 11, .trial = 0}};
  std::vector<Masked> residues;
  std::vector<const Masked*> all;
};

TEST(Masked, TheSumIsTheMeanOfEstimatesAndNoiseToTheBit) {
  Members members(3);
  std::vector<std::int64_t> expected{0, 0};
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::vector<std::int64_t> x{-1000 - 7 * std::int64_t{i}, 5};
    std::vector<std::int64_t> noise(2);
    members.noise.draw({.node = i, .round = 1}, 1000, noise);
    for (std::size_t k = 0; k < 2; ++k) expected[k] += x[k] + noise[k];
    members.speak(i, x);
  }
  EXPECT_EQ(members.sum(), (std::vector<double>{static_cast<double>(expected[0]) * 0.5 / 3,
                                                static_cast<double>(expected[1]) * 0.5 / 3}));
}

/// Without one member's masks a residue is a uniform word: nothing of x or of its sign is left in it.
TEST(Masked, AResidueIsNotTheNoisyValue) {
  Members members(3);
  members.speak(0, {40, 40});
  std::vector<std::int64_t> noise(2);
  members.noise.draw({.node = 0, .round = 1}, 1000, noise);
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_GT(std::abs(static_cast<double>(static_cast<std::int64_t>(members.residues[0].residues()[k]))), 1e12);
}

using MaskedDeath = testing::Test;

TEST(MaskedDeath, ASumThatLacksAMemberOrHasOneTwiceOrOfTwoRoundsEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Members members(3);
  for (std::uint32_t i = 0; i < 3; ++i) members.speak(i, {0, 0});
  EXPECT_NO_THROW(members.sum());
  EXPECT_DEATH(Released::mean_of(std::span(members.all).first(2), members.roster), "nothing was sent");
  const std::vector<const Masked*> twice{members.all[0], members.all[1], members.all[1]};
  EXPECT_DEATH(Released::mean_of(twice, members.roster), "nothing was sent");
  members.speak(2, {0, 0}, 2);
  EXPECT_DEATH(members.sum(), "nothing was sent");
}

TEST(MaskedDeath, ASumOfTwoGridsEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Members members(2);
  members.speak(0, {0, 0});
  DrawnNoise finer(2);
  finer.draw(members.noise, {.node = 1, .round = 1}, Plan::quarter_steps());
  members.residues[1] = Node::masked({0, 0}, finer, members.masks, members.roster, {.node = 1, .round = 1});
  EXPECT_DEATH(members.sum(), "nothing was sent");
}

TEST(MaskedDeath, NoiseThatWasUsedHidesNoSecondResidue) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Members members(2);
  DrawnNoise own(2);
  own.draw(members.noise, {.node = 0, .round = 1}, Plan::half_steps());
  Node::masked({1, 1}, own, members.masks, members.roster, {.node = 0, .round = 1});
  EXPECT_DEATH(Node::masked({1, 1}, own, members.masks, members.roster, {.node = 0, .round = 2}), "nothing was sent");
  DrawnNoise never_drawn(2);
  EXPECT_DEATH(Node::masked({1, 1}, never_drawn, members.masks, members.roster, {.node = 0, .round = 1}),
               "nothing was sent");
}

TEST(MaskedDeath, WhoIsNotOnTheRosterSaysNothing) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Members members(2);
  DrawnNoise own(2);
  own.draw(members.noise, {.node = 2, .round = 1}, Plan::half_steps());
  EXPECT_DEATH(Node::masked({1, 1}, own, members.masks, members.roster, {.node = 2, .round = 1}), "nothing was sent");
}

}  // namespace
}  // namespace sotto
