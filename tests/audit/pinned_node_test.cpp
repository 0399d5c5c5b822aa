// SPDX-License-Identifier: MIT
// Malicious neighbours hold one shipped node where they like, with words that are made of what was heard alone.
#include "sotto/audit/pinned_node.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/support.hpp"
#include "sotto/privacy/seeded_noise.hpp"

namespace sotto {
namespace {

using test::Audited;

const std::vector<double> corner{1, -0.5};

test::AuditedSpec on_lattice(bool lattice) {
  test::AuditedSpec spec{.graph = star_graph(4)};
  spec.lattice = lattice;
  return spec;
}

PinnedNode at_corner(const Audited& audited) {
  PinnedNode pinned = audited.pinned({corner});
  std::fill(pinned.point_of_round.begin() + 1, pinned.point_of_round.end(), 1);
  return pinned;
}

TEST(PinnedNode, StandsWhereItsNeighboursWantInEveryRoundButTheFirst) {
  for (const bool lattice : {false, true}) {
    const Audited audited(on_lattice(lattice));
    Transcript heard(audited.shape());
    for (std::uint32_t trial = 0; trial < 20; ++trial) {
      audited.held(at_corner(audited))(trial % 2 == 0 ? Side::data : Side::neighbour, trial, heard);
      ASSERT_EQ(heard.last_round(), 11U);
      std::vector<double> z(2);
      for (Round t = 1; t <= 10; ++t) {
        mix(audited.weights(), heard, t, 0, z);
        project(audited.domain(), z);
        for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(z[k], t == 1 ? 0 : corner[k], lattice ? 1e-7 : 1e-14);
      }
    }
  }
}

TEST(PinnedNode, HearsWordsThatFollowFromWhatItSaidAndThatTheWireWouldTake) {
  for (const bool lattice : {false, true}) {
    const Audited audited(on_lattice(lattice));
    Transcript heard(audited.shape());
    audited.held(at_corner(audited))(Side::data, 3, heard);
    std::vector<double> words(2);
    for (Round t = 2; t <= 10; ++t) {
      const double grid = lattice ? audited.plan().lattice_round(t - 1).grid : 0;
      choose_words(audited.target(), corner, heard.message(t, 0), grid, words);
      for (NodeId j = 1; j < 4; ++j) {
        EXPECT_TRUE(std::equal(words.begin(), words.end(), heard.message(t, j).begin()));
        EXPECT_TRUE(!lattice || std::remainder(heard.message(t, j)[0], grid) == 0);
      }
    }
  }
}

TEST(PinnedNode, IsTheShippedNodeWithItsOwnNoise) {
  const Audited audited(on_lattice(false));
  Transcript heard(audited.shape());
  audited.held(at_corner(audited))(Side::neighbour, 5, heard);
  SeededNoise noise({.seed = 1, .trial = 11});
  std::vector<double> z(2), x(2);
  for (Round t = 1; t <= 10; ++t) {
    mix(audited.weights(), heard, t, 0, z);
    project(audited.domain(), z);
    audited.truth_of_neighbour().estimate(t, z, x);
    std::vector<double> added(2, 0.0);
    noise.add_to({.node = 0, .round = t}, audited.plan().noise_scale(t).standard_deviation(), added);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(heard.message(t + 1, 0)[k], x[k] + added[k]);
  }
}

/// A record that shows where the first coordinate is large.
class Told final : public Hypothesis {
 public:
  explicit Told(double sign) : sign_(sign) {}
  void estimate(Round t, std::span<const double> z, std::span<double> x) const override {
    std::fill(x.begin(), x.end(), 0.0);
    x[1] = sign_ * (t == 4 ? -z[0] : z[0]) + 1;
  }
  double noise_scale(Round) const override { return 2; }

 private:
  double sign_;
};

TEST(PinnedNode, IsHeldWhereTheRecordTellsMostAndCountsWhatItTells) {
  const Audited audited;
  const Told data(1), neighbour(0);
  const PinnedNode pinned = pin(audited.target(), data, neighbour, {{0.5, 0}, {-1, 0}, {0.75, 0}});
  EXPECT_EQ(pinned.point_of_round, (std::vector<std::uint32_t>{0, 2, 2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_DOUBLE_EQ(pinned.alpha, 9 * 0.25) << "nine rounds in which x is moved by 1 beside noise of scale 2";
}

TEST(PinnedNode, TellsAsMuchAsItsAlphaSays) {
  // 4000 transcripts: 4.5 standard errors of the mean are 0.071 mu, of the variance 10 %; 2 * 7e-6 false alarms.
  const Audited audited({.first = 0.5});  // three quarters of the sensitivity
  const PinnedNode pinned = at_corner(audited);
  EXPECT_NEAR(pinned.alpha / audited.plan().alpha_spent(), 0.5625, 1e-3);
  const Scores scores = audited.scores(audited.held(pinned), 4000).held_out;
  double mean = 0, variance = 0;
  for (const double s : scores.data) mean += s / 4000;
  for (const double s : scores.data) variance += (s - mean) * (s - mean) / 4000;
  EXPECT_NEAR(mean, pinned.alpha / 2, 0.071 * std::sqrt(pinned.alpha));
  EXPECT_NEAR(variance / pinned.alpha, 1, 0.1);
  EXPECT_GT(std::abs(variance / audited.plan().alpha_spent() - 1), 0.1) << "a quarter of the record would be seen";
}

TEST(PinnedNode, NeedsNeighbours) {
  EXPECT_FALSE(has_neighbours(make_weights(complete_graph(1), WeightRule::metropolis), 0));
  EXPECT_TRUE(has_neighbours(make_weights(path_graph(2), WeightRule::metropolis), 1));
}

}  // namespace
}  // namespace sotto
