// SPDX-License-Identifier: MIT
// Algorithm 1 in its safe reading: real nodes against the equations, written again from the paper.
#include <gtest/gtest.h>

#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;
using test::Stacked;
using test::World;

TEST(Algorithm1, EveryMessageOfBothStagesFollowsFromTheEquations) {
  RandomPoints points(1);
  for (int k = 0; k < 100; ++k) {
    const World world(test::random_world(points, 8));
    const Round T = world.plan().gradient_rounds();
    const auto said = world.run(3, 5);
    ASSERT_EQ(said.last(), T + 6);
    for (Round t = 1; t < said.last(); ++t) {
      Stacked expected = world.mix(said.y(t));  // eq:def:stage2:consensus
      if (t <= T) {                             // eq:def:consensus, eq:def:GD, eq:def:noise
        const Stacked z = world.onto_domain(expected), n = world.noise(3, t);
        for (NodeId i = 0; i < world.nodes(); ++i) {
          expected[i] = world.descend(world.objective(i), z[i], t);
          EXPECT_TRUE(contains(world.domain(), expected[i]));
          for (std::size_t c = 0; c < world.p(); ++c) expected[i][c] += n[i][c];
        }
      }
      const double size = 1e-13 * (test::norm(expected) + diameter(world.domain()));
      EXPECT_LE(test::norm(test::difference(said.y(t + 1), expected)), size * 10) << "round " << t;
    }
  }
}

TEST(Algorithm1, OneNodeAloneRunsToo) {
  const World world({.domain = Box{2, 1}, .graph = Graph(1, {}), .rounds = 4});
  EXPECT_EQ(world.weights().mixing_rate().beta, 0);
  const auto said = world.run(1, 3);
  EXPECT_EQ(said.y(5), said.y(8));
}

TEST(PaperExperiment, MinimisesTheSumOfSquaredDistancesWithSensitivityTwoRRootP) {
  RandomPoints points(2);
  for (int k = 0; k < 100; ++k) {
    const Box box{1 + points.below(6), points.log_uniform({0.1, 10})};
    const Records records = test::random_records(points, box, 1 + points.below(8));
    const MeanEstimation f(box, records);
    std::vector<double> average(box.dimension, 0.0), gradient(box.dimension);
    for (std::size_t r = 0; r < records.count(); ++r) {
      std::vector<double> record(records.row(r).begin(), records.row(r).end());
      project(box, record);
      for (std::size_t c = 0; c < average.size(); ++c) average[c] += record[c] / static_cast<double>(records.count());
    }
    f.gradient(average, gradient);
    const double R = box.half_side, root_p = std::sqrt(static_cast<double>(box.dimension));
    EXPECT_LE(test::norm(gradient), 1e-12 * R * root_p * static_cast<double>(records.count()));
    EXPECT_DOUBLE_EQ(f.public_constants().record_sensitivity, 2 * R * root_p);
    EXPECT_EQ(f.public_constants().curvature.strong_convexity, static_cast<double>(records.count()));
  }
}

}  // namespace
}  // namespace sotto
