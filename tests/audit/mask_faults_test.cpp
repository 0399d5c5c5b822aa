// SPDX-License-Identifier: MIT
// Mistakes planted in masks and in the noise of members that the checks of an audit catch; the shipped sources pass.
//
// Either check's false-alarm rate is 1e-6 in each test, and seeds are fixed. A fault is seen by some hundred standard
// deviations, so that a test that does not see it is broken.
#include <gtest/gtest.h>

#include "audit/masked_support.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"

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

}  // namespace
}  // namespace sotto
