// SPDX-License-Identifier: MIT
// Errata E4 to E6, about the noise of real nodes' messages: how much, and in which of them.
#include <gtest/gtest.h>

#include "sotto/simulation/observation/running_statistic.hpp"
#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;
using test::World;

TEST(ErratumE4, TheVarianceIsPerCoordinate) {
  // 4000 trials, coordinate by coordinate: standard error 2.2 %; 4.5 of them, 8 * 7e-6 false alarms.
  const World world({.domain = Box{4, 1}, .graph = path_graph(2), .rounds = 2});
  for (const Round t : {1u, 2u}) {
    std::vector<RunningStatistic> squared(4);
    for (std::uint32_t trial = 0; trial < 4000; ++trial) {
      const auto said = world.run(trial);
      const auto x = world.descend(world.objective(0), world.onto_domain(world.mix(said.y(t)))[0], t);
      const auto n = test::difference(said.y(t + 1)[0], x);
      for (std::size_t k = 0; k < 4; ++k) squared[k].add(n[k] * n[k]);
    }
    for (const auto& of_coordinate : squared)
      EXPECT_NEAR(of_coordinate.mean() / std::pow(world.noise_scale(t), 2), 1, 0.1);
  }
}

TEST(ErratumE5, TheFirstMessageIsThePublicZeroWithoutNoise) {
  RandomPoints points(5);
  for (int k = 0; k < 50; ++k) {
    const World world(test::random_world(points, 4));
    SeededNoise seeded({.seed = 1, .trial = 1});
    test::WatchedNoise noise(seeded);
    const auto said = world.run(noise);
    EXPECT_EQ(test::norm(said.y(1)), 0);
    EXPECT_EQ(noise.draws().front().round, 1u);  // the noise of message y(2)
    const std::vector<double> zero(world.p(), 0.0);
    for (NodeId i = 0; i < world.nodes(); ++i) {
      std::vector<double> n(world.p());
      seeded.add_to({.node = i, .round = 1}, 1, n);
      const auto x = world.descend(world.objective(i), zero, 1);
      for (std::size_t c = 0; c < n.size(); ++c) EXPECT_DOUBLE_EQ(said.y(2)[i][c], x[c] + world.noise_scale(1) * n[c]);
    }
  }
}

TEST(ErratumE6, ExactlyTMessagesCarryNoiseAndStageTwoDrawsNone) {
  RandomPoints points(6);
  for (int k = 0; k < 50; ++k) {
    const World world(test::random_world(points, 10));
    SeededNoise seeded({.seed = 1, .trial = 1});
    test::WatchedNoise noise(seeded);
    world.run(noise, static_cast<Round>(points.below(9)));
    const Round T = world.plan().gradient_rounds();
    std::vector<Round> spoken(world.nodes(), 0);
    for (const NodeRound& at : noise.draws()) EXPECT_EQ(at.round, ++spoken[at.node]);
    for (const Round rounds : spoken) EXPECT_EQ(rounds, T);
  }
}

}  // namespace
}  // namespace sotto
