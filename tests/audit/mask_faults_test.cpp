// SPDX-License-Identifier: MIT
// Mistakes planted in masks and in the noise of members that the checks of an audit catch; the shipped sources pass.
//
// Either check's false-alarm rate is 1e-6 in each test, and seeds are fixed. A fault is seen by some hundred standard
// deviations, so that a test that does not see it is broken.
#include <gtest/gtest.h>

#include "audit/masked_support.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"
#include "sotto/random/discrete_gaussian.hpp"
#include "sotto/random/seeded_bits.hpp"

namespace sotto {
namespace {

using test::AuditedMembers;

/// Seeded masks, changed.
class PlantedMasks : public PairMasks {
 public:
  explicit PlantedMasks(SeededNoise::Key key) : masks_({key.seed, key.trial}) {}

 protected:
  SeededMasks masks_;
};

struct SoundMasks final : PlantedMasks {
  using PlantedMasks::PlantedMasks;
  void words(MemberPair pair, Round t, std::span<std::uint64_t> words) override { masks_.words(pair, t, words); }
};
/// Round 5 has the masks of round 4.
struct MasksOfTwoRounds final : PlantedMasks {
  using PlantedMasks::PlantedMasks;
  void words(MemberPair pair, Round t, std::span<std::uint64_t> words) override {
    masks_.words(pair, t == 5 ? 4 : t, words);
  }
};
struct MasksOf32Bits final : PlantedMasks {
  using PlantedMasks::PlantedMasks;
  void words(MemberPair pair, Round t, std::span<std::uint64_t> words) override {
    masks_.words(pair, t, words);
    for (std::uint64_t& word : words) word &= 0xFFFFFFFF;
  }
};
struct NoMasks final : PlantedMasks {
  using PlantedMasks::PlantedMasks;
  void words(MemberPair, Round, std::span<std::uint64_t> words) override { std::fill(words.begin(), words.end(), 0); }
};
/// Node 3 leaves its noise out.
struct LazyMember final : LatticeNoise {
  explicit LazyMember(SeededNoise::Key key) : noise(key) {}
  void draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> into) override {
    noise.draw(at, sigma, into);
    if (at.node == 3) std::fill(into.begin(), into.end(), 0);
  }
  bool is_secret() const override { return false; }
  SeededLatticeNoise noise;
};
struct Checks {
  NoiseCheck noise;
  MaskCheck masks;
};

template <class Masks, class NoiseOfMembers = SeededLatticeNoise>
Checks checks_with() {
  const AuditedMembers members({.planned = 1, .colluding = 0});
  ResidueBits bits;
  const NoiseCheck noise = members.noise_check([&](const Network& network, SeededNoise::Key key, Transcript& heard) {
    NoiseOfMembers own(key);
    Masks masks(key);
    run_bare(network, {.noise = own, .masks = masks}, test::no_interrupt, bits, heard);
  });
  return {noise, bits.check()};
}

bool one_says(const std::vector<Finding>& failures, const std::string& words) {
  return std::any_of(failures.begin(), failures.end(),
                     [&](const Finding& finding) { return finding.what.find(words) != std::string::npos; });
}

TEST(PlantedMaskFault, SoundMasksAndNoisePassBothChecks) {
  const auto [noise, masks] = checks_with<SoundMasks>();
  EXPECT_TRUE(noise.passed());
  EXPECT_TRUE(masks.passed());
  EXPECT_EQ(masks.tests, 5u * 2 * 63);
  EXPECT_EQ(masks.words, 300u * 8 * 2);
}

TEST(PlantedMaskFault, EqualMasksOfTwoRoundsAreCaughtByWhatIsLeftOfTheirResidues) {
  const auto [noise, masks] = checks_with<MasksOfTwoRounds>();
  EXPECT_TRUE(noise.passed()) << "the sums are what they should be";
  ASSERT_FALSE(masks.passed());
  EXPECT_TRUE(one_says(masks.failures, "less that of the round before"));
  EXPECT_FALSE(one_says(masks.failures, "differ in the residues")) << "by themselves they are uniform";
}

TEST(PlantedMaskFault, MasksOf32BitsAreCaughtByTheUpperBitsOfResidues) {
  const auto [noise, masks] = checks_with<MasksOf32Bits>();
  EXPECT_TRUE(noise.passed());
  EXPECT_TRUE(one_says(masks.failures, "bits 62 and 63 differ in the residues of node 2"));
  EXPECT_FALSE(one_says(masks.failures, "bits 20 and 21 differ"));
}

TEST(PlantedMaskFault, NoMasksAtAllAreCaughtByTheUpperBitsOfResidues) {
  EXPECT_TRUE(one_says(checks_with<NoMasks>().masks.failures, "bits 62 and 63 differ in the residues of node 0"));
}

TEST(PlantedMaskFault, AMemberWithoutItsOwnNoiseIsCaughtByTheVarianceOfItsResiduals) {
  const auto [noise, masks] = checks_with<SoundMasks, LazyMember>();
  EXPECT_TRUE(one_says(noise.failures, "variance of node 3"));
  EXPECT_TRUE(masks.passed());
}

/// Draws from the stream of the masks that a node shares with node 4, who can do the same.
struct NoiseOfAMask final : LatticeNoise {
  explicit NoiseOfAMask(SeededNoise::Key key) : key(key) {}
  void draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> into) override {
    SeededBits bits(key.seed,
                    {.stream = Stream::mask, .trial = key.trial, .node = at.node << 16 | 4, .round = at.round});
    const DiscreteGaussian gaussian(sigma);
    for (std::int64_t& value : into) value = gaussian.draw(bits);
  }
  bool is_secret() const override { return false; }
  SeededNoise::Key key;
};

/// Whether a node's noise of some round is what the bits of one of its masks would make. Sixteen numbers beside a sigma
/// of 4096 are the same by chance once in 10^60 draws.
template <class NoiseOfMembers>
bool is_drawn_from_a_mask() {
  constexpr SeededNoise::Key key{.seed = 7, .trial = 3};
  NoiseOfMembers noise(key);
  const DiscreteGaussian gaussian(4096);
  std::vector<std::int64_t> own(16), of_mask(16);
  for (std::uint32_t high = 1; high < 5; ++high)
    for (std::uint32_t low = 0; low < high; ++low)
      for (Round t = 1; t <= 8; ++t) {
        SeededBits bits(key.seed, {.stream = Stream::mask, .trial = key.trial, .node = low << 16 | high, .round = t});
        for (std::int64_t& value : of_mask) value = gaussian.draw(bits);
        for (NodeId i = 0; i < 5; ++i) {
          noise.draw({.node = i, .round = t}, 4096, own);
          if (own == of_mask) return true;
        }
      }
  return false;
}

TEST(PlantedMaskFault, NoiseFromTheStreamOfAMaskIsCaughtByDrawingItFromThatStream) {
  EXPECT_TRUE(is_drawn_from_a_mask<NoiseOfAMask>());
  EXPECT_FALSE(is_drawn_from_a_mask<SeededLatticeNoise>());
}

}  // namespace
}  // namespace sotto
