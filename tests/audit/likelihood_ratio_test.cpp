// SPDX-License-Identifier: MIT
// The attack is the likelihood ratio, and its moments are those that the exact accountant promises.
#include "sotto/audit/likelihood_ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/support.hpp"

namespace sotto {
namespace {

using test::Audited;

/// Sum of -||y - x||^2/(2 M^2) by definition, in long double, with x from the paper's formula for mean estimation.
long double log_density(const Audited& audited, const Transcript& heard, double first_record) {
  const std::size_t p = heard.shape().dimension;
  Records records =
      draw_records({.dimension = p, .mean = 0.3, .radius = 1}, {.seed = 1, .trial = 0, .node = 0, .record_count = 8});
  for (double& v : records.row(0)) v = first_record;
  long double sum = 0;
  for (Round t = 1; t <= audited.plan().gradient_rounds(); ++t) {
    std::vector<double> z(p);
    mix(audited.weights(), heard, t, 0, z);
    for (std::size_t k = 0; k < p; ++k) {
      const long double zk = std::clamp(z[k], -1.0, 1.0);
      long double gradient = 0;
      for (std::size_t r = 0; r < 8; ++r) gradient += zk - records.row(r)[k];
      const long double x = std::clamp<long double>(zk - audited.plan().step(t) * gradient, -1, 1);
      const long double n = (heard.message(t + 1, 0)[k] - x) / audited.plan().noise_scale(t).standard_deviation();
      sum -= n * n / 2;
    }
  }
  return sum;
}

TEST(LikelihoodRatio, IsTheDifferenceOfTheLogDensitiesOfTheTargetsMessages) {
  const Audited audited({.graph = star_graph(4), .domain = Box{3, 1}});
  Transcript heard(audited.shape());
  for (std::uint32_t trial = 0; trial < 50; ++trial) {
    audited.shipped()(trial % 2 == 0 ? Side::data : Side::neighbour, trial, heard);
    const long double exact = log_density(audited, heard, 1) - log_density(audited, heard, -1);
    EXPECT_NEAR(audited.attack()(heard), static_cast<double>(exact), 1e-11);
  }
}

TEST(LikelihoodRatio, OfTheWorstCaseIsGaussianWithVarianceAlphaAndMeansHalfOfIt) {
  // 4000 transcripts: 4.5 standard errors of the mean are 0.071 mu, of the variance 10 %; 3 * 7e-6 false alarms.
  const Audited audited;
  const Scores scores = audited.scores(audited.shipped(), 4000).held_out;
  const double alpha = audited.plan().alpha_spent();
  double mean = 0, mean_prime = 0, variance = 0;
  for (const double s : scores.data) mean += s / 4000;
  for (const double s : scores.neighbour) mean_prime += s / 4000;
  for (const double s : scores.data) variance += (s - mean) * (s - mean) / 4000;
  EXPECT_NEAR(mean, alpha / 2, 0.071 * std::sqrt(alpha));
  EXPECT_NEAR(mean_prime, -alpha / 2, 0.071 * std::sqrt(alpha));
  EXPECT_NEAR(variance / alpha, 1, 0.1);
  EXPECT_GT(std::abs(variance / (0.85 * alpha) - 1), 0.1);  // a noise scale that is 8 % off would be seen
}

TEST(LikelihoodRatio, IsInfiniteForAMessageWithoutNoise) {
  const Audited audited;
  Transcript heard(audited.shape());
  for (const auto fault : {test::Planted::a_silent_round, test::Planted::printed_hand_over}) {
    audited.with(fault)(Side::data, 0, heard);
    EXPECT_EQ(audited.attack()(heard), std::numeric_limits<double>::infinity());
    audited.with(fault)(Side::neighbour, 0, heard);
    EXPECT_EQ(audited.attack()(heard), -std::numeric_limits<double>::infinity());
  }
}

}  // namespace
}  // namespace sotto
