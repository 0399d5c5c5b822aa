// SPDX-License-Identifier: MIT
// Clopper and Pearson's limits cover by their definition, for every count and rate.
#include "sotto/audit/rates.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sotto {
namespace {

/// P(Binomial(n, rate) = k), by the product of its ratios.
double probability(std::uint64_t n, std::uint64_t k, double rate) {
  double p = std::pow(1 - rate, static_cast<double>(n));
  for (std::uint64_t j = 1; j <= k; ++j)
    p *= static_cast<double>(n - j + 1) / static_cast<double>(j) * rate / (1 - rate);
  return p;
}

TEST(ClopperPearson, CoversWithAtLeastTheConfidenceAndNotMuchMore) {
  for (const double confidence : {0.9, 0.975}) {
    for (const double rate : {0.003, 0.02, 0.3, 0.5, 0.87}) {
      for (const std::uint64_t n : {5U, 40U, 300U}) {
        double above = 0, below = 0;
        for (std::uint64_t k = 0; k <= n; ++k) {
          if (rate_at_least({k, n}, confidence) <= rate) above += probability(n, k, rate);
          if (rate_at_most({k, n}, confidence) >= rate) below += probability(n, k, rate);
        }
        EXPECT_GE(above, confidence - 1e-9) << n << " " << rate;
        EXPECT_GE(below, confidence - 1e-9) << n << " " << rate;
      }
    }
  }
}

TEST(ClopperPearson, LimitsAreWhereTheTailIsWhatIsLeft) {
  for (const auto& [hits, trials] : {Count{1, 10}, Count{7, 1000}, Count{999, 1000}, Count{155, 2'000'000}}) {
    EXPECT_NEAR(binomial_tail({hits, trials}, rate_at_least({hits, trials}, 0.975)), 0.025, 1e-9);
    EXPECT_NEAR(1 - binomial_tail({hits + 1, trials}, rate_at_most({hits, trials}, 0.975)), 0.025, 1e-9);
  }
}

TEST(ClopperPearson, OfNoneAndOfAllIsExact) {
  EXPECT_EQ(rate_at_least({0, 50}, 0.95), 0);
  EXPECT_EQ(rate_at_most({50, 50}, 0.95), 1);
  EXPECT_NEAR(rate_at_most({0, 50}, 0.95), 1 - std::pow(0.05, 1.0 / 50), 1e-11);
  EXPECT_NEAR(rate_at_least({50, 50}, 0.95), std::pow(0.05, 1.0 / 50), 1e-11);
  EXPECT_EQ(rate_at_least({0, 0}, 0.95), 0) << "nothing was tried";
  EXPECT_EQ(rate_at_most({0, 0}, 0.95), 1);
}

TEST(BinomialTail, IsTheSumOfProbabilities) {
  for (std::uint64_t k = 0; k <= 31; ++k) {
    double sum = 0;
    for (std::uint64_t j = k; j <= 30; ++j) sum += probability(30, j, 0.7);
    EXPECT_NEAR(binomial_tail({k, 30}, 0.7), sum, 1e-12);
  }
}

TEST(NormalQuantile, IsTheInverseOfTheTail) {
  for (const double x : {-6.0, -1.0, 0.0, 0.3, 4.0, 9.0})
    EXPECT_NEAR(normal_quantile_of_tail(normal_tail(x)), x, 1e-7) << x;
  EXPECT_EQ(normal_quantile_of_tail(0), INFINITY);
  EXPECT_EQ(normal_quantile_of_tail(1), -INFINITY);
}

}  // namespace
}  // namespace sotto
